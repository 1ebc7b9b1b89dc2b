// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

#include <Eigen/Dense>

namespace hearth {

/// The arithmetic of a search for values z that a loop returns, g(z) = z, in plain numbers:
/// Newton's method with a Jacobian of r = g(z) - z that is updated by Broyden's formula (Dennis and
/// Schnabel, Numerical Methods for Unconstrained Optimization, 1983, section 8.1), and Anderson's
/// acceleration of sweeps (Walker and Ni, SIAM J. Numer. Anal. 49 (2011) 1715, algorithm AA).
class LoopSearch {
 public:
  static constexpr double kTolerance = 1e-8;       // of |g(z) - z| relative to 1 + |z|
  static constexpr double kSettled = 1e-3;         // of the last change of z, relative to 1 + |z|
  static constexpr double kReduced = 1e-4;         // of a residual, from which it was reduced
  static constexpr double kBalanced = 1e-11;       // the tolerance if balances must close
  static constexpr double kLearned = 1e-9;         // least change used to update the Jacobian
  static constexpr double kPrecise = 1e-6;         // of a residual: a step left no more of it
  static constexpr std::size_t kNewtonSize = 200;  // removed connections of a loop with a Jacobian
  static constexpr std::size_t kSmall = 8;         // up to which it is cheaper than sweeps
  static constexpr int kDepth = 5;                 // sweeps that the acceleration remembers
  static constexpr int kPasses = 60;               // of Newton's method
  static constexpr int kPatience = 8;              // passes before the Jacobian is recomputed

  explicit LoopSearch(std::size_t size);

  bool has_newton() const { return size_ <= kNewtonSize; }
  /// Returns the number of sweeps before Newton's method.
  int most_sweeps() const { return has_newton() ? 12 : 60; }

  /// Begins a search whose first pass returned `error` from values of the size `start`.
  void begin(double error, double start, double tolerance);
  /// Computes r and its largest number relative to 1 + |z|, NaN if one is; `z(i)` and `g(i)` return
  /// plain numbers.
  template <class Z, class G>
  double residual(const Z& z, const G& g) {
    double largest = 0.0;
    for (std::size_t i = 0; i < size_; ++i) {
      const double r = g(i) - z(i);
      set_residual(i, r);
      const double relative = std::abs(r) / (1.0 + std::abs(z(i)));
      largest = relative > largest || std::isnan(relative) ? relative : largest;
    }
    return largest;
  }
  /// Sets the number i of r.
  void set_residual(std::size_t i, double r) { r_[static_cast<Eigen::Index>(i)] = r; }
  /// Takes the residual of the last pass.
  void take(double error) { error_ = error; }
  double error() const { return error_; }
  /// Returns whether the loop is solved by values of which the largest is `largest_z()`. A loop
  /// without a solution diverges to values at which any residual is relatively small, or lost in
  /// rounding: the result is a solution only if the last step was small, or left nothing of the
  /// residual, and the residual itself has become smaller.
  template <class LargestZ>
  bool solved(const LargestZ& largest_z) const {
    if (!(error_ <= tolerance_ && (moved_ <= kSettled || left_ <= kPrecise))) return false;
    return settled(largest_z());
  }
  /// Returns whether the first pass was not finite: because of a parameter or an input.
  bool spoiled() const { return spoiled_; }
  bool small_enough() const { return error_ <= tolerance_; }

  // Newton's method

  bool wants_jacobian(int pass) const {
    return !has_jacobian_ || pass % kPatience == kPatience - 1;
  }
  /// Keeps r as that of the present point, for `take_column`, `along` and `direction`.
  void keep_residual() { r_before_ = r_; }
  /// Takes the column j after a pass with z_j moved by `shift`.
  void take_column(std::size_t j, double shift) {
    jacobian_.col(static_cast<Eigen::Index>(j)) = (r_ - r_before_) / shift;
  }
  void end_jacobian() {
    r_ = r_before_;
    has_jacobian_ = true;
    learned_from_ = 1e-6;
  }
  /// Computes the change of z; `change(i)` returns it.
  void find_step();
  double change(std::size_t i) const { return change_[static_cast<Eigen::Index>(i)]; }
  /// Takes the largest change relative to 1 + |z|, and the residual after the step.
  void take_step(double moved, double error);
  /// Returns to a sweep after a step that was not finite.
  void take_sweep() {
    has_jacobian_ = false;
    moved_ = left_ = 1.0;
  }
  bool has_jacobian() const { return has_jacobian_; }
  void drop_jacobian() { has_jacobian_ = false; }
  /// Drops the Jacobian and what is known of its origin.
  void forget_jacobian() {
    has_jacobian_ = false;
    learned_from_ = 0.0;
  }
  /// Returns the factors of the Jacobian.
  const Eigen::PartialPivLU<Eigen::MatrixXd>& factors() { return lu_.compute(jacobian_); }

  // Sweeps

  /// Computes the combination of the last sweeps with the smallest residual, assuming that they are
  /// linear; `change(i)` returns its number i.
  template <class G>
  void combine(int sweep, const G& g) {
    for (std::size_t i = 0; i < size_; ++i) g_now_[static_cast<Eigen::Index>(i)] = g(i);
    combine_last(sweep);
  }
  /// Takes the residual of a sweep along the kept residual, which counts as the change of z.
  void take_further(double error) { error_ = moved_ = error; }
  double direction(std::size_t i) const { return r_before_[static_cast<Eigen::Index>(i)]; }
  /// Returns whether the residual still has the direction of the kept one.
  bool along() const { return r_.dot(r_before_) > 0.0; }

  /// Returns the size of the memory kept between steps: whether there is a Jacobian, the change
  /// from which it was learned, and the Jacobian.
  std::size_t memory_size() const { return 2 + static_cast<std::size_t>(jacobian_.size()); }
  void save_memory(double* to) const;
  void load_memory(const double* from);

 private:
  bool settled(double largest_z) const;
  void combine_last(int sweep);
  void update_jacobian();

  std::size_t size_;
  Eigen::VectorXd r_, r_before_, change_, change_r_;
  Eigen::MatrixXd jacobian_;           // of g(z) - z; empty for a loop that is too large
  Eigen::MatrixXd moved_r_, moved_g_;  // differences of the last sweeps, by column
  Eigen::VectorXd g_now_, g_before_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  bool has_jacobian_ = false;
  double learned_from_ = 0.0;  // the change of z, relative to 1 + |z|, that gave the Jacobian
  double tolerance_ = kTolerance;
  double error_ = 0.0;  // of the last pass
  double start_ = 0.0;  // largest z of the first pass
  double first_ = 0.0;  // its residual
  bool spoiled_ = false;
  double before_ = 0.0;  // residual before the last step
  double moved_ = 0.0;   // largest change in it
  double left_ = 1.0;    // share of the residual that it left
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>

#include <Eigen/Dense>

namespace hearth {

/// The arithmetic of a search for values z of a loop with g(z) = z, in numbers without derivatives.
/// It uses Newton's method with a Jacobian of r = g(z) - z that is updated by Broyden's formula
/// (Dennis and Schnabel, Numerical Methods for Unconstrained Optimization, 1983, section 8.1), and
/// Anderson's acceleration of sweeps (Walker and Ni, SIAM J. Numer. Anal. 49 (2011) 1715, algorithm
/// AA).
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
  /// Returns the largest number of sweeps before Newton's method begins, or in all if the loop is
  /// too large for it.
  int most_sweeps() const { return has_newton() ? 12 : 60; }

  /// Begins a search; its first pass returned `error` from values z of which the largest is
  /// `start`.
  void begin(double error, double start, double tolerance) {
    error_ = error;
    start_ = start;
    tolerance_ = tolerance;
    first_ = largest_residual();
    spoiled_ = !std::isfinite(error);
    moved_ = 0.0;
    left_ = 1.0;
  }
  /// Computes r, and returns its largest number relative to 1 + |z|, or NaN if one is NaN. `z(i)`
  /// and `g(i)` return numbers without derivatives.
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
  /// Sets number i of r.
  void set_residual(std::size_t i, double r) { r_[i] = r; }
  /// Stores the residual of the last pass.
  void take(double error) { error_ = error; }
  double error() const { return error_; }
  /// Returns whether the loop is solved; `largest_z()` returns the largest of its values. A loop
  /// without a solution diverges to values at which any residual is relatively small or lost in
  /// rounding. Values therefore count as a solution only if the residual has decreased, and the
  /// last step was small or removed the residual.
  template <class LargestZ>
  bool solved(const LargestZ& largest_z) const {
    if (!(error_ <= tolerance_ && (moved_ <= kSettled || left_ <= kPrecise))) return false;
    return settled(largest_z());
  }
  /// Returns whether the result of the first pass was not finite, because of a parameter or an
  /// input.
  bool spoiled() const { return spoiled_; }
  bool small_enough() const { return error_ <= tolerance_; }

  // Newton's method

  bool wants_jacobian(int pass) const {
    return !has_jacobian_ || pass % kPatience == kPatience - 1;
  }
  /// Keeps r as the residual of the present point, for `take_column`, `along` and `direction`.
  void keep_residual() { std::copy_n(r_, size_, r_before_); }
  /// Computes column j of the Jacobian after a pass in which z_j was moved by `shift`.
  void take_column(std::size_t j, double shift) {
    for (std::size_t i = 0; i < size_; ++i) {
      jacobian_[j * size_ + i] = (r_[i] - r_before_[i]) / shift;
    }
  }
  void end_jacobian() {
    std::copy_n(r_before_, size_, r_);
    has_jacobian_ = true;
    learned_from_ = 1e-6;
  }
  /// Computes the change of z, which `change(i)` returns.
  void find_step() {
    before_ = largest_residual();
    if (size_ != 1) return find_steps();
    r_before_[0] = r_[0];
    change_[0] = -(r_[0] / jacobian_[0]);
  }
  double change(std::size_t i) const { return change_[i]; }
  /// Stores the largest change relative to 1 + |z| and the residual after the step.
  void take_step(double moved, double error) {
    moved_ = moved;
    error_ = error;
    left_ = largest_residual() / before_;
    if (std::isnan(error_)) {
      has_jacobian_ = false;
    } else {
      update_jacobian();
    }
  }
  /// Prepares a sweep after a step whose result was not finite.
  void take_sweep() {
    has_jacobian_ = false;
    moved_ = left_ = 1.0;
  }
  bool has_jacobian() const { return has_jacobian_; }
  void drop_jacobian() { has_jacobian_ = false; }
  /// Discards the Jacobian and the information from which change it was computed.
  void forget_jacobian() {
    has_jacobian_ = false;
    learned_from_ = 0.0;
  }
  /// Allocates the memory that `factors` needs.
  void reserve_factors();
  /// Returns the factors of the Jacobian.
  const Eigen::PartialPivLU<Eigen::MatrixXd>& factors();

  // Sweeps

  /// Computes the combination of the last sweeps with the smallest residual, on the assumption that
  /// they are linear. `change(i)` returns number i of it.
  template <class G>
  void combine(int sweep, const G& g) {
    for (std::size_t i = 0; i < size_; ++i) g_now()[i] = g(i);
    combine_last(sweep);
  }
  /// Stores the residual of a sweep in the direction of the kept residual; it also counts as the
  /// change of z.
  void take_further(double error) { error_ = moved_ = error; }
  double direction(std::size_t i) const { return r_before_[i]; }
  /// Returns whether the residual still has the direction of the kept residual.
  bool along() const { return vector(r_).dot(vector(r_before_)) > 0.0; }

  /// Returns the number of values that are kept between steps: whether there is a Jacobian, the
  /// change of z from which it was computed, and the Jacobian.
  std::size_t memory_size() const { return 2 + jacobian_size(); }
  void save_memory(double* to) const;
  void load_memory(const double* from);

 private:
  // Most loops of rooms have one connection. For them, operations on matrices of variable size
  // would take longer than the room itself.
  double largest_residual() const {
    return size_ == 1 ? std::abs(r_[0]) : vector(r_).lpNorm<Eigen::Infinity>();
  }
  /// Returns whether values with a small residual are a solution.
  bool settled(double largest_z) const {
    return largest_residual() <= std::max(kReduced * first_, tolerance_ * (1.0 + start_)) &&
           (largest_z <= 2.0 * (1.0 + start_) ||
            std::numeric_limits<double>::epsilon() * largest_z <= kReduced * first_);
  }
  void combine_last(int sweep);
  void find_steps();
  /// Updates the Jacobian with the last change of z and r.
  void update_jacobian() {
    // A step at the level of rounding is not used: its differences are noise. If the Jacobian was
    // precise, only a longer step than that from which it was learned makes it more so.
    if (!(moved_ > kLearned) || (left_ <= kPrecise && moved_ <= learned_from_)) return;
    learned_from_ = moved_;
    if (size_ != 1) return update_by_broyden();
    jacobian_[0] = (r_[0] - r_before_[0]) / change_[0];  // the secant
  }
  void update_by_broyden();

  using Vector = Eigen::Map<Eigen::VectorXd, Eigen::Aligned16>;
  using Matrix = Eigen::Map<Eigen::MatrixXd, Eigen::Aligned16>;
  Vector vector(double* numbers) const { return {numbers, static_cast<Eigen::Index>(size_)}; }
  Matrix jacobian() const {
    return {jacobian_, static_cast<Eigen::Index>(size_), static_cast<Eigen::Index>(size_)};
  }
  std::size_t jacobian_size() const { return has_newton() ? size_ * size_ : 0; }
  double* g_now();

  /// Data that only loops of more than one connection need.
  struct Matrices {
    explicit Matrices(std::size_t size, bool newton);
    Eigen::MatrixXd moved_r, moved_g;  // differences of the last sweeps, by column
    Eigen::VectorXd g_now, g_before;
    Eigen::PartialPivLU<Eigen::MatrixXd> factors;
  };

  std::size_t size_;
  std::unique_ptr<double[]> numbers_;  // of the following, each aligned for two numbers
  double *r_, *r_before_, *change_, *change_r_;
  double* jacobian_;  // of g(z) - z, by column; empty for a loop that is too large
  std::unique_ptr<Matrices> matrices_;
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

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <Eigen/Dense>

#include "hearth/estimation/solver/internal/coordinates.hpp"
#include "hearth/estimation/solver/internal/trust_region_step.hpp"

namespace hearth::estimation {

/// The fit of one group of parameters by the trust-region reflective method. The fit proposes
/// points and receives F at these points; F, the rows and the parameters are those of the group.
class GroupFit {
 public:
  enum class State {
    Searching,
    Found,          ///< F is lower at the trial point
    SmallGradient,  ///< ended
    SmallStep,      ///< ended
    Stuck,          ///< ended: no decrease was found along a descent step
  };

  /// Starts at the present coordinates of the problem.
  GroupFit(const CoordinateProblem& problem, std::size_t group);

  std::size_t group() const { return group_; }
  State state() const { return state_; }
  bool ended() const { return state_ != State::Searching && state_ != State::Found; }
  const Eigen::VectorXd& x() const { return x_; }
  const Eigen::VectorXd& trial() const { return trial_; }
  /// Writes a point of the group into all coordinates.
  void write(const Eigen::VectorXd& point, Eigen::VectorXd& z) const { z(columns_) = point; }

  /// Takes the rows of the problem and the derivatives of the group at x; `jacobian` is swapped
  /// with an array of this object.
  void begin(const Eigen::VectorXd& rows, RowMatrix& jacobian, double cost);
  /// Makes the model around x unless the model exists; ends the fit if the gradient is small.
  void prepare();
  /// Chooses the trial point; returns false if no further decrease is expected.
  bool propose();
  /// Takes F at the trial point; infinite if the problem cannot be evaluated.
  void judge(double cost);
  /// Returns F at the trial point, as passed to `judge`.
  double trial_cost() const { return trial_cost_; }
  /// Discards a trial point that was found.
  void refuse();
  /// Moves to the trial point, with the rows, derivatives and F there.
  void accept(const Eigen::VectorXd& rows, RowMatrix& jacobian, double cost);

 private:
  void take(const Eigen::VectorXd& rows, RowMatrix& jacobian);
  void weigh_rows();
  Linearisation linearise();
  void adapt_radius(double ratio, double length);
  bool settled() const;
  Surroundings surroundings() const { return {x_, box_, scaling_, *model_, theta_}; }
  /// Returns the reference for relative changes of F / 2.
  double size() const { return 0.5 * problem_.size_of(2.0 * cost_, group_); }

  const CoordinateProblem& problem_;
  const SolveOptions& options_;
  std::size_t group_;
  std::vector<Eigen::Index> columns_, own_rows_;
  Box box_;
  Eigen::VectorXd x_, rows_;
  RowMatrix jacobian_;
  State state_ = State::Searching;
  double cost_ = 0.0;  // F / 2
  double exact_ = 0.0;
  double radius_ = 0.0;
  double alpha_ = 0.0;
  int small_decreases_ = 0;
  bool moved_ = false;  // whether x has moved since the model was made
  // The model around x.
  Scaling scaling_;
  std::optional<Model> model_;
  double theta_ = 0.0;
  // The trial point.
  Candidate step_;
  Eigen::VectorXd trial_;
  double trial_cost_ = 0.0;  // F
  bool short_step_ = false;
};

}  // namespace hearth::estimation

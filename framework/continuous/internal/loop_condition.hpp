// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Dense>

namespace hearth {

/// The matrix 1 - dg/dz of the linearised equations of an algebraic loop z = g(z), scaled to be
/// independent of units.
///
/// Rows and columns are divided by the largest term of their entries, |1| or |dg/dz|. An entry that
/// is only the rounding error of a difference then stays small.
class LoopCondition {
 public:
  /// Reciprocal condition number below which the equations do not determine the values, for exact
  /// derivatives and for differences.
  static constexpr double kSingular = 1e-13;
  static constexpr double kSingularByDifferences = 1e-6;

  explicit LoopCondition(const Eigen::MatrixXd& slopes);

  /// Returns the reciprocal condition number: 0 if singular, NaN if a derivative is not finite.
  double reciprocal() const { return reciprocal_; }
  bool below(double limit) const { return reciprocal_ < limit; }
  /// Solves (1 - dg/dz) x = right.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;
  /// Returns the positions of the unknowns that singular equations do not determine.
  std::vector<int> undetermined() const;

 private:
  Eigen::MatrixXd scaled_;
  Eigen::VectorXd rows_, columns_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
  double reciprocal_ = 0.0;
};

}  // namespace hearth

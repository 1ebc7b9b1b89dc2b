// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Dense>

namespace hearth {

/// The equations 1 - dg/dz of an algebraic loop z = g(z), scaled so that units do not count.
///
/// Rows and columns are divided by the largest of what their entries are made of, |1| and |dg/dz|:
/// an entry that is the rounding error of a difference stays small.
class LoopCondition {
 public:
  /// Below this share the equations do not determine the values: with exact derivatives, and with
  /// those by differences.
  static constexpr double kSingular = 1e-13;
  static constexpr double kSingularByDifferences = 1e-6;

  explicit LoopCondition(const Eigen::MatrixXd& slopes);

  /// Reciprocal of the condition number, 0 where singular, NaN where a derivative is not finite.
  double reciprocal() const { return reciprocal_; }
  bool below(double limit) const { return reciprocal_ < limit; }
  /// Solves (1 - dg/dz) x = right.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;
  /// Returns the unknowns that the equations leave open, if they are singular.
  std::vector<int> undetermined() const;

 private:
  Eigen::MatrixXd scaled_;
  Eigen::VectorXd rows_, columns_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
  double reciprocal_ = 0.0;
};

}  // namespace hearth

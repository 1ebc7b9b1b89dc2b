// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/loop_condition.hpp"

#include <cmath>
#include <limits>

namespace hearth {

LoopCondition::LoopCondition(const Eigen::MatrixXd& slopes) {
  const Eigen::Index n = slopes.rows();
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd sizes = unit + slopes.cwiseAbs();
  rows_ = sizes.rowwise().maxCoeff();
  sizes = rows_.cwiseInverse().asDiagonal() * sizes;
  columns_ = sizes.colwise().maxCoeff().transpose();
  scaled_ =
      rows_.cwiseInverse().asDiagonal() * (unit - slopes) * columns_.cwiseInverse().asDiagonal();
  if (!scaled_.allFinite()) {
    reciprocal_ = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  factors_.compute(scaled_);
  if (factors_.matrixLU().diagonal().cwiseAbs().minCoeff() == 0.0) return;
  reciprocal_ = n == 1 ? std::abs(scaled_(0, 0)) : factors_.rcond();
}

Eigen::MatrixXd LoopCondition::solve(const Eigen::MatrixXd& right) const {
  return columns_.cwiseInverse().asDiagonal() *
         factors_.solve(rows_.cwiseInverse().asDiagonal() * right);
}

/// Finds the null vector of the scaled equations, by QR with column pivoting.
std::vector<int> LoopCondition::undetermined() const {
  const Eigen::Index n = scaled_.rows();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(scaled_);
  const Eigen::MatrixXd& r = factors.matrixQR();
  Eigen::VectorXd pivoted = Eigen::VectorXd::Zero(n);
  Eigen::Index rank = n - 1;
  while (rank > 0 && std::abs(r(rank - 1, rank - 1)) <= kSingular) --rank;
  pivoted.tail(n - rank).setOnes();
  if (rank > 0) {
    const Eigen::VectorXd known = -r.topRightCorner(rank, n - rank).rowwise().sum();
    pivoted.head(rank) = r.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solve(known);
  }
  const Eigen::VectorXd found = factors.colsPermutation() * pivoted;
  std::vector<int> open;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (std::abs(found(i)) > 1e-3 * found.cwiseAbs().maxCoeff())
      open.push_back(static_cast<int>(i));
  }
  return open;
}

}  // namespace hearth

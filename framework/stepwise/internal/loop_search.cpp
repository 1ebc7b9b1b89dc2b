// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/loop_search.hpp"

#include <algorithm>
#include <cfloat>

namespace hearth {

LoopSearch::LoopSearch(std::size_t size) : size_(size) {
  const auto m = static_cast<Eigen::Index>(size);
  r_ = r_before_ = change_ = change_r_ = Eigen::VectorXd::Zero(m);
  if (has_newton()) {
    jacobian_ = Eigen::MatrixXd::Zero(m, m);
    lu_ = Eigen::PartialPivLU<Eigen::MatrixXd>(m);
  }
  moved_r_ = moved_g_ = Eigen::MatrixXd::Zero(m, kDepth);
  g_now_ = g_before_ = Eigen::VectorXd::Zero(m);
}

void LoopSearch::begin(double error, double start, double tolerance) {
  error_ = error;
  start_ = start;
  tolerance_ = tolerance;
  first_ = r_.lpNorm<Eigen::Infinity>();
  spoiled_ = !std::isfinite(error);
  moved_ = 0.0;
  left_ = 1.0;
}

/// Returns whether a small residual is that of a solution.
bool LoopSearch::settled(double largest_z) const {
  return r_.lpNorm<Eigen::Infinity>() <= std::max(kReduced * first_, tolerance_ * (1.0 + start_)) &&
         (largest_z <= 2.0 * (1.0 + start_) || DBL_EPSILON * largest_z <= kReduced * first_);
}

void LoopSearch::find_step() {
  before_ = r_.lpNorm<Eigen::Infinity>();
  r_before_ = r_;
  if (size_ == 1) {  // most loops of rooms; dynamic matrices would cost more than the room
    change_[0] = -(r_[0] / jacobian_(0, 0));
    return;
  }
  lu_.compute(jacobian_);
  change_ = lu_.solve(r_);
  change_ = -change_;
}

void LoopSearch::take_step(double moved, double error) {
  moved_ = moved;
  error_ = error;
  if (std::isnan(error_)) has_jacobian_ = false;
  left_ = r_.lpNorm<Eigen::Infinity>() / before_;
  if (!std::isnan(error_)) update_jacobian();
}

/// Broyden's update of the Jacobian by the last change of z and r.
void LoopSearch::update_jacobian() {
  // A step at the level of rounding is not used: its differences are noise. If the Jacobian was
  // precise, only a longer step than that from which it was learned makes it more so.
  if (!(moved_ > kLearned) || (left_ <= kPrecise && moved_ <= learned_from_)) return;
  learned_from_ = moved_;
  if (size_ == 1) {  // the secant
    jacobian_(0, 0) = (r_[0] - r_before_[0]) / change_[0];
    return;
  }
  const double length = change_.squaredNorm();
  change_r_ = r_ - r_before_;
  change_r_.noalias() -= jacobian_ * change_;
  change_r_ /= length;
  jacobian_.noalias() += change_r_ * change_.transpose();
}

void LoopSearch::combine_last(int sweep) {
  if (sweep > 0) {
    const int column = (sweep - 1) % kDepth;
    moved_r_.col(column) = r_ - r_before_;
    moved_g_.col(column) = g_now_ - g_before_;
  }
  r_before_ = r_;
  g_before_ = g_now_;
  change_ = g_now_;
  const int columns = std::min(sweep, kDepth);
  if (columns == 0) return;
  // Normal equations of few columns, with a share of the largest on the diagonal to handle
  // dependent columns.
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kDepth, kDepth>;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kDepth, 1>;
  const auto r = moved_r_.leftCols(columns);
  Small normal = r.transpose() * r;
  normal.diagonal().array() += 1e-14 * normal.diagonal().maxCoeff();
  Few right = r.transpose() * r_;
  const Few weights = normal.partialPivLu().solve(right);
  if (weights.allFinite()) change_.noalias() -= moved_g_.leftCols(columns) * weights;
}

void LoopSearch::save_memory(double* to) const {
  *to++ = has_jacobian_ ? 1.0 : 0.0;
  *to++ = learned_from_;
  for (Eigen::Index i = 0; i < jacobian_.size(); ++i) {
    *to++ = has_jacobian_ ? jacobian_.data()[i] : 0.0;
  }
}

void LoopSearch::load_memory(const double* from) {
  has_jacobian_ = *from++ != 0.0;
  learned_from_ = *from++;
  std::copy(from, from + jacobian_.size(), jacobian_.data());
}

}  // namespace hearth

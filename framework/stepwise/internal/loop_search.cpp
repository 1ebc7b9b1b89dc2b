// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/internal/loop_search.hpp"

#include <algorithm>

namespace hearth {

LoopSearch::Matrices::Matrices(std::size_t size, bool newton) {
  const auto n = static_cast<Eigen::Index>(size);
  moved_r = moved_g = Eigen::MatrixXd::Zero(n, kDepth);
  g_now = g_before = Eigen::VectorXd::Zero(n);
  if (newton) factors = Eigen::PartialPivLU<Eigen::MatrixXd>(n);
}

LoopSearch::LoopSearch(std::size_t size) : size_(size) {
  const std::size_t room = size + size % 2;
  numbers_.reset(new double[4 * room + jacobian_size()]());
  r_ = numbers_.get();
  r_before_ = r_ + room;
  change_ = r_before_ + room;
  change_r_ = change_ + room;
  jacobian_ = change_r_ + room;
  if (size > 1) matrices_ = std::make_unique<Matrices>(size, has_newton());
}

double* LoopSearch::g_now() { return matrices_->g_now.data(); }

void LoopSearch::find_steps() {
  std::copy_n(r_, size_, r_before_);
  Vector change = vector(change_);
  change = matrices_->factors.compute(jacobian()).solve(vector(r_));
  change = -change;
}

void LoopSearch::reserve_factors() {
  if (!matrices_) matrices_ = std::make_unique<Matrices>(size_, has_newton());
}

const Eigen::PartialPivLU<Eigen::MatrixXd>& LoopSearch::factors() {
  return matrices_->factors.compute(jacobian());
}

void LoopSearch::update_by_broyden() {
  const Vector change = vector(change_);
  Vector change_r = vector(change_r_);
  Matrix matrix = jacobian();
  const double length = change.squaredNorm();
  change_r = vector(r_) - vector(r_before_);
  change_r.noalias() -= matrix * change;
  change_r /= length;
  matrix.noalias() += change_r * change.transpose();
}

void LoopSearch::combine_last(int sweep) {
  Matrices& m = *matrices_;
  const Vector now = vector(r_);
  if (sweep > 0) {
    const int column = (sweep - 1) % kDepth;
    m.moved_r.col(column) = now - vector(r_before_);
    m.moved_g.col(column) = m.g_now - m.g_before;
  }
  std::copy_n(r_, size_, r_before_);
  m.g_before = m.g_now;
  Vector change = vector(change_);
  change = m.g_now;
  const int columns = std::min(sweep, kDepth);
  if (columns == 0) return;
  // Normal equations of few columns, with a share of the largest on the diagonal to handle
  // dependent columns.
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kDepth, kDepth>;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kDepth, 1>;
  const auto r = m.moved_r.leftCols(columns);
  Small normal = r.transpose() * r;
  normal.diagonal().array() += 1e-14 * normal.diagonal().maxCoeff();
  Few right = r.transpose() * now;
  const Few weights = normal.partialPivLu().solve(right);
  if (weights.allFinite()) change.noalias() -= m.moved_g.leftCols(columns) * weights;
}

void LoopSearch::save_memory(double* to) const {
  *to++ = has_jacobian_ ? 1.0 : 0.0;
  *to++ = learned_from_;
  for (std::size_t i = 0; i < jacobian_size(); ++i) *to++ = has_jacobian_ ? jacobian_[i] : 0.0;
}

void LoopSearch::load_memory(const double* from) {
  has_jacobian_ = *from++ != 0.0;
  learned_from_ = *from++;
  std::copy_n(from, jacobian_size(), jacobian_);
}

}  // namespace hearth

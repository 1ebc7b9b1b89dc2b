// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/group_fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Shares of F: a decrease that is hidden by rounding, a decrease that derivatives by differences
// may promise wrongly, and the remainder of F if the residuals have decreased to rounding.
constexpr double kNegligible = 1e-14;
constexpr double kNoise = 1e-6;
constexpr double kRounding = 1e-30;

/// Returns the factor of a row's derivatives under a loss: √(ρ' + 2 ρ'' r²) (Triggs et al. 2000),
/// bounded away from zero in the tails, where the curvature is negative. The row times ρ'/factor
/// keeps the gradient exact, whatever the factor is.
double row_factor(const LossValue& loss, double squared) {
  constexpr double kLeastCurvature = 0.1;  // share of the curvature of reweighted least squares
  return std::sqrt(
      std::max(loss.first + 2.0 * loss.second * squared, kLeastCurvature * loss.first));
}

}  // namespace

GroupFit::GroupFit(const CoordinateProblem& problem, std::size_t group)
    : problem_(problem),
      options_(problem.options()),
      group_(group),
      columns_(problem.groups()[group].columns),
      own_rows_(problem.groups()[group].rows) {
  const auto n = static_cast<Index>(columns_.size());
  const std::vector<double> start = problem.coordinates();
  box_.lower.resize(n);
  box_.upper.resize(n);
  x_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const auto column = static_cast<int>(columns_[static_cast<std::size_t>(i)]);
    box_.lower[i] = problem.lower(column);
    box_.upper[i] = problem.upper(column);
    x_[i] = start[static_cast<std::size_t>(column)];
  }
  move_inside(x_, box_, 1e-10);
}

void GroupFit::take(const VectorXd& rows, RowMatrix& jacobian) {
  rows_ = rows(own_rows_);
  jacobian_.swap(jacobian);
  moved_ = true;
}

void GroupFit::begin(const VectorXd& rows, RowMatrix& jacobian, double cost) {
  take(rows, jacobian);
  cost_ = 0.5 * cost;
  exact_ = kRounding * size();
}

void GroupFit::weigh_rows() {
  if (options_.loss.kind == Loss::Kind::Squared) return;
  for (std::size_t i = 0; i < own_rows_.size() && own_rows_[i] < problem_.residual_rows(); ++i) {
    const auto row = static_cast<Index>(i);
    const double squared = rows_[row] * rows_[row];
    const LossValue loss = evaluate(options_.loss, squared);
    const double factor = row_factor(loss, squared);
    rows_[row] *= loss.first / factor;
    jacobian_.row(row) *= factor;
  }
}

Linearisation GroupFit::linearise() {
  weigh_rows();
  Linearisation linear;
  linear.gradient = jacobian_.transpose() * rows_;
  for (ColumnGroup& part : column_groups(jacobian_)) {
    const Eigen::HouseholderQR<MatrixXd> qr(part_of(jacobian_, part));
    const Index k = std::min(qr.rows(), qr.cols());
    const VectorXd rows = rows_(part.rows);
    linear.parts.push_back({std::move(part.columns),
                            qr.matrixQR().topRows(k).triangularView<Eigen::Upper>(),
                            (qr.householderQ().transpose() * rows).head(k)});
  }
  return linear;
}

void GroupFit::prepare() {
  state_ = State::Searching;
  if (!moved_) return;
  moved_ = false;
  const Linearisation linear = linearise();
  // A unit in a coordinate is a large step; parts of the group make their steps independently.
  if (radius_ == 0.0) radius_ = std::sqrt(static_cast<double>(linear.parts.size()));
  scaling_ = coleman_li(x_, linear.gradient, box_);
  const double optimality = linear.gradient.cwiseProduct(scaling_.v).cwiseAbs().maxCoeff();
  if (optimality <= options_.gtol * size() || size() <= exact_) {
    state_ = State::SmallGradient;
    return;
  }
  model_.emplace(linear, scaling_);
  theta_ = std::max(0.995, 1.0 - optimality / size());
}

bool GroupFit::propose() {
  const Surroundings at = surroundings();
  const VectorXd newton = trust_region_step(at.model, radius_, alpha_);
  step_ = bounded_step(at, newton, radius_, alpha_);
  if (alpha_ == 0.0 && !(-at.model.value(newton) > kNegligible * size())) {
    state_ = State::SmallStep;
    return false;
  }
  trial_ = x_ + at.unscaled(step_.scaled);
  move_inside(trial_, box_, 0.0);
  short_step_ = (trial_ - x_).cwiseAbs().maxCoeff() <= options_.xtol;
  return true;
}

void GroupFit::judge(double cost) {
  trial_cost_ = cost;
  if (cost_ - 0.5 * cost > 0.0) {
    state_ = State::Found;
  } else {
    refuse();
  }
}

void GroupFit::refuse() {
  state_ = State::Searching;
  if (short_step_ || -step_.value <= kNegligible * size()) {
    state_ = settled() ? State::SmallStep : State::Stuck;
  } else {
    radius_ = 0.25 * step_.scaled.norm();
  }
}

void GroupFit::accept(const VectorXd& rows, RowMatrix& jacobian, double cost) {
  const double predicted = -step_.value;
  const double decrease = cost_ - 0.5 * trial_cost_;
  const double ratio = predicted > 0.0 ? decrease / predicted : 0.0;
  const bool small = decrease <= options_.ftol * size() && ratio > 0.25;
  x_ = trial_;
  cost_ = 0.5 * cost;
  take(rows, jacobian);
  adapt_radius(ratio, step_.scaled.norm());
  small_decreases_ = small ? small_decreases_ + 1 : 0;
  const bool done = small_decreases_ >= 2 || short_step_;
  state_ = done && settled() ? State::SmallStep : State::Searching;
}

void GroupFit::adapt_radius(double ratio, double length) {
  if (ratio < 0.25) radius_ = 0.25 * length;
  if (ratio > 0.75 && length > 0.95 * radius_) radius_ *= 2.0;
}

/// Returns whether the model predicts no further decrease (none above ftol, if that is larger than
/// the noise of derivatives), or only one in a minute step. Short steps and small decreases prove
/// nothing if rejected steps have made the radius small.
bool GroupFit::settled() const {
  constexpr double kMinute = 1e-7;
  const Surroundings at = surroundings();
  double alpha = 0.0;
  const VectorXd unit = trust_region_step(at.model, 1.0, alpha);
  return -at.model.value(unit) <= std::max(kNoise, options_.ftol) * size() ||
         at.unscaled(unit).cwiseAbs().maxCoeff() <= kMinute;
}

}  // namespace hearth::estimation

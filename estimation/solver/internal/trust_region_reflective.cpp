// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Dense>

#include "hearth/estimation/solver/internal/column_groups.hpp"
#include "hearth/estimation/solver/internal/solvers.hpp"
#include "hearth/estimation/solver/internal/trust_region_step.hpp"

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Shares of F: a decrease that rounding hides, one that derivatives by differences may promise in
// vain, and what is left of F when the residuals have fallen to rounding.
constexpr double kNegligible = 1e-14;
constexpr double kNoise = 1e-6;
constexpr double kRounding = 1e-30;

/// The factor on a row's derivatives under a loss: √(ρ' + 2 ρ'' r²) (Triggs et al. 2000), kept from
/// vanishing in the tails, where the curvature is negative. Row times ρ'/factor leaves the gradient
/// exact whatever the factor.
double row_factor(const LossValue& loss, double squared) {
  constexpr double kLeastCurvature = 0.1;  // of that of reweighted least squares
  return std::sqrt(
      std::max(loss.first + 2.0 * loss.second * squared, kLeastCurvature * loss.first));
}

class Reflective {
 public:
  explicit Reflective(CoordinateProblem& problem);
  Minimum run();

 private:
  enum class Outcome { Accepted, Converged, Stuck, Exhausted, Interrupted };

  void weigh_rows();
  Linearisation linearise();
  Outcome search(const Surroundings& at);
  bool accept(const VectorXd& x, double cost);
  void adapt_radius(double ratio, double length);
  bool settled(const Surroundings& at) const;
  /// What shares of F / 2 refer to.
  double size() const { return 0.5 * problem_.size_of(2.0 * cost_); }
  Minimum finish(Status status, std::string message) const;

  CoordinateProblem& problem_;
  const SolveOptions& options_;
  Box box_;
  VectorXd x_, rows_, trial_rows_;
  RowMatrix jacobian_, trial_jacobian_;
  double cost_ = 0.0;  // F / 2
  double radius_ = 0.0;
  double alpha_ = 0.0;
  int small_decreases_ = 0;
};

Reflective::Reflective(CoordinateProblem& problem)
    : problem_(problem), options_(problem.options()) {
  const Index n = problem.size();
  box_.lower.resize(n);
  box_.upper.resize(n);
  for (Index i = 0; i < n; ++i) {
    box_.lower[i] = problem.lower(static_cast<int>(i));
    box_.upper[i] = problem.upper(static_cast<int>(i));
  }
  const std::vector<double> start = problem.coordinates();
  x_ = VectorXd::Map(start.data(), n);
  move_inside(x_, box_, 1e-10);
  rows_.resize(problem.rows());
  trial_rows_.resize(problem.rows());
  jacobian_.resize(problem.rows(), n);
  trial_jacobian_.resize(problem.rows(), n);
}

Minimum Reflective::finish(Status status, std::string message) const {
  return {status, std::move(message), std::vector<double>(x_.data(), x_.data() + x_.size()),
          status == Status::Failed ? kInfinity : 2.0 * cost_};
}

void Reflective::weigh_rows() {
  if (options_.loss.kind == Loss::Kind::Squared) return;
  for (Index i = 0; i < problem_.residual_rows(); ++i) {
    const double squared = rows_[i] * rows_[i];
    const LossValue loss = evaluate(options_.loss, squared);
    const double factor = row_factor(loss, squared);
    rows_[i] *= loss.first / factor;
    jacobian_.row(i) *= factor;
  }
}

Linearisation Reflective::linearise() {
  weigh_rows();
  Linearisation linear;
  linear.gradient = jacobian_.transpose() * rows_;
  for (ColumnGroup& group : column_groups(jacobian_)) {
    const Eigen::HouseholderQR<MatrixXd> qr(part_of(jacobian_, group));
    const Index k = std::min(qr.rows(), qr.cols());
    const VectorXd rows = rows_(group.rows);
    linear.parts.push_back({std::move(group.columns),
                            qr.matrixQR().topRows(k).triangularView<Eigen::Upper>(),
                            (qr.householderQ().transpose() * rows).head(k)});
  }
  return linear;
}

bool Reflective::accept(const VectorXd& x, double cost) {
  if (!problem_.evaluate(x.data(), trial_rows_.data(), trial_jacobian_.data())) return false;
  x_ = x;
  cost_ = cost;
  rows_.swap(trial_rows_);
  jacobian_.swap(trial_jacobian_);
  return true;
}

void Reflective::adapt_radius(double ratio, double length) {
  if (ratio < 0.25) radius_ = 0.25 * length;
  if (ratio > 0.75 && length > 0.95 * radius_) radius_ *= 2.0;
}

/// Returns whether the model sees nothing left to gain, or only in a minute step. Short steps and
/// small decreases prove nothing where rejected steps have made the radius small.
bool Reflective::settled(const Surroundings& at) const {
  constexpr double kMinute = 1e-7;
  double alpha = 0.0;
  const VectorXd unit = trust_region_step(at.model, 1.0, alpha);
  return -at.model.value(unit) <= kNoise * size() ||
         at.unscaled(unit).cwiseAbs().maxCoeff() <= kMinute;
}

/// Tries steps of falling radius from x until one lowers F.
Reflective::Outcome Reflective::search(const Surroundings& at) {
  for (;;) {
    const VectorXd newton = trust_region_step(at.model, radius_, alpha_);
    const Candidate step = bounded_step(at, newton, radius_);
    const double predicted = -step.value;
    const bool nothing_left = alpha_ == 0.0 && !(-at.model.value(newton) > kNegligible * size());
    if (nothing_left) return Outcome::Converged;
    if (problem_.exhausted()) return Outcome::Exhausted;
    VectorXd x = x_ + at.unscaled(step.scaled);
    move_inside(x, box_, 0.0);
    const bool short_step = (x - x_).cwiseAbs().maxCoeff() <= options_.xtol;

    const bool evaluated = problem_.evaluate(x.data(), trial_rows_.data());
    const double cost = evaluated ? 0.5 * problem_.cost(trial_rows_.data()).total : kInfinity;
    const double decrease = cost_ - cost;
    const double ratio = predicted > 0.0 ? decrease / predicted : 0.0;
    const bool small = decrease <= options_.ftol * size() && ratio > 0.25;
    if (decrease > 0.0 && accept(x, cost)) {
      if (!problem_.report(2.0 * cost_)) return Outcome::Interrupted;
      adapt_radius(ratio, step.scaled.norm());
      small_decreases_ = small ? small_decreases_ + 1 : 0;
      const bool done = small_decreases_ >= 2 || short_step;
      return done && settled(at) ? Outcome::Converged : Outcome::Accepted;
    }
    if (short_step || predicted <= kNegligible * size()) {
      return settled(at) ? Outcome::Converged : Outcome::Stuck;
    }
    radius_ = 0.25 * step.scaled.norm();
  }
}

Minimum Reflective::run() {
  if (!problem_.evaluate(x_.data(), rows_.data(), jacobian_.data())) {
    return finish(Status::Failed, "the model cannot be evaluated at the start");
  }
  cost_ = 0.5 * problem_.cost(rows_.data()).total;
  const double exact = kRounding * size();
  for (;;) {
    const Linearisation linear = linearise();
    // A unit in a coordinate is a large step; groups of parameters take theirs independently.
    if (radius_ == 0.0) radius_ = std::sqrt(static_cast<double>(linear.parts.size()));
    const Scaling scaling = coleman_li(x_, linear.gradient, box_);
    const double optimality = linear.gradient.cwiseProduct(scaling.v).cwiseAbs().maxCoeff();
    if (optimality <= options_.gtol * size() || size() <= exact) {
      return finish(Status::Converged, "gradient below gtol");
    }
    const Model model(linear, scaling);
    switch (search({x_, box_, scaling, model, std::max(0.995, 1.0 - optimality / size())})) {
      case Outcome::Accepted:
        break;
      case Outcome::Converged:
        return finish(Status::Converged, "decrease or step below ftol, xtol");
      case Outcome::Stuck:
        return finish(Status::Stopped, "no decrease found along a descent step");
      case Outcome::Exhausted:
        return finish(Status::Stopped, "max_evaluations reached");
      case Outcome::Interrupted:
        return finish(Status::Interrupted, "interrupted");
    }
  }
}

}  // namespace

Minimum minimise_reflective(CoordinateProblem& problem) { return Reflective(problem).run(); }

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#include "hearth/estimation/trust_region_reflective.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Dense>

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Shares of F: a decrease that rounding hides, one that derivatives by differences may promise in
// vain, and what is left of F when the residuals have fallen to rounding.
constexpr double kNegligible = 1e-14;
constexpr double kNoise = 1e-6;
constexpr double kRounding = 1e-30;

struct Box {
  VectorXd lower, upper;
};

/// Rows and derivatives at a point, with the loss in them: g = Jᵀ r is half the gradient of F, and
/// R, Qᵀr are what the QR factorisation of J leaves of a linear least-squares problem.
struct Linearisation {
  VectorXd gradient;
  MatrixXd r;
  VectorXd qtr;
};

/// Coleman-Li scaling at x: v is the distance to the bound the descent direction points at, 1 where
/// that is infinite; d = √v; c = g dv/dx, the curvature that v adds in the scaled space.
struct Scaling {
  VectorXd v, d, c;
};

Scaling coleman_li(const VectorXd& x, const VectorXd& gradient, const Box& box) {
  const Index n = x.size();
  Scaling scaling{VectorXd::Ones(n), VectorXd::Ones(n), VectorXd::Zero(n)};
  for (Index i = 0; i < n; ++i) {
    if (gradient[i] < 0.0 && std::isfinite(box.upper[i])) {
      scaling.v[i] = box.upper[i] - x[i];
      scaling.c[i] = -gradient[i];
    } else if (gradient[i] > 0.0 && std::isfinite(box.lower[i])) {
      scaling.v[i] = x[i] - box.lower[i];
      scaling.c[i] = gradient[i];
    }
    scaling.d[i] = std::sqrt(scaling.v[i]);
  }
  return scaling;
}

/// The quadratic model ψ(s) = ĝ s + ½ |A s|², A = [R D; √C], in the scaled space ŝ = D⁻¹ s.
struct Model {
  VectorXd gradient;  // ĝ = D g
  MatrixXd a;
  VectorXd singular, rotated;  // of A; rotated = Uᵀ [Qᵀr; 0]
  MatrixXd v;

  Model(const Linearisation& linear, const Scaling& scaling);
  double value(const VectorXd& s) const { return gradient.dot(s) + 0.5 * (a * s).squaredNorm(); }
  /// Returns -(AᵀA + alpha I)⁻¹ ĝ.
  VectorXd damped(double alpha) const {
    return -(v *
             (singular.array() * rotated.array() / (singular.array().square() + alpha)).matrix());
  }
};

Model::Model(const Linearisation& linear, const Scaling& scaling)
    : gradient(scaling.d.cwiseProduct(linear.gradient)) {
  const Index n = gradient.size();
  const Index k = linear.r.rows();
  a = MatrixXd::Zero(k + n, n);
  a.topRows(k) = linear.r * scaling.d.asDiagonal();
  a.bottomRows(n).diagonal() = scaling.c.cwiseSqrt();
  // One-sided Jacobi is accurate for columns of very different length.
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  singular = svd.singularValues();
  rotated = svd.matrixU().topRows(k).transpose() * linear.qtr;
  v = svd.matrixV();
}

/// Minimises ψ within |s| <= radius: the Newton step where it fits, else the root of the secular
/// equation 1/|s(alpha)| = 1/radius by Newton's method, which is monotone for it (More 1978).
VectorXd trust_region_step(const Model& model, double radius, double& alpha) {
  const double largest = model.singular.size() > 0 ? model.singular[0] : 0.0;
  const double negligible =
      largest * std::numeric_limits<double>::epsilon() * static_cast<double>(model.a.rows());
  VectorXd newton = VectorXd::Zero(model.gradient.size());
  for (Index k = 0; k < model.singular.size(); ++k) {
    if (model.singular[k] > negligible) {
      newton -= model.v.col(k) * (model.rotated[k] / model.singular[k]);
    }
  }
  if (newton.norm() <= radius) {
    alpha = 0.0;
    return newton;
  }
  const auto pulled = (model.singular.array() * model.rotated.array()).eval();
  const double upper = pulled.matrix().norm() / radius;
  if (!(alpha > 0.0 && alpha < upper)) alpha = 1e-3 * upper;
  double low = 0.0;
  double high = upper;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const auto damping = (model.singular.array().square() + alpha).eval();
    const double length = (pulled / damping).matrix().norm();
    if (std::abs(length - radius) <= 1e-8 * radius) break;
    (length > radius ? low : high) = alpha;
    const double slope = -(pulled.square() / damping.cube()).sum() / length;
    double next = alpha - (length / radius) * (length - radius) / slope;
    if (!(next > low && next < high)) next = std::max(1e-3 * high, std::sqrt(low * high));
    alpha = next;
  }
  VectorXd step = model.damped(alpha);
  const double length = step.norm();
  return length > 0.0 ? VectorXd(step * (radius / length)) : step;
}

using Touching = Eigen::Array<bool, Eigen::Dynamic, 1>;

/// Returns how much of `s` fits between x and the bounds; marks the coordinates that then touch.
double stride_to_bounds(const VectorXd& x, const VectorXd& s, const Box& box,
                        Touching* touching = nullptr) {
  VectorXd strides = VectorXd::Constant(x.size(), kInfinity);
  for (Index i = 0; i < x.size(); ++i) {
    if (s[i] > 0.0) strides[i] = (box.upper[i] - x[i]) / s[i];
    if (s[i] < 0.0) strides[i] = (box.lower[i] - x[i]) / s[i];
  }
  const double least = strides.size() > 0 ? strides.minCoeff() : kInfinity;
  if (touching != nullptr) *touching = strides.array() <= least;
  return std::max(least, 0.0);
}

bool inside(const VectorXd& x, const Box& box) {
  return (x.array() > box.lower.array()).all() && (x.array() < box.upper.array()).all();
}

/// Returns t >= 0 with |s + t direction| = radius, for |s| <= radius.
double stride_to_radius(const VectorXd& s, const VectorXd& direction, double radius) {
  const double a = direction.squaredNorm();
  if (a == 0.0) return 0.0;
  const double b = s.dot(direction);
  const double c = std::min(s.squaredNorm() - radius * radius, 0.0);
  const double root = std::sqrt(b * b - a * c);
  return b > 0.0 ? -c / (b + root) : (root - b) / a;  // without cancellation
}

struct Candidate {
  VectorXd scaled;  // ŝ
  double value = kInfinity;
};

/// Returns the minimum of ψ on start + t direction, low <= t <= high.
Candidate along(const Model& model, const VectorXd& start, const VectorXd& direction, double low,
                double high) {
  const VectorXd a_direction = model.a * direction;
  const double curvature = a_direction.squaredNorm();
  const double slope = model.gradient.dot(direction) + a_direction.dot(model.a * start);
  double t = slope < 0.0 ? high : low;
  if (curvature > 0.0) t = std::clamp(-slope / curvature, low, high);
  Candidate candidate{start + t * direction, 0.0};
  candidate.value = model.value(candidate.scaled);
  return candidate;
}

/// What a step is chosen from: the point, its bounds, and the model around it. theta < 1 is the
/// share of the way to a bound that a step may take.
struct Surroundings {
  const VectorXd& x;
  const Box& box;
  const Scaling& scaling;
  const Model& model;
  double theta;

  VectorXd unscaled(const VectorXd& s) const { return scaling.d.cwiseProduct(s); }
};

/// Returns the lowest ψ on the way that `newton` takes when it is reflected at the first bound it
/// meets.
Candidate reflected_step(const Surroundings& at, const VectorXd& newton, double radius) {
  Touching touching;
  const double stride = stride_to_bounds(at.x, at.unscaled(newton), at.box, &touching);
  const VectorXd to_bound = stride * newton;
  const VectorXd reflected = touching.select(-newton, newton);
  const double to_next =
      stride_to_bounds(at.x + at.unscaled(to_bound), at.unscaled(reflected), at.box);
  const double to_radius = stride_to_radius(to_bound, reflected, radius);
  const double reach = std::min(to_next, to_radius);
  if (!(reach > 0.0)) return {to_bound};
  const double low = (1.0 - at.theta) * stride / reach;
  const double high = to_next <= to_radius ? at.theta * to_next : to_radius;
  return low <= high ? along(at.model, to_bound, reflected, low, high) : Candidate{to_bound};
}

/// Returns the lowest ψ down the scaled gradient.
Candidate gradient_step(const Surroundings& at, double radius) {
  const VectorXd origin = VectorXd::Zero(at.x.size());
  const VectorXd descent = -at.model.gradient;
  const double to_bound = at.theta * stride_to_bounds(at.x, at.unscaled(descent), at.box);
  const double to_radius = stride_to_radius(origin, descent, radius);
  return along(at.model, origin, descent, 0.0, std::min(to_bound, to_radius));
}

/// Returns the step itself where it stays inside the bounds; else the lowest ψ among the step cut
/// short of the bound, the step reflected there, and a step down the scaled gradient.
Candidate bounded_step(const Surroundings& at, const VectorXd& newton, double radius) {
  const VectorXd step = at.unscaled(newton);
  if (inside(at.x + step, at.box)) return {newton, at.model.value(newton)};
  Candidate best{at.theta * stride_to_bounds(at.x, step, at.box) * newton};
  best.value = at.model.value(best.scaled);
  for (Candidate& other :
       std::array{reflected_step(at, newton, radius), gradient_step(at, radius)}) {
    if (other.value < best.value) best = std::move(other);
  }
  return best;
}

/// Moves x strictly inside the bounds, by `margin` (of a unit in the coordinate) or half the range.
void move_inside(VectorXd& x, const Box& box, double margin) {
  for (Index i = 0; i < x.size(); ++i) {
    const double half = 0.5 * (box.upper[i] - box.lower[i]);
    const double low = box.lower[i] + std::min(margin, half);
    const double high = box.upper[i] - std::min(margin, half);
    if (!(x[i] > box.lower[i])) x[i] = std::max(low, std::nextafter(box.lower[i], kInfinity));
    if (!(x[i] < box.upper[i])) x[i] = std::min(high, std::nextafter(box.upper[i], -kInfinity));
  }
}

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
  Minimum finish(Status status, std::string message) const;

  CoordinateProblem& problem_;
  const SolveOptions& options_;
  Box box_;
  VectorXd x_, rows_, trial_rows_;
  RowMatrix jacobian_, trial_jacobian_;
  double cost_ = 0.0;    // F / 2
  double radius_ = 1.0;  // a unit in a coordinate is a large step
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
  const Eigen::HouseholderQR<MatrixXd> qr(jacobian_);
  const Index k = std::min(jacobian_.rows(), jacobian_.cols());
  Linearisation linear;
  linear.gradient = jacobian_.transpose() * rows_;
  linear.r = qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
  linear.qtr = (qr.householderQ().transpose() * rows_).head(k);
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
  return -at.model.value(unit) <= kNoise * cost_ ||
         at.unscaled(unit).cwiseAbs().maxCoeff() <= kMinute;
}

/// Tries steps of falling radius from x until one lowers F.
Reflective::Outcome Reflective::search(const Surroundings& at) {
  for (;;) {
    const VectorXd newton = trust_region_step(at.model, radius_, alpha_);
    const Candidate step = bounded_step(at, newton, radius_);
    const double predicted = -step.value;
    const bool nothing_left = alpha_ == 0.0 && !(-at.model.value(newton) > kNegligible * cost_);
    if (nothing_left) return Outcome::Converged;
    if (problem_.exhausted()) return Outcome::Exhausted;
    VectorXd x = x_ + at.unscaled(step.scaled);
    move_inside(x, box_, 0.0);
    const bool short_step = (x - x_).cwiseAbs().maxCoeff() <= options_.xtol;

    const bool evaluated = problem_.evaluate(x.data(), trial_rows_.data());
    const double cost = evaluated ? 0.5 * problem_.cost(trial_rows_.data()).total : kInfinity;
    const double decrease = cost_ - cost;
    const double ratio = predicted > 0.0 ? decrease / predicted : 0.0;
    const bool small = decrease <= options_.ftol * cost_ && ratio > 0.25;
    if (decrease > 0.0 && accept(x, cost)) {
      if (!problem_.report(2.0 * cost_)) return Outcome::Interrupted;
      adapt_radius(ratio, step.scaled.norm());
      small_decreases_ = small ? small_decreases_ + 1 : 0;
      const bool done = small_decreases_ >= 2 || short_step;
      return done && settled(at) ? Outcome::Converged : Outcome::Accepted;
    }
    if (short_step || predicted <= kNegligible * cost_) {
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
  const double exact = kRounding * cost_;
  for (;;) {
    const Linearisation linear = linearise();
    const Scaling scaling = coleman_li(x_, linear.gradient, box_);
    const double optimality = linear.gradient.cwiseProduct(scaling.v).cwiseAbs().maxCoeff();
    if (optimality <= options_.gtol * cost_ || cost_ <= exact) {
      return finish(Status::Converged, "gradient below gtol");
    }
    const Model model(linear, scaling);
    switch (search({x_, box_, scaling, model, std::max(0.995, 1.0 - optimality / cost_)})) {
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

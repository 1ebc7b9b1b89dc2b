// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/trust_region_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "hearth/estimation/solver/internal/column_groups.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

using Touching = Eigen::Array<bool, Eigen::Dynamic, 1>;

/// Returns the largest multiple of `s` that remains within the bounds from x; marks the coordinates
/// that then reach a bound.
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

/// Returns the minimum of ψ on start + t direction with low <= t <= high.
Candidate along(const Model& model, const VectorXd& start, const VectorXd& direction, double low,
                double high) {
  const VectorXd a_direction = model.image(direction);
  const double curvature = a_direction.squaredNorm();
  const double slope = model.gradient.dot(direction) + a_direction.dot(model.image(start));
  double t = slope < 0.0 ? high : low;
  if (curvature > 0.0) t = std::clamp(-slope / curvature, low, high);
  Candidate candidate{start + t * direction, 0.0};
  candidate.value = model.value(candidate.scaled);
  return candidate;
}

/// Returns the lowest ψ along the step `newton`, reflected at the first bound that it reaches.
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

/// Returns the lowest ψ along the scaled negative gradient.
Candidate gradient_step(const Surroundings& at, double radius) {
  const VectorXd origin = VectorXd::Zero(at.x.size());
  const VectorXd descent = -at.model.gradient;
  const double to_bound = at.theta * stride_to_bounds(at.x, at.unscaled(descent), at.box);
  const double to_radius = stride_to_radius(origin, descent, radius);
  return along(at.model, origin, descent, 0.0, std::min(to_bound, to_radius));
}

/// Returns the step with the coordinates that leave the bounds moved to just before them, and the
/// others chosen again with these fixed, as the minimum of ψ + α/2 |s|², until all are inside;
/// fixed coordinates remain fixed. With many bounds, a step that is shortened as a whole ends at
/// the first of them.
Candidate projected_step(const Surroundings& at, const VectorXd& newton, double radius,
                         double alpha) {
  constexpr int kMost = 20;
  constexpr double kSmall = 1e-12;  // of the largest curvature
  const Index n = at.x.size();
  VectorXd step = newton;
  Touching fixed = Touching::Constant(n, false);
  MatrixXd curvature = at.model.curvature();
  curvature.diagonal().array() +=
      std::max(alpha, kSmall * std::max(curvature.diagonal().maxCoeff(), 1.0));
  for (int pass = 0; pass < kMost; ++pass) {
    bool more = false;
    for (Index i = 0; i < n; ++i) {
      if (fixed[i]) continue;
      const double to = at.x[i] + at.scaling.d[i] * step[i];
      if (to > at.box.lower[i] && to < at.box.upper[i]) continue;
      const double bound = step[i] > 0.0 ? at.box.upper[i] : at.box.lower[i];
      step[i] = at.theta * (bound - at.x[i]) / at.scaling.d[i];
      more = fixed[i] = true;
    }
    if (!more) break;
    std::vector<Index> free, held;
    for (Index i = 0; i < n; ++i) (fixed[i] ? held : free).push_back(i);
    if (free.empty()) break;
    const MatrixXd own = curvature(free, free);
    const VectorXd right = -at.model.gradient(free) - curvature(free, held) * step(held);
    const Eigen::LLT<MatrixXd> factors(own);
    const VectorXd solved = factors.solve(right);
    if (factors.info() != Eigen::Success || !solved.allFinite()) return {};
    step(free) = solved;
  }
  const double share = std::min(
      {1.0, radius / step.norm(), stride_to_bounds(at.x, at.unscaled(step), at.box) * at.theta});
  Candidate candidate{share * step};
  candidate.value = at.model.value(candidate.scaled);
  return candidate;
}

}  // namespace

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

Model::Model(const Linearisation& linear, const Scaling& scaling)
    : gradient(scaling.d.cwiseProduct(linear.gradient)),
      singular(gradient.size()),
      rotated(gradient.size()) {
  Index first = 0;
  for (const Linearisation::Part& part : linear.parts) {
    const auto n = static_cast<Index>(part.columns.size());
    const Index k = part.r.rows();
    MatrixXd a = MatrixXd::Zero(k + n, n);
    a.topRows(k) = part.r * scaling.d(part.columns).asDiagonal();
    a.bottomRows(n).diagonal() = scaling.c(part.columns).cwiseSqrt();
    SingularValues svd = singular_values(a);
    singular.segment(first, n) = svd.values;
    rotated.segment(first, n) = svd.u.topRows(k).transpose() * part.qtr;
    rows += a.rows();
    parts.push_back({part.columns, std::move(a), std::move(svd.v), first});
    first += n;
  }
}

VectorXd Model::image(const VectorXd& s) const {
  VectorXd result(rows);
  Index row = 0;
  for (const Part& part : parts) {
    result.segment(row, part.a.rows()) = part.a * s(part.columns);
    row += part.a.rows();
  }
  return result;
}

MatrixXd Model::curvature() const {
  const Index n = gradient.size();
  MatrixXd result = MatrixXd::Zero(n, n);
  for (const Part& part : parts) {
    const MatrixXd own = part.a.transpose() * part.a;
    for (Index i = 0; i < own.rows(); ++i) {
      for (Index j = 0; j < own.cols(); ++j) {
        result(part.columns[static_cast<std::size_t>(i)],
               part.columns[static_cast<std::size_t>(j)]) = own(i, j);
      }
    }
  }
  return result;
}

VectorXd Model::step(const VectorXd& factors) const {
  VectorXd result(gradient.size());
  for (const Part& part : parts) {
    const auto n = static_cast<Index>(part.columns.size());
    const auto stretched =
        factors.segment(part.first, n).cwiseProduct(rotated.segment(part.first, n));
    result(part.columns) = -(part.v * stretched);
  }
  return result;
}

VectorXd trust_region_step(const Model& model, double radius, double& alpha) {
  const double largest = model.singular.size() > 0 ? model.singular.maxCoeff() : 0.0;
  const double negligible =
      largest * std::numeric_limits<double>::epsilon() * static_cast<double>(model.rows);
  const VectorXd newton = model.step(model.singular.unaryExpr(
      [&](double value) { return value > negligible ? 1.0 / value : 0.0; }));
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

Candidate bounded_step(const Surroundings& at, const VectorXd& newton, double radius,
                       double alpha) {
  const VectorXd step = at.unscaled(newton);
  if (inside(at.x + step, at.box)) return {newton, at.model.value(newton)};
  Candidate best{at.theta * stride_to_bounds(at.x, step, at.box) * newton};
  best.value = at.model.value(best.scaled);
  for (Candidate& other :
       std::array{projected_step(at, newton, radius, alpha), reflected_step(at, newton, radius),
                  gradient_step(at, radius)}) {
    if (other.value < best.value) best = std::move(other);
  }
  return best;
}

void move_inside(VectorXd& x, const Box& box, double margin) {
  for (Index i = 0; i < x.size(); ++i) {
    const double half = 0.5 * (box.upper[i] - box.lower[i]);
    const double low = box.lower[i] + std::min(margin, half);
    const double high = box.upper[i] - std::min(margin, half);
    if (!(x[i] > box.lower[i])) x[i] = std::max(low, std::nextafter(box.lower[i], kInfinity));
    if (!(x[i] < box.upper[i])) x[i] = std::min(high, std::nextafter(box.upper[i], -kInfinity));
  }
}

}  // namespace hearth::estimation

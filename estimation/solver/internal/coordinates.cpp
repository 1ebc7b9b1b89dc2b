// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hearth::estimation {
namespace {

double linear_magnitude(const Parameter& parameter) {
  const double range = parameter.max - parameter.min;
  if (std::isfinite(range)) return range;
  return parameter.initial != 0.0 ? std::abs(parameter.initial) : 1.0;
}

}  // namespace

bool all_finite(const double* values, std::size_t count) {
  return std::all_of(values, values + count, [](double value) { return std::isfinite(value); });
}

Scale scale_of(const Parameter& parameter) {
  if (parameter.scale) return *parameter.scale;
  return parameter.min > 0.0 ? Scale::Log : Scale::Linear;
}

Coordinate::Coordinate(const Parameter& parameter)
    : scale_(scale_of(parameter)),
      min_(parameter.min),
      max_(parameter.max),
      magnitude_(linear_magnitude(parameter)),
      lower_(-kInfinity),
      upper_(kInfinity) {
  if (scale_ == Scale::Linear) {
    lower_ = min_ / magnitude_;
    upper_ = max_ / magnitude_;
  } else if (scale_ == Scale::Log) {
    lower_ = std::log(min_);
    upper_ = std::log(max_);
  }
}

double Coordinate::from_physical(double p) const {
  if (scale_ == Scale::Linear) return std::clamp(p / magnitude_, lower_, upper_);
  if (scale_ == Scale::Log) return std::clamp(std::log(p), lower_, upper_);
  constexpr double kMargin = 1e-3;
  const double share = std::clamp((p - min_) / (max_ - min_), kMargin, 1.0 - kMargin);
  return std::log(share / (1.0 - share));
}

double Coordinate::to_physical(double z) const {
  if (z <= lower_) return min_;
  if (z >= upper_) return max_;
  double p = 0.0;
  if (scale_ == Scale::Linear) p = z * magnitude_;
  if (scale_ == Scale::Log) p = std::exp(z);
  if (scale_ == Scale::Logit) p = min_ + (max_ - min_) / (1.0 + std::exp(-z));
  return std::clamp(p, min_, max_);
}

double Coordinate::slope(double z) const {
  if (scale_ == Scale::Linear) return magnitude_;
  if (scale_ == Scale::Log) return std::exp(z);
  const double decay = std::exp(-std::abs(z));
  return (max_ - min_) * decay / ((1.0 + decay) * (1.0 + decay));
}

double Coordinate::distance(double p, Bound bound) const {
  if (bound == Bound::None) return kInfinity;
  if (scale_ == Scale::Logit) {
    return (bound == Bound::Lower ? p - min_ : max_ - p) / (max_ - min_);
  }
  const double z = from_physical(p);
  const double gap = bound == Bound::Lower ? z - lower_ : upper_ - z;
  const double range = upper_ - lower_;
  return gap / (std::isfinite(range) ? range : std::max(1.0, std::abs(z)));
}

LossValue evaluate(const Loss& loss, double squared_residual) {
  const double square = loss.scale * loss.scale;
  const double x = squared_residual / square;
  switch (loss.kind) {
    case Loss::Kind::Squared:
      break;
    case Loss::Kind::Huber: {
      if (x <= 1.0) break;
      const double root = std::sqrt(x);
      return {square * (2.0 * root - 1.0), 1.0 / root, -0.5 / (square * x * root)};
    }
    case Loss::Kind::SoftL1: {
      const double root = std::sqrt(1.0 + x);
      return {square * 2.0 * x / (root + 1.0), 1.0 / root, -0.5 / (square * (1.0 + x) * root)};
    }
    case Loss::Kind::Cauchy: {
      const double share = 1.0 / (1.0 + x);
      return {square * std::log1p(x), share, -share * share / square};
    }
  }
  return {squared_residual, 1.0, 0.0};
}

CoordinateProblem::CoordinateProblem(const std::vector<Parameter>& parameters,
                                     ResidualFunction& function, const SolveOptions& options)
    : function_(function),
      options_(options),
      residuals_(function.residuals()),
      kinds_(function.kinds()),
      least_size_(static_cast<double>(std::count(kinds_.begin(), kinds_.end(), RowKind::Value))) {
  std::vector<double> initial;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    coordinates_.emplace_back(parameters[i]);
    initial.push_back(parameters[i].initial);
    if (parameters[i].prior) priors_.push_back({i, *parameters[i].prior});
  }
  full_jacobian_.resize(static_cast<std::size_t>(residuals_) * parameters.size());
  set(initial, std::vector<bool>(parameters.size(), false));
}

void CoordinateProblem::set(const std::vector<double>& physical, const std::vector<bool>& held) {
  physical_ = physical;
  free_.clear();
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) free_.push_back(i);
  }
}

std::vector<bool> CoordinateProblem::held() const {
  std::vector<bool> held(physical_.size(), true);
  for (const std::size_t i : free_) held[i] = false;
  return held;
}

std::vector<double> CoordinateProblem::coordinates() const {
  std::vector<double> z;
  for (const std::size_t i : free_) z.push_back(coordinates_[i].from_physical(physical_[i]));
  return z;
}

std::vector<double> CoordinateProblem::physical(const double* z) const {
  std::vector<double> p = physical_;
  for (std::size_t column = 0; column < free_.size(); ++column) {
    p[free_[column]] = coordinates_[free_[column]].to_physical(z[column]);
  }
  return p;
}

bool CoordinateProblem::residuals_at(const std::vector<double>& p, double* rows, double* jacobian) {
  ++(jacobian != nullptr ? jacobians_ : evaluations_);
  if (!function_.evaluate(p.data(), rows, jacobian)) return false;
  const auto count = static_cast<std::size_t>(residuals_);
  if (!all_finite(rows, count)) return false;
  if (jacobian != nullptr && !all_finite(jacobian, count * p.size())) return false;
  for (std::size_t k = 0; k < priors_.size(); ++k) {
    const auto& [parameter, prior] = priors_[k];
    rows[count + k] = (p[parameter] - prior.mean) / prior.sd;
  }
  return std::isfinite(cost(rows).total);
}

bool CoordinateProblem::evaluate(const double* z, double* rows) {
  return residuals_at(physical(z), rows, nullptr);
}

bool CoordinateProblem::evaluate(const double* z, double* rows, double* jacobian) {
  if (!residuals_at(physical(z), rows, full_jacobian_.data())) return false;
  const std::size_t columns = free_.size();
  const auto count = static_cast<std::size_t>(residuals_);
  std::vector<double> slopes(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    slopes[column] = coordinates_[free_[column]].slope(z[column]);
  }
  for (std::size_t row = 0; row < count; ++row) {
    const double* from = full_jacobian_.data() + row * physical_.size();
    double* to = jacobian + row * columns;
    for (std::size_t column = 0; column < columns; ++column) {
      to[column] = from[free_[column]] * slopes[column];
    }
  }
  std::fill(jacobian + count * columns, jacobian + (count + priors_.size()) * columns, 0.0);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t k = 0; k < priors_.size(); ++k) {
      if (priors_[k].parameter != free_[column]) continue;
      jacobian[(count + k) * columns + column] = slopes[column] / priors_[k].prior.sd;
    }
  }
  return all_finite(jacobian, static_cast<std::size_t>(this->rows()) * columns);
}

CoordinateProblem::Cost CoordinateProblem::cost(const double* rows) const {
  Cost cost;
  for (int i = 0; i < residuals_; ++i) {
    const RowKind kind = kinds_.empty() ? RowKind::Squared : kinds_[static_cast<std::size_t>(i)];
    if (kind != RowKind::Squared) {
      const double value = kind == RowKind::Value ? rows[i] : 0.0;
      cost.objective += value;
      cost.total += value;
      continue;
    }
    const double squared = rows[i] * rows[i];
    cost.objective += squared;
    cost.total += estimation::evaluate(options_.loss, squared).value;
  }
  for (int i = residuals_; i < this->rows(); ++i) cost.prior += rows[i] * rows[i];
  cost.total += cost.prior;
  return cost;
}

bool CoordinateProblem::evaluate_here(double* rows) {
  return residuals_at(physical_, rows, nullptr);
}

bool CoordinateProblem::gradient_here(std::vector<double>& gradient) {
  std::vector<double> rows(static_cast<std::size_t>(this->rows()));
  if (!residuals_at(physical_, rows.data(), full_jacobian_.data())) return false;
  const std::size_t columns = physical_.size();
  gradient.assign(columns, 0.0);
  for (std::size_t row = 0; row < static_cast<std::size_t>(residuals_); ++row) {
    const double loss = estimation::evaluate(options_.loss, rows[row] * rows[row]).first;
    for (std::size_t i = 0; i < columns; ++i) {
      gradient[i] += 2.0 * loss * rows[row] * full_jacobian_[row * columns + i];
    }
  }
  for (const auto& [parameter, prior] : priors_) {
    gradient[parameter] += 2.0 * (physical_[parameter] - prior.mean) / (prior.sd * prior.sd);
  }
  return all_finite(gradient.data(), columns);
}

bool CoordinateProblem::report(double cost) {
  ++iterations_;
  return !options_.progress || options_.progress(iterations_, cost);
}

}  // namespace hearth::estimation

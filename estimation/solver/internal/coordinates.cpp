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
  const int count = static_cast<int>(parameters.size());
  pattern_ = function.pattern().value_or(RowPattern(residuals_, count));
  entries_.resize(pattern_.size());
  physical_ = initial;
  find_groups();
  set(initial, std::vector<bool>(parameters.size(), false));
}

/// Puts parameters with a residual in common into one group.
void CoordinateProblem::find_groups() {
  using Eigen::Index;
  const std::size_t count = physical_.size();
  Sets sets(static_cast<Index>(count));
  for (int row = 0; row < residuals_; ++row) {
    const std::vector<int>& own = pattern_.columns_of(row);
    if (row > 0 && &own == &pattern_.columns_of(row - 1)) continue;
    for (const int parameter : own) sets.join(own.front(), parameter);
  }
  group_of_parameter_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = static_cast<std::size_t>(sets.find(static_cast<Index>(i)));
    if (first == i) groups_.emplace_back();
    group_of_parameter_[i] = first == i ? groups_.size() - 1 : group_of_parameter_[first];
    groups_[group_of_parameter_[i]].parameters.push_back(i);
  }
  for (int row = 0; row < residuals_; ++row) {
    const std::vector<int>& own = pattern_.columns_of(row);
    add_row(own.empty() ? kNoGroup : static_cast<int>(group_of_parameter_[own.front()]));
  }
  for (const PriorRow& row : priors_) {
    add_row(static_cast<int>(group_of_parameter_[row.parameter]));
  }
  least_sizes_.assign(groups_.size(), 0.0);
  for (int row = 0; row < residuals_; ++row) {
    if (kind_of(row) != RowKind::Value) continue;
    add_to_groups(row, 1.0, least_sizes_);
  }
}

void CoordinateProblem::add_row(int group) {
  const auto row = static_cast<Eigen::Index>(group_of_row_.size());
  group_of_row_.push_back(group);
  if (group != kNoGroup) groups_[static_cast<std::size_t>(group)].rows.push_back(row);
}

/// Adds the contribution of a row to the sum of its group, or of all groups if no parameter changes
/// it.
void CoordinateProblem::add_to_groups(int row, double value, std::vector<double>& sums) const {
  const int group = group_of_row_[static_cast<std::size_t>(row)];
  if (group != kNoGroup) {
    sums[static_cast<std::size_t>(group)] += value;
  } else {
    for (double& sum : sums) sum += value;
  }
}

void CoordinateProblem::find_columns() {
  column_of_.assign(physical_.size(), -1);
  place_of_.assign(physical_.size(), -1);
  for (std::size_t column = 0; column < free_.size(); ++column) {
    column_of_[free_[column]] = static_cast<int>(column);
  }
  for (ParameterGroup& group : groups_) {
    group.columns.clear();
    for (const std::size_t parameter : group.parameters) {
      if (column_of_[parameter] < 0) continue;
      place_of_[parameter] = static_cast<int>(group.columns.size());
      group.columns.push_back(column_of_[parameter]);
    }
  }
}

void CoordinateProblem::set(const std::vector<double>& physical, const std::vector<bool>& held) {
  physical_ = physical;
  free_.clear();
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) free_.push_back(i);
  }
  find_columns();
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
  if (jacobian != nullptr && !all_finite(jacobian, entries_.size())) return false;
  for (std::size_t k = 0; k < priors_.size(); ++k) {
    const auto& [parameter, prior] = priors_[k];
    rows[count + k] = (p[parameter] - prior.mean) / prior.sd;
  }
  return std::isfinite(cost(rows).total);
}

bool CoordinateProblem::evaluate(const double* z, double* rows) {
  return residuals_at(physical(z), rows, nullptr);
}

std::vector<double> CoordinateProblem::slopes_at(const double* z) const {
  std::vector<double> slopes(physical_.size(), 0.0);
  for (std::size_t column = 0; column < free_.size(); ++column) {
    slopes[free_[column]] = coordinates_[free_[column]].slope(z[column]);
  }
  return slopes;
}

bool CoordinateProblem::evaluate(const double* z, double* rows, double* jacobian) {
  if (!residuals_at(physical(z), rows, entries_.data())) return false;
  const std::size_t columns = free_.size();
  const std::size_t count = static_cast<std::size_t>(this->rows()) * columns;
  const std::vector<double> slopes = slopes_at(z);
  std::fill_n(jacobian, count, 0.0);
  const double* entry = entries_.data();
  for (int row = 0; row < residuals_; ++row) {
    double* to = jacobian + static_cast<std::size_t>(row) * columns;
    for (const int parameter : pattern_.columns_of(row)) {
      const double value = *entry++;
      if (column_of_[parameter] >= 0) to[column_of_[parameter]] = value * slopes[parameter];
    }
  }
  for (std::size_t k = 0; k < priors_.size(); ++k) {
    const auto& [parameter, prior] = priors_[k];
    if (column_of_[parameter] < 0) continue;
    const std::size_t row = static_cast<std::size_t>(residuals_) + k;
    jacobian[row * columns + static_cast<std::size_t>(column_of_[parameter])] =
        slopes[parameter] / prior.sd;
  }
  return all_finite(jacobian, count);
}

bool CoordinateProblem::evaluate(const double* z, double* rows, std::vector<RowMatrix>& jacobian) {
  if (!residuals_at(physical(z), rows, entries_.data())) return false;
  const std::vector<double> slopes = slopes_at(z);
  jacobian.resize(groups_.size());
  bool finite = true;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const ParameterGroup& group = groups_[g];
    RowMatrix& own = jacobian[g];
    own.setZero(static_cast<Eigen::Index>(group.rows.size()),
                static_cast<Eigen::Index>(group.columns.size()));
    if (own.size() == 0) continue;
    double* to = own.data();
    for (const Eigen::Index row : group.rows) {
      if (row < residuals_) {
        const double* entry = entries_.data() + pattern_.begin(static_cast<int>(row));
        for (const int parameter : pattern_.columns_of(static_cast<int>(row))) {
          const double value = *entry++;
          if (place_of_[parameter] >= 0) to[place_of_[parameter]] = value * slopes[parameter];
        }
      } else {
        const auto& [parameter, prior] = priors_[static_cast<std::size_t>(row - residuals_)];
        if (place_of_[parameter] >= 0) to[place_of_[parameter]] = slopes[parameter] / prior.sd;
      }
      to += own.cols();
    }
    finite = finite && all_finite(own.data(), static_cast<std::size_t>(own.size()));
  }
  return finite;
}

/// Returns the contribution of a row of a residual to F.
double CoordinateProblem::share_of(int row, double value) const {
  switch (kind_of(row)) {
    case RowKind::Squared:
      return estimation::evaluate(options_.loss, value * value).value;
    case RowKind::Value:
      return value;
    case RowKind::Slope:
      break;
  }
  return 0.0;
}

CoordinateProblem::Cost CoordinateProblem::cost(const double* rows) const {
  Cost cost;
  for (int i = 0; i < residuals_; ++i) {
    const double share = share_of(i, rows[i]);
    cost.objective += kind_of(i) == RowKind::Squared ? rows[i] * rows[i] : share;
    cost.total += share;
  }
  for (int i = residuals_; i < this->rows(); ++i) cost.prior += rows[i] * rows[i];
  cost.total += cost.prior;
  return cost;
}

std::vector<double> CoordinateProblem::group_costs(const double* rows) const {
  std::vector<double> costs(groups_.size(), 0.0), priors(groups_.size(), 0.0);
  for (int i = 0; i < residuals_; ++i) add_to_groups(i, share_of(i, rows[i]), costs);
  for (int i = residuals_; i < this->rows(); ++i) add_to_groups(i, rows[i] * rows[i], priors);
  for (std::size_t g = 0; g < costs.size(); ++g) costs[g] += priors[g];
  return costs;
}

bool CoordinateProblem::evaluate_here(double* rows) {
  return residuals_at(physical_, rows, nullptr);
}

bool CoordinateProblem::gradient_here(std::vector<double>& gradient, double* rows) {
  if (!residuals_at(physical_, rows, entries_.data())) return false;
  gradient.assign(physical_.size(), 0.0);
  const double* entry = entries_.data();
  for (int row = 0; row < residuals_; ++row) {
    const double residual = rows[row];
    const double loss = estimation::evaluate(options_.loss, residual * residual).first;
    for (const int parameter : pattern_.columns_of(row)) {
      gradient[static_cast<std::size_t>(parameter)] += 2.0 * loss * residual * *entry++;
    }
  }
  for (const auto& [parameter, prior] : priors_) {
    gradient[parameter] += 2.0 * (physical_[parameter] - prior.mean) / (prior.sd * prior.sd);
  }
  return all_finite(gradient.data(), physical_.size());
}

bool CoordinateProblem::report(double cost) {
  ++iterations_;
  return !options_.progress || options_.progress(iterations_, cost);
}

}  // namespace hearth::estimation

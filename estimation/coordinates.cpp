// SPDX-License-Identifier: MIT
#include "hearth/estimation/coordinates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "hearth/estimation/ceres_solver.hpp"
#include "hearth/estimation/trust_region_reflective.hpp"

namespace hearth::estimation {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool all_finite(const double* values, std::size_t count) {
  return std::all_of(values, values + count, [](double value) { return std::isfinite(value); });
}

double linear_magnitude(const Parameter& parameter) {
  const double range = parameter.max - parameter.min;
  if (std::isfinite(range)) return range;
  return parameter.initial != 0.0 ? std::abs(parameter.initial) : 1.0;
}

}  // namespace

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
    : function_(function), options_(options), residuals_(function.residuals()) {
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
  for (std::size_t column = 0; column < columns; ++column) {
    const std::size_t parameter = free_[column];
    const double slope = coordinates_[parameter].slope(z[column]);
    const auto count = static_cast<std::size_t>(residuals_);
    for (std::size_t row = 0; row < count; ++row) {
      jacobian[row * columns + column] = full_jacobian_[row * physical_.size() + parameter] * slope;
    }
    for (std::size_t k = 0; k < priors_.size(); ++k) {
      jacobian[(count + k) * columns + column] =
          priors_[k].parameter == parameter ? slope / priors_[k].prior.sd : 0.0;
    }
  }
  return all_finite(jacobian, static_cast<std::size_t>(this->rows()) * columns);
}

CoordinateProblem::Cost CoordinateProblem::cost(const double* rows) const {
  Cost cost;
  for (int i = 0; i < residuals_; ++i) {
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

namespace {

std::string number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

void report_on(const Parameter& parameter, Diagnostics& diagnostics, const char* code,
               const std::string& message) {
  Where where;
  where.pointer = parameter.name;
  diagnostics.error(std::string("calibration.") + code, std::move(where), message);
}

std::string range_text(const Parameter& parameter) {
  return "[" + number(parameter.min) + ", " + number(parameter.max) + "]";
}

void check_bounds(const Parameter& parameter, Diagnostics& diagnostics) {
  if (!(parameter.min < parameter.max)) {
    report_on(parameter, diagnostics, "bounds_empty",
              "the bounds " + range_text(parameter) + " leave no range; expected min < max");
  } else if (!std::isfinite(parameter.initial)) {
    report_on(parameter, diagnostics, "start_not_finite", "the initial value is not a number");
  } else if (parameter.initial < parameter.min || parameter.initial > parameter.max) {
    report_on(parameter, diagnostics, "start_outside",
              "the initial value " + number(parameter.initial) + " lies outside " +
                  range_text(parameter) + "; move the start or widen the bounds");
  }
}

void check_scale(const Parameter& parameter, Diagnostics& diagnostics) {
  if (parameter.scale == Scale::Log && !(parameter.min > 0.0)) {
    report_on(parameter, diagnostics, "scale_invalid",
              "scale log needs min > 0, found " + number(parameter.min) + "; use linear");
  }
  const bool boxed = std::isfinite(parameter.min) && std::isfinite(parameter.max);
  if (parameter.scale == Scale::Logit && !boxed) {
    report_on(parameter, diagnostics, "scale_invalid",
              "scale logit needs two finite bounds, found " + range_text(parameter));
  }
}

void check_prior(const Parameter& parameter, Diagnostics& diagnostics) {
  if (!parameter.prior) return;
  const auto& [mean, sd] = *parameter.prior;
  if (!std::isfinite(mean) || !std::isfinite(sd) || !(sd > 0.0)) {
    report_on(parameter, diagnostics, "prior_invalid",
              "a prior needs a finite mean and sd > 0, found mean " + number(mean) + ", sd " +
                  number(sd));
  }
}

/// One solve: the chosen method, then the bounds.
class Solve {
 public:
  Solve(const std::vector<Parameter>& parameters, ResidualFunction& function,
        const SolveOptions& options)
      : parameters_(parameters),
        problem_(parameters, function, options),
        none_held_(parameters.size(), false),
        rows_(static_cast<std::size_t>(problem_.rows())) {}

  Summary run();

 private:
  bool begin();
  Minimum minimise();
  Minimum continue_with_ceres(Minimum reflective);
  void improve(const std::vector<bool>& held);
  bool try_at(std::size_t parameter, double value);
  std::vector<bool> hold_at_bounds(const std::vector<double>& gradient);
  bool wants_release(const std::vector<bool>& held, const std::vector<double>& gradient) const;
  void settle_on_bounds();
  void finish();

  const std::vector<Parameter>& parameters_;
  CoordinateProblem problem_;
  const std::vector<bool> none_held_;
  std::vector<double> rows_;
  std::vector<double> best_;  // physical
  double best_cost_ = 0.0;    // F
  Summary summary_;
};

bool Solve::begin() {
  for (const Parameter& parameter : parameters_) best_.push_back(parameter.initial);
  summary_.parameters = best_;
  summary_.at_bound.assign(best_.size(), Bound::None);
  summary_.message = "the model cannot be evaluated at the start";
  summary_.objective_initial = summary_.objective_final = kInfinity;
  summary_.cost_initial = summary_.cost_final = kInfinity;
  if (!problem_.evaluate_here(rows_.data())) return false;
  const CoordinateProblem::Cost cost = problem_.cost(rows_.data());
  best_cost_ = cost.total;
  summary_.objective_initial = cost.objective;
  summary_.prior_initial = cost.prior;
  summary_.cost_initial = cost.total;
  return true;
}

/// Runs the chosen method from where the problem stands.
Minimum Solve::minimise() {
  const Solver solver = problem_.options().solver;
  summary_.method = solver == Solver::Ceres ? "ceres" : "trf";
  if (problem_.size() == 0 || problem_.rows() == 0) {
    return {Status::Converged, "nothing to minimise", problem_.coordinates(), best_cost_};
  }
  if (solver == Solver::Ceres) return minimise_ceres(problem_);
  Minimum minimum = minimise_reflective(problem_);
  const bool may_go_on = minimum.status == Status::Stopped && !problem_.exhausted();
  if (solver == Solver::Trf || !may_go_on) return minimum;
  return continue_with_ceres(std::move(minimum));
}

Minimum Solve::continue_with_ceres(Minimum reflective) {
  problem_.set(problem_.physical(reflective.z.data()), problem_.held());
  Minimum ceres = minimise_ceres(problem_);
  if (ceres.status == Status::Interrupted) reflective.status = Status::Interrupted;
  if (!(ceres.cost < reflective.cost)) return reflective;
  summary_.method = "ceres";
  return ceres;
}

/// Minimises over the parameters that are not held, from the best point; keeps what is better.
void Solve::improve(const std::vector<bool>& held) {
  problem_.set(best_, held);
  const Minimum minimum = minimise();
  if (minimum.cost < best_cost_) {
    best_ = problem_.physical(minimum.z.data());
    best_cost_ = minimum.cost;
  }
  problem_.set(best_, held);
  if (minimum.status == Status::Failed && summary_.status != Status::Failed) return;
  summary_.status = minimum.status;
  summary_.message = minimum.message;
}

/// Gives one parameter of the best point that value if F does not rise.
bool Solve::try_at(std::size_t parameter, double value) {
  if (best_[parameter] == value) return true;
  if (problem_.exhausted()) return false;
  std::vector<double> trial = best_;
  trial[parameter] = value;
  problem_.set(trial, none_held_);
  if (!problem_.evaluate_here(rows_.data())) return false;
  const double cost = problem_.cost(rows_.data()).total;
  const double rounding = 1e-10 * best_cost_ + 1e-20 * summary_.cost_initial;
  if (!(cost <= best_cost_ + rounding)) return false;
  best_ = std::move(trial);
  best_cost_ = cost;
  return true;
}

std::vector<bool> Solve::hold_at_bounds(const std::vector<double>& gradient) {
  constexpr double kNear = 0.02;      // of the range: the method was still approaching
  constexpr double kTouching = 1e-9;  // a dead parameter that started there
  std::vector<bool> held = none_held_;
  for (std::size_t i = 0; i < best_.size(); ++i) {
    const Coordinate& coordinate = problem_.coordinate_of(i);
    const auto falls_to = [&](Bound bound, double slope) {
      const double distance = coordinate.distance(best_[i], bound);
      return distance <= (slope > 0.0 ? kNear : kTouching) && slope >= 0.0;
    };
    if (falls_to(Bound::Lower, gradient[i])) {
      held[i] = try_at(i, parameters_[i].min);
    } else if (falls_to(Bound::Upper, -gradient[i])) {
      held[i] = try_at(i, parameters_[i].max);
    }
  }
  return held;
}

/// Returns whether F falls from a bound inwards by more than a rounding of F over a unit step.
bool Solve::wants_release(const std::vector<bool>& held,
                          const std::vector<double>& gradient) const {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) continue;
    const double inwards = best_[i] == parameters_[i].min ? -gradient[i] : gradient[i];
    if (inwards * problem_.coordinate_of(i).slope_at(best_[i]) > 1e-8 * best_cost_) return true;
  }
  return false;
}

/// Puts on their bounds the parameters that were still approaching them; see `solve`.
void Solve::settle_on_bounds() {
  constexpr int kRounds = 4;
  std::vector<double> gradient;
  for (int round = 0; round < kRounds && summary_.status != Status::Interrupted; ++round) {
    problem_.set(best_, none_held_);
    if (problem_.exhausted() || !problem_.gradient_here(gradient)) return;
    const std::vector<bool> held = hold_at_bounds(gradient);
    if (held == none_held_) return;
    improve(held);
    if (summary_.status == Status::Interrupted || problem_.exhausted()) return;
    if (!problem_.gradient_here(gradient)) return;
    if (!wants_release(held, gradient)) return;
    improve(none_held_);
  }
}

void Solve::finish() {
  problem_.set(best_, none_held_);
  if (problem_.evaluate_here(rows_.data())) {
    const CoordinateProblem::Cost cost = problem_.cost(rows_.data());
    summary_.objective_final = cost.objective;
    summary_.prior_final = cost.prior;
    summary_.cost_final = cost.total;
  }
  for (std::size_t i = 0; i < best_.size(); ++i) {
    if (best_[i] == parameters_[i].min) summary_.at_bound[i] = Bound::Lower;
    if (best_[i] == parameters_[i].max) summary_.at_bound[i] = Bound::Upper;
  }
  summary_.parameters = best_;
}

Summary Solve::run() {
  if (begin()) {
    improve(none_held_);
    settle_on_bounds();
    finish();
  }
  summary_.iterations = problem_.iterations();
  summary_.evaluations = problem_.evaluations();
  summary_.jacobians = problem_.jacobians();
  return summary_;
}

}  // namespace

Diagnostics validate(const std::vector<Parameter>& parameters) {
  Diagnostics diagnostics;
  std::set<std::string> names;
  for (const Parameter& parameter : parameters) {
    check_bounds(parameter, diagnostics);
    check_scale(parameter, diagnostics);
    check_prior(parameter, diagnostics);
    if (!names.insert(parameter.name).second) {
      report_on(parameter, diagnostics, "duplicate_parameter", "is given twice; remove one");
    }
  }
  return diagnostics;
}

Summary solve(const std::vector<Parameter>& parameters, ResidualFunction& function,
              const SolveOptions& options) {
  const Diagnostics diagnostics = validate(parameters);
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return Solve(parameters, function, options).run();
}

std::optional<Jacobian> evaluate_jacobian(ResidualFunction& function,
                                          const std::vector<double>& parameters) {
  Jacobian jacobian{function.residuals(), static_cast<int>(parameters.size()), {}};
  std::vector<double> residuals(static_cast<std::size_t>(jacobian.rows));
  jacobian.values.resize(residuals.size() * parameters.size());
  if (!function.evaluate(parameters.data(), residuals.data(), jacobian.values.data()) ||
      !all_finite(jacobian.values.data(), jacobian.values.size())) {
    return std::nullopt;
  }
  return jacobian;
}

}  // namespace hearth::estimation

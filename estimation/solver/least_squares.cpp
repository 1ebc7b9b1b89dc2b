// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "hearth/estimation/solver/internal/coordinates.hpp"
#include "hearth/estimation/solver/internal/solvers.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::estimation {
namespace {

void report_on(const Parameter& parameter, Diagnostics& diagnostics, const char* code,
               const std::string& message) {
  Where where;
  where.pointer = parameter.name;
  diagnostics.error(std::string("calibration.") + code, std::move(where), message);
}

std::string range_text(const Parameter& parameter) {
  return "[" + number_text(parameter.min) + ", " + number_text(parameter.max) + "]";
}

void check_bounds(const Parameter& parameter, Diagnostics& diagnostics) {
  if (!(parameter.min < parameter.max)) {
    report_on(parameter, diagnostics, "bounds_empty",
              "the bounds " + range_text(parameter) + " leave no range; expected min < max");
  } else if (!std::isfinite(parameter.initial)) {
    report_on(parameter, diagnostics, "start_not_finite", "the initial value is not a number");
  } else if (parameter.initial < parameter.min || parameter.initial > parameter.max) {
    report_on(parameter, diagnostics, "start_outside",
              "the initial value " + number_text(parameter.initial) + " lies outside " +
                  range_text(parameter) + "; move the start or widen the bounds");
  }
}

void check_scale(const Parameter& parameter, Diagnostics& diagnostics) {
  if (parameter.scale == Scale::Log && !(parameter.min > 0.0)) {
    report_on(parameter, diagnostics, "scale_invalid",
              "scale log needs min > 0, found " + number_text(parameter.min) + "; use linear");
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
              "a prior needs a finite mean and sd > 0, found mean " + number_text(mean) + ", sd " +
                  number_text(sd));
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
  const Solver solver = problem_.scoring() ? Solver::Trf : problem_.options().solver;
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
  const double rounding =
      1e-10 * problem_.size_of(best_cost_) + 1e-20 * problem_.size_of(summary_.cost_initial);
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
    if (inwards * problem_.coordinate_of(i).slope_at(best_[i]) >
        1e-8 * problem_.size_of(best_cost_)) {
      return true;
    }
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
      report_on(parameter, diagnostics, "parameter_duplicate", "is given twice; remove one");
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
  jacobian.residuals.resize(static_cast<std::size_t>(jacobian.rows));
  jacobian.values.resize(jacobian.residuals.size() * parameters.size());
  if (!function.evaluate(parameters.data(), jacobian.residuals.data(), jacobian.values.data()) ||
      !all_finite(jacobian.values.data(), jacobian.values.size())) {
    return std::nullopt;
  }
  jacobian.places = function.places();
  jacobian.kinds = function.kinds();
  return jacobian;
}

}  // namespace hearth::estimation

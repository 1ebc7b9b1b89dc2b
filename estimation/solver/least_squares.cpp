// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
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
    return;
  }
  constexpr double kFar = 3.0;  // standard deviations
  const double beyond = std::max(parameter.min - mean, mean - parameter.max);
  if (!(parameter.min < parameter.max) || !(beyond > kFar * sd)) return;
  diagnostics.warning("calibration.prior_outside", {.pointer = parameter.name},
                      "the mean of the prior, " + number_text(mean) + ", lies " +
                          number_text(std::round(beyond / sd)) + " of its sd outside the bounds " +
                          range_text(parameter) +
                          ": the prior and the bounds contradict each other; correct one of them");
}

/// One search: the chosen method, then the treatment of bounds.
class Solve {
 public:
  Solve(const std::vector<Parameter>& parameters, ResidualFunction& function,
        const SolveOptions& options)
      : parameters_(parameters),
        problem_(parameters, function, options),
        none_held_(parameters.size(), false),
        rows_(static_cast<std::size_t>(problem_.rows())),
        ends_(problem_.groups().size()) {}

  Summary run();

 private:
  using Flags = std::vector<bool>;
  /// At most one parameter per group, with the bound at which it may be.
  using Wave = std::vector<std::pair<std::size_t, double>>;

  bool begin();
  Minimum minimise();
  Minimum continue_with_ceres(Minimum reflective);
  void improve(const Flags& held, const Flags& open);
  void note_end(const Minimum& minimum, const Flags& open);
  void try_at(const Wave& wave, Flags& held);
  Flags hold_at_bounds(const std::vector<double>& gradient, const Flags& open);
  bool wants_release(std::size_t g, const Flags& held, const std::vector<double>& gradient) const;
  void settle_on_bounds();
  void finish();

  const std::vector<Parameter>& parameters_;
  CoordinateProblem problem_;
  const Flags none_held_;
  std::vector<double> rows_;
  std::vector<double> best_;         // physical
  double best_cost_ = 0.0;           // F
  std::vector<double> group_costs_;  // F of the groups at the best point
  std::vector<double> first_costs_;  // F of the groups at the start
  std::vector<GroupEnd> ends_;       // by group
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
  first_costs_ = problem_.group_costs(rows_.data());
  summary_.objective_initial = cost.objective;
  summary_.prior_initial = cost.prior;
  summary_.cost_initial = cost.total;
  return true;
}

/// Runs the chosen method from the present point of the problem.
Minimum Solve::minimise() {
  const Solver solver = problem_.scoring() ? Solver::Trf : problem_.options().solver;
  summary_.method = solver == Solver::Ceres ? "ceres" : "trf";
  if (problem_.size() == 0 || problem_.rows() == 0) {
    return {Status::Converged, "nothing to minimise", problem_.coordinates(), best_cost_};
  }
  if (solver == Solver::Ceres) return minimise_ceres(problem_);
  Minimum minimum = minimise_reflective(problem_);
  if (solver == Solver::Trf) return minimum;
  return continue_with_ceres(std::move(minimum));
}

/// Continues with Ceres in each group that is stuck.
Minimum Solve::continue_with_ceres(Minimum minimum) {
  const Flags held = problem_.held();
  for (GroupEnd& end : minimum.ends) {
    const bool ended = minimum.status == Status::Interrupted || problem_.exhausted();
    if (ended || !end.rejected) continue;
    const ParameterGroup& group = problem_.groups()[end.group];
    const std::vector<Eigen::Index> columns = group.columns;
    Flags others(held.size(), true);
    for (const std::size_t i : group.parameters) others[i] = held[i];
    problem_.set(problem_.physical(minimum.z.data()), others);
    const Minimum own = minimise_ceres(problem_);
    problem_.set(problem_.physical(own.z.data()), held);
    if (own.status == Status::Interrupted) minimum.status = end.status = Status::Interrupted;
    if (!(own.cost < minimum.cost)) continue;
    summary_.method = "ceres";
    for (std::size_t k = 0; k < columns.size(); ++k) {
      minimum.z[static_cast<std::size_t>(columns[k])] = own.z[k];
    }
    minimum.cost = own.cost;
    end.status = own.status;
    end.message = own.message;
    if (own.status == Status::Converged) end.rejected.reset();
  }
  return minimum;
}

/// Returns the rank of an end: the lowest of all groups determines that of the search.
int gravity(Status status) {
  switch (status) {
    case Status::Converged:
      return 0;
    case Status::Stopped:
      return 1;
    case Status::Failed:
      return 2;
    case Status::Interrupted:
      break;
  }
  return 3;
}

/// Notes the ends of the open groups, and that of the search.
void Solve::note_end(const Minimum& minimum, const Flags& open) {
  if (minimum.ends.empty()) {
    for (std::size_t g = 0; g < ends_.size(); ++g) {
      if (!problem_.groups()[g].columns.empty()) ends_[g] = {g, minimum.status, minimum.message};
    }
  }
  for (const GroupEnd& end : minimum.ends) ends_[end.group] = end;
  for (std::size_t g = 0; g < ends_.size(); ++g) {
    const bool all_held = open[g] && problem_.groups()[g].columns.empty();
    if (all_held) ends_[g] = {g, Status::Converged, "nothing to minimise"};
  }
  const auto worse = [](const GroupEnd& a, const GroupEnd& b) {
    return gravity(a.status) < gravity(b.status);
  };
  const auto worst = std::max_element(ends_.begin(), ends_.end(), worse);
  summary_.status = worst == ends_.end() ? minimum.status : worst->status;
  summary_.message = worst == ends_.end() ? minimum.message : worst->message;
  if (summary_.status != Status::Stopped || ends_.size() == 1) return;
  const auto count = std::count_if(ends_.begin(), ends_.end(), [&](const GroupEnd& end) {
    return end.status == Status::Stopped;
  });
  summary_.message += " in " + std::to_string(count) + " of " + std::to_string(ends_.size()) +
                      " independent groups of parameters";
}

/// Minimises over the parameters of open groups that are not held, from the best point; keeps a
/// better result.
void Solve::improve(const Flags& held, const Flags& open) {
  Flags fixed = held;
  for (std::size_t g = 0; g < open.size(); ++g) {
    for (const std::size_t i : problem_.groups()[g].parameters) fixed[i] = fixed[i] || !open[g];
  }
  problem_.set(best_, fixed);
  const Minimum minimum = minimise();
  if (minimum.cost < best_cost_) {
    best_ = problem_.physical(minimum.z.data());
    best_cost_ = minimum.cost;
  }
  const bool failed = minimum.status == Status::Failed && summary_.status != Status::Failed;
  if (!failed) note_end(minimum, open);
  problem_.set(best_, held);
}

/// Sets parameters of different groups to these values, each if the F of its group does not
/// increase; marks the parameters that were set.
void Solve::try_at(const Wave& wave, Flags& held) {
  std::vector<double> trial = best_;
  Wave moved;
  for (const auto& [parameter, value] : wave) {
    held[parameter] = best_[parameter] == value;
    if (held[parameter]) continue;
    moved.emplace_back(parameter, value);
    trial[parameter] = value;
  }
  if (moved.empty() || problem_.exhausted()) return;
  problem_.set(trial, none_held_);
  if (!problem_.evaluate_here(rows_.data())) {
    if (moved.size() == 1) return;
    const auto middle = moved.begin() + static_cast<std::ptrdiff_t>(moved.size() / 2);
    try_at(Wave(moved.begin(), middle), held);
    try_at(Wave(middle, moved.end()), held);
    return;
  }
  std::vector<double> costs = problem_.group_costs(rows_.data());
  Wave good;
  for (const auto& [parameter, value] : moved) {
    const std::size_t g = problem_.group_of(parameter);
    const double rounding =
        1e-10 * problem_.size_of(group_costs_[g], g) + 1e-20 * problem_.size_of(first_costs_[g], g);
    if (costs[g] <= group_costs_[g] + rounding) good.emplace_back(parameter, value);
  }
  if (good.size() < moved.size()) return try_at(good, held);  // again without the others
  best_ = std::move(trial);
  best_cost_ = problem_.cost(rows_.data()).total;
  group_costs_ = std::move(costs);
  for (const auto& [parameter, value] : good) held[parameter] = true;
}

/// Holds parameters of open groups that were still approaching a bound, and for which the bound is
/// not worse. Parameters that may vanish are tried at their lower bound, wherever they ended.
std::vector<bool> Solve::hold_at_bounds(const std::vector<double>& gradient, const Flags& open) {
  // share of the range within which the method was still approaching
  constexpr double kNear = 0.02;
  constexpr double kTouching = 1e-9;  // a dead parameter that started at the bound
  Flags held = none_held_;
  std::vector<Wave> waves;  // first parameters of all groups, then second ones, ...
  for (std::size_t g = 0; g < open.size(); ++g) {
    std::size_t wave = 0;
    if (!open[g]) continue;
    for (const std::size_t i : problem_.groups()[g].parameters) {
      const Coordinate& coordinate = problem_.coordinate_of(i);
      const auto falls_to = [&](Bound bound, double slope) {
        const double distance = coordinate.distance(best_[i], bound);
        return distance <= (slope > 0.0 ? kNear : kTouching) && slope >= 0.0;
      };
      const bool lower = parameters_[i].may_vanish || falls_to(Bound::Lower, gradient[i]);
      if (!lower && !falls_to(Bound::Upper, -gradient[i])) continue;
      if (wave == waves.size()) waves.emplace_back();
      waves[wave++].emplace_back(i, lower ? parameters_[i].min : parameters_[i].max);
    }
  }
  for (const Wave& wave : waves) try_at(wave, held);
  return held;
}

/// Returns whether F of a group decreases from a bound inwards by more than rounding over a unit
/// step.
bool Solve::wants_release(std::size_t g, const Flags& held,
                          const std::vector<double>& gradient) const {
  const ParameterGroup& group = problem_.groups()[g];
  return std::any_of(group.parameters.begin(), group.parameters.end(), [&](std::size_t i) {
    const double inwards = best_[i] == parameters_[i].min ? -gradient[i] : gradient[i];
    return held[i] && inwards * problem_.coordinate_of(i).slope_at(best_[i]) >
                          1e-8 * problem_.size_of(group_costs_[g], g);
  });
}

/// Sets parameters that were still approaching their bounds to them; see `solve`.
void Solve::settle_on_bounds() {
  constexpr int kRounds = 4;
  const std::vector<ParameterGroup>& groups = problem_.groups();
  std::vector<double> gradient;
  Flags open(groups.size(), true);
  for (int round = 0; round < kRounds && summary_.status != Status::Interrupted; ++round) {
    problem_.set(best_, none_held_);
    if (problem_.exhausted() || !problem_.gradient_here(gradient, rows_.data())) return;
    group_costs_ = problem_.group_costs(rows_.data());
    const Flags held = hold_at_bounds(gradient, open);
    if (held == none_held_) return;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      open[g] = std::any_of(groups[g].parameters.begin(), groups[g].parameters.end(),
                            [&](std::size_t i) { return held[i]; });
    }
    improve(held, open);
    if (summary_.status == Status::Interrupted || problem_.exhausted()) return;
    if (!problem_.gradient_here(gradient, rows_.data())) return;
    group_costs_ = problem_.group_costs(rows_.data());
    for (std::size_t g = 0; g < groups.size(); ++g) {
      open[g] = open[g] && wants_release(g, held, gradient);
    }
    if (open == Flags(groups.size(), false)) return;
    improve(none_held_, open);
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
  for (const GroupEnd& end : ends_) {
    if (end.rejected) summary_.rejected_steps.push_back(*end.rejected);
  }
}

Summary Solve::run() {
  if (begin()) {
    const Flags all_open(problem_.groups().size(), true);
    improve(none_held_, all_open);
    settle_on_bounds();
    if (summary_.status == Status::Converged && problem_.stopped()) {
      summary_.status = Status::Interrupted;
      summary_.message = "interrupted";
    }
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
      report_on(parameter, diagnostics, "parameter_duplicate", "appears twice; remove one");
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
  jacobian.pattern = function.pattern();
  jacobian.residuals.resize(static_cast<std::size_t>(jacobian.rows));
  jacobian.values.resize(jacobian.layout().size());
  if (!function.evaluate(parameters.data(), jacobian.residuals.data(), jacobian.values.data()) ||
      !all_finite(jacobian.values.data(), jacobian.values.size())) {
    return std::nullopt;
  }
  jacobian.places = function.places();
  jacobian.kinds = function.kinds();
  return jacobian;
}

bool evaluate_dense(ResidualFunction& function, const std::optional<RowPattern>& pattern,
                    const std::vector<double>& parameters, double* residuals, double* jacobian) {
  if (!pattern) return function.evaluate(parameters.data(), residuals, jacobian);
  std::vector<double> values(pattern->size());
  if (!function.evaluate(parameters.data(), residuals, values.data())) return false;
  std::fill_n(jacobian, static_cast<std::size_t>(pattern->rows()) * parameters.size(), 0.0);
  const double* entry = values.data();
  for (int row = 0; row < pattern->rows(); ++row) {
    double* to = jacobian + static_cast<std::size_t>(row) * parameters.size();
    for (const int column : pattern->columns_of(row)) to[column] = *entry++;
  }
  return true;
}

}  // namespace hearth::estimation

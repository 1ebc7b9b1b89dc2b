// SPDX-License-Identifier: MIT
#include "hearth/estimation/control/optimal_control.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/control/control_window.hpp"
#include "hearth/estimation/control/controlled_model.hpp"
#include "hearth/estimation/control/prepared_control.hpp"
#include "hearth/estimation/filter/kalman_filter.hpp"

namespace hearth {
namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// A simulation of a system whose decisions are set row by row.
class DecidedRun {
 public:
  explicit DecidedRun(const ControlSystem& system) : system_(system), simulation_(*system.objects) {
    std::vector<int> averaged;
    for (const ControlOutput& output : system.costs) averaged.push_back(output.cell);
    simulation_.observe_means(std::move(averaged));
  }

  void decide(const std::vector<double>& decisions) { decide(decisions, decisions); }
  /// `delayed` are the decisions of receivers that get a value one step later than others.
  void decide(const std::vector<double>& decisions, const std::vector<double>& delayed) {
    for (std::size_t d = 0; d < decisions.size(); ++d) {
      simulation_.set_input(system_.decisions[d], applied(system_.to_own[d], decisions[d]));
      if (system_.delayed[d] < 0) continue;
      simulation_.set_input(system_.delayed[d], applied(system_.to_own[d], delayed[d]));
    }
  }
  Simulation<double>& simulation() { return simulation_; }

 private:
  const ControlSystem& system_;
  Simulation<double> simulation_;
};

/// Corrects the state of the model by measurements of the plant.
class StateEstimate {
 public:
  explicit StateEstimate(const PreparedControl& prepared)
      : prepared_(prepared),
        run_(prepared.model()),
        filter_(run_.simulation(), *prepared.model().jets, prepared.noisy(), prepared.uncertain()) {
    filter_.set_noise(prepared.intensities());
  }

  void initialize(const std::vector<double>& decisions) {
    run_.decide(decisions);
    filter_.initialize(prepared_.initial_sds());
  }
  void step(const std::vector<double>& decisions, const std::vector<double>& delayed,
            const Simulation<double>& plant) {
    run_.decide(decisions, delayed);
    filter_.step();
    for (std::size_t i = 0; i < prepared_.measured_sds().size(); ++i) {
      const ControlOutput& own = prepared_.model().measured[i];
      const ControlOutput& there = prepared_.plant().measured[i];
      const double factor = own.conversion.factor;
      const double measured = there.value(plant.value(there.cell));
      filter_.correct(own.cell, (measured - own.conversion.shift) / factor,
                      prepared_.measured_sds()[i] / std::abs(factor));
    }
  }
  Snapshot<double> snapshot() { return run_.simulation().snapshot(); }

 private:
  const PreparedControl& prepared_;
  DecidedRun run_;
  KalmanFilter filter_;
};

/// Runs the searches of a problem, and simulates the plant between them.
class ControlLoop {
 public:
  ControlLoop(const PreparedControl& prepared, const OptimizeOptions& options,
              ControlResult& result)
      : prepared_(prepared),
        options_(options),
        result_(result),
        run_(prepared.plant()),
        predicted_(prepared.has_plant() ? std::make_unique<DecidedRun>(prepared.model()) : nullptr),
        window_(prepared, prepared.horizon(),
                predicted_ ? predicted_->simulation() : run_.simulation()) {
    window_.set_stop(options.stop);
    if (prepared.has_plant()) {
      predicted_->simulation().initialize();
      estimate_.emplace(prepared);
    }
    for (std::size_t d = 0; d < prepared.bounds().size(); ++d) {
      if (prepared.bounds()[d].max > prepared.bounds()[d].min) movable_.push_back(d);
    }
    silent_ = flat_ = movable_;
    costs_rest_ = !prepared.costs().empty() && !movable_.empty();
    result_.decided.resize(prepared_.bounds().size());
    result_.outcome.cost_outputs.resize(prepared_.costs().size());
    result_.outcome.limit_outputs.resize(prepared_.limits().size());
  }

  void run() {
    warm_up();
    if (stopped()) return interrupt();
    const long start = prepared_.start_row(), end = prepared_.end_row();
    searches_ = static_cast<int>((end - start + prepared_.every() - 1) / prepared_.every());
    std::vector<double> guess = first_guess();
    for (long row = start; row < end; row += prepared_.every()) {
      const std::vector<double> decisions = search(row, guess);
      if (result_.searches.back().status == ProgramStatus::Interrupted) break;
      const long last = std::min(end, row + prepared_.every());
      for (long next = row + 1; next <= last; ++next) {
        if (stopped()) return interrupt();
        step(blocks_at(decisions, next - row));
      }
      guess = shifted(decisions);
    }
    for (std::vector<double>& values : result_.decided) {
      if (!values.empty()) values.insert(values.begin(), values.front());
    }
  }

  /// Warns of decisions without effect in any horizon or near any plan, and of terms that no
  /// decision changes. Must be called after `run`.
  void warn_of_silent(Diagnostics& diagnostics) const {
    if (result_.searches.empty()) return;
    for (const std::size_t d : silent_) {
      const ControlDecision& decision = prepared_.problem().decisions[d];
      diagnostics.warning(
          "control.no_influence", decision.where,
          "'" + decision.target +
              "' affects neither the objective nor a limited output within the horizon, whatever "
              "its value; choose another port, remove the decision, or lengthen the horizon");
    }
    for (const std::size_t d : flat_) {
      if (std::find(silent_.begin(), silent_.end(), d) != silent_.end()) continue;
      const ControlDecision& decision = prepared_.problem().decisions[d];
      const auto [least, most] =
          std::minmax_element(result_.decided[d].begin(), result_.decided[d].end());
      diagnostics.warning(
          "control.no_influence_nearby", decision.where,
          fmt::format("the plan for '{}', {:.4g} to {:.4g}, is where small changes have no effect, "
                      "and a search cannot improve it: its 'min' and 'max' may be wider than the "
                      "range that the model uses, such as 0 to 1 for a valve; narrow them, or set "
                      "'initial' to a value inside that range",
                      decision.target, *least, *most));
    }
    // If no decision has an effect, this was reported already.
    if (!costs_rest_ || silent_.size() == movable_.size()) return;
    const ControlCost& cost = prepared_.problem().costs.front();
    diagnostics.warning("control.objective_constant", cost.where,
                        "no decision changes a term of the objective, such as '" + cost.output +
                            "': the plan satisfies the limits, but nothing is minimised; name an "
                            "output that depends on decisions, or the decided port '" +
                            prepared_.problem().decisions.front().target + "'");
  }

 private:
  /// Returns the decisions of a row before the start: the values that they replace.
  std::vector<double> before(long row) const {
    std::vector<double> decisions;
    for (std::size_t d = 0; d < prepared_.bounds().size(); ++d) {
      decisions.push_back(prepared_.before(d, row));
    }
    return decisions;
  }

  /// Returns the values that the decisions replace at a row.
  std::vector<double> known_at(long row) const {
    std::vector<double> decisions;
    for (const std::vector<double>& known : prepared_.baseline().decisions) {
      decisions.push_back(known[static_cast<std::size_t>(row)]);
    }
    return decisions;
  }

  void warm_up() {
    Simulation<double>& simulation = run_.simulation();
    const std::vector<double> first = before(0);
    run_.decide(first);
    simulation.initialize();
    if (estimate_) estimate_->initialize(first);
    for (long row = 1; row <= prepared_.start_row() && !stopped(); ++row) {
      const std::vector<double> decisions = before(row), delayed = known_at(row - 1);
      run_.decide(decisions, delayed);
      simulation.step();
      if (estimate_) estimate_->step(decisions, delayed, simulation);
    }
    record_row();
  }

  bool stopped() const { return options_.stop && options_.stop(); }
  void interrupt() {
    ControlSearch& search = result_.searches.emplace_back();
    search.time = prepared_.problem().start;
    search.status = ProgramStatus::Interrupted;
    search.message = "interrupted";
  }

  void step(const std::vector<double>& decisions) {
    run_.decide(decisions);
    run_.simulation().step();
    if (estimate_) estimate_->step(decisions, decisions, run_.simulation());
    for (std::size_t d = 0; d < decisions.size(); ++d) result_.decided[d].push_back(decisions[d]);
    record_row();
  }

  void record_row() {
    const ControlSystem& system = prepared_.plant();
    const Simulation<double>& simulation = run_.simulation();
    for (std::size_t i = 0; i < system.costs.size(); ++i) {
      const double value =
          simulation.row() > 0 ? simulation.mean(i) : simulation.value(system.costs[i].cell);
      result_.outcome.cost_outputs[i].push_back(system.costs[i].value(value));
    }
    for (std::size_t i = 0; i < system.limits.size(); ++i) {
      const ControlOutput& output = system.limits[i];
      result_.outcome.limit_outputs[i].push_back(output.value(simulation.value(output.cell)));
    }
  }

  std::vector<double> first_guess() const {
    const DecisionBlocks& blocks = window_.blocks();
    std::vector<double> guess(static_cast<std::size_t>(blocks.size()), 0.0);
    for (std::size_t d = 0; d < prepared_.bounds().size(); ++d) {
      const PreparedControl::Bounds& bounds = prepared_.bounds()[d];
      const std::vector<double>& known = prepared_.baseline().decisions[d];
      for (int b = 0; b < blocks.count(d); ++b) {
        const double mean = mean_of(known, prepared_.start_row() + b * bounds.block,
                                    std::min(bounds.block, prepared_.horizon() - b * bounds.block));
        guess[static_cast<std::size_t>(blocks.first(d) + b)] = bounds.initial.value_or(mean);
      }
    }
    return guess;
  }
  static double mean_of(const std::vector<double>& values, long row, long steps) {
    double sum = 0.0;
    for (long k = 1; k <= steps; ++k) sum += values[static_cast<std::size_t>(row + k)];
    return sum / static_cast<double>(steps);
  }

  /// Returns the last decisions; at the start, the values that they replace.
  std::vector<double> last_decided(long row) const {
    if (row == prepared_.start_row()) return before(row);
    std::vector<double> decisions;
    for (const std::vector<double>& values : result_.decided) decisions.push_back(values.back());
    return decisions;
  }

  std::vector<double> search(long row, const std::vector<double>& guess) {
    const auto began = SteadyClock::now();
    const Snapshot<double> state = estimate_ ? estimate_->snapshot() : run_.simulation().snapshot();
    window_.begin(state, row, last_decided(row));
    const int number = static_cast<int>(result_.searches.size());
    ProgramOptions options{.tolerance = prepared_.problem().tolerance,
                           .max_iterations = prepared_.problem().max_iterations};
    options.progress = [&](int iteration, double objective) {
      if (options_.progress) options_.progress(number, searches_, iteration, objective);
      return !window_.stopped() && !stopped();
    };
    note_responses(guess);
    std::vector<double> decisions = guess;
    int iterations = 0;
    const ProgramResult found = solve_all(decisions, options, iterations);
    ControlSearch& search = result_.searches.emplace_back();
    search.time = prepared_.time(row);
    search.status = found.status;
    search.iterations = iterations;
    search.objective = found.objective;
    search.message = message_of(found, decisions);
    std::erase_if(flat_, [&](std::size_t d) {
      const ControlWindow::Response nearby = window_.response_nearby(decisions, d);
      return nearby.costs || nearby.limits;
    });
    if (holds_at_ends()) search.end_outputs = window_.outputs_at_end(decisions);
    search.seconds = seconds_since(began);
    // The window has advanced the simulation with which the plant continues.
    if (!estimate_) run_.simulation().restore(state);
    return decisions;
  }

  /// Returns whether a limit applies only at the ends of horizons, and later horizons follow.
  bool holds_at_ends() const {
    const auto at_end = [](const LimitRows& rows) { return rows.at_end; };
    return prepared_.problem().receding &&
           std::any_of(prepared_.limits().begin(), prepared_.limits().end(), at_end);
  }

  /// Determines whether decisions without effect so far have an effect in this window.
  void note_responses(const std::vector<double>& guess) {
    for (const std::size_t d : movable_) {
      const auto silent = std::find(silent_.begin(), silent_.end(), d);
      if (silent == silent_.end() && !costs_rest_) continue;
      const ControlWindow::Response response = window_.response(guess, d);
      costs_rest_ = costs_rest_ && !response.costs;
      if (silent != silent_.end() && (response.costs || response.limits)) silent_.erase(silent);
    }
  }

  /// Solves, adding violated limits, until all hold. `decisions` contains the start, then the
  /// solution. Returns the result of the last program, with the iterations of all.
  ProgramResult solve_all(std::vector<double>& decisions, ProgramOptions options, int& iterations) {
    constexpr int kMostRestarts = 3;
    constexpr double kFiner = 0.1;
    int restarts = 0;
    window_.take_violated_limits(decisions);
    ProgramResult found;
    for (bool again = true; again;) {
      ProgramResult next = solve(window_, window_.variables_for(decisions), options);
      iterations += next.iterations;
      const bool none =
          next.status == ProgramStatus::Failed || next.status == ProgramStatus::Infeasible;
      if (none && options.tolerance < prepared_.problem().tolerance) {
        // a point that violates a limit is the best available
        found.status = ProgramStatus::Stopped;
        break;
      }
      found = std::move(next);
      if (found.status != ProgramStatus::Failed) decisions = window_.decisions_of(found.x);
      if (none || found.status == ProgramStatus::Interrupted) break;
      again = window_.take_violated_limits(decisions);
      if (again || is_kept(found, decisions)) continue;
      again = restarts++ < kMostRestarts;
      // At a kink, the solver may continue with another model of the curvature.
      if (found.status == ProgramStatus::Stopped) continue;
      options.tolerance *= kFiner;
      if (!again) found.status = ProgramStatus::Stopped;
    }
    if (window_.stopped()) found.status = ProgramStatus::Interrupted;
    return found;
  }
  /// Returns whether the solver reached its tolerance and all hard limits hold.
  bool is_kept(const ProgramResult& found, const std::vector<double>& decisions) {
    return found.status == ProgramStatus::Solved &&
           !(window_.worst_violation(decisions).amount > 0.0);
  }

  std::string message_of(const ProgramResult& found, const std::vector<double>& decisions) {
    switch (found.status) {
      case ProgramStatus::Solved:
        return "";
      case ProgramStatus::Stopped:
        return stopped_text(found, decisions);
      case ProgramStatus::Interrupted:
        return "interrupted";
      case ProgramStatus::Infeasible:
      case ProgramStatus::Failed:
        break;
    }
    const ControlWindow::Violation worst = window_.worst_violation(decisions);
    if (worst.amount > 0.0) return infeasible_text(worst);
    if (!window_.failure().empty()) {
      return "the model could not be simulated: " + window_.failure();
    }
    return "the solver could not continue";
  }

  std::string stopped_text(const ProgramResult& found, const std::vector<double>& decisions) {
    std::string text =
        "the solver could not improve the decisions further, as happens if a model has kinks; the "
        "best decisions so far are kept";
    if (found.iterations >= prepared_.problem().max_iterations) {
      text = "the search reached 'max_iterations'; raise it, or set a larger 'tolerance'";
    }
    const ControlWindow::Violation worst = window_.worst_violation(decisions);
    if (!(worst.amount > 0.0)) return text;
    return text + "; " + violation_text(worst) +
           ": set a 'penalty' of the limit, or a smaller 'tolerance'";
  }

  std::string violation_text(const ControlWindow::Violation& worst) const {
    const ControlLimit& limit = prepared_.problem().limits[worst.limit];
    const LimitRows& rows = prepared_.limits()[worst.limit];
    const Unit& unit = prepared_.limit_units()[worst.limit];
    const double bound = (worst.above ? rows.max : rows.min)[static_cast<std::size_t>(worst.row)];
    const auto with_unit = [](const std::string& number, const std::string& symbol) {
      return symbol == "1" ? number : number + " " + symbol;
    };
    return fmt::format("'{}' is {} {} {} at {}", limit.output,
                       with_unit(fmt::format("{:.3g}", worst.amount), difference_unit(unit)),
                       worst.above ? "above its 'max' of" : "below its 'min' of",
                       with_unit(fmt::format("{:.6g}", bound), unit.symbol),
                       format_time(prepared_.time(worst.row), prepared_.problem().zone()));
  }
  std::string infeasible_text(const ControlWindow::Violation& worst) const {
    return "not all limits can be satisfied: " + violation_text(worst) +
           "; set a 'penalty' of the limit, or widen limits or bounds of decisions";
  }

  std::vector<double> blocks_at(const std::vector<double>& decisions, long step) const {
    std::vector<double> now;
    for (std::size_t d = 0; d < prepared_.bounds().size(); ++d) {
      now.push_back(decisions[static_cast<std::size_t>(window_.blocks().at(d, step))]);
    }
    return now;
  }

  /// Returns initial decisions for the next window: those of this window where they overlap, then
  /// the last ones.
  std::vector<double> shifted(const std::vector<double>& decisions) const {
    const DecisionBlocks& blocks = window_.blocks();
    std::vector<double> next = decisions;
    for (std::size_t d = 0; d < prepared_.bounds().size(); ++d) {
      const long length = prepared_.bounds()[d].block;
      for (int b = 0; b < blocks.count(d); ++b) {
        const long step = std::min(b * length + prepared_.every() + 1, prepared_.horizon());
        next[static_cast<std::size_t>(blocks.first(d) + b)] =
            decisions[static_cast<std::size_t>(blocks.at(d, step))];
      }
    }
    return next;
  }

  const PreparedControl& prepared_;
  const OptimizeOptions& options_;
  ControlResult& result_;
  DecidedRun run_;
  std::unique_ptr<DecidedRun> predicted_;  // the model, if the plant differs from it
  ControlWindow window_;
  std::optional<StateEstimate> estimate_;
  int searches_ = 0;
  std::vector<std::size_t> movable_;  // decisions whose bounds differ
  std::vector<std::size_t> silent_;   // decisions without effect in any search so far
  std::vector<std::size_t> flat_;     // decisions without effect near any plan so far
  bool costs_rest_ = false;           // whether no decision has changed a term so far
};

/// The limited outputs at the end of a horizon.
struct HorizonEnd {
  long row = 0;
  std::vector<double> outputs;  // by limit
};

/// Returns the expected ends of the horizons of all searches.
std::vector<HorizonEnd> expected_ends(const PreparedControl& prepared,
                                      const std::vector<ControlSearch>& searches) {
  std::vector<HorizonEnd> ends;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    if (searches[i].end_outputs.empty()) continue;
    const long row = prepared.start_row() + static_cast<long>(i) * prepared.every();
    ends.push_back({row + prepared.horizon(), searches[i].end_outputs});
  }
  return ends;
}

/// Returns the same instants in the run without decisions.
std::vector<HorizonEnd> baseline_ends(const PreparedControl& prepared) {
  std::vector<HorizonEnd> ends;
  for (long row = prepared.start_row(); row < prepared.end_row(); row += prepared.every()) {
    HorizonEnd& end = ends.emplace_back();
    end.row = row + prepared.horizon();
    for (const std::vector<double>& values : prepared.baseline().limits) {
      end.outputs.push_back(values[static_cast<std::size_t>(end.row)]);
    }
  }
  return ends;
}

double amount_beyond(const LimitRows& rows, long row, double value) {
  const auto k = static_cast<std::size_t>(row);
  return std::max({0.0, rows.min[k] - value, value - rows.max[k]});
}

void take_largest(const PreparedControl& prepared, long row, double amount, LimitOutcome& own) {
  if (amount <= own.largest) return;
  own.largest = amount;
  own.at = prepared.time(row);
}

/// Returns the outcome of a limit that applies at the ends of horizons.
LimitOutcome at_ends(const PreparedControl& prepared, std::size_t limit,
                     const std::vector<HorizonEnd>& ends) {
  LimitOutcome own;
  own.unit_hours = NAN;
  if (ends.empty()) own.largest = NAN;
  for (const HorizonEnd& end : ends) {
    const double amount = amount_beyond(prepared.limits()[limit], end.row, end.outputs[limit]);
    take_largest(prepared, end.row, amount, own);
  }
  return own;
}

/// Computes the costs of the rows from start to end; the outputs contain only these rows. `ends`
/// are those of the horizons of a receding horizon.
void sum_up(const PreparedControl& prepared, const std::vector<HorizonEnd>& ends,
            ControlOutcome& outcome) {
  outcome.objective = 0.0;
  for (std::size_t i = 0; i < prepared.costs().size(); ++i) {
    double cost = 0.0;
    const std::vector<double>& means = outcome.cost_outputs[i];
    for (std::size_t k = 1; k < means.size(); ++k) {
      cost += prepared.costs()[i].value(prepared.start_row() + static_cast<long>(k), means[k]);
    }
    outcome.costs.push_back(cost);
    outcome.objective += cost;
  }
  for (std::size_t i = 0; i < prepared.limits().size(); ++i) {
    const LimitRows& rows = prepared.limits()[i];
    if (rows.at_end && prepared.problem().receding) {
      outcome.limits.push_back(at_ends(prepared, i, ends));
      outcome.penalties.push_back(rows.penalty > 0.0 ? NAN : 0.0);
      continue;
    }
    const std::vector<double>& values = outcome.limit_outputs[i];
    LimitOutcome own;
    double penalty = 0.0;
    for (std::size_t k = 1; k < values.size(); ++k) {
      if (rows.at_end && k + 1 < values.size()) continue;
      const long row = prepared.start_row() + static_cast<long>(k);
      const double amount = amount_beyond(rows, row, values[k]);
      own.unit_hours += amount * prepared.step_hours();
      penalty += rows.penalty * amount;
      take_largest(prepared, row, amount, own);
    }
    outcome.limits.push_back(own);
    outcome.penalties.push_back(penalty);
    outcome.objective += penalty;
  }
}

std::vector<double> rows_between(const std::vector<double>& all, const PreparedControl& prepared) {
  return {all.begin() + prepared.start_row(), all.begin() + prepared.end_row() + 1};
}

/// Sets the defaults of a model so that a run without other options has the same steps as the
/// problem.
void simulate_as(const ControlProblem& problem, SimulationModel& model) {
  RunDefaults& defaults = model.defaults;
  defaults.start = problem.start;  // start from which the points of the schedules count
  defaults.end = problem.end;
  defaults.step = problem.step;
  RunDefaults stated;
  stated.input_hold = problem.input_hold;
  stated.coupling = problem.compile.coupling;
  stated.substeps = problem.compile.substeps;
  stated.cycle_removal = problem.compile.cycle_removal;
  take_simulation(stated, defaults);
  if (defaults.engine) defaults.engine = problem.compile.engine;
  // The interval of rows is not a multiple of the step.
  if (defaults.every && defaults.every->time % problem.step != Duration::zero()) {
    defaults.every.reset();
  }
  // Weekly rules use the local time of the problem.
  if (!problem.timezone.empty()) model.site.timezone = problem.timezone;
}

int severity(ProgramStatus status) {
  switch (status) {
    case ProgramStatus::Solved:
      return 0;
    case ProgramStatus::Stopped:
      return 1;
    case ProgramStatus::Infeasible:
      return 2;
    case ProgramStatus::Failed:
      return 3;
    case ProgramStatus::Interrupted:
      return 4;
  }
  return 3;
}

}  // namespace

const char* status_word(ProgramStatus status) {
  switch (status) {
    case ProgramStatus::Solved:
      return "solved";
    case ProgramStatus::Stopped:
      return "stopped";
    case ProgramStatus::Interrupted:
      return "interrupted";
    case ProgramStatus::Infeasible:
      return "infeasible";
    case ProgramStatus::Failed:
      break;
  }
  return "failed";
}

ControlResult optimize(const ControlProblem& problem, const Registry& registry,
                       const OptimizeOptions& options) {
  const auto began = SteadyClock::now();
  ControlResult result;
  PreparedControl prepared(problem, registry, options.stop);
  if (options.stop && options.stop()) {
    result.status = ProgramStatus::Interrupted;
    return result;
  }
  result.decision_units = prepared.decision_units();
  result.cost_units = prepared.cost_units();
  result.limit_units = prepared.limit_units();
  for (const CostRows& rows : prepared.costs()) {
    result.prices.push_back(rows_between(rows.price, prepared));
  }
  for (const LimitRows& rows : prepared.limits()) {
    result.lower.push_back(rows_between(rows.min, prepared));
    result.upper.push_back(rows_between(rows.max, prepared));
    if (!rows.at_end) continue;
    const std::size_t kept = problem.receding ? 0 : 1;
    std::fill_n(result.lower.back().begin(), result.lower.back().size() - kept, -INFINITY);
    std::fill_n(result.upper.back().begin(), result.upper.back().size() - kept, INFINITY);
  }
  const ControlBaseline& baseline = prepared.baseline();
  for (const auto& values : baseline.decisions) {
    result.baseline_decided.push_back(rows_between(values, prepared));
  }
  for (const auto& values : baseline.costs) {
    result.baseline.cost_outputs.push_back(rows_between(values, prepared));
  }
  for (const auto& values : baseline.limits) {
    result.baseline.limit_outputs.push_back(rows_between(values, prepared));
  }
  sum_up(prepared, baseline_ends(prepared), result.baseline);

  ControlLoop loop(prepared, options, result);
  loop.run();
  sum_up(prepared, expected_ends(prepared, result.searches), result.outcome);
  result.status = ProgramStatus::Solved;
  for (const ControlSearch& search : result.searches) {
    if (severity(search.status) > severity(result.status)) result.status = search.status;
    if (result.message.empty()) result.message = search.message;
  }
  result.reports = prepared.plant().inputs->reports;
  result.diagnostics = prepared.diagnostics();
  result.diagnostics.append(held_values(result.reports));
  if (result.status != ProgramStatus::Interrupted) loop.warn_of_silent(result.diagnostics);
  result.seconds = seconds_since(began);
  return result;
}

DecidedModel decided_model(const ControlProblem& problem, const ControlResult& result,
                           const Registry& registry) {
  std::vector<SeriesSpec> values;
  for (std::size_t d = 0; d < problem.decisions.size(); ++d) {
    TimeTable table;
    const std::vector<double>& decided = result.decided[d];
    for (std::size_t k = 1; k < decided.size(); ++k) {
      if (k > 1 && decided[k] == decided[k - 1]) continue;
      table.times.push_back(seconds(static_cast<long>(k - 1) * problem.step));
      table.values.push_back(decided[k]);
    }
    SeriesSpec spec;
    spec.source = std::move(table);
    const Unit& unit = result.decision_units[d];
    if (!unit.bare && !(unit == unit::one)) spec.unit = unit;
    values.push_back(std::move(spec));
  }
  DecidedModel decided = decided_model(problem.model, problem.decisions, values, registry);
  simulate_as(problem, decided.model);
  return decided;
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/objective_jump.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/internal/period_run.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

/// Two sets of parameters and their residuals.
struct Sides {
  std::vector<double> low, high;
  std::vector<double> at_low, at_high;
};

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// Repeatedly halves a step towards the largest change of residuals, until its ends are
/// neighbouring numbers. Returns nothing if the change vanishes, as for a continuous function.
std::optional<Sides> halve_to_jump(SimulationResiduals& residuals,
                                   const estimation::RejectedStep& step) {
  constexpr int kMost = 60;        // halvings: a step of 1 has then been reduced to rounding
  constexpr double kLeft = 1e-3;   // share of the change that remains at a jump
  constexpr double kNoise = 1e-9;  // share of the residuals that rounding may change
  const auto count = static_cast<std::size_t>(residuals.residuals());
  const auto evaluate = [&](const std::vector<double>& p, std::vector<double>& rows) {
    rows.resize(count);
    return residuals.evaluate(p.data(), rows.data(), nullptr);
  };
  Sides sides{step.from, step.to, {}, {}};
  if (!evaluate(sides.low, sides.at_low) || !evaluate(sides.high, sides.at_high)) return {};
  const double whole = distance(sides.at_low, sides.at_high);
  for (int i = 0; i < kMost; ++i) {
    std::vector<double> middle = sides.low, rows;
    for (std::size_t j = 0; j < middle.size(); ++j) middle[j] += 0.5 * (sides.high[j] - middle[j]);
    if (middle == sides.low || middle == sides.high || !evaluate(middle, rows)) break;
    if (distance(rows, sides.at_low) > distance(rows, sides.at_high)) {
      sides.high = std::move(middle);
      sides.at_high = std::move(rows);
    } else {
      sides.low = std::move(middle);
      sides.at_low = std::move(rows);
    }
  }
  const double left = distance(sides.at_low, sides.at_high);
  const double size = distance(sides.at_low, std::vector<double>(count, 0.0));
  if (!(left > kLeft * whole && left > kNoise * (1.0 + size))) return {};
  return sides;
}

/// A cell whose values on both sides differ.
struct Difference {
  int slot = 0;
  int cell = 0;
  double low = 0.0, high = 0.0;
  Instant time{};
};

Counts counts_of(const Plan& plan, int slot) {
  const auto s = static_cast<std::size_t>(slot);
  return plan.instances[s].type->counts(plan.slots[s].sizes);
}

/// Compares two runs of one period row by row.
class RunPair {
 public:
  RunPair(const PreparedProblem& prepared, const PeriodData& data, int period, const Sides& sides)
      : plan_(prepared.plan()),
        low_(prepared, data),
        high_(prepared, data),
        sizes_(static_cast<std::size_t>(plan_.snapshot_count), 0.0),
        steps_(data.inputs.period.step_count()) {
    low_.set_numbers(prepared, period, sides.low);
    high_.set_numbers(prepared, period, sides.high);
  }

  /// Returns the first difference in time and, at that time, in the order of the plan; a component
  /// whose inputs agree takes precedence. Throws SimulationError if a run cannot continue.
  std::optional<Difference> first() {
    low_.initialize();
    high_.initialize();
    for (long row = 0; row <= steps_; ++row) {
      if (row > 0) {
        low_.step();
        high_.step();
      }
      if (auto found = in_row()) return found;
    }
    return std::nullopt;
  }

 private:
  /// Returns whether the values differ by far more than the step or rounding explains, both of
  /// which are at most 1e-15.
  bool differs(int cell) const {
    constexpr double kFar = 1e-7;
    const double change = low_.simulation.value(cell) - high_.simulation.value(cell);
    return std::abs(change) > kFar * sizes_[static_cast<std::size_t>(cell)];
  }

  std::optional<int> differing(int first, int count) const {
    for (int cell = first; cell < first + count; ++cell) {
      if (differs(cell)) return cell;
    }
    return std::nullopt;
  }

  std::optional<Difference> in_row() {
    for (int cell = 0; cell < plan_.snapshot_count; ++cell) {
      double& size = sizes_[static_cast<std::size_t>(cell)];
      size = std::max(
          {size, std::abs(low_.simulation.value(cell)), std::abs(high_.simulation.value(cell))});
    }
    std::optional<Difference> found;
    for (int s = 0; s < static_cast<int>(plan_.slots.size()); ++s) {
      const Slot& slot = plan_.slots[static_cast<std::size_t>(s)];
      const Counts counts = counts_of(plan_, s);
      std::optional<int> cell = differing(slot.out, counts.out);
      if (!cell) cell = differing(slot.held, counts.held);
      if (!cell) cell = differing(slot.state, counts.state);
      if (!cell) continue;
      const bool received =
          std::any_of(plan_.in.begin() + slot.in, plan_.in.begin() + slot.in + counts.in,
                      [&](int input) { return input < plan_.snapshot_count && differs(input); });
      if (found && received) continue;
      found = Difference{s, *cell, low_.simulation.value(*cell), high_.simulation.value(*cell),
                         low_.simulation.time()};
      if (!received) break;
    }
    return found;
  }

  const Plan& plan_;
  PeriodRun low_, high_;
  std::vector<double> sizes_;  // largest value of each cell so far
  long steps_;
};

/// Returns the slots from which a slot reads, in the order of connections.
std::vector<int> sources_of(const Plan& plan, int slot) {
  const std::string& reader = plan.instances[static_cast<std::size_t>(slot)].id;
  std::vector<int> sources;
  for (const Connection& connection : plan.model.connections()) {
    if (connection.to.component != reader) continue;
    sources.push_back(plan.slot_of(connection.from.component));
  }
  return sources;
}

/// Returns the component that jumps, given the component that differs first: that component if it
/// can jump, otherwise the nearest one before it with events within a step. A row does not show
/// such an event if it is reversed before the end of the step.
int origin_of(const Plan& plan, int slot) {
  const Counts own = counts_of(plan, slot);
  if (own.guard > 0 || own.held > 0) return slot;
  std::vector<int> reached{slot};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (counts_of(plan, reached[k]).guard > 0) return reached[k];
    for (const int source : sources_of(plan, reached[k])) {
      const bool known = std::find(reached.begin(), reached.end(), source) != reached.end();
      if (!known) reached.push_back(source);
    }
  }
  return slot;
}

/// Returns the remedy for a component that jumps.
std::string remedy_of(const Plan& plan, int slot) {
  const PlannedInstance& instance = plan.instances[static_cast<std::size_t>(slot)];
  const auto& config = plan.model.component(instance.id).config;
  const auto setting = config.find("antiWindup");
  const auto* word = setting == config.end() ? nullptr : std::get_if<Word>(&setting->second);
  if (word != nullptr && word->text == "conditional") {
    return "its integral stops for whole samples at a limit: set \"antiWindup\": \"continuous\"";
  }
  if (counts_of(plan, slot).guard > 0) {
    return "it switches at a threshold: replace it with a controller that does not switch, such as "
           "a PidController, while parameters are estimated";
  }
  return "use equations that do not switch, remove components that switch with the parameters "
         "(on/off controls, modes, schedules that are read at a time that depends on parameters), "
         "or fix the parameters on which the switching depends";
}

std::string difference_text(const PreparedProblem& prepared, const Difference& found) {
  const Plan& plan = prepared.plan();
  const auto cell = static_cast<std::size_t>(found.cell);
  std::string unit;
  if (cell < plan.signals.size()) unit = std::string(" [") + plan.signals[cell].unit.symbol + "]";
  const std::string& zone = prepared.problem().timezone;
  const std::string time = format_time(found.time, zone.empty() ? Zone() : Zone(zone));
  return "no step lowers the objective, because the model jumps: for two sets of parameters that "
         "differ only in their last digits, " +
         plan.snapshot_names()[cell] + " is " + number_text(found.low) + " or " +
         number_text(found.high) + unit + " at " + time + ", while all earlier values agree";
}

}  // namespace

std::optional<Diagnostic> find_jump(const PreparedProblem& prepared,
                                    const estimation::RejectedStep& step) {
  SimulationResiduals residuals(prepared, 1);
  const auto sides = halve_to_jump(residuals, step);
  if (!sides) return std::nullopt;
  for (std::size_t d = 0; d < prepared.periods().size(); ++d) {
    try {
      RunPair pair(prepared, prepared.periods()[d], static_cast<int>(d), *sides);
      const auto found = pair.first();
      if (!found) continue;
      const Plan& plan = prepared.plan();
      const int origin = origin_of(plan, found->slot);
      const int cell = origin == found->slot ? found->cell : plan.slots[origin].out;
      const std::string name = plan.snapshot_names()[static_cast<std::size_t>(cell)];
      std::string behind;
      if (origin != found->slot)
        behind = ", because of " + name + ", which switches within the step";
      return Diagnostic{
          Severity::Warning, "calibration.objective_jumps", Where::of_signal(name),
          difference_text(prepared, *found) + behind + "; " + remedy_of(plan, origin)};
    } catch (const SimulationError&) {
      continue;
    }
  }
  return std::nullopt;
}

}  // namespace hearth

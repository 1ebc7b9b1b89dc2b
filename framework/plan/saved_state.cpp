// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/saved_state.hpp"

#include <cmath>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

InputError mismatch(const std::string& what) {
  return InputError("state.mismatch", {},
                    "the saved state belongs to another model, to this model with another engine, "
                    "coupling or cycle removal, or to another version of Hearth: " +
                        what);
}

void check_names(const SavedState& state, const Plan& plan) {
  const std::vector<std::string> names = plan.snapshot_names();
  const std::size_t guards = plan.initial_sides.size();
  if (state.values.size() != names.size() || state.sides.size() != guards) {
    throw mismatch("it contains " + std::to_string(state.values.size()) + " values and " +
                   std::to_string(state.sides.size()) + " guards; expected " +
                   std::to_string(names.size()) + " and " + std::to_string(guards));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (state.values[i].first != names[i]) {
      throw mismatch("found '" + state.values[i].first + "', expected '" + names[i] + "'");
    }
  }
}

/// Refuses numbers that cannot occur in a run: temperatures below 0 K or above those of stars,
/// and magnitudes at which sums lose all precision.
void check_values(const SavedState& state, const Plan& plan) {
  constexpr double kLargest = 1e30, kHottest = 1e8;  // K
  const auto refuse = [](const std::string& name, double value) {
    throw InputError("state.out_of_range", Where::of_signal(name),
                     "the saved state contains " + number_text(value) +
                         ", which no run of a model can reach; save the state again");
  };
  for (const auto& [name, value] : state.values) {
    if (!(std::abs(value) <= kLargest)) refuse(name, value);
  }
  for (std::size_t i = 0; i < plan.signals.size(); ++i) {
    const Unit& unit = plan.signals[i].unit;
    if (!unit.point || unit.bare) continue;
    const auto& [name, value] = state.values[i];
    const double kelvin = value * unit.scale + unit.offset;
    if (!(kelvin >= 0.0 && kelvin <= kHottest)) refuse(name, value);
  }
}

void check_steppers(const SavedState& state, const Plan& plan) {
  std::size_t i = 0;
  for (const PlannedInstance& instance : plan.instances) {
    if (!instance.type->make_stepper) continue;
    if (i == state.steppers.size() || state.steppers[i].first != instance.id) {
      throw mismatch("it contains no state of '" + instance.id + "'");
    }
    ++i;
  }
  if (i < state.steppers.size()) throw mismatch("found '" + state.steppers[i].first + "'");
}

std::string course(Instant time, Instant origin, Duration step) {
  return "at " + iso_utc(time) + " with a step of " + number_text(seconds(step)) +
         " s and clocks that count from " + iso_utc(origin);
}

}  // namespace

SavedState describe_state(const Plan& plan, const RunInputs& inputs, Instant time,
                          const std::vector<double>& values, const std::vector<Side>& sides) {
  SavedState state;
  state.model = plan.model.name;
  state.engine = *plan.options.engine;
  state.origin = inputs.origin;
  state.time = time;
  state.step = inputs.period.step;
  const std::vector<std::string> names = plan.snapshot_names();
  for (std::size_t i = 0; i < names.size(); ++i) state.values.emplace_back(names[i], values[i]);
  for (const Side side : sides) state.sides.push_back(static_cast<int>(side));
  return state;
}

void check_state(const SavedState& state, const Plan& plan, const RunInputs& inputs,
                 const std::vector<std::size_t>& loops) {
  if (state.engine != plan.options.engine) throw mismatch("it was saved with the other engine");
  check_names(state, plan);
  check_values(state, plan);
  check_steppers(state, plan);
  bool loops_match = state.loops.size() == loops.size();
  for (std::size_t i = 0; loops_match && i < loops.size(); ++i) {
    loops_match = state.loops[i].size() == loops[i];
  }
  if (!loops_match) throw mismatch("its loops are different, or were coupled in another way");
  const Period& period = inputs.period;
  if (state.time == period.start && state.origin == inputs.origin && state.step == period.step) {
    return;
  }
  throw InputError("state.mismatch", {},
                   "the saved state is " + course(state.time, state.origin, state.step) +
                       "; the run starts " + course(period.start, inputs.origin, period.step));
}

}  // namespace hearth

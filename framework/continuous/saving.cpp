// SPDX-License-Identifier: MIT
// Snapshots and saved states of the continuous simulation.
#include <algorithm>
#include <cmath>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

ContinuousSnapshot ContinuousSimulation::snapshot() {
  const ModelState<double>& state = system_->state();
  state.require_rollback("a snapshot");
  started_ = false;
  std::copy(states_.begin(), states_.end(), system_->states());
  ContinuousSnapshot kept;
  kept.now = now_;
  kept.due = due_;
  kept.first = first_;
  kept.touched = touched_;
  kept.cells.resize(plan_.cells.size());
  kept.tears = system_->loop_values();
  kept.passed = passed_;
  kept.sides = state.sides;
  kept.steppers.resize(state.steppers.size());
  state.save_into(kept.cells, kept.sides, kept.steppers);
  kept.events = events_;
  kept.ticks = ticks_;
  kept.booked = booked_;
  kept.integrals = integrals_;
  return kept;
}

void ContinuousSimulation::restore(const ContinuousSnapshot& kept) {
  system_->state().restore(kept.cells, kept.sides, kept.steppers);
  system_->set_loop_values(kept.tears);
  events_ = kept.events;
  ticks_ = kept.ticks;
  booked_ = kept.booked;
  integrals_ = kept.integrals;
  begin(kept.now);
  passed_ = kept.passed;
  due_ = kept.due;
  first_ = kept.first;
  touched_ = kept.touched;
  evaluate_present();
  copy_to_jets();
  system_->guards(guard_values_.data());
}

SavedState ContinuousSimulation::save() {
  const double since_origin = 1000.0 * time();
  const double whole = std::nearbyint(since_origin);
  if (std::abs(whole - since_origin) > 1000.0 * rounding()) {
    throw InputError("state.off_grid", {},
                     "a state can be saved at whole milliseconds only; the simulation is at " +
                         number_text(time()) + " s");
  }
  started_ = false;
  std::copy(states_.begin(), states_.end(), system_->states());
  const Instant now = inputs_.origin + Duration(std::llround(whole));
  SavedState state = system_->state().save(inputs_, now);
  state.settled = !due_;
  if (!flow_.loops.empty()) state.loops.push_back(system_->loop_values());
  return state;
}

void ContinuousSimulation::load(const SavedState& state) {
  std::vector<std::size_t> loops;
  if (!flow_.loops.empty()) loops.push_back(system_->loop_values().size());
  check_state(state, plan_, inputs_, loops);
  go_to_start();
  system_->state().load(state);
  if (!flow_.loops.empty()) system_->set_loop_values(state.loops.front());
  begin(0.0);
  due_ = !state.settled;
  evaluate_present();
  open_books();
}

}  // namespace hearth

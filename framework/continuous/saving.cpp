// SPDX-License-Identifier: MIT
// Going back: snapshots and saved states of the continuous simulation.
#include <algorithm>
#include <cmath>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {
std::vector<double> ContinuousSimulation::tears() const {
  std::vector<double> values;
  for (const AlgebraicLoop& loop : flow_.loops) {
    for (const Transfer& tear : loop.tears) values.push_back(system_->cells()[tear.to]);
  }
  return values;
}

void ContinuousSimulation::set_tears(const std::vector<double>& values) {
  std::size_t next = 0;
  for (const AlgebraicLoop& loop : flow_.loops) {
    for (const Transfer& tear : loop.tears) system_->cells()[tear.to] = values[next++];
  }
}

ContinuousSnapshot ContinuousSimulation::snapshot() {
  for (const SteppingInstance& stepper : system_->steppers()) {
    stepper.require_rollback("a snapshot");
  }
  started_ = false;
  std::copy(states_.begin(), states_.end(), system_->states());
  ContinuousSnapshot kept;
  kept.now = now_;
  kept.due = due_;
  kept.first = first_;
  kept.touched = touched_;
  const Cells<double>& cells = system_->cells();
  kept.cells.assign(cells.data(), cells.data() + plan_.cells.size());
  kept.tears = tears();
  kept.sides = system_->sides();
  for (const SteppingInstance& stepper : system_->steppers()) {
    kept.steppers.push_back(stepper.save());
  }
  kept.events = events_;
  kept.ticks = ticks_;
  return kept;
}

void ContinuousSimulation::restore(const ContinuousSnapshot& kept) {
  for (std::size_t i = 0; i < kept.cells.size(); ++i) {
    system_->cells()[static_cast<int>(i)] = kept.cells[i];
  }
  set_tears(kept.tears);
  std::copy(kept.sides.begin(), kept.sides.end(), system_->sides().begin());
  for (std::size_t i = 0; i < kept.steppers.size(); ++i) {
    system_->steppers()[i].restore(kept.steppers[i]);
  }
  events_ = kept.events;
  ticks_ = kept.ticks;
  begin(kept.now);
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
    throw InputError(
        "state.off_grid", {},
        "a state is saved at whole milliseconds; this one stands at " + number_text(time()) + " s");
  }
  started_ = false;
  std::copy(states_.begin(), states_.end(), system_->states());
  std::vector<double> values;
  for (int i = 0; i < plan_.snapshot_count; ++i) values.push_back(system_->cells()[i]);
  const Instant now = inputs_.origin + Duration(std::llround(whole));
  SavedState state = describe_state(plan_, inputs_, now, values, system_->sides());
  state.settled = !due_;
  if (!flow_.loops.empty()) state.loops.push_back(tears());
  for (const SteppingInstance& stepper : system_->steppers()) {
    state.steppers.emplace_back(stepper.id(), stepper.serialize());
  }
  return state;
}

void ContinuousSimulation::load(const SavedState& state) {
  std::vector<std::size_t> loops;
  if (!flow_.loops.empty()) loops.push_back(tears().size());
  check_state(state, plan_, inputs_, loops);
  initialize();
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    system_->cells()[static_cast<int>(i)] = state.values[i].second;
  }
  if (!flow_.loops.empty()) set_tears(state.loops.front());
  std::vector<Side>& sides = system_->sides();
  for (std::size_t i = 0; i < sides.size(); ++i) sides[i] = static_cast<Side>(state.sides[i]);
  for (std::size_t i = 0; i < state.steppers.size(); ++i) {
    system_->steppers()[i].deserialize(state.steppers[i].second);
  }
  begin(0.0);
  due_ = !state.settled;
  evaluate_present();
}

}  // namespace hearth

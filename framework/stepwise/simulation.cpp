// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"

namespace hearth {
namespace {

constexpr long kMeasuredSteps = 4;  // the cheapest of these is believed

int members(const Stage& stage) {
  int count = 0;
  for (const Batch& batch : stage.batches) count += batch.count;
  return count;
}

}  // namespace

template <class T>
Simulation<T>::Simulation(const Setup<T>& setup, const SimulationOptions& options)
    : setup_(setup),
      worth_parallel_(options.worth_parallel),
      workers_(options.threads),
      cells_(setup.plan().cells.size()),
      scratch_(static_cast<std::size_t>(setup.plan().scratch_count) *
                   static_cast<std::size_t>(workers_.lanes()) +
               1),
      sides_(setup.plan().initial_sides),
      locate_events_(options.locate_events),
      stage_cost_(setup.plan().stages.size(), INFINITY) {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    const ComponentType& type = *plan().instances[s].type;
    ops_of<T>(type).construct(plan().slots[s], cells_.data());
  }
  computed_.resize(plan().slots.size());
  if constexpr (std::is_same_v<T, double>) {
    steppers_ = make_steppers(plan());
  } else {
    refuse_steppers(plan());
  }
  reset();
  for (const Loop& loop : plan().loops) loops_.emplace_back(plan(), loop);
  for (const Loop& loop : plan().loops) {
    for (const int slot : loop.slots) {
      const int stepper = plan().slots[slot].stepper;
      if (stepper >= 0) steppers_[stepper].require_rollback("the coupling 'iterate'");
    }
  }
  list_guards();
  first_step_ = (inputs().period.start - inputs().origin) / inputs().period.step;
  step_ = first_step_;
}

template <class T>
Simulation<T>::~Simulation() = default;
template <class T>
Simulation<T>::Simulation(Simulation&&) noexcept = default;

template <class T>
void Simulation<T>::reset() {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) computed_[s] = plan().instances[s].computed;
  for (std::size_t i = 0; i < plan().cells.size(); ++i) {
    cells_[static_cast<int>(i)] = T(plan().cells[i]);
  }
  initial_.clear();
  for (int i = plan().first_state; i < plan().snapshot_count; ++i) initial_.push_back(cells_[i]);
}

template <class T>
void Simulation<T>::set_parameter(const CellRef& parameter, const T& value) {
  for (const int cell : parameter.cells) cells_[cell] = value;
  mark_given(computed_[parameter.slot], parameter.member);
}

template <class T>
void Simulation<T>::set_initial(const CellRef& state, const T& value) {
  for (const int cell : state.cells) {
    cells_[cell] = value;
    initial_[cell - plan().first_state] = value;
  }
}

template <class T>
void Simulation<T>::copy(const std::vector<Transfer>& transfers) {
  execute(transfers, cells_);
}

template <class T>
void Simulation<T>::initialize() {
  failed_ = false;
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    cells_[plan().first_state + static_cast<int>(i)] = initial_[i];
  }
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    ops_of<T>(*plan().instances[s].type).prepare(plan().slots[s], cells_.data(), computed_[s]);
  }
  sides_ = plan().initial_sides;
  std::fill(fired_.begin(), fired_.end(), static_cast<signed char>(0));
  for (LoopSolver<T>& loop : loops_) loop.forget();
  for (SteppingInstance& stepper : steppers_) stepper.rewind();
  step_ = first_step_;
  Frame<T> frame = frame_for_step();
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  frame.end = frame.start;
  frame.step = 0.0;
  // Outputs of states first, for the removed connections; their inputs do not matter yet.
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier == Carrier::Algebraic) continue;
    const auto s = static_cast<std::size_t>(lag.slot);
    ops_of<T>(*plan().instances[s].type).outputs(&inputs().slots[s], 1, frame);
  }
  for (const auto& [cell, value] : plan().given_outputs) cells_[cell] = T(value);
  for (const LagSlot& lag : plan().lags) copy({lag.transfer});
  sweep_initial(frame);
  check_guards(frame.end);
  dispatch_events(frame);
  copy(plan().feedback);
  check_finite();
}

template <class T>
void Simulation<T>::sweep_initial(Frame<T>& frame) {
  for (const Stage& stage : plan().initial_stages) {
    for (const Batch& batch : stage.batches) {
      const Slot* slots = inputs().slots.data() + batch.first;
      ops_of<T>(*batch.type).events(slots, batch.count, frame);
      ops_of<T>(*batch.type).outputs(slots, batch.count, frame);
    }
    // A given initial output replaces the computed one, for all that follow.
    for (const auto& [cell, value] : plan().given_outputs) cells_[cell] = T(value);
    copy(stage.transfers);
  }
}

template <class T>
Frame<T> Simulation<T>::frame_for_step() {
  const Duration step = inputs().period.step;
  Frame<T> frame;
  frame.cells = cells_.data();
  frame.in = plan().in.data();
  frame.in_start = inputs().sloped ? plan().in_start.data() : nullptr;
  frame.configs = setup_.configs();
  frame.sides = sides_.data();
  frame.scratch = scratch_.data();
  frame.start = seconds(step_ * step);
  frame.end = seconds((step_ + 1) * step);
  frame.step = seconds(step);
  frame.start_ms = (step_ * step).count();
  frame.end_ms = ((step_ + 1) * step).count();
  frame.step_ms = step.count();
  frame.steppers = steppers_.data();
  frame.fired = fired_.empty() ? nullptr : fired_.data();
  return frame;
}

template <class T>
void Simulation<T>::take_start_values(Frame<T>& frame) {
  Frame<T> start = frame;
  start.configs = setup_.start_configs();
  for (const Batch& batch : plan().source_batches) {
    ops_of<T>(*batch.type).outputs(inputs().slots.data() + batch.first, batch.count, start);
  }
  copy(plan().start_copies);
}

template <class T>
void Simulation<T>::step() {
  if (failed_) {
    throw SimulationError("simulation.failed_before", {},
                          "the run failed in the step from " + iso_utc(time()) +
                              "; initialise, restore or load before going on");
  }
  failed_ = true;  // until the end of the step
  Frame<T> frame = frame_for_step();
  if (locate_events_) {
    divide_step(frame);
  } else {
    advance(frame);
  }
  ++step_;
  ++measured_;
  check_finite();
  failed_ = false;
}

template <class T>
void Simulation<T>::advance(Frame<T>& frame) {
  std::fill(fired_.begin(), fired_.end(), static_cast<signed char>(0));
  if (inputs().sloped) take_start_values(frame);
  for (std::size_t s = 0; s < plan().stages.size(); ++s) {
    run_stage(plan().stages[s], frame, &stage_cost_[s]);
  }
  for (LoopSolver<T>& loop : loops_) loop.fire_events(*this, frame);
  check_guards(frame.end);
  const auto fired = std::find_if(fired_.begin(), fired_.end(), [](int f) { return f != 0; });
  event_ = fired == fired_.end() ? -1 : static_cast<int>(fired - fired_.begin());
  dispatch_events(frame);
  copy(plan().feedback);
}

template <class T>
void Simulation<T>::run_stage(const Stage& stage, Frame<T>& frame, double* cost) {
  const int count = members(stage);
  const bool measure = cost != nullptr && workers_.lanes() > 1 && measured_ < kMeasuredSteps;
  if (measure) {
    const auto before = std::chrono::steady_clock::now();
    run_batches(stage, frame, 0, count);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - before;
    *cost = std::min(*cost, taken.count());
  } else if (cost == nullptr || workers_.lanes() == 1 || *cost < worth_parallel_) {
    run_batches(stage, frame, 0, count);
  } else {
    const int grain = std::max(1, count / (4 * workers_.lanes()));
    workers_.for_pieces(count, grain, [&](int lane, int first, int last) {
      Frame<T> own = frame;
      own.scratch = scratch_.data() +
                    static_cast<std::size_t>(lane) * static_cast<std::size_t>(plan().scratch_count);
      run_batches(stage, own, first, last);
    });
  }
  copy(stage.transfers);
  for (const int loop : stage.loops) loops_[loop].solve(*this, frame);
}

/// Runs members [first, last) of a stage, counted over its batches.
template <class T>
void Simulation<T>::run_batches(const Stage& stage, Frame<T> frame, int first, int last) const {
  int begin = 0;
  for (const Batch& batch : stage.batches) {
    const int from = std::max(first, begin);
    const int to = std::min(last, begin + batch.count);
    if (from < to) {
      const Slot* slots = inputs().slots.data() + batch.first + (from - begin);
      ops_of<T>(*batch.type).step(slots, to - from, frame);
    }
    begin += batch.count;
  }
}

template <class T>
void Simulation<T>::check_finite() const {
  double spoiled = 0.0;  // stays 0 while every value is finite
  for (int i = 0; i < plan().snapshot_count; ++i) spoiled += 0.0 * value_of(cells_[i]);
  if (spoiled == 0.0) return;
  const std::vector<std::string> names = plan().snapshot_names();
  for (int i = 0; i < plan().snapshot_count; ++i) {
    if (std::isfinite(value_of(cells_[i]))) continue;
    throw SimulationError(
        "simulation.not_finite", Where::of_signal(names[i]),
        "became " + number_text(value_of(cells_[i])) + " in the step to " + iso_utc(time()));
  }
}

/// Every guard must have a value.
template <class T>
void Simulation<T>::check_guards(double time) const {
  const auto spoiled = std::find(fired_.begin(), fired_.end(), kSpoiled);
  if (spoiled == fired_.end()) return;
  const std::string& name = plan().guard_names[spoiled - fired_.begin()];
  throw SimulationError("simulation.not_finite", Where::of_signal(name),
                        "this guard has no value in the step to " + number_text(time) + " s");
}

template <class T>
Snapshot<T> Simulation<T>::snapshot() const {
  for (const SteppingInstance& stepper : steppers_) stepper.require_rollback("a snapshot");
  Snapshot<T> snapshot;
  snapshot.cells.assign(static_cast<std::size_t>(plan().snapshot_count), T(0.0));
  snapshot.sides = sides_;
  std::size_t learned = 0;
  for (const LoopSolver<T>& loop : loops_) learned += loop.memory_size();
  snapshot.loops.assign(learned, 0.0);
  snapshot.steppers.resize(steppers_.size());
  save_into(snapshot);
  return snapshot;
}

template <class T>
void Simulation<T>::save_into(Snapshot<T>& snapshot) const {
  snapshot.step = step_;
  for (int i = 0; i < plan().snapshot_count; ++i) snapshot.cells[i] = cells_[i];
  std::copy(sides_.begin(), sides_.end(), snapshot.sides.begin());
  double* learned = snapshot.loops.data();
  for (const LoopSolver<T>& loop : loops_) {
    loop.save_memory(learned);
    learned += loop.memory_size();
  }
  for (std::size_t i = 0; i < steppers_.size(); ++i) snapshot.steppers[i] = steppers_[i].save();
}

template <class T>
void Simulation<T>::restore(const Snapshot<T>& snapshot) {
  failed_ = false;
  step_ = snapshot.step;
  for (int i = 0; i < plan().snapshot_count; ++i) cells_[i] = snapshot.cells[i];
  std::copy(snapshot.sides.begin(), snapshot.sides.end(), sides_.begin());
  const double* learned = snapshot.loops.data();
  for (LoopSolver<T>& loop : loops_) {
    loop.load_memory(learned);
    learned += loop.memory_size();
  }
  for (std::size_t i = 0; i < steppers_.size(); ++i) steppers_[i].restore(snapshot.steppers[i]);
}

template <class T>
SavedState Simulation<T>::save() const {
  std::vector<double> values;
  for (int i = 0; i < plan().snapshot_count; ++i) values.push_back(value_of(cells_[i]));
  SavedState state = describe_state(plan(), inputs(), time(), values, sides_);
  for (const LoopSolver<T>& loop : loops_) {
    loop.save_memory(state.loops.emplace_back(loop.memory_size()).data());
  }
  for (const SteppingInstance& stepper : steppers_) {
    state.steppers.emplace_back(stepper.id(), stepper.serialize());
  }
  return state;
}

template <class T>
void Simulation<T>::load(const SavedState& state) {
  std::vector<std::size_t> loops;
  for (const LoopSolver<T>& loop : loops_) loops.push_back(loop.memory_size());
  check_state(state, plan(), inputs(), loops);
  initialize();
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    cells_[static_cast<int>(i)] = T(state.values[i].second);
  }
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    sides_[i] = static_cast<Side>(state.sides[i]);
  }
  for (std::size_t i = 0; i < loops_.size(); ++i) loops_[i].load_memory(state.loops[i].data());
  for (std::size_t i = 0; i < steppers_.size(); ++i) {
    steppers_[i].deserialize(state.steppers[i].second);
  }
}

template class Simulation<double>;
template class Simulation<Jet8>;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/simulation.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/stepwise/internal/loop_solver.hpp"
#include "hearth/framework/stepwise/internal/step_parts.hpp"

namespace hearth {

template <class T>
Simulation<T>::Simulation(const ConfigObjects<T>& objects, const SimulationOptions& options)
    : objects_(objects),
      schedule_(objects.plan(), objects.inputs()),
      workers_(options.threads),
      state_(objects.plan(), objects.plan().cells.size()),
      given_outputs_(objects.plan().given_outputs),
      scratch_(static_cast<std::size_t>(objects.plan().scratch_count) *
                   static_cast<std::size_t>(workers_.lanes()) +
               1),
      locate_events_(options.locate_events),
      balanced_(objects.plan().options.coupling == Coupling::Balanced),
      choices_(schedule_.segments().size(), ParallelChoice(options.worth_parallel)),
      books_(std::is_same_v<T, double> && options.balance && objects.plan().ledger_count > 0) {
  if constexpr (!std::is_same_v<T, double>) refuse_steppers(plan());
  for (const Loop& loop : plan().loops) loops_.emplace_back(plan(), inputs(), loop);
  for (const Loop& loop : plan().loops) {
    for (const int slot : loop.slots) {
      const int stepper = plan().slots[slot].stepper;
      if (stepper >= 0) state_.steppers[stepper].require_rollback("a loop that is solved");
    }
  }
  state_.announce(inputs());
  if (books_) rates_.assign(static_cast<std::size_t>(plan().ledger_count), 0.0);
  open_books();  // so that snapshots have their size
  if (balanced_) prepare_means();
  list_guards();
  first_step_ = (inputs().period.start - inputs().origin) / inputs().period.step;
  step_ = first_step_;
}

template <class T>
Simulation<T>::~Simulation() = default;
template <class T>
Simulation<T>::Simulation(Simulation&&) noexcept = default;

template <class T>
void Simulation<T>::free_initial_outputs(const std::vector<int>& cells) {
  std::erase_if(given_outputs_, [&cells](const auto& given) {
    return std::find(cells.begin(), cells.end(), given.first) != cells.end();
  });
}

template <class T>
void Simulation<T>::observe_means(std::vector<int> cells) {
  mean_cells_ = std::move(cells);
  means_.assign(mean_cells_.size(), T(0.0));
  part_means_ = mean_from_ = means_;
}

template <class T>
void Simulation<T>::begin_means() {
  std::fill(means_.begin(), means_.end(), T(0.0));
  for (std::size_t i = 0; i < mean_cells_.size(); ++i) mean_from_[i] = state_.cells[mean_cells_[i]];
}

template <class T>
void Simulation<T>::begin_part_means() {
  std::fill(part_means_.begin(), part_means_.end(), T(0.0));
}

template <class T>
void Simulation<T>::take_part_means() {
  for (std::size_t i = 0; i < means_.size(); ++i) means_[i] += part_means_[i];
}

template <class T>
void Simulation<T>::copy(const std::vector<Transfer>& transfers) {
  if (tape_ != nullptr) tape_->note_copies(transfers.data(), transfers.size());
  execute(transfers, state_.cells);
}

template <class T>
void Simulation<T>::copy(const Transfer& transfer) {
  if (tape_ != nullptr) tape_->note_copies(&transfer, 1);
  execute(transfer, state_.cells);
}

/// Calls a function of `count` components of one type, starting at slot `first`; `fired` is for
/// CallKind::Fire only.
template <class T>
void Simulation<T>::perform(CallKind kind, const ComponentType& type, int first, int count,
                            const Frame<T>& frame, T* fired) const {
  const Slot* slots = inputs().slots.data() + first;
  if constexpr (std::is_same_v<T, double>) {
    if (tape_ != nullptr) {
      const ConfigSet configs = frame.configs == objects_.configs()        ? ConfigSet::Instant
                                : frame.configs == objects_.mean_configs() ? ConfigSet::Mean
                                                                           : ConfigSet::Start;
      tape_->note_calls(kind, configs, slots, first, count, frame, fired);
    }
  }
  const Ops<T>& ops = ops_of<T>(type);
  switch (kind) {
    case CallKind::Outputs:
      return ops.outputs(slots, count, frame);
    case CallKind::Events:
      return ops.events(slots, count, frame);
    case CallKind::Step:
      return ops.step(slots, count, frame);
    case CallKind::Update:
      return ops.update(slots, count, frame);
    case CallKind::Fire:
      return ops.fire(*slots, frame, fired);
  }
}

template <class T>
void Simulation<T>::set_constant(int cell, double value) {
  if (tape_ != nullptr) tape_->note_constant(cell);
  state_.cells[cell] = T(value);
}

template <class T>
void Simulation<T>::initialize() {
  failed_ = false;
  after_step_ = false;
  parts_ = 0;
  state_.begin();
  state_.prepare();
  std::fill(fired_.begin(), fired_.end(), static_cast<signed char>(0));
  for (LoopSolver<T>& loop : loops_) loop.memory().forget_jacobian();
  for (SteppingInstance& stepper : state_.steppers) stepper.rewind();
  step_ = first_step_;
  Frame<T> frame = frame_for_step();
  frame.in = plan().in_initial.data();
  frame.in_start = nullptr;
  frame.end = frame.start;
  frame.step = 0.0;
  // Outputs of states first, for the removed connections; their inputs have no effect yet.
  for (const LagSlot& lag : plan().lags) {
    if (lag.carrier == Carrier::Algebraic) continue;
    perform(CallKind::Outputs, *plan().instances[lag.slot].type, lag.slot, 1, frame);
  }
  if (balanced_) guess_outputs();
  for (const auto& [cell, value] : given_outputs_) set_constant(cell, value);
  for (const LagSlot& lag : plan().lags) copy(lag.transfer);
  sweep_initial(frame);
  if (balanced_) settle(frame);
  check_guards(frame.end);
  dispatch_events(frame);
  copy(plan().feedback);
  halvings_ = schedule_.least_halvings();
  open_books();
  check_finite();
}

/// Resets the booked amounts; stores the contents of the components.
template <class T>
void Simulation<T>::open_books() {
  if constexpr (std::is_same_v<T, double>) {
    if (!books_) return;
    booked_.exchanged.assign(rates_.size(), 0.0);
    part_amounts_ = booked_.exchanged;
    booked_.content_at_start = contents(plan(), inputs().slots, frame_for_step());
  }
}

/// Books the amounts exchanged in a part.
template <class T>
void Simulation<T>::book_part() {
  for (std::size_t i = 0; i < part_amounts_.size(); ++i) {
    booked_.exchanged[i] += part_amounts_[i];
  }
}

template <class T>
BookedAmounts Simulation<T>::booked() {
  BookedAmounts amounts = booked_;
  if constexpr (std::is_same_v<T, double>) {
    if (books_) amounts.content_at_end = contents(plan(), inputs().slots, frame_for_step());
  }
  return amounts;
}

template <class T>
void Simulation<T>::sweep_initial(Frame<T>& frame) {
  for (const Stage& stage : plan().initial_stages) {
    for (const Batch& batch : stage.batches) {
      perform(CallKind::Events, *batch.type, batch.first, batch.count, frame);
      perform(CallKind::Outputs, *batch.type, batch.first, batch.count, frame);
    }
    // A given initial output replaces the computed one for everything that follows.
    for (const auto& [cell, value] : given_outputs_) set_constant(cell, value);
    copy(stage.transfers);
  }
}

template <class T>
Frame<T> Simulation<T>::frame_for_step() {
  const Duration step = inputs().period.step;
  Frame<T> frame;
  frame.cells = state_.cells.data();
  frame.in = plan().in.data();
  frame.in_start = inputs().sloped ? plan().in_start.data() : nullptr;
  frame.configs = objects_.configs();
  frame.sides = state_.sides.data();
  frame.scratch = scratch_.data();
  frame.start = seconds(step_ * step);
  frame.end = seconds((step_ + 1) * step);
  frame.step = seconds(step);
  frame.start_ms = (step_ * step).count();
  frame.end_ms = ((step_ + 1) * step).count();
  frame.step_ms = step.count();
  frame.steppers = state_.steppers.data();
  frame.fired = fired_.empty() ? nullptr : fired_.data();
  frame.ledger = books_ ? rates_.data() : nullptr;
  frame.resting = state_.resting.data();
  return frame;
}

template <class T>
void Simulation<T>::take_start_values(Frame<T>& frame) {
  Frame<T> start = frame;
  start.configs = objects_.start_configs();
  for (const Batch& batch : plan().source_batches) {
    perform(CallKind::Outputs, *batch.type, batch.first, batch.count, start);
  }
  copy(plan().start_copies);
}

template <class T>
void Simulation<T>::step() {
  if (failed_) {
    throw SimulationError("simulation.failed_before", {},
                          "the run failed in the step from " + iso_utc(time()) +
                              "; initialise, restore or load before continuing");
  }
  failed_ = true;  // until the end of the step
  if (tape_ != nullptr) tape_->note_step_begin();
  begin_means();
  Frame<T> frame = frame_for_step();
  if (balanced_) {
    balanced_step(frame);
  } else {
    step_in_parts(frame);
  }
  ++step_;
  check_finite();
  failed_ = false;
  after_step_ = true;
}

/// Takes a step in as many equal parts as the options set, one by default.
template <class T>
void Simulation<T>::step_in_parts(Frame<T>& frame) {
  const int count = std::max(1, *plan().options.substeps);
  const Frame<T> whole = frame;
  for (int part = 0; part < count; ++part) {
    set_equal_part(frame, whole, part, count);
    pieces_ = 0;
    begin_part_means();
    if (locate_events_) {
      divide_step(frame);
    } else {
      advance(frame);
      book(frame.step);
    }
    book_part();
    take_part_means();
    ++parts_;
  }
}

template <class T>
void Simulation<T>::advance(Frame<T>& frame) {
  std::fill(fired_.begin(), fired_.end(), static_cast<signed char>(0));
  if (inputs().sloped) take_start_values(frame);
  const std::vector<std::vector<StepBlock>>& segments = schedule_.segments();
  for (std::size_t s = 0; s < segments.size(); ++s) {
    run_segment(segments[s], frame, choices_[s]);
  }
  for (LoopSolver<T>& loop : loops_) loop.fire_events(*this, frame);
  check_guards(frame.end);
  const auto fired = std::find_if(fired_.begin(), fired_.end(), [](int f) { return f != 0; });
  event_ = fired == fired_.end() ? -1 : static_cast<int>(fired - fired_.begin());
  dispatch_events(frame);
  copy(plan().feedback);
}

/// Runs the blocks of a segment, by several threads if that is faster.
template <class T>
void Simulation<T>::run_segment(const std::vector<StepBlock>& blocks, Frame<T>& frame,
                                ParallelChoice& choice) {
  const std::size_t count = blocks.size();
  if (workers_.lanes() == 1 || tape_ != nullptr || count == 1) {
    if (!run_blocks(blocks, 0, count, frame)) report_unsolved(frame.end);
    return;
  }
  using Timer = std::chrono::steady_clock;
  const bool measures = choice.measures();
  const Timer::time_point began = measures ? Timer::now() : Timer::time_point();
  const bool solved =
      choice.shares() ? share_blocks(blocks, frame) : run_blocks(blocks, 0, count, frame);
  choice.end(measures ? std::chrono::duration<double>(Timer::now() - began).count() : 0.0);
  if (!solved) report_unsolved(frame.end);
}

/// As run_blocks for all blocks, by several threads.
template <class T>
bool Simulation<T>::share_blocks(const std::vector<StepBlock>& blocks, const Frame<T>& frame) {
  std::atomic<bool> all_solved{true};
  workers_.for_pieces(static_cast<int>(blocks.size()), 1, [&](int lane, int first, int last) {
    Frame<T> own = frame;
    own.scratch = scratch_.data() +
                  static_cast<std::size_t>(lane) * static_cast<std::size_t>(plan().scratch_count);
    if (!run_blocks(blocks, static_cast<std::size_t>(first), static_cast<std::size_t>(last), own)) {
      all_solved = false;
    }
  });
  return all_solved;
}

/// Runs blocks [first, last), all of them even if a loop is not solved, so that the error does not
/// depend on the number of threads; returns whether all loops were solved.
template <class T>
bool Simulation<T>::run_blocks(const std::vector<StepBlock>& blocks, std::size_t first,
                               std::size_t last, Frame<T>& frame) {
  bool all_solved = true;
  for (std::size_t b = first; b < last; ++b) {
    bool solved = true;
    for (std::size_t s = blocks[b].first; s < blocks[b].end && solved; ++s) {
      solved = run_stage(schedule_.stages()[s], frame);
    }
    all_solved = all_solved && solved;
  }
  return all_solved;
}

/// Runs a stage; returns whether its loops were solved.
template <class T>
bool Simulation<T>::run_stage(const Stage& stage, Frame<T>& frame) {
  if (tape_ != nullptr) {
    for (const Batch& batch : stage.batches) {
      perform(CallKind::Step, *batch.type, batch.first, batch.count, frame);
    }
  } else {
    const Slot* const slots = inputs().slots.data();
    for (const Batch& batch : stage.batches) {
      ops_of<T>(*batch.type).step(slots + batch.first, batch.count, frame);
    }
  }
  copy(stage.transfers);
  bool solved = true;
  for (const int loop : stage.loops) solved = loops_[loop].solve(*this, frame) && solved;
  return solved;
}

/// Throws SimulationError for the first loop that was not solved.
template <class T>
void Simulation<T>::report_unsolved(double time) {
  LoopSolver<T>* first = nullptr;
  for (LoopSolver<T>& loop : loops_) {
    if (loop.take_failure() && first == nullptr) first = &loop;
  }
  if (first != nullptr) first->report_failure(*this, time);
}

template <class T>
void Simulation<T>::check_finite() const {
  // Sums stay 0 while every value is finite; with a single sum each addition would wait.
  constexpr int kSums = 8;
  double sums[kSums] = {};
  const T* const cells = state_.cells.data();
  const int count = plan().snapshot_count;
  int next = 0;
  for (; next + kSums <= count; next += kSums) {
    for (int k = 0; k < kSums; ++k) sums[k] += 0.0 * value_of(cells[next + k]);
  }
  for (; next < count; ++next) sums[0] += 0.0 * value_of(cells[next]);
  if (std::all_of(sums, sums + kSums, [](double sum) { return sum == 0.0; })) return;
  const std::vector<std::string> names = plan().snapshot_names();
  for (int i = 0; i < plan().snapshot_count; ++i) {
    if (std::isfinite(value_of(state_.cells[i]))) continue;
    throw SimulationError(
        "simulation.not_finite", Where::of_signal(names[i]),
        "became " + number_text(value_of(state_.cells[i])) + " in the step to " + iso_utc(time()) +
            "; check the parameters and inputs of this component, and try shorter steps");
  }
}

/// Checks that every guard has a value.
template <class T>
void Simulation<T>::check_guards(double time) const {
  const auto without_value = std::find(fired_.begin(), fired_.end(), kSpoiled);
  if (without_value == fired_.end()) return;
  const std::string& name = plan().guard_names[without_value - fired_.begin()];
  throw SimulationError("simulation.not_finite", Where::of_signal(name),
                        "this guard is not a number in the step to " + number_text(time) + " s");
}

template <class T>
Snapshot<T> Simulation<T>::snapshot() const {
  state_.require_rollback("a snapshot");
  Snapshot<T> snapshot;
  snapshot.cells.assign(static_cast<std::size_t>(plan().snapshot_count), T(0.0));
  snapshot.sides = state_.sides;
  std::size_t learned = 0;
  for (const LoopSolver<T>& loop : loops_) learned += loop.memory().memory_size();
  snapshot.loops.assign(learned, 0.0);
  snapshot.steppers.resize(state_.steppers.size());
  save_into(snapshot);
  return snapshot;
}

template <class T>
void Simulation<T>::save_into(Snapshot<T>& snapshot) const {
  snapshot.step = step_;
  snapshot.halvings = halvings_;
  snapshot.booked.exchanged = booked_.exchanged;
  snapshot.booked.content_at_start = booked_.content_at_start;
  state_.save_into(snapshot.cells, snapshot.sides, snapshot.steppers);
  double* learned = snapshot.loops.data();
  for (const LoopSolver<T>& loop : loops_) {
    loop.memory().save_memory(learned);
    learned += loop.memory().memory_size();
  }
}

template <class T>
void Simulation<T>::restore(const Snapshot<T>& snapshot) {
  failed_ = false;
  after_step_ = false;
  step_ = snapshot.step;
  halvings_ = snapshot.halvings;
  if (books_) booked_ = snapshot.booked;
  state_.restore(snapshot.cells, snapshot.sides, snapshot.steppers);
  const double* learned = snapshot.loops.data();
  for (LoopSolver<T>& loop : loops_) {
    loop.memory().load_memory(learned);
    learned += loop.memory().memory_size();
  }
}

template <class T>
SavedState Simulation<T>::save() const {
  SavedState saved = state_.save(inputs(), time());
  for (const LoopSolver<T>& loop : loops_) {
    loop.memory().save_memory(saved.loops.emplace_back(loop.memory().memory_size()).data());
  }
  if (balanced_) saved.loops.push_back({static_cast<double>(halvings_)});
  return saved;
}

template <class T>
void Simulation<T>::load(const SavedState& saved) {
  std::vector<std::size_t> loops;
  for (const LoopSolver<T>& loop : loops_) loops.push_back(loop.memory().memory_size());
  if (balanced_) loops.push_back(1);
  check_state(saved, plan(), inputs(), loops);
  initialize();
  state_.load(saved);
  for (std::size_t i = 0; i < loops_.size(); ++i)
    loops_[i].memory().load_memory(saved.loops[i].data());
  open_books();
  if (!balanced_) return;
  // A number from a file may be beyond the range of integers.
  halvings_ = static_cast<int>(std::clamp<double>(
      saved.loops.back().front(), schedule_.least_halvings(), StepSchedule::kMostHalvings));
}

template class Simulation<double>;
template class Simulation<Jet8>;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/packed_simulation.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/framework/component/due_samples.hpp"
#include "hearth/framework/integration/resting_step.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/stepwise/internal/packed_loop.hpp"
#include "hearth/framework/stepwise/internal/step_parts.hpp"

namespace hearth {
namespace {

constexpr unsigned kAllLanes = (1U << Pack8::kLanes) - 1;

bool contains(unsigned lanes, std::size_t lane) { return ((lanes >> lane) & 1U) != 0; }

}  // namespace

PackedSimulation::Lane::Lane(const Plan& plan)
    : state(plan, plan.cells.size()),
      fired(plan.guard_rules.size(), 0),
      sides_before(state.sides),
      rates(static_cast<std::size_t>(plan.ledger_count), 0.0) {}

bool PackedSimulation::possible(const Plan& plan, const RunInputs& inputs) {
  return *plan.options.engine == Engine::Stepwise && plan.stepper_count == 0 &&
         plan.event_links.empty() && !inputs.sloped &&
         (plan.loops.empty() || plan.options.coupling == Coupling::Balanced);
}

PackedSimulation::PackedSimulation(const ConfigObjects<double>& objects, bool balance)
    : objects_(objects),
      packed_objects_(objects.plan(), objects.inputs()),
      schedule_(objects.plan(), objects.inputs()),
      balanced_(objects.plan().options.coupling == Coupling::Balanced),
      books_(balance && objects.plan().ledger_count > 0),
      cells_(objects.plan().cells.size()),
      scratch_(static_cast<std::size_t>(objects.plan().scratch_count) + 1),
      lane_scratch_(static_cast<std::size_t>(objects.plan().scratch_count) + 1),
      resting_(static_cast<std::size_t>(objects.plan().resting_count), Pack8(NAN)),
      stages_(divided(schedule_.stages())),
      present_(divided(schedule_.present())) {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    const Ops<Pack8>& ops = plan().instances[s].type->pack;
    if (ops.construct != nullptr) ops.construct(plan().slots[s], cells_.data());
    held_counts_.push_back(plan().instances[s].type->counts(plan().slots[s].sizes).held);
  }
  lanes_.reserve(kLanes);
  for (int lane = 0; lane < kLanes; ++lane) lanes_.emplace_back(plan());
  for (const int slot : schedule_.delayed()) {
    delayed_.push_back({plan().instances[slot].type, slot, 1, runs_packed(slot)});
  }
  sampled_ = {divided(schedule_.sampled().next), divided(schedule_.sampled().first)};
  mean_sampled_ = {divided(schedule_.mean_sampled().next), divided(schedule_.mean_sampled().first)};
  for (const Loop& loop : plan().loops) {
    loops_.push_back(std::make_unique<PackedLoop>(*this, loop));
  }
  sums_.assign(schedule_.averages().size(), Pack8(0.0));
  part_sums_ = sums_;
  if (books_) amounts_.assign(static_cast<std::size_t>(plan().ledger_count), Pack8(0.0));
  part_amounts_ = rates_ = amounts_;
  part_.assign(static_cast<std::size_t>(plan().snapshot_count), Pack8(0.0));
  watched_from_.assign(schedule_.watched().size(), Pack8(0.0));
  std::size_t learned = 0;
  for (const auto& loop : loops_) learned += kLanes * loop->memory_size();
  loop_memory_.assign(learned, 0.0);
  first_step_ = (inputs().period.start - inputs().origin) / inputs().period.step;
  step_ = first_step_;
}

PackedSimulation::~PackedSimulation() = default;

/// Returns whether an instance runs in packs: without states, or if its matrices are kept.
bool PackedSimulation::runs_packed(int slot) const {
  const ComponentType& type = *plan().instances[slot].type;
  const Slot& cells = inputs().slots[slot];
  if (type.pack.step == nullptr) return false;
  if (cells.state_count == 0) return true;
  const int held = type.traits.rates_read_held ? type.counts(cells.sizes).held : 0;
  return cells.affine && cells.resting >= 0 &&
         resting_functions(cells.state_count, cells.factor_count + held);
}

std::vector<PackedSimulation::PackedStage> PackedSimulation::divided(
    const std::vector<Stage>& stages) const {
  std::vector<PackedStage> all;
  for (const Stage& stage : stages) {
    PackedStage& own = all.emplace_back();
    own.transfers = stage.transfers;
    own.loops = stage.loops;
    for (const Batch& batch : stage.batches) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) {
        const bool packed = runs_packed(s);
        const bool joins = !own.batches.empty() && own.batches.back().type == batch.type &&
                           own.batches.back().packed == packed &&
                           own.batches.back().first + own.batches.back().count == s;
        if (joins) {
          ++own.batches.back().count;
        } else {
          own.batches.push_back({batch.type, s, 1, packed});
        }
      }
    }
  }
  return all;
}

void PackedSimulation::start(int number, const Simulation<double>& simulation) {
  Lane& lane = lanes_[static_cast<std::size_t>(number)];
  const ModelState<double>& state = simulation.state();
  for (int i = 0; i < static_cast<int>(plan().cells.size()); ++i) {
    cells_[i].set(number, state.cells[i]);
    lane.state.cells[i] = state.cells[i];
  }
  lane.state.sides = state.sides;
  std::fill(lane.state.resting.begin(), lane.state.resting.end(), NAN);
  std::fill(resting_.begin(), resting_.end(), Pack8(NAN));
  const Snapshot<double> snapshot = simulation.snapshot();
  if (snapshot.booked.exchanged.size() != amounts_.size()) {
    throw std::invalid_argument("PackedSimulation::start: the option balance differs");
  }
  lane.halvings = snapshot.halvings;
  lane.booked = snapshot.booked;
  for (Pack8& amount : amounts_) amount.set(number, 0.0);
  const double* learned = snapshot.loops.data();
  for (const auto& loop : loops_) {
    loop->search(number).load_memory(learned);
    learned += loop->memory_size();
  }
  step_ = first_step_;
  after_step_ = false;
}

Frame<Pack8> PackedSimulation::frame_for_step() {
  const Duration step = inputs().period.step;
  Frame<Pack8> frame;
  frame.cells = cells_.data();
  frame.in = plan().in.data();
  frame.configs = packed_objects_.configs();
  frame.scratch = scratch_.data();
  frame.start = seconds(step_ * step);
  frame.end = seconds((step_ + 1) * step);
  frame.step = seconds(step);
  frame.start_ms = (step_ * step).count();
  frame.end_ms = ((step_ + 1) * step).count();
  frame.step_ms = step.count();
  frame.ledger = books_ ? rates_.data() : nullptr;
  frame.resting = resting_.data();
  return frame;
}

void PackedSimulation::perform(Call call, const PackedBatch& batch, const Frame<Pack8>& frame) {
  if (!batch.packed) {
    for (int s = batch.first; s < batch.first + batch.count; ++s) {
      perform_alone(call, *batch.type, s, frame);
    }
    return;
  }
  const Slot* const slots = inputs().slots.data() + batch.first;
  const Ops<Pack8>& ops = batch.type->pack;
  switch (call) {
    case Call::Outputs:
      return ops.outputs(slots, batch.count, frame);
    case Call::Step:
      return ops.step(slots, batch.count, frame);
    case Call::Update:
      return ops.update(slots, batch.count, frame);
    case Call::Events:
      return;  // it has no guards
  }
}

/// Calls a component in each active lane alone, with a copy of its cells.
void PackedSimulation::perform_alone(Call call, const ComponentType& type, int slot,
                                     const Frame<Pack8>& frame) {
  const Slot& own = inputs().slots[slot];
  const int held = held_counts_[static_cast<std::size_t>(slot)];
  Frame<double> alone;
  alone.in = frame.in;
  alone.configs = samples_means_now_ ? objects_.mean_configs() : objects_.configs();
  alone.scratch = lane_scratch_.data();
  alone.start = frame.start;
  alone.end = frame.end;
  alone.step = frame.step;
  alone.start_ms = frame.start_ms;
  alone.end_ms = frame.end_ms;
  alone.step_ms = frame.step_ms;
  alone.hold_events = frame.hold_events;
  alone.means = frame.means;
  for (int number = 0; number < kLanes; ++number) {
    if (!contains(active_, static_cast<std::size_t>(number))) continue;
    Lane& lane = lanes_[static_cast<std::size_t>(number)];
    Cells<double>& cells = lane.state.cells;
    const auto take = [&](int cell) { cells[cell] = cells_[cell][number]; };
    for (int i = 0; i < own.in_count; ++i) take(frame.in[own.in + i]);
    for (int i = 0; i < own.state_count; ++i) take(own.state + i);
    for (int i = 0; i < held; ++i) take(own.held + i);
    for (int i = 0; i < own.out_count; ++i) take(own.out + i);
    alone.cells = cells.data();
    alone.sides = lane.state.sides.data();
    alone.fired = lane.fired.empty() ? nullptr : lane.fired.data();
    alone.resting = lane.state.resting.data();
    alone.ledger = frame.ledger == nullptr ? nullptr : lane.rates.data();
    switch (call) {
      case Call::Outputs:
        type.plain.outputs(&own, 1, alone);
        break;
      case Call::Events:
        type.plain.events(&own, 1, alone);
        break;
      case Call::Step:
        type.plain.step(&own, 1, alone);
        break;
      case Call::Update:
        type.plain.update(&own, 1, alone);
        break;
    }
    const auto give = [&](int cell) { cells_[cell].set(number, cells[cell]); };
    for (int i = 0; i < own.state_count; ++i) give(own.state + i);
    for (int i = 0; i < held; ++i) give(own.held + i);
    for (int i = 0; i < own.out_count; ++i) give(own.out + i);
    if (frame.ledger == nullptr) continue;
    for (int i = own.ledger; i < own.ledger + own.ledger_count; ++i) {
      rates_[static_cast<std::size_t>(i)].set(number, lane.rates[static_cast<std::size_t>(i)]);
    }
  }
}

// ---- samples and rows ---------------------------------------------------------------------------

void PackedSimulation::take_samples(Frame<Pack8> frame) {
  frame.in = plan().in_initial.data();
  frame.end = frame.start;
  frame.step = 0.0;
  take_samples(frame, after_step_ ? sampled_.next : sampled_.first, false);
  if (mean_sampled_.first.empty()) return;
  const double end = seconds((first_step_ + inputs().period.step_count()) * inputs().period.step);
  frame.end = std::max(frame.start, std::min(frame.start + schedule_.mean_period(), end));
  frame.step = frame.end - frame.start;
  frame.configs = packed_objects_.mean_configs();
  samples_means_now_ = true;
  take_samples(frame, after_step_ ? mean_sampled_.next : mean_sampled_.first, true);
  samples_means_now_ = false;
}

void PackedSimulation::take_samples(Frame<Pack8>& frame, const std::vector<PackedStage>& stages,
                                    bool means) {
  DueSamples samples(frame.start_ms);
  for (const PackedStage& stage : stages) {
    for (auto batch = stage.batches.begin(); batch != stage.batches.end();) {
      // Samples of one type do not see each other, whether they run in packs or not.
      const ComponentType* const type = batch->type;
      const auto end = std::find_if(batch, stage.batches.end(), [type](const PackedBatch& other) {
        return other.type != type;
      });
      if (type->traits.has_update && type->traits.samples_means == means) {
        for (auto part = batch; part != end; ++part) update_due(*part, samples, frame);
      }
      for (; batch != end; ++batch) perform(Call::Outputs, *batch, frame);
    }
    execute(stage.transfers, cells_);
  }
}

void PackedSimulation::update_due(const PackedBatch& batch, DueSamples& samples,
                                  const Frame<Pack8>& frame) {
  for (int s = batch.first; s < batch.first + batch.count; ++s) {
    if (!samples.due(inputs().slots[s])) continue;
    perform(Call::Update, {batch.type, s, 1, batch.packed}, frame);
  }
}

void PackedSimulation::find_present(Frame<Pack8> frame) {
  frame.step = 0.0;
  frame.start = frame.end;
  frame.in = plan().in_initial.data();
  frame.means = false;
  for (const PackedBatch& batch : delayed_) perform(Call::Outputs, batch, frame);
  execute(schedule_.states(), cells_);
  for (const PackedStage& stage : present_) {
    for (const PackedBatch& batch : stage.batches) perform(Call::Outputs, batch, frame);
    execute(stage.transfers, cells_);
  }
  execute(plan().feedback, cells_);
}

// ---- steps --------------------------------------------------------------------------------------

void PackedSimulation::step() {
  Frame<Pack8> frame = frame_for_step();
  active_ = kAllLanes;
  if (balanced_) {
    balanced_step(frame);
  } else {
    step_in_parts(frame);
  }
  ++step_;
  check_finite();
  after_step_ = true;
}

void PackedSimulation::step_in_parts(Frame<Pack8>& frame) {
  const int count = std::max(1, *plan().options.substeps);
  const Frame<Pack8> whole = frame;
  for (int part = 0; part < count; ++part) {
    set_equal_part(frame, whole, part, count);
    advance(frame);
    book(frame.step);
    for (std::size_t i = 0; i < amounts_.size(); ++i) amounts_[i] += part_amounts_[i];
  }
}

/// Advances the active lanes; returns those in which a loop was not solved.
unsigned PackedSimulation::advance(Frame<Pack8>& frame) {
  for (Lane& lane : lanes_) std::fill(lane.fired.begin(), lane.fired.end(), 0);
  unsigned failed = 0;
  for (const PackedStage& stage : stages_) {
    for (const PackedBatch& batch : stage.batches) perform(Call::Step, batch, frame);
    execute(stage.transfers, cells_);
    for (const int loop : stage.loops) {
      failed |= loops_[static_cast<std::size_t>(loop)]->solve(*this, frame);
    }
  }
  for (const auto& loop : loops_) loop->fire_events(*this, frame);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const auto& fired = lanes_[l].fired;
    if (contains(active_ & ~failed, l) &&
        std::find(fired.begin(), fired.end(), kSpoiled) != fired.end()) {
      throw Abandoned("a guard is not a number");
    }
  }
  execute(plan().feedback, cells_);
  return failed;
}

/// Keeps what a lane needs to take a part of a step again.
void PackedSimulation::keep_part() {
  std::copy_n(cells_.data(), part_.size(), part_.begin());
  for (Lane& lane : lanes_) {
    std::copy(lane.state.sides.begin(), lane.state.sides.end(), lane.sides_before.begin());
  }
  double* learned = loop_memory_.data();
  for (const auto& loop : loops_) {
    for (int lane = 0; lane < kLanes; ++lane) {
      loop->search(lane).save_memory(learned);
      learned += loop->memory_size();
    }
  }
}

/// Returns these lanes to the start of the part.
void PackedSimulation::go_back(unsigned lanes) {
  if (lanes == 0) return;
  const LaneMask back(lanes);
  for (std::size_t i = 0; i < part_.size(); ++i) {
    Pack8& cell = cells_[static_cast<int>(i)];
    cell = select(back, part_[i], cell);
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    if (contains(lanes, l)) lanes_[l].state.sides = lanes_[l].sides_before;
  }
  const double* learned = loop_memory_.data();
  for (const auto& loop : loops_) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (contains(lanes, static_cast<std::size_t>(lane))) loop->search(lane).load_memory(learned);
      learned += loop->memory_size();
    }
  }
}

/// Takes the means and amounts of a part.
void PackedSimulation::book(double length) {
  const double share = length / seconds(inputs().period.step);
  const std::vector<int>& averages = schedule_.averages();
  for (std::size_t k = 0; k < averages.size(); ++k) part_sums_[k] = share * cells_[averages[k]];
  for (std::size_t i = 0; i < part_amounts_.size(); ++i) {
    part_amounts_[i] = 0.0 + length * rates_[i];
  }
}

/// Returns which of the lanes have to take a part again in shorter ones; `changes` gets the largest
/// change of a temperature in each.
unsigned PackedSimulation::refused(unsigned lanes, unsigned failed, bool divisible,
                                   double* changes) const {
  constexpr double kMostChange = StepSchedule::kMostChange;
  const std::vector<int>& watched = schedule_.watched();
  Pack8 largest(0.0);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const Pack8 change = abs(cells_[watched[i]] - watched_from_[i]);
    largest = select(change > largest || !same_lanes(change, change), change, largest);
  }
  unsigned again = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!contains(lanes, static_cast<std::size_t>(lane))) continue;
    changes[lane] = largest[lane];
    const bool too_much =
        !(largest[lane] <= kMostChange) &&
        lanes_[static_cast<std::size_t>(lane)].halvings < schedule_.wanted_halvings();
    if (contains(failed, static_cast<std::size_t>(lane)) && !divisible) {
      throw Abandoned("a loop was not solved");
    }
    if (divisible && (contains(failed, static_cast<std::size_t>(lane)) || too_much)) {
      again |= 1U << lane;
    }
  }
  return again;
}

/// Takes the parts of a step: each time of the lanes that are at the earliest instant, and of these
/// those whose parts have the same length.
void PackedSimulation::balanced_step(Frame<Pack8>& frame) {
  take_samples(frame);
  const Frame<Pack8> whole = frame;
  const bool adaptive = !schedule_.watched().empty();
  const int substeps = *plan().options.substeps;
  const long grid = adaptive ? 1L << StepSchedule::kMostHalvings : std::max(1, substeps);
  frame.means = true;
  frame.start_ms = kOffGrid;  // samples were taken
  for (Lane& lane : lanes_) lane.at = 0;
  for (;;) {
    const Lane& next = *std::min_element(lanes_.begin(), lanes_.end(),
                                         [](const Lane& a, const Lane& b) { return a.at < b.at; });
    const long at = next.at;
    if (at == grid) break;
    const int halvings = next.halvings;
    const long size = adaptive ? grid >> halvings : 1;
    active_ = 0;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      if (lanes_[l].at == at && (!adaptive || lanes_[l].halvings == halvings)) active_ |= 1U << l;
    }
    const bool divisible = adaptive && halvings < StepSchedule::kMostHalvings;
    if (divisible || active_ != kAllLanes) keep_part();
    const std::vector<int>& watched = schedule_.watched();
    for (std::size_t i = 0; i < watched.size(); ++i) watched_from_[i] = cells_[watched[i]];
    set_part(frame, whole, at, size, grid);
    const unsigned failed = advance(frame);
    book(frame.step);
    std::array<double, kLanes> changes{};
    const unsigned again = refused(active_, failed, divisible, changes.data());
    const unsigned taken = active_ & ~again;
    go_back(kAllLanes & ~taken);
    const LaneMask chosen(taken);
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      const Pack8 sum = at == 0 ? part_sums_[k] : sums_[k] + part_sums_[k];
      sums_[k] = select(chosen, sum, sums_[k]);
    }
    for (std::size_t i = 0; i < amounts_.size(); ++i) {
      amounts_[i] = select(chosen, amounts_[i] + part_amounts_[i], amounts_[i]);
    }
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      Lane& lane = lanes_[l];
      if (contains(again, l)) ++lane.halvings;
      if (!contains(taken, l)) continue;
      lane.at += size;
      if (lane.halvings > schedule_.least_halvings() && changes[l] < StepSchedule::kLittleChange &&
          lane.at % (2 * size) == 0) {
        --lane.halvings;
      }
    }
  }
  active_ = kAllLanes;
  frame.end = whole.end;
  frame.end_ms = whole.end_ms;
  frame.means = false;
  find_present(frame);
  for (std::size_t k = 0; k < sums_.size(); ++k) cells_[schedule_.averages()[k]] = sums_[k];
}

void PackedSimulation::check_finite() const {
  // Sums stay 0 while every value is finite; with a single sum each addition would wait.
  constexpr int kSums = 4;
  std::array<Pack8, kSums> sums{};
  const int count = plan().snapshot_count;
  int next = 0;
  for (; next + kSums <= count; next += kSums) {
    for (int k = 0; k < kSums; ++k) sums[static_cast<std::size_t>(k)] += 0.0 * cells_[next + k];
  }
  for (; next < count; ++next) sums[0] += 0.0 * cells_[next];
  if (!all_equal((sums[0] + sums[1]) + (sums[2] + sums[3]), Pack8(0.0))) {
    throw Abandoned("a value is not finite");
  }
}

BookedAmounts PackedSimulation::booked(int number) {
  Lane& lane = lanes_[static_cast<std::size_t>(number)];
  BookedAmounts booked = lane.booked;
  if (!books_) return booked;
  for (std::size_t i = 0; i < amounts_.size(); ++i) booked.exchanged[i] = amounts_[i][number];
  for (int i = 0; i < static_cast<int>(plan().cells.size()); ++i) {
    lane.state.cells[i] = cells_[i][number];
  }
  Frame<double> frame;
  frame.cells = lane.state.cells.data();
  frame.in = plan().in.data();
  frame.configs = objects_.configs();
  frame.scratch = lane_scratch_.data();
  frame.start = seconds(step_ * inputs().period.step);
  frame.end = seconds((step_ + 1) * inputs().period.step);
  frame.step = seconds(inputs().period.step);
  booked.content_at_end = contents(plan(), inputs().slots, frame);
  return booked;
}

}  // namespace hearth

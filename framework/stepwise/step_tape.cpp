// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/step_tape.hpp"

namespace hearth {
namespace {

/// Returns whether calls in both frames see the same time and maps.
bool same(const Frame<double>& a, const Frame<double>& b) {
  return a.in == b.in && a.in_start == b.in_start && a.start == b.start && a.end == b.end &&
         a.step == b.step && a.start_ms == b.start_ms && a.end_ms == b.end_ms &&
         a.step_ms == b.step_ms && a.tick == b.tick && a.hold_events == b.hold_events &&
         a.means == b.means && a.advance == b.advance;
}

}  // namespace

StepTape::StepTape(const Plan& plan) {
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    const Counts counts = plan.instances[s].type->counts(plan.slots[s].sizes);
    counts_.push_back({counts.held, counts.guard});
  }
}

StepTape::Mark StepTape::mark() const {
  return {entries_.size(), calls_.size(), frames_.size(), operands_.size(), sides_.size()};
}

void StepTape::rewind(const Mark& mark) {
  entries_.resize(mark.entries);
  calls_.resize(mark.calls);
  frames_.resize(mark.frames);
  operands_.resize(mark.operands);
  sides_.resize(mark.sides);
}

std::size_t StepTape::number_of(const Frame<double>& frame) {
  if (frames_.empty() || !same(frames_.back(), frame)) frames_.push_back(frame);
  return frames_.size() - 1;
}

void StepTape::note_calls(CallKind kind, ConfigSet configs, const Slot* slots, int first, int count,
                          const Frame<double>& frame, const double* fired) {
  const std::size_t frame_number = number_of(frame);
  for (int i = 0; i < count; ++i) {
    const Slot& slot = slots[i];
    const SlotCounts& own = counts_[static_cast<std::size_t>(first + i)];
    if (kind == CallKind::Events && own.guards == 0) continue;
    entries_.push_back({EntryKind::Call, static_cast<int>(calls_.size())});
    calls_.push_back({kind, configs, first + i, frame_number, operands_.size(), sides_.size()});
    for (int k = 0; k < slot.in_count; ++k) {
      operands_.push_back(frame.cells[frame.in[slot.in + k]]);
    }
    for (int k = 0; k < slot.in_count && frame.in_start != nullptr; ++k) {
      operands_.push_back(frame.cells[frame.in_start[slot.in + k]]);
    }
    const double* states = frame.cells + slot.state;
    operands_.insert(operands_.end(), states, states + slot.state_count);
    const double* held = frame.cells + slot.held;
    operands_.insert(operands_.end(), held, held + own.held);
    if (fired != nullptr) operands_.insert(operands_.end(), fired, fired + own.guards);
    const Side* sides = frame.sides + slot.side;
    sides_.insert(sides_.end(), sides, sides + own.guards);
  }
}

void StepTape::note_copies(const Transfer* transfers, std::size_t count) {
  if (count > 0) entries_.push_back({EntryKind::Copy, 0, count, transfers});
}

StepTape::Mark StepTape::begin_loop(int loop) {
  entries_.push_back({EntryKind::Loop, loop});
  return mark();
}

void StepTape::end_loop(const Mark& passes) {
  entries_[passes.entries - 1].length = entries_.size() - passes.entries;
}

}  // namespace hearth

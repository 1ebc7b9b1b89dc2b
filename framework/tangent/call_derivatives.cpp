// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/call_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

constexpr int kLanes = 8;

/// Calls `use` with every list of transfers of a plan.
template <class Use>
void for_each_transfer(const Plan& plan, const Use& use) {
  const auto of_stages = [&use](const std::vector<Stage>& stages) {
    for (const Stage& stage : stages)
      std::for_each(stage.transfers.begin(), stage.transfers.end(), use);
  };
  of_stages(plan.stages);
  of_stages(plan.initial_stages);
  for (const Loop& loop : plan.loops) {
    of_stages(loop.stages);
    std::for_each(loop.feedback.begin(), loop.feedback.end(), use);
  }
  for (const LagSlot& lag : plan.lags) use(lag.transfer);
  for (const auto& own : plan.conversions) std::for_each(own.begin(), own.end(), use);
  std::for_each(plan.feedback.begin(), plan.feedback.end(), use);
  std::for_each(plan.start_copies.begin(), plan.start_copies.end(), use);
}

void append_range(std::vector<int>& cells, int first, int count) {
  for (int i = 0; i < count; ++i) cells.push_back(first + i);
}

}  // namespace

Influence::Influence(const Plan& plan, const std::vector<std::vector<int>>& groups) {
  const std::size_t words = groups.size() / 64 + 1;
  std::vector<std::uint64_t> bits(plan.cells.size() * words, 0);
  std::vector<std::uint64_t> slot_bits(plan.slots.size() * words, 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const int cell : groups[g]) {
      bits[static_cast<std::size_t>(cell) * words + g / 64] |= std::uint64_t{1} << (g % 64);
    }
  }
  bool changed = true;
  const auto unite = [words, &changed](std::uint64_t* to, const std::uint64_t* from) {
    for (std::size_t w = 0; w < words; ++w) {
      if ((from[w] & ~to[w]) == 0) continue;
      to[w] |= from[w];
      changed = true;
    }
  };
  const auto of_cell = [&](int cell) {
    return bits.data() + static_cast<std::size_t>(cell) * words;
  };
  while (changed) {
    changed = false;
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      const Slot& slot = plan.slots[s];
      const Counts counts = plan.instances[s].type->counts(slot.sizes);
      std::uint64_t* own = slot_bits.data() + s * words;
      for (int i = 0; i < counts.parameter; ++i) unite(own, of_cell(slot.parameter + i));
      for (int i = slot.in; i < slot.in + counts.in; ++i) {
        unite(own, of_cell(plan.in[i]));
        unite(own, of_cell(plan.in_initial[i]));
        if (!plan.in_start.empty()) unite(own, of_cell(plan.in_start[i]));
      }
      for (int i = 0; i < counts.state; ++i) unite(own, of_cell(slot.state + i));
      for (int i = 0; i < counts.held; ++i) unite(own, of_cell(slot.held + i));
      for (int i = 0; i < counts.out; ++i) unite(of_cell(slot.out + i), own);
      for (int i = 0; i < counts.state; ++i) unite(of_cell(slot.state + i), own);
      for (int i = 0; i < counts.held; ++i) unite(of_cell(slot.held + i), own);
    }
    for_each_transfer(plan, [&](const Transfer& transfer) {
      unite(of_cell(transfer.to), of_cell(transfer.from));
    });
  }
  std::map<std::vector<std::uint64_t>, int> known;
  const auto list_of = [&](const std::uint64_t* set) {
    const std::vector<std::uint64_t> key(set, set + words);
    const auto [place, is_new] = known.emplace(key, static_cast<int>(lists_.size()));
    if (is_new) {
      std::vector<int>& list = lists_.emplace_back();
      for (std::size_t g = 0; g < groups.size(); ++g) {
        if (((set[g / 64] >> (g % 64)) & 1U) != 0) list.push_back(static_cast<int>(g));
      }
    }
    return place->second;
  };
  list_of(std::vector<std::uint64_t>(words, 0).data());
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
    sets_.push_back(list_of(bits.data() + cell * words));
  }
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    slots_.push_back(list_of(slot_bits.data() + s * words));
  }
}

CallDerivatives::CallDerivatives(const ConfigObjects<Jet8>& objects, const Influence& influence)
    : objects_(objects),
      plan_(objects.plan()),
      influence_(influence),
      jets_(plan_, plan_.cells.size()),
      constants_(plan_.cells.size(), 0.0),
      computed_(plan_.slots.size(), 0),
      slots_(plan_.slots.size()),
      scratch_(static_cast<std::size_t>(plan_.scratch_count) + 1) {
  refuse_steppers(plan_);
  int most_guards = 0;
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const Slot& slot = plan_.slots[s];
    SlotCells& own = slots_[s];
    own.counts = plan_.instances[s].type->counts(slot.sizes);
    most_guards = std::max(most_guards, own.counts.guard);
    append_range(own.written, slot.out, own.counts.out);
    append_range(own.written, slot.state, own.counts.state);
    append_range(own.written, slot.held, own.counts.held);
    for (int i = 0; i < own.counts.parameter; ++i) {
      const int cell = slot.parameter + i;
      if (influence_.varies(cell)) own.parameters.push_back(cell);
    }
  }
  fired_.resize(static_cast<std::size_t>(most_guards) + 1);
}

void CallDerivatives::begin(const ModelState<double>& state) {
  for (int i = plan_.snapshot_count; i < static_cast<int>(plan_.cells.size()); ++i) {
    constants_[static_cast<std::size_t>(i)] = state.cells[i];
    jets_.cells[i] = Jet8(state.cells[i]);
  }
  for (int s = 0; s < static_cast<int>(slots_.size()); ++s) {
    computed_[static_cast<std::size_t>(s)] = state.computed(s);
    for (Reading& reading : slots_[static_cast<std::size_t>(s)].readings) {
      if (reading.made) prepare(s, reading);
    }
  }
}

CallDerivatives::Reading& CallDerivatives::reading(int s, const Frame<double>& frame) {
  const int initial = frame.in == plan_.in_initial.data() ? 1 : 0;
  const int sloped = frame.in_start != nullptr ? 2 : 0;
  Reading& reading = slots_[static_cast<std::size_t>(s)].readings[initial + sloped];
  if (!reading.made) make(s, reading, frame.in, frame.in_start);
  return reading;
}

void CallDerivatives::make(int s, Reading& reading, const int* in, const int* in_start) {
  const Slot& slot = plan_.slots[s];
  const SlotCells& own = slots_[static_cast<std::size_t>(s)];
  for (int i = 0; i < own.counts.in; ++i) reading.operands.push_back(in[slot.in + i]);
  for (int i = 0; i < own.counts.in && in_start != nullptr; ++i) {
    reading.operands.push_back(in_start[slot.in + i]);
  }
  append_range(reading.operands, slot.state, own.counts.state);
  append_range(reading.operands, slot.held, own.counts.held);
  for (const int cell : reading.operands) {
    const auto& columns = reading.columns;
    if (!influence_.varies(cell)) continue;
    if (std::find(columns.begin(), columns.end(), cell) != columns.end()) continue;
    reading.columns.push_back(cell);
  }
  // Columns on which the matrix of the states depends are last, with the parameters: evaluations
  // without them need no derivatives of the matrix.
  std::stable_partition(reading.columns.begin(), reading.columns.end(), [&](int cell) {
    return std::none_of(slot.factors, slot.factors + slot.factor_count,
                        [&](int factor) { return in[slot.in + factor] == cell; });
  });
  reading.parameters = static_cast<int>(reading.columns.size());
  reading.columns.insert(reading.columns.end(), own.parameters.begin(), own.parameters.end());
  const int count = static_cast<int>(reading.columns.size());
  for (int first = 0; first < count; first += kLanes) {
    reading.lanes.push_back({first, std::min(kLanes, count - first), {}, {}});
  }
  reading.made = true;
  prepare(s, reading);
}

/// Evaluates the derived constants with the parameters of each evaluation seeded.
void CallDerivatives::prepare(int s, Reading& reading) {
  const Slot& slot = plan_.slots[s];
  const Counts& counts = slots_[static_cast<std::size_t>(s)].counts;
  std::vector<int> cells;
  append_range(cells, slot.parameter, counts.parameter);
  append_range(cells, slot.derived, counts.derived);
  const auto restore = [&] {
    for (const int cell : cells) jets_.cells[cell] = Jet8(constants_[cell]);
  };
  for (Lanes& lanes : reading.lanes) {
    lanes.resting.assign(static_cast<std::size_t>(slot.resting_numbers), Jet8(NAN));
    const int end = lanes.first + lanes.count;
    if (end <= reading.parameters) continue;
    restore();
    for (int c = std::max(lanes.first, reading.parameters); c < end; ++c) {
      jets_.cells[reading.columns[c]].v[c - lanes.first] = 1.0;
    }
    plan_.instances[s].type->jet.prepare(slot, jets_.cells.data(), computed_[s]);
    lanes.constants.clear();
    for (const int cell : cells) lanes.constants.push_back(jets_.cells[cell]);
  }
  restore();
}

std::span<const int> CallDerivatives::rows(const SlotCells& own, CallKind kind) const {
  const auto out = static_cast<std::size_t>(own.counts.out);
  const auto state = static_cast<std::size_t>(own.counts.state);
  const std::span<const int> all(own.written);
  switch (kind) {
    case CallKind::Outputs:
      return all.first(out);
    case CallKind::Update:
      return all.subspan(out + state);
    case CallKind::Events:
    case CallKind::Fire:
      return all.subspan(out);
    case CallKind::Step:
      break;
  }
  return all;
}

/// Runs a call on Jets with the columns of one evaluation seeded.
void CallDerivatives::run(const StepTape& tape, const StepTape::Call& call, const Reading& reading,
                          Lanes& lanes) {
  Slot slot = objects_.inputs().slots[call.slot];
  if (slot.resting >= 0) slot.resting = 0;
  const Counts& counts = slots_[static_cast<std::size_t>(call.slot)].counts;
  const double* operands = tape.operands(call);
  for (std::size_t i = 0; i < reading.operands.size(); ++i) {
    jets_.cells[reading.operands[i]] = Jet8(operands[i]);
  }
  const int end = std::min(lanes.first + lanes.count, reading.parameters);
  for (int c = lanes.first; c < end; ++c) {
    jets_.cells[reading.columns[c]].v[c - lanes.first] = 1.0;
  }
  if (!lanes.constants.empty()) {
    for (int i = 0; i < counts.parameter; ++i) {
      jets_.cells[slot.parameter + i] = lanes.constants[static_cast<std::size_t>(i)];
    }
    for (int i = 0; i < counts.derived; ++i) {
      jets_.cells[slot.derived + i] =
          lanes.constants[static_cast<std::size_t>(counts.parameter + i)];
    }
  }
  std::copy_n(tape.sides(call), counts.guard, jets_.sides.begin() + slot.side);

  const Frame<double>& seen = tape.frame(call);
  Frame<Jet8> frame;
  frame.cells = jets_.cells.data();
  frame.in = seen.in;
  frame.in_start = seen.in_start;
  frame.configs = call.configs == ConfigSet::Instant ? objects_.configs()
                  : call.configs == ConfigSet::Mean  ? objects_.mean_configs()
                                                     : objects_.start_configs();
  frame.sides = jets_.sides.data();
  frame.scratch = scratch_.data();
  frame.start = seen.start;
  frame.end = seen.end;
  frame.step = seen.step;
  frame.start_ms = seen.start_ms;
  frame.end_ms = seen.end_ms;
  frame.step_ms = seen.step_ms;
  frame.tick = seen.tick;
  frame.hold_events = seen.hold_events;
  frame.means = seen.means;
  frame.advance = seen.advance;
  frame.resting = lanes.resting.data();
  const Ops<Jet8>& ops = plan_.instances[call.slot].type->jet;
  switch (call.kind) {
    case CallKind::Outputs:
      ops.outputs(&slot, 1, frame);
      break;
    case CallKind::Events:
      ops.events(&slot, 1, frame);
      break;
    case CallKind::Step:
      ops.step(&slot, 1, frame);
      break;
    case CallKind::Update:
      ops.update(&slot, 1, frame);
      break;
    case CallKind::Fire:
      for (int i = 0; i < counts.guard; ++i) {
        fired_[static_cast<std::size_t>(i)] =
            Jet8(operands[reading.operands.size() + static_cast<std::size_t>(i)]);
      }
      ops.fire(slot, frame, fired_.data());
      break;
  }
  if (lanes.constants.empty()) return;
  for (int i = 0; i < counts.parameter; ++i) {
    jets_.cells[slot.parameter + i] = Jet8(constants_[slot.parameter + i]);
  }
  for (int i = 0; i < counts.derived; ++i) {
    jets_.cells[slot.derived + i] = Jet8(constants_[slot.derived + i]);
  }
}

CallJacobian CallDerivatives::of(const StepTape& tape, const StepTape::Call& call) {
  const Frame<double>& frame = tape.frame(call);
  Reading& reading = this->reading(call.slot, frame);
  CallJacobian jacobian;
  jacobian.columns = reading.columns;
  jacobian.rows = rows(slots_[static_cast<std::size_t>(call.slot)], call.kind);
  const std::size_t width = reading.columns.size();
  values_.resize(jacobian.rows.size() * width);
  for (Lanes& lanes : reading.lanes) {
    run(tape, call, reading, lanes);
    for (std::size_t r = 0; r < jacobian.rows.size(); ++r) {
      const Jet8& written = jets_.cells[jacobian.rows[r]];
      double* row = values_.data() + r * width + static_cast<std::size_t>(lanes.first);
      for (int k = 0; k < lanes.count; ++k) row[k] = written.v[k];
    }
  }
  jacobian.values = values_;
  check(call, jacobian, frame.end);
  return jacobian;
}

void CallDerivatives::check(const StepTape::Call& call, const CallJacobian& jacobian,
                            double time) const {
  double sum = 0.0;  // stays 0 while every derivative is finite
  for (const double value : jacobian.values) sum += 0.0 * value;
  if (sum == 0.0) return;
  for (std::size_t i = 0; i < jacobian.values.size(); ++i) {
    if (std::isfinite(jacobian.values[i])) continue;
    const int cell = jacobian.rows[i / jacobian.columns.size()];
    const std::string name = cell < plan_.snapshot_count
                                 ? plan_.snapshot_names()[static_cast<std::size_t>(cell)]
                                 : plan_.instances[call.slot].id;
    throw SimulationError(
        "simulation.derivative_not_finite", Where::of_signal(name),
        "has no finite derivative in the step to " + number_text(time) +
            " s, as its equations are not differentiable there; use derivatives by differences");
  }
}

}  // namespace hearth

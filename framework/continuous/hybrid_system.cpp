// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/hybrid_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/continuous/internal/loop_equations.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {

template <class T>
HybridSystem<T>::HybridSystem(const ConfigObjects<T>& objects, const EvaluationOrder& flow)
    : objects_(objects),
      flow_(flow),
      state_(objects.plan(), static_cast<std::size_t>(flow.cell_count)),
      scratch_(static_cast<std::size_t>(objects.plan().scratch_count) + 1) {
  frame_.cells = state_.cells.data();
  frame_.in = flow.in.data();
  frame_.sides = state_.sides.data();
  frame_.scratch = scratch_.data();
  frame_.steppers = state_.steppers.data();
  for (const AlgebraicLoop& loop : flow.loops) {
    loops_.push_back(std::make_unique<LoopEquations<T>>(*this, loop));
  }
  state_.announce(objects.inputs());
  reset();
}

template <class T>
HybridSystem<T>::~HybridSystem() = default;

template <class T>
void HybridSystem<T>::reset() {
  state_.reset();
  begin();
}

template <class T>
void HybridSystem<T>::begin() {
  state_.begin();
  for (const AlgebraicLoop& loop : flow_.loops) {
    for (const Transfer& tear : loop.tears) {
      const double value = plan().first_value(tear.from);
      state_.cells[tear.to] = T(tear.factor * value + tear.shift);
    }
  }
  keep_loops();
}

template <class T>
template <class U>
void HybridSystem<T>::expect_loops(const HybridSystem<U>& other) {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    loops_[i]->expect(other.loops_[i]->condition());
  }
}

template <class T>
void HybridSystem<T>::keep_loops() {
  for (const auto& loop : loops_) loop->keep();
}

template <class T>
std::vector<double> HybridSystem<T>::loop_values() const {
  std::vector<double> values;
  for (const auto& loop : loops_) {
    values.insert(values.end(), loop->start().begin(), loop->start().end());
  }
  return values;
}

template <class T>
void HybridSystem<T>::set_loop_values(const std::vector<double>& values) {
  std::size_t next = 0;
  for (const AlgebraicLoop& loop : flow_.loops) {
    for (const Transfer& tear : loop.tears) state_.cells[tear.to] = T(values[next++]);
  }
  keep_loops();
}

template <class T>
void HybridSystem<T>::move_over(double from, double to) {
  frame_.start = from;
  frame_.end = to;
  frame_.step = to - from;
  frame_.configs = objects_.mean_configs();
}

template <class T>
void HybridSystem<T>::move_to(double time, Limit limit) {
  frame_.start = frame_.end = time;
  frame_.step = 0.0;
  frame_.configs = limit == Limit::Left ? objects_.configs() : objects_.start_configs();
}

template <class T>
void HybridSystem<T>::copy(const std::vector<Transfer>& transfers) {
  execute(transfers, state_.cells);
}

template <class T>
void HybridSystem<T>::run(const Stage& stage) {
  for (const Batch& batch : stage.batches) {
    const Slot* slots = objects_.inputs().slots.data() + batch.first;
    ops_of<T>(*batch.type).outputs(slots, batch.count, frame_);
  }
  copy(stage.transfers);
}

template <class T>
void HybridSystem<T>::evaluate(const Sweep& sweep) {
  for (const Stage& stage : sweep.stages) {
    run(stage);
    for (const int loop : stage.loops) loops_[loop]->solve();
  }
}

template <class T>
void HybridSystem<T>::rates(T* slopes) {
  for (const int s : flow_.state_slots) {
    const Slot& slot = objects_.inputs().slots[s];
    T* own = slopes + (slot.state - plan().first_state);
    ops_of<T>(*plan().instances[s].type).derivatives(slot, frame_, own);
  }
}

template <class T>
void HybridSystem<T>::guards(T* values) {
  for (const int s : flow_.guard_slots) {
    const Slot& slot = objects_.inputs().slots[s];
    ops_of<T>(*plan().instances[s].type).guards(slot, frame_, values + slot.side);
  }
}

template <class T>
void HybridSystem<T>::fire(int slot, T* fired) {
  ops_of<T>(*plan().instances[slot].type).fire(objects_.inputs().slots[slot], frame_, fired);
}

template <class T>
void HybridSystem<T>::start_steppers() {
  if (state_.steppers.empty()) return;
  for (SteppingInstance& stepper : state_.steppers) stepper.rewind();
  for (const std::vector<int>& level : flow_.ticks) {
    for (const int slot : level) {
      if (plan().slots[slot].stepper >= 0) update(slot);
    }
    evaluate(flow_.all);
    keep_loops();
  }
}

template <class T>
void HybridSystem<T>::update(int slot, std::int64_t tick) {
  frame_.tick = tick;
  ops_of<T>(*plan().instances[slot].type).update(&objects_.inputs().slots[slot], 1, frame_);
}

/// Writes outputs and rates of one instance with the present cells.
template <class T>
void HybridSystem<T>::alone_at(int slot, double time, std::vector<T>& values) {
  const Slot& own = objects_.inputs().slots[slot];
  const Ops<T>& ops = ops_of<T>(*plan().instances[slot].type);
  values.resize(static_cast<std::size_t>(own.state_count + own.out_count));
  move_to(time, Limit::Right);
  ops.outputs(&own, 1, frame_);
  if (own.state_count > 0) ops.derivatives(own, frame_, values.data());
  for (int k = 0; k < own.out_count; ++k) {
    values[static_cast<std::size_t>(own.state_count + k)] = state_.cells[own.out + k];
  }
}

template <class T>
bool HybridSystem<T>::follows_clock(int slot, const std::vector<std::pair<double, double>>& times) {
  const Slot& own = objects_.inputs().slots[slot];
  std::vector<int> cells(flow_.in.begin() + own.in, flow_.in.begin() + own.in + own.in_count);
  for (int k = 0; k < own.state_count; ++k) cells.push_back(own.state + k);
  const Counts counts = plan().instances[slot].type->counts(own.sizes);
  for (int k = 0; k < counts.parameter; ++k) cells.push_back(own.parameter + k);
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<T> kept, first, second;
  for (const int cell : cells) kept.push_back(state_.cells[cell]);
  const auto same = [](const T& a, const T& b) {
    return value_of(a) == value_of(b) || (std::isnan(value_of(a)) && std::isnan(value_of(b)));
  };
  const auto moves = [&](const std::pair<double, double>& pair) {
    alone_at(slot, pair.first, first);
    alone_at(slot, pair.second, second);
    return !std::equal(first.begin(), first.end(), second.begin(), same);
  };
  bool found = std::any_of(times.begin(), times.end(), moves);
  // A factor of 0 would hide the effect of time.
  for (const int cell : cells) state_.cells[cell] = T(1.25 * value_of(state_.cells[cell]) + 0.75);
  found = found || std::any_of(times.begin(), times.end(), moves);
  for (std::size_t k = 0; k < cells.size(); ++k) state_.cells[cells[k]] = kept[k];
  return found;
}

template <class T>
double HybridSystem<T>::pace(int slot, double from, double longest) {
  constexpr int kWindows = 48, kHalvings = 24;
  constexpr double kGolden = 0.6180339887498949, kShare = 5e-4;
  std::vector<T> first, middle, last;
  std::vector<double> low, high;
  const auto see = [&](const std::vector<T>& values) {
    low.resize(values.size(), std::numeric_limits<double>::infinity());
    high.resize(values.size(), -std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < values.size(); ++i) {
      low[i] = std::min(low[i], value_of(values[i]));
      high[i] = std::max(high[i], value_of(values[i]));
    }
  };
  const auto bends = [&](double window, int number) {
    const double share = kGolden * number - std::floor(kGolden * number);
    const double begin = from + share * 4.0 * longest;
    // Not whole multiples of each other, which could hide a period.
    const double length = window * (0.7 + 0.3 * share);
    alone_at(slot, begin, first);
    alone_at(slot, begin + (1.0 - kGolden) * length, middle);
    alone_at(slot, begin + length, last);
    see(first);
    see(middle);
    see(last);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double line = kGolden * value_of(first[i]) + (1.0 - kGolden) * value_of(last[i]);
      if (std::abs(value_of(middle[i]) - line) > kShare * (high[i] - low[i])) return true;
    }
    return false;
  };
  for (int k = 0; k < kWindows; ++k) bends(longest, k);  // to find the range
  double window = longest;
  for (int halving = 0; halving <= kHalvings; ++halving, window *= 0.5) {
    bool any = false;
    for (int k = 1; k <= kWindows && !any; ++k) any = bends(window, kWindows * halving + k);
    if (!any) return window;
  }
  return longest;
}

template <class T>
void HybridSystem<T>::communicate() {
  copy(plan().feedback);
}

template <class T>
void HybridSystem<T>::balance(double* rates) {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    const Slot& slot = objects_.inputs().slots[s];
    if (slot.ledger_count == 0) continue;
    ops_of<T>(*plan().instances[s].type).balance(slot, frame_, rates + slot.ledger);
  }
}

template <class T>
std::vector<double> HybridSystem<T>::contents() {
  if constexpr (std::is_same_v<T, double>) {
    return hearth::contents(plan(), objects_.inputs().slots, frame_);
  } else {
    return {};
  }
}

template class HybridSystem<double>;
template void HybridSystem<double>::expect_loops(const HybridSystem<Jet8>&);
template class HybridSystem<Jet8>;

}  // namespace hearth

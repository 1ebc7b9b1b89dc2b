// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/hybrid_system.hpp"

#include <algorithm>

#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/continuous/internal/loop_equations.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"

namespace hearth {
namespace {}  // namespace

template <class T>
HybridSystem<T>::HybridSystem(const Setup<T>& setup, const Flow& flow)
    : setup_(setup),
      flow_(flow),
      cells_(static_cast<std::size_t>(flow.cell_count)),
      scratch_(static_cast<std::size_t>(setup.plan().scratch_count) + 1),
      sides_(setup.plan().initial_sides) {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    ops_of<T>(*plan().instances[s].type).construct(plan().slots[s], cells_.data());
  }
  frame_.cells = cells_.data();
  frame_.in = flow.in.data();
  frame_.sides = sides_.data();
  frame_.scratch = scratch_.data();
  if constexpr (std::is_same_v<T, double>) steppers_ = make_steppers(plan());
  frame_.steppers = steppers_.data();
  for (const AlgebraicLoop& loop : flow.loops) {
    loops_.push_back(std::make_unique<LoopEquations<T>>(*this, loop));
  }
  reset();
}

template <class T>
HybridSystem<T>::~HybridSystem() = default;

template <class T>
void HybridSystem<T>::reset() {
  for (std::size_t i = 0; i < plan().cells.size(); ++i) {
    cells_[static_cast<int>(i)] = T(plan().cells[i]);
  }
  computed_.resize(plan().slots.size());
  for (std::size_t s = 0; s < computed_.size(); ++s) computed_[s] = plan().instances[s].computed;
  // Given initial outputs are where loops start from.
  for (const AlgebraicLoop& loop : flow_.loops) copy(loop.tears);
  std::copy(plan().initial_sides.begin(), plan().initial_sides.end(), sides_.begin());
}

template <class T>
void HybridSystem<T>::set_parameter(const CellRef& parameter, const T& value) {
  for (const int cell : parameter.cells) cells_[cell] = value;
  mark_given(computed_[parameter.slot], parameter.member);
}

template <class T>
void HybridSystem<T>::prepare() {
  for (std::size_t s = 0; s < plan().slots.size(); ++s) {
    const ComponentType& type = *plan().instances[s].type;
    ops_of<T>(type).prepare(plan().slots[s], cells_.data(), computed_[s]);
  }
}

template <class T>
void HybridSystem<T>::move_to(double time, Limit limit) {
  frame_.start = frame_.end = time;
  frame_.configs = limit == Limit::Left ? setup_.configs() : setup_.start_configs();
}

template <class T>
void HybridSystem<T>::copy(const std::vector<Transfer>& transfers) {
  execute(transfers, cells_);
}

template <class T>
void HybridSystem<T>::run(const Stage& stage) {
  for (const Batch& batch : stage.batches) {
    const Slot* slots = setup_.inputs().slots.data() + batch.first;
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
    const Slot& slot = setup_.inputs().slots[s];
    T* own = slopes + (slot.state - plan().first_state);
    ops_of<T>(*plan().instances[s].type).derivatives(slot, frame_, own);
  }
}

template <class T>
void HybridSystem<T>::guards(T* values) {
  for (const int s : flow_.guard_slots) {
    const Slot& slot = setup_.inputs().slots[s];
    ops_of<T>(*plan().instances[s].type).guards(slot, frame_, values + slot.side);
  }
}

template <class T>
void HybridSystem<T>::fire(int slot, T* fired) {
  ops_of<T>(*plan().instances[slot].type).fire(setup_.inputs().slots[slot], frame_, fired);
}

template <class T>
void HybridSystem<T>::start_steppers() {
  if (steppers_.empty()) return;
  for (SteppingInstance& stepper : steppers_) stepper.rewind();
  for (const std::vector<int>& level : flow_.ticks) {
    for (const int slot : level) {
      if (plan().slots[slot].stepper >= 0) update(slot);
    }
    evaluate(flow_.all);
  }
}

template <class T>
void HybridSystem<T>::update(int slot, std::int64_t tick) {
  frame_.tick = tick;
  ops_of<T>(*plan().instances[slot].type).update(setup_.inputs().slots[slot], frame_);
}

template <class T>
void HybridSystem<T>::communicate() {
  copy(plan().feedback);
}

template class HybridSystem<double>;
template class HybridSystem<Jet8>;

}  // namespace hearth

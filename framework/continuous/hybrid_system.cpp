// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/hybrid_system.hpp"

#include <algorithm>

#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/continuous/internal/loop_equations.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"

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
  reset();
}

template <class T>
HybridSystem<T>::~HybridSystem() = default;

template <class T>
void HybridSystem<T>::reset() {
  state_.reset();
  state_.begin();
  // Given initial outputs are where loops start from.
  for (const AlgebraicLoop& loop : flow_.loops) copy(loop.tears);
}

template <class T>
void HybridSystem<T>::move_to(double time, Limit limit) {
  frame_.start = frame_.end = time;
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
  }
}

template <class T>
void HybridSystem<T>::update(int slot, std::int64_t tick) {
  frame_.tick = tick;
  ops_of<T>(*plan().instances[slot].type).update(objects_.inputs().slots[slot], frame_);
}

template <class T>
void HybridSystem<T>::communicate() {
  copy(plan().feedback);
}

template class HybridSystem<double>;
template class HybridSystem<Jet8>;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/plan/model_state.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "hearth/framework/integration/resting_step.hpp"

namespace hearth {

template <class T>
ModelState<T>::ModelState(const Plan& plan_, std::size_t cell_count)
    : plan(plan_), cells(cell_count), sides(plan_.initial_sides) {
  guard_slots.resize(plan.guard_rules.size());
  computed_.resize(plan.slots.size());
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    const ComponentType& type = *plan.instances[s].type;
    const Slot& slot = plan.slots[s];
    ops_of<T>(type).construct(slot, cells.data());
    const int guards = type.counts(slot.sizes).guard;
    std::fill_n(guard_slots.begin() + slot.side, guards, static_cast<int>(s));
  }
  if constexpr (std::is_same_v<T, double>) steppers = make_steppers(plan);
  resting.assign(static_cast<std::size_t>(plan.resting_count), T(NAN));
  reset();
}

template <class T>
void ModelState<T>::reset() {
  for (std::size_t s = 0; s < computed_.size(); ++s) computed_[s] = plan.instances[s].computed;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    cells[static_cast<int>(i)] = T(plan.cells[i]);
  }
  for (int s = 0; s < static_cast<int>(plan.slots.size()); ++s) forget_matrices(s);
  initial_.clear();
  for (int i = plan.first_state; i < plan.snapshot_count; ++i) initial_.push_back(cells[i]);
}

template <class T>
void ModelState<T>::set_parameter(const CellRef& parameter, const T& value) {
  for (const int cell : parameter.cells) cells[cell] = value;
  forget_matrices(parameter.slot);
  mark_given(computed_[parameter.slot], parameter.member);
}

template <class T>
void ModelState<T>::set_initial(const CellRef& state, const T& value) {
  for (const int cell : state.cells) {
    cells[cell] = value;
    initial_[cell - plan.first_state] = value;
  }
}

template <class T>
void ModelState<T>::prepare() {
  for (std::size_t s = 0; s < plan.slots.size(); ++s) {
    ops_of<T>(*plan.instances[s].type).prepare(plan.slots[s], cells.data(), computed_[s]);
    forget_matrices(static_cast<int>(s));
  }
}

template <class T>
void ModelState<T>::forget_matrices(int slot) {
  const int first = plan.slots[slot].resting;
  if (first >= 0) RestingStep<T>::forget(&resting[static_cast<std::size_t>(first)]);
}

template <class T>
void ModelState<T>::announce(const RunInputs& inputs) {
  for (SteppingInstance& stepper : steppers) {
    stepper.stepper().announce({inputs.origin, inputs.period.end, inputs.year});
  }
}

template <class T>
void ModelState<T>::begin() {
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    cells[plan.first_state + static_cast<int>(i)] = initial_[i];
  }
  std::copy(plan.initial_sides.begin(), plan.initial_sides.end(), sides.begin());
}

template <class T>
SavedState ModelState<T>::save(const RunInputs& inputs, Instant time) const {
  std::vector<double> values;
  for (int i = 0; i < plan.snapshot_count; ++i) values.push_back(value_of(cells[i]));
  SavedState saved = describe_state(plan, inputs, time, values, sides);
  for (const SteppingInstance& stepper : steppers) {
    saved.steppers.emplace_back(stepper.id(), stepper.serialize());
  }
  return saved;
}

template <class T>
void ModelState<T>::load(const SavedState& saved) {
  for (std::size_t i = 0; i < saved.values.size(); ++i) {
    cells[static_cast<int>(i)] = T(saved.values[i].second);
  }
  for (std::size_t i = 0; i < sides.size(); ++i) sides[i] = static_cast<Side>(saved.sides[i]);
  for (std::size_t i = 0; i < steppers.size(); ++i) {
    steppers[i].deserialize(saved.steppers[i].second);
  }
}

template <class T>
void ModelState<T>::save_into(std::vector<T>& kept_cells, std::vector<Side>& kept_sides,
                              std::vector<SteppingInstance::Point>& kept_steppers) const {
  std::copy(cells.data(), cells.data() + kept_cells.size(), kept_cells.begin());
  std::copy(sides.begin(), sides.end(), kept_sides.begin());
  for (std::size_t i = 0; i < steppers.size(); ++i) kept_steppers[i] = steppers[i].save();
}

template <class T>
void ModelState<T>::restore(const std::vector<T>& kept_cells, const std::vector<Side>& kept_sides,
                            const std::vector<SteppingInstance::Point>& kept_steppers) {
  std::copy(kept_cells.begin(), kept_cells.end(), cells.data());
  std::copy(kept_sides.begin(), kept_sides.end(), sides.begin());
  for (std::size_t i = 0; i < steppers.size(); ++i) steppers[i].restore(kept_steppers[i]);
}

template <class T>
void ModelState<T>::copy_parameters(const ModelState& other) {
  for (std::size_t i = static_cast<std::size_t>(plan.snapshot_count); i < plan.cells.size(); ++i) {
    cells[static_cast<int>(i)] = other.cells[static_cast<int>(i)];
  }
  computed_ = other.computed_;
  initial_ = other.initial_;
  for (int s = 0; s < static_cast<int>(plan.slots.size()); ++s) forget_matrices(s);
}

template <class T>
void ModelState<T>::require_rollback(const char* purpose) const {
  for (const SteppingInstance& stepper : steppers) stepper.require_rollback(purpose);
}

template class ModelState<double>;
template class ModelState<Jet8>;

}  // namespace hearth

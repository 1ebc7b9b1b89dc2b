// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/saved_state.hpp"
#include "hearth/framework/plan/stepper_instance.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {

/// The numbers of a running model, in either engine: cells, sides of guards, instances that can
/// only step, and the parameters and initial values from which a run begins.
///
/// It refers to the plan, which must outlive it.
template <class T>
class ModelState {
 public:
  /// `cell_count` may exceed the number of cells of the plan, for an engine that needs more cells.
  ModelState(const Plan& plan, std::size_t cell_count);

  /// Resets all cells, parameters and initial values to their values in the model.
  void reset();
  /// Sets all cells of a parameter; `prepare` then updates derived constants.
  void set_parameter(const CellRef& parameter, const T& value);
  /// Sets all cells of a state or held value, now and at the next `begin`.
  void set_initial(const CellRef& state, const T& value);
  /// Returns which parameters of a slot are computed from others: bit i for parameter member i.
  std::uint64_t computed(int slot) const { return computed_[slot]; }
  /// Evaluates the derived constants of all instances.
  void prepare();
  /// Informs components that can only step of the time span of a run.
  void announce(const RunInputs& inputs);
  /// Sets states and held values to their initial values, and guards to their initial sides.
  void begin();

  /// Makes a saved state; the engine adds its own data. `loops` is empty.
  SavedState save(const RunInputs& inputs, Instant time) const;
  /// Restores cells, sides and steppers from a state that `check_state` accepted.
  void load(const SavedState& saved);
  /// Saves or restores the cells of a snapshot, the sides of guards and the steppers.
  void save_into(std::vector<T>& kept_cells, std::vector<Side>& kept_sides,
                 std::vector<SteppingInstance::Point>& kept_steppers) const;
  void restore(const std::vector<T>& kept_cells, const std::vector<Side>& kept_sides,
               const std::vector<SteppingInstance::Point>& kept_steppers);
  /// Copies the parameters and initial values of another run of the same plan.
  void copy_parameters(const ModelState& other);
  /// Throws ModelError `model.no_rollback` if a component cannot return to an earlier point.
  /// `purpose` is the reason for the message.
  void require_rollback(const char* purpose) const;

  const Plan& plan;
  Cells<T> cells;
  std::vector<Side> sides;
  std::vector<SteppingInstance> steppers;  ///< of `double` only
  std::vector<int> guard_slots;            ///< slot of each guard
  std::vector<T> resting;                  ///< numbers of `RestingStep`s

 private:
  /// Invalidates the matrices of a slot after its parameters changed.
  void forget_matrices(int slot);

  std::vector<T> initial_;               // states and held values
  std::vector<std::uint64_t> computed_;  // by slot: parameters computed from others
};

extern template class ModelState<double>;
extern template class ModelState<Jet8>;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/order/order.hpp"
#include "hearth/framework/plan/trace_run.hpp"

namespace hearth {

/// Options of `compile`: how a model is executed.
struct CompileOptions {
  /// Not set: as in the model, otherwise Stepwise. Always set in a plan.
  std::optional<Engine> engine{};
  /// Not set: as in the model, otherwise Greedy. Always set in a plan.
  std::optional<CycleRemoval> cycle_removal{};
  /// For the stepwise engine. Not set: as in the model, otherwise Balanced. Always set in a plan.
  std::optional<Coupling> coupling{};
  /// Number of equal parts of a step of the stepwise engine, at most kMostSubsteps. If it is 0, the
  /// coupling Balanced uses as many parts as changes of values within the step require, and other
  /// couplings use one part. Not set: as in the model, otherwise 0; if neither the options nor the
  /// model set a coupling, the value 1 also selects GaussSeidel.
  std::optional<int> substeps{};
};

inline constexpr int kMostSubsteps = 4096;

/// Instances of one type in one stage: slots [first, first + count).
struct Batch {
  const ComponentType* type = nullptr;
  int first = 0;
  int count = 0;
};

/// A copy of a cell, converted if the ports have different units: to = factor * from + shift.
struct Transfer {
  int from = 0;
  int to = 0;
  double factor = 1.0;
  double shift = 0.0;
};

/// Batches that can run in parallel, and the copies that follow them.
struct Stage {
  std::vector<Batch> batches;
  std::vector<Transfer> transfers;
  std::vector<int> loops;  ///< loops to solve after the batches (Coupling::Iterate only)
};

/// A strongly connected group of components that is solved within each step.
struct Loop {
  std::vector<Stage> stages;
  std::vector<Transfer> feedback;  ///< copies of its removed connections
  std::vector<int> slots;
};

/// A removed connection, and the slot of its source.
struct LagSlot {
  const Connection* connection = nullptr;  ///< in the copy of the model in the plan
  Carrier carrier = Carrier::Algebraic;
  int slot = 0;  ///< slot of the source
  Transfer transfer;
};

/// A component in the plan.
struct PlannedInstance {
  std::string id;
  const ComponentType* type = nullptr;
  std::vector<std::vector<std::string>> keys;  ///< of each index set
  std::vector<int> sizes;
  std::uint64_t computed = 0;  ///< parameters that are computed from others
  std::optional<Unit> any;     ///< unit that its `any` ports share
  int level = 0;
  bool source = false;
  std::optional<Unit> fed{};      ///< unit of all ports that receive its numbers without a unit
  std::vector<Unit> fed_units{};  ///< units of these ports, each once

  /// Returns whether an input is connected that replaces this series of the configuration
  /// (`or_config`).
  bool replaces(std::string_view series) const;
};

/// A number that users can name: its cells, which are several if one number applies to all keys,
/// and its unit.
struct CellRef {
  int slot = -1;
  int member = -1;  ///< position of the parameter in its role
  std::vector<int> cells;
  Unit unit;
  Range range;
  bool boolean = false;  ///< 1 (true) or 0 (false)
};

/// Returns a quantity as a number in the unit of the cells. Throws InputError with the codes of
/// `check_number`, as `compile` would report them.
double checked_number(const CellRef& cells, const Quantity& quantity, const Where& where);

/// The immutable execution plan of a model: numbered cells, the cell that each input reads, and
/// stages of instances.
///
/// The cells are, in this order: outputs, copies, values of removed connections, unconnected
/// inputs, states and held values, which together are the state of a simulation; then parameters
/// and derived constants. After `compile`, a run looks up no names.
struct Plan {
  SimulationModel model;  ///< the model from which the plan was made
  CompileOptions options;
  Order order;                                      ///< nodes are positions in `ids`
  std::vector<std::string> ids;                     ///< sorted
  std::vector<int> slot_of_id;                      ///< slots of `ids`
  std::vector<PlannedInstance> instances;           ///< in the order of slots
  std::vector<Slot> slots;                          ///< sorted by level, type, id
  std::vector<int> sizes;                           ///< storage to which the sizes of slots point
  std::vector<std::shared_ptr<const void>> places;  ///< `Slot::places`; equal ones are stored once
  std::vector<int> in;                              ///< input map of a step
  std::vector<int> in_initial;                      ///< input map of row 0
  std::vector<int> in_start;  ///< input map of the values at a step's start (input_hold: first)
  std::vector<Transfer> start_copies;  ///< outputs of sources to the cells of start values
  std::vector<Batch> source_batches;   ///< the sources, for their values at a step's start
  std::vector<Stage> stages;
  std::vector<Stage> initial_stages;
  std::vector<Loop> loops;
  std::vector<LagSlot> lags;                          ///< of removed connections
  std::vector<Transfer> feedback;                     ///< all copies at the end of a step
  std::vector<double> cells;                          ///< initial content of every cell
  std::vector<std::pair<int, double>> given_outputs;  ///< replace computed outputs in row 0
  int signal_count = 0;                               ///< outputs
  int first_state = 0;                                ///< first of the states, which are contiguous
  int state_count = 0;
  int snapshot_count = 0;           ///< cells that make up the state of a simulation
  std::vector<Side> initial_sides;  ///< of all guards
  std::vector<GuardRule> guard_rules;
  std::vector<std::string> guard_names;          ///< `id.guard`, with `[key]` where needed
  std::vector<std::pair<int, int>> event_links;  ///< guard that fires, guard that receives it
  int stepper_count = 0;                         ///< instances that can only step
  std::vector<std::shared_ptr<const ComponentType>> own_types;  ///< made from configurations
  int scratch_count = 0;
  int resting_count = 0;  ///< numbers of all `RestingStep`s
  int ledger_count = 0;   ///< rates of the balance, of all slots
  int config_count = 0;
  std::vector<Signal> signals;      ///< signal of each output cell, in the order of cells
  std::vector<TraceResult> traces;  ///< by slot
  std::vector<std::vector<Transfer>> conversions;  ///< by slot: of its outputs to other units
  Diagnostics diagnostics;                         ///< warnings and notes

  Plan() = default;
  Plan(Plan&&) = default;
  Plan& operator=(Plan&&) = default;
  Plan(const Plan&) = delete;  // slots point into `sizes`
  Plan& operator=(const Plan&) = delete;

  /// Returns the slot of an instance; throws ModelError `model.component_unknown` with the nearest
  /// id.
  int slot_of(std::string_view id) const;
  /// Returns the cell of an output `id.port` or `id.port[key]`; throws ModelError
  /// `model.output_unknown` with the nearest name.
  int signal(std::string_view path) const;
  /// Returns the cells of a parameter `id.name` or `id.name[key]`. Throws InputError
  /// `model.path_malformed`, or ModelError `model.component_unknown` or `model.parameter_unknown`
  /// with the nearest name.
  CellRef parameter(std::string_view path) const;
  /// Returns the cells of a state or held value `id.name` or `id@name`. Throws InputError
  /// `model.path_malformed`; ModelError `model.component_unknown` or `model.initial_unknown` with
  /// the nearest name, or `model.initial_not_taken` if the component sets the initial value itself.
  CellRef initial(std::string_view path) const;
  /// Returns the cell of an unconnected input `id.in.port`; throws ModelError `model.input_unknown`
  /// with the nearest name.
  int open_input(std::string_view path) const;
  /// Returns the value with which a loop starts at an output: its initial value, otherwise 20 degC
  /// for a temperature and 0 for other quantities, in the unit of the output.
  double first_value(int cell) const;
  /// Returns the names of the cells of the state of a simulation, in their order.
  std::vector<std::string> snapshot_names() const;

  std::map<std::string, int, std::less<>> open_inputs;  ///< `id.in.port` -> cell
};

/// Marks a parameter as not computed from others.
inline void mark_given(std::uint64_t& computed, int member) {
  if (member < Schema::kMaxComputed) computed &= ~(std::uint64_t{1} << member);
}

/// Checks a model and makes its execution plan; throws one ModelError with all errors of the model.
/// The plan refers to the registry, which must outlive it.
Plan compile(const SimulationModel& model, const Registry& registry,
             const CompileOptions& options = {});
Plan compile(const SimulationModel&, Registry&&, const CompileOptions& = {}) = delete;

}  // namespace hearth

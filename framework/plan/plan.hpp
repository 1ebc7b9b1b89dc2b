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

struct CompileOptions {
  /// None: set by the model, otherwise Stepwise. Set in a plan.
  std::optional<Engine> engine{};
  /// None: set by the model, otherwise Greedy. Set in a plan.
  std::optional<CycleRemoval> cycle_removal{};
  /// For the stepwise engine. None: set by the model, otherwise Balanced. Set in a plan.
  std::optional<Coupling> coupling{};
  /// Equal parts of a step within the stepwise engine, at most kMostSubsteps; 0: as many as the
  /// changes within the step require (Balanced; otherwise one). None: set by the model, otherwise
  /// 0. If neither options nor model set a coupling, 1 selects GaussSeidel.
  std::optional<int> substeps{};
};

inline constexpr int kMostSubsteps = 4096;

/// Instances of one type inside one stage: slots [first, first + count).
struct Batch {
  const ComponentType* type = nullptr;
  int first = 0;
  int count = 0;
};

/// Copies a cell and converts it if the ports have different units.
struct Transfer {
  int from = 0;
  int to = 0;
  double factor = 1.0;
  double shift = 0.0;
};

/// Batches that can run in parallel, and the copies that follow.
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

/// A removed connection with the slot from which it delivers.
struct LagSlot {
  const Connection* connection = nullptr;  ///< in the plan's own copy of the model
  Carrier carrier = Carrier::Algebraic;
  int slot = 0;  ///< the source's slot
  Transfer transfer;
};

/// One instance in the plan.
struct PlannedInstance {
  std::string id;
  const ComponentType* type = nullptr;
  std::vector<std::vector<std::string>> keys;  ///< of each index set
  std::vector<int> sizes;
  std::uint64_t computed = 0;  ///< parameters that are computed from others
  std::optional<Unit> any;     ///< unit its `any` ports share
  int level = 0;
  bool source = false;
  std::optional<Unit> fed{};      ///< unit shared by all ports to which its bare numbers lead
  std::vector<Unit> fed_units{};  ///< of these ports, each once

  /// Returns whether an input is connected that replaces this series of the configuration.
  bool replaces(std::string_view series) const;
};

/// A number that users can name: its cells (several if one number applies to all keys) and its
/// unit.
struct CellRef {
  int slot = -1;
  int member = -1;  ///< position of the parameter in its role
  std::vector<int> cells;
  Unit unit;
  Range range;
  bool boolean = false;  ///< 1 (true) or 0 (false)
};

/// Returns a quantity as a number in the unit of the cells. Throws InputError with the codes of
/// `check_number`, which compiling a model with it would report.
double checked_number(const CellRef& cells, const Quantity& quantity, const Where& where);

/// The immutable execution plan of a model: numbered cells, an input map, stages of equal types.
///
/// Cells: outputs, copies, lag slots, unconnected inputs, states and held values (together the
/// state of a simulation), then parameters and derived constants. After `compile`, no name is
/// looked up.
struct Plan {
  SimulationModel model;  ///< the model from which it was made
  CompileOptions options;
  Order order;                                      ///< nodes are positions in `ids`
  std::vector<std::string> ids;                     ///< sorted
  std::vector<int> slot_of_id;                      ///< slots of `ids`
  std::vector<PlannedInstance> instances;           ///< in the order of slots
  std::vector<Slot> slots;                          ///< sorted by level, type, id
  std::vector<int> sizes;                           ///< storage to which the sizes of slots point
  std::vector<std::shared_ptr<const void>> places;  ///< of the slots; equal ones are stored once
  std::vector<int> in;                              ///< input map of a step
  std::vector<int> in_initial;                      ///< input map of row 0
  std::vector<int> in_start;  ///< input map of the values at a step's start (input_hold: first)
  std::vector<Transfer> start_copies;  ///< source outputs to the cells of their start values
  std::vector<Batch> source_batches;   ///< the sources, for their values at a step's start
  std::vector<Stage> stages;
  std::vector<Stage> initial_stages;
  std::vector<Loop> loops;
  std::vector<LagSlot> lags;                          ///< of removed connections
  std::vector<Transfer> feedback;                     ///< all copies at the end of a step
  std::vector<double> cells;                          ///< initial content of every cell
  std::vector<std::pair<int, double>> given_outputs;  ///< replace computed ones in row 0
  int signal_count = 0;                               ///< outputs
  int first_state = 0;                                ///< the states of all slots lie together
  int state_count = 0;
  int snapshot_count = 0;           ///< cells that make up the state of a simulation
  std::vector<Side> initial_sides;  ///< of all guards
  std::vector<GuardRule> guard_rules;
  std::vector<std::string> guard_names;          ///< `id.guard`, with `[key]` where needed
  std::vector<std::pair<int, int>> event_links;  ///< guard that fires, guard that receives it
  int stepper_count = 0;                         ///< instances that only step
  std::vector<std::shared_ptr<const ComponentType>> own_types;  ///< that configurations made
  int scratch_count = 0;
  int resting_count = 0;  ///< numbers that instances of all slots keep between steps
  int ledger_count = 0;   ///< rates of the balance of all slots
  int config_count = 0;
  std::vector<Signal> signals;                     ///< of each output cell, in the order of cells
  std::vector<TraceResult> traces;                 ///< by slot
  std::vector<std::vector<Transfer>> conversions;  ///< by slot: of its outputs to other units
  Diagnostics diagnostics;                         ///< warnings and notes

  Plan() = default;
  Plan(Plan&&) = default;
  Plan& operator=(Plan&&) = default;
  Plan(const Plan&) = delete;  // slots point into `sizes`
  Plan& operator=(const Plan&) = delete;

  /// Returns the slot of an instance; throws ModelError with the nearest id.
  int slot_of(std::string_view id) const;
  /// Returns the cell of an output `id.port` or `id.port[key]`; throws ModelError with the nearest
  /// name.
  int signal(std::string_view path) const;
  /// Returns the cells of a parameter `id.name` or `id.name[key]`.
  CellRef parameter(std::string_view path) const;
  /// Returns the cells of a state or held value `id.name` or `id@name`.
  CellRef initial(std::string_view path) const;
  /// Returns the cell of an unconnected input `id.in.port`.
  int open_input(std::string_view path) const;
  /// Returns the start value of a loop at an output: its initial value if set, otherwise 20 degC
  /// for a temperature and 0 for any other unit, in the output's unit.
  double first_value(int cell) const;
  /// Returns names for the cells of the state of a simulation, in their order.
  std::vector<std::string> snapshot_names() const;

  std::map<std::string, int, std::less<>> open_inputs;  ///< `id.in.port` -> cell
};

/// Marks a parameter as not computed from others.
inline void mark_given(std::uint64_t& computed, int member) {
  if (member < Schema::kMaxComputed) computed &= ~(std::uint64_t{1} << member);
}

/// Checks a model and makes its execution plan; throws ModelError with all errors of the model.
/// The plan refers to the registry, which must outlive it.
Plan compile(const SimulationModel& model, const Registry& registry,
             const CompileOptions& options = {});
Plan compile(const SimulationModel&, Registry&&, const CompileOptions& = {}) = delete;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The numbers of one component in the order of its cells.
struct CellValues {
  std::vector<double> parameters;
  std::uint64_t computed = 0;  ///< bit i: parameter member i is computed from the others
  std::vector<double> states;
  std::vector<double> held;
  std::vector<std::pair<int, double>> given_outputs;  ///< output cell, initial value
};

/// A component with its type, and the keys of its index sets.
struct ResolvedComponent {
  const Component* component = nullptr;
  const ComponentType* type = nullptr;
  std::shared_ptr<const ComponentType> own_type;  ///< set if the configuration determined the type
  std::vector<std::vector<std::string>> keys;     ///< of each index set, sorted; 1..n if counted
  std::vector<int> sizes;                         ///< of each index set
  std::optional<Unit> any;  ///< unit that its `any` ports share; not set: they have none
  bool source = false;      ///< no connected input and no memory
  CellValues values;        ///< parameters and initial values, defaults filled in

  /// Returns the position of a key in an index set, or -1 if the set does not contain it.
  int entry(int set, std::string_view key) const;
};

/// A connection between known ports.
struct ResolvedConnection {
  const Connection* connection = nullptr;
  int source = 0, target = 0;  ///< positions in ResolvedModel::components
  const Field* output = nullptr;
  const Field* input = nullptr;
  int output_entry = 0, input_entry = 0;  ///< position within a `Many`
  Conversion conversion;                  ///< from the output's unit to the input's
};

/// A model with names, keys and units resolved.
struct ResolvedModel {
  std::vector<ResolvedComponent> components;    ///< sorted by id
  std::vector<ResolvedConnection> connections;  ///< sorted by their ends

  int index_of(const std::string& id) const;
  /// Returns the unit of a field, with `any` replaced by the unit that the component's ports share.
  Unit unit_of(int component, const Field& field) const;
};

/// Returns a unit with `any` replaced by the unit that the ports of a component share, or by 1 if
/// they have no unit.
Unit resolve_any(const Unit& unit, const std::optional<Unit>& shared);

/// Resolves a model against the component types: looks up and checks types, ports, keys, units,
/// parameters, configuration, clocks, events and measurements, and reads all numbers. It reports
/// invalid parts and leaves them out. The result refers to `model` and `registry`, which must
/// outlive it.
ResolvedModel resolve(const SimulationModel& model, const Registry& registry,
                      Diagnostics& diagnostics);

/// Returns the number of models that this process has resolved, for tests: a run, a calibration or
/// a scenario set must resolve each distinct model only once.
long resolved_models();

/// Looks up only the names, keys and units of components and connections; `resolve` calls it.
ResolvedModel look_up_names(const SimulationModel& model, const Registry& registry,
                            Diagnostics& diagnostics);

/// Returns one number for each key of a setting, in the unit of the field; reports errors.
std::vector<double> entry_values(const ResolvedModel& wiring, int component, const Field& field,
                                 const Entries& entries, Diagnostics& diagnostics);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A component whose type is known, with the keys of its index sets.
struct WiredComponent {
  const Component* component = nullptr;
  const ComponentType* type = nullptr;
  std::shared_ptr<const ComponentType> own_type;  ///< where the configuration made it
  std::vector<std::vector<std::string>> keys;     ///< of each index set, sorted; counted sets: 1..n
  std::vector<int> sizes;                         ///< of each index set
  std::optional<Unit> any;  ///< unit its `any` ports share; none: bare numbers
  bool source = false;      ///< no input is connected and nothing is remembered
};

/// A connection between known ports.
struct WiredConnection {
  const Connection* connection = nullptr;
  int source = 0, target = 0;  ///< positions in Wiring::components
  const Field* output = nullptr;
  const Field* input = nullptr;
  int output_entry = 0, input_entry = 0;  ///< position within a `Many`
  Conversion conversion;                  ///< from the output's unit to the input's
};

/// What a model means once names, keys and units are looked up.
struct Wiring {
  std::vector<WiredComponent> components;    ///< sorted by id
  std::vector<WiredConnection> connections;  ///< sorted by their ends

  int index_of(const std::string& id) const;
  /// Returns the unit of a field with `any` replaced by what the ports of the component share.
  Unit unit_of(int component, const Field& field) const;
};

/// Returns a unit with `any` replaced by what the ports of a component share; bare numbers have 1.
Unit resolve_any(const Unit& unit, const std::optional<Unit>& shared);

/// Looks everything up and checks it; parts that are wrong are reported and left out.
Wiring wire(const SimulationModel& model, const Registry& registry, Diagnostics& diagnostics);

/// Returns a setting as one number for each key, in the unit of the field; reports what is wrong.
std::vector<double> entry_values(const Wiring& wiring, int component, const Field& field,
                                 const Entries& entries, Diagnostics& diagnostics);

}  // namespace hearth

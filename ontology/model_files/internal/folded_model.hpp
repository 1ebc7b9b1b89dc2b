// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A composite whose parts are unchanged, except for numbers and configurations.
struct FoldedComposite {
  const Composite* composite = nullptr;
  // Settings of parts that differ from those of the composite, by `part.name`.
  std::map<std::string, ConfigSetting> config{};
  std::map<std::string, ParameterSetting> parameters{};
  std::map<std::string, Entries> initial{};
};

/// A model in the form of a file: composites replace their parts.
struct FoldedModel {
  std::map<std::string, FoldedComposite> composites;
  std::vector<const Component*> components;  ///< components outside composites, by id
  /// Connections outside composites; they lead to ports of composites if they were written so.
  std::vector<Connection> connections, events;
};

/// Replaces parts by their composites. A composite is written as separate parts if it was changed:
/// if a part or a connection was removed, or if a part has another type, clock or node of the graph
/// (`iri`). Connections to the ports of such a composite then end at its parts.
FoldedModel folded(const SimulationModel& model);

}  // namespace hearth

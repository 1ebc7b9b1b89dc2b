// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A composite that still is what it was made of, except for numbers and configurations of its
/// parts.
struct FoldedComposite {
  const Composite* composite = nullptr;
  // What parts have that the composite does not give them, by `part.name`.
  std::map<std::string, ConfigSetting> config{};
  std::map<std::string, ParameterSetting> parameters{};
  std::map<std::string, Entries> initial{};
};

/// A model as a file holds it: composites instead of their parts.
struct FoldedModel {
  std::map<std::string, FoldedComposite> composites;
  std::vector<const Component*> components;     ///< that belong to none of them, by id
  std::vector<Connection> connections, events;  ///< likewise; to ports if they were given so
};

/// Puts composites instead of their parts. One that was changed inside, because a part or a
/// connection is missing or a part has another type, clock or node of the building, is left as its
/// parts; so are connections to its ports.
FoldedModel folded(const SimulationModel& model);

}  // namespace hearth

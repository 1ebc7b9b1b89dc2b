// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the part of an id before its last slash, which names the node of a translated component.
inline std::string folder_of(const std::string& id) { return id.substr(0, id.rfind('/')); }

/// Returns the id, with a number appended if a component of the model already has it.
inline std::string free_id(const SimulationModel& model, const std::string& id) {
  std::string free = id;
  for (int number = 2; model.find(free) != nullptr; ++number) {
    free = id + " " + std::to_string(number);
  }
  return free;
}

}  // namespace hearth

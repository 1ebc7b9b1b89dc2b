// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// One line of the reference: a port, parameter, state or configuration member.
struct ReferenceEntry {
  std::string name;  ///< followed by `[set]` if it is an array over an index set
  std::string unit;
  std::string standard;  ///< default: a number, `computed`, or "" if the value is required
  std::string range;     ///< `0.1 to 5`, "" if any number is valid
  std::string doc;
};

/// A section of the reference of a type, such as its inputs.
struct ReferenceSection {
  std::string title;
  std::vector<ReferenceEntry> entries;
};

/// Returns the sections of a type that are not empty.
std::vector<ReferenceSection> reference_sections(const ComponentType& type);

/// Returns the reference of types, from their schemas.
std::string reference_text(const std::vector<const ComponentType*>& types);
/// Returns the reference as Markdown; docs/components.md is made by it.
std::string reference_markdown(const std::vector<const ComponentType*>& types);
/// Returns the reference as JSON.
std::string reference_json(const std::vector<const ComponentType*>& types);

}  // namespace hearth

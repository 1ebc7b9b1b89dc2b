// SPDX-License-Identifier: MIT
#include "hearth/framework/registry.hpp"

#include <cassert>
#include <utility>

namespace hearth {

Registry::Registry(std::vector<ComponentType> types) {
  for (ComponentType& type : types) {
    const std::string name = type.name;
    [[maybe_unused]] const bool added = types_.emplace(name, std::move(type)).second;
    assert(added);
  }
}

const ComponentType* Registry::find(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nullptr : &found->second;
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> names;
  for (const auto& [name, type] : types_) names.push_back(name);
  return names;
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/component/registry.hpp"

#include <cassert>
#include <utility>

#include "hearth/framework/base/suggestions.hpp"

namespace hearth {

std::string ComponentType::expected(std::string_view name,
                                    const std::vector<std::string>& names) const {
  const std::string reason = explain_absence ? explain_absence(name) : "";
  return reason.empty() ? expected_name(name, names) : ": " + reason;
}

Counts ComponentType::counts(const int* sizes) const {
  if (!make_stepper) return traits.counts(sizes);
  Counts n;
  for (const Field& field : schema) {
    n.in += field.role == Role::Input ? 1 : 0;
    n.out += field.role == Role::Output ? 1 : 0;
    n.parameter += field.role == Role::Parameter ? 1 : 0;
  }
  n.held = n.out;
  n.scratch = n.in;
  return n;
}

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

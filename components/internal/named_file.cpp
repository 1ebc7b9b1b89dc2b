// SPDX-License-Identifier: MIT
#include "hearth/components/internal/named_file.hpp"

#include <string>
#include <utility>
#include <variant>

namespace hearth {

const FileName* named_file(const Component& component, std::string_view configuration,
                           std::string_view what, Diagnostics& diagnostics) {
  const Where where = component.where.at(component.id, configuration);
  const auto given = component.config.find(std::string(configuration));
  if (given == component.config.end()) {
    diagnostics.error(
        "model.config_missing", where,
        component.type + " needs the configuration '" + std::string(configuration) + "'");
    return nullptr;
  }
  const auto* name = std::get_if<FileName>(&given->second);
  if (name == nullptr || (name->path.empty() && name->found.empty())) {
    diagnostics.error("model.config_type", where, "expected the name of " + std::string(what));
    return nullptr;
  }
  return name;
}

std::filesystem::path path_of(const Component& component, const FileName& name) {
  if (!name.found.empty()) return name.found;
  return std::filesystem::path(component.where.file).parent_path() / name.path;
}

void append_for(const Component& component, const std::filesystem::path& path,
                const Diagnostics& from, Diagnostics& to) {
  for (Diagnostic item : from.items()) {
    item.where.file = path.string();
    item.where.component = component.id;
    to.add(std::move(item));
  }
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/mapping/mapping.hpp"

namespace hearth {

/// Returns the names of the built-in mappings: `brick`, `s223`, `saref`.
std::vector<std::string> builtin_mapping_names();

/// Returns a JSON Schema (draft 7) of mapping files, with the component types of a registry, their
/// configuration and parameters.
std::string mapping_schema(const Registry& registry);

/// Reads mapping files. A file is merged into earlier ones with the same `id`. Checks every
/// component, port, parameter, variable and prefix against the registry. Throws one InputError with
/// all problems: the codes of the readers (`json.*`) and `mapping.*`.
class MappingReader {
 public:
  explicit MappingReader(const Registry& registry) : registry_(&registry) {}

  /// These functions add a built-in mapping by its name, a file, or a text.
  void add_builtin(const std::string& name);
  void add_file(const std::filesystem::path& path);
  void add_text(std::string_view text, const std::string& file);

  /// Returns the mappings in order of first appearance.
  std::vector<Mapping> read() const;
  /// Returns the mappings in order of first appearance. Adds warnings (`mapping.bind_unused`,
  /// `mapping.term_unknown`) to `diagnostics`.
  std::vector<Mapping> read(Diagnostics& diagnostics) const;

 private:
  const Registry* registry_;
  std::vector<std::pair<std::string, std::string>> texts_;  // file and content
};

}  // namespace hearth

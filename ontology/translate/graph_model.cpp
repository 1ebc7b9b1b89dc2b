// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/graph_model.hpp"

#include "hearth/ontology/mapping/mapping_reader.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"

namespace hearth {

std::vector<Mapping> read_mappings(const std::vector<std::filesystem::path>& files,
                                   const Registry& registry) {
  MappingReader reader(registry);
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  for (const std::filesystem::path& file : files) reader.add_file(file);
  return reader.read();
}

Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options) {
  return translate(graph, read_mappings(options.mappings, registry), registry, options.translate);
}

Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics) {
  const TripleStore graph =
      read_graph(path, options.catalogue.value_or(std::filesystem::path()), diagnostics);
  GraphFileOptions named = options;
  if (named.translate.name.empty()) named.translate.name = path.stem().string();
  return translate_graph(graph, registry, named);
}

}  // namespace hearth

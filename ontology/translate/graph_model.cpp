// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/graph_model.hpp"

#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

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
  if (is_twin4build(graph)) {
    throw InputError("import.simulation_graph", {.file = path.string()},
                     "this is a simulation graph, which runs as it is; 'hearth convert' makes a "
                     "*.hearth.json of it");
  }
  GraphFileOptions named = options;
  if (named.translate.name.empty()) named.translate.name = path.stem().string();
  return translate_graph(graph, registry, named);
}

}  // namespace hearth

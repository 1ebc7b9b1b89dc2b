// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/graph_model.hpp"

#include "hearth/ontology/mapping/mapping_reader.hpp"
#include "hearth/ontology/turtle.hpp"

namespace hearth {

Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options) {
  MappingReader reader(registry);
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  for (const std::filesystem::path& file : options.mappings) reader.add_file(file);
  return translate(graph, reader.read(), registry, options.translate);
}

Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics) {
  const TripleStore graph = read_turtle(path, diagnostics);
  GraphFileOptions named = options;
  if (named.translate.name.empty()) named.translate.name = path.stem().string();
  return translate_graph(graph, registry, named);
}

}  // namespace hearth

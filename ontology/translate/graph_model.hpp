// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth {

/// What a building's graph in a file is translated with, beside the built-in mappings.
struct GraphFileOptions {
  std::vector<std::filesystem::path> mappings;
  std::optional<std::filesystem::path> catalogue;  ///< folder with imported ontologies
  TranslateOptions translate;
};

/// Returns the built-in mappings with these files merged into or added to them. Throws as
/// MappingReader.
std::vector<Mapping> read_mappings(const std::vector<std::filesystem::path>& files,
                                   const Registry& registry);

/// Reads a Turtle file and translates it by the built-in mappings and those named. Throws as
/// `read_graph`, MappingReader and `translate`.
Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics);

/// Translates a graph that has been read already.
Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options);

}  // namespace hearth

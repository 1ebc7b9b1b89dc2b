// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hearth/framework/error.hpp"
#include "hearth/framework/registry.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth {

/// What a building's graph in a file is translated with, beside the built-in mappings.
struct GraphFileOptions {
  std::vector<std::filesystem::path> mappings;
  std::optional<std::filesystem::path> catalogue;  ///< folder with imported ontologies
  TranslateOptions translate;
};

/// Reads a Turtle file and translates it. Of the built-in mappings those count whose vocabulary the
/// graph uses, all of them where it uses none. Throws as `read_turtle`, MappingReader and
/// `translate`.
Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics);

/// Translates a graph that has been read already.
Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options);

}  // namespace hearth

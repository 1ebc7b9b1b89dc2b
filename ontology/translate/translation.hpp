// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

struct TranslateOptions {
  std::optional<std::filesystem::path> weather{};  ///< EPW, TMY or CSV, for the outdoor environment
  std::optional<std::filesystem::path> side_file{};
  std::optional<std::filesystem::path> data_dir{};  ///< series are looked for here
  std::filesystem::path model_folder{};  ///< paths in the model are relative to it; "": as they are
  std::string name{};                    ///< of the model
  RunDefaults defaults{};                ///< the period the model is run over by default
};

struct Translation {
  SimulationModel model;
  ImportReport report;
  /// The node of the storey that a room lies on, by id of the room's component. Without rooms
  /// whose storey the graph does not say.
  std::map<std::string, std::string> storeys{};
  /// By output `id.port`, the id of the series that the graph gives its point and that the data
  /// folder lacks.
  std::map<std::string, std::string> missing_series{};
};

/// Turns a building's graph into a model by mapping files. The model is valid (`validate` finds no
/// error): what lacks something it needs is left out and reported.
///
/// Throws InputError: `model.empty` where no rule finds anything (the message names what the graph
/// holds instead), `mapping.tie`, and what is wrong with the side file.
Translation translate(const TripleStore& graph, const std::vector<Mapping>& mappings,
                      const Registry& registry, const TranslateOptions& options = {});

/// What the graph of a building in a file is translated with, in addition to the built-in mappings.
struct GraphFileOptions {
  std::vector<std::filesystem::path> mappings;
  std::optional<std::filesystem::path> catalogue;  ///< folder with imported ontologies
  TranslateOptions translate;
};

using Mappings = std::shared_ptr<const std::vector<Mapping>>;

/// Returns the built-in mappings with these files merged into or added to them. Without files and
/// for the standard components they are read once in a process. Throws as MappingReader.
Mappings read_mappings(const std::vector<std::filesystem::path>& files, const Registry& registry);

/// Reads a Turtle file and translates it by the built-in mappings and those named. Throws as
/// `read_graph`, MappingReader and `translate`.
Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics);

/// Translates a graph that has been read already.
Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options);

}  // namespace hearth

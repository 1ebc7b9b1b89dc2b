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

/// The options of `translate`.
struct TranslateOptions {
  std::optional<std::filesystem::path> weather{};  ///< EPW, TMY or CSV, for the outdoor environment
  std::optional<std::filesystem::path> side_file{};
  std::optional<std::filesystem::path> data_dir{};  ///< folder of the series
  std::filesystem::path model_folder{};  ///< paths in the model are relative to it; "": unchanged
  std::string name{};                    ///< name of the model
  RunDefaults defaults{};                ///< default period of the model
};

/// The result of `translate`.
struct Translation {
  SimulationModel model;
  ImportReport report;
  /// The node of the storey of a room, by id of the room's component. Rooms without a storey in the
  /// graph are not included.
  std::map<std::string, std::string> storeys{};
  /// Series for which the data folder contains no file: by output `id.port`, the id of the series
  /// of its point in the graph.
  std::map<std::string, std::string> missing_series{};
};

/// Translates a building's graph into a model according to mapping files. The model is valid
/// (`validate` finds no error): incomplete parts are left out and reported.
///
/// Throws InputError: `model.empty` if no rule matches (the message describes the content of the
/// graph), `mapping.tie`, and the problems of the side file.
Translation translate(const TripleStore& graph, const std::vector<Mapping>& mappings,
                      const Registry& registry, const TranslateOptions& options = {});

/// Settings for translating a graph file, in addition to the built-in mappings.
struct GraphFileOptions {
  std::vector<std::filesystem::path> mappings;
  std::optional<std::filesystem::path> catalogue;  ///< folder with imported ontologies
  TranslateOptions translate;
};

using Mappings = std::shared_ptr<const std::vector<Mapping>>;

/// Returns the built-in mappings and the mappings of these files. A file with the id of an earlier
/// mapping is merged into it. Without files and with the standard components, a process reads them
/// only once. Throws the errors of MappingReader.
Mappings read_mappings(const std::vector<std::filesystem::path>& files, const Registry& registry);

/// Reads a Turtle file and translates it with the built-in mappings and the mappings of the
/// options. Throws the errors of `read_graph`, MappingReader and `translate`.
Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics);

/// Translates a graph that has already been read.
Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options);

}  // namespace hearth

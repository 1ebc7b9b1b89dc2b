// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The options of `load_model`.
struct LoadOptions {
  /// Time zone of times without an offset in the model file, if its site has no time zone; "":
  /// none.
  std::string timezone;
  std::optional<std::filesystem::path> data_dir{};   ///< folder of the series of a building's graph
  std::optional<std::filesystem::path> side_file{};  ///< sizes and hours for a building's graph
  std::optional<std::filesystem::path> weather{};    ///< weather file for a building's graph
};

/// Reads the file of a model. Throws InputError `input.file_missing`, `input.file_directory` and
/// the errors of `read_text_file`.
TextFile read_model_file(const std::filesystem::path& path);

/// Returns whether a file is a model file (JSON) rather than a graph, according to its ending or
/// content.
bool is_json_model(const TextFile& file);

/// Reads a model of any supported format, chosen by the ending and content of the file: a model
/// file (`*.json`), a simulation graph of Twin4Build in Turtle, or a building's graph in Turtle. A
/// building's graph is translated with the built-in mappings; the findings of its report become
/// warnings. The result is not checked; call `validate` for that.
///
/// Adds warnings to `diagnostics`. Throws one InputError with all problems of the file: the codes
/// of the readers, `model.format_unsupported` (XML, with the command that converts it),
/// `model.empty` (nothing to simulate), or `model.params_unused` if there is a side file but `file`
/// is not a building's graph.
SimulationModel load_model(const TextFile& file, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);
/// Reads a model from a file that has not been read yet.
SimulationModel load_model(const std::filesystem::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);

}  // namespace hearth

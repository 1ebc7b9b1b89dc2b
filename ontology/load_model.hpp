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

struct LoadOptions {
  std::string timezone;  ///< of naive times in the model file where the site has no zone; "": none
  std::optional<std::filesystem::path> data_dir{};   ///< where a building's graph finds its series
  std::optional<std::filesystem::path> side_file{};  ///< sizes and hours for a building's graph
  std::optional<std::filesystem::path> weather{};    ///< of a building's graph
};

/// Reads the file of a model. InputError `input.file_missing`, `input.file_directory` and those of
/// `read_text_file`.
TextFile read_model_file(const std::filesystem::path& path);

/// Returns whether a file is a model file (JSON) and not a graph, by its ending or its content.
bool is_json_model(const TextFile& file);

/// Reads a model of any format Hearth knows, chosen by the file's ending and content: a model file
/// (`*.json`), a simulation graph of Twin4Build in Turtle, or a building's graph in Turtle, which
/// is translated with the built-in mappings; what that report finds are warnings here. The result
/// is not checked: `validate` does that.
///
/// Warnings go to `diagnostics`; everything wrong in the file is one InputError: with the readers'
/// codes, `model.format_unsupported` (XML, with the command that converts it) or `model.empty`
/// (nothing to simulate). `model.params_unused` where a side file is given for what is not a graph
/// of a building.
SimulationModel load_model(const TextFile& file, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);
/// The same for a file that was not read yet.
SimulationModel load_model(const std::filesystem::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

struct LoadOptions {
  std::string timezone;  ///< of naive times in the model file where the site has no zone; "": none
  std::optional<std::filesystem::path> data_dir{};  ///< where a building's graph finds its series
};

/// Reads a model of any format Hearth knows, chosen by the file's ending and content: a model file
/// (`*.json`), a simulation graph of Twin4Build in Turtle, or a building's graph in Turtle, which
/// is translated with the built-in mappings; what that report finds are warnings here. The result
/// is not checked: `validate` does that.
///
/// Warnings go to `diagnostics`; everything wrong in the file is one InputError. Beside the
/// readers' codes: `input.file_missing`, `input.file_directory`, `model.format_unsupported` (XML,
/// with the command that converts it) and `model.empty` (nothing to simulate).
SimulationModel load_model(const std::filesystem::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/framework/error.hpp"
#include "hearth/framework/model.hpp"
#include "hearth/framework/registry.hpp"

namespace hearth {

struct LoadOptions {
  std::string timezone;  ///< of naive times in the model file where the site has no zone; "": none
};

/// Reads a model of any format Hearth knows, chosen by the file's ending and content: a model file
/// (`*.json`) or a simulation graph of Twin4Build in Turtle. The result is not checked: `validate`
/// does that.
///
/// Warnings go to `diagnostics`; everything wrong in the file is one InputError. Beside the
/// readers' codes: `input.file_missing`, `input.file_directory`, `model.format_unsupported` (XML,
/// with the command that converts it), `model.empty` (nothing to simulate) and
/// `model.vocabulary_unknown` (a graph of a building's equipment, which would have to be translated
/// first).
SimulationModel load_model(const std::filesystem::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics);

}  // namespace hearth

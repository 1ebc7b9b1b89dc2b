// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the file that a configuration names, or null after reporting `model.config_missing` or
/// `model.config_type`. `what` describes the expected file, such as "an FMU file".
const FileName* named_file(const Component& component, std::string_view configuration,
                           std::string_view what, Diagnostics& diagnostics);

/// Returns the path of the file: names in a model file are relative to its folder.
std::filesystem::path path_of(const Component& component, const FileName& name);

/// Adds diagnostics of a file, with the component and the name of the file in the model as place.
void append_for(const Component& component, const std::filesystem::path& path,
                const Diagnostics& from, Diagnostics& to);

}  // namespace hearth

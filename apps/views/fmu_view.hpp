// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hearth/components/fmi/fmu_info.hpp"

namespace hearth::apps {

/// Returns whether a file is an FMU: a zip archive whose name ends with `.fmu`, in any case.
bool is_fmu_file(const std::filesystem::path& file);

/// Returns the description of an FMU, with its variables and capabilities, as text.
std::string fmu_text(const FmuInfo& info);
nlohmann::ordered_json fmu_json(const FmuInfo& info);

}  // namespace hearth::apps

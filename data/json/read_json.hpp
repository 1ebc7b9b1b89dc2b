// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace hearth {

/// Parses a JSON text with comments, for data without a fixed structure. For files with a fixed
/// structure, and messages with lines, use `JsonDocument`. Throws InputError `json.syntax`, and
/// `json.depth` if arrays and objects are nested more deeply than `kMostJsonLevels`; both name
/// `file`.
nlohmann::ordered_json read_json(std::string_view text, const std::string& file);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace hearth {

/// Parses JSON, with comments, that is processed as a whole. For files with a defined structure and
/// messages with lines use `JsonDocument`. Throws InputError `json.syntax`, and `json.depth` for
/// arrays and objects nested deeper than `kMostJsonLevels`; both name `file`.
nlohmann::ordered_json read_json(std::string_view text, const std::string& file);

}  // namespace hearth

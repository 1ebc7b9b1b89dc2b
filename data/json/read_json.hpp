// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace hearth {

/// Parses JSON, with comments, that is looked at as a whole; `JsonDocument` reads what has a
/// structure of its own and names lines. Throws InputError `json.syntax`, and `json.depth` for
/// arrays and objects nested deeper than `kMostJsonLevels`, which name `file`.
nlohmann::ordered_json read_json(std::string_view text, const std::string& file);

}  // namespace hearth

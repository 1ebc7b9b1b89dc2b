// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace hearth {

/// Returns JSON for people: two spaces of indentation, 100 columns, and on one line what fits there
/// (the second level only where it holds plain values). Numbers are the shortest that read back
/// the same; the text ends with a line feed. Throws ModelError `json.not_finite` or
/// `json.encoding` for what JSON cannot hold.
std::string to_pretty_text(const nlohmann::ordered_json& value);

/// Returns JSON on one line, `{"a": 1, "b": [2, 3]}`; throws as `to_pretty_text`.
std::string to_line(const nlohmann::ordered_json& value);

}  // namespace hearth

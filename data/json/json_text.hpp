// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns JSON for human readers, with an indentation of two spaces and at most 100 columns.
/// Arrays and objects are on one line if they fit (at the second level only if they contain no
/// arrays and objects). Numbers are the shortest that read back equal; the text ends with a line
/// feed. Throws ModelError `json.not_finite` or `json.encoding` for values that JSON cannot
/// represent.
std::string to_pretty_text(const nlohmann::ordered_json& value);

/// Returns JSON for human readers with texts from any source: each byte that is not UTF-8 is
/// replaced by U+FFFD.
std::string to_shown_text(nlohmann::ordered_json value);
/// Returns the same on one line, as `to_line`.
std::string to_shown_line(nlohmann::ordered_json value);

/// Returns JSON on one line, `{"a": 1, "b": [2, 3]}`; throws the errors of `to_pretty_text`.
std::string to_line(const nlohmann::ordered_json& value);

/// Returns a number as JSON; throws ModelError `json.not_finite` if it is not finite.
nlohmann::ordered_json number_json(double value);
/// Returns the symbol of a unit as JSON; throws ModelError `json.unit_unknown` if files cannot
/// contain the unit.
nlohmann::ordered_json unit_json(const Unit& unit);
/// Returns a quantity as a number or as a text such as `"21.5 degC"`; throws the errors of the two
/// functions above.
nlohmann::ordered_json quantity_json(const Quantity& quantity);

}  // namespace hearth

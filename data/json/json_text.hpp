// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns JSON for human readers: two spaces of indentation, at most 100 columns, with values on
/// one line if they fit (at the second level only if they contain plain values). Numbers are the
/// shortest that read back equal; the text ends with a line feed. Throws ModelError
/// `json.not_finite` or `json.encoding` for values that JSON cannot represent.
std::string to_pretty_text(const nlohmann::ordered_json& value);

/// Returns JSON for human readers with texts from any source: bytes that are not UTF-8 become
/// U+FFFD.
std::string to_shown_text(nlohmann::ordered_json value);
/// The same on one line, as `to_line` writes it.
std::string to_shown_line(nlohmann::ordered_json value);

/// Returns JSON on one line, `{"a": 1, "b": [2, 3]}`; throws the errors of `to_pretty_text`.
std::string to_line(const nlohmann::ordered_json& value);

/// Returns a number, which must be finite; otherwise throws ModelError `json.not_finite`.
nlohmann::ordered_json number_json(double value);
/// Returns the symbol of a unit that files can contain; otherwise throws ModelError
/// `json.unit_unknown`.
nlohmann::ordered_json unit_json(const Unit& unit);
/// Returns a number, or `"21.5 degC"`; throws the errors of the two functions above.
nlohmann::ordered_json quantity_json(const Quantity& quantity);

}  // namespace hearth

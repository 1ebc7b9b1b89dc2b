// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

/// Decodes `%41` and the like; a plus sign stands for `plus`, a space in forms.
std::string decoded(std::string_view text, char plus);

/// Names and values of a body; each takes a hundred times the memory of its two or three bytes.
inline constexpr std::ptrdiff_t kMostValues = 10'000;
/// Returns whether a body may have more values: commas, ampersands and opening brackets are
/// counted.
bool has_too_many_values(std::string_view body);

/// Reads the body of a request: a JSON object, or a form (`a=1&b=2`; a name that is repeated makes
/// a list). Nothing if it is neither, or nests deeper than `kMostJsonLevels`.
std::optional<nlohmann::json> read_body(std::string_view content_type, std::string_view body);

/// Returns the member of an object, null if it lacks it; in forms an empty text counts as null.
const nlohmann::json& member_of(const nlohmann::json& object, const char* name);

/// Returns a number as Python's `float` reads it: of a number, a flag or a text such as `1e3` or
/// `inf`. Nothing for all else, and for `nan`.
std::optional<double> read_number(const nlohmann::json& value);

/// Returns a value and its type as Python prints them: `None`, `<class 'NoneType'>`.
std::string python_text(const nlohmann::json& value);
std::string python_type(const nlohmann::json& value);

/// Returns a number as Python prints a float: `3600.0`.
std::string python_number(double value);
/// Returns a list of texts as Python prints it: `['a', 'b']`.
std::string python_list(const std::vector<std::string>& texts);

/// Adds a number to JSON, `3600.0` as Python writes a float, `null` if it is not finite.
void append_json_number(std::string& text, double value);
/// Returns a text as JSON; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const std::string& text);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

/// Decodes percent-encoded text (`%41`). A plus sign becomes the character `plus`, which is a space
/// in forms.
std::string decoded(std::string_view text, char plus);

/// Largest number of names and values in a body; each needs a hundred times the memory of its text.
inline constexpr std::ptrdiff_t kMostValues = 10'000;
/// Returns whether a body may have more values, from the number of its commas, ampersands and
/// opening brackets.
bool has_too_many_values(std::string_view body);

/// Reads the body of a request: a JSON object or a form (`a=1&b=2`; a repeated name makes a list).
/// Returns nothing if the body is neither, or is nested deeper than `kMostJsonLevels`. Throws
/// InputError `json.key_duplicate` for a key that appears twice.
std::optional<nlohmann::json> read_body(std::string_view content_type, std::string_view body);

/// Returns the member of an object, or null if it is missing; an empty text of a form counts as
/// null.
const nlohmann::json& member_of(const nlohmann::json& object, const char* name);

/// Returns a number as Python's `float` reads it, from a number, a flag or a text such as `1e3` or
/// `inf`. Returns nothing for any other value, and for `nan`.
std::optional<double> read_number(const nlohmann::json& value);

/// Returns a value and its type as Python prints them: `None`, `<class 'NoneType'>`.
std::string python_text(const nlohmann::json& value);
std::string python_type(const nlohmann::json& value);

/// Returns a number as Python prints a float: `3600.0`.
std::string python_number(double value);
/// Returns a list of texts as Python prints it: `['a', 'b']`.
std::string python_list(const std::vector<std::string>& texts);

/// Adds a number to JSON, as Python writes a float (`3600.0`); `null` if it is not finite.
void append_json_number(std::string& text, double value);
/// Returns a text as JSON; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const std::string& text);

}  // namespace hearth::apps

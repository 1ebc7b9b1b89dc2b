// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Returns the text with `& < > " '` as references: safe as content and in quoted attributes of
/// HTML and SVG. Control characters and non-characters, which HTML and XML cannot contain, become
/// U+FFFD.
std::string markup_escaped(std::string_view text);

/// Returns JSON for a script element, in which `<` is an escape sequence.
std::string script_safe(std::string json);

/// Returns a unit in common notation: `degC` as °C, `m2` and `m3` with raised digits.
std::string unit_text(std::string_view unit);

/// Returns the displayed form of the numbers of one column, which are given with full precision:
/// equally many decimals if the magnitudes are similar (5 digits of the largest), otherwise 6
/// digits each. A text that is not a number is returned unchanged.
std::vector<std::string> column_texts(const std::vector<std::string>& numbers);

/// Returns whether a text is a finite number.
bool is_number(const std::string& text);

/// Returns a number with at most 6 significant digits; any other text unchanged.
std::string rounded_text(const std::string& number);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Returns the text with `& < > " '` as references: safe as content and in quoted attributes of
/// HTML and SVG. Control characters and non-characters, which neither can hold, become U+FFFD; so
/// do they in XML.
std::string markup_escaped(std::string_view text);

/// Returns JSON that can stand in a script element: `<` as an escape of JSON.
std::string script_safe(std::string json);

/// Returns a unit as people write it: `degC` as °C, `m2` and `m3` with raised digits.
std::string unit_text(std::string_view unit);

/// Returns numbers of one column, given with full precision, as they are shown: equally many
/// decimals where the magnitudes are alike (5 digits of the largest), else 6 digits each. A text
/// that is no number stays as it is.
std::vector<std::string> column_texts(const std::vector<std::string>& numbers);

/// Returns whether a text is a finite number.
bool is_number(const std::string& text);

/// Returns one number with at most 6 significant digits; another text as it is.
std::string rounded_text(const std::string& number);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::fuzz {

// Binary files are made from texts, so that mutations act on what is in them. Lines
// `!byte POSITION VALUE` and `!cut SIZE` at the end of a text change the bytes that were made.

/// Returns the bytes of a file made from a text, by the ending of its name: `.sqlite` from SQL
/// statements, those that fail being left out; `.gz` packed; `.fmu` a zip archive of the sections
/// of the text; `.epw` with a line `!year` replaced by the rows of one; otherwise the text itself.
/// Nothing if it cannot be made.
std::optional<std::string> made_file(const std::string& name, std::string_view text);

}  // namespace hearth::fuzz

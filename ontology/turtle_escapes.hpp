// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hearth::turtle {

/// Appends what the text between the quotes of a string, or between < and >, means. The escapes
/// are those that the Tokenizer has checked.
void append_unescaped(std::string& out, std::string_view text);

/// Appends what a local name means: a backslash is taken off, %-encoding stays (section 6.4).
void append_unescaped_name(std::string& out, std::string_view name);

}  // namespace hearth::turtle

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearth {

/// Returns the length of the UTF-8 sequence with which a text begins, 0 if it does not begin with
/// one (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// Returns a text from outside in a form that fits in one line of a message or a table: control
/// characters (including line feeds and tabs), line separators and marks that change the direction
/// of writing become `\u001b`, bytes that are not UTF-8 become `\xff`.
std::string printable(std::string_view text);

/// Returns the text with U+FFFD instead of bytes that are not UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearth {

/// Returns the length in bytes of the UTF-8 sequence at the beginning of a text, or 0 if the text
/// begins with none (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// Returns a text from outside in a form that fits in one line of a message or a table. Control
/// characters (including line feeds and tabs), line separators and marks that change the direction
/// of writing become escapes such as `\u001b`; bytes that are not UTF-8 become escapes such as
/// `\xff`.
std::string printable(std::string_view text);

/// Returns the text with each byte that is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace hearth

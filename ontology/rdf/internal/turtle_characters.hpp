// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::turtle {

/// One character of UTF-8 text; `bytes` is 0 if the text is not valid UTF-8.
struct Character {
  char32_t code = 0;
  int bytes = 0;
};

/// Returns the character at `at` < `end`. Overlong forms, surrogates and truncated sequences are
/// not valid (Unicode, table 3-7).
Character decode_utf8(const char* at, const char* end);

/// Returns whether a number is a Unicode scalar value: at most 0x10FFFF and not a surrogate.
constexpr bool is_unicode_scalar(char32_t code) {
  return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

constexpr bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns whether a character is PN_CHARS_BASE of the Turtle 1.1 grammar, with which a prefix can
/// begin.
bool is_name_base(char32_t code);
/// Returns whether a character is PN_CHARS_U, with which a local name or a blank node label can
/// begin, in addition to digits.
inline bool is_name_start(char32_t code) { return code == '_' || is_name_base(code); }
/// Returns whether a character is PN_CHARS, which names can contain.
bool is_name_character(char32_t code);

/// Returns whether IRIREF can contain the character.
constexpr bool is_iri_character(char32_t c) {
  return c > 0x20 && c != '<' && c != '>' && c != '"' && c != '{' && c != '}' && c != '|' &&
         c != '^' && c != '`' && c != '\\';
}

}  // namespace hearth::turtle

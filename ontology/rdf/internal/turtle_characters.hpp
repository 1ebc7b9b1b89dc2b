// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::turtle {

/// One character of UTF-8 text; `bytes` 0: what is there is not UTF-8.
struct Character {
  char32_t code = 0;
  int bytes = 0;
};

/// Returns the character at `at` < `end`. Overlong forms, surrogates and cut sequences are not
/// UTF-8 (Unicode, table 3-7).
Character decode_utf8(const char* at, const char* end);

/// Returns whether a number is that of a character: at most 0x10FFFF and no surrogate.
constexpr bool is_unicode_scalar(char32_t code) {
  return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

constexpr bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(char32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// PN_CHARS_BASE of the Turtle 1.1 grammar: what a prefix may begin with.
bool is_name_base(char32_t code);
/// PN_CHARS_U: what a local name or a blank node label may begin with, besides digits.
inline bool is_name_start(char32_t code) { return code == '_' || is_name_base(code); }
/// PN_CHARS: what may stand inside names.
bool is_name_character(char32_t code);

/// Returns whether IRIREF may hold the character.
constexpr bool is_iri_character(char32_t c) {
  return c > 0x20 && c != '<' && c != '>' && c != '"' && c != '{' && c != '}' && c != '|' &&
         c != '^' && c != '`' && c != '\\';
}

}  // namespace hearth::turtle

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth {

/// Returns whether a byte of UTF-8 text is the first of a character.
constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Appends a character as UTF-8.
void append_utf8(std::string& out, std::uint32_t code);

/// Returns the character of UTF-8 text at a position within it, and advances to the next character.
std::uint32_t next_code(std::string_view text, std::size_t& at);

/// These functions return the lower or upper case of a letter of the Latin, Greek and Cyrillic
/// alphabets (Unicode blocks up to U+045F and U+1E00 to U+1EFF, pairs of one letter each); other
/// characters are returned unchanged.
std::uint32_t small_letter(std::uint32_t code);
std::uint32_t capital_letter(std::uint32_t code);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the text with ASCII letters in lower case, independent of the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

/// Returns `1 note`, `2 notes`.
template <std::integral N>
std::string counted(N count, std::string_view thing) {
  std::string text = std::to_string(count) + " " + std::string(thing);
  return count == 1 ? text : text + "s";
}

/// Returns the 64-bit FNV-1a hash of `bytes` (Fowler, Noll, Vo), which is the same on every
/// computer and does not protect against forgery. To hash bytes in parts, pass the hash of the
/// previous part.
constexpr std::uint64_t fnv1a64(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325u) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return hash;
}

/// Returns the text without `blanks` at its beginning and end (default: spaces).
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " ") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

}  // namespace hearth

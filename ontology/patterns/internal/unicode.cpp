// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/unicode.hpp"

#include <algorithm>
#include <array>

#include "hearth/framework/base/printable.hpp"

namespace hearth {
namespace {

/// Capital letters `first` to `last`, whose small letters have codes that are higher by `offset`;
/// with `pairs`, every second one is a capital letter.
struct CodeRange {
  std::uint32_t first, last, offset;
  bool pairs;
};

constexpr std::array<CodeRange, 16> kRanges = {{{0x41, 0x5A, 32, false},
                                                {0xC0, 0xD6, 32, false},
                                                {0xD8, 0xDE, 32, false},
                                                {0x100, 0x12E, 1, true},
                                                {0x132, 0x136, 1, true},
                                                {0x139, 0x147, 1, true},
                                                {0x14A, 0x176, 1, true},
                                                {0x179, 0x17D, 1, true},
                                                {0x386, 0x386, 38, false},
                                                {0x388, 0x38A, 37, false},
                                                {0x38E, 0x38F, 63, false},
                                                {0x391, 0x3A1, 32, false},
                                                {0x3A3, 0x3AB, 32, false},
                                                {0x400, 0x40F, 80, false},
                                                {0x410, 0x42F, 32, false},
                                                {0x1E00, 0x1E94, 1, true}}};

bool is_capital(const CodeRange& range, std::uint32_t code) {
  if (code < range.first || code > range.last) return false;
  return !range.pairs || (code - range.first) % 2 == 0;
}

}  // namespace

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    byte(0xE0U | (code >> 12U));
    byte(0x80U | ((code >> 6U) & 0x3FU));
  } else {
    byte(0xF0U | (code >> 18U));
    byte(0x80U | ((code >> 12U) & 0x3FU));
    byte(0x80U | ((code >> 6U) & 0x3FU));
  }
  byte(0x80U | (code & 0x3FU));
}

std::uint32_t next_code(std::string_view text, std::size_t& at) {
  const std::size_t length = utf8_length(text.substr(at));
  const auto first = static_cast<unsigned char>(text[at++]);
  if (length <= 1) return length == 0 ? 0xFFFDU : first;
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    code = (code << 6U) | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return code;
}

std::uint32_t small_letter(std::uint32_t code) {
  if (code == 0x178) return 0xFF;   // Y with diaeresis
  if (code == 0x1E9E) return 0xDF;  // sharp s
  if (code == 0x38C) return 0x3CC;  // omicron with tonos
  for (const CodeRange& range : kRanges) {
    if (is_capital(range, code)) return code + range.offset;
  }
  return code;
}

std::uint32_t capital_letter(std::uint32_t code) {
  if (code == 0xFF) return 0x178;
  if (code == 0x3CC) return 0x38C;
  if (code == 0x3C2) return 0x3A3;  // final sigma
  for (const CodeRange& range : kRanges) {
    if (code >= range.offset && is_capital(range, code - range.offset)) return code - range.offset;
  }
  return code;
}

}  // namespace hearth

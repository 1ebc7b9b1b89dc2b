// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/internal/turtle_characters.hpp"

#include <algorithm>
#include <array>

namespace hearth::turtle {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
constexpr bool in_any(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

}  // namespace

Character decode_utf8(const char* at, const char* end) {
  const auto byte = [at](int k) { return static_cast<unsigned char>(at[k]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const int bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || end - at < bytes) return {};
  char32_t code = lead & (0x7FU >> static_cast<unsigned>(bytes));
  for (int k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(k) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kFirstOfLength = {0, 0, 0x80, 0x800, 0x10000};
  const bool overlong = code < kFirstOfLength[bytes];
  if (overlong || !is_unicode_scalar(code)) return {};
  return {code, bytes};
}

bool is_name_base(char32_t code) {
  static constexpr std::array<Range, 12> kRanges = {{{0xC0, 0xD6},
                                                     {0xD8, 0xF6},
                                                     {0xF8, 0x2FF},
                                                     {0x370, 0x37D},
                                                     {0x37F, 0x1FFF},
                                                     {0x200C, 0x200D},
                                                     {0x2070, 0x218F},
                                                     {0x2C00, 0x2FEF},
                                                     {0x3001, 0xD7FF},
                                                     {0xF900, 0xFDCF},
                                                     {0xFDF0, 0xFFFD},
                                                     {0x10000, 0xEFFFF}}};
  return is_letter(code) || in_any(kRanges, code);
}

bool is_name_character(char32_t code) {
  static constexpr std::array<Range, 3> kExtra = {{{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}};
  return is_name_start(code) || is_digit(code) || code == '-' || in_any(kExtra, code);
}

}  // namespace hearth::turtle

// SPDX-License-Identifier: MIT
#include "hearth/framework/base/printable.hpp"

#include <algorithm>

namespace hearth {
namespace {

/// Returns the code point of a UTF-8 sequence.
char32_t decoded(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return lead;
  char32_t code = lead & (0xffu >> (sequence.size() + 1));
  for (const char byte : sequence.substr(1)) {
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fu);
  }
  return code;
}

/// Returns whether a terminal acts on a character instead of showing it: C0, DEL, C1, separators of
/// lines and paragraphs, marks of direction (Unicode, UAX 9).
bool acts(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c || code == 0x200e ||
         code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/// Returns whether a character is invisible, so that two different names look equal: joiners,
/// fillers, tags, and variation selectors beyond the first 16, which are part of common symbols
/// (Unicode, Default_Ignorable_Code_Point).
bool hides(char32_t code) {
  return code == 0xad || code == 0x34f || code == 0x115f || code == 0x1160 || code == 0x17b4 ||
         code == 0x17b5 || (code >= 0x180b && code <= 0x180f) ||
         (code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x206f) ||
         code == 0x3164 || code == 0xfeff || code == 0xffa0 || (code >= 0xfff0 && code <= 0xfff8) ||
         (code >= 0x1bca0 && code <= 0x1bca3) || (code >= 0x1d173 && code <= 0x1d17a) ||
         (code >= 0xe0000 && code <= 0xe0fff);
}

void append_hex(std::string& text, char32_t code, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[code >> shift & 0xf];
  }
}

/// Calls `character` with each sequence, and `broken` with each byte that is not part of one.
template <class Character, class Broken>
void visit(std::string_view text, const Character& character, const Broken& broken) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      broken(static_cast<unsigned char>(text[0]));
    } else {
      character(text.substr(0, length));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second > 0x9f;
  const bool beyond = lead == 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

std::string printable(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string shown;
  visit(
      text,
      [&shown](std::string_view sequence) {
        const char32_t code = decoded(sequence);
        if (!acts(code) && !hides(code)) {
          shown += sequence;
          return;
        }
        const bool wide = code > 0xffff;
        shown += wide ? "\\U" : "\\u";
        append_hex(shown, code, wide ? 8 : 4);
      },
      [&shown](unsigned char byte) {
        shown += "\\x";
        append_hex(shown, byte, 2);
      });
  return shown;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  visit(
      text, [&valid](std::string_view sequence) { valid += sequence; },
      [&valid](unsigned char) { valid += "\xEF\xBF\xBD"; });
  return valid;
}

}  // namespace hearth

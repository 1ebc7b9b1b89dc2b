// SPDX-License-Identifier: MIT
#include "hearth/ontology/turtle_escapes.hpp"

#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>

namespace hearth::turtle {
namespace {

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    out.push_back(static_cast<char>(0x80U | ((code >> shift) & 0x3FU)));
  };
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0U | (code >> 6U)));
    tail(0);
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0U | (code >> 12U)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0U | (code >> 18U)));
    tail(12);
    tail(6);
    tail(0);
  }
}

// Appends the character of the escape that begins at `at` and returns how long the escape is.
std::size_t append_escape(std::string& out, std::string_view escape) {
  constexpr std::string_view kLetters = "tbnrf\"'\\";
  constexpr std::string_view kMeanings = "\t\b\n\r\f\"'\\";
  const char kind = escape[1];
  if (kind != 'u' && kind != 'U') {
    const std::size_t found = kLetters.find(kind);
    assert(found != kLetters.npos);
    out.push_back(kMeanings[found]);
    return 2;
  }
  const std::size_t length = kind == 'u' ? 6 : 10;
  assert(escape.size() >= length);
  std::uint32_t code = 0;
  std::from_chars(escape.data() + 2, escape.data() + length, code, 16);
  append_utf8(out, code);
  return length;
}

}  // namespace

void append_unescaped(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t at = text.find('\\'); at != text.npos; at = text.find('\\', from)) {
    out.append(text, from, at - from);
    from = at + append_escape(out, text.substr(at));
  }
  out.append(text, from);
}

void append_unescaped_name(std::string& out, std::string_view name) {
  for (std::size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '\\') ++k;
    out.push_back(name[k]);
  }
}

}  // namespace hearth::turtle

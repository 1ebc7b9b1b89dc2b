// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hearth {

/// Largest depth of nested arrays and objects in JSON from outside. It is limited because copies
/// and destructors of a parsed value recurse once per level.
inline constexpr int kMostJsonLevels = 256;

/// Returns whether arrays and objects of a JSON text nest deeper than `kMostJsonLevels`. Brackets
/// in strings and comments do not count; text that is not JSON is examined up to the first error.
constexpr bool nests_too_deep(std::string_view json) {
  int level = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
      continue;
    }
    switch (c) {
      case '"':
        in_string = true;
        break;
      case '[':
      case '{':
        if (++level > kMostJsonLevels) return true;
        break;
      case ']':
      case '}':
        --level;
        break;
      case '/': {
        const bool line = json.substr(i, 2) == "//";
        const bool block = json.substr(i, 2) == "/*";
        if (!line && !block) break;
        // The parser ends a line comment at any of these characters.
        constexpr std::string_view kLineEnds("\n\r\0", 3);
        const std::size_t end =
            line ? json.find_first_of(kLineEnds, i + 2) : json.find("*/", i + 2);
        if (end == std::string_view::npos) return false;
        i = line ? end : end + 1;
        break;
      }
      default:
        break;
    }
  }
  return false;
}

}  // namespace hearth

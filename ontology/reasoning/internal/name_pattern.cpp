// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/name_pattern.hpp"

namespace hearth {

bool matches_name(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t next = star; next <= text.size(); ++next) {
    if (matches_name(rest, text.substr(next))) return true;
    if (next < text.size() && text[next] == '#') return false;
  }
  return false;
}

std::size_t prefix_match(std::string_view pattern, std::string_view text) {
  if (!text.starts_with(pattern.substr(0, pattern.find('*')))) return 0;
  for (std::size_t size = text.size(); size > 0; --size) {
    if (matches_name(pattern, text.substr(0, size))) return size;
  }
  return 0;
}

}  // namespace hearth

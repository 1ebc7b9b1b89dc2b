// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/calls/paths.hpp"

#include <array>
#include <random>

#include <fmt/format.h>

namespace hearth::apps {

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty()) parts.emplace_back(part);
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return parts;
}

std::string random_id() {
  std::random_device device;
  std::array<unsigned, 4> words{};
  for (unsigned& word : words) word = device();
  words[1] = (words[1] & 0xffff0fffU) | 0x4000U;
  words[2] = (words[2] & 0x3fffffffU) | 0x80000000U;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:04x}{:08x}", words[0], words[1] >> 16,
                     words[1] & 0xffffU, words[2] >> 16, words[2] & 0xffffU, words[3]);
}

}  // namespace hearth::apps

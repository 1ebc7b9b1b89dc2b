// SPDX-License-Identifier: MIT
#include "hearth/framework/base/number_text.hpp"

#include <array>
#include <charconv>

namespace hearth {

std::string number_text(double value) {
  std::array<char, 32> digits{};  // the longest shortest form of a double has 24 characters
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

}  // namespace hearth

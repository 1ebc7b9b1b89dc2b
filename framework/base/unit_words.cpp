// SPDX-License-Identifier: MIT
#include "hearth/framework/base/unit_words.hpp"

#include <array>
#include <charconv>

namespace hearth {

std::string unit_mismatch_words(const Unit& given, const Unit& expected) {
  std::string words = std::string("in [") + given.symbol + "], expected [" + expected.symbol + "]";
  if (given == unit::K && expected.point) {
    words += " (write 'kelvin' for a temperature; 'K' is for differences)";
  }
  if (given.compatible(unit::m3_per_s) && expected.compatible(unit::kg_per_s)) {
    constexpr double kWater = 998.2, kAir = 1.204;  // kg/m3 at 20 degC
    const double volume = conversion(given, unit::m3_per_s).factor;
    const auto text = [volume](double density) {
      std::array<char, 32> digits{};
      const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                              volume * density, std::chars_format::general, 4);
      return std::string(digits.data(), end);
    };
    words += std::string("; 1 ") + given.symbol + " of water is " + text(kWater) +
             " kg/s and of air " + text(kAir) +
             " kg/s, at 20 degC (a column of a file is converted by \"unit\": \"kg/s\" with this "
             "number as \"scale\")";
  }
  return words;
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/model/number_check.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

constexpr double kWhole = 1e-6;  // tolerance of a Boolean, as for other whole numbers of FMUs

std::string number_with_unit(double value, const Unit& unit) {
  return number_text(value) + " " + unit.symbol;
}

bool is_boolean(double value) {
  return std::abs(value) <= kWhole || std::abs(value - 1.0) <= kWhole;
}

}  // namespace

NumberCheck check_number(const Quantity& quantity, const NumberKind& kind) {
  NumberCheck check{quantity.value};
  const auto refuse = [&check](const char* code, std::string problem) {
    check.code = code;
    check.problem = std::move(problem);
    return check;
  };
  if (quantity.boolean && !kind.boolean) {
    return refuse("model.boolean_unfit", std::string("found ") +
                                             (quantity.value != 0.0 ? "true" : "false") +
                                             ", expected a number in [" + kind.unit.symbol + "]");
  }
  if (quantity.unit && !quantity.unit->compatible(kind.unit)) {
    return refuse("model.unit_mismatch",
                  "the value is " + unit_mismatch_words(*quantity.unit, kind.unit));
  }
  if (quantity.unit) check.value = convert(quantity.value, *quantity.unit, kind.unit);
  if (!std::isfinite(check.value)) return refuse("model.not_finite", "expected a finite number");
  if (kind.boolean && !is_boolean(check.value)) {
    return refuse("model.boolean_unfit",
                  "found " + number_text(check.value) + ", expected true (1) or false (0)");
  }
  if (check.value < kind.range.min || check.value > kind.range.max) {
    return refuse("model.out_of_range", number_with_unit(check.value, kind.unit) + " is outside " +
                                            number_text(kind.range.min) + " to " +
                                            number_text(kind.range.max));
  }
  if (below_absolute_zero(check.value, kind.unit)) {
    return refuse("model.out_of_range",
                  number_with_unit(check.value, kind.unit) +
                      " is below absolute zero; correct the temperature or its unit");
  }
  return check;
}

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

// SPDX-License-Identifier: MIT
#include "hearth/framework/base/unit.hpp"

#include <catch2/catch.hpp>

namespace unit_test {

using namespace hearth;

TEST_CASE("a temperature point is not a temperature difference") {
  CHECK_FALSE(unit::degC.compatible(unit::K));
  CHECK(unit::degC.compatible(unit::degF));
  CHECK(unit::degC.compatible(unit::kelvin));
}

TEST_CASE("fahrenheit converts to celsius") {
  CHECK(convert(212.0, unit::degF, unit::degC) == Approx(100.0).epsilon(1e-14));  // rounding only
  CHECK(convert(32.0, unit::degF, unit::degC) == Approx(0.0).margin(1e-12));      // 273.15 cancels
}

TEST_CASE("equal units do not change a number") {
  CHECK(convert(0.1, unit::degC, unit::degC) == 0.1);
  CHECK(convert(0.1, unit::kW, unit::kW) == 0.1);
}

TEST_CASE("scales of one dimension convert") {
  CHECK(convert(2.5, unit::kW, unit::W) == 2500.0);
  CHECK(convert(0.0004, unit::one, unit::ppm) == Approx(400.0).epsilon(1e-14));
}

TEST_CASE("units are found by common spellings") {
  CHECK(parse_unit("\u00b0C") == unit::degC);
  CHECK(parse_unit("m\u00b3/h") == unit::m3_per_h);
  CHECK(parse_unit("W/m^2") == unit::W_per_m2);
  CHECK(parse_unit("http://qudt.org/vocab/unit/DEG_F") == unit::degF);
  CHECK_FALSE(parse_unit("furlong"));
}

TEST_CASE("a quantity is a number and a known unit") {
  CHECK(parse_quantity("21.5 degC") == Quantity{21.5, unit::degC});
  CHECK(parse_quantity(" 1e-3 ") == Quantity{1e-3, std::nullopt});
  CHECK_FALSE(parse_quantity("21.5 furlong"));
  CHECK_FALSE(parse_quantity("nan"));
  CHECK_FALSE(parse_quantity(""));
}

}  // namespace unit_test

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

TEST_CASE("conductances, resistances and capacities are known in kW and kWh") {
  const auto factor = [](const char* from, const Unit& to) {
    const std::optional<Unit> unit = parse_unit(from);
    REQUIRE(unit);
    REQUIRE(unit->compatible(to));
    return convert(1.0, *unit, to);
  };
  CHECK(factor("kWh/K", unit::J_per_K) == 3.6e6);
  CHECK(factor("Wh/K", unit::J_per_K) == 3600.0);
  CHECK(factor("kW/K", unit::W_per_K) == 1000.0);
  CHECK(factor("K/kW", unit::K_per_W) == 0.001);
  // Volumes of a medium are its mass.
  CHECK(factor("l/s water", unit::kg_per_s) == 1.0);
  CHECK(factor("m3/h water", unit::kg_per_h) == Approx(1000.0));
  CHECK(factor("l/min water", unit::kg_per_s) == Approx(1.0 / 60.0));
  CHECK(factor("m3/s air", unit::kg_per_s) == 1.2);
  CHECK(factor("l/s air", unit::kg_per_s) == Approx(1.2e-3));
  CHECK_FALSE(parse_unit("l/s")->compatible(unit::kg_per_s));
  CHECK(parse_quantity("0.2 l/s water")->value == 0.2);
}

TEST_CASE("differences and standard deviations are scaled without an offset") {
  CHECK(difference_factor(unit::degF, unit::degC) == 5.0 / 9.0);
  CHECK(difference_factor(unit::K, unit::degC) == 1.0);
  CHECK(difference_factor(unit::degC, unit::K) == 1.0);
  CHECK(difference_factor(unit::W, unit::kW) == 1e-3);
  CHECK_FALSE(difference_factor(unit::W, unit::K));
}

}  // namespace unit_test

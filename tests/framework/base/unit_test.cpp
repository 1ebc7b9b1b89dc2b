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
  // 1055.05585262 J (NIST SP 811); MBH is thousands of them in an hour
  for (const char* text : {"kBTU/h", "kBtu/h", "MBH"}) {
    const auto kilobtu = parse_unit(text);
    REQUIRE(kilobtu);
    CHECK(convert(1.0, *kilobtu, unit::W) == Approx(293.07107).epsilon(1e-7));
  }
  CHECK_FALSE(parse_unit("furlong"));
}

TEST_CASE("prices and emissions of energy are units") {
  const auto price = [](const char* text) {
    const auto unit = parse_unit(text);
    REQUIRE(unit);
    return convert(1.0, *unit, unit::per_kWh);
  };
  // 1e-14: rounding of the factors.
  CHECK(price("EUR/kWh") == Approx(1.0).epsilon(1e-14));
  CHECK(price("EUR/MWh") == Approx(1e-3).epsilon(1e-14));
  CHECK(price("\u20ac/MWh") == Approx(1e-3).epsilon(1e-14));
  CHECK(price("$ per kWh") == Approx(1.0).epsilon(1e-14));
  CHECK(price("ct/kWh") == Approx(0.01).epsilon(1e-14));
  CHECK(price("USD/GJ") == Approx(0.0036).epsilon(1e-14));
  CHECK(price("1/kWh") == 1.0);

  const auto emission = [](const char* text) {
    const auto unit = parse_unit(text);
    REQUIRE(unit);
    return convert(1.0, *unit, unit::kg_per_kWh);
  };
  CHECK(emission("kg/kWh") == 1.0);
  CHECK(emission("g/kWh") == Approx(1e-3).epsilon(1e-14));
  CHECK(emission("gCO2/kWh") == Approx(1e-3).epsilon(1e-14));
  CHECK(emission("kg CO2-eq/MWh") == Approx(1e-3).epsilon(1e-14));
  CHECK(emission("lb/MWh") == Approx(0.45359237e-3).epsilon(1e-14));

  CHECK_FALSE(unit::per_kWh.compatible(unit::kg_per_kWh));
  CHECK_FALSE(unit::per_kWh.compatible(unit::kW));
  for (const char* text : {"EUR", "EUR/m3", "BTU/kWh", "kgCO3/kWh", "/kWh", "eur per"}) {
    INFO(text);
    CHECK_FALSE(parse_unit(text));
  }
}

TEST_CASE("names of the QUDT vocabulary are made of prefixes, powers and PER") {
  const auto in = [](const char* name, const Unit& target) {
    const auto unit = parse_unit(std::string("http://qudt.org/vocab/unit/") + name);
    REQUIRE(unit);
    return convert(1.0, *unit, target);
  };
  // Definitions of NIST SP 811; 1e-12 for rounding in the products.
  CHECK(in("FT2", unit::m2) == Approx(0.09290304).epsilon(1e-12));
  CHECK(in("YD3", unit::m3) == Approx(0.764554857984).epsilon(1e-12));
  CHECK(in("CentiM2", unit::m2) == Approx(1e-4).epsilon(1e-12));
  CHECK(in("HA", unit::m2) == 1e4);
  CHECK(in("KiloBTU_IT-PER-HR", unit::W) == Approx(293.07107).epsilon(1e-7));
  CHECK(in("BTU_TH-PER-HR", unit::W) == Approx(0.2928751).epsilon(1e-6));
  CHECK(in("TON_FG", unit::kW) == Approx(3.5168528).epsilon(1e-7));
  CHECK(in("FT3-PER-MIN", unit::m3_per_s) == Approx(4.719474432e-4).epsilon(1e-9));
  CHECK(in("FT3-PER-HR", unit::m3_per_h) == Approx(0.028316846592).epsilon(1e-12));
  CHECK(in("GAL_US-PER-MIN", unit::l_per_s) == Approx(0.0630902).epsilon(1e-6));
  CHECK(in("KiloW-HR-PER-M2", unit::kWh_per_m2) == Approx(1.0).epsilon(1e-12));
  CHECK(in("GigaJ", unit::J) == 1e9);
  CHECK(in("MegaW-HR", unit::kWh) == 1000.0);
  CHECK(in("KiloV-A-HR", unit::kWh) == Approx(1.0).epsilon(1e-12));
  CHECK(in("W-PER-M2-K", unit::W_per_m2K) == 1.0);
  CHECK(in("BTU_IT-PER-HR-FT2-DEG_F", unit::W_per_m2K) == Approx(5.678263).epsilon(1e-6));
  CHECK(in("M2-K-PER-W", unit::m2K_per_W) == 1.0);
  CHECK(in("IN_H2O", unit::Pa) == Approx(249.08891).epsilon(1e-7));
  CHECK(in("KiloLB_F-PER-IN2", unit::Pa) == Approx(6894757.293).epsilon(1e-9));
  CHECK(in("RAD", unit::deg) == Approx(57.29577951).epsilon(1e-9));
  CHECK(in("LB-PER-HR", unit::kg_per_h) == Approx(0.45359237).epsilon(1e-12));
  CHECK(parse_unit("unit:SquareFoot") == parse_unit("ft2"));
  CHECK(parse_unit("unit:Degree") == unit::deg);
  CHECK_FALSE(parse_unit("unit:KiloFurlong"));
  CHECK_FALSE(parse_unit("unit:W-PER"));
  CHECK_FALSE(parse_unit("unit:LUX"));
  CHECK_FALSE(parse_unit("unit:" + std::string(500, 'M')));
  CHECK(std::string(parse_unit("unit:KiloW-HR")->symbol) == "kWh");
}

TEST_CASE("names of the Ontology of units of Measure are made of words") {
  const auto is = [](const std::string& name, const Unit& unit) {
    CAPTURE(name);
    const auto found =
        parse_unit("http://www.ontology-of-units-of-measure.org/resource/om-2/" + name);
    REQUIRE(found);
    CHECK(*found == unit);
  };
  is("degreeCelsius", unit::degC);
  is("degreeFahrenheit", unit::degF);
  is("kelvin", unit::kelvin);
  is("squareMetre", unit::m2);
  is("cubicMetre", unit::m3);
  is("kilowatt", unit::kW);
  is("kilowattHour", unit::kWh);
  is("cubicMetrePerHour", unit::m3_per_h);
  is("cubicMetrePerSecond-Time", unit::m3_per_s);
  is("litrePerSecond-Time", unit::l_per_s);
  is("kilogramPerSecond-Time", unit::kg_per_s);
  is("wattPerSquareMetreKelvin", unit::W_per_m2K);
  is("wattPerSquareMetre", unit::W_per_m2);
  is("percent", unit::percent);
  is("partsPerMillion", unit::ppm);
  CHECK(parse_unit("http://www.wurvoc.org/vocabularies/om-1.8/degree_Celsius") == unit::degC);
  CHECK(parse_unit("om:kilowatt_hour") == unit::kWh);
  for (const char* wrong : {"om:", "om:lux", "om:square", "om:wattPer", "om:squareCubicMetre"}) {
    CHECK_FALSE(parse_unit(wrong));
  }
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

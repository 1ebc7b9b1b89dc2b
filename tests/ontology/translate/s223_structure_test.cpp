// SPDX-License-Identifier: MIT
// Graphs of ASHRAE 223P whose structure was once read otherwise than drawn.
#include <map>
#include <string>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_structure_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

const std::string kPrefixes =
    "@prefix s223: <http://data.ashrae.org/standard223#> . @prefix b: <urn:building#> .\n";

Translation graph(const std::string& turtle) {
  return translate_s223(kPrefixes + turtle, "drawn.ttl");
}

/// A connection of a medium from an outlet of one thing to an inlet of another.
std::string link(const std::string& from, const std::string& to, const std::string& medium) {
  return from + " s223:cnx [a s223:OutletConnectionPoint ; s223:hasMedium s223:" + medium +
         " ; s223:cnx [a s223:Connection ; s223:hasMedium s223:" + medium +
         " ; s223:cnx [a s223:InletConnectionPoint ; s223:hasMedium s223:" + medium +
         " ; s223:isConnectionPointOf " + to + "]]] .\n";
}

const std::string kRoom = "b:room a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";

/// A terminal with a fan and a coil between a unit and a room.
std::string terminal(const std::string& coil) {
  return "b:ahu a s223:AirHandlingUnit . b:t a s223:FanPoweredTerminal ; s223:contains b:fan" +
         std::string(coil.empty() ? "" : ", b:coil") + " . b:fan a s223:Fan .\n" + coil + kRoom +
         link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air");
}

TEST_CASE("panels whose water comes from a cooling tower cool") {
  const std::string panel =
      "b:tower a s223:CoolingTower . b:x a s223:HeatExchanger .\n"
      "b:panel a s223:RadiantPanel ; s223:connectedTo b:room .\n" +
      kRoom + link("b:tower", "b:x", "Fluid-Water") + link("b:x", "b:panel", "Fluid-Water");
  const Translation result = graph(panel);
  CHECK(result.report.rules == Counts{{"s223.cooling_panel", 1}, {"s223.room_unheated", 1}});
  const Extremes power = run(under(result.model, 32.0), 3, "SpaceHeater", "Power");
  CHECK(power.highest < 50.0);  // it begins a degree warmer than its room
  CHECK(power.lowest < -10.0);
  // One that a boiler feeds as well heats.
  const Translation heated =
      graph(panel + "b:boiler a s223:Boiler .\n" + link("b:boiler", "b:panel", "Fluid-Water"));
  CHECK(heated.report.rules.contains("s223.heater"));
}

TEST_CASE("a terminal with a refrigerant coil is a unit of its room, which it heats") {
  const Translation result =
      graph(terminal("b:coil a s223:Coil ; s223:hasConnectionPoint [a s223:InletConnectionPoint ; "
                     "s223:hasMedium s223:Constituent-Refrigerant] .\n"));
  CHECK(result.report.rules.contains("s223.room_unit_refrigerant"));
  CHECK(result.report.rules.contains("s223.room"));
  CHECK(type_of(result, "t/unit") == "FanCoilUnit");
}

TEST_CASE("a fan-powered terminal reheats only with a coil, and its room agrees") {
  const Translation plain = graph(terminal(""));
  CHECK(plain.report.rules.contains("s223.fan_series_plain"));
  CHECK(plain.report.rules.contains("s223.room_unheated"));
  CHECK(parameter(plain, "t/box", "nominalReheatPower") == 0.0);
  const Translation coil = graph(terminal("b:coil a s223:Coil .\n"));
  CHECK(coil.report.rules.contains("s223.fan_series_electric"));
  CHECK(coil.report.rules.contains("s223.room"));
  CHECK(nodes_of(coil, "import.required_missing", "an electric coil is assumed").size() == 1);
  const Translation water = graph(terminal("b:coil a s223:Coil .\nb:boiler a s223:Boiler .\n"));
  CHECK(water.report.rules.contains("s223.fan_series_water"));
  CHECK(nodes_of(water, "import.required_missing", "hot water is assumed").size() == 1);
}

TEST_CASE("zones that contain their domain space are one room, and words of drafts are read") {
  const Translation result = graph(
      "b:zone a s223:Zone ; s223:contains b:room . b:room a s223:DomainSpace .\n"
      "b:ahu a s223:AHU . b:v a s223:VAV ; s223:contains b:c . b:c a s223:HeatingCoil .\n" +
      link("b:ahu", "b:v", "Medium-Air") + link("b:v", "b:room", "Medium-Air"));
  CHECK(result.report.rules ==
        Counts{{"s223.air_handler", 1}, {"s223.reheat_electric", 1}, {"s223.room", 1}});
}

TEST_CASE("domain spaces of no domain are rooms, unless their room has one for air conditioning") {
  CHECK(graph("b:d a s223:DomainSpace .\n").report.rules == Counts{{"s223.room_unheated", 1}});
  CHECK(graph("b:p a s223:PhysicalSpace ; s223:encloses b:d, b:room . b:d a s223:DomainSpace .\n" +
              kRoom)
            .report.rules == Counts{{"s223.room_unheated", 1}});
}

TEST_CASE("outdoor air that is cold enough removes the heat of the fan") {
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit . b:t a s223:TerminalUnit ; s223:contains b:c .\n"
      "b:c a s223:ElectricResistanceElement .\n" +
      kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air"));
  for (const double outdoors : {2.0, 5.0, 10.0}) {
    CAPTURE(outdoors);
    const auto means = mean_signals(
        under(result.model, outdoors), 1,
        {"ahu/cooling.coolingPower", "ahu/supplyFan.Power", "ahu/supply.airTemperatureOut[t]"});
    CHECK(means[1] > 10.0);
    // What is left comes from the first steps, before flows and temperatures agree.
    CHECK(means[0] < 0.02 * means[1]);
    CHECK(means[2] == Approx(16.0).margin(0.1));  // the setpoint
  }
}

}  // namespace
}  // namespace hearth::test::s223_structure_test

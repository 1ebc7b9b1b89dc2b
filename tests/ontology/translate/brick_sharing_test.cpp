// SPDX-License-Identifier: MIT
// Brick graphs in which several units serve one zone, or one box.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_sharing_test {
namespace {

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n";

TEST_CASE("several units of one zone share its floor, so that together they are of its size") {
  for (const char* type : {"FCU", "VAV", "Radiator"}) {
    std::string text = kPrefixes + "b:z a brick:HVAC_Zone . b:ahu a brick:AHU .\n";
    for (int i = 1; i <= 8; ++i) {
      text += fmt::format("b:u{} a brick:{} ; brick:feeds b:z .\n", i, type);
    }
    CAPTURE(type);
    const Translation result = translate_text(text, "units.ttl");
    check_rooms(result, 1);
    if (type == std::string("FCU")) {
      CHECK(parameter(result, "u3/unit", "nominalAirFlowRate") == Approx(0.0075 * 30 / 8));
    }
  }
}

TEST_CASE("the order of lines does not choose among equal units") {
  const std::vector<std::string> units = {"b:a1 a brick:AHU ; brick:feeds b:v .\n",
                                          "b:a2 a brick:AHU ; brick:feeds b:v .\n"};
  const std::string box = "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation one = translate_text(kPrefixes + units[0] + units[1] + box, "one.ttl");
  const Translation other = translate_text(kPrefixes + box + units[1] + units[0], "one.ttl");
  CHECK(connected(one, "a1/mixing.mixedAirCO2 -> z/co2Mean.u[a1]"));
  CHECK(one.model == other.model);
}

TEST_CASE("a zone on two rooftop units is served as drawn, and breathes the air of both") {
  const Translation result = translate_text(
      kPrefixes + "b:a1 a brick:RTU ; brick:feeds b:z . b:a2 a brick:RTU ; brick:feeds b:z .\n" +
          "b:z a brick:HVAC_Zone .\n",
      "rooftops.ttl");
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(connected(result, "a2/mixing.mixedAirCO2 -> z/co2Mean.u[a2]"));
  CHECK(connected(result, "z/co2Mean.y -> z/space.outdoorCO2"));
  CHECK(parameter(result, "z/co2Mean", "k") == 0.5);
  const double zone = parameter(result, "z/diffuser", "nominalAirFlowRate");
  CHECK(parameter(result, "a1/supplyFan", "nominalAirFlowRate") == Approx(zone / 2.0));
  CHECK(nodes_of(result, "import.heating_assumed") == std::vector<std::string>{"b:a1", "b:a2"});
}

TEST_CASE("boilers and chillers in parallel are each of the size of their share") {
  const auto plants = [](const std::string& plant, const std::string& user, int number) {
    std::string text =
        kPrefixes + "b:z a brick:HVAC_Zone . b:u a brick:" + user + " ; brick:feeds b:z .\n";
    for (int i = 1; i <= number; ++i) {
      text += fmt::format("b:p{} a brick:{} ; brick:feeds b:u .\n", i, plant);
    }
    return translate_text(text, "plants.ttl");
  };
  const auto boiler = [](const Translation& result) {
    return parameter(result, "p1/boiler", "nominalHeatingPower");
  };
  const auto chiller = [](const Translation& result) {
    return parameter(result, "p1/chiller", "nominalCoolingPower");
  };
  CHECK(boiler(plants("Boiler", "Radiator", 2)) ==
        Approx(boiler(plants("Boiler", "Radiator", 1)) / 2.0));
  CHECK(chiller(plants("Chiller", "FCU", 4)) == Approx(chiller(plants("Chiller", "FCU", 1)) / 4.0));
  const Translation two = plants("Boiler", "Radiator", 2);
  CHECK(connected(two, "p1/boiler.outletWaterTemperature -> u/hotMean.u[p1]"));
  CHECK(connected(two, "u/hotShare.value -> p2/return.waterFlowRateIn[u]"));
}

TEST_CASE("pumps are in the water of their plants, which they share") {
  const Translation result = translate_text(
      kPrefixes + "b:z a brick:HVAC_Zone . b:r a brick:Radiator ; brick:feeds b:z .\n" +
          "b:h a brick:Boiler ; brick:feeds b:r ; brick:hasPart b:p3 .\n" +
          "b:p1 a brick:Pump ; brick:feeds b:h . b:p2 a brick:Pump ; brick:feeds b:h .\n" +
          "b:p3 a brick:Pump .\n",
      "pumps.ttl");
  for (const std::string pump : {"p1", "p2", "p3"}) {
    CAPTURE(pump);
    CHECK(connected(result, "h/pumpShare.value -> " + pump + "/pump.waterFlowRate"));
    CHECK(connected(result,
                    "h/return.waterTemperatureOut -> " + pump + "/pump.inletWaterTemperature"));
    CHECK(connected(result, pump + "/pump.outletWaterTemperature -> h/pumped.u[" + pump + "]"));
  }
  CHECK(connected(result, "h/pumped.y -> h/boiler.inletWaterTemperature"));
  CHECK_FALSE(connected(result, "h/return.waterTemperatureOut -> h/boiler.inletWaterTemperature"));
}

}  // namespace
}  // namespace hearth::test::brick::brick_sharing_test

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

TEST_CASE("a pump of a circuit moves the water of the consumers in this circuit") {
  const std::string building =
      kPrefixes +
      "b:z a brick:HVAC_Zone . b:y a brick:HVAC_Zone . b:r a brick:Radiator ; "
      "brick:feeds b:z .\nb:f a brick:FCU ; brick:hasPart b:hc, b:cc ; brick:feeds b:y . "
      "b:hc a brick:Hot_Water_Coil . b:cc a brick:Chilled_Water_Coil .\n";
  for (const char* circuits :
       {"b:h a brick:Boiler ; brick:feeds b:p1, b:p2 . b:p1 a brick:Pump ; brick:feeds b:r . b:p2 "
        "a brick:Pump ; brick:feeds b:hc .\n",
        "b:h a brick:Boiler ; brick:feeds b:l1, b:l2 . b:l1 a brick:Hot_Water_Loop ; brick:hasPart "
        "b:p1 ; brick:feeds b:r . b:p1 a brick:Hot_Water_Pump . b:l2 a brick:Hot_Water_Loop ; "
        "brick:hasPart b:p2 ; brick:feeds b:f . b:p2 a brick:Hot_Water_Pump .\n",
        "b:h a brick:Boiler ; brick:feeds b:r, b:hc . b:r brick:feeds b:p1 . b:hc brick:feeds b:p2 "
        ". b:p1 a brick:Pump ; brick:feeds b:h . b:p2 a brick:Pump ; brick:feeds b:h .\n"}) {
    CAPTURE(circuits);
    const Translation result = translate_text(building + circuits, "circuits.ttl");
    CHECK(connected(result, "r/valve.waterFlowRate -> p1/flows.u[r]"));
    CHECK(connected(result, "f/hotValve.waterFlowRate -> p2/flows.u[f]"));
    CHECK_FALSE(connected(result, "r/valve.waterFlowRate -> p2/flows.u[r]"));
    CHECK(connected(result, "p1/pump.outletWaterTemperature -> h/circuits.waterTemperatureIn[p1]"));
    CHECK(connected(result, "h/circuits.waterTemperatureOut -> h/boiler.inletWaterTemperature"));
    CHECK(balance_under(result.model, -10.0, 1).open_ends.empty());
    const double one = parameter(result, "p1/pump", "nominalWaterFlowRate");
    const double other = parameter(result, "p2/pump", "nominalWaterFlowRate");
    CHECK(one / other == Approx(2400.0 / (15000.0 * 0.0075 * 30.0)));
    CHECK(one + other == Approx(1.2e-5 * parameter(result, "h/boiler", "nominalHeatingPower")));
    const auto flows = mean_signals(
        under(result.model, -10.0), 2,
        {"p1/flows.y", "r/valve.waterFlowRate", "p2/flows.y", "h/return.waterFlowRateOut"});
    CHECK(flows[0] == Approx(flows[1]));
    CHECK(flows[0] + flows[2] == Approx(flows[3]));
  }
}

TEST_CASE("pumps of a plant share a circuit, and primary pumps move the water of all circuits") {
  const std::string circuits =
      kPrefixes +
      "b:z a brick:HVAC_Zone . b:y a brick:HVAC_Zone . b:f a brick:FCU ; brick:feeds b:z . b:g a "
      "brick:FCU ; brick:feeds b:y .\n"
      "b:k a brick:Chiller ; brick:feeds b:p0 . b:p0 a brick:Pump ; brick:feeds b:p1, b:p2, b:p3 "
      ".\n"
      "b:p1 a brick:Pump ; brick:feeds b:f . b:p2 a brick:Pump ; brick:feeds b:g . b:p3 a "
      "brick:Pump ; brick:feeds b:g .\n";
  const Translation result = translate_text(circuits, "circuits.ttl");
  CHECK(connected(result, "k/return.waterFlowRateOut -> p0/pump.waterFlowRate"));
  CHECK(connected(result, "f/chilledValve.waterFlowRate -> p1/flows.u[f]"));
  CHECK(parameter(result, "p1/flows", "k") == 1.0);
  CHECK(connected(result, "g/chilledValve.waterFlowRate -> p3/flows.u[g]"));
  CHECK(parameter(result, "p3/flows", "k") == 0.5);
  CHECK(run(result.model, 32.0, 3, "BuildingSpace", "indoorTemperature").highest < 30.0);
  CHECK(balance_under(result.model, 32.0, 1).open_ends.empty());
  // A pump whose circuit is not drawn: all share the whole flow, as far as is known.
  const Translation unknown =
      translate_text(circuits + "b:p4 a brick:Pump ; brick:isFedBy b:p0 .\n", "circuits.ttl");
  CHECK(connected(unknown, "k/pumpShare.value -> p1/pump.waterFlowRate"));
}

TEST_CASE("two plants of the same circuits keep the balance of their water") {
  const Translation result = translate_text(
      kPrefixes +
          "b:z a brick:HVAC_Zone . b:y a brick:HVAC_Zone . b:r a brick:Radiator ; brick:feeds b:z "
          ". b:s a brick:Radiator ; brick:feeds b:y .\n"
          "b:h a brick:Boiler ; brick:feeds b:p1, b:p2 . b:g a brick:Boiler ; brick:feeds b:p1, "
          "b:p2 . b:p1 a brick:Pump ; brick:feeds b:r . b:p2 a brick:Pump ; brick:feeds b:s .\n",
      "circuits.ttl");
  CHECK(connected(result, "p1/given.value -> h/circuits.waterFlowRateIn[p1]"));
  CHECK(connected(result, "p1/given.value -> g/circuits.waterFlowRateIn[p1]"));
  CHECK(balance_under(result.model, -10.0, 1).open_ends.empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_sharing_test

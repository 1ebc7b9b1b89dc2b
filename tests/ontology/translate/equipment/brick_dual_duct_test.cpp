// SPDX-License-Identifier: MIT
// Boxes that mix the air of a hot and a cold duct, and the units of these ducts.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_dual_duct_test {
namespace {

const std::string kDecks =
    "b:a a brick:AHU ; brick:hasPart b:f, b:rf, b:hd, b:cd ; brick:feeds b:v1, b:v2 .\n"
    "b:f a brick:Supply_Fan . b:rf a brick:Return_Fan . b:hd a brick:Heating_Coil ; rdfs:label "
    "\"Hot deck coil\" . b:cd a brick:Cooling_Coil ; rdfs:label \"Cold deck coil\" .\n"
    "b:b a brick:Boiler ; brick:feeds b:hd . b:k a brick:Chiller ; brick:feeds b:cd .\n"
    "b:v1 a brick:VAV ; brick:hasPart b:h1, b:c1 ; brick:feeds b:z1 . b:z1 a brick:HVAC_Zone .\n"
    "b:h1 a brick:Damper ; rdfs:label \"hot duct damper\" . b:c1 a brick:Damper ; rdfs:label "
    "\"cold duct damper\" .\n"
    "b:v2 a brick:VAV ; rdfs:label \"Dual duct box 2\" ; brick:feeds b:z2 . b:z2 a "
    "brick:HVAC_Zone .\n";

TEST_CASE("boxes with a hot and a cold damper mix the air of both decks of their unit") {
  const Translation result = graph(kDecks);
  CHECK(result.report.rules.at("brick.dual_duct") == 2);
  CHECK(connected(result, "a/hotSupply.airTemperatureOut[v1] -> v1/hot.supplyAirTemperature"));
  CHECK(connected(result, "a/supply.airTemperatureOut[v1] -> v1/cold.supplyAirTemperature"));
  CHECK(connected(result, "v1/hot.airFlowRate -> a/hotSupply.airFlowRateOut[v1]"));
  CHECK(connected(result, "v1/cold.airFlowRate -> a/supply.airFlowRateOut[v1]"));
  CHECK(connected(result, "v1/box.airFlowRateOut -> z1/space.supplyAirFlowRate"));
  CHECK(connected(result, "v1/box.airFlowRateOut -> a/return.airFlowRateIn[v1]"));
  CHECK(connected(result, "a/supplyFan.outletAirTemperature -> a/coolingCoil.inletAirTemperature"));
  CHECK(connected(result, "a/fanFlow.y -> a/supplyFan.airFlowRate"));
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> a/deckCoil.supplyWaterTemperature"));
  CHECK(connected(result,
                  "hotDeckSetpoint.scheduleValue -> a/deckCoil.outletAirTemperatureSetpoint"));
  CHECK(type_of(result, "a/heatingCoil").empty());
  CHECK(nodes_of(result, "import.function_assumed", "hot and a cold deck").empty());
  CHECK(nodes_of(result, "import.without_reheat").empty());
  check_rooms(result, 2);
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("setpoints and thermometers of the hot deck are those of its coil") {
  const Translation result = graph(
      kDecks +
      "b:a brick:hasPoint b:s1, b:s2 . b:s1 a brick:Supply_Air_Temperature_Setpoint ; rdfs:label "
      "\"Cold deck setpoint\" ; brick:value 13 . b:s2 a brick:Supply_Air_Temperature_Setpoint ; "
      "rdfs:label \"Hot deck setpoint\" ; brick:value 40 .\n");
  CHECK(nodes_of(result, "import.several_points").empty());
  CHECK(nodes_of(result, "import.boundary", "hot decks").empty());
  CHECK(nodes_of(result, "import.boundary", "supply air").empty());
  const auto cold =
      mean_signals(under(result.model, -10.0), 3, {"a/deckCoil.outletAirTemperature"});
  CHECK(cold[0] > 20.0);
}

TEST_CASE("a unit with two decks whose boxes are not known to mix them has its coils in series") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:hd, b:cd ; brick:feeds b:v . b:hd a brick:Hot_Deck .\n"
      "b:cd a brick:Cold_Deck . b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK_FALSE(result.report.rules.contains("brick.dual_duct"));
  CHECK(nodes_of(result, "import.function_assumed", "hot and a cold deck") == Names{"b:a"});
}

}  // namespace
}  // namespace hearth::test::brick::brick_dual_duct_test

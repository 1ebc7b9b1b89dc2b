// SPDX-License-Identifier: MIT
// Units of outdoor air alone, rooms that get nothing else, and dampers before rooms.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_ventilation_test {
namespace {

TEST_CASE("a room with outdoor air alone, next to rooms with heating, is only ventilated") {
  const Translation result = graph(
      "b:d a brick:DOAS ; brick:hasPart b:w ; brick:feeds b:r1, b:r2 . b:w a brick:Heat_Wheel .\n"
      "b:r1 a brick:Room . b:r2 a brick:Room . b:f a brick:FCU ; brick:feeds b:r1 .\n");
  CHECK(type_of(result, "r2/box").empty());
  CHECK(parameter(result, "r2/diffuser", "nominalAirFlowRate") ==
        Approx(parameter(result, "r1/diffuser", "nominalAirFlowRate")));
  CHECK(nodes_of(result, "import.not_heated", "only outdoor air") == Names{"b:r2"});
  check_rooms(result, 2);
  // If nothing in the graph heats, heat is assumed.
  const Translation cold = graph(
      "b:d a brick:DOAS ; brick:hasPart b:w ; brick:feeds b:r1, b:r2 . b:w a brick:Heat_Wheel .\n"
      "b:r1 a brick:Room . b:r2 a brick:Room .\n");
  CHECK(type_of(cold, "r2/box") == "VavReheatTerminal");
}

TEST_CASE("a unit takes outdoor air alone if its name states it") {
  const std::string unit =
      "b:a a brick:AHU ; brick:feeds b:v ; brick:hasPart b:c, b:h . b:c a brick:Cooling_Coil .\n"
      "b:h a brick:Heating_Coil . b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  for (const char* label : {"AHU-1 100% OA lab supply", "100 % outside air unit", "MAU, makeup air",
                            "Unit 3 (100 % outdoor air)"}) {
    CAPTURE(label);
    const Translation result = graph(unit + "b:a rdfs:label \"" + label + "\" .\n");
    CHECK(parameter(result, "a/economizer", "minimumOutdoorAirShare") == 1.0);
    CHECK(nodes_of(result, "import.function_assumed", "cool with outdoor air").empty());
  }
  // A damper of return air contradicts it.
  const Translation mixing = graph(
      unit + "b:a rdfs:label \"100% OA\" ; brick:hasPart b:r . b:r a brick:Return_Damper .\n");
  CHECK(parameter(mixing, "a/economizer", "minimumOutdoorAirShare") == Approx(0.2));
}

TEST_CASE("several dampers that lead to one room are announced as one") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:d1, b:d . b:d a brick:Damper ; brick:feeds b:d2, b:d3 .\n"
      "b:d1 a brick:Damper ; brick:feeds b:r1 . b:d2 a brick:Damper ; brick:feeds b:r2 .\n"
      "b:d3 a brick:Damper ; brick:feeds b:r2 . b:r1 a brick:Room . b:r2 a brick:Room .\n");
  CHECK(nodes_of(result, "import.passed_through", "several dampers") == Names{"b:d2", "b:d3"});
  check_rooms(result, 2);
}

TEST_CASE("boxes of outdoor air in rooms with fan coil units bring the air of people only") {
  const std::string rooms =
      "b:d a brick:DOAS ; brick:hasPart b:c ; brick:feeds b:v . b:c a brick:Cooling_Coil .\n"
      "b:v a brick:CAV ; brick:feeds b:r . b:r a brick:Room .\n";
  const Translation result = graph(rooms + "b:f a brick:FCU ; brick:feeds b:r .\n");
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.0006 * 30.0));
  CHECK(parameter(result, "v/box", "minimumAirFlowRate") == Approx(0.0006 * 30.0));
  const auto mean = mean_signals(under(result.model, 32.0), 3, {"f/unit.heatingPower"});
  CHECK(mean[0] == Approx(0.0).margin(1.0));
  check_rooms(result, 1);
}

const std::string kBalanced =
    "b:a a brick:AHU ; brick:hasPart b:x, b:f, b:e ; brick:feeds b:z1, b:z2 .\n"
    "b:x a brick:Heat_Wheel . b:f a brick:Supply_Fan . b:e a brick:Exhaust_Fan .\n"
    "b:z1 a brick:Room . b:z2 a brick:Room . b:r1 a brick:Radiator ; brick:feeds b:z1 .\n"
    "b:r2 a brick:Radiator ; brick:feeds b:z2 . b:r3 a brick:Radiator ; brick:feeds b:bath .\n"
    "b:bath a brick:Room ; brick:feeds b:a . b:store a brick:Room ; brick:feeds b:a .\n";

TEST_CASE("air overflows to rooms that a unit only takes air from") {
  const Translation result = graph(kBalanced);
  CHECK(nodes_of(result, "import.function_assumed", "extract air from these rooms") ==
        Names{"b:bath", "b:store"});
  CHECK(connected(result, "a/return.airFlowRateOut -> a/extractShare.value"));
  CHECK(connected(result, "a/extractShare.value -> bath/overflow.value"));
  CHECK(connected(result, "bath/overflow.value -> bath/space.supplyAirFlowRate"));
  CHECK(connected(result, "a/return.airTemperatureOut -> bath/space.supplyAirTemperature"));
  CHECK(connected(result, "bath/overflow.value -> a/extract.airFlowRateIn[bath]"));
  CHECK(connected(result, "bath/space.indoorTemperature -> a/extract.airTemperatureIn[bath]"));
  CHECK(connected(result, "a/extract.airTemperatureOut -> a/returnFan.inletAirTemperature"));
  CHECK(nodes_of(result, "import.not_heated").empty());
  check_rooms(result, 4);
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("rooms that a unit supplies give their own air back to it") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:z1, b:z2 . b:z1 a brick:Room ; brick:feeds b:a .\n"
      "b:z2 a brick:Room ; brick:feeds b:a .\n");
  CHECK(type_of(result, "a/extract").empty());
  CHECK(nodes_of(result, "import.function_assumed", "extract air").empty());
  // A unit with boxes does not say which of their rooms the air comes from.
  const Translation boxes = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z . b:z a brick:Room .\n"
      "b:r a brick:Radiator ; brick:feeds b:wc . b:wc a brick:Room ; brick:feeds b:a .\n");
  CHECK(type_of(boxes, "a/extract").empty());
  CHECK(nodes_of(boxes, "import.part_left_out", "extract air") == Names{"b:wc"});
}

const std::string kRecovers =
    "b:a brick:hasPart b:w, b:f, b:h, b:c ; brick:feeds b:v . b:w a brick:Heat_Wheel .\n"
    "b:f a brick:Supply_Fan . b:h a brick:Hot_Water_Coil . b:c a brick:Chilled_Water_Coil .\n"
    "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";

TEST_CASE("a return fan does not show that a unit with heat recovery mixes air") {
  const Translation fan =
      graph(kRecovers + "b:a a brick:AHU ; brick:hasPart b:r . b:r a brick:Return_Fan .\n");
  CHECK(parameter(fan, "a/economizer", "minimumOutdoorAirShare") == 1.0);
  CHECK(nodes_of(fan, "import.function_assumed", "mix return air") == Names{"b:a"});
  const Translation damper =
      graph(kRecovers + "b:a a brick:AHU ; brick:hasPart b:r . b:r a brick:Return_Damper .\n");
  CHECK(parameter(damper, "a/economizer", "minimumOutdoorAirShare") == Approx(0.2));
  CHECK(nodes_of(damper, "import.function_assumed", "mix return air").empty());
}

TEST_CASE("a rooftop unit with heat recovery recirculates air unless its name denies it") {
  const std::string unit =
      kRecovers + "b:a a brick:RTU ; brick:hasPart b:o . b:o a brick:Outside_Damper .\n";
  const Translation result = graph(unit);
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirShare") == Approx(0.2));
  CHECK(nodes_of(result, "import.function_assumed", "rooftop units with heat recovery") ==
        Names{"b:a"});
  const Translation named = graph(unit + "b:a rdfs:label \"RTU 3, DOAS\" .\n");
  CHECK(parameter(named, "a/economizer", "minimumOutdoorAirShare") == 1.0);
}

TEST_CASE("a stated minimum of outdoor air shows that a unit mixes air") {
  const Translation result =
      graph("@prefix own: <urn:own#> .\n" + kRecovers +
            "b:a a brick:AHU ; own:supplyCFM 2000 ; own:minOutdoorAirCFM 500 .\n");
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirShare") == 0.0);
  CHECK(parameter(result, "a/economizer", "minimumOutdoorAirFlowRate") ==
        Approx(500 * 0.000471947 * 1.2).epsilon(1e-4));
  CHECK(nodes_of(result, "import.function_assumed", "mix return air").empty());
}

TEST_CASE("heat recovery in a unit that mixes air does not make the mixture too warm") {
  const Translation result =
      graph(kRecovers + "b:a a brick:AHU ; brick:hasPart b:r . b:r a brick:Return_Damper .\n");
  const auto mean = mean_signals(under(result.model, -10.0), 3,
                                 {"a/coolingCoil.coolingPower", "a/recovery.recoveredPower"});
  CHECK(mean[0] == Approx(0.0).margin(1.0));
  CHECK(mean[1] > 100.0);
}

TEST_CASE("rooms that feed the exhaust fan of a unit give their air to the unit") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:x, b:f, b:e ; brick:feeds b:z . b:x a brick:Heat_Wheel .\n"
      "b:f a brick:Supply_Fan . b:e a brick:Exhaust_Fan ; brick:isFedBy b:wc, b:tea . b:z a "
      "brick:Room .\n"
      "b:wc a brick:Room . b:tea a brick:Room . b:h a brick:Radiator ; brick:feeds b:wc .\n"
      "b:c a brick:PTAC ; brick:feeds b:tea . b:g a brick:Radiator ; brick:feeds b:z .\n");
  CHECK(nodes_of(result, "import.function_assumed", "extract air from these rooms") ==
        Names{"b:tea", "b:wc"});
  CHECK(connected(result, "tea/overflow.value -> a/extract.airFlowRateIn[tea]"));
  check_rooms(result, 3);
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

}  // namespace
}  // namespace hearth::test::brick::brick_ventilation_test

// SPDX-License-Identifier: MIT
// Plants of Brick graphs: heat pumps known by their points, pumps before and after a plant, and
// circuits of which only the return is drawn.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick_plants_test {
namespace {

using brick::graph;
using brick::Names;

/// A unit that heats and a box that reheats, without any relation to a plant.
const std::string kUnit =
    "b:ahu a brick:AHU ; brick:feeds b:v ; brick:hasPoint b:h . b:h a brick:Heating_Command .\n"
    "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPoint b:r . b:r a brick:Reheat_Command .\n"
    "b:z a brick:HVAC_Zone .\n";

TEST_CASE("a heat pump with points or pumps of hot water makes the hot water of its building") {
  for (const char* sign :
       {"brick:hasPoint b:p . b:p a brick:Hot_Water_Flow_Sensor .",
        "brick:hasPoint b:p . b:p a brick:Leaving_Hot_Water_Temperature_Sensor .",
        "brick:hasPart b:p . b:p a brick:Hot_Water_Pump .",
        "brick:feeds b:ahu , b:v ; brick:hasPoint b:p . b:p a "
        "brick:Hot_Water_Supply_Temperature_Sensor ."}) {
    INFO(sign);
    const Translation result =
        graph(kUnit + "b:hp a brick:Heat_Pump_Air_Source_Condensing_Unit ; " + sign + "\n");
    CHECK(result.report.rules.at("brick.heat_pump") == 1);
    CHECK(connected(result, "hp/heatPump.outletWaterTemperature -> v/box.supplyWaterTemperature"));
    CHECK(type_of(result, "ahu/heatingCoil") == "HeatingCoil");
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(lost(result, -10.0) < 1e-6);
  }
}

TEST_CASE("a heat pump heats the only water of a coil, unless it expands refrigerant there") {
  const std::string unit =
      "b:ahu a brick:AHU ; brick:feeds b:v ; brick:hasPart b:c . b:c a brick:Hot_Water_Coil .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:hp a brick:Heat_Pump_Air_Source_Condensing_Unit .\n";
  for (const char* feeds : {"", "b:hp brick:feeds b:ahu .\n", "b:hp brick:feeds b:v .\n"}) {
    INFO(feeds);
    const Translation result = graph(unit + feeds);
    CHECK(result.report.rules.at("brick.heat_pump") == 1);
    CHECK(result.model.find("hotWater") == nullptr);
  }
  CHECK_FALSE(graph(unit + "b:hp brick:feeds b:ahu . b:ahu brick:hasPart b:dx .\n"
                           "b:dx a brick:Direct_Expansion_Cooling_Coil .\n")
                  .report.rules.contains("brick.heat_pump"));
  CHECK_FALSE(graph(unit + "b:b a brick:Boiler ; brick:feeds b:c .\n")
                  .report.rules.contains("brick.heat_pump"));
}

TEST_CASE("condensing units without signs of water, and those of room units, make no hot water") {
  const Translation plain = graph(kUnit + "b:hp a brick:Heat_Pump_Condensing_Unit .\n");
  CHECK_FALSE(plain.report.rules.contains("brick.heat_pump"));
  const Translation refrigerant = graph(
      "b:hp a brick:Heat_Pump_Condensing_Unit ; brick:feeds b:f ; brick:hasPoint b:p .\n"
      "b:p a brick:Hot_Water_Flow_Sensor . b:f a brick:FCU ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone .\n");
  CHECK(refrigerant.report.rules.contains("brick.outdoor_unit"));
}

TEST_CASE("pumps that lead to a plant and pumps that lead to its consumers lie in a row") {
  const Translation result = graph(
      "b:s a brick:Chilled_Water_System ; brick:hasPart b:ch , b:p1 , b:p2 , b:p3 , b:p4 .\n"
      "b:ch a brick:Chiller . b:p1 a brick:Pump ; brick:feeds b:ch . b:p2 a brick:Pump ; "
      "brick:feeds b:ch .\n"
      "b:p3 a brick:Pump ; brick:feeds b:v . b:p4 a brick:Pump ; brick:feeds b:v .\n"
      "b:v a brick:Valve ; brick:feeds b:coil . b:coil a brick:Chilled_Water_Coil .\n"
      "b:ahu a brick:AHU ; brick:hasPart b:coil ; brick:feeds b:vav .\n"
      "b:vav a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(result.report.rules.at("brick.early_pump") == 2);
  CHECK(result.report.rules.at("brick.pump") == 2);
}

/// A boiler with a loop of a setpoint for a floor, and something else for a radiator.
Translation two_circuits(const std::string& floor, const std::string& other) {
  return graph(
      "b:b a brick:Boiler ; brick:feeds b:l1 , b:l2 . b:l1 a brick:Hot_Water_Loop ; brick:hasPoint "
      "b:s1 ; brick:feeds b:r1 . b:l2 a brick:Hot_Water_Loop ; brick:feeds b:r2 .\n"
      "b:s1 a brick:Leaving_Hot_Water_Temperature_Setpoint ; brick:value " +
      floor +
      " ; brick:hasUnit unit:DEG_C .\nb:r1 a brick:Radiant_Panel ; brick:feeds b:z1 . b:r2 a "
      "brick:Radiator ; brick:feeds b:z2 . b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n" +
      other);
}

TEST_CASE("a plant of several loops keeps the setpoint of the hottest, not that of a mixed one") {
  const Translation both = two_circuits(
      "35",
      "b:l2 brick:hasPoint b:s2 . b:s2 a brick:Leaving_Hot_Water_Temperature_Setpoint ; "
      "brick:value 65 ; brick:hasUnit unit:DEG_C .\n");
  CHECK(both.model.component("b/setpoint").iri == "urn:building#s2");
  CHECK(nodes_of(both, "import.part_left_out", "setpoints of water loops") == Names{"b:s1"});
  const Translation mixed = two_circuits("35", "");
  CHECK(mixed.model.find("hotWaterSetpoint") != nullptr);
  CHECK(nodes_of(mixed, "import.part_left_out", "setpoints of water loops") == Names{"b:s1"});
  const Translation hot = two_circuits("70", "");
  CHECK(hot.model.component("b/setpoint").iri == "urn:building#s1");
}

TEST_CASE("heaters get the water of the plant to which their water goes, if only that is drawn") {
  for (const char* plant : {"brick:Boiler", "brick:Heat_Exchanger"}) {
    INFO(plant);
    const Translation result = graph(
        "b:r a brick:RC_Panel ; brick:hasLocation b:z ; brick:feeds b:v . b:z a brick:Room .\n"
        "b:v a brick:HVAC_Valve ; brick:feeds b:pump . b:pump a brick:Water_Pump ; brick:feeds "
        "b:x .\nb:x a " +
        std::string(plant) + " .\n");
    CHECK(nodes_of(result, "import.function_assumed", "not where it comes from") == Names{"b:r"});
    CHECK(result.model.find("hotWater") == nullptr);
    CHECK(type_of(result, "pump/pump") == "Pump");
    CHECK(nodes_of(result, "import.medium_unknown").empty());
    CHECK(lost(result, -10.0) < 1e-6);
  }
  // A supply that is drawn needs no assumption.
  const Translation both = graph(
      "b:r a brick:RC_Panel ; brick:hasLocation b:z ; brick:feeds b:x . b:z a brick:Room .\n"
      "b:x a brick:Boiler ; brick:feeds b:r .\n");
  CHECK(nodes_of(both, "import.function_assumed", "not where it comes from").empty());
}

/// A setpoint of a water loop with a unit, or without one.
std::string loop_setpoint(const std::string& name, const std::string& kind,
                          const std::string& value, const std::string& unit) {
  return "b:" + name + " a brick:Leaving_" + kind + "_Water_Temperature_Setpoint ; brick:value " +
         value + (unit.empty() ? "" : " ; brick:hasUnit unit:" + unit) + " .\n";
}

TEST_CASE("setpoints of water loops are compared in their unit, and not between units") {
  const auto loops = [](const std::string& first, const std::string& first_unit,
                        const std::string& second, const std::string& second_unit) {
    return graph(
        "b:b a brick:Boiler ; brick:feeds b:l1 , b:l2 .\n"
        "b:l1 a brick:Hot_Water_Loop ; brick:hasPoint b:s1 ; brick:feeds b:r1 .\n"
        "b:l2 a brick:Hot_Water_Loop ; brick:hasPoint b:s2 ; brick:feeds b:r2 .\n"
        "b:r1 a brick:Radiator ; brick:feeds b:z1 . b:r2 a brick:Radiator ; brick:feeds b:z2 .\n"
        "b:z1 a brick:Room . b:z2 a brick:Room .\n" +
        loop_setpoint("s1", "Hot", first, first_unit) +
        loop_setpoint("s2", "Hot", second, second_unit));
  };
  const Translation other = loops("140", "DEG_F", "70", "DEG_C");
  CHECK(nodes_of(other, "import.part_left_out", "setpoints of water loops").empty());
  const Translation fahrenheit = loops("140", "DEG_F", "95", "DEG_F");
  CHECK(fahrenheit.model.component("b/setpoint").iri == "urn:building#s1");
  CHECK(nodes_of(fahrenheit, "import.part_left_out", "setpoints of water loops") == Names{"b:s2"});
  const Translation bare = loops("140", "", "70", "DEG_C");
  CHECK(nodes_of(bare, "import.part_left_out", "setpoints of water loops").empty());
}

TEST_CASE("chilled water of 44 degF is not that of a mixed loop, but chilled water of 60 degF is") {
  const auto chilled = [](const std::string& value) {
    return graph(
        "b:k a brick:Chiller ; brick:feeds b:l1 , b:l2 .\n"
        "b:l1 a brick:Chilled_Water_Loop ; brick:hasPoint b:s1 ; brick:feeds b:a1 .\n"
        "b:l2 a brick:Chilled_Water_Loop ; brick:feeds b:a2 .\n"
        "b:a1 a brick:AHU ; brick:hasPart b:c1 ; brick:feeds b:z1 . b:c1 a "
        "brick:Chilled_Water_Coil .\n"
        "b:a2 a brick:AHU ; brick:hasPart b:c2 ; brick:feeds b:z2 . b:c2 a "
        "brick:Chilled_Water_Coil .\n"
        "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n" +
        loop_setpoint("s1", "Chilled", value, "DEG_F"));
  };
  CHECK(nodes_of(chilled("44"), "import.part_left_out", "setpoints of water loops").empty());
  CHECK(chilled("44").model.find("chilledWaterSetpoint") == nullptr);
  CHECK(nodes_of(chilled("60"), "import.part_left_out", "setpoints of water loops") ==
        Names{"b:s1"});
}

TEST_CASE("a setpoint too warm for chilled water does not size units of rooms") {
  const auto unit = [](const std::string& value, const std::string& of) {
    return graph(
        "b:k a brick:Chiller ; brick:feeds b:f ; brick:hasPoint b:s .\n"
        "b:f a brick:FCU ; brick:feeds b:z ; brick:coolingCapacity [ brick:value 3.0 ; "
        "brick:hasUnit unit:KiloW ] . b:z a brick:Room .\n" +
        loop_setpoint("s", "Chilled", value, of));
  };
  const double usual = parameter(unit("7", "DEG_C"), "f/unit", "nominalAirFlowRate");
  CHECK(parameter(unit("44", ""), "f/unit", "nominalAirFlowRate") == Approx(usual));
  CHECK(parameter(unit("44", "DEG_F"), "f/unit", "nominalAirFlowRate") == Approx(usual));
  CHECK(parameter(unit("14", "DEG_C"), "f/unit", "nominalAirFlowRate") == Approx(1.7 * usual));
}

TEST_CASE("a packaged heat pump in a room heats the room, in a room of plants it heats water") {
  const std::string pump =
      "b:hp a brick:Packaged_Heat_Pump ; brick:hasPoint b:t ; brick:hasLocation b:r .\n"
      "b:t a brick:Leaving_Hot_Water_Temperature_Sensor .\n";
  const Translation room = graph(pump + "b:r a brick:Room .\n");
  CHECK_FALSE(room.report.rules.contains("brick.heat_pump"));
  CHECK(nodes_of(room, "import.not_mapped").empty());
  const Translation plant = graph(kUnit + pump + "b:r a brick:Mechanical_Room .\n");
  CHECK(plant.report.rules.at("brick.heat_pump") == 1);
}

TEST_CASE("only a single condensing unit that is not of a server room is taken as a heat source") {
  const std::string unit =
      "b:ahu a brick:AHU ; brick:feeds b:v ; brick:hasPart b:c . b:c a brick:Hot_Water_Coil .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation one = graph(unit + "b:hp a brick:Heat_Pump_Condensing_Unit .\n");
  CHECK(one.report.rules.at("brick.heat_pump") == 1);
  CHECK(nodes_of(one, "import.function_assumed", "a condensing unit") == Names{"b:hp"});
  for (const char* others :
       {"b:IT_split a brick:Heat_Pump_Condensing_Unit .\n",
        "b:x a brick:Heat_Pump_Condensing_Unit . b:y a brick:Heat_Pump_Condensing_Unit .\n",
        "b:x a brick:Heat_Pump_Condensing_Unit ; brick:hasLocation b:s . b:s a "
        "brick:Server_Room .\n"}) {
    INFO(others);
    CHECK_FALSE(graph(unit + others).report.rules.contains("brick.heat_pump"));
  }
}

TEST_CASE("hot water drives an absorption chiller, and its pump moves no chilled water") {
  const std::string plant =
      "b:k a brick:Boiler ; brick:feeds b:pg, b:ph . b:pg a brick:Hot_Water_Pump ; brick:feeds b:c "
      ".\n"
      "b:c brick:feeds b:pc . b:pc a brick:Chilled_Water_Pump ; brick:feeds b:f .\n"
      "b:ph a brick:Hot_Water_Pump ; brick:feeds b:f . b:f a brick:FCU ; brick:feeds b:r . b:r a "
      "brick:Room .\n";
  const Translation result = graph(plant + "b:c a brick:Absorption_Chiller .\n");
  CHECK(type_of(result, "c/absorber") == "AbsorptionChiller");
  CHECK(type_of(result, "c/chiller").empty());
  CHECK(nodes_of(result, "import.function_assumed", "absorption chillers") == Names{"b:c"});
  CHECK(connected(result, "c/absorber.hotWaterFlowRate -> k/return.waterFlowRateIn[c]"));
  CHECK(connected(result, "c/return.waterTemperatureOut -> pc/pump.inletWaterTemperature"));
  const auto mean = mean_signals(under(result.model, 32.0), 3,
                                 {"c/absorber.coolingPower", "c/absorber.drivingPower"});
  CHECK(mean[0] > 50.0);
  CHECK(mean[1] == Approx(mean[0] / 0.7));
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  // A coefficient of performance below 1 is not that of a compressor.
  const Translation ratio = graph(
      plant + "b:c a brick:Chiller ; brick:coefficientOfPerformance [ brick:value 0.65 ] .\n");
  CHECK(parameter(ratio, "c/absorber", "nominalCOP") == Approx(0.65));
  const Translation electric = graph(plant + "b:c a brick:Chiller .\n");
  CHECK(type_of(electric, "c/chiller") == "Chiller");
  CHECK(nodes_of(electric, "import.part_left_out", "pumps of hot water") == Names{"b:pg"});
  CHECK(lost(electric, 32.0) < 1e-6);
}

}  // namespace
}  // namespace hearth::test::brick_plants_test

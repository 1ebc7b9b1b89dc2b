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

}  // namespace
}  // namespace hearth::test::brick_plants_test

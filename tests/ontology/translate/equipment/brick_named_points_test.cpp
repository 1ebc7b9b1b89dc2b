// SPDX-License-Identifier: MIT
// Points of a general class, whose names state what they belong to.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_named_points_test {
namespace {

const std::string kUnits =
    "b:a1 a brick:AHU ; brick:feeds b:v1 . b:a2 a brick:AHU ; brick:feeds b:v2 .\n"
    "b:v1 a brick:VAV ; brick:feeds b:z1 ; brick:hasPoint b:t1, b:c1 . b:t1 a "
    "brick:Zone_Air_Temperature_Sensor . b:c1 a brick:Command ; rdfs:label \"B39.ZONE.101.Zone "
    "Reheat Valve Command\" .\n"
    "b:v2 a brick:VAV ; brick:feeds b:z2 ; brick:hasPoint b:t2 . b:t2 a "
    "brick:Zone_Air_Temperature_Sensor .\n"
    "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n";

TEST_CASE("a reheat valve named by a command of a general class is one of hot water") {
  const Translation result = graph(kUnits);
  CHECK(connected(result, "hotWater.scheduleValue -> v1/box.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.required_missing", "electric coil").empty());
}

TEST_CASE("a box whose points lack the reheat that those of another unit have has none") {
  for (const char* damper :
       {"a brick:Damper_Position_Command", "a brick:Command ; rdfs:label \"ZONE.102.Damper\""}) {
    CAPTURE(damper);
    const Translation result = graph(kUnits + "b:v2 brick:hasPoint b:d2 . b:d2 " + damper + " .\n");
    CHECK(type_of(result, "v2/box") == "VavTerminal");
    CHECK(nodes_of(result, "import.without_reheat") == Names{"b:v2"});
  }
  // A list of sensors only need not contain the actuators of the box.
  const Translation sensor = graph(kUnits);
  CHECK(type_of(sensor, "v2/box") == "VavReheatTerminal");
  CHECK(nodes_of(sensor, "import.without_reheat").empty());
  // Without points of the box, its reheat is unknown.
  const Translation bare = graph(
      "b:a1 a brick:AHU ; brick:feeds b:v1 . b:a2 a brick:AHU ; brick:feeds b:v2 .\n"
      "b:v1 a brick:VAV ; brick:feeds b:z1 ; brick:hasPoint b:c1 . b:c1 a brick:Command ; "
      "rdfs:label \"Reheat Valve\" . b:v2 a brick:VAV ; brick:feeds b:z2 .\n"
      "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n");
  CHECK(type_of(bare, "v2/box") == "VavReheatTerminal");
}

TEST_CASE("valves named by commands of a unit are its coils of hot and chilled water") {
  const std::string unit =
      "b:z a brick:HVAC_Zone . b:a brick:feeds b:z ; brick:hasPoint b:h, b:c .\n"
      "b:h a brick:Valve_Command ; rdfs:label \"Prht Vlv Cmd (%)\" . b:c a brick:Valve_Command ; "
      "rdfs:label \"Clg Vlv Cmd (%)\" .\n";
  const Translation result = graph("b:a a brick:AHU .\n" + unit);
  CHECK(type_of(result, "a/heatingCoil") == "HeatingCoil");
  CHECK(type_of(result, "a/coolingCoil") == "CoolingCoil");
  CHECK(type_of(result, "a/coil").empty());
  CHECK(nodes_of(result, "import.function_assumed", "heat or cool").empty());
  check_rooms(result, 1);
  // The valves of a packaged unit may be those of gas and refrigerant.
  const Translation packaged = graph("b:a a brick:RTU .\n" + unit);
  CHECK(type_of(packaged, "a/heatingCoil").empty());
  CHECK(type_of(packaged, "a/coil") == "Coil");
}

TEST_CASE("valve and fan commands of Brick 1.0 are those of current classes") {
  const Translation result = translate_text(
      "@prefix brick: <https://brickschema.org/schema/1.0.2/Brick#> . @prefix b: <urn:building#> "
      ".\n"
      "@prefix bf: <https://brickschema.org/schema/1.0.2/BrickFrame#> .\n"
      "b:a a brick:AHU ; bf:feeds b:v ; bf:hasPoint b:h, b:c, b:s . b:h a "
      "brick:Heating_Valve_Command . b:c a brick:Cooling_Valve_Command . b:s a "
      "brick:Supply_Fan_Speed_Command .\n"
      "b:v a brick:VAV ; bf:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:b a brick:Boiler . b:k a brick:Chiller ; bf:feeds b:a .\n",
      "points.ttl");
  CHECK(type_of(result, "a/heatingCoil") == "HeatingCoil");
  CHECK(type_of(result, "a/coolingCoil") == "CoolingCoil");
  CHECK(
      connected(result, "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.class_unknown").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_named_points_test

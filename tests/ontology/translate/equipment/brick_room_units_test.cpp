// SPDX-License-Identifier: MIT
// Terminal units with a fan of their own, and heat pumps of rooms on a water loop in Haystack.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_room_units_test {
namespace {

const std::string kVentilator =
    "b:r a brick:Room . b:b a brick:Boiler ; brick:feeds b:hc .\n"
    "b:u a brick:Terminal_Unit ; brick:feeds b:r ; brick:hasPart b:f, b:hc .\n"
    "b:f a brick:Supply_Fan . b:hc a brick:Hot_Water_Coil .\n";
const std::string kOutside = "b:u brick:hasPart b:d . b:d a brick:Outside_Damper .\n";

TEST_CASE("a terminal unit with its own fan that no unit supplies treats the air of its room") {
  const Translation result = graph(kVentilator + kOutside);
  CHECK(result.report.rules.at("brick.fan_coil") == 1);
  CHECK(type_of(result, "u/unit") == "FanCoilUnit");
  CHECK(type_of(result, "u/primary") == "VavTerminal");
  CHECK(nodes_of(result, "import.boundary", "supply air of terminals").empty());
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  check_rooms(result, 1);
}

TEST_CASE("without an outside damper it takes no outdoor air, and its DX coil cools the room") {
  const Translation result = graph(
      kVentilator +
      "b:u brick:hasPart b:x . b:x a brick:Direct_Expansion_Cooling_Coil ; brick:coolingCapacity "
      "[ brick:value 9 ; brick:hasUnit unit:KiloW ] .\n");
  CHECK(type_of(result, "u/primary").empty());
  CHECK(type_of(result, "u/compressor") == "DirectExpansionSystem");
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("a terminal unit that a unit supplies, or with a damper of its own, remains a box") {
  const Translation supplied =
      graph(kVentilator + "b:a a brick:AHU ; brick:feeds b:u .\n" + kOutside);
  CHECK_FALSE(supplied.report.rules.contains("brick.fan_coil"));
  const Translation box = graph(kVentilator + "b:u brick:hasPart b:d . b:d a brick:Damper .\n");
  CHECK_FALSE(box.report.rules.contains("brick.fan_coil"));
}

TEST_CASE("a terminal unit that is called unit ventilator treats the air of its room") {
  const Translation result = graph(
      "b:r a brick:Room . b:u a brick:Terminal_Unit ; rdfs:label \"Unit Ventilator 3\" ; "
      "brick:feeds b:r . b:b a brick:Boiler ; brick:feeds b:u .\n");
  CHECK(result.report.rules.at("brick.fan_coil") == 1);
}

TEST_CASE("heat pumps of Haystack that refer to condenser water are on a loop") {
  const std::string room =
      "b:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n"
      "b:l a phIoT:plant ; ph:hasTag phIoT:plant, phIoT:equip, phIoT:condenserWater .\n";
  for (const std::string ref : {"equipRef", "condenserWaterRef"}) {
    CAPTURE(ref);
    const Translation result = graph(
        room +
        "b:h a phIoT:heatPump ; ph:hasTag phIoT:heatPump, phIoT:equip ; phIoT:spaceRef b:r ; "
        "phIoT:condenserWaterRef b:l .\n"
        "b:b a phIoT:boiler ; ph:hasTag phIoT:boiler, phIoT:equip ; phIoT:heatingCapacity "
        "\"35 kW\" ; phIoT:" +
        ref +
        " b:l .\nb:t a phIoT:coolingTower ; ph:hasTag phIoT:coolingTower, phIoT:equip ; phIoT:" +
        ref +
        " b:l .\nb:p a phIoT:pump ; ph:hasTag phIoT:pump, phIoT:equip ; phIoT:equipRef b:l .\n");
    CHECK(result.report.rules.at("brick.loop_heat_pump") == 1);
    CHECK(result.report.rules.at("brick.water_loop") == 1);
    CHECK(connected(result, "b/water.topWaterTemperature -> h/heatPump.sourceTemperature"));
    CHECK(connected(result, "b/water.topWaterTemperature -> h/chiller.condenserInletTemperature"));
    CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == 35000.0);
    CHECK(type_of(result, "b/loopPump") == "Pump");
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(nodes_of(result, "import.passed_through").empty());
    CHECK(nodes_of(result, "import.required_missing", "uses hot water").empty());
    for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  }
}

TEST_CASE("a loop of heat pumps is one by its cooling tower, too") {
  const Translation result = graph(
      "b:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n"
      "b:l a phIoT:plant ; ph:hasTag phIoT:plant, phIoT:equip, phIoT:water .\n"
      "b:h a phIoT:heatPump ; ph:hasTag phIoT:heatPump, phIoT:equip ; phIoT:spaceRef b:r ; "
      "phIoT:hotWaterRef b:l .\n"
      "b:b a phIoT:boiler ; ph:hasTag phIoT:boiler, phIoT:equip ; phIoT:equipRef b:l .\n"
      "b:t a phIoT:coolingTower ; ph:hasTag phIoT:coolingTower, phIoT:equip ; phIoT:equipRef b:l "
      ".\n");
  CHECK(result.report.rules.at("brick.loop_heat_pump") == 1);
  CHECK(result.report.rules.at("brick.water_loop") == 1);
}

TEST_CASE("heat pumps whose condenser water is that of a tower are on its loop") {
  const Translation result = graph(
      "b:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n"
      "b:h a phIoT:heatPump ; ph:hasTag phIoT:heatPump, phIoT:equip ; phIoT:spaceRef b:r ; "
      "phIoT:condenserWaterRef b:t .\n"
      "b:t a phIoT:coolingTower ; ph:hasTag phIoT:coolingTower, phIoT:equip .\n"
      "b:b a phIoT:boiler ; ph:hasTag phIoT:boiler, phIoT:equip ; phIoT:condenserWaterRef b:t .\n");
  CHECK(result.report.rules.at("brick.water_loop") == 1);
  CHECK_FALSE(result.report.rules.contains("brick.boiler"));
  CHECK(nodes_of(result, "import.required_missing", "without a boiler").empty());
}

TEST_CASE("a coil with a fan in a room is a fan coil also if a box is in the room") {
  const std::string room =
      "b:r a brick:Room . b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; "
      "brick:hasLocation b:r . b:c a brick:Cooling_Coil ; brick:hasLocation b:r .\n";
  const Translation result = graph(room + "b:f a brick:Fan ; brick:isPartOf b:c .\n");
  CHECK(result.report.rules.at("brick.fan_coil") == 1);
  CHECK(connected(result, "c/unit.heatGain -> r/space.heatGain[c]"));
  CHECK(type_of(result, "v/box") == "VavReheatTerminal");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  check_rooms(result, 1);
  // Without a fan it may be a part of the box.
  CHECK(nodes_of(graph(room), "import.not_mapped") == Names{"b:c"});
}

TEST_CASE("dampers of outdoor air are known with and without the word air") {
  for (const char* damper : {"Outside_Damper", "Outside_Air_Damper", "Outdoor_Air_Damper"}) {
    CAPTURE(damper);
    const std::string drawn =
        " ; brick:feeds b:z ; brick:hasPart b:d . b:z a brick:HVAC_Zone . "
        "b:d a brick:" +
        std::string(damper) + " .\n";
    CHECK(type_of(graph("b:f a brick:Fan_Coil_Unit" + drawn), "f/primary") == "VavTerminal");
    CHECK(nodes_of(graph("b:f a brick:AHU" + drawn), "import.function_assumed", "outdoor air")
              .empty());
  }
}

/// A computer room air handler of stated power on a chiller that keeps its water at a temperature.
Translation computer_room(double water) {
  return graph(
      "b:hall a brick:Room ; brick:area [ brick:value 220 ; brick:hasUnit unit:M2 ] .\n"
      "b:racks a brick:ICT_Rack ; brick:hasLocation b:hall ; brick:ratedPowerInput [ brick:value "
      "80 ; brick:hasUnit unit:KiloW ] .\n"
      "b:crah a brick:CRAH ; brick:feeds b:hall ; brick:coolingCapacity [ brick:value 95 ; "
      "brick:hasUnit unit:KiloW ] ; brick:hasPart b:v . b:v a brick:Chilled_Water_Valve .\n"
      "b:ch a brick:Air_Cooled_Chiller ; brick:feeds b:crah ; brick:hasPoint b:sp .\n"
      "b:sp a brick:Supply_Chilled_Water_Temperature_Setpoint ; brick:value " +
      std::to_string(water) + " ; brick:hasUnit unit:DEG_C .\n");
}

TEST_CASE("a stated cooling power is delivered with chilled water of the stated temperature") {
  for (const double water : {7.0, 14.0, 18.0}) {
    INFO(water << " degC");
    const Translation result = computer_room(water);
    const std::vector<double> means =
        mean_signals(under(result.model, 20.0), 1, {"hall/space.indoorTemperature"});
    CHECK(means.at(0) < 25.0);
  }
  CHECK(parameter(computer_room(7.0), "crah/unit", "nominalAirFlowRate") == Approx(95.0 / 12.0));
}

TEST_CASE("a unit of several rooms either heats or cools") {
  const Translation result = graph(
      "b:f a brick:PTAC ; brick:feeds b:r1, b:r2 . b:r1 a brick:Room . b:r2 a brick:Room .\n");
  CHECK(nodes_of(result, "import.function_assumed", "several rooms") == Names{"b:f"});
  const auto mean =
      mean_signals(under(result.model, 32.0), 3, {"f/unit.heatingPower", "f/unit.coolingPower"});
  CHECK(mean[0] == 0.0);
  CHECK(mean[1] > 50.0);
  check_rooms(result, 2);
}

TEST_CASE("a terminal unit with hot water alone and without a unit heats the air of its room") {
  const std::string plant =
      "b:k a brick:Boiler ; brick:feeds b:t . b:z a brick:Room . b:t brick:feeds b:z .\n";
  for (const char* type :
       {"b:Cabinet rdfs:subClassOf brick:Terminal_Unit . b:t a b:Cabinet .\n",
        "b:t a brick:Terminal_Unit ; rdfs:label \"Cabinet unit heater 2\" .\n"}) {
    CAPTURE(type);
    const Translation result = graph(plant + type);
    CHECK(type_of(result, "t/unit") == "FanCoilUnit");
    CHECK(type_of(result, "t/cooling").empty());
    CHECK(nodes_of(result, "import.boundary", "supply air").empty());
    CHECK(nodes_of(result, "import.function_assumed", "terminal units have") == Names{"b:t"});
    check_rooms(result, 1);
  }
  // A damper is that of a box.
  const Translation box =
      graph(plant + "b:t a brick:Terminal_Unit ; brick:hasPart b:d . b:d a brick:Damper .\n");
  CHECK(type_of(box, "t/box") == "VavReheatTerminal");
}

TEST_CASE("a packaged terminal unit that is called a heat pump heats with its compressor") {
  const std::string unit = "b:f a brick:PTAC ; brick:feeds b:r . b:r a brick:Room .\n";
  const Translation result = graph(unit + "b:f rdfs:label \"PTAC 4, heat pump\" .\n");
  CHECK(type_of(result, "f/electricHeater").empty());
  CHECK(connected(result, "f/unit.heatingPower -> f/compressor.heatingPower"));
  CHECK(type_of(graph(unit), "f/electricHeater") == "ElectricAirHeater");
}

TEST_CASE("the condensing unit of a coil states the capacity of its room unit") {
  const Translation result = graph(
      "b:f a brick:FCU ; brick:hasPart b:c ; brick:feeds b:r . b:r a brick:Room .\n"
      "b:c a brick:Direct_Expansion_Cooling_Coil ; brick:isFedBy b:o . b:o a brick:Condensing_Unit "
      ";\n"
      "  brick:coolingCapacity [ brick:value 6 ; brick:hasUnit unit:KiloW ] .\n");
  CHECK(parameter(result, "f/unit", "nominalAirFlowRate") == Approx(0.5));
  CHECK(nodes_of(result, "import.passed_through").empty());
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_room_units_test

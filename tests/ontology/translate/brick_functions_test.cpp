// SPDX-License-Identifier: MIT
// What equipment of Brick graphs does: only what the graph gives evidence of, and the rest
// announced.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_functions_test {
namespace {

using Names = std::vector<std::string>;
using Counts = std::map<std::string, std::size_t>;

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n";

Translation graph(const std::string& turtle) {
  return translate_text(kPrefixes + turtle, "functions.ttl");
}

std::size_t count(const Translation& result, const std::string& type) {
  const auto found = result.report.components.find(type);
  return found == result.report.components.end() ? 0 : found->second;
}

const std::string kRadiator = "b:r a brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";

TEST_CASE("a unit with one coil has no other function") {
  const std::string unit = "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:z .\n" + kRadiator;
  const Translation heats = graph(unit + "b:c a brick:Hot_Water_Coil .\n");
  CHECK(type_of(heats, "a/heatingCoil") == "HeatingCoil");
  CHECK(type_of(heats, "a/coil").empty());
  CHECK(type_of(heats, "a/coolingCoil").empty());
  const Translation cools = graph(unit + "b:c a brick:Cooling_Coil .\n");
  CHECK(type_of(cools, "a/coil") == "Coil");
  CHECK(connected(cools, "a/coolTo.scheduleValue -> a/coilMost.inputs[coolTo]"));
  CHECK(type_of(cools, "a/coilLeast").empty());
  const Translation electric = graph(unit + "b:c a brick:Heating_Coil .\n");
  CHECK(type_of(electric, "a/coilLeast") == "Max");
  CHECK(type_of(electric, "a/coilMost").empty());
  CHECK(nodes_of(heats, "import.function_assumed", "heat or cool").empty());
}

TEST_CASE("a unit that states no function does both, which is announced") {
  const Translation result = graph("b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(type_of(result, "a/coilLeast") == "Max");
  CHECK(type_of(result, "a/coilMost") == "Min");
  CHECK(nodes_of(result, "import.function_assumed", "heat or cool") == Names{"b:a"});
}

TEST_CASE("people open windows of a room that is not cooled") {
  const std::string unit = "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:z .\n" + kRadiator;
  for (const auto& [coil, opens] : {std::pair("Heating_Coil", true), {"Cooling_Coil", false}}) {
    INFO(coil);
    const Translation result = graph(unit + "b:c a brick:" + coil + " .\n");
    CHECK(type_of(result, "z/window") == (opens ? "OpenableWindow" : ""));
    // The unit takes back what it supplies, not the air of the window.
    CHECK(connected(result, "z/diffuser.airFlowRate -> z/space.supplyAirFlowRate"));
    CHECK(connected(result, "z/diffuser.airFlowRate -> a/return.airFlowRateIn[z]"));
  }
  const Translation heated = graph(unit + "b:c a brick:Heating_Coil .\n");
  CHECK(parameter(heated, "z/window", "minimumAirFlowRate") == 0.0);
  check_rooms(heated, 1);
  const Extremes mild = run(heated.model, 22.0, 3, "BuildingSpace", "indoorTemperature");
  CHECK(mild.highest < 28.0);  // gains of 15 W/m2 in the air of 3 changes an hour: 5 K
}

TEST_CASE("people open windows of a room whose unit only heats") {
  const auto served = [](const std::string& coils) {
    return graph(
        "b:f a brick:FCU ; brick:hasPart b:c ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n" +
        coils);
  };
  const Translation heated = served("b:c a brick:Hot_Water_Coil .\n");
  CHECK(type_of(heated, "z/window") == "OpenableWindow");
  check_rooms(heated, 1);
  const Extremes mild = run(heated.model, 22.0, 3, "BuildingSpace", "indoorTemperature");
  CHECK(mild.highest < 28.0);
  const Translation cooled = served(
      "b:c a brick:Hot_Water_Coil . b:f brick:hasPart b:k . b:k a brick:Chilled_Water_Coil .\n");
  CHECK(type_of(cooled, "z/window").empty());
}

TEST_CASE("misspelt classes are read as those of the vocabulary, with a warning") {
  const Translation result = graph(
      "b:a a brick:Air_Handeling_Unit ; brick:feeds b:v . b:v a brick:Variable_Air_Volum_Box ; "
      "brick:feeds b:r . b:r a brick:Rom .\n");
  CHECK(type_of(result, "a/supplyFan") == "Fan");
  CHECK(type_of(result, "v/box") == "VavReheatTerminal");
  CHECK(type_of(result, "r/space") == "BuildingSpace");
  CHECK(nodes_of(result, "import.class_read_as", "read as brick:Room") == Names{"b:r"});
  CHECK(nodes_of(result, "import.class_unknown").empty());
  // A name with another meaning is not a spelling error.
  const Translation other = graph(
      "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:z . b:z a brick:HVAC_Zone . "
      "b:c a brick:Chilled_Water_Plump, brick:Hot_Water_Plan .\n");
  CHECK(nodes_of(other, "import.class_read_as", "read as brick:Chilled_Water_Pump") ==
        Names{"b:c"});
  CHECK(nodes_of(other, "import.class_unknown", "brick:Hot_Water_Plan ") == Names{"b:c"});
}

TEST_CASE("a part of a building of unknown class is a room if equipment supplies it") {
  const Translation result = graph(
      "b:h a brick:Building ; brick:hasPart b:pool, b:lift . b:a a brick:AHU ; brick:feeds b:pool "
      ". "
      "b:pool a brick:Natatorium ; brick:area [ brick:value 650 ] . b:lift a brick:Paternoster "
      ".\n");
  CHECK(type_of(result, "pool/space") == "BuildingSpace");
  CHECK(type_of(result, "lift/space").empty());
  CHECK(nodes_of(result, "import.function_assumed", "no known class") == Names{"b:pool"});
}

TEST_CASE("relations of 223P connect equipment of Brick, also through ducts") {
  const Translation result = graph(
      "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
      "b:a a brick:AHU ; s223:connectedTo b:duct . b:duct a s223:Duct . "
      "b:v a brick:VAV ; s223:connectedFrom b:duct ; s223:connectedTo b:r ; s223:contains b:c . "
      "b:r a brick:Room . b:c a brick:Hot_Water_Coil ; s223:connectedFrom b:p . "
      "b:w a brick:Boiler ; s223:connectedTo b:p . b:p a brick:Hot_Water_Pump .\n");
  CHECK(connected(result, "v/box.airFlowRate -> r/space.supplyAirFlowRate"));
  CHECK(connected(result, "v/box.airFlowRate -> a/supply.airFlowRateOut[v]"));
  CHECK(connected(result, "w/boiler.outletWaterTemperature -> v/box.supplyWaterTemperature"));
}

TEST_CASE("a unit that heats with water does not cool at the same time without water") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:r ; brick:hasPart b:f, b:dx, b:h, b:m . b:r a brick:Room .\n"
      "b:f a brick:Supply_Fan . b:dx a brick:Direct_Expansion_Cooling_Coil . b:m a "
      "brick:Mixed_Damper .\n"
      "b:h a brick:Hot_Water_Coil . b:k a brick:Boiler ; brick:feeds b:h .\n");
  const Extremes cold = run(result.model, -10.0, 3, "Coil", "coolingPower");
  REQUIRE(cold.signals == 1);
  CHECK(cold.highest < 150.0);  // W; the coil rests without a demand of cooling
  const Extremes hot = run(result.model, 32.0, 3, "Coil", "coolingPower");
  CHECK(hot.highest > 500.0);
  check_rooms(result, 1);
}

TEST_CASE("rooms that are cooled and not heated are announced") {
  const std::string room = "b:z a brick:HVAC_Zone . b:u brick:feeds b:z .\n";
  const auto cold = [&room](const std::string& unit) {
    return nodes_of(graph(room + unit), "import.not_heated", "heats these rooms");
  };
  CHECK(cold("b:u a brick:Wall_Air_Conditioner ; brick:hasPart b:c . b:c a "
             "brick:Chilled_Water_Coil .") == Names{"b:z"});
  CHECK(cold("b:u a brick:FCU ; brick:hasPart b:c . b:c a brick:Heating_Coil .").empty());
  CHECK(cold("b:u a brick:VAV ; brick:hasPart b:c . b:c a brick:Reheat_Coil .").empty());
  CHECK(cold("b:u a brick:Radiator .").empty());
  CHECK(cold("b:u a brick:RTU .").empty());
  // The unit can heat, but its air stays cool for the boxes with reheat.
  const Translation mixed = graph(
      "b:a a brick:RTU, brick:Packaged_Heat_Pump ; brick:feeds b:v1, b:v2 .\n"
      "b:v1 a brick:VAV ; brick:feeds b:z1 ; brick:hasPart b:h . b:h a brick:Heating_Coil .\n"
      "b:v2 a brick:VAV ; brick:feeds b:z2 . b:z1 a brick:HVAC_Zone . b:z2 a "
      "brick:HVAC_Zone .\n");
  CHECK(nodes_of(mixed, "import.not_heated", "on an air handling unit that can heat") ==
        Names{"b:z2"});
  CHECK(nodes_of(mixed, "import.not_heated", "heats these rooms").empty());
}

TEST_CASE("a unit with heat recovery and no coil neither heats nor cools") {
  const Translation result =
      graph("b:a a brick:AHU ; brick:hasPart b:x ; brick:feeds b:z . b:x a brick:Heat_Wheel .\n" +
            kRadiator);
  CHECK(type_of(result, "a/recovery") == "AirToAirHeatRecovery");
  CHECK(type_of(result, "a/coil").empty());
  CHECK(nodes_of(result, "import.function_assumed", "heat or cool").empty());
  check_rooms(result, 1);
}

const std::string kBoxes =
    "b:a a brick:AHU ; brick:hasPart b:cc ; brick:feeds b:v1, b:v2 . b:cc a "
    "brick:Chilled_Water_Coil .\n"
    "b:v1 a brick:RVAV ; brick:feeds b:z1 . b:v2 a brick:VAV ; brick:feeds b:z2 .\n"
    "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n";

TEST_CASE("boxes without evidence of reheat stay cold if others of their unit have it") {
  const Translation result = graph(kBoxes + "b:b a brick:Boiler ; brick:feeds b:v1 .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1},
                                      {"brick.boiler", 1},
                                      {"brick.vav_hot_water", 1},
                                      {"brick.vav_without_reheat", 1},
                                      {"brick.zone", 2}});
  CHECK(type_of(result, "v2/heating").empty());
  CHECK(connected(result, "v2/cooling.inputSignal -> v2/box.damperPosition"));
  CHECK(connected(result, "v2/box.airFlowRate -> z2/space.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.without_reheat") == Names{"b:v2"});
  CHECK(count(result, "VavReheatTerminal") == 1);
}

TEST_CASE("a box in a room with a radiator, without evidence of reheat, has none") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z .\n" + kRadiator);
  CHECK(result.report.rules.contains("brick.vav_without_reheat"));
  CHECK(nodes_of(result, "import.without_reheat") == Names{"b:v"});
}

TEST_CASE("consumers without a drawn path are on the only boiler and chiller") {
  const Translation result = graph(
      "b:b a brick:Boiler . b:k a brick:Chiller . b:a a brick:AHU ; brick:hasPart b:cc, b:hc ; "
      "brick:feeds b:z .\n"
      "b:cc a brick:Chilled_Water_Coil . b:hc a brick:Hot_Water_Coil . b:z a brick:HVAC_Zone .\n");
  CHECK(
      connected(result, "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
  CHECK(connected(result,
                  "k/chiller.outletWaterTemperature -> a/coolingCoil.supplyWaterTemperature"));
  CHECK(connected(result, "a/heatingValve.waterFlowRate -> b/return.waterFlowRateIn[a]"));
  CHECK(nodes_of(result, "import.source_assumed", "hot water") == Names{"b:a"});
  CHECK(nodes_of(result, "import.source_assumed", "chilled water") == Names{"b:a"});
  check_rooms(result, 1);
}

TEST_CASE("of two plants that are drawn apart, none is chosen") {
  const Translation result = graph(
      "b:b1 a brick:Boiler ; brick:feeds b:r1 . b:b2 a brick:Boiler ; brick:feeds b:r2 .\n"
      "b:r1 a brick:Radiator ; brick:feeds b:z . b:r2 a brick:Radiator ; brick:feeds b:z .\n" +
      kRadiator);
  CHECK(connected(result, "hotWater.scheduleValue -> r/radiator.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.source_assumed").empty());
}

TEST_CASE("a plant of another building is not chosen") {
  const Translation result = graph(
      "b:one a brick:Building . b:two a brick:Building . b:z brick:isPartOf b:two .\n"
      "b:b a brick:Boiler ; brick:hasLocation b:one .\n" +
      kRadiator);
  CHECK(connected(result, "hotWater.scheduleValue -> r/radiator.supplyWaterTemperature"));
}

TEST_CASE("boxes without a unit are on the only one of their storey") {
  const Translation result = graph(
      "b:f1 a brick:Floor ; brick:hasPart b:z1 . b:f2 a brick:Floor ; brick:hasPart b:z2 .\n"
      "b:a1 a brick:AHU ; brick:hasLocation b:f1 . b:a2 a brick:AHU ; brick:hasLocation b:f2 .\n"
      "b:v1 a brick:VAV ; brick:hasLocation b:z1 . b:v2 a brick:VAV ; brick:hasLocation b:z2 .\n"
      "b:z1 a brick:Room . b:z2 a brick:Room .\n");
  CHECK(connected(result, "v1/box.airFlowRate -> a1/supply.airFlowRateOut[v1]"));
  CHECK(connected(result, "v2/box.airFlowRate -> a2/supply.airFlowRateOut[v2]"));
  CHECK(type_of(result, "v1/airMean").empty());
  CHECK(nodes_of(result, "import.source_assumed", "air") == Names{"b:v1", "b:v2"});
}

TEST_CASE("boxes without a unit are on the only one of the building, and on none of several") {
  const std::string boxes =
      "b:a1 a brick:AHU ; brick:feeds b:v1 . b:v1 a brick:VAV ; brick:feeds b:z1 . b:z1 a "
      "brick:HVAC_Zone .\n"
      "b:v2 a brick:VAV ; brick:feeds b:z2 . b:z2 a brick:HVAC_Zone .\n";
  const Translation one = graph(boxes);
  CHECK(connected(one, "v2/box.airFlowRate -> a1/supply.airFlowRateOut[v2]"));
  const Translation two = graph(boxes + "b:a2 a brick:AHU .\n");
  CHECK(connected(two, "supplyAir.scheduleValue -> v2/box.supplyAirTemperature"));
}

TEST_CASE("a box conditions the room in which its zone sensor is") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:hasPoint b:t .\n"
      "b:t a brick:Zone_Air_Temperature_Sensor ; brick:hasLocation b:r . b:r a brick:Room .\n");
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(connected(result, "v/box.airFlowRate -> r/space.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.source_assumed", "zone sensor") == Names{"b:v"});
}

TEST_CASE("the air that leaves a unit with heat recovery passes it once") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:w, b:h, b:f, b:e ; brick:feeds b:z . b:w a "
      "brick:Heat_Wheel .\n"
      "b:h a brick:Hot_Water_Coil . b:f a brick:Supply_Fan . b:e a brick:Exhaust_Fan .\n" +
      kRadiator);
  CHECK(connected(result, "a/mixing.exhaustAirTemperature -> a/recovery.secondaryTemperatureIn"));
  CHECK_FALSE(
      connected(result, "a/returnFan.outletAirTemperature -> a/recovery.secondaryTemperatureIn"));
}

TEST_CASE("a chiller is cooled by a tower before or behind its pump") {
  const std::string plant =
      "b:t a brick:Cooling_Tower . b:p a brick:Pump . b:k a brick:Chiller ; brick:feeds b:f .\n"
      "b:f a brick:FCU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  for (const char* path : {"b:t brick:feeds b:p . b:p brick:feeds b:k .",
                           "b:k brick:feeds b:p . b:p brick:feeds b:t ."}) {
    CAPTURE(path);
    const Translation result = graph(plant + path + "\n");
    CHECK(connected(result, "k/towerWater.scheduleValue -> k/chiller.condenserInletTemperature"));
    CHECK(connected(result, "k/towerWater.scheduleValue -> p/pump.inletWaterTemperature"));
    CHECK(result.report.rules.contains("brick.condenser_pump"));
    CHECK(connected(result, "k/return.waterFlowRateOut -> p/total.u[k]"));
  }
}

TEST_CASE("classes and pumps say what cools a chiller") {
  const std::string load =
      "b:k brick:feeds b:f . b:f a brick:FCU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const char* condenser = "k/chiller.condenserInletTemperature";
  const auto source = [&](const std::string& plant) {
    const Translation result = graph(plant + load);
    for (const auto& [from, name] : {std::pair("condenserWater.scheduleValue", "water"),
                                     {"k/towerWater.scheduleValue", "tower"},
                                     {"outdoor.outdoorTemperature", "air"}}) {
      if (connected(result, std::string(from) + " -> " + condenser)) return name;
    }
    return "nothing";
  };
  CHECK(source("b:k a brick:Chiller .\n") == std::string("air"));
  CHECK(source("b:k a brick:Water_Cooled_Chiller .\n") == std::string("water"));
  CHECK(source("b:k a brick:Chiller . b:p a brick:Condenser_Water_Pump ; brick:feeds b:k .\n") ==
        std::string("water"));
  CHECK(source("b:k a brick:Chiller . b:t a brick:Cooling_Tower .\n") == std::string("tower"));
  CHECK(source("b:k a brick:Air_Cooled_Chiller . b:t a brick:Cooling_Tower .\n") ==
        std::string("air"));
}

TEST_CASE("fan coil units heat and cool by their coils, and their fans follow the demand") {
  const std::string unit =
      "b:f a brick:FCU ; brick:hasPart b:c ; brick:feeds b:z . b:z a brick:Room .\n";
  const Translation cools = graph(unit + "b:c a brick:Chilled_Water_Coil .\n");
  CHECK(type_of(cools, "f/chilledValve") == "Valve");
  CHECK(type_of(cools, "f/hotValve").empty());
  CHECK(connected(cools, "f/cooling.inputSignal -> f/speed.inputs[cooling]"));
  CHECK(connected(cools, "f/fanSpeed.scheduleValue -> f/unit.inputSignal"));
  const Translation heats = graph(unit + "b:c a brick:Hot_Water_Coil .\n");
  CHECK(type_of(heats, "f/hotValve") == "Valve");
  CHECK(type_of(heats, "f/chilledValve").empty());
  const Translation measured =
      graph(unit +
            "b:c a brick:Fan ; brick:hasPoint b:p . b:p a brick:Electric_Power_Sensor ; "
            "<https://brickschema.org/schema/Brick/ref#hasExternalReference> [ "
            "<https://brickschema.org/schema/Brick/ref#hasTimeseriesId> \"fan\" ] .\n");
  CHECK(measured.model.measurements.contains("f/unit.Power"));
  const Translation unsaid = graph(unit + "b:c a brick:Coil .\n");
  CHECK(count(unsaid, "Valve") == 2);
  CHECK(nodes_of(unsaid, "import.function_assumed", "fan coil units") == Names{"b:f"});
}

TEST_CASE("chilled beams cool, have no fan, and leave heating to radiators") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:f . b:f a brick:Active_Chilled_Beam ; brick:feeds b:z "
      ".\n"
      "b:d a brick:DOAS ; brick:feeds b:f .\n" +
      kRadiator);
  CHECK(type_of(result, "f/hotValve").empty());
  CHECK(parameter(result, "f/unit", "nominalPowerRate") == 0.0);
  CHECK(connected(result, "f/unit.heatGain -> z/space.heatGain[f]"));
  CHECK(connected(result, "f/primary.airFlowRate -> d/supply.airFlowRateOut[f]"));
  check_rooms(result, 1);
}

TEST_CASE("a unit of outdoor air alone ventilates rooms that others condition") {
  const Translation result = graph(
      "b:d a brick:DOAS ; brick:feeds b:z . b:f a brick:FCU ; brick:feeds b:z . b:z a brick:Room "
      ".\n");
  CHECK(parameter(result, "z/diffuser", "nominalAirFlowRate") == Approx(0.0006 * 30));
  CHECK(parameter(result, "z/diffuser", "minimumAirFlowRate") == Approx(0.0006 * 30));
  CHECK(type_of(result, "z/box").empty());
  check_rooms(result, 1);
}

TEST_CASE("a unit of outdoor air that is all that heats warms its rooms") {
  const Translation result = graph(
      "b:m a brick:MAU ; brick:hasPart b:h ; brick:feeds b:z . b:h a brick:Hot_Water_Coil .\n"
      "b:b a brick:Boiler ; brick:feeds b:h . b:z a brick:Hallway .\n");
  CHECK(type_of(result, "z/box").empty());
  CHECK(connected(result, "z/heating.inputSignal -> m/meanDemand.u[z]"));
  CHECK(parameter(result, "z/diffuser", "minimumAirFlowRate") ==
        parameter(result, "z/diffuser", "nominalAirFlowRate"));
  check_rooms(result, 1, 7);
}

TEST_CASE("electric radiators take electricity, not hot water") {
  const Translation result =
      graph("b:b a brick:Boiler . b:e a brick:Electric_Radiator ; brick:feeds b:z .\n" + kRadiator);
  CHECK(type_of(result, "e/element") == "ElectricHeater");
  CHECK(connected(result, "e/element.outletWaterTemperature -> e/radiator.supplyWaterTemperature"));
  CHECK(connected(result, "e/radiator.Power -> z/space.heatGain[e]"));
  CHECK_FALSE(connected(result, "e/valve.waterFlowRate -> b/return.waterFlowRateIn[e]"));
  CHECK(connected(result, "r/valve.waterFlowRate -> b/return.waterFlowRateIn[r]"));
  check_rooms(result, 1);
}

TEST_CASE("a space heater in a graph without hot water is electric, which is announced") {
  const std::string heater =
      "b:h a brick:Space_Heater ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation result = graph(heater);
  CHECK(type_of(result, "h/element") == "ElectricHeater");
  CHECK(nodes_of(result, "import.function_assumed", "energy source of heaters") == Names{"b:h"});
  const Translation water = graph(heater + "b:b a brick:Boiler ; brick:feeds b:h .\n");
  CHECK(type_of(water, "h/element").empty());
}

TEST_CASE("a heat pump heats water, which passes valves and is stored by a tank") {
  const Translation result = graph(
      "b:w a brick:Heat_Pump_Ground_Source_Condensing_Unit ; brick:feeds b:t .\n"
      "b:t a brick:Hot_Water_Thermal_Energy_Storage_Tank ; brick:feeds b:m .\n"
      "b:m a brick:Mixing_Valve ; brick:feeds b:p . b:p a brick:Hot_Water_Pump ; brick:feeds b:r "
      ".\n" +
      kRadiator);
  CHECK(result.report.rules ==
        Counts{{"brick.heat_pump", 1}, {"brick.heater", 1}, {"brick.pump", 1}, {"brick.zone", 1}});
  CHECK(connected(result,
                  "w/tank.dischargeSupplyWaterTemperature -> r/radiator.supplyWaterTemperature"));
  CHECK(connected(result, "r/valve.waterFlowRate -> w/return.waterFlowRateIn[r]"));
  CHECK(connected(result, "groundLoop.scheduleValue -> w/heatPump.sourceTemperature"));
  CHECK(connected(result, "p/pump.outletWaterTemperature -> w/tank.dischargeWaterTemperature"));
  CHECK(connected(result, "w/heatPump.outletWaterTemperature -> w/tank.chargeWaterTemperature"));
  CHECK(
      connected(result, "w/tank.chargeReturnWaterTemperature -> w/heatPump.inletWaterTemperature"));
  check_rooms(result, 1);
}

TEST_CASE("outdoor units take the electricity of the room units they supply") {
  const Translation result = graph(
      "b:o a brick:Heat_Pump_Air_Source_Condensing_Unit ; brick:feeds b:s . b:s a "
      "brick:Branch_Selector ; brick:feeds b:f1, b:f2 .\n"
      "b:f1 a brick:FCU ; brick:feeds b:z1 . b:f2 a brick:FCU ; brick:feeds b:z2 .\n"
      "b:z1 a brick:Room . b:z2 a brick:Room .\n");
  CHECK(result.report.rules ==
        Counts{{"brick.fan_coil", 2}, {"brick.outdoor_unit", 1}, {"brick.zone", 2}});
  CHECK(nodes_of(result, "import.medium_unknown").empty());
  CHECK(
      connected(result, "o/heatPump.outletWaterTemperature -> f1/unit.supplyHotWaterTemperature"));
  CHECK(connected(result,
                  "o/chiller.outletWaterTemperature -> f2/unit.supplyChilledWaterTemperature"));
  CHECK(connected(result, "f2/hotValve.waterFlowRate -> o/hotReturn.waterFlowRateIn[f2]"));
  check_rooms(result, 2);
  const auto cold = mean_signals(under(result.model, -10.0), 2, {"o/heatPump.Power"});
  CHECK(cold[0] > 50.0);
}

TEST_CASE(
    "a packaged unit cools with a compressor, and burns gas unless the graph states another "
    "source") {
  const std::string zone = "b:u brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation plain = graph("b:u a brick:RTU .\n" + zone);
  CHECK(connected(plain, "u/coil.coolingPower -> u/compressor.coolingPower"));
  CHECK(connected(plain, "u/coil.heatingPower -> u/furnace.heatingPower"));
  CHECK(!connected(plain, "u/coil.heatingPower -> u/compressor.heatingPower"));
  CHECK(nodes_of(plain, "import.source_assumed", "heat source of packaged units") == Names{"b:u"});
  check_rooms(plain, 1);
  CHECK(mean_signals(under(plain.model, 34.0), 2, {"u/compressor.Power"})[0] > 20.0);
  CHECK(mean_signals(under(plain.model, -10.0), 2, {"u/furnace.fuelPower"})[0] > 50.0);

  const Translation pump = graph("b:u a brick:RTU, brick:Packaged_Heat_Pump .\n" + zone);
  CHECK(connected(pump, "u/coil.heatingPower -> u/compressor.heatingPower"));
  CHECK(type_of(pump, "u/furnace").empty());
  CHECK(nodes_of(pump, "import.source_assumed").empty());

  const Translation gas =
      graph("b:u a brick:RTU ; brick:hasPart b:v . b:v a brick:Gas_Valve .\n" + zone);
  CHECK(type_of(gas, "u/furnace") == "Furnace");
  CHECK(nodes_of(gas, "import.source_assumed").empty());

  const Translation electric = graph(
      "b:u a brick:RTU ; brick:hasPart b:c . b:c a brick:Heating_Coil ; brick:hasPoint b:p . "
      "b:p a brick:Electric_Power_Sensor .\n" +
      zone);
  CHECK(connected(electric, "u/coil.heatingPower -> u/electricHeater.heatingPower"));
  CHECK(type_of(electric, "u/furnace").empty());
}

TEST_CASE("a coil for direct expansion has a compressor, and the water coil its boiler") {
  const Translation result = graph(
      "b:u a brick:AHU ; brick:hasPart b:dx, b:hw ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:dx a brick:Direct_Expansion_Cooling_Coil . b:hw a brick:Hot_Water_Coil .\n"
      "b:b a brick:Boiler ; brick:feeds b:hw .\n");
  CHECK(connected(result, "u/coil.coolingPower -> u/compressor.coolingPower"));
  CHECK(!connected(result, "u/coil.heatingPower -> u/compressor.heatingPower"));
  CHECK(type_of(result, "u/furnace").empty());
  CHECK(type_of(result, "u/electricHeater").empty());
}

TEST_CASE("heat and cold of unknown source are those of a district, which is announced") {
  const Translation result = graph(
      "b:u a brick:AHU ; brick:hasPart b:c, b:h ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:c a brick:Cooling_Coil . b:h a brick:Heating_Coil .\n");
  CHECK(count(result, "DirectExpansionSystem") == 0);
  CHECK(nodes_of(result, "import.source_assumed", "units cool, but") == Names{"b:u"});
  CHECK(nodes_of(result, "import.source_assumed", "units heat, but") == Names{"b:u"});
}

TEST_CASE("room units with compressors take electricity for their cold, and for their heat") {
  const std::string zone = " ; brick:feeds b:z . b:z a brick:Room .\n";
  const Translation terminal = graph("b:u a brick:PTAC" + zone);
  CHECK(connected(terminal, "u/unit.coolingPower -> u/compressor.coolingPower"));
  CHECK(connected(terminal, "u/unit.heatingPower -> u/electricHeater.heatingPower"));
  const Translation pump = graph("b:u a brick:PTHP" + zone);
  CHECK(connected(pump, "u/unit.heatingPower -> u/compressor.heatingPower"));
  CHECK(type_of(pump, "u/electricHeater").empty());
  const Translation cooler = graph("b:u a brick:CRAC" + zone);
  CHECK(connected(cooler, "u/unit.coolingPower -> u/compressor.coolingPower"));
  const auto hot = mean_signals(under(terminal.model, 34.0), 2, {"u/compressor.Power"});
  CHECK(hot[0] > 20.0);
}

TEST_CASE("water-source heat pumps share a loop with a boiler and a cooling tower") {
  const std::string units =
      "b:w1 a brick:Water_Source_Heat_Pump ; brick:feeds b:z1 . b:z1 a brick:HVAC_Zone .\n"
      "b:w2 a brick:Water_Source_Heat_Pump ; brick:feeds b:z2 . b:z2 a brick:HVAC_Zone .\n";
  const Translation result =
      graph(units +
            "b:b a brick:Boiler ; brick:feeds b:l . b:t a brick:Cooling_Tower ; brick:feeds b:l .\n"
            "b:l a brick:Condenser_Water_Loop ; brick:feeds b:w1, b:w2 .\n");
  CHECK(result.report.rules ==
        Counts{{"brick.loop_heat_pump", 2}, {"brick.water_loop", 1}, {"brick.zone", 2}});
  CHECK(count(result, "Boiler") == 1);
  CHECK(count(result, "HeatPump") == 2);
  check_rooms(result, 2);
  const std::vector<std::string> powers{"w1/heatPump.Power", "w1/heatPump.heatingPower",
                                        "w1/chiller.Power"};
  const auto cold = mean_signals(under(result.model, -10.0), 3, powers);
  CHECK(cold[0] > 50.0);
  CHECK(cold[1] > 3.0 * cold[0]);  // the loop is warm, whatever the weather
  CHECK(mean_signals(under(result.model, 34.0), 3, powers)[2] > 50.0);

  // Without connections, the only boiler and tower are those of the loop.
  const Translation sparse =
      graph(units +
            "b:h a brick:Building ; brick:hasPart b:b, b:t, b:w1, b:w2, b:z1, b:z2 .\n"
            "b:b a brick:Boiler . b:t a brick:Cooling_Tower .\n");
  CHECK(count(sparse, "StorageTank") == 1);
  CHECK(nodes_of(sparse, "import.source_assumed", "water-source heat pumps") ==
        Names{"b:b", "b:t"});
  // Wells or the ground.
  const Translation alone = graph(units);
  CHECK(count(alone, "StorageTank") == 0);
  CHECK(count(alone, "HeatPump") == 2);
  // A boiler that also heats radiators is a plant of its own.
  const Translation both =
      graph(units +
            "b:b a brick:Boiler ; brick:feeds b:w1, b:w2, b:r .\n"
            "b:r a brick:Radiator ; brick:feeds b:z3 . b:z3 a brick:HVAC_Zone .\n");
  CHECK(connected(both, "r/valve.waterFlowRate -> b/return.waterFlowRateIn[r]"));
}

TEST_CASE("setpoints of a zone at the unit that conditions it without a terminal are used") {
  const Translation result = graph(
      "b:r a brick:Rooftop_Unit ; brick:hasPart b:g ; brick:feeds b:z ; brick:hasPoint b:h, b:c . "
      "b:g a brick:Heating_Coil . b:z a brick:HVAC_Zone .\n"
      "b:h a brick:Heating_Zone_Air_Temperature_Setpoint ; brick:value 20.5 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/DEG_C> .\n"
      "b:c a brick:Cooling_Zone_Air_Temperature_Setpoint ; brick:value 25.0 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/DEG_C> .\n");
  CHECK(connected(result, "z/heating_setpointValue.scheduleValue -> z/heating.setpointValue"));
  CHECK(type_of(result, "z/coolingSetpoint") == "Schedule");
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("a heating coil of stated electric input heats a fan coil unit by electricity") {
  const auto unit = [](const std::string& more) {
    return graph(
        "b:f a brick:Fan_Coil_Unit ; brick:feeds b:z ; brick:hasPart b:cc, b:eh . "
        "b:cc a brick:Chilled_Water_Coil . b:z a brick:HVAC_Zone .\n"
        "b:eh a brick:Heating_Coil ; brick:ratedPowerInput [ brick:value 3.0 ; "
        "brick:hasUnit <http://qudt.org/vocab/unit/KiloW> ] .\n" +
        more);
  };
  const Translation electric = unit("");
  CHECK(type_of(electric, "f/electricHeater") == "ElectricAirHeater");
  // 0.05 W/K per W: nominal heat at some 60 degC in the coil
  CHECK(parameter(electric, "f/unit", "UA_heating") == Approx(150.0));
  CHECK(nodes_of(electric, "import.value_unread").empty());
  const Translation water = unit("b:b a brick:Boiler ; brick:feeds b:f .\n");
  CHECK(type_of(water, "f/electricHeater").empty());
}

TEST_CASE("outdoor units on a condenser water loop share it with a boiler and a cooling tower") {
  const Translation result = graph(
      "b:l a brick:Condenser_Water_Loop ; brick:feeds b:o . b:t a brick:Cooling_Tower ; "
      "brick:feeds "
      "b:l .\nb:b a brick:Natural_Gas_Boiler ; brick:feeds b:l .\n"
      "b:o a brick:Heat_Recovery_Water_Source_Condensing_Unit ; brick:feeds b:i .\n"
      "b:i a brick:Cassette_Fan_Coil_Unit ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(result.report.rules.contains("brick.water_loop"));
  CHECK(count(result, "HeatPump") == 1);
  CHECK(count(result, "Chiller") == 1);
  CHECK(count(result, "Boiler") == 1);
  CHECK(connected(result, "o/heatPump.outletWaterTemperature -> i/unit.supplyHotWaterTemperature"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  check_rooms(result, 1, 2);
}

TEST_CASE("an electric boiler draws electricity, and an electric coil is known by its rating") {
  const std::string kilowatts =
      " [ brick:value 3.0 ; brick:hasUnit <http://qudt.org/vocab/unit/KiloW> ] .\n";
  const Translation result = graph(
      "b:b a brick:Electric_Boiler ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z .\n"
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:hasPart b:c ; brick:feeds b:z2 "
      ".\n"
      "b:c a brick:Heating_Coil ; brick:ratedPowerInput" +
      kilowatts + "b:z a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n");
  CHECK(type_of(result, "b/element") == "ElectricHeater");
  CHECK(type_of(result, "b/boiler").empty());
  CHECK(connected(result, "b/element.outletWaterTemperature -> r/radiator.supplyWaterTemperature"));
  CHECK(connected(result,
                  "hotWaterSetpoint.scheduleValue -> b/element.outletWaterTemperatureSetpoint"));
  CHECK(result.report.rules.contains("brick.vav"));
  CHECK(parameter(result, "v/box", "nominalReheatPower") == Approx(3000.0));
}

TEST_CASE("a unit ventilator takes outdoor air through its own damper") {
  const Translation result = graph(
      "b:f a brick:FCU ; brick:hasPart b:d, b:h ; brick:feeds b:z . b:z a brick:Room .\n"
      "b:d a brick:Outside_Damper . b:h a brick:Heating_Coil .\n");
  CHECK(connected(result, "outdoor.outdoorTemperature -> f/primary.supplyAirTemperature"));
  CHECK(connected(result, "f/primary.airFlowRate -> z/space.supplyAirFlowRate"));
  CHECK(parameter(result, "z/window", "minimumAirFlowRate") == 0.0);  // supplied by the unit
  check_rooms(result, 1);
  const Translation closed = graph("b:f a brick:FCU ; brick:feeds b:z . b:z a brick:Room .\n");
  CHECK(type_of(closed, "f/primary").empty());
  const Translation named = graph(
      "b:f a brick:FCU ; brick:feeds b:z ; brick:hasPoint b:UV1_OA_Damper . b:z a brick:Room .\n"
      "b:UV1_OA_Damper a brick:Damper_Position_Command .\n");
  CHECK(connected(named, "outdoor.outdoorTemperature -> f/primary.supplyAirTemperature"));
}

TEST_CASE(
    "a box with a damper and no coil has no reheat if other equipment heats its unit's rooms") {
  const std::string unit =
      "b:a a brick:DOAS ; brick:feeds b:v, b:f . b:b a brick:Boiler ; brick:feeds b:f .\n"
      "b:f a brick:FCU ; brick:feeds b:z1 . b:z1 a brick:Room . b:z2 a brick:Room .\n"
      "b:v a brick:VAV ; brick:feeds b:z2";
  CHECK(graph(unit + " ; brick:hasPart b:d . b:d a brick:Damper .\n")
            .report.rules.contains("brick.vav_without_reheat"));
  CHECK(graph(unit + " .\n").report.rules.contains("brick.vav_hot_water"));
}

TEST_CASE("stated inputs of power size chillers, fans and pumps") {
  const auto stated = [](const std::string& property, double kilowatts) {
    return " ; brick:" + property + " [ brick:value " + std::to_string(kilowatts) +
           " ; brick:hasUnit <http://qudt.org/vocab/unit/KiloW> ]";
  };
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:p" + stated("coolingCapacity", 200.0) +
      stated("ratedPowerInput", 50.0) + " .\nb:p a brick:Chilled_Water_Pump ; brick:feeds b:a" +
      stated("ratedPowerInput", 4.0) +
      " .\nb:a a brick:AHU ; brick:hasPart b:f ; brick:feeds b:z . b:z a brick:HVAC_Zone ; "
      "brick:area [ brick:value 1000 ; brick:hasUnit <http://qudt.org/vocab/unit/M2> ] .\n"
      "b:f a brick:Supply_Fan" +
      stated("ratedPowerInput", 7.5) + " .\n");
  CHECK(parameter(result, "k/chiller", "nominalCOP") == Approx(4.0));
  CHECK(parameter(result, "p/pump", "nominalPowerRate") == Approx(4000.0));
  CHECK(parameter(result, "a/supplyFan", "nominalPowerRate") == Approx(7500.0));
}

TEST_CASE("a heat pump with a cooling capacity also cools units that can, without a chiller") {
  const std::string heat_pump =
      "b:p a brick:Packaged_Air_Source_Heat_Pump ; brick:coolingCapacity [ brick:value 75 ; "
      "brick:hasUnit <http://qudt.org/vocab/unit/KiloW> ] ; brick:feeds b:l .\n"
      "b:l a brick:Water_Loop ; brick:feeds b:f, b:r .\n"
      "b:f a brick:FCU ; brick:hasPart b:h, b:c ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:h a brick:Hot_Water_Coil . b:c a brick:Chilled_Water_Coil .\n"
      "b:r a brick:Radiator ; brick:feeds b:z2 . b:z2 a brick:HVAC_Zone .\n";
  const Translation result = graph(heat_pump);
  CHECK(parameter(result, "p/chiller", "nominalCoolingPower") == Approx(75000.0));
  CHECK(connected(result,
                  "p/chiller.outletWaterTemperature -> f/unit.supplyChilledWaterTemperature"));
  CHECK(connected(result, "outdoor.outdoorTemperature -> p/chiller.condenserInletTemperature"));
  CHECK(nodes_of(result, "import.function_assumed", "heat pumps have a cooling capacity") ==
        Names{"b:p"});
  CHECK(nodes_of(result, "import.value_unread").empty());
  check_rooms(result, 2, 2);
  // A chiller cools instead.
  const Translation chiller = graph(heat_pump + "b:k a brick:Chiller ; brick:feeds b:f .\n");
  CHECK_FALSE(chiller.model.find("p/chiller"));
}

TEST_CASE("a rooftop unit with a gas valve states that it heats") {
  const Translation result = graph(
      "b:a a brick:RTU ; brick:hasPart b:g ; brick:feeds b:z . b:g a brick:Gas_Valve . b:z a "
      "brick:HVAC_Zone .\n");
  CHECK(count(result, "Furnace") == 1);
  CHECK(nodes_of(result, "import.heating_assumed").empty());
}

TEST_CASE("a tower in the plant of a chiller makes its condenser water, and has its fan") {
  const Translation result = graph(
      "b:y a brick:Chilled_Water_System ; brick:hasPart b:k, b:t . b:k a brick:Chiller ; "
      "brick:feeds b:f . b:t a brick:Cooling_Tower ; brick:hasPart b:n . b:n a "
      "brick:Cooling_Tower_Fan .\n"
      "b:f a brick:FCU ; brick:feeds b:z . b:z a brick:Room .\n");
  CHECK(type_of(result, "k/towerFan") == "Fan");
  CHECK(nodes_of(result, "import.source_assumed", "towers are not connected").empty());
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("an exchanger through which a tower cools the chilled water is reported") {
  const Translation result = graph(
      "b:k a brick:Water_Cooled_Chiller ; brick:feeds b:cp . b:t a brick:Cooling_Tower ; "
      "brick:feeds b:wp . b:wp a brick:Condenser_Water_Pump ; brick:feeds b:k, b:x .\n"
      "b:x a brick:Heat_Exchanger ; brick:feeds b:cp . b:cp a brick:Chilled_Water_Pump ; "
      "brick:feeds b:f . b:f a brick:FCU ; brick:feeds b:z . b:z a brick:Room .\n");
  CHECK(nodes_of(result, "import.part_left_out", "towers cool the chilled water") == Names{"b:x"});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(connected(result, "k/return.waterFlowRateOut -> cp/pump.waterFlowRate"));
}

TEST_CASE("a cooling tower that makes the condenser water of a chiller is simulated") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:a, b:t . b:t a brick:Cooling_Tower .\n"
      "b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(result.model.find("k/towerFan") != nullptr);
  CHECK(nodes_of(result, "import.passed_through").empty());
  CHECK(result.report.equipment.mapped == result.report.equipment.total);
}

TEST_CASE("radiant panels behind an exchanger on chilled water cool") {
  const Translation result = graph(
      "b:p a brick:Radiant_Panel ; brick:feeds b:z ; brick:isFedBy b:l . b:z a brick:HVAC_Zone .\n"
      "b:l a brick:Chilled_Water_Loop ; brick:isFedBy b:x . b:x a brick:Heat_Exchanger ; "
      "brick:isFedBy b:k . b:k a brick:Chiller .\n");
  CHECK(result.report.rules.contains("brick.cooling_panel"));
  CHECK(connected(result, "x/exchanger.secondaryTemperatureOut -> p/panel.supplyWaterTemperature"));
  CHECK(connected(result, "k/chiller.outletWaterTemperature -> x/exchanger.primaryTemperatureIn"));
  CHECK(connected(result, "surfaceCoolingSetpoint.scheduleValue -> x/control.setpointValue"));
  CHECK(count(result, "DistrictHeatingSubstation") == 0);
  CHECK(count(result, "Chiller") == 1);
}

TEST_CASE("an exchanger in chilled water keeps the setpoint of the circuit behind it") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:p . b:p a brick:Chilled_Water_Pump ; brick:feeds b:x, "
      "b:f .\n"
      "b:x a brick:Plate_Heat_Exchanger ; brick:feeds b:q . b:q a brick:Chilled_Water_Pump ; "
      "brick:feeds b:c ; brick:hasPoint b:s .\n"
      "b:s a brick:Leaving_Chilled_Water_Temperature_Setpoint ; brick:value 14.0 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/DEG_C> .\n"
      "b:c a brick:Chilled_Beam ; brick:feeds b:z1 . b:f a brick:FCU ; brick:feeds b:z2 .\n"
      "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n");
  CHECK(connected(result,
                  "x/exchanger.secondaryTemperatureOut -> c/unit.supplyChilledWaterTemperature"));
  CHECK(connected(result,
                  "k/chiller.outletWaterTemperature -> f/unit.supplyChilledWaterTemperature"));
  CHECK(connected(result, "x/valve.waterFlowRate -> k/return.waterFlowRateIn[x]"));
  CHECK(connected(result, "x/return.waterFlowRateOut -> q/pump.waterFlowRate"));
  CHECK(connected(result, "x/control_setpointValue.scheduleValue -> x/control.setpointValue"));
  CHECK(nodes_of(result, "import.passed_through").empty());
  double flow = 0.0;
  double flow_times_temperature = 0.0;
  for (const auto& row :
       signal_rows(under(result.model, 32.0), 3,
                   {"x/return.waterFlowRateOut", "x/exchanger.secondaryTemperatureOut"})) {
    flow += row[0];
    flow_times_temperature += row[0] * row[1];
  }
  REQUIRE(flow > 0.0);
  CHECK_THAT(flow_times_temperature / flow, Catch::Matchers::WithinAbs(14.0, 0.5));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("an exchanger between a chiller and hot water or a tower is not in chilled water") {
  const std::string rooms =
      "b:k a brick:Chiller ; brick:feeds b:p, b:f . b:f a brick:FCU ; brick:feeds b:z1 . b:z1 a "
      "brick:HVAC_Zone . b:x a brick:Heat_Exchanger .\n";
  const Translation hot = graph(
      rooms +
      "b:p a brick:Pump ; brick:feeds b:x . b:x brick:feeds b:q . b:q a brick:Hot_Water_Pump ; "
      "brick:feeds b:h . b:h a brick:Heating_Coil . b:a a brick:AHU ; brick:hasPart b:h ; "
      "brick:feeds b:z2 . b:z2 a brick:HVAC_Zone .\n");
  CHECK(type_of(hot, "x/exchanger").empty());
  const Translation coil = graph(
      rooms +
      "b:p a brick:Pump ; brick:feeds b:x . b:x brick:feeds b:q . b:q a brick:Pump ; brick:feeds "
      "b:h . b:h a brick:Heating_Coil . b:a a brick:AHU ; brick:hasPart b:h ; brick:feeds b:z2 . "
      "b:z2 a brick:HVAC_Zone .\n");
  CHECK(type_of(coil, "x/exchanger").empty());
  const Translation tower = graph(
      rooms +
      "b:p a brick:Pump ; brick:feeds b:x . b:x brick:feeds b:q . b:q a brick:Pump ; brick:feeds "
      "b:t . b:t a brick:Cooling_Tower .\n");
  CHECK(type_of(tower, "x/exchanger").empty());
}

TEST_CASE("an exchanger within a unit that its own boiler heats is a furnace, no heat recovery") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:z ; brick:hasPart b:b, b:f, b:x . b:z a brick:HVAC_Zone .\n"
      "b:b a brick:Boiler ; brick:feeds b:x . b:x a brick:Heat_Exchanger ; brick:feeds b:f . b:f a "
      "brick:Fan .\n");
  CHECK(count(result, "AirToAirHeatRecovery") == 0);
  CHECK(count(result, "Furnace") == 1);
}

TEST_CASE("Haystack fan coils with direct expansion have a compressor of their own") {
  const Translation result = graph(
      "@prefix ph: <https://project-haystack.org/def/ph/4.0.0#> .\n"
      "@prefix phIoT: <https://project-haystack.org/def/phIoT/4.0.0#> .\n"
      "b:f a phIoT:fcu ; ph:hasTag phIoT:dxCooling . b:z a phIoT:hvac-zone-space ; phIoT:airRef "
      "b:f .\n");
  CHECK(count(result, "DirectExpansionSystem") == 1);
  CHECK(count(result, "BuildingSpace") == 1);
}

TEST_CASE("humidifiers and auxiliary heating of heat pumps are reported as left out") {
  const Translation result = graph(
      "b:u a brick:RTU, brick:Packaged_Heat_Pump ; brick:hasPart b:x, b:c ; brick:feeds b:z .\n"
      "b:x a brick:Humidifier . b:c a brick:Heating_Coil ; brick:ratedPowerInput [ brick:value 5 ] "
      ".\n"
      "b:z a brick:HVAC_Zone .\n");
  CHECK(connected(result, "u/coil.heatingPower -> u/compressor.heatingPower"));
  CHECK(nodes_of(result, "import.part_left_out") == Names{"b:c", "b:x"});
}

TEST_CASE("a cooling tower makes condenser water by the weather") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:a, b:t . b:t a brick:Cooling_Tower .\n"
      "b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(result, "outdoor.outdoorTemperature -> k/towerWater.x"));
  CHECK(connected(result, "k/towerWater.scheduleValue -> k/chiller.condenserInletTemperature"));
  CHECK(type_of(result, "condenserWater").empty());
  const std::vector<std::string> signals{"k/chiller.Power", "k/towerFan.Power"};
  const auto hot = mean_signals(under(result.model, 34.0), 2, signals);
  CHECK(hot[0] > 50.0);
  CHECK(hot[1] > 0.001 * hot[0]);
  const Translation dry = graph(
      "b:k a brick:Chiller ; brick:feeds b:a, b:t . b:t a brick:Dry_Cooler .\n"
      "b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(dry, "condenserWater.scheduleValue -> k/chiller.condenserInletTemperature"));
}

TEST_CASE("stated capacities limit packaged units and size room units") {
  const std::string capacity =
      " ; brick:coolingCapacity [ brick:value 30.0 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/KiloW>"
      " ] ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation unit = graph("b:u a brick:RTU" + capacity);
  CHECK(parameter(unit, "u/coil", "nominalCoolingPower") == Approx(30'000.0));
  const Translation cooler = graph("b:u a brick:CRAC" + capacity);
  CHECK(parameter(cooler, "u/unit", "nominalAirFlowRate") == Approx(2.5));  // 12 kW for 1 kg/s
  const Translation plain = graph("b:u a brick:CRAC ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(parameter(plain, "u/unit", "nominalAirFlowRate") < 1.0);
}

TEST_CASE("units without an economizer, where others have one, keep their share of outdoor air") {
  const Translation result = graph(
      "b:a1 a brick:RTU ; brick:hasPart b:f1 ; brick:feeds b:z1 . b:f1 a brick:Supply_Fan .\n"
      "b:a2 a brick:RTU ; brick:hasPart b:f2, b:e ; brick:feeds b:z2 . b:f2 a brick:Supply_Fan .\n"
      "b:e a brick:Economizer . b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n");
  CHECK(parameter(result, "a1/economizer", "highLimitTemperature") == Approx(-50.0));
  CHECK(parameter(result, "a2/economizer", "highLimitTemperature") == Approx(24.0));
  CHECK(nodes_of(result, "import.function_assumed", "no economizer") == Names{"b:a1"});
  const Translation unsaid = graph("b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(unsaid, "import.function_assumed", "outdoor air") == Names{"b:a"});
}

TEST_CASE("a unit whose rooms blow their air out has outdoor air alone") {
  const std::string lab =
      "b:a a brick:AHU ; brick:hasPart b:h, b:c ; brick:feeds b:v . b:h a brick:Hot_Water_Coil .\n"
      "b:c a brick:Chilled_Water_Coil . b:v a brick:RVAV ; brick:feeds b:z . b:z a brick:Room ; "
      "brick:feeds b:e . b:e a brick:Exhaust_Fan .\n";
  CHECK(graph(lab).report.rules.contains("brick.doas"));
  CHECK(graph(lab + "b:a brick:hasPart b:d . b:d a brick:Return_Damper .\n")
            .report.rules.contains("brick.ahu"));
}

TEST_CASE("a unit with a hot and a cold deck is announced as one with coils in series") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:h, b:c . b:h a brick:Hot_Deck ; brick:feeds b:v . b:c a "
      "brick:Cold_Deck ; brick:feeds b:v .\n"
      "b:v a brick:Terminal_Unit ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.function_assumed", "cold deck") == Names{"b:a"});
}

TEST_CASE("pumps follow the water they move, and rest without it") {
  const Translation result = graph(
      "b:b a brick:Boiler ; brick:feeds b:p . b:p a brick:Hot_Water_Pump ; brick:feeds b:r "
      ".\n" +
      kRadiator);
  CHECK(connected(result, "p/most.scheduleValue -> p/pump.pumpSpeed"));
  const auto warm = mean_signals(under(result.model, 32.0), 3, {"p/pump.Power"});
  const auto cold = mean_signals(under(result.model, -10.0), 3, {"p/pump.Power"});
  CHECK(warm[0] < 1e-3);
  CHECK(cold[0] > 0.1);
}

TEST_CASE("pumps that are connected with nothing belong to the only plant") {
  const Translation result = graph(
      "b:b a brick:Boiler ; brick:feeds b:r . b:p a "
      "brick:Hot_Water_Pump .\n" +
      kRadiator);
  CHECK(connected(result, "b/return.waterFlowRateOut -> p/pump.waterFlowRate"));
  CHECK(nodes_of(result, "import.source_assumed", "pumps") == Names{"b:p"});
}

TEST_CASE("heaters with a gas valve, meter or tag burn gas") {
  const std::string room =
      "b:h a brick:Space_Heater ; brick:hasLocation b:r . b:r a brick:Room .\n";
  const Translation metered = graph(room + "b:m a brick:Gas_Meter ; brick:meters b:h .\n");
  CHECK(type_of(metered, "h/burner") == "Boiler");
  CHECK(parameter(metered, "h/burner", "nominalEfficiency") == Approx(0.8));
  CHECK(type_of(metered, "h/element").empty());
  CHECK(nodes_of(metered, "import.function_assumed", "energy source of heaters").empty());
  const auto cold =
      mean_signals(under(metered.model, -10.0), 2, {"h/burner.fuelPower", "h/radiator.Power"});
  CHECK(cold[1] > 100.0);
  CHECK(cold[0] > cold[1]);
  const Translation valve = graph(room + "b:h brick:hasPart b:v . b:v a brick:Gas_Valve .\n");
  CHECK(type_of(valve, "h/burner") == "Boiler");
  CHECK(type_of(graph(room), "h/burner").empty());
}

TEST_CASE("boxes that rooms or hoods feed exhaust, and supply nothing") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone ; brick:feeds b:x . b:x a brick:VAV ; brick:feeds b:p .\n"
      "b:hood a brick:Fume_Hood ; brick:feeds b:y . b:y a brick:VAV ; brick:feeds b:p .\n"
      "b:p a brick:Air_Plenum ; brick:feeds b:f . b:f a brick:Exhaust_Fan .\n");
  CHECK(nodes_of(result, "import.function_assumed", "extract air from rooms") ==
        Names{"b:x", "b:y"});
  CHECK_FALSE(type_of(result, "v/box").empty());
  CHECK(type_of(result, "x/box").empty());
  CHECK(type_of(result, "y/box").empty());
  CHECK(nodes_of(result, "import.medium_unknown").empty());
}

TEST_CASE("air passes a humidifier between a box and its room") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:CAV ; brick:feeds b:h .\n"
      "b:h a brick:Humidifier ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(result, "v/box.airFlowRate -> z/space.supplyAirFlowRate"));
}

TEST_CASE("a heat pump that also makes chilled water is announced") {
  const Translation result = graph(
      "b:n a brick:Heat_Pump_Air_Source_Condensing_Unit ; brick:feeds b:p, b:c .\n"
      "b:p a brick:Hot_Water_Pump ; brick:feeds b:f . b:c a brick:Chilled_Water_Pump ; brick:feeds "
      "b:f . b:f a brick:FCU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.function_assumed", "chilled water") == Names{"b:n"});
  CHECK(type_of(result, "n/heatPump") == "HeatPump");
  CHECK(type_of(result, "f/hotValve") == "Valve");
  CHECK(type_of(result, "f/chilledValve") == "Valve");
  CHECK(connected(result,
                  "n/chiller.outletWaterTemperature -> f/unit.supplyChilledWaterTemperature"));
  const Translation unit = graph(
      "b:n a brick:Heat_Pump_Air_Source_Condensing_Unit ; brick:feeds b:p . b:p a "
      "brick:Hot_Water_Pump ; brick:feeds b:c . b:c a brick:Hot_Water_Coil .\n"
      "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(unit.report.rules.contains("brick.heat_pump"));
  CHECK(type_of(unit, "a/compressor").empty());
}

TEST_CASE("a unit cools a room that it serves alone only if the room asks for it") {
  const Translation result = graph(
      "b:u a brick:RTU ; brick:feeds b:r . b:r a brick:Room ; brick:area [ brick:value 100 ; "
      "brick:hasUnit <http://qudt.org/vocab/unit/M2> ] .\n");
  CHECK(connected(result, "r/cooling.inputSignal -> u/meanCooling.u[r]"));
  CHECK(connected(result, "u/coolReset.scheduleValue -> u/target.inputs[coolReset]"));
  CHECK(connected(result, "u/target.value -> u/economizer.mixedAirTemperatureSetpoint"));
  CHECK(connected(result, "u/reset.scheduleValue -> u/heatTo.x"));
  // Between the setpoints the unit neither heats nor cools: the room stays above that of heating.
  const Extremes mild = run(result.model, 15.0, 3, "BuildingSpace", "indoorTemperature");
  CHECK(mild.lowest > 19.0);
  const Extremes cold = run(result.model, -10.0, 3, "Coil", "coolingPower");
  CHECK(cold.highest == 0.0);
  check_rooms(result, 1);
}

TEST_CASE("constant volume boxes have a constant flow") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:c, b:d . b:c a brick:Constant_Air_Volume_Box ; "
      "brick:hasPart "
      "b:h ; brick:feeds b:r . b:h a brick:Hot_Water_Coil . b:r a brick:Room .\n"
      "b:d a brick:Variable_Air_Volume_Box_With_Reheat ; brick:feeds b:s . b:s a brick:Room .\n");
  CHECK(parameter(result, "c/box", "minimumAirFlowRate") ==
        parameter(result, "c/box", "nominalAirFlowRate"));
  CHECK(parameter(result, "d/box", "minimumAirFlowRate") ==
        Approx(0.3 * parameter(result, "d/box", "nominalAirFlowRate")));
}

TEST_CASE("a room with cold air alone, next to others with reheat, is taken as interior") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:k, b:w ; brick:feeds b:v, b:c . b:k a "
      "brick:Chilled_Water_Coil . b:w a brick:Hot_Water_Coil .\n"
      "b:v a brick:Variable_Air_Volume_Box_With_Reheat ; brick:feeds b:x . b:x a "
      "brick:Room "
      ".\nb:c a brick:Variable_Air_Volume_Box ; brick:feeds b:y . b:y a brick:Room .\n");
  CHECK(parameter(result, "y/space", "R_out") ==
        Approx(4.0 * parameter(result, "x/space", "R_out")));
  CHECK(parameter(result, "y/space", "f_wall") == 0.0);
  CHECK(parameter(result, "c/box", "minimumAirFlowRate") ==
        Approx(0.1 * parameter(result, "c/box", "nominalAirFlowRate")));
  CHECK(run(result.model, -10.0, 5, "BuildingSpace", "indoorTemperature").lowest > 15.0);
}

TEST_CASE("hot and chilled water setpoints of systems are those of their plants") {
  const Translation result = graph(
      "b:s a brick:Hot_Water_System ; brick:hasPart b:b ; brick:hasPoint b:p . b:b a brick:Boiler "
      "; "
      "brick:feeds b:h . b:h a brick:Hot_Water_Radiator ; brick:feeds b:r . b:r a brick:Room .\n"
      "b:p a brick:Hot_Water_Temperature_Setpoint ; brick:value 70 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/DEG_C> .\n");
  const Component* source = result.model.find("b/setpoint");
  REQUIRE(source != nullptr);
  CHECK(std::get<double>(std::get<SeriesSpec>(source->config.at("value")).source) == 70.0);
}

TEST_CASE("a unit whose coil takes natural gas has a furnace") {
  const Translation result = graph(
      "b:m a brick:Makeup_Air_Unit ; brick:hasPart b:c ; brick:feeds b:r . b:r a brick:Room .\n"
      "b:c a brick:Heating_Coil ; brick:hasInputSubstance brick:Natural_Gas .\n");
  CHECK(type_of(result, "m/furnace") == "Furnace");
}

TEST_CASE("the stated flow of outdoor air is that of a dedicated outdoor air unit") {
  const Translation result = graph(
      "b:d a brick:DOAS ; brick:feeds b:f ; brick:hasPoint b:p . b:f a brick:FCU ; brick:feeds b:r "
      ". "
      "b:r a brick:Room .\n"
      "b:p a brick:Outside_Air_Flow_Setpoint ; brick:value 0.1 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/M3-PER-SEC> .\n");
  CHECK(parameter(result, "d/supplyFan", "nominalAirFlowRate") == Approx(0.12).epsilon(1e-6));
}

}  // namespace
}  // namespace hearth::test::brick::brick_functions_test

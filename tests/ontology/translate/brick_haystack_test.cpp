// SPDX-License-Identifier: MIT
// Graphs of Project Haystack 4: classes, tags and references as RDF.
#include <map>
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_haystack_test {
namespace {

using Counts = std::map<std::string, std::size_t>;
using Names = std::vector<std::string>;

/// Reads a graph as all built-in mappings do together.
Translation graph(const std::string& turtle, const std::string& version = "3.9.11") {
  const std::string def = "<https://project-haystack.org/def/";
  const std::string prefixes = "@prefix ph: " + def + "ph/" + version +
                               "#> .\n@prefix phIoT: " + def + "phIoT/" + version +
                               "#> .\n@prefix phScience: " + def + "phScience/" + version +
                               "#> .\n@prefix p: <urn:demo:> .\n";
  return translate(read_turtle_text(prefixes + turtle, "haystack.ttl"),
                   *read_mappings({}, standard_components()), standard_components(), {});
}

const std::string kPlants =
    "p:s a phIoT:site ; phIoT:area 400.0 .\n"
    "p:hwp a phIoT:hot-water-plant ; phIoT:siteRef p:s .\n"
    "p:b a phIoT:boiler ; ph:hasTag phIoT:boiler, phIoT:equip ; phIoT:equipRef p:hwp .\n"
    "p:pump a phIoT:pump-motor ; ph:hasTag phIoT:pump, phIoT:equip ; phIoT:equipRef p:hwp .\n"
    "p:chwp a phIoT:chilled-water-plant ; phIoT:siteRef p:s .\n"
    "p:k a phIoT:chiller ; phIoT:equipRef p:chwp .\n";

const std::string kUnit =
    "p:a a phIoT:ahu ; ph:hasTag phIoT:ahu, phIoT:equip, phIoT:hotWaterHeating,\n"
    "    phIoT:chilledWaterCooling ; phIoT:siteRef p:s ; phIoT:hotWaterRef p:hwp ;\n"
    "    phIoT:chilledWaterRef p:chwp .\n"
    "p:sf a phIoT:fan-motor ; ph:hasTag phIoT:discharge, phIoT:fan, phIoT:equip ;\n"
    "    phIoT:equipRef p:a .\n"
    "p:v1 a phIoT:vav ; ph:hasTag phIoT:hotWaterReheat ; phIoT:airRef p:a ;\n"
    "    phIoT:spaceRef p:z1 ; phIoT:hotWaterRef p:hwp ; phIoT:siteRef p:s .\n"
    "p:v2 a phIoT:vav ; ph:hasTag phIoT:elecReheat ; phIoT:ahuRef p:a ; phIoT:spaceRef p:z2 ;\n"
    "    phIoT:siteRef p:s .\n"
    "p:z1 a phIoT:hvac-zone-space ; phIoT:siteRef p:s ; phIoT:area 100.0 .\n"
    "p:z2 a phIoT:hvac-zone-space ; phIoT:siteRef p:s .\n"
    "p:t1 a phIoT:air-temp-sensor ; ph:hasTag phIoT:zone, phScience:air, phScience:temp,\n"
    "    phIoT:sensor, phIoT:point ; phIoT:equipRef p:v1 .\n";

TEST_CASE("equipment, spaces and references of Haystack 4 are units, boxes, zones and plants") {
  for (const char* version : {"3.9.11", "4.0"}) {
    CAPTURE(version);
    const Translation result = graph(kPlants + kUnit, version);
    CHECK(result.report.rules == Counts{{"brick.ahu", 1},
                                        {"brick.boiler", 1},
                                        {"brick.chiller", 1},
                                        {"brick.pump", 1},
                                        {"brick.vav", 1},
                                        {"brick.vav_hot_water", 1},
                                        {"brick.zone", 2}});
    CHECK(connected(result, "a/supply.airTemperatureOut[v1] -> v1/box.supplyAirTemperature"));
    CHECK(connected(result, "a/supply.airTemperatureOut[v2] -> v2/box.supplyAirTemperature"));
    CHECK(connected(result, "v1/box.airFlowRate -> z1/space.supplyAirFlowRate"));
    CHECK(connected(result, "v2/box.airFlowRate -> z2/space.supplyAirFlowRate"));
    CHECK(connected(result, "b/boiler.outletWaterTemperature -> v1/box.supplyWaterTemperature"));
    CHECK(connected(result,
                    "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
    CHECK(connected(result,
                    "k/chiller.outletWaterTemperature -> a/coolingCoil.supplyWaterTemperature"));
    CHECK(connected(result, "pump/pump.outletWaterTemperature -> b/boiler.inletWaterTemperature"));
    CHECK(nodes_of(result, "import.required_missing").empty());
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(result.report.rooms.as_drawn == 2);
    // 400 m2 of the site, of which a zone states 100.
    CHECK(parameter(result, "z1/space", "V") == Approx(2.74 * 100.0));
    CHECK(parameter(result, "z2/space", "V") == Approx(2.74 * 300.0));
    check_rooms(result, 2);
  }
}

TEST_CASE("a box of Haystack 4 that only cools has no reheat, in a building with hot water, too") {
  const Translation result =
      graph(kPlants + kUnit +
            "p:v3 a phIoT:vav ; ph:hasTag phIoT:coolingOnly ; phIoT:airRef p:a ;\n"
            "    phIoT:spaceRef p:z3 . p:z3 a phIoT:hvac-zone-space .\n");
  CHECK(type_of(result, "v3/box") == "VavTerminal");
  CHECK(connected(result, "v3/box.airFlowRate -> z3/space.supplyAirFlowRate"));
}

TEST_CASE("plants of Haystack 4 without parts are a boiler and a chiller, with a warning") {
  const Translation result =
      graph("p:hwp a phIoT:hot-water-plant . p:chwp a phIoT:chilled-water-plant .\n" + kUnit);
  CHECK(connected(result, "hwp/boiler.outletWaterTemperature -> v1/box.supplyWaterTemperature"));
  CHECK(connected(result,
                  "chwp/chiller.outletWaterTemperature -> a/coolingCoil.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.plant_assumed") == Names{"p:chwp", "p:hwp"});
}

TEST_CASE("units of Haystack 4 take refrigerant of the outdoor unit, and a tag is a heat wheel") {
  const Translation result = graph(
      "p:o a phIoT:vrf-outdoorUnit ; ph:hasTag phIoT:equip, phIoT:outdoorUnit .\n"
      "p:c a phIoT:equip ; ph:hasTag phIoT:branchController, phIoT:equip ; phIoT:refrigRef p:o .\n"
      "p:d a phIoT:doas ; ph:hasTag phIoT:doas, phIoT:equip, phIoT:heatWheel .\n"
      "p:i a phIoT:vrf-indoorUnit-fcu ; ph:hasTag phIoT:fcu, phIoT:equip ; phIoT:refrigRef p:c ;\n"
      "    phIoT:spaceRef p:r . p:r a phIoT:room ; phIoT:airRef p:d .\n");
  CHECK(type_of(result, "o/heatPump") == "HeatPump");
  CHECK(connected(result, "o/heatPump.outletWaterTemperature -> i/unit.supplyHotWaterTemperature"));
  CHECK(connected(result,
                  "o/chiller.outletWaterTemperature -> i/unit.supplyChilledWaterTemperature"));
  CHECK(type_of(result, "d/recovery") == "AirToAirHeatRecovery");
}

TEST_CASE("fan-powered boxes that only cool have no reheat") {
  const auto reheat = [](const std::string& tags) {
    const Translation result =
        graph("p:a a phIoT:ahu . p:v a phIoT:vav ; ph:hasTag phIoT:fanPowered" + tags +
              " ; phIoT:airRef p:a . p:z a phIoT:hvac-zone-space ; phIoT:airRef p:v .\n");
    return parameter(result, "v/box", "nominalReheatPower");
  };
  CHECK(reheat("") > 0.0);
  CHECK(reheat(", phIoT:coolingOnly") == 0.0);
}

TEST_CASE("boxes of Haystack 4 without a space have a zone each, known by its thermometer") {
  const Translation result = graph(
      "p:a a phIoT:ahu ; ph:hasTag phIoT:elecHeating, phIoT:dxCooling .\n"
      "p:v a phIoT:vav ; ph:hasTag phIoT:elecReheat ; phIoT:airRef p:a .\n"
      "p:t a phIoT:zone-air-temp-sensor ; phIoT:equipRef p:v .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.vav", 1}, {"brick.zone", 1}});
  CHECK(connected(result, "v/box.airFlowRate -> t/space.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.zone_assumed") == Names{"p:v"});
  CHECK(nodes_of(result, "import.required_missing").empty());
  check_rooms(result, 1);
}

TEST_CASE("a fan coil unit and a rooftop unit of Haystack 4 condition the spaces they refer to") {
  const Translation result = graph(
      "p:f a phIoT:fcu ; ph:hasTag phIoT:equip, phIoT:fcu, phIoT:hotWaterHeating,\n"
      "    phIoT:chilledWaterCooling ; phIoT:spaceRef p:z1 .\n"
      "p:r a phIoT:rtu ; ph:hasTag phIoT:equip, phIoT:rtu, phIoT:ahu, phIoT:elecHeating,\n"
      "    phIoT:dxCooling, phIoT:directZone ; phIoT:spaceRef p:z2 .\n"
      "p:m a phIoT:elec-meter ; ph:hasTag phIoT:elec, phIoT:meter, phIoT:equip .\n"
      "p:z1 a phIoT:hvac-zone-space . p:z2 a phIoT:hvac-zone-space .\n"
      "p:light a phIoT:lighting-zone-space ; ph:hasTag phIoT:lighting, phIoT:zone, phIoT:space "
      ".\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.fan_coil", 1}, {"brick.zone", 2}});
  CHECK(connected(result, "f/unit.heatGain -> z1/space.heatGain[f]"));
  CHECK(connected(result, "r/supply.airTemperatureOut[z2] -> z2/diffuser.supplyAirTemperature"));
  CHECK(nodes_of(result, "import.not_mapped") == Names{"p:m"});
  check_rooms(result, 2);
}

TEST_CASE("a rooftop unit of Haystack 4 conditions the room that it refers to") {
  const std::string room = "p:s ph:hasTag phIoT:room, phIoT:space .\n";
  const std::string unit =
      "ph:hasTag phIoT:equip, phIoT:ahu, phIoT:gasHeating, phIoT:dxCooling ; phIoT:spaceRef p:s";
  const Translation result = graph(room + "p:r " + unit + " ; ph:hasTag phIoT:rtu .\n");
  CHECK(connected(result, "r/supply.airTemperatureOut[s] -> s/diffuser.supplyAirTemperature"));
  CHECK(result.report.rooms.as_drawn == 1);
  // Other units may only be in the room.
  const Translation other = graph(room + "p:r " + unit +
                                  " .\np:v ph:hasTag phIoT:equip, phIoT:vav ; phIoT:airRef p:r ; "
                                  "phIoT:spaceRef p:z . p:z a phIoT:hvac-zone-space .\n");
  CHECK_FALSE(connected(other, "r/supply.airTemperatureOut[s] -> s/diffuser.supplyAirTemperature"));
}

TEST_CASE("a branch selector of Haystack 4 leads the refrigerant of its outdoor unit on") {
  const Translation result = graph(
      "p:s a phIoT:site . p:z a phIoT:zone-space ; ph:hasTag phIoT:space, phIoT:zone ; "
      "phIoT:siteRef p:s .\n"
      "p:o a phIoT:vrf-outdoorUnit ; ph:hasTag phIoT:equip, phIoT:outdoorUnit, phIoT:vrf .\n"
      "p:bs a phIoT:branchSelector ; ph:hasTag phIoT:equip, phIoT:branchSelector ; phIoT:refrigRef "
      "p:o .\n"
      "p:i a phIoT:vrf-indoorUnit-fcu ; ph:hasTag phIoT:equip, phIoT:fcu, phIoT:indoorUnit, "
      "phIoT:vrf ; phIoT:refrigRef p:bs ; phIoT:spaceRef p:z .\n");
  CHECK(connected(result, "o/heatPump.outletWaterTemperature -> i/unit.supplyHotWaterTemperature"));
  CHECK(connected(result,
                  "o/chiller.outletWaterTemperature -> i/unit.supplyChilledWaterTemperature"));
}

TEST_CASE("current values of setpoints of Haystack 4 are used, with a warning") {
  const Translation result = graph(
      "p:s a phIoT:site . p:z a phIoT:zone-space ; ph:hasTag phIoT:space, phIoT:zone ; "
      "phIoT:area 100.0 ; phIoT:airRef p:v ; phIoT:siteRef p:s .\n"
      "p:a a phIoT:ahu ; ph:hasTag phIoT:ahu, phIoT:equip .\n"
      "p:v a phIoT:vav ; ph:hasTag phIoT:vav, phIoT:equip, phIoT:elecHeating ; phIoT:airRef p:a ; "
      "phIoT:spaceRef p:z .\n"
      "p:h a phIoT:point ; ph:hasTag phScience:air, phIoT:heating, phIoT:point, phIoT:sp, "
      "phScience:temp, phIoT:zone ; ph:unit \"°F\" ; phIoT:equipRef p:v ; phIoT:curVal 68.0 .\n"
      "p:mx a phIoT:point ; ph:hasTag phScience:air, phScience:flow, phIoT:discharge, phIoT:max, "
      "phIoT:point, phIoT:sp ; ph:unit \"m³/h\" ; phIoT:equipRef p:v ; phIoT:curVal 900.0 .\n");
  const Component* source = result.model.find("v/heating_setpointValue");
  REQUIRE(source != nullptr);
  const auto& series = std::get<SeriesSpec>(source->config.at("value"));
  CHECK(std::get<double>(series.source) == Approx(20.0));
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.3));  // 900 m3/h
  CHECK(nodes_of(result, "import.value_last_known").size() == 2);
}

TEST_CASE(
    "areas without a unit are in square feet on a site in the US, and small capacities unused") {
  const auto site = [](const std::string& country) {
    return graph("p:s a phIoT:site ; ph:geoCountry \"" + country +
                 "\" .\n"
                 "p:z a phIoT:zone-space ; ph:hasTag phIoT:space, phIoT:zone ; phIoT:area 1000.0 ; "
                 "phIoT:airRef p:a ; phIoT:siteRef p:s .\n"
                 "p:a a phIoT:rtu ; ph:hasTag phIoT:ahu, phIoT:rtu, phIoT:equip, phIoT:dxCooling ; "
                 "phIoT:coolingCapacity 24.0 ; phIoT:siteRef p:s .\n");
  };
  const Translation us = site("US");
  CHECK(parameter(us, "z/space", "floorArea") == Approx(92.9).epsilon(1e-3));
  CHECK(nodes_of(us, "import.unit_assumed", "read as ft2").size() == 1);
  CHECK(nodes_of(us, "import.value_unlikely", "less than 100").size() == 1);
  CHECK(parameter(site("DE"), "z/space", "floorArea") == 1000.0);
}

TEST_CASE("values and points of Haystack 4 as value tags and marker tags are read") {
  const Translation result = graph(
      "p:s a ph:Entity ; ph:hasMarkerTag \"site\" . p:a a ph:Entity ; ph:hasMarkerTag \"rtu\", "
      "\"ahu\", \"equip\" .\n"
      "p:z a ph:Entity ; ph:hasMarkerTag \"hvac\", \"zone\", \"space\" ; ph:hasValueTag "
      "[ ph:key \"area\" ; ph:value \"2200ft²\" ] .\n"
      "p:v a ph:Entity ; ph:hasMarkerTag \"equip\", \"vav\", \"elecHeating\" ; ph:hasRefTag "
      "[ ph:key \"airRef\" ; ph:value p:a ], [ ph:key \"spaceRef\" ; ph:value p:z ] .\n"
      "p:h a ph:Entity ; ph:hasMarkerTag \"point\", \"zone\", \"air\", \"temp\", \"heating\", "
      "\"sp\" ; ph:hasRefTag [ ph:key \"equipRef\" ; ph:value p:v ] ; ph:hasValueTag [ ph:key "
      "\"curVal\" ; ph:value \"68°F\" ] .\n"
      "p:m a ph:Entity ; ph:hasMarkerTag \"point\", \"discharge\", \"air\", \"flow\", \"max\", "
      "\"sp\" ; ph:hasRefTag [ ph:key \"equipRef\" ; ph:value p:v ] ; ph:hasValueTag [ ph:key "
      "\"unit\" ; ph:value \"cfm\" ], [ ph:key \"curVal\" ; ph:value 2200 ] .\n");
  CHECK(parameter(result, "z/space", "floorArea") == Approx(204.387).epsilon(1e-5));
  // 2200 cfm of air of 1.2 kg/m3
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(1.24594).epsilon(1e-5));
  const Component* source = result.model.find("v/heating_setpointValue");
  REQUIRE(source != nullptr);
  const auto& series = std::get<SeriesSpec>(source->config.at("value"));
  CHECK(std::get<double>(series.source) == Approx(20.0));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("a fan coil unit of Haystack 4 that is a heat pump heats and cools") {
  const Translation result = graph(
      "p:z a phIoT:hvac-zone-space .\n"
      "p:f a phIoT:fcu ; ph:hasTag phIoT:equip, phIoT:fcu, phIoT:heatPump, phIoT:dxCooling ; "
      "phIoT:spaceRef p:z .\n");
  CHECK(result.report.rules == Counts{{"brick.fan_coil", 1}, {"brick.zone", 1}});
  CHECK(connected(result, "f/hotValve.waterFlowRate -> f/unit.hotWaterFlowRate"));
  CHECK(connected(result, "f/chilledValve.waterFlowRate -> f/unit.chilledWaterFlowRate"));
  CHECK(nodes_of(result, "import.not_heated").empty());
}

TEST_CASE("water setpoints of Haystack 4 hold for the boiler or the plant that has them") {
  for (const char* owner : {"p:b", "p:w"}) {
    const Translation result = graph(
        "p:z a phIoT:hvac-zone-space . p:w a phIoT:hot-water-plant . p:b a phIoT:hot-water-boiler "
        "; phIoT:equipRef p:w .\n"
        "p:a a phIoT:ahu . p:v a phIoT:vav ; phIoT:airRef p:a ; phIoT:spaceRef p:z ; "
        "phIoT:hotWaterRef p:w ; ph:hasTag phIoT:hotWaterHeating .\n"
        "p:p a phIoT:point ; ph:hasTag phIoT:point, phIoT:leaving, phIoT:hot, phIoT:water, "
        "phIoT:temp, phIoT:sp ; phIoT:curVal 149 ; phIoT:unit \"°F\" ; phIoT:equipRef " +
        std::string(owner) + " .\n");
    CAPTURE(owner);
    const Component* source = result.model.find("b/setpoint");
    REQUIRE(source != nullptr);
    const auto& series = std::get<SeriesSpec>(source->config.at("value"));
    CHECK(std::get<double>(series.source) == Approx(65.0));
  }
}

TEST_CASE("fan coil units of Haystack 4 that burn gas and do not cool are heaters") {
  const std::string unit =
      "p:z a phIoT:hvac-zone-space . p:u a phIoT:fcu ; phIoT:spaceRef p:z ; ph:hasTag phIoT:fcu, "
      "phIoT:equip, phIoT:naturalGasHeating";
  CHECK(graph(unit + " .\n").report.rules == Counts{{"brick.heater", 1}, {"brick.zone", 1}});
  CHECK(graph(unit + ", phIoT:dxCooling .\n").report.rules ==
        Counts{{"brick.fan_coil", 1}, {"brick.zone", 1}});
}

TEST_CASE("setpoints of Haystack 4 by class are read, those of unoccupied hours are not used") {
  const Translation result = graph(
      "p:z a phIoT:hvac-zone-space . p:a a phIoT:ahu . p:v a phIoT:vav ; phIoT:airRef p:a ; "
      "phIoT:spaceRef p:z ; ph:hasTag phIoT:elecHeating .\n"
      "p:a1 a phIoT:point, phIoT:zone, phScience:air, phScience:temp, phIoT:unocc, phIoT:heating, "
      "phIoT:sp ; phIoT:equipRef p:v ; phIoT:curVal 15 ; phIoT:unit \"°C\" .\n"
      "p:z1 a phIoT:point, phIoT:zone, phScience:air, phScience:temp, phIoT:occ, phIoT:heating, "
      "phIoT:sp ; phIoT:equipRef p:v ; phIoT:curVal 20 ; phIoT:unit \"°C\" .\n");
  const Component* source = result.model.find("v/heating_setpointValue");
  REQUIRE(source != nullptr);
  CHECK(std::get<double>(std::get<SeriesSpec>(source->config.at("value")).source) == 20.0);
}

TEST_CASE("refrigerant references of Haystack 4 as texts lead to the outdoor unit") {
  const Translation result = graph(
      "p:z a ph:Entity ; ph:hasMarkerTag \"zone\", \"hvac\", \"space\" .\n"
      "p:o a ph:Entity ; ph:hasMarkerTag \"vrf\", \"outdoorUnit\", \"equip\", \"heatPump\" .\n"
      "p:i a ph:Entity ; ph:hasMarkerTag \"vrf\", \"indoorUnit\", \"fcu\", \"equip\" ; "
      "ph:hasRefTag [ ph:key \"spaceRef\" ; ph:value p:z ], [ ph:key \"refrigRef\" ; ph:value p:o "
      "] "
      ".\n");
  CHECK(result.report.rules ==
        Counts{{"brick.fan_coil", 1}, {"brick.outdoor_unit", 1}, {"brick.zone", 1}});
}

TEST_CASE(
    "heat pumps and electric radiators of Haystack 4 are what their references and tags name") {
  const Translation result = graph(
      "p:z a phIoT:hvac-zone-space . p:h a phIoT:heatPump ; ph:hasTag phIoT:heatPump, phIoT:equip "
      ".\n"
      "p:r a phIoT:radiator ; phIoT:spaceRef p:z ; phIoT:hotWaterRef p:h ; ph:hasTag "
      "phIoT:hotWaterHeating .\n"
      "p:y a phIoT:hvac-zone-space . p:e a phIoT:radiator ; phIoT:spaceRef p:y ; ph:hasTag "
      "phIoT:elecHeating .\n");
  CHECK(result.report.rules ==
        Counts{{"brick.heat_pump", 1}, {"brick.heater", 2}, {"brick.zone", 2}});
  CHECK(
      connected(result, "h/heatPump.outletWaterTemperature -> r/radiator.supplyWaterTemperature"));
  CHECK_FALSE(
      connected(result, "h/heatPump.outletWaterTemperature -> e/radiator.supplyWaterTemperature"));
}

TEST_CASE("the only zone of Haystack 4 that refers to a room has the area of the room") {
  const Translation result = graph(
      "p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space ; phIoT:area 40 . p:z a "
      "phIoT:hvac-zone-space ; phIoT:spaceRef p:r .\n"
      "p:a a phIoT:ahu . p:v a phIoT:vav ; phIoT:airRef p:a ; phIoT:spaceRef p:z .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.vav", 1}, {"brick.zone", 1}});
  CHECK(parameter(result, "z/space", "floorArea") == 40.0);
}

TEST_CASE("marker tags of Haystack as texts are the same as tags that are terms") {
  const std::string terms =
      "p:z ph:hasTag phIoT:hvac, phIoT:zone, phIoT:space . p:s ph:hasTag phIoT:site .\n"
      "p:w ph:hasTag phIoT:equip, phIoT:plant, phIoT:hot, phIoT:water . p:b ph:hasTag phIoT:equip, "
      "phIoT:boiler ; phIoT:equipRef p:w .\n"
      "p:a ph:hasTag phIoT:equip, phIoT:ahu, phIoT:hotWaterHeating, phIoT:constantAirVolume ; "
      "phIoT:hotWaterRef p:w .\n"
      "p:v ph:hasTag phIoT:equip, phIoT:vav, phIoT:hotWaterReheat ; phIoT:airRef p:a ; "
      "phIoT:spaceRef p:z ; phIoT:hotWaterRef p:w .\n"
      "p:t ph:hasTag phIoT:point, phIoT:zone, phScience:air, phScience:temp, phIoT:sensor ; "
      "phIoT:equipRef p:v .\n";
  std::string texts;
  for (std::size_t at = 0; at < terms.size();) {
    // `phIoT:ahu` behind `ph:hasTag` becomes `"ahu"` behind `ph:hasMarkerTag`.
    const std::size_t tags = terms.find("ph:hasTag ", at);
    if (tags == std::string::npos) {
      texts += terms.substr(at);
      break;
    }
    const std::size_t end = terms.find_first_of(";.", tags);
    texts += terms.substr(at, tags - at) + "ph:hasMarkerTag ";
    for (std::size_t k = tags + 10; k < end;) {
      const std::size_t colon = terms.find(':', k);
      const std::size_t stop = terms.find_first_of(", ", colon);
      texts += "\"" + terms.substr(colon + 1, stop - colon - 1) + "\"";
      k = terms.find_first_not_of(", ", stop);
      if (k < end) texts += ", ";
    }
    texts += " ";
    at = end;
  }
  const Translation one = graph(terms);
  const Translation other = graph(texts);
  CHECK(
      one.report.rules ==
      Counts{{"brick.ahu", 1}, {"brick.boiler", 1}, {"brick.vav_hot_water", 1}, {"brick.zone", 1}});
  CHECK(one.model == other.model);
}

TEST_CASE("flow setpoints of air handling units of Haystack 4 size them") {
  const auto flow = [](const std::string& tags) {
    return graph(
        "p:z a phIoT:hvac-zone-space . p:a a phIoT:ahu . p:v a phIoT:vav ; phIoT:airRef p:a ; "
        "phIoT:spaceRef p:z .\n"
        "p:f a phIoT:point ; ph:hasTag phScience:air, phScience:flow, phIoT:point, "
        "phIoT:sp, " +
        tags + " ; phIoT:curVal 7200 ; phIoT:unit \"m³/h\" ; phIoT:equipRef p:a .\n");
  };
  for (const char* tags : {"phIoT:discharge", "phIoT:discharge, phIoT:max"}) {
    CAPTURE(tags);
    const Translation result = flow(tags);
    CHECK(parameter(result, "a/supplyFan", "nominalAirFlowRate") == Approx(2.4));
    CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(2.4));
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
  const Translation outdoor = flow("phIoT:outside, phIoT:min");
  CHECK(parameter(outdoor, "a/economizer", "minimumOutdoorAirFlowRate") == Approx(2.4));
  CHECK(parameter(outdoor, "a/supplyFan", "nominalAirFlowRate") < 1.0);
}

TEST_CASE("rooms that only computer room units of Haystack 4 condition are server rooms") {
  const std::string unit =
      "p:z a phIoT:hvac-zone-space . p:c a phIoT:crac ; phIoT:spaceRef p:z .\n";
  const Translation result = graph(unit);
  CHECK(nodes_of(result, "import.function_assumed", "computer room air") == Names{"p:z"});
  CHECK(parameter(result, "z/gains", "nominalPower") >
        60.0 * parameter(result, "z/space", "floorArea"));
  const std::string label = "<http://www.w3.org/2000/01/rdf-schema#label>";
  const Translation office = graph(unit + "p:z " + label + " \"Office 3\" .\n");
  CHECK(parameter(office, "z/gains", "nominalPower") <
        30.0 * parameter(office, "z/space", "floorArea"));
  // A name is enough, whatever cools the room.
  const Translation hall = graph("p:z a phIoT:hvac-zone-space ; " + label +
                                 " \"Data Hall 2\" . p:f a "
                                 "phIoT:fcu ; phIoT:spaceRef p:z .\n");
  CHECK(parameter(hall, "z/gains", "nominalPower") >
        60.0 * parameter(hall, "z/space", "floorArea"));
}

TEST_CASE("condenser pumps of Haystack 4 move the water of the tower") {
  const Translation result = graph(
      kPlants + kUnit +
      "p:t a phIoT:coolingTower ; ph:hasTag phIoT:equip ; phIoT:equipRef p:chwp .\n"
      "p:p1 a phIoT:pump ; ph:hasTag phIoT:equip, phIoT:chilled, phIoT:water ; phIoT:equipRef "
      "p:chwp .\n"
      "p:p2 a phIoT:pump ; ph:hasTag phIoT:equip, phIoT:condenser, phIoT:water ; phIoT:equipRef "
      "p:chwp .\n");
  CHECK(result.report.rules.at("brick.condenser_pump") == 1);
  CHECK(connected(result, "k/return.waterFlowRateOut -> p1/pump.waterFlowRate"));
  CHECK(connected(result, "p1/pump.outletWaterTemperature -> k/chiller.inletWaterTemperature"));
  CHECK_FALSE(connected(result, "k/return.waterTemperatureOut -> p2/pump.inletWaterTemperature"));
}

TEST_CASE("fume hoods of Haystack 4 are known by their label") {
  const Translation result =
      graph(kPlants + kUnit +
            "p:h a phIoT:equip ; ph:hasTag phIoT:equip, phIoT:exhaust ; phIoT:spaceRef p:z1 ; "
            "<http://www.w3.org/2000/01/rdf-schema#label> \"Fume hood 201-A\" .\n");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.part_left_out", "fume hoods") == Names{"p:h"});
}

TEST_CASE("unit ventilators of Haystack 4 take outdoor air, which is announced without a damper") {
  const std::string unit =
      "p:uv a phIoT:unitVent ; ph:hasTag phIoT:unitVent, phIoT:equip, phIoT:hotWaterHeating ; "
      "phIoT:spaceRef p:class . p:class a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n";
  const Translation result = graph(unit);
  CHECK(connected(result, "outdoor.outdoorTemperature -> uv/primary.supplyAirTemperature"));
  CHECK(nodes_of(result, "import.function_assumed", "no outdoor air damper") == Names{"p:uv"});
  const Translation drawn =
      graph(unit +
            "p:oad a phIoT:point ; ph:hasTag phIoT:point, phIoT:cmd, phIoT:outside, phIoT:air, "
            "phIoT:damper ; phIoT:equipRef p:uv .\n");
  CHECK(nodes_of(drawn, "import.function_assumed", "no outdoor air damper").empty());
}

TEST_CASE("equipment of a room of Haystack 4 that only heats is a heater") {
  const std::string heater =
      "p:uh a phIoT:equip ; ph:hasTag phIoT:equip, phIoT:hotWaterHeating ; phIoT:spaceRef p:dock "
      "; phIoT:hotWaterRef p:hwp . p:dock a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n";
  const Translation result = graph(kPlants + heater);
  CHECK(result.report.rules.at("brick.heater") == 1);
  CHECK(connected(result, "uh/radiator.Power -> dock/space.heatGain[uh]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  const Translation electric = graph(
      "p:uh a phIoT:equip ; ph:hasTag phIoT:equip, phIoT:elecHeating ; phIoT:spaceRef p:dock . "
      "p:dock a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n");
  CHECK(type_of(electric, "uh/element") == "ElectricHeater");
}

TEST_CASE("a fan coil unit of Haystack 4 that heats with electricity takes no hot water") {
  const auto unit = [](const std::string& more) {
    return graph(kPlants +
                 "p:f a phIoT:fcu ; ph:hasTag phIoT:equip, phIoT:chilledWaterCooling, "
                 "phIoT:elecHeating ; phIoT:spaceRef p:r ; phIoT:chilledWaterRef p:chwp" +
                 more + " . p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n");
  };
  const Translation result = unit("");
  CHECK(type_of(result, "f/electricHeater") == "ElectricAirHeater");
  CHECK_FALSE(
      connected(result, "b/boiler.outletWaterTemperature -> f/unit.supplyHotWaterTemperature"));
  CHECK(nodes_of(result, "import.source_assumed", "no path of hot water").empty());
  check_rooms(result, 1);
  // With a pipe of hot water, its electric heater would count the heat of the water again.
  const Translation both = unit(" ; phIoT:hotWaterRef p:hwp");
  CHECK(type_of(both, "f/electricHeater").empty());
  CHECK(connected(both, "b/boiler.outletWaterTemperature -> f/unit.supplyHotWaterTemperature"));
  CHECK(nodes_of(both, "import.part_left_out", "with water and with electricity") == Names{"p:f"});
}

TEST_CASE("plants of Haystack 4 may be written in one word, and their pumps move their water") {
  const Translation result = graph(
      "p:hwp a phIoT:hotWaterPlant ; ph:hasTag phIoT:hotWaterPlant, phIoT:plant, phIoT:equip .\n"
      "p:b a phIoT:boiler ; phIoT:equipRef p:hwp .\n"
      "p:p a phIoT:pump ; ph:hasTag phIoT:pump, phIoT:equip, phIoT:hot, phScience:water ; "
      "phIoT:equipRef p:hwp .\n"
      "p:f a phIoT:fcu ; ph:hasTag phIoT:equip, phIoT:hotWaterHeating ; phIoT:spaceRef p:r ; "
      "phIoT:hotWaterRef p:hwp . p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space .\n");
  CHECK(connected(result, "p/pump.outletWaterTemperature -> b/boiler.inletWaterTemperature"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.medium_unknown").empty());
}

TEST_CASE("a rooftop unit of Haystack 4 that only cools is not assumed to heat") {
  const std::string unit =
      "p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space . p:u a phIoT:rtu ; phIoT:spaceRef p:r "
      "; ph:hasTag phIoT:rtu, phIoT:equip, phIoT:dxCooling";
  CHECK(type_of(graph(unit + " .\n"), "u/furnace") == "Furnace");
  CHECK(type_of(graph(unit + ", phIoT:coolingOnly .\n"), "u/furnace").empty());
}

TEST_CASE(
    "a rooftop unit of Haystack 4 with a heat pump or reversing valve heats with refrigerant") {
  const std::string unit =
      "p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space . p:u a phIoT:rtu ; phIoT:spaceRef p:r "
      "; ph:hasTag phIoT:rtu, phIoT:equip, phIoT:dxCooling";
  const std::string valve =
      " .\np:rv a phIoT:point ; ph:hasTag phIoT:point, phIoT:cmd, phIoT:reversingValve ; "
      "phIoT:equipRef p:u";
  for (const std::string& stated : {std::string(", phIoT:heatPump"), valve}) {
    CAPTURE(stated);
    const Translation result = graph(unit + stated + " .\n");
    CHECK(type_of(result, "u/furnace").empty());
    CHECK(type_of(result, "u/compressor") == "DirectExpansionSystem");
    CHECK(nodes_of(result, "import.source_assumed").empty());
    CHECK(nodes_of(result, "import.heating_assumed").empty());
    check_rooms(result, 1);
  }
  const Translation auxiliary =
      graph(unit +
            ", phIoT:heatPump .\np:x a phIoT:point ; ph:hasTag phIoT:point, phIoT:cmd, "
            "phIoT:elecHeat ; phIoT:equipRef p:u .\n");
  CHECK(nodes_of(auxiliary, "import.part_left_out", "auxiliary electric") == Names{"p:x"});
}

TEST_CASE("points of Haystack 4 state the source of heat and the economizer of a rooftop unit") {
  const std::string unit =
      "p:r a phIoT:room ; ph:hasTag phIoT:room, phIoT:space . p:u a phIoT:rtu ; phIoT:spaceRef p:r "
      "; ph:hasTag phIoT:rtu, phIoT:equip, phIoT:dxCooling .\n"
      "p:p a phIoT:point ; phIoT:equipRef p:u ; ph:hasTag phIoT:point, phIoT:cmd, ";
  const std::string unsaid = "does not state whether air handling units cool with outdoor air";
  const Translation electric = graph(unit + "phIoT:elecHeat .\n");
  CHECK(type_of(electric, "u/electricHeater") == "ElectricAirHeater");
  CHECK(nodes_of(electric, "import.function_assumed", unsaid) == Names{"p:u"});
  const Translation damper = graph(unit + "phIoT:outside, phScience:air, phIoT:damper .\n");
  CHECK(nodes_of(damper, "import.function_assumed", unsaid).empty());
}

TEST_CASE("capacities in value tags are used, and entities need no class") {
  const Translation result = graph(
      "p:r a ph:Entity ; ph:hasMarkerTag \"room\", \"space\" .\n"
      "p:a a ph:Entity ; ph:hasMarkerTag \"ahu\", \"equip\", \"chilledWaterCooling\" ; "
      "ph:hasRefTag [ ph:key \"chilledWaterRef\" ; ph:value p:w ] .\n"
      "p:v a ph:Entity ; ph:hasMarkerTag \"vav\", \"equip\" ; ph:hasRefTag [ ph:key \"airRef\" ; "
      "ph:value p:a ], [ ph:key \"spaceRef\" ; ph:value p:r ] .\n"
      "p:w a ph:Entity ; ph:hasMarkerTag \"plant\", \"chilledWaterPlant\", \"equip\" .\n"
      "p:k a ph:Entity ; ph:hasMarkerTag \"chiller\", \"equip\" ; ph:hasRefTag [ ph:key "
      "\"equipRef\" ; ph:value p:w ] ; ph:hasValueTag [ ph:key \"coolingCapacity\" ; ph:value "
      "\"95 kW\" ] .\n");
  CHECK(parameter(result, "k/chiller", "nominalCoolingPower") == 95000.0);
  CHECK(nodes_of(result, "import.class_read_as").empty());
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("a chiller that refers to a plant of condenser water has its towers and pumps") {
  const Translation result = graph(
      kPlants + kUnit +
      "p:k phIoT:condenserWaterRef p:cp .\n"
      "p:cp a phIoT:plant ; ph:hasTag phIoT:plant, phIoT:equip, phIoT:condenserWater .\n"
      "p:t a phIoT:coolingTower ; ph:hasTag phIoT:coolingTower, phIoT:equip ; phIoT:equipRef p:cp "
      ".\np:cwp a phIoT:pump ; ph:hasTag phIoT:pump, phIoT:equip, phIoT:condenserWater ; "
      "phIoT:equipRef p:cp .\n");
  CHECK(type_of(result, "k/towerFan") == "Fan");
  CHECK(result.report.rules.at("brick.condenser_pump") == 1);
  CHECK(nodes_of(result, "import.medium_unknown").empty());
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_haystack_test

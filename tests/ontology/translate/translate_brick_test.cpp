// SPDX-License-Identifier: MIT
// Small Brick graphs with the built-in mapping: components, connections, findings, temperatures.
#include <fstream>

#include "hearth/tests/ontology/translate/brick_support.hpp"
#include "hearth/tests/ontology/translate/stored_import.hpp"

namespace hearth::test::brick::translate_brick_test {
namespace {

using Names = std::vector<std::string>;
using Counts = std::map<std::string, std::size_t>;

TEST_CASE("boxes feed zones, rooms of zones are parts of them, and rooms alone are zones") {
  const Translation result = own("rooms_and_zones");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1},
                                      {"brick.fan_powered_hot_water", 1},
                                      {"brick.vav_hot_water", 2},
                                      {"brick.vav_without_reheat", 2},
                                      {"brick.zone", 5}});
  CHECK(type_of(result, "zone_1/space") == "BuildingSpace");
  CHECK(type_of(result, "room_1/space").empty());
  CHECK(type_of(result, "room_7/space") == "BuildingSpace");
  // A box that feeds a room of a zone feeds the zone.
  CHECK(connected(result, "vav_4/box.airFlowRate -> zone_5/space.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.required_missing", "an electric coil is assumed").empty());
  CHECK(nodes_of(result, "import.required_missing", "hot water is assumed") ==
        Names{"b:fan_box", "b:vav_2"});
  // Two boxes of the unit show reheat: those that do not have none.
  CHECK(nodes_of(result, "import.without_reheat") == Names{"b:vav_1", "b:vav_4"});
  check_rooms(result, 5);
}

TEST_CASE("a node without a class that something feeds is reported") {
  const Translation result = translate_text(
      "@prefix b: <urn:building#> . @prefix brick: <https://brickschema.org/schema/Brick#> .\n"
      "b:ahu a brick:AHU ; brick:feeds b:box, b:lost . b:box a brick:VAV ; brick:feeds b:zone .\n"
      "b:zone a brick:HVAC_Zone .\n",
      "lost.ttl");
  CHECK(nodes_of(result, "import.class_missing") == Names{"b:lost"});
}

TEST_CASE("a unit that feeds a floor supplies the rooms of it that nothing else supplies") {
  const Translation result = own("floors");
  CHECK(result.report.rules == Counts{{"brick.ahu", 2}, {"brick.vav", 1}, {"brick.zone", 4}});
  CHECK(connected(result, "room_1/diffuser.airFlowRate -> ahu_1/supply.airFlowRateOut[room_1]"));
  CHECK(connected(result, "room_2/diffuser.airFlowRate -> ahu_1/supply.airFlowRateOut[room_2]"));
  CHECK(connected(result, "zone_4/box.airFlowRate -> ahu_2/supply.airFlowRateOut[zone_4]"));
  CHECK(type_of(result, "room_3/diffuser").empty());
  CHECK(connected(result, "vav_3/box.airFlowRate -> room_3/space.supplyAirFlowRate"));
  check_rooms(result, 4);
}

TEST_CASE("a box on two zones shares its air, a zone on two boxes mixes theirs") {
  const Translation result = own("rooms_and_zones");
  CHECK(parameter(result, "vav_2/share", "share") == 0.5);
  CHECK(connected(result, "vav_2/share.value -> zone_2/space.supplyAirFlowRate"));
  CHECK(connected(result, "vav_2/share.value -> zone_3/mix.airFlowRateIn[vav_2]"));
  CHECK(connected(result, "vav_3/box.airFlowRate -> zone_3/mix.airFlowRateIn[vav_3]"));
  CHECK(connected(result, "zone_3/mix.airTemperatureOut -> zone_3/space.supplyAirTemperature"));
  CHECK(connected(result, "zone_2/space.indoorTemperature -> vav_2/coldest.inputs[zone_2]"));
  CHECK(connected(result, "vav_2/coldest.value -> vav_2/heating.actualValue"));
  // One zone needs no coldest of several.
  CHECK(connected(result, "zone_1/space.indoorTemperature -> vav_1/cooling.actualValue"));
  CHECK(parameter(result, "vav_2/box", "nominalAirFlowRate") == Approx(0.0061 * 45).epsilon(1e-12));
  CHECK(parameter(result, "vav_3/box", "nominalAirFlowRate") == Approx(0.0061 * 15).epsilon(1e-12));
}

TEST_CASE("an air handling unit takes what its boxes take and gets it back") {
  const Translation result = own("rooms_and_zones");
  CHECK(connected(result, "vav_1/box.airFlowRate -> ahu/supply.airFlowRateOut[vav_1]"));
  CHECK(connected(result, "vav_1/box.airFlowRate -> ahu/return.airFlowRateIn[vav_1]"));
  CHECK(connected(result, "zone_1/space.indoorTemperature -> ahu/return.airTemperatureIn[vav_1]"));
  CHECK(connected(result, "vav_2/exhaust.y -> ahu/return.airTemperatureIn[vav_2]"));
  CHECK(connected(result, "ahu/supply.airTemperatureOut[vav_1] -> vav_1/box.supplyAirTemperature"));
  // A fan-powered box takes only its primary air from the unit.
  CHECK(connected(result, "fan_box/box.primaryAirFlowRate -> ahu/supply.airFlowRateOut[fan_box]"));
  CHECK(connected(result, "fan_box/box.airFlowRate -> room_7/space.supplyAirFlowRate"));
  // 5 zones: what vav_2 and vav_3 share counts once.
  CHECK(parameter(result, "ahu/supplyFan", "nominalAirFlowRate") ==
        Approx(0.0061 * 30 * 5).epsilon(1e-12));
}

TEST_CASE("fan coil units take hot and chilled water through pumps and loops") {
  const Translation result = own("fan_coils");
  CHECK(result.report.rules == Counts{{"brick.boiler", 1},
                                      {"brick.chiller", 2},
                                      {"brick.doas", 1},
                                      {"brick.fan_coil", 2},
                                      {"brick.pump", 2},
                                      {"brick.zone", 3}});
  CHECK(connected(result,
                  "boiler/boiler.outletWaterTemperature -> fcu_1/unit.supplyHotWaterTemperature"));
  CHECK(connected(result, "fcu_1/hotValve.waterFlowRate -> boiler/return.waterFlowRateIn[fcu_1]"));
  CHECK(connected(
      result, "fcu_1/unit.outletHotWaterTemperature -> boiler/return.waterTemperatureIn[fcu_1]"));
  // Two chillers share the load; the water of both mixes.
  CHECK(parameter(result, "fcu_1/chilledShare", "share") == 0.5);
  CHECK(connected(result, "fcu_1/chilledShare.value -> chiller_2/return.waterFlowRateIn[fcu_1]"));
  CHECK(connected(result,
                  "chiller_1/chiller.outletWaterTemperature -> fcu_1/chilledMean.u[chiller_1]"));
  CHECK(connected(result, "fcu_1/unit.heatGain -> zone_1/space.heatGain[fcu_1]"));
  check_rooms(result, 3);
}

TEST_CASE("a fan coil unit on two zones shares its heat, one on an outdoor air unit brings air") {
  const Translation result = own("fan_coils");
  CHECK(parameter(result, "fcu_2/heatShare", "share") == 0.5);
  CHECK(connected(result, "fcu_2/heatShare.value -> zone_3/space.heatGain[fcu_2]"));
  CHECK(type_of(result, "fcu_1/primary") == "VavTerminal");
  CHECK(type_of(result, "fcu_2/primary").empty());
  CHECK(
      connected(result, "fcu_1/primary.airFlowRate -> outdoor_unit/supply.airFlowRateOut[fcu_1]"));
  CHECK(connected(result, "fcu_1/primary.airFlowRate -> zone_1/space.supplyAirFlowRate"));
  CHECK(parameter(result, "outdoor_unit/economizer", "minimumOutdoorAirShare") == 1.0);
}

TEST_CASE("floor areas of the graph size rooms, and series of sensors become measurements") {
  const Translation result = own("fan_coils");
  CHECK(parameter(result, "zone_1/space", "V") == Approx(2.74 * 45.0).epsilon(1e-12));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea") == Names{"b:zone_2", "b:zone_3"});
  const auto& measured = result.model.measurements;
  REQUIRE(measured.contains("zone_1/space.indoorTemperature"));
  CHECK(measured.at("zone_1/space.indoorTemperature").column.file == "room 1.csv");
  CHECK(measured.contains("fcu_1/unit.outletAirTemperature"));
  CHECK(nodes_of(result, "import.unit_assumed") == Names{"b:fcu_1_dat"});
}

TEST_CASE("zones that a unit feeds without boxes get air of their own from it") {
  const Translation result = own("rooftop_unit");
  CHECK(type_of(result, "east/diffuser") == "VavTerminal");
  CHECK(connected(result,
                  "rtu/supply.airTemperatureOut[east] -> east/diffuser.supplyAirTemperature"));
  // Through the plenum.
  CHECK(connected(result, "west/diffuser.airFlowRate -> rtu/supply.airFlowRateOut[west]"));
  CHECK(connected(result, "west/diffuser.airFlowRate -> rtu/return.airFlowRateIn[west]"));
  CHECK(connected(result, "west/space.indoorTemperature -> rtu/return.airTemperatureIn[west]"));
  // 1000 ft2 are 92.9 m2.
  CHECK(parameter(result, "east/space", "V") == Approx(2.74 * 92.90304).epsilon(1e-6));
  CHECK(type_of(result, "rtu/returnFan") == "Fan");
  CHECK(connected(result, "rtu/recovery.primaryTemperatureOut -> rtu/mixing.outdoorTemperature"));
  CHECK(connected(result, "heat_pump/unit.heatGain -> west/space.heatGain[heat_pump]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  check_rooms(result, 2);
}

TEST_CASE("nodes that are connected with nothing are left out of the simulation and reported") {
  const Translation result = own("orphans");
  const auto missing = [&](const char* text) {
    return nodes_of(result, "import.required_missing", text);
  };
  CHECK(missing("is not fed by any equipment") == Names{"b:lonely_zone"});
  CHECK(nodes_of(result, "import.not_heated", "is measured") == Names{"b:office"});
  CHECK(nodes_of(result, "import.room_left_out") == Names{"b:store"});
  CHECK(missing("has no air handling unit") == Names{"b:box_without_unit"});
  CHECK(missing("feeds no zone") == Names{"b:box_without_zone"});
  // The only boiler heats the boxes and units whose paths are not drawn.
  CHECK(missing("feeds nothing that takes hot water").empty());
  CHECK(nodes_of(result, "import.source_assumed", "hot water") ==
        Names{"b:box_without_unit", "b:box_without_zone", "b:unit"});
  CHECK(nodes_of(result, "import.required_missing", "brick.ahu: does not feed anything") ==
        Names{"b:unit_without_boxes"});
  CHECK(nodes_of(result, "import.not_mapped") == Names{"b:lamp"});
  // A room that nothing feeds or measures is not a zone.
  CHECK(type_of(result, "store/space").empty());
  CHECK(connected(result, "supplyAir.scheduleValue -> box_without_unit/box.supplyAirTemperature"));
  CHECK(connected(result, "zoneTemperature.scheduleValue -> box_without_zone/heating.actualValue"));
  check_rooms(result, 3);
}

TEST_CASE("findings carry the line of Turtle that corrects them") {
  const Translation result = own("orphans");
  const auto item = std::find_if(
      result.report.items.begin(), result.report.items.end(), [](const ImportItem& candidate) {
        return candidate.message.find("has no air handling unit") != std::string::npos;
      });
  REQUIRE(item != result.report.items.end());
  CHECK(item->add == Names{"<ahu> brick:feeds b:box_without_unit ."});
  CHECK(item->consequence == "supplied with air of a constant temperature");
}

TEST_CASE("names of 2016 are read as those of today") {
  const Translation result = own("old_namespaces");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1},
                                      {"brick.fan_coil", 1},
                                      {"brick.vav_hot_water", 1},
                                      {"brick.vav_without_reheat", 1},
                                      {"brick.zone", 3}});
  CHECK(nodes_of(result, "import.namespace_read_as").size() == 2);
  CHECK(nodes_of(result, "import.class_unknown").empty());
  check_rooms(result, 3);
}

TEST_CASE("radiators share a pair of boilers, and those of a substation have their own water") {
  const Translation result = own("radiators");
  CHECK(parameter(result, "radiator_1/hotShare", "share") == 0.5);
  CHECK(connected(result,
                  "radiator_1/hotShare.value -> boiler_2/return.waterFlowRateIn[radiator_1]"));
  CHECK(parameter(result, "radiator_2/radiator", "nominalPower") == 1500.0);
  CHECK(parameter(result, "radiator_1/radiator", "nominalPower") ==
        Approx(80 * 20.0).epsilon(1e-12));
  // Where it stands is what it heats, if the graph contains nothing else.
  CHECK(connected(result, "radiator_2/radiator.Power -> room_2/space.heatGain[radiator_2]"));
  CHECK(connected(result,
                  "substation/substation.outletWaterTemperature -> "
                  "radiator_4/radiator.supplyWaterTemperature"));
  CHECK(connected(result,
                  "exchangerSetpoint.scheduleValue -> "
                  "substation/substation.outletWaterTemperatureSetpoint"));
  CHECK(type_of(result, "room_1/window") == "OpenableWindow");
  check_rooms(result, 4);
}

TEST_CASE("boxes are found as parts of units and zones, and behind fans and dampers") {
  const Translation result = own("odd_shapes");
  CHECK(connected(result, "vav1/box.airFlowRate -> ahu/supply.airFlowRateOut[vav1]"));
  CHECK(connected(result, "vav2/box.airFlowRate -> ahu/supply.airFlowRateOut[vav2]"));
  CHECK(connected(result, "vav1/box.airFlowRate -> z1/space.supplyAirFlowRate"));
  CHECK(connected(result, "vav2/box.airFlowRate -> z2/space.supplyAirFlowRate"));
  CHECK(type_of(result, "r1/space").empty());
  CHECK(type_of(result, "z1/diffuser").empty());
  CHECK(type_of(result, "z2/diffuser").empty());
}

TEST_CASE("a box on two units takes half from each, units before units give their outdoor air") {
  const Translation result = own("odd_shapes");
  CHECK(nodes_of(result, "import.several_candidates").empty());
  CHECK(connected(result, "ahu/supply.airTemperatureOut[dd] -> dd/airMean.u[ahu]"));
  CHECK(connected(result, "hot/supply.airTemperatureOut[dd] -> dd/airMean.u[hot]"));
  CHECK(connected(result, "dd/airShare.value -> hot/supply.airFlowRateOut[dd]"));
  CHECK(connected(result, "ahu/mixing.outdoorAirFlowRate -> doas/supply.airFlowRateOut[ahu]"));
  CHECK(connected(result, "beam/primary.airFlowRate -> doas/supply.airFlowRateOut[beam]"));
  check_rooms(result, 10);
}

TEST_CASE("a series in several files of the data folder is reported") {
  const TemporaryFolder data("hearth_brick_repeated");
  for (const char* month : {"01", "02"}) {
    std::ofstream(data.path / (std::string("trends-") + month + ".csv"))
        << "time,oat,other\n2024-" << month << "-08T00:00:00Z,3,1\n2024-" << month
        << "-09T00:00:00Z,3,1\n";
  }
  TranslateOptions options;
  options.data_dir = data.path;
  const Translation result = translate_text(
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
      "@prefix ref: <https://brickschema.org/schema/Brick/ref#> .\n"
      "b:ahu a brick:AHU ; brick:feeds b:zone ; brick:hasPart b:coil ; brick:hasPoint b:o .\n"
      "b:zone a brick:HVAC_Zone . b:coil a brick:Hot_Water_Coil .\n"
      "b:o a brick:Outside_Air_Temperature_Sensor ; ref:hasExternalReference [\n"
      "  ref:hasTimeseriesId \"oat\" ] .\n",
      "b.ttl", options);
  const auto& items = result.report.items;
  const auto found = std::find_if(items.begin(), items.end(), [](const ImportItem& item) {
    return item.code == "import.series_repeated";
  });
  REQUIRE(found != items.end());
  CHECK(found->message ==
        "series are in several files of the data folder, such as 'oat' in trends-01.csv and "
        "trends-02.csv");
}

TEST_CASE("the series of a setpoint feeds all that keep it") {
  const TemporaryFolder data("hearth_brick_series");
  std::ofstream(data.path / "points.csv") << "time,sp,oat\n2024-01-08T00:00:00Z,14,3\n"
                                             "2024-01-09T00:00:00Z,14,3\n";
  TranslateOptions options;
  options.data_dir = data.path;
  const Translation result = translate_text(
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
      "@prefix ref: <https://brickschema.org/schema/Brick/ref#> .\n"
      "b:ahu a brick:AHU ; brick:feeds b:zone ; brick:hasPart b:coil, b:cold ; brick:hasPoint "
      "b:p, b:o .\n"
      "b:zone a brick:HVAC_Zone . b:coil a brick:Hot_Water_Coil . b:cold a brick:Cooling_Coil .\n"
      "b:p a brick:Supply_Air_Temperature_Setpoint ; ref:hasExternalReference [\n"
      "  ref:hasTimeseriesId \"sp\" ] .\n"
      "b:o a brick:Outside_Air_Temperature_Sensor ; ref:hasExternalReference [\n"
      "  ref:hasTimeseriesId \"oat\" ] .\n",
      "b.ttl", options);
  CHECK(type_of(result, "ahu/p") == "TimeSeries");
  for (const char* input : {"economizer.mixedAirTemperatureSetpoint", "heatTo.x", "coolTo.x"}) {
    CHECK(connected(result, std::string("ahu/p.value -> ahu/") + input));
  }
  CHECK(connected(result, "ahu/heatTo.scheduleValue -> ahu/heating.setpointValue"));
  // Hot water heats: the ideal coil cools only.
  CHECK(connected(result, "ahu/coolTo.scheduleValue -> ahu/coilMost.inputs[coolTo]"));
  CHECK(type_of(result, "ahu/coilLeast").empty());
  CHECK(connected(result, "ahu/o.value -> ahu/outdoors.value"));
  CHECK(connected(result, "ahu/outdoors.value -> ahu/mixing.outdoorTemperature"));
}

TEST_CASE("a plant without a building has a coil in constant air as its load") {
  const Translation result = own("chiller_plant");
  CHECK(result.report.rules == Counts{{"brick.chilled_load", 1},
                                      {"brick.chiller", 2},
                                      {"brick.condenser_pump", 1},
                                      {"brick.pump", 2}});
  CHECK(connected(result, "coil/chilledShare.value -> chiller_1/return.waterFlowRateIn[coil]"));
  CHECK(connected(
      result, "chiller_1/towerWater.scheduleValue -> chiller_1/chiller.condenserInletTemperature"));
  CHECK(parameter(result, "chiller_1/pumpShare", "share") == 0.5);
  CHECK(connected(result, "pump_1/pump.outletWaterTemperature -> chiller_2/pumped.u[pump_1]"));
  CHECK(connected(result,
                  "chiller_1/towerWater.scheduleValue -> tower_pump/pump.inletWaterTemperature"));
  const Extremes cold = run(result.model, 20.0, 1, "Chiller", "outletWaterTemperature");
  CHECK(cold.signals == 2);
  CHECK(cold.lowest > 4.0);
  const Extremes power = run(result.model, 20.0, 1, "Chiller", "coolingPower");
  // 1 kg/s of air, 26 to 14 degC, by two chillers; on the way there a little more or less.
  CHECK(power.highest == Approx(6000.0).epsilon(0.3));
}

TEST_CASE("the other built-in mappings change nothing of a Brick graph") {
  MappingReader reader(standard_components());
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  const std::vector<Mapping> mappings = reader.read();
  for (const char* name : {"rooms_and_zones", "fan_coils", "orphans"}) {
    INFO(name);
    const Translation alone = own(name);
    const std::filesystem::path path = std::filesystem::path(HEARTH_SOURCE_DIR) /
                                       "tests/ontology/graphs/brick" / (std::string(name) + ".ttl");
    const Translation all =
        translate(read_turtle_text(read_text_file(path), name), mappings, standard_components());
    CHECK(all.report.rules == alone.report.rules);
    CHECK(all.model.connections() == alone.model.connections());
  }
}

TEST_CASE("fans run within their range") {
  const Translation result = own("rooms_and_zones");
  const double nominal = parameter(result, "ahu/supplyFan", "nominalAirFlowRate");
  for (const double outdoors : {-10.0, 32.0}) {
    const Extremes flow = run(result.model, outdoors, 1, "SupplyFlowJunction", "airFlowRateIn");
    CHECK(flow.lowest > 0.0);
    CHECK(flow.highest <= nominal);
  }
}

TEST_CASE("import reports of small Brick graphs are the stored ones") {
  for (const char* name : {"rooms_and_zones", "fan_coils", "rooftop_unit", "orphans",
                           "old_namespaces", "radiators", "chiller_plant", "odd_shapes"}) {
    check_stored_import("brick/" + std::string(name), import_text(own(name).report));
  }
}

}  // namespace
}  // namespace hearth::test::brick::translate_brick_test

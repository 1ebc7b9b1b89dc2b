// SPDX-License-Identifier: MIT
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test::buildings_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

/// A graph as tools of one kind write it, and what an engineer expects of its translation.
struct Building {
  std::string name;
  std::size_t rooms, as_drawn;
  Counts rules;
};

const std::vector<Building> kBuildings = {
    {"office_two_units",
     40,
     40,
     {{"brick.ahu", 2},
      {"brick.boiler", 2},
      {"brick.chiller", 2},
      {"brick.condenser_pump", 2},
      {"brick.early_pump", 2},  // the primary pumps of hot water
      {"brick.pump", 4},
      {"brick.vav_hot_water", 30},
      {"brick.vav_without_reheat", 10},
      {"brick.zone", 40}}},
    {"points_only",
     12,
     12,
     {{"brick.ahu", 1},
      {"brick.vav_hot_water", 10},  // RHT_VLV
      {"brick.vav_without_reheat", 2},
      {"brick.zone", 12}}},
    {"school_rooftop_units", 17, 16, {{"brick.ahu", 15}, {"brick.heater", 1}, {"brick.zone", 16}}},
    {"refrigerant_and_outdoor_air",
     16,
     16,
     {{"brick.doas", 1}, {"brick.fan_coil", 16}, {"brick.outdoor_unit", 2}, {"brick.zone", 16}}},
    {"old_relations",
     30,
     30,
     {{"brick.ahu", 3},
      {"brick.boiler", 1},
      {"brick.chiller", 1},
      {"brick.condenser_pump", 1},
      {"brick.pump", 3},
      {"brick.vav_hot_water", 21},
      {"brick.vav_without_reheat", 9},
      {"brick.zone", 30}}},
    {"hotel_fan_coils",
     26,
     26,
     {{"brick.boiler", 1},
      {"brick.chiller", 2},
      {"brick.doas", 1},
      {"brick.exhaust_fan", 1},
      {"brick.fan_coil", 24},
      {"brick.pump", 4},
      {"brick.zone", 26}}},
    {"chilled_beams",
     10,
     10,
     {{"brick.boiler", 1},
      {"brick.chiller", 1},
      {"brick.doas", 1},
      {"brick.cold_exchanger", 1},  // before the beams
      {"brick.fan_coil", 13},
      {"brick.heater", 7},
      {"brick.pump", 3},
      {"brick.zone", 10}}},
    {"radiant_ground_heat_pump",
     7,
     7,
     {{"brick.doas", 1},
      {"brick.heat_pump", 1},
      {"brick.heater", 7},
      {"brick.pump", 1},
      {"brick.zone", 7}}},
    {"house_heat_pump", 5, 5, {{"s223.heat_pump", 1}, {"s223.heater", 6}, {"s223.room", 5}}},
    {"unit_and_terminals",
     10,
     10,
     {{"s223.air_handler", 1},
      {"s223.boiler", 1},
      {"s223.chiller", 1},
      {"s223.cooling_terminal", 2},
      {"s223.reheat_water", 6},
      {"s223.room", 7},
      {"s223.room_unheated", 3}}},
    {"water_loop_heat_pumps",
     7,
     7,
     {{"s223.air_handler", 1},
      {"s223.room", 6},
      {"s223.room_heat_pump", 6},
      {"s223.room_unheated", 1},
      {"s223.water_loop", 1}}},
    {"laboratory_exhaust",
     5,
     5,
     {{"s223.air_handler", 1},
      {"s223.boiler", 1},
      {"s223.chiller", 1},
      {"s223.exhaust_fan", 2},
      {"s223.reheat_water", 5},
      {"s223.room", 5}}},
    {"house_ventilated",
     4,
     4,
     {{"saref.boiler", 1},
      {"saref.coil_hot_water", 1},
      {"saref.damper", 2},
      {"saref.exhaust_damper_overflow", 2},
      {"saref.fan", 1},
      {"saref.heat_recovery", 1},
      {"saref.heater", 4},
      {"saref.outdoor", 1},
      {"saref.pid_temperature", 4},
      {"saref.return_fan", 1},
      {"saref.sensor_space_temperature", 4},
      {"saref.space", 4},
      {"saref.valve", 4}}},
    {"heating_circuit",
     8,
     7,
     {{"saref.boiler", 1}, {"saref.heater", 8}, {"saref.space", 8}, {"saref.valve", 8}}},
    {"real_estate_core", 12, 8, {{"brick.doas", 1}, {"brick.vav", 8}, {"brick.zone", 8}}},
    {"haystack",
     12,
     12,
     {{"brick.ahu", 2},
      {"brick.boiler", 1},
      {"brick.chiller", 1},
      {"brick.pump", 1},
      {"brick.vav", 5},
      {"brick.vav_hot_water", 5},
      {"brick.vav_without_reheat", 2},
      {"brick.zone", 12}}},
    {"district_heating",
     18,
     18,
     {{"brick.doas", 1},
      {"brick.exhaust_fan", 1},
      {"brick.heat_exchanger", 2},
      {"brick.heater", 18},
      {"brick.pump", 2},
      {"brick.zone", 18}}},
    {"locations_only",
     15,
     12,
     {{"brick.ahu", 2},
      {"brick.boiler", 1},
      {"brick.chiller", 1},
      {"brick.heater", 2},
      {"brick.pump", 1},
      {"brick.vav_hot_water", 6},
      {"brick.vav_without_reheat", 4},
      {"brick.zone", 12}}},
    {"observations_and_spaces",
     4,
     3,
     {{"saref.boiler", 1}, {"saref.heater", 3}, {"saref.space", 4}}},
};

}  // namespace

TEST_CASE("whole buildings in every vocabulary get the rooms, units and plant that they draw") {
  const auto mappings = read_mappings({}, standard_components());
  for (const Building& building : kBuildings) {
    CAPTURE(building.name);
    const std::filesystem::path file = own_graph_path("buildings", building.name);
    const Translation result = translate(read_turtle_text(read_text_file(file), file.string()),
                                         *mappings, standard_components(), {});
    CHECK(result.report.rules == building.rules);
    CHECK(result.report.rooms.total == building.rooms);
    CHECK(result.report.rooms.as_drawn == building.as_drawn);
  }
}

}  // namespace hearth::test::buildings_test

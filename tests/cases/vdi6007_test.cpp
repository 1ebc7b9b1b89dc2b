// SPDX-License-Identifier: MIT
#include <functional>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/cases/case_runner.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::cases::vdi6007_test {
namespace {

using nlohmann::json;
using Change = std::function<void(json&)>;

/// Two days of a room that is at 22 degC like all around it.
json room_at_rest() {
  const std::vector<double> nothing(24, 0.0), rest(24, 295.15);
  json room;
  room["case"] = 99;
  room["parameters"] = json::parse(R"({
    "air_volume_m3": 0, "h_rad_between_walls_W_m2K": 5,
    "ext_wall": {"area_m2": [10.5], "h_conv_in_W_m2K": 2.7, "R1_K_W": 0.0044, "C1_J_K": 1.6e6,
                 "R_rem_K_W": 0.039, "outdoor_conductance_W_K": 262.5},
    "int_wall": {"area_m2": 75.5, "h_conv_in_W_m2K": 2.24, "R1_K_W": 0.0006, "C1_J_K": 1.5e7},
    "window": {"area_as_element_m2": [0], "transparent_area_m2": [7], "g_value": 1,
               "convective_share_of_solar": 0.09}})");
  room["initial"]["T_all_nodes_K"] = 295.15;
  room["inputs_hourly_periodic"] = {{"outdoor_air_temperature_K", rest},
                                    {"gain_convective_W", nothing},
                                    {"gain_radiative_W", nothing},
                                    {"solar_on_window_after_shading_W_m2", {nothing}}};
  room["reference"]["tolerance"] = {{"air_temperature_K", 0.15}, {"heat_cool_power_W", 1.5}};
  room["reference"]["days"]["2"]["air_temperature_degC"] = std::vector<double>(24, 22.0);
  room["run"]["duration_days"] = 2;
  return room;
}

/// What the runner prints about a changed room.
std::string line_of(const Change& change) {
  json room = room_at_rest();
  change(room);
  const test::TempFolder folder;
  folder.write("room.json", room.dump());
  std::ostringstream out, errors;
  CaseReport report(out);
  run_cases({.cases = folder.path(), .data = folder.path(), .step = 600.0}, report, errors);
  return out.str() + errors.str();
}

json& hours(json& room, const char* column) { return room["reference"]["days"]["2"][column]; }

TEST_CASE("a room at rest passes, and a table of another room does not") {
  CHECK_THAT(line_of([](json&) {}), Catch::StartsWith("PASS vdi6007 case 99: "));
  const auto another = [](json& room) { hours(room, "air_temperature_degC")[3] = 22.2; };
  CHECK_THAT(line_of(another), Catch::StartsWith("FAIL vdi6007 case 99: 0.2 K of 0.15 K"));
}

TEST_CASE("an hour the file excepts is measured by its own tolerance") {
  const auto excepted = [](json& room) {
    hours(room, "air_temperature_degC")[3] = 22.2;
    room["reference"]["tolerance_exceptions"] = {
        {{"day", 2}, {"hour", 4}, {"quantity", "air_temperature_degC"}, {"tolerance", 0.25}}};
  };
  CHECK_THAT(line_of(excepted),
             Catch::StartsWith("PASS vdi6007 case 99: temperature at hour 4 of day 2 0.2 K"));
}

TEST_CASE("a setpoint is held without limits, with either sign of power") {
  const auto cooled = [](json& room) {
    room["inputs_hourly_periodic"]["air_setpoint_degC"] = std::vector<double>(24, 20.0);
    // The walls are cooled from 22 degC: more than 300 W all day.
    hours(room, "air_temperature_degC") = std::vector<double>(24, 20.0);
    hours(room, "heat_cool_power_W") = std::vector<double>(24, 300.0);
    room["reference"]["tolerance"]["heat_cool_power_W"] = 290.0;
  };
  CHECK_THAT(line_of(cooled), Catch::StartsWith("FAIL vdi6007 case 99: power"));
  CHECK_THAT(line_of([&](json& room) {
               cooled(room);
               room["reference"]["power_sign"] = "cooling positive, heating negative";
             }),
             Catch::StartsWith("PASS vdi6007 case 99: power"));
}

TEST_CASE("ventilation is read as mass or as volume, with a temperature of its own or without") {
  const auto cold = [](json& room) {
    room["inputs_hourly_periodic"]["outdoor_air_temperature_K"] = std::vector<double>(24, 275.15);
    hours(room, "air_temperature_degC") = std::vector<double>(24, 2.0);
  };
  const auto deviation = [&](const json& ventilation) {
    const std::string line = line_of([&](json& room) {
      cold(room);
      room["inputs_hourly_periodic"]["ventilation"] = ventilation;
    });
    return std::stod(line.substr(line.find(": ") + 2));
  };
  const double still = deviation(json::object());
  const double moved = deviation({{"mass_flow_kg_s", 1.0}});
  CHECK(moved < 0.5 * still);
  CHECK(deviation({{"volume_flow_m3_h", 1.0 / 0.000330375898}}) == moved);
  CHECK(deviation({{"rate_m3_per_h", 500.0}, {"kg_s_per_m3_per_h", 0.002}}) == moved);
  CHECK(deviation({{"mass_flow_kg_s", 1.0}, {"supply_temperature_K", 295.15}}) > still);
}

TEST_CASE("an air change or volume flow is ventilation, and facades may be without sun") {
  const double moved = 1.0 / 0.000330375898;
  for (const char* name : {"air_change_m3_h", "volume_flow_m3h"}) {
    const std::string line = line_of([&](json& room) {
      room["inputs_hourly_periodic"]["outdoor_air_temperature_K"] = std::vector<double>(24, 275.15);
      room["inputs_hourly_periodic"][name] = moved;
    });
    CHECK_THAT(line, Catch::StartsWith("FAIL vdi6007 case 99: 1"));  // more than 10 K colder
  }
  CHECK_THAT(line_of([](json& room) {
               room["inputs_hourly_periodic"]["equivalent_outdoor_temperature"] = {
                   {"a_ext", 0.7},     {"h_conv_out_W_m2K", 20}, {"h_rad_out_W_m2K", 5},
                   {"wf_ground", 0.0}, {"T_ground_K", 295.15},   {"with_longwave", false},
                   {"wf_wall", 0.4},   {"wf_win", 0.6}};
             }),
             Catch::StartsWith("PASS vdi6007 case 99"));
}

TEST_CASE("a window as an element and a setpoint on an unknown node are not understood") {
  CHECK_THAT(
      line_of([](json& room) { room["parameters"]["window"]["area_as_element_m2"] = {7.0}; }),
      Catch::Contains("element of their own"));
  CHECK_THAT(line_of([](json& room) {
               room["inputs_hourly_periodic"]["air_setpoint_degC"] = 20.0;
               room["inputs_hourly_periodic"]["conditioning"]["heating_node"] = "roof";
             }),
             Catch::Contains("'roof'"));
}

}  // namespace
}  // namespace hearth::cases::vdi6007_test

// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/zone_details.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::zone_details_test {
namespace {

/// Rooms a and b with people and gains that follow one schedule: 0.9 on working days from 8 to 18
/// o'clock, otherwise 0.1.
SimulationModel two_rooms() {
  SimulationModel model;
  Component schedule = instance("occupancy", "Schedule");
  WeeklyRules rules;
  rules.otherwise = 0.1;
  rules.rules = {{0x1f, 8 * 60, 18 * 60, 0.9}};
  schedule.config["value"] = SeriesSpec{rules, std::nullopt};
  model.add_component(schedule);
  Component outdoor = instance("outdoor", "OutdoorEnvironment");
  outdoor.config["outdoorTemperature"] = SeriesSpec{5.0, unit::degC};
  outdoor.config["globalIrradiation"] = SeriesSpec{0.0, std::nullopt};
  model.add_component(outdoor);
  for (const std::string room : {"a", "b"}) {
    Component space = instance(room + "/space", "BuildingSpace");
    space.parameters["V"].value = Quantity{room == "a" ? 90.0 : 60.0, unit::m3};
    model.add_component(space);
    model.add_component(instance(room + "/gains", "InternalGain"));
    model.add_component(instance(room + "/people", "Gain"));
    model.add_connection("occupancy.scheduleValue -> " + room + "/gains.inputSignal");
    model.add_connection("occupancy.scheduleValue -> " + room + "/people.u");
    model.add_connection(room + "/gains.heatGain -> " + room + "/space.heatGain[gains]");
    model.add_connection(room + "/people.y -> " + room + "/space.numberOfPeople");
    model.add_connection("outdoor.outdoorTemperature -> " + room + "/space.outdoorTemperature");
  }
  return model;
}

double number(const SimulationModel& model, const std::string& id, const std::string& name,
              const std::string& key) {
  const auto& value = model.component(id).parameters.at(name).value;
  return std::get<std::map<std::string, Quantity>>(value).at(key).value;
}

}  // namespace

TEST_CASE("a measured zone gets its own use, with the mean of the shared one in each block") {
  const DetailedModel detailed =
      with_zone_details(two_rooms(), standard_components(), {"a/space"}, {});
  REQUIRE(detailed.uses.at("a/space") == std::vector<std::string>{"a/use"});
  const auto& spec = std::get<SeriesSpec>(detailed.model.component("a/use").config.at("value"));
  const auto& rules = std::get<WeeklyRules>(spec.source);
  CHECK(rules.otherwise == Approx(0.1));
  REQUIRE(rules.rules.size() == 19);
  CHECK(rules.rules[0].from_minute == 5 * 60);
  CHECK(rules.rules[0].value == Approx(0.1));
  CHECK(rules.rules[2].value == Approx(0.1));  // from 7 to 8 o'clock
  CHECK(rules.rules[3].value == Approx(0.9));
  CHECK(rules.rules[14].to_minute == 20 * 60);
  CHECK(rules.rules[16].days == 0x60);
  CHECK(rules.rules[16].value == Approx(0.1));
  std::string fed;
  for (const Connection& connection : detailed.model.connections()) {
    if (connection.from.port == "scheduleValue") fed += to_string(connection) + "\n";
  }
  CHECK(fed ==
        "a/use.scheduleValue -> a/gains.inputSignal\n"
        "a/use.scheduleValue -> a/people.u\n"
        "occupancy.scheduleValue -> b/gains.inputSignal\n"
        "occupancy.scheduleValue -> b/people.u\n");
  CHECK(detailed.neighbours.empty());
}

TEST_CASE("a schedule that does not describe use remains shared") {
  SimulationModel model = two_rooms();
  Component setpoint = instance("setpoint", "Schedule");
  setpoint.config["value"] = SeriesSpec{WeeklyRules{21.0, {}, false}, unit::degC};
  model.add_component(setpoint);
  model.add_component(instance("a/heating", "PidController"));
  model.add_connection("setpoint.scheduleValue -> a/heating.setpointValue");
  model.add_connection("a/space.indoorTemperature -> a/heating.actualValue");
  const DetailedModel detailed = with_zone_details(model, standard_components(), {"a/space"}, {});
  CHECK(detailed.uses.size() == 1);
  CHECK_NOTHROW(SimulationModel(detailed.model)
                    .remove_connection("setpoint.scheduleValue -> a/heating.setpointValue"));
}

TEST_CASE("measured zones of one storey get a partition with the same numbers on both sides") {
  const std::vector<std::string> zones = {"a/space", "b/space"};
  const DetailedModel detailed = with_zone_details(two_rooms(), standard_components(), zones, {});
  REQUIRE(detailed.neighbours.size() == 1);
  CHECK(detailed.neighbours[0].resistances() ==
        std::vector<std::string>{"a/space.R_int[b/space]", "b/space.R_int[a/space]"});
  // 20 m2 of floor of the smaller room at 0.3 W/(m2 K), half of the resistance on either side
  CHECK(number(detailed.model, "a/space", "R_int", "b/space") == Approx(0.5 / 6.0));
  CHECK(number(detailed.model, "b/space", "R_int", "a/space") == Approx(0.5 / 6.0));
  CHECK(number(detailed.model, "a/space", "C_int", "b/space") ==
        number(detailed.model, "b/space", "C_int", "a/space"));
  CHECK(!validate(detailed.model, standard_components()).has_errors());
  SECTION("not those of different storeys") {
    CHECK(with_zone_details(two_rooms(), standard_components(), zones,
                            {{"a/space", "low"}, {"b/space", "high"}})
              .neighbours.empty());
  }
  SECTION("not one whose neighbours the model names") {
    SimulationModel model = two_rooms();
    model.add_connection("b/space.indoorTemperature -> a/space.adjacentZoneTemperature[b]");
    CHECK(with_zone_details(model, standard_components(), zones, {}).neighbours.empty());
  }
}

TEST_CASE("each schedule that a zone shares is replaced by its own") {
  SimulationModel model = two_rooms();
  Component lights = instance("lights", "Schedule");
  lights.config["value"] = SeriesSpec{0.5, std::nullopt};
  model.add_component(lights);
  model.remove_connection("occupancy.scheduleValue -> a/gains.inputSignal");
  model.add_connection("lights.scheduleValue -> a/gains.inputSignal");
  const DetailedModel detailed = with_zone_details(model, standard_components(), {"a/space"}, {});
  CHECK(detailed.uses.at("a/space") == std::vector<std::string>{"a/use", "a/use 2"});
  CHECK_NOTHROW(SimulationModel(detailed.model)
                    .remove_connection("a/use.scheduleValue -> a/gains.inputSignal"));
  CHECK_NOTHROW(
      SimulationModel(detailed.model).remove_connection("a/use 2.scheduleValue -> a/people.u"));
}

TEST_CASE("zones that do not get partitions are named") {
  SimulationModel model = two_rooms();
  Component third = instance("c/space", "BuildingSpace");
  third.parameters["V"].value = Quantity{30.0, unit::m3};
  model.add_component(third);
  const std::vector<std::string> zones = {"a/space", "b/space", "c/space"};
  SECTION("a storey is named for some only") {
    const DetailedModel detailed = with_zone_details(model, standard_components(), zones,
                                                     {{"a/space", "low"}, {"b/space", "low"}});
    CHECK(detailed.neighbours.size() == 1);
    CHECK(detailed.without_storey == std::vector<std::string>{"c/space"});
  }
  SECTION("a zone has no volume") {
    model.component("b/space").parameters.erase("V");
    const DetailedModel detailed = with_zone_details(model, standard_components(), zones, {});
    CHECK(detailed.neighbours.size() == 1);
    CHECK(detailed.without_volume == std::vector<std::string>{"b/space"});
    CHECK(detailed.without_storey.empty());
  }
}

TEST_CASE("rooms with equal names in different parts of a building are different neighbours") {
  SimulationModel model;
  const std::vector<std::string> zones = {"hall", "hall/east", "hall/west"};
  Component outdoor = instance("outdoor", "Schedule");
  outdoor.config["value"] = SeriesSpec{5.0, unit::degC};
  model.add_component(outdoor);
  for (const std::string& id : zones) {
    Component space = instance(id, "BuildingSpace");
    space.parameters["V"].value = Quantity{60.0, unit::m3};
    model.add_component(space);
    model.add_connection("outdoor.scheduleValue -> " + id + ".outdoorTemperature");
  }
  const DetailedModel detailed = with_zone_details(model, standard_components(), zones, {});
  CHECK(detailed.neighbours.size() == 3);
  CHECK(!validate(detailed.model, standard_components()).has_errors());
}

namespace {

/// `count` rooms z0, z1, ... without connections.
SimulationModel rooms(int count) {
  SimulationModel model;
  for (int i = 0; i < count; ++i) {
    Component space = instance("z" + std::to_string(i) + "/space", "BuildingSpace");
    space.parameters["V"].value = Quantity{60.0, unit::m3};
    model.add_component(space);
  }
  return model;
}

std::vector<std::string> ids_of_zones(const SimulationModel& model) {
  std::vector<std::string> ids;
  for (const auto& [id, component] : model.components()) {
    if (component.type == "BuildingSpace") ids.push_back(id);
  }
  return ids;
}

void supply(SimulationModel& model, const std::string& unit, const std::string& room) {
  const std::string junction = unit + "/supply";
  if (model.find(junction) == nullptr) {
    Component supply = instance(junction, "SupplyFlowJunction");
    supply.iri = "urn:" + unit;
    model.add_component(supply);
  }
  model.add_component(instance(room + "/box", "VavReheatTerminal"));
  model.add_connection(junction + ".airTemperatureOut[" + room + "] -> " + room +
                       "/box.supplyAirTemperature");
  model.add_connection(room + "/box.outletAirTemperature -> " + room +
                       "/space.supplyAirTemperature");
}

}  // namespace

TEST_CASE("a storey with very many measured zones is named and gets no partitions") {
  const SimulationModel model = rooms(kMostNeighbours + 1);
  std::map<std::string, std::string> storeys;
  for (const std::string& zone : ids_of_zones(model)) storeys[zone] = "ground";
  const DetailedModel detailed =
      with_zone_details(model, standard_components(), ids_of_zones(model), storeys);
  CHECK(detailed.neighbours.empty());
  CHECK(detailed.large_groups == std::vector<ZoneGroup>{{"ground", "", false}});
  CHECK(detailed.divided_storeys.empty());
}

TEST_CASE("zones of a large storey get partitions to the zones of the same air handling unit") {
  SimulationModel model = rooms(kMostNeighbours + 2);
  for (const char* room : {"z0", "z1", "z2"}) supply(model, "first", room);
  for (const char* room : {"z3", "z4"}) supply(model, "second", room);
  const DetailedModel detailed =
      with_zone_details(model, standard_components(), ids_of_zones(model), {});
  CHECK(detailed.divided_storeys == std::vector<std::string>{""});
  CHECK(detailed.large_groups.empty());
  std::vector<std::string> pairs;
  for (const ZonePair& pair : detailed.neighbours) pairs.push_back(pair.first + " " + pair.second);
  // The five rooms without a unit form a group of their own.
  CHECK(pairs.size() == 3 + 1 + 10);
  CHECK(std::find(pairs.begin(), pairs.end(), "z0/space z1/space") != pairs.end());
  CHECK(std::find(pairs.begin(), pairs.end(), "z3/space z4/space") != pairs.end());
  CHECK(std::find(pairs.begin(), pairs.end(), "z2/space z3/space") == pairs.end());

  SECTION("a unit with very many zones is named") {
    SimulationModel wide = rooms(kMostNeighbours + 2);
    for (int i = 0; i <= kMostNeighbours; ++i) supply(wide, "first", "z" + std::to_string(i));
    const DetailedModel named =
        with_zone_details(wide, standard_components(), ids_of_zones(wide), {});
    CHECK(named.large_groups == std::vector<ZoneGroup>{{"", "first", true}});
    CHECK(named.neighbours.empty());
  }
}

}  // namespace hearth::test::zone_details_test

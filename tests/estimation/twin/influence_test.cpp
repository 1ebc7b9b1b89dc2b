// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/influence.hpp"

#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::influence_test {
namespace {

/// A room with supply air that brings carbon dioxide from another room, whose occupancy follows a
/// schedule.
SimulationModel rooms() {
  SimulationModel model;
  for (const char* id : {"room", "other"}) model.add_component(instance(id, "BuildingSpace"));
  Component outdoor = instance("outdoor", "OutdoorEnvironment");
  outdoor.config["outdoorTemperature"] = SeriesSpec{5.0, unit::degC};
  outdoor.config["globalIrradiation"] = SeriesSpec{0.0, std::nullopt};
  model.add_component(outdoor);
  for (const char* id : {"people", "flow", "exhaust", "air"}) {
    Component schedule = instance(id, "Schedule");
    schedule.config["value"] = SeriesSpec{1.0, std::nullopt};
    model.add_component(schedule);
  }
  model.add_connection("people.scheduleValue -> other.numberOfPeople");
  model.add_connection("other.indoorCO2 -> room.outdoorCO2");
  model.add_connection("flow.scheduleValue -> room.supplyAirFlowRate");
  model.add_connection("exhaust.scheduleValue -> room.exhaustAirFlowRate");
  model.add_connection("air.scheduleValue -> room.supplyAirTemperature");
  for (const char* id : {"room", "other"}) {
    model.add_connection("outdoor.outdoorTemperature -> " + std::string(id) +
                         ".outdoorTemperature");
  }
  model.measurements["room.indoorTemperature"];
  model.measurements["other.indoorCO2"];
  return model;
}

}  // namespace

TEST_CASE("the part that acts on a temperature lacks components that bring only carbon dioxide") {
  const SimulationModel model = rooms();
  const Plan plan = compile(model, standard_components(), {});
  const SimulationModel part = acting_part(model, plan, {"room"});
  std::set<std::string> ids;
  for (const auto& [id, component] : part.components()) ids.insert(id);
  // The exhaust acts only if it is larger than the supply.
  CHECK(ids == std::set<std::string>{"room", "outdoor", "flow", "exhaust", "air"});
  CHECK(part.measurements.size() == 1);
  CHECK(part.connections().size() == 4);
}

TEST_CASE("a component feeds one zone alone if it has no memory and feeds no other component") {
  SimulationModel model = rooms();
  model.add_component(instance("gains", "InternalGain"));
  model.add_component(instance("heater", "SpaceHeater"));
  model.add_connection("gains.heatGain -> room.heatGain[gains]");
  model.add_connection("heater.heatGain -> room.heatGain[heater]");
  const auto alone = [&model](const std::string& component) {
    return feeds_alone(model, standard_components(), component, "room");
  };
  CHECK(alone("gains"));
  CHECK(!alone("heater"));  // it has states
  CHECK(!alone("people"));  // they are in the other room
  model.add_connection("gains.heatGain -> other.heatGain[gains]");
  CHECK(!alone("gains"));
}

TEST_CASE("parameters of walls that lead nowhere do not act") {
  const SimulationModel model = rooms();
  const Plan plan = compile(model, standard_components(), {});
  InfluenceProbe probe(plan, plan.slot_of("room"));
  const auto acts = [&](const std::string& name) {
    return probe.parameter_acts(plan.parameter("room." + name).cells.front());
  };
  CHECK(acts("R_out"));
  CHECK(acts("C_air"));
  CHECK(acts("H_direct"));
  CHECK(!acts("R_boundary"));
  CHECK(probe.inputs_acting_on("indoorCO2").contains("numberOfPeople"));
  CHECK(!probe.inputs_acting_on("indoorTemperature").contains("outdoorCO2"));
}

}  // namespace hearth::test::influence_test

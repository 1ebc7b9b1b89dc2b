// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/measured_boundaries.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::measured_boundaries_test {
namespace {

/// Two neighbouring rooms; a terminal supplies the first.
SimulationModel rooms() {
  SimulationModel model;
  model.add_component(instance("box", "VavTerminal"));
  for (const char* room : {"a", "b"}) {
    model.add_component(instance(room, "BuildingSpace"));
    model.add_component(constant(std::string("outdoors ") + room, 5.0));
    model.add_connection(std::string("outdoors ") + room + ".scheduleValue -> " + room +
                         ".outdoorTemperature");
  }
  model.add_component(constant("supply", 14.0));
  model.add_connection("supply.scheduleValue -> box.supplyAirTemperature");
  model.add_component(constant("damper", 0.5));
  model.add_connection("damper.scheduleValue -> box.damperPosition");
  model.add_connection("box.airFlowRate -> a.supplyAirFlowRate");
  model.add_connection("b.indoorTemperature -> a.adjacentZoneTemperature[b]");
  for (const auto& [port, unit] : {std::pair("box.airFlowRate", unit::kg_per_s),
                                   std::pair("b.indoorTemperature", unit::degC)}) {
    FileColumn& column = model.measurements[port].column;
    column.file = "trends.csv";
    column.column = port;
    column.unit = unit;
  }
  return model;
}

const FileColumn& column(const SimulationModel& model, const std::string& id) {
  return std::get<FileColumn>(series_of(model.component(id), "value")->source);
}

}  // namespace

TEST_CASE("flows hold over the interval before their stamps if these are ends of intervals") {
  SimulationModel measured = rooms();
  const Plan plan = compile(measured, standard_components(), {.engine = Engine::Stepwise});
  MeasuredBoundaries boundaries = with_measured_boundaries(measured, plan, {});
  SimulationModel& model = boundaries.model;
  const std::string flow = "box airFlowRate measured", neighbour = "b indoorTemperature measured";
  REQUIRE(column(model, flow).resample == Resample::Linear);
  const auto hold = [&](bool ends) {
    SimulationModel held = model;
    hold_before_stamps(held, boundaries, measured, [&](const FileColumn&) { return ends; });
    return held;
  };
  SECTION("flows") {
    const SimulationModel held = hold(true);
    CHECK(column(held, flow).resample == Resample::Hold);
    CHECK(column(held, flow).stamp == Stamp::MeanBefore);
    CHECK(column(held, neighbour).resample == Resample::Linear);
  }
  SECTION("not if they are instants") {
    CHECK(column(hold(false), flow).resample == Resample::Linear);
  }
  SECTION("not if the measurement states how it is read between its stamps") {
    measured.measurements.at("box.airFlowRate").column.resample = Resample::Linear;
    CHECK(column(hold(true), flow).resample == Resample::Linear);
  }
}

}  // namespace hearth::test::measured_boundaries_test

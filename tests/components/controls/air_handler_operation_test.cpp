// SPDX-License-Identifier: MIT
#include "hearth/components/controls/air_handler_operation.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/points.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::air_handler_operation_test {
namespace {

using Values = std::vector<double>;

/// A unit with two zones, of which the second is comfortable, and one that is cooled.
SimulationModel unit(const Values& occupied, const Values& below, const Values& above,
                     double zones = 1.0) {
  SimulationModel model;
  model.add_component(instance("unit", "AirHandlerOperation", {{"zonesToStart", zones}}));
  model.add_component(each_step("hours", occupied));
  model.add_component(each_step("below", below));
  model.add_component(each_step("above", above));
  model.add_component(constant("comfortable", -2.0));
  model.add_connection("hours.scheduleValue -> unit.occupied[all]");
  model.add_connection("below.scheduleValue -> unit.heatingDemand[cold]");
  model.add_connection("comfortable.scheduleValue -> unit.heatingDemand[warm]");
  model.add_connection("above.scheduleValue -> unit.coolingDemand[cold]");
  return model;
}

Values signal(const SimulationModel& model, const std::string& port, std::size_t steps) {
  Values rows =
      run_signal(model, standard_components(), "unit." + port, {.steps = static_cast<long>(steps)});
  rows.erase(rows.begin());  // row k shows what the step with value k - 1 led to
  return rows;
}

TEST_CASE("a unit runs in its hours, whatever its zones need") {
  const Values hours{0, 1, 1, 0};
  const SimulationModel model = unit(hours, Values(4, -3.0), Values(4, -3.0));
  CHECK(signal(model, "operationSignal", 4) == hours);
  CHECK(signal(model, "occupiedSignal", 4) == hours);
}

TEST_CASE("outside its hours a unit heats from the setpoint until it is exceeded by 1 K") {
  const Values below{-0.5, 0.1, -0.9, -1.1, -0.5};
  const SimulationModel model = unit(Values(5, 0.0), below, Values(5, -9.0));
  CHECK(signal(model, "operationSignal", 5) == Values{0, 1, 1, 0, 0});
  CHECK(signal(model, "occupiedSignal", 5) == Values(5, 0.0));
}

TEST_CASE("a zone between its setpoints does not keep a unit running that started to heat") {
  const SimulationModel model = unit(Values(3, 0.0), {0.5, -1.5, -1.5}, Values(3, -0.5));
  CHECK(signal(model, "operationSignal", 3) == Values{1, 0, 0});
}

TEST_CASE("outside its hours a unit cools as it heats") {
  const Values above{0.5, -0.5, -1.5};
  const SimulationModel model = unit(Values(3, 0.0), Values(3, -9.0), above);
  CHECK(signal(model, "operationSignal", 3) == Values{1, 1, 0});
}

TEST_CASE("a unit starts for as many zones as wanted, or for all it has") {
  const Values cold(2, 0.5);
  const Values fine(2, -9.0);
  CHECK(signal(unit(Values(2, 0.0), cold, fine, 2.0), "operationSignal", 2) == Values{0, 0});
  // It has one zone to cool, so that one is all.
  CHECK(signal(unit(Values(2, 0.0), fine, cold, 5.0), "operationSignal", 2) == Values{1, 1});
}

TEST_CASE("a unit starts anew after its hours, not where an earlier night ended") {
  const Values below{0.5, 0.5, -0.5, -0.5};
  const SimulationModel model = unit({0, 1, 1, 0}, below, Values(4, -9.0));
  CHECK(signal(model, "operationSignal", 4) == Values{1, 1, 1, 0});
}

TEST_CASE(
    "outside its hours a unit runs for its least time, however soon its zones are comfortable") {
  const Values below{0.5, -3.0, -3.0, -3.0, -3.0, 0.5};
  SimulationModel model = unit(Values(6, 0.0), below, Values(6, -9.0));
  model.component("unit").parameters["minimumRunTime"] = {Quantity{1800.0, unit::s}, {}, {}, {}};
  CHECK(signal(model, "operationSignal", 6) == Values{1, 1, 1, 0, 0, 1});
}

TEST_CASE("a unit does not run for its least time in its hours") {
  SimulationModel model = unit({0, 1, 0, 0}, {0.5, -3.0, -3.0, -3.0}, Values(4, -9.0));
  model.component("unit").parameters["minimumRunTime"] = {Quantity{1800.0, unit::s}, {}, {}, {}};
  CHECK(signal(model, "operationSignal", 4) == Values{1, 1, 0, 0});
}

TEST_CASE("a unit without hours always runs") {
  SimulationModel model;
  model.add_component(instance("unit", "AirHandlerOperation"));
  CHECK(signal(model, "operationSignal", 2) == Values{1, 1});
}

}  // namespace
}  // namespace hearth::test::air_handler_operation_test

// SPDX-License-Identifier: MIT
#include "hearth/components/water/space_heater.hpp"

#include <array>
#include <cmath>
#include <utility>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::space_heater_test {
namespace {

template <class T>
using Heater = SpaceHeater<T>;

SimulationModel heater_model(const Component& heater, double supply, double flow, double room) {
  SimulationModel model;
  model.add_component(heater);
  model.add_component(constant("supply", supply));
  model.add_component(constant("flow", flow));
  model.add_component(constant("room", room));
  model.add_connection("supply.scheduleValue -> heater.supplyWaterTemperature");
  model.add_connection("flow.scheduleValue -> heater.waterFlowRate");
  model.add_connection("room.scheduleValue -> heater.indoorTemperature");
  return model;
}

double conductance_of(const SimulationModel& model) {
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  return bench.simulation.value(bench.plan.parameter("heater.UA").cells.front());
}

TEST_CASE("the conductance of a radiator follows from its nominal point in closed form") {
  const Component standard = instance("heater", "SpaceHeater");
  // n r ((39/24)^(1/3) - 1) with r = 1000 W / 15 K, n = 3.
  CHECK(conductance_of(heater_model(standard, 60, 0.01, 21)) == Approx(35.133469).epsilon(1e-7));

  Component other =
      instance("heater", "SpaceHeater", {{"Q_flow_nominal_sh", 2000}, {"T_b_nominal_sh", 30}});
  CHECK(conductance_of(heater_model(other, 60, 0.01, 21)) == Approx(126.064883).epsilon(1e-7));
  other.config["nelements"] = 100;
  // (39/9)^(1/100) - 1 keeps 14 digits.
  CHECK(conductance_of(heater_model(other, 60, 0.01, 21)) ==
        Approx(98.47603541735313).epsilon(1e-12));
}

TEST_CASE("a given conductance is used as it is") {
  const Component given = instance("heater", "SpaceHeater", {{"UA", 351.33}});
  CHECK(conductance_of(heater_model(given, 60, 0.01, 21)) == 351.33);
}

TEST_CASE("a radiator at its nominal point gives its nominal power") {
  for (const int n : {1, 3, 10}) {
    Component heater =
        instance("heater", "SpaceHeater", {{"Q_flow_nominal_sh", 2000}, {"T_b_nominal_sh", 30}});
    heater.config["nelements"] = n;
    const double flow = 2000.0 / (4180.0 * 30.0);
    RunOptions day;
    day.steps = 3;
    day.step = std::chrono::hours(240);
    Bench<double> bench(heater_model(heater, 60, flow, 21), standard_components(), day);
    bench.simulation.initialize();
    bench.steps(3);
    // Thirty days are hundreds of time constants: only rounding is left.
    CHECK(bench.value("heater.Power") == Approx(2000.0).epsilon(1e-11));
    CHECK(bench.value("heater.outletWaterTemperature") == Approx(30.0).epsilon(1e-11));
  }
}

TEST_CASE("nominal data without a conductance are refused with an error that names them") {
  // 45/30 degC around a room of 60 degC: it would have to be cooled by what it heats.
  Component heater =
      instance("heater", "SpaceHeater",
               {{"T_a_nominal_sh", 45}, {"T_b_nominal_sh", 30}, {"TAir_nominal_sh", 60}});
  try {
    compile(heater_model(heater, 60, 0.01, 21), standard_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.computed_out_of_range");
    CHECK_THAT(error.what(), Catch::Contains("heater.UA"));
  }
  heater.parameters["UA"].value = Quantity{30.0, {}};
  CHECK_NOTHROW(compile(heater_model(heater, 60, 0.01, 21), standard_components()));
}

TEST_CASE("the slopes and the power of two elements are those worked out by hand") {
  std::array<double, 2> elements{50.0, 40.0}, slopes{};
  const Heater<double>::In u{60.0, 0.01, 20.0};
  const Heater<double>::Params p{0, 0, 0, 0, 4180.0, 40.0};
  Heater<double>::State dx{Many<double>(slopes)};
  Heater<double>::derivatives(u, {Many<double>(elements)}, p, dx);
  // 41.8 W/K (60 - 50) - 20 W/K (50 - 20) = -182 W over 2090 J/K
  CHECK(slopes[0] == Approx(-182.0 / 2090.0).epsilon(1e-14));
  // 41.8 W/K (50 - 40) - 20 W/K (40 - 20) = 18 W
  CHECK(slopes[1] == Approx(18.0 / 2090.0).epsilon(1e-13));
  Heater<double>::Out y;
  Heater<double>::outputs(u, {Many<double>(elements)}, p, y);
  CHECK(y.power == 1000.0);
  CHECK(y.outlet_temperature == 40.0);
}

TEST_CASE("a radiator without flow cools down to the room") {
  RunOptions options;
  options.step = std::chrono::hours(240);
  Bench<double> bench(heater_model(instance("heater", "SpaceHeater"), 60, 0.0, 18.0),
                      standard_components(), options);
  bench.simulation.initialize();
  bench.steps(5);
  CHECK(bench.value("heater.outletWaterTemperature") == Approx(18.0).epsilon(1e-12));
  CHECK(std::abs(bench.value("heater.Power")) <= 1e-9);  // W, rounding
}

template <class T>
std::vector<T> heater_functions(const std::vector<T>& x) {
  std::vector<T> elements{x[3], x[4], x[5]}, slopes(3, T(0.0));
  const typename Heater<T>::In u{x[0], x[1], x[2]};
  typename Heater<T>::Params p{x[6], x[7], x[8], x[9], x[10], T(0.0)};
  p.conductance = Heater<T>::nominal_conductance(p, 3);
  typename Heater<T>::State dx{Many<T>(slopes)};
  Heater<T>::derivatives(u, {Many<T>(elements)}, p, dx);
  typename Heater<T>::Out y;
  Heater<T>::outputs(u, {Many<T>(elements)}, p, y);
  return {y.outlet_temperature, y.power, slopes[0], slopes[1], slopes[2], p.conductance};
}

TEST_CASE("at rest and reversed a radiator has finite derivatives and carries nothing") {
  const auto f = []<class T>(const std::vector<T>& x) { return heater_functions<T>(x); };
  for (const double flow : {0.0, -0.05, 0.05}) {
    check_finite(f, {60, flow, 21, 52, 47, 43, 1000, 60, 45, 21, 5e5});
    check_finite(f, {21, flow, 21, 21, 21, 21, 1000, 60, 45, 21, 5e5});
  }
  RunOptions options;
  options.steps = 144;
  const SimulationModel still = heater_model(instance("heater", "SpaceHeater"), 60, 0.0, 18.0);
  const SimulationModel back = heater_model(instance("heater", "SpaceHeater"), 60, -0.05, 18.0);
  CHECK(run_signal(back, standard_components(), "heater.Power", options) ==
        run_signal(still, standard_components(), "heater.Power", options));
}

TEST_CASE("a radiator takes from 1 to 10000 elements") {
  Component heater = instance("heater", "SpaceHeater");
  heater.config["nelements"] = 1;
  CHECK_FALSE(validate(heater_model(heater, 60, 0.01, 21), standard_components()).has_errors());
  for (const int wrong : {0, -3, 10001}) {
    heater.config["nelements"] = wrong;
    const Diagnostics found = validate(heater_model(heater, 60, 0.01, 21), standard_components());
    CHECK_THAT(message_of(found, "model.count_invalid"), Catch::Contains("heater.nelements"));
  }
}

TEST_CASE(
    "a radiator whose nominal temperatures do not fall is refused with an error that names it") {
  for (const auto& [parameter, value] : {std::pair<const char*, double>{"T_b_nominal_sh", 60.0},
                                         {"T_b_nominal_sh", 70.0},
                                         {"TAir_nominal_sh", 50.0}}) {
    const Component heater = instance("heater", "SpaceHeater", {{parameter, value}});
    CHECK_THROWS_WITH(compile(heater_model(heater, 60, 0.01, 21), standard_components()),
                      Catch::Contains("model.computed_out_of_range  heater.UA"));
  }
}

TEST_CASE("a radiator that is not fed is refused port by port") {
  SimulationModel model;
  model.add_component(instance("heater", "SpaceHeater"));
  const Diagnostics found = validate(model, standard_components());
  CHECK(codes(found) == std::vector<std::string>(3, "model.input_missing"));
}

}  // namespace
}  // namespace hearth::test::space_heater_test

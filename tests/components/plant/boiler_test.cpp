// SPDX-License-Identifier: MIT
#include "hearth/components/plant/boiler.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::boiler_test {
namespace {

template <class T>
typename Boiler<T>::Params condensing() {
  return {T(20000.0),     T(0.89),        T(40.0), T(1.124970374),
          T(0.014963852), T(-0.02599835), T(0.0),  T(-1.40464e-6),
          T(-0.00153624), T(0.1),         T(30.0), T(85.0)};
}

template <class T>
typename Boiler<T>::Out boiler(const T& flow, const T& inlet, const T& setpoint,
                               const T& signal = T(1.0),
                               const typename Boiler<T>::Params& p = condensing<T>(),
                               BoilerEfficiency efficiency = BoilerEfficiency::Curve) {
  typename Boiler<T>::Out y;
  Boiler<T>::outputs({flow, inlet, setpoint, signal}, p, {Fuel::Gas, efficiency}, y);
  return y;
}

TEST_CASE("a boiler at half load has the efficiency of its curve") {
  // 10 kW: PLR 0.5, 40 degC. 1.124970374 + 0.007481926 - 0.0064995875 - 0.002247424 - 0.0307248
  const double flow = 10000.0 / (kWaterHeatCapacity * 20.0);
  const auto y = boiler(flow, 40.0, 60.0);
  CHECK(y.outlet_temperature == 60.0);
  CHECK(y.heat == Approx(10000.0).epsilon(1e-14));
  CHECK(y.efficiency == Approx(0.89 * 1.0929804885).epsilon(1e-12));
  CHECK(y.fuel == Approx(10000.0 / (0.89 * 1.0929804885)).epsilon(1e-12));
  CHECK(y.power == Approx(20.0).epsilon(1e-14));
}

TEST_CASE("the default boiler has its nominal efficiency at full load and 70 degC, more below") {
  // 1.113935876 - 0.00153624 θ - 1.40464e-6 θ^2 at 70 and at 30 degC
  CHECK(boiler(0.5, 70.0, 95.0).efficiency == Approx(0.89 * 0.9995163).epsilon(1e-6));
  CHECK(boiler(0.5, 30.0, 95.0).efficiency == Approx(0.89 * 1.0665845).epsilon(1e-6));
  CHECK(boiler(0.5, 10.0, 95.0).efficiency == boiler(0.5, 30.0, 95.0).efficiency);
}

TEST_CASE("a boiler gives no more than its power, or the share it is allowed") {
  CHECK(boiler(1.0, 40.0, 80.0).heat == Approx(20000.0).epsilon(1e-14));
  CHECK(boiler(1.0, 40.0, 80.0, 0.3).heat == Approx(6000.0).epsilon(1e-14));
  CHECK(boiler(1.0, 40.0, 80.0, 7.0).heat == Approx(20000.0).epsilon(1e-14));
  for (const auto& y : {boiler(1.0, 40.0, 80.0, 0.0), boiler(0.0, 40.0, 80.0),
                        boiler(-1.0, 40.0, 80.0), boiler(1.0, 85.0, 80.0)}) {
    CHECK(y.heat == 0.0);
    CHECK(y.fuel == 0.0);
    CHECK(y.power == 0.0);
  }
}

TEST_CASE("fuel and electricity are heat and losses") {
  for (const double signal : {0.02, 0.5, 1.0}) {
    const auto y = boiler(0.3, 45.0, 70.0, signal);
    CHECK(y.fuel + y.power == Approx(y.heat + y.heat_loss).epsilon(1e-15));
    CHECK(y.heat ==
          Approx(0.3 * kWaterHeatCapacity * (y.outlet_temperature - 45.0)).epsilon(1e-12));
  }
}

TEST_CASE("a constant efficiency is the nominal one at any load and temperature") {
  for (const double inlet : {20.0, 45.0, 70.0}) {
    for (const double flow : {0.001, 0.1, 0.5}) {
      const auto y =
          boiler(flow, inlet, 80.0, 1.0, condensing<double>(), BoilerEfficiency::Constant);
      CHECK(y.efficiency == 0.89);
      CHECK(y.fuel == Approx(y.heat / 0.89).epsilon(1e-14));
    }
  }
}

TEST_CASE("below its least load a boiler cycles at that efficiency") {
  CHECK(boiler(0.3, 45.0, 70.0, 0.02).efficiency == boiler(0.3, 45.0, 70.0, 0.07).efficiency);
}

TEST_CASE("a curve that falls to nothing leaves a least efficiency") {
  auto p = condensing<double>();
  p.c1 = 0.0;
  CHECK(boiler(0.3, 45.0, 70.0, 1.0, p).efficiency == 0.05);
}

TEST_CASE("a boiler and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    auto p = condensing<T>();
    p.nominal_power = x[4];
    p.nominal_efficiency = x[5];
    p.c2 = x[6];
    const auto y = boiler<T>(x[0], x[1], x[2], x[3], p);
    return std::vector<T>{y.outlet_temperature, y.heat, y.fuel, y.power, y.efficiency, y.heat_loss};
  };
  for (const double flow : {0.0, -0.1, 0.1}) {
    check_finite(f, {flow, 40, 60, 0.0, 2e4, 0.9, 0.02});
    check_finite(f, {flow, 60, 60, 1.0, 2e4, 0.9, 0.02});
  }
}

TEST_CASE("at rest a boiler gives its radiator what the radiator gives the room") {
  SimulationModel model;
  model.add_component(instance("boiler", "Boiler"));
  model.add_component(instance("radiator", "Radiator", {{"nominalPower", 5000.0}}));
  for (const auto& [name, value] : std::vector<std::pair<std::string, double>>{
           {"flow", 0.08}, {"setpoint", 65.0}, {"room", 20.0}}) {
    model.add_component(constant(name, value));
  }
  for (const char* connection :
       {"flow.scheduleValue -> boiler.waterFlowRate",
        "flow.scheduleValue -> radiator.waterFlowRate",
        "setpoint.scheduleValue -> boiler.outletWaterTemperatureSetpoint",
        "room.scheduleValue -> radiator.indoorTemperature",
        "boiler.outletWaterTemperature -> radiator.supplyWaterTemperature",
        "radiator.outletWaterTemperature -> boiler.inletWaterTemperature"}) {
    model.add_connection(connection);
  }
  RunOptions options;
  options.step = std::chrono::hours(24);
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  Bench<double> bench(model, standard_components(), options);
  bench.simulation.initialize();
  bench.steps(30);
  CHECK(bench.value("boiler.outletWaterTemperature") == 65.0);
  // What is left of the start after thirty days is rounding.
  CHECK(bench.value("boiler.heatingPower") == Approx(bench.value("radiator.Power")).epsilon(1e-9));
  CHECK(bench.value("boiler.heatingPower") > 3000.0);
}

TEST_CASE("the errors of a boiler without power or without water ports name them") {
  SimulationModel model;
  model.add_component(instance("boiler", "Boiler", {{"nominalHeatingPower", 0.0}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"),
             Catch::Contains("boiler.nominalHeatingPower"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("boiler."));
}

}  // namespace
}  // namespace hearth::test::boiler_test

// SPDX-License-Identifier: MIT
#include "hearth/components/air/fan.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::fan_test {
namespace {

constexpr double kC = kAirHeatCapacity;

template <class T>
typename Fan<T>::Params params(const T& power, const T& flow, const PartLoad<T>& c,
                               const T& share) {
  return {power, flow, c[0], c[1], c[2], c[3], share, T(0.0), T(0.0), T(0.0), T(0.0)};
}

Fan<double>::Out fan(double flow, const Fan<double>::Params& p, FanCurve curve = FanCurve::Given) {
  Fan<double>::Out y;
  Fan<double>::outputs({flow, 20.0}, p, {.curve = curve}, y);
  return y;
}

TEST_CASE("a fan at half flow takes the power of its polynomial and gives it to the air") {
  // 0.1 + 0.2/2 + 0.3/4 + 0.4/8 = 0.325 of 800 W; 0.9 of 260 W into 0.6 kg/s.
  const auto y = fan(0.6, params<double>(800.0, 1.2, {0.1, 0.2, 0.3, 0.4}, 0.9));
  CHECK(y.power == Approx(260.0).epsilon(1e-14));
  CHECK(y.outlet == Approx(20.0 + 234.0 / (0.6 * kC)).epsilon(1e-14));
}

TEST_CASE("the published curves give their published values at full flow") {
  // Sums of the coefficients, rounded to five digits as published.
  const auto at_full = [](FanCurve curve) {
    return fan(2.0, params<double>(1.0, 2.0, {}, 1.0), curve).power;
  };
  CHECK(at_full(FanCurve::InletVane) == Approx(0.98983).margin(5e-6));
  CHECK(at_full(FanCurve::DischargeDamper) == Approx(1.00083).margin(5e-6));
  CHECK(at_full(FanCurve::VariableSpeed) == Approx(0.99901).margin(5e-6));
  CHECK(at_full(FanCurve::Ashrae901) == Approx(0.9991).margin(1e-12));
  CHECK(at_full(FanCurve::Affinity) == 1.0);
}

TEST_CASE("a fan that turns at its flow follows the affinity laws") {
  const auto half = affinity_ratios(0.5);
  CHECK(half.flow == 0.5);
  CHECK(half.pressure == 0.25);
  CHECK(half.power == 0.125);
  CHECK(fan(0.5, params<double>(800.0, 1.0, {}, 1.0), FanCurve::Affinity).power == 100.0);
}

TEST_CASE("the nominal power of a fan follows from pressure and efficiency") {
  SimulationModel model;
  model.add_component(instance("fan", "Fan",
                               {{"nominalAirFlowRate", 2.4},
                                {"nominalPressureRise", 800.0},
                                {"totalEfficiency", 0.65},
                                {"motorEfficiency", 0.9},
                                {"motorInAirFraction", 0.5}}));
  model.add_component(constant("flow", 2.4));
  model.add_connection("flow.scheduleValue -> fan.airFlowRate");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  const auto value = [&](const char* name) {
    return bench.simulation.value(bench.plan.parameter(name).cells.front());
  };
  // 2 m3/s 800 Pa / 0.65; 0.9 + 0.1/2
  CHECK(value("fan.nominalPowerRate") == Approx(1600.0 / 0.65).epsilon(1e-14));
  CHECK(value("fan.f_total") == Approx(0.95).epsilon(1e-14));
  bench.steps(1);
  CHECK(bench.value("fan.Power") == Approx(0.999006872 * 1600.0 / 0.65).epsilon(1e-9));
}

TEST_CASE("a fan at rest takes nothing, whatever its curve is there") {
  for (const FanCurve curve : {FanCurve::InletVane, FanCurve::VariableSpeed}) {
    for (const double flow : {0.0, -0.3}) {
      const auto y = fan(flow, params<double>(800.0, 1.0, {}, 1.0), curve);
      CHECK(y.power == 0.0);
      CHECK(y.outlet == 20.0);
    }
  }
}

TEST_CASE("what a fan gives off is in the air at every flow") {
  const auto p = params<double>(800.0, 1.0, kInletVane, 0.7);
  for (const double flow : {1e-5, 1e-3, 5e-3, 0.01, 0.0101, 0.5, 1.3}) {
    const auto y = fan(flow, p);
    // Adding 20 degC rounds the rise to 4e-15 K.
    CHECK(flow * kC * (y.outlet - 20.0) == Approx(0.7 * y.power).epsilon(1e-11));
  }
  // The curve holds from one hundredth on, without a jump.
  CHECK(fan(0.01, p).power == Approx(800.0 * part_load_power(kInletVane, 0.01)).epsilon(1e-14));
}

template <class T>
std::vector<T> fan_functions(const std::vector<T>& x) {
  const auto p = params<T>(x[2], x[3], {x[4], x[5], x[6], x[7]}, x[8]);
  typename Fan<T>::Out y;
  Fan<T>::outputs({x[0], x[1]}, p, {.curve = FanCurve::Given}, y);
  typename Fan<T>::Params nominal = p;
  nominal.pressure_rise = x[2];
  nominal.total_efficiency = x[8];
  nominal.motor_efficiency = x[8];
  nominal.motor_in_air = x[4];
  return {y.outlet, y.power, Fan<T>::power_of_pressure(nominal), Fan<T>::heat_of_motor(nominal)};
}

TEST_CASE("a fan at the ends of its flow has finite derivatives") {
  const auto f = []<class T>(const std::vector<T>& x) { return fan_functions<T>(x); };
  for (const double flow : {0.0, -1.0, 0.012, 1.2, 1e4}) {
    check_finite(f, {flow, 20, 800, 1.2, 0.1, 0.2, 0.3, 0.4, 0.9});
  }
  check_finite(f, {0.1, 20, 0, 1e-6, -10, 10, -10, 10, 1.0});
}

TEST_CASE("a fan takes its flow and its parameters in other units") {
  SimulationModel model;
  Component fan = instance("fan", "Fan", {{"c1", 0}, {"c2", 0}, {"c3", 0}, {"c4", 1}});
  fan.parameters["nominalPowerRate"].value = Quantity{0.8, unit::kW};
  fan.parameters["nominalAirFlowRate"].value = Quantity{3600.0, unit::kg_per_h};
  fan.parameters["f_total"].value = Quantity{50.0, unit::percent};
  model.add_component(fan);
  model.add_component(constant("flow", 1800.0, unit::kg_per_h));
  model.add_component(constant("inlet", 68.0, unit::degF));
  model.add_connection("flow.scheduleValue -> fan.airFlowRate");
  model.add_connection("inlet.scheduleValue -> fan.inletAirTemperature");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  // 800 W / 8, half of it into 0.5 kg/s; conversions round in the last digits.
  CHECK(bench.value("fan.Power") == Approx(100.0).epsilon(1e-13));
  CHECK(bench.value("fan.outletAirTemperature") == Approx(20.0 + 50.0 / (0.5 * kC)).epsilon(1e-13));
}

TEST_CASE("a volume flow is not accepted as the mass flow of a fan") {
  SimulationModel model;
  model.add_component(instance("fan", "Fan"));
  model.add_component(instance("other", "Fan"));
  model.add_component(constant("flow", 1.0));
  model.add_connection("flow.scheduleValue -> fan.airFlowRate");
  model.add_connection("fan.Power -> other.airFlowRate");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.unit_mismatch"),
             Catch::Contains("fan.Power [W] -> other.airFlowRate [kg/s]"));
}

TEST_CASE(
    "a fan with an efficiency above 1 or an unknown curve is refused with an error that names it") {
  SimulationModel model;
  Component fan = instance("fan", "Fan", {{"totalEfficiency", 1.2}});
  fan.config["partLoadCurve"] = Word{"inletVanes"};
  model.add_component(fan);
  model.add_component(constant("flow", 1.0));
  model.add_connection("flow.scheduleValue -> fan.airFlowRate");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("fan.totalEfficiency"));
  CHECK_THAT(message_of(found, "model.choice_unknown"), Catch::Contains("inletVane"));
}

TEST_CASE("beyond nominal flow, power continues the curve and rises with the cube of the flow") {
  for (const PartLoad<double>& curve :
       {kInletVane, kDischargeDamper, kVariableSpeed, kAshrae901, kAffinity}) {
    const double nominal = part_load_power(curve, 1.0);
    CHECK(part_load_power(curve, 1.0 + 1e-9) == Approx(nominal).epsilon(1e-8));
    CHECK(part_load_power(curve, 2.0) == Approx(8.0 * nominal));
    CHECK(part_load_power(curve, 10.0) == Approx(1000.0 * nominal));
  }
}

}  // namespace
}  // namespace hearth::test::fan_test

// SPDX-License-Identifier: MIT
#include "hearth/components/water/storage_tank.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::storage_tank_test {
namespace {

using Tank = StorageTank<double>;

std::array<double, 3> slopes_of(const Tank::In& u, std::array<double, 3> layers, int heated = 1) {
  std::array<double, 3> slopes{};
  // 0.3 m3 in three layers: 0.1 m3 or 418 kJ/K each.
  const Tank::Params p{0.3, 1.5, 3.0, 0.6, 60.0};
  Tank::State dx{Many<double>(slopes)};
  Tank::derivatives(u, {Many<double>(layers)}, p, {heated}, dx);
  return slopes;
}

TEST_CASE("the slopes of three layers are those worked out by hand") {
  // Charged with 0.2 kg/s of 70 degC, discharged with 0.1 of 10 degC: 0.1 kg/s move down.
  const auto slopes = slopes_of({0.2, 70.0, 0.1, 10.0, 1000.0, 20.0}, {60.0, 50.0, 30.0}, 2);
  const double conductance = 0.6 * 0.2 / 0.5;  // k A/h in W/K
  const double top = 836.0 * 70.0 - 418.0 * 60.0 - 418.0 * 60.0 - conductance * 10.0 - 40.0;
  const double middle =
      418.0 * (60.0 - 50.0) + conductance * 10.0 - conductance * 20.0 - 30.0 + 1000.0;
  const double bottom = 418.0 * 50.0 + 418.0 * 10.0 - 836.0 * 30.0 + conductance * 20.0 - 10.0;
  CHECK(slopes[0] == Approx(top / 418000.0).epsilon(1e-12));
  CHECK(slopes[1] == Approx(middle / 418000.0).epsilon(1e-12));
  CHECK(slopes[2] == Approx(bottom / 418000.0).epsilon(1e-12));
}

TEST_CASE("what enters a tank minus what leaves is what it stores, whichever way it flows") {
  for (const double charge : {-0.2, 0.0, 0.1, 0.3}) {
    for (const double discharge : {-0.3, 0.0, 0.2}) {
      const Tank::In u{charge, 70.0, discharge, 10.0, 500.0, 20.0};
      const std::array<double, 3> layers{40.0, 55.0, 30.0};
      const auto slopes = slopes_of(u, layers);
      std::array<double, 3> copy = layers;
      Tank::Out y;
      Tank::outputs(u, {Many<double>(copy)}, {0.3, 1.5, 3.0, 0.6, 60.0}, y);
      const double c = kWaterHeatCapacity;
      const double net = c * std::abs(charge) * (70.0 - y.charge_return) +
                         c * std::abs(discharge) * (10.0 - y.discharge_supply) + 500.0 -
                         y.heat_loss;
      const double stored = 418000.0 * (slopes[0] + slopes[1] + slopes[2]);
      // Differences of terms of up to 1e5 W.
      CHECK(std::abs(stored - net) < 1e-9);
    }
  }
}

TEST_CASE("a tank at the temperature of its room and its connections rests") {
  for (const double slope : slopes_of({0.2, 20.0, -0.1, 20.0, 0.0, 20.0}, {20.0, 20.0, 20.0})) {
    CHECK(std::abs(slope) < 1e-15);  // K/s: rounding of 60 kW in 418 kJ/K
  }
}

SimulationModel tank_model(const Component& tank,
                           const std::vector<std::pair<std::string, double>>& inputs) {
  SimulationModel model;
  model.add_component(tank);
  for (const auto& [port, value] : inputs) {
    model.add_component(constant("s_" + port, value));
    model.add_connection("s_" + port + ".scheduleValue -> tank." + port);
  }
  return model;
}

TEST_CASE("a tank of class B cools by the loss of its test") {
  const Component tank = instance("tank", "StorageTank");
  Bench<double> bench(tank_model(tank, {{"indoorTemperature", 20.0}}), standard_components());
  bench.simulation.initialize();
  // 12 + 5.93 300^0.4 = 70.07 W at 45 K
  CHECK(bench.simulation.value(bench.plan.parameter("tank.UA").cells.front()) ==
        Approx((12.0 + 5.93 * std::pow(300.0, 0.4)) / 45.0).epsilon(1e-14));
}

TEST_CASE("layers that lie the wrong way round mix and keep their heat") {
  Component tank = instance("tank", "StorageTank", {{"UA", 0.0}});
  RunOptions options;
  options.step = std::chrono::hours(1);
  Bench<double> bench(tank_model(tank, {{"heatGain", 0.0}}), standard_components(), options);
  bench.simulation.initialize();
  CHECK(bench.value("tank.topWaterTemperature") == 20.0);
  tank.config["heatedLayer"] = 10;
  Bench<double> heated(tank_model(tank, {{"heatGain", 1000.0}}), standard_components(), options);
  heated.simulation.initialize();
  heated.steps(5);
  // 5 kWh into 0.3 m3: 14.35 K. Heated from below, the top follows the bottom closely.
  const double mean = heated.value("tank.storedHeat") / (300.0 * kWaterHeatCapacity);
  CHECK(mean == Approx(20.0 + 18e6 / (300.0 * kWaterHeatCapacity)).epsilon(1e-9));
  const double top = heated.value("tank.topWaterTemperature");
  const double bottom = heated.value("tank.bottomWaterTemperature");
  CHECK(bottom - top > 0.0);
  CHECK(bottom - top < 5.0);
}

TEST_CASE("a charged tank is stratified and its load draws from the top") {
  const Component tank = instance("tank", "StorageTank");
  RunOptions options;
  options.step = std::chrono::minutes(10);
  Bench<double> bench(
      tank_model(tank, {{"chargeWaterFlowRate", 0.05}, {"chargeWaterTemperature", 60.0}}),
      standard_components(), options);
  bench.simulation.initialize();
  bench.steps(5);  // 150 kg of 300
  CHECK(bench.value("tank.topWaterTemperature") > 59.0);
  CHECK(bench.value("tank.bottomWaterTemperature") < 22.0);
  CHECK(bench.value("tank.dischargeSupplyWaterTemperature") ==
        bench.value("tank.topWaterTemperature"));
  CHECK(bench.value("tank.chargeReturnWaterTemperature") ==
        bench.value("tank.bottomWaterTemperature"));
}

template <class T>
std::vector<T> tank_functions(const std::vector<T>& x) {
  std::vector<T> layers{x[6], x[7], x[8]}, slopes(3, T(0.0));
  const typename StorageTank<T>::In u{x[0], x[1], x[2], x[3], x[4], x[5]};
  typename StorageTank<T>::Params p{x[9], x[10], T(0.0), x[11], x[12]};
  p.conductance = StorageTank<T>::standing_loss(p);
  typename StorageTank<T>::State dx{Many<T>(slopes)};
  StorageTank<T>::derivatives(u, {Many<T>(layers)}, p, {5}, dx);
  typename StorageTank<T>::Out y;
  StorageTank<T>::outputs(u, {Many<T>(layers)}, p, y);
  return {slopes[0],   slopes[1],       slopes[2],          y.top,        y.bottom,
          y.heat_loss, y.charge_return, y.discharge_supply, p.conductance};
}

TEST_CASE("a tank and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return tank_functions<T>(x); };
  check_finite(f, {0.0, 20, 0.0, 20, 0, 20, 20, 20, 20, 0.3, 1.5, 0.6, 60});
}

TEST_CASE("a tank without layers or with a heated layer 0 is refused with an error that names it") {
  Component tank = instance("tank", "StorageTank");
  tank.config["nlayers"] = 0;
  CHECK_THAT(
      message_of(validate(tank_model(tank, {}), standard_components()), "model.count_invalid"),
      Catch::Contains("tank.nlayers"));
  Component cold = instance("tank", "StorageTank");
  cold.config["heatedLayer"] = 0;
  const Diagnostics found = validate(tank_model(cold, {}), standard_components());
  REQUIRE(found.has_errors());
  CHECK_THAT(to_string(found.items().front()), Catch::Contains("tank.heatedLayer"));
}

}  // namespace
}  // namespace hearth::test::storage_tank_test

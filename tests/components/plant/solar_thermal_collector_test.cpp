// SPDX-License-Identifier: MIT
#include "hearth/components/plant/solar_thermal_collector.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::solar_thermal_collector_test {
namespace {

using Collector = SolarThermalCollector<double>;

TEST_CASE("the slopes of two parts are those worked out by hand") {
  std::array<double, 2> parts{40.0, 60.0}, slopes{};
  const Collector::In u{800.0, 20.0, 0.01, 30.0, 0.9};
  const Collector::Params p{4.0, 0.75, 4.0, 0.01, 7000.0};
  Collector::State dx{Many<double>(slopes)};
  Collector::derivatives(u, {Many<double>(parts)}, p, dx);
  // 2 m2 (540 - 80 - 4) + 41.8 (30 - 40), 2 m2 (540 - 160 - 16) + 41.8 (40 - 60), over 14 kJ/K
  CHECK(slopes[0] == Approx((912.0 - 418.0) / 14000.0).epsilon(1e-13));
  CHECK(slopes[1] == Approx((728.0 - 836.0) / 14000.0).epsilon(1e-13));
  Collector::Out y;
  Collector::outputs(u, {Many<double>(parts)}, p, y);
  CHECK(y.heat == Approx(41.8 * 30.0).epsilon(1e-14));
  CHECK(y.sun == Approx(2160.0).epsilon(1e-14));
  CHECK(y.heat_loss == Approx(2.0 * (84.0 + 176.0)).epsilon(1e-14));
  CHECK(7000.0 * 2.0 * (slopes[0] + slopes[1]) ==
        Approx(y.sun - y.heat - y.heat_loss).epsilon(1e-12));
}

SimulationModel collector_model(double sun, double flow) {
  SimulationModel model;
  model.add_component(instance("solar", "SolarThermalCollector"));
  for (const auto& [port, value] :
       std::vector<std::pair<std::string, double>>{{"globalIrradiation", sun},
                                                   {"outdoorTemperature", 20.0},
                                                   {"waterFlowRate", flow},
                                                   {"inletWaterTemperature", 20.0}}) {
    model.add_component(constant("s_" + port, value));
    model.add_connection("s_" + port + ".scheduleValue -> solar." + port);
  }
  return model;
}

TEST_CASE("a collector at rest in the sun stagnates where its losses are its gain") {
  RunOptions options;
  options.step = std::chrono::hours(24);
  Bench<double> bench(collector_model(1000.0, 0.0), standard_components(), options);
  bench.simulation.initialize();
  bench.steps(3);
  // 713 = 3.505 d + 0.00199 d^2
  const double excess = (std::sqrt(3.505 * 3.505 + 4.0 * 0.00199 * 713.0) - 3.505) / (2 * 0.00199);
  CHECK(bench.value("solar.outletWaterTemperature") == Approx(20.0 + excess).epsilon(1e-9));
  CHECK(bench.value("solar.heatingPower") == 0.0);
}

TEST_CASE("with much flow the default collector has the efficiency of its test at no excess") {
  RunOptions options;
  options.step = std::chrono::hours(1);
  Bench<double> bench(collector_model(1000.0, 10.0), standard_components(), options);
  bench.simulation.initialize();
  bench.steps(3);
  // 10 kg/s warm by 0.05 K: the losses are below 1e-4 of the sun.
  CHECK(bench.value("solar.heatingPower") == Approx(2.9646 * 713.0).epsilon(2e-4));
}

template <class T>
std::vector<T> collector_functions(const std::vector<T>& x) {
  std::vector<T> parts{x[5], x[6]}, slopes(2, T(0.0));
  const typename SolarThermalCollector<T>::In u{x[0], x[1], x[2], x[3], x[4]};
  const typename SolarThermalCollector<T>::Params p{x[7], x[8], x[9], x[10], x[11]};
  typename SolarThermalCollector<T>::State dx{Many<T>(slopes)};
  SolarThermalCollector<T>::derivatives(u, {Many<T>(parts)}, p, dx);
  typename SolarThermalCollector<T>::Out y;
  SolarThermalCollector<T>::outputs(u, {Many<T>(parts)}, p, y);
  return {slopes[0], slopes[1], y.outlet_temperature, y.heat, y.sun, y.heat_loss};
}

TEST_CASE("a collector and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return collector_functions<T>(x); };
  for (const double flow : {0.0, -0.1}) {
    check_finite(f, {0, 20, flow, 20, 1, 20, 20, 4, 0.75, 4, 0.01, 7000});
  }
}

TEST_CASE("an optical efficiency above 1 is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("solar", "SolarThermalCollector", {{"opticalEfficiency", 1.1}}));
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("solar.opticalEfficiency"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("solar."));
}

}  // namespace
}  // namespace hearth::test::solar_thermal_collector_test

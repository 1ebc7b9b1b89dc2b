// SPDX-License-Identifier: MIT
#include "hearth/components/zones/thermal_node.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::thermal_node_test {
namespace {

/// Two neighbours and two gains, then temperature, capacity and resistances.
template <class T>
std::vector<T> slope(const std::vector<T>& x) {
  std::vector<T> neighbours{x[0], x[1]}, gains{x[2], x[3]}, resistances{x[6], x[7]};
  typename ThermalNode<T>::State dx{};
  ThermalNode<T>::derivatives({Many<T>(gains), Many<T>(neighbours)}, {x[4]},
                              {x[5], Many<T>(resistances)}, dx);
  return {dx.temperature};
}

TEST_CASE("the slope of a thermal node is that worked out by hand") {
  // (10 - 20)/0.05 + (26 - 20)/0.02 + 100 + 50 = 250 W over 1 MJ/K
  CHECK(slope<double>({10, 26, 100, 50, 20, 1e6, 0.05, 0.02})[0] == Approx(2.5e-4).epsilon(1e-13));
}

TEST_CASE("a thermal node and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) { return slope<T>(x); };
  check_finite(f, {20, 20, 0, 0, 20, 1e6, 0.05, 0.02});
}

SimulationModel node_model(double capacity, double resistance) {
  SimulationModel model;
  model.add_component(instance("node", "ThermalNode", {{"C", capacity}}));
  model.add_component(constant("beyond", 5.0, unit::degC));
  model.add_component(constant("gain", 0.1, unit::kW));
  model.add_connection("beyond.scheduleValue -> node.adjacentTemperature");
  model.add_connection("gain.scheduleValue -> node.heatGain");
  model.set_parameter("node.R[beyond]", {resistance, {}});
  return model;
}

TEST_CASE("a thermal node with one neighbour falls exponentially, whatever the step") {
  for (const int step : {60, 3600}) {
    RunOptions options;
    options.step = std::chrono::seconds(step);
    options.steps = 36000 / step;
    const auto rows =
        run_signal(node_model(2e6, 0.01), standard_components(), "node.temperature", options);
    // 100 W (0.1 kW) over 0.01 K/W are 1 K; the time constant is 20000 s.
    CHECK(rows.back() == Approx(6.0 + 14.0 * std::exp(-1.8)).epsilon(1e-11));
  }
}

TEST_CASE("the ends of a thermal node's ranges give finite temperatures") {
  for (const double capacity : {1.0, 1e15}) {
    for (const double resistance : {1e-9, 1e9}) {
      const auto rows =
          run_signal(node_model(capacity, resistance), standard_components(), "node.temperature");
      CHECK(std::isfinite(rows.back()));
    }
  }
}

TEST_CASE("a thermal node alone keeps its temperature") {
  SimulationModel model;
  model.add_component(instance("node", "ThermalNode"));
  CHECK(run_signal(model, standard_components(), "node.temperature").back() == 20.0);
}

TEST_CASE("a thermal node refuses power as a temperature, and a resistance without a neighbour") {
  SimulationModel model = node_model(1e6, 0.01);
  model.add_component(constant("power", 100.0, unit::W));
  model.add_connection("power.scheduleValue -> node.adjacentTemperature");
  model.set_parameter("node.R[nobody]", {0.01, {}});
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.unit_mismatch"), Catch::Contains("node.adjacentTemperature"));
  CHECK_THAT(message_of(found, "model.key_unknown"), Catch::Contains("nobody"));
}

}  // namespace
}  // namespace hearth::test::thermal_node_test

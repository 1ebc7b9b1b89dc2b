// SPDX-License-Identifier: MIT
#include "hearth/components/zones/interzone_air.hpp"

#include <cmath>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::interzone_air_test {
namespace {

template <class T>
std::vector<T> flows(const std::vector<T>& x) {
  typename InterzoneAir<T>::Out y;
  InterzoneAir<T>::outputs({x[0], x[1]}, {x[2]}, y);
  return {y.from_a_to_b, y.from_b_to_a};
}

TEST_CASE("an opening exchanges as much either way, and a transfer goes one way") {
  CHECK(flows<double>({1.0, 0.0, 0.02}) == std::vector<double>{0.02, 0.02});
  CHECK(flows<double>({0.5, 0.03, 0.02}) == std::vector<double>{0.04, 0.01});
  CHECK(flows<double>({0.5, -0.03, 0.02}) == std::vector<double>{0.01, 0.04});
  CHECK(flows<double>({0.0, 0.0, 0.02}) == std::vector<double>{0.0, 0.0});
  CHECK(flows<double>({2.0, 0.0, 0.02}) == std::vector<double>{0.02, 0.02});
  CHECK(flows<double>({-1.0, 0.0, 1e4}) == std::vector<double>{0.0, 0.0});
}

TEST_CASE("the derivatives of an exchange at rest are finite") {
  std::vector<Jet8> rest{Jet8(1.0, 0), Jet8(0.0, 1), Jet8(0.0, 2)};
  for (const Jet8& flow : flows(rest)) CHECK(flow.v.allFinite());
}

/// Two zones that exchange 0.05 kg/s, coupled as in the header.
SimulationModel two_zones() {
  SimulationModel model;
  model.add_component(constant("out", 0.0));
  model.add_component(instance("door", "InterzoneAir", {{"exchangeAirFlowRate", 0.05}}));
  for (const char* id : {"a", "b"}) {
    model.add_component(instance(id, "MixedAirZone"));
    model.add_connection(std::string("out.scheduleValue -> ") + id + ".outdoorTemperature");
  }
  model.add_connection("door.airFlowRateAB -> a.exhaustAirFlowRate[door]");
  model.add_connection("door.airFlowRateBA -> b.exhaustAirFlowRate[door]");
  for (const auto& [from, to] : {std::pair("a", "b"), std::pair("b", "a")}) {
    model.add_connection(std::string(from) + ".outletAirFlowRate[door] -> " + to +
                         ".airFlowRateIn[door]");
    for (const char* state : {"Temperature", "HumidityRatio", "CO2"}) {
      model.add_connection(std::string(from) + ".outletAir" + state + " -> " + to + ".air" + state +
                           "In[door]");
    }
    model.component(from).initial["outletAirFlowRate"] = Quantity{0.05, {}};
  }
  model.set_initial("a.indoorTemperature", {30.0, {}});
  model.set_initial("a.indoorHumidityRatio", {0.010, {}});
  model.set_initial("b.indoorCO2", {1600.0, {}});
  return model;
}

TEST_CASE("two zones that exchange air become alike and lose nothing") {
  for (const int step : {60, 600, 3600}) {
    RunOptions options;
    options.step = std::chrono::seconds(step);
    options.steps = 86400 / step;
    options.compile.coupling = Coupling::GaussSeidel;
    Bench<double> bench(two_zones(), standard_components(), options);
    // One way is removed to open the cycle: the air of one step stays on it.
    REQUIRE(bench.plan.lags.size() == 4);
    const std::string giver = bench.plan.lags.front().connection->from.component;
    const double on_the_way = 0.05 * step;  // kg
    bench.simulation.initialize();
    std::map<std::string, double> mean;
    for (const std::string state : {"Temperature", "HumidityRatio", "CO2"}) {
      mean[state] =
          (120.0 * bench.value("a.indoor" + state) + 120.0 * bench.value("b.indoor" + state) +
           on_the_way * bench.value(giver + ".indoor" + state)) /
          (240.0 + on_the_way);
    }
    bench.steps(options.steps);
    INFO(step);
    for (const auto& [state, expected] : mean) {
      for (const char* zone : {"a.indoor", "b.indoor"}) {
        // A day is fifty time constants of 1200 s.
        CHECK(bench.value(zone + state) == Approx(expected).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("a transfer without a way back is made up from outdoors") {
  SimulationModel model = two_zones();
  model.set_parameter("door.exchangeAirFlowRate", {0.0, {}});
  model.add_component(constant("transfer", 0.1, unit::kg_per_s));
  model.add_connection("transfer.scheduleValue -> door.transferAirFlowRate");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(10);
  CHECK(bench.value("a.makeupAirFlowRate") == 0.1);
  CHECK(bench.value("b.surplusAirFlowRate") == 0.1);
  CHECK(bench.value("a.surplusAirFlowRate") == 0.0);
}

TEST_CASE("wrong settings of an exchange are refused with an error that names them") {
  SimulationModel model = two_zones();
  model.set_parameter("door.exchangeAirFlowRate", {-0.1, {}});
  model.remove_connection("a.outletAirTemperature -> b.airTemperatureIn[door]");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("door.exchangeAirFlowRate"));
  CHECK_THAT(message_of(found, "model.key_incomplete"),
             Catch::Contains("b.airTemperatureIn[door]"));
}

}  // namespace
}  // namespace hearth::test::interzone_air_test

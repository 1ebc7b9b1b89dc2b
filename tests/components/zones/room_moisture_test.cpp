// SPDX-License-Identifier: MIT
#include "hearth/components/zones/room_moisture.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::room_moisture_test {
namespace {

/// A room of 100 m3 with two people and 0.1 kg/s of supply air.
SimulationModel room(double supply, double exhaust,
                     const std::vector<std::pair<std::string, double>>& parameters = {}) {
  SimulationModel model;
  model.add_component(instance("room", "RoomMoisture", parameters));
  const std::vector<std::pair<const char*, double>> inputs{{"supplyAirFlowRate", supply},
                                                           {"exhaustAirFlowRate", exhaust},
                                                           {"supplyAirHumidityRatio", 0.008},
                                                           {"outdoorHumidityRatio", 0.004},
                                                           {"numberOfPeople", 2.0}};
  for (const auto& [port, value] : inputs) {
    model.add_component(constant(port, value));
    model.add_connection(std::string(port) + ".scheduleValue -> room." + port);
  }
  return model;
}

double settled(const SimulationModel& model) {
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1000);
  return bench.value("room.indoorHumidityRatio");
}

}  // namespace

TEST_CASE("a room settles where supply and leaks take what its people give off") {
  // By hand: 0.1 (0.008 - w) + 0.002 (0.004 - w) + 2 55/2.501e6 = 0.
  const double wanted = (0.1 * 0.008 + 0.002 * 0.004 + 110.0 / 2.501e6) / 0.102;
  CHECK(settled(room(0.1, 0.1, {{"m_inf", 0.002}})) == Approx(wanted).epsilon(1e-12));
}

TEST_CASE("what is exhausted beyond the supply comes from outdoors") {
  const double wanted = (0.1 * 0.008 + 0.051 * 0.004 + 110.0 / 2.501e6) / 0.151;
  CHECK(settled(room(0.1, 0.15)) == Approx(wanted).epsilon(1e-12));
}

TEST_CASE("air that leaves backwards through the supply is replaced by outdoor air") {
  const double wanted = 0.004 + 110.0 / 2.501e6 / 0.101;
  CHECK(settled(room(-0.1, 0.0)) == Approx(wanted).epsilon(1e-12));
}

TEST_CASE("a closed room gets wetter by what its people give off") {
  SimulationModel model = room(0.0, 0.0, {{"m_inf", 1e-6}, {"V", 50.0}});
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  // 600 s; leaks of 1e-6 kg/s change it by 1e-5 of that.
  CHECK(bench.value("room.indoorHumidityRatio") - 0.006 ==
        Approx(600.0 * 110.0 / 2.501e6 / 60.0).epsilon(1e-4));
}

TEST_CASE("the ends of the ranges give finite rates") {
  for (const double volume : {1e-3, 1e6}) {
    for (const double latent : {0.0, 1e4}) {
      const double value = settled(room(0.1, 0.1, {{"V", volume}, {"latentHeat", latent}}));
      CHECK(std::isfinite(value));
    }
  }
}

}  // namespace hearth::test::room_moisture_test

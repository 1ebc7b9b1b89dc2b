// SPDX-License-Identifier: MIT
#include "hearth/components/zones/internal_gain.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::internal_gain_test {
namespace {

SimulationModel gain_model(const std::vector<std::pair<std::string, double>>& parameters) {
  SimulationModel model;
  model.add_component(instance("light", "InternalGain", parameters));
  return model;
}

TEST_CASE("lights give what they take, by their shares") {
  SimulationModel model = gain_model({{"nominalPower", 2000},
                                      {"radiantFraction", 0.4},
                                      {"latentFraction", 0.1},
                                      {"lostFraction", 0.2}});
  model.add_component(constant("use", 50.0, unit::percent));
  model.add_connection("use.scheduleValue -> light.inputSignal");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("light.Power") == Approx(1000.0).epsilon(1e-15));
  CHECK(bench.value("light.heatGain") == Approx(300.0).epsilon(1e-14));
  CHECK(bench.value("light.radiantHeatGain") == Approx(400.0).epsilon(1e-14));
  CHECK(bench.value("light.moistureGain") == Approx(100.0 / 2.501e6).epsilon(1e-14));
}

TEST_CASE("equipment works out of the box, and its shares range from nothing to all") {
  Bench<double> bench(gain_model({}), standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("light.heatGain") == Approx(700.0).epsilon(1e-14));
  for (const char* share : {"radiantFraction", "latentFraction", "lostFraction"}) {
    SimulationModel model = gain_model({{"radiantFraction", 0}, {"latentFraction", 0}});
    model.set_parameter(std::string("light.") + share, {1.0, {}});
    Bench<double> all(model, standard_components());
    all.simulation.initialize();
    CHECK(all.value("light.heatGain") == 0.0);
  }
}

TEST_CASE("shares that add up to more than 1 are refused with an error that names them") {
  try {
    compile(gain_model({{"radiantFraction", 0.7}, {"lostFraction", 0.5}}), standard_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.computed_out_of_range");
    CHECK_THAT(error.what(), Catch::Contains("light.convectiveFraction"));
  }
  try {
    compile(gain_model({{"radiantFraction", 0.6}, {"convectiveFraction", 0.7}}),
            standard_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.parameters_contradict");
    CHECK_THAT(error.what(), Catch::Contains("lostFraction and convectiveFraction is 1.3"));
  }
  const Diagnostics found = validate(gain_model({{"radiantFraction", 1.5}}), standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("light.radiantFraction"));
}

TEST_CASE("a gain of nothing and its derivatives are finite") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename InternalGain<T>::Params p{x[1], x[2], x[3], x[4], T(0.0)};
    p.convective = InternalGain<T>::rest(p);
    typename InternalGain<T>::Out y;
    InternalGain<T>::outputs({x[0]}, p, y);
    return std::vector<T>{y.power, y.convective, y.radiant, y.moisture};
  };
  check_finite(f, {0, 0, 0, 0, 0});
}

}  // namespace
}  // namespace hearth::test::internal_gain_test

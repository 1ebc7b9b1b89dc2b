// SPDX-License-Identifier: MIT
#include "hearth/components/zones/occupants.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::occupants_test {
namespace {

SimulationModel people_model(double number,
                             const std::vector<std::pair<std::string, double>>& parameters = {}) {
  SimulationModel model;
  model.add_component(instance("people", "Occupants", parameters));
  model.add_component(constant("number", number));
  model.add_connection("number.scheduleValue -> people.numberOfPeople");
  return model;
}

TEST_CASE("ten people at office work give the heat and water of the table") {
  Bench<double> bench(people_model(10.0), standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("people.heatGain") == Approx(315.0).epsilon(1e-14));
  CHECK(bench.value("people.radiantHeatGain") == Approx(435.0).epsilon(1e-14));
  CHECK(bench.value("people.moistureGain") == Approx(550.0 / 2.501e6).epsilon(1e-14));
}

TEST_CASE("the CO2 of a person at 1.2 met is 0.0052 L/s") {
  // ASHRAE 62.1-2016, appendix D: 0.31 L/min at 1.2 met, rounded; 1.8 m2 of skin make 125.7 W.
  SimulationModel model = people_model(1.0, {{"sensibleHeat", 75.7}, {"latentHeat", 50.0}});
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  CHECK(bench.value("people.co2Gain") / 1.839 == Approx(0.31e-3 / 60.0).epsilon(0.005));
  // By hand: 0.83 0.00276e-3 2.16 / 0.9609 = 5.1495e-6 m3/s.
  CHECK(bench.value("people.co2Gain") == Approx(1.839 * 5.1495e-6).epsilon(2e-4));
  model.set_parameter("people.co2Generation", {1e-5, {}});
  Bench<double> given(model, standard_components());
  given.simulation.initialize();
  CHECK(given.value("people.co2Gain") == 1e-5);
}

TEST_CASE("no people give nothing, and the ends of the ranges give finite gains") {
  Bench<double> empty(people_model(0.0), standard_components());
  empty.simulation.initialize();
  for (const char* name : {"heatGain", "radiantHeatGain", "moistureGain", "co2Gain"}) {
    CHECK(empty.value(std::string("people.") + name) == 0.0);
  }
  for (const double heat : {0.0, 1e4}) {
    for (const double radiant : {0.0, 1.0}) {
      Bench<double> bench(
          people_model(
              3.0, {{"sensibleHeat", heat}, {"latentHeat", heat}, {"radiantFraction", radiant}}),
          standard_components());
      bench.simulation.initialize();
      CHECK(bench.value("people.heatGain") + bench.value("people.radiantHeatGain") ==
            Approx(3.0 * heat).epsilon(1e-14));
    }
  }
}

TEST_CASE("wrong settings of people are refused with an error that names them") {
  SimulationModel model = people_model(1.0, {{"radiantFraction", 1.1}});
  model.remove_component("number");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("people.radiantFraction"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("numberOfPeople"));
}

TEST_CASE("the gains of no people and their derivatives are finite") {
  const auto f = []<class T>(const std::vector<T>& x) {
    typename Occupants<T>::Params p{x[1], x[2], x[3], T(0.0)};
    p.co2 = Occupants<T>::co2_of_heat(p);
    typename Occupants<T>::Out y;
    Occupants<T>::outputs({x[0]}, p, y);
    return std::vector<T>{y.convective, y.radiant, y.moisture, y.co2};
  };
  check_finite(f, {0, 0, 0, 0});
}

}  // namespace
}  // namespace hearth::test::occupants_test

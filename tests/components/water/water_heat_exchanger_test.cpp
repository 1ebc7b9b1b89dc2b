// SPDX-License-Identifier: MIT
#include "hearth/components/water/water_heat_exchanger.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::water_heat_exchanger_test {
namespace {

template <class T>
typename WaterHeatExchanger<T>::Out exchanged(const T& primary, const T& secondary, const T& warm,
                                              const T& cold, const T& conductance,
                                              FlowRegime regime = FlowRegime::Counter) {
  typename WaterHeatExchanger<T>::Out y;
  WaterHeatExchanger<T>::outputs({primary, secondary, warm, cold},
                                 {conductance, T(4180.0), T(3800.0)}, {regime}, y);
  return y;
}

TEST_CASE("balanced streams in counter flow exchange N/(1 + N)") {
  // Capacity rates of 418 W/K, UA twice that.
  const auto y = exchanged(0.1, 0.11, 80.0, 20.0, 836.0);
  CHECK(y.effectiveness == Approx(2.0 / 3.0).epsilon(1e-12));
  CHECK(y.primary_outlet == Approx(40.0).epsilon(1e-12));
  CHECK(y.secondary_outlet == Approx(60.0).epsilon(1e-12));
  CHECK(y.heat == Approx(418.0 * 40.0).epsilon(1e-12));
}

TEST_CASE("what the primary stream loses the secondary gains, in every regime") {
  for (int regime = 0; regime < 7; ++regime) {
    for (const double flow : {0.02, 0.2, 2.0}) {
      const auto y = exchanged(0.3, flow, 80.0, 20.0, 3000.0, FlowRegime(regime));
      CHECK(0.3 * 4180.0 * (80.0 - y.primary_outlet) == Approx(y.heat).epsilon(1e-11));
      CHECK(flow * 3800.0 * (y.secondary_outlet - 20.0) == Approx(y.heat).epsilon(1e-11));
      CHECK(y.secondary_outlet <= 80.0);
      CHECK(y.primary_outlet >= 20.0);
    }
  }
}

TEST_CASE("a stream at rest or reversed takes no heat") {
  for (const double flow : {0.0, -0.3}) {
    CHECK(exchanged(flow, 0.2, 80.0, 20.0, 3000.0).heat == 0.0);
    CHECK(exchanged(0.3, flow, 80.0, 20.0, 3000.0).heat == 0.0);
  }
  CHECK(exchanged(0.3, 0.2, 50.0, 50.0, 3000.0).heat == 0.0);
  CHECK(exchanged(0.3, 0.2, 80.0, 20.0, 0.0).heat == 0.0);
}

TEST_CASE("a heat exchanger and its derivatives are finite at rest") {
  for (int regime = 0; regime < 8; ++regime) {
    const auto f = [regime]<class T>(const std::vector<T>& x) {
      const auto y = exchanged<T>(x[0], x[1], x[2], x[3], x[4], FlowRegime(regime));
      return std::vector<T>{y.primary_outlet, y.secondary_outlet, y.heat, y.effectiveness};
    };
    check_finite(f, {0.0, 0.2, 80, 20, 1500});
    check_finite(f, {0.3, -0.2, 20, 20, 0.0});
    check_finite(f, {0.0, 0.0, 20, 20, 1500});
  }
}

TEST_CASE("a flow regime that does not exist is refused with an error that names it") {
  SimulationModel model;
  Component exchanger = instance("exchanger", "WaterHeatExchanger");
  exchanger.config["flowRegime"] = Word{"sideways"};
  model.add_component(exchanger);
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.choice_unknown"), Catch::Contains("exchanger.flowRegime"));
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("exchanger."));
}

}  // namespace
}  // namespace hearth::test::water_heat_exchanger_test

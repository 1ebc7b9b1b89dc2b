// SPDX-License-Identifier: MIT
#include "hearth/components/air/damper.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::damper_test {
namespace {

template <class T>
typename Damper<T>::Out damper(const T& position, const T& nominal_flow, const T& a) {
  const typename Damper<T>::Params p{nominal_flow, a};
  typename Damper<T>::Derived q;
  Damper<T>::prepare(p, q);
  typename Damper<T>::Out y;
  Damper<T>::outputs({position}, p, q, y);
  return y;
}

TEST_CASE("a half open damper follows its exponential characteristic") {
  // a = 1, nominal flow 1: b = ln 2, so that half open lets 2^(1/2) - 1 through.
  CHECK(damper(0.5, 1.0, 1.0).flow == Approx(std::sqrt(2.0) - 1.0).epsilon(1e-14));
}

TEST_CASE("a closed damper passes no air, an open one the nominal flow") {
  for (const double nominal : {1e-6, 0.034, 1e3}) {
    for (const double a : {1e-6, 1.0, 1e6}) {
      CHECK(damper(0.0, nominal, a).flow == 0.0);
      // a (e^b - 1) loses what 1 rounds off: about two units in the last place of 1, times a,
      // and of the exponent, times the flow.
      CHECK(std::abs(damper(1.0, nominal, a).flow - nominal) <= 5e-16 * a + 2e-14 * nominal);
    }
  }
}

TEST_CASE("a damper driven past its ends stays at them") {
  CHECK(damper(1.7, 0.034, 1.0).flow == damper(1.0, 0.034, 1.0).flow);
  CHECK(damper(-0.2, 0.034, 1.0).flow == 0.0);
}

TEST_CASE("a damper without a position is refused with a remedy") {
  SimulationModel model;
  model.add_component(instance("damper", "Damper"));
  const Diagnostics found = validate(model, standard_components());
  CHECK(codes(found) == std::vector<std::string>{"model.input_missing"});
  const std::string text = message_of(found, "model.input_missing");
  CHECK_THAT(text, Catch::Contains("damper.damperPosition"));
  CHECK_THAT(text, Catch::Contains("connect an output to it"));
}

TEST_CASE("a flow is not accepted as the position of a damper") {
  SimulationModel model;
  model.add_component(instance("a", "Damper"));
  model.add_component(instance("b", "Damper"));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> a.damperPosition");
  model.add_connection("a.airFlowRate -> b.damperPosition");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.unit_mismatch"),
             Catch::Contains("a.airFlowRate [kg/s] -> b.damperPosition [1]"));
}

}  // namespace
}  // namespace hearth::test::damper_test

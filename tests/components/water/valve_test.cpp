// SPDX-License-Identifier: MIT
#include "hearth/components/water/valve.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::valve_test {
namespace {

template <class T>
typename Valve<T>::Out valve(const T& position, const T& flow_max, const T& authority,
                             FlowCharacteristic characteristic = FlowCharacteristic::Linear) {
  typename Valve<T>::Out y;
  Valve<T>::outputs({position}, {flow_max, authority, T(50.0), T(1e-4), T(0.01)}, {characteristic},
                    y);
  return y;
}

TEST_CASE("a half open valve of authority one half passes 0.632 of its flow") {
  // 0.5 / sqrt(0.25 * 0.5 + 0.5) = 0.5 / sqrt(0.625)
  CHECK(valve(0.5, 1.0, 0.5).flow == Approx(0.6324555320336759).epsilon(1e-15));
}

TEST_CASE("a valve of authority 1 is linear") {
  for (const double u : {0.0, 0.25, 0.5, 1.0}) CHECK(valve(u, 0.016, 1.0).flow == 0.016 * u);
}

TEST_CASE("a valve of authority 0 is open or closed") {
  CHECK(valve(0.0, 0.016, 0.0).flow == 0.0);
  // The trickle holds the root off zero below an opening of 1e-6.
  for (const double u : {1e-5, 0.1, 1.0}) {
    CHECK(valve(u, 0.016, 0.0).flow == Approx(0.016).epsilon(1e-15));
  }
  CHECK(valve(1e-7, 0.016, 0.0).flow == Approx(0.0016).epsilon(1e-12));
}

TEST_CASE("a closed valve passes nothing, an open one its largest flow") {
  for (const double authority : {0.0, 0.4, 1.0}) {
    for (const double flow : {0.0, 0.016, 1e3}) {
      CHECK(valve(0.0, flow, authority).flow == 0.0);
      CHECK(valve(1.0, flow, authority).flow == Approx(flow).epsilon(1e-15));
    }
  }
}

TEST_CASE("a valve driven past its ends stays at them") {
  CHECK(valve(2.0, 0.016, 0.5).flow == valve(1.0, 0.016, 0.5).flow);
  CHECK(valve(-1.0, 0.016, 0.5).flow == 0.0);
}

TEST_CASE("a half open valve follows the characteristic it is given") {
  const double root = std::sqrt(0.02);  // 50^-0.5
  CHECK(valve(0.5, 1.0, 1.0, FlowCharacteristic::EqualPercentage).flow ==
        Approx(root).epsilon(1e-14));
  CHECK(valve(0.5, 1.0, 0.25, FlowCharacteristic::EqualPercentage).flow ==
        Approx(1.0 / std::sqrt(0.25 / 0.02 + 0.75)).epsilon(1e-14));
  CHECK(valve(0.25, 1.0, 1.0, FlowCharacteristic::QuickOpening).flow == 0.5);
  CHECK(valve(0.0, 1.0, 1.0, FlowCharacteristic::BlendedEqualPercentage).flow == 1e-4);
  CHECK(valve(0.5, 1.0, 1.0, FlowCharacteristic::BlendedEqualPercentage).flow ==
        Approx(root).epsilon(1e-14));
}

TEST_CASE("every characteristic is open when open and finite at its ends") {
  for (const auto c :
       {FlowCharacteristic::Linear, FlowCharacteristic::EqualPercentage,
        FlowCharacteristic::QuickOpening, FlowCharacteristic::BlendedEqualPercentage}) {
    const auto f = [c]<class T>(const std::vector<T>& x) {
      return std::vector<T>{valve<T>(x[0], x[1], x[2], c).flow};
    };
    for (const double authority : {0.0, 0.5, 1.0}) {
      CHECK(valve(1.0, 0.016, authority, c).flow == Approx(0.016).epsilon(1e-14));
      for (const double opening : {0.0, 1.0}) check_finite(f, {opening, 0.016, authority});
    }
  }
}

TEST_CASE("the characteristic of a valve is given by its word") {
  SimulationModel model;
  Component quick = instance("valve", "Valve", {{"waterFlowRateMax", 1.0}});
  quick.config["characteristic"] = Word{"quickOpening"};
  model.add_component(quick);
  model.add_component(constant("quarter", 25.0, unit::percent));
  model.add_connection("quarter.scheduleValue -> valve.valvePosition");
  CHECK(run_signal(model, standard_components(), "valve.waterFlowRate").back() == 0.5);
}

TEST_CASE("a characteristic that does not exist is refused with an error that names it") {
  SimulationModel model;
  Component odd = instance("valve", "Valve");
  odd.config["characteristic"] = Word{"equalPercent"};
  model.add_component(odd);
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> valve.valvePosition");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.choice_unknown"),
             Catch::Contains("valve.characteristic"));
}

TEST_CASE("an authority above 1 is refused") {
  SimulationModel model;
  model.add_component(instance("valve", "Valve", {{"valveAuthority", 1.5}}));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> valve.valvePosition");
  const Diagnostics found = validate(model, standard_components());
  CHECK_THAT(message_of(found, "model.out_of_range"), Catch::Contains("valve.valveAuthority"));
}

TEST_CASE("an unknown port of a valve is refused with the nearest name") {
  SimulationModel model;
  model.add_component(instance("valve", "Valve"));
  model.add_component(constant("half", 0.5));
  model.add_connection("half.scheduleValue -> valve.valvePositon");
  CHECK_THAT(message_of(validate(model, standard_components()), "model.port_unknown"),
             Catch::Contains("did you mean 'valvePosition'?"));
}

}  // namespace
}  // namespace hearth::test::valve_test

// SPDX-License-Identifier: MIT
#include "hearth/components/water/three_way_valve.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::three_way_valve_test {
namespace {

template <class T>
typename ThreeWayValve<T>::Out mixed(const T& position, const T& flow, const T& supply,
                                     const T& back,
                                     FlowCharacteristic law = FlowCharacteristic::Linear) {
  typename ThreeWayValve<T>::Out y;
  ThreeWayValve<T>::outputs({position, flow, supply, back}, {T(50.0), T(1e-4), T(0.01)}, {law}, y);
  return y;
}

TEST_CASE("a quarter open linear valve takes a quarter from the supply") {
  const auto y = mixed(0.25, 0.4, 60.0, 40.0);
  CHECK(y.supply_flow == 0.1);
  CHECK(y.bypass_flow == Approx(0.3).epsilon(1e-15));
  CHECK(y.temperature == 45.0);
}

TEST_CASE("an equal percentage port shares with the linear bypass") {
  // 50^-0.5 to 0.5
  const auto y = mixed(0.5, 1.0, 60.0, 40.0, FlowCharacteristic::EqualPercentage);
  CHECK(y.supply_flow == Approx(0.1414213562373095 / 0.6414213562373095).epsilon(1e-14));
}

TEST_CASE("a closed valve recirculates, an open one does not, and either keeps the energy") {
  for (const auto law : {FlowCharacteristic::Linear, FlowCharacteristic::QuickOpening}) {
    CHECK(mixed(0.0, 0.4, 60.0, 40.0, law).temperature == 40.0);
    CHECK(mixed(0.0, 0.4, 60.0, 40.0, law).supply_flow == 0.0);
  }
  for (const int law : {0, 1, 2, 3}) {
    CHECK(mixed(1.0, 0.4, 60.0, 40.0, FlowCharacteristic(law)).bypass_flow == 0.0);
    CHECK(mixed(1.5, 0.4, 60.0, 40.0, FlowCharacteristic(law)).temperature == 60.0);
    const auto y = mixed(0.7, 0.4, 60.0, 40.0, FlowCharacteristic(law));
    CHECK(0.4 * y.temperature ==
          Approx(60.0 * y.supply_flow + 40.0 * y.bypass_flow).epsilon(1e-14));
  }
}

TEST_CASE("a three-way valve and its derivatives are finite at its ends") {
  for (const int law : {0, 1, 2, 3}) {
    const auto f = [law]<class T>(const std::vector<T>& x) {
      const auto y = mixed<T>(x[0], x[1], x[2], x[3], FlowCharacteristic(law));
      return std::vector<T>{y.supply_flow, y.bypass_flow, y.temperature};
    };
    for (const double opening : {0.0, 1.0}) {
      for (const double flow : {0.0, -0.4}) check_finite(f, {opening, flow, 50, 50});
    }
  }
}

TEST_CASE("a three-way valve without a return is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("valve", "ThreeWayValve"));
  const Diagnostics found = validate(model, standard_components());
  CHECK(codes(found) == std::vector<std::string>(4, "model.input_missing"));
}

}  // namespace
}  // namespace hearth::test::three_way_valve_test

// SPDX-License-Identifier: MIT
#include "hearth/components/water/supply_water_junction.hpp"

#include <array>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::supply_water_junction_test {
namespace {

template <class T>
T supplied(std::vector<T> flows, const T& bias) {
  typename SupplyWaterJunction<T>::Out y;
  SupplyWaterJunction<T>::outputs({Many<T>(flows)}, {bias}, y);
  return y.flow;
}

TEST_CASE("a junction asks for what its consumers draw and a bias") {
  CHECK(supplied<double>({0.1, 0.25}, 0.0) == 0.35);
  CHECK(supplied<double>({0.1, 0.25}, 0.05) == Approx(0.4).epsilon(1e-15));
  CHECK(supplied<double>({}, 0.0) == 0.0);
}

TEST_CASE("a supply junction and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    return std::vector<T>{supplied<T>({x[0], x[1]}, x[2])};
  };
  check_finite(f, {0.0, -0.2, 0.0});
}

TEST_CASE("valves feed a supply junction by key") {
  SimulationModel model;
  model.add_component(instance("junction", "SupplyWaterJunction"));
  model.add_component(constant("a", 0.1));
  model.add_component(constant("b", 7.2, unit::kg_per_h));
  model.add_connection("a.scheduleValue -> junction.waterFlowRateOut[a]");
  model.add_connection("b.scheduleValue -> junction.waterFlowRateOut[b]");
  CHECK(run_signal(model, standard_components(), "junction.waterFlowRateIn").back() ==
        Approx(0.102).epsilon(1e-14));
}

TEST_CASE("a temperature is not accepted as a flow of a junction") {
  SimulationModel model;
  model.add_component(instance("junction", "SupplyWaterJunction"));
  model.add_component(constant("a", 20.0, unit::degC));
  model.add_connection("a.scheduleValue -> junction.waterFlowRateOut[a]");
  CHECK(validate(model, standard_components()).has_errors());
}

}  // namespace
}  // namespace hearth::test::supply_water_junction_test

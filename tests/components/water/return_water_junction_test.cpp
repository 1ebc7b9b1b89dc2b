// SPDX-License-Identifier: MIT
#include "hearth/components/water/return_water_junction.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/finite.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::return_water_junction_test {
namespace {

template <class T>
typename ReturnWaterJunction<T>::Out mixed(std::vector<T> flows, std::vector<T> temperatures,
                                           const T& bias = T(0.0)) {
  typename ReturnWaterJunction<T>::Out y;
  ReturnWaterJunction<T>::outputs({Many<T>(flows), Many<T>(temperatures)}, {bias}, y);
  return y;
}

TEST_CASE("returns mix by what they carry") {
  const auto y = mixed<double>({0.1, 0.3}, {30.0, 50.0});
  CHECK(y.flow == 0.4);
  CHECK(y.temperature == Approx(45.0).epsilon(1e-15));
  CHECK(mixed<double>({0.1, 0.3}, {30.0, 50.0}, 0.1).flow == 0.5);
}

TEST_CASE("the mixed return carries exactly what came in") {
  for (const double flow : {1e-5, 0.1, 100.0}) {
    const auto y = mixed<double>({flow, 3.0 * flow}, {31.0, 57.0});
    CHECK(y.flow * y.temperature == Approx(flow * (31.0 + 171.0)).epsilon(1e-15));
  }
}

TEST_CASE("at rest the mixed temperature is the plain mean") {
  CHECK(mixed<double>({0.0, 0.0}, {30.0, 50.0}).temperature == 40.0);
  CHECK(mixed<double>({0.0, 0.0}, {30.0, 50.0}).flow == 0.0);
  CHECK(mixed<double>({-0.1, 0.0}, {30.0, 50.0}).temperature == 40.0);
  CHECK(mixed<double>({}, {}).temperature == 20.0);
}

TEST_CASE("a reversed return has no weight") {
  CHECK(mixed<double>({-0.1, 0.3}, {30.0, 50.0}).temperature == 50.0);
}

TEST_CASE("a return junction and its derivatives are finite at rest") {
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto y = mixed<T>({x[0], x[1]}, {x[2], x[3]}, x[4]);
    return std::vector<T>{y.flow, y.temperature};
  };
  check_finite(f, {0.0, 0.0, 30, 50, 0.0});
  check_finite(f, {-0.1, 0.1, 30, 30, 0.0});
}

TEST_CASE("a stream without its temperature is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("junction", "ReturnWaterJunction"));
  model.add_component(constant("a", 0.1));
  model.add_connection("a.scheduleValue -> junction.waterFlowRateIn[a]");
  const Diagnostics found = validate(model, standard_components());
  REQUIRE(found.has_errors());
  CHECK_THAT(to_string(found.items().front()), Catch::Contains("junction.waterTemperatureIn"));
}

}  // namespace
}  // namespace hearth::test::return_water_junction_test

// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/min.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::min_test {
namespace {

template <class T>
T smallest(std::vector<T> inputs) {
  typename Min<T>::Out y;
  Min<T>::outputs({Many<T>(inputs)}, y);
  return y.value;
}

TEST_CASE("the smallest of several inputs is passed on, wherever it stands") {
  CHECK(smallest<double>({2.0, 7.5, -3.0}) == -3.0);
  CHECK(smallest<double>({7.5, -3.0, 2.0}) == -3.0);
  CHECK(smallest<double>({-3.0, 2.0, 7.5}) == -3.0);
  CHECK(smallest<double>({-4.0}) == -4.0);
  CHECK(smallest<double>({1.5, 1.5}) == 1.5);
  CHECK(smallest<double>({}) == 0.0);
}

TEST_CASE("a smallest of unlike quantities is refused, one of two units is converted") {
  SimulationModel model;
  model.add_component(instance("m", "Min"));
  model.add_component(constant("a", 20.0, unit::degC));
  model.add_component(constant("b", 68.0, unit::degF));  // 20 degC
  model.add_connection("a.scheduleValue -> m.inputs[a]");
  model.add_connection("b.scheduleValue -> m.inputs[b]");
  CHECK(run_signal(model, standard_components(), "m.value", {.steps = 1}).back() ==
        Approx(20.0).epsilon(1e-14));
  model.add_component(constant("c", 900.0, unit::ppm));
  model.add_connection("c.scheduleValue -> m.inputs[c]");
  CHECK_FALSE(message_of(validate(model, standard_components()), "model.unit_mismatch").empty());
}

}  // namespace
}  // namespace hearth::test::min_test

// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/on_off.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::on_off_test {
namespace {

template <class T>
T switched(const T& criterion, std::vector<T> value, const typename OnOff<T>::Params& p) {
  typename OnOff<T>::Out y;
  OnOff<T>::outputs({Many<T>(value), criterion}, p, y);
  return y.value;
}

TEST_CASE("the output is the value from the threshold on, otherwise the off-value") {
  const OnOff<double>::Params p{0.5, 7.0, -1.0};
  CHECK(switched<double>(0.49, {3.0}, p) == -1.0);
  CHECK(switched<double>(0.5, {3.0}, p) == 3.0);
  CHECK(switched<double>(2.0, {3.0}, p) == 3.0);
}

TEST_CASE("without a value the on-value passes") {
  const OnOff<double>::Params p{0.5, 7.0, -1.0};
  CHECK(switched<double>(0.0, {}, p) == -1.0);
  CHECK(switched<double>(0.5, {}, p) == 7.0);
  SimulationModel model;
  model.add_component(instance("s", "OnOff", {{"threshold", 2.0}, {"is_on_value", 21.0}}));
  model.add_component(constant("c", 2.0));
  model.add_connection("c.scheduleValue -> s.criteriaValue");
  CHECK(run_signal(model, standard_components(), "s.value", {.steps = 1}) ==
        std::vector<double>{21.0, 21.0});
}

TEST_CASE("an on/off block takes one value and needs a criterion") {
  SimulationModel model;
  model.add_component(instance("s", "OnOff"));
  model.add_component(constant("a", 1.0));
  model.add_component(constant("b", 1.0));
  model.add_connection("a.scheduleValue -> s.value");
  model.add_connection("b.scheduleValue -> s.value");
  const Diagnostics found = validate(model, standard_components());
  CHECK_FALSE(message_of(found, "model.input_taken").empty());
  CHECK_THAT(message_of(found, "model.input_missing"), Catch::Contains("s.criteriaValue"));
}

}  // namespace
}  // namespace hearth::test::on_off_test

// SPDX-License-Identifier: MIT
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/blocks/max.hpp"
#include "hearth/components/blocks/min.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::max_min_test {
namespace {

template <template <class> class Block>
double value_of_block(std::vector<double> inputs) {
  typename Block<double>::Out y;
  Block<double>::outputs({Many<double>(inputs)}, y);
  return y.value;
}

TEST_CASE("the largest of several inputs is passed on, wherever it stands") {
  CHECK(value_of_block<Max>({2.0, 7.5, -3.0}) == 7.5);
  CHECK(value_of_block<Max>({7.5, -3.0, 2.0}) == 7.5);
  CHECK(value_of_block<Max>({-3.0, 2.0, 7.5}) == 7.5);
}

TEST_CASE("the smallest of several inputs is passed on, wherever it stands") {
  CHECK(value_of_block<Min>({2.0, 7.5, -3.0}) == -3.0);
  CHECK(value_of_block<Min>({7.5, -3.0, 2.0}) == -3.0);
  CHECK(value_of_block<Min>({-3.0, 2.0, 7.5}) == -3.0);
}

template <template <class> class Block>
void check_simple_cases() {
  CHECK(value_of_block<Block>({-4.0}) == -4.0);
  CHECK(value_of_block<Block>({1.5, 1.5}) == 1.5);
  CHECK(value_of_block<Block>({}) == 0.0);
}
TEST_CASE("one input or equal inputs are passed on, none give 0") {
  check_simple_cases<Max>();
  check_simple_cases<Min>();
}

TEST_CASE("unlike quantities are refused, one of two units is converted") {
  for (const char* const type : {"Max", "Min"}) {
    SimulationModel model;
    model.add_component(instance("m", type));
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
}

}  // namespace
}  // namespace hearth::test::max_min_test

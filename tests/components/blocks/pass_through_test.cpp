// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/pass_through.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::pass_through_test {
namespace {

TEST_CASE("a signal passes through with its unit") {
  SimulationModel model;
  model.add_component(instance("p", "PassThrough"));
  model.add_component(constant("a", 68.0, unit::degF));
  model.add_connection("a.scheduleValue -> p.value");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("p.value") == 68.0);
  CHECK(bench.plan.signals[bench.plan.signal("p.value")].unit == unit::degF);
}

TEST_CASE("a pass-through without an input is refused") {
  SimulationModel model;
  model.add_component(instance("p", "PassThrough"));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.input_missing"),
             Catch::Contains("p.value"));
}

}  // namespace
}  // namespace hearth::test::pass_through_test

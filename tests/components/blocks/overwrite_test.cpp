// SPDX-License-Identifier: MIT
#include "hearth/components/blocks/overwrite.hpp"

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::overwrite_test {
namespace {

double value_of(double u, double activate) {
  SimulationModel model;
  model.add_component(instance("o", "Overwrite"));
  model.add_component(constant("signal", 21.0, unit::degC));
  model.add_component(constant("u", u, unit::degC));
  model.add_component(constant("activate", activate, unit::one));
  model.add_connection("signal.scheduleValue -> o.value");
  model.add_connection("u.scheduleValue -> o.u");
  model.add_connection("activate.scheduleValue -> o.activate");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.plan.signals[bench.plan.signal("o.y")].unit == unit::degC);
  return bench.value("o.y");
}

TEST_CASE("a signal is overwritten if and only if the overwrite is active") {
  CHECK(value_of(16.0, 0.0) == 21.0);
  CHECK(value_of(16.0, 0.5) == 21.0);
  CHECK(value_of(16.0, 1.0) == 16.0);
}

TEST_CASE("an overwrite whose inputs stay open passes its signal on") {
  SimulationModel model;
  model.add_component(instance("o", "Overwrite"));
  model.add_component(constant("signal", 68.0, unit::degF));
  model.add_connection("signal.scheduleValue -> o.value");
  Bench<double> bench(model, standard_components());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("o.y") == 68.0);
}

}  // namespace
}  // namespace hearth::test::overwrite_test

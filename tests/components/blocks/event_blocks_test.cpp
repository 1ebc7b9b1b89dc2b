// SPDX-License-Identifier: MIT
// Powers, sines of inputs, and blocks that receive events, by themselves and in both engines.
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/blocks/latch.hpp"
#include "hearth/components/blocks/power.hpp"
#include "hearth/components/blocks/sine.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::event_blocks_test {
namespace {

double power(double u, double n, bool even) {
  Power<double>::Out y;
  Power<double>::outputs({u}, {n, 1e-6}, {even}, y);
  return y.y;
}

TEST_CASE("a power is odd or even in its input and has a slope at 0") {
  CHECK(power(9.0, 0.5, false) == Approx(3.0).epsilon(1e-12));
  CHECK(power(-9.0, 0.5, false) == Approx(-3.0).epsilon(1e-12));
  CHECK(power(-3.0, 2.0, true) == Approx(9.0).epsilon(1e-12));
  CHECK(power(-3.0, 2.0, false) == Approx(-9.0).epsilon(1e-12));
  CHECK(power(-2.0, 3.0, false) == Approx(-8.0).epsilon(1e-12));
  CHECK(power(2.0, -1.0, false) == Approx(0.5).epsilon(1e-12));
  CHECK(power(0.0, 0.5, false) == 0.0);
  CHECK(std::isfinite(power(0.0, -1.0, false)));
}

TEST_CASE("a sine of an input has amplitude, frequency, phase and mean") {
  Sine<double>::Out y;
  Sine<double>::outputs({0.25}, {2.0, 2.0, 0.5, 5.0}, y);
  CHECK(y.y == Approx(5.0 + 2.0 * std::sin(1.0)).epsilon(1e-14));
}

TEST_CASE("a latch keeps the state of the last event, clearing before setting before flipping") {
  const auto after = [](double on, double set, double clear, double flip) {
    Latch<double>::Held h{on};
    Latch<double>::fire({set, clear, flip}, h);
    return h.on;
  };
  CHECK(after(0.0, 1.0, 0.0, 0.0) == 1.0);
  CHECK(after(1.0, 0.0, 1.0, 0.0) == 0.0);
  CHECK(after(1.0, 1.0, 1.0, 1.0) == 0.0);
  CHECK(after(1.0, 1.0, 0.0, 1.0) == 1.0);
  CHECK(after(1.0, 0.0, 0.0, 1.0) == 0.0);
  CHECK(after(0.0, 0.0, 0.0, 1.0) == 1.0);
}

/// A saw of 10 s: an integrator that sets itself back at 1, counted by event and by its output.
SimulationModel saw() {
  SimulationModel model;
  model.add_component(constant("one", 0.1));
  model.add_component(instance("saw", "ResettingIntegrator", {{"limit", 1.0}}));
  model.add_connection("one.scheduleValue -> saw.u");
  model.add_component(instance("teeth", "EventCounter"));
  model.add_event("saw.full -> teeth.count");
  model.add_component(instance("halves", "EventCounter"));
  model.add_connection("saw.y -> halves.u");
  model.add_component(instance("parity", "Latch"));
  model.add_event("saw.full -> parity.flip");
  return model;
}

TEST_CASE("an integrator is set back at its limit, and events of it are counted, in both engines") {
  const Period period{kStart, kStart + std::chrono::seconds(95), std::chrono::seconds(5)};
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings settings{.period = period};
    settings.compile.engine = engine;
    settings.stepwise.locate_events = true;
    Run run(saw(), standard_components(), settings);
    run.to_end();
    CAPTURE(engine == Engine::Continuous);
    CHECK(run.value("teeth.y") == 9.0);
    CHECK(run.value("parity.y") == 1.0);
    CHECK(run.value("halves.y") == 9.0);
    CHECK(run.value("saw.y") == Approx(0.5).epsilon(1e-6));
  }
}

TEST_CASE("a reset that is received sets an integrator back to its value and a counter to 0") {
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("clock", "ResettingIntegrator", {{"limit", 10.0}}));
  model.add_component(instance("since", "ResettingIntegrator", {{"k", 2.0}, {"resetValue", 3.0}}));
  model.add_component(instance("none", "EventCounter"));
  for (const std::string id : {"clock", "since"}) {
    model.add_connection("one.scheduleValue -> " + id + ".u");
  }
  model.add_event("clock.full -> since.reset");
  model.add_event("clock.full -> none.reset");
  const Period period{kStart, kStart + std::chrono::seconds(24), std::chrono::seconds(1)};
  RunSettings settings{.period = period};
  settings.compile.engine = Engine::Continuous;
  Run run(model, standard_components(), settings);
  run.to_end();
  CHECK(run.value("clock.y") == Approx(4.0).epsilon(1e-6));
  CHECK(run.value("since.y") == Approx(11.0).epsilon(1e-6));
  CHECK(run.value("none.y") == 0.0);
}

}  // namespace
}  // namespace hearth::test::event_blocks_test

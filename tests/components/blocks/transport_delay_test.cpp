// SPDX-License-Identifier: MIT
// Delays by a constant and by a variable time, in both engines.
#include "hearth/components/linear/transport_delay.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::transport_delay_test {
namespace {

/// A ramp of 1 per second and its delay; with `variable` the delay is a quarter of the time.
SimulationModel delayed_ramp(bool variable) {
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("ramp", "Integrator"));
  model.add_connection("one.scheduleValue -> ramp.u");
  model.add_component(instance("delay", "TransportDelay", {{"delayTime", 25.0}}));
  model.add_connection("ramp.y -> delay.u");
  if (variable) {
    model.add_component(instance("quarter", "Gain", {{"k", 0.25}}));
    model.add_connection("ramp.y -> quarter.u");
    model.add_connection("quarter.y -> delay.variableDelayTime[source]");
  }
  return model;
}

double delayed(Engine engine, bool variable, int until) {
  const Period period{kStart, kStart + std::chrono::seconds(until), std::chrono::seconds(5)};
  RunSettings settings{.period = period};
  settings.compile.engine = engine;
  Run run(delayed_ramp(variable), standard_components(), settings);
  run.to_end();
  return run.value("delay.y");
}

TEST_CASE("a ramp is delayed by a time that is not a multiple of the step, in both engines") {
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    CAPTURE(engine == Engine::Continuous);
    // Samples are exact and a ramp is a straight line: rounding, and the tolerance of integration.
    CHECK(delayed(engine, false, 200) == Approx(175.0).epsilon(1e-6));
    CHECK(delayed(engine, true, 200) == Approx(150.0).epsilon(1e-6));
    CHECK(delayed(engine, false, 20) == 0.0);  // the initial value of the line
  }
}

TEST_CASE("a delay joins samples by lines and has exact derivatives") {
  // Samples of u = t² at 0, 10, ..., 40 s, now 45 s.
  const auto at = [](const auto& delay) {
    using T = std::decay_t<decltype(delay)>;
    std::vector<T> line{T(900.0), T(400.0), T(100.0), T(0.0)};
    std::vector<T> times{T(30.0), T(20.0), T(10.0), T(0.0)};
    typename TransportDelay<T>::Held h{Many<T>(line), Many<T>(times), T(1600.0), T(40.0)};
    typename TransportDelay<T>::Out y;
    std::vector<T> none;
    TransportDelay<T>::outputs({T(0.0), Many<T>(none)}, {delay}, h, {.time = 45.0}, y);
    return y.y;
  };
  CHECK(at(20.0) == Approx(650.0).epsilon(1e-14));
  CHECK(at(25.0) == Approx(400.0).epsilon(1e-14));
  CHECK(at(100.0) == 0.0);  // older than all samples: the oldest
  CHECK(at(5.0) == 900.0);  // below two periods: the sample before the last
  CHECK(at(Jet8(20.0, 0)).v[0] == Approx(-50.0).epsilon(1e-14));
}

TEST_CASE("a loop through a delay needs no solution, and a saved state continues with its line") {
  // y(t) = 1 + y(t - 25)/2: steps at multiples of 25 s.
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("sum", "Sum"));
  model.add_component(instance("half", "Gain", {{"k", 0.5}}));
  model.add_component(instance("delay", "TransportDelay", {{"delayTime", 25.0}}));
  model.add_connection("one.scheduleValue -> sum.u[one]");
  model.add_connection("half.y -> sum.u[half]");
  model.add_connection("sum.y -> delay.u");
  model.add_connection("delay.y -> half.u");
  const Period period{kStart, kStart + std::chrono::seconds(200), std::chrono::seconds(5)};
  Run run(model, standard_components(), {.period = period});
  run.advance_to(kStart + std::chrono::seconds(100));
  const RunSnapshot there = run.snapshot();
  run.to_end();
  const double value = run.value("delay.y");
  run.restore(there);
  run.to_end();
  CHECK(run.value("delay.y") == value);
  // 2 (1 - 2^-n) after n delays.
  CHECK(value > 1.9);
  CHECK(value < 2.0);
}

}  // namespace
}  // namespace hearth::test::transport_delay_test

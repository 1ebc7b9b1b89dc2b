// SPDX-License-Identifier: MIT
// What happens at an instant, and in which order: the sentences of docs/semantics.md about guards,
// samples, series and rows.
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/stepwise_run.hpp"

namespace hearth::test::instant_test {
namespace {

const Registry& types() { return dynamics_components(); }

/// Makes a Schedule that delivers points, held or joined by lines.
Component table(const std::string& id, TimeTable points) {
  Component component = instance(id, "Schedule");
  SeriesSpec spec;
  spec.source = std::move(points);
  component.config["value"] = spec;
  return component;
}

Component clocked(Component component, double period) {
  component.clock = SampleClock{period, 0.0, {}};
  return component;
}

/// Counts of passes by kind after 8 s: continuous, then stepwise.
std::vector<std::map<std::string, double>> passes(const SimulationModel& model) {
  ContinuousBench continuous(model, types());
  continuous.simulation.advance(8.0);
  continuous.simulation.settle();
  StepwiseBench stepwise(model, 0.5, false);
  for (int k = 0; k < 16; ++k) stepwise.simulation.step();
  std::vector<std::map<std::string, double>> counts(2);
  for (const std::string kind : {"rising", "falling", "either", "banded"}) {
    counts[0][kind] = continuous.value("p." + kind);
    counts[1][kind] = stepwise.value("p." + kind);
  }
  return counts;
}

/// -a cos(2 pi t/4): passes 0 upwards at 1 s and 5 s, downwards at 3 s and 7 s.
SimulationModel wave(double a) {
  SimulationModel model;
  model.add_component(instance(
      "u", "SineWave", {{"amplitude", a}, {"period", 4.0}, {"phase", -1.5707963267948966}}));
  model.add_component(instance("p", "Passes"));
  model.add_connection("u.y -> p.u");
  return model;
}

TEST_CASE("a guard fires rising, falling or both ways as declared, in both engines") {
  for (const auto& counts : passes(wave(1.0))) {
    CHECK(counts.at("rising") == 2.0);
    CHECK(counts.at("falling") == 3.0);  // below 0 at the start counts as fallen
    CHECK(counts.at("either") == 4.0);
  }
}

TEST_CASE("a guard with hysteresis fires again only where it went back far enough") {
  for (const auto& counts : passes(wave(1.0))) CHECK(counts.at("banded") == 2.0);
  for (const auto& counts : passes(wave(0.25))) {
    CHECK(counts.at("rising") == 2.0);
    CHECK(counts.at("banded") == 1.0);
  }
}

TEST_CASE(
    "a guard beyond 0 at the start has passed it unless it fires both ways, in both engines") {
  for (const double start : {1.0, -1.0}) {
    SimulationModel model;
    model.add_component(constant("u", start));
    model.add_component(instance("p", "Passes"));
    model.add_connection("u.scheduleValue -> p.u");
    for (const auto& counts : passes(model)) {
      CHECK(counts.at("rising") == (start > 0.0 ? 1.0 : 0.0));
      CHECK(counts.at("falling") == (start < 0.0 ? 1.0 : 0.0));
      CHECK(counts.at("either") == 0.0);
    }
  }
}

TEST_CASE("components that fire together see each other as before the microstep") {
  SimulationModel model;
  model.add_component(instance("S", "Ramp", {{"slope", 1.0}}));
  model.set_initial("S.x", {-0.5, {}});
  for (const std::string id : {"a", "b"}) {
    model.add_component(instance(id, "Swapper"));
    model.add_event("S.zero -> " + id + ".swap");
  }
  model.set_initial("a.v", {1.0, {}});
  model.set_initial("b.v", {2.0, {}});
  model.add_connection("a.v -> b.other");
  model.add_connection("b.v -> a.other");
  ContinuousBench bench(model, types());
  bench.simulation.advance(1.0);
  CHECK(bench.value("a.v") == 2.0);
  CHECK(bench.value("b.v") == 1.0);
}

/// Returns the microstep of the one event of a name.
int microstep(const ContinuousBench& bench, const std::string& name) {
  int found = -1;
  for (const EventRecord& event : bench.simulation.events()) {
    if (event.name == name) found = event.microstep;
  }
  return found;
}

TEST_CASE("guards that outputs of a microstep raise fire in the next, at the same time") {
  SimulationModel model;
  model.add_component(instance("S", "Ramp"));
  model.set_initial("S.x", {-0.5, {}});
  for (const std::string id : {"r0", "r1", "r2"}) {
    model.add_component(instance(id, "Relay", {{"on", id == "r0" ? 0.0 : 0.5}}));
  }
  model.add_connection("S.x -> r0.u");
  model.add_connection("r0.y -> r1.u");
  model.add_connection("r1.y -> r2.u");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(1.0));
  for (int k = 0; k < 3; ++k) {
    const std::string name = "r" + std::to_string(k) + ".closes";
    CHECK(microstep(bench, name) == k);
    REQUIRE(bench.event_times(name).size() == 1);
    CHECK(bench.event_times(name) == bench.event_times("r0.closes"));
  }
}

TEST_CASE("an event arrives in the microstep it fires in and is handed on in the next") {
  SimulationModel model;
  model.add_component(instance("S", "Ramp"));
  model.set_initial("S.x", {-0.5, {}});
  for (const std::string id : {"a", "b", "c"}) model.add_component(instance(id, "Mover"));
  model.add_event("S.zero -> a.flip");
  model.add_event("a.flip -> b.flip");
  model.add_event("b.flip -> c.flip");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(1.0));
  CHECK(microstep(bench, "S.zero") == 0);
  CHECK(microstep(bench, "a.flip") == 0);
  CHECK(microstep(bench, "b.flip") == 1);
  CHECK(microstep(bench, "c.flip") == 2);
}

TEST_CASE("series jump before samples are taken, and what these move fires at the same instant") {
  SimulationModel model;
  model.add_component(table("u", {{0.0, 1.0}, {0.0, 5.0}}));
  model.add_component(clocked(instance("hold", "ZeroOrderHold"), 1.0));
  model.add_component(instance("relay", "Relay", {{"on", 2.0}}));
  model.add_connection("u.scheduleValue -> hold.u");
  model.add_connection("hold.y -> relay.u");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(1.5));
  CHECK(bench.at("hold.y", 1.0, Limit::Left) == 0.0);
  CHECK(bench.at("hold.y", 1.0, Limit::Right) == 5.0);
  CHECK(bench.event_times("relay.closes") == std::vector<double>{1.0});
  CHECK(bench.at("relay.y", 1.0, Limit::Right) == 1.0);
}

TEST_CASE("delayed connections deliver before samples are taken") {
  SimulationModel model;
  model.add_component(instance("A", "Gain", {{"k", 0.5}, {"c", 1.0}}));
  model.add_component(instance("B", "Gain", {{"k", 0.5}}));
  model.set_initial("B.y", {0.0, {}});
  model.add_component(clocked(instance("hold", "ZeroOrderHold"), 1.0));
  model.add_connection("A.y -> B.u");
  model.add_connection(
      Connection{{"B", "y", ""}, {"A", "u", ""}, CutPin::Free, {}, LoopAction::Delay});
  model.add_connection("B.y -> hold.u");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at({0.5, 1.5, 2.5}));
  for (const double t : {0.5, 1.5, 2.5}) CHECK(bench.at("hold.y", t) == bench.at("B.y", t));
  CHECK(bench.at("hold.y", 1.5) != bench.at("hold.y", 0.5));
}

TEST_CASE("components due together act in the model's order, each on what those before put out") {
  for (const auto& [first, second] : {std::pair("a", "b"), std::pair("b", "a")}) {
    SimulationModel model;
    model.add_component(constant("one", 1.0));
    model.add_component(instance("t", "Integrator"));
    for (const std::string id : {first, second}) {
      model.add_component(clocked(instance(id, "ZeroOrderHold"), 1.0));
      model.set_initial(id + ".y", {-1.0, {}});
    }
    model.add_connection("one.scheduleValue -> t.u");
    model.add_connection(std::string("t.y -> ") + first + ".u");
    model.add_connection(std::string(first) + ".y -> " + second + ".u");
    ContinuousBench bench(model, types());
    bench.run(TimeSpan::until(1.5));
    CHECK(bench.at(std::string(first) + ".y", 1.0, Limit::Left) == 0.0);
    CHECK(bench.at(std::string(second) + ".y", 1.0, Limit::Left) == 0.0);
    CHECK(bench.at(std::string(first) + ".y", 1.0, Limit::Right) == Approx(1.0));
    CHECK(bench.at(std::string(second) + ".y", 1.0, Limit::Right) == Approx(1.0));
  }
}

TEST_CASE("the continuous engine stops at jumps and bends and sees both limits of a jump") {
  SimulationModel model;
  model.add_component(table("jump", {{0.0, 0.7}, {1.0, 3.0}}));
  model.add_component(table("bend", {{0.0, 0.3, 2.0}, {0.0, 0.0, 1.7}, Series::Shape::Linear}));
  for (const std::string id : {"jump", "bend"}) {
    model.add_component(instance("sum of " + id, "Integrator"));
    model.add_connection(id + ".scheduleValue -> sum of " + id + ".u");
  }
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(2.0));
  CHECK(bench.at("jump.scheduleValue", 0.7, Limit::Left) == 1.0);
  CHECK(bench.at("jump.scheduleValue", 0.7, Limit::Right) == 3.0);
  CHECK(bench.at("bend.scheduleValue", 0.3) == 0.0);  // the bend is the end of a step
  // Not smoothed over: integrals of a step and of a ramp from 0.3 s on with slope 1; integrated to
  // 1e-11.
  CHECK(bench.value("sum of jump.y") == Approx(0.7 + 3.0 * 1.3).epsilon(1e-10));
  CHECK(bench.value("sum of bend.y") == Approx(0.5 * 1.7 * 1.7).epsilon(1e-10));
}

TEST_CASE("a value that a program sets meets guards at the instant where the simulation stands") {
  SimulationModel model;
  model.add_component(instance("relay", "Relay"));
  model.inputs = {"relay.in.u"};
  ContinuousBench bench(model, types());
  bench.simulation.advance(1.25);
  bench.simulation.set_input(bench.plan.open_input("relay.in.u"), 5.0);
  bench.simulation.settle();
  CHECK(bench.value("relay.y") == 1.0);
  CHECK(bench.event_times("relay.closes") == std::vector<double>{1.25});
}

TEST_CASE("a row at a tick holds the values before it, in both engines") {
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("t", "Integrator"));
  model.add_component(clocked(instance("hold", "ZeroOrderHold"), 2.0));
  model.set_initial("hold.y", {-1.0, {}});
  model.add_connection("one.scheduleValue -> t.u");
  model.add_connection("t.y -> hold.u");
  RunOptions options;
  options.step = std::chrono::seconds(1);
  options.steps = 4;
  const std::vector<double> expected{-1, 0, 0, 2, 2};
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    options.compile.engine = engine;
    const std::vector<double> kept = run_signal(model, types(), "hold.y", options);
    REQUIRE(kept.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      CHECK(kept[k] == Approx(expected[k]).margin(1e-9));
    }
  }
  // Under gauss-seidel the sample sees its source at the end of the step it acts in.
  options.compile = {.coupling = Coupling::GaussSeidel};
  CHECK(run_signal(model, types(), "hold.y", options) == std::vector<double>{-1, 1, 1, 3, 3});
}

// ---- the stepwise engine -----------------------------------------------------------------------

TEST_CASE("stepwise, a clock takes no sample after its end") {
  SimulationModel model;
  model.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, 2.0};
  RunOptions options;
  options.step = std::chrono::seconds(1);
  options.steps = 5;
  CHECK(run_signal(model, types(), "c.y", options) == std::vector<double>{0, 1, 2, 3, 3, 3});
}

TEST_CASE("a step that is divided takes its samples once, in its first part") {
  SimulationModel model;
  model.add_component(instance("S", "Ramp"));
  model.set_initial("S.x", {-0.5, {}});
  model.add_component(instance("c", "Counter"));
  model.add_component(instance("m", "Mover"));
  model.add_event("S.zero -> m.flip");
  StepwiseBench bench(model, 1.0, true);
  bench.simulation.step();
  CHECK(bench.value("S.passes") == 1.0);
  CHECK(bench.value("c.y") == 1.0);
  CHECK(bench.value("m.x") == Approx(0.0).margin(2e-8));  // half a second there and back
  bench.simulation.step();
  CHECK(bench.value("c.y") == 2.0);
}

TEST_CASE("stepwise, a guard that crosses twice within a part is not seen") {
  // x = -0.2 + t (1 - t) is above 0 between 0.28 s and 0.72 s.
  SimulationModel model;
  Component parabola = instance("x", "StateSpace");
  parabola.config = {{"states", 2},
                     {"A", Table(2, 2, {0, 1, 0, 0})},
                     {"B", Table(2, 1, {0, 1})},
                     {"C", Table(1, 2, {1, 0})}};
  parabola.initial["x"] = std::map<std::string, Quantity>{{"1", {-0.2, {}}}, {"2", {1.0, {}}}};
  model.add_component(parabola);
  model.add_component(constant("u", -2.0));
  model.add_component(instance("p", "Passes"));
  model.add_connection("u.scheduleValue -> x.u[1]");
  model.add_connection("x.y[1] -> p.u");
  for (const bool locate : {false, true}) {
    StepwiseBench whole(model, 1.0, locate);
    whole.simulation.step();
    CHECK(whole.value("x.y[1]") == Approx(-0.2));
    CHECK(whole.value("p.rising") == 0.0);
    StepwiseBench halves(model, 0.5, locate);
    halves.simulation.step();
    CHECK(halves.value("p.rising") == 1.0);
  }
}

// ---- ticks and guards ---------------------------------------------------------------------------

/// A ramp that passes `level`, a relay on it, and a hold that samples the relay.
SimulationModel relay_at_tick(double slope, double level) {
  SimulationModel model;
  model.add_component(constant("slope", slope));
  model.add_component(instance("x", "Integrator"));
  model.add_component(instance("relay", "Relay", {{"on", level}, {"off", -1e9}}));
  model.add_component(clocked(instance("hold", "ZeroOrderHold"), 1.0));
  model.add_connection("slope.scheduleValue -> x.u");
  model.add_connection("x.y -> relay.u");
  model.add_connection("relay.y -> hold.u");
  return model;
}

TEST_CASE("a guard that passes with a tick has passed before the sample, by any method") {
  for (const Method method : {Method::Bdf, Method::Adams, Method::RungeKutta4, Method::Euler}) {
    for (const double slope : {0.1, 1.0 / 3.0, 0.7, 1.0, 3.0}) {
      for (const double tick : {1.0, 2.0, 3.0, 7.0, 11.0}) {
        CAPTURE(static_cast<int>(method), slope, tick);
        ContinuousRunOptions options;
        options.simulation.integrator.method = method;
        const bool fixed = method == Method::RungeKutta4 || method == Method::Euler;
        if (fixed) options.simulation.integrator.fixed_step = 0.1;
        ContinuousBench bench(relay_at_tick(slope, slope * tick), types(), options);
        bench.run(TimeSpan::until(tick + 0.5));
        CHECK(bench.value("hold.y") == 1.0);
        CHECK(bench.event_times("relay.closes").size() == 1);
        CHECK(bench.event_times("relay.closes").front() == Approx(tick).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("a guard that passes after a tick by more than the coincidence passes after the sample") {
  for (const auto& [late, sampled] : {std::pair(1e-7, 0.0), {-1e-7, 1.0}}) {
    ContinuousBench bench(relay_at_tick(1.0, 3.0 + late), types());
    bench.run(TimeSpan::until(3.5));
    CHECK(bench.value("hold.y") == sampled);
    CHECK(bench.event_times("relay.closes").size() == 1);
  }
}

TEST_CASE("a ball that meets the floor with a tick bounces once") {
  for (int k = 0; k < 40; ++k) {
    const double tick = 1.0 + k % 5;
    const double v = 0.3 + 0.17 * k;  // h = v (tick - t) before the floor
    SimulationModel model;
    model.add_component(instance("ball", "Ball", {{"g", 1e-9}, {"e", 0.5}}));
    model.set_initial("ball.h", {v * tick, {}});
    model.set_initial("ball.v", {-v, {}});
    model.add_component(clocked(instance("hold", "ZeroOrderHold"), 1.0));
    model.add_connection("ball.v -> hold.u");
    ContinuousBench bench(model, types());
    bench.simulation.advance(tick + 0.5);
    CHECK(bench.event_times("ball.floor").size() == 1);
    CHECK(bench.value("ball.v") > 0.0);
  }
}

}  // namespace
}  // namespace hearth::test::instant_test

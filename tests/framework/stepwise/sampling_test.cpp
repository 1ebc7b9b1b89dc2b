// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::sampling_test {
namespace {

const Registry& types() { return test_components(); }

using Rows = std::vector<double>;

SimulationModel sampler(std::optional<SampleClock> clock) {
  SimulationModel model;
  model.add_component(instance("s", "Sampler")).clock = clock;
  return model;
}

TEST_CASE("without a clock a sample is taken in every step and none for row 0") {
  const SimulationModel model = sampler({});
  CHECK(run_signal(model, types(), "s.count", {.steps = 3}) == Rows{0, 1, 2, 3});
  CHECK(run_signal(model, types(), "s.time", {.steps = 3}) == Rows{-1, 0, 600, 1200});
  CHECK(run_signal(model, types(), "s.period", {.steps = 1}).back() == 600.0);
}

TEST_CASE("samples are taken at ticks only") {
  const SimulationModel model = sampler(SampleClock{1800.0, 600.0});
  CHECK(run_signal(model, types(), "s.time", {.steps = 8}) ==
        Rows{-1, -1, 600, 600, 600, 2400, 2400, 2400, 4200});
  CHECK(run_signal(model, types(), "s.period", {.steps = 2}).back() == 1800.0);
}

TEST_CASE("an offset longer than the period delays the first sample") {
  const SimulationModel model = sampler(SampleClock{600.0, 1800.0});
  CHECK(run_signal(model, types(), "s.count", {.steps = 5}) == Rows{0, 0, 0, 0, 1, 2});
}

TEST_CASE("a sample acts in the step it is taken in") {
  SimulationModel model = sampler({});
  model.add_component(listed("u", 0, Sample::Start));
  model.add_component(instance("g", "Gain", {{"gain", 10.0}}));
  model.add_connection("u.scheduleValue -> s.u");
  model.add_connection("s.seen -> g.u");
  ListResolver resolver({{{{0.0, 1.0}, {600.0, 2.0}}}});
  RunOptions options;
  options.steps = 2;
  options.resolver = &resolver;
  CHECK(run_signal(model, types(), "g.y", options) == Rows{-10.0, 10.0, 20.0});
}

TEST_CASE("a sample sees earlier levels at the end of the step and removed connections before it") {
  // r.x -> s.u, s.seen -> r.u: the edge from r, the smaller id, is cut and delivers the value
  // before the step.
  SimulationModel model = sampler({});
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{8.0, {}};
  model.add_connection("r.x -> s.u");
  model.add_connection("s.seen -> r.u");
  const RunOptions options{.compile = {.coupling = Coupling::GaussSeidel}};
  Bench<double> bench(model, types(), options);
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("s.seen") == 8.0);
  CHECK(bench.value("r.x") == 8.0);  // r follows s, which put out 8 in this step

  // Pinned, the edge from r is kept and delivers the value after it.
  SimulationModel kept = sampler({});
  kept.add_component(instance("r", "Relax")).initial["x"] = Quantity{8.0, {}};
  kept.add_connection({{"r", "x", ""}, {"s", "u", ""}, CutPin::Never, {}});
  kept.add_connection("s.seen -> r.u");
  Bench<double> after(kept, types(), options);
  after.simulation.initialize();
  after.steps(1);
  const double x = -1.0 + 9.0 * std::exp(-0.6);  // towards s.seen of row 0, which is -1
  CHECK(after.value("r.x") == Approx(x).epsilon(kDifferences));
  CHECK(after.value("s.seen") == after.value("r.x"));
}

TEST_CASE("a sample of a balanced step sees sources and earlier samples at its instant") {
  // u -> times -> first; first -> again -> second: components between them follow at once.
  SimulationModel model;
  model.add_component(listed("u", 0, Sample::Start));
  model.add_component(instance("times", "Gain", {{"gain", 10.0}}));
  model.add_component(instance("first", "Sampler"));
  model.add_component(instance("again", "Gain", {{"gain", 2.0}}));
  model.add_component(instance("second", "Sampler"));
  model.add_connection("u.scheduleValue -> times.u");
  model.add_connection("times.y -> first.u");
  model.add_connection("first.seen -> again.u");
  model.add_connection("again.y -> second.u");
  ListResolver resolver({{{{0.0, 1.0}, {600.0, 2.0}, {1200.0, 5.0}}}});
  RunOptions options;
  options.steps = 3;
  options.resolver = &resolver;
  CHECK(run_signal(model, types(), "first.seen", options) == Rows{-1, 10, 20, 50});
  CHECK(run_signal(model, types(), "second.seen", options) == Rows{-1, 20, 40, 100});
}

TEST_CASE("a sample of a balanced step sees an input that was set from outside before it") {
  SimulationModel model;
  model.add_component(instance("times", "Gain", {{"gain", 10.0}}));
  model.add_component(instance("sensor", "Sensor"));
  model.add_component(instance("s", "Sampler"));
  model.add_connection("times.y -> sensor.measuredValue");
  model.add_connection("sensor.measuredValue -> s.u");
  model.inputs = {"times.in.u"};
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  for (const double value : {3.0, 4.0}) {
    bench.simulation.set_input(bench.plan.open_input("times.in.u"), value);
    bench.steps(1);
    CHECK(bench.value("s.seen") == 10.0 * value);
    CHECK(bench.value("sensor.measuredValue") == 10.0 * value);
  }
}

TEST_CASE("a zone that samples means sees what a controller sampled before it delivers") {
  // h holds r, g follows h at once, and the zone reads g in its sample.
  SimulationModel model;
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{30.0, {}};
  model.add_component(instance("h", "Sampler"));
  model.add_component(instance("g", "Gain", {{"gain", 2.0}}));
  model.add_component(instance("zone", "MeanSampler"));
  model.add_connection("r.x -> h.u");
  model.add_connection("h.seen -> g.u");
  model.add_connection("g.y -> zone.u");
  model.inputs = {"r.in.u"};
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  for (int k = 0; k < 3; ++k) {
    const double before = bench.value("r.x");
    bench.steps(1);
    CHECK(bench.value("h.seen") == before);
    CHECK(bench.value("zone.seen") == 2.0 * before);
  }
}

TEST_CASE("the first sample after going back sees the present parameters") {
  SimulationModel model;
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{8.0, {}};
  model.add_component(instance("g", "Gain", {{"gain", 1.0}}));
  model.add_component(instance("s", "Sampler"));
  model.add_connection("r.x -> g.u");
  model.add_connection("g.y -> s.u");
  model.inputs = {"r.in.u"};
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  bench.steps(2);
  const Snapshot<double> snapshot = bench.simulation.snapshot();
  const double x = bench.value("r.x");
  bench.simulation.set_parameter(bench.plan.parameter("g.gain"), 2.0);
  bench.simulation.restore(snapshot);
  bench.steps(1);
  CHECK(bench.value("s.seen") == 2.0 * x);
}

TEST_CASE("a sample of a balanced step sees a state as the step before left it") {
  SimulationModel model;
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{8.0, {}};
  model.add_component(instance("sensor", "Sensor"));
  model.add_component(instance("s", "Sampler"));
  model.add_connection("r.x -> sensor.measuredValue");
  model.add_connection("sensor.measuredValue -> s.u");
  model.inputs = {"r.in.u"};
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  bench.steps(1);
  CHECK(bench.value("s.seen") == 8.0);
  const double before = bench.value("r.x");
  CHECK(before < 8.0);
  bench.steps(1);
  CHECK(bench.value("s.seen") == before);
}

TEST_CASE("a clock that is not a whole number of steps is refused with its place") {
  for (const SampleClock clock : {SampleClock{900.0, 0.0}, SampleClock{600.0, 300.0}}) {
    try {
      Bench<double> bench(sampler(clock), types());
      FAIL("no error");
    } catch (const InputError& error) {
      CHECK(error.code() == "simulation.clock_off_step");
      CHECK_THAT(error.what(), Catch::Contains("s.clock"));
      CHECK_THAT(error.what(), Catch::Contains("600"));
    }
  }
}

TEST_CASE("a clock that cannot tick is refused") {
  const double endless = std::numeric_limits<double>::infinity();
  for (const SampleClock clock :
       {SampleClock{0.0, 0.0}, SampleClock{-600.0, 0.0}, SampleClock{600.0, -endless},
        SampleClock{NAN, 0.0}, SampleClock{endless, 0.0}, SampleClock{600.0, endless},
        SampleClock{0.0004, 0.0}}) {
    INFO("period " << clock.period << ", offset " << clock.offset);
    CHECK_THAT(message_of(validate(sampler(clock), types()), "model.clock_invalid"),
               Catch::Contains("s"));
  }
}

TEST_CASE("a clock at a component without samples is refused") {
  SimulationModel model;
  model.add_component(instance("n", "Node")).clock = SampleClock{600.0, 0.0};
  CHECK_THAT(message_of(validate(model, types()), "model.clock_unused"),
             Catch::Contains("Node takes no samples; remove the clock"));
}

// ---- events --------------------------------------------------------------------------------

Rows thermostat_rows(const std::vector<double>& measured, const std::string& signal) {
  SimulationModel model;
  model.add_component(listed("t", 0, Sample::End));
  model.add_component(instance("thermostat", "Thermostat"));
  model.add_connection("t.scheduleValue -> thermostat.measurement");
  ListResolver::Entry entry;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    entry.points.push_back({600.0 * static_cast<double>(k), measured[k]});
  }
  ListResolver resolver({entry});
  RunOptions options;
  options.steps = static_cast<long>(measured.size()) - 1;
  options.resolver = &resolver;
  return run_signal(model, types(), "thermostat." + signal, options);
}

TEST_CASE("an event fires once per rise") {
  const std::vector<double> measured{20, 18, 17, 18, 20, 22, 23, 20, 18, 18};
  CHECK(thermostat_rows(measured, "on") == Rows{0, 1, 1, 1, 1, 0, 0, 0, 1, 1});
  CHECK(thermostat_rows(measured, "coldEvents") == Rows{0, 1, 1, 1, 1, 1, 1, 1, 2, 2});
  CHECK(thermostat_rows(measured, "warmEvents") == Rows{0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
}

TEST_CASE("an event whose guard is positive at the start fires in row 0") {
  CHECK(thermostat_rows({15, 15, 15}, "on") == Rows{1, 1, 1});
  CHECK(thermostat_rows({15, 15, 15}, "coldEvents") == Rows{1, 1, 1});
}

TEST_CASE("a guard of exactly 0 has not risen") {
  CHECK(thermostat_rows({20, 19, 18.9}, "coldEvents") == Rows{0, 0, 1});
}

SimulationModel bucket(double inflow) {
  SimulationModel model;
  model.add_component(instance("b", "Bucket"));
  model.add_component(constant("q", inflow));
  model.add_connection("q.scheduleValue -> b.inflow");
  return model;
}

TEST_CASE("an event may reset a state") {
  // 0.6 a step: 0.6, 1.2 -> 0.2, 0.8, 1.4 -> 0.4
  const Rows levels = run_signal(bucket(0.001), types(), "b.level", {.steps = 4});
  const Rows expected{0.0, 0.6, 0.2, 0.8, 0.4};
  for (std::size_t k = 0; k < expected.size(); ++k) {
    CHECK(levels[k] == Approx(expected[k]).margin(1e-12));
  }
  CHECK(run_signal(bucket(0.001), types(), "b.emptied", {.steps = 4}) == Rows{0, 0, 1, 1, 2});
}

TEST_CASE("an event that disarms its own guard can fire again in the next step") {
  // 0.9 a step from 0.9: after each reset the guard is negative, and positive a step later.
  // 0.9, 1.8 -> 0.8, 1.7 -> 0.7, 1.6 -> 0.6
  CHECK(run_signal(bucket(0.0015), types(), "b.emptied", {.steps = 4}) == Rows{0, 0, 1, 2, 3});
}

TEST_CASE("a guard that another event of its component raises fires in the next step") {
  SimulationModel model;
  model.add_component(instance("c", "Cascade"));
  CHECK(run_signal(model, types(), "c.first", {.steps = 3}) == Rows{1, 1, 1, 1});
  CHECK(run_signal(model, types(), "c.second", {.steps = 3}) == Rows{0, 1, 1, 1});
}

}  // namespace
}  // namespace hearth::test::sampling_test

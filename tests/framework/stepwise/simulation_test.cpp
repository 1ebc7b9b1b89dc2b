// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/simulation.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::simulation_test {
namespace {

const Registry& types() { return test_components(); }

double falling(double seconds, double time_constant) { return std::exp(-seconds / time_constant); }

// ---- row 0 ---------------------------------------------------------------------------------

TEST_CASE("row 0 holds initial states and what follows from them") {
  SimulationModel model;
  model.add_component(constant("u", 3.0));
  model.add_component(instance("r", "Relax")).initial["x"] = Quantity{1.0, {}};
  model.add_component(instance("g", "Gain", {{"gain", 10.0}}));
  model.add_connection("u.scheduleValue -> r.u");
  model.add_connection("r.difference -> g.u");
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("r.x") == 1.0);
  CHECK(bench.value("r.difference") == 2.0);
  CHECK(bench.value("g.y") == 20.0);
  CHECK(bench.simulation.row() == 0);
  CHECK(bench.simulation.time() == kStart);
}

constexpr CompileOptions kGaussSeidel{.coupling = Coupling::GaussSeidel};

/// a.difference -> b.u and b.x -> a.u: the first is cut (its source has the smaller id) and is
/// algebraic.
SimulationModel loop_through_an_input() {
  SimulationModel model;
  model.add_component(instance("a", "Relax"));
  model.add_component(instance("b", "Relax"));
  model.add_connection("a.difference -> b.u");
  model.add_connection("b.x -> a.u");
  return model;
}

TEST_CASE("a removed connection without a state needs an initial value, and is named") {
  try {
    compile(loop_through_an_input(), types(), kGaussSeidel);
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.initial_missing");
    CHECK_THAT(error.what(), Catch::Contains("a.difference (such as 0)"));
    CHECK_THAT(error.what(), Catch::Contains("state-edges"));
    CHECK_THAT(error.what(), Catch::Contains("'initial'"));
  }
}

TEST_CASE("a given initial output appears in row 0 and in its removed connection") {
  SimulationModel model = loop_through_an_input();
  model.set_initial("a.difference", {7.0, {}});
  Bench<double> bench(model, types(), {.steps = 2, .compile = kGaussSeidel});
  bench.simulation.initialize();
  CHECK(bench.value("a.difference") == 7.0);  // computed: 0
  CHECK(bench.value("b.difference") == 7.0);
  bench.steps(1);
  const double b = 7.0 * (1.0 - falling(600, 1000));
  CHECK(bench.value("b.x") == Approx(b).epsilon(kDifferences));
  const double a = b * (1.0 - falling(600, 1000));
  CHECK(bench.value("a.x") == Approx(a).epsilon(kDifferences));
  CHECK(bench.value("a.difference") == Approx(b - a).epsilon(kDifferences));
  bench.steps(1);  // now the computed value of the previous step is delivered
  CHECK(bench.value("b.x") ==
        Approx((b - a) + (b - (b - a)) * falling(600, 1000)).epsilon(kDifferences));
}

TEST_CASE("a given initial output reaches what follows in row 0") {
  SimulationModel model;
  model.add_component(constant("u", 3.0));
  model.add_component(instance("r", "Relax")).initial["difference"] = Quantity{-5.0, {}};
  model.add_component(instance("g", "Gain", {{"gain", 10.0}}));
  model.add_connection("u.scheduleValue -> r.u");
  model.add_connection("r.difference -> g.u");
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("g.y") == -50.0);
  bench.steps(1);
  CHECK(bench.value("g.y") == Approx(30.0 * falling(600, 1000)).epsilon(kDifferences));
}

TEST_CASE("a removed connection that carries a state needs no initial value") {
  SimulationModel model;
  model.add_component(instance("a", "Relax")).initial["x"] = Quantity{4.0, {}};
  model.add_component(instance("b", "Relax"));
  model.add_connection("a.x -> b.u");
  model.add_connection("b.x -> a.u");
  Bench<double> bench(model, types(), {.compile = kGaussSeidel});
  bench.simulation.initialize();
  CHECK(bench.value("b.difference") == 4.0);
  bench.steps(1);
  CHECK(bench.value("b.x") == Approx(4.0 * (1.0 - falling(600, 1000))).epsilon(kDifferences));
}

TEST_CASE("an initial value is converted from its unit") {
  SimulationModel model;
  model.add_component(instance("n", "Node")).initial["temperature"] = Quantity{68.0, unit::degF};
  Bench<double> bench(model, types());
  bench.simulation.initialize();
  CHECK(bench.value("n.temperature") == Approx(20.0).epsilon(1e-14));
}

// ---- steps ---------------------------------------------------------------------------------

TEST_CASE("an affine component is exact at any step") {
  const double time_constant = 1e6 * 0.05;
  for (const long steps : {1L, 6L, 60L, 3600L}) {
    SimulationModel model;
    model.add_component(instance("n", "Node", {{"resistance", 0.05}}));
    model.add_component(constant("out", 5.0));
    model.add_connection("out.scheduleValue -> n.neighbour");
    RunOptions options;
    options.steps = steps;
    options.step = std::chrono::seconds(3600 / steps);
    const auto rows = run_signal(model, types(), "n.temperature", options);
    // Rounding of one step is 4e-12 at most, and steps damp the errors of those before.
    CHECK(rows.back() == Approx(5.0 + 15.0 * falling(3600, time_constant)).epsilon(1e-12));
  }
}

SimulationModel two_nodes() {
  SimulationModel model;
  for (const char* id : {"a", "b"})
    model.add_component(instance(id, "Node", {{"resistance", 0.05}}));
  model.set_initial("b.temperature", {10.0, {}});
  model.add_connection("a.temperature -> b.neighbour");
  model.add_connection("b.temperature -> a.neighbour");
  return model;
}

TEST_CASE("a cut loop of two nodes is of first order in the step") {
  const double end = 5.0 * 3600.0;
  // The difference of the two falls with half the time constant of one.
  const double exact = 15.0 + 5.0 * falling(end, 25000.0);
  std::vector<double> errors;
  for (const long steps : {30L, 60L, 120L, 240L}) {
    RunOptions options;
    options.steps = steps;
    options.step = std::chrono::seconds(18000 / steps);
    options.compile = kGaussSeidel;
    errors.push_back(run_signal(two_nodes(), types(), "a.temperature", options).back() - exact);
  }
  for (std::size_t i = 1; i < errors.size(); ++i) {
    const double ratio = errors[i - 1] / errors[i];
    CHECK(ratio > 1.95);
    CHECK(ratio < 2.05);
  }
}

TEST_CASE("substeps divide every step into equal parts") {
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Balanced}) {
    RunOptions coarse{.steps = 6, .compile = {.coupling = coupling, .substeps = 10}};
    RunOptions fine{.steps = 60, .compile = {.coupling = coupling, .substeps = 1}};
    fine.step = std::chrono::seconds(60);
    Bench<double> parts(two_nodes(), types(), coarse);
    Bench<double> steps(two_nodes(), types(), fine);
    parts.simulation.initialize();
    steps.simulation.initialize();
    parts.steps(6);
    steps.steps(60);
    CHECK(parts.simulation.parts() == 60);
    CHECK(parts.value("a.temperature") == Approx(steps.value("a.temperature")).epsilon(1e-12));
  }
}

TEST_CASE("one substep alone chooses gauss-seidel, and a model may give both") {
  SimulationModel model = two_nodes();
  CHECK(compile(model, types()).options.coupling == Coupling::Balanced);
  CHECK(compile(model, types(), {.substeps = 1}).options.coupling == Coupling::GaussSeidel);
  CHECK(compile(model, types(), {.substeps = 2}).options.coupling == Coupling::Balanced);
  model.defaults.substeps = 1;
  CHECK(compile(model, types()).options.coupling == Coupling::GaussSeidel);
  CHECK(compile(model, types(), {.substeps = 0}).options.coupling == Coupling::Balanced);
  model.defaults.coupling = Coupling::Iterate;
  CHECK(compile(model, types()).options.coupling == Coupling::Iterate);
  CHECK_THROWS_AS(compile(model, types(), {.substeps = -1}), InputError);
}

TEST_CASE("a balanced loop of two nodes is of second order in the step and keeps its heat") {
  const double end = 5.0 * 3600.0;
  const double exact = 15.0 + 5.0 * falling(end, 25000.0);
  std::vector<double> errors;
  for (const long steps : {15L, 30L, 60L, 120L}) {
    RunOptions options;
    options.steps = steps;
    options.step = std::chrono::seconds(18000 / steps);
    options.compile = {.coupling = Coupling::Balanced, .substeps = 1};
    const Results rows = run_all(two_nodes(), types(), options);
    errors.push_back(rows.values[rows.values.size() - 2] - exact);
    for (long k = 0; k <= steps; ++k) {
      // Both nodes have one capacity: their sum is their heat. The loop is solved to 1e-11.
      CHECK(rows.row(k)[0] + rows.row(k)[1] == Approx(30.0).epsilon(1e-11));
    }
  }
  for (std::size_t i = 1; i < errors.size(); ++i) {
    const double ratio = errors[i - 1] / errors[i];
    CHECK(ratio > 3.9);
    CHECK(ratio < 4.1);
  }
}

TEST_CASE("a balanced run continues from a snapshot and from a saved state bit for bit") {
  RunOptions options;
  options.steps = 20;
  options.compile.coupling = Coupling::Balanced;
  Bench<double> bench(two_nodes(), types(), options);
  bench.simulation.initialize();
  bench.steps(7);
  const Snapshot<double> point = bench.simulation.snapshot();
  const double there = bench.value("a.temperature");
  const SavedState saved = bench.simulation.save();
  bench.steps(13);
  const double expected = bench.value("a.temperature");
  bench.simulation.restore(point);
  CHECK(bench.value("a.temperature") == there);
  bench.steps(13);
  CHECK(bench.value("a.temperature") == expected);
  RunOptions rest = options;
  rest.start = options.start + 7 * options.step;
  rest.origin = options.start;
  rest.steps = 13;
  Bench<double> later(two_nodes(), types(), rest);
  later.simulation.load(saved);
  later.steps(13);
  CHECK(later.value("a.temperature") == expected);
}

TEST_CASE("a balanced loop needs no initial values") {
  SimulationModel model;
  model.add_component(instance("a", "Gain", {{"gain", -0.5}}));
  model.add_component(instance("b", "Gain", {{"gain", 0.5}}));
  model.add_component(instance("sum", "Digits"));
  model.add_component(constant("one", 1.0));
  model.add_connection("one.scheduleValue -> sum.u[0]");
  model.add_connection("b.y -> sum.u[1]");
  model.add_connection("sum.y -> a.u");
  model.add_connection("a.y -> b.u");
  RunOptions options;
  options.steps = 2;
  options.compile.coupling = Coupling::Balanced;
  Bench<double> bench(model, types(), options);
  bench.simulation.initialize();
  const double row0 = bench.value("sum.y");
  bench.steps(2);
  CHECK(bench.value("sum.y") == Approx(row0).epsilon(1e-9));
}

TEST_CASE("the clock of a component shows the instant its outputs are labelled with") {
  SimulationModel model;
  model.add_component(instance("c", "Configured"));
  const auto rows = run_signal(model, types(), "c.time", {.steps = 2});
  CHECK(rows == std::vector<double>{0.0, 600.0, 1200.0});
}

TEST_CASE("time is counted in whole milliseconds over many steps") {
  SimulationModel model;
  model.add_component(instance("c", "Configured"));
  RunOptions options;
  options.step = Duration(100);
  options.steps = 100000;
  const auto rows = run_signal(model, types(), "c.time", options);
  CHECK(rows.back() == 10000.0);
  CHECK(rows[33333] == 3333.3);
}

TEST_CASE("a value that is not finite ends the run and names component, port and time") {
  SimulationModel model;
  model.add_component(listed("u", 0));
  model.add_component(instance("root", "Root"));
  model.add_component(instance("after", "Gain"));
  model.add_connection("u.scheduleValue -> root.u");
  model.add_connection("root.y -> after.u");
  ListResolver resolver({{{{0.0, 4.0}, {1200.0, -1.0}}}});
  RunOptions options;
  options.steps = 5;
  options.resolver = &resolver;
  Run run(model, types(), settings_of(options));
  try {
    run.to_end();
    FAIL("no error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.not_finite");
    CHECK(error.diagnostics().items().front().where.component == "root");
    CHECK(error.diagnostics().items().front().where.port == "y");
    CHECK_THAT(error.what(), Catch::Contains("2023-01-01T00:30:00Z"));
  }
  CHECK(run.results().rows() == 3);  // the rows so far are kept
}

TEST_CASE("an input set from outside acts from the next step on") {
  SimulationModel model;
  model.add_component(instance("r", "Relax"));
  model.inputs = {"r.in.u"};
  Bench<double> bench(model, types());
  const int cell = bench.plan.open_input("r.in.u");
  bench.simulation.initialize();
  bench.simulation.set_input(cell, 2.0);
  CHECK(bench.value("r.x") == 0.0);
  bench.steps(1);
  CHECK(bench.value("r.x") == Approx(2.0 * (1.0 - falling(600, 1000))).epsilon(kDifferences));
  CHECK_THROWS_WITH(bench.plan.open_input("r.in.v"), Catch::Contains("did you mean 'r.in.u'?"));
}

TEST_CASE("parameters set between runs act on derived constants and defaults") {
  SimulationModel model;
  model.add_component(constant("half", 0.5));
  model.add_component(instance("d", "Damper", {{"nominalAirFlowRate", 1.0}}));
  model.add_connection("half.scheduleValue -> d.damperPosition");
  model.add_component(instance("h", "SpaceHeater"));
  model.inputs = {"h.in.supplyWaterTemperature", "h.in.waterFlowRate", "h.in.indoorTemperature"};
  Bench<double> bench(model, types());
  bench.simulation.set_parameter(bench.plan.parameter("d.nominalAirFlowRate"), 3.0);
  bench.simulation.set_parameter(bench.plan.parameter("h.Q_flow_nominal_sh"), 2000.0);
  bench.simulation.initialize();
  CHECK(bench.value("d.airFlowRate") == Approx(1.0).epsilon(kDifferences));  // √4 - 1
  const int ua = bench.plan.parameter("h.UA").cells.front();
  CHECK(bench.simulation.value(ua) == Approx(2.0 * 35.133469).epsilon(1e-7));
  bench.simulation.set_parameter(bench.plan.parameter("h.UA"), 50.0);
  bench.simulation.initialize();
  CHECK(bench.simulation.value(ua) == 50.0);
  bench.simulation.reset();
  bench.simulation.initialize();
  CHECK(bench.value("d.airFlowRate") == Approx(std::sqrt(2.0) - 1.0).epsilon(kDifferences));
  CHECK(bench.simulation.value(ua) == Approx(35.133469).epsilon(1e-7));
}

// ---- snapshots and saved states ------------------------------------------------------------

/// Removed connections, held values, guard sides, a sample period of 3 steps with an offset.
SimulationModel everything() {
  SimulationModel model = two_nodes();
  model.name = "everything";
  Component sampler = instance("sampler", "Sampler");
  sampler.clock = SampleClock{1800.0, 600.0};
  model.add_component(sampler);
  model.add_component(listed("wave", 0));
  model.add_connection("wave.scheduleValue -> sampler.u");
  model.add_component(instance("thermostat", "Thermostat", {{"low", 14.0}, {"high", 16.0}}));
  model.add_component(instance("heater", "Scales"));
  model.add_connection("a.temperature -> thermostat.measurement");
  Component pid = instance("pid", "PidController", {{"kp", 0.01}, {"Ti", 3000.0}, {"Td", 100.0}});
  pid.config["isReverse"] = true;
  model.add_component(pid);
  model.add_component(constant("wanted", 15.5));
  model.add_connection("wanted.scheduleValue -> pid.setpointValue");
  model.add_connection("a.temperature -> pid.actualValue");
  model.add_component(instance("power", "Gain", {{"gain", 300.0}}));
  model.add_connection("thermostat.on -> power.u");
  model.add_component(instance("share", "Sensor"));
  model.add_component(instance("radiator", "CurvedRadiator"));
  model.add_connection("a.temperature -> radiator.room");
  model.add_connection("radiator.power -> b.heat");
  model.add_connection("pid.inputSignal -> share.measuredValue");
  return model;
}

std::vector<ListResolver::Entry> waves() {
  ListResolver::Entry wave;
  for (int k = 0; k < 100; ++k) wave.points.push_back({k * 700.0, std::sin(0.3 * k)});
  wave.shape = Series::Shape::Linear;
  return {wave};
}

std::vector<double> all_values(const Bench<double>& bench) {
  std::vector<double> values;
  for (std::size_t i = 0; i < bench.plan.signals.size(); ++i) {
    values.push_back(bench.simulation.value(static_cast<int>(i)));
  }
  return values;
}

RunOptions everything_options(SeriesResolver& resolver, Coupling coupling) {
  RunOptions options;
  options.steps = 40;
  options.resolver = &resolver;
  options.compile.coupling = coupling;
  options.compile.cycle_removal = CycleRemoval::StateEdges;
  return options;
}

TEST_CASE("a restored snapshot continues bit for bit") {
  ListResolver resolver(waves());
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate}) {
    INFO("coupling " << static_cast<int>(coupling));
    Bench<double> bench(everything(), types(), everything_options(resolver, coupling));
    bench.simulation.initialize();
    for (const long at : {7L, 8L, 9L, 10L}) {
      while (bench.simulation.row() < at) bench.steps(1);
      const Snapshot<double> snapshot = bench.simulation.snapshot();
      bench.steps(20);
      const std::vector<double> first = all_values(bench);
      bench.simulation.restore(snapshot);
      CHECK(bench.simulation.row() == at);
      bench.steps(20);
      CHECK(all_values(bench) == first);
      bench.simulation.restore(snapshot);
    }
  }
}

TEST_CASE("a second run of one simulation repeats the first bit for bit") {
  ListResolver resolver(waves());
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate}) {
    INFO("coupling " << static_cast<int>(coupling));
    Bench<double> bench(everything(), types(), everything_options(resolver, coupling));
    std::vector<std::vector<double>> ends;
    for (int run = 0; run < 2; ++run) {
      bench.simulation.reset();
      bench.simulation.initialize();
      bench.steps(20);
      ends.push_back(all_values(bench));
    }
    CHECK(ends[0] == ends[1]);
  }
}

TEST_CASE("a saved state continues in another simulation bit for bit") {
  ListResolver resolver(waves());
  for (const Coupling coupling : {Coupling::GaussSeidel, Coupling::Jacobi, Coupling::Iterate}) {
    INFO("coupling " << static_cast<int>(coupling));
    RunOptions options = everything_options(resolver, coupling);
    Bench<double> whole(everything(), types(), options);
    whole.simulation.initialize();
    whole.steps(10);
    const SavedState state = whole.simulation.save();
    CHECK(state.time == kStart + 10 * options.step);
    whole.steps(20);

    options.start = state.time;
    options.origin = state.origin;
    options.steps = 20;
    Bench<double> rest(everything(), types(), options);
    rest.simulation.load(state);
    CHECK(rest.simulation.row() == 0);
    rest.steps(20);
    CHECK(rest.simulation.time() == whole.simulation.time());
    CHECK(all_values(rest) == all_values(whole));
  }
}

TEST_CASE("a saved state continues bit for bit with steps of a tenth of a second") {
  // Tenths are not doubles: times must be the same numbers from wherever a run starts.
  ListResolver::Entry jumps;
  for (int k = 0; k < 60; ++k) jumps.points.push_back({k / 10.0, std::sin(7.0 * k)});
  SimulationModel model;
  for (const Sample sample : {Sample::Mean, Sample::Start, Sample::End}) {
    const std::string n = std::to_string(static_cast<int>(sample));
    model.add_component(listed("u" + n, 0, sample));
    model.add_component(instance("r" + n, "Relax", {{"tau", 0.3}}));
    model.add_connection("u" + n + ".scheduleValue -> r" + n + ".u");
  }
  ListResolver resolver({jumps});
  RunOptions options;
  options.step = std::chrono::milliseconds(100);
  options.steps = 50;
  options.resolver = &resolver;
  Bench<double> whole(model, types(), options);
  whole.simulation.initialize();
  for (long k = 0; k < 50; ++k) {
    const SavedState state = whole.simulation.save();
    RunOptions rest = options;
    rest.start = state.time;
    rest.origin = state.origin;
    rest.steps = 50 - k;
    Bench<double> continued(model, types(), rest);
    continued.simulation.load(state);
    continued.steps(1);
    whole.steps(1);
    INFO("saved at row " << k);
    CHECK(all_values(continued) == all_values(whole));
  }
}

TEST_CASE("a run that starts at a later origin keeps the ticks of its clocks") {
  // Ticks at 600 s, 2400 s, 4200 s after the origin; the run starts 2400 s after it.
  SimulationModel model;
  model.add_component(instance("s", "Sampler")).clock = SampleClock{1800.0, 600.0};
  RunOptions options;
  options.steps = 4;
  options.origin = kStart - std::chrono::seconds(2400);
  CHECK(run_signal(model, types(), "s.time", options) ==
        std::vector<double>{-1.0, 2400.0, 2400.0, 2400.0, 4200.0});
}

TEST_CASE("an origin that is not a whole number of steps before the start is refused") {
  SimulationModel model;
  model.add_component(instance("s", "Sampler"));
  RunOptions options;
  options.origin = kStart - std::chrono::seconds(100);
  // Clocks and time would be off by the rest otherwise.
  try {
    Bench<double> bench(model, types(), options);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "simulation.origin_off_grid");
    CHECK_THAT(error.what(), Catch::Contains("2022-12-31T23:58:20Z") &&
                                 Catch::Contains("2023-01-01T00:00:00Z") &&
                                 Catch::Contains("a whole number of steps of 600 s"));
  }
}

void check_refused(const SavedState& state, const SimulationModel& model, RunOptions options,
                   const std::string& difference) {
  ListResolver resolver(waves());
  options.resolver = &resolver;
  options.compile = {.cycle_removal = CycleRemoval::StateEdges, .coupling = Coupling::GaussSeidel};
  Bench<double> other(model, types(), options);
  try {
    other.simulation.load(state);
    FAIL("no error for " << difference);
  } catch (const InputError& error) {
    CHECK(error.code() == "state.mismatch");
    CHECK_THAT(error.what(), Catch::Contains(difference));
  }
}

TEST_CASE("a saved state of another model is refused and the difference named") {
  ListResolver resolver(waves());
  Bench<double> bench(everything(), types(), everything_options(resolver, Coupling::GaussSeidel));
  bench.simulation.initialize();
  const SavedState state = bench.simulation.save();

  SimulationModel more = everything();
  more.add_component(constant("more", 1.0));
  check_refused(state, more, {}, "43 values");

  SimulationModel renamed = everything();
  renamed.remove_component("share");
  renamed.add_component(instance("shared", "Sensor"));
  renamed.add_connection("pid.inputSignal -> shared.measuredValue");
  check_refused(state, renamed, {}, "share.measuredValue");

  RunOptions later;
  later.start = kStart + std::chrono::hours(1);
  check_refused(state, everything(), later, "2023-01-01T00:00:00Z");
  RunOptions coarser;
  coarser.step = std::chrono::seconds(300);
  check_refused(state, everything(), coarser, "600");
}

TEST_CASE("a saved state of another origin is refused and both origins are named") {
  ListResolver resolver(waves());
  Bench<double> bench(everything(), types(), everything_options(resolver, Coupling::GaussSeidel));
  bench.simulation.initialize();
  bench.steps(10);
  RunOptions options;
  options.start = bench.simulation.time();  // and the origin with it
  check_refused(bench.simulation.save(), everything(), options, "2023-01-01T00:00:00Z");
}

}  // namespace
}  // namespace hearth::test::simulation_test

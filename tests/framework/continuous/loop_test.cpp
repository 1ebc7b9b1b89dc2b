// SPDX-License-Identifier: MIT
// Reference cases about the order of evaluation and algebraic loops.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::loop_test {
namespace {

const Registry& types() { return dynamics_components(); }

Component gain(const std::string& id, double k, double c = 0.0) {
  return instance(id, "Gain", {{"k", k}, {"c", c}});
}

/// Returns the sizes of the algebraic loops of a model, in outputs.
std::vector<double> loop_sizes(const ContinuousBench& bench) {
  std::vector<double> sizes;
  for (const AlgebraicLoop& loop : bench.simulation.flow().loops) {
    sizes.push_back(static_cast<double>(loop.outputs.size()));
  }
  return sizes;
}

SimulationModel pair_of_gains(double ka, double ca, double kb, double cb) {
  SimulationModel model;
  model.add_component(gain("A", ka, ca));
  model.add_component(gain("B", kb, cb));
  model.add_connection("A.y -> B.u");
  model.add_connection("B.y -> A.u");
  return model;
}

TEST_CASE("D27: linear algebraic loops, one of which repetition would not solve") {
  auto file = CaseFile::read("D27");
  if (!file) return;
  ContinuousBench a(pair_of_gains(0.5, 1.0, 0.5, 0.0), types());
  file->check_values("(a) yA, yB", {a.value("A.y"), a.value("B.y")});
  ContinuousBench b(pair_of_gains(-3.0, 1.0, 1.0, 0.0), types());
  file->check_values("(b) yA, yB", {b.value("A.y"), b.value("B.y")});
  SimulationModel three;
  three.add_component(gain("y1", 2.0, 1.0));
  three.add_component(gain("y2", -1.0, 2.0));
  three.add_component(gain("y3", 0.5, -1.0));
  three.add_connection("y2.y -> y1.u");
  three.add_connection("y3.y -> y2.u");
  three.add_connection("y1.y -> y3.u");
  ContinuousBench c(three, types());
  file->check_values("(c) y1, y2, y3", {c.value("y1.y"), c.value("y2.y"), c.value("y3.y")});
  SimulationModel self;
  self.add_component(gain("y", 0.5, 3.0));
  self.add_connection("y.y -> y.u");
  ContinuousBench d(self, types());
  file->check_value("(d) y", d.value("y.y"));
  std::vector<double> found;
  for (const ContinuousBench* bench : {&a, &b, &c, &d}) {
    REQUIRE(loop_sizes(*bench).size() == 1);
    found.push_back(loop_sizes(*bench).front());
  }
  file->check_values("loops found", found);
  file->check_complete();
}

TEST_CASE("D29: the working point of pump and pipe, and a fixed point") {
  auto file = CaseFile::read("D29");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("pump", "PumpCurve"));
  model.add_component(instance("pipe", "PipeCurve"));
  model.set_initial("pipe.q", {1e-3, {}});
  model.add_connection("pipe.q -> pump.q");
  model.add_connection("pump.dp -> pipe.dp");
  ContinuousBench a(model, types());
  file->check_value("(a) q_m3_per_s", a.value("pipe.q"));
  file->check_value("(a) dp_Pa", a.value("pump.dp"));
  SimulationModel fixed;
  fixed.add_component(instance("f", "Cosine"));
  fixed.add_connection("f.y -> f.u");
  ContinuousBench b(fixed, types());
  file->check_value("(b) y", b.value("f.y"));
  file->check_complete();
}

TEST_CASE("a loop without a solution fails with an error that names it") {
  try {
    ContinuousBench bench(pair_of_gains(1.0, 1.0, 1.0, 0.0), types());
    FAIL("no error");
  } catch (const SimulationError& error) {
    CHECK(error.code() == "simulation.loop_not_converged");
    CHECK_THAT(error.what(), Catch::Contains("A.y") && Catch::Contains("B.y") &&
                                 Catch::Contains("at 0 s") && Catch::Contains("initial value"));
  }
}

TEST_CASE("a loop is refused port by port if one of its connections requires it") {
  SimulationModel model;
  model.add_component(gain("A", 0.5, 1.0));
  model.add_component(gain("B", 0.5));
  model.add_connection("A.y -> B.u");
  model.add_connection(
      Connection{{"B", "y", ""}, {"A", "u", ""}, CutPin::Free, {}, LoopAction::Refuse});
  try {
    ContinuousBench bench(model, types());
    FAIL("no error");
  } catch (const ModelError& error) {
    CHECK(error.code() == "model.algebraic_loop");
    CHECK_THAT(error.what(), Catch::Contains("A.y -> B.u") && Catch::Contains("B.y -> A.u") &&
                                 Catch::Contains("\"solve\" or \"delay\""));
  }
}

TEST_CASE("a delayed connection opens a loop and delivers the last communication point") {
  SimulationModel model;
  model.add_component(gain("A", 0.5, 1.0));
  model.add_component(gain("B", 0.5));
  model.set_initial("B.y", {0.0, {}});
  model.add_connection("A.y -> B.u");
  model.add_connection(
      Connection{{"B", "y", ""}, {"A", "u", ""}, CutPin::Free, {}, LoopAction::Delay});
  ContinuousBench bench(model, types());
  CHECK(bench.simulation.flow().loops.empty());
  bench.run(TimeSpan::at({0.5, 1.5, 2.5}));
  // One step of 1 s after the other: B = 0.25 B + 0.5, with the given 0 in the first.
  CHECK(bench.at("B.y", 0.5) == Approx(0.5));
  CHECK(bench.at("B.y", 1.5) == Approx(0.625));
  CHECK(bench.at("B.y", 2.5) == Approx(0.5 + 0.25 * 0.625));
}

TEST_CASE("D31: a composite with one feedthrough output makes no loop") {
  auto file = CaseFile::read("D31");
  if (!file) return;
  SimulationModel model;
  model.add_component(instance("S", "PartlyDirect"));
  model.add_component(instance("error", "Sum"));
  model.add_component(constant("r", 1.0));
  model.add_connection("r.scheduleValue -> error.u[r]");
  model.add_connection("S.y2 -> error.u[y]");
  model.set_parameter("error.k[y]", {-1.0, {}});
  model.add_connection("error.y -> S.u");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("S." + quantity, t); });
  CHECK(static_cast<int>(bench.simulation.flow().loops.size()) ==
        file->take("algebraic_loops_found").get<int>());
  file->check_complete();
}

TEST_CASE("D34: a chain of gains does not depend on the order of its parts") {
  auto file = CaseFile::read("D34");
  if (!file) return;
  const std::vector<Component> parts{gain("y1", 2.0, 1.0),   gain("y2", -3.0),
                                     gain("y3", 0.5, -2.0),  gain("y4", 4.0, 0.5),
                                     gain("y5", -0.25, 3.0), instance("q", "Integrator")};
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0U);
  int good = 0;
  std::vector<double> values, levels;
  do {
    SimulationModel model;
    for (const std::size_t i : order) model.add_component(parts[i]);
    model.add_component(constant("u", 2.0));
    model.add_connection("u.scheduleValue -> y1.u");
    for (std::size_t i = 1; i < parts.size(); ++i) {
      model.add_connection(parts[i - 1].id + ".y -> " + parts[i].id + ".u");
    }
    ContinuousBench bench(model, types());
    bench.run(TimeSpan::at({1.0}));
    values.clear();
    levels.clear();
    for (std::size_t i = 0; i < 5; ++i) {
      values.push_back(bench.value(parts[i].id + ".y"));
      const int slot = bench.plan.slot_of(parts[i].id);
      levels.push_back(bench.simulation.flow().levels[slot]);
    }
    const bool chain = values == std::vector<double>{5.0, -15.0, -9.5, -37.5, 12.375};
    good += chain && std::abs(bench.value("q.y") - 12.375) <= 1e-11 ? 1 : 0;
  } while (std::next_permutation(order.begin(), order.end()));
  file->check_values("y1..y5", values);
  file->check_times([](const std::string&, double) { return 12.375; });
  CHECK(good == file->take("permutations of the declaration order giving these values").get<int>());
  file->check_values("execution levels of y1..y5", levels);
  file->check_complete();
}

/// The nodes of an air-handling loop; all pass their inputs on but those in `stateful`.
SimulationModel generations(const nlohmann::json& parameters,
                            const std::set<std::string>& stateful) {
  SimulationModel model;
  std::set<std::string> fed;
  for (const auto& edge : parameters["edges"]) fed.insert(edge[1].get<std::string>());
  for (const std::string id : parameters["nodes"]) {
    if (fed.count(id) == 0) {
      model.add_component(constant(id, 1.0));
    } else {
      model.add_component(instance(id, stateful.count(id) != 0 ? "Collector" : "Sum"));
    }
  }
  for (const auto& edge : parameters["edges"]) {
    const std::string from = edge[0], to = edge[1];
    model.add_connection(from + (fed.count(from) == 0 ? ".scheduleValue" : ".y") + " -> " + to +
                         ".u[" + from + "]");
  }
  return model;
}

TEST_CASE("D35: generations of an air-handling loop") {
  auto file = CaseFile::read("D35");
  if (!file) return;
  const auto& parameters = file->json()["parameters"];
  ContinuousBench bench(generations(parameters, {"zone"}), types());
  std::vector<std::set<std::string>> found;
  for (std::size_t s = 0; s < bench.plan.instances.size(); ++s) {
    const auto level = static_cast<std::size_t>(bench.simulation.flow().levels[s]);
    if (found.size() <= level) found.resize(level + 1);
    found[level].insert(bench.plan.instances[s].id);
  }
  std::vector<std::set<std::string>> expected;
  for (const auto& level : file->take("generations (order inside a generation free)")) {
    expected.emplace_back(level.begin(), level.end());
  }
  CHECK(found == expected);
  CHECK(file->take("algebraic_loops").empty());
  CHECK(bench.simulation.flow().loops.empty());

  const Plan plan = compile(generations(parameters, {}), types(), {.engine = Engine::Continuous});
  const EvaluationOrder flow = make_evaluation_order(plan);
  REQUIRE(flow.loops.size() == 1);
  std::vector<std::string> members;
  for (const int output : flow.loops[0].outputs) {
    const std::string& name = plan.signals[output].name;
    members.push_back(name.substr(0, name.find('.')));
  }
  std::sort(members.begin(), members.end());
  CHECK(members == file->take("with zone made feedthrough: error or loop with members")
                       .get<std::vector<std::string>>());
  file->check_complete();
}

// ---- trials and branches ------------------------------------------------------------------------

Component ramp(const std::string& id, double from, double to, double length) {
  Component component = instance(id, "Schedule");
  SeriesSpec spec;
  spec.source =
      TimeTable{{0.0, 1.0, 1.0 + length, 3.0}, {from, from, to, to}, Series::Shape::Linear};
  component.config["value"] = spec;
  return component;
}

/// x follows a ramp with a short lag; y is what a loop through `square` or `cube` makes of it.
SimulationModel behind_a_ramp(double from, double to, double length, double lag) {
  SimulationModel model;
  model.add_component(ramp("r", from, to, length));
  model.add_component(instance("e", "Sum"));
  model.set_parameter("e.k[x]", {-1.0, {}});
  model.add_component(instance("x", "Integrator", {{"k", 1.0 / lag}}));
  model.set_initial("x.x", {from, {}});
  model.add_connection("r.scheduleValue -> e.u[r]");
  model.add_connection("x.y -> e.u[x]");
  model.add_connection("e.y -> x.u");
  return model;
}

ContinuousRunOptions at_tolerance(double tolerance) {
  ContinuousRunOptions options;
  options.simulation = {};
  options.simulation.integrator.relative_tolerance = tolerance;
  options.simulation.integrator.absolute_tolerance = 0.01 * tolerance;
  options.simulation.integrator.longest_step = INFINITY;
  return options;
}

TEST_CASE("a trial step beyond the fold of a loop leaves no trace: y keeps its branch") {
  // y^3 - 3 y + x = 0, from the upper branch; two solutions meet at x = 2.
  for (const double lag : {0.003, 0.01, 0.03}) {
    for (const double length : {0.001, 0.1, 1.0}) {
      for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
        CAPTURE(lag, length, tolerance);
        SimulationModel model = behind_a_ramp(0.0, 1.9, length, lag);
        model.add_component(instance("square", "Square"));
        model.add_component(instance("cube", "Product"));
        model.add_component(instance("y", "Sum"));
        for (const auto& [key, k] : {std::pair("y", 1.3), {"x", -0.1}, {"cube", -0.1}}) {
          model.set_parameter(std::string("y.k[") + key + "]", {k, {}});
        }
        model.set_initial("y.y", {1.7, {}});
        model.add_component(instance("w", "Integrator"));
        model.add_connection("y.y -> square.u");
        model.add_connection("square.y -> cube.u[1]");
        model.add_connection("y.y -> cube.u[2]");
        model.add_connection("y.y -> y.u[y]");
        model.add_connection("x.y -> y.u[x]");
        model.add_connection("cube.y -> y.u[cube]");
        model.add_connection("y.y -> w.u");
        ContinuousBench bench(model, types(), at_tolerance(tolerance));
        bench.simulation.advance(3.0);
        const double x = bench.value("x.y"), y = bench.value("y.y");
        CHECK(x == Approx(1.9).epsilon(1e-3));
        CHECK(y > 1.0);
        CHECK(std::abs(y * y * y - 3.0 * y + x) < 1e-9);
      }
    }
  }
}

TEST_CASE("a trial step to where a loop has no solution only shortens the step") {
  // y^2 = x with x from 1 to 0.01; below 0 there is none.
  for (const double lag : {0.003, 0.01, 0.03}) {
    for (const double length : {0.001, 0.1, 1.0}) {
      for (const double tolerance : {1e-5, 1e-6, 1e-9}) {
        CAPTURE(lag, length, tolerance);
        SimulationModel model = behind_a_ramp(1.0, 0.01, length, lag);
        model.add_component(instance("square", "Square"));
        model.add_component(instance("y", "Sum"));
        model.set_parameter("y.k[x]", {0.5, {}});
        model.set_parameter("y.k[square]", {-0.5, {}});
        model.set_initial("y.y", {1.0, {}});
        model.add_component(instance("w", "Integrator"));
        model.add_connection("y.y -> square.u");
        model.add_connection("y.y -> y.u[y]");
        model.add_connection("x.y -> y.u[x]");
        model.add_connection("square.y -> y.u[square]");
        model.add_connection("y.y -> w.u");
        ContinuousBench bench(model, types(), at_tolerance(tolerance));
        bench.simulation.advance(3.0);
        CHECK(bench.value("y.y") == Approx(0.1).epsilon(1e-2));
      }
    }
  }
}

TEST_CASE("what is looked at between two steps does not change the run") {
  SimulationModel model = behind_a_ramp(1.0, 0.01, 1.0, 0.01);
  model.add_component(instance("square", "Square"));
  model.add_component(instance("y", "Sum"));
  model.set_parameter("y.k[x]", {0.5, {}});
  model.set_parameter("y.k[square]", {-0.5, {}});
  model.set_initial("y.y", {1.0, {}});
  model.add_component(instance("w", "Integrator"));
  model.add_connection("y.y -> square.u");
  model.add_connection("y.y -> y.u[y]");
  model.add_connection("x.y -> y.u[x]");
  model.add_connection("square.y -> y.u[square]");
  model.add_connection("y.y -> w.u");
  ContinuousBench few(model, types(), at_tolerance(1e-6));
  few.run(TimeSpan::at({3.0}));
  ContinuousBench many(model, types(), at_tolerance(1e-6));
  std::vector<double> times;
  for (int k = 1; k <= 300; ++k) times.push_back(0.01 * k);
  many.run(TimeSpan::at(times));
  CHECK(few.value("w.y") == many.value("w.y"));
  CHECK(few.value("y.y") == many.value("y.y"));
}

// ---- gains and ranks ----------------------------------------------------------------------------

/// y = k (x - y) with x' = 1 from 0.1, torn at an output that is given, or at one of choice.
SimulationModel follower(double k, const std::string& torn) {
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("x", "Integrator"));
  model.set_initial("x.x", {0.1, {}});
  model.add_component(instance("e", "Sum"));
  model.set_parameter("e.k[y]", {-1.0, {}});
  model.add_component(gain("y", k));
  if (!torn.empty()) model.set_initial(torn, {torn == "y.y" ? 0.1 : 0.1 / k, {}});
  model.add_component(instance("w", "Integrator"));
  model.add_connection("one.scheduleValue -> x.u");
  model.add_connection("x.y -> e.u[x]");
  model.add_connection("y.y -> e.u[y]");
  model.add_connection("e.y -> y.u");
  model.add_connection("y.y -> w.u");
  return model;
}

TEST_CASE("a loop of high gain is solved: its step counts, which the gain does not magnify") {
  for (const double k : {1e6, 1e8, 1e10, 1e13, -1e8}) {
    for (const std::string torn : {"y.y", "e.y", ""}) {
      CAPTURE(k, torn);
      ContinuousBench bench(follower(k, torn), types(), at_tolerance(1e-8));
      CHECK(bench.value("y.y") == Approx(k / (1.0 + k) * 0.1).epsilon(1e-9));
      bench.simulation.advance(2.0);
      CHECK(bench.value("y.y") == Approx(k / (1.0 + k) * 2.1).epsilon(1e-9));
      CHECK(bench.value("w.y") == Approx(k / (1.0 + k) * 2.2).epsilon(1e-6));
    }
  }
}

TEST_CASE("a loop of a gain near 1 follows its input, though its residual is small at once") {
  for (const double d : {1e-2, 1e-4, 1e-6}) {
    CAPTURE(d);
    SimulationModel model;
    model.add_component(constant("rate", 1e-4));
    model.add_component(instance("x", "Integrator"));
    model.set_initial("x.x", {1.0, {}});
    model.add_component(instance("y", "Sum"));
    model.set_parameter("y.k[x]", {d, {}});
    model.set_parameter("y.k[y]", {1.0 - d, {}});
    model.set_initial("y.y", {1.0, {}});
    model.add_component(instance("w", "Integrator"));
    model.add_connection("rate.scheduleValue -> x.u");
    model.add_connection("x.y -> y.u[x]");
    model.add_connection("y.y -> y.u[y]");
    model.add_connection("y.y -> w.u");
    ContinuousBench bench(model, types(), at_tolerance(1e-8));
    for (const double t : {0.0, 0.01, 1.0, 100.0}) {
      bench.simulation.advance(t);
      // A residual is exact to its rounding, which 1/d magnifies.
      CHECK(bench.value("y.y") == Approx(1.0 + 1e-4 * t).epsilon(1e-9));
    }
  }
}

template <class Action>
std::string message_of_run(const Action& action, const std::string& code) {
  try {
    action();
  } catch (const SimulationError& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  FAIL("no error");
  return "";
}

TEST_CASE("a loop that does not determine its values is refused with an error that names it") {
  SECTION("y = y") {
    SimulationModel model;
    model.add_component(gain("y", 1.0));
    model.add_connection("y.y -> y.u");
    CHECK_THAT(message_of_run([&] { ContinuousBench(model, types()); }, "simulation.loop_singular"),
               Catch::Contains("y.y") && Catch::Contains("at 0 s") && Catch::Contains("missing"));
  }
  SECTION("a = 1 - b, b = 1 - a") {
    CHECK_THAT(message_of_run([] { ContinuousBench(pair_of_gains(-1.0, 1.0, -1.0, 1.0), types()); },
                              "simulation.loop_singular"),
               Catch::Contains("A.y") && Catch::Contains("B.y"));
  }
  SECTION("y = 3 (y / 3), whose rounding is not exact") {
    CHECK_THAT(message_of_run([] { ContinuousBench(pair_of_gains(0.1, 0.0, 10.0, 0.0), types()); },
                              "simulation.loop_singular"),
               Catch::Contains("does not determine"));
  }
  SECTION("a value that only follows from how fast another changes") {
    // x' = y, 0 = x - r, consistent at the start.
    for (const double offset : {0.0, 0.5}) {
      SimulationModel model;
      model.add_component(instance("r", "SineWave", {{"period", 10.0}}));
      model.add_component(instance("x", "Integrator"));
      model.set_initial("x.x", {offset, {}});
      model.add_component(instance("y", "Sum"));
      model.set_parameter("y.k[r]", {-1.0, {}});
      model.set_initial("y.y", {0.6, {}});
      model.add_connection("y.y -> x.u");
      model.add_connection("y.y -> y.u[y]");
      model.add_connection("x.y -> y.u[x]");
      model.add_connection("r.y -> y.u[r]");
      CHECK_THAT(message_of_run(
                     [&] { ContinuousBench(model, types()); },
                     offset == 0.0 ? "simulation.loop_singular" : "simulation.loop_not_converged"),
                 Catch::Contains("y.y") && Catch::Contains("a state") &&
                     !Catch::Contains("near the solution"));
    }
  }
  SECTION("one of two values of a larger loop") {
    // a = (a + b)/2, b = (a + b)/2: any a = b; c = 0.5 c + a/2.
    SimulationModel model;
    for (const std::string id : {"a", "b", "c"}) model.add_component(instance(id, "Sum"));
    for (const std::string id : {"a", "b"}) {
      for (const std::string from : {"a", "b", "c"}) {
        model.set_parameter(id + ".k[" + from + "]", {from == "c" ? 0.0 : 0.5, {}});
        model.add_connection(from + ".y -> " + id + ".u[" + from + "]");
      }
    }
    model.set_parameter("c.k[a]", {0.5, {}});
    model.set_parameter("c.k[c]", {0.5, {}});
    model.add_connection("a.y -> c.u[a]");
    model.add_connection("c.y -> c.u[c]");
    CHECK_THAT(message_of_run([&] { ContinuousBench(model, types()); }, "simulation.loop_singular"),
               Catch::Contains("does not determine"));
  }
}

TEST_CASE("a loop that loses its solution at an event is refused there") {
  // y = u[region]: 0.5 y + 1 below 1, y from there on.
  SimulationModel model;
  model.add_component(constant("one", 1.0));
  model.add_component(instance("t", "Integrator"));
  model.add_component(gain("half", 0.5, 1.0));
  model.add_component(instance("y", "Switch", {}));
  model.set_parameter("y.bound[1]", {1.0, {}});
  model.add_connection("one.scheduleValue -> t.u");
  model.add_connection("t.y -> y.selector");
  model.add_connection("y.y -> half.u");
  model.add_connection("half.y -> y.u[1]");
  model.add_connection("y.y -> y.u[2]");
  ContinuousBench bench(model, types());
  CHECK(bench.value("y.y") == Approx(2.0));
  CHECK_THAT(message_of_run([&] { bench.simulation.advance(2.0); }, "simulation.loop_singular"),
             Catch::Contains("y.y") && Catch::Contains("at 1.0000"));
}

TEST_CASE("a loop that contradicts itself is reported as singular, from any start") {
  for (const double start : {0.0, 1.0, -1e6}) {
    SimulationModel model;
    model.add_component(instance("y", "Sum", {{"c", 1.0}}));
    model.add_connection("y.y -> y.u[y]");
    model.set_initial("y.y", {start, {}});
    CHECK_THROWS_WITH(ContinuousBench(model, types()),
                      Catch::Contains("its equations are singular"));
  }
}

TEST_CASE("a ring of many unknowns is solved from 0, and when its input moves") {
  // y_i = 0.3 sin(y_(i-1) + y_(i+1) + u): all are equal.
  for (const int count : {2, 3, 10, 30, 100}) {
    for (const double phase : {0.0, 1.0}) {
      CAPTURE(count, phase);
      SimulationModel model;
      model.add_component(instance("u", "SineWave", {{"period", 100.0}, {"phase", phase}}));
      const auto name = [count](const char* kind, int i) {
        return kind + std::to_string((i + count) % count);
      };
      for (int i = 0; i < count; ++i) {
        model.add_component(instance(name("s", i), "Sum"));
        model.add_component(instance(name("y", i), "Sine", {{"amplitude", 0.3}}));
      }
      for (int i = 0; i < count; ++i) {
        model.add_connection(name("y", i - 1) + ".y -> " + name("s", i) + ".u[left]");
        model.add_connection(name("y", i + 1) + ".y -> " + name("s", i) + ".u[right]");
        model.add_connection("u.y -> " + name("s", i) + ".u[u]");
        model.add_connection(name("s", i) + ".y -> " + name("y", i) + ".u");
      }
      model.add_component(instance("i", "Integrator"));
      model.add_connection("y1.y -> i.u");
      ContinuousBench bench(model, types());
      for (const double time : {0.0, 20.0}) {
        bench.simulation.advance(time);
        const double u = std::sin(2.0 * std::acos(-1.0) * time / 100.0 + phase);
        double y = 0.0;
        for (int pass = 0; pass < 200; ++pass) y = 0.3 * std::sin(2.0 * y + u);
        CHECK(bench.value("y1.y") == Approx(y).margin(1e-11));
      }
    }
  }
}

}  // namespace
}  // namespace hearth::test::loop_test

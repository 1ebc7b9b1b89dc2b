// SPDX-License-Identifier: MIT
// Reference cases with samples, clocks and noise.
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::sampled_test {
namespace {

const Registry& types() { return dynamics_components(); }

TEST_CASE("D23: a sampled PI controller of a room") {
  auto file = CaseFile::read("D23");
  if (!file) return;
  const double period = file->number("Ts");
  SimulationModel model;
  model.add_component(instance("room", "HeatedRoom",
                               {{"C", file->number("C")},
                                {"R", file->number("R")},
                                {"P", 1.0},
                                {"Ta", file->number("Ta")}}));
  model.set_initial("room.T", {file->start("T"), {}});
  Component pi =
      instance("pi", "DiscretePid", {{"Kp", file->number("Kp")}, {"Ki", file->number("Ki")}});
  pi.clock = SampleClock{period, 0.0, {}};
  model.add_component(pi);
  model.add_component(constant("setpoint", file->number("setpoint")));
  model.add_connection("setpoint.scheduleValue -> pi.setpoint");
  model.add_connection("room.T -> pi.measurement");
  model.add_connection("pi.command -> room.s");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(86400.0));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity == "T") return bench.at("room.T", t);
    return bench.at("pi.command", t, Limit::Right);
  });
  file->check_complete();
}

TEST_CASE("D25: clocks without anything continuous, and clocks that end") {
  auto file = CaseFile::read("D25");
  if (!file) return;
  SimulationModel counter;
  counter.add_component(instance("c", "Counter")).clock = SampleClock{1.0, 0.0, {}};
  ContinuousBench first(counter, types());
  first.run(TimeSpan::until(5.5));
  first.run(TimeSpan::until(10.0));
  first.simulation.settle();  // the tick at 10 s acts
  const std::vector<double> times = file->take("part1.times").get<std::vector<double>>();
  std::vector<double> counts;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    counts.push_back(first.at("c.y", times[i], Limit::Right));
  }
  counts.push_back(first.value("c.y"));
  file->check_values("part1.counter", counts);

  SimulationModel model;
  model.add_component(instance("x", "Lag"));
  model.set_initial("x.x", {file->start("x"), {}});
  const std::vector<std::pair<std::string, SampleClock>> holds{
      {"h1", {0.2, 0.0, {}}}, {"h2", {0.25, 0.0, 2.0}}, {"h3", {0.25, -6.0, -1.0}}};
  for (const auto& [id, clock] : holds) {
    model.add_component(instance(id, "ZeroOrderHold")).clock = clock;
    model.set_initial(id + ".y", {file->start(id), {}});
    model.add_connection("x.y -> " + id + ".u");
  }
  ContinuousBench second(model, types());
  second.run(TimeSpan::at(file->times("part2")));
  file->check_times([&](const std::string& quantity,
                        double t) { return second.at(quantity.substr(6) + ".y", t, Limit::Right); },
                    "part2");
  file->check_complete();
}

TEST_CASE("D21: a held plant equals its discretisation under the same controller") {
  auto file = CaseFile::read("D21");
  if (!file) return;
  const std::vector<double> gains = file->take("Kd").get<std::vector<double>>();
  SimulationModel model;
  Component plant = instance("plant", "StateSpace");
  plant.config = {{"states", 2},
                  {"outputs", 2},
                  {"A", Table(2, 2, {0, 1, -1, -1})},
                  {"B", Table(2, 1, {0, 1})},
                  {"C", Table(2, 2, {1, 0, 0, 1})}};
  plant.initial["x"] = std::map<std::string, Quantity>{{"1", {1.0, {}}}, {"2", {0.0, {}}}};
  model.add_component(plant);
  Component controller = instance("controller", "DiscreteStateSpace");
  controller.config = {{"inputs", 2},
                       {"A", Table(1, 1, {0})},
                       {"B", Table(1, 2, {0, 0})},
                       {"C", Table(1, 1, {0})},
                       {"D", Table(1, 2, {-gains[0], -gains[1]})}};
  controller.clock = SampleClock{file->number("dt"), 0.0, {}};
  model.add_component(controller);
  model.add_connection("controller.y[1] -> plant.u[1]");
  model.add_connection("plant.y[1] -> controller.u[1]");
  model.add_connection("plant.y[2] -> controller.u[2]");
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::until(8.0));
  std::vector<double> states, commands;
  for (int k = 0; k <= 8; ++k) {
    states.push_back(bench.at("plant.y[1]", k));
    states.push_back(bench.at("plant.y[2]", k));
    if (k < 8) commands.push_back(bench.at("controller.y[1]", k, Limit::Right));
  }
  file->check_values("x(k dt), k = 0..8", states);
  file->check_values("u_k, k = 0..7", commands);
}

TEST_CASE("D49: seeded noise is drawn at ticks, held between them and distinguished by component") {
  auto file = CaseFile::read("D49");
  if (!file) return;
  SimulationModel model;
  for (const std::string n : {"1", "2"}) {
    Component noise = instance("n" + n, "Noise");
    noise.clock = SampleClock{1.0, 0.0, {}};
    noise.config["seed"] = 7;
    model.add_component(noise);
    model.add_component(instance("x" + n, "Integrator"));
    model.add_connection("n" + n + ".y -> x" + n + ".u");
  }
  ContinuousBench bench(model, types());
  std::vector<double> times;
  for (int k = 0; k <= 10000; ++k) times.push_back(k);
  double sum = 0.0, squares = 0.0, worst = 0.0;
  std::vector<double> draws, second, integral;
  for (const double t : times) {
    bench.simulation.advance(t);
    integral.push_back(bench.value("x1.y"));
    bench.simulation.settle();
    draws.push_back(bench.value("n1.y"));
    second.push_back(bench.value("n2.y"));
    sum += draws.back();
    squares += draws.back() * draws.back();
  }
  const auto n = static_cast<double>(draws.size());
  CHECK(static_cast<int>(draws.size()) == file->take("draws").get<int>());
  CHECK(std::abs(sum / n) <= file->take("|mean| <=").get<double>());
  CHECK(std::abs(squares / n - sum / n * sum / n - 1.0) <=
        file->take("|variance - 1| <=").get<double>());
  for (std::size_t k = 0; k + 1 < draws.size(); ++k) {
    worst = std::max(worst, std::abs(integral[k + 1] - integral[k] - draws[k]));
  }
  CHECK(worst <= file->take("held between ticks, and x(k+1) - x(k) = n_k to").get<double>());
  CHECK(draws != second);
  CHECK(std::adjacent_find(draws.begin(), draws.end()) == draws.end());  // new at every tick
  ContinuousBench again(model, types());
  again.simulation.advance(100.0);
  again.simulation.settle();
  CHECK(again.value("n1.y") == draws[100]);
}

// ---- circles ------------------------------------------------------------------------------------

/// Two holds that sample each other, by way of a gain.
SimulationModel circle(const std::string& first, const std::string& second, double offset) {
  SimulationModel model;
  model.add_component(instance("more", "Gain", {{"c", 1.0}}));
  for (const std::string& id : {first, second}) {
    Component hold = instance(id, "ZeroOrderHold");
    hold.clock = SampleClock{1.0, id == second ? offset : 0.0, {}};
    model.add_component(hold);
  }
  model.add_connection(first + ".y -> " + second + ".u");
  model.add_connection(second + ".y -> more.u");
  model.add_connection("more.y -> " + first + ".u");
  return model;
}

TEST_CASE("a circle of samples at one clock is noted with its components and remedies") {
  const Plan plan = compile(circle("a", "b", 0.0), types(), {.engine = Engine::Continuous});
  const EvaluationOrder flow = make_evaluation_order(plan);
  REQUIRE(flow.diagnostics.items().size() == 1);
  CHECK(flow.diagnostics.items()[0].severity == Severity::Warning);
  CHECK(flow.diagnostics.items()[0].code == "model.sample_circle");
  CHECK_THAT(flow.diagnostics.items()[0].message,
             Catch::Contains("form a cycle of samples at the same instants: a, b") &&
                 Catch::Contains("previous sample") && Catch::Contains("offset"));
  const Plan apart = compile(circle("a", "b", 0.5), types(), {.engine = Engine::Continuous});
  CHECK(make_evaluation_order(apart).diagnostics.items().empty());
}

TEST_CASE("samples in a chain act in its order, whatever their names and the loop around them") {
  // The plant closes a loop, which the stepwise engine has to open somewhere.
  for (const auto& [sensor, controller] : {std::pair("a", "b"), std::pair("b", "a")}) {
    SimulationModel model;
    model.add_component(instance("plant", "Integrator"));
    model.set_initial("plant.x", {1.0, {}});
    for (const std::string id : {sensor, controller}) {
      model.add_component(instance(id, "ZeroOrderHold")).clock = SampleClock{1.0, 0.0, {}};
    }
    model.add_connection(std::string("plant.y -> ") + sensor + ".u");
    model.add_connection(std::string(sensor) + ".y -> " + controller + ".u");
    model.add_connection(std::string(controller) + ".y -> plant.u");
    ContinuousBench bench(model, types());
    bench.simulation.advance(3.0);
    // x' = x of the last tick: doubled each second.
    CHECK(bench.value("plant.y") == Approx(8.0));
    CHECK(bench.simulation.flow().diagnostics.items().empty());
  }
}

}  // namespace
}  // namespace hearth::test::sampled_test

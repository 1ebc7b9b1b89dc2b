// SPDX-License-Identifier: MIT
// The reference cases whose equations are in model files as formulas.
#include <cmath>
#include <string>
#include <vector>

#include "hearth/framework/analysis/linearization.hpp"
#include "hearth/framework/analysis/steady_state.hpp"
#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/model_files.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::json_expression_case_test {
namespace {

TEST_CASE("D07 from formulas of a model file") {
  auto file = CaseFile::read("D07");
  if (!file) return;
  FileBench bench("d07_pendulum");
  bench.run(TimeSpan::at(file->times()));
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("p." + quantity, t); });
  const std::vector<double> reversals = bench.event_times("p.reversal");
  REQUIRE(reversals.size() >= 3);
  file->check_value("period_s", reversals[2] - reversals[1]);
  file->check_complete();
}

TEST_CASE("D08 from formulas of a model file") {
  auto file = CaseFile::read("D08");
  if (!file) return;
  ContinuousRunOptions options;
  options.simulation.integrator.method = Method::Adams;
  options.simulation.integrator.relative_tolerance = 1e-13;
  options.simulation.integrator.absolute_tolerance = 1e-15;
  FileBench bench("d08_orbit", options);
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    return bench.at(quantity == "p_x" ? "planet.px" : "planet.py", t);
  });
  file->check_value("aphelion_m", bench.value("planet.aphelion"));
  const std::vector<double> receding = bench.event_times("planet.receding");
  REQUIRE(receding.size() == 1);
  file->check_value("time_of_aphelion_s", receding.front());
  file->check_value("specific_energy", bench.value("planet.energy"));
  file->check_complete();
}

TEST_CASE("D09 from formulas of a model file") {
  auto file = CaseFile::read("D09");
  if (!file) return;
  FileBench bounces("d09_ball");
  bounces.run(TimeSpan::until(20.3));
  std::vector<double> times = bounces.event_times("ball.bounce");
  file->check_event_times("event_times_first_12", times);
  std::vector<double> speeds;
  for (std::size_t i = 0; i < 12; ++i) {
    speeds.push_back(bounces.at("ball.v", times[i], Limit::Right));
  }
  file->check_values("upward_speed_after_event_first_12", speeds);
  CHECK(static_cast<int>(times.size()) == file->take("events_before_t=20.3").get<int>());
  std::erase_if(times, [](double t) { return t >= 20.0; });
  CHECK(static_cast<int>(times.size()) == file->take("events_before_t=20").get<int>());

  FileBench again("d09_ball");
  again.run(TimeSpan::at(file->times()));
  file->check_times(
      [&](const std::string& quantity, double t) { return again.at("ball." + quantity, t); });
  file->take("zeno_limit_s");  // checked with the compiled ball: it is the engine's
  file->check_complete();
}

TEST_CASE("D17 from formulas of a model file") {
  auto file = CaseFile::read("D17");
  if (!file) return;
  FileBench bench("d17_two_events");
  bench.run(TimeSpan::at(file->times()));
  for (const auto& [name, event] : {std::pair("A", "a.A"), std::pair("B", "b.B")}) {
    const std::string quantity = std::string("event_times.") + name;
    CHECK(bench.event_times(event).size() == 1);
    file->check_event_times(quantity, bench.event_times(event));
    for (const EventRecord& record : bench.simulation.events()) {
      if (record.name == event) {
        CHECK(record.microstep == file->take(std::string("microstep.") + name).get<int>());
      }
    }
  }
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("c." + quantity, t); });
  file->check_complete();
}

TEST_CASE("D19 from formulas of a model file") {
  auto file = CaseFile::read("D19");
  if (!file) return;
  FileBench bench("d19_chain");
  bench.run(TimeSpan::at(file->times()));
  for (const auto& [name, event] : {std::pair("S", "s.S"), std::pair("V", "c.V")}) {
    file->check_event_times(std::string("event_times.") + name, bench.event_times(event));
    for (const EventRecord& record : bench.simulation.events()) {
      if (record.name == event) {
        CHECK(record.microstep == file->take(std::string("microstep.") + name).get<int>());
      }
    }
  }
  file->check_times([&](const std::string& quantity, double t) {
    return bench.at(quantity.substr(0, 1) + (quantity.size() > 1 ? ".v" : ".x"), t);
  });
  file->check_complete();
}

TEST_CASE("D42 from formulas of a model file") {
  auto file = CaseFile::read("D42");
  if (!file) return;
  FileBench bench("d42_tank");
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "tank.in.v", .guess = file->start("v_guess")}};
  problem.targets = {{"tank.h", 5.0}};
  const SteadyState found = find_steady_state(bench.simulation, problem);
  file->check_value("v", found.value("tank.in.v"));
  const Linearization linear = linearize(bench.simulation, {"tank.in.v"}, {"tank.h"});
  file->check_value("A", linear.A(0, 0));
  file->check_value("B", linear.B(0, 0));
  file->check_value("C", linear.C(0, 0));
  file->check_value("D", linear.D(0, 0));
  file->check_complete();
}

TEST_CASE("an oscillator of formulas equals its compiled block to 1e-14") {
  SimulationModel compiled, formulas;
  compiled.add_component(instance("o", "VanDerPol", {{"mu", 5.0}}));
  Component expression = instance("o", "Expression");
  expression.config = {
      {"parameters", FormulaTexts{{{"mu", "5 any"}}}},
      {"states", FormulaTexts{{{"x1", "1 any"}, {"x2", "1 any"}}}},
      {"derivatives", FormulaTexts{{{"x1", "x2"}, {"x2", "mu * (1 - x1 * x1) * x2 - x1"}}}}};
  formulas.add_component(expression);
  ContinuousBench block(compiled, dynamics_components());
  ContinuousBench written(formulas, standard_components());
  std::vector<double> times;
  for (int k = 0; k <= 30; ++k) times.push_back(k);
  block.run(TimeSpan::at(times));
  written.run(TimeSpan::at(times));
  for (const double t : times) {
    INFO(t);
    for (const char* state : {"o.x1", "o.x2"}) {
      // The integrator enlarges what rounding leaves between steps: relative to the amplitude, 2.
      CHECK(std::abs(written.at(state, t) - block.at(state, t)) <= 2e-14);
    }
  }
}

}  // namespace
}  // namespace hearth::test::json_expression_case_test

// SPDX-License-Identifier: MIT
// Reference cases without events.
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/dynamics/case_file.hpp"
#include "hearth/tests/dynamics/case_models.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"
#include "hearth/tests/dynamics/systems.hpp"

namespace hearth::test::smooth_test {
namespace {

const Registry& types() { return dynamics_components(); }

Component with_initial(Component component,
                       const std::vector<std::pair<std::string, double>>& initial) {
  for (const auto& [name, value] : initial) component.initial[name] = Quantity{value, {}};
  return component;
}

/// For systems without damping over many periods: Adams' formulas lose less than those for stiff
/// systems, at the tightest tolerance that doubles allow.
ContinuousRunOptions conservative() {
  ContinuousRunOptions options;
  options.simulation.integrator.method = Method::Adams;
  options.simulation.integrator.relative_tolerance = 1e-13;
  options.simulation.integrator.absolute_tolerance = 1e-15;
  return options;
}

TEST_CASE("D01: a first-order lag decays") {
  auto file = CaseFile::read("D01");
  if (!file) return;
  SimulationModel model;
  model.add_component(with_initial(instance("lag", "Lag", {{"tau", file->number("tau")}}),
                                   {{"x", file->start("x")}}));
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string&, double t) { return bench.at("lag.y", t); });
  file->check_complete();
}

TEST_CASE("D02: an oscillator in three damping regimes") {
  auto file = CaseFile::read("D02");
  if (!file) return;
  const auto& p = file->json()["parameters"];
  SimulationModel model;
  for (const auto& [regime, k] : p["k"].items()) {
    model.add_component(with_initial(
        instance(regime, "Oscillator", {{"m", p["m"]}, {"d", p["d"]}, {"k", k.get<double>()}}),
        {{"x", file->start("x1")}, {"v", file->start("x2")}}));
  }
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    const auto dot = quantity.find('.');
    return bench.at(quantity.substr(0, dot) + (quantity.ends_with("x1") ? ".x" : ".v"), t);
  });
  file->check_complete();
}

TEST_CASE("D03: Van der Pol's oscillator") {
  auto file = CaseFile::read("D03");
  if (!file) return;
  const SimulationModel model =
      van_der_pol(file->json()["parameters"], file->json()["initial_state"]);
  for (const Method method : {Method::Bdf, Method::Adams}) {
    INFO("method " << static_cast<int>(method));
    auto again = CaseFile::read("D03");
    ContinuousRunOptions options;
    options.simulation.integrator.method = method;
    ContinuousBench bench(model, types(), options);
    bench.run(TimeSpan::at(again->times()));
    again->check_times([&](const std::string& quantity, double t) {
      const double x1 = bench.at("o.x1", t), x2 = bench.at("o.x2", t);
      if (quantity.starts_with("y1")) return bench.at("o.y1", t);
      if (quantity.starts_with("y2")) return std::atan2(x2, x1);
      return quantity == "x1" ? x1 : x2;
    });
    again->check_complete();
  }
}

TEST_CASE("D05: two oscillators coupled by a spring keep their energy") {
  auto file = CaseFile::read("D05");
  if (!file) return;
  SimulationModel model;
  for (const std::string n : {"1", "2"}) {
    model.add_component(with_initial(
        instance("m" + n, "Oscillator", {{"m", file->number("m")}, {"k", file->number("k")}}),
        {{"x", file->start("x" + n)}, {"v", file->start("v" + n)}}));
    model.add_component(instance("s" + n, "Spring", {{"k", file->number("kc")}}));
  }
  for (const auto& [own, other] : {std::pair("1", "2"), std::pair("2", "1")}) {
    model.add_connection(std::string("m") + own + ".x -> s" + own + ".own");
    model.add_connection(std::string("m") + other + ".x -> s" + own + ".other");
    model.add_connection(std::string("s") + own + ".force -> m" + own + ".force");
  }
  ContinuousBench bench(model, types(), conservative());
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity == "energy") {
      double energy = bench.at("s1.energy", t);
      for (const char* m : {"m1", "m2"}) {
        const double x = bench.at(std::string(m) + ".x", t), v = bench.at(std::string(m) + ".v", t);
        energy += 0.5 * file->number("m") * v * v + 0.5 * file->number("k") * x * x;
      }
      return energy;
    }
    return bench.at("m" + quantity.substr(1) + ".x", t);
  });
  file->check_complete();
}

TEST_CASE("D07: a pendulum and its period from the reversals") {
  auto file = CaseFile::read("D07");
  if (!file) return;
  SimulationModel model;
  model.add_component(
      with_initial(instance("p", "Pendulum", {{"g", file->number("g")}, {"L", file->number("L")}}),
                   {{"alpha", file->start("alpha")}}));
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at(file->times()));
  file->check_times(
      [&](const std::string& quantity, double t) { return bench.at("p." + quantity, t); });
  const std::vector<double> reversals = bench.event_times("p.reversal");
  REQUIRE(reversals.size() >= 3);
  file->check_value("period_s", reversals[2] - reversals[0]);
  file->check_complete();
}

TEST_CASE("D08: a planet's orbit in metres and seconds") {
  auto file = CaseFile::read("D08");
  if (!file) return;
  const auto& start = file->json()["initial_state"];
  SimulationModel model;
  model.add_component(
      with_initial(instance("planet", "Orbit", {{"GM", file->number("G") * file->number("M")}}),
                   {{"px", start["p"][0]},
                    {"py", start["p"][1]},
                    {"vx", start["v"][0]},
                    {"vy", start["v"][1]}}));
  ContinuousBench bench(model, types(), conservative());
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    return bench.at(quantity == "p_x" ? "planet.px" : "planet.py", t);
  });
  file->check_value("aphelion_m", bench.value("planet.aphelion"));
  REQUIRE(bench.event_times("planet.receding").size() == 1);
  file->check_value("time_of_aphelion_s", bench.event_times("planet.receding").front());
  file->check_value("specific_energy", bench.value("planet.energy"));
  file->check_complete();
}

TEST_CASE("D40: a stiff wall of 40 components needs few evaluations") {
  auto file = CaseFile::read("D40");
  if (!file) return;
  ContinuousRunOptions options;
  options.simulation.integrator.relative_tolerance = 1e-8;
  options.simulation.integrator.absolute_tolerance = 1e-8;
  ContinuousBench bench(wall(file->json()["parameters"], file->json()["inputs"]), types(), options);
  bench.run(TimeSpan::at(file->times()));
  file->check_times([&](const std::string& quantity, double t) {
    if (quantity.starts_with("q_in")) return bench.at("n40.q_right", t);
    return bench.at("n" + quantity.substr(2) + ".T", t);
  });
  const IntegratorStatistics statistics = bench.simulation.statistics().integrator;
  CHECK(statistics.rates <= file->take("max_rhs_evaluations").get<long>());
  bench.run(TimeSpan::at({3e7}));
  file->check_value("steady q_in_W_per_m2", bench.value("n40.q_right"));
  file->take("stiffness_ratio");  // a property of the case
  file->check_complete();
}

TEST_CASE("a second run from the start is the first again and counts its own evaluations") {
  SimulationModel model;
  model.add_component(instance("o", "VanDerPol"));
  ContinuousBench bench(model, types());
  bench.run(TimeSpan::at({5.0}));
  const IntegratorStatistics first = bench.simulation.statistics().integrator;
  const double value = bench.value("o.x1");
  bench.simulation.reset();
  bench.simulation.initialize();
  CHECK(bench.simulation.statistics().integrator.rates == 0);
  bench.simulation.advance(5.0);
  const IntegratorStatistics second = bench.simulation.statistics().integrator;
  CHECK(bench.value("o.x1") == value);
  CHECK(second.steps == first.steps);
  CHECK(second.rates == first.rates);
  CHECK(second.jacobians == first.jacobians);
  CHECK(second.restarts == first.restarts);
}

}  // namespace
}  // namespace hearth::test::smooth_test

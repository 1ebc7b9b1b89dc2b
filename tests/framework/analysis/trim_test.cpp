// SPDX-License-Identifier: MIT
#include "hearth/estimation/operating_points/trim.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/framework/analysis/steady_state_models.hpp"

namespace hearth::test::trim_test {
namespace {

using estimation::trim;

TEST_CASE("a root at the end of a range is reported as an active bound") {
  ContinuousBench bench(tank(1.0), types());
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "tank.in.v", .min = 0.0}, {.name = "tank@h", .max = 5.0}};
  problem.targets = {{"tank.h", 5.0}};
  const SteadyState found = trim(bench.simulation, problem);
  REQUIRE(found.values.size() == 2);
  CHECK(found.values[0].name == "tank@h");
  CHECK(found.values[0].value == 5.0);
  CHECK(found.values[0].bound == ActiveBound::Upper);
  CHECK(found.values[1].bound == ActiveBound::None);
}

TEST_CASE(
    "conditions that no steady state meets are named in the error, and the simulation stays "
    "unchanged") {
  const auto check_untouched = [](ContinuousBench& bench, const SteadyStateProblem& problem) {
    const SimulationError error = failure([&] { trim(bench.simulation, problem); });
    CHECK(error.code() == "simulation.steady_state_not_found");
    CHECK(error.diagnostics().items()[0].where.component == "tank");
    CHECK(bench.simulation.system().cells()[bench.plan.first_state] == 2.0);
    CHECK(bench.simulation.system().cells()[bench.plan.open_input("tank.in.v")] == 0.0);
    return std::string(error.what());
  };
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "tank.in.v", .max = 10.0}};
  problem.targets = {{"tank.h", 5.0}};
  ContinuousBench bench(tank(2.0), types());
  const std::string text = check_untouched(bench, problem);
  CHECK_THAT(text, Catch::Contains("tank.in.v ended at 10") && Catch::Contains("tank.h"));
  // Two values of one output.
  problem.unknowns = {{.name = "tank.in.v"}};
  problem.targets = {{"tank.h", 5.0}, {"tank@h", 6.0}};
  check_untouched(bench, problem);
  // A level that an inflow of 0 does not hold.
  SteadyStateProblem fixed;
  fixed.states = std::vector<std::string>{};
  fixed.unknowns = {{.name = "tank.in.v"}};
  fixed.targets = {{"tank.h", 5.0}};
  check_untouched(bench, fixed);
  CHECK(code_of([&] { find_steady_state(bench.simulation, fixed); }) ==
        "simulation.steady_state_not_found");
}

TEST_CASE("more conditions than unknowns are met where they agree, fewer leave a choice") {
  ContinuousBench bench(tank(2.0), types());
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "tank.in.v"}};
  problem.targets = {{"tank.h", 5.0}, {"tank@h", 5.0}};
  const SteadyState agreed = trim(bench.simulation, problem);
  CHECK(agreed.method == "least squares");
  CHECK(agreed.value("tank.in.v") == Approx(2.0 * std::sqrt(2.0 * 9.81 * 5.0)).epsilon(1e-12));
  ContinuousBench open(tank(2.0), types());
  problem.targets.clear();
  const SteadyState one = trim(open.simulation, problem);
  CHECK(one.value("tank.in.v") ==
        Approx(2.0 * std::sqrt(2.0 * 9.81 * one.value("tank@h"))).epsilon(1e-12));
  check_rest(open, 100.0);
}

TEST_CASE("the flow for a wanted temperature or power, from a guess at rest") {
  // m c (60 - T) = UA (T - 20): at T = 40, m = 100 / 4180.
  const auto target =
      GENERATE(SteadyStateTarget{"heater.T", 40.0}, SteadyStateTarget{"heater.power", 2000.0});
  SteadyStateProblem problem;
  problem.unknowns = {{.name = "heater.in.flow", .min = 0.0, .max = 1.0, .typical = 0.1}};
  problem.targets = {target};
  ContinuousBench bounded(heater(), types());
  const SteadyState found = trim(bounded.simulation, problem);
  CHECK(found.value("heater.in.flow") == Approx(100.0 / 4180.0).epsilon(1e-12));
  CHECK(found.value("heater@T") == Approx(40.0).epsilon(1e-12));
  check_rest(bounded, 1e4);
  problem.unknowns[0].min = -kInfinity;
  problem.unknowns[0].max = kInfinity;
  ContinuousBench free(heater(), types());
  CHECK(find_steady_state(free.simulation, problem).value("heater.in.flow") ==
        Approx(100.0 / 4180.0).epsilon(1e-12));
  // Warmer than the supply is out of reach of any flow from 0 on.
  problem.targets = {{"heater.T", 61.0}};
  problem.unknowns[0].min = 0.0;
  ContinuousBench cold(heater(), types());
  const SimulationError error = failure([&] { trim(cold.simulation, problem); });
  CHECK(error.code() == "simulation.steady_state_not_found");
  CHECK(error.diagnostics().items()[0].where.component == "heater");
}

TEST_CASE("states that nothing moves stay unchanged") {
  // An integrator without input next to a lag: every value of it is steady.
  SimulationModel model;
  model.add_component(instance("i", "Integrator"));
  model.set_initial("i.x", {7.0, {}});
  model.add_component(constant("zero", 0.0));
  model.add_connection("zero.scheduleValue -> i.u");
  model.add_component(instance("lag", "Lag"));
  ContinuousBench bench(model, types());
  const SteadyState found = trim(bench.simulation);
  CHECK(found.value("i@x") == 7.0);
  CHECK(found.value("lag@x") == Approx(0.0).margin(1e-15));
  // With an input it never rests.
  model.remove_component("zero");
  model.add_component(constant("one", 1.0));
  model.add_connection("one.scheduleValue -> i.u");
  ContinuousBench moving(model, types());
  const SimulationError error = failure([&] { trim(moving.simulation); });
  CHECK(error.code() == "simulation.steady_state_not_found");
  CHECK(error.diagnostics().items()[0].where.component == "i");
  CHECK_THAT(error.what(), Catch::Contains("der(i@x) by 1"));
}

TEST_CASE("a problem that is wrong is refused before anything moves") {
  ContinuousBench bench(radiating_row(), types());
  const auto code = [&](SteadyStateProblem problem) {
    const std::string found = code_of([&] { trim(bench.simulation, problem); });
    CHECK(found == code_of([&] { find_steady_state(bench.simulation, problem); }));
    return found;
  };
  using Unknowns = std::vector<SteadyStateUnknown>;
  const auto unknowns = [&](Unknowns list) { return code({.unknowns = std::move(list)}); };
  CHECK(unknowns({{.name = "n1.in.hat"}}) == "model.input_unknown");
  CHECK(unknowns({{.name = "n1.emisivity"}}) == "model.parameter_unknown");
  CHECK(unknowns({{.name = "n9@T"}}) == "model.component_unknown");
  CHECK(unknowns({{.name = "n1@t"}}) == "model.initial_unknown");
  CHECK(unknowns({{.name = "nothing"}}) == "model.path_malformed");
  CHECK(unknowns({{.name = "n1.in.heat"}, {.name = "n1.in.heat"}}) == "analysis.unknown_duplicate");
  CHECK(unknowns({{.name = "n1@T"}, {.name = "n1@T"}}) == "analysis.unknown_duplicate");
  CHECK(unknowns({{.name = "n1.A"}, {.name = "n1.A"}}) == "analysis.unknown_duplicate");
  CHECK(unknowns({{.name = "n1.in.heat", .guess = kNaN}}) == "analysis.unknown_invalid");
  CHECK(unknowns({{.name = "n1.in.heat", .min = kNaN}}) == "analysis.unknown_invalid");
  CHECK(unknowns({{.name = "n1.in.heat", .min = 1.0, .max = 1.0}}) == "analysis.unknown_invalid");
  CHECK(unknowns({{.name = "n1.in.heat", .guess = 5.0, .max = 1.0}}) == "analysis.unknown_invalid");
  CHECK(unknowns({{.name = "n1.in.heat", .typical = 0.0}}) == "analysis.unknown_invalid");
  CHECK(unknowns({{.name = "n1.emissivity", .min = 2.0}}) == "analysis.unknown_invalid");
  CHECK(code({.states = std::vector<std::string>{"n1@T", "n1@T"}}) == "analysis.unknown_duplicate");
  CHECK(code({.states = std::vector<std::string>{"n1.A"}}) == "analysis.unknown_invalid");
  CHECK(code({.states = std::vector<std::string>{}}) == "analysis.no_condition");
  CHECK(code({.targets = {{"n1.T", kNaN}}}) == "analysis.target_invalid");
  CHECK(code({.targets = {{"n1.t", 0.0}}}) == "model.output_unknown");
  SteadyStateProblem more;
  more.unknowns = {{.name = "n1.in.heat"}};
  CHECK(code_of([&] { find_steady_state(bench.simulation, more); }) == "analysis.not_square");
  more.unknowns[0].max = 5.0;
  more.targets = {{"n1.T", 18.0}};
  CHECK(code_of([&] { find_steady_state(bench.simulation, more); }) ==
        "analysis.bounds_unsupported");
  const SteadyState found = trim(bench.simulation, {});
  CHECK(code_of([&] { (void)found.value("n1.T"); }) == "analysis.unknown_missing");
}

TEST_CASE("held values are not accepted as unknowns") {
  SimulationModel model;
  model.add_component(instance("relay", "TwoPoint"));
  model.add_component(instance("room", "HeatedRoom"));
  model.add_connection("room.T -> relay.measurement");
  model.add_connection("relay.s -> room.s");
  ContinuousBench bench(model, types());
  CHECK(code_of([&] { trim(bench.simulation, {.unknowns = {{.name = "relay@s"}}}); }) ==
        "analysis.unknown_invalid");
}

}  // namespace
}  // namespace hearth::test::trim_test

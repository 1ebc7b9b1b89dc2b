// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/control/control_window.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/estimation/control/controlled_room.hpp"
#include "hearth/tests/estimation/kpis/kpi_bench.hpp"

namespace hearth::test::optimal_control_test {
namespace {

constexpr const char* kTemperature = "air.temperature";

/// The outputs of a model in a run of a problem's period, by row.
std::vector<double> simulated(const SimulationModel& model, const ControlProblem& problem,
                              const std::string& output) {
  RunSettings settings;
  settings.period = {problem.start, problem.end, problem.step};
  settings.timezone = problem.timezone;
  settings.record = {output};
  DataResolver resolver(problem.data);
  settings.resolver = &resolver;
  return Run(model, standard_components(), settings).to_end().values;
}

/// A room that a series in kW heats; without it, no other port sets the unit of the series.
Json room_with_series() {
  Json model = ControlledRoom::room();
  for (const char* id : {"setpoint", "controller", "power"}) model["components"].erase(id);
  model["components"]["heat"] = {
      {"type", "TimeSeries"}, {"config", {{"value", {{"file", "heat.csv"}, {"column", "heat"}}}}}};
  model["connections"] = {"outdoors.scheduleValue -> wall.adjacentTemperature[outdoors]",
                          "outdoors.scheduleValue -> air.adjacentTemperature[outdoors]",
                          "air.temperature -> wall.adjacentTemperature[air]",
                          "wall.temperature -> air.adjacentTemperature[wall]",
                          "heat.value -> air.heatGain[heater]"};
  return model;
}

/// 0.8 kW for four days, with the unit in the header.
constexpr const char* kHeat =
    "time,heat [kW]\n2024-01-14T00:00:00Z,0.8\n2024-01-18T00:00:00Z,0.8\n";

std::string code_of(const Diagnostics& found) {
  for (const Diagnostic& item : found.items()) {
    if (item.severity == Severity::Error) return item.code;
  }
  return "";
}

}  // namespace

// ---- the best decisions -----------------------------------------------------------------------

TEST_CASE("decisions of a linear model with a quadratic objective are those of least squares") {
  // y = y0 + G u: what one run without heat and one for each block show; then
  // min |y - r|^2 + w |u - 0|^2 has a closed form.
  const ControlledRoom folder;
  Json file = folder.problem();
  file["warmup"] = 0;
  file["end"] = "2024-01-15T12:00:00Z";
  file["constraints"] = Json::array();
  file["decisions"] = {
      {{"target", "air.in.heatGain[heater]"}, {"min", -1e5}, {"max", 1e5}, {"block", "PT1H"}}};
  file["objective"] = {{{"output", kTemperature}, {"reference", "21 degC"}},
                       {{"output", "air heatGain.value"}, {"reference", 0}, {"weight", 1e-7}}};
  // The second term needs the decision as an output: a gain replaces it.
  Json model = folder.room();
  model["components"]["heat"] = {{"type", "Gain"}};
  model["connections"].erase(7);
  model["connections"].push_back("heat.y -> air.heatGain[heater]");
  model["connections"].push_back("power.y -> heat.u");
  folder.write("room.hearth.json", model.dump(1));
  file["decisions"][0]["target"] = "power.y";
  file["objective"][1]["output"] = "heat.y";
  file["tolerance"] = 1e-10;
  const ControlProblem problem = folder.read(file);
  const ControlResult result = optimize(problem, standard_components());
  REQUIRE(result.status == ProgramStatus::Solved);

  const PreparedControl prepared(problem, standard_components());
  const long steps = prepared.horizon();
  Simulation<double> start(*prepared.model().objects);
  const DecisionBlocks all_blocks(prepared, steps);
  start.observe_means({prepared.model().costs[0].cell, prepared.model().costs[1].cell});
  start.initialize();
  const Snapshot<double> state = start.snapshot();
  const auto temperatures = [&](const std::vector<double>& blocks) {
    Simulation<double> simulation(*prepared.model().objects);
    simulation.observe_means({prepared.model().costs[0].cell, prepared.model().costs[1].cell});
    simulation.initialize();
    simulation.restore(state);
    Eigen::VectorXd means(steps);
    for (long k = 1; k <= steps; ++k) {
      simulation.set_input(prepared.model().decisions[0],
                           blocks[static_cast<std::size_t>(all_blocks.at(0, k))]);
      simulation.step();
      means(k - 1) = simulation.mean(0);
    }
    return means;
  };
  const int blocks = all_blocks.size();
  std::vector<double> none(static_cast<std::size_t>(blocks), 0.0);
  const Eigen::VectorXd without = temperatures(none);
  Eigen::MatrixXd response(steps, blocks);
  for (int b = 0; b < blocks; ++b) {
    none[static_cast<std::size_t>(b)] = 1000.0;
    response.col(b) = (temperatures(none) - without) / 1000.0;
    none[static_cast<std::size_t>(b)] = 0.0;
  }
  const double per_block = static_cast<double>(steps) / blocks;
  const Eigen::MatrixXd normal = response.transpose() * response +
                                 1e-7 * per_block * Eigen::MatrixXd::Identity(blocks, blocks);
  const Eigen::VectorXd best = normal.ldlt().solve(
      response.transpose() * (Eigen::VectorXd::Constant(steps, 21.0) - without));
  const double scale = best.cwiseAbs().maxCoeff();
  for (long k = 1; k <= steps; ++k) {
    const double expected = best(all_blocks.at(0, k));
    // The objective is flat at its minimum: its tolerance is the square of that of decisions.
    CHECK(std::abs(result.decided[0][static_cast<std::size_t>(k)] - expected) < 1e-3 * scale);
  }
}

TEST_CASE("heat is bought at cheap times, and the room is as warm as it has to be") {
  const ControlledRoom folder;
  const ControlResult result = folder.optimize(folder.problem());
  REQUIRE(result.status == ProgramStatus::Solved);
  CHECK(result.outcome.costs[0] < 0.9 * result.baseline.costs[0]);
  CHECK(result.outcome.limits[0].largest < 1e-3);
  // Kept by the hour: from 06:00 to 10:00 heat costs four times as much.
  double dear = 0.0, cheap = 0.0, dear_before = 0.0;
  for (std::size_t k = 1; k < result.decided[0].size(); ++k) {
    const double hour = std::fmod(0.25 * static_cast<double>(k - 1), 24.0);
    const bool is_dear = hour >= 6.0 && hour < 10.0;
    (is_dear ? dear : cheap) += result.decided[0][k];
    if (is_dear) dear_before += result.baseline_decided[0][k];
  }
  CHECK(dear < 0.5 * dear_before);
  CHECK(cheap > dear);
}

/// The settings by which the heater buys electricity and the air has a lower limit.
Json heater_kpis(const Json& problem) {
  return {{"floor_area", 50},
          {"zones",
           {{"air",
             {{"temperature", "air.temperature"}, {"lower", problem["constraints"][0]["min"]}}}}},
          {"energy",
           {{{"signals", "power.y"},
             {"unit", "W"},
             {"carrier", "electricity"},
             {"end_use", "heating"},
             {"factor", 1.1}}}},
          {"carriers",
           {{"electricity", {{"price", problem["objective"][0]["price"]}, {"emission", 0.3}}}}}};
}

TEST_CASE("KPIs of the model are terms of the objective") {
  const ControlledRoom folder;
  const Json plain = folder.problem();
  Json file = plain;
  file["kpi"] = heater_kpis(plain);
  // 1.1 kWh are bought for each of the heater, by 50 m2.
  file["objective"] = {{{"kpi", "cost_tot"}, {"weight", 50 / 1.1}},
                       {{"kpi", "tdis_tot"}, {"weight", 2}}};
  file.erase("constraints");
  const ControlProblem problem = folder.read(file);
  REQUIRE(problem.costs.size() == 1);
  REQUIRE(problem.limits.size() == 1);
  CHECK(problem.costs[0].kpi == "cost_tot");
  CHECK(problem.limits[0].kpi == "tdis_tot");
  const ControlResult result = hearth::optimize(problem, standard_components());
  const ControlResult same = folder.optimize(plain);
  REQUIRE(result.status == ProgramStatus::Solved);
  // Both within the tolerance of the solver, 1e-5 of a scaled program.
  CHECK(result.outcome.objective == Approx(same.outcome.objective).epsilon(1e-4));
  CHECK(result.baseline.costs[0] == Approx(same.baseline.costs[0]).epsilon(1e-12));
  CHECK(write_control_result(problem, result).find("\"kpi\": \"cost_tot\"") != std::string::npos);

  // The KPIs of the same rows: powers are means of steps.
  Rows rows{{{"power.y", unit::W}, {"air.temperature", unit::degC}}, {}};
  for (std::size_t k = 0; k < result.baseline.cost_outputs[0].size(); ++k) {
    rows.rows.push_back(
        {900.0 * static_cast<double>(k),
         {result.baseline.cost_outputs[0][k], result.baseline.limit_outputs[0][k]}});
  }
  KpiMeter::Request request = steps_of(900);
  request.origin = problem.start;
  request.timezone = "UTC";
  const Measured expected = measure(kpi_settings(file["kpi"].dump()), rows, request);
  const auto baseline = [&](const std::string& kpi) {
    Json own = file;
    own["objective"] = {{{"kpi", kpi}}};
    return folder.optimize(own).baseline.objective;
  };
  // KPIs take a joule as BOPTEST does, 8e-7 more than exact.
  for (const char* kpi : {"ener_tot", "cost_tot", "emis_tot", "ener_heating"}) {
    CAPTURE(kpi);
    CHECK(baseline(kpi) == Approx(expected.value.at(kpi)).epsilon(1e-6));
  }
  // Here the limit has its new value at the row where it rises, each morning: a step more.
  const double step_more = 2 * 0.25 * result.baseline.limits[0].largest;
  CHECK(baseline("tdis_tot") == Approx(expected.value.at("tdis_tot")).margin(step_more));
}

TEST_CASE("KPIs that are not a sum over time are refused as objectives") {
  const ControlledRoom folder;
  const auto code = [&](const Json& term, const auto& change) {
    Json file = folder.problem();
    file["kpi"] = heater_kpis(file);
    file["objective"] = Json::array({term});
    change(file["kpi"]);
    const Diagnostics found = folder.faults(file);
    for (const Diagnostic& item : found.items()) {
      INFO(to_string(item));
      const bool placed = item.where.pointer.rfind("/objective/0", 0) == 0;
      CHECK((item.severity != Severity::Error || placed));
    }
    return code_of(found);
  };
  const auto as_it_is = [](Json&) {};
  for (const char* kpi : {"pele_tot", "peak_electricity", "unmet_hours", "pmv_mean"}) {
    CAPTURE(kpi);
    CHECK(code({{"kpi", kpi}}, as_it_is) == "kpi.not_a_sum");
  }
  CHECK(code({{"kpi", "enr_tot"}}, as_it_is) == "kpi.unknown");
  CHECK(code({{"kpi", "ener_gas"}}, as_it_is) == "kpi.no_input");
  CHECK(code({{"kpi", "cost_tot"}}, [](Json& kpi) { kpi.erase("carriers"); }) == "kpi.no_input");
  CHECK(code({{"kpi", "cost_tot"}}, [](Json& kpi) {
          kpi["carriers"]["electricity"]["price"] = {{"signal", "controller.inputSignal"}};
        }) == "kpi.not_a_sum");
  CHECK(code({{"kpi", "degree_hours_low"}}, [](Json& kpi) {
          kpi["comfort"] = {{"occupied", {{"signal", "controller.inputSignal"}}}};
        }) == "kpi.not_a_sum");
  CHECK(code({{"kpi", "degree_hours_low"}}, [](Json& kpi) {
          kpi["comfort"] = {{"occupied", 1}};  // always
        }) == "");
  CHECK(code({{"kpi", "tdis_tot"}, {"weight", 0}}, as_it_is) == "control.weight_not_positive");
  CHECK(code({{"kpi", "ener_tot"}, {"price", 2}}, as_it_is) == "control.term_kind");
  CHECK(code({{"kpi", "ener_tot"}, {"output", "power.y"}}, as_it_is) == "control.term_kind");
  CHECK(code({{"weight", 2}}, as_it_is) == "control.term_kind");
}

TEST_CASE("a hard limit holds at each row") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["constraints"][0].erase("penalty");
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.status == ProgramStatus::Solved);
  CHECK(result.outcome.limits[0].largest < 1e-4);
  const ControlResult soft = folder.optimize(folder.problem());
  // The penalty is exact: no violation pays.
  CHECK(result.outcome.objective == Approx(soft.outcome.objective).epsilon(1e-4));
}

TEST_CASE("a hard limit holds at each row, however coarse the tolerance") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["constraints"][0].erase("penalty");
  file["decisions"] = {{{"target", "power.y"}, {"min", 0}, {"max", "4 kW"}, {"block", "PT1H"}}};
  const auto check = [&](double tolerance) {
    CAPTURE(tolerance);
    ControlProblem problem = folder.read(file);
    problem.tolerance = tolerance;
    const ControlResult result = optimize(problem, standard_components());
    const std::vector<double>& air = result.outcome.limit_outputs[0];
    const auto [lowest, highest] = std::minmax_element(air.begin(), air.end());
    CHECK(result.status == ProgramStatus::Solved);
    // What counts as kept: a thousandth of the range.
    CHECK(result.outcome.limits[0].largest <= 1e-3 * (*highest - *lowest));
  };
  for (const double tolerance : {0.1, 0.05, 0.01, 1e-3}) check(tolerance);
  // From here no limit is near: those of the solution come in later.
  file["decisions"][0]["initial"] = "4 kW";
  for (const double tolerance : {0.1, 0.05, 0.01, 1e-3}) check(tolerance);
  file["tolerance"] = 0.05;
  CHECK(!folder.faults(file).items().empty());
}

TEST_CASE("a limit at the end holds there alone") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["constraints"] = {{{"output", kTemperature}, {"min", "20 degC"}, {"at_end", true}}};
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.status == ProgramStatus::Solved);
  CHECK(result.outcome.limit_outputs[0].back() > 20.0 - 1e-4);
  CHECK(*std::min_element(result.outcome.limit_outputs[0].begin(),
                          result.outcome.limit_outputs[0].end()) < 19.0);
}

TEST_CASE("decisions change from block to block by no more than they may") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["decisions"][0]["max_change"] = 0.1;
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.status == ProgramStatus::Solved);
  double largest = 0.0;
  for (std::size_t k = 2; k < result.decided[0].size(); ++k) {
    largest = std::max(largest, std::abs(result.decided[0][k] - result.decided[0][k - 1]));
  }
  CHECK(largest < 0.1 + 1e-5);
  CHECK(largest > 0.05);
}

TEST_CASE("the first block changes by no more than it may from the value that it replaces") {
  const ControlledRoom folder;
  folder.write("room.hearth.json", room_with_series().dump(1));
  folder.write("heat.csv", kHeat);
  Json file = folder.problem();
  file["warmup"] = 0;
  file["end"] = "2024-01-15T06:00:00Z";
  file["constraints"] = Json::array();
  // As much as the bounds allow, from 800 W.
  file["objective"] = {{{"output", "heat.value"}, {"reference", "5 kW"}}};
  const auto first = [&](Json decision) {
    decision["target"] = "heat.value";
    decision["block"] = "PT1H";
    file["decisions"] = Json::array({decision});
    return folder.optimize(file).decided[0][1];
  };
  // 1e-5, the tolerance of the solver, of the way from min to max.
  CHECK(first({{"min", 0}, {"max", 2000}, {"max_change", 300}}) == Approx(1100).margin(0.02));
  CHECK(first({{"min", 1000}, {"max", 2000}, {"max_change", 300}}) == Approx(1100).margin(0.02));
  CHECK(first({{"min", 1100}, {"max", 2000}, {"max_change", 300}}) == Approx(1100).margin(0.02));
  for (const double max : {1101.0, 2000.0}) {
    file["decisions"][0]["min"] = 1101;
    file["decisions"][0]["max"] = max;
    const Diagnostics found = folder.faults(file);
    CHECK(code_of(found) == "control.change_impossible");
    CHECK_THAT(to_string(found.items().back()),
               Catch::Contains("before the start, 800 [W], is outside 'min' to 'max', 1101 to"));
  }
}

// ---- consistency ------------------------------------------------------------------------------

TEST_CASE("derivatives are those of central differences") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["end"] = "2024-01-15T12:00:00Z";
  file["decisions"].push_back({{"target", "outdoors.scheduleValue"},
                               {"min", "0 degC"},
                               {"max", "10 degC"},
                               {"block", "PT3H"},
                               {"max_change", "4 K"}});
  file["constraints"].push_back({{"output", "wall.temperature"}, {"max", "15 degC"}});
  file["objective"].push_back({{"output", kTemperature}, {"reference", "21 degC"}});
  const ControlProblem problem = folder.read(file);
  const PreparedControl prepared(problem, standard_components());
  Simulation<double> simulation(*prepared.model().objects);
  simulation.observe_means({prepared.model().costs[0].cell, prepared.model().costs[1].cell});
  simulation.initialize();
  ControlWindow window(prepared, prepared.horizon(), simulation);
  const Snapshot<double> state = simulation.snapshot();
  window.begin(state, 0);
  std::vector<double> decisions;
  for (int b = 0; b < window.blocks().size(); ++b) decisions.push_back(0.3 + 0.02 * b);
  window.take_violated_limits(decisions);
  std::vector<double> x = window.variables_for(decisions);
  REQUIRE(window.constraints().lower.size() > 10);
  std::vector<double> gradient, jacobian, above, below;
  REQUIRE(window.differentiate(x, gradient, jacobian));
  double f_above = 0.0, f_below = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    constexpr double kStep = 1e-5;
    const double kept = x[i];
    x[i] = kept + kStep;
    REQUIRE(window.evaluate(x, f_above, above));
    x[i] = kept - kStep;
    REQUIRE(window.evaluate(x, f_below, below));
    x[i] = kept;
    CHECK(gradient[i] == Approx((f_above - f_below) / (2 * kStep)).epsilon(1e-6).margin(1e-8));
    std::vector<double> column(above.size(), 0.0);
    for (std::size_t p = 0; p < window.pattern().size(); ++p) {
      const auto [row, variable] = window.pattern()[p];
      if (variable == static_cast<int>(i)) column[static_cast<std::size_t>(row)] = jacobian[p];
    }
    for (std::size_t row = 0; row < column.size(); ++row) {
      const double difference = (above[row] - below[row]) / (2 * kStep);
      CHECK(column[row] == Approx(difference).epsilon(1e-6).margin(1e-7));
    }
  }
}

TEST_CASE("the model with the decisions has the outputs of the result") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["warmup"] = 0;
  const ControlProblem problem = folder.read(file);
  const ControlResult result = optimize(problem, standard_components());
  const SimulationModel decided = decided_model(problem, result, standard_components()).model;
  CHECK(!validate(decided, standard_components()).has_errors());
  const std::vector<double> temperatures = simulated(decided, problem, kTemperature);
  REQUIRE(temperatures.size() == result.outcome.limit_outputs[0].size());
  for (std::size_t k = 0; k < temperatures.size(); ++k) {
    // Rounding: one is a schedule, the other an input from outside.
    CHECK(temperatures[k] == Approx(result.outcome.limit_outputs[0][k]).epsilon(1e-9));
  }
}

TEST_CASE("a schedule that is decided keeps its place in the model") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["decisions"] = {{{"target", "setpoint.scheduleValue"},
                        {"min", "15 degC"},
                        {"max", "23 degC"},
                        {"block", "PT2H"}}};
  const ControlProblem problem = folder.read(file);
  const ControlResult result = optimize(problem, standard_components());
  // The limits of the thermostat are kinks, at which the solver may end short of the tolerance.
  CHECK((result.status == ProgramStatus::Solved || result.status == ProgramStatus::Stopped));
  CHECK(result.outcome.objective < 0.6 * result.baseline.objective);
  CHECK(result.outcome.limits[0].largest < 1e-3);
  const DecidedModel applied = decided_model(problem, result, standard_components());
  const SimulationModel& decided = applied.model;
  CHECK(applied.sources == std::vector<std::string>{"setpoint.scheduleValue"});
  CHECK(decided.components().size() == problem.model.components().size());
  CHECK(decided.connections() == problem.model.connections());
}

/// The outputs of a model in a run by its own defaults, by row.
std::vector<double> simulated_by_default(const SimulationModel& model, const std::string& output) {
  RunSettings settings;
  settings.period = {*model.defaults.start, *model.defaults.end, *model.defaults.step};
  settings.timezone = model.site.timezone;
  settings.record = {output};
  DataResolver resolver{DataOptions()};
  settings.resolver = &resolver;
  return Run(model, standard_components(), settings).to_end().values;
}

TEST_CASE("the model with the decisions is simulated as the problem is") {
  const ControlledRoom folder;
  Json model = folder.room();
  // Inside a step the weather of points is linear, unless inputs are held.
  model["components"]["outdoors"]["config"]["value"] = {{"times", {0, 36000, 86400}},
                                                        {"values", {2, 12, 0}},
                                                        {"unit", "degC"},
                                                        {"resample", "linear"}};
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  file["warmup"] = 0;
  file["step"] = 3600;
  file["end"] = "2024-01-16T00:00:00Z";
  const auto check = [&](const Json& settings) {
    CAPTURE(settings.dump());
    Json own = file;
    own.update(settings);
    const ControlProblem problem = folder.read(own);
    const ControlResult result = optimize(problem, standard_components());
    const SimulationModel decided = decided_model(problem, result, standard_components()).model;
    const std::vector<double> temperatures = simulated_by_default(decided, kTemperature);
    REQUIRE(temperatures.size() == result.outcome.limit_outputs[0].size());
    for (std::size_t k = 0; k < temperatures.size(); ++k) {
      // Rounding: one is a schedule, the other an input from outside.
      CHECK(temperatures[k] == Approx(result.outcome.limit_outputs[0][k]).epsilon(1e-9));
    }
  };
  check({{"input_hold", "zero"}});
  check({{"input_hold", "first"}});
  check({{"coupling", "gauss-seidel"}});
  check({{"substeps", 3}});
  // Civil time decides when weekly rules hold.
  folder.write("room.hearth.json", folder.room().dump(1));
  check({{"start", "2024-01-15T00:00:00+03:00"}, {"end", "2024-01-16T00:00:00+03:00"}});
  check({{"timezone", "Asia/Tokyo"}});
  model = folder.room();
  model["simulation"] = {{"engine", "continuous"}, {"every", "PT90M"}};
  folder.write("room.hearth.json", model.dump(1));
  const ControlProblem problem = folder.read(file);
  const SimulationModel decided =
      decided_model(problem, optimize(problem, standard_components()), standard_components()).model;
  CHECK(decided.defaults.engine == Engine::Stepwise);
  CHECK(!decided.defaults.every);
}

TEST_CASE("a source that is decided delivers the decision under its name") {
  const ControlledRoom folder;
  folder.write("heat.csv", kHeat);
  Json file = folder.problem();
  file["warmup"] = 0;
  file["end"] = "2024-01-15T12:00:00Z";
  file["objective"] = {{{"output", "heat.value"}}};
  const auto check = [&](const char* port, const Json& source, const char* type) {
    CAPTURE(source.dump());
    Json model = room_with_series();
    model["components"]["heat"] = source;
    model["connections"][4] = "heat." + std::string(port) + " -> air.heatGain[heater]";
    folder.write("room.hearth.json", model.dump(1));
    const std::string target = "heat." + std::string(port);
    file["decisions"] = {{{"target", target}, {"min", 0}, {"max", "2 kW"}, {"block", "PT1H"}}};
    file["objective"][0]["output"] = target;
    const ControlProblem problem = folder.read(file);
    const ControlResult result = optimize(problem, standard_components());
    REQUIRE(result.status == ProgramStatus::Solved);
    const DecidedModel decided = decided_model(problem, result, standard_components());
    CHECK(decided.sources == std::vector<std::string>{target});
    CHECK(decided.model.component("heat").type == type);
    CHECK(decided.model.components().size() == problem.model.components().size());
    CHECK(!validate(decided.model, standard_components()).has_errors());
    const std::vector<double> heat = simulated(decided.model, problem, target);
    REQUIRE(heat.size() == result.decided[0].size());
    // Rows are means over the step that ends there.
    for (std::size_t k = 1; k < heat.size(); ++k) {
      CHECK(heat[k] == Approx(result.decided[0][k]).epsilon(1e-12));
    }
  };
  const Json series = {{"file", "heat.csv"}, {"column", "heat"}};
  check("value", {{"type", "TimeSeries"}, {"config", {{"value", series}}}}, "TimeSeries");
  check("value",
        {{"type", "CorrectedSeries"},
         {"config", {{"series", series}}},
         {"parameters", {{"scale", 1.1}}}},
        "TimeSeries");
  check("scheduleValue", {{"type", "Schedule"}, {"config", {{"value", series}}}}, "Schedule");
}

TEST_CASE("without decisions the model does what it does in a run") {
  const ControlledRoom folder;
  const ControlProblem problem = folder.read(folder.problem());
  const ControlResult result = optimize(problem, standard_components());
  ControlProblem earlier = problem;
  earlier.start -= problem.warmup;
  const std::vector<double> run = simulated(problem.model, earlier, kTemperature);
  const std::vector<double>& baseline = result.baseline.limit_outputs[0];
  REQUIRE(run.size() == baseline.size() + 96);
  for (std::size_t k = 0; k < baseline.size(); ++k) CHECK(baseline[k] == run[k + 96]);
}

TEST_CASE("the warm-up ends where the model stands without decisions") {
  const ControlledRoom folder;
  const auto begins_alike = [&](const char* target, const char* coupling, double min, double max) {
    Json file = folder.problem();
    file["end"] = "2024-01-15T02:00:00Z";
    file["coupling"] = coupling;
    file["decisions"] = {{{"target", target}, {"min", min}, {"max", max}}};
    file["constraints"].push_back({{"output", "wall.temperature"}, {"max", "40 degC"}});
    const ControlResult result = folder.optimize(file);
    CAPTURE(target, coupling);
    for (std::size_t i = 0; i < 2; ++i) {
      // What crosses a removed connection is a step old, as it was then.
      CHECK(result.outcome.limit_outputs[i].front() ==
            Approx(result.baseline.limit_outputs[i].front()).epsilon(1e-12));
    }
  };
  for (const char* coupling : {"gauss-seidel", "balanced"}) {
    begins_alike("controller.inputSignal", coupling, 0, 1);
    begins_alike("power.y", coupling, 0, 2000);
    begins_alike("setpoint.scheduleValue", coupling, 15, 23);
  }
  begins_alike("wall.temperature", "gauss-seidel", 10, 20);
}

TEST_CASE("an output that only some receivers get a step later is decided where the model stands") {
  const ControlledRoom folder;
  Json model = folder.room();
  // The cycle of the controller is cut behind the air, that of the wall before it.
  model["connections"][2] = {
      {"from", "air.temperature"}, {"to", "wall.adjacentTemperature[air]"}, {"cut", "never"}};
  model["connections"][5] = {
      {"from", "air.temperature"}, {"to", "controller.actualValue"}, {"cut", "prefer"}};
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  file["end"] = "2024-01-15T02:00:00Z";
  file["coupling"] = "gauss-seidel";
  file["decisions"] = {{{"target", "air.temperature"}, {"min", 10}, {"max", 30}}};
  file["constraints"].push_back({{"output", "wall.temperature"}, {"max", "40 degC"}});
  const ControlResult result = folder.optimize(file);
  const auto& outcome = result.outcome.limit_outputs[1];
  CHECK(outcome.front() == Approx(result.baseline.limit_outputs[1].front()).epsilon(1e-12));
  // The objective contains the controller.
  CHECK(result.outcome.cost_outputs[0].front() ==
        Approx(result.baseline.cost_outputs[0].front()).epsilon(1e-12));
}

TEST_CASE("inputs are decided, connected or open") {
  const ControlledRoom folder;
  Json file = folder.problem();
  const ControlResult by_output = folder.optimize(file);
  file["decisions"][0]["target"] = "power.in.u";
  const ControlResult by_input = folder.optimize(file);
  CHECK(by_input.decided == by_output.decided);
  Json model = folder.room();
  model["connections"].erase(6);
  model["inputs"] = {"power.in.u"};
  folder.write("room.hearth.json", model.dump(1));
  file["warmup"] = 0;
  const ControlResult open = folder.optimize(file);
  CHECK(open.status == ProgramStatus::Solved);
  CHECK(open.baseline.costs[0] == 0.0);
  CHECK(open.outcome.objective < open.baseline.objective);
}

TEST_CASE("a common factor of prices and penalties changes no decision") {
  const ControlledRoom folder;
  Json file = folder.problem();
  const ControlResult one = folder.optimize(file);
  for (const double factor : {1e-7, 1e5}) {
    file["objective"][0]["weight"] = factor;
    file["constraints"][0]["penalty"] = 2.0 * factor;
    const ControlResult scaled = folder.optimize(file);
    CHECK(scaled.status == ProgramStatus::Solved);
    CHECK(scaled.outcome.objective / factor == Approx(one.outcome.objective).epsilon(1e-4));
  }
}

TEST_CASE("prices are converted from the unit that they are written in") {
  const ControlledRoom folder;
  const auto problem = [&folder](const Json& price) {
    Json file = folder.problem();
    file["objective"][0]["price"] = price;
    return file;
  };
  const auto cost = [&](const Json& price) {
    return folder.optimize(problem(price)).baseline.costs[0];
  };
  const auto column = [&folder](const std::string& header) {
    folder.write("units.csv", "time,p [" + header +
                                  "]\n2020-01-01T00:00Z,0.3\n2023-01-01T00:00Z,0.3\n"
                                  "2030-01-01T00:00Z,0.3\n");
    return Json{{"file", "units.csv"}, {"column", "p"}};
  };
  const double in_kwh = cost(0.3);
  CHECK(cost("0.3 EUR/kWh") == Approx(in_kwh));
  CHECK(cost(column("EUR/kWh")) == Approx(in_kwh));
  CHECK(cost(column("EUR/MWh")) == Approx(in_kwh / 1000.0));
  CHECK(cost(column("gCO2/kWh")) == Approx(in_kwh / 1000.0));  // an emission, in kg
  CHECK(code_of(folder.faults(problem("0.3 kW"))) == "data.unit_mismatch");
  CHECK(code_of(folder.faults(problem(column("degC")))) == "data.unit_mismatch");
  const Diagnostics warned = folder.optimize(problem(column("EUR"))).diagnostics;
  CHECK(std::any_of(warned.items().begin(), warned.items().end(),
                    [](const Diagnostic& item) { return item.code == "data.unit_unknown"; }));
}

TEST_CASE("an output that is decided means the decision in terms and limits") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["decisions"] = {{{"target", "power.y"}, {"min", 0}, {"max", 2000}, {"block", "PT1H"}}};
  file["constraints"].push_back({{"output", "power.y"}, {"max", 1200}});
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.status == ProgramStatus::Solved);
  double cost = 0.0;
  for (std::size_t k = 1; k < result.decided[0].size(); ++k) {
    cost += 0.25 * result.prices[0][k] * result.decided[0][k] / 1000.0;
    CHECK(result.decided[0][k] < 1200.0 + 1.0);
  }
  CHECK(result.outcome.costs[0] == Approx(cost));
}

TEST_CASE("what is decided is a term in its unit, as an output and as an input") {
  const ControlledRoom folder;
  folder.write("room.hearth.json", room_with_series().dump(1));
  folder.write("heat.csv", kHeat);
  Json file = folder.problem();
  const auto optimized = [&](const char* target, const char* term) {
    file["decisions"] = {{{"target", target}, {"min", 0}, {"max", "2 kW"}, {"block", "PT1H"}}};
    file["objective"] = {{{"output", term}, {"price", 0.25}}};
    return folder.optimize(file);
  };
  const auto has_warning = [](const ControlResult& result) {
    const auto& items = result.diagnostics.items();
    return std::any_of(items.begin(), items.end(), [](const Diagnostic& item) {
      return item.code == "control.objective_constant";
    });
  };
  constexpr const char* kInput = "air.in.heatGain[heater]";
  const ControlResult output = optimized("heat.value", "heat.value");
  const ControlResult input = optimized(kInput, kInput);
  for (const ControlResult* result : {&output, &input}) {
    REQUIRE(result->status == ProgramStatus::Solved);
    CHECK(!has_warning(*result));
    // 0.8 kW over 48 h at 0.25 for each kWh.
    CHECK(result->baseline.costs[0] == Approx(0.25 * 0.8 * 48).epsilon(1e-12));
    double energy = 0.0;  // kWh of steps of a quarter of an hour
    for (std::size_t k = 1; k < result->decided[0].size(); ++k) {
      energy += 0.25 * result->decided[0][k] / 1000.0;
    }
    CHECK(result->outcome.costs[0] == Approx(0.25 * energy).epsilon(1e-12));
  }
  CHECK(output.decided == input.decided);
  // The series continues as it is: no decision changes it.
  const ControlResult unaffected = optimized(kInput, "heat.value");
  CHECK(has_warning(unaffected));
  CHECK(unaffected.baseline.costs[0] == Approx(0.25 * 0.8 * 48).epsilon(1e-12));
  CHECK(unaffected.outcome.costs[0] == Approx(0.25 * 0.8 * 48).epsilon(1e-12));
}

TEST_CASE("an input that nothing feeds is a term: before decisions it has its initial number") {
  const ControlledRoom folder;
  Json model = folder.room();
  for (const char* id : {"setpoint", "controller", "power"}) model["components"].erase(id);
  model["connections"] = {"outdoors.scheduleValue -> wall.adjacentTemperature[outdoors]",
                          "outdoors.scheduleValue -> air.adjacentTemperature[outdoors]",
                          "air.temperature -> wall.adjacentTemperature[air]",
                          "wall.temperature -> air.adjacentTemperature[wall]"};
  model["inputs"] = {"air.in.heatGain[heater]"};
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  file["decisions"] = {{{"target", "air.in.heatGain[heater]"},
                        {"min", 0},
                        {"max", "2 kW"},
                        {"block", "PT1H"},
                        {"initial", "500 W"}}};
  file["objective"] = {{{"output", "air.in.heatGain[heater]"}}};
  file["constraints"].push_back({{"output", "air.in.heatGain[heater]"}, {"max", "1.5 kW"}});
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.status == ProgramStatus::Solved);
  CHECK(result.baseline.costs[0] == Approx(0.5 * 48).epsilon(1e-12));
  // 1e-3 of the range: what counts as kept.
  CHECK(*std::max_element(result.decided[0].begin(), result.decided[0].end()) < 1502.0);
}

TEST_CASE("a reference holds over the same step as a price") {
  // A node that follows its surroundings at once, which are decided.
  const ControlledRoom folder;
  folder.write("room.hearth.json", R"({"hearth": 1, "components": {
      "around": {"type": "Schedule", "config": {"value": "15 degC"}},
      "node": {"type": "ThermalNode", "parameters": {"C": 100, "R": {"around": 0.01}},
               "initial": {"temperature": 10}}},
      "connections": ["around.scheduleValue -> node.adjacentTemperature[around]"]})");
  Json file = folder.problem();
  file["warmup"] = 0;
  file["step"] = 3600;
  file["end"] = "2024-01-15T12:00:00Z";
  file["decisions"] = {{{"target", "around.scheduleValue"}, {"min", "0 degC"}, {"max", "30 degC"}}};
  file["constraints"] = Json::array();
  file["objective"] = {
      {{"output", "node.temperature"},
       {"reference",
        {{"default", 10},
         {"unit", "degC"},
         {"rules", {{{"days", "all"}, {"from", "06:00"}, {"to", "09:00"}, {"value", 20}}}}}}}};
  const ControlResult result = folder.optimize(file);
  REQUIRE(result.decided[0].size() == 13);
  for (std::size_t hour = 1; hour <= 12; ++hour) {
    const double expected = hour > 6 && hour <= 9 ? 20.0 : 10.0;
    CHECK(result.decided[0][hour] == Approx(expected).margin(0.1));
  }
}

// ---- receding horizon -------------------------------------------------------------------------

TEST_CASE("a decision that changes nothing is named") {
  const ControlledRoom folder;
  Json model = folder.room();
  model["components"]["lamp"] = {{"type", "Schedule"}, {"config", {{"value", 0.5}}}};
  model["components"]["light"] = {{"type", "Gain"}};
  model["connections"].push_back("lamp.scheduleValue -> light.u");
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  file["decisions"].push_back({{"target", "lamp.scheduleValue"}, {"min", 0}, {"max", 1}});
  const auto warned = [&] {
    std::vector<std::string> places;
    const ControlResult result = folder.optimize(file);
    for (const Diagnostic& item : result.diagnostics.items()) {
      if (item.code == "control.no_influence") places.push_back(item.message);
    }
    return places;
  };
  const std::vector<std::string> messages = warned();
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages.front(), Catch::StartsWith("'lamp.scheduleValue' affects neither"));
  file["constraints"].push_back({{"output", "light.y"}, {"max", 0.8}});
  CHECK(warned().empty());
}

TEST_CASE("a plan where small changes have no effect is named") {
  const ControlledRoom folder;
  Json model = folder.room();
  model["components"]["valve"] = {{"type", "Saturation"}, {"parameters", {{"lower", 0}}}};
  model["connections"].erase(model["connections"].size() - 2);
  model["connections"].push_back("controller.inputSignal -> valve.u");
  model["connections"].push_back("valve.y -> power.u");
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  const auto codes = [&] {
    std::vector<std::string> found;
    const ControlResult result = folder.optimize(file);
    for (const Diagnostic& item : result.diagnostics.items()) found.push_back(item.code);
    return found;
  };
  CHECK(codes().empty());
  // A valve is open from 1 on, but its user thinks of percent.
  file["decisions"][0]["max"] = 100;
  file["decisions"][0]["initial"] = 50;
  CHECK(codes() == std::vector<std::string>{"control.no_influence_nearby"});
}

TEST_CASE("a receding horizon comes near to the best that one search over all the time finds") {
  const ControlledRoom folder;
  Json file = folder.problem();
  const ControlResult whole = folder.optimize(file);
  file["receding_horizon"] = {{"horizon", "P1D"}, {"every", "PT2H"}};
  const ControlResult receding = folder.optimize(file);
  CHECK(receding.status == ProgramStatus::Solved);
  CHECK(receding.searches.size() == 24);
  CHECK(receding.outcome.limits[0].largest < 1e-3);
  CHECK(receding.outcome.objective >= whole.outcome.objective * (1.0 - 1e-4));
  // It looks beyond the end, and stores heat that the one search has no use for.
  CHECK(receding.outcome.objective < 1.15 * whole.outcome.objective);
}

TEST_CASE("with a receding horizon decisions change no more than they may from search to search") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["decisions"][0]["max_change"] = 0.1;
  file["receding_horizon"] = {{"horizon", "PT12H"}, {"every", "PT1H"}};
  const ControlResult result = folder.optimize(file);
  double last = result.baseline_decided[0].front(), largest = 0.0;
  for (std::size_t k = 1; k < result.decided[0].size(); ++k) {
    largest = std::max(largest, std::abs(result.decided[0][k] - last));
    last = result.decided[0][k];
  }
  CHECK(largest < 0.1 + 1e-5);
}

TEST_CASE("with a receding horizon limits at the end are judged where horizons end") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["decisions"] = {{{"target", "power.y"}, {"min", 0}, {"max", "100 W"}, {"block", "PT1H"}}};
  file["constraints"] = {
      {{"output", kTemperature}, {"min", "26 degC"}, {"at_end", true}, {"penalty", 1}}};
  file["receding_horizon"] = {{"horizon", "PT6H"}, {"every", "PT3H"}};
  const ControlProblem problem = folder.read(file);
  const ControlResult result = optimize(problem, standard_components());
  const PreparedControl prepared(problem, standard_components());
  const auto most = [&](const std::vector<double>& temperatures) {
    return 26.0 - *std::min_element(temperatures.begin(), temperatures.end());
  };
  std::vector<double> expected, baseline;
  for (const ControlSearch& search : result.searches) {
    REQUIRE(search.end_outputs.size() == 1);
    expected.push_back(search.end_outputs[0]);
    const long end = prepared.start_row() + (search.time - problem.start) / problem.step + 24;
    baseline.push_back(prepared.baseline().limits[0][static_cast<std::size_t>(end)]);
  }
  CHECK(result.outcome.limits[0].largest == Approx(most(expected)).epsilon(1e-12));
  CHECK(result.outcome.limits[0].largest > 5.0);
  CHECK(result.baseline.limits[0].largest == Approx(most(baseline)).epsilon(1e-12));
  // The same decisions to the end of a horizon: 100 W, so that the plant reaches the expected
  // state.
  const std::vector<double>& air = result.outcome.limit_outputs[0];
  CHECK(expected.front() == Approx(air[24]).margin(0.01));
  CHECK(result.outcome.objective == result.outcome.costs[0]);

  const Json written = Json::parse(write_control_result(problem, result))["constraints"][0];
  CHECK(written["decided"]["largest"] == result.outcome.limits[0].largest);
  CHECK(written["decided"]["unit_hours"].is_null());
  CHECK(written["penalty"]["decided"].is_null());
}

TEST_CASE("after a search that is stopped the plant continues from its state") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["warmup"] = 0;
  file["constraints"][0].erase("penalty");
  file["max_iterations"] = 1;
  file["receding_horizon"] = {{"horizon", "PT12H"}, {"every", "PT6H"}};
  const ControlProblem problem = folder.read(file);
  const ControlResult result = optimize(problem, standard_components());
  REQUIRE(result.status != ProgramStatus::Solved);
  const std::vector<double> temperatures =
      simulated(decided_model(problem, result, standard_components()).model, problem, kTemperature);
  REQUIRE(temperatures.size() == result.outcome.limit_outputs[0].size());
  for (std::size_t k = 0; k < temperatures.size(); ++k) {
    // Rounding: one is a schedule, the other an input from outside.
    CHECK(temperatures[k] == Approx(result.outcome.limit_outputs[0][k]).epsilon(1e-9));
  }
}

TEST_CASE("on a plant of another kind the filter keeps the room as warm as the limit asks for") {
  const ControlledRoom folder;
  Json plant = folder.room();
  plant["components"]["wall"]["parameters"]["C"] = 1.6e7;
  plant["components"]["air"]["parameters"]["R"]["outdoors"] = 0.04;
  plant["components"]["furniture"] = {{"type", "ThermalNode"},
                                      {"parameters", {{"C", 1e6}, {"R", {{"air", 0.01}}}}},
                                      {"initial", {{"temperature", 19}}}};
  plant["components"]["air"]["parameters"]["R"]["furniture"] = 0.01;
  plant["connections"].push_back("air.temperature -> furniture.adjacentTemperature[air]");
  plant["connections"].push_back("furniture.temperature -> air.adjacentTemperature[furniture]");
  folder.write("plant.hearth.json", plant.dump(1));
  Json file = folder.problem();
  file["receding_horizon"] = {{"horizon", "P1D"}, {"every", "PT1H"}};
  file["plant"] = {{"model", "plant.hearth.json"},
                   {"measured", {{{"output", kTemperature}, {"sd", "0.05 K"}}}},
                   {"process_noise",
                    {{{"state", "air@temperature"}, {"sd", "0.2 K"}},
                     {{"state", "wall@temperature"}, {"sd", "0.2 K"}}}}};
  const ControlResult result = folder.optimize(file);
  CHECK(result.status == ProgramStatus::Solved);
  CHECK(result.outcome.costs[0] < 0.9 * result.baseline.costs[0]);
  CHECK(result.outcome.limits[0].largest < 0.5);
  // The plant itself, as its own model, is the bound of what a model can do.
  Json itself = file;
  itself.erase("plant");
  itself["model"] = "plant.hearth.json";
  CHECK(result.outcome.objective < 1.1 * folder.optimize(itself).outcome.objective);
}

TEST_CASE("a plant that is the model is followed exactly") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["end"] = "2024-01-15T12:00:00Z";
  file["receding_horizon"] = {{"horizon", "P1D"}, {"every", "PT2H"}};
  const ControlResult own = folder.optimize(file);
  file["plant"] = {{"model", "room.hearth.json"},
                   {"measured", {{{"output", kTemperature}, {"sd", "0.05 K"}}}},
                   {"process_noise", {{{"state", "air@temperature"}, {"sd", "0.1 K"}}}}};
  const ControlResult other = folder.optimize(file);
  CHECK(other.outcome.objective == Approx(own.outcome.objective).epsilon(1e-4));
}

// ---- what is wrong ----------------------------------------------------------------------------

TEST_CASE("problems that cannot be solved are refused with a code and the place") {
  const ControlledRoom folder;
  const auto code = [&](const auto& change) {
    Json file = folder.problem();
    change(file);
    const Diagnostics found = folder.faults(file);
    for (const Diagnostic& item : found.items()) {
      INFO(to_string(item));
      CHECK((item.severity != Severity::Error || !item.where.file.empty()));
    }
    return code_of(found);
  };
  CHECK(code([](Json& file) { file["decisions"][0]["target"] = "controler.inputSignal"; }) ==
        "control.target_unknown");
  CHECK(code([](Json& file) { file["decisions"][0]["target"] = "controller.signal"; }) ==
        "control.target_unknown");
  CHECK(code([](Json& file) { file["decisions"][0]["target"] = "air.in.heat"; }) ==
        "control.target_unknown");
  CHECK(code([](Json& file) { file["decisions"] = Json::array(); }) == "control.list_empty");
  CHECK(code([](Json& file) {
          file["constraints"][0] = {{"output", "power.y"}, {"max", "1 kW"}};
        }) == "control.unit_mismatch");
  CHECK(code([](Json& file) {
          file["end"] = "2300-01-01T00:00:00Z";
          file["step"] = 1;
          file["decisions"][0]["block"] = 1;
        }) == "limit.exceeded");
  CHECK(code([](Json& file) { file["decisions"].push_back(file["decisions"][0]); }) ==
        "control.target_duplicate");
  CHECK(code([](Json& file) { file["decisions"][0]["min"] = 2; }) == "control.bounds_crossed");
  CHECK(code([](Json& file) { file["decisions"][0]["max"] = "2 kW"; }) == "control.unit_mismatch");
  CHECK(code([](Json& file) { file["constraints"][0]["min"] = "2 kW"; }) == "data.unit_mismatch");
  CHECK(code([](Json& file) { file["objective"][0]["output"] = "air.temperature"; }) ==
        "control.unit_mismatch");
  CHECK(code([](Json& file) { file["decisions"][0]["initial"] = 2; }) == "control.initial_outside");
  CHECK(code([](Json& file) { file["decisions"][0]["block"] = 1000; }) == "control.off_grid");
  CHECK(code([](Json& file) { file["constraints"][0].erase("min"); }) == "control.limit_empty");
  CHECK(code([](Json& file) { file["constraints"][0]["penalty"] = 0; }) ==
        "control.penalty_not_positive");
  CHECK(code([](Json& file) { file["constraints"][0]["max"] = "10 degC"; }) ==
        "control.bounds_crossed");
  CHECK(code([](Json& file) { file["constraints"][0]["output"] = "air.temp"; }) ==
        "model.output_unknown");
  CHECK(code([](Json& file) {
          file["objective"][0]["price"] = {{"file", "none.csv"}};
        }) == "data.file_missing");
  CHECK(code([](Json& file) { file["end"] = "2024-01-14T00:00:00Z"; }) ==
        "simulation.end_before_start");
  CHECK(code([](Json& file) {
          file["receding_horizon"] = {{"horizon", "PT1H"}, {"every", "PT2H"}};
        }) == "control.horizon_short");
  CHECK(code([](Json& file) {
          file["plant"] = {{"model", "room.hearth.json"},
                           {"measured", {{{"output", kTemperature}, {"sd", 1}}}},
                           {"process_noise", {{{"state", "air@temperature"}, {"sd", 1}}}}};
        }) == "control.plant_without_horizon");
}

TEST_CASE("limits that cannot hold are named with the place where they fail most") {
  const ControlledRoom folder;
  Json file = folder.problem();
  file["constraints"][0].erase("penalty");
  file["constraints"][0]["min"] = "40 degC";
  const ControlResult result = folder.optimize(file);
  CHECK(result.status == ProgramStatus::Infeasible);
  CHECK_THAT(result.message,
             Catch::StartsWith("not all limits can be satisfied: 'air.temperature' is "));
  CHECK_THAT(result.message, Catch::Contains(" K below its 'min' of 40 degC at 2024-01-1"));

  file["constraints"][0]["max"] = "-20 degC";
  file["constraints"][0].erase("min");
  CHECK_THAT(folder.optimize(file).message, Catch::Contains(" K above its 'max' of -20 degC at "));
}

TEST_CASE("a horizon beyond the data is refused with its end") {
  const ControlledRoom folder;
  Json model = folder.room();
  model["components"]["outdoors"]["config"]["value"] = {
      {"file", "outdoors.csv"}, {"column", "T"}, {"unit", "degC"}};
  std::string csv = "time,T\n";
  for (int hour = 0; hour <= 72; ++hour) {
    csv += std::to_string(1'705'190'400 + 3600 * hour) + ",3\n";  // from 2024-01-14
  }
  folder.write("outdoors.csv", csv);
  folder.write("room.hearth.json", model.dump(1));
  Json file = folder.problem();
  file["files"] = {{"outdoors.csv", {{"time_format", "unix"}}}};
  model["files"] = file["files"];
  folder.write("room.hearth.json", model.dump(1));
  CHECK(folder.faults(file).items().empty());
  file["receding_horizon"] = {{"horizon", "P1D"}, {"every", "PT6H"}};
  const Diagnostics found = folder.faults(file);
  REQUIRE(!found.items().empty());
  CHECK_THAT(to_string(found.items().front()), Catch::Contains("the last horizon ends at"));
  // If the model holds its last value, a note counts the steps.
  model["components"]["outdoors"]["config"]["value"]["outside"] = "hold";
  folder.write("room.hearth.json", model.dump(1));
  const ControlResult held = optimize(folder.read(file), standard_components());
  const auto& items = held.diagnostics.items();
  CHECK(std::any_of(items.begin(), items.end(),
                    [](const Diagnostic& item) { return item.code == "data.held"; }));
}

TEST_CASE("a result and its problem satisfy their schemas in form") {
  const ControlledRoom folder;
  const ControlProblem problem = folder.read(folder.problem());
  const Json result =
      Json::parse(write_control_result(problem, optimize(problem, standard_components())));
  const Json schema = Json::parse(control_result_schema());
  for (const auto& key : schema["required"]) CHECK(result.contains(key.get<std::string>()));
  for (const auto& [key, value] : result.items()) CHECK(schema["properties"].contains(key));
  CHECK(result["decisions"][0]["values"].size() == 192);
  CHECK(result["outputs"][0]["decided"].size() == 192);
  CHECK(Json::parse(control_problem_schema())["properties"].contains("receding_horizon"));
}

}  // namespace hearth::test::optimal_control_test

// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/residuals.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::residuals_test {
namespace {

/// Residuals and Jacobian at the start of a problem.
struct Evaluated {
  std::vector<double> residuals, jacobian;
};

std::vector<double> start_of(const PreparedProblem& prepared) {
  std::vector<double> start;
  for (const auto& parameter : prepared.estimated()) start.push_back(parameter.initial);
  return start;
}

std::vector<double> values_at(SimulationResiduals& residuals, const std::vector<double>& p) {
  std::vector<double> values(static_cast<std::size_t>(residuals.residuals()));
  REQUIRE(residuals.evaluate(p.data(), values.data(), nullptr));
  return values;
}

Evaluated evaluate(const PreparedProblem& prepared, int threads) {
  SimulationResiduals residuals(prepared, threads);
  const std::vector<double> p = start_of(prepared);
  Evaluated evaluated;
  evaluated.residuals.resize(static_cast<std::size_t>(residuals.residuals()));
  evaluated.jacobian.resize(evaluated.residuals.size() * p.size());
  REQUIRE(estimation::evaluate_dense(residuals, residuals.pattern(), p, evaluated.residuals.data(),
                                     evaluated.jacobian.data()));
  return evaluated;
}

/// Returns d residual / d parameter by central differences of fourth order: with a shift of 1e-4
/// of the parameter both their error, (1e-4)^4, and the rounding of residuals over the shift stay
/// below the tolerance of 1e-6.
std::vector<double> differences(SimulationResiduals& residuals, const std::vector<double>& p,
                                std::size_t parameter) {
  const double shift = 1e-4 * std::abs(p[parameter]);
  const auto moved = [&](double by) {
    std::vector<double> q = p;
    q[parameter] += by * shift;
    return values_at(residuals, q);
  };
  const auto far_up = moved(2.0), up = moved(1.0), down = moved(-1.0), far_down = moved(-2.0);
  std::vector<double> result;
  for (std::size_t i = 0; i < up.size(); ++i) {
    result.push_back((8.0 * (up[i] - down[i]) - (far_up[i] - far_down[i])) / (12.0 * shift));
  }
  return result;
}

/// Compares the Jacobian at the start with differences, and everything between thread counts.
void check_jacobian(const CalibrationProblem& problem, const Registry& registry) {
  const PreparedProblem prepared(problem, registry);
  const Evaluated exact = evaluate(prepared, 1);
  const Evaluated two_threads = evaluate(prepared, 2);
  CHECK(exact.residuals == two_threads.residuals);
  CHECK(exact.jacobian == two_threads.jacobian);
  SimulationResiduals residuals(prepared, 1);
  const std::vector<double> p = start_of(prepared);
  CHECK(values_at(residuals, p) == exact.residuals);  // Jets and double agree bit for bit
  for (std::size_t j = 0; j < p.size(); ++j) {
    const std::vector<double> column = differences(residuals, p, j);
    double worst = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      worst = std::max(worst, std::abs(exact.jacobian[i * p.size() + j] - column[i]));
      largest = std::max(largest, std::abs(column[i]));
    }
    INFO(prepared.parameters()[j].parameter.name);
    CHECK(largest > 0.0);
    CHECK(worst <= 1e-6 * largest);
  }
}

/// A heated room and a splitter with two lags; measured is what does not matter here, zeros.
class EveryKind : public CalibrationFolder {
 public:
  EveryKind() {
    write_model(R"([{"days": "Mon-Sun", "from": "01:00", "to": "03:00", "value": 60}])");
    write_series("zero.csv", std::vector<double>(37, 0.0));
  }

  /// Writes the model with these rules for the supply temperature, of which the unit is degC.
  void write_model(const std::string& rules) const {
    write("model.hearth.json", R"({"hearth": 1, "name": "every kind", "site": {"timezone": "UTC"},
      "components": {
        "supply": {"type": "Schedule", "config": {"value": {"default": 40, "unit": "degC",
          "rules": )" + rules + R"(}}},
        "flow": {"type": "Schedule", "config": {"value": 0.02}},
        "out": {"type": "Schedule", "config": {"value": "5 degC"}},
        "one": {"type": "Schedule", "config": {"value": 1}},
        "heater": {"type": "SpaceHeater", "initial": {"Power": 100}},
        "room": {"type": "BuildingSpace", "initial": {"indoorTemperature": "20 degC"}},
        "splitter": {"type": "Splitter", "config": {"branches": 2}},
        "fast": {"type": "Relax"}, "slow": {"type": "Relax"}},
      "connections": [
        "supply.scheduleValue -> heater.supplyWaterTemperature",
        "flow.scheduleValue -> heater.waterFlowRate",
        "room.indoorTemperature -> heater.indoorTemperature",
        "heater.Power -> room.heatGain",
        "out.scheduleValue -> room.outdoorTemperature",
        "one.scheduleValue -> splitter.u",
        "splitter.y[1] -> fast.u", "splitter.y[2] -> slow.u"]})");
  }

  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "model.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T04:00:00Z"},
                  {"start": "2023-01-01T02:00:00Z", "end": "2023-01-01T06:00:00Z",
                   "warmup": "PT50M"}],
      "parameters": [
        {"name": "capacity", "targets": ["room.C_air"], "initial": 2, "min": 1, "max": 10,
         "unit": "MJ/K"},
        {"name": "nominal power, UA computed", "targets": ["heater.Q_flow_nominal_sh"],
         "initial": 900, "min": 100, "max": 5000},
        {"name": "shared resistance", "targets": ["room.R_out", "room.R_in"],
         "initial": 0.05, "min": 0.01, "max": 1},
        {"name": "state, given as output too", "targets": ["room@indoorTemperature"],
         "initial": 21, "min": 10, "max": 30, "per_period": false},
        {"name": "state in degF", "targets": ["room@wallTemperature"], "unit": "degF",
         "initial": 60, "min": 40, "max": 80, "per_period": false},
        {"name": "entry of a state", "targets": ["heater@elementTemperature[2]"],
         "initial": 30, "min": 10, "max": 60, "per_period": false},
        {"name": "all entries", "targets": ["splitter.share"], "initial": 0.5},
        {"name": "time constant", "targets": ["fast.tau"], "initial": 900, "min": 100},
        {"name": "shared state", "targets": ["fast@x", "slow@x"], "initial": 0.1,
         "scale": "logit", "min": 0, "max": 1, "per_period": false}],
      "measurements": [
        {"port": "room.indoorTemperature", "file": "zero.csv", "column": "value",
         "unit": "degC", "sd": 0.05},
        {"port": "heater.Power", "file": "zero.csv", "column": "value", "unit": "W", "sd": 10},
        {"port": "fast.x", "file": "zero.csv", "column": "value", "unit": "1", "sd": 0.01},
        {"port": "slow.x", "file": "zero.csv", "column": "value", "unit": "1", "sd": 0.01}]})");
  }
};

TEST_CASE("the Jacobian agrees with differences for every kind of parameter") {
  const EveryKind folder;
  Json problem = EveryKind::problem();
  check_jacobian(folder.read(problem), test_components());
  problem["input_hold"] = "first";
  check_jacobian(folder.read(problem), test_components());
  problem["parameters"][6]["targets"] = {"splitter.share[2]"};
  check_jacobian(folder.read(problem), test_components());
}

/// Constants of a schedule, one of which begins within a step, scale and bias of sources, biases of
/// sensors, one of them of a mean.
Json series_problem() {
  Json problem = EveryKind::problem();
  problem["parameters"] = Json::parse(R"([
    {"name": "supply at night", "targets": ["supply.value[default]"], "initial": 41},
    {"name": "supply", "targets": ["supply.value[1]"], "initial": "110 degF"},
    {"name": "flow", "targets": ["flow.value"], "initial": 0.03},
    {"name": "scale", "scale_of": ["out.scheduleValue"], "initial": 1.1},
    {"name": "bias", "bias_of": ["out.scheduleValue"], "initial": "0.5 K"},
    {"name": "sensor", "bias_of": ["room.indoorTemperature"], "initial": 0.2},
    {"name": "meter", "bias_of": ["heater.Power"], "initial": "0.02 kW", "per_period": true},
    {"name": "share", "targets": ["one.value", "splitter.share"], "initial": 0.7}])");
  problem["measurements"][1]["stamp"] = "mean_before";
  return problem;
}

TEST_CASE("the Jacobian agrees with differences for numbers of series and biases of sensors") {
  EveryKind folder;
  folder.write_model(R"([{"days": "Mon-Sun", "from": "01:05", "to": "03:00", "value": 60}])");
  Json problem = series_problem();
  SECTION("as sources deliver") {}
  SECTION("held") { problem["input_hold"] = "zero"; }
  SECTION("linear within a step") { problem["input_hold"] = "first"; }
  SECTION("one component after the other") { problem["coupling"] = "gauss-seidel"; }
  check_jacobian(folder.read(problem), test_components());
}

TEST_CASE("the Jacobian agrees with differences where each period has numbers of its own") {
  const EveryKind folder;
  Json problem = EveryKind::problem();
  problem["parameters"][0]["per_period"] = true;
  for (Json& parameter : problem["parameters"]) {
    if (parameter.contains("per_period")) parameter["per_period"] = true;
  }
  const CalibrationProblem read = folder.read(problem);
  const PreparedProblem prepared(read, test_components());
  CHECK(prepared.parameters().size() == 9 + 5);
  CHECK(prepared.parameters()[0].parameter.name == "capacity[1]");
  CHECK(prepared.parameters()[1].parameter.name == "capacity[2]");
  check_jacobian(read, test_components());
}

TEST_CASE("the Jacobian of the one room agrees with differences") {
  const auto path = shared_data("data/twin4build/one_room_calibration.json");
  if (!path) return;
  Diagnostics diagnostics;
  check_jacobian(read_calibration(*path, standard_components(), {}, diagnostics),
                 standard_components());
}

TEST_CASE("residuals are those of a run of the model with the values set") {
  const EveryKind folder;
  Json file = EveryKind::problem();
  file["periods"] = {{{"start", "2023-01-01T00:00:00Z"}, {"end", "2023-01-01T04:00:00Z"}}};
  const CalibrationProblem problem = folder.read(file);
  const PreparedProblem prepared(problem, test_components());
  const std::vector<double> residuals = evaluate(prepared, 1).residuals;
  CalibrationResult at_start;
  at_start.parameters = prepared.parameters();
  at_start.summary.parameters = start_of(prepared);
  const auto row = freed_row(prepared, at_start.summary.parameters);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int cell = prepared.freed_outputs()[i];
    at_start.initial_outputs[prepared.plan().signals[cell].name] = row[i];
  }

  const SimulationModel model = calibrated_model(problem, at_start);
  const Plan plan = compile(model, test_components());
  const RunInputs& inputs = prepared.periods()[0].inputs;
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  simulation.initialize();
  const auto measurements = problem.measurements.size();
  for (std::size_t k = 0; k < residuals.size() / measurements; ++k) {
    if (k > 0) simulation.step();
    for (std::size_t m = 0; m < measurements; ++m) {
      const double simulated = simulation.value(plan.signal(problem.measurements[m].port));
      INFO(problem.measurements[m].port << " in row " << k);
      CHECK(residuals[k * measurements + m] == (simulated - 0.0) / problem.measurements[m].sd);
    }
  }
}

TEST_CASE("an estimated state decides every output that depends on it in row 0") {
  const EveryKind folder;
  const CalibrationProblem problem = folder.read(EveryKind::problem());
  const PreparedProblem prepared(problem, test_components());
  std::vector<std::string> freed;
  for (const int cell : prepared.freed_outputs()) {
    freed.push_back(prepared.plan().signals[cell].name);
  }
  std::sort(freed.begin(), freed.end());
  CHECK(freed == std::vector<std::string>{"heater.Power", "room.indoorTemperature"});
  const Evaluated start = evaluate(prepared, 1);
  constexpr std::size_t kElement = 5, kPower = 1;  // of 9 parameters; residual in row 0
  CHECK(start.jacobian[kPower * problem.parameters.size() + kElement] > 0.0);
  CHECK(start.residuals[kPower] != 100.0 / problem.measurements[kPower].sd);
}

TEST_CASE("an output that does not depend on an estimated state keeps its initial value") {
  const EveryKind folder;
  Json file = EveryKind::problem();
  Json parameters = Json::array();
  parameters.push_back(file["parameters"][3]);  // the room's temperature: not seen by its heater
  file["parameters"] = parameters;
  const CalibrationProblem problem = folder.read(file);
  const PreparedProblem prepared(problem, test_components());
  CHECK(prepared.freed_outputs().size() == 1);
  CHECK(evaluate(prepared, 1).residuals[1] == 100.0 / problem.measurements[1].sd);
}

TEST_CASE("values whose computed parameters have no meaning cannot be evaluated") {
  const EveryKind folder;
  Json file = EveryKind::problem();
  file["parameters"][1] = {{"name", "nominal return"},
                           {"targets", {"heater.T_b_nominal_sh"}},
                           {"initial", 45},
                           {"min", 0},
                           {"max", 59}};
  const CalibrationProblem problem = folder.read(file);
  const PreparedProblem prepared(problem, test_components());
  SimulationResiduals residuals(prepared, 1);
  std::vector<double> values(static_cast<std::size_t>(residuals.residuals()));
  std::vector<double> p = start_of(prepared);
  CHECK(residuals.evaluate(p.data(), values.data(), nullptr));
  for (const double colder_than_the_room : {10.0, 20.9}) {
    p[1] = colder_than_the_room;
    CHECK_FALSE(residuals.evaluate(p.data(), values.data(), nullptr));
  }
}

TEST_CASE("a parameter without bounds stays where its equations hold") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["parameters"][1] = {{"name", "R"}, {"targets", {"room.R_out"}}, {"initial", 0.05}};
  const CalibrationProblem problem = room.read(file);
  const PreparedProblem prepared(problem, test_components());
  SimulationResiduals residuals(prepared, 1);
  std::vector<double> values(static_cast<std::size_t>(residuals.residuals()));
  const std::vector<double> negative{1e6, -0.05};
  CHECK_FALSE(residuals.evaluate(negative.data(), values.data(), nullptr));
  const CalibrationResult result = calibrate(problem, test_components());
  CHECK(result.summary.parameters[1] == Approx(KnownRoom::kResistance).epsilon(1e-6));
}

}  // namespace
}  // namespace hearth::test::residuals_test

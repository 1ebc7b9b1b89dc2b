// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/calibration.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/estimation/calibration/known_room.hpp"
#include "hearth/tests/support/follower.hpp"

namespace hearth::test::calibration_test {
namespace {

const Agreement& of_room(const CalibrationResult& result) {
  return result.measurements.at(KnownRoom::kPort);
}

TEST_CASE("a calibration finds the parameters its data was made with") {
  const KnownRoom room;
  const CalibrationProblem problem = room.read(KnownRoom::problem());
  const CalibrationResult result = calibrate(problem, test_components());
  CHECK(result.summary.status == estimation::Status::Converged);
  // Residuals of the truth are zero: the solver stops where F is 1e-14 of what it was or less.
  CHECK(result.summary.parameters[0] == Approx(KnownRoom::kCapacity).epsilon(1e-6));
  CHECK(result.summary.parameters[1] == Approx(KnownRoom::kResistance).epsilon(1e-6));
  CHECK(result.summary.objective_final < 1e-12);
  CHECK(of_room(result).missing == 0);
  const auto rows = run_signal(calibrated_model(problem, result), test_components(),
                               KnownRoom::kPort, {.steps = KnownRoom::kSteps});
  CHECK(rows.back() == Approx(KnownRoom::truth().back()).epsilon(1e-7));
}

TEST_CASE("a calibration that is stopped within an evaluation ends at once with the best values") {
  const KnownRoom room;
  constexpr long kBegin = 2 * KnownRoom::kSteps + KnownRoom::kSteps / 2;  // within the third run
  std::atomic<long> asked = 0;
  CalibrateOptions options;
  options.stop = [&asked] { return ++asked > kBegin; };
  const CalibrationResult result =
      calibrate(room.read(KnownRoom::problem()), test_components(), options);
  CHECK(result.summary.status == estimation::Status::Interrupted);
  CHECK(std::isfinite(result.summary.objective_final));
  CHECK(asked < kBegin + 100);  // no later run continues to its end
}

TEST_CASE("starts that have not begun when a calibration is stopped are left out") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["multistart"] = {{"n", 5}, {"seed", 4}};
  std::atomic<bool> stopped = false;
  CalibrateOptions options;
  options.progress = [&stopped](int, int, double) { return stopped = true, true; };
  options.stop = [&stopped] { return stopped.load(); };
  const CalibrationResult result = calibrate(room.read(file), test_components(), options);
  CHECK(result.starts.size() == 1);
  CHECK(result.best_start == 0);
  CHECK(result.summary.status == estimation::Status::Interrupted);
}

TEST_CASE("values, bounds and results of a calibration are in the unit of the file") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["parameters"][0].update({{"initial", 1.2}, {"min", 1.0}, {"max", 100.0}, {"unit", "MJ/K"}});
  const CalibrationProblem problem = room.read(file);
  const CalibrationResult result = calibrate(problem, test_components());
  CHECK(result.summary.parameters[0] == Approx(2.0).epsilon(1e-6));
  const SimulationModel calibrated = calibrated_model(problem, result);
  Bench<double> bench(calibrated, test_components());
  const int cell = bench.plan.parameter("room.C_air").cells.front();
  CHECK(bench.simulation.value(cell) == Approx(KnownRoom::kCapacity).epsilon(1e-6));
}

TEST_CASE("a calibrated model has the civil time of its calibration") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["timezone"] = "Europe/Helsinki";
  const CalibrationProblem problem = room.read(file);
  const SimulationModel model = calibrated_model(problem, calibrate(problem, test_components()));
  CHECK(model.site.timezone == "Europe/Helsinki");
}

TEST_CASE("a measurement and its sd are in the unit of the file") {
  const KnownRoom room;
  std::vector<double> fahrenheit = KnownRoom::truth();
  for (double& value : fahrenheit) value = 1.8 * value + 32.0;
  room.write_series("fahrenheit.csv", fahrenheit);
  Json file = KnownRoom::problem();
  const double celsius = room.calibrate(file).summary.objective_initial;
  file["measurements"][0].update({{"file", "fahrenheit.csv"}, {"unit", "degF"}, {"sd", 0.18}});
  // Converted there and back with a rounding of 1e-14 K of some kelvin.
  CHECK(room.calibrate(file).summary.objective_initial == Approx(celsius).epsilon(1e-12));
}

TEST_CASE("missing measurements are skipped and counted") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["step"] = 300;  // every other row has no measurement
  const CalibrationResult result = room.calibrate(file);
  CHECK(of_room(result).n == KnownRoom::kSteps + 1 - 6);
  CHECK(of_room(result).missing == KnownRoom::kSteps - 6);
}

TEST_CASE("a period without measurements is skipped where another has some") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  const CalibrationResult one = room.calibrate(file);
  file["periods"].push_back({{"start", "2024-01-01T00:00:00Z"}, {"end", "2024-01-01T01:00:00Z"}});
  const CalibrationResult two = room.calibrate(file);
  CHECK(of_room(two).n == of_room(one).n);
  CHECK(of_room(two).missing == 7);
  CHECK(two.summary.parameters == one.summary.parameters);
}

TEST_CASE("rows in a stretch that is excluded are not compared, both its ends included") {
  const KnownRoom room;
  std::vector<double> rows = KnownRoom::truth();
  for (std::size_t k = 30; k <= 40; ++k) rows[k] = 1000.0;  // of 10 min from midnight
  room.write_series("measured.csv", rows);
  Json file = KnownRoom::problem();
  file["measurements"][0]["exclude"] = {
      {{"start", "2023-01-01T05:00:00Z"}, {"end", "2023-01-01T06:40:00Z"}}};
  const CalibrationResult result = room.calibrate(file);
  CHECK(of_room(result).n == KnownRoom::kSteps + 1 - 6 - 11);  // without the warm-up
  CHECK(result.summary.objective_final < 1e-12);
  file["measurements"][0]["exclude"][0]["end"] = "2023-01-01T06:30:00Z";  // row 40 counts
  CHECK(room.calibrate(file).summary.objective_final > 1.0);
}

TEST_CASE("a measurement without values to be validated by is named, and others are judged") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["periods"][0]["end"] = "2023-01-01T20:00:00Z";
  file["validation"] = {{{"start", "2023-01-01T20:00:00Z"}, {"end", "2023-01-02T00:00:00Z"}}};
  Json wall = file["measurements"][0];
  wall["port"] = "room.wallTemperature";
  wall["sd"] = 1e6;  // plays no part
  wall["exclude"] = {{{"start", "2023-01-01T20:00:00Z"}, {"end", "2023-01-02T00:00:00Z"}}};
  file["measurements"].push_back(wall);
  const CalibrationResult result = room.calibrate(file);
  CHECK(result.validation.at(KnownRoom::kPort).n == 25);
  CHECK(result.validation.at("room.wallTemperature").n == 0);
  CHECK(result.diagnostics.items().back().code == "calibration.no_data");
  file["measurements"][0]["exclude"] = wall["exclude"];
  CHECK(room.faults(file).items().back().code == "calibration.no_data");
}

TEST_CASE("hourly rows are distinguished from rarer ones") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  std::vector<double> rows = KnownRoom::truth();
  const auto keep_every = [&](std::size_t n) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (k % n != 0) rows[k] = NAN;
    }
    room.write_series("measured.csv", rows);
    return of_room(room.calibrate(file)).hourly;
  };
  CHECK(keep_every(6));         // 1 h
  CHECK_FALSE(keep_every(12));  // 2 h
}

// ---- periods ---------------------------------------------------------------------------------

TEST_CASE("rows before the end of the warm-up are not compared") {
  const KnownRoom room;
  std::vector<double> rows = KnownRoom::truth();
  for (std::size_t k = 0; k < 6; ++k) rows[k] = 1000.0;
  room.write_series("measured.csv", rows);
  Json file = KnownRoom::problem();
  for (const char* warmup : {"PT1H", "PT51M"}) {  // both end after row 5, at row 6 or before it
    file["periods"][0]["warmup"] = warmup;
    const CalibrationResult result = room.calibrate(file);
    INFO(warmup);
    CHECK(of_room(result).n == KnownRoom::kSteps + 1 - 6);
    CHECK(result.summary.objective_final < 1e-12);
  }
  file["periods"][0]["warmup"] = "PT50M";  // row 5 counts
  const CalibrationResult result = room.calibrate(file);
  CHECK(of_room(result).n == KnownRoom::kSteps + 1 - 5);
  CHECK(result.summary.objective_final > 1.0);
}

TEST_CASE("every period is a run of its own from the initial values") {
  const KnownRoom room;
  std::vector<double> twice = KnownRoom::truth();  // the same day again
  for (const double value : KnownRoom::truth()) twice.push_back(value);
  room.write_series("measured.csv", twice);
  Json file = KnownRoom::problem();
  const CalibrationResult one = room.calibrate(file);
  file["periods"].push_back(
      {{"start", "2023-01-02T00:10:00Z"}, {"end", "2023-01-03T00:10:00Z"}, {"warmup", "PT1H"}});
  const CalibrationResult two = room.calibrate(file);
  CHECK(of_room(two).n == 2 * of_room(one).n);
  // The sum of squares adds the same rows twice; only its rounding may differ.
  CHECK(two.summary.objective_initial == Approx(2.0 * one.summary.objective_initial));
  CHECK(two.summary.parameters[0] == Approx(KnownRoom::kCapacity).epsilon(1e-6));
}

/// A node that cools from 30 degC on the first day, from 15 degC on the second and from 40 degC on
/// the third, towards 5 degC.
Json three_days(const CalibrationFolder& folder) {
  folder.write("node.hearth.json", R"({"hearth": 1, "name": "node",
    "components": {
      "air": {"type": "ThermalNode", "parameters": {"C": 3e6, "R": {"out": 0.01}},
              "initial": {"temperature": 20}},
      "out": {"type": "Schedule", "config": {"value": "5 degC"}}},
    "connections": ["out.scheduleValue -> air.adjacentTemperature[out]"]})");
  std::vector<double> rows;
  for (const double begin : {30.0, 15.0, 40.0}) {
    for (int k = 0; k < 144; ++k) rows.push_back(5.0 + (begin - 5.0) * std::exp(-k * 600.0 / 3e4));
  }
  folder.write_series("measured.csv", rows);
  const auto day = [](int number) {
    const std::string date = "2023-01-0" + std::to_string(number);
    return Json{{"start", date + "T00:00:00Z"}, {"end", date + "T23:50:00Z"}};
  };
  return {{"hearth", 1},
          {"model", "node.hearth.json"},
          {"step", 600},
          {"periods", {day(1), day(2)}},
          {"validation", {day(3)}},
          {"parameters",
           {{{"name", "C"}, {"targets", {"air.C"}}, {"initial", 1e6}, {"min", 1e5}, {"max", 1e8}},
            {{"name", "T0"}, {"targets", {"air@temperature"}}, {"initial", 20}}}},
          {"measurements",
           {{{"port", "air.temperature"},
             {"file", "measured.csv"},
             {"column", "value"},
             {"unit", "degC"},
             {"sd", 0.1}}}}};
}

TEST_CASE("each period has initial states of its own, those of the validation too") {
  const CalibrationFolder folder;
  Json file = three_days(folder);
  const CalibrationProblem problem = folder.read(file, standard_components());
  const CalibrationResult result = calibrate(problem, standard_components());
  REQUIRE(result.parameters.size() == 3);
  CHECK(result.parameters[1].parameter.name == "T0[1]");
  CHECK(result.summary.parameters[0] == Approx(3e6).epsilon(1e-6));
  CHECK(result.summary.parameters[1] == Approx(30.0).epsilon(1e-6));
  CHECK(result.summary.parameters[2] == Approx(15.0).epsilon(1e-6));
  CHECK(result.validation.at("air.temperature").rmse < 1e-5);
  REQUIRE(result.periods.size() == 2);
  CHECK(result.periods[1].own.at("T0") == result.summary.parameters[2]);
  CHECK(result.periods[1].measurements.at("air.temperature").n == 144);
  REQUIRE(result.validation_periods.size() == 1);
  CHECK(result.validation_periods[0].own.at("T0") == Approx(40.0).epsilon(1e-6));
  const SimulationModel applied = calibrated_model(problem, result);  // begins like the first
  const Plan plan = compile(applied, standard_components());
  CHECK(plan.cells[plan.initial("air@temperature").cells.front()] == Approx(30.0).epsilon(1e-6));
  const Json json = Json::parse(write_calibration_result(result));
  CHECK(json["parameters"]["T0[2]"]["period"] == 2);
  CHECK(json["periods"][1]["parameters"]["T0"].get<double>() == Approx(15.0));
  CHECK(json["validation"]["periods"][0]["parameters"]["T0"].get<double>() == Approx(40.0));

  file["parameters"][1]["per_period"] = false;  // one for all, and a bad fit, if that is wanted
  const CalibrationResult shared =
      calibrate(folder.read(file, standard_components()), standard_components());
  CHECK(shared.parameters.size() == 2);
  CHECK(shared.measurements.at("air.temperature").rmse > 1.0);
}

TEST_CASE("a validation period whose initial state ends at its bound is warned of") {
  const CalibrationFolder folder;
  Json file = three_days(folder);
  file["parameters"][1]["min"] = 0.0;
  file["parameters"][1]["max"] = 35.0;  // the validation begins at 40 degC
  const CalibrationResult result =
      calibrate(folder.read(file, standard_components()), standard_components());
  const auto& items = result.diagnostics.items();
  const auto warning = std::find_if(items.begin(), items.end(), [](const Diagnostic& item) {
    return item.code == "calibration.validation_at_bound";
  });
  REQUIRE(warning != items.end());
  CHECK_THAT(warning->message, Catch::Contains("'T0' at its upper bound 35"));
}

TEST_CASE("validation changes nothing but its own figures") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  const CalibrationResult plain = room.calibrate(file);
  file["validation"] = {
      {{"start", "2023-01-01T00:00:00Z"}, {"end", "2023-01-01T12:00:00Z"}, {"warmup", "PT2H"}}};
  const CalibrationResult validated = room.calibrate(file);
  CHECK(validated.summary.parameters == plain.summary.parameters);
  CHECK(validated.validation.at(KnownRoom::kPort).n == 72 + 1 - 12);
  CHECK(validated.validation.at(KnownRoom::kPort).rmse < 1e-6);
}

/// y = √(gain u): not a number from the second day on.
Json root_problem(const CalibrationFolder& folder) {
  folder.write("root.hearth.json", R"({"hearth": 1, "name": "root",
    "components": {
      "u": {"type": "Schedule", "config": {"value": {"file": "u.csv", "column": "value",
                                                     "unit": "1", "sample": "end"}}},
      "gain": {"type": "Gain"}, "root": {"type": "Root"}},
    "connections": ["u.scheduleValue -> gain.u", "gain.y -> root.u"]})");
  std::vector<double> u(289, 1.0);
  for (std::size_t k = 150; k < u.size(); ++k) u[k] = -1.0;
  folder.write_series("u.csv", u);
  folder.write_series("y.csv", std::vector<double>(289, 2.0));
  return Json::parse(R"({"hearth": 1, "model": "root.hearth.json", "step": 600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-02T00:00:00Z"}],
    "validation": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T12:00:00Z"},
                   {"start": "2023-01-02T00:00:00Z", "end": "2023-01-03T00:00:00Z"}],
    "parameters": [{"targets": ["gain.gain"], "initial": 1, "min": 0.1, "max": 100}],
    "measurements": [{"port": "root.y", "file": "y.csv", "column": "value", "unit": "1",
                      "sd": 0.1}]})");
}

TEST_CASE("a validation run that cannot continue has no figures") {
  const CalibrationFolder folder;
  const CalibrationResult result = folder.calibrate(root_problem(folder));
  CHECK(result.summary.status == estimation::Status::Converged);
  CHECK(result.summary.parameters[0] == Approx(4.0).epsilon(1e-6));
  CHECK(result.measurements.at("root.y").n == 145);
  CHECK(result.validation.empty());
  const auto& items = result.diagnostics.items();
  const auto warning = std::find_if(items.begin(), items.end(), [](const Diagnostic& item) {
    return item.code == "calibration.validation_failed";
  });
  REQUIRE(warning != items.end());
  CHECK(warning->severity == Severity::Warning);
  CHECK(warning->where.pointer == "/validation/1");
  CHECK(warning->where.component == "root");
  CHECK_THAT(warning->message, Catch::Contains("2023-01-02T01:00:00"));
  const Json json = Json::parse(write_calibration_result(result));
  CHECK(json["status"] == "converged");
  CHECK(json["validation"]["measurements"].empty());
  CHECK_THAT(json["validation"]["failed"].get<std::string>(), Catch::Contains("root.y"));
}

// ---- starts ------------------------------------------------------------------------------------

// ---- what looks wrong ------------------------------------------------------------------------

bool warned(const CalibrationResult& result, const std::string& code) {
  const auto& items = result.diagnostics.items();
  return std::any_of(items.begin(), items.end(),
                     [&](const Diagnostic& item) { return item.code == code; });
}

TEST_CASE("what makes a fit worthless is warned of") {
  const KnownRoom room;
  const Json file = KnownRoom::problem();
  const CalibrationResult plain = room.calibrate(file);
  for (const char* code :
       {"rows_few", "periods_overlap", "residuals_large", "values_unused", "column_duplicate"}) {
    CHECK_FALSE(warned(plain, std::string("calibration.") + code));
  }
  Json few = file;
  few["periods"][0]["warmup"] = "PT23H50M";
  CHECK(warned(room.calibrate(few), "calibration.rows_few"));
  Json twice = file;
  twice["periods"].push_back(twice["periods"][0]);
  CHECK(warned(room.calibrate(twice), "calibration.periods_overlap"));
  twice["periods"][1].update({{"start", "2023-01-01T12:00:00Z"}, {"warmup", "PT12H"}});
  CHECK_FALSE(warned(room.calibrate(twice), "calibration.periods_overlap"));
  Json copied = file;
  copied["measurements"].push_back(copied["measurements"][0]);
  copied["measurements"][1]["port"] = "room.wallTemperature";
  CHECK(warned(room.calibrate(copied), "calibration.column_duplicate"));
  Json kelvin = file;
  std::vector<double> rows = KnownRoom::truth();
  for (double& row : rows) row += 273.15;
  room.write_series("kelvin.csv", rows);
  kelvin["measurements"][0]["file"] = "kelvin.csv";
  CHECK(warned(room.calibrate(kelvin), "calibration.residuals_large"));
  Json coarse = file;
  coarse["step"] = 7200;
  CHECK(warned(room.calibrate(coarse), "calibration.values_unused"));
  coarse["measurements"][0]["resample"] = "mean";
  CHECK_FALSE(warned(room.calibrate(coarse), "calibration.values_unused"));
}

TEST_CASE("a component of formulas calibrates with exact derivatives") {
  const CalibrationFolder folder;
  folder.write("zone.hearth.json", R"json({"hearth": 1, "name": "zone", "components": {
    "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": "-5 degC"}},
    "zone": {"type": "Expression", "config": {
      "inputs": {"To": "degC"}, "parameters": {"R": "0.01 K/W", "C": "1e6 J/K", "Q": "500 W"},
      "states": {"T": "20 degC"}, "derivatives": {"T": "((To - T) / R + Q) / C"}}}},
    "connections": ["outdoors.outdoorTemperature -> zone.To"]})json");
  // R = 0.006 K/W and C = 1.5e6 J/K: T = -5 + R Q + (25 - R Q) exp(-t/(R C))
  std::vector<double> rows;
  for (int k = 0; k <= 36; ++k) rows.push_back(-2.0 + 22.0 * std::exp(-600.0 * k / 9000.0));
  folder.write_series("t.csv", rows);
  const Json file = Json::parse(R"({"hearth": 1, "model": "zone.hearth.json", "step": 600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T06:00:00Z"}],
    "parameters": [{"targets": ["zone.R"], "initial": 0.01, "min": 1e-3, "max": 0.1},
                   {"targets": ["zone.C"], "initial": 1e6, "min": 1e5, "max": 1e7}],
    "measurements": [{"port": "zone.T", "file": "t.csv", "column": "value", "unit": "degC",
                      "sd": 0.1}]})");
  const CalibrationResult result = folder.calibrate(file);
  CHECK(result.settings.derivatives == Derivatives::Exact);
  CHECK(result.summary.status == estimation::Status::Converged);
  CHECK(result.summary.parameters[0] == Approx(0.006).epsilon(1e-6));
  CHECK(result.summary.parameters[1] == Approx(1.5e6).epsilon(1e-6));
}

TEST_CASE("starts that end in another minimum are named") {
  const CalibrationFolder folder;
  folder.write("sine.hearth.json", R"({"hearth": 1, "name": "sine",
    "components": {"zero": {"type": "Schedule", "config": {"value": 0}},
                   "angle": {"type": "Gain"}, "sine": {"type": "Sine"}},
    "connections": ["zero.scheduleValue -> angle.u", "angle.y -> sine.u"]})");
  folder.write_series("y.csv", std::vector<double>(7, 0.9));
  // sin p = 0.9 at 1.12; left of -π/2 the way down leads to the bound.
  Json file = Json::parse(R"({"hearth": 1, "model": "sine.hearth.json", "step": 600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T01:00:00Z"}],
    "parameters": [{"targets": ["angle.shift"], "initial": 1, "min": -3, "max": 1.5}],
    "measurements": [{"port": "sine.y", "file": "y.csv", "column": "value", "unit": "1",
                      "sd": 0.1}],
    "multistart": {"n": 8, "seed": 1}})");
  const CalibrationResult result = folder.calibrate(file);
  CHECK(result.summary.parameters[0] == Approx(std::asin(0.9)));
  long elsewhere = 0;
  for (const StartResult& start : result.starts) {
    CHECK(start.ends_elsewhere == (start.parameters[0] < 0.0));
    elsewhere += start.ends_elsewhere ? 1 : 0;
  }
  CHECK(elsewhere > 0);
  const auto& items = result.diagnostics.items();
  CHECK(std::count_if(items.begin(), items.end(), [](const Diagnostic& item) {
          return item.code == "calibration.ends_elsewhere";
        }) == 1);
}

TEST_CASE("a calibration does not depend on the number of threads") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["multistart"] = {{"n", 3}, {"seed", 4}};
  const CalibrationProblem problem = room.read(file);
  const CalibrationResult one = calibrate(problem, test_components(), {.threads = 1});
  const CalibrationResult two = calibrate(problem, test_components(), {.threads = 2});
  REQUIRE(one.starts.size() == 3);
  for (std::size_t s = 0; s < one.starts.size(); ++s) {
    CHECK(one.starts[s].initial == two.starts[s].initial);
    CHECK(one.starts[s].final == two.starts[s].final);
    CHECK(one.starts[s].parameters == two.starts[s].parameters);
  }
  CHECK(one.best_start == two.best_start);
  CHECK(one.evaluations == two.evaluations);
  CHECK(one.uncertainty.correlation == two.uncertainty.correlation);
}

// ---- what inputs do inside a step --------------------------------------------------------------

/// A first-order lag of 1000 s that follows a ramp of 1 per step, worked out by hand.
class Ramp : public CalibrationFolder {
 public:
  static constexpr int kRows = 20;
  static constexpr double kTau = 1000.0;

  Ramp() {
    write("lag.hearth.json", R"({"hearth": 1, "name": "lag",
      "components": {
        "ramp": {"type": "Schedule", "config": {"value": {"file": "ramp.csv", "column": "value",
                                                          "unit": "1", "resample": "linear"}}},
        "lag": {"type": "Relax"}},
      "connections": ["ramp.scheduleValue -> lag.u"]})");
    std::vector<double> ramp;
    for (int k = 0; k < kRows; ++k) ramp.push_back(k);
    write_series("ramp.csv", ramp);
  }

  /// x' = (u - x)/τ over a step in which u stands still at k + share.
  static std::vector<double> held(double share) {
    const double rest = std::exp(-600.0 / kTau);
    std::vector<double> x{0.0};
    for (int k = 0; k + 1 < kRows; ++k) x.push_back(rest * x.back() + (1.0 - rest) * (k + share));
    return x;
  }
  /// x' = (t/h - x)/τ has the solution x = t/h - τ/h (1 - exp(-t/τ)).
  static std::vector<double> linear() {
    std::vector<double> x;
    for (int k = 0; k < kRows; ++k) {
      x.push_back(k - kTau / 600.0 * (1.0 - std::exp(-600.0 * k / kTau)));
    }
    return x;
  }

  /// Returns the objective at the known time constant.
  double objective(const std::vector<double>& measured, const char* hold) const {
    write_series("measured.csv", measured);
    Json file = Json::parse(R"({"hearth": 1, "model": "lag.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T03:10:00Z"}],
      "parameters": [{"targets": ["lag.tau"], "initial": 1000, "min": 100, "max": 10000}],
      "measurements": [{"port": "lag.x", "file": "measured.csv", "column": "value", "unit": "1",
                        "sd": 1}]})");
    if (hold != nullptr) file["input_hold"] = hold;
    return calibrate(file).summary.objective_initial;
  }
};

TEST_CASE("input_hold sets the values of inputs inside a step") {
  const Ramp ramp;
  constexpr double kExact = 1e-18;  // squares of differences of kDifferences times values below 20
  constexpr double kOther = 0.1;    // half a step of the ramp, squared, in 20 rows
  CHECK(ramp.objective(Ramp::held(0.0), "zero") < kExact);
  CHECK(ramp.objective(Ramp::linear(), "first") < kExact);
  CHECK(ramp.objective(Ramp::held(0.5), nullptr) < kExact);  // the mean, as in the source
  CHECK(ramp.objective(Ramp::linear(), "zero") > kOther);
  CHECK(ramp.objective(Ramp::held(0.0), nullptr) > kOther);
}

// ---- priors and losses: a number measured 100 times --------------------------------------------

/// y = shift, measured 100 times with sd 0.1 as 2; every tenth row is 10 instead where asked for.
class OneNumber : public CalibrationFolder {
 public:
  explicit OneNumber(bool outliers) {
    write("number.hearth.json", R"({"hearth": 1, "name": "number",
      "components": {"zero": {"type": "Schedule", "config": {"value": 0}},
                     "number": {"type": "Gain"}},
      "connections": ["zero.scheduleValue -> number.u"]})");
    std::vector<double> rows(100, 2.0);
    for (std::size_t k = 5; outliers && k < rows.size(); k += 10) rows[k] = 10.0;
    write_series("measured.csv", rows);
  }
  static Json problem() {
    return Json::parse(R"({"hearth": 1, "model": "number.hearth.json", "step": 600,
      "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T16:30:00Z"}],
      "parameters": [{"name": "number", "targets": ["number.shift"], "initial": 3}],
      "measurements": [{"port": "number.y", "file": "measured.csv", "column": "value",
                        "unit": "1", "sd": 0.1}]})");
  }
  double found(const Json& problem) const { return calibrate(problem).summary.parameters[0]; }
};

TEST_CASE("a prior weighs like a measurement") {
  const OneNumber number(false);
  Json file = OneNumber::problem();
  CHECK(number.found(file) == Approx(2.0).epsilon(1e-9));
  for (const double sd : {1e-4, 0.02, 10.0}) {
    file["parameters"][0]["prior"] = {{"mean", 2.1}, {"sd", sd}};
    const CalibrationResult result = number.calibrate(file);
    const double data = 100.0 / (0.1 * 0.1);  // precision
    const double prior = 1.0 / (sd * sd);
    INFO("sd of the prior " << sd);
    // Exact up to the solver's tolerance: the problem is linear.
    CHECK(result.summary.parameters[0] ==
          Approx((data * 2.0 + prior * 2.1) / (data + prior)).epsilon(1e-9));
    if (sd == 1e-4) continue;  // the data contradict this prior, which widens the interval
    CHECK(*result.uncertainty.parameters[0].sd == Approx(1.0 / std::sqrt(data + prior)));
  }
}

TEST_CASE("the given start is the best where others end as low") {
  const OneNumber number(true);
  Json file = OneNumber::problem();
  file["parameters"][0].update({{"min", -50}, {"max", 50}});
  file["multistart"] = {{"n", 6}, {"seed", 3}};
  const CalibrationResult result = number.calibrate(file);
  CHECK(result.best_start == 0);
  const Json json = Json::parse(write_calibration_result(result));
  CHECK(json["objective"]["initial"] == result.starts[0].initial);
  CHECK_FALSE(result.starts[3].ends_elsewhere);
}

TEST_CASE("a loss has its own error bars") {
  const OneNumber number(true);
  Json file = OneNumber::problem();
  file["loss"] = "huber";
  const CalibrationResult result = number.calibrate(file);
  // ψ = 1/9 in 90 rows, where ψ' = 1, and 1 in ten, in which it is 0; in units of the sd 0.1.
  const double variance = 100.0 / 99.0 * (90.0 / 81.0 + 10.0) / (90.0 * 90.0);
  // The rows do not rule out slow noise, which counts for up to 5 %; without places the sd is exact
  // (covariance_test.cpp).
  CHECK(*result.uncertainty.parameters[0].sd >= 0.1 * std::sqrt(variance));
  CHECK(*result.uncertainty.parameters[0].sd <= 1.05 * 0.1 * std::sqrt(variance));
}

TEST_CASE("a loss reduces the pull of outliers") {
  const OneNumber number(true);
  Json file = OneNumber::problem();
  const auto found = [&](const Json& loss) {
    file["loss"] = loss;
    return number.found(file);
  };
  CHECK(found("squared") == Approx(2.8).epsilon(1e-9));  // the mean
  // Huber: 90 residuals r balance 10 outliers that pull with 1 each: r = 1/9, times sd 0.1.
  CHECK(found("huber") == Approx(2.0 + 0.1 / 9.0).epsilon(1e-6));
  // Twice the scale, twice the pull.
  CHECK(found({{"kind", "huber"}, {"scale", 2.0}}) == Approx(2.0 + 0.2 / 9.0).epsilon(1e-6));
  // Soft L1: r/√(1 + r²) = 1/9, except for 1/(2 80²) of the outliers' pull.
  CHECK(found("soft_l1") == Approx(2.0 + 0.1 / std::sqrt(80.0)).epsilon(1e-6));
  // Cauchy: outliers of size 80 pull with 1/80 each: 90 r = 10/80.
  CHECK(found("cauchy") == Approx(2.0 + 0.1 * 10.0 / 80.0 / 90.0).epsilon(1e-6));
}

// ---- the result file ---------------------------------------------------------------------------

TEST_CASE("the result file contains the estimated values and how well they are known") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["parameters"][1].update({{"initial", 0.01}, {"max", 0.02}});  // below the true value
  const Json json = Json::parse(write_calibration_result(room.calibrate(file)));
  CHECK(json["status"] == "converged");
  CHECK(json["parameters"]["R"]["at_bound"] == "upper");
  CHECK(json["parameters"]["R"]["value"] == 0.02);
  CHECK(json["parameters"]["R"]["sd"].is_null());
  CHECK(json["parameters"]["R"]["ci95"].is_null());
  const Json& capacity = json["parameters"]["C"];
  CHECK(capacity["unit"] == "J/K");
  CHECK(capacity["at_bound"].is_null());
  CHECK(capacity["sd"].get<double>() > 0.0);
  CHECK(capacity["ci95"][0].get<double>() < capacity["value"].get<double>());
  CHECK(capacity["ci95"][1].get<double>() > capacity["value"].get<double>());
  CHECK(json["measurements"][KnownRoom::kPort]["n"] == KnownRoom::kSteps + 1 - 6);
  CHECK_FALSE(json["measurements"][KnownRoom::kPort].contains("cv_rmse"));  // a temperature
  CHECK(json["measurements"][KnownRoom::kPort]["unit"] == "K");             // of errors
  CHECK(json["starts"].size() == 1);
}

TEST_CASE("the hourly limits of Guideline 14 are for hourly data") {
  CalibrationResult result;
  result.starts.emplace_back();
  Agreement& power = result.measurements["meter.power"];
  power.nmbe = 0.05;
  power.cv_rmse = 0.2;
  const auto judged = [&] {
    return Json::parse(write_calibration_result(result))["measurements"]["meter.power"];
  };
  CHECK(judged()["nmbe"] == 0.05);
  CHECK_FALSE(judged().contains("guideline14_hourly"));
  power.hourly = true;
  CHECK(judged()["guideline14_hourly"] == true);
  power.nmbe = -0.11;
  CHECK(judged()["guideline14_hourly"] == false);
}

TEST_CASE("a model with a component that only steps is calibrated by differences") {
  const CalibrationFolder folder;
  folder.write("model.hearth.json", R"({"hearth": 1, "name": "follower",
    "components": {
      "u": {"type": "Schedule", "config": {"value": 20}},
      "f": {"type": "Follower", "parameters": {"tau": 300, "x0": 10}}},
    "connections": ["u.scheduleValue -> f.u"]})");
  std::vector<double> measured;  // x0 = 12 degC, tau = 1200 s
  for (int k = 0; k <= 12; ++k) measured.push_back(20.0 - 8.0 * std::exp(-0.5 * k));
  folder.write_series("y.csv", measured);
  const Json json = Json::parse(R"({"hearth": 1, "model": "model.hearth.json", "step": 600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T02:00:00Z"}],
    "parameters": [{"name": "tau", "targets": ["f.tau"], "initial": 300, "min": 100, "max": 1e4},
                   {"name": "x0", "targets": ["f.x0"], "initial": 10, "min": 10, "max": 30}],
    "measurements": [{"port": "f.y", "file": "y.csv", "column": "value", "sd": 0.1}]})");
  std::vector<ComponentType> own;
  own.push_back(follower("Follower", Follower::Skill::None));
  const Registry registry = with_standard_components(std::move(own));
  Diagnostics diagnostics;
  const CalibrationProblem problem =
      read_calibration(folder.write("p.json", json.dump()), registry, {}, diagnostics);
  const CalibrationResult result = calibrate(problem, registry);
  // The second one starts at its bound. The data is exact; the stop is where steps are 1e-8.
  CHECK(result.summary.parameters[0] == Approx(1200.0).epsilon(1e-5));
  CHECK(result.summary.parameters[1] == Approx(12.0).epsilon(1e-5));
}

TEST_CASE("differences instead of exact derivatives find the same parameters") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["derivatives"] = "differences";
  const CalibrationResult result = room.calibrate(file);
  CHECK(result.summary.status == estimation::Status::Converged);
  CHECK(result.summary.parameters[0] == Approx(KnownRoom::kCapacity).epsilon(1e-6));
  CHECK(result.summary.parameters[1] == Approx(KnownRoom::kResistance).epsilon(1e-6));
  // The last digits differ: the derivatives are not the same numbers.
  CHECK(result.summary.parameters != room.calibrate(KnownRoom::problem()).summary.parameters);
}

TEST_CASE("a calibration ends at the tolerance of its file") {
  const KnownRoom room;
  Json file = KnownRoom::problem();
  file["tolerance"] = 0.05;
  const int loose = room.calibrate(file).evaluations;
  CHECK(loose < room.calibrate(KnownRoom::problem()).evaluations);
  file = KnownRoom::problem();
  file["max_evaluations"] = 2;
  CHECK(room.calibrate(file).summary.message == "max_evaluations reached");
  file = KnownRoom::problem();
  file["time_limit"] = 1e-3;
  const CalibrationResult late = room.calibrate(file);
  CHECK(late.summary.status == estimation::Status::Stopped);
  CHECK(late.summary.message == "time_limit reached");
  CHECK(late.summary.objective_final < late.summary.objective_initial);
  file["time_limit"] = 0;
  CHECK(room.faults(file).items().front().code == "calibration.time_limit_invalid");
}

}  // namespace
}  // namespace hearth::test::calibration_test

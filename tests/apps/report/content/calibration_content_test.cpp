// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace calibration_content_test {

using namespace hearth;
using namespace hearth::test;
using nlohmann::json;

namespace {

/// Calibrates the heated room to temperatures that it simulated with other parameters.
std::string calibrated(const RoomShop& shop) {
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  shop.run(room, "truth", {"--set", "room.C_air=3e6", "--set", "heater.UA=45"});
  const std::string problem = shop.write("problem.json", R"({
    "hearth": 1, "model": "room.hearth.json", "step": 600,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T12:00:00+01:00"}],
    "validation": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00"}],
    "parameters": [
      {"name": "C_air", "targets": ["room.C_air"], "initial": 2e6, "min": 1e6, "max": 1e7},
      {"name": "UA", "targets": ["heater.UA"], "initial": 60, "min": 10, "max": 200}],
    "measurements": [{"port": "room.indoorTemperature", "file": "truth/results.csv",
      "column": "room.indoorTemperature", "sd": 0.05}],
    "multistart": {"n": 2, "seed": 1}})");
  const std::string result = (shop / "result.json").string();
  const Outcome outcome = run_hearth(shop, {"calibrate", problem, "-o", result, "-j", "1", "-q"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return result;
}

}  // namespace

TEST_CASE("tables of a calibration contain the numbers of its result") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({calibrated(shop)});
  const json result = json::parse(shop.read("result.json"));
  const apps::ReportTable& parameters = table_of(content.calibration, "Estimated parameters");
  for (const std::string name : {"C_air", "UA"}) {
    const json& found = result["parameters"][name];
    CHECK(cell(parameters, name, "value") == number_text(found["value"].get<double>()));
    CHECK(cell(parameters, name, "sd") == number_text(found["sd"].get<double>()));
    CHECK(cell(parameters, name, "95 % from") == number_text(found["ci95"][0].get<double>()));
    CHECK(cell(parameters, name, "95 % to") == number_text(found["ci95"][1].get<double>()));
    CHECK(cell(parameters, name, "initial") == number_text(found["initial"].get<double>()));
  }
  const apps::ReportTable& starts = table_of(content.calibration, "Starts");
  CHECK(starts.cells.size() == 2);
  CHECK(cell(starts, "1", "final objective") ==
        number_text(result["starts"][0]["final"].get<double>()));
  const apps::ReportTable& ends = table_of(content.calibration, "Parameters of each start");
  CHECK(cell(ends, "UA", "start 2") ==
        number_text(result["starts"][1]["parameters"][1].get<double>()));
  const apps::ReportTable& singular = table_of(content.calibration, "Singular values");
  CHECK(cell(singular, "2", "share of the largest") ==
        number_text(result["identifiability"]["singular_values"][1].get<double>()));
}

TEST_CASE("a fitted period is left out if a run shows the same curve and measurements") {
  const RoomShop shop;
  const std::string result = calibrated(shop);
  const auto runs_of = [&](const std::string& model, const Words& settings) {
    std::set<std::string> runs;
    const apps::ReportContent content = shop.collect({shop.run(model, "own", settings), result});
    for (const apps::ReportSignal& signal : content.series.signals) {
      if (signal.name == "room.indoorTemperature") runs.insert(signal.run);
    }
    return runs;
  };
  std::string text = kHeatedRoom;
  text.insert(text.rfind('}'), R"(, "measurements": {"room.indoorTemperature":
    {"file": "truth/results.csv", "column": "room.indoorTemperature"}})");
  const std::string measured = shop.write("measured.hearth.json", text);
  const Words fitted{"--set", "room.C_air=3e6", "--set", "heater.UA=45"};
  const std::set<std::string> all{"", "period 1", "validation 1"};  // "": the only run
  CHECK(runs_of(measured, fitted) == std::set<std::string>{""});
  CHECK(runs_of(measured, {}) == all);                                  // another curve
  CHECK(runs_of((shop / "room.hearth.json").string(), fitted) == all);  // without measurements
}

TEST_CASE("the first facts of a calibration are its errors before and after") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({calibrated(shop)});
  const json result = json::parse(shop.read("result.json"));
  const auto found = std::find_if(
      content.facts.begin(), content.facts.end(),
      [](const apps::ReportFact& fact) { return fact.label == "Error before and after"; });
  REQUIRE(found != content.facts.end());
  // One measurement: its RMSE over its sd of 0.05 K. The first start has the given values.
  const json& measured = result["measurements"]["room.indoorTemperature"];
  const double after = measured["rmse"].get<double>() / 0.05;
  const double before =
      std::sqrt(result["starts"][0]["initial"].get<double>() / measured["n"].get<double>());
  CHECK(found->value == fmt::format("{:.3g} to {:.3g}", before, after));
  CHECK(before > 5.0 * after);
}

TEST_CASE("calibration and validation have separate tables of agreement") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({calibrated(shop)});
  const json result = json::parse(shop.read("result.json"));
  const std::string port = "room.indoorTemperature";
  CHECK(cell(table_of(content.agreement, "Calibration periods"), port, "rmse") ==
        number_text(result["measurements"][port]["rmse"].get<double>()));
  CHECK(cell(table_of(content.agreement, "Validation periods"), port, "rmse") ==
        number_text(result["validation"]["measurements"][port]["rmse"].get<double>()));
}

TEST_CASE("the model of a calibration is drawn with its estimates") {
  const RoomShop shop;
  const apps::ReportContent content = shop.collect({calibrated(shop)});
  const json result = json::parse(shop.read("result.json"));
  const apps::ReportValue& capacity = named(node_of(content, "room").parameters, "C_air");
  CHECK(capacity.value == number_text(result["parameters"]["C_air"]["value"].get<double>()));
  CHECK(capacity.source == "calibrated");
  CHECK(capacity.note.rfind("calibrated from 2e+06, sd ", 0) == 0);
  CHECK(named(node_of(content, "heater").parameters, "UA").source == "calibrated");
  CHECK(named(node_of(content, "valve").parameters, "waterFlowRateMax").source == "model");
}

TEST_CASE("parameters that the data do not determine are named") {
  const apps::Json result = apps::Json::parse(R"({
    "objective": {"initial": 2, "final": 1}, "status": "converged",
    "parameters": {"a": {"value": 1, "unit": "1", "sd": null, "ci95": null, "at_bound": "lower",
                         "initial": 2, "targets": ["x.a"]}},
    "identifiability": {"singular_values": [1, 1e-9],
      "flat": [{"ratio": 1e-9, "parameters": ["a", "b"], "weights": [0.8, -0.6]}],
      "correlated": [{"parameters": ["a", "b"], "correlation": 0.99}], "dead": ["c"],
      "at_bound": [{"parameter": "a", "bound": "lower"}]}})");
  const auto tables = apps::calibration_tables(result, "");
  const apps::ReportTable& parameters = table_of(tables, "Estimated parameters");
  CHECK(cell(parameters, "a", "sd").empty());
  CHECK(cell(parameters, "a", "at") == "lower bound");
  CHECK_FALSE(parameters.note.empty());
  const apps::ReportTable& findings = table_of(tables, "Identifiability");
  REQUIRE(findings.cells.size() == 4);
  CHECK(findings.cells[0][1] == "a (0.80), b (-0.60)");
  CHECK(findings.cells[1][2] == "0.99");
  CHECK(findings.cells[2][1] == "c");
}

TEST_CASE("data files are audited with the options with which the calibration read them") {
  const RoomShop shop;
  json model = json::parse(kHeatedRoom);
  model["site"] = {{"timezone", "Europe/Rome"}};
  const std::string room = shop.write("room.hearth.json", model.dump());
  // Local stamps at the end of summer time: only the zone distinguishes the two equal hours.
  std::string rows = "logger,when,t\n";
  for (const int hour : {0, 1, 2, 2, 3, 4, 5, 6}) {
    rows += "7,2023-10-29 0" + std::to_string(hour) + ":00,20." + std::to_string(hour) + "\n";
  }
  shop.write("local.csv", rows);
  const std::string problem = shop.write("problem.json", R"({
    "hearth": 1, "model": "room.hearth.json", "step": 600,
    "periods": [{"start": "2023-10-29T00:00:00+02:00", "end": "2023-10-29T06:00:00+01:00"}],
    "parameters": [{"targets": ["room.C_air"], "initial": 2e6, "min": 1e6, "max": 1e7}],
    "measurements": [{"port": "room.indoorTemperature", "file": "local.csv", "time": "when",
      "column": "t", "unit": "degC", "sd": 0.05}]})");
  const std::string result = (shop / "result.json").string();
  const Outcome outcome = run_hearth(
      shop, {"calibrate", problem, "-o", result, "--report", (shop / "own.html").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_FALSE(outcome.said("data.time_order"));
  Diagnostics diagnostics;
  const apps::ReportContent content = shop.collect({result}, diagnostics);
  for (const Diagnostic& item : diagnostics.items()) CHECK(item.code.rfind("data.", 0) != 0);
  const apps::ReportTable& files = table_of(content.data, "Data files");
  REQUIRE(files.cells.size() == 1);
  CHECK(files.cells[0][1] == "8");
  CHECK(files.cells[0][2] == "2023-10-29T00:00:00+02:00");
  CHECK(files.cells[0][3] == "2023-10-29T06:00:00+01:00");
}

}  // namespace calibration_content_test

// SPDX-License-Identifier: MIT
#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/command/shell.hpp"
#include "hearth/tests/apps/models.hpp"

namespace schema_test {

using namespace hearth::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int kNoModule = 77;  // what check_schema.py returns without jsonschema
const std::string kSource = HEARTH_SOURCE_DIR;

/// Returns 0 if the files agree with the schema of their kind, 1 if not; what is wrong in `out`.
ShellOutcome agree(const Workshop& shop, const std::string& kind,
                   const std::vector<std::string>& files) {
  const Outcome schema = run_hearth(shop, {"schema", kind});
  REQUIRE(schema.code == 0);
  std::string words = " " + kSource + "/tests/ontology/model_files/check_schema.py " +
                      in_quotes(shop.write(kind + ".schema.json", schema.out));
  for (const std::string& file : files) words += " " + in_quotes(file);
  ShellOutcome outcome;
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    outcome = run_shell("command -v " + python + " > /dev/null || exit 77; " + python + words);
    if (outcome.code != kNoModule) return outcome;
  }
  WARN("skipped: python3 with jsonschema is absent");
  return outcome;
}

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(kSource + "/" + folder)) {
    if (entry.path().string().ends_with(ending)) files.push_back(entry.path().string());
  }
  return files;
}

/// The JSON block of docs/files.md with that number, from 0.
std::string documented(int number) {
  const std::string text = text_of(kSource + "/docs/files.md");
  std::size_t at = 0;
  for (int i = 0; i <= number; ++i) at = text.find("```json\n", at) + 8;
  return text.substr(at, text.find("```", at) - at);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::set<std::string> keys_of(const json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  keys.erase("$schema");
  return keys;
}

/// A part of a document, from its heading to the next one.
std::string section(const std::string& document, const std::string& heading) {
  const std::string text = text_of(kSource + "/docs/" + document);
  const auto at = text.find("\n" + heading + "\n");
  REQUIRE(at != std::string::npos);
  return text.substr(at, text.find("\n#", at + 1) - at);
}

/// The words in backticks in the first column of the table under that line.
std::set<std::string> keys_of_table(const std::string& text, const std::string& head) {
  const auto at = text.find("\n" + head);
  REQUIRE(at != std::string::npos);
  std::istringstream lines(text.substr(at + 1));
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  std::set<std::string> keys;
  while (std::getline(lines, line) && line.starts_with("|")) {
    const std::string first = line.substr(0, line.find('|', 1));
    for (auto from = first.find('`'); from != std::string::npos;) {
      const auto to = first.find('`', from + 1);
      keys.insert(first.substr(from + 1, to - from - 1));
      from = first.find('`', to + 1);
    }
  }
  return keys;
}

/// Checks that a text names all keys of the objects inside a schema, in backticks or in JSON.
void check_nested_keys(const std::string& text, const json& schema) {
  if (schema.is_object() && schema.contains("properties")) {
    for (const std::string& key : keys_of(schema["properties"])) {
      INFO(key);
      const bool named = text.find("`" + key + "`") != std::string::npos ||
                         text.find("\"" + key + "\"") != std::string::npos;
      CHECK(named);
    }
  }
  if (!schema.is_structured()) return;
  for (const json& inner : schema) check_nested_keys(text, inner);
}

}  // namespace

TEST_CASE("the documents name the keys of the files") {
  const Workshop shop;
  const json calibration = json::parse(run_hearth(shop, {"schema", "calibration"}).out);
  const json scenarios = json::parse(run_hearth(shop, {"schema", "scenarios"}).out);
  const json model = json::parse(run_hearth(shop, {"schema", "model"}).out);
  const std::string of_calibration = section("files.md", "## The calibration file");
  CHECK(keys_of_table(of_calibration, "| key |") == keys_of(calibration["properties"]));
  check_nested_keys(of_calibration, calibration["properties"]);
  for (const char* part : {"period", "parameter"}) {
    check_nested_keys(of_calibration, calibration["$defs"][part]);
  }
  const json control = json::parse(run_hearth(shop, {"schema", "control"}).out);
  CHECK(keys_of_table(section("optimal_control.md", "## The file"), "| key |") ==
        keys_of(control["properties"]));
  const auto check_keys = [](const char* heading, const json& schema) {
    CHECK(keys_of_table(section("optimal_control.md", heading), "| key |") ==
          keys_of(schema["properties"]));
  };
  check_keys("### Decisions", control["$defs"]["decision"]);
  check_keys("### Objective", control["$defs"]["term"]);
  check_keys("### Constraints", control["$defs"]["limit"]);
  check_keys("### Another plant", control["properties"]["plant"]);
  CHECK(keys_of_table(section("scenarios.md", "## The members"), "| key |") ==
        keys_of(scenarios["properties"]));
  const json sensitivity = json::parse(run_hearth(shop, {"schema", "sensitivity"}).out);
  const std::string of_sensitivity = section("files.md", "## The sensitivity result");
  CHECK(keys_of_table(of_sensitivity, "| key |") == keys_of(sensitivity["properties"]));
  const json& quantity = sensitivity["properties"]["quantities"]["items"]["properties"];
  CHECK(keys_of_table(of_sensitivity, "| key of a quantity |") == keys_of(quantity));
  CHECK(keys_of_table(of_sensitivity, "| key of an effect |") ==
        keys_of(quantity["parameters"]["additionalProperties"]["properties"]));
  check_nested_keys(of_sensitivity, sensitivity["properties"]);
  const std::string of_kpis = section("kpis.md", "## Settings");
  CHECK(keys_of_table(of_kpis, "| key |") == keys_of(scenarios["properties"]["kpi"]["properties"]));
  check_nested_keys(of_kpis, scenarios["properties"]["kpi"]);
  auto columns = keys_of_table(section("files.md", "## Series"), "| key of a file column |");
  columns.insert({"file", "column", "unit", "sd"});
  CHECK(columns ==
        keys_of(model["properties"]["measurements"]["additionalProperties"]["properties"]));
}

TEST_CASE("every model of the project agrees with the schema") {
  const Workshop shop;
  std::vector<std::string> files = files_in("examples", ".hearth.json");
  for (std::string& file : files_in("tests/dynamics/models", ".hearth.json")) {
    files.push_back(std::move(file));
  }
  REQUIRE(files.size() > 20);
  files.push_back(shop.write("documented.json", documented(0)));
  files.push_back(shop.write("heated.json", kHeatedRoom));
  REQUIRE(run_hearth(shop, {"init", (shop / "room").string()}).code == 0);
  files.push_back((shop / "room/model.hearth.json").string());
  const ShellOutcome outcome = agree(shop, "model", files);
  if (outcome.code == kNoModule) return;
  CHECK(outcome.out == "");
  CHECK(outcome.code == 0);
}

TEST_CASE("models that Hearth writes agree with the schema") {
  const Workshop shop;
  std::vector<std::string> files;
  int number = 0;
  const auto add = [&](const std::string& verb, const std::string& graph) {
    const std::string file = (shop / fmt::format("{}.hearth.json", number++)).string();
    if (run_hearth(shop, {verb, graph, "-o", file, "-q"}).code == 0) files.push_back(file);
  };
  add("convert", kSource + "/examples/one_room/room.ttl");
  REQUIRE(files.size() == 1);
  for (const std::string& graph : files_in("tests/ontology/graphs", ".ttl")) {
    add("translate", graph);
  }
  REQUIRE(files.size() > 10);
  const ShellOutcome outcome = agree(shop, "model", files);
  if (outcome.code == kNoModule) return;
  CHECK(outcome.out == "");
  CHECK(outcome.code == 0);
}

TEST_CASE("every calibration file of the project agrees with the schema") {
  const Workshop shop;
  REQUIRE(run_hearth(shop, {"init", (shop / "room").string()}).code == 0);
  const ShellOutcome outcome = agree(
      shop, "calibration",
      {kSource + "/examples/one_room/calibration.json",
       kSource + "/examples/noisy_room/kalman.json", shop.write("documented.json", documented(1)),
       (shop / "room/calibration.json").string()});
  if (outcome.code == kNoModule) return;
  CHECK(outcome.out == "");
  CHECK(outcome.code == 0);
}

TEST_CASE("the schema of models refuses what is mistyped") {
  const Workshop shop;
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"\"components\"", "\"componets\""},
      {"\"hearth\": 1", "\"hearth\": 2"},
      {"\"type\": \"Valve\"", "\"type\": \"Valv\""},
      {"\"waterFlowRateMax\"", "\"waterFlowMax\""},
      {"\"C_air\": 2e6", "\"C_air\": [2e6]"},
      {"\"C_air\": 2e6", "\"C_air\": {\"value\": 2e6, \"units\": \"J/K\"}"},
      {"\"C_air\": 2e6", "\"C_air\": {\"north\": 2e6}"},
      {"\"0.05 K/W\"", "\"much\""},
      {"\"isReverse\": true", "\"isReverse\": \"yes\""},
      {"\"isReverse\": true", "\"form\": \"velocty\""},
      {"\"initial\": {\"indoorTemperature\"", "\"initial\": {\"roomTemperature\""},
      {"\"rules\": [", "\"rule\": ["},
      {"\"from\": \"06:00\"", "\"from\": \"6 h\""},
      {"\"config\": {\"value\": \"60 degC\"}", "\"config\": {}"},
      {"\"config\": {\"value\": \"60 degC\"}", "\"parameters\": {}"},
      {"water.scheduleValue -> heater", "water.scheduleValue => heater"},
      {"\"room\": {\"type\"", "\"room@1\": {\"type\""},
      {"\"room\": {\"type\"", "\"room\": {\"kind\""}};
  for (const auto& [from, to] : changes) {
    INFO(to);
    const std::string file = shop.write("wrong.json", replaced(kHeatedRoom, from, to));
    const ShellOutcome outcome = agree(shop, "model", {file});
    if (outcome.code == kNoModule) return;
    CHECK(outcome.code == 1);
    CHECK(run_hearth(shop, {"check", file}).code == 3);  // Hearth sees it as well
  }
}

TEST_CASE("control problems and their results agree with their schemas") {
  const Workshop shop;
  const std::string problem = kSource + "/examples/one_room/control.json";
  const std::string text =
      replaced(replaced(text_of(problem), "2024-01-22T", "2024-01-16T"), "\"room.ttl\"",
               "\"" + kSource + "/examples/one_room/room.ttl\"");
  const std::string day = shop.write("day.json", text);
  const std::string result = (shop / "result.json").string();
  const Outcome outcome = run_hearth(shop, {"optimize", day, "-o", result, "-q"});
  INFO(outcome.err);
  if (outcome.code == 5) return;  // built without Ipopt
  REQUIRE(outcome.code == 0);
  for (const auto& [kind, file] : {std::pair("control", problem), std::pair("control", day),
                                   std::pair("control_result", result)}) {
    const ShellOutcome checked = agree(shop, kind, {file});
    INFO(checked.out);
    CHECK((checked.code == 0 || checked.code == kNoModule));
  }
}

TEST_CASE("the schema of calibration files refuses what is mistyped") {
  const Workshop shop;
  const std::string good = text_of(kSource + "/examples/one_room/calibration.json");
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"\"periods\"", "\"period\""},
      {"\"step\": 600", "\"step\": 0"},
      {"\"step\": 600", "\"step\": \"ten minutes\""},
      {"\"warmup\": \"P3D\"", "\"warm_up\": \"P3D\""},
      {"\"scale\": \"log\"", "\"scale\": \"logarithm\""},
      {"\"initial\": 4e5", "\"initial\": \"much\""},
      {"\"targets\": [\"office.C_air\"]", "\"targets\": \"office.C_air\""},
      {"\"port\": \"office_valve", "\"ports\": \"office_valve"},
      {"\"sd\": 0.15", "\"sd\": 0"},
      {"\"n\": 3", "\"n\": 0"},
      {"\"hearth\": 1,", ""}};
  for (const auto& [from, to] : changes) {
    INFO(to);
    const std::string file = shop.write("wrong.json", replaced(good, from, to));
    const ShellOutcome outcome = agree(shop, "calibration", {file});
    if (outcome.code == kNoModule) return;
    CHECK(outcome.code == 1);
    CHECK(run_hearth(shop, {"check", file}).code == 3);
  }
}

TEST_CASE("a schema has the texts of the component reference") {
  const Workshop shop;
  const json schema = json::parse(run_hearth(shop, {"schema", "model"}).out);
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  const json& room = schema["$defs"]["BuildingSpace"];
  CHECK(room["description"] == "Room with air, walls, neighbours and CO2");
  const std::string doc = room["properties"]["parameters"]["properties"]["R_out"]["description"];
  CHECK(doc ==
        "Resistance from outdoors to the outer wall; in K/W, default 0.05, valid 1e-06 to 1e+09");
  const json reference = json::parse(run_hearth(shop, {"components", "--json"}).out);
  for (const json& type : reference["components"]) {
    const std::string name = type["type"];
    INFO(name);
    REQUIRE(schema["$defs"].contains(name));
    const json& own = schema["$defs"][name];
    if (!own.contains("properties")) continue;  // its file gives its ports
    for (const json& parameter : type["parameters"]) {
      CHECK(own["properties"]["parameters"]["properties"].contains(
          parameter["name"].get<std::string>()));
    }
    for (const json& config : type["config"]) {
      CHECK(own["properties"]["config"]["properties"].contains(config["name"].get<std::string>()));
    }
  }
}

TEST_CASE("a file may name its schema") {
  const Workshop shop;
  const std::string folder = (shop / "room").string();
  REQUIRE(run_hearth(shop, {"init", folder}).code == 0);
  for (const std::string name : {"room/model.hearth.json", "room/calibration.json"}) {
    const std::string text = replaced(shop.read(name), "\"hearth\": 1",
                                      "\"hearth\": 1, \"$schema\": \"own.schema.json\"");
    const Outcome outcome = run_hearth(shop, {"check", shop.write(name, text)});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("a kind of file without a schema is refused with those that have one") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"schema", "calibraton"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("did you mean 'calibration'?"));
}

TEST_CASE("the result of a calibration agrees with its schema") {
  const Workshop shop;
  const std::string result = (shop / "result.json").string();
  const std::string room = kSource + "/examples/one_room/";
  const Outcome outcome =
      run_hearth(shop, {"calibrate", room + "calibration.json", "-o", result, "-q"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const ShellOutcome checked = agree(shop, "result", {result});
  INFO(checked.out);
  CHECK((checked.code == 0 || checked.code == kNoModule));
  const json found = json::parse(shop.read("result.json"));
  const json& uncertainty = found["uncertainty"];
  const std::size_t n = uncertainty["parameters"].size();
  REQUIRE(n > 1);
  for (std::size_t i = 0; i < n; ++i) {
    const json& own = found["parameters"][uncertainty["parameters"][i].get<std::string>()];
    const double variance = uncertainty["covariance"][i][i].get<double>();
    CHECK(own["sd"].get<double>() == Approx(std::sqrt(variance)));
    CHECK(own["t"].get<double>() == Approx(own["value"].get<double>() / std::sqrt(variance)));
    CHECK(uncertainty["correlation"][i][i] == 1.0);
  }
  const json& likelihood = found["likelihood"];
  CHECK(likelihood["bic"].get<double>() > likelihood["aic"].get<double>());
  CHECK(found["settings"]["loss"]["kind"] == "squared");
}

TEST_CASE("the result of a sensitivity analysis agrees with its schema") {
  const Workshop shop;
  const std::string problem = kSource + "/examples/one_room/calibration.json";
  const std::string morris = (shop / "morris.json").string();
  const std::string sobol = (shop / "sobol.json").string();
  REQUIRE(run_hearth(shop, {"sensitivity", problem, "-o", morris, "--trajectories", "2"}).code ==
          0);
  REQUIRE(
      run_hearth(shop, {"sensitivity", problem, "-o", sobol, "--method", "sobol", "--points", "2"})
          .code == 0);
  const ShellOutcome checked = agree(shop, "sensitivity", {morris, sobol});
  INFO(checked.out);
  CHECK((checked.code == 0 || checked.code == kNoModule));
}

}  // namespace schema_test

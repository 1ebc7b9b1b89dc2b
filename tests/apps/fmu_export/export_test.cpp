// SPDX-License-Identifier: MIT
// Models that are exported, imported again by Hearth, and compared with the models themselves.
#include <algorithm>
#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "hearth/tests/apps/fmu_export/exported_fmu.hpp"

namespace hearth::test::fmu_export_test {
namespace {

using Json = nlohmann::ordered_json;

std::string example(const std::string& name) {
  return std::string(HEARTH_SOURCE_DIR) + "/examples/" + name;
}

/// Columns of results by name, as they are written: the shortest digits of each number.
std::map<std::string, std::vector<std::string>> columns_of(const std::string& csv) {
  std::map<std::string, std::vector<std::string>> columns;
  std::vector<std::string> names;
  std::stringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> cells;
    std::stringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      for (const std::string& cell : cells) names.push_back(cell.substr(0, cell.find(" [")));
      continue;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) columns[names[i]].push_back(cells[i]);
  }
  return columns;
}

/// The port that Hearth gives to a variable of an FMU.
std::string port_of(const std::string& variable) {
  std::string port;
  for (const char c : variable) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (word) {
      port += c;
    } else if (!port.empty() && port.back() != '_') {
      port += '_';
    }
  }
  while (!port.empty() && port.back() == '_') port.pop_back();
  return port;
}

struct Comparison {
  std::size_t compared = 0, rows = 0;
  std::vector<std::string> different;  ///< outputs
  double largest = 0.0;                ///< difference, relative to 1 + |value|
};

/// Compares rows of the FMU, `late` rows later, with those of the model.
Comparison compare(const std::map<std::string, std::vector<std::string>>& model,
                   const std::map<std::string, std::vector<std::string>>& fmu, std::size_t late) {
  Comparison result;
  for (const auto& [name, rows] : model) {
    const auto found = fmu.find("fmu." + port_of(name));
    if (found == fmu.end()) continue;
    ++result.compared;
    result.rows = rows.size();
    bool same = rows.size() == found->second.size();
    for (std::size_t k = 0; k + late < std::min(rows.size(), found->second.size()); ++k) {
      const std::string& imported = found->second[k + late];
      if (rows[k] == imported) continue;
      const double value = std::stod(rows[k]);
      result.largest =
          std::max(result.largest, std::abs(std::stod(imported) - value) / (1.0 + std::abs(value)));
      same = false;
    }
    if (!same) result.different.push_back(name);
  }
  return result;
}

/// Runs a model and its FMU in an engine over the same time.
Comparison run_both(const Workshop& shop, const std::string& model,
                    const std::vector<std::string>& period, const std::string& fmi,
                    const std::string& engine) {
  std::vector<std::string> options = period;
  options.insert(options.end(), {"--fmi", fmi});
  export_fmu(shop, model, options);
  const auto simulate = [&](const std::string& file, const std::string& results,
                            const std::vector<std::string>& more) {
    std::vector<std::string> words = {"simulate", file, "-o", (shop / results).string(),
                                      "--record", "all"};
    words.insert(words.end(), period.begin(), period.end());
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_hearth(shop, words);
    INFO(run.err);
    REQUIRE(run.code == 0);
    return columns_of(shop.read(results));
  };
  Json run = Json::parse(text_of(model)).at("simulation");
  const Json host = {
      {"hearth", 1},
      {"components", {{"fmu", {{"type", "Fmu"}, {"config", {{"file", "model.fmu"}}}}}}},
      {"simulation",
       {{"start", run.at("start")}, {"end", run.at("end")}, {"step", run.at("step")}}}};
  const std::string host_file = shop.write("host.hearth.json", host.dump());
  return compare(simulate(model, "model.csv", {}),
                 simulate(host_file, "fmu.csv", {"--engine", engine}),
                 engine == "continuous" ? 1 : 0);
}

}  // namespace

TEST_CASE("an exported model that is imported again gives the same bits") {
  const Workshop shop;
  const std::string fmi = GENERATE("2", "3");
  const std::string engine = GENERATE("stepwise", "continuous");
  const std::string model =
      example(GENERATE("solar_room/room.hearth.json", "air_handling_unit/office.hearth.json"));
  const Comparison found = run_both(shop, model, {}, fmi, engine);
  INFO(model << " " << engine << " FMI " << fmi << " largest difference " << found.largest);
  CHECK(found.compared > 10);
  // The continuous engine writes means of rates: differences of integrals since the start, divided
  // by the step. A week of steps of an hour has integrals of 1e2 steps, which round to 1e-14 of
  // that.
  CHECK(found.largest <= (engine == "continuous" ? 1e-11 : 0.0));
  if (engine == "stepwise") CHECK(found.different == std::vector<std::string>{});
}

TEST_CASE("the same model gives the same FMU") {
  const Workshop shop;
  const std::string model = example("solar_room/room.hearth.json");
  const std::string first = text_of(export_fmu(shop, model));
  CHECK(text_of(export_fmu(shop, model)) == first);
  CHECK(text_of(export_fmu(shop, model, {"--set", "south.tilt=89"})) != first);
}

TEST_CASE("inputs, outputs and parameters are chosen by patterns") {
  const Workshop shop;
  const std::string model = example("solar_room/room.hearth.json");
  export_fmu(shop, model,
             {"--inputs", "south.in.*", "--outputs", "window.*,south.*", "--parameters", "none"});
  const Outcome info = run_hearth(shop, {"info", (shop / "model.fmu").string(), "--json"});
  INFO(info.err);
  REQUIRE(info.code == 0);
  const LoadedFmu fmu(shop, (shop / "model.fmu").string());
  const std::string& text = fmu.description();
  CHECK(text.find("causality=\"parameter\"") == std::string::npos);
  CHECK(text.find("name=\"south.in.") != std::string::npos);
  CHECK(text.find("name=\"south.") != std::string::npos);
  CHECK(text.find("name=\"up.") == std::string::npos);
}

TEST_CASE("an input that the model feeds starts with the value it has there") {
  const Workshop shop;
  const std::string model = shop.write("m.hearth.json", R"({"hearth": 1, "components": {
    "source": {"type": "Schedule", "config": {"value": 7.5}},
    "gain": {"type": "Gain", "parameters": {"k": 2}}},
    "connections": ["source.scheduleValue -> gain.u"],
    "simulation": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-01T01:00:00Z", "step": 600}})");
  const LoadedFmu fmu(shop, export_fmu(shop, model, {"--inputs", "gain.in.u"}));
  Fmu2Instance one(fmu);
  CHECK(one.get("gain.in.u") == 7.5);
  CHECK(one.initialize() == 0);
  CHECK(one.get("gain.y") == 15.0);
  CHECK(one.set("gain.in.u", 10.0) == 0);
  CHECK(one.step(0.0, 600.0) == 0);
  CHECK(one.get("gain.y") == 20.0);
}

TEST_CASE("a pattern that matches nothing is refused with the nearest name") {
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"export", example("solar_room/room.hearth.json"), "-o",
                        (shop / "x.fmu").string(), "--outputs", "window.transmited*"});
  CHECK(outcome.code != 0);
  CHECK(outcome.said("--outputs"));
  CHECK(outcome.said("matches no variable"));
  CHECK_FALSE(shop.holds("x.fmu"));
}

TEST_CASE("a model that holds an FMU is not exported") {
  const Workshop shop;
  export_fmu(shop, example("solar_room/room.hearth.json"));
  const std::string model = shop.write("host.hearth.json", R"({"hearth": 1, "components":
    {"inner": {"type": "Fmu", "config": {"file": "model.fmu"}}}, "simulation":
    {"start": "2023-10-02T00:00:00Z", "end": "2023-10-02T01:00:00Z", "step": 3600}})");
  const Outcome outcome = run_hearth(shop, {"export", model, "-o", (shop / "outer.fmu").string()});
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("fmi.export_stepper  inner"));
}

TEST_CASE("the time of an FMU may count from the beginning of the year") {
  const Workshop shop;
  const std::string model = shop.write("m.hearth.json", R"({"hearth": 1,
    "site": {"timezone": "Europe/Copenhagen"}, "components": {
    "s": {"type": "Schedule", "config": {"value": {"default": 1, "rules": [
      {"days": "Mon-Fri", "from": "06:00", "to": "18:00", "value": 2}]}}}},
    "simulation": {"start": "2024-03-31T00:00:00+01:00", "end": "2024-04-01T00:00:00+02:00",
      "step": 3600}})");
  const LoadedFmu fmu(shop, export_fmu(shop, model, {"--time", "year"}));
  // 31 March is the 91st day of 2024.
  CHECK(fmu.attribute("startTime") == "7776000");
  Fmu2Instance one(fmu);
  // Monday 1 April 05:00 in summer time is 04:00 in standard time.
  const double start = (91 * 24 + 4) * 3600.0;
  CHECK(one.initialize(start) == 0);
  CHECK(one.get("s.scheduleValue") == 1.0);
  CHECK(one.step(start, 3600.0) == 0);
  CHECK(one.step(start + 3600.0, 3600.0) == 0);
  CHECK(one.get("s.scheduleValue") == 2.0);
}

}  // namespace hearth::test::fmu_export_test

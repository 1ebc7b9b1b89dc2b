// SPDX-License-Identifier: MIT
// FMUs on the command line, those that misbehave among them.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test::fmu_test {
namespace {

using Json = nlohmann::ordered_json;

/// A model with one FMU of the tests, which runs for an hour in steps of 10 minutes.
std::string model_of(const Workshop& shop, const std::string& fmu, const Json& parameters,
                     const Json& more = Json::object(), const std::string& day = "2024-01-01") {
  Json config = {{"file", std::string(HEARTH_FMU_DIR) + "/" + fmu + ".fmu"}};
  config.update(more);
  const Json model = {
      {"hearth", 1},
      {"components", {{"t", {{"type", "Fmu"}, {"config", config}, {"parameters", parameters}}}}},
      {"simulation", {{"start", day + "T00:00:00Z"}, {"end", day + "T01:00:00Z"}, {"step", 600}}}};
  return shop.write("model.hearth.json", model.dump());
}

/// The number of rows of a CSV file, without head.
long rows_of(const std::string& text) {
  long rows = -1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text[at] != '#') ++rows;
    at = end + 1;
  }
  return rows;
}

/// Waits until a condition holds, at most 20 s.
template <class Condition>
bool comes(const Condition& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("the rows before a crash in an FMU are kept") {
  const Workshop shop;
  const int mode = GENERATE(1, 2, 3, 4, 5);  // crash, abort, exit(0), stack overflow, division
  const std::string model = model_of(shop, "trouble_fmi2", {{"mode", mode}, {"when", 2400}});
  std::filesystem::create_directory(shop / "tmp");
  ::setenv("TMPDIR", (shop / "tmp").c_str(), 1);
  const Outcome run = run_hearth(shop, {"simulate", model, "-o", (shop / "o.csv").string()});
  ::unsetenv("TMPDIR");
  INFO(run.err);
  CHECK(run.code == 1);
  CHECK(run.said("error: fmi.crashed  t  at 1800 s: fmi2DoStep "));
  CHECK(rows_of(shop.read("o.csv")) == 4);
  CHECK(std::filesystem::is_empty(shop / "tmp"));
  CHECK(shop.read("o.run.json").find("\"failed\"") != std::string::npos);
}

TEST_CASE("what an FMU prints does not get into the results") {
  const Workshop shop;
  const std::string model = model_of(shop, "trouble_fmi2", {{"mode", 7}, {"when", 600}},
                                     {{"process", GENERATE("shared", "own")}});
  for (const std::string& target : {std::string("-"), std::string("/dev/stdout")}) {
    const Outcome run = run_hearth(shop, {"simulate", model, "-o", target});
    INFO(run.err);
    CHECK(run.code == 0);
    CHECK_FALSE(run.printed("banner"));
    CHECK(run.printed("t.level"));
    CHECK(run.said("banner"));
  }
}

TEST_CASE("what an FMU warns of is shown, without what acts on a terminal") {
  const Workshop shop;
  const std::string model = model_of(shop, "trouble_fmi2", {{"mode", 8}, {"when", 3600}});
  const Outcome run = run_hearth(shop, {"simulate", model, "-o", (shop / "o.csv").string()});
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.said("warning: fmi.warning  t  too \\u001b[31mhot\\u001b[0m at "));
  CHECK(shop.read("o.run.json").find("fmi.warning") != std::string::npos);
}

TEST_CASE("an FMU that ends the simulation ends it in order") {
  const Workshop shop;
  const std::string model = model_of(shop, "trouble_fmi2", {{"mode", 10}, {"when", 1800}});
  const Outcome run = run_hearth(shop, {"simulate", model, "-o", (shop / "o.csv").string()});
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.said("warning: simulation.ended  t  the FMU ends the simulation at 1800 s"));
  CHECK(rows_of(shop.read("o.csv")) == 4);
  CHECK(run.said("3 steps in "));
}

TEST_CASE("Boolean parameters of an FMU take true and false wherever parameters are given") {
  const Workshop shop;
  const auto active = [&shop](const Json& parameters, std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", model_of(shop, "kinds_fmi2", parameters), "-o",
                               (shop / "o.csv").string(), "--record", "t.active"});
    const Outcome run = run_hearth(shop, more);
    INFO(run.err);
    REQUIRE(run.code == 0);
    const std::string rows = shop.read("o.csv");
    return rows.substr(rows.rfind(',') + 1, 1);
  };
  CHECK(active({{"inverted", true}}, {}) == "1");
  CHECK(active({{"inverted", {{"value", true}, {"source", "a drawing"}}}}, {}) == "1");
  CHECK(active({{"inverted", 1}}, {}) == "1");
  CHECK(active({{"inverted", true}}, {"--set", "t.inverted=false"}) == "0");
  CHECK(active(Json::object(), {"--set", "t.inverted = true"}) == "1");
  const std::string values = shop.write("values.json", R"({"t.inverted": true})");
  CHECK(active(Json::object(), {"--parameters", values}) == "1");
  CHECK(active({{"factor", 2}}, {}) == "0");
  // A model that is written keeps the word.
  const std::string written = (shop / "written.hearth.json").string();
  REQUIRE(run_hearth(shop,
                     {"convert", model_of(shop, "kinds_fmi2", {{"inverted", true}}), "-o", written})
              .code == 0);
  CHECK(Json::parse(shop.read("written.hearth.json"))["components"]["t"]["parameters"] ==
        Json{{"inverted", true}});
}

TEST_CASE("a value that a Boolean or a number of an FMU cannot hold is refused with the variable") {
  const Workshop shop;
  const auto refused = [&shop](const Json& parameters, std::vector<std::string> more,
                               const std::string& message) {
    more.insert(more.begin(), {"check", model_of(shop, "kinds_fmi2", parameters)});
    const Outcome run = run_hearth(shop, more);
    INFO(run.err);
    CHECK(run.code == 3);
    CHECK(run.said(message));
  };
  refused({{"inverted", 0.5}}, {}, "t.inverted  found 0.5, expected true (1) or false (0)");
  refused({{"inverted", 2}}, {}, "t.inverted  found 2, expected true (1) or false (0)");
  refused({{"inverted", "true"}}, {}, "found the string \"true\", expected true, false, a number");
  refused({{"factor", true}}, {}, "t.factor  found true, expected a number");
  refused({{"inverted", {{"value", true}, {"min", false}}}}, {},
          "expected a number, \"21.5 degC\"");
}

TEST_CASE("an FMU, which has no derivatives, is controlled by differences") {
  const Workshop shop;
  const Json model = {
      {"hearth", 1},
      {"components",
       {{"q", {{"type", "Schedule"}, {"config", {{"value", "500 W"}}}}},
        {"room",
         {{"type", "Fmu"},
          {"config", {{"file", std::string(HEARTH_FMU_DIR) + "/room_fmi2.fmu"}}}}}}},
      {"connections", {"q.scheduleValue -> room.Q"}}};
  shop.write("room.hearth.json", model.dump(1));
  const std::string problem = shop.write("control.json", R"({"hearth": 1,
    "model": "room.hearth.json", "step": 600,
    "start": "2024-01-15T00:00:00Z", "end": "2024-01-15T08:00:00Z",
    "decisions": [{"target": "q.scheduleValue", "min": 0, "max": "3 kW", "block": "PT2H"}],
    "objective": [{"output": "q.scheduleValue"}],
    "constraints": [{"output": "room.room_T", "min": "18 degC"}]})");
  const std::string result = (shop / "c.json").string();
  const Outcome outcome = run_hearth(shop, {"optimize", problem, "-o", result});
  INFO(outcome.err);
  if (outcome.code == 5) return;  // built without Ipopt
  REQUIRE(outcome.code == 0);
  const Json found = Json::parse(shop.read("c.json"));
  CHECK(found["status"] == "solved");
  CHECK(found["constraints"][0]["decided"]["largest"] < 1e-3);
  CHECK(found["objective"]["decided"] < 24.0);  // kWh at full power
}

TEST_CASE("a second signal ends a call at once whose FMU does not return") {
  const auto [first, second] = GENERATE(table<int, int>(
      {{SIGINT, SIGTERM}, {SIGTERM, SIGINT}, {SIGINT, SIGINT}, {SIGTERM, SIGTERM}}));
  const Workshop shop;
  const std::string model =
      model_of(shop, "trouble_fmi2", {{"mode", 14}, {"when", 600}},
               {{"process", first == second ? "own" : "shared"}});  // hangs in the first step
  const Process process(shop, {"simulate", model, "-o", (shop / "o.csv").string()});
  REQUIRE(comes([&shop] { return shop.holds("o.run.json"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  process.signal(first);
  REQUIRE(
      comes([&shop] { return shop.read(".stderr").find("interrupt again") != std::string::npos; }));
  const auto asked = std::chrono::steady_clock::now();
  process.signal(second);
  const Outcome outcome = process.wait_at_most(std::chrono::seconds(20));
  CHECK(std::chrono::steady_clock::now() - asked < std::chrono::seconds(5));
  INFO(outcome.err);
  const bool ended = outcome.code == 128 + second || outcome.code == -second;
  CHECK(ended);
}

TEST_CASE("a set of scenarios survives crashes of an FMU") {
  const Workshop shop;
  model_of(shop, "trouble_fmi2", {{"when", 1200}});
  Json scenarios = Json::array();
  for (const int mode : {0, 1, 3, 12, 7}) {  // crash, exit(0), _exit(0) in the middle
    scenarios.push_back({{"id", "m" + std::to_string(mode)}, {"set", {{"t.mode", mode}}}});
  }
  const std::string set = shop.write(
      "set.json",
      Json{{"hearth", 1}, {"base", "model.hearth.json"}, {"scenarios", scenarios}}.dump());
  const Outcome run = run_hearth(shop, {"scenarios", set, "-o", (shop / "out").string()});
  INFO(run.err);
  CHECK(run.code == 1);
  const Outcome again = run_hearth(shop, {"scenarios", set, "-o", (shop / "out").string()});
  CHECK(again.code == 1);
  const std::string table = shop.read("out/results.csv");
  INFO(table);
  CHECK(table.find("m0,") != std::string::npos);
  long failed = 0;
  for (std::size_t at = 0; (at = table.find("fmi.crashed", at)) != std::string::npos; ++at)
    ++failed;
  CHECK(failed == 3);
}

TEST_CASE("an FMU can be looked into") {
  const Workshop shop;
  const std::string fmu = std::string(HEARTH_FMU_DIR) + "/trouble_fmi2.fmu";
  const Outcome text = run_hearth(shop, {"info", fmu});
  INFO(text.out);
  CHECK(text.code == 0);
  CHECK(text.printed("Tests.Trouble: FMU of FMI 2.0 for co-simulation"));
  CHECK(text.printed("from 0 s to 3600 s in steps of 60 s with a tolerance of 0.00001") |
        text.printed("with a tolerance of 1e-05"));
  CHECK(text.printed("Inputs: 1"));
  CHECK(text.printed("label (String)"));
  const Outcome json = run_hearth(shop, {"info", "--json", fmu});
  const Json info = Json::parse(json.out);
  CHECK(info["inputs"][0]["name"] == "u");
  CHECK(info["inputs"][0]["needed"] == false);
  CHECK(info["can_serialize"] == true);
  const Outcome checked = run_hearth(shop, {"check", fmu});
  CHECK(checked.code == 0);
  CHECK(checked.printed("FMU, Tests.Trouble of FMI 2.0, 1 input, 8 outputs, 3 parameters"));
  const Outcome broken = run_hearth(shop, {"info", shop.write("x.fmu", "PK nothing")});
  CHECK(broken.code == 3);
  CHECK(broken.said("fmi.archive_invalid"));
}

TEST_CASE("a model shows its inputs with what feeds them") {
  const Workshop shop;
  const Outcome text = run_hearth(shop, {"info", model_of(shop, "trouble_fmi2", Json::object())});
  INFO(text.out);
  CHECK(text.printed("Inputs: 1\n  t.u [1]  open, 0\n"));
}

TEST_CASE("an FMU with a calendar starts at the time of the year") {
  const Workshop shop;
  const auto model = [&](const Json& more) {
    return model_of(shop, "trouble_fmi2", Json::object(), more, "2024-07-01");
  };
  const auto simulate = [&](const std::string& file) {
    return run_hearth(shop, {"simulate", file, "--record", "t.startTime,t.stopTime", "-o", "-"});
  };
  const Outcome silent = simulate(model(Json::object()));
  CHECK(silent.code == 0);
  CHECK(silent.said("warning: fmi.start_time  t  "));
  const Outcome year = simulate(model({{"startTime", "year"}, {"stopTime", true}}));
  INFO(year.err);
  CHECK(year.code == 0);
  CHECK_FALSE(year.said("fmi.start_time"));
  CHECK(year.printed("15724800,15728400"));
  const Outcome days = simulate(model({{"startTime", "48 h"}, {"stopTime", false}}));
  CHECK(days.printed("172800,-1"));
  const Outcome wrong = simulate(model({{"startTime", "noon"}}));
  CHECK(wrong.code == 3);
  CHECK(wrong.said("model.choice_unknown"));
}

TEST_CASE("a run with an FMU that remembers the end of its run can be continued") {
  const Workshop shop;
  const Json more = {{"process", GENERATE("shared", "own")}};
  const std::string model = model_of(shop, "trouble_fmi2", {{"mode", 24}}, more);
  const Outcome first = run_hearth(shop, {"simulate", model, "-o", (shop / "a.csv").string(),
                                          "--save-state", (shop / "state.json").string()});
  INFO(first.err);
  CHECK(first.code == 0);
  const Outcome second =
      run_hearth(shop, {"simulate", model, "-o", (shop / "b.csv").string(), "--load-state",
                        (shop / "state.json").string(), "--end", "2024-01-01T02:00:00Z"});
  INFO(second.err);
  CHECK(second.code == 0);
}

TEST_CASE("what goes wrong at the end of an FMU is shown, and a thread that runs on is no harm") {
  const Workshop shop;
  const Json more = {{"process", GENERATE("shared", "own")}};
  const Outcome end =
      run_hearth(shop, {"simulate", model_of(shop, "trouble_fmi2", {{"mode", 20}}, more), "-o",
                        (shop / "o.csv").string()});
  INFO(end.err);
  CHECK(end.code == 0);
  CHECK(
      end.said("warning: fmi.warning  t  at 3600 s: fmi2Terminate returned an error; its log: "
               "the pump does not stop"));
  CHECK(shop.read("o.run.json").find("the pump does not stop") != std::string::npos);
  const Outcome thread = run_hearth(
      shop, {"simulate", model_of(shop, "trouble_fmi2", {{"mode", 26}}, more), "-o", "-"});
  INFO(thread.err);
  CHECK(thread.code == 0);
  CHECK(rows_of(thread.out) == 7);
}

TEST_CASE("the reason why a variable of an FMU is not a port is reported") {
  const Workshop shop;
  const std::string model = model_of(shop, "trouble_fmi2", {{"torque", 1}});
  const Outcome checked = run_hearth(shop, {"check", model});
  INFO(checked.err);
  CHECK(checked.code == 3);
  CHECK(checked.said("it is a local variable of the FMU"));
}

TEST_CASE("a calibration that cannot start passes on why") {
  const Workshop shop;
  model_of(shop, "trouble_fmi2", {{"mode", 1}, {"when", 600}});
  shop.write("m.csv",
             "time,level\n2024-01-01T00:00:00Z,5\n2024-01-01T00:10:00Z,6\n"
             "2024-01-01T01:00:00Z,7\n");
  const Json problem = {
      {"hearth", 1},
      {"model", "model.hearth.json"},
      {"step", 600},
      {"periods", {{{"start", "2024-01-01T00:00:00Z"}, {"end", "2024-01-01T01:00:00Z"}}}},
      {"parameters",
       {{{"name", "gain"}, {"targets", {"t.gain"}}, {"initial", 1}, {"min", 0.5}, {"max", 2}}}},
      {"measurements",
       {{{"port", "t.level"}, {"file", "m.csv"}, {"column", "level"}, {"sd", 0.1}}}}};
  const Outcome run = run_hearth(shop, {"calibrate", shop.write("c.json", problem.dump()), "-o",
                                        (shop / "c.result.json").string()});
  INFO(run.err);
  CHECK(run.code != 0);
  CHECK(run.said("fmi.crashed"));
}

}  // namespace hearth::test::fmu_test

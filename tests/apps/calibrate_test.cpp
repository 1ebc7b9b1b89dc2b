// SPDX-License-Identifier: MIT
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace calibrate_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// Measurements made by the heated room itself with other parameters.
std::string problem(const Workshop& shop, const std::string& measurements) {
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Outcome outcome =
      run_hearth(shop, Words{"simulate", room, "-o", (shop / "truth.csv").string(), "--set",
                             "room.C_air=3e6", "--set", "heater.UA=45", "--record",
                             "room.indoorTemperature,controller.inputSignal", "-q"} +
                           kOneDay);
  REQUIRE(outcome.code == 0);
  return shop.write("problem.json", R"({
    "hearth": 1, "model": "room.hearth.json", "step": 600,
    "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00"}],
    "parameters": [
      {"name": "C_air", "targets": ["room.C_air"], "initial": 2e6, "min": 1e6, "max": 1e7},
      {"name": "UA", "targets": ["heater.UA"], "initial": 60, "min": 10, "max": 200}],
    "measurements": [
      {"port": "room.indoorTemperature", "file": ")" +
                                        measurements + R"(", "column": "room.indoorTemperature",
       "sd": 0.05},
      {"port": "controller.inputSignal", "file": ")" +
                                        measurements + R"(", "column": "controller.inputSignal",
       "sd": 0.02}]})");
}

/// Runs a calibration that applies its result; returns the file of the calibrated model.
std::string calibrated(const Workshop& shop, const std::string& problem_file) {
  const std::string applied = (shop / "calibrated.hearth.json").string();
  const Outcome outcome =
      run_hearth(shop, {"calibrate", problem_file, "-o", (shop / "result.json").string(), "--apply",
                        applied, "-j", "1"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return applied;
}

}  // namespace

TEST_CASE("calibrate finds the parameters that made the measurements") {
  const Workshop shop;
  const std::string result = (shop / "result.json").string();
  const std::string applied = (shop / "calibrated.hearth.json").string();
  const Outcome outcome = run_hearth(
      shop, {"calibrate", problem(shop, "truth.csv"), "-o", result, "--apply", applied, "-j", "1"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json found = json::parse(shop.read("result.json"));
  CHECK(found["status"] == "converged");
  // The residual of the truth is zero except for rounding, so the optimum is sharp.
  CHECK(found["parameters"]["C_air"]["value"].get<double>() == Approx(3e6).epsilon(1e-5));
  CHECK(found["parameters"]["UA"]["value"].get<double>() == Approx(45.0).epsilon(1e-5));
  CHECK(found["measurements"]["room.indoorTemperature"]["n"] == 145);
  CHECK(outcome.said("objective"));
  const json record = json::parse(shop.read("result.run.json"));
  CHECK(record["status"] == "done");
  CHECK(record["inputs"].size() == 3);
  CHECK(record["outputs"].size() == 2);
  CHECK(run_hearth(shop, Words{"simulate", applied, "-o", (shop / "again.csv").string()} + kOneDay)
            .code == 0);
}

TEST_CASE("the calibrated model steps as the calibration did") {
  const Workshop shop;
  const std::string path = problem(shop, "truth.csv");
  json room = json::parse(shop.read("room.hearth.json"));
  room["components"]["outdoors"]["config"]["outdoorTemperature"] = {
      {"unit", "degC"}, {"resample", "linear"}, {"times", {0, 86400}}, {"values", {2, 12}}};
  shop.write("room.hearth.json", room.dump());
  json file = json::parse(shop.read("problem.json"));
  file.update({{"input_hold", "zero"}, {"coupling", "gauss-seidel"}, {"substeps", 2}});
  shop.write("problem.json", file.dump());
  const std::string applied = calibrated(shop, path);
  const json defaults = json::parse(shop.read("calibrated.hearth.json"))["simulation"];
  CHECK(defaults["input_hold"] == "zero");
  CHECK(defaults["coupling"] == "gauss-seidel");
  CHECK(defaults["substeps"] == 2);
  const auto rows = [&](const Words& options) {
    const Outcome outcome =
        run_hearth(shop, Words{"simulate", applied, "-q", "-o", (shop / "rows.csv").string()} +
                             kOneDay + options);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return shop.read("rows.csv");
  };
  const std::string own = rows({});
  const bool same =
      own == rows({"--input-hold", "zero", "--coupling", "gauss-seidel", "--substeps", "2"});
  CHECK(same);
  const bool differs = own != rows({"--input-hold", "first"});
  CHECK(differs);
}

TEST_CASE("calibrate applies a gain whose unit has no name") {
  const Workshop shop;
  const std::string path = problem(shop, "truth.csv");
  json room = json::parse(shop.read("room.hearth.json"));
  room["components"]["co2"] = {{"type", "PidController"},
                               {"parameters", {{"kp", 0.002}, {"Ti", 3600}}}};
  room["connections"].push_back("room.indoorCO2 -> co2.actualValue");
  room["components"]["limit"] = {{"type", "Schedule"}, {"config", {{"value", "900 ppm"}}}};
  room["connections"].push_back("limit.scheduleValue -> co2.setpointValue");
  shop.write("room.hearth.json", room.dump());
  json file = json::parse(shop.read("problem.json"));
  file["parameters"].push_back(
      {{"name", "kp"}, {"targets", {"co2.kp"}}, {"initial", 0.003}, {"min", 1e-4}, {"max", 1}});
  shop.write("problem.json", file.dump());
  const std::string applied = calibrated(shop, path);
  CHECK(run_hearth(shop, {"info", applied}).code == 0);
  const json model = json::parse(shop.read("calibrated.hearth.json"));
  CHECK(model["components"]["co2"]["parameters"]["kp"]["value"].get<double>() == Approx(0.003));
}

TEST_CASE("calibrate writes parameters of parts with their composite") {
  const Workshop shop;
  const std::string path = problem(shop, "truth.csv");
  json room = json::parse(shop.read("room.hearth.json"));
  json& parts = room["components"];
  room["composites"]["Heating"] = {
      {"components", {{"heater", parts["heater"]}, {"valve", parts["valve"]}}},
      {"connections", {"valve.waterFlowRate -> heater.waterFlowRate"}},
      {"inputs", {{"position", "valve.valvePosition"}, {"room", "heater.indoorTemperature"}}},
      {"outputs", {{"Power", "heater.Power"}}}};
  parts.erase("valve");
  parts["heater"] = {{"type", "Heating"}};
  room["connections"] = {"outdoors.outdoorTemperature -> room.outdoorTemperature",
                         "heater.Power -> room.heatGain",
                         "room.indoorTemperature -> heater.room",
                         "room.indoorTemperature -> controller.actualValue",
                         "setpoint.scheduleValue -> controller.setpointValue",
                         "controller.inputSignal -> heater.position",
                         "water.scheduleValue -> heater/heater.supplyWaterTemperature"};
  shop.write("room.hearth.json", room.dump());
  json file = json::parse(shop.read("problem.json"));
  file["parameters"][1]["targets"] = {"heater/heater.UA"};
  shop.write("problem.json", file.dump());
  const std::string applied = calibrated(shop, path);
  const json model = json::parse(shop.read("calibrated.hearth.json"));
  const json& heater = model["components"]["heater"];
  CHECK(heater["type"] == "Heating");
  CHECK(heater["parameters"]["heater.UA"]["value"].get<double>() == Approx(45.0).epsilon(1e-5));
  CHECK(heater["parameters"]["heater.UA"]["source"] == "calibrated");
  CHECK(model["composites"]["Heating"]["components"]["heater"]["parameters"]["UA"] == 60);
  CHECK(run_hearth(shop, Words{"simulate", applied, "-o", (shop / "again.csv").string()} + kOneDay)
            .code == 0);
}

TEST_CASE("calibrate writes the calibrated model as a graph") {
  const Workshop shop;
  const std::string graph = (shop / "calibrated.ttl").string();
  const Outcome outcome = run_hearth(shop, {"calibrate", problem(shop, "truth.csv"), "-o",
                                            (shop / "result.json").string(), "--apply", graph});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string text = shop.read("calibrated.ttl");
  for (const char* part :
       {R"(\"source\": \"calibrated\")", "hearth:standardDeviation ", R"(\"min\": 10)",
        R"(\"max\": 200)", "saref:isMeasuredIn qudt:W-PER-K"}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(run_hearth(shop, Words{"simulate", graph, "-o", (shop / "again.csv").string()} + kOneDay)
            .code == 0);
}

TEST_CASE("calibrate reports how well values are known, how well they agree and where starts end") {
  const Workshop shop;
  std::string text = text_of(problem(shop, "truth.csv"));
  text.insert(text.rfind('}'), R"(, "multistart": {"n": 2, "seed": 1},
    "validation": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-15T12:00:00+01:00"}])");
  const Outcome outcome = run_hearth(shop, {"calibrate", shop.write("two.json", text), "-o",
                                            (shop / "result.json").string(), "-j", "1"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("start 1: "));
  CHECK(outcome.said("start 2: "));
  CHECK(outcome.said(", best"));
  CHECK(outcome.said(" ± "));
  CHECK(outcome.said(" J/K\n"));
  for (const char* title : {"measured    ", "validation  "}) CHECK(outcome.said(title));
  CHECK(outcome.said("K\n"));  // errors of a temperature
  const json found = json::parse(shop.read("result.json"));
  CHECK(found["measurements"]["room.indoorTemperature"]["unit"] == "K");
}

TEST_CASE("calibrate names flat directions and starts that end elsewhere") {
  const Workshop shop;
  json file = json::parse(text_of(problem(shop, "truth.csv")));
  // All capacities, conductances and flows have a common factor; gains reach their bounds.
  const auto vary = [](const char* target, double initial, double min, double max) {
    return json{{"targets", {target}}, {"initial", initial}, {"min", min}, {"max", max}};
  };
  file["parameters"] = {vary("room.C_air", 2e6, 1e5, 1e8),
                        vary("room.C_wall", 1e7, 1e5, 1e9),
                        vary("room.R_in", 0.01, 1e-4, 1),
                        vary("room.R_out", 0.05, 1e-4, 1),
                        vary("heater.UA", 60, 1, 1e4),
                        vary("heater.thermalMassHeatCapacity", 4e5, 1e3, 1e8),
                        vary("valve.waterFlowRateMax", 0.02, 1e-4, 1),
                        vary("controller.kp", 0.2, 1e-3, 1e3),
                        vary("controller.Ti", 3600, 10, 1e6)};
  file["multistart"] = {{"n", 6}, {"seed", 2}};
  const Outcome outcome = run_hearth(shop, {"calibrate", shop.write("flat.json", file.dump()), "-o",
                                            (shop / "result.json").string(), "-j", "1"});
  INFO(outcome.err);
  REQUIRE((outcome.code == 0 || outcome.code == 6));  // the best start may stop at a limit
  CHECK(outcome.said("flat direction: "));
  CHECK(outcome.said("warning: calibration.ends_elsewhere"));
  CHECK(outcome.said(", ends elsewhere\n"));
}

TEST_CASE("options of the search override the file, and the result contains them") {
  const Workshop shop;
  std::string text = text_of(problem(shop, "truth.csv"));
  text.insert(text.rfind('}'), R"(, "tolerance": 1e-8, "max_evaluations": 900, "solver": "ceres")");
  const std::string file = shop.write("searched.json", text);
  const auto settings = [&](const Words& options, int code) {
    const Outcome outcome =
        run_hearth(shop, Words{"calibrate", file, "-o", (shop / "result.json").string()} + options);
    INFO(outcome.err);
    CHECK(outcome.code == code);
    return json::parse(shop.read("result.json"))["settings"];
  };
  json found = settings({}, 0);
  CHECK(found["solver"] == "ceres");
  CHECK(found["tolerance"] == 1e-8);
  CHECK(found["max_evaluations"] == 900);
  CHECK(found["time_limit"].is_null());
  CHECK(found["derivatives"] == "exact");
  found = settings({"--solver", "trf", "--tolerance", "1e-6", "--max-evaluations", "2",
                    "--time-limit", "PT1H", "--derivatives", "differences"},
                   6);  // two evaluations are not enough
  CHECK(found["solver"] == "trf");
  CHECK(found["tolerance"] == 1e-6);
  CHECK(found["max_evaluations"] == 2);
  CHECK(found["time_limit"] == 3600.0);
  CHECK(found["derivatives"] == "differences");
  const json result = json::parse(shop.read("result.json"));
  CHECK(result["solver"] == "trf");
  CHECK(result["message"] == "max_evaluations reached");
  for (const Words& wrong : {Words{"--solver", "newton"}, Words{"--tolerance", "0.2"},
                             Words{"--tolerance", "1e-16"}, Words{"--max-evaluations", "0"},
                             Words{"--time-limit", "0"}, Words{"--derivatives", "none"}}) {
    const Outcome refused = run_hearth(shop, Words{"calibrate", file} + wrong);
    CAPTURE(wrong[0], wrong[1], refused.err);
    CHECK(refused.code == 2);
    CHECK(refused.said(wrong[0]));
  }
}

TEST_CASE("calibrate prints profiles, folds and windows that the command line asks for") {
  const Workshop shop;
  const std::string file = problem(shop, "truth.csv");
  const Outcome outcome =
      run_hearth(shop, {"calibrate", file, "-o", (shop / "result.json").string(), "--profile",
                        "UA,C_air", "--folds", "3", "--rolling", "PT12H/PT6H"});
  INFO(outcome.err);
  INFO(outcome.out);
  REQUIRE(outcome.code == 0);
  for (const char* title : {"profile", "linearised interval", "folds", "rolling", "left out"}) {
    CHECK(outcome.out.find(title) != std::string::npos);
  }
  CHECK(outcome.out.find("2024-01-15T12:00:00+01:00/") != std::string::npos);  // civil time
  const json found = json::parse(shop.read("result.json"));
  CHECK(found["profiles"].size() == 2);
  CHECK(found["cross_validation"]["folds"]["folds"].size() == 3);
  CHECK(found["cross_validation"]["rolling"]["folds"].size() == 2);
  const Outcome unknown = run_hearth(
      shop, {"calibrate", file, "-o", (shop / "result.json").string(), "--profile", "UB"});
  CHECK(unknown.code == 3);
  CHECK(unknown.said("calibration.profile_unknown"));
  for (const Words& wrong : {Words{"--folds", "1"}, Words{"--rolling", "P1D"},
                             Words{"--rolling", "P1D/0"}, Words{"--profile", ""}}) {
    const Outcome refused = run_hearth(shop, Words{"calibrate", file} + wrong);
    CAPTURE(wrong[0], wrong[1], refused.err);
    CHECK(refused.code == 2);
    CHECK(refused.said(wrong[0]));
  }
}

TEST_CASE("compare reports whether more parameters are worth it") {
  const Workshop shop;
  json file = json::parse(text_of(problem(shop, "truth.csv")));
  const auto calibrated_to = [&](const std::string& name) {
    const std::string result = (shop / name).string();
    const Outcome outcome =
        run_hearth(shop, {"calibrate", shop.write("p.json", file.dump()), "-o", result});
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return result;
  };
  const std::string two = calibrated_to("two.json");
  file["parameters"].erase(1);
  const std::string one = calibrated_to("one.json");
  Outcome outcome = run_hearth(shop, {"compare", one, two});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.find("log-likelihood") != std::string::npos);
  CHECK(outcome.out.find("1 degree of freedom") != std::string::npos);
  CHECK(outcome.out.find("more than chance does") != std::string::npos);
  outcome = run_hearth(shop, {"compare", one, two, "--json"});
  REQUIRE(outcome.code == 0);
  const json found = json::parse(outcome.out);
  const json likelihood = json::parse(text_of(one))["likelihood"];
  CHECK(found["models"][0]["log_likelihood"] == likelihood["log_likelihood"]);
  CHECK(found["models"][0]["aic"] == likelihood["aic"]);
  CHECK(found["test"]["degrees_of_freedom"] == 1);
  CHECK(found["test"]["p"].get<double>() < 1e-6);

  file["periods"][0]["end"] = "2024-01-15T20:00:00+01:00";
  outcome = run_hearth(shop, {"compare", one, calibrated_to("shorter.json")});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("compare.data_differ"));
  outcome = run_hearth(shop, {"compare", one, shop.write("x.json", "{}")});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("calibration.no_result"));
}

TEST_CASE("an interrupted calibration keeps the best values so far") {
  const Workshop shop;
  std::string text = text_of(problem(shop, "truth.csv"));
  text.insert(text.rfind('}'), ", \"multistart\": {\"n\": 40, \"seed\": 1}");
  const std::string file = shop.write("long.json", text);
  const Process process(shop, {"calibrate", file, "-o", (shop / "result.json").string()});
  for (int i = 0; i < 1000 && !shop.holds("result.run.json"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  process.signal(SIGINT);
  const Outcome outcome = process.wait();
  INFO(outcome.err);
  CHECK(outcome.code == 130);
  CHECK(json::parse(shop.read("result.run.json"))["status"] == "interrupted");
  CHECK(json::parse(shop.read("result.json"))["parameters"]["C_air"]["value"].is_number());
}

TEST_CASE("calibrate needs its measurements") {
  const Workshop shop;
  const Outcome outcome =
      run_hearth(shop, {"calibrate", problem(shop, "none.csv"), "-o", (shop / "r.json").string()});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: data."));
  CHECK_FALSE(shop.holds("r.json"));
}

TEST_CASE("calibrate refuses a file that is not a calibration") {
  const Workshop shop;
  const std::string file = shop.write("problem.json", "{\"hearth\": 1, \"modle\": \"x.json\"}");
  const Outcome outcome = run_hearth(shop, {"calibrate", file});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("did you mean 'model'?"));
}

TEST_CASE("calibrate warns of values that were hardly measured before it starts") {
  const Workshop shop;
  const std::string file = problem(shop, "measured.csv");
  std::string text = shop.read("truth.csv");
  const auto row = text.find("2024-01-15T10:00");
  const auto comma = text.find(',', text.find(',', row) + 1);
  text.replace(comma + 1, text.find('\n', comma) - comma - 1, "-999");
  shop.write("measured.csv", text);
  const Outcome outcome =
      run_hearth(shop, {"calibrate", file, "-o", (shop / "result.json").string()});
  INFO(outcome.err);
  CHECK(outcome.said("warning: data.value_sentinel"));
  CHECK(outcome.said("a value is -999 (the first at 2024-01-15T09:00:00"));
  CHECK(outcome.err.find("data.value_sentinel") < outcome.err.find("objective"));
}

TEST_CASE("the page of a calibration shows measured and simulated values") {
  const Workshop shop;
  const std::string page = (shop / "page.html").string();
  const std::string applied = (shop / "calibrated.hearth.json").string();
  const Outcome outcome =
      run_hearth(shop, {"calibrate", problem(shop, "truth.csv"), "-o",
                        (shop / "result.json").string(), "--apply", applied, "--report", page});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const std::string html = shop.read("page.html");
  CHECK(html.find("<svg") != std::string::npos);
  CHECK(html.find("data-kind=\"measured\"") != std::string::npos);  // residuals are drawn from it
  CHECK(html.find("Autocorrelation of residuals") == std::string::npos);  // data without noise
  // The calibrated model keeps what the calibration compared with.
  const json model = json::parse(shop.read("calibrated.hearth.json"));
  CHECK(model["measurements"]["room.indoorTemperature"]["file"] == "truth.csv");
  CHECK(model["measurements"]["room.indoorTemperature"]["sd"] == 0.05);
}

TEST_CASE("a calibration that does not converge has an exit code of its own") {
  // Up to k = 3 the sum is k, beyond it k + 20: the way to 5 is barred.
  const Workshop shop;
  shop.write("jump.hearth.json", R"({"hearth": 1,
    "components": {
      "one": {"type": "Schedule", "config": {"value": 1}},
      "k": {"type": "Gain"},
      "jump": {"type": "Relay", "parameters": {"on": 3, "off": -30, "high": 20}},
      "sum": {"type": "Sum"}},
    "connections": ["one.scheduleValue -> k.u", "k.y -> jump.u", "k.y -> sum.u[k]",
                    "jump.y -> sum.u[jump]"]})");
  shop.write("y.csv", "time,y\n2023-01-01T00:00:00Z,5\n2023-01-01T01:00:00Z,5\n");
  const std::string file = shop.write("problem.json", R"({"hearth": 1,
    "model": "jump.hearth.json", "step": 3600,
    "periods": [{"start": "2023-01-01T00:00:00Z", "end": "2023-01-01T01:00:00Z"}],
    "parameters": [{"targets": ["k.k"], "initial": 1, "min": -50, "max": 50}],
    "measurements": [{"port": "sum.y", "file": "y.csv", "column": "y", "unit": "1", "sd": 0.1}]})");
  const std::string result = (shop / "result.json").string();
  const Outcome outcome = run_hearth(shop, {"calibrate", file, "-o", result});
  CHECK(outcome.code == 6);
  CHECK(outcome.said("calibration.stopped"));
  CHECK_FALSE(outcome.said("InitGoogleLogging"));  // what libraries log is not for users
  CHECK_FALSE(outcome.said(".cc:"));
  CHECK(json::parse(shop.read("result.json"))["status"] == "stopped");
}

TEST_CASE("apply sets the result of a calibration in another model") {
  const Workshop shop;
  calibrated(shop, problem(shop, "truth.csv"));
  const std::string result = (shop / "result.json").string();
  const std::string other = shop.write("other.hearth.json", kHeatedRoom);
  const std::string applied = (shop / "applied.hearth.json").string();
  Outcome outcome = run_hearth(shop, {"apply", result, other, "-o", applied});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("2 numbers set"));
  const json found = json::parse(text_of(result))["parameters"];
  const json model = json::parse(text_of(applied))["components"];
  const auto number = [](const json& setting) {
    return setting.is_number() ? setting.get<double>()
                               : std::stod(setting.is_string() ? setting.get<std::string>()
                                                               : setting["value"].dump());
  };
  CHECK(number(model["room"]["parameters"]["C_air"]) ==
        Approx(found["C_air"]["value"].get<double>()));
  CHECK(number(model["heater"]["parameters"]["UA"]) == Approx(found["UA"]["value"].get<double>()));

  // Names that the model lacks are those of the result.
  json renamed = json::parse(text_of(result));
  renamed["parameters"]["UA"]["targets"] = {"radiator.UA"};
  renamed["parameters"]["C_air"]["targets"] = {"room.C_aire"};
  const std::string wrong = shop.write("wrong.json", renamed.dump(1));
  outcome = run_hearth(shop, {"apply", wrong, other, "-o", applied});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("wrong.json"));
  CHECK(outcome.said("model.component_unknown"));
  CHECK(outcome.said("model.parameter_unknown"));

  outcome = run_hearth(shop, {"apply", other, other, "-o", applied});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("calibration.no_result"));
}

TEST_CASE("simulate takes parameters from a result or from a file of values") {
  const Workshop shop;
  calibrated(shop, problem(shop, "truth.csv"));
  const std::string result = (shop / "result.json").string();
  const std::string model = shop.write("other.hearth.json", kHeatedRoom);
  const std::string applied = (shop / "applied.hearth.json").string();
  REQUIRE(run_hearth(shop, {"apply", result, model, "-o", applied}).code == 0);
  const auto simulated = [&](const Words& words, const char* name) {
    const std::string output = (shop / name).string();
    const Outcome outcome =
        run_hearth(shop, Words{"simulate"} + words +
                             Words{"-o", output, "--data-dir", (shop / "").string()} + kOneDay);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return shop.read(name);
  };
  const std::string expected = simulated({applied}, "applied.csv");
  CHECK(simulated({model, "--parameters", result}, "set.csv") == expected);
  const json found = json::parse(text_of(result))["parameters"];
  const json values = {{"room.C_air", found["C_air"]["value"]},
                       {"heater.UA", found["UA"]["value"]}};
  const std::string file = shop.write("values.json", values.dump());
  CHECK(simulated({model, "--parameters", file}, "values.csv") == expected);
  // --set comes after them.
  CHECK(simulated({model, "--parameters", file, "--set", "heater.UA=10"}, "last.csv") != expected);

  const std::string wrong = shop.write("wrong.json", R"({"room.C_aire": 2e6})");
  const Outcome outcome = run_hearth(shop, {"simulate", model, "--parameters", wrong});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("model.parameter_unknown"));
  CHECK(outcome.said("wrong.json"));
}

}  // namespace calibrate_test

// SPDX-License-Identifier: MIT
// What the command does with the continuous engine: options, models that name it, the record of a
// run, points of rest and linear models.
#include <chrono>
#include <cmath>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/results/results_csv.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace continuous_command_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// x' = 1 counts seconds; a relay with a band switches y' between 1 and -1; z = 0.5 z + x is a
/// loop. `run` is the member of the model on its run.
std::string clock_model(const std::string& run) {
  return R"({"hearth": 1, "components": {
      "one": {"type": "Schedule", "config": {"value": 1}},
      "x": {"type": "Integrator"},
      "y": {"type": "Integrator"},
      "relay": {"type": "Relay", "parameters": {"on": 1, "off": 0, "high": -1, "low": 1}},
      "z": {"type": "Sum", "parameters": {"k": {"z": 0.5, "x": 1}}}},
    "connections": ["one.scheduleValue -> x.u", "relay.y -> y.u", "y.y -> relay.u",
                    "z.y -> z.u[z]", "x.y -> z.u[x]"],
    "simulation": {"start": "2024-01-15T00:00:00Z", "end": "2024-01-15T00:00:10Z", "step": 1)" +
         run + "}}";
}

/// A model that keeps the engine busy for long: z.T with a configuration and settings of the run.
std::string busy_model(const std::string& config, const std::string& settings) {
  return fmt::format(R"({{"hearth": 1, "components": {{"z": {{"type": "Expression",
    "config": {{"parameters": {{"s": "1 s"}}, "states": {{"T": "1"}}, {}}}}}}},
    "simulation": {{"start": "2024-01-01T00:00:00Z", "end": "2024-01-02T00:00:00Z", "step": 600,
                    "engine": "continuous"{}}}}})",
                     config, settings);
}

const std::string kDecay = R"("derivatives": {"T": "(0-T)/s"})";
const std::string kGuarded = kDecay + R"(, "guards": {"g": "T-2"}, "held": {"n": "0"},
                                          "actions": {"g -> n": "1"})";
const std::string kJumps = R"("derivatives": {"T": "select(T<1,1e6,0-1e6)/s"})";

struct Desk {
  Workshop shop;
  Outcome run(const Words& words) const { return run_hearth(shop, words); }
  Outcome simulate(const std::string& model, const Words& options = {}) const {
    return run(Words{"simulate", model, "--record", "all", "-o", (shop / "r.csv").string()} +
               options);
  }
  json record() const { return json::parse(shop.read("r.run.json")); }
  double last(const std::string& signal) const {
    const hearth::Results results = hearth::read_results_csv((shop / "r.csv").string());
    for (std::size_t i = 0; i < results.signals.size(); ++i) {
      if (results.signals[i].name == signal) return results.row(results.rows() - 1)[i];
    }
    FAIL("no signal " << signal);
    return 0.0;
  }
};

}  // namespace

TEST_CASE("a model names its engine and integration, which options override") {
  const Desk desk;
  const std::string model = desk.shop.write(
      "m.hearth.json",
      clock_model(R"(, "engine": "continuous", "method": "adams", "tolerance": 1e-9)"));
  REQUIRE(desk.simulate(model).code == 0);
  json record = desk.record();
  REQUIRE(record.contains("continuous"));
  CHECK(record["continuous"]["method"] == "adams");
  CHECK(record["continuous"]["relative_tolerance"] == 1e-9);
  CHECK(record["continuous"]["absolute_tolerance"].get<double>() == Approx(1e-11));
  CHECK(desk.last("z.y") == Approx(20.0));

  REQUIRE(desk.simulate(model, {"--method", "bdf", "--tolerance", "1e-5"}).code == 0);
  CHECK(desk.record()["continuous"]["method"] == "bdf");
  CHECK(desk.record()["continuous"]["relative_tolerance"] == 1e-5);

  const Outcome stepwise =
      desk.simulate(model, {"--engine", "stepwise", "--coupling", "gauss-seidel"});
  CHECK(stepwise.code == 3);  // nothing the loop starts from
  CHECK(stepwise.said("model.initial_missing"));
  const Outcome coupled = desk.simulate(model, {"--coupling", "iterate"});
  CHECK(coupled.code == 2);
  CHECK(coupled.said("usage.engine  --coupling"));
  CHECK(desk.run({"check", model}).code == 0);
  CHECK(desk.run({"check", model, "--engine", "stepwise"}).code == 0);

  const std::string wrong =
      desk.shop.write("w.hearth.json", clock_model(R"(, "engine": "both", "tolerance": 0)"));
  const Outcome refused = desk.run({"check", wrong});
  CHECK(refused.code == 3);
  CHECK(refused.said("/simulation/engine"));
  CHECK(refused.said("/simulation/tolerance"));
}

TEST_CASE("the settings of integration in a model are written and read back") {
  const Desk desk;
  const std::string model = desk.shop.write(
      "m.hearth.json",
      clock_model(R"(, "engine": "continuous", "method": "runge-kutta-4", "tolerance": 1e-7,
        "absolute_tolerance": 1e-8, "longest_step": 30, "fixed_step": 0.25, "check_interval": 0.5,
        "most_steps": 5000)"));
  const std::string copy = (desk.shop / "copy.hearth.json").string();
  REQUIRE(desk.run({"convert", model, "-o", copy}).code == 0);
  const json simulation = json::parse(desk.shop.read("copy.hearth.json"))["simulation"];
  CHECK(simulation["engine"] == "continuous");
  CHECK(simulation["method"] == "runge-kutta-4");
  CHECK(simulation["tolerance"] == 1e-7);
  CHECK(simulation["absolute_tolerance"] == 1e-8);
  CHECK(simulation["longest_step"] == 30);
  CHECK(simulation["fixed_step"] == 0.25);
  CHECK(simulation["check_interval"] == 0.5);
  CHECK(simulation["most_steps"] == 5000);
  REQUIRE(desk.simulate(copy).code == 0);
  CHECK(desk.record()["continuous"]["statistics"]["steps"].get<int>() >= 40);
}

TEST_CASE("the command reaches every option of the continuous engine") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", clock_model(""));
  const Words engine{"--engine", "continuous"};
  const auto steps = [&](const Words& options) {
    const Outcome outcome = desk.simulate(model, engine + options);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(desk.last("x.y") == Approx(10.0).epsilon(1e-4));
    return desk.record()["continuous"]["statistics"]["steps"].get<int>();
  };
  CHECK(steps({}) < 300);
  CHECK(steps({"--longest-step", "0.01"}) >= 1000);
  CHECK(steps({"--method", "euler", "--fixed-step", "0.01"}) >= 1000);
  CHECK(steps({"--method", "euler", "--fixed-step", "0.01"}) < 1100);
  CHECK(steps({"--method", "adams", "--tolerance", "1e-3"}) < 300);
  CHECK(steps({"--absolute-tolerance", "1e-3"}) < 300);
  const Outcome few = desk.simulate(model, engine + Words{"--most-steps", "2"});
  CHECK(few.code == 1);
  CHECK(few.said("2 steps of the integrator"));
  for (const Words& option : {Words{"--method", "bdf"},
                              {"--absolute-tolerance", "1"},
                              {"--longest-step", "1"},
                              {"--fixed-step", "1"},
                              {"--most-steps", "1"},
                              {"--tolerance", "1"}}) {
    const Outcome outcome = desk.simulate(model, Words{"--engine", "stepwise"} + option);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.engine  " + option[0]));
    CHECK(desk.simulate(model, engine + Words{option[0], "-1"}).code == 2);
  }
}

TEST_CASE("the record of a continuous run holds events, loops and statistics") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", clock_model(""));
  const Outcome outcome = desk.simulate(model, {"--engine", "continuous", "-v"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("model.loop_solved  z.y"));
  const json record = desk.record()["continuous"];
  CHECK(record["event_count"] == 9);  // at 1, 2, ... s; that at the end is still due
  REQUIRE(record["events"].size() == 9);
  const json& second = record["events"][1];
  CHECK(second["seconds"].get<double>() == Approx(2.0).epsilon(1e-9));
  CHECK(second["time"] == "2024-01-15T00:00:02+00:00");
  CHECK(second["component"] == "relay");
  CHECK(second["event"] == "opens");
  CHECK(second["direction"] == "rises");
  REQUIRE(record["loops"].size() == 1);
  CHECK(record["loops"][0]["solved_for"] == json{"z.y"});
  CHECK(record["loops"][0]["connections"] == json{"z.y -> z.u[z]"});
  CHECK(record["statistics"]["rates"].get<int>() > 10);
  CHECK(record["statistics"]["restarts"].get<int>() >= 9);
  CHECK(record["statistics"]["ticks"] == 0);

  REQUIRE(desk.run({"simulate", desk.shop.write("room.hearth.json", kHeatedRoom), "-o",
                    (desk.shop / "r.csv").string(), "--start", "2024-01-15T00:00:00Z", "--end",
                    "2024-01-15T01:00:00Z", "--step", "600"})
              .code == 0);
  CHECK_FALSE(desk.record().contains("continuous"));
}

TEST_CASE("of many events the record holds the first thousand and the number of all") {
  const Desk desk;
  std::string text = clock_model("");
  text.replace(text.find("\"on\": 1,"), 8, "\"on\": 0.002,");
  const std::string model = desk.shop.write("m.hearth.json", text);
  REQUIRE(desk.simulate(model, {"--engine", "continuous"}).code == 0);
  CHECK(desk.record()["continuous"]["events"].size() == 1000);
  CHECK(desk.record()["continuous"]["event_count"].get<int>() == Approx(5000).margin(2));
}

TEST_CASE("check, info and graph look at a model as the continuous engine runs it") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", clock_model(""));
  const std::string stepwise =
      desk.shop.write("s.hearth.json", clock_model(R"(, "coupling": "gauss-seidel")"));
  CHECK(desk.run({"check", stepwise}).said("model.initial_missing"));
  const Outcome checked = desk.run({"check", model, "--engine", "continuous"});
  CHECK(checked.code == 0);
  CHECK(checked.printed("1 algebraic loop"));
  CHECK(checked.said("model.loop_solved"));
  const Outcome info = desk.run({"info", model, "--engine", "continuous"});
  CHECK(info.code == 0);
  CHECK(info.printed("Algebraic loops: 1\n  solved for z.y: z.y -> z.u[z]"));
  CHECK_FALSE(info.printed("removed"));
  const Outcome facts = desk.run({"info", model, "--engine", "continuous", "--json"});
  CHECK(json::parse(facts.out)["engine"] == "continuous");
  CHECK(json::parse(facts.out)["loops"].size() == 1);
  const Outcome graph = desk.run({"graph", model, "--engine", "continuous", "-f", "json"});
  CHECK(graph.code == 0);
  CHECK(graph.out.find("\"removed\": true") == std::string::npos);
  const Outcome refused =
      desk.run({"check",
                desk.shop.write("r.hearth.json",
                                [] {
                                  std::string text = clock_model("");
                                  text.replace(text.find("\"z.y -> z.u[z]\""), 15,
                                               R"({"from": "z.y", "to": "z.u[z]",
                                                       "loop": "refuse"})");
                                  return text;
                                }()),
                "--engine", "continuous"});
  CHECK(refused.code == 3);
  CHECK(refused.said("model.algebraic_loop"));
}

TEST_CASE("samples in a circle are warned of in check and simulate") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", R"({"hearth": 1, "components": {
      "a": {"type": "ZeroOrderHold", "clock": {"period": 1}},
      "b": {"type": "ZeroOrderHold", "clock": {"period": 1}}},
    "connections": ["a.y -> b.u", "b.y -> a.u"],
    "simulation": {"start": "2024-01-15T00:00:00Z", "end": "2024-01-15T00:00:05Z", "step": 1,
                   "engine": "continuous"}})");
  CHECK(desk.run({"check", model}).said("warning: model.sample_circle"));
  CHECK(desk.simulate(model).said("warning: model.sample_circle"));
}

// ---- points of rest and linear models -----------------------------------------------------------

namespace {

/// A room of 1 MJ/K, 5 mK/W to -5 degC, and a heater fed by an open input.
const std::string kRoom = R"({"hearth": 1, "components": {
    "out": {"type": "Schedule", "config": {"value": {"default": -5, "rules": [
      {"days": "all", "from": "12:00", "to": "24:00", "value": 5}], "unit": "degC"}}},
    "room": {"type": "ThermalNode", "parameters": {"C": 1e6, "R": {"out": 0.005}},
             "initial": {"temperature": 20}},
    "gain": {"type": "Gain", "parameters": {"k": 1000}}},
  "connections": ["out.scheduleValue -> room.adjacentTemperature[out]", "gain.y -> room.heatGain[gain]"],
  "inputs": ["gain.in.u"],
  "simulation": {"start": "2024-01-15T00:00:00Z", "end": "2024-01-16T00:00:00Z", "step": 600}})";

}  // namespace

TEST_CASE("steady finds where a model rests, at the start or at another time") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", kRoom);
  const Outcome cold = desk.run({"steady", model, "--json"});
  INFO(cold.err);
  REQUIRE(cold.code == 0);
  const json found = json::parse(cold.out);
  CHECK(found["values"]["room@temperature"]["value"].get<double>() == Approx(-5.0));
  CHECK(found["values"]["room@temperature"]["unit"] == "degC");
  CHECK(found["time"] == "2024-01-15T00:00:00+00:00");
  const Outcome heated = desk.run({"steady", model, "--input", "gain.in.u=2", "--at",
                                   "2024-01-15T13:00:00Z", "-o", (desk.shop / "s.json").string()});
  INFO(heated.err);
  REQUIRE(heated.code == 0);
  CHECK(heated.printed("room@temperature = 15 degC"));
  const json later = json::parse(desk.shop.read("s.json"));
  CHECK(later["time"] == "2024-01-15T13:00:00+00:00");
  CHECK(later["outputs"]["room.temperature"]["value"].get<double>() == Approx(15.0));
}

TEST_CASE("trim finds what it takes to rest at a wanted value, within bounds or not at all") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", kRoom);
  const Words wanted{"trim",      model,    "--vary",
                     "gain.in.u", "--want", "room.temperature=69.8 degF",  // 21 degC
                     "--json"};
  const Outcome outcome = desk.run(wanted);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(json::parse(outcome.out)["values"]["gain.in.u"]["value"].get<double>() == Approx(5.2));
  const Outcome bounded = desk.run(wanted + Words{"--min", "gain.in.u=0", "--max", "gain.in.u=6"});
  REQUIRE(bounded.code == 0);
  CHECK(json::parse(bounded.out)["values"]["gain.in.u"]["value"].get<double>() == Approx(5.2));
  const Outcome weak = desk.run(wanted + Words{"--max", "gain.in.u=4"});
  CHECK(weak.code == 1);
  CHECK(weak.said("simulation.steady_state_not_found"));
  const Outcome insulated =
      desk.run({"trim", model, "--input", "gain.in.u=1", "--vary", "room.R[out]=0.01", "--want",
                "room.temperature=21", "--json"});
  INFO(insulated.err);
  REQUIRE(insulated.code == 0);
  CHECK(json::parse(insulated.out)["values"]["room.R[out]"]["value"].get<double>() ==
        Approx(0.026));
  CHECK(desk.run({"trim", model, "--want", "room.temperature=21"}).code == 2);
  const Outcome unknown =
      desk.run({"trim", model, "--vary", "gain.in.v", "--want", "room.temperature=21"});
  CHECK(unknown.code == 3);
  const Outcome unit =
      desk.run({"trim", model, "--vary", "gain.in.u", "--want", "room.temperature=21 W"});
  CHECK(unit.code == 3);
  CHECK(unit.said("model.unit_mismatch"));
}

TEST_CASE("linearize writes the matrices of a point, also in discrete time") {
  const Desk desk;
  const std::string model = desk.shop.write("m.hearth.json", kRoom);
  const Outcome outcome =
      desk.run({"linearize", model, "--record", "room.temperature", "--hold", "600", "--steady"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json linear = json::parse(outcome.out);
  CHECK(linear["states"][0]["name"] == "room@temperature");
  CHECK(linear["states"][0]["value"].get<double>() == Approx(-5.0));
  CHECK(linear["inputs"][0]["name"] == "gain.in.u");
  CHECK(linear["A"][0][0].get<double>() == Approx(-2e-4));
  CHECK(linear["B"][0][0].get<double>() == Approx(1e-3));
  CHECK(linear["C"][0][0] == 1.0);
  CHECK(linear["D"][0][0] == 0.0);
  CHECK(linear["discrete"]["step"] == 600.0);
  CHECK(linear["discrete"]["A"][0][0].get<double>() == Approx(std::exp(-0.12)));
  CHECK(linear["discrete"]["B"][0][0].get<double>() == Approx(5.0 * (1.0 - std::exp(-0.12))));
  const Outcome moving = desk.run(
      {"linearize", model, "--by", "gain.in.u", "-o", (desk.shop / "deep/l.json").string()});
  REQUIRE(moving.code == 0);
  const json written = json::parse(desk.shop.read("deep/l.json"));
  CHECK(written["states"][0]["rate"].get<double>() == Approx(-0.005));
}

TEST_CASE("linearize names a derivative that is not finite") {
  const Desk desk;
  const std::string model = desk.shop.write("root.hearth.json", R"({"hearth": 1,
    "simulation": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-01T01:00:00Z", "step": 600},
    "components": {"x": {"type": "Expression", "config": {"parameters": {"s": "1 s"},
      "states": {"T": "0"}, "derivatives": {"T": "(sqrt(T) - 1e-3 * T) / s"}}}},
    "connections": []})");
  const Outcome outcome = desk.run({"linearize", model});
  CHECK(outcome.code != 0);
  CHECK(outcome.said("linearization.not_finite"));
  CHECK_THAT(outcome.err, Catch::Contains("derivative of its rate by x@T"));
}

TEST_CASE("a signal ends a run within a step of the integrator and keeps its rows") {
  const Workshop shop;
  const auto [config, settings] = GENERATE(
      table<std::string, std::string>({{kJumps, ""},
                                       {kDecay, R"(, "longest_step": 1e-9)"},
                                       {kDecay, R"(, "method": "euler", "fixed_step": 1e-9)"},
                                       {kGuarded, R"(, "check_interval": 1e-9)"}}));
  INFO(config + settings);
  const std::string file = shop.write("m.hearth.json", busy_model(config, settings));
  for (const int number : {SIGINT, SIGTERM}) {
    const Process process(shop, {"simulate", file, "-o", (shop / "r.csv").string(), "--most-steps",
                                 "1000000000000", "--limit", "integrator-steps=1000000000000"});
    process.await_handler(number);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto sent = std::chrono::steady_clock::now();
    process.signal(number);
    const Outcome outcome = process.wait_at_most(std::chrono::seconds(10));
    INFO(outcome.err);
    CHECK(outcome.code == 128 + number);
    CHECK(outcome.said("run.interrupted"));
    // A second is promised; machines under load take longer.
    CHECK(std::chrono::steady_clock::now() - sent < std::chrono::seconds(3));
    CHECK(shop.read("r.csv").starts_with("# incomplete: interrupted"));
  }
}

TEST_CASE("a signal ends a scenario within a step of the integrator") {
  const Workshop shop;
  shop.write("m.hearth.json", busy_model(kJumps, ""));
  const std::string set = shop.write("set.json", R"({"hearth": 1, "base": "m.hearth.json",
    "period": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-02T00:00:00Z", "step": 600},
    "scenarios": [{"id": "a"}, {"id": "b"}]})");
  const Process process(shop, {"scenarios", set, "-o", (shop / "out").string(), "--limit",
                               "integrator-steps=1000000000000"});
  process.await_handler(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto sent = std::chrono::steady_clock::now();
  process.signal(SIGTERM);
  const Outcome outcome = process.wait_at_most(std::chrono::seconds(10));
  INFO(outcome.err);
  CHECK(outcome.code == 128 + SIGTERM);
  CHECK(outcome.said("run.interrupted"));
  CHECK(std::chrono::steady_clock::now() - sent < std::chrono::seconds(3));
}

TEST_CASE("a run that jumps to and fro or takes tiny steps ends with an error") {
  const Workshop shop;
  const auto [config, settings] = GENERATE(
      table<std::string, std::string>({{kJumps, ""},
                                       {kDecay, R"(, "longest_step": 1e-9)"},
                                       {kDecay, R"(, "method": "euler", "fixed_step": 1e-9)"},
                                       {kGuarded, R"(, "check_interval": 1e-9)"}}));
  INFO(config + settings);
  const std::string file = shop.write("m.hearth.json", busy_model(config, settings));
  const Outcome outcome = Process(shop, {"simulate", file, "-o", (shop / "r.csv").string()})
                              .wait_at_most(std::chrono::seconds(60));
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("error: simulation.integration_failed  z.T"));
  CHECK(outcome.said("--limit integrator-steps=N"));
}

}  // namespace continuous_command_test

// SPDX-License-Identifier: MIT
// Components whose equations are in the model file.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/model_files/model_schema.hpp"

namespace hearth::test::expression_test {
namespace {

SimulationModel read(const std::string& config, const std::string& more = "") {
  Diagnostics notes;
  const std::string text = R"({"hearth": 1, "name": "expression", "components": {
    "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": "-5 degC"}},
    "zone": {"type": "Expression", "config": {)" +
                           config + "}" + more + R"(}},
    "connections": ["outdoors.outdoorTemperature -> zone.To"]})";
  return parse_model_json(text, "expression.hearth.json", standard_components(), notes);
}

const std::string kZone = R"(
    "inputs": {"To": "degC"},
    "parameters": {"R": "0.005 K/W", "C": "2e6 J/K", "Q": "500 W"},
    "states": {"T": "20 degC"},
    "derivatives": {"T": "(loss + Q) / C"},
    "outputs": {"loss [W]": "(To - T) / R", "loss in kW [kW]": "loss * 1"})";
const std::string kPlainZone = kZone.substr(0, kZone.find(", \"loss in kW")) + "}";

RunSettings day() {
  return {.period = {{}, Instant{std::chrono::hours(24)}, std::chrono::minutes(10)},
          .record = {"all"}};
}

/// Returns `code message` of the first error of a model.
std::string refusal(const std::string& config) {
  const SimulationModel model = read(config);
  const Diagnostics found = validate(model, standard_components());
  for (const Diagnostic& item : found.items()) {
    if (item.severity == Severity::Error) return item.code + " " + item.message;
  }
  return "";
}

TEST_CASE("a state that chatters about a threshold ends the run") {
  const SimulationModel model = read(R"(
    "inputs": {"To": "degC"}, "parameters": {"h": "1 s"}, "states": {"x": "1"},
    "derivatives": {"x": "select(x < 1, 1, -1) / h"})");
  Run run(model, standard_components(), day());
  try {
    run.to_end();
    FAIL("the run has ended as if it could be simulated");
  } catch (const SimulationError& error) {
    CHECK(error.diagnostics().items()[0].code == "simulation.not_finite");
    CHECK(error.diagnostics().items()[0].where.component == "zone");
  }
}

TEST_CASE("a zone of formulas follows its solution exactly") {
  const SimulationModel model = read(kPlainZone);
  CHECK(validate(model, standard_components()).empty());
  Run run(model, standard_components(), day());
  run.to_end();
  // T' = (To - T)/(R C) + Q/C, from 20 degC: an affine component is stepped exactly.
  const double rest = -5.0 + 500.0 * 0.005;
  const double expected = rest + (20.0 - rest) * std::exp(-86400.0 / (0.005 * 2e6));
  CHECK(run.value("zone.T") == Approx(expected).epsilon(1e-12));
  // A flow of heat is the mean over the last step, in which T has fallen by 1e-4 K to rest.
  CHECK(run.value("zone.loss") == Approx((-5.0 - expected) / 0.005).margin(0.05));
}

TEST_CASE("both engines and a saved point agree for formulas") {
  const SimulationModel model = read(kPlainZone);
  Run stepwise(model, standard_components(), day());
  RunSettings settings = day();
  settings.compile.engine = Engine::Continuous;
  Run continuous(model, standard_components(), settings);
  stepwise.to_end();
  continuous.to_end();
  CHECK(stepwise.value("zone.T") == Approx(continuous.value("zone.T")).margin(1e-4));
  Run again(model, standard_components(), day());
  again.advance_rows(70);
  const RunSnapshot point = again.snapshot();
  again.advance_rows(144);
  const double end = again.value("zone.T");
  again.restore(point);
  again.advance_rows(144);
  CHECK(again.value("zone.T") == end);
  CHECK(end == stepwise.value("zone.T"));
}

TEST_CASE("parameters and initial values of formulas are set as those of any component") {
  const SimulationModel model =
      read(kPlainZone, R"(, "parameters": {"R": "0.01 K/W"}, "initial": {"T": 0})");
  Run run(model, standard_components(), day());
  run.set("zone.Q", Quantity{0.0, std::nullopt});
  run.to_end();
  CHECK(run.value("zone.T") == Approx(-5.0 + 5.0 * std::exp(-86400.0 / 2e4)).epsilon(1e-12));
}

TEST_CASE("formulas of a model survive its file") {
  const SimulationModel model = read(kPlainZone);
  Diagnostics notes;
  const std::string text = write_model_json(model);
  CHECK(parse_model_json(text, "again.json", standard_components(), notes) == model);
  CHECK(model_schema(standard_components()).find("Expression") != std::string::npos);
}

TEST_CASE("held values follow samples and events") {
  const SimulationModel model = read(R"json(
    "inputs": {"To": "degC"},
    "states": {"T": "20 degC"},
    "held": {"on": "1", "samples": "0"},
    "parameters": {"k": "0.001 1/s", "gain": "0.03 any"},
    "derivatives": {"T": "k * (To - T) + gain * on"},
    "updates": {"samples": "samples + 1"},
    "guards": {"warm": "T - 21", "cold": "19 - T"},
    "actions": {"warm -> on": "0", "cold -> on": "1"},
    "outputs": {"heating": "select(on > 0.5, 1, 0)"})json");
  CHECK(validate(model, standard_components()).empty());
  RunSettings settings = day();
  settings.compile.engine = Engine::Continuous;
  Run run(model, standard_components(), settings);
  const Results results = run.to_end();
  double low = 100.0, high = -100.0;
  std::size_t column = 0;
  while (results.signals[column].name != "zone.T") ++column;
  for (long k = 30; k < results.rows(); ++k) {
    low = std::min(low, results.row(k)[column]);
    high = std::max(high, results.row(k)[column]);
  }
  CHECK(low >= 19.0 - 1e-6);
  CHECK(high <= 21.0 + 1e-6);
  CHECK(low < 19.5);
  CHECK(high > 20.5);
  CHECK(run.value("zone.samples") >= 144.0);
}

TEST_CASE("an output may drive the state that it follows, and many are computed at once") {
  std::string outputs = R"json("power [W]": "select(T < 20, 1000, 0)")json";
  for (int i = 0; i < 500; ++i) {
    outputs += ", \"o" + std::to_string(i) + "\": \"power * " + std::to_string(i) + "\"";
  }
  const SimulationModel model = read(R"json("inputs": {"To": "degC"},
    "parameters": {"C": "1e6 J/K", "R": "0.01 K/W"}, "states": {"T": "15 degC"},
    "derivatives": {"T": "(power + (To - T) / R) / C"}, "outputs": {)json" +
                                     outputs + "}");
  CHECK(validate(model, standard_components()).empty());
  Run run(model, standard_components(), day());
  run.start();
  CHECK(run.value("zone.power") == 1000.0);
  CHECK(run.value("zone.o499") == 499000.0);
}

/// Two square waves, one of twice the period of the other, and what logic makes of them.
SimulationModel logic() {
  Diagnostics notes;
  return parse_model_json(R"json({"hearth": 1, "name": "logic", "components": {
    "time": {"type": "Expression", "config": {
      "parameters": {"s": "1 s"},
      "held": {"b": "0", "a": "0"}, "updates": {"b": "1 - b", "a": "select(b > 0.5, 1 - a, a)"},
      "outputs": {"square": "(time / s)^2"}}, "clock": {"period": 5}},
    "logic": {"type": "Expression", "config": {
      "inputs": {"a": "any", "b": "any"},
      "outputs": {"both": "select(a > 0.5 and b > 0.5, 1, 0)",
                  "any": "select(a > 0.5 or b > 0.5, 1, 0)", "none": "select(not a > 0.5, 1, 0)",
                  "one": "select(a > 0.5 and not b > 0.5 or b > 0.5 and not a > 0.5, 1, 0)"}}},
    "sampler": {"type": "Expression", "config": {
      "inputs": {"u": "any"}, "held": {"y": "-1"}, "guards": {"sample": "received"},
      "actions": {"sample -> y": "u"}}},
    "clock": {"type": "ResettingIntegrator", "parameters": {"limit": 12}},
    "one": {"type": "Schedule", "config": {"value": 1}}},
    "connections": ["time.a -> logic.a", "time.b -> logic.b", "time.square -> sampler.u",
                    "one.scheduleValue -> clock.u"],
    "events": ["clock.full -> sampler.sample"]})json",
                          "logic.hearth.json", standard_components(), notes);
}

TEST_CASE("logic, functions of time and samples at events need no type of their own") {
  const Period period{{}, Instant{std::chrono::seconds(17)}, std::chrono::seconds(1)};
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    CAPTURE(engine == Engine::Continuous);
    RunSettings settings{.period = period};
    settings.compile.engine = engine;
    settings.stepwise.locate_events = true;
    Run run(logic(), standard_components(), settings);
    run.to_end();
    const double a = run.value("time.a"), b = run.value("time.b");
    CHECK(run.value("logic.both") == a * b);
    CHECK(run.value("logic.any") == a + b - a * b);
    CHECK(run.value("logic.none") == 1.0 - a);
    CHECK(run.value("logic.one") == a + b - 2.0 * a * b);
    CHECK(run.value("time.square") == Approx(289.0).epsilon(1e-12));
    // Sampled when the integral of 1 passed 12: the event is located to 1e-8 s.
    CHECK(run.value("sampler.y") == Approx(144.0).epsilon(1e-6));
  }
}

TEST_CASE("what fired cannot be read by formulas") {
  CHECK_THAT(refusal(R"json("inputs": {"To": "degC"}, "held": {"n": "0"},
      "guards": {"g": "time - 1000"}, "actions": {"g -> n": "1"},
      "outputs": {"a": "' fired'"})json"),
             Catch::Contains("formula.name 'a'"));
}

TEST_CASE("equal formulas share a type, others have their own") {
  SimulationModel model = read(kPlainZone);
  Component other = model.component("zone");
  other.id = "second";
  model.add_component(other);
  other.id = "third";
  std::get<FormulaTexts>(other.config["states"]).texts["T"] = "18 degC";
  model.add_component(other);
  model.add_connection("outdoors.outdoorTemperature -> second.To");
  model.add_connection("outdoors.outdoorTemperature -> third.To");
  const Plan plan = compile(model, standard_components(), {});
  const auto type_of = [&](const char* id) {
    for (const auto& instance : plan.instances) {
      if (instance.id == id) return instance.type;
    }
    return static_cast<const ComponentType*>(nullptr);
  };
  CHECK(type_of("zone") == type_of("second"));
  CHECK(type_of("zone") != type_of("third"));
}

TEST_CASE("what is wrong with formulas is named with its place") {
  const std::string outer = R"("inputs": {"To": "degC"}, "states": {"T": "20 degC"},)";
  CHECK_THAT(refusal(kZone), Catch::Contains("formula.name_invalid 'loss in kW'"));
  CHECK_THAT(refusal(outer + R"("derivatives": {"T": "To - T"})"),
             Catch::Contains("formula.unit 'T': \"To - T\" has the unit [K]; the rate of a state "
                             "in [degC] has the unit [K/s]"));
  CHECK_THAT(refusal(outer + R"("derivatives": {"t": "0"})"),
             Catch::Contains("formula.name 't': no state has this name"));
  CHECK_THAT(refusal(outer + R"("outputs": {"y": "1"})"),
             Catch::Contains("formula.missing 'T': this state has no rate"));
  CHECK_THAT(refusal(outer + R"("derivatives": {"T": "Tx"})"),
             Catch::Contains("formula.name 'T': 'Tx' is not known"));
  CHECK_THAT(refusal(R"("inputs": {"To": "celsius of old"}, "outputs": {"y": "To"})"),
             Catch::Contains("formula.unit_unknown 'To'"));
  CHECK_THAT(refusal(R"("inputs": {"To": "degC"}, "parameters": {"R": "much"},
                        "outputs": {"y": "R"})"),
             Catch::Contains("formula.number 'R'"));
  CHECK_THAT(refusal(R"("inputs": {"To": "degC"}, "parameters": {"To": "1 W"},
                        "outputs": {"y": "To"})"),
             Catch::Contains("formula.name_duplicate 'To'"));
  CHECK_THAT(refusal(R"("inputs": {"To": "degC"}, "outputs": {"a": "b", "b": "a"})"),
             Catch::Contains("formula.circle"));
  CHECK_THAT(refusal(R"("inputs": {"To": "degC"})"), Catch::Contains("formula.no_output"));
  CHECK_THAT(refusal(outer + R"("derivatives": {"T": "0"}, "actions": {"x -> T": "1"})"),
             Catch::Contains("formula.action"));
}

}  // namespace
}  // namespace hearth::test::expression_test

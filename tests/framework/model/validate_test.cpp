// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/tests/support/given_limit.hpp"
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::validate_test {
namespace {

/// A source, a gain, a node: nothing is wrong with it.
SimulationModel sound() {
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  model.add_component(instance("g", "Gain"));
  model.add_component(instance("c", "Configured"));
  model.add_connection("u.scheduleValue -> g.u");
  return model;
}

struct Flaw {
  std::string code;
  std::string place;   ///< the place in the message
  std::string remedy;  ///< ... and about what was expected
  std::function<void(SimulationModel&)> make;
};

std::vector<Flaw> flaws() {
  using Model = SimulationModel;
  const auto series = [](double value) {
    SeriesSpec spec;
    spec.source = value;
    return spec;
  };
  return {
      {"model.type_unknown", "x", "did you mean 'Gain'?",
       [](Model& m) { m.add_component(instance("x", "Gian")); }},
      {"model.port_unknown", "g.v", "Gain has no input 'v'",
       [](Model& m) { m.add_connection("u.scheduleValue -> g.v"); }},
      {"model.port_unknown", "u.value", "Schedule has no output 'value'",
       [](Model& m) { m.add_connection("u.value -> g.u"); }},
      {"model.parameter_unknown", "g.gian", "did you mean 'gain'?",
       [](Model& m) {
         m.set_parameter("g.gian", {1.0, {}});
       }},
      {"model.initial_unknown", "g.z", "Gain has no state or output 'z'",
       [](Model& m) {
         m.set_initial("g.z", {1.0, {}});
       }},
      {"model.not_finite", "g.gain", "expected a finite number",
       [](Model& m) {
         m.set_parameter("g.gain", {NAN, {}});
       }},
      {"model.not_finite", "g.shift", "expected a finite number",
       [](Model& m) {
         m.set_parameter("g.shift", {INFINITY, {}});
       }},
      {"model.out_of_range", "g.gain", "is outside",
       [](Model& m) {
         m.set_parameter("g.gain", {1e7, {}});
       }},
      {"model.out_of_range", "n.temperature", "-300 degC is below absolute zero",
       [](Model& m) {
         m.add_component(instance("n", "Node")).initial["temperature"] = Quantity{-300.0, {}};
       }},
      {"model.out_of_range", "n.temperature", "is below absolute zero",
       [](Model& m) {
         m.add_component(instance("n", "Node")).initial["temperature"] =
             Quantity{-1.0, unit::kelvin};
       }},
      {"model.out_of_range", "c.number", "outside the valid range",
       [](Model& m) { m.component("c").config["number"] = 10; }},
      {"model.config_unknown", "c.nubmer", "did you mean 'number'?",
       [](Model& m) { m.component("c").config["nubmer"] = 1; }},
      {"model.config_type", "c.number", "expected a whole number",
       [](Model& m) { m.component("c").config["number"] = true; }},
      {"model.config_type", "c.flag", "expected true or false",
       [](Model& m) { m.component("c").config["flag"] = 1; }},
      {"model.config_type", "c.power", "expected a number, weekly rules or a file",
       [](Model& m) { m.component("c").config["power"] = Table(); }},
      {"model.config_missing", "l.A", "a table of numbers",
       [](Model& m) {
         m.add_component(instance("l", "LinearSystem")).config["b"] = Table(2, 1, {0, 0});
       }},
      {"model.config_missing", "s.value", "needs the configuration 'value'",
       [](Model& m) { m.add_component(instance("s", "Schedule")); }},
      {"model.input_missing", "r.u", "connect an output to it",
       [](Model& m) { m.add_component(instance("r", "Relax")); }},
      {"model.input_taken", "g.u", "one input has two sources",
       [&](Model& m) {
         m.add_component(constant("w", 1.0));
         m.add_connection("w.scheduleValue -> g.u");
       }},
      {"model.measurement_unknown", "g.yy", "did you mean 'g.y'?",
       [](Model& m) { m.measurements["g.yy"] = {}; }},
      {"model.measurement_unknown", "g.y[k]", "no output is named",
       [](Model& m) { m.measurements["g.y[k]"] = {}; }},
      {"model.input_unknown", "g.in.v", "no input has this name",
       [](Model& m) { m.inputs = {"g.in.v"}; }},
      {"model.clock_invalid", "s", "expected period > 0 s",
       [&](Model& m) {
         m.add_component(instance("s", "Sampler")).clock = SampleClock{0.0, 0.0};
       }},
      {"model.unit_mismatch", "g.gain", "the value is in [W], expected [1]",
       [](Model& m) {
         m.set_parameter("g.gain", {1.0, unit::W});
       }},
      {"model.unit_mismatch", "c.power", "expected [W]",
       [series](Model& m) {
         SeriesSpec spec = series(1.0);
         spec.unit = unit::degC;
         m.component("c").config["power"] = spec;
       }},
  };
}

TEST_CASE("every flaw of a model is reported with its place and a remedy") {
  REQUIRE_FALSE(validate(sound(), test_components()).has_errors());
  for (const Flaw& flaw : flaws()) {
    INFO(flaw.code << " at " << flaw.place);
    SimulationModel model = sound();
    flaw.make(model);
    const Diagnostics found = validate(model, test_components());
    CHECK(found.has_errors());
    const std::string text = message_of(found, flaw.code);
    CHECK_THAT(text, Catch::Contains(flaw.place));
    CHECK_THAT(text, Catch::Contains(flaw.remedy));
    CHECK_THROWS_AS(compile(model, test_components()), ModelError);
  }
}

TEST_CASE("a model without components is refused") {
  const Diagnostics found = validate({}, test_components());
  CHECK(codes(found) == std::vector<std::string>{"model.empty"});
}

TEST_CASE("everything that is wrong is reported at once") {
  SimulationModel model = sound();
  model.add_component(instance("x", "Gian"));
  model.set_parameter("g.gian", {1.0, {}});
  model.add_component(instance("r", "Relax"));
  model.measurements["q.y"] = {};
  try {
    compile(model, test_components());
    FAIL("no error");
  } catch (const ModelError& error) {
    const auto found = codes(error.diagnostics());
    for (const char* code : {"model.type_unknown", "model.parameter_unknown", "model.input_missing",
                             "model.measurement_unknown"}) {
      CHECK(std::find(found.begin(), found.end(), code) != found.end());
    }
  }
}

TEST_CASE("messages carry the file and line a part was read at") {
  SimulationModel model = sound();
  model.component("g").where = {.file = "office.json", .line = 12};
  model.set_parameter("g.gian", {1.0, {}});
  Connection connection{{"u", "scheduleValue", ""}, {"g", "v", ""}, CutPin::Free, {}};
  connection.where = {.file = "office.json", .line = 41};
  model.add_connection(connection);
  const Diagnostics found = validate(model, test_components());
  CHECK_THAT(message_of(found, "model.parameter_unknown"),
             Catch::Contains("office.json:12 g.gian"));
  CHECK_THAT(message_of(found, "model.port_unknown"), Catch::Contains("office.json:41 g.v"));
}

TEST_CASE("a range is reported in digits that show the difference") {
  SimulationModel model;
  model.add_component(instance("d", "Damper", {{"nominalAirFlowRate", 1e-9}}));
  model.add_component(constant("u", 1.0));
  model.add_connection("u.scheduleValue -> d.damperPosition");
  CHECK_THAT(message_of(validate(model, test_components()), "model.out_of_range"),
             Catch::Contains("1e-09 kg/s is outside 1e-06 to 1000"));
}

TEST_CASE("the ends of a range are valid") {
  for (const double gain : {-1e6, 1e6}) {
    SimulationModel model = sound();
    model.set_parameter("g.gain", {gain, {}});
    CHECK_FALSE(validate(model, test_components()).has_errors());
  }
}

TEST_CASE("an input declared as open must be open") {
  SimulationModel model = sound();
  model.inputs = {"g.in.u"};  // connected: it could not be set
  CHECK(validate(model, test_components()).has_errors());
}

TEST_CASE("a cycle of connections that must not be cut is refused with an error that names it") {
  SimulationModel model;
  model.add_component(instance("a", "Relax"));
  model.add_component(instance("b", "Relax"));
  model.add_connection({{"a", "x", ""}, {"b", "u", ""}, CutPin::Never, {}});
  model.add_connection({{"b", "x", ""}, {"a", "u", ""}, CutPin::Never, {}});
  CHECK_THROWS_WITH(compile(model, test_components()), Catch::Contains("a -> b -> a"));
}

TEST_CASE("names looked up in a plan are reported with the nearest one") {
  const Plan plan = compile(sound(), test_components());
  CHECK_THROWS_WITH(plan.signal("g.z"), Catch::Contains("model.output_unknown"));
  CHECK_THROWS_WITH(plan.parameter("g.gian"), Catch::Contains("did you mean 'gain'?"));
  CHECK_THROWS_WITH(plan.parameter("h.gain"), Catch::Contains("no component has this id"));
  CHECK_THROWS_WITH(plan.initial("g@x"), Catch::Contains("model.initial_unknown"));
  CHECK_THROWS_WITH(plan.parameter("gain"), Catch::Contains("model.path_malformed"));
  CHECK_THROWS_WITH(plan.open_input("g.in.u"), Catch::Contains("model.input_unknown"));
  CHECK_THROWS_WITH(select_signals(plan, {"g.?", "x*"}),
                    Catch::Contains("simulation.record_nothing"));
}

TEST_CASE("patterns know stars and question marks, and nothing else") {
  CHECK(glob_match("*", ""));
  CHECK(glob_match("*.y", "g.y"));
  CHECK(glob_match("g.?", "g.y"));
  CHECK(glob_match("a*b*c", "a--b-b--c"));
  CHECK(glob_match("s.y[1]", "s.y[1]"));
  CHECK_FALSE(glob_match("g.?", "g."));
  CHECK_FALSE(glob_match("s.y[1]", "s.y1"));
  CHECK_FALSE(glob_match("a*b", "ab-"));
}

}  // namespace
TEST_CASE("a model of errors is reported by its first thousand") {
  SimulationModel model;
  for (int i = 0; i < 3000; ++i) model.add_component(instance("g" + std::to_string(i), "Gain"));
  const Diagnostics found = validate(model, test_components());
  const auto errors =
      std::count_if(found.items().begin(), found.items().end(),
                    [](const Diagnostic& item) { return item.severity == Severity::Error; });
  CHECK(errors == 1001);
  CHECK_THAT(message_of(found, "model.errors_many"), Catch::Contains("2000 more errors"));
}

TEST_CASE("only the first of very many wrong names are compared with the known names") {
  SuggestionBudget budget;
  const std::vector<std::string> known(100'000, std::string(100, 'x'));
  int compared = 0;
  const auto names = [&] {
    ++compared;
    return known;
  };
  for (int i = 0; i < 1000; ++i) budget.expected_of("word", names);
  CHECK(compared > 2);
  CHECK(compared < 20);
  CHECK(SuggestionBudget().expected("gian", {"gain"}) == ", did you mean 'gain'?");
}

TEST_CASE("entries of counted sets are counted over a model") {
  const GivenLimit limit(WorkLimit::CountedEntries, 100);
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  for (const char* id : {"a", "b"}) {
    model.add_component(instance(id, "Splitter")).config["branches"] = 60;
    model.add_connection(std::string("u.scheduleValue -> ") + id + ".u");
  }
  CHECK_THROWS_WITH(validate(model, test_components()),
                    Catch::Contains("--limit counted-entries=N") && Catch::Contains("b.branches"));
}

TEST_CASE("states whose matrices take all time are counted over a model") {
  const GivenLimit limit(WorkLimit::DenseStates, 1);
  SimulationModel model;
  model.add_component(instance("a", "Relax"));
  model.inputs = {"a.in.u"};
  CHECK_NOTHROW(compile(model, test_components()));
  model.add_component(instance("b", "Relax"));
  model.inputs.push_back("b.in.u");
  CHECK_THROWS_WITH(compile(model, test_components()),
                    Catch::Contains("--limit dense-states=N") && Catch::Contains("b"));
}

TEST_CASE("keys of a counted set are found as they are written") {
  SimulationModel model;
  model.add_component(constant("u", 1.0));
  model.add_component(instance("s", "Splitter")).config["branches"] = 12;
  model.add_connection("u.scheduleValue -> s.u");
  const auto share = [&](const std::string& key) {
    SimulationModel changed = model;
    changed.set_parameter("s.share[" + key + "]", {2.0, {}});
    return validate(changed, test_components());
  };
  CHECK_FALSE(share("12").has_errors());
  for (const std::string wrong : {"0", "13", "01", "1a", "-1"}) {
    CHECK_THAT(message_of(share(wrong), "model.key_unknown"), Catch::Contains("s.share"));
  }
}

}  // namespace hearth::test::validate_test

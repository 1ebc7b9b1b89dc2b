// SPDX-License-Identifier: MIT
#include <cmath>
#include <map>
#include <string>

#include "hearth/tests/ontology/random_models.hpp"
#include "hearth/tests/ontology/twin4build/twin4build_test.hpp"

namespace turtle_model_test {

using namespace hearth;
using namespace hearth::test;
using Catch::Matchers::Contains;

namespace {

SimulationModel reread(const SimulationModel& model, const Registry& registry,
                       const std::map<std::string, double>& deviations = {}) {
  Diagnostics messages;
  const std::string text = write_twin4build(model, registry, messages, deviations);
  INFO(text);
  const TripleStore store = read_turtle_text(text, "other.ttl");
  REQUIRE(is_twin4build(store));
  return read_twin4build(store, "other.ttl", registry, messages);
}

Component instance_of(const std::string& id, const std::string& type) {
  Component component;
  component.id = id;
  component.type = type;
  return component;
}

/// Draws components of every type of the registry, with values in their ranges.
class EveryType {
 public:
  explicit EveryType(unsigned seed) : random_(seed) {}

  SimulationModel model() {
    SimulationModel model;
    model.name = "every type";
    for (const std::string& name : standard_components().names()) {
      model.add_component(component(*standard_components().find(name)));
    }
    connect(model);
    return model;
  }

 private:
  bool chance() { return std::uniform_int_distribution(0, 1)(random_) == 0; }
  double in(const Range& range) {
    const double low = std::isfinite(range.min) ? range.min : -1e3;
    const double high = std::isfinite(range.max) ? range.max : std::max(low, 0.0) + 1e3;
    return std::uniform_real_distribution(low, high)(random_);
  }

  /// Whether files know a name of the unit.
  static bool has_symbol(const Unit& unit) {
    const std::optional<Unit> known = parse_unit(unit.symbol);
    return known && *known == unit;
  }

  Entries entries(const Field& field) {
    std::optional<Unit> unit;
    if (chance() && has_symbol(field.unit)) unit = field.unit;
    if (!field.many || chance()) return Quantity{in(field.range), unit};
    return std::map<std::string, Quantity>{{"1", {in(field.range), unit}},
                                           {"a b", {in(field.range), {}}}};
  }

  ConfigSetting config(const Field& field) {
    switch (field.kind) {
      case ConfigKind::Series:
        return SeriesSpec{.source = in(field.range), .unit = {}, .sample = Sample::Mean};
      case ConfigKind::Integer:
        return static_cast<int>(in({.min = 1.0, .max = 9.0}));
      case ConfigKind::Flag:
        return chance();
      case ConfigKind::Table:
        return Table(2, 2, {0.0, in(field.range), 1.0, in(field.range)});
      case ConfigKind::File:
        return FileName{"folder/a \"file\".json", ""};
      case ConfigKind::Number:
        return Quantity{in(field.range), field.unit};
      case ConfigKind::Formulas:
        return FormulaTexts{{{"a", "2 * \"b\" - 'c'\n"}, {"b [W]", "1"}}};
      default:
        return Word{"a word"};
    }
  }

  Component component(const ComponentType& type) {
    Component component = instance_of("the " + type.name, type.name);
    if (chance()) component.iri = "http://example.org/building#" + type.name;
    for (const Field& field : type.schema) {
      if (chance()) continue;
      const std::string name(field.name);
      if (field.role == Role::Parameter) {
        ParameterSetting& setting = component.parameters[name];
        setting.value = entries(field);
        if (chance()) setting.source = "nameplate";
        if (std::isfinite(field.range.max) && has_symbol(field.unit)) {
          setting.max = Quantity{field.range.max, field.unit};
        }
      } else if (field.role == Role::State || field.role == Role::Held) {
        component.initial[name] = entries(field);
      } else if (field.role == Role::Config) {
        component.config[name] = config(field);
      }
    }
    if (chance()) component.clock = SampleClock{600.0, 0.0, {}, 0.0};
    return component;
  }

  // Every input has a source, whatever that means; entries of index sets have two.
  void connect(SimulationModel& model) {
    for (const std::string& name : standard_components().names()) {
      for (const Field& field : standard_components().find(name)->schema) {
        if (field.role != Role::Input) continue;
        const std::string input = "the " + name + "." + std::string(field.name);
        model.add_connection("the Schedule.scheduleValue -> " + input +
                             (field.many ? "[the Schedule]" : ""));
        if (field.many) model.add_connection("the Max.value -> " + input + "[2]");
      }
    }
  }

  std::mt19937 random_;
};

/// A radiator with a valve, both of a building.
SimulationModel calibrated() {
  SimulationModel model;
  model.name = "house";
  Component valve = instance_of("valve", "Valve");
  valve.iri = "http://example.org/b#V1";
  valve.parameters["waterFlowRateMax"] = {.value = Quantity{0.004, unit::kg_per_s},
                                          .min = Quantity{0.0, unit::kg_per_s},
                                          .max = Quantity{36.0, unit::kg_per_h},
                                          .source = "calibrated"};
  Component radiator = instance_of("radiator", "Radiator");
  radiator.iri = "http://example.org/b#H1";
  model.add_component(valve);
  model.add_component(radiator);
  model.add_component(instance_of("position", "Schedule")).config["value"] = SeriesSpec{};
  model.add_connection("position.scheduleValue -> valve.valvePosition");
  model.add_connection("valve.waterFlowRate -> radiator.waterFlowRate");
  return model;
}

/// A graph of one component and statements of Hearth, on its second line.
Diagnostics errors_with(const std::string& statements) {
  return errors_of(
      graph("@prefix hearth: <urn:hearth:> . @prefix saref: "
            "<https://saref.etsi.org/core/> .\n" +
            statements));
}

}  // namespace

TEST_CASE("models with everything a file can hold come back equal from Turtle") {
  RandomModels random(7);
  for (int i = 0; i < 500; ++i) {
    const SimulationModel model = random.model();
    REQUIRE(reread(model, all_kinds()) == model);
  }
}

TEST_CASE("components of every type come back equal from Turtle") {
  EveryType random(8);
  for (int i = 0; i < 30; ++i) {
    const SimulationModel model = random.model();
    const SimulationModel again = reread(model, standard_components());
    for (const auto& [id, component] : model.components()) {
      INFO(id);
      REQUIRE(again.component(id) == component);
    }
    REQUIRE(again == model);
  }
}

TEST_CASE("the Turtle of a model depends on the model alone") {
  EveryType random(9);
  const SimulationModel model = random.model();
  Diagnostics messages;
  const std::string text = write_twin4build(model, standard_components(), messages);
  const SimulationModel again = reread(model, standard_components());
  CHECK(write_twin4build(again, standard_components(), messages) == text);
}

TEST_CASE("what Twin4Build cannot take is counted once and named for each reason") {
  SimulationModel model = calibrated();
  model.add_component(instance_of("second", "Radiator"));
  model.set_initial("valve.valvePosition", {0.5, {}});
  Diagnostics messages;
  write_twin4build(model, standard_components(), messages);
  REQUIRE(codes(messages) ==
          std::vector<std::string>{"t4b.own_terms", "t4b.not_expressible", "t4b.not_expressible"});
  CHECK(messages.items()[0].severity == Severity::Warning);
  CHECK_THAT(messages.items()[0].message, Contains("3 of 4 components"));
  CHECK(messages.items()[1].severity == Severity::Note);
  CHECK_THAT(messages.items()[1].message,
             Contains("no class for the type 'Radiator' (radiator, second)"));
}

TEST_CASE("a model is linked to the nodes of its building") {
  Diagnostics messages;
  const TripleStore store = twin4build_graph(calibrated(), standard_components(), messages);
  const auto has = [&](const std::string& s, const std::string& p, const std::string& o) {
    return store.contains({store.find_iri(s), store.find_iri(p), store.find_iri(o)});
  };
  const std::string valve = "http://example.org/b#V1", heater = "http://example.org/b#H1";
  const std::string value = "urn:hearth:value:valve.waterFlowRateMax";
  CHECK(has("http://simulation.org/valve", "urn:hearth:models", valve));
  CHECK(has(valve, "https://saref.etsi.org/saref4syst/connectedTo", heater));
  CHECK(has(valve, "https://saref.etsi.org/core/hasPropertyValue", value));
  CHECK(has(value, "https://saref.etsi.org/core/isMeasuredIn",
            "http://qudt.org/vocab/unit/KiloGM-PER-SEC"));
  CHECK_FALSE(has(heater, "https://saref.etsi.org/saref4syst/connectedTo", valve));
}

TEST_CASE("the graphs of a building and its model are read as one") {
  Diagnostics messages;
  TripleStoreBuilder both(read_turtle_text(R"(
@prefix b: <http://example.org/b#> . @prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .
@prefix s4syst: <https://saref.etsi.org/saref4syst/> . @prefix saref: <https://saref.etsi.org/core/> .
b:V1 a s4bldg:Valve ; s4syst:connectsAt b:outlet ; saref:hasPropertyValue b:kv .
b:kv a saref:PropertyValue ; saref:hasValue 2.3 .
b:pipe a s4syst:Connection ; s4syst:connectsSystem b:V1 ; s4syst:connectsSystemAt b:outlet .
b:outlet a s4syst:ConnectionPoint .
)",
                                           "house.ttl"));
  both.add(twin4build_graph(calibrated(), standard_components(), messages));
  CHECK(read(std::move(both).build()) == calibrated());
}

TEST_CASE("a calibrated value has its unit, limits, source and standard deviation") {
  Diagnostics messages;
  SimulationModel model = calibrated();
  model.set_initial("valve.valvePosition", {0.5, {}});
  const std::map<std::string, double> deviations{{"valve.waterFlowRateMax", 0.00025},
                                                 {"valve@valvePosition", 0.125}};
  const std::string text = write_twin4build(model, standard_components(), messages, deviations);
  for (const char* line : {R"(\"max\": \"36 kg/h\")", R"(\"min\": \"0 kg/s\")",
                           R"(\"source\": \"calibrated\")", "value:initial:valve.valvePosition",
                           "hearth:standardDeviation 1.25e-01", "hearth:standardDeviation 2.5e-04",
                           "saref:hasValue 4e-03", "saref:isMeasuredIn qudt:KiloGM-PER-SEC"}) {
    CHECK_THAT(text, Contains(line));
  }
  CHECK(reread(model, standard_components(), deviations) == model);
}

TEST_CASE("values for each key of an index set are values of the building's node") {
  SimulationModel model;
  Component wall = instance_of("wall", "ReturnFlowJunction");
  wall.iri = "http://example.org/b#W1";
  wall.parameters["number"] = {.value = std::map<std::string, Quantity>{{"a b", {2.0, unit::K}}},
                               .min = {},
                               .max = {},
                               .source = ""};
  model.add_component(wall);
  Diagnostics messages;
  const std::string text =
      write_twin4build(model, standard_components(), messages, {{"wall.number[a b]", 0.5}});
  CHECK_THAT(text, Contains("saref:hasPropertyValue <urn:hearth:value:wall.number.a%20b>"));
  CHECK_THAT(text, Contains("hearth:standardDeviation 5e-01"));
}

TEST_CASE("Twin4Build still finds the valve of a calibrated model") {
  Diagnostics messages;
  const TripleStore store = twin4build_graph(calibrated(), standard_components(), messages);
  const TermId valve = store.find_iri("http://simulation.org/valve");
  const auto value = store.match(
      {.subject = valve, .predicate = store.find_iri("http://simulation.org/waterFlowRateMax")});
  REQUIRE(value.size() == 1);
  CHECK(store.term(value[0].object).text == "4e-03");
}

TEST_CASE("definitions that cannot be read are errors with their line") {
  const auto check = [](const std::string& code, const std::string& statements) {
    const Diagnostics errors = errors_with(statements);
    INFO(statements);
    REQUIRE_FALSE(errors.empty());
    CHECK(errors.items()[0].code == code);
    CHECK(errors.items()[0].where.line == kFirstLine + 2);
  };
  const auto defined = [](const std::string& classes, const std::string& definition) {
    return "sim:a\na " + classes + " ; hearth:definition '''" + definition + "'''^^rdf:JSON .";
  };
  check("model.type_unknown", defined("hearth:Radiatr", R"({"type": "Radiatr"})"));
  check("t4b.class_ambiguous", defined("hearth:Radiator, hearth:Pump", R"({"type": "Pump"})"));
  check("t4b.class_ambiguous", defined("hearth:Radiator", R"({"type": "Pump"})"));
  check("t4b.definition_missing", "\nsim:a a hearth:Radiator .");
  check("t4b.definition_missing",
        "\nsim:a a hearth:Radiator ; hearth:parameter [ hearth:name \"UA\" ] .");
  const auto about = [](const std::string& definition) {
    return "sim:a a hearth:Radiator ;\nhearth:definition '''" + definition + "'''^^rdf:JSON .";
  };
  check("json.missing_key", about("{}"));
  check("json.type", about(R"({"type": "Radiator", "parameters": {"UA": [1]}})"));
  check("json.unit_unknown", about(R"({"type": "Radiator", "parameters": {"UA": "1 W/q"}})"));
  check("json.type",
        about(R"({"type": "Radiator", "parameters": {"UA": {"value": 1, "min": true}}})"));
  check("model.config_unknown", about(R"({"type": "Radiator", "config": {"colour": 1}})"));
  check("json.syntax", about(R"({"type": "Radiator")"));
  check("json.syntax", about(R"({"type": "Radiator"}, "b": {"type": "Radiator"})"));
  check("json.missing_key", about(R"({"type": "Radiator", "clock": {"offset": 1}})"));
  check("t4b.value_ambiguous", "sim:a a hearth:Radiator ; hearth:definition \"{}\",\n\"[]\" .");
}

TEST_CASE("a graph of an earlier version is refused with the remedy") {
  const Diagnostics errors =
      errors_with("sim:a a hearth:Radiator ; hearth:clock [ hearth:period 1 ] .");
  REQUIRE(codes(errors) == std::vector<std::string>{"t4b.definition_missing", "model.empty"});
  CHECK_THAT(errors.items()[0].message, Contains("hearth convert model.hearth.json"));
}

TEST_CASE("what is wrong about a model is an error with its line") {
  const auto check = [](const std::string& code, const std::string& statement) {
    const Diagnostics errors = errors_with(
        "sim:a a sim:CoilTorchSystem . hearth:model a hearth:Model " + statement + " .");
    INFO(statement);
    REQUIRE(codes(errors) == std::vector<std::string>{code});
    CHECK(errors.items()[0].where.line == kFirstLine + 2);
  };
  const auto settings = [](const std::string& members) {
    return ";\nhearth:settings '''{\"hearth\": 1, " + members + "}'''^^rdf:JSON";
  };
  check("json.range", settings(R"("site": {"latitude": 91})"));
  check("data.naive_time", settings(R"("simulation": {"start": "2024-01-01T00:00"})"));
  check("json.range", settings(R"("simulation": {"step": 0})"));
  check("json.choice", settings(R"("simulation": {"cycle_removal": "any"})"));
  check("json.type", settings(R"("measurements": {"a.b": 1})"));
  check("json.type", settings(R"("inputs": 3)"));
  check("t4b.value_invalid", settings(R"("components": {"b": {"type": "Coil"}})"));
  check("t4b.model_ambiguous", ".\nsim:b a hearth:Model");
}

TEST_CASE("a model without its settings is an error with its line") {
  const Diagnostics errors =
      errors_with("sim:a a sim:CoilTorchSystem .\nhearth:model a hearth:Model ; hearth:step 600 .");
  REQUIRE(codes(errors) == std::vector<std::string>{"t4b.definition_missing"});
  CHECK(errors.items()[0].where.line == kFirstLine + 2);
  CHECK_THAT(errors.items()[0].message, Contains("hearth:settings"));
}

TEST_CASE("an event connection without its ends is an error with its line") {
  const Diagnostics errors = errors_with(
      "sim:a a sim:CoilTorchSystem .\n[] a hearth:EventConnection ; hearth:sender sim:a .");
  REQUIRE(codes(errors) == std::vector<std::string>{"t4b.value_invalid"});
  CHECK(errors.items()[0].where.line == kFirstLine + 2);
}

TEST_CASE("other classes of Twin4Build are read with their parameters and ports") {
  const SimulationModel model = read(graph(R"(
sim:f a sim:FanTorchSystem ; sim:nominalPowerRate 200 ; sim:nominalAirFlowRate 0.5 ;
  sim:c1 0.1 ; sim:c2 0.2 ; sim:c3 0.3 ; sim:c4 0.4 ; sim:f_total 0.8 .
sim:r a sim:AirToAirHeatRecoverySystem ; sim:eps_75_h 0.7 .
sim:on a sim:OnOffControllerSystem ; sim:isReverse true ; sim:onValue 0.5 .
sim:rule a sim:RulebasedControllerSystem ; sim:interval 50 .
sim:seq a sim:SequenceControllerSystem ; sim:isReverseSetpointController true .
sim:line a sim:PiecewiseLinearSystem ; sim:X "[0, 1]"^^rdf:JSON ; sim:Y "[5, 7.5]"^^rdf:JSON ;
  s4syst:connectsAt sim:1 ; s4syst:connectedThrough sim:2 .
sim:series a sim:TimeSeriesInputSystem ; sim:filename "a.csv" ; sim:valuecolumn 2 ;
  s4syst:connectedThrough sim:3 .
sim:max a sim:MaxSystem ; s4syst:connectsAt sim:4 .
sim:pass a sim:PassInputToOutput .
sim:coil a sim:CoilTorchSystem .
sim:meter a sim:MeterSystem .
sim:shade a sim:ShadingDeviceSystem .
sim:people a sim:OccupancySystem ; sim:V 80 .
sim:1 sim:inputPort "signal" . sim:2 sim:outputPort "result" ; s4syst:connectsSystemAt sim:4 .
sim:3 sim:outputPort "value" ; s4syst:connectsSystemAt sim:1 .
sim:4 sim:inputPort "inputs" .
)"));
  const auto value = [&](const char* id, const char* name) {
    return std::get<Quantity>(model.component(id).parameters.at(name).value).value;
  };
  CHECK(value("f", "c3") == 0.3);
  CHECK(value("r", "eps_75_h") == 0.7);
  CHECK(value("on", "onValue") == 0.5);
  CHECK(value("rule", "interval") == 50.0);
  CHECK(value("people", "V") == 80.0);
  CHECK(std::get<bool>(model.component("on").config.at("isReverse")));
  CHECK(std::get<bool>(model.component("seq").config.at("isReverseSetpointController")));
  CHECK(std::get<Table>(model.component("line").config.at("points")) ==
        Table(2, 2, {0.0, 5.0, 1.0, 7.5}));
  const auto& series = std::get<SeriesSpec>(model.component("series").config.at("value"));
  CHECK(std::get<FileColumn>(series.source).file == "a.csv");
  std::vector<std::string> connections;
  for (const Connection& c : model.connections()) connections.push_back(to_string(c));
  CHECK(connections ==
        std::vector<std::string>{"series.value -> line.u", "line.y -> max.inputs[line]"});
  CHECK(model.component("pass").type == "PassThrough");
  Diagnostics messages;
  const TripleStore store = twin4build_graph(model, standard_components(), messages);
  CHECK(messages.empty());
  CHECK(read(store).components() == model.components());
}

TEST_CASE("other classes of Twin4Build are written for it as well") {
  SimulationModel model;
  model.name = "room";
  model.add_component(instance_of("coil", "Coil"));
  model.add_component(instance_of("supply", "SupplyFlowJunction"));
  model.add_component(instance_of("recovery", "AirToAirHeatRecovery"));
  Diagnostics messages;
  const TripleStore store = twin4build_graph(model, standard_components(), messages);
  CHECK(messages.empty());
  const auto given = [&](const char* node, const char* name) {
    return !store
                .match({.subject = store.find_iri(std::string("http://simulation.org/") + node),
                        .predicate = store.find_iri(std::string("http://simulation.org/") + name)})
                .empty();
  };
  CHECK(given("recovery", "eps_100_c"));  // that program has no default for it
  CHECK_FALSE(given("supply", "airFlowRateBias"));
  CHECK(read(store) == model);
  model.add_component(instance_of("fan", "Fan"));
  messages = {};
  twin4build_graph(model, standard_components(), messages);
  REQUIRE(messages.items().size() >= 2);
  CHECK_THAT(messages.items()[1].message, Contains("Twin4Build needs a number"));
}

TEST_CASE("points of a line are arrays of equal length") {
  const auto check = [](const std::string& code, const std::string& statements) {
    CHECK(codes(errors_of(graph("sim:a a sim:PiecewiseLinearSystem " + statements + " ."))) ==
          std::vector<std::string>{code});
  };
  check("t4b.points_missing", "; sim:X \"[1]\"^^rdf:JSON");
  check("t4b.value_invalid", "; sim:X \"[1, 2]\"^^rdf:JSON ; sim:Y \"[1]\"^^rdf:JSON");
  check("t4b.value_invalid", "; sim:X \"[1, 2]\"^^rdf:JSON ; sim:Y \"[1, true]\"^^rdf:JSON");
}

namespace {

/// Two rooms and two return dampers whose air joins; `damper` draws air off the second room.
std::string return_air(const std::string& damper) {
  return R"(
sim:j a sim:ReturnFlowJunctionSystem ; s4syst:connectsAt sim:jf, sim:jt .
sim:jf sim:inputPort "airFlowRateIn" . sim:jt sim:inputPort "airTemperatureIn" .
sim:d1 a sim:DamperTorchSystem ; s4syst:connectedThrough sim:c1 .
sim:d2 a sim:DamperTorchSystem ; s4syst:connectedThrough sim:c2 .
sim:d3 a sim:DamperTorchSystem ; s4syst:connectedThrough sim:c5 .
sim:r1 a sim:BuildingSpaceTorchSystem ; s4syst:connectedThrough sim:c3 ; s4syst:connectsAt sim:e1 .
sim:r2 a sim:BuildingSpaceTorchSystem ; s4syst:connectedThrough sim:c4 ; s4syst:connectsAt sim:e2 .
sim:e1 sim:inputPort "exhaustAirFlowRate" . sim:e2 sim:inputPort "exhaustAirFlowRate" .
sim:c1 sim:outputPort "airFlowRate" ; s4syst:connectsSystemAt sim:jf, sim:e1 .
sim:c2 sim:outputPort "airFlowRate" ; s4syst:connectsSystemAt sim:jf .
sim:c5 sim:outputPort "airFlowRate" ; s4syst:connectsSystemAt sim:e1 .
sim:c3 sim:outputPort "indoorTemperature" ; s4syst:connectsSystemAt sim:jt .
sim:c4 sim:outputPort "indoorTemperature" ; s4syst:connectsSystemAt sim:jt .
)" + damper +
         " s4syst:connectsSystemAt sim:e2 .";
}

}  // namespace

TEST_CASE("air that returns has the temperature of the room it is drawn off") {
  const SimulationModel model = read(graph(return_air("sim:c2")));
  std::vector<std::string> streams;
  for (const Connection& c : model.connections()) {
    if (c.to.component == "j") streams.push_back(to_string(c));
  }
  CHECK(streams == std::vector<std::string>{"d1.airFlowRate -> j.airFlowRateIn[d1]",
                                            "d2.airFlowRate -> j.airFlowRateIn[d2]",
                                            "r1.indoorTemperature -> j.airTemperatureIn[d1]",
                                            "r2.indoorTemperature -> j.airTemperatureIn[d2]"});
  CHECK(reread(model, standard_components()) == model);
}

TEST_CASE("returning air of an unknown room is an error") {
  CHECK(codes(errors_of(graph(return_air("sim:c5")))) ==
        std::vector<std::string>{"t4b.stream_unpaired"});
}

}  // namespace turtle_model_test

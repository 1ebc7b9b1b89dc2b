// SPDX-License-Identifier: MIT
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>

#include "hearth/ontology/twin4build/internal/graph/rulesets.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/tests/ontology/twin4build/twin4build_test.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace twin4build_writer_test {

using namespace hearth;
using namespace hearth::test;
using Catch::Matchers::Contains;

namespace {

TripleStore written(const SimulationModel& model, Diagnostics& warnings) {
  return twin4build_graph(model, standard_components(), warnings);
}
TripleStore written(const SimulationModel& model) {
  Diagnostics warnings;
  TripleStore store = written(model, warnings);
  CHECK(warnings.empty());
  return store;
}

SimulationModel reread(const SimulationModel& model) {
  Diagnostics warnings;
  const std::string text = write_twin4build(model, standard_components(), warnings);
  return read(read_turtle_text(text, "room.ttl"));
}

/// Returns the literal of an attribute.
std::string attribute(const TripleStore& store, const std::string& node, const std::string& name) {
  const auto found = store.match({.subject = store.find_iri("http://simulation.org/" + node),
                                  .predicate = store.find_iri("http://simulation.org/" + name)});
  return found.empty() ? "" : std::string(store.term(found[0].object).text);
}

/// Random models of all components in the form in which a graph gives them.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  SimulationModel model() {
    model_ = SimulationModel();
    model_.name = "room";
    for (int rooms = whole(1, 3); rooms > 0; --rooms) add_room("room " + std::to_string(rooms));
    for (const auto& [id, component] : model_.components()) {
      model_.component(id).initial = twin4build::implied_initial(model_, component);
    }
    return model_;
  }

 private:
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance() { return whole(0, 1) == 0; }
  double number() {
    const double mantissa = std::uniform_real_distribution<double>(1.0, 10.0)(random_);
    return mantissa * std::pow(10.0, whole(-9, 9));
  }

  Component& add(const std::string& id, const std::string& type) {
    std::string local = id;
    for (auto space = local.find(' '); space != local.npos; space = local.find(' ')) {
      local.replace(space, 1, "%20");
    }
    Component& component = model_.add_component({.id = id,
                                                 .type = type,
                                                 .iri = {},
                                                 .config = {},
                                                 .parameters = {},
                                                 .initial = {},
                                                 .clock = {},
                                                 .where = {}});
    component.iri = (chance() ? "http://simulation.org/" : "http://example.org/b#") + local;
    for (const auto& term : twin4build::find_type(type)->parameters) {
      const bool explicit_default =
          term.standard && *term.standard != 0.0 && !same_default(type, term);
      if (chance()) {
        component.parameters[std::string(term.name)].value = Quantity{number(), {}};
      } else if (explicit_default) {
        component.parameters[std::string(term.name)] = {
            .value = Quantity{twin4build::from_graph(term.scale, *term.standard), {}},
            .min = {},
            .max = {},
            .source = "twin4build default"};
      }
    }
    return component;
  }

  static bool same_default(const std::string& type, const twin4build::ParameterTerm& term) {
    const Field* field = standard_components().find(type)->schema.find(Role::Parameter, term.name);
    return field->range.value == twin4build::from_graph(term.scale, *term.standard);
  }

  FileColumn column() {
    FileColumn column;
    column.file = chance() ? "data \"x\"\\t.csv" : "C:\\temp\\w.csv";
    column.column = whole(1, 9);
    column.time_column = whole(0, 2);
    return column;
  }
  SeriesSpec source(std::optional<Unit> unit) {
    FileColumn file = column();
    file.unit = unit;
    file.resample = Resample::Linear;
    file.outside = Outside::Hold;
    return {.source = file, .unit = {}, .sample = Sample::End};
  }

  std::string schedule(const std::string& id) {
    SeriesSpec value{.source = number(), .unit = {}, .sample = Sample::End};
    if (whole(0, 2) == 0) value = source({});
    if (whole(0, 2) == 0) {
      twin4build::Week week;
      for (auto& day : week) {
        day.otherwise = whole(0, 2);
        for (int n = whole(0, 3); n > 0; --n) {
          day.rules.push_back({whole(0, 23), whole(0, 59), whole(0, 24), whole(0, 59), number()});
        }
      }
      const WeeklyRules rules = twin4build::to_weekly_rules(week);
      if (!rules.rules.empty()) value.source = rules;
    }
    add(id, "Schedule").config["value"] = value;
    return id + ".scheduleValue";
  }

  void add_weather(const std::string& id) {
    Component& weather = add(id, "OutdoorEnvironment");
    weather.config["outdoorTemperature"] = source(unit::degC);
    weather.config["globalIrradiation"] = source(unit::W_per_m2);
    SeriesSpec co2 = source(unit::ppm);
    std::get<FileColumn>(co2.source).missing_column = 400.0;
    std::get<FileColumn>(co2.source).missing_code = "t4b.no_co2_column";
    weather.config["outdoorCo2Concentration"] = co2;
    if (chance()) weather.config["apply_correction"] = chance();
  }

  void connect(const std::string& text) { model_.add_connection(text); }
  void measure(const std::string& sensor, const std::string& source_port) {
    add(sensor, "Sensor");
    const std::string source = source_port.substr(0, source_port.find('.'));
    connect(source_port + " -> " + sensor + ".measuredValue[" + source + "]");
    if (chance()) return;
    FileColumn file = column();
    file.resample = Resample::None;
    model_.measurements[sensor + ".measuredValue"] = {.column = file, .sd = {}, .where = {}};
  }

  void add_room(const std::string& id) {
    add(id, "BuildingSpace");
    const std::string heater = id + " heater";
    Component& radiator = add(heater, "SpaceHeater");
    if (chance()) radiator.config["nelements"] = whole(1, 9);
    add(id + " valve", "Valve");
    add(id + " damper", "Damper");
    Component& pid = add(id + " pid", "PidController");
    pid.config["form"] = Word{"velocity"};
    pid.config["saturation"] = Word{"smooth"};
    if (chance()) pid.config["isReverse"] = chance();
    add_weather(id + " weather");
    connect(id + " weather.outdoorTemperature -> " + id + ".outdoorTemperature");
    connect(heater + ".Power -> " + id + ".heatGain[" + heater + "]");
    connect(schedule(id + " water") + " -> " + heater + ".supplyWaterTemperature");
    connect(id + ".indoorTemperature -> " + heater + ".indoorTemperature");
    connect(id + " valve.waterFlowRate -> " + heater + ".waterFlowRate");
    connect(id + " pid.inputSignal -> " + id + " valve.valvePosition");
    connect(id + " pid.inputSignal -> " + id + " damper.damperPosition");
    connect(schedule(id + " setpoint") + " -> " + id + " pid.setpointValue");
    measure(id + " sensor", id + ".indoorTemperature");
    connect(id + " sensor.measuredValue -> " + id + " pid.actualValue");
    if (chance()) {
      add(id + " leaf", "Sensor").config["value"] = source({});
      connect(id + " leaf.measuredValue -> " + id + ".supplyAirTemperature");
    }
    if (chance()) {
      const std::string boundary = schedule(id + " boundary");
      connect(boundary + " -> " + id + ".boundaryTemperature[" + id + " boundary]");
    }
    for (const auto& [other, component] : model_.components()) {
      if (component.type != "BuildingSpace" || other == id || chance()) continue;
      connect(other + ".indoorTemperature -> " + id + ".adjacentZoneTemperature[" + other + "]");
    }
  }

  std::mt19937 random_;
  SimulationModel model_;
};

/// A small model that can be written.
SimulationModel small_model() {
  return read(graph(R"(
sim:d a sim:DamperTorchSystem ; sim:nominalAirFlowRate 0.1 ; s4syst:connectsAt sim:2 .
sim:s a sim:ScheduleSystem ; sim:weekDayRulesetDict "{\"ruleset_default_value\": 1}"^^rdf:JSON ;
  s4syst:connectedThrough sim:1 .
sim:1 sim:outputPort "scheduleValue" ; s4syst:connectsSystemAt sim:2 .
sim:2 sim:inputPort "damperPosition" .
sim:m a sim:SensorSystem ; s4syst:connectsAt sim:3 .
sim:d s4syst:connectedThrough sim:4 .
sim:4 sim:outputPort "airFlowRate" ; s4syst:connectsSystemAt sim:3 .
sim:3 sim:inputPort "measuredValue" .
)"));
}

/// Checks that the small model comes back equal after a change, and that a message names what
/// Twin4Build cannot take; "" if nothing.
void check_own_terms(const std::string& message,
                     const std::function<void(SimulationModel&)>& change) {
  SimulationModel model = small_model();
  change(model);
  Diagnostics warnings;
  const TripleStore store = written(model, warnings);
  INFO(message);
  CHECK(read(store) == model);
  CHECK(reread(model) == model);
  if (message.empty()) {
    CHECK(warnings.empty());
    return;
  }
  REQUIRE(codes(warnings) == std::vector<std::string>{"t4b.own_terms", "t4b.not_expressible"});
  CHECK_THAT(warnings.items()[0].message, Contains("1 of 3 components"));
  CHECK_THAT(warnings.items()[1].message, Contains(message));
}

SeriesSpec file_series(const std::function<void(SeriesSpec&, FileColumn&)>& change) {
  FileColumn column;
  column.file = "f.csv";
  column.resample = Resample::Linear;
  column.outside = Outside::Hold;
  SeriesSpec series{.source = 0.0, .unit = {}, .sample = Sample::End};
  change(series, column);
  series.source = column;
  return series;
}

}  // namespace

TEST_CASE("every volume and every CO2 rate comes back bit for bit") {
  std::mt19937_64 random(3);
  using twin4build::Scale;
  for (const Scale scale : {Scale::Same, Scale::AirMass, Scale::PerMillion}) {
    for (int i = 0; i < 20000; ++i) {
      const double value = std::ldexp(std::uniform_real_distribution<double>(1.0, 2.0)(random),
                                      std::uniform_int_distribution<int>(-60, 60)(random));
      const auto text = twin4build::to_graph(scale, value);
      REQUIRE(text);
      const auto number = twin4build::parse_number(*text);
      REQUIRE(number);
      REQUIRE(twin4build::from_graph(scale, *number) == value);
    }
  }
  CHECK_FALSE(twin4build::to_graph(Scale::Same, std::numeric_limits<double>::infinity()));
}

TEST_CASE("numbers of the graph are written as they were read") {
  using twin4build::Scale;
  CHECK(twin4build::to_graph(Scale::AirMass, 100.0 / 1.2) == "1e+02");
  CHECK(twin4build::to_graph(Scale::PerMillion, 5e-6 * 1e-6) == "5e-06");
  CHECK(twin4build::to_graph(Scale::Same, 351.3347) == "3.513347e+02");
}

TEST_CASE("the one room comes back equal, and with it its text") {
  const auto path = shared_data("data/twin4build/one_room/semantic_model.ttl");
  if (!path) return;
  Diagnostics warnings;
  const auto load = [&](const TripleStore& store) {
    return read_twin4build(store, path->string(), standard_components(), warnings);
  };
  const SimulationModel model = load(read_turtle(*path, warnings));
  const TripleStore store = written(model);
  CHECK(load(store) == model);
  CHECK(attribute(store, "020B", "mass.V") == "1e+02");
  CHECK(attribute(store, "020B", "mass.G_occ") == "5e-06");
  CHECK(attribute(store, "020B", "thermal.C_air") == "1e+06");

  const std::string text = write_twin4build(model, standard_components(), warnings);
  const SimulationModel again = load(read_turtle_text(text, "room.ttl"));
  CHECK(again == model);
  CHECK(write_twin4build(again, standard_components(), warnings) == text);
  CHECK(warnings.empty());
}

TEST_CASE("the one room does not depend on the order of its statements") {
  const auto path = shared_data("data/twin4build/one_room/semantic_model.ttl");
  if (!path) return;
  Diagnostics warnings;
  const TripleStore store = read_turtle(*path, warnings);
  const SimulationModel model = read(store);
  std::mt19937 random(4);
  for (int i = 0; i < 20; ++i) CHECK(read(shuffled(store, random)) == model);
}

TEST_CASE("random models come back equal from graph and text") {
  Generator generator(5);
  std::mt19937 random(6);
  for (int i = 0; i < 60; ++i) {
    const SimulationModel model = generator.model();
    const TripleStore store = written(model);
    REQUIRE(read(store) == model);
    REQUIRE(read(shuffled(store, random)) == model);
    REQUIRE(reread(model) == model);
  }
}

TEST_CASE("defaults of Hearth are written where Twin4Build has others") {
  SimulationModel model;
  model.name = "room";
  model.add_component({.id = "room",
                       .type = "BuildingSpace",
                       .iri = {},
                       .config = {},
                       .parameters = {},
                       .initial = {},
                       .clock = {},
                       .where = {}});
  const TripleStore store = written(model);
  CHECK(read(store) == model);
  CHECK(attribute(store, "room", "mass.V") == "1.2e+02");  // kg of air in 100 m3
  CHECK(attribute(store, "room", "mass.G_occ") == "6.2e+00");
  CHECK(attribute(store, "room", "thermal.C_air").empty());
}

TEST_CASE("numbers in other units are written in the parameter's unit for Twin4Build") {
  SimulationModel model = small_model();
  model.set_parameter("d.nominalAirFlowRate", {360.0, unit::kg_per_h});
  // 360 kg/h is 0.1 kg/s up to the rounding of one product.
  CHECK(std::stod(attribute(written(model), "d", "nominalAirFlowRate")) ==
        Approx(0.1).epsilon(1e-15));
  CHECK(reread(model) == model);
}

TEST_CASE("ids that are not names in Turtle are written") {
  SimulationModel model;
  model.name = "room";
  for (const char* id : {"room 1 (a) [b]", "connection_1",
                         "K\xC3\xBC"
                         "che",
                         "50-x"}) {
    model.add_component({.id = id,
                         .type = "Damper",
                         .iri = {},
                         .config = {},
                         .parameters = {},
                         .initial = {},
                         .clock = {},
                         .where = {}});
    model.set_parameter(std::string(id) + ".nominalAirFlowRate", {0.5, {}});
  }
  model.add_connection("connection_1.airFlowRate -> 50-x.damperPosition");
  const SimulationModel again = reread(model);
  CHECK(again.components().size() == 4);
  CHECK(again.find("room 1 (a) [b]") != nullptr);
  CHECK(again.connections() == model.connections());
}

TEST_CASE("what Twin4Build cannot take is written as JSON and comes back") {
  check_own_terms("", [](SimulationModel&) {});
  check_own_terms("can only be 0", [](SimulationModel& m) {
    m.set_initial("d.airFlowRate", {0.1, {}});
  });
  check_own_terms("initial value is not part", [](SimulationModel& m) {
    m.set_initial("s.scheduleValue", {0.0, {}});
  });
  check_own_terms("clock", [](SimulationModel& m) {
    m.component("d").clock = SampleClock{600.0, 30.0, 7200.0, 1.5};
  });
  check_own_terms("only one number", [](SimulationModel& m) {
    m.component("d").parameters["a"].value = std::map<std::string, Quantity>{{"x", {1.0, {}}}};
  });
  check_own_terms("only one number", [](SimulationModel& m) {
    m.set_parameter("d.a", {1.0, unit::degC});
  });
  check_own_terms("no such parameter", [](SimulationModel& m) {
    m.set_parameter("d.b", {1.0, {}});
  });
  check_own_terms("positions of the sun cannot be expressed", [](SimulationModel& m) {
    m.component("s").config["value"] =
        SeriesSpec{.source = SunAngle{}, .unit = {}, .sample = Sample::End};
  });
  check_own_terms("a schedule needs a value",
                  [](SimulationModel& m) { m.component("s").config.clear(); });
  check_own_terms("no series except its measurement",
                  [](SimulationModel& m) { m.component("m").config["value"] = SeriesSpec{}; });
}

TEST_CASE("connections, inputs and measurements beyond Twin4Build come back") {
  check_own_terms("", [](SimulationModel& m) {
    Connection connection = *m.connections().begin();
    m.remove_connection(to_string(connection));
    connection.cut = CutPin::Never;
    connection.loop = LoopAction::Delay;
    m.add_connection(connection);
  });
  check_own_terms("", [](SimulationModel& m) { m.inputs = {"d.in.y", "d.in.x"}; });
  check_own_terms("", [](SimulationModel& m) { m.add_event("s.on[1] -> d.close"); });
  check_own_terms(
      "", [](SimulationModel& m) { m.add_connection("d.damperPosition -> m.measuredValue[two]"); });
  check_own_terms(
      "", [](SimulationModel& m) { m.measurements["d.airFlowRate"].column.file = "f.csv"; });
}

TEST_CASE("what no graph can hold is refused") {
  SimulationModel model = small_model();
  model.component("s").config["value"] =
      SeriesSpec{.source = std::nan(""), .unit = {}, .sample = Sample::End};
  model.set_parameter("d.a", {std::numeric_limits<double>::infinity(), {}});
  Diagnostics warnings;
  try {
    written(model, warnings);
    FAIL("written");
  } catch (const ModelError& error) {
    CHECK(codes(error.diagnostics()) == std::vector<std::string>(2, "t4b.not_expressible"));
  }
}

TEST_CASE("series that Twin4Build cannot take are written as JSON") {
  const auto check = [](const std::string& message,
                        const std::function<void(SeriesSpec&, FileColumn&)>& change) {
    check_own_terms(message, [&](SimulationModel& m) {
      m.component("s").config["value"] = file_series(change);
    });
  };
  check("sample", [](SeriesSpec& s, FileColumn&) { s.sample = Sample::Mean; });
  check("columns by name", [](SeriesSpec&, FileColumn& c) { c.column = "value"; });
  check("columns by name", [](SeriesSpec&, FileColumn& c) { c.time_column = "time"; });
  check("numbers in degC", [](SeriesSpec&, FileColumn& c) { c.unit = unit::degC; });
  check("resample", [](SeriesSpec&, FileColumn& c) { c.resample.reset(); });
  check("outside", [](SeriesSpec&, FileColumn& c) { c.outside = Outside::Error; });
  check("max_gap", [](SeriesSpec&, FileColumn& c) { c.max_gap = 3600.0; });
  check("stamp", [](SeriesSpec&, FileColumn& c) { c.stamp = Stamp::MeanBefore; });
  check("duplicates", [](SeriesSpec&, FileColumn& c) { c.duplicates = Duplicates::Last; });
  check("time zone", [](SeriesSpec&, FileColumn& c) { c.timezone = "UTC"; });
  check("missing_column", [](SeriesSpec&, FileColumn& c) { c.missing_column = 1.0; });
  check_own_terms("remove the unit", [](SimulationModel& m) {
    m.component("s").config["value"] =
        SeriesSpec{.source = 1.0, .unit = unit::one, .sample = Sample::End};
  });
  check_own_terms("sample", [](SimulationModel& m) {
    m.component("s").config["value"] =
        SeriesSpec{.source = WeeklyRules{}, .unit = {}, .sample = Sample::Mean};
  });
}

TEST_CASE("remarks without influence on the equations come back") {
  SimulationModel model = small_model();
  model.name = "A house";
  model.site = {.latitude = 55.75, .longitude = -12.5, .timezone = "Europe/Copenhagen"};
  model.defaults.start = Instant(Duration(1'700'000'000'123));
  model.defaults.step = std::chrono::minutes(10);
  model.component("d").parameters["nominalAirFlowRate"].max = Quantity{1.0, {}};
  model.component("d").parameters["nominalAirFlowRate"].source = "nameplate";
  model.measurements["m.measuredValue"].column.file = "m.csv";
  model.measurements["m.measuredValue"].sd = 0.1;
  const TripleStore store = written(model);
  CHECK(read(store) == model);
  CHECK(reread(model) == model);
  CHECK(attribute(store, "d", "nominalAirFlowRate") == "1e-01");  // for Twin4Build
}

}  // namespace twin4build_writer_test

// SPDX-License-Identifier: MIT
#include "hearth/tests/ontology/twin4build/twin4build_test.hpp"

#include <map>
#include <set>
#include <variant>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace twin4build_test {

using namespace hearth;
using namespace hearth::test;
using Catch::Matchers::Contains;

namespace {

// Every class once; the room is fed by all the others.
const std::string kRoom = R"(
sim:room a sim:BuildingSpaceTorchSystem ; sim:thermal.C_air 2e6 ; sim:mass.V 120 ; sim:mass.G_occ 8e-6 .
sim:radiator a sim:SpaceHeaterTorchSystem ; sim:Q_flow_nominal_sh 2000 ; sim:nelements 4 .
sim:valve a sim:ValveTorchSystem ; sim:valveAuthority 0.5 .
sim:damper a sim:DamperTorchSystem ; sim:a 5 .
sim:pid a sim:PIDControllerSystem ; sim:kp -2e-3 ; sim:isReverse true .
sim:meter a sim:SensorSystem ; sim:useSpreadsheet true ; sim:filename "C:\\data\\t.csv" ; sim:valuecolumn 2 .
sim:supply a sim:SensorSystem ; sim:useSpreadsheet true ; sim:filename "supply.csv" ; sim:datecolumn 1 .
sim:setpoint a sim:ScheduleSystem ; sim:weekDayRulesetDict "{\"ruleset_default_value\": 21}"^^rdf:JSON .
sim:weather a sim:OutdoorEnvironmentSystem ; sim:useSpreadsheet true ; sim:apply_correction false ;
  sim:filename_outdoorTemperature "w.csv" ; sim:filename_globalIrradiation "w.csv" ;
  sim:valuecolumn_globalIrradiation 2 ; sim:filename_outdoorCo2Concentration "w.csv" ; sim:valuecolumn_outdoorCo2Concentration 3 .
)";

// One connection in all its statements.
std::string wire(const std::string& number, const std::string& from, const std::string& output,
                 const std::string& to, const std::string& input) {
  const std::string c = "sim:1" + number;
  const std::string p = "sim:2" + number;
  return "sim:" + from + " s4syst:connectedThrough " + c + " .\n" + c +
         " a s4syst:Connection ; sim:outputPort \"" + output +
         "\" ; s4syst:connectsSystem sim:" + from + " ; s4syst:connectsSystemAt " + p + " .\n" + p +
         " a s4syst:ConnectionPoint ; sim:inputPort \"" + input +
         "\" ; s4syst:connectionPointOf sim:" + to + " ; s4syst:connectsSystemThrough " + c +
         " .\nsim:" + to + " s4syst:connectsAt " + p + " .\n";
}

const std::string kWires = wire("01", "radiator", "Power", "room", "heatGain") +
                           wire("02", "room", "indoorTemperature", "meter", "measuredValue") +
                           wire("03", "setpoint", "scheduleValue", "room", "boundaryTemperature") +
                           wire("04", "supply", "measuredValue", "room", "supplyAirTemperature");

std::vector<std::string> connections_of(const SimulationModel& model) {
  std::vector<std::string> list;
  for (const Connection& connection : model.connections()) list.push_back(to_string(connection));
  return list;
}

double parameter(const SimulationModel& model, const std::string& id, const std::string& name) {
  const Component& component = model.component(id);
  const auto found = component.parameters.find(name);
  REQUIRE(found != component.parameters.end());
  return std::get<Quantity>(found->second.value).value;
}

std::map<std::string, double> initial(const SimulationModel& model, const std::string& id) {
  std::map<std::string, double> values;
  for (const auto& [name, entries] : model.component(id).initial) {
    values[name] = std::get<Quantity>(entries).value;
  }
  return values;
}

const SeriesSpec& series(const SimulationModel& model, const std::string& id,
                         const std::string& name) {
  return std::get<SeriesSpec>(model.component(id).config.at(name));
}

bool has_code(const Diagnostics& diagnostics, const std::string& code) {
  const auto list = codes(diagnostics);
  return std::find(list.begin(), list.end(), code) != list.end();
}

// The one error of a graph.
Diagnostic error_of(const std::string& text) {
  const Diagnostics errors = errors_of(graph(text));
  REQUIRE(errors.items().size() == 1);
  return errors.items()[0];
}

// The only warning of a graph that is read.
Diagnostic warning_of(const std::string& text) {
  Diagnostics warnings;
  read(graph(text), warnings);
  REQUIRE(warnings.items().size() == 1);
  CHECK(warnings.items()[0].severity == Severity::Warning);
  return warnings.items()[0];
}

std::optional<SimulationModel> one_room(Diagnostics& warnings) {
  const auto path = shared_data("data/twin4build/one_room/semantic_model.ttl");
  if (!path) return std::nullopt;
  const TripleStore store = read_turtle(*path, warnings);
  return read_twin4build(store, path->string(), standard_components(), warnings);
}

}  // namespace

TEST_CASE("classes become component types and ids are local names") {
  Diagnostics warnings;
  const SimulationModel model = read(graph(kRoom + kWires), warnings);
  CHECK(warnings.empty());
  CHECK(model.name == "room");
  CHECK(model.site.timezone.empty());
  const std::map<std::string, std::string> expected = {
      {"damper", "Damper"},      {"meter", "Sensor"},         {"pid", "PidController"},
      {"room", "BuildingSpace"}, {"radiator", "SpaceHeater"}, {"setpoint", "Schedule"},
      {"supply", "Sensor"},      {"valve", "Valve"},          {"weather", "OutdoorEnvironment"}};
  std::map<std::string, std::string> types;
  for (const auto& [id, component] : model.components()) types[id] = component.type;
  CHECK(types == expected);
  CHECK(model.component("room").iri.empty());  // no node of a building
  CHECK(model.component("room").where.line == kFirstLine + 1);
  CHECK(validate(model, standard_components()).has_errors());  // open inputs of the others
}

TEST_CASE("volume and occupants' CO2 are converted, everything else is kept") {
  const SimulationModel model = read(graph(kRoom + kWires));
  CHECK(parameter(model, "room", "V") == 120.0 / 1.2);
  CHECK(parameter(model, "room", "G_occ") == 8e-6 * 1e-6);
  CHECK(parameter(model, "room", "C_air") == 2e6);
  CHECK(parameter(model, "pid", "kp") == -2e-3);
  CHECK(std::get<bool>(model.component("pid").config.at("isReverse")));
  CHECK(parameter(model, "radiator", "Q_flow_nominal_sh") == 2000.0);
  CHECK(std::get<int>(model.component("radiator").config.at("nelements")) == 4);
  // UA is left to its closed form where the graph does not give it.
  CHECK(model.component("radiator").parameters.count("UA") == 0);
}

TEST_CASE("the defaults of Twin4Build become explicit where Hearth's differ") {
  const SimulationModel model = read(graph(R"(
sim:room a sim:BuildingSpaceTorchSystem .
sim:valve a sim:ValveTorchSystem .
sim:damper a sim:DamperTorchSystem .
sim:radiator a sim:SpaceHeaterTorchSystem .
sim:pid a sim:PIDControllerSystem .
)"));
  CHECK(parameter(model, "room", "V") == 100.0 / 1.2);
  CHECK(parameter(model, "room", "G_occ") == 5e-6 * 1e-6);
  CHECK(model.component("room").parameters.size() == 2);
  CHECK(model.component("room").parameters.at("V").source == "twin4build default");
  CHECK(parameter(model, "valve", "waterFlowRateMax") == 1000.0 / (15.0 * 4180.0));
  CHECK(parameter(model, "damper", "nominalAirFlowRate") == 100.0 * 1.225 / 3600.0);
  CHECK(model.component("radiator").parameters.empty());
  CHECK(model.component("pid").parameters.empty());
}

TEST_CASE("parameters may be written with or without the part of the room") {
  const SimulationModel model = read(graph(R"(
sim:room a sim:BuildingSpaceTorchSystem ; sim:C_wall 3e6 ; sim:thermal.R_in 0.02 ; sim:m_inf 0.5 ;
  sim:thermal.C_air "None" ; sim:R_out "0.04" .
)"));
  CHECK(parameter(model, "room", "C_wall") == 3e6);
  CHECK(parameter(model, "room", "R_in") == 0.02);
  CHECK(parameter(model, "room", "m_inf") == 0.5);
  CHECK(parameter(model, "room", "R_out") == 0.04);
  CHECK(model.component("room").parameters.count("C_air") == 0);
}

TEST_CASE("initial values are those with which Twin4Build starts") {
  using Values = std::map<std::string, double>;
  const SimulationModel model = read(graph(kRoom + kWires));
  CHECK(initial(model, "room") == Values{{"indoorTemperature", 20.0},
                                         {"wallTemperature", 20.0},
                                         {"boundaryWallTemperature", 20.0},
                                         {"indoorCO2", 400.0}});
  CHECK(initial(model, "radiator") ==
        Values{{"outletWaterTemperature", 21.0}, {"elementTemperature", 21.0}, {"Power", 0.0}});
  CHECK(initial(model, "valve") == Values{{"valvePosition", 0.0}, {"waterFlowRate", 0.0}});
  CHECK(initial(model, "damper") == Values{{"damperPosition", 0.0}, {"airFlowRate", 0.0}});
  CHECK(initial(model, "pid") ==
        Values{{"inputSignal", 0.0}, {"command", 0.0}, {"error", 0.0}, {"previousError", 0.0}});
  CHECK(initial(model, "meter") == Values{{"measuredValue", 0.0}});
  for (const char* source : {"supply", "setpoint", "weather"}) {
    CHECK(initial(model, source).empty());
  }
}

TEST_CASE("walls to neighbours start at the room's temperature") {
  const SimulationModel model =
      read(graph("sim:a a sim:BuildingSpaceTorchSystem . sim:b a sim:BuildingSpaceTorchSystem .\n" +
                 wire("1", "a", "indoorTemperature", "b", "adjacentZoneTemperature")));
  CHECK(initial(model, "b").at("interiorWallTemperature") == 20.0);
  CHECK(initial(model, "a").count("interiorWallTemperature") == 0);
  CHECK(initial(model, "b").count("boundaryWallTemperature") == 0);
}

TEST_CASE("a connected sensor's file is a measurement, an unconnected one's its series") {
  const SimulationModel model = read(graph(kRoom + kWires));
  REQUIRE(model.measurements.count("meter.measuredValue") == 1);
  const FileColumn& measured = model.measurements.at("meter.measuredValue").column;
  CHECK(measured.file == "C:\\data\\t.csv");
  CHECK(measured.column == std::variant<std::string, int>(2));
  CHECK(!measured.time_column);
  CHECK(measured.resample == Resample::None);
  CHECK_FALSE(measured.unit);
  CHECK(model.component("meter").config.empty());

  CHECK(model.measurements.size() == 1);
  const SeriesSpec& own = series(model, "supply", "value");
  const FileColumn& column = std::get<FileColumn>(own.source);
  CHECK(own.sample == Sample::End);
  CHECK(column.file == "supply.csv");
  CHECK(column.column == std::variant<std::string, int>(1));
  CHECK(column.time_column == std::variant<std::string, int>(1));
  CHECK(column.resample == Resample::Linear);
  CHECK(column.outside == Outside::Hold);
  CHECK_FALSE(column.unit);
}

TEST_CASE("weather columns have units, and only CO2 may be missing") {
  const SimulationModel model = read(graph(kRoom + kWires));
  const auto column = [&](const char* name) {
    return std::get<FileColumn>(series(model, "weather", name).source);
  };
  CHECK(column("outdoorTemperature").unit == unit::degC);
  CHECK(column("outdoorTemperature").column == std::variant<std::string, int>(1));
  CHECK_FALSE(column("outdoorTemperature").missing_column);
  CHECK(column("globalIrradiation").unit == unit::W_per_m2);
  CHECK(column("globalIrradiation").column == std::variant<std::string, int>(2));
  CHECK_FALSE(column("globalIrradiation").missing_column);
  CHECK(column("outdoorCo2Concentration").unit == unit::ppm);
  CHECK(column("outdoorCo2Concentration").missing_column == 400.0);
  CHECK(column("outdoorCo2Concentration").missing_code == "t4b.no_co2_column");
  CHECK(series(model, "weather", "outdoorTemperature").sample == Sample::End);
}

TEST_CASE("entries of inputs with several sources are named by the source") {
  const SimulationModel model = read(graph(kRoom + kWires));
  CHECK(connections_of(model) ==
        std::vector<std::string>{"room.indoorTemperature -> meter.measuredValue[room]",
                                 "setpoint.scheduleValue -> room.boundaryTemperature[setpoint]",
                                 "radiator.Power -> room.heatGain[radiator]",
                                 "supply.measuredValue -> room.supplyAirTemperature"});
}

TEST_CASE("either direction of a relation is enough") {
  const SimulationModel complete = read(graph(kRoom + kWires));
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"connectedThrough", "connectsSystem"},
      {"connectsSystemAt", "connectsSystemThrough"},
      {"connectionPointOf", "connectsAt"}};
  const TripleStore store = graph(kRoom + kWires);
  for (unsigned choice = 0; choice < 8; ++choice) {
    std::set<std::string> dropped;
    for (std::size_t i = 0; i < 3; ++i) {
      dropped.insert("https://saref.etsi.org/saref4syst/" +
                     (((choice >> i) & 1) != 0 ? pairs[i].first : pairs[i].second));
    }
    TripleStoreBuilder builder;
    for (const Triple& triple : store.triples()) {
      if (dropped.count(std::string(store.term(triple.predicate).text)) != 0) continue;
      builder.add({builder.intern(store.term(triple.subject)),
                   builder.intern(store.term(triple.predicate)),
                   builder.intern(store.term(triple.object))});
    }
    CHECK(read(std::move(builder).build()) == complete);
  }
}

TEST_CASE("the model does not depend on the order of the statements") {
  const TripleStore store = graph(kRoom + kWires);
  const SimulationModel model = read(store);
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) CHECK(read(shuffled(store, random)) == model);
}

TEST_CASE("what is connected twice is connected once") {
  const std::string again = R"(
sim:99 a s4syst:Connection ; sim:outputPort "Power" ; s4syst:connectsSystem sim:radiator ;
  s4syst:connectsSystemAt sim:98 .
sim:98 a s4syst:ConnectionPoint ; sim:inputPort "heatGain" ; s4syst:connectionPointOf sim:room .
)";
  CHECK(read(graph(kRoom + kWires + again)) == read(graph(kRoom + kWires)));
}

TEST_CASE("a connection and a connection point may have the same name") {
  const std::string text = R"(
sim:a a sim:ScheduleSystem ; sim:weekDayRulesetDict "{\"ruleset_default_value\": 1}"^^rdf:JSON ;
  s4syst:connectedThrough sim:7 .
sim:d a sim:DamperTorchSystem ; s4syst:connectsAt sim:7 .
sim:7 a s4syst:Connection, s4syst:ConnectionPoint ; sim:outputPort "scheduleValue" ;
  sim:inputPort "damperPosition" ; s4syst:connectsSystemAt sim:7 .
)";
  CHECK(connections_of(read(graph(text))) ==
        std::vector<std::string>{"a.scheduleValue -> d.damperPosition"});
}

TEST_CASE("ids hold no character that an id must not hold, and clashes get a suffix") {
  const std::string text = R"(
<http://a.org/x.1> a sim:DamperTorchSystem .
<http://b.org/y#x_1> a sim:DamperTorchSystem .
<http://c.org/x:1> a sim:DamperTorchSystem .
<http://d.org/room%20020B%20[a]> a sim:DamperTorchSystem .
<http://e.org/x_1_2> a sim:DamperTorchSystem .
<http://f.org/K%C3%BCche> a sim:DamperTorchSystem .
<http://g.org/50%FF> a sim:DamperTorchSystem .
)";
  // '[' cannot be in an IRI, so it comes percent-encoded as well.
  std::string allowed = text;
  allowed.replace(allowed.find("[a]"), 3, "%5Ba%5D");
  const TripleStore store = graph(allowed);
  const SimulationModel model = read(store);
  const auto iri = [&](const char* id) { return model.component(id).iri; };
  CHECK(iri("x_1") == "http://a.org/x.1");
  CHECK(iri("x_1_3") == "http://b.org/y#x_1");
  CHECK(iri("x_1_4") == "http://c.org/x:1");
  CHECK(iri("x_1_2") == "http://e.org/x_1_2");
  CHECK(iri("room 020B [a]") == "http://d.org/room%20020B%20%5Ba%5D");
  CHECK(iri("K\xC3\xBC"
            "che") == "http://f.org/K%C3%BCche");
  CHECK(iri("50_FF") == "http://g.org/50%FF");
  std::mt19937 random(2);
  CHECK(read(shuffled(store, random)) == model);
}

TEST_CASE("a class that Twin4Build does not have is an error with its line") {
  const Diagnostics errors = errors_of(graph(kRoom + "sim:x a sim:DampperTorchSystem .\n"));
  REQUIRE(codes(errors) == std::vector<std::string>{"t4b.class_unknown"});
  const Diagnostic& error = errors.items()[0];
  CHECK(error.where.file == "folder/room.ttl");
  CHECK(error.where.line == kFirstLine + 12);
  CHECK(error.where.component == "x");
  CHECK_THAT(error.message, Contains("did you mean 'DamperTorchSystem'?"));
}

TEST_CASE("a class without a component in Hearth is an error that names it") {
  for (const char* name : {"BuildingSpaceThermalTorchSystem", "BuildingSpaceThermalSystem",
                           "NeuralPolicyControllerSystem", "fmuSystem"}) {
    const Diagnostics errors = errors_of(graph(kRoom + "sim:x a sim:" + name + " .\n"));
    REQUIRE(codes(errors) == std::vector<std::string>{"t4b.class_unknown"});
    CHECK_THAT(errors.items()[0].message, Contains("has no component in Hearth: "));
  }
}

TEST_CASE("a graph of unknown classes only is empty as well") {
  CHECK(codes(errors_of(graph("sim:x a sim:Nothing ."))) ==
        std::vector<std::string>{"t4b.class_unknown", "model.empty"});
}

TEST_CASE("a component has one class and an IRI") {
  CHECK(error_of(kRoom + "sim:valve a sim:DamperTorchSystem .\n").code == "t4b.class_ambiguous");
  CHECK(error_of(kRoom + "[] a sim:DamperTorchSystem .\n").code == "t4b.component_unnamed");
}

TEST_CASE("parameters that a class does not have are ignored with a warning") {
  const Diagnostic warning =
      warning_of("sim:d a sim:DamperTorchSystem ; sim:nominalAirFlowrate 3 .\n");
  CHECK(warning.code == "t4b.parameter_ignored");
  CHECK(warning.where.line == kFirstLine);
  CHECK(warning.where.component == "d");
  CHECK_THAT(warning.message, Contains("did you mean 'nominalAirFlowRate'?"));
}

TEST_CASE("bookkeeping is ignored silently") {
  Diagnostics warnings;
  read(graph(R"(
sim:d a sim:DamperTorchSystem ; sim:uuid "None" ; sim:name "damper 1" ; sim:dbconfig "None" ;
  sim:useDatabase false ; sim:saveSimulationResult true ; <http://www.w3.org/2000/01/rdf-schema#label> "d" .
sim:r a sim:BuildingSpaceTorchSystem ; sim:thermal.n_adjacent_zones 0 .
)"),
       warnings);
  CHECK(warnings.empty());
}

TEST_CASE("databases and noise are left out with a warning") {
  const std::string schedule =
      "sim:s a sim:ScheduleSystem ; sim:weekDayRulesetDict "
      "\"{\\\"ruleset_default_value\\\": 1}\"^^rdf:JSON ; ";
  const Diagnostic database = warning_of(schedule + "\n sim:useDatabase true .");
  CHECK(database.code == "t4b.database_ignored");
  CHECK(database.where.line == kFirstLine + 1);
  const Diagnostic noise = warning_of(schedule + "\n\n sim:add_noise true .");
  CHECK(noise.code == "t4b.noise_ignored");
  CHECK(noise.where.line == kFirstLine + 2);
}

TEST_CASE("values that are not what they should be are errors with their line") {
  const auto check = [](const std::string& text, const char* code) {
    const Diagnostic error = error_of(text);
    CHECK(error.code == code);
    CHECK(error.where.line == kFirstLine + 1);
  };
  check("sim:d a sim:DamperTorchSystem ;\n sim:a \"much\" .", "t4b.value_invalid");
  check("sim:d a sim:DamperTorchSystem ;\n sim:a \"nan\" .", "t4b.value_invalid");
  check("sim:d a sim:DamperTorchSystem ;\n sim:a true .", "t4b.value_invalid");
  check("sim:d a sim:DamperTorchSystem ;\n sim:a sim:d .", "t4b.value_invalid");
  check("sim:d a sim:DamperTorchSystem ;\n sim:a 1, 2 .", "t4b.value_ambiguous");
  check("sim:r a sim:BuildingSpaceTorchSystem ; sim:mass.V 1 ;\n sim:V 2 .", "t4b.value_ambiguous");
  check("sim:h a sim:SpaceHeaterTorchSystem ;\n sim:nelements 0 .", "t4b.value_invalid");
  check("sim:h a sim:SpaceHeaterTorchSystem ;\n sim:nelements 2.5 .", "t4b.value_invalid");
  check("sim:p a sim:PIDControllerSystem ;\n sim:isReverse \"maybe\" .", "t4b.value_invalid");
  check(
      "sim:s a sim:SensorSystem ; sim:filename \"f\" ; sim:useSpreadsheet true ;\n"
      " sim:valuecolumn \"value\" .",
      "t4b.value_invalid");
  check("sim:s a sim:SensorSystem ;\n sim:useSpreadsheet true .", "t4b.filename_missing");
  check("sim:s a sim:ScheduleSystem ;\n sim:weekDayRulesetDict \"{\"^^rdf:JSON .",
        "t4b.ruleset_invalid");
  check("sim:s a sim:ScheduleSystem ;\n sim:weekDayRulesetDict \"{}\"^^rdf:JSON .",
        "t4b.ruleset_invalid");
}

TEST_CASE("a schedule needs a rule set for each day, weather its files") {
  CHECK(error_of("sim:s a sim:ScheduleSystem .").code == "t4b.schedule_empty");
  const Diagnostic weekend = error_of(
      "sim:s a sim:ScheduleSystem ; sim:weekendRulesetDict "
      "\"{\\\"ruleset_default_value\\\": 1}\"^^rdf:JSON .");
  CHECK(weekend.code == "t4b.schedule_empty");
  CHECK_THAT(weekend.message, Contains("monday"));
  CHECK(error_of("sim:w a sim:OutdoorEnvironmentSystem ; sim:useSpreadsheet true ; "
                 "sim:filename_outdoorTemperature \"w.csv\" .")
            .code == "t4b.filename_missing");
}

TEST_CASE("weather without a file for CO2 gets 400 ppm with a warning") {
  const Diagnostic warning = warning_of(
      "sim:w a sim:OutdoorEnvironmentSystem ; sim:useSpreadsheet true ; "
      "sim:filename_outdoorTemperature \"w.csv\" ; sim:filename_globalIrradiation \"w.csv\" .");
  CHECK(warning.code == "t4b.no_co2_column");
}

TEST_CASE("a connection that lacks an end is an error with its line") {
  const auto check = [](const std::string& text, const std::string& message, int line) {
    const Diagnostic error = error_of("sim:d a sim:DamperTorchSystem .\n" + text);
    CHECK(error.code == "t4b.connection_open");
    CHECK(error.where.line == line);
    CHECK_THAT(error.message, Contains(message));
  };
  const std::string point =
      "sim:2 sim:inputPort \"damperPosition\" ; s4syst:connectionPointOf sim:d .\n";
  const std::string connection =
      "sim:1 sim:outputPort \"airFlowRate\" ; s4syst:connectsSystem sim:d .\n";
  const std::string joined = "sim:1 s4syst:connectsSystemAt sim:2 .\n";
  const int second = kFirstLine + 1;
  check(connection, "connection '1' leads to no connection point", second);
  check(point, "connection point '2' has no connection", second);
  check(point + joined + "sim:1 sim:outputPort \"airFlowRate\" .", "belongs to no component",
        second + 1);
  check(connection + joined + "sim:2 s4syst:connectionPointOf sim:d .", "has no sim:inputPort",
        second + 1);
  check(point + joined + "sim:1 sim:outputPort \"p\" ; s4syst:connectsSystem sim:ghost .",
        "'ghost', which is not a component", second + 1);
  check(
      "sim:9 a s4syst:ConnectionPoint ; sim:inputPort \"damperPosition\" ; "
      "s4syst:connectionPointOf sim:d .",
      "has no connection", second);
}

TEST_CASE("connections of two components under one name are ambiguous") {
  CHECK(error_of("sim:d a sim:DamperTorchSystem . sim:e a sim:DamperTorchSystem .\n" +
                 wire("1", "d", "airFlowRate", "e", "damperPosition") +
                 "sim:e s4syst:connectedThrough sim:11 .")
            .code == "t4b.connection_ambiguous");
}

TEST_CASE("all errors of a graph are reported at once, and its warnings kept apart") {
  Diagnostics warnings;
  const TripleStore store = graph(
      "sim:a a sim:Nothing . sim:b a sim:DamperTorchSystem ; sim:a \"x\" ; sim:q 1 .\n"
      "sim:1 s4syst:connectsSystem sim:b .");
  try {
    read(store, warnings);
    FAIL("expected an error");
  } catch (const InputError& error) {
    CHECK(has_code(error.diagnostics(), "t4b.class_unknown"));
    CHECK(has_code(error.diagnostics(), "t4b.value_invalid"));
    CHECK(has_code(error.diagnostics(), "t4b.connection_open"));
    CHECK_FALSE(has_code(error.diagnostics(), "t4b.parameter_ignored"));
  }
  CHECK(codes(warnings) == std::vector<std::string>{"t4b.parameter_ignored"});
}

TEST_CASE("the one room's graph gives 18 components and 23 connections") {
  Diagnostics warnings;
  const auto model = one_room(warnings);
  if (!model) return;
  CHECK(warnings.empty());
  CHECK(model->name == "semantic_model");
  CHECK(model->components().size() == 18);
  std::vector<std::string> expected = {
      "outdoor_environment.outdoorTemperature -> 020B.outdoorTemperature",
      "outdoor_environment.globalIrradiation -> 020B.globalIrradiation",
      "outdoor_environment.outdoorCo2Concentration -> 020B.outdoorCO2",
      "BTA004.measuredValue -> 020B.supplyAirTemperature",
      "boundary_temp_schedule.scheduleValue -> 020B.boundaryTemperature[boundary_temp_schedule]",
      "020B_occupancy_profile.scheduleValue -> 020B.numberOfPeople",
      "020B_space_heater.Power -> 020B.heatGain[020B_space_heater]",
      "020B_room_supply_damper.airFlowRate -> 020B.supplyAirFlowRate",
      "020B_room_exhaust_damper.airFlowRate -> 020B.exhaustAirFlowRate",
      "020B.indoorTemperature -> 020B_temperature_sensor.measuredValue[020B]",
      "020B.indoorTemperature -> 020B_space_heater.indoorTemperature",
      "020B.indoorCO2 -> 020B_co2_sensor.measuredValue[020B]",
      "020B_temperature_sensor.measuredValue -> 020B_temperature_heating_controller.actualValue",
      "020B_temperature_heating_setpoint.scheduleValue -> "
      "020B_temperature_heating_controller.setpointValue",
      "020B_temperature_heating_controller.inputSignal -> 020B_space_heater_valve.valvePosition",
      "020B_temperature_heating_controller.inputSignal -> "
      "020B_valve_position_sensor.measuredValue[020B_temperature_heating_controller]",
      "020B_space_heater_valve.waterFlowRate -> 020B_space_heater.waterFlowRate",
      "supply_water_schedule.scheduleValue -> 020B_space_heater.supplyWaterTemperature",
      "020B_co2_sensor.measuredValue -> 020B_co2_controller.actualValue",
      "020B_co2_setpoint.scheduleValue -> 020B_co2_controller.setpointValue",
      "020B_co2_controller.inputSignal -> 020B_room_supply_damper.damperPosition",
      "020B_co2_controller.inputSignal -> 020B_room_exhaust_damper.damperPosition",
      "020B_co2_controller.inputSignal -> "
      "020B_damper_position_sensor.measuredValue[020B_co2_controller]"};
  std::vector<std::string> connections = connections_of(*model);
  std::sort(expected.begin(), expected.end());
  std::sort(connections.begin(), connections.end());
  CHECK(connections == expected);
  CHECK_FALSE(validate(*model, standard_components()).has_errors());
}

TEST_CASE("the one room's parameters, series and initial values are those of its graph") {
  Diagnostics warnings;
  const auto model = one_room(warnings);
  if (!model) return;
  CHECK(parameter(*model, "020B", "V") == 100.0 / 1.2);
  CHECK(parameter(*model, "020B", "G_occ") == 5e-6 * 1e-6);
  CHECK(parameter(*model, "020B", "m_inf") == 0.001);
  CHECK(parameter(*model, "020B_space_heater", "UA") == 351.3347);
  CHECK(parameter(*model, "020B_space_heater_valve", "waterFlowRateMax") == 0.01594896);
  CHECK(parameter(*model, "020B_room_supply_damper", "nominalAirFlowRate") == 0.1048056);
  CHECK(parameter(*model, "020B_room_exhaust_damper", "nominalAirFlowRate") == 0.1017431);
  CHECK(parameter(*model, "020B_co2_controller", "kp") == -0.001);
  CHECK_FALSE(std::get<bool>(model->component("020B_co2_controller").config.at("isReverse")));
  CHECK(std::get<double>(series(*model, "020B_co2_setpoint", "value").source) == 900.0);
  CHECK(std::get<double>(series(*model, "boundary_temp_schedule", "value").source) == 21.0);
  CHECK(std::get<FileColumn>(series(*model, "020B_temperature_heating_setpoint", "value").source)
            .file.ends_with("temperature_heating_setpoint.csv"));
  CHECK(initial(*model, "020B").at("boundaryWallTemperature") == 20.0);
  CHECK(initial(*model, "020B").size() == 4);
  std::vector<std::string> measured;
  for (const auto& [port, measurement] : model->measurements) measured.push_back(port);
  CHECK(measured == std::vector<std::string>{"020B_co2_sensor.measuredValue",
                                             "020B_damper_position_sensor.measuredValue",
                                             "020B_temperature_sensor.measuredValue",
                                             "020B_valve_position_sensor.measuredValue"});
}

TEST_CASE("the one room's CO2 outdoors is 400 ppm because its weather file has no such column") {
  Diagnostics warnings;
  const auto model = one_room(warnings);
  if (!model) return;
  const auto folder = shared_data("data/twin4build/one_room");
  DataResolver resolver({.folders = {}, .data_dir = *folder, .timezone = "Europe/Copenhagen"});
  const Period period{Instant(std::chrono::hours(472000)), Instant(std::chrono::hours(472001)),
                      std::chrono::minutes(20)};
  const auto resolve = [&](const char* name, Unit target) {
    SeriesReport report;
    return resolver.resolve({series(*model, "outdoor_environment", name),
                             period,
                             period.start,
                             "Europe/Copenhagen",
                             target,
                             {.component = "outdoor_environment", .port = name}},
                            report, warnings);
  };
  CHECK(resolve("outdoorCo2Concentration", unit::ppm).at(0.0) == 400.0);
  CHECK(codes(warnings) == std::vector<std::string>{"t4b.no_co2_column"});
  CHECK(resolve("globalIrradiation", unit::W_per_m2).points().size() > 1);
  CHECK(warnings.items().size() == 1);
}

}  // namespace twin4build_test

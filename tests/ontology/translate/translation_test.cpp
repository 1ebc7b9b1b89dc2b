// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/translation.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::test::translation_test {
namespace {

namespace fs = std::filesystem;

/// A vocabulary of its own: rooms that boxes blow air into, boxes on units.
constexpr const char* kMapping = R"({
  "hearthMapping": 1, "id": "test", "title": "Test",
  "prefixes": {"t": "urn:test:"}, "digests": [],
  "equipment": ["t:Room", "t:Box", "t:Unit"], "points": ["t:Point"],
  "pointOf": "t:hasPoint", "unit": "t:unit", "timeseries": "t:series",
  "derive": [
    {"if": ["?a t:blows ?b"], "then": ["?a hearth:air ?b"]},
    {"relation": "t:feeds", "unlisted": "warn", "pairs": [["t:Unit", "t:Box", "hearth:air"]]}],
  "boundaries": {
    "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature": "5 degC"}, "means": "weather"},
    "supply": {"type": "Schedule", "config": {"value": "18 degC"}, "means": "supply air"}},
  "groups": {
    "Room": {
      "components": {
        "space": {"type": "BuildingSpace", "parameters": {
          "V": {"of": "floorArea", "factor": 3, "unit": "m3"},
          "C_air": {"of": "floorArea", "factor": 5e4, "unit": "J/K"}, "Q_occ_gain": 90}},
        "mixer": {"type": "ReturnFlowJunction", "when": "?b[2..]",
          "bypass": {"airFlowRateOut": "airFlowRateIn", "airTemperatureOut": "airTemperatureIn"}}},
      "connections": ["mixer.airFlowRateOut -> space.supplyAirFlowRate", "mixer.airFlowRateOut -> space.exhaustAirFlowRate",
        "mixer.airTemperatureOut -> space.supplyAirTemperature"],
      "inputs": {"airFlowRate": "mixer.airFlowRateIn[]", "airTemperature": "mixer.airTemperatureIn[]",
        "outdoorTemperature": "space.outdoorTemperature"},
      "outputs": {"temperature": "space.indoorTemperature", "exhaust": "mixer.airFlowRateOut"},
      "quantities": {"floorArea": {"from": ["?r t:area"], "default": "20 m2", "unit": "m2"}}}},
  "rules": [
    {"id": "test.room", "priority": 10, "root": "?r", "component": "Room", "where": ["?r a t:Room"],
     "bind": {"?b": {"find": ["?b hearth:air ?r", "?b a t:Box"], "missing": "{r} gets no air", "add": "<box> t:blows {r} .", "count": "0..*"}},
     "connect": ["@outdoors.outdoorTemperature -> outdoorTemperature", "?b.airFlowRate -> airFlowRate", "?b.outletAirTemperature -> airTemperature"],
     "points": [{"class": "t:Temperature", "tap": "temperature", "unit": "degC", "unitUs": "degF"}]},
    {"id": "test.box", "priority": 10, "root": "?b", "component": "VavTerminal", "where": ["?b a t:Box"],
     "bind": {"?r": {"find": ["?b hearth:air ?r", "?r a t:Room"], "count": "1..*", "missing": "{b} blows into no room", "add": "{b} t:blows {?room} ."},
              "?u": {"find": ["?u hearth:air ?b", "?u a t:Unit"], "count": "0..1"}},
     "quantities": {"area": {"sum": "?r.floorArea", "unit": "m2"},
                    "flow": {"from": ["?b t:flow"], "of": "area", "factor": 0.01, "unit": "kg/s", "max": 5}},
     "parameters": {"nominalAirFlowRate": {"of": "flow", "unit": "kg/s"},
                    "minimumAirFlowRate": {"of": "flow", "factor": 0.2, "unit": "kg/s"}},
     "connect": [{"from": ["?u.value", "@supply.scheduleValue"], "to": "supplyAirTemperature"},
                 "@position.scheduleValue -> damperPosition"]},
    {"id": "test.unit", "priority": 10, "root": "?u", "component": "PassThrough", "where": ["?u a t:Unit"],
     "connect": ["@supply.scheduleValue -> value"]}]
})";

std::string with_position(std::string text) {
  const std::string mark = "\"supply\": {\"type\"";
  text.insert(
      text.find(mark),
      R"("position": {"type": "Schedule", "config": {"value": 0.5}, "means": "damper positions"}, )");
  return text;
}

std::vector<Mapping> mappings(const std::vector<std::string>& more = {}) {
  MappingReader reader(standard_components());
  reader.add_text(with_position(kMapping), "test.json");
  for (const std::string& text : more) reader.add_text(text, "more.json");
  return reader.read();
}

Translation translated(const std::string& graph, const TranslateOptions& options = {},
                       const std::vector<std::string>& more = {}) {
  const std::string head = "@prefix t: <urn:test:> . @prefix b: <urn:b#> .\n";
  return translate(read_turtle_text(head + graph, "b.ttl"), mappings(more), standard_components(),
                   options);
}

const ImportItem* item(const Translation& result, std::string_view code) {
  for (const ImportItem& candidate : result.report.items) {
    if (candidate.code == code) return &candidate;
  }
  return nullptr;
}

std::optional<double> number_of(std::string_view text, int nth) {
  const std::optional<Quantity> found = number_in(text, nth);
  return found ? std::optional(found->value) : std::nullopt;
}

/// A file in the temporary folder that goes away with it.
struct TemporaryFile {
  explicit TemporaryFile(const std::string& text, const std::string& name = "hearth_side.json")
      : path(fs::temp_directory_path() / name) {
    std::ofstream(path) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  fs::path path;
};

constexpr const char* kHouse =
    "b:north a t:Room ; t:area 30 . b:south a t:Room .\n"
    "b:box1 a t:Box ; t:blows b:north . b:box2 a t:Box ; t:blows b:north, b:south .\n"
    "b:unit a t:Unit ; t:feeds b:box1 .\n";

TEST_CASE("matches of rules become components with ids of their nodes") {
  const Translation result = translated(kHouse);
  CHECK(result.model.component("north/space").type == "BuildingSpace");
  CHECK(result.model.component("north/space").iri == "urn:b#north");
  CHECK(result.model.component("box1").type == "VavTerminal");
  CHECK(result.report.rules.at("test.room") == 2);
  CHECK(result.report.rules.at("test.box") == 2);
  CHECK_FALSE(validate(result.model, standard_components()).has_errors());
}

TEST_CASE("a part exists only if its condition holds, and is bypassed otherwise") {
  const Translation result = translated(kHouse);
  CHECK(result.model.find("north/mixer") != nullptr);
  CHECK(connected(result, "box1.airFlowRate -> north/mixer.airFlowRateIn[box1]"));
  CHECK(connected(result, "box2.outletAirTemperature -> north/mixer.airTemperatureIn[box2]"));
  CHECK(connected(result, "north/mixer.airFlowRateOut -> north/space.supplyAirFlowRate"));
  CHECK(result.model.find("south/mixer") == nullptr);
  CHECK(connected(result, "box2.airFlowRate -> south/space.supplyAirFlowRate"));
  CHECK(connected(result, "box2.airFlowRate -> south/space.exhaustAirFlowRate"));
  CHECK(connected(result, "box2.outletAirTemperature -> south/space.supplyAirTemperature"));
}

TEST_CASE("the first source that there is, is connected") {
  const Translation result = translated(kHouse);
  CHECK(connected(result, "unit.value -> box1.supplyAirTemperature"));
  CHECK(connected(result, "supply.scheduleValue -> box2.supplyAirTemperature"));
}

TEST_CASE("a boundary is made once and reported with all that use it") {
  const Translation result = translated(kHouse);
  CHECK(result.model.component("outdoors").type == "OutdoorEnvironment");
  const auto& items = result.report.items;
  const auto weather = std::find_if(items.begin(), items.end(), [](const ImportItem& found) {
    return found.code == "import.boundary" && found.message.starts_with("weather");
  });
  REQUIRE(weather != items.end());
  CHECK(weather->nodes.size() == 2);
}

TEST_CASE("parameters come from the graph, from other quantities and from defaults") {
  const Translation result = translated(kHouse);
  CHECK(parameter(result, "north/space", "V") == 90.0);
  CHECK(parameter(result, "south/space", "V") == 60.0);
  CHECK(parameter(result, "north/space", "Q_occ_gain") == 90.0);
  CHECK(parameter(result, "box1", "nominalAirFlowRate") == Approx(0.3));  // 30 m2
  CHECK(parameter(result, "box2", "nominalAirFlowRate") == Approx(0.5));  // 30 + 20 m2
  CHECK(parameter(result, "box2", "minimumAirFlowRate") == Approx(0.1));
  const ImportItem* guess = item(result, "import.value_guessed");
  REQUIRE(guess != nullptr);
  CHECK(guess->message == "floorArea is not in the graph (rule test.room); 20 m2 was used");
  REQUIRE(guess->nodes.size() == 1);
  CHECK(guess->nodes.front().name == "b:south");
  CHECK(guess->nodes.front().line == 2);
}

TEST_CASE("a number may be the sum over nodes") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.box", "priority": 10, "root": "?b", "component": "VavTerminal", "where": ["?b a t:Box"],
     "bind": {"?r": {"find": ["?b hearth:air ?r"]}},
     "parameters": {"nominalAirFlowRate": {"from": ["?b t:flow", "sum ?r t:area"], "factor": 0.01, "unit": "kg/s"}},
     "connect": ["@position.scheduleValue -> damperPosition"]}]})";
  const Translation result = translated(
      "b:r a t:Room ; t:area 30 . b:s a t:Room ; t:area 12 . b:v a t:Room .\n"
      "b:x a t:Box ; t:blows b:r, b:s, b:v . b:y a t:Box ; t:blows b:r ; t:flow 70 .",
      {}, {more});
  CHECK(parameter(result, "x", "nominalAirFlowRate") == Approx(0.42));
  CHECK(parameter(result, "y", "nominalAirFlowRate") == Approx(0.7));
}

TEST_CASE("a number of the graph overrides the formula for it, within its limits") {
  const Translation result = translated(
      "b:r a t:Room . b:x a t:Box ; t:blows b:r ; t:flow 0.7 . b:y a t:Box ; t:blows b:r ; t:flow "
      "9 .");
  CHECK(parameter(result, "x", "nominalAirFlowRate") == 0.7);
  CHECK(parameter(result, "y", "nominalAirFlowRate") == 5.0);
}

TEST_CASE("a side file fills what the graph does not say") {
  const TemporaryFile side(R"({"b:south": {"floorArea": 40}, "b:north": {"floorArea": 99},
    "test.room": {"space.R_out": "0.02 K/W"}})");
  const Translation result = translated(kHouse, {.side_file = side.path});
  CHECK(parameter(result, "south/space", "V") == 120.0);
  CHECK(parameter(result, "north/space", "V") == 90.0);
  CHECK(parameter(result, "north/space", "R_out") == 0.02);
  CHECK(item(result, "import.value_guessed") == nullptr);
}

TEST_CASE("a side file that overwrites goes before the graph") {
  const TemporaryFile side(R"({"merge": "overwrite", "b:north": {"floorArea": "50 m2"}})");
  const Translation result = translated(kHouse, {.side_file = side.path});
  CHECK(parameter(result, "north/space", "V") == 150.0);
}

TEST_CASE("a side file's value for a node overrides that for its rule") {
  const TemporaryFile side(R"({"b:south": {"floorArea": 40}, "test.room": {"floorArea": 10}})");
  const Translation result =
      translated(std::string(kHouse) + "b:west a t:Room .", {.side_file = side.path});
  CHECK(parameter(result, "south/space", "V") == 120.0);
  CHECK(parameter(result, "west/space", "V") == 30.0);
  CHECK(parameter(result, "north/space", "V") == 90.0);  // of the graph
}

TEST_CASE("side files are converted to the unit of a quantity") {
  const TemporaryFile side(R"({"b:south": {"floorArea": "100 ft2"}})");
  const Translation result = translated(kHouse, {.side_file = side.path});
  CHECK(parameter(result, "south/space", "V") == Approx(3.0 * 9.290304));
}

TEST_CASE("a side file with unknown nodes or rules is refused with the nearest name") {
  const TemporaryFile side(R"({"b:sout": {"floorArea": 40}, "test.rooom": {"floorArea": 3}})");
  try {
    translated(kHouse, {.side_file = side.path});
    FAIL("accepted");
  } catch (const InputError& error) {
    const auto& found = error.diagnostics().items();
    REQUIRE(found.size() == 2);
    CHECK(found[0].code == "import.node_unknown");
    CHECK(found[0].message.find("b:south") != std::string::npos);
    CHECK(found[1].code == "import.rule_unknown");
    CHECK(found[1].message.find("test.room") != std::string::npos);
  }
}

TEST_CASE("a side file of many unknown nodes is left after the first thousand") {
  std::string graph, keys;
  for (int k = 0; k < 5'000; ++k) {
    const std::string number = std::to_string(k);
    graph += "b:room" + number + " a t:Room . ";
    keys += (k == 0 ? "" : ", ") + std::string("\"b:rom") + number + "\": {\"floorArea\": 1}";
  }
  const TemporaryFile side("{" + keys + "}");
  try {
    translated(graph, {.side_file = side.path});
    FAIL("accepted");
  } catch (const InputError& error) {
    const auto& found = error.diagnostics().items();
    CHECK(found.size() == 1000);
    CHECK(found[7].message.find("did you mean 'b:room7'?") != std::string::npos);
  }
}

TEST_CASE("values of a side file that nothing asks for are reported") {
  const TemporaryFile side(R"({"b:south": {"florArea": 40}})");
  const Translation result = translated(kHouse, {.side_file = side.path});
  const ImportItem* unused = item(result, "import.value_unused");
  REQUIRE(unused != nullptr);
  CHECK(unused->nodes.front().name == "b:south: florArea");
}

TEST_CASE("a root without what its rule needs is left out, with the line to add") {
  const Translation result = translated("b:r a t:Room . b:x a t:Box . b:y a t:Box .");
  CHECK(result.model.find("x") == nullptr);
  const ImportItem* missing = item(result, "import.required_missing");
  REQUIRE(missing != nullptr);
  CHECK(missing->severity == Severity::Error);
  CHECK(missing->message == "test.box: blows into no room");
  REQUIRE(missing->nodes.size() == 2);
  CHECK(missing->add.front() == "b:x t:blows <room> .");
}

TEST_CASE("a root without what it may lack is simulated and reported") {
  const Translation result = translated("b:r a t:Room .");
  CHECK(result.model.find("r/space") != nullptr);
  const ImportItem* missing = item(result, "import.required_missing");
  REQUIRE(missing != nullptr);
  CHECK(missing->severity == Severity::Warning);
  CHECK(missing->add.front() == "<box> t:blows b:r .");
}

TEST_CASE("of more candidates than a rule takes, that with the most triples is taken") {
  const Translation result = translated(
      "b:r a t:Room . b:x a t:Box ; t:blows b:r . b:u1 a t:Unit ; t:feeds b:x .\n"
      "b:u2 a t:Unit ; t:feeds b:x ; t:label \"second\" .");
  CHECK(connected(result, "u2.value -> x.supplyAirTemperature"));
  const ImportItem* several = item(result, "import.several_candidates");
  REQUIRE(several != nullptr);
  CHECK(several->add.front() == "# b:x: b:u2, b:u1");
}

TEST_CASE("the rule of the higher priority takes the node and the report names the other") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.big", "priority": 20, "root": "?b", "component": "VavTerminal",
     "where": ["?b a t:Box", "?b t:size \"big\""],
     "connect": ["@position.scheduleValue -> damperPosition"]}]})";
  const Translation result = translated(
      "b:r a t:Room . b:x a t:Box ; t:blows b:r ; t:size \"big\" . b:y a t:Box ; t:blows b:r .", {},
      {more});
  CHECK(result.report.rules.at("test.big") == 1);
  CHECK(result.report.rules.at("test.box") == 1);
  const auto& choices = result.report.choices;
  const auto big = std::find_if(choices.begin(), choices.end(),
                                [](const ImportChoice& choice) { return choice.component == "x"; });
  REQUIRE(big != choices.end());
  CHECK(big->rule == "test.big");
  CHECK(big->lost == std::vector<std::string>{"test.box"});
}

/// What became of a node, in one line: `component room: room/space`.
std::string fate(const Translation& result, const std::string& name) {
  for (const ImportNode& node : result.report.nodes) {
    if (node.node.name != name) continue;
    std::string text = std::string(to_string(node.kind)) + " " + std::string(to_string(node.fate));
    if (!node.model_id.empty()) text += " " + node.model_id;
    for (const std::string& id : node.components) text += ": " + id;
    return node.code.empty() ? text + node.reason : text + " " + node.code + ": " + node.reason;
  }
  return "unknown";
}

TEST_CASE("the report contains the use of every node, and how nodes are related") {
  const Translation result = translated(R"(
    b:room a t:Room ; t:hasPoint b:temperature, b:other . b:box a t:Box ; t:blows b:room .
    b:lost a t:Box . b:unit a t:Unit ; t:feeds b:box .
    b:temperature a t:Temperature, t:Point ; t:series "s1" ; t:unit "degC" .
    b:other a t:Point . b:spare a t:Unit2 .
    b:room <http://www.w3.org/2000/01/rdf-schema#label> "Room 1" .)");
  CHECK(fate(result, "b:room") == "space component room: room/space");
  CHECK(fate(result, "b:box") == "equipment component box: box");
  CHECK(fate(result, "b:temperature") == "point measurement: room/space.indoorTemperature");
  CHECK(fate(result, "b:other") == "point left outno rule reads points of this class here");
  CHECK(fate(result, "b:lost") ==
        "equipment left out import.required_missing: test.box: blows into no room");
  CHECK(fate(result, "outdoors") == "boundary component outdoors: outdoors import.boundary: ");
  CHECK(fate(result, "b:spare") == "unknown");  // neither equipment nor a point to the mapping

  const auto& nodes = result.report.nodes;
  CHECK(std::is_sorted(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) {
    return a.kind == ImportNode::Kind::Boundary ? false : b.kind == ImportNode::Kind::Boundary;
  }));
  std::set<std::string> relations;
  for (const ImportRelation& relation : result.report.relations) {
    relations.insert(nodes[relation.from].node.name + " " + relation.word + " " +
                     nodes[relation.to].node.name);
  }
  CHECK(relations.contains("b:unit feeds b:box"));
  CHECK(relations.contains("b:box feeds b:room"));
  CHECK(relations.contains("b:room has point b:temperature"));
  CHECK(relations.contains("outdoors feeds b:room"));
  const auto room = std::find_if(nodes.begin(), nodes.end(),
                                 [](const ImportNode& node) { return node.node.name == "b:room"; });
  REQUIRE(room != nodes.end());
  CHECK(room->label == "Room 1");
  CHECK(room->type == "t:Room");
}

TEST_CASE("an assumption about a node does not explain why it is not in the model") {
  const std::string assumes = R"({"hearthMapping": 1, "id": "assume", "title": "Assume",
    "prefixes": {"t": "urn:test:"}, "digests": [], "equipment": ["t:Stove"],
    "notes": [{"find": ["?s a t:Stove"], "node": "?s", "code": "import.zone_assumed",
               "message": "stoves without a room", "consequence": "a room for each is assumed"}]})";
  const Translation result = translated("b:s a t:Stove . b:u a t:Unit .", {}, {assumes});
  CHECK(item(result, "import.zone_assumed") != nullptr);
  CHECK(fate(result, "b:s") == "equipment left out import.not_mapped: no rule matches t:Stove");
}

TEST_CASE("two rules of one priority on one node are an error that names both") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.other", "priority": 10, "root": "?b", "component": "VavTerminal",
     "where": ["?b a t:Box"], "connect": ["@position.scheduleValue -> damperPosition"]}]})";
  try {
    translated(kHouse, {}, {more});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "mapping.tie");
    CHECK(std::string(error.what()).find("'test.box' and 'test.other'") != std::string::npos);
  }
}

TEST_CASE("what lacks a source that it must have is left out with what depends on it") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.unit", "priority": 10, "root": "?u", "component": "PassThrough", "where": ["?u a t:Unit"]}]})";
  const Translation result = translated(kHouse, {}, {more});
  CHECK(result.model.find("unit") == nullptr);
  REQUIRE(item(result, "import.left_out") != nullptr);
  CHECK_FALSE(validate(result.model, standard_components()).has_errors());
}

TEST_CASE("a relation between classes that the table does not list is reported once") {
  const Translation result = translated(std::string(kHouse) + "b:unit t:feeds b:north .");
  const ImportItem* unknown = item(result, "import.medium_unknown");
  REQUIRE(unknown != nullptr);
  CHECK(unknown->message.find("t:Unit and t:Room") != std::string::npos);
  CHECK(result.report.derived.at("test:air") == 4);
}

TEST_CASE("a graph without anything to simulate is refused with what it holds") {
  try {
    translated("b:l1 a t:Lamp . b:l2 a t:Lamp . b:s a t:Switch .");
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "model.empty");
    CHECK(std::string(error.what()).find("t:Lamp (2), t:Switch (1)") != std::string::npos);
    CHECK(std::string(error.what()).find("no ontology contains t:Lamp, t:Switch") !=
          std::string::npos);
  }
}

TEST_CASE("points with a series become measurements in the unit of the graph") {
  const Translation result = translated(
      "b:r a t:Room ; t:hasPoint b:p . b:p a t:Temperature, t:Point ; t:series \"abc\" ; t:unit "
      "\"degF\" .");
  const auto& measurement = result.model.measurements.at("r/space.indoorTemperature");
  CHECK(measurement.column.file == "abc.csv");
  CHECK(measurement.column.unit == unit::degF);
  CHECK(result.report.points.mapped == 1);
  CHECK(result.report.points.total == 1);
}

TEST_CASE("series without a unit are read in that of the mapping, and reported") {
  const std::string graph =
      "b:r a t:Room ; t:hasPoint b:p . b:p a t:Temperature ; t:series \"abc\" .";
  const Translation metric = translated(graph);
  CHECK(metric.model.measurements.at("r/space.indoorTemperature").column.unit == unit::degC);
  REQUIRE(item(metric, "import.unit_assumed") != nullptr);
  const TemporaryFile side(R"({"units": "us"})");
  const Translation us = translated(graph, {.side_file = side.path});
  CHECK(us.model.measurements.at("r/space.indoorTemperature").column.unit == unit::degF);
}

TEST_CASE("series are found in a data folder by column or file name, otherwise reported") {
  const fs::path folder = fs::temp_directory_path() / "hearth_series_folder";
  fs::create_directories(folder);
  std::ofstream(folder / "all.csv") << "time,abc,other [degF]\n2024-01-01T00:00:00Z,20,68\n";
  std::ofstream(folder / "p-17.csv") << "time,value [degF],more\n2024-01-01T00:00:00Z,68,2\n";
  std::ofstream(folder / "trends.csv")
      << "Export of trends\n\nname,time,value,unit\n"
         "row-1,2024-01-01T00:00:00Z,68,degF\nrow-2,2024-01-01T00:00:00Z,20,degC\n";
  std::ofstream(folder / "german.csv") << "Zeit;g-1\n13.01.2024 00:00;20,5\n13.01.2024 00:15;21\n";
  const std::string graph =
      "b:g a t:Room ; t:hasPoint b:h . b:h a t:Temperature ; t:series \"g-1\" .\n"
      "b:x a t:Room ; t:hasPoint b:o . b:o a t:Temperature ; t:series \"row-1\" .\n"
      "b:r a t:Room ; t:hasPoint b:p . b:p a t:Temperature ; t:series \"abc\" .\n"
      "b:s a t:Room ; t:hasPoint b:q . b:q a t:Temperature ; t:series \"other\" .\n"
      "b:v a t:Room ; t:hasPoint b:w . b:w a t:Temperature ; t:series \"nowhere\" .\n"
      "b:y a t:Room ; t:hasPoint b:z . b:z a t:Temperature ; t:series \"p-17\" .\n";
  const Translation result =
      translated(graph, {.side_file = {}, .data_dir = folder, .model_folder = folder});
  const auto& measurements = result.model.measurements;
  CHECK(measurements.at("r/space.indoorTemperature").column.file == "all.csv");
  CHECK(std::get<std::string>(measurements.at("r/space.indoorTemperature").column.column) == "abc");
  CHECK(measurements.at("s/space.indoorTemperature").column.unit == unit::degF);
  CHECK_FALSE(measurements.contains("v/space.indoorTemperature"));
  const FileColumn& of_file = measurements.at("y/space.indoorTemperature").column;
  CHECK(of_file.file == "p-17.csv");
  CHECK(std::get<std::string>(of_file.column) == "value [degF]");
  const FileColumn& of_row = measurements.at("x/space.indoorTemperature").column;
  CHECK(of_row.file == "trends.csv");
  CHECK(std::get<std::string>(of_row.column) == "row-1 [degF]");
  CHECK(of_row.unit == unit::degF);
  CHECK(of_row.time_format.empty());
  const FileColumn& german = measurements.at("g/space.indoorTemperature").column;
  CHECK(german.time_format == "DD.MM.YYYY HH:mm");
  REQUIRE(item(result, "import.series_missing") != nullptr);
  fs::remove_all(folder);
}

TEST_CASE("ids hold no character that a model may not have, and stay apart") {
  const Translation result = translated(
      "<urn:b#a.b> a t:Room . <urn:b#a_b> a t:Room . <urn:c/x%20y> a t:Room .\n"
      "<urn:d/a_b> a t:Room . <urn:d/a_b_2> a t:Room .");
  CHECK(result.model.find("a_b/space") != nullptr);
  CHECK(result.model.find("a_b_2/space") != nullptr);
  CHECK(result.model.find("x_20y/space") != nullptr);
  CHECK(result.model.find("a_b_3/space") != nullptr);
  CHECK(result.model.find("a_b_2_2/space") != nullptr);
}

TEST_CASE("a translation does not depend on the order of the triples") {
  const std::string other =
      "b:unit t:feeds b:box1 ; a t:Unit . b:box2 t:blows b:south, b:north . b:box2 a t:Box .\n"
      "b:box1 t:blows b:north . b:box1 a t:Box . b:south a t:Room . b:north t:area 30 ; a t:Room "
      ".\n";
  CHECK(translated(kHouse).model == translated(other).model);
}

TEST_CASE("the report counts what was mapped and has a line for each finding") {
  const Translation result = translated(std::string(kHouse) + "b:box3 a t:Box . b:lamp a t:Lamp .");
  CHECK(result.report.equipment.mapped == 5);
  CHECK(result.report.equipment.total == 6);
  const std::string text = to_text(result.report);
  CHECK(text.find("mapped 5 of 6 equipment nodes") != std::string::npos);
  CHECK(text.find("error  import.required_missing  test.box: blows into no room; left out") !=
        std::string::npos);
  CHECK(text.find("t:Lamp is not a class of a known ontology") != std::string::npos);
}

constexpr const char* kOwnClass = R"({"hearthMapping": 1, "id": "test",
  "prefixes": {"t": "urn:test:", "old": "urn:old:"},
  "terms": {"old:Tower": "hearth:Lookout"},
  "derive": [{"if": ["?n a t:Turret"], "then": ["?n a hearth:Lookout"]}],
  "groups": {"Watch": {
    "components": {
      "level": {"type": "Schedule", "config": {"value": 1}},
      "control": {"type": "PidController", "parameters": {"kp": 0.2, "Ti": {"default": "10 min"}}}},
    "connections": ["level.scheduleValue -> control.actualValue",
                    "level.scheduleValue -> control.setpointValue"]}},
  "rules": [{"id": "test.lookout", "priority": 1, "root": "?n", "component": "Watch",
             "where": ["?n a hearth:Lookout"]}]})";

TEST_CASE("classes of a mapping's own come from its terms and its derived triples") {
  const std::string graph =
      "@prefix old: <urn:old:> .\nb:one a old:Tower . b:two a t:Turret . b:three a t:Box .";
  const Translation result = translated(graph, {}, {kOwnClass});
  CHECK(result.report.rules.at("test.lookout") == 2);
  CHECK(result.model.find("one/level") != nullptr);
  CHECK(result.model.find("two/level") != nullptr);
}

TEST_CASE("parameters that have the unit of a signal take numbers as they are") {
  const Translation result = translated("b:two a t:Turret .", {}, {kOwnClass});
  const auto& control = result.model.component("two/control").parameters;
  CHECK_FALSE(std::get<Quantity>(control.at("kp").value).unit);
  CHECK(parameter(result, "two/control", "kp") == 0.2);
  CHECK(parameter(result, "two/control", "Ti") == 600.0);
}

TEST_CASE("of two prefixes for one namespace the report uses that of the mapping") {
  const Translation result = translated("@prefix a: <urn:test:> .\nb:lone a a:Room .");
  const ImportItem* guess = item(result, "import.value_guessed");
  REQUIRE(guess != nullptr);
  CHECK(result.report.items.size() > 1);
  const Translation unknown =
      translated("@prefix a: <urn:test:> .\nb:lone a a:Room . b:odd a a:Wall .");
  const ImportItem* found = item(unknown, "import.class_unknown");
  REQUIRE(found != nullptr);
  CHECK_THAT(found->message, Catch::StartsWith("t:Wall is not a class"));
  CHECK(found->severity == Severity::Warning);
}

std::vector<std::string> messages(const Translation& result, std::string_view code) {
  std::vector<std::string> found;
  for (const ImportItem& candidate : result.report.items) {
    if (candidate.code == code) found.push_back(candidate.message);
  }
  return found;
}

TEST_CASE("a table of media sees classes that an entry before it derived") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "derive": [
    {"if": ["?h t:role \"hub\""], "then": ["?h a hearth:Hub"]},
    {"relation": "t:serves", "pairs": [["hearth:Hub", "t:Box", "hearth:air"]]}]})";
  const Translation result = translated(
      "b:r a t:Room . b:x a t:Box ; t:blows b:r . b:h t:role \"hub\" ; t:serves b:x .", {}, {more});
  CHECK(result.report.derived.at("test:air") == 2);
}

/// A room and its corners as one space, which others may find by any of its nodes.
constexpr const char* kHall = R"({"hearthMapping": 1, "id": "test", "rules": [
  {"id": "test.hall", "priority": 20, "root": "?r", "component": "Room", "where": ["?r a t:Hall"],
   "bind": {"?c": {"find": ["?r t:corner ?c"]}, "?b": {"find": ["?b hearth:air ?c"]}},
   "models": ["?r", "?c"], "connect": ["@outdoors.outdoorTemperature -> outdoorTemperature",
     "?b.airFlowRate -> airFlowRate", "?b.outletAirTemperature -> airTemperature"]}]})";

TEST_CASE("a root whose nodes another component has is left out with a note that names it") {
  const Translation result = translated(
      "b:h1 a t:Hall ; t:corner b:c . b:h2 a t:Hall ; t:corner b:c . b:c a t:Room .", {}, {kHall});
  CHECK(result.report.rules.at("test.hall") == 1);
  const ImportItem* taken = item(result, "import.node_taken");
  REQUIRE(taken != nullptr);
  REQUIRE(taken->nodes.size() == 1);
  CHECK(taken->nodes.front().name == "b:h2");
  CHECK(taken->add.front() == "# b:h2: b:c");
}

TEST_CASE("a sum counts what models several nodes once") {
  const Translation result = translated(
      "b:h a t:Hall ; t:area 30 ; t:corner b:c1, b:c2 . b:c1 a t:Room . b:c2 a t:Room .\n"
      "b:x a t:Box ; t:blows b:c1, b:c2 .",
      {}, {kHall});
  CHECK(result.report.rules.at("test.hall") == 1);
  CHECK(parameter(result, "x", "nominalAirFlowRate") == Approx(0.3));  // 0.01 x 30 m2
}

TEST_CASE("a fixed key reaches the port inside a group, and the own key either end") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.fan", "priority": 5, "root": "?f", "component": "Schedule", "config": {"value": "0.1 kg/s"},
     "where": ["?f a t:Fan"], "bind": {"?r": {"find": ["?f t:helps ?r"]}},
     "connect": ["scheduleValue -> ?r.airFlowRate[extra]", "@supply.scheduleValue -> ?r.airTemperature[extra]",
       "scheduleValue -> ?r.airFlowRate[.]", "@supply.scheduleValue -> ?r.airTemperature[.]"]}]})";
  const Translation result =
      translated(std::string(kHouse) + "b:fan a t:Fan ; t:helps b:north .", {}, {more});
  CHECK(connected(result, "fan.scheduleValue -> north/mixer.airFlowRateIn[extra]"));
  CHECK(connected(result, "supply.scheduleValue -> north/mixer.airTemperatureIn[extra]"));
  CHECK(connected(result, "fan.scheduleValue -> north/mixer.airFlowRateIn[fan]"));
  CHECK(connected(result, "supply.scheduleValue -> north/mixer.airTemperatureIn[fan]"));
}

TEST_CASE("a value in another kind of unit is not used, and reported") {
  const Translation result = translated("b:r a t:Room ; t:area \"30 m3\" .");
  CHECK(parameter(result, "r/space", "V") == 60.0);  // the default, 20 m2
  CHECK(messages(result, "import.value_unfit") ==
        std::vector<std::string>{
            "floorArea (rule test.room) is in [m3] in the graph, expected [m2]"});
}

TEST_CASE("a value in a unit that is not known is not taken for a bare number") {
  for (const char* area : {"t:area \"30 acres\"", "t:area 30 ; t:unit \"acres\"",
                           "t:area 30 ; t:unit <urn:unit/acres>"}) {
    CAPTURE(area);
    const Translation result = translated(std::string("b:r a t:Room ; ") + area + " .");
    CHECK(parameter(result, "r/space", "V") == 60.0);
    REQUIRE(messages(result, "import.value_unfit").size() == 1);
    CHECK(messages(result, "import.value_unfit").front().find("acres") != std::string::npos);
  }
  const Translation several = translated("b:r a t:Room ; t:area \"2 x 40 m2\" .");
  CHECK(parameter(several, "r/space", "V") == 60.0);
  CHECK(messages(several, "import.value_unfit").size() == 1);
}

TEST_CASE("a value of the side file in another kind of unit is not used, and reported") {
  const TemporaryFile side(R"({"b:south": {"floorArea": "30 m3"}})");
  const Translation result = translated(kHouse, {.side_file = side.path});
  CHECK(parameter(result, "south/space", "V") == 60.0);
  REQUIRE(messages(result, "import.value_unfit").size() == 1);
  CHECK(messages(result, "import.value_unfit").front().starts_with("floorArea (rule test.room)"));
}

TEST_CASE("temperatures that other values are made of count in degC") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.cell", "priority": 5, "root": "?c", "component": "Photovoltaic", "where": ["?c a t:Cell"],
     "quantities": {"hot": {"from": ["?c t:hot"]}},
     "parameters": {"NOCT": {"of": "hot", "factor": 2, "unit": "degC"}},
     "connect": ["@outdoors.globalIrradiation -> globalIrradiation", "@outdoors.outdoorTemperature -> outdoorTemperature"]}]})";
  const Translation result = translated("b:c a t:Cell ; t:hot \"68 degF\" .", {}, {more});
  CHECK(parameter(result, "c", "NOCT") == Approx(40.0));  // twice 20 degC
}

TEST_CASE("a series in a unit that is not known is not a measurement") {
  const Translation result = translated(
      "b:r a t:Room ; t:hasPoint b:p . b:p a t:Temperature ; t:series \"abc\" ; t:unit \"Reaumur\" "
      ".");
  CHECK(result.model.measurements.empty());
  CHECK(messages(result, "import.unit_unfit") ==
        std::vector<std::string>{"the series is in [Reaumur], an unknown unit"});
  CHECK(item(result, "import.unit_assumed") == nullptr);
}

TEST_CASE("of two points the same one is compared in whatever order the file has them") {
  const std::string a = "b:p1 a t:Temperature ; t:series \"one\" .\n";
  const std::string b = "b:p2 a t:Temperature ; t:series \"two\" .\n";
  for (const std::string& graph : {a + b + "b:r a t:Room ; t:hasPoint b:p1, b:p2 .",
                                   b + a + "b:r a t:Room ; t:hasPoint b:p2, b:p1 ."}) {
    const Translation result = translated(graph);
    CHECK(result.model.measurements.at("r/space.indoorTemperature").column.file == "one.csv");
    CHECK(item(result, "import.several_points") != nullptr);
  }
}

/// A lookout whose level the graph, a series or a default gives.
constexpr const char* kLevels = R"({"hearthMapping": 1, "id": "test",
  "groups": {"Watch": {
    "components": {"level": {"type": "Schedule"}, "control": {"type": "PidController"}},
    "connections": ["level.scheduleValue -> control.actualValue", "level.scheduleValue -> control.setpointValue"]}},
  "rules": [{"id": "test.watch", "priority": 1, "root": "?n", "component": "Watch", "where": ["?n a t:Turret"],
    "config": {"level.value": {"from": ["?n t:level"], "default": "20 degC"}},
    "points": [{"class": "t:Level", "config": "level.value", "unit": "degC", "unitUs": "degF"},
      {"class": "t:Goal", "drives": "control.setpointValue", "unit": "degC", "value": "t:value", "within": ["0 degC", "40 degC"]},
      {"class": "t:Actual", "drives": "control.actualValue", "unit": "degC", "value": "t:value"}]}]})";

struct SeriesFolder {
  explicit SeriesFolder(const std::string& header)
      : path(fs::temp_directory_path() / "hearth_level_folder") {
    fs::create_directories(path);
    std::ofstream(path / "all.csv") << "time," << header << "\n2024-01-01T00:00:00Z,1\n";
  }
  ~SeriesFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

const FileColumn& level_column(const Translation& result) {
  const auto& spec = std::get<SeriesSpec>(result.model.component("n/level").config.at("value"));
  return std::get<FileColumn>(spec.source);
}

TEST_CASE("a series that becomes a configuration has a unit and ceases to be a guess") {
  const std::string graph = "b:n a t:Turret ; t:hasPoint b:p . b:p a t:Level ; t:series \"abc\" .";
  CHECK(item(translated(graph, {}, {kLevels}), "import.value_guessed") != nullptr);
  const SeriesFolder folder("abc");
  const Translation metric =
      translated(graph, {.side_file = {}, .data_dir = folder.path}, {kLevels});
  CHECK(level_column(metric).unit == unit::degC);
  CHECK(item(metric, "import.unit_assumed") != nullptr);
  CHECK(item(metric, "import.value_guessed") == nullptr);
  const TemporaryFile side(R"({"units": "us"})");
  const Translation us =
      translated(graph, {.side_file = side.path, .data_dir = folder.path}, {kLevels});
  CHECK(level_column(us).unit == unit::degF);
}

TEST_CASE("a series that cannot be a configuration is not used, and reported") {
  const SeriesFolder folder("abc [W]");
  const Translation result =
      translated("b:n a t:Turret ; t:hasPoint b:p . b:p a t:Level ; t:series \"abc\" .",
                 {.side_file = {}, .data_dir = folder.path}, {kLevels});
  CHECK(item(result, "import.unit_unfit") != nullptr);
  CHECK(item(result, "import.value_guessed") != nullptr);
}

TEST_CASE("a data folder may contain links to nothing, and names a file that a model cannot") {
  const std::string graph = "b:n a t:Turret ; t:hasPoint b:p . b:p a t:Level ; t:series \"abc\" .";
  const SeriesFolder folder("abc");
  fs::create_symlink("nothing.csv", folder.path / "link.csv");
  fs::create_symlink("loop.csv", folder.path / "loop.csv");
  const TranslateOptions options{.side_file = {}, .data_dir = folder.path};
  CHECK(level_column(translated(graph, options, {kLevels})).column ==
        std::variant<std::string, int>("abc"));
  fs::rename(folder.path / "all.csv", folder.path / "\xff.csv");
  try {
    translated(graph, options, {kLevels});
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(error.code() == "data.file_name");
    CHECK_THAT(error.what(), Catch::Contains("rename the file, which contains 'abc'"));
  }
  CHECK_NOTHROW(translated("b:n a t:Turret .", options, {kLevels}));
}

TEST_CASE("numbers of points feed inputs of one name in several parts, one point each") {
  const Translation result = translated(
      "b:n a t:Turret ; t:hasPoint b:g, b:g2, b:a . b:g a t:Goal ; t:value 22 . b:g2 a t:Goal ; "
      "t:value 23 . b:a a t:Actual ; t:value \"68 degF\" .",
      {}, {kLevels});
  CHECK(connected(result, "n/control_setpointValue.scheduleValue -> n/control.setpointValue"));
  CHECK(connected(result, "n/control_actualValue.scheduleValue -> n/control.actualValue"));
  const auto number = [&](const char* id) {
    return std::get<double>(
        std::get<SeriesSpec>(result.model.component(id).config.at("value")).source);
  };
  CHECK(number("n/control_setpointValue") == 22.0);
  CHECK(number("n/control_actualValue") == Approx(20.0));
  CHECK(messages(result, "import.several_points").size() == 1);
}

TEST_CASE("a series that feeds an input holds its values") {
  const SeriesFolder folder("abc");
  const Translation result =
      translated("b:n a t:Turret ; t:hasPoint b:g . b:g a t:Goal ; t:series \"abc\" ; t:value 22 .",
                 {.side_file = {}, .data_dir = folder.path}, {kLevels});
  CHECK(connected(result, "n/g.value -> n/control.setpointValue"));
  const auto& spec = std::get<SeriesSpec>(result.model.component("n/g").config.at("value"));
  const auto& column = std::get<FileColumn>(spec.source);
  CHECK(column.unit == unit::degC);
  CHECK(column.resample == Resample::Hold);
  CHECK(column.outside == Outside::Hold);
}

/// A box whose flow is measured, and given, in units of volume.
constexpr const char* kFlows = R"({"hearthMapping": 1, "id": "test", "rules": [
  {"id": "test.flow", "priority": 5, "root": "?b", "component": "VavTerminal", "where": ["?b a t:Meter"],
   "parameters": {"nominalAirFlowRate": {"from": "?b t:flow", "density": 1.2, "unit": "kg/s", "min": "360 kg/h"}},
   "connect": ["@supply.scheduleValue -> supplyAirTemperature", "@position.scheduleValue -> damperPosition"],
   "points": [{"class": "t:Flow", "tap": "airFlowRate"}]}]})";

TEST_CASE("flows of volume are those of standard air if a mass flow is needed") {
  const std::pair<const char*, const char*> kPairs[] = {
      {"m3/h", "sm3/h"}, {"m3/s", "sm3/s"}, {"l/s", "sl/s"}, {"cfm", "scfm"}};
  for (const auto& [volume, mass] : kPairs) {
    const Translation result = translated(
        "b:m a t:Meter ; t:flow \"0.5 m3/s\" ; t:hasPoint b:p . b:p a t:Flow ; t:series \"abc\" ; "
        "t:unit \"" +
            std::string(volume) + "\" .",
        {}, {kFlows});
    CHECK(parameter(result, "m", "nominalAirFlowRate") == Approx(0.6));
    const auto& column = result.model.measurements.at("m.airFlowRate").column;
    REQUIRE(column.unit);
    CHECK(std::string(column.unit->symbol) == mass);
  }
}

TEST_CASE("a number of the graph below the least one is raised to it") {
  const Translation result = translated("b:m a t:Meter ; t:flow 0.01 .", {}, {kFlows});
  CHECK(parameter(result, "m", "nominalAirFlowRate") == Approx(0.1));  // 360 kg/h
}

TEST_CASE("a number of a point outside its limits is not used, and reported") {
  const Translation result =
      translated("b:n a t:Turret ; t:hasPoint b:g . b:g a t:Goal ; t:value 72 .", {}, {kLevels});
  CHECK(result.model.find("n/control_setpointValue") == nullptr);
  CHECK(item(result, "import.value_unfit") != nullptr);
}

constexpr const char* kLooseBox =
    R"({"hearthMapping": 1, "id": "test", "equipment": ["t:Loose"], "rules": [
  {"id": "test.loose", "priority": 10, "root": "?u", "component": "VavTerminal", "where": ["?u a t:Loose"],
   "connect": ["@supply.scheduleValue -> supplyAirTemperature"]}]})";

TEST_CASE("what is left out counts for nothing, nor the boundaries that only it would need") {
  const Translation result = translated("b:r a t:Room . b:u a t:Loose .", {}, {kLooseBox});
  CHECK(item(result, "import.left_out") != nullptr);
  CHECK(result.model.find("supply") == nullptr);
  CHECK(messages(result, "import.boundary").size() == 1);  // weather
  CHECK_FALSE(result.report.rules.contains("test.loose"));
  CHECK(result.report.choices.size() == 1);
  CHECK(result.report.equipment.mapped == 1);
  CHECK(result.report.equipment.total == 2);
  CHECK(item(result, "import.not_mapped") == nullptr);
}

TEST_CASE("an import report as JSON has all that it holds") {
  ImportReport report;
  report.graph = "hall.ttl";
  report.mappings = {"Test"};
  report.inference = {12, 3, {{"class", 3}}};
  report.derived = {{"t:onward", 2}};
  report.equipment = {1, 2};
  report.points = {3, 4};
  report.rooms = {.total = 4, .as_drawn = 2, .by_invented_air = 1, .unconditioned = 1};
  report.rules = {{"test.room", 1}};
  report.components = {{"BuildingSpace", 1}};
  report.connections = 5;
  report.measurements = 6;
  report.add({.code = "import.value_guessed",
              .message = "volume not given",
              .nodes = {{"b:hall", "urn:b:hall", 7}, {"_:b1", "_:b1", 0}},
              .add = {"b:hall t:volume 3 ."},
              .consequence = "a guess"});
  report.add({Severity::Note, "import.period_assumed", "no period", {}, {}, ""});
  report.choices = {{"hall", "test.room", {"b:hall", "urn:b:hall", 7}, {"test.box"}}};
  report.values = {{"hall.V", 0.1, "m3", "volume"}};
  report.nodes = {{.node = {"b:hall", "urn:b:hall", 7},
                   .label = "Hall",
                   .type = "t:Room",
                   .kind = ImportNode::Kind::Space,
                   .fate = ImportNode::Fate::Component,
                   .model_id = "hall",
                   .components = {"hall"},
                   .code = {},
                   .reason = {}},
                  {.node = {"b:fan", "", 0},
                   .label = {},
                   .type = "t:Fan",
                   .code = "import.not_mapped",
                   .reason = "no rule takes t:Fan"}};
  report.relations = {{1, 0, "feeds"}};
  CHECK(to_json_text(report) == R"({
  "hearth": 1,
  "graph": "hall.ttl",
  "mappings": [
    "Test"
  ],
  "triples": {
    "asserted": 12,
    "inferred": 3,
    "byRule": {"class": 3},
    "derived": {"t:onward": 2}
  },
  "coverage": {
    "equipment": {"mapped": 1, "total": 2},
    "points": {"mapped": 3, "total": 4}
  },
  "rooms": {"total": 4, "asDrawn": 2, "byInventedAir": 1, "unconditioned": 1},
  "flows": true,
  "rules": {"test.room": 1},
  "components": {"BuildingSpace": 1},
  "connections": 5,
  "measurements": 6,
  "items": [
    {
      "severity": "warning",
      "code": "import.value_guessed",
      "message": "volume not given",
      "consequence": "a guess",
      "count": 2,
      "nodes": [
        {"name": "b:hall", "iri": "urn:b:hall", "line": 7},
        {"name": "_:b1", "iri": "_:b1"}
      ],
      "add": ["b:hall t:volume 3 ."]
    },
    {
      "severity": "note",
      "code": "import.period_assumed",
      "message": "no period",
      "consequence": "",
      "count": 0,
      "nodes": []
    }
  ],
  "choices": [
    {
      "component": "hall",
      "rule": "test.room",
      "node": {"name": "b:hall", "iri": "urn:b:hall", "line": 7},
      "lost": ["test.box"]
    }
  ],
  "values": [
    {"parameter": "hall.V", "value": 0.1, "unit": "m3", "source": "volume"}
  ],
  "nodes": [
    {
      "name": "b:hall",
      "iri": "urn:b:hall",
      "line": 7,
      "label": "Hall",
      "class": "t:Room",
      "kind": "space",
      "became": "component",
      "id": "hall",
      "components": ["hall"]
    },
    {
      "name": "b:fan",
      "class": "t:Fan",
      "kind": "equipment",
      "became": "left out",
      "code": "import.not_mapped",
      "reason": "no rule takes t:Fan"
    }
  ],
  "relations": [
    {"from": "b:fan", "to": "b:hall", "relation": "feeds"}
  ]
}
)");
}

TEST_CASE("a graph of which nothing can be simulated is refused") {
  try {
    translated("b:u a t:Loose .", {}, {kLooseBox});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "model.empty");
    CHECK(std::string(error.what()).find("t:Loose (1)") != std::string::npos);
  }
}

TEST_CASE("numbers are found in texts by position") {
  CHECK(number_of("45/30-21", 1) == 45.0);
  CHECK(number_of("45/30-21", 2) == 30.0);
  CHECK(number_of("45/30-21", 3) == 21.0);
  CHECK(number_of("-8.5", 1) == -8.5);
  CHECK(number_of("DN 25", 1) == 25.0);
  CHECK(number_of("1e3", 1) == 1000.0);
  CHECK_FALSE(number_of("none", 1).has_value());
  CHECK_FALSE(number_of("45/30", 3).has_value());
}

}  // namespace
/// Links, each after the one before.
std::string chain(int links) {
  std::string graph;
  for (int i = 0; i < links; ++i) {
    graph += "b:v" + std::to_string(i) + " a t:Link ; t:next b:v" + std::to_string(i + 1) + " .\n";
  }
  return graph;
}

TEST_CASE("a value that is summed up along a long chain is refused by the name of its rule") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.link", "priority": 5, "root": "?v", "component": "Gain", "where": ["?v a t:Link"],
     "bind": {"?z": {"find": ["?v t:next ?z"]}},
     "quantities": {"q": {"sum": "?z.q", "default": 1}}, "parameters": {"k": {"of": "q"}}}]})";
  // Gains that nothing is connected to leave no model, but their values were found.
  CHECK_THROWS_WITH(translated(chain(300), {}, {more}), Catch::Contains("model.empty"));
  CHECK_THROWS_WITH(translated(chain(3000), {}, {more}),
                    Catch::Contains("mapping.value_depth") && Catch::Contains("test.link"));
}

TEST_CASE("combinations of nodes that a variable starts from are counted") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "rules": [
    {"id": "test.link", "priority": 5, "root": "?v", "component": "Gain", "where": ["?v a t:Link"],
     "bind": {"?a": {"find": ["?v a ?c", "?a a ?c"]}, "?b": {"find": ["?v a ?c", "?b a ?c"]},
              "?d": {"find": ["?a t:none ?d", "?b t:none ?d"]}}}]})";
  const GivenLimit limit(WorkLimit::GraphSteps, 20'000);
  CHECK_THROWS_WITH(translated(chain(60), {}, {more}),
                    Catch::Contains("--limit graph-steps=N") && Catch::Contains("more.json"));
}

TEST_CASE("triples that a mapping derives are counted") {
  const std::string more = R"({"hearthMapping": 1, "id": "test", "derive": [
    {"if": ["?a t:next ?b", "?c t:next ?d"], "then": ["?a hearth:far ?d"]}]})";
  const GivenLimit limit(WorkLimit::DerivedTriples, 1000);
  CHECK_THROWS_WITH(translated(chain(60), {}, {more}),
                    Catch::Contains("--limit derived-triples=N") && Catch::Contains("more.json"));
}

}  // namespace hearth::test::translation_test

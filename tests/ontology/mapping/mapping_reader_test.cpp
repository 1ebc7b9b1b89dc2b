// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

#include <algorithm>
#include <variant>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"

namespace mapping_reader_test {

using namespace hearth;

namespace {

std::vector<Mapping> read_texts(const std::vector<std::string>& texts) {
  MappingReader reader(standard_components());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    reader.add_text(texts[i], std::to_string(i) + ".json");
  }
  return reader.read();
}

const Mapping& every_key() {
  static const Mapping mapping = [] {
    MappingReader reader(standard_components());
    reader.add_file(HEARTH_SOURCE_DIR "/tests/ontology/mappings/every_key.json");
    Diagnostics diagnostics;
    Mapping read = reader.read(diagnostics).at(0);
    for (const Diagnostic& item : diagnostics.items()) UNSCOPED_INFO(to_string(item));
    CHECK(diagnostics.empty());
    return read;
  }();
  return mapping;
}

const Rule& rule(const Mapping& mapping, const std::string& id) {
  const auto found = std::find_if(mapping.rules.begin(), mapping.rules.end(),
                                  [&](const Rule& candidate) { return candidate.id == id; });
  REQUIRE(found != mapping.rules.end());
  return *found;
}

const Rule& terminal() { return rule(every_key(), "site.terminal"); }

Quantity fixed_number(const ValueSource& source) {
  REQUIRE(source.fixed);
  return std::get<Quantity>(source.setting.value);
}

/// A mapping with a zone rule; `more` goes into the rule.
std::string small(const std::string& id, const std::string& rule_id, const std::string& more = "") {
  return R"({"hearthMapping": 1, "id": ")" + id + R"(", "prefixes": {"x": "urn:x#"}, "rules": [)" +
         R"({"id": ")" + rule_id + R"(", "root": "?z", "component": "BuildingSpace", )" +
         R"("where": ["?z a x:Zone"])" + more + "}]}";
}

}  // namespace

TEST_CASE("the head of a mapping is read with prefixes spelled out") {
  const Mapping& mapping = every_key();
  CHECK(mapping.id == "site");
  CHECK(mapping.title == "A vocabulary of one site");
  CHECK(mapping.prefixes.expand("site:VAV") == "urn:site#VAV");
  REQUIRE(mapping.aliases.namespaces.size() == 1);
  CHECK(mapping.aliases.namespaces[0] ==
        std::pair<std::string, std::string>("urn:site/*/v", "urn:site#"));
  CHECK(mapping.aliases.terms.at("urn:site#Vav") == "urn:site#VAV");
  CHECK(mapping.aliases.terms.at("urn:old#Zone") == "urn:site#Zone");
  CHECK(std::count(mapping.aliases.known.begin(), mapping.aliases.known.end(), "urn:site#") == 1);
  CHECK(mapping.digests == std::vector<std::string>{"brick"});
  CHECK(mapping.equipment ==
        std::vector<std::string>{"urn:site#Equipment", "urn:site#Zone", "urn:site#Room"});
  REQUIRE(mapping.point_of);
  CHECK(mapping.point_of->kind == PropertyPath::Kind::Either);
  CHECK(mapping.unit->iri == "urn:site#hasUnit");
  CHECK(mapping.timeseries->kind == PropertyPath::Kind::Sequence);
}

TEST_CASE("derivations are patterns, tables of classes, terms that texts name or numbers") {
  const auto& derive = every_key().derive;
  REQUIRE(derive.size() == 5);
  CHECK(derive[0].pattern.steps.size() == 1);
  CHECK(derive[0].pattern.pairs.size() == 1);
  CHECK(derive[0].pattern.without.size() == 2);
  REQUIRE(derive[0].then.size() == 1);
  CHECK(derive[0].then[0].path.iri == "urn:hearth:site:supplies");
  CHECK(derive[0].then[0].subject.variable == derive[0].pattern.variable("a"));
  CHECK(derive[1].relation == "urn:site#feeds");
  CHECK(derive[1].warn_unlisted);
  REQUIRE(derive[1].rows.size() == 2);
  CHECK(derive[1].rows[0].to == std::vector<std::string>{"urn:site#VAV", "urn:site#Damper"});
  CHECK_FALSE(derive[2].warn_unlisted);
  CHECK(derive[3].texts == "urn:site#tag");
  CHECK(derive[3].property == "urn:site#has");
  CHECK(derive[3].scope == "urn:site#");
  CHECK(derive[4].number);
  CHECK(derive[4].bare);
  CHECK(derive[4].unit == unit::W);
  CHECK(derive[4].pattern.names.size() == 1);
  CHECK(derive[4].property == "urn:hearth:site:ownCapacity");
}

TEST_CASE("a boundary is a component with a description of what it represents") {
  const Boundary& outdoor = every_key().boundaries.at("outdoor");
  CHECK(outdoor.means == "weather");
  CHECK(outdoor.component.type == "OutdoorEnvironment");
  CHECK(outdoor.component.config.contains("outdoorTemperature"));
  CHECK(outdoor.component.parameters.contains("b"));
}

TEST_CASE("a rule finds its root first and then what belongs to it") {
  const Rule& rule = terminal();
  CHECK(rule.mapping == "site");
  CHECK(rule.priority == 20.0);
  CHECK(rule.root == "v");
  CHECK(rule.roots.variable("v") == 0);
  CHECK(rule.roots.steps.size() == 3);
  CHECK(rule.roots.without.size() == 2);
  REQUIRE(rule.bind.size() == 4);
  const BoundVariable& zones = rule.bind[0];
  CHECK(zones.name == "z");
  CHECK(zones.given == std::vector<std::string>{"v"});
  CHECK(zones.find.variables == std::vector<std::string>{"v", "z"});
  CHECK(zones.count.min == 1);
  CHECK_FALSE(zones.count.holds(0));
  CHECK(zones.count.holds(1000));
  CHECK(zones.missing == "{v} feeds no zone");
  CHECK(zones.add == "{v} site:feeds {?zone} .");
  CHECK(rule.bind[1].nearest);
  CHECK(rule.bind[1].count.max == 1);
  CHECK(rule.bind[2].count.holds(0));
  CHECK(rule.bind[3].given == std::vector<std::string>{"z"});
  CHECK(rule.bind[3].count.min == 1);
  CHECK(rule.bind[3].count.max == 1);
  CHECK(rule.models == std::vector<std::string>{"v"});
  CHECK(rule.absorbs == std::vector<std::string>{"c", "s"});
  CHECK(rule.name == "terminal {v}");
}

TEST_CASE("a rule's configuration and initial values are set in its own copy of the group") {
  const GroupPart* heating = terminal().group.part("heating");
  REQUIRE(heating != nullptr);
  CHECK(std::get<Word>(heating->component.config.at("form")).text == "positional");
  CHECK(std::get<bool>(heating->component.config.at("isReverse")));
  CHECK(std::get<Quantity>(heating->component.initial.at("integral")).value == 0.1);
  CHECK(heating->component.clock->period == 600.0);
  CHECK(fixed_number(heating->parameters.at("kp")).value == 0.2);
}

TEST_CASE("parts, wires and ports of a group are read") {
  const Group& group = terminal().group;
  CHECK(group.name == "Terminal");
  const GroupPart* coldest = group.part("coldest");
  REQUIRE(coldest != nullptr);
  CHECK(coldest->when.variable == "z");
  CHECK(coldest->when.count.min == 2);
  CHECK(coldest->bypass.at("value") == "inputs");
  REQUIRE(group.wires.size() == 6);
  CHECK(group.wires[0].from[0].part == "coldest");
  CHECK(group.wires[0].to.port == "actualValue");
  CHECK(group.wires[1].cut == CutPin::Prefer);
  CHECK(group.wires[1].loop == LoopAction::Delay);
  CHECK(group.wires[2].from[0].kind == PortRef::Kind::Boundary);
  CHECK(group.wires[2].when.variable == "c");
  CHECK(group.wires[4].to.key == "2");
  CHECK_FALSE(group.wires[4].to.keyed);
  CHECK(group.inputs.at("zoneTemperature")[0].keyed);
  CHECK(group.outputs.at("airFlowRate").part == "box");
}

TEST_CASE("values say where they come from") {
  const Rule& rule = terminal();
  const ValueSource& flow = rule.quantities.at("flow");
  CHECK(flow.sum_variable == "z");
  CHECK(flow.sum_name == "floorArea");
  CHECK(flow.factor == 0.006);
  CHECK(flow.unit == unit::kg_per_s);
  CHECK(flow.min == 0.1);
  CHECK(flow.max == 2.0);
  CHECK(flow.standard == Quantity{0.25, unit::kg_per_s});
  CHECK(rule.quantities.at("coils").count_variable == "c");
  const ValueSource& power = rule.parameters.at("box.nominalReheatPower");
  REQUIRE(power.from.size() == 2);
  CHECK(power.from[0].variable == "c");
  CHECK(power.from[0].path.kind == PropertyPath::Kind::Sequence);
  CHECK(power.from[1].text == "?v site:power");
  CHECK(power.nth == 2);
  const ValueSource& excess = rule.parameters.at("box.nominalWaterExcess");
  CHECK(fixed_number(excess) == Quantity{40.0, unit::K});
  CHECK(excess.setting.max == Quantity{60.0, unit::K});
  CHECK(fixed_number(rule.parameters.at("heating.Ti")) == Quantity{20.0, unit::min});
  CHECK(rule.group.part("box")->parameters.at("nominalAirFlowRate").of == "flow");
  const ValueSource& bounds = rule.group.part("loss")->parameters.at("bound");
  CHECK(std::get<1>(bounds.setting.value).at("1").value == 0.5);
}

TEST_CASE("ends of connections are this instance, other nodes and boundaries") {
  const auto& connect = terminal().connect;
  REQUIRE(connect.size() == 4);
  CHECK(connect[0].from[0].kind == PortRef::Kind::Node);
  CHECK(connect[0].from[0].name == "a");
  CHECK(connect[0].from[0].keyed);
  CHECK(connect[0].to.kind == PortRef::Kind::Own);
  CHECK(connect[1].to.keyed);
  REQUIRE(connect[2].from.size() == 2);
  CHECK(connect[2].from[1].kind == PortRef::Kind::Boundary);
  CHECK(connect[3].when.variable == "a");
  CHECK(connect[3].text == "airFlowRate -> ?a.airFlowRateIn[]");
  CHECK(connect[3].where.line > 0);
}

TEST_CASE("points are found by class or by a pattern of their own") {
  const auto& points = terminal().points;
  REQUIRE(points.size() == 4);
  CHECK(points[0].of == "v");
  CHECK(points[0].tap.part == "box");
  CHECK(points[0].unit == unit::degC);
  CHECK(points[0].unit_us == unit::degF);
  CHECK(points[1].of == "c");
  CHECK(points[1].classes.size() == 2);
  CHECK(points[2].find.variables == std::vector<std::string>{"v", "p"});
  CHECK(points[2].point == "p");
  CHECK(points[2].drives.port == "coolingSignal");
  CHECK_FALSE(points[2].value);
}

TEST_CASE("a point's number has a shift and ends in the unit of the point") {
  const PointRule& point = terminal().points[3];
  REQUIRE(point.value);
  CHECK(point.value->iri == "urn:site#number");
  CHECK(point.shift == -1.0);
  REQUIRE(point.within);
  CHECK(point.within->first == Approx(10.0));
  CHECK(point.within->second == 35.0);
}

TEST_CASE("a note has a pattern, a node and texts") {
  REQUIRE(every_key().notes.size() == 1);
  const GraphNote& note = every_key().notes.front();
  CHECK(note.find.steps.size() == 2);
  CHECK(note.find.without.size() == 1);
  CHECK(note.node == "p");
  CHECK(note.code == "import.open_end");
  CHECK(note.message == "ports of {m} meet nothing");
  CHECK(note.consequence == "left open");
}

TEST_CASE("a component type is a group of one part with the type's ports") {
  const Rule& zone = rule(every_key(), "site.zone");
  REQUIRE(zone.group.parts.size() == 1);
  CHECK(zone.group.parts[0].component.id.empty());
  CHECK(zone.group.parts[0].component.type == "BuildingSpace");
  CHECK(zone.group.inputs.at("heatGain")[0].keyed);
  CHECK_FALSE(zone.group.inputs.at("outdoorTemperature")[0].keyed);
  CHECK(zone.group.outputs.contains("indoorTemperature"));
  CHECK(zone.models == std::vector<std::string>{"z"});
  CHECK(zone.priority == 1.0);  // one triple in `where`
}

TEST_CASE("rules come by priority, then by id") {
  std::vector<std::string> ids;
  for (const Rule& rule : every_key().rules) ids.push_back(rule.id);
  CHECK(ids == std::vector<std::string>{"site.terminal", "site.ahu", "site.setpoint", "site.zone"});
}

TEST_CASE("a later file of the same id replaces rules by name and adds others") {
  const auto mappings = read_texts(
      {small("m", "a"), small("n", "b"), small("m", "a", R"(, "priority": 7)"), small("m", "c")});
  REQUIRE(mappings.size() == 2);
  CHECK(mappings[0].id == "m");
  REQUIRE(mappings[0].rules.size() == 2);
  CHECK(mappings[0].rules[0].id == "a");
  CHECK(mappings[0].rules[0].priority == 7.0);
  CHECK(mappings[0].rules[1].id == "c");
  CHECK(mappings[1].id == "n");
}

TEST_CASE("a later file replaces groups, boundaries and prefixes and adds to lists") {
  const std::string base =
      R"({"hearthMapping": 1, "id": "m", "title": "old", "prefixes": {"x": "urn:x#", "y": "urn:y#"},
          "equipment": ["x:A"], "digests": ["bot"], "derive": [{"if": ["?a x:p ?b"], "then": ["?b x:q ?a"]}],
          "boundaries": {"s": {"type": "Schedule", "config": {"value": 1}, "means": "old"}}})";
  const std::string later =
      R"({"hearthMapping": 1, "id": "m", "title": "new", "prefixes": {"x": "urn:z#"},
          "equipment": ["y:B"], "digests": ["bot", "fso"],
          "derive": [{"if": ["?a y:p ?b"], "then": ["?b x:q ?a"]}],
          "boundaries": {"s": {"type": "Schedule", "config": {"value": 2}, "means": "new"}}})";
  const Mapping mapping = read_texts({base, later}).at(0);
  CHECK(mapping.title == "new");
  CHECK(mapping.equipment == std::vector<std::string>{"urn:z#A", "urn:y#B"});
  CHECK(mapping.digests == std::vector<std::string>{"bot", "fso"});
  CHECK(mapping.derive.size() == 2);
  CHECK(mapping.boundaries.at("s").means == "new");
}

TEST_CASE("what is wrong in a merged file is named in that file") {
  try {
    read_texts({small("m", "a"), "\n" + small("m", "a", R"(, "parameters": {"V_air": 1})")});
    FAIL("was read");
  } catch (const InputError& error) {
    const Diagnostic& item = error.diagnostics().items().at(0);
    CHECK(item.code == "mapping.parameter_unknown");
    CHECK(item.where.file == "1.json");
    CHECK(item.where.line == 2);
    CHECK(item.where.pointer == "/rules/0/parameters/V_air");
  }
}

TEST_CASE("two mappings cannot share the id of a rule") {
  CHECK_THROWS_WITH(read_texts({small("m", "a"), small("n", "a")}),
                    Catch::Contains("mapping.rule_duplicate") && Catch::Contains("'m'"));
}

TEST_CASE("a file that is not a mapping is refused, with all other errors") {
  CHECK_THROWS_WITH(read_texts({R"({"id": "m"})", R"({"hearthMapping": 1)"}),
                    Catch::Contains("mapping.version") && Catch::Contains("json.syntax"));
}

TEST_CASE("the built-in mappings are valid and say nothing") {
  CHECK(builtin_mapping_names() == std::vector<std::string>{"brick", "s223", "saref"});
  MappingReader reader(standard_components());
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  Diagnostics diagnostics;
  CHECK(reader.read(diagnostics).size() == 3);
  for (const Diagnostic& item : diagnostics.items()) UNSCOPED_INFO(to_string(item));
  CHECK(diagnostics.empty());
}

TEST_CASE("an unknown built-in mapping names the nearest") {
  MappingReader reader(standard_components());
  CHECK_THROWS_WITH(reader.add_builtin("birck"), Catch::Contains("did you mean 'brick'?"));
}

}  // namespace mapping_reader_test

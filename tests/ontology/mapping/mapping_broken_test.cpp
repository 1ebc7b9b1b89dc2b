// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

namespace mapping_broken_test {

using namespace hearth;

namespace {

const std::string& every_key_text() {
  static const std::string text = [] {
    std::ifstream file(HEARTH_SOURCE_DIR "/tests/ontology/mappings/every_key.json");
    std::stringstream stream;
    stream << file.rdbuf();
    return stream.str();
  }();
  return text;
}

/// One thing that is wrong: `from` of the file with every key becomes `to`.
struct Broken {
  std::string from, to;
  std::string code;
  std::string said;     ///< part of the message
  std::string at = {};  ///< what is on the line named; "": `to`
};

std::string replaced(const Broken& broken) {
  std::string text = every_key_text();
  const std::size_t place = text.find(broken.from);
  REQUIRE(place != std::string::npos);
  REQUIRE(text.find(broken.from, place + 1) == std::string::npos);
  return text.replace(place, broken.from.size(), broken.to);
}

int line_of(const std::string& text, const std::string& part) {
  const std::size_t place = text.find(part);
  REQUIRE(place != std::string::npos);
  return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(place), '\n')) +
         1;
}

/// Returns all messages about a text, errors and warnings.
std::vector<Diagnostic> findings(const std::string& text) {
  MappingReader reader(standard_components());
  reader.add_text(text, "m.json");
  Diagnostics diagnostics;
  try {
    reader.read(diagnostics);
  } catch (const InputError& error) {
    return error.diagnostics().items();
  }
  return diagnostics.items();
}

std::string listed(const std::vector<Diagnostic>& items) {
  std::string text;
  for (const Diagnostic& item : items) text += to_string(item) + "\n";
  return text;
}

void check(const Broken& broken) {
  INFO(broken.from << "  ->  " << broken.to);
  const std::string text = replaced(broken);
  const int line = line_of(text, broken.at.empty() ? broken.to : broken.at);
  const std::vector<Diagnostic> found = findings(text);
  INFO("expected " << broken.code << " at line " << line << ", found\n" << listed(found));
  const auto item = std::find_if(found.begin(), found.end(), [&](const Diagnostic& candidate) {
    return candidate.code == broken.code && candidate.where.line == line;
  });
  REQUIRE(item != found.end());
  CHECK(item->where.file == "m.json");
  CHECK_THAT(item->message, Catch::Contains(broken.said));
}

const std::vector<Broken> kHead = {
    {R"("hearthMapping": 1)", R"("hearthMapping": 2)", "mapping.version", "expected version 1"},
    {R"("pointOf":)", R"("pointsOf":)", "json.unknown_key", "did you mean 'pointOf'?"},
    {R"("digests": ["brick"])", R"("digests": ["brik"])", "ontology.digest_unknown",
     "did you mean 'brick'?"},
    {R"(: "site:VAV", "<urn)", R"(: "sit:VAV", "<urn)", "pattern.prefix_unknown",
     "did you mean 'site'?"},
    {R"("urn:site/*/v": "site:")", R"("urn:site/*/v": "sites:")", "pattern.prefix_unknown",
     "did you mean 'site'?"},
    {R"("site": "urn:site#")", "\"site\": \"urn:" + std::string(2000, 's') + "\"",
     "pattern.namespace_long", "prefix 'site:' represents an IRI of 2004 bytes"},
    {R"("site:Equipment")", R"("Equipment")", "mapping.term_malformed", "expected \"prefix:Name\""},
    {R"("unit": "site:hasUnit")", R"("unit": "site:hasUnit//")", "pattern.syntax", ""},
    {R"("points": ["site:Point"])", R"("points": "site:Point")", "json.type", "expected an array"},
};

const std::vector<Broken> kDerive = {
    {R"("then": ["?a hearth:supplies ?b"])", R"("then": ["?a hearth:supplies ?q"])",
     "mapping.variable_unbound", "'?q' is in no triple of 'if'"},
    {R"("then": ["?a hearth:supplies ?b"])", R"("then": ["?a hearth:supplies|hearth:x ?b"])",
     "mapping.then", "cannot be added"},
    {R"("number": "?x ?p ?v")", R"("number": "?x ?p ?x")", "mapping.then",
     "three different variables"},
    {R"("bare": true)", R"("bare": 1)", "json.type", "true or false"},
    {R"("unlisted": "warn")", R"("unlisted": "wran")", "json.choice", "did you mean 'warn'?"},
    {R"(["site:VAV", "site:Zone", "hearth:air"])", R"(["site:VAV", "site:Zone"])", "json.type",
     "a row of three strings"},
    {R"("in": "site:")", R"("in": "place:")", "pattern.prefix_unknown", "place"},
    {R"(["?a hearth:supplies ?b"], "then")", R"(["?a hearth:suplies ?b"], "then")",
     "mapping.not_derived", "did you mean 'hearth:supplies'?"},
    {R"(["?b site:isFedBy ?a", "?a != ?b"])", R"(["?b hearth:air ?a"])", "mapping.not_derived",
     "a later one"},
    {R"(["?v hearth:air+ ?z", )", R"(["?v hearth:water ?z", )", "mapping.not_derived",
     "no entry of 'derive' derives 'hearth:water'"},
};

const std::vector<Broken> kGroups = {
    {R"("type": "VavReheatTerminal")", R"("type": "VavReheatTerminl")", "model.type_unknown",
     "did you mean 'VavReheatTerminal'?"},
    {R"("reheat": "hotWater")", R"("reheat": "hotwater")", "model.choice_unknown", "hotWater"},
    {R"("config": {"isReverse": true})", R"("config": {"isRevers": true})", "model.config_unknown",
     "did you mean 'isReverse'?"},
    {R"({"type": "Schedule", "config": {"value": "60 degC"}, "means": "hot water"})",
     R"({"type": "Schedule", "means": "hot water"})", "model.config_missing", ""},
    {R"("initial": {"inputSignal": 0})", R"("initial": {"inputSignl": 0})", "model.initial_unknown",
     "did you mean 'inputSignal'?"},
    {R"("clock": {"period": 600})", R"("clock": {"period": -1})", "json.range", "at least 0"},
    {R"("minimumAirFlowRate": 0.05)", R"("minimumAirFlow": 0.05)", "mapping.parameter_unknown",
     "did you mean 'minimumAirFlowRate'?"},
    {R"("minimumAirFlowRate": 0.05)", R"("minimumAirFlowRate": "5 degC")", "mapping.unit_mismatch",
     "is in [degC], expected [kg/s]"},
    {R"("minimumAirFlowRate": 0.05)", R"("minimumAirFlowRate": -1)", "mapping.range", "0 to 1000"},
    {R"("when": "?z[2..]")", R"("when": "z[2..]")", "mapping.condition", "expected \"?z\""},
    {R"("when": "?z[2..]")", R"("when": "?zone[2..]")", "mapping.variable_unknown",
     "the rule site.terminal has no variable '?zone'"},
    {R"({"value": "inputs"})", R"({"value": "input"})", "mapping.bypass", "did you mean 'inputs'?"},
    {R"(, "bypass": {"value": "inputs"}})", R"(, "bypass": {"values": "inputs"}})",
     "mapping.bypass", "did you mean 'value'?"},
    {R"("coldest.value -> heating.actualValue")", R"("coldest.value > heating.actualValue")",
     "mapping.connection_malformed", "expected \"from -> to\""},
    {R"("coldest.value -> heating.actualValue")", R"("coldest.value -> heating.actual")",
     "mapping.port_unknown", "did you mean 'heating.actualValue'?"},
    {R"("coldest.value -> heating.actualValue")", R"("coldst.value -> heating.actualValue")",
     "mapping.part_unknown", "did you mean 'coldest'?"},
    {R"("coldest.value -> heating.actualValue")", R"("coldest.value -> heating.inputSignal")",
     "mapping.port_unknown", "is an output; expected an input"},
    {R"("cut": "prefer")", R"("cut": "perfer")", "json.choice", "did you mean 'prefer'?"},
    {R"("@hotWater.scheduleValue")", R"("@hotwater.scheduleValue")", "mapping.boundary_unknown",
     "did you mean 'hotWater'?"},
    {R"("@hotWater.scheduleValue")", R"("@hotWater.schedule")", "mapping.port_unknown",
     "did you mean 'scheduleValue'?"},
    {R"("zoneTemperature": "coldest.inputs[]")", R"("zoneTemperature": "coldest.inputs")",
     "mapping.key_missing", "write 'coldest.inputs[]'"},
    {R"("supplyAirTemperature": "box.supplyAirTemperature")",
     R"("supplyAirTemperature": "box.supplyAirTemperature[]")", "mapping.key_unexpected",
     "remove the brackets"},
    {R"("airFlowRate": "box.airFlowRate")", R"("airFlowRate": "box.airFlow")",
     "mapping.port_unknown", "did you mean 'box.airFlowRate'?"},
    {R"("Plant": {)", R"("Valve": {)", "mapping.group_name", "a component type"},
    {R"("duct": {"type")", R"("the duct": {"type")", "mapping.name_malformed", "'the duct'"},
};

const std::vector<Broken> kRules = {
    {R"("component": "Terminal")", R"("component": "Terminl")", "mapping.component_unknown",
     "did you mean 'Terminal'?"},
    {R"("id": "site.setpoint", "root": "?s")", R"("id": "site.zone", "root": "?s")",
     "mapping.rule_duplicate", "two rules 'site.zone'"},
    {R"("root": "?v")", R"("root": "v")", "mapping.variable_malformed", "such as \"?v\""},
    {R"("root": "?z", "component": "BuildingSpace", "where": ["?z a site:Zone"])",
     R"("root": "?y", "component": "BuildingSpace", "where": ["?z a site:Zone"])",
     "mapping.root_unused", "names the root '?y'"},
    {R"("where": "?a a site:AHU")", R"("where": "?a a")", "pattern.syntax", ""},
    {R"("where": "?a a site:AHU")", R"("where": [])", "mapping.root_unused", "is empty"},
    {R"("count": "1..*")", R"("count": "2..1")", "mapping.count", "expected a number of nodes"},
    {R"("pick": "nearest")", R"("pick": "nearst")", "json.choice", "did you mean 'nearest'?"},
    {R"("?c": {"find": "?v site:hasPart ?c"})", R"("?c": {"find": "?v site:hasPart ?d"})",
     "mapping.variable_unbound", "no triple contains '?c'"},
    {R"(["?v hearth:air+ ?z", "?z a site:Zone"])", R"(["?v hearth:air+ ?z", "?z site:x ?s"])",
     "mapping.variable_order", "'?s' is bound further down"},
    {R"("?c": {"find": "?v site:hasPart ?c"})", R"("?v": {"find": "?v site:hasPart ?c"})",
     "mapping.variable_bound", "already the root"},
    {R"("absorbs": ["?c", "?s"])", R"("absorbs": ["?c", "?x"])", "mapping.variable_unknown", "'?x'",
     R"("id": "site.terminal")"},
    {R"("heating.form": "positional")", R"("heating.frm": "positional")", "model.config_unknown",
     "did you mean 'form'?"},
    {R"("heating.form": "positional")", R"("heating.form": "positonal")", "model.choice_unknown",
     "positional"},
    {R"("heating.form": "positional")", R"("heatin.form": "positional")", "mapping.part_unknown",
     "did you mean 'heating'?"},
    {R"("heating.form": "positional")", R"("form": "positional")", "mapping.part_unknown",
     "expected \"part.form\""},
    {R"("heating.integral": 0.1)", R"("heating.integrl": 0.1)", "model.initial_unknown",
     "did you mean 'integral'?"},
    {R"("heating.Ti": "20 min")", R"("heating.Ty": "20 min")", "mapping.parameter_unknown",
     "did you mean 'Ti'?"},
    {R"("heating.Ti": "20 min")", R"("heatng.Ti": "20 min")", "mapping.part_unknown",
     "did you mean 'heating'?"},
    {R"("heating.Ti": "20 min")", R"("Ti": "20 min")", "mapping.part_unknown",
     "expected \"part.Ti\""},
    {R"("heating.Ti": "20 min")", R"("heating.Ti": "0 s")", "mapping.range", "0.001 to"},
};

const std::vector<Broken> kValues = {
    {R"("default": "3 kW")", R"("default": "3 kV")", "json.unit_unknown", "'kV'"},
    {R"("default": "3 kW")", R"("default": "3 kg")", "mapping.unit_mismatch", "'unit' is [kW]"},
    {R"("default": "3 kW")", R"("default": "30000 kW")", "mapping.range", "0 to 1e+07",
     R"("box.nominalReheatPower")"},
    {R"(site:power/site:value", "?v site:power"], "nth": 2,
                                   "unit": "kW", "default": "3 kW")",
     R"(site:power/site:value", "?v site:power"], "nth": 2,
                                   "unit": "m2")",
     "mapping.unit_mismatch", "is in [m2], expected [W]", R"("box.nominalReheatPower")"},
    {R"("nth": 2)", R"("nth": 0)", "json.range", "expected 1 to"},
    {R"("from": "?z site:area")", R"("nth": 3)", "mapping.value_malformed", "add 'from'"},
    {R"("from": "?z site:area")", R"("per": "?z")", "mapping.value_malformed", "one of them"},
    {R"("?v site:power"])", R"("site:power"])", "mapping.value_malformed", "a variable and a path"},
    {R"("?v site:power"])", R"("?w site:power"])", "mapping.variable_unknown", "'?w'",
     R"("box.nominalReheatPower")"},
    {R"("min": "0.1 kg/s", "max": 2)", R"("min": "0.1 kg/s", "max": 0.05)", "mapping.range",
     "above max", R"("flow": {"sum")"},
    {R"("min": "0.1 kg/s")", R"("min": "0.1 m")", "mapping.unit_mismatch", "expected [kg/s]"},
    {R"("coils": {"count": "?c"})", R"("coils": {"cuont": "?c"})", "json.unknown_key",
     "did you mean 'count'?"},
    {R"("coils": {"count": "?c"})", R"("coils": {"of": "coils"})", "mapping.value_cycle",
     "coils <- coils"},
    {R"("sum": "?z.floorArea", "power")", R"("sum": "?z.florArea", "power")",
     "mapping.value_unknown", "did you mean 'floorArea'?"},
    {R"("sum": "?z.floorArea", "power")", R"("sum": "floorArea", "power")",
     "mapping.value_malformed", "a variable and a name"},
    {R"({"of": "floorArea")", R"({"of": "florArea")", "mapping.quantity_unknown",
     "did you mean 'floorArea'?"},
    {R"("nominalAirFlowRate": {"of": "flow"})", R"("nominalAirFlowRate": {"of": "area"})",
     "mapping.unit_mismatch", "is in [m2], expected [kg/s]"},
    {R"("R_int": {"*": "0.02 K/W"})", R"("R_out": {"*": "0.02 K/W"})", "json.unknown_key", "'*'"},
};

const std::vector<Broken> kWires = {
    {R"("?a.supplyAirTemperature[] -> supplyAirTemperature")",
     R"("?a.supplyTemperature[] -> supplyAirTemperature")", "mapping.port_unknown",
     "no group or component that a rule makes"},
    {R"("?a.supplyAirTemperature[] -> supplyAirTemperature")",
     R"("?b.supplyAirTemperature[] -> supplyAirTemperature")", "mapping.variable_unknown",
     "no variable '?b'"},
    {R"("?a.supplyAirTemperature[] -> supplyAirTemperature")",
     R"("?z.indoorCO2 -> supplyAirTemperature")", "mapping.unit_mismatch",
     "[ppm] -> supplyAirTemperature [degC]"},
    {R"("?z.indoorTemperature -> zoneTemperature[]")", R"("?z.indoorTemperature -> zoneTemp[]")",
     "mapping.port_unknown", "did you mean 'zoneTemperature'?"},
    {R"("?z.indoorTemperature -> zoneTemperature[]")",
     R"("?z.indoorTemperature[] -> zoneTemperature[]")", "mapping.key_unexpected",
     "remove the brackets"},
    {R"("@outdoor.outdoorTemperature -> outdoorTemperature")",
     R"("@outdoor.outdoorTemperature -> heatGain")", "mapping.key_missing", "write 'heatGain[]'"},
    {R"("to": "?a.airFlowRateIn[]")", R"("to": "?a.airFlowRate In")", "mapping.port_malformed",
     "is not a port"},
    {R"("to": "?a.airFlowRateIn[]", "when": "?a")", R"("to": "?a.airFlowRateIn[]", "when": "?q")",
     "mapping.variable_unknown", "'?q'"},
    {R"("tap": "box.outletAirTemperature", "unit": "degC")",
     R"("tap": "box.outletTemperature", "unit": "degC")", "mapping.port_unknown", "box.outlet"},
    {R"("tap": "box.outletAirTemperature", "unit": "degC")",
     R"("tap": "box.outletAirTemperature", "unit": "W")", "mapping.unit_mismatch",
     "the point is in [W]", R"("class": "site:Discharge_Temperature")"},
    {R"("unitUs": "degF")", R"("unitUs": "degX")", "json.unit_unknown", "degX"},
    {R"("drives": "box.coolingSignal")", R"("drives": "box.airFlowRate")", "mapping.port_unknown",
     "is an output", R"({"find": ["?v site:observes ?p")"},
    {R"("drives": "box.coolingSignal")", R"("drives": "?z.heatGain")", "mapping.port_malformed",
     "not a port of this instance"},
    {R"("point": "?p",)", "", "json.missing_key", "'point'", R"({"find": ["?v site:observes)"},
    {R"("drives": "setpoint", "unit": "degC",)", R"("drives": "setpoint",)", "mapping.point_value",
     "with a 'unit'", R"("value": "site:number")"},
    {R"("shift": "-1 K")", R"("shift": "-1 W")", "mapping.unit_mismatch", "[W] does not fit"},
    {R"(["50 degF", "35 degC"])", R"(["35 degC", "50 degF"])", "mapping.range",
     "the lower one first"},
    {R"("node": "?p")", R"("node": "?x")", "mapping.variable_unbound", "'?x' is in no triple"},
    {R"("code": "import.open_end")", R"("code": "open_end")", "mapping.note_code",
     "must start with 'import.'"},
    {R"("message": "ports of {m} meet nothing",)", "", "json.missing_key", "'message'",
     R"("notes":)"},
    {R"(["?v site:observes ?p", "?p a site:Property"])", R"(["?z site:observes ?p"])",
     "mapping.variable_order", "only '?v'"},
    {R"("of": "?c", "tap": "airFlowRate")", R"("of": "?c")", "mapping.point_port",
     "expected one of 'tap'", R"("class": ["site:Flow")"},
    {R"("pointOf": "site:hasPoint|^site:isPointOf", )", "", "mapping.point_of_missing",
     "add 'pointOf'", R"("class": "site:Discharge_Temperature")"},
};

void check_all(const std::vector<Broken>& table) {
  for (const Broken& broken : table) check(broken);
}

}  // namespace

TEST_CASE("a broken head of a mapping is named by line and remedy") { check_all(kHead); }
TEST_CASE("a broken derivation is named by line and remedy") { check_all(kDerive); }
TEST_CASE("a broken group is named by line and remedy") { check_all(kGroups); }
TEST_CASE("a broken rule is named by line and remedy") { check_all(kRules); }
TEST_CASE("a broken value is named by line and remedy") { check_all(kValues); }
TEST_CASE("a broken connection or point is named by line and remedy") { check_all(kWires); }

TEST_CASE("what is odd but works is a warning") {
  check(
      {R"("?s": {"find": ["?z site:hasPoint ?s", "?s a site:Setpoint"], "count": 1, "pick": "most"})",
       R"("?s": {"find": ["?z site:hasPoint ?s"]}, "?n": {"find": ["?v site:near ?n"]})",
       "mapping.bind_unused", "does not use '?n'"});
  check({R"("component": "Plant")", R"("component": "SupplyFlowJunction")", "mapping.group_unused",
         "no rule uses the group 'Plant'", R"("Plant": {)"});
  check({R"("when": "?z[2..]", )", "", "mapping.bypass", "always present", R"("coldest": {)"});
  check({R"("where": "?a a site:AHU")", R"("where": "?a a brick:Air_Handling_Unitt")",
         "mapping.term_unknown", "did you mean 'Air_Handling_Unit'?"});
  check({R"("where": "?a a site:AHU")", R"("where": ["?a a site:AHU", "?a brick:fedes ?x"])",
         "mapping.term_unknown", "did you mean 'feeds'?"});
}

TEST_CASE("every broken mapping of the tables is refused") {
  for (const auto* table : {&kHead, &kDerive, &kGroups, &kRules, &kValues, &kWires}) {
    for (const Broken& broken : *table) {
      INFO(broken.to);
      const std::vector<Diagnostic> found = findings(replaced(broken));
      CHECK(std::any_of(found.begin(), found.end(),
                        [](const Diagnostic& item) { return item.severity == Severity::Error; }));
    }
  }
}

}  // namespace mapping_broken_test

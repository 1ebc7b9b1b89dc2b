// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_turtle_test {

using namespace hearth::test;

namespace {

/// A schedule moves a damper.
const std::string kGraph = R"(@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix s4syst: <https://saref.etsi.org/saref4syst/> .
@prefix sim: <http://simulation.org/> .
sim:setpoint a sim:ScheduleSystem ;
  sim:weekDayRulesetDict "{\"ruleset_default_value\": 0.5}"^^rdf:JSON ;
  s4syst:connectedThrough sim:out .
sim:out a s4syst:Connection ; sim:outputPort "scheduleValue" ;
  s4syst:connectsSystemAt sim:in .
sim:in a s4syst:ConnectionPoint ; sim:inputPort "damperPosition" ;
  s4syst:connectionPointOf sim:damper .
sim:damper a sim:DamperTorchSystem ;
  sim:nominalAirFlowRate 0.1 ;
  sim:a 5 .
)";

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

const std::string kRule = R"({\"ruleset_default_value\": 0.5})";

const Bench kBench{"room.ttl", kModelVerbs, {}, kOneDay};

}  // namespace

TEST_CASE("the graph that is broken below is sound itself") {
  const Workshop shop;
  CHECK(run_hearth(shop, {"check", shop.write("room.ttl", kGraph)}).code == 0);
}

TEST_CASE("a graph that is not Turtle is refused with line and remedy") {
  check_all_refused(
      kBench, {
                  {"no full stop between statements", edited(kGraph, "sim:out .", "sim:out"),
                   "turtle.syntax", "room.ttl:7", "expected '.', ';' or ','"},
                  {"no object", edited(kGraph, "sim:a 5", "sim:a"), "turtle.syntax", "room.ttl:13",
                   "expected an object"},
                  {"a bracket is not closed", kGraph + "sim:x sim:y [ a sim:z ; .\n",
                   "turtle.syntax", "room.ttl:14", "expected ']'"},
                  {"text", "Dear colleague,\nplease find the graph attached.\n", "turtle.syntax",
                   "room.ttl:1", "expected prefix:name"},
                  {"an unknown escape", edited(kGraph, "damperPosition", "damper\\qPosition"),
                   "turtle.syntax", "room.ttl:9", "expected \\t \\b \\n"},
                  {"half a character", edited(kGraph, "damperPosition", "damper\\uD800Position"),
                   "turtle.syntax", "room.ttl:9", "expected 0 to 10FFFF, except surrogates"},
                  {"a number with two points", edited(kGraph, "0.1 ;", "0.1.2 ;"), "turtle.syntax",
                   "room.ttl:12", "expected a predicate"},
                  {"a line break in a string", edited(kGraph, "damperPosition", "damper\nPosition"),
                   "turtle.syntax", "room.ttl:9", "expected the closing \""},
                  {"a blank in an IRI", edited(kGraph, "http://simulation", "http://my simulation"),
                   "turtle.syntax", "room.ttl:3", "%-encoding"},
                  {"an undeclared prefix", edited(kGraph, "sim:a 5", "smi:a 5"),
                   "turtle.undeclared_prefix", "room.ttl:13", "did you mean 'sim'?"},
                  {"cut off in a statement", kGraph.substr(0, kGraph.size() - 4),
                   "turtle.truncated", "room.ttl:11", "expected '.'"},
                  {"cut off in a string", kGraph.substr(0, kGraph.find("_default")),
                   "turtle.truncated", "room.ttl:5", "expected \""},
                  {"lists in lists", kGraph + "sim:x sim:y " + repeated("(", 200000),
                   "turtle.depth", "room.ttl:14", "more than 256 levels"},
                  {"nodes in nodes", kGraph + "sim:x sim:y " + repeated("[ sim:y ", 200000),
                   "turtle.depth", "room.ttl:14", "more than 256 levels"},
              });
}

TEST_CASE("a file of another kind under the name of a graph is refused with a way to convert it") {
  const std::string zeros = edited(kGraph, "sim:a 5", std::string("sim:a\0 5", 8));
  check_all_refused(
      kBench,
      {
          {"Latin-1",
           edited(kGraph, "sim:setpoint",
                  "# K\xFC"
                  "che\nsim:setpoint"),
           "turtle.encoding", "room.ttl:4", "save the file as UTF-8"},
          {"UTF-16", std::string("\xFF\xFE@\0p\0", 6), "turtle.encoding", "room.ttl:1",
           "iconv -f UTF-16 -t UTF-8"},
          {"zero bytes", zeros, "turtle.encoding", "room.ttl:13", "expected UTF-8 text"},
          {"JSON", "{\"hearth\": 1}", "turtle.not_turtle", "room.ttl:1", "riot --output=turtle"},
          {"an archive", "PK\x03\x04 and so on", "turtle.not_turtle", "room.ttl:1",
           "export the graph as Turtle"},
          {"XML", "<?xml version=\"1.0\"?>\n<rdf:RDF/>\n", "model.format_unsupported", "room.ttl",
           "rapper -i rdfxml -o turtle"},
          {"nothing", "", "model.empty", "room.ttl", "check that it is the right file"},
          {"prefixes only", kGraph.substr(0, kGraph.find("sim:setpoint")), "model.empty",
           "room.ttl", "check that it is the right file"},
          {"a building graph without anything to simulate",
           "@prefix brick: <https://brickschema.org/schema/Brick#> .\n"
           "<http://a.org/lamp> a brick:Luminaire .\n",
           "model.empty", "room.ttl", "brick:Luminaire (1)"},
      });
}

TEST_CASE("connections that lead nowhere are refused with line and node") {
  check_all_refused(
      kBench,
      {
          {"a point of itself", edited(kGraph, "PointOf sim:damper", "PointOf sim:in"),
           "t4b.connection_open", "room.ttl:8", "add a class to it"},
          {"a connection to itself", edited(kGraph, "SystemAt sim:in", "SystemAt sim:out"),
           "t4b.connection_open", "room.ttl:8", "s4syst:connectionPointOf"},
          {"a point of a misspelt component",
           edited(kGraph, "PointOf sim:damper", "PointOf sim:dmaper"), "t4b.connection_open",
           "room.ttl:8", "did you mean 'damper'?"},
          {"a connection to a missing point", edited(kGraph, "SystemAt sim:in", "SystemAt sim:ni"),
           "t4b.connection_open", "room.ttl:9 http://simulation.org/in", "s4syst:connectsSystemAt"},
          {"no output port", edited(kGraph, "sim:outputPort \"scheduleValue\" ;", ""),
           "t4b.connection_open", "room.ttl:6", "has no sim:outputPort"},
          {"a component without a class", edited(kGraph, " a sim:DamperTorchSystem ;", ""),
           "t4b.connection_open", "room.ttl:8",
           "'damper', which is not a component; add a class to it"},
          {"an unknown output", edited(kGraph, "\"scheduleValue\"", "\"schedulValue\""),
           "model.port_unknown", "room.ttl:8 setpoint.schedulValue",
           "did you mean 'scheduleValue'?"},
          {"an input far from every name", edited(kGraph, "\"damperPosition\"", "\"opening\""),
           "model.port_unknown", "room.ttl:8 damper.opening", "expected damperPosition"},
          {"an open input", kGraph + "sim:valve a sim:ValveTorchSystem .\n", "model.input_missing",
           "room.ttl:14 valve.valvePosition", "connect an output to it"},
          {"two sources of one input",
           kGraph + "sim:other a sim:ScheduleSystem ; sim:weekDayRulesetDict \"" + kRule +
               "\"^^rdf:JSON ; s4syst:connectedThrough sim:o2 . sim:o2 sim:outputPort "
               "\"scheduleValue\" ; s4syst:connectsSystemAt sim:i2 . sim:i2 sim:inputPort "
               "\"damperPosition\" ; s4syst:connectionPointOf sim:damper .\n",
           "model.input_taken", "damper.damperPosition", "remove one"},
      });
}

TEST_CASE("components of a graph that cannot be built are refused with line and id") {
  const std::string schedule = "sim:weekDayRulesetDict \"" + kRule + "\"^^rdf:JSON";
  check_all_refused(
      kBench,
      {
          {"a misspelt class", edited(kGraph, "DamperTorchSystem", "DampperTorchSystem"),
           "t4b.class_unknown", "room.ttl:11 damper", "did you mean 'DamperTorchSystem'?"},
          {"a class without a component", edited(kGraph, "DamperTorchSystem", "PumpSystem"),
           "t4b.class_unknown", "room.ttl:11 damper", "use hearth:Pump"},
          {"an unknown class", kGraph + "sim:x a sim:Nothing .\n", "t4b.class_unknown",
           "room.ttl:14 x", "remove the node"},
          {"two classes", kGraph + "sim:damper a sim:ValveTorchSystem .\n", "t4b.class_ambiguous",
           "room.ttl:11 damper", "keep only one"},
          {"no IRI", kGraph + "[] a sim:DamperTorchSystem .\n", "t4b.component_unnamed",
           "room.ttl:14", "must be a node with an IRI"},
          {"text with a unit", edited(kGraph, "0.1 ;", "\"0.1 kg/s\" ;"), "t4b.value_invalid",
           "room.ttl:12 damper.nominalAirFlowRate", "without a unit"},
          {"a number too large", edited(kGraph, "0.1 ;", "1e999 ;"), "t4b.value_invalid",
           "room.ttl:12 damper.nominalAirFlowRate", "expected a finite number"},
          {"a decimal comma", edited(kGraph, "0.1 ;", "0,1 ;"), "t4b.value_ambiguous",
           "room.ttl:12 damper.nominalAirFlowRate", "decimal point"},
          {"two values", edited(kGraph, "0.1 ;", "0.1, 0.2 ;"), "t4b.value_ambiguous",
           "room.ttl:12 damper.nominalAirFlowRate", "keep only one"},
          {"out of range", edited(kGraph, "0.1 ;", "-0.1 ;"), "model.out_of_range",
           "room.ttl:11 damper.nominalAirFlowRate", "outside 1e-06 to 1000"},
          {"too many elements",
           kGraph + "sim:heater a sim:SpaceHeaterTorchSystem ; sim:nelements 1000000000 .\n",
           "t4b.value_invalid", "room.ttl:14 heater.nelements", "from 1 to 10000"},
          {"rules cut off", edited(kGraph, " 0.5}", " "), "t4b.ruleset_invalid",
           "room.ttl:5 setpoint.weekDayRulesetDict", "the rule set cannot be read"},
          {"no rules", edited(kGraph, schedule + " ;", ""), "t4b.schedule_empty",
           "room.ttl:4 setpoint", "add sim:weekDayRulesetDict"},
          {"a spreadsheet without a name", edited(kGraph, schedule, "sim:useSpreadsheet true"),
           "t4b.filename_missing", "room.ttl:5 setpoint", "add it, or set useSpreadsheet to false"},
      });
}

TEST_CASE("a data file that a graph names and that does not exist is refused with the component") {
  const std::string schedule = "sim:weekDayRulesetDict \"" + kRule + "\"^^rdf:JSON";
  const std::string text =
      edited(kGraph, schedule, "sim:useSpreadsheet true ; sim:filename \"x.csv\"");
  check_all_refused({"room.ttl", {"check", "simulate"}, {}, kOneDay},
                    {{"no file", text, "data.file_missing", "room.ttl:4 setpoint.value",
                      "correct the path, or set --data-dir to the folder"}});
}

TEST_CASE("a property that a class of a graph does not have is a warning with the nearest name") {
  const Workshop shop;
  const std::string text = edited(kGraph, "nominalAirFlowRate", "nominalAirFlowrate");
  const Outcome outcome = run_hearth(shop, {"check", shop.write("room.ttl", text)});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("warning: t4b.parameter_ignored"));
  CHECK(outcome.said("room.ttl:12 damper.nominalAirFlowrate"));
  CHECK(outcome.said("did you mean 'nominalAirFlowRate'?"));
}

}  // namespace bad_turtle_test

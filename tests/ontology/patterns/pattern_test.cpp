// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/pattern.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth::pattern_test {
namespace {

using Kind = PropertyPath::Kind;

Prefixes example_prefixes() {
  Prefixes prefixes;
  prefixes.set("ex", "urn:ex:");
  prefixes.set("brick", "urn:brick:");
  prefixes.set("", "urn:none:");
  return prefixes;
}

// Reads one triple that has to be right.
GraphPattern read(const std::string& triple) {
  GraphPattern pattern;
  Diagnostics diagnostics;
  add_triples(pattern, {triple}, example_prefixes(), {}, diagnostics);
  for (const Diagnostic& item : diagnostics.items()) FAIL(to_string(item));
  return pattern;
}

OwnTerm read_object_term(const std::string& object) {
  return read("?x ex:p " + object).steps.at(0).object.terms.at(0);
}

// Returns code and message of what is wrong with a triple.
std::string fault(const std::string& triple) {
  GraphPattern pattern;
  Diagnostics diagnostics;
  add_triples(pattern, {triple}, example_prefixes(), {.file = "m.json", .line = 7}, diagnostics);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(pattern.steps.empty());
  const Diagnostic& item = diagnostics.items().front();
  CHECK(item.where.line == 7);
  return item.code + " " + item.message;
}

// Writes a path with every operator in brackets.
std::string shown(const PropertyPath& path) {
  const auto joined = [&path](const char* sign) {
    std::string out = "(";
    for (const PropertyPath& part : path.parts) out += (out == "(" ? "" : sign) + shown(part);
    return out + ")";
  };
  switch (path.kind) {
    case Kind::Property:
      return path.iri == rdf::kType ? "a" : path.iri.substr(std::string("urn:ex:").size());
    case Kind::Sequence:
      return joined("/");
    case Kind::Either:
      return joined("|");
    case Kind::Inverse:
      return "^" + shown(path.parts.at(0));
    case Kind::OneOrMore:
      return joined("") + "+";
    case Kind::NoneOrMore:
      return joined("") + "*";
    case Kind::NoneOrOne:
      break;
  }
  return joined("") + "?";
}

std::string read_path(const std::string& text) {
  Diagnostics diagnostics;
  const PropertyPath path = parse_path(text, example_prefixes(), {}, diagnostics);
  for (const Diagnostic& item : diagnostics.items()) FAIL(to_string(item));
  return shown(path);
}

TEST_CASE("a triple of a pattern has variables, names and a property") {
  const GraphPattern pattern = read("?v ex:feeds ?z");
  CHECK(pattern.variables == std::vector<std::string>{"v", "z"});
  CHECK(pattern.variable("z") == 1);
  CHECK(pattern.variable("x") == -1);
  REQUIRE(pattern.steps.size() == 1);
  CHECK(pattern.steps[0].subject.variable == 0);
  CHECK(pattern.steps[0].object.variable == 1);
  CHECK(pattern.steps[0].path.kind == Kind::Property);
  CHECK(pattern.steps[0].path.iri == "urn:ex:feeds");
  CHECK(read("<http://a/b> a ex:C").steps[0].subject.terms[0].text == "http://a/b");
  CHECK(read("?v ?p ?o").steps[0].property == 1);
}

TEST_CASE("the object of a triple may list alternatives") {
  const PatternTerm object = read("?z a brick:HVAC_Zone | ex:Zone|:Z").steps[0].object;
  REQUIRE(object.terms.size() == 3);
  CHECK(object.terms[0].text == "urn:brick:HVAC_Zone");
  CHECK(object.terms[1].text == "urn:ex:Zone");
  CHECK(object.terms[2].text == "urn:none:Z");
}

TEST_CASE("literals of patterns are those of Turtle") {
  const auto literal = [](const char* text, std::string_view datatype) {
    return OwnTerm{TermKind::Literal, text, std::string(datatype), {}};
  };
  CHECK(read_object_term("\"a b\"") == literal("a b", xsd::kString));
  CHECK(read_object_term("'it\\'s \\u00e9'") == literal("it's \u00e9", xsd::kString));
  CHECK(read_object_term("\"\"\"a\"b\"\"\"") == literal("a\"b", xsd::kString));
  CHECK(read_object_term("12") == literal("12", xsd::kInteger));
  CHECK(read_object_term("-1.50") == literal("-1.50", xsd::kDecimal));
  CHECK(read_object_term("1e3") == literal("1e3", xsd::kDouble));
  CHECK(read_object_term("true") == literal("true", xsd::kBoolean));
  CHECK(read_object_term("\"5\"^^ex:t") == literal("5", "urn:ex:t"));
  const OwnTerm tagged = read_object_term("\"rum\"@da-DK");
  CHECK(tagged.language == "da-DK");
  CHECK(tagged.datatype == rdf::kLangString);
}

TEST_CASE("names of patterns may hold dots, escapes and digits") {
  CHECK(read_object_term("ex:a.b-c_1").text == "urn:ex:a.b-c_1");
  CHECK(read_object_term("ex:020B").text == "urn:ex:020B");
  CHECK(read_object_term("ex:a\\/b").text == "urn:ex:a/b");
  CHECK(read_object_term(":x").text == "urn:none:x");
  CHECK(read_object_term("ex:").text == "urn:ex:");
}

TEST_CASE("operators of a path bind as in SPARQL") {
  CHECK(read_path("ex:p") == "p");
  CHECK(read_path("a/ex:p*") == "(a/(p)*)");
  CHECK(read_path("ex:p|ex:q/ex:r") == "(p|(q/r))");
  CHECK(read_path("^ex:p+") == "^(p)+");
  CHECK(read_path("^(ex:p / ex:q)") == "^(p/q)");
  CHECK(read_path("(ex:p|^ex:q)?") == "((p|^q))?");
  CHECK(read("?a ex:p? ?b").steps[0].path.kind == Kind::NoneOrOne);
  CHECK(read("?a ex:p ?b").steps[0].path.kind == Kind::Property);
  CHECK(read("?a ex:p +5").steps[0].object.terms[0].text == "+5");
}

TEST_CASE("two variables can be kept apart") {
  const GraphPattern pattern = read("?a != ?b");
  CHECK(pattern.steps.empty());
  CHECK(pattern.pairs == std::vector<PatternPair>{{0, 1}});
}

TEST_CASE("numbers can be compared") {
  const GraphPattern pattern = read("?a < ?b");
  CHECK(pattern.steps.empty());
  CHECK(pattern.pairs == std::vector<PatternPair>{{0, 1, true}});
  CHECK(read("?a <urn:p> ?b").steps.size() == 1);  // an IRI
}

TEST_CASE("words can be required in the names of a node") {
  const GraphPattern pattern = read("?p ~ \"HeatingSetpoint\"|\"min temperature\"");
  CHECK(pattern.steps.empty());
  REQUIRE(pattern.names.size() == 1);
  CHECK(pattern.names[0].variable == 0);
  CHECK(pattern.names[0].phrases ==
        std::vector<std::vector<std::string>>{{"heating", "setpoint"}, {"min", "temperature"}});
  for (const char* wrong : {"?p ~ ex:p", "?p ~ \"\"", "?p ~ ?q", "ex:p ~ \"word\""}) {
    CAPTURE(wrong);
    CHECK_THAT(fault(wrong), Catch::Contains("pattern.syntax"));
  }
}

TEST_CASE("variables keep their numbers in negative groups") {
  GraphPattern pattern = read("?v ex:p ?z");
  Diagnostics diagnostics;
  add_without(pattern, {"?z ex:q ?new"}, example_prefixes(), {}, diagnostics);
  add_triples(pattern, {"?new ex:p ?last"}, example_prefixes(), {}, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(pattern.variables == std::vector<std::string>{"v", "z", "new", "last"});
  REQUIRE(pattern.without.size() == 1);
  CHECK(pattern.without[0].steps[0].subject.variable == 1);
  CHECK(pattern.without[0].steps[0].object.variable == 2);
}

TEST_CASE("a wrong triple is reported with its column and left out") {
  using Catch::Matchers::Contains;
  CHECK_THAT(fault("?v brik:feeds ?z"),
             Contains("pattern.prefix_unknown") && Contains("column 4") &&
                 Contains("prefix 'brik:' is not known, did you mean 'brick'?"));
  CHECK_THAT(fault("?v feeds ?z"), Contains("column 4") && Contains("'feeds' has no prefix"));
  CHECK_THAT(fault("?v ex:p"), Contains("column 8") && Contains("the object is missing"));
  CHECK_THAT(fault("?v"), Contains("three parts"));
  CHECK_THAT(fault("?v ex:p ?z ?y"), Contains("column 12") && Contains("found '?y'"));
  CHECK_THAT(fault("?v (ex:p ?z"), Contains("column 10") && Contains("expected ')'"));
  CHECK_THAT(fault("?v ex:p \"open"), Contains("column 9") && Contains("is not closed"));
  CHECK_THAT(fault("?v ex:p <nowhere>"), Contains("not a complete IRI"));
  CHECK_THAT(fault("?v !ex:p ?z"), Contains("pattern.syntax") && Contains("not supported"));
  CHECK_THAT(fault("ex:a != ?b"), Contains("a variable on both sides"));
  CHECK_THAT(fault("?v ex:p ?a|?b"), Contains("alternatives"));
  CHECK_THAT(fault("_:x ex:p ?b"), Contains("use a variable"));
}

TEST_CASE("a pattern and a path have no more parts than can be walked") {
  std::string path = "ex:p";
  for (int k = 1; k < 500; ++k) path += "/ex:p";
  Diagnostics diagnostics;
  parse_path(path, example_prefixes(), {}, diagnostics);
  CHECK(diagnostics.empty());
  parse_path(path + "/ex:p", example_prefixes(), {}, diagnostics);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK_THAT(diagnostics.items().front().message, Catch::Contains("more than 500 parts"));

  GraphPattern pattern;
  Diagnostics wrong;
  const std::vector<std::string> triples(kMostSteps + 1, "?v ex:p ?z");
  add_triples(pattern, triples, example_prefixes(), {}, wrong);
  CHECK(pattern.steps.size() == kMostSteps);
  REQUIRE(wrong.items().size() == 1);
  CHECK_THAT(wrong.items().front().message, Catch::Contains("more than 500 triples"));
}

TEST_CASE("brackets of a path are not nested without end") {
  const std::string deep = std::string(100000, '(') + "ex:p" + std::string(100000, ')');
  Diagnostics diagnostics;
  parse_path(deep, example_prefixes(), {}, diagnostics);
  parse_path(std::string(100000, '^') + "ex:p", example_prefixes(), {}, diagnostics);
  CHECK(diagnostics.items().size() == 2);
}

}  // namespace
}  // namespace hearth::pattern_test

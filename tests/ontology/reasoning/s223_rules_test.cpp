// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/s223/s223_rules.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/infer.hpp"
#include "hearth/tests/support/given_limit.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::s223_rules_test {
namespace {

const std::string kS223 = "http://data.ashrae.org/standard223#";

using Pairs = std::set<std::string>;  // `fan -> out`, local names

const Knowledge& s223() {
  static const Knowledge kKnowledge = Knowledge::of_digests({"s223"});
  return kKnowledge;
}

TripleStore inferred(const std::string& text) {
  return infer(read_turtle_text("@prefix ex: <http://example.org/> .\n"
                                "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
                                "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
                                    text,
                                "small.ttl"),
               s223());
}

std::string arrow(const std::string& from, const std::string& to) { return from + " -> " + to; }

Pairs pairs(const TripleStore& graph, const std::string& property) {
  Pairs out;
  for (const Triple& t : graph.match({.predicate = graph.find_iri(kS223 + property)})) {
    out.insert(arrow(std::string(local_name(graph.term(t.subject).text)),
                     std::string(local_name(graph.term(t.object).text))));
  }
  return out;
}

Pairs ex(const std::vector<std::pair<std::string, std::string>>& names) {
  Pairs out;
  for (const auto& [from, to] : names) out.insert(arrow(from, to));
  return out;
}

// A fan blows through a duct into a terminal.
const char* const kTypes =
    "ex:fan a s223:Fan . ex:out a s223:OutletConnectionPoint .\n"
    "ex:duct a s223:Duct . ex:in a s223:InletConnectionPoint .\n"
    "ex:box a s223:SingleDuctTerminal .\n";
const char* const kChain =
    "ex:fan s223:cnx ex:out . ex:duct s223:cnx ex:out, ex:in . ex:in s223:cnx ex:box .\n";

void check_chain(const TripleStore& graph) {
  CHECK(pairs(graph, "hasConnectionPoint") == ex({{"fan", "out"}, {"box", "in"}}));
  CHECK(pairs(graph, "isConnectionPointOf") == ex({{"out", "fan"}, {"in", "box"}}));
  CHECK(pairs(graph, "connectsAt") == ex({{"duct", "out"}, {"duct", "in"}}));
  CHECK(pairs(graph, "connectsThrough") == ex({{"out", "duct"}, {"in", "duct"}}));
}

TEST_CASE("cnx in any direction becomes the relation that the classes of its ends ask for") {
  const TripleStore graph = inferred(std::string(kTypes) + kChain);
  check_chain(graph);
  CHECK(pairs(graph, "connectedThrough") == ex({{"fan", "duct"}, {"box", "duct"}}));
  CHECK(pairs(graph, "connectsFrom") == ex({{"duct", "fan"}}));
  CHECK(pairs(graph, "connectsTo") == ex({{"duct", "box"}}));
  CHECK(pairs(graph, "connectedTo") == ex({{"fan", "box"}}));
  CHECK(pairs(graph, "connectedFrom") == ex({{"box", "fan"}}));
  CHECK(pairs(graph, "connected") == ex({{"fan", "box"}, {"box", "fan"}}));
  CHECK(pairs(graph, "cnx").size() == 8);
}

TEST_CASE("classes that a 223P graph declares itself decide what cnx means") {
  check_chain(
      inferred("ex:MyPoint rdfs:subClassOf s223:ConnectionPoint .\n"
               "ex:MyDuct rdfs:subClassOf s223:Duct . ex:MyFan rdfs:subClassOf s223:Fan .\n"
               "ex:fan a ex:MyFan . ex:out a ex:MyPoint . ex:duct a ex:MyDuct .\n"
               "ex:in a ex:MyPoint . ex:box a s223:Damper .\n" +
               std::string(kChain)));
}

TEST_CASE("a class of an older draft is a connection point by its name, with its direction") {
  const TripleStore graph = inferred(
      "ex:fan a s223:Fan . ex:out a s223:AirOutletConnectionPoint . ex:duct a s223:Duct .\n"
      "ex:in a s223:AirInletConnectionPoint . ex:box a s223:Damper .\n" +
      std::string(kChain));
  check_chain(graph);
  CHECK(pairs(graph, "connectedTo") == ex({{"fan", "box"}}));
}

TEST_CASE("nodes without a known class are what fits between their neighbours") {
  // Only the ends are known; the duct joins two points that have owners.
  check_chain(inferred("ex:fan a s223:Fan . ex:box a s223:Damper .\n" + std::string(kChain)));
  // Only the duct is known.
  check_chain(inferred("ex:duct a s223:Duct .\n" + std::string(kChain)));
  // Equipment of an unknown class.
  check_chain(
      inferred("ex:fan a ex:Blower . ex:out a s223:OutletConnectionPoint .\n"
               "ex:duct a s223:Duct . ex:in a s223:InletConnectionPoint .\n"
               "ex:box a ex:Thing .\n" +
               std::string(kChain)));
}

TEST_CASE("if nothing is known of the ends of cnx, only its symmetry follows") {
  const TripleStore graph = inferred(kChain);
  CHECK(pairs(graph, "cnx").size() == 8);
  CHECK(graph.size() == 8);
}

TEST_CASE("an unknown thing whose point touches nothing else owns that point") {
  const TripleStore graph = inferred("ex:p a s223:InletConnectionPoint . ex:thing s223:cnx ex:p .");
  CHECK(pairs(graph, "hasConnectionPoint") == ex({{"thing", "p"}}));
}

TEST_CASE("the specific relations give cnx back") {
  const TripleStore graph =
      inferred(std::string(kTypes) +
               "ex:fan s223:hasConnectionPoint ex:out . ex:in s223:isConnectionPointOf ex:box .\n"
               "ex:duct s223:connectsAt ex:out . ex:in s223:connectsThrough ex:duct .\n");
  check_chain(graph);
  CHECK(pairs(graph, "cnx").size() == 8);
}

TEST_CASE("points that touch without a connection connect their owners") {
  const TripleStore graph =
      inferred(std::string(kTypes) + "ex:fan s223:cnx ex:out . ex:in s223:cnx ex:box, ex:out .\n");
  CHECK(pairs(graph, "connectedTo") == ex({{"fan", "box"}}));
  CHECK(pairs(graph, "connectsThrough").empty());
}

TEST_CASE("a connection without direction connects, but not to or from") {
  const TripleStore graph = inferred(
      "ex:a a s223:Fan . ex:b a s223:Fan . ex:w a s223:Conductor .\n"
      "ex:p a s223:BidirectionalConnectionPoint . ex:q a s223:BidirectionalConnectionPoint .\n"
      "ex:a s223:cnx ex:p . ex:p s223:cnx ex:w . ex:w s223:cnx ex:q . ex:q s223:cnx ex:b .\n");
  CHECK(pairs(graph, "connectedTo").empty());
  CHECK(pairs(graph, "connected") == ex({{"a", "b"}, {"b", "a"}}));
}

TEST_CASE("a medium reaches the points along a connection and through mapsTo") {
  const TripleStore graph =
      inferred(std::string(kTypes) + kChain +
               "ex:out s223:hasMedium s223:Fluid-Air .\n"
               "ex:inner a s223:InletConnectionPoint ; s223:mapsTo ex:in .\n");
  const Pairs media = pairs(graph, "hasMedium");
  for (const char* node : {"out", "duct", "in", "inner"}) {
    CHECK(media.contains(arrow(node, "Fluid-Air")));
  }
  CHECK(media.size() == 4);
}

TEST_CASE("where neighbours disagree on the medium, none is taken") {
  const TripleStore graph = inferred(std::string(kTypes) + kChain +
                                     "ex:out s223:hasMedium s223:Fluid-Air .\n"
                                     "ex:in s223:hasMedium s223:Fluid-Water .\n");
  CHECK(pairs(graph, "hasMedium").size() == 2);
}

TEST_CASE("a medium that a graph uses has the classes that the standard gives it") {
  const TripleStore graph =
      inferred(std::string(kTypes) + kChain + "ex:out s223:hasMedium s223:Water-HotWater .\n");
  CHECK(graph.contains({graph.find_iri(kS223 + "Water-HotWater"), graph.find_iri(rdf::kType),
                        graph.find_iri(kS223 + "Fluid-Water")}));
  CHECK(graph.find_iri(kS223 + "Water-ChilledWater") == kNoTerm);
}

TEST_CASE("a sensor observes where the one thing is that has the property") {
  const std::string text = std::string(kTypes) + kChain +
                           "ex:s a s223:TemperatureSensor ; s223:observes ex:t .\n"
                           "ex:u a s223:TemperatureSensor ; s223:observes ex:m .\n"
                           "ex:w a s223:Sensor ; s223:observes ex:t ; "
                           "s223:hasObservationLocation ex:out .\n"
                           "ex:in s223:hasProperty ex:t, ex:m . ex:box s223:hasProperty ex:m .\n";
  CHECK(pairs(inferred(text), "hasObservationLocation") == ex({{"s", "in"}, {"w", "out"}}));
}

TEST_CASE("domains are shared by zones and their domain spaces") {
  const TripleStore graph = inferred(
      "ex:z a s223:Zone ; s223:hasDomainSpace ex:d1, ex:d2 . ex:all s223:hasZone ex:z .\n"
      "ex:d1 s223:hasDomain s223:Domain-HVAC .\n");
  const Pairs domains = pairs(graph, "hasDomain");
  CHECK(domains.size() == 4);
  CHECK(domains.contains("d2 -> Domain-HVAC"));
  CHECK(domains.contains("all -> Domain-HVAC"));
}

TEST_CASE("coils get their roles and setpoints their aspect") {
  const TripleStore graph = inferred("ex:c a s223:HeatingCoil . ex:t s223:hasSetpoint ex:sp .");
  CHECK(pairs(graph, "hasRole") == Pairs{"c -> Role-Heating", "c -> Role-HeatTransfer"});
  CHECK(pairs(graph, "hasAspect") == Pairs{"sp -> Aspect-Setpoint"});
}

TEST_CASE("relations to literals and to themselves harm nothing") {
  const TripleStore graph = inferred(
      "ex:a s223:cnx \"text\" . ex:b s223:cnx ex:b . ex:a s223:observes 5 .\n"
      "ex:t s223:hasSetpoint 21 . ex:a s223:mapsTo ex:a . ex:a s223:mapsTo \"b\" .\n"
      "ex:c a s223:Fan ; s223:hasConnectionPoint 3 .");
  CHECK(pairs(graph, "connectsThrough").empty());
  CHECK(pairs(graph, "hasAspect").empty());
}

const std::vector<std::string> kDerived = {
    "hasConnectionPoint", "isConnectionPointOf", "connectsAt",   "connectsThrough",
    "connectedThrough",   "connected",           "connectsFrom", "connectsTo",
    "connectedTo",        "connectedFrom"};

// What `all` has and `some` does not.
Pairs missing(const Pairs& some, const Pairs& all) {
  Pairs out;
  for (const std::string& pair : all) {
    if (!some.contains(pair)) out.insert(pair);
  }
  return out;
}

TripleStore without(const TripleStore& graph, const std::vector<std::string>& properties) {
  std::set<TermId> dropped;
  for (const std::string& property : properties) dropped.insert(graph.find_iri(kS223 + property));
  TripleStoreBuilder builder;
  const auto copy = [&](TermId id) { return builder.intern(graph.term(id)); };
  for (const Triple& t : graph.triples()) {
    if (!dropped.contains(t.predicate))
      builder.add({copy(t.subject), copy(t.predicate), copy(t.object)});
  }
  return std::move(builder).build();
}

TEST_CASE("a 223P building cut to cnx gives back its connection points and connections") {
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  Diagnostics diagnostics;
  const TripleStore whole = read_turtle(*folder / "s223_lbnl_bdg3_inferred.ttl", diagnostics);
  CHECK(pairs(whole, "hasConnectionPoint").size() == 1144);
  CHECK(pairs(whole, "connectsAt").size() == 672);
  const TripleStore graph = infer(without(whole, kDerived), s223());
  for (const char* property : {"hasConnectionPoint", "isConnectionPointOf", "connectsAt",
                               "connectsThrough", "connectedThrough"}) {
    CAPTURE(property);
    CHECK(missing(pairs(graph, property), pairs(whole, property)) == Pairs{});
    CHECK(missing(pairs(whole, property), pairs(graph, property)) == Pairs{});
  }
  // The file's own reasoner left cnx one-way at 124 points of parts, and drew directions from 14
  // connections between points without one.
  CHECK(missing(pairs(graph, "cnx"), pairs(whole, "cnx")) == Pairs{});
  CHECK(missing(pairs(whole, "cnx"), pairs(graph, "cnx")).size() == 124);
  CHECK(missing(pairs(graph, "connected"), pairs(whole, "connected")) == Pairs{});
  CHECK(missing(pairs(graph, "connectsFrom"), pairs(whole, "connectsFrom")).size() == 14);
  CHECK(missing(pairs(graph, "connectsTo"), pairs(whole, "connectsTo")).size() == 14);
}

// Only what the classes of 324 connections say is left of the types.
TEST_CASE("a 223P building cut to cnx gives its connections back without the classes either") {
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  Diagnostics diagnostics;
  const TripleStore whole = read_turtle(*folder / "s223_lbnl_bdg3_inferred.ttl", diagnostics);
  const TripleStore cut = without(whole, kDerived);
  const TermId is_a = cut.find_iri(rdf::kType);
  const TermId connection = cut.find_iri(kS223 + "Connection");
  TripleStoreBuilder fewer;
  const auto copy = [&](TermId id) { return fewer.intern(cut.term(id)); };
  for (const Triple& t : cut.triples()) {
    if (t.predicate == is_a && t.object != connection) continue;
    fewer.add({copy(t.subject), copy(t.predicate), copy(t.object)});
  }
  const TripleStore graph = infer(std::move(fewer).build(), s223());
  CHECK(pairs(graph, "connectsAt") == pairs(whole, "connectsAt"));
  CHECK(pairs(graph, "hasConnectionPoint") == pairs(whole, "hasConnectionPoint"));
}

}  // namespace
TEST_CASE("what follows from a duct with very many ends is counted") {
  std::string text = "ex:duct a s223:Duct .\n";
  for (int i = 0; i < 50; ++i) {
    const std::string n = std::to_string(i);
    text += "ex:fan" + n + " a s223:Fan ; s223:cnx ex:out" + n + " .\n";
    text += "ex:out" + n + " a s223:OutletConnectionPoint ; s223:cnx ex:duct .\n";
    text += "ex:box" + n + " a s223:Damper ; s223:cnx ex:in" + n + " .\n";
    text += "ex:in" + n + " a s223:InletConnectionPoint ; s223:cnx ex:duct .\n";
  }
  const test::GivenLimit limit(WorkLimit::DerivedTriples, 5000);
  CHECK_THROWS_WITH(inferred(text), Catch::Contains("--limit derived-triples=N"));
}

TEST_CASE("nothing follows for a point whose connection has several media, however many") {
  std::string text = "ex:duct a s223:Duct ; s223:cnx ex:in .\n" + std::string(kTypes);
  for (int i = 0; i < 20; ++i) {
    text += "ex:duct s223:hasMedium ex:medium" + std::to_string(i) + " .\n";
  }
  CHECK(pairs(inferred(text), "hasMedium").size() == 20);
}

}  // namespace hearth::s223_rules_test

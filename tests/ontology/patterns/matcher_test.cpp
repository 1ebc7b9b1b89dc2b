// SPDX-License-Identifier: MIT
#include "hearth/ontology/patterns/internal/matcher.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/turtle.hpp"

namespace hearth::matcher_test {
namespace {

constexpr const char* kBuilding = R"(
@prefix ex: <urn:ex:> .
ex:ahu a ex:AHU ; ex:feeds ex:v1, ex:v2, ex:v3 .
ex:v1 a ex:VAV ; ex:feeds ex:z1 ; ex:hasPart ex:coil .
ex:v2 a ex:VAV ; ex:feeds ex:z2, ex:z1 .
ex:v3 a ex:VAV, ex:Old .
ex:z1 a ex:Zone ; ex:hasPart ex:room1 .
ex:z2 a ex:Space, ex:Zone ; ex:hasPart ex:room2, ex:room3 .
ex:room1 ex:number 1 . ex:room2 ex:number 2 . ex:room3 ex:number 2 .
ex:loop ex:next ex:loop2 . ex:loop2 ex:next ex:loop3 . ex:loop3 ex:next ex:loop .
)";

Prefixes example_prefixes() {
  Prefixes prefixes;
  prefixes.set("ex", "urn:ex:");
  return prefixes;
}

GraphPattern pattern_of(const std::vector<std::string>& triples,
                        const std::vector<std::vector<std::string>>& without = {}) {
  GraphPattern pattern;
  Diagnostics diagnostics;
  add_triples(pattern, triples, example_prefixes(), {}, diagnostics);
  for (const auto& group : without) {
    add_without(pattern, group, example_prefixes(), {}, diagnostics);
  }
  for (const Diagnostic& item : diagnostics.items()) FAIL(to_string(item));
  return pattern;
}

std::string name(const TripleStore& graph, TermId id) {
  return id == kNoTerm ? "-" : std::string(local_name(graph.term(id).text));
}

// The solutions as texts `v1 z1`, in order of discovery.
std::vector<std::string> solutions(const TripleStore& graph, const GraphPattern& pattern,
                                   const Binding& given = {}) {
  std::vector<std::string> out;
  PatternMatcher(graph, pattern).for_each(given, [&](const Binding& binding) {
    std::string row;
    for (const TermId id : binding) row += (row.empty() ? "" : " ") + name(graph, id);
    out.push_back(row);
    return true;
  });
  return out;
}

std::vector<std::string> sorted(std::vector<std::string> rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

using Rows = std::vector<std::string>;

struct Building {
  TripleStore graph = read_turtle_text(kBuilding, "building.ttl");
  TermId node(const std::string& local) const { return graph.find_iri("urn:ex:" + local); }
  Rows find(const std::vector<std::string>& triples,
            const std::vector<std::vector<std::string>>& without = {}) const {
    return sorted(solutions(graph, pattern_of(triples, without)));
  }
};

TEST_CASE_METHOD(Building, "triples that share variables are joined") {
  CHECK(find({"?v a ex:VAV", "?v ex:feeds ?z", "?z a ex:Zone"}) == Rows{"v1 z1", "v2 z1", "v2 z2"});
  CHECK(find({"?v ex:feeds ex:z2"}) == Rows{"v2"});
  CHECK(find({"ex:ahu ex:feeds ex:v1"}) == Rows{""});
  CHECK(find({"ex:ahu ex:feeds ex:z1"}).empty());
  CHECK(find({"?x ex:next ?x"}).empty());
  CHECK(find({"?r ex:number 2"}) == Rows{"room2", "room3"});
  CHECK(find({"?v a ex:Unknown"}).empty());
  CHECK(find({}) == Rows{""});
}

TEST_CASE_METHOD(Building, "a variable may represent a property") {
  CHECK(find({"ex:v2 ?p ?o", "?o a ex:Zone"}) == Rows{"feeds z1", "feeds z2"});
}

TEST_CASE_METHOD(Building, "a node that fits several alternatives is found once") {
  CHECK(find({"?z a ex:Space|ex:Zone"}) == Rows{"z1", "z2"});
  CHECK(find({"?v ex:feeds ?z", "?z a ex:Space|ex:Zone"}) == Rows{"v1 z1", "v2 z1", "v2 z2"});
  CHECK(find({"?v ex:feeds+ ex:z1|ex:z2"}) == Rows{"ahu", "v1", "v2"});
  CHECK(find({"ex:ahu ex:feeds+ ex:z1|ex:z2"}) == Rows{""});
}

TEST_CASE_METHOD(Building, "paths lead forwards, backwards and over several properties") {
  CHECK(find({"?z ^ex:feeds ?v", "?v a ex:AHU"}) == Rows{"v1 ahu", "v2 ahu", "v3 ahu"});
  CHECK(find({"ex:ahu ex:feeds/ex:feeds/ex:hasPart ?r"}) ==
        Rows{"room1", "room1", "room2", "room3"});  // two ways to room1
  CHECK(find({"?a ex:feeds/ex:feeds ex:z2"}) == Rows{"ahu"});
  CHECK(find({"ex:v1 ex:feeds|ex:hasPart ?x"}) == Rows{"coil", "z1"});
  CHECK(find({"ex:room1 ^(ex:feeds/ex:hasPart) ?v"}) == Rows{"v1", "v2"});
  CHECK(find({"ex:v1 ex:hasPart? ?x"}) == Rows{"coil", "v1"});
  CHECK(find({"?a ex:feeds+ ?b", "?a a ex:AHU", "?b a ex:Zone"}) == Rows{"ahu z1", "ahu z2"});
}

TEST_CASE_METHOD(Building, "a repeated path gives near ends first and each once") {
  const auto ends = [&](const char* start, const char* text) {
    Diagnostics diagnostics;
    const PropertyPath path = parse_path(text, example_prefixes(), {}, diagnostics);
    Rows out;
    for (const TermId id : path_ends(graph, node(start), path)) out.push_back(name(graph, id));
    return out;
  };
  CHECK(ends("ahu", "ex:feeds+") == Rows{"v1", "v2", "v3", "z1", "z2"});
  CHECK(ends("room3", "(^ex:hasPart|^ex:feeds)*") == Rows{"room3", "z2", "v2", "ahu"});
  CHECK(ends("loop", "ex:next+") == Rows{"loop2", "loop3", "loop"});
  CHECK(ends("loop", "ex:next*") == Rows{"loop", "loop2", "loop3"});
  CHECK(ends("loop", "^ex:next+") == Rows{"loop3", "loop2", "loop"});
  CHECK(ends("ahu", "ex:feeds/ex:feeds") == Rows{"z1", "z2"});
  CHECK(ends("ahu", "ex:unknown+").empty());
}

TEST_CASE_METHOD(Building,
                 "a search from a root finds near ends first whatever the classes count") {
  const GraphPattern pattern = pattern_of({"?r (^ex:hasPart|^ex:feeds)+ ?x", "?x a ex:VAV|ex:AHU"});
  const PatternMatcher matcher(graph, pattern);
  Binding given(pattern.variables.size(), kNoTerm);
  given[0] = node("room3");
  const std::vector<TermId> found = values_of(matcher, given, 1);
  CHECK(found == std::vector<TermId>{node("v2"), node("ahu")});
}

TEST_CASE_METHOD(Building, "a path between known nodes and one that leads round are found") {
  CHECK(find({"?x ex:next+ ?x"}) == Rows{"loop", "loop2", "loop3"});
  CHECK(find({"ex:loop ex:next+ ex:loop3"}) == Rows{""});
  CHECK(find({"ex:z1 ex:feeds+ ex:ahu"}).empty());
  CHECK(find({"?r ex:number ?n", "?n ex:number* ?m"}) ==
        Rows{"room1 1 1", "room2 2 2", "room3 2 2"});
}

TEST_CASE_METHOD(Building, "variables kept apart are different nodes") {
  CHECK(find({"?z ex:hasPart ?a", "?z ex:hasPart ?b", "?a != ?b"}) ==
        Rows{"z2 room2 room3", "z2 room3 room2"});
}

TEST_CASE_METHOD(Building, "numbers are compared by their values") {
  const auto rooms =
      solutions(graph, pattern_of({"?a ex:number ?m", "?b ex:number ?n", "?m < ?n"}));
  CHECK(rooms.size() == 2);  // room1 with each of the others
  CHECK(solutions(graph, pattern_of({"?a ex:feeds ?z", "?a ex:hasPart ?c", "?z < ?c"})).empty());
}

TEST_CASE("names of nodes contain words: in the last part of the IRI, in a label, or in a text") {
  const TripleStore graph = read_turtle_text(
      "@prefix ex: <urn:ex:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "ex:r ex:has ex:HeatingSetpoint, ex:heating_demand, ex:p1, ex:p2, \"heating setpoint\" .\n"
      "ex:p1 rdfs:label \"Room 12: heating setpoint (occupied)\"@en .\n"
      "ex:p2 rdfs:label \"setpoint of heating\" .\n",
      "names.ttl");
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"heating setpoint\""}))) ==
        Rows{"r HeatingSetpoint", "r heating setpoint", "r p1"});
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"demand\"|\"of heating\""}))) ==
        Rows{"r heating_demand", "r p2"});
  CHECK(solutions(graph, pattern_of({"?r ex:has ?p"}, {{"?p ~ \"heating\""}})).empty());
}

TEST_CASE("with a hyphen, the end or the beginning of a word is enough") {
  const TripleStore graph = read_turtle_text(
      "@prefix ex: <urn:ex:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "ex:r ex:has ex:Pump, ex:p1, ex:p2, ex:p3 . ex:p1 rdfs:label \"Cirkulationspump P1\" .\n"
      "ex:p2 rdfs:label \"pumpstation\" . ex:p3 rdfs:label \"pumps\" .\n",
      "compounds.ttl");
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"-pump\""}))) ==
        Rows{"r Pump", "r p1"});
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"pump-\""}))) ==
        Rows{"r Pump", "r p2", "r p3"});
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"-pump p\""}))) == Rows{"r p1"});
  CHECK(sorted(solutions(graph, pattern_of({"?r ex:has ?p", "?p ~ \"-tion-\""}))) ==
        Rows{"r p1", "r p2"});
}

TEST_CASE_METHOD(Building, "negative groups take solutions away") {
  CHECK(find({"?v a ex:VAV"}, {{"?v ex:feeds ?z"}}) == Rows{"v3 -"});
  CHECK(find({"?v a ex:VAV"}, {{"?v a ex:Old"}, {"?v ex:hasPart ?c"}}) == Rows{"v2 -"});
  CHECK(find({"?v ex:feeds ?z", "?v a ex:VAV"}, {{"?w ex:feeds ?z", "?w != ?v"}}) ==
        Rows{"v2 z2 -"});
  CHECK(find({"?v a ex:VAV"}, {{"?v ex:feeds+/ex:number 2"}}) == Rows{"v1", "v2", "v3"});
  CHECK(find({"?v a ex:VAV"}, {{"?v (ex:feeds|ex:hasPart)+/ex:number 2"}}) == Rows{"v1", "v3"});
}

TEST_CASE_METHOD(Building, "given nodes restrict the solutions, inside groups too") {
  const GraphPattern pattern =
      pattern_of({"?v a ex:VAV", "?v ex:feeds ?z"}, {{"?z ex:hasPart ?r", "?r ex:number ?n"}});
  const PatternMatcher matcher(graph, pattern);
  Binding given(4, kNoTerm);
  CHECK(values_of(matcher, given, 0).empty());
  given[pattern.variable("r")] = node("room2");
  CHECK(values_of(matcher, given, 0) == std::vector<TermId>{node("v1"), node("v2")});
  given[0] = node("v1");
  CHECK_FALSE(values_of(matcher, given, 0).empty());
  given[0] = node("z1");
  CHECK(values_of(matcher, given, 0).empty());
}

TEST_CASE_METHOD(Building, "a search ends on request and the matcher can be used again") {
  const GraphPattern pattern = pattern_of({"?v a ex:VAV", "?v ex:feeds ?z"});
  const PatternMatcher matcher(graph, pattern);
  int count = 0;
  matcher.for_each({}, [&](const Binding&) {
    int inner = 0;
    matcher.for_each({}, [&inner](const Binding&) { return ++inner > 0; });
    CHECK(inner == 3);
    return ++count < 2;
  });
  CHECK(count == 2);
}

TEST_CASE(
    "whether nodes lead to each other is found with little work in dense cycles and in orders") {
  constexpr int kNodes = 500;
  const auto graph = [](bool cyclic) {
    TripleStoreBuilder builder;
    const TermId before = builder.iri("urn:ex:before");
    std::vector<TermId> nodes;
    for (int k = 0; k < kNodes; ++k) nodes.push_back(builder.iri("urn:ex:" + std::to_string(k)));
    for (int a = 0; a < kNodes; ++a) {
      for (int b = cyclic ? 0 : a + 1; b < kNodes; ++b) {
        if (a != b) builder.add({nodes[a], before, nodes[b]});
      }
    }
    return std::move(builder).build();
  };
  const auto count = [](const TripleStore& nodes, const std::string& back) {
    return solutions(nodes, pattern_of({"?a ex:before ?b"}, {{back}})).size();
  };
  // A search from each node takes the product of pairs and nodes: more than is permitted.
  static_assert(kNodes * (kNodes - 1) * kNodes / 2 > 50'000'000);
  CHECK(count(graph(true), "?b ex:before+ ?a") == 0);
  CHECK(count(graph(false), "?b ex:before+ ?a") == kNodes * (kNodes - 1) / 2);
  CHECK(count(graph(false), "?b ex:before* ?a") == kNodes * (kNodes - 1) / 2);
  CHECK(count(graph(false), "?b ^ex:before+ ?a") == 0);
}

TEST_CASE("the order of solutions is that of the file") {
  const TripleStore graph = read_turtle_text(
      "@prefix ex: <urn:ex:> . ex:c a ex:V . ex:a a ex:V . ex:b a ex:V .", "order.ttl");
  CHECK(solutions(graph, pattern_of({"?v a ex:V"})) == Rows{"c", "a", "b"});
}

TEST_CASE("an empty graph has no solutions") {
  const TripleStore graph;
  CHECK(solutions(graph, pattern_of({"?v a ex:V"})).empty());
  CHECK(solutions(graph, pattern_of({"?v ex:p* ?w"})).empty());
  CHECK(solutions(graph, pattern_of({"?v ?p ?w"})).empty());
}

}  // namespace
}  // namespace hearth::matcher_test

// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/infer.hpp"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/support/given_limit.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::infer_test {
namespace {

const std::string kBrick = "https://brickschema.org/schema/Brick#";
const std::string kFso = "https://w3id.org/fso#";
const std::string kEx = "http://example.org/";
const std::string kPrefixes =
    "@prefix ex: <http://example.org/> .\n"
    "@prefix brick: <https://brickschema.org/schema/Brick#> .\n"
    "@prefix rec: <https://w3id.org/rec#> .\n"
    "@prefix fso: <https://w3id.org/fso#> .\n"
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
    "@prefix s4syst: <https://saref.etsi.org/saref4syst/> .\n"
    "@prefix saref: <https://saref.etsi.org/core/> .\n";

const Knowledge& brick() {
  static const Knowledge kKnowledge = Knowledge::of_digests({"brick", "ref"});
  return kKnowledge;
}

const Knowledge& saref() {
  static const Knowledge kKnowledge =
      Knowledge::of_digests({"saref", "saref4bldg", "saref4syst", "fso", "twin4build"});
  return kKnowledge;
}

TripleStore graph_of(const std::string& text) {
  return read_turtle_text(kPrefixes + text, "small.ttl");
}

bool has(const TripleStore& graph, const std::string& s, const std::string& p,
         const std::string& o) {
  return graph.contains({graph.find_iri(s), graph.find_iri(p), graph.find_iri(o)});
}

bool is_a(const TripleStore& graph, const std::string& node, const std::string& type) {
  return has(graph, node, std::string(rdf::kType), type);
}

std::size_t count(const TripleStore& graph, const std::string& property) {
  return graph.match({.predicate = graph.find_iri(property)}).size();
}

std::size_t sum(const Inference& counts) {
  std::size_t total = 0;
  for (const auto& [rule, number] : counts.by_rule) total += number;
  return total;
}

TEST_CASE("a node is of the superclasses, equivalents and aliases of its class") {
  const TripleStore graph = infer(graph_of("ex:v a brick:RVAV . ex:a a brick:AHU ."), brick());
  CHECK(is_a(graph, kEx + "v", kBrick + "VAV"));
  CHECK(is_a(graph, kEx + "v", kBrick + "Variable_Air_Volume_Box"));
  CHECK(is_a(graph, kEx + "v", kBrick + "Equipment"));
  CHECK(is_a(graph, kEx + "a", kBrick + "Air_Handling_Unit"));
  CHECK_FALSE(is_a(graph, kEx + "a", kBrick + "VAV"));
}

TEST_CASE("classes that a graph declares itself lead on to those of an ontology") {
  const TripleStore graph =
      infer(graph_of("ex:Small rdfs:subClassOf ex:Mine . ex:Mine owl:equivalentClass brick:VAV .\n"
                     "ex:Mine rdfs:subClassOf [ a owl:Restriction ] .\n"
                     "ex:x a ex:Small ."),
            brick());
  CHECK(is_a(graph, kEx + "x", kEx + "Mine"));
  CHECK(is_a(graph, kEx + "x", kBrick + "Terminal_Unit"));
}

TEST_CASE("circles of subclasses come to an end") {
  const TripleStore graph =
      infer(graph_of("ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:C . ex:C rdfs:subClassOf "
                     "ex:A . ex:x a ex:B ."),
            brick());
  CHECK(is_a(graph, kEx + "x", kEx + "A"));
  CHECK(is_a(graph, kEx + "x", kEx + "C"));
  CHECK(graph.size() == 4 + 2);
}

TEST_CASE("inverse properties are added both ways, also by a property of the graph's own") {
  const TripleStore graph =
      infer(graph_of("ex:a brick:feeds ex:b . ex:c brick:isFedBy ex:b .\n"
                     "ex:pushes rdfs:subPropertyOf brick:feeds . ex:c ex:pushes ex:d .\n"
                     "ex:d brick:hasPoint ex:p ."),
            brick());
  CHECK(has(graph, kEx + "b", kBrick + "isFedBy", kEx + "a"));
  CHECK(has(graph, kEx + "b", kBrick + "feeds", kEx + "c"));
  CHECK(has(graph, kEx + "c", kBrick + "feeds", kEx + "d"));
  CHECK(has(graph, kEx + "d", kBrick + "isFedBy", kEx + "c"));
  CHECK(has(graph, kEx + "p", kBrick + "isPointOf", kEx + "d"));
}

TEST_CASE("a literal has no inverse, and keeps its wider property") {
  const TripleStore graph =
      infer(graph_of("ex:p owl:inverseOf ex:q ; rdfs:subPropertyOf ex:r . ex:a ex:p 5 ."), brick());
  CHECK(count(graph, kEx + "q") == 0);
  CHECK(count(graph, kEx + "r") == 1);
}

TEST_CASE("FSO and SAREF relations follow from narrower and symmetric ones") {
  const TripleStore graph = infer(
      graph_of("ex:d fso:suppliesFluidTo ex:r . ex:r s4syst:connectedTo ex:out .\n"
               "ex:k a s4bldg:SetpointController ; saref:observes ex:p .\n"
               "ex:r saref:hasProperty ex:p . ex:d a s4bldg:Damper ; s4bldg:isContainedIn ex:r ."),
      saref());
  CHECK(has(graph, kEx + "d", kFso + "feedsFluidTo", kEx + "r"));
  CHECK(has(graph, kEx + "r", kFso + "hasFluidSuppliedBy", kEx + "d"));
  CHECK(has(graph, kEx + "r", kFso + "hasFluidFedBy", kEx + "d"));
  CHECK(has(graph, kEx + "out", "https://saref.etsi.org/saref4syst/connectedTo", kEx + "r"));
  CHECK(has(graph, kEx + "p", "https://saref.etsi.org/core/isPropertyOf", kEx + "r"));
  CHECK(is_a(graph, kEx + "k", "https://saref.etsi.org/core/Device"));
  CHECK(is_a(graph, kEx + "d", kFso + "FlowController"));
  CHECK(has(graph, kEx + "r", "https://saref.etsi.org/saref4bldg/contains", kEx + "d"));
}

TEST_CASE("terms keep their numbers and lines, and what is inferred has no line") {
  const TripleStore before = graph_of("ex:v a brick:VAV .\nex:v brick:feeds ex:z .");
  const TripleStore after = infer(graph_of("ex:v a brick:VAV .\nex:v brick:feeds ex:z ."), brick());
  for (TermId id = 0; id < before.term_count(); ++id) CHECK(before.term(id) == after.term(id));
  for (const Triple& t : before.triples()) CHECK(after.line(t) == before.line(t));
  const Triple fed{after.find_iri(kEx + "z"), after.find_iri(kBrick + "isFedBy"),
                   after.find_iri(kEx + "v")};
  CHECK(after.contains(fed));
  CHECK(after.line(fed) == 0);
  CHECK(after.source() == "small.ttl");
}

TEST_CASE("inference adds nothing the second time, and counts what it added by rule") {
  Inference first, second;
  TripleStore graph =
      infer(graph_of("ex:v a brick:RVAV ; brick:feeds ex:z . ex:z a brick:HVAC_Zone ; "
                     "brick:hasPart ex:r . ex:r a rec:Room ."),
            brick(), &first);
  CHECK(first.asserted == 5);
  CHECK(first.inferred == graph.size() - 5);
  CHECK(first.inferred == sum(first));
  CHECK(first.by_rule.at("inverse") == 2);
  graph = infer(std::move(graph), brick(), &second);
  CHECK(second.inferred == 0);
  CHECK(second.by_rule.empty());
}

TEST_CASE("an empty graph stays empty") {
  CHECK(infer(TripleStoreBuilder().build(), brick()).empty());
}

// 25 feeds and 33 isFedBy without overlap; counted by another reader.
TEST_CASE("the chiller plant has 58 relations of supply both ways") {
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  Diagnostics diagnostics;
  TripleStore graph = read_turtle(*folder / "brick_chiller_plant.ttl", diagnostics);
  CHECK(count(graph, kBrick + "feeds") == 25);
  CHECK(count(graph, kBrick + "isFedBy") == 33);
  graph = infer(std::move(graph), brick());
  CHECK(count(graph, kBrick + "feeds") == 58);
  CHECK(count(graph, kBrick + "isFedBy") == 58);
}

TEST_CASE("inference on every model at hand is complete after one pass") {
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  const Knowledge all = Knowledge::of_digests(digest_names());
  for (const char* file :
       {"brick_bldg6.ttl", "brick_medium_office_compiled.ttl", "saref_one_room.ttl",
        "s223_g36_a9.ttl", "s223_nist_ibal.ttl", "s223_lbnl_bdg4.ttl"}) {
    CAPTURE(file);
    Diagnostics diagnostics;
    Inference first, second;
    TripleStore graph = infer(read_turtle(*folder / file, diagnostics), all, &first);
    CHECK(first.inferred > 0);
    CHECK(first.inferred == sum(first));
    infer(std::move(graph), all, &second);
    CHECK(second.inferred == 0);
  }
}

}  // namespace
TEST_CASE("triples that follow from a graph are counted, new ones and known ones") {
  const int n = 60;
  std::string classes, properties, nodes;
  for (int i = 0; i < n; ++i) {
    const std::string at = std::to_string(i), next = std::to_string(i + 1);
    classes += "ex:C" + at + " rdfs:subClassOf ex:C" + next + " .\n";
    properties += "ex:p" + at + " rdfs:subPropertyOf ex:p" + next + " .\n";
    nodes += "ex:x" + at + " a ex:C0 ; ex:p0 ex:y .\n";
  }
  {
    const test::GivenLimit limit(WorkLimit::DerivedTriples, 1000);
    CHECK_THROWS_WITH(infer(graph_of(classes + nodes), brick()),
                      Catch::Contains("--limit derived-triples=N") && Catch::Contains("small.ttl"));
    CHECK_THROWS_WITH(infer(graph_of(properties + nodes), brick()),
                      Catch::Contains("--limit derived-triples=N"));
  }
  std::string known;  // all that follows
  for (int i = 0; i <= n; ++i) known += "ex:x a ex:C" + std::to_string(i) + " .\n";
  const test::GivenLimit limit(WorkLimit::GraphSteps, 1000);
  CHECK_THROWS_WITH(infer(graph_of(classes + known), brick()),
                    Catch::Contains("--limit graph-steps=N"));
}

}  // namespace hearth::infer_test

// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/namespaces.hpp"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/internal/name_matching.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::namespaces_test {
namespace {

const std::string kBrick = "https://brickschema.org/schema/Brick#";
const std::string kEx = "http://example.org/";

const NamespaceAliases& aliases() {
  static const NamespaceAliases kAliases = {
      {{"https://brickschema.org/schema/*/Brick#", kBrick},
       {"https://brickschema.org/schema/*/BrickFrame#", kBrick},
       {"http://buildsys.org/ontologies/Brick#", kBrick}},
      {{kBrick + "Old_Sensor", kBrick + "Sensor"}},
      {kBrick}};
  return kAliases;
}

struct Read {
  TripleStore graph;
  std::vector<NamespaceUse> uses;
};

Read read(TripleStore graph) {
  static const Knowledge kKnowledge = Knowledge::of_digests({"brick"});
  Read out;
  out.graph = with_known_names(std::move(graph), aliases(), kKnowledge, out.uses);
  return out;
}

Read read(const std::string& brick, const std::string& text) {
  return read(read_turtle_text(
      "@prefix ex: <http://example.org/> .\n@prefix brick: <" + brick + "> .\n" + text,
      "small.ttl"));
}

bool is_a(const TripleStore& graph, const std::string& node, const std::string& type) {
  return graph.contains({graph.find_iri(node), graph.find_iri(rdf::kType), graph.find_iri(type)});
}

TEST_CASE("a star in a namespace represents any characters except a hash") {
  CHECK(matches_name("a*c#", "abbc#"));
  CHECK(matches_name("a*c#", "ac#"));
  CHECK(matches_name("a*/c*#", "a/1/c2#"));
  CHECK(matches_name("ab", "ab"));
  CHECK_FALSE(matches_name("a*c#", "a#c#"));
  CHECK_FALSE(matches_name("a*c#", "abc#d"));
  CHECK_FALSE(matches_name("ab", "abc"));
  CHECK(prefix_match("a*c", "abcx") == 3);
  CHECK(prefix_match("a*c", "b") == 0);
}

TEST_CASE("namespaces of older versions are read as the current one, with lines and prefixes") {
  const Read out = read("https://brickschema.org/schema/1.0.3/Brick#",
                        "@prefix bf: <https://brickschema.org/schema/1.0.3/BrickFrame#> .\n"
                        "ex:v a brick:VAV ;\n  bf:feeds ex:z .\nex:z a brick:Not_A_Class .");
  CHECK(is_a(out.graph, kEx + "v", kBrick + "VAV"));
  CHECK(is_a(out.graph, kEx + "z", kBrick + "Not_A_Class"));
  const Triple fed{out.graph.find_iri(kEx + "v"), out.graph.find_iri(kBrick + "feeds"),
                   out.graph.find_iri(kEx + "z")};
  CHECK(out.graph.line(fed) == 5);
  CHECK(out.graph.source() == "small.ttl");
  CHECK(out.graph.prefixes()[1] == NamespacePrefix{"brick", kBrick});
  REQUIRE(out.uses.size() == 2);
  CHECK(out.uses[0].found == "https://brickschema.org/schema/1.0.3/Brick#");
  CHECK(out.uses[0].read_as == kBrick);
  CHECK(out.uses[0].iris == 2);
  CHECK_FALSE(out.uses[0].guessed);
  CHECK(out.uses[0].example == "https://brickschema.org/schema/1.0.3/Brick#VAV");
}

TEST_CASE("several namespaces in one graph come together") {
  const Read out = read("http://buildsys.org/ontologies/Brick#",
                        "@prefix now: <https://brickschema.org/schema/Brick#> .\n"
                        "ex:a a brick:VAV . ex:b a now:VAV . ex:a a now:VAV .");
  CHECK(out.graph.match({.object = out.graph.find_iri(kBrick + "VAV")}).size() == 2);
  CHECK(out.graph.size() == 2);
}

TEST_CASE("other names of single terms are read after the namespaces") {
  const Read out = read("https://brickschema.org/schema/1.1/Brick#", "ex:s a brick:Old_Sensor .");
  CHECK(is_a(out.graph, kEx + "s", kBrick + "Sensor"));
}

TEST_CASE("a graph in known names is not built anew") {
  const std::string text = "ex:v a brick:VAV ; brick:feeds ex:z .";
  TripleStore graph = read_turtle_text(
      "@prefix ex: <http://example.org/> .\n@prefix brick: <" + kBrick + "> .\n" + text, "a.ttl");
  const Triple* before = graph.triples().data();
  const Read out = read(std::move(graph));
  CHECK(out.graph.triples().data() == before);
  CHECK(out.uses.empty());
}

TEST_CASE("a wrong separator or version is guessed from the names of classes") {
  for (const char* wrong :
       {"https://brickschema.org/schema/Brick/", "https://brickschema.org/schema/Brick",
        "https://brickschema.org/schema/1.0.3/Brick", "https://brickschema.org/schema/2/Brick/",
        "http://brickschema.org/schema/Brick#", "https://example.com/my-brick#", "urn:brick:"}) {
    CAPTURE(wrong);
    const Read out = read(wrong, "ex:v a brick:VAV ; brick:feeds ex:z . ex:z a brick:HVAC_Zone .");
    CHECK(is_a(out.graph, kEx + "v", kBrick + "VAV"));
    CHECK(out.graph.match({.predicate = out.graph.find_iri(kBrick + "feeds")}).size() == 1);
    REQUIRE(out.uses.size() == 1);
    CHECK(out.uses[0].found == wrong);
    CHECK(out.uses[0].guessed);
    CHECK(out.uses[0].iris == 3);
  }
}

TEST_CASE("terms of a namespace without its separator are found if they occur only as objects") {
  const Read out = read("https://brickschema.org/schema/Brick",
                        "ex:v a brick:VAV ; ex:kind brick:CAV ; ex:of brick:Nothing .");
  const TripleStore& graph = out.graph;
  CHECK(graph.match({.object = graph.find_iri(kBrick + "CAV")}).size() == 1);
  CHECK(graph.find_iri("https://brickschema.org/schema/BrickNothing") != kNoTerm);
}

TEST_CASE("nodes of the building keep their names where classes share their namespace") {
  const Read out =
      read(kEx, "ex:v a ex:VAV ; ex:feeds ex:AHU . ex:AHU a ex:HVAC_Zone ; ex:near ex:Room .");
  CHECK(is_a(out.graph, kEx + "AHU", kBrick + "HVAC_Zone"));
  CHECK(is_a(out.graph, kEx + "v", kBrick + "VAV"));
  CHECK(out.graph.find_iri(kEx + "near") != kNoTerm);
  CHECK(out.graph.prefixes()[0].iri == kEx);
}

TEST_CASE("a namespace with few names of a known one is left alone, and so is another vocabulary") {
  CHECK(read(kEx, "ex:a a ex:VAV . ex:b a ex:Foo . ex:c a ex:Bar .").uses.empty());
  CHECK(read("https://saref.etsi.org/saref4bldg/", "ex:a a brick:Damper ; brick:feeds ex:b .")
            .uses.empty());
  CHECK(read("https://w3id.org/rec#", "ex:a a brick:Room .").uses.empty());
  CHECK(read(kEx, "ex:a ex:feeds ex:b .").uses.empty());
}

TEST_CASE("one equal name is an accident unless the namespaces have a word in common") {
  CHECK(read("http://xmlns.com/foaf/0.1/", "ex:a a brick:VAV .").uses.empty());
  CHECK(read("http://xmlns.com/foaf/0.1/", "ex:a a brick:VAV . ex:b a brick:AHU .").uses.size() ==
        1);
  CHECK(read("http://other.org/Brick/", "ex:a a brick:VAV .").uses.size() == 1);
}

TEST_CASE("classes that a graph declares itself are not taken for those of a vocabulary") {
  const Read out = read(kEx,
                        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                        "ex:VAV rdfs:subClassOf ex:Mine . ex:a a ex:VAV .");
  CHECK(out.uses.empty());
}

TEST_CASE("the oldest Brick building at hand is read in current names") {
  const auto folder = test::shared_data("data/rdf/models");
  if (!folder) return;
  Diagnostics diagnostics;
  const Read out = read(read_turtle(*folder / "brick103_ghc.ttl", diagnostics));
  CHECK(out.graph.size() == 55443);
  CHECK(out.graph.match({.object = out.graph.find_iri(kBrick + "HVAC_Zone")}).size() == 475);
  CHECK(out.uses.size() == 2);
  for (const NamespaceUse& use : out.uses) CHECK(use.read_as == kBrick);
}

}  // namespace
}  // namespace hearth::namespaces_test

// SPDX-License-Identifier: MIT
#include "hearth/ontology/digests/make_digest.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::make_digest_test {
namespace {

TEST_CASE("a digest keeps the axioms between named terms and nothing else") {
  const std::string text =
      "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix ex: <http://example.org/> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
      "@prefix brick: <https://brickschema.org/schema/Brick#> .\n"
      "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
      "brick:B a owl:Class ; rdfs:label \"b\" ; rdfs:subClassOf brick:A, owl:Thing, ex:Other,\n"
      "  [ a owl:Restriction ] ; owl:deprecated true ; brick:isReplacedBy brick:C .\n"
      "brick:A rdfs:comment \"nothing to say\" .\n"
      "brick:p a owl:ObjectProperty ; s223:inverseOf brick:q .\n"
      "brick:q a s223:SymmetricRelation . brick:D owl:deprecated true .\n"
      "s223:Not-Ours a owl:Class . brick:M\\+ a owl:Class, brick:M\\+ .\n"
      "brick:P2.5 rdfs:subClassOf brick:A .\n";
  std::vector<TripleStore> graphs;
  graphs.push_back(read_turtle_text(text, "a.ttl"));
  const DigestRecipe recipe{"x", {}, {"Origin: here."}, {"https://brickschema.org/schema/Brick#"}};
  const std::string digest = make_digest(graphs, recipe);
  CHECK(digest ==
        "# Digest 'x': axioms only, made by hearth_make_digests.\n"
        "# Origin: here.\n"
        "@prefix brick: <https://brickschema.org/schema/Brick#> .\n"
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n"
        "brick:B brick:isReplacedBy brick:C ; owl:deprecated true ; "
        "rdfs:subClassOf brick:A .\n"
        "brick:M\\+ a brick:M\\+, owl:Class .\n"
        "brick:P2.5 rdfs:subClassOf brick:A .\n"
        "brick:p a rdf:Property ; owl:inverseOf brick:q .\n"
        "brick:q a owl:SymmetricProperty .\n");
  CHECK(read_turtle_text(digest, "x.ttl").size() == 9);
}

TEST_CASE("a digest can be written for another namespace") {
  std::vector<TripleStore> graphs;
  graphs.push_back(read_turtle_text("<urn:old#A> a <http://www.w3.org/2002/07/owl#Class> .", "a"));
  const DigestRecipe recipe{"x",
                            {},
                            {},
                            {"https://saref.etsi.org/saref4bldg/"},
                            {{"urn:old#", "https://saref.etsi.org/saref4bldg/"}}};
  CHECK(make_digest(graphs, recipe).ends_with("\ns4bldg:A a owl:Class .\n"));
}

TEST_CASE("the digests that come with Hearth are those of the ontologies they name") {
  const auto folder = test::shared_data("data/rdf/ontologies");
  if (!folder) return;
  for (const DigestRecipe& recipe : digest_recipes()) {
    CAPTURE(recipe.name);
    const bool same = make_digest(*folder, recipe) == digest_text(recipe.name);
    CHECK(same);  // if not: run hearth_make_digests
  }
}

}  // namespace
}  // namespace hearth::make_digest_test

// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/graph_file.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::graph_file_test {
namespace {

using test::TempFolder;

const std::string kPrefixes =
    "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix ex: <http://example.org/> .\n";

std::string importing(const std::string& iri) {
  return kPrefixes + "<http://example.org/building> a owl:Ontology ; owl:imports <" + iri +
         "> .\nex:a ex:p _:x . _:x ex:p ex:b .\n";
}

std::string ontology(const std::string& iri, const std::string& text) {
  return kPrefixes + "<" + iri + "> a owl:Ontology .\n" + text;
}

bool has(const TripleStore& graph, const std::string& name) {
  return graph.find_iri("http://example.org/" + name) != kNoTerm;
}

TEST_CASE("an import is found by the name of its file, or by what a file declares") {
  const TempFolder folder;
  const TempFolder catalogue;
  catalogue.write("mine.ttl", ontology("http://other.org/x", "ex:byName ex:p ex:o . _:x ex:p 5 ."));
  catalogue.write("z.ttl", ontology("http://example.org/extra#", "ex:byIri ex:p ex:o ."));
  const auto main = folder.write("b.ttl", importing("http://example.org/v1/mine"));
  Diagnostics diagnostics;
  const TripleStore graph = read_graph(main, catalogue.path(), diagnostics);
  CHECK(has(graph, "byName"));
  CHECK(graph.size() == 4 + 3);  // the blank nodes stay apart
  CHECK(graph.source() == main.string());
  CHECK(diagnostics.empty());
  const Triple own{graph.find_iri("http://example.org/building"),
                   graph.find_iri("http://www.w3.org/2002/07/owl#imports"),
                   graph.find_iri("http://example.org/v1/mine")};
  CHECK(graph.line(own) == 2);
  const Triple other{graph.find_iri("http://example.org/byName"),
                     graph.find_iri("http://example.org/p"),
                     graph.find_iri("http://example.org/o")};
  CHECK(graph.line(other) == 0);

  const auto second = folder.write("c.ttl", importing("http://example.org/extra"));
  CHECK(has(read_graph(second, catalogue.path(), diagnostics), "byIri"));
}

TEST_CASE("imports of imports are read, each once, and circles come to an end") {
  const TempFolder folder;
  const auto main = folder.write("building.ttl", importing("http://example.org/one"));
  folder.write("one.ttl", ontology("http://example.org/one",
                                   "<http://example.org/one> owl:imports ex:two, ex:building .\n"));
  folder.write("two.ttl", ontology("http://example.org/two",
                                   "ex:two owl:imports ex:one, ex:two . ex:deep ex:p ex:o .\n"));
  Diagnostics diagnostics;
  const TripleStore graph = read_graph(main, folder.path(), diagnostics);
  CHECK(has(graph, "deep"));
  CHECK(diagnostics.empty());
}

TEST_CASE("an ontology that comes as a digest is passed over, in any version") {
  const TempFolder folder;
  for (const char* iri :
       {"https://brickschema.org/schema/1.3/Brick", "https://brickschema.org/schema/1.4.4/Brick#",
        "https://w3id.org/rec", "http://data.ashrae.org/standard223/1.0/model/all",
        "https://saref.etsi.org/saref4bldg/v1.1.2/", "https://brickschema.org/schema/Brick/ref"}) {
    CAPTURE(iri);
    Diagnostics diagnostics;
    read_graph(folder.write("b.ttl", importing(iri)), "", diagnostics);
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("an import that is nowhere is a note with its line and what to do") {
  const TempFolder folder;
  const auto main = folder.write("b.ttl", importing("http://qudt.org/2.1/schema/qudt"));
  Diagnostics diagnostics;
  CHECK(read_graph(main, "", diagnostics).size() == 4);
  read_graph(main, folder.path(), diagnostics);
  REQUIRE(diagnostics.items().size() == 2);
  const Diagnostic& first = diagnostics.items()[0];
  CHECK(first.code == "ontology.import_missing");
  CHECK(first.severity == Severity::Note);
  CHECK(first.where.line == 2);
  CHECK(first.message.find("http://qudt.org/2.1/schema/qudt") != std::string::npos);
  CHECK(first.message.find("--catalog") != std::string::npos);
  CHECK(diagnostics.items()[1].message.find(folder.path().string()) != std::string::npos);
}

TEST_CASE("a building in a namespace of 223P does not belong to the standard") {
  const TempFolder folder;
  folder.write("site.ttl",
               ontology("http://data.ashrae.org/standard223/1.0/data/site", "ex:part ex:p ex:o ."));
  const auto main =
      folder.write("b.ttl", importing("http://data.ashrae.org/standard223/1.0/data/site"));
  Diagnostics diagnostics;
  CHECK(has(read_graph(main, folder.path(), diagnostics), "part"));
}

TEST_CASE("prefixes of a building take precedence over those of its imports") {
  const TempFolder folder;
  folder.write("one.ttl",
               "@prefix ex: <urn:other:> . @prefix more: <urn:more:> . ex:a ex:p ex:b .");
  const auto main = folder.write("b.ttl", importing("http://example.org/one"));
  Diagnostics diagnostics;
  const TripleStore graph = read_graph(main, folder.path(), diagnostics);
  REQUIRE(graph.prefixes().size() == 3);
  CHECK(graph.prefixes()[1] == NamespacePrefix{"ex", "http://example.org/"});
  CHECK(graph.prefixes()[2] == NamespacePrefix{"more", "urn:more:"});
}

TEST_CASE("a broken file of the catalogue is left out, unless it is the wanted one") {
  const TempFolder folder;
  folder.write("broken.ttl", "this is not Turtle");
  Diagnostics diagnostics;
  read_graph(folder.write("b.ttl", importing("http://example.org/nowhere")), folder.path(),
             diagnostics);
  REQUIRE(diagnostics.items().size() == 2);
  CHECK(diagnostics.items()[0].code == "ontology.catalogue_unreadable");
  CHECK(diagnostics.items()[0].severity == Severity::Warning);
  CHECK_THROWS_AS(read_graph(folder.write("c.ttl", importing("http://example.org/broken")),
                             folder.path(), diagnostics),
                  InputError);
}

TEST_CASE("a catalogue that is not a folder is an error") {
  const TempFolder folder;
  const auto main = folder.write("b.ttl", importing("http://example.org/one"));
  Diagnostics diagnostics;
  try {
    read_graph(main, folder.path() / "none", diagnostics);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "ontology.catalogue_missing");
  }
}

}  // namespace
}  // namespace hearth::graph_file_test

// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/turtle_writer.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/ontology/graph_compare.hpp"

namespace hearth::turtle_writer_test {
namespace {

std::string rewritten(const std::string& text) {
  return write_turtle(read_turtle_text(text, "text"));
}

TEST_CASE("a graph is written with prefixes, sorted, a first, blank nodes in brackets") {
  const std::string text = R"(@prefix unused: <urn:unused#> .
@prefix ex: <urn:ex#> .
@prefix brick: <urn:brick#> .
ex:vav2 a brick:VAV .
ex:vav1 ex:z 1.50, true, "x"@en ; ex:part [ ex:size 2 ; a brick:Damper ], [] ; a brick:VAV ;
   ex:list ( 1 ( "a" ) [ ex:p ex:o ] ) ; ex:empty () ; <urn:other> "5"^^ex:unit .
_:shared ex:p _:shared2 . ex:a ex:p _:shared2 .
)";
  const std::string expected = R"(@prefix brick: <urn:brick#> .
@prefix ex: <urn:ex#> .

ex:a ex:p _:shared2 .

ex:vav1 a brick:VAV ;
    ex:empty () ;
    ex:list ( 1 ( "a" ) [ ex:p ex:o ] ) ;
    ex:part
        [
            a brick:Damper ;
            ex:size 2
        ],
        [] ;
    ex:z "x"@en, 1.50, true ;
    <urn:other> "5"^^ex:unit .

ex:vav2 a brick:VAV .

[] ex:p _:shared2 .
)";
  CHECK(rewritten(text) == expected);
  CHECK(rewritten(expected) == expected);
}

TEST_CASE("the text does not depend on the order of the triples") {
  const std::string prefixes = "@prefix ex: <urn:ex#> .\n";
  std::vector<std::string> statements = {"ex:a ex:p ex:b, ex:c .",
                                         "ex:b ex:p [ ex:q 1 ] .",
                                         "ex:c ex:p [ ex:q 2 ] .",
                                         "ex:c ex:p [ ex:q 1 ] .",
                                         "[] ex:p 3 .",
                                         "_:x ex:p _:x ."};
  std::string first;
  do {
    std::string text = prefixes;
    for (const std::string& statement : statements) text += statement + "\n";
    if (first.empty()) first = rewritten(text);
    REQUIRE(rewritten(text) == first);
  } while (std::next_permutation(statements.begin(), statements.end()));
}

TEST_CASE("numbers and booleans are written bare only if they are read as the same literal") {
  TripleStoreBuilder builder;
  const TermId s = builder.iri("urn:s");
  const auto add = [&](std::string_view lexical, std::string_view datatype) {
    builder.add({s, s, builder.literal(lexical, datatype)});
  };
  add("5", xsd::kInteger);
  add("+05", xsd::kInteger);
  add("five", xsd::kInteger);
  add("5", xsd::kDouble);
  add("5e0", xsd::kDouble);
  add("INF", xsd::kDouble);
  add("5.0", xsd::kDecimal);
  add("5.", xsd::kDecimal);
  add("5", xsd::kDecimal);
  add("1", xsd::kBoolean);
  add("true", xsd::kBoolean);
  add("", xsd::kInteger);
  add(" 5", xsd::kInteger);
  add("5 ", xsd::kInteger);
  const TripleStore store = std::move(builder).build();
  const std::string text = write_turtle(store);
  for (const char* bare : {" 5,", " +05,", " 5e0,", " 5.0,", " true ."}) {
    CAPTURE(text, bare);
    CHECK(text.find(bare) != text.npos);
  }
  CHECK(test::same_graph(store, read_turtle_text(text, "text")));
}

TEST_CASE("strings with quotes, backslashes, line breaks and control characters survive") {
  TripleStoreBuilder builder;
  const TermId s = builder.iri("urn:s");
  std::string all;
  for (char c = 0; c < 127; ++c) all.push_back(c);
  builder.add({s, s, builder.literal(all + "\x7F äöü€😀")});
  builder.add({s, s, builder.literal("C:\\data\\new \"x\"\r\n", {}, "en-GB")});
  const TripleStore store = std::move(builder).build();
  const std::string text = write_turtle(store);
  CHECK(test::same_graph(store, read_turtle_text(text, "text")));
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);  // none from the literals
}

TEST_CASE("names that Turtle would read otherwise are written as IRIs") {
  TripleStoreBuilder builder;
  builder.prefix("", "urn:");
  builder.prefix("true", "urn:true#");
  builder.prefix("not a name", "urn:spaced#");
  builder.prefix("ex", "urn:ex#");
  const TermId p = builder.iri("urn:p");
  for (const char* iri :
       {"urn:", "urn:true#x", "urn:spaced#x", "urn:ex#", "urn:ex#a.b", "urn:ex#a.", "urn:ex#-a",
        "urn:ex#1a", "urn:ex#a,b", "urn:ex#a/b", "urn:ex#%20", "urn:ex#ä", "urn:ex#a:b"}) {
    builder.add({builder.iri(iri), p, builder.iri(iri)});
  }
  const TripleStore store = std::move(builder).build();
  const std::string text = write_turtle(store);
  CAPTURE(text);
  CHECK(test::same_graph(store, read_turtle_text(text, "text")));
  CHECK(text.find("ex:ä :p ex:ä .") != text.npos);
}

TEST_CASE("cycles, shared lists and broken lists of blank nodes survive") {
  for (const char* text : {
           "_:a <urn:p> _:b . _:b <urn:p> _:a .",
           "_:a <urn:p> _:a .",
           "[] <urn:p> _:a . _:a <urn:p> _:b . _:b <urn:p> _:c . _:c <urn:q> _:b .",
           "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
           "<urn:s> <urn:p> _:l, _:m . _:l rdf:first 1 ; rdf:rest _:t . _:m rdf:first 2 ; "
           "rdf:rest _:t . _:t rdf:first 3 ; rdf:rest () .",
           "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
           "<urn:s> <urn:p> _:l . _:l rdf:first 1, 2 ; rdf:rest () .",
           "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
           "<urn:s> <urn:p> _:l . _:l rdf:first _:l ; rdf:rest () .",
           "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
           "<urn:s> <urn:p> _:l . _:l rdf:first 1 ; rdf:rest _:l .",
           "( 1 2 ) <urn:p> ( ( ) ( 3 ) ) . _:b1 <urn:p> [] , _:B1 .",
       }) {
    CAPTURE(text);
    const TripleStore store = read_turtle_text(text, "text");
    const std::string written = write_turtle(store);
    CAPTURE(written);
    CHECK(test::same_graph(store, read_turtle_text(written, "written")));
    CHECK(rewritten(written) == written);
  }
}

TEST_CASE("chains and lists of any length are written without deep brackets") {
  constexpr int kLength = 20'000;
  TripleStoreBuilder builder;
  const TermId p = builder.iri("urn:p");
  const TermId first = builder.iri(rdf::kFirst);
  const TermId rest = builder.iri(rdf::kRest);
  TermId chain = builder.iri("urn:chain");
  TermId list = builder.iri("urn:list");
  for (int k = 0; k < kLength; ++k) {
    const TermId next = builder.fresh_blank();
    builder.add({chain, p, next});
    chain = next;
    const TermId cell = builder.fresh_blank();
    builder.add({list, k == 0 ? p : rest, cell});
    builder.add({cell, first, p});
    list = cell;
  }
  builder.add({list, rest, builder.iri(rdf::kNil)});
  const TripleStore store = std::move(builder).build();
  const TripleStore again = read_turtle_text(write_turtle(store), "written");
  CHECK(again.size() == store.size());
  CHECK(write_turtle(again) == write_turtle(store));
}

TEST_CASE("an IRI with a character that no IRI has is refused") {
  for (const char* iri : {"urn:a b", "urn:a>b", "urn:a\\u0041", "urn:\n"}) {
    CAPTURE(iri);
    TripleStoreBuilder builder;
    const TermId s = builder.iri(iri);
    builder.add({s, s, s});
    const TripleStore store = std::move(builder).build();
    CHECK_THROWS_AS(write_turtle(store), InputError);
  }
}

TEST_CASE("an empty graph is an empty text") { CHECK(write_turtle(TripleStore{}).empty()); }

}  // namespace
}  // namespace hearth::turtle_writer_test

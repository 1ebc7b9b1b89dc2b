// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/triple_store.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::triple_store_test {
namespace {

std::vector<Triple> as_vector(std::span<const Triple> range) {
  return {range.begin(), range.end()};
}

// 200 triples over few terms, so that every pattern has several matches.
TripleStore random_store() {
  TripleStoreBuilder builder;
  std::vector<TermId> terms;
  for (int k = 0; k < 12; ++k) terms.push_back(builder.iri("urn:" + std::to_string(k)));
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    const auto any = [&] { return terms[random() % terms.size()]; };
    const TermId s = any(), p = any(), o = any();
    builder.add({s, p, o}, k + 1);
  }
  return std::move(builder).build();
}

TEST_CASE("terms are held once and found by kind, text, datatype and language") {
  TripleStoreBuilder builder;
  const TermId iri = builder.iri("urn:x");
  const TermId blank = builder.blank("urn:x");
  const TermId text = builder.literal("urn:x");
  const TermId typed = builder.literal("urn:x", xsd::kInteger);
  const TermId tagged = builder.literal("urn:x", {}, "en");
  CHECK(std::set<TermId>{iri, blank, text, typed, tagged}.size() == 5);
  CHECK(builder.iri("urn:x") == iri);
  CHECK(builder.literal("urn:x", xsd::kString) == text);

  builder.add({iri, iri, tagged});
  const TripleStore store = std::move(builder).build();
  CHECK(store.find_iri("urn:x") == iri);
  CHECK(store.find(literal_term("urn:x", {}, "en")) == tagged);
  CHECK(store.find(literal_term("urn:x", {}, "de")) == kNoTerm);
  CHECK(store.find(literal_term("urn:x", "urn:unknown")) == kNoTerm);
  CHECK(store.find_iri("urn:y") == kNoTerm);
  CHECK(store.term(tagged).datatype == rdf::kLangString);
  CHECK(store.term(tagged).language == "en");
  CHECK(store.term(text).datatype == xsd::kString);
}

TEST_CASE("an empty store has no triples and finds nothing") {
  const TripleStore store;
  CHECK(store.empty());
  CHECK(store.find_iri("urn:x") == kNoTerm);
  CHECK(store.match({}).empty());
}

TEST_CASE("every pattern gives the triples that a scan gives") {
  const TripleStore store = random_store();
  const auto fits = [](TermId wanted, TermId id) { return wanted == kAnyTerm || wanted == id; };
  std::vector<TermId> choices = {kAnyTerm};
  for (TermId id = 0; id < store.term_count(); ++id) choices.push_back(id);
  for (const TermId s : choices) {
    for (const TermId p : choices) {
      for (const TermId o : choices) {
        std::vector<Triple> expected;
        for (const Triple& t : store.triples()) {
          if (fits(s, t.subject) && fits(p, t.predicate) && fits(o, t.object)) {
            expected.push_back(t);
          }
        }
        std::vector<Triple> found = as_vector(store.match({s, p, o}));
        std::sort(found.begin(), found.end());
        REQUIRE(found == expected);
      }
    }
  }
}

TEST_CASE("a term that the store does not hold matches nothing") {
  const TripleStore store = random_store();
  CHECK(store.match({.subject = kNoTerm}).empty());
  CHECK(store.match({.predicate = store.find_iri("urn:unknown")}).empty());
  CHECK(store.match({.subject = 0, .object = kNoTerm}).empty());
}

TEST_CASE("a repeated triple is one triple with the line of the first") {
  TripleStoreBuilder builder("x.ttl");
  const TermId a = builder.iri("urn:a");
  builder.add({a, a, a}, 7);
  builder.add({a, a, a}, 3);
  const TripleStore store = std::move(builder).build();
  CHECK(store.size() == 1);
  CHECK(store.line({a, a, a}) == 7);
  CHECK(store.line({a, a, a + 1}) == 0);
  CHECK(store.source() == "x.ttl");
}

TEST_CASE("iteration follows the first appearance of terms") {
  TripleStoreBuilder builder;
  for (const char* name : {"urn:z", "urn:m", "urn:a"}) {
    const TermId id = builder.iri(name);
    builder.add({id, id, id});
  }
  const TripleStore store = std::move(builder).build();
  std::vector<std::string> order;
  for (const Triple& t : store.triples()) order.emplace_back(store.term(t.subject).text);
  CHECK(order == std::vector<std::string>{"urn:z", "urn:m", "urn:a"});
}

TEST_CASE("a copy stands alone and a builder continues it with the same numbers") {
  TripleStore original = random_store();
  const TripleStore copy = original;
  TripleStoreBuilder builder(std::move(original));
  const TermId extra = builder.iri("urn:extra");
  builder.add({extra, extra, extra});
  const TripleStore more = std::move(builder).build();
  CHECK(more.size() == copy.size() + 1);
  CHECK(extra == copy.term_count());
  for (const Triple& t : copy.triples()) {
    REQUIRE(more.contains(t));
    REQUIRE(more.line(t) == copy.line(t));
  }
}

TEST_CASE("triples added later give the store that all at once give") {
  std::mt19937 random(5);
  const auto below = [&random](std::size_t n) { return static_cast<TermId>(random() % n); };
  // Few and many additions for the number of terms: both ways of sorting.
  for (const std::size_t added : {1U, 3U, 40U, 4000U}) {
    TripleStoreBuilder first, all;
    for (int k = 0; k < 200; ++k) {
      first.iri("urn:" + std::to_string(k));
      all.iri("urn:" + std::to_string(k));
    }
    const auto triple = [&] { return Triple{below(200), below(5), below(200)}; };
    for (int line = 1; line <= 500; ++line) {
      const Triple t = triple();
      first.add(t, line);
      all.add(t, line);
    }
    TripleStoreBuilder later(std::move(first).build());
    for (std::size_t k = 0; k < added; ++k) {
      const Triple t = triple();
      later.add(t, 1000 + static_cast<int>(k));
      all.add(t, 1000 + static_cast<int>(k));
    }
    const TripleStore merged = std::move(later).build();
    const TripleStore expected = std::move(all).build();
    REQUIRE(as_vector(merged.triples()) == as_vector(expected.triples()));
    for (const Triple& t : expected.triples()) {
      REQUIRE(merged.line(t) == expected.line(t));
      REQUIRE(as_vector(merged.match({.predicate = t.predicate})) ==
              as_vector(expected.match({.predicate = t.predicate})));
      REQUIRE(as_vector(merged.match({.object = t.object})) ==
              as_vector(expected.match({.object = t.object})));
    }
  }
}

TEST_CASE("blank nodes of two graphs stay apart when one is added to the other") {
  const TripleStore one = read_turtle_text("_:x <urn:p> [] .", "one");
  const TripleStore two = read_turtle_text("_:x <urn:q> [] .", "two");
  TripleStoreBuilder builder(one);
  builder.add(two);
  const TripleStore both = std::move(builder).build();
  REQUIRE(both.size() == 2);
  std::set<TermId> nodes;
  for (const Triple& t : both.triples()) nodes.insert({t.subject, t.object});
  CHECK(nodes.size() == 4);
}

TEST_CASE("a fresh blank node is new") {
  const TripleStore store = read_turtle_text("[] <urn:p> [] .", "one");
  const std::size_t known = store.term_count();
  TripleStoreBuilder builder(store);
  CHECK(builder.fresh_blank() == known);
  CHECK(builder.fresh_blank() == known + 1);
}

TEST_CASE("the last declaration of a prefix holds, at the place of the first") {
  TripleStoreBuilder builder;
  builder.prefix("b", "urn:1");
  builder.prefix("a", "urn:2");
  builder.prefix("b", "urn:3");
  REQUIRE(builder.find_prefix("b") != nullptr);
  CHECK(*builder.find_prefix("b") == "urn:3");
  CHECK(builder.find_prefix("c") == nullptr);
  const TripleStore store = std::move(builder).build();
  CHECK(store.prefixes() == std::vector<NamespacePrefix>{{"b", "urn:3"}, {"a", "urn:2"}});
}

TEST_CASE("the largest building takes at most 70 B per triple") {
  const auto path = test::shared_data("data/rdf/models/brick103_ghc.ttl");
  if (!path) return;
  Diagnostics diagnostics;
  const TripleStore store = read_turtle(*path, diagnostics);
  CHECK(store.size() == 55443);
  CHECK(store.memory_bytes() <= 70 * store.size());
}

}  // namespace
}  // namespace hearth::triple_store_test

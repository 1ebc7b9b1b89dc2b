// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::test {

/// Returns a number for every term that does not depend on labels of blank nodes.
///
/// Terms with a name get their hash. Blank nodes start equal and take up the numbers of their
/// neighbours until no further ones differ (colour refinement).
inline std::vector<std::size_t> canonical_numbers(const TripleStore& store) {
  const auto mixed = [](std::size_t a, std::size_t b) {
    return (a ^ (b + 0x9E3779B97F4A7C15ULL + (a << 6U) + (a >> 2U))) * 0xBF58476D1CE4E5B9ULL;
  };
  const std::hash<std::string_view> hash;
  std::vector<std::size_t> numbers(store.term_count(), 1);
  std::vector<bool> blank(store.term_count(), false);
  for (TermId id = 0; id < store.term_count(); ++id) {
    const Term term = store.term(id);
    blank[id] = term.kind == TermKind::Blank;
    if (blank[id]) continue;
    const auto kind = static_cast<std::size_t>(term.kind);
    numbers[id] =
        mixed(mixed(hash(term.text), kind), mixed(hash(term.datatype), hash(term.language)));
  }
  std::size_t distinct = 0;
  while (true) {
    std::vector<std::size_t> next = numbers;
    for (const Triple& t : store.triples()) {  // sums do not depend on the order of triples
      const std::size_t p = numbers[t.predicate];
      if (blank[t.subject]) next[t.subject] += mixed(mixed(1, p), numbers[t.object]);
      if (blank[t.object]) next[t.object] += mixed(mixed(2, p), numbers[t.subject]);
    }
    numbers = next;
    const std::size_t now = std::set<std::size_t>(numbers.begin(), numbers.end()).size();
    if (now <= distinct) return numbers;
    distinct = now;
  }
}

/// Returns whether two graphs are equal up to the labels of blank nodes. Graphs that only a search
/// could tell apart (regular ones) count as equal; no test data is of that kind.
inline bool same_graph(const TripleStore& a, const TripleStore& b) {
  using Row = std::array<std::size_t, 3>;
  const auto rows = [](const TripleStore& store) {
    const std::vector<std::size_t> number = canonical_numbers(store);
    std::vector<Row> out;
    for (const Triple& t : store.triples()) {
      out.push_back({number[t.subject], number[t.predicate], number[t.object]});
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  return rows(a) == rows(b);
}

}  // namespace hearth::test

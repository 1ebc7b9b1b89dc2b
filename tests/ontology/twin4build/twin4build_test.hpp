// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth::test {

inline const std::string kPrefixes = R"(
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix s4syst: <https://saref.etsi.org/saref4syst/> .
@prefix sim: <http://simulation.org/> .
)";

/// Line of `kPrefixes + text` on which the first line of `text` stands.
inline constexpr int kFirstLine = 5;

inline TripleStore graph(const std::string& text) {
  return read_turtle_text(kPrefixes + text, "room.ttl");
}

inline SimulationModel read(const TripleStore& store, Diagnostics& warnings) {
  return read_twin4build(store, "folder/room.ttl", standard_components(), warnings);
}
inline SimulationModel read(const TripleStore& store) {
  Diagnostics warnings;
  return read(store, warnings);
}

/// Returns the errors of reading a graph; none if it is read.
inline Diagnostics errors_of(const TripleStore& store) {
  try {
    read(store);
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

inline std::vector<std::string> codes(const Diagnostics& diagnostics) {
  std::vector<std::string> list;
  for (const Diagnostic& item : diagnostics.items()) list.push_back(item.code);
  return list;
}

/// Returns the graph with its statements, and so its term numbers, in another order.
inline TripleStore shuffled(const TripleStore& store, std::mt19937& random) {
  std::vector<Triple> triples(store.triples().begin(), store.triples().end());
  std::shuffle(triples.begin(), triples.end(), random);
  TripleStoreBuilder builder(store.source());
  const auto copy = [&](TermId id) { return builder.intern(store.term(id)); };
  int line = 0;
  for (const Triple& triple : triples) {
    const TermId object = copy(triple.object);
    builder.add({copy(triple.subject), copy(triple.predicate), object}, ++line);
  }
  return std::move(builder).build();
}

}  // namespace hearth::test

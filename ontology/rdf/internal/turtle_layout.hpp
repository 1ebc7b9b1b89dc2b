// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::turtle {

/// How a blank node is written.
enum class Shape : std::uint8_t {
  None,      ///< not a blank node
  Root,      ///< no triple points at it: a statement that begins with []
  Labelled,  ///< _:label, because several triples point at it, or to cut a cycle or deep nesting
  Nested,    ///< [ ... ] at the one place that points at it
  List,      ///< ( ... ) at the one place that points at it
  Cell,      ///< inside the list that an earlier cell begins
};

/// Returns the shape of every term, by number. Brackets never nest deeper than the reader allows.
std::vector<Shape> blank_shapes(const TripleStore& store);

/// Returns whether the blank node got its label from a user, and not from a file without one.
bool has_written_label(const Term& blank);

}  // namespace hearth::turtle

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Returns the triples as Turtle: used prefixes sorted by name, subjects by IRI, `a` first,
/// predicates and objects sorted. A blank node or list that is referenced once is written in place,
/// in brackets. The text depends only on the triples, not on their order. IRIs are absolute and
/// text is UTF-8. Throws InputError if an IRI contains an invalid character.
std::string write_turtle(const TripleStore& store);

}  // namespace hearth

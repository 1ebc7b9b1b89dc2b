// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Returns the triples as Turtle: used prefixes sorted by name, subjects by IRI, `a` first,
/// predicates and objects sorted; blank nodes in brackets and lists where one place holds them. The
/// text depends on the triples only, not on their order. IRIs are absolute and text is UTF-8; an
/// IRI with a character that no IRI has throws an InputError.
std::string write_turtle(const TripleStore& store);

}  // namespace hearth

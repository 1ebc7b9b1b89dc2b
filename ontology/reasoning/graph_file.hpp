// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Reads a Turtle file and what it imports (owl:imports), and what that imports in turn.
///
/// An import is found in `catalogue` alone, a folder ("" for none), never on the network: the file
/// whose name is the last part of the import's IRI (`Brick` or `Brick.ttl` for `.../1.3/Brick`), or
/// that declares that IRI as its owl:Ontology or owl:versionIRI. Ontologies that Hearth knows by a
/// digest are passed over silently; an import that is not found is a note
/// `ontology.import_missing`. Lines are those of the file itself; its prefixes override those of
/// imports. Throws as read_turtle does, for imports too, and `ontology.catalogue_missing` if
/// there is no such folder.
TripleStore read_graph(const std::filesystem::path& path, const std::filesystem::path& catalogue,
                       Diagnostics& diagnostics);

}  // namespace hearth

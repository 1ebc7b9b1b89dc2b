// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Reads a Turtle file and its imports (owl:imports), directly and indirectly.
///
/// Imports are looked up only in `catalogue`, a folder ("" for none), never on the network. The
/// file of an import has the last part of the import's IRI as its name (`Brick` or `Brick.ttl` for
/// `.../1.3/Brick`), or declares that IRI as its owl:Ontology or owl:versionIRI. Ontologies of
/// which Hearth has a digest are skipped silently; for an import that is not found, the note
/// `ontology.import_missing` is added. Lines are those of the file itself; its prefixes override
/// those of imports. Throws the errors of read_turtle, also for imports, and
/// `ontology.catalogue_missing` if the folder does not exist.
TripleStore read_graph(const std::filesystem::path& path, const std::filesystem::path& catalogue,
                       Diagnostics& diagnostics);

}  // namespace hearth

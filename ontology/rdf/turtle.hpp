// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Reads a Turtle 1.1 file. If the file has errors, throws InputError with file:line of every error
/// and returns no triples. Adds warnings to `diagnostics`. Relative IRIs are relative to the
/// `file:` IRI of the path unless the file declares a base.
TripleStore read_turtle(const std::filesystem::path& path, Diagnostics& diagnostics);
/// Reads a Turtle file whose content is already in memory.
TripleStore read_turtle(const TextFile& file, Diagnostics& diagnostics);

/// Reads Turtle text; `name` is the name of the file in messages. Without `base`, a relative IRI is
/// an error unless the text declares a base.
TripleStore read_turtle_text(std::string_view text, const std::string& name,
                             Diagnostics& diagnostics, const std::string& base = "");
/// Reads Turtle text and ignores the warnings.
TripleStore read_turtle_text(std::string_view text, const std::string& name);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// The rules by which a digest is made from the files of an ontology.
struct DigestRecipe {
  std::string name;                ///< name of the digest
  std::vector<std::string> files;  ///< files in the folder of ontologies
  std::vector<std::string> notes;  ///< origin, version and licence, one per line
  std::vector<std::string> about;  ///< namespaces whose terms are kept
  /// Namespaces that are replaced, with their replacements.
  std::vector<std::pair<std::string, std::string>> renamed{};
};

/// Returns the recipes of the digests that come from ontology files.
const std::vector<DigestRecipe>& digest_recipes();

/// Returns the axioms of ontologies as Turtle, sorted, one term per line: classes, properties and
/// their relations, without labels, shapes and blank nodes.
std::string make_digest(const std::vector<TripleStore>& ontologies, const DigestRecipe& recipe);

/// Reads the files of a recipe and returns its digest.
std::string make_digest(const std::filesystem::path& folder, const DigestRecipe& recipe);

}  // namespace hearth

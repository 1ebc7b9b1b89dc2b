// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hearth::fuzz {

/// What a mutator knows of the texts of a reader.
struct Language {
  std::vector<std::string> seeds;   ///< right texts
  std::vector<std::string> tokens;  ///< to insert
};

/// Returns a text made from the seeds of a language by one to eight changes: bits flipped, bytes
/// replaced, parts deleted, doubled or cut off, a part of another seed or a token put in, and
/// changes of what has a meaning (`change_structure`). Half of the texts have one or two of the
/// latter alone. The same number gives the same text on every machine.
std::string mutated_text(const Language& language, std::uint64_t number);

}  // namespace hearth::fuzz

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {

/// Returns a text made from the seeds of a target by one to eight changes: bits flipped, bytes
/// replaced, parts deleted, doubled or cut off, a part of another seed or a token put in. The same
/// number gives the same text on every machine.
std::string mutated_text(const Target& target, std::uint64_t number);

}  // namespace hearth::fuzz

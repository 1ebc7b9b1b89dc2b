// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/tests/fuzz/commands/bench.hpp"

namespace hearth::fuzz {

/// Checks what a command returned, printed and wrote to the folder `out`:
///
/// - the exit code is one of those that the call may return; 1, 2 and 3 come with an error;
/// - errors have a code of docs/diagnostics.md, and name a file where an input is refused;
/// - what is printed is UTF-8 and holds nothing that a terminal acts on;
/// - JSON parses; results hold no NaN and no infinity.
///
/// Throws std::logic_error.
void check_outcome(const Call& call, const Outcome& outcome, const std::vector<std::string>& names);

/// Throws std::logic_error if a text that people see is not UTF-8 or holds control characters.
void check_text_for_people(std::string_view text, const std::string& what);

}  // namespace hearth::fuzz

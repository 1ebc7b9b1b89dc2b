// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/bayes/sample.hpp"

namespace hearth {

/// Warns where the draws of a result do not suffice or cannot be relied on: chains that have not
/// mixed, few effective draws, diverged paths, paths that were cut off, walkers that hardly move.
/// `divergent` has for each chain whether the path to each draw diverged.
void warn_of_chains(const SampleResult& result, const std::vector<std::vector<char>>& divergent,
                    Diagnostics& diagnostics);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/estimation/bayes/sample.hpp"

namespace hearth {

/// Warns if the draws of a result are too few or unreliable: chains that disagree, few effective
/// draws, diverged paths, paths that reached the largest depth, walkers that hardly move.
/// `divergent` contains, for each draw of each chain, whether the path to that draw diverged.
void warn_of_chains(const SampleResult& result, const std::vector<std::vector<char>>& divergent,
                    Diagnostics& diagnostics);

}  // namespace hearth

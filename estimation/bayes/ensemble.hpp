// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/markov_chain.hpp"
#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::estimation {

struct EnsembleSettings {
  int warmup = 1000;
  int draws = 1000;  ///< of each walker
};

/// Draws by an ensemble of walkers with affine invariance (Goodman and Weare, Communications in
/// Applied Mathematics and Computational Science 5, 2010), without derivatives. Walkers of one half
/// move along the line through a walker of the other half (Foreman-Mackey and others, Publications
/// of the Astronomical Society of the Pacific 125, 2013),
///
///     y = x_j + s (x_i - x_j),   g(s) ~ 1/√s on [1/2, 2]
///
/// and are accepted with the probability min(1, s^(d-1) π(y) / π(x_i)).
///
/// `starts` has a row for each walker: an even number of at least twice the dimension, in general
/// position, each with a positive density. Returns a chain for each walker; if `go_on` ends the
/// sampler the draws until then, nothing in the warm-up.
std::optional<std::vector<MarkovChain>> sample_by_ensemble(LogDensity& density,
                                                           const Eigen::MatrixXd& starts,
                                                           const EnsembleSettings& settings,
                                                           RandomStream random,
                                                           const GoOn& go_on = {});

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/markov_chain.hpp"
#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::estimation {

/// Settings of `sample_by_ensemble`.
struct EnsembleSettings {
  int warmup = 1000;
  int draws = 1000;  ///< number of draws of each walker
};

/// Draws from a density with an ensemble of walkers that is invariant to affine transformations and
/// needs no derivatives. Walkers of one half of the ensemble move according to the positions of the
/// other half (Foreman-Mackey and others, Publications of the Astronomical Society of the Pacific
/// 125, 2013). In four of five moves, the step is a multiple of the difference of two of these
/// positions (ter Braak, Statistics and Computing 16, 2006; Nelson, Ford and Payne, Astrophysical
/// Journal Supplement 210, 2014),
///
///     y = x_i + γ (1 + 1e-5 n) (x_j - x_k),   n ~ N(0, 1)
///     γ = 2.38/√(2 d),   γ = 1 in one of ten moves
///
/// and y is accepted with the probability min(1, π(y) / π(x_i)). In the fifth move, a walker moves
/// along the line through one of these positions (Goodman and Weare, Communications in Applied
/// Mathematics and Computational Science 5, 2010),
///
///     y = x_j + s (x_i - x_j),   g(s) ~ 1/√s on [1/2, 2]
///
/// and y is accepted with the probability min(1, s^(d-1) π(y) / π(x_i)).
///
/// `starts` has a row for each walker. The number of walkers must be even and at least twice the
/// dimension. The starts must be in general position, and the density must be positive at each of
/// them. Returns a chain for each walker. If `go_on` ends the sampler, returns the draws until
/// then, or nothing during the warm-up.
std::optional<std::vector<MarkovChain>> sample_by_ensemble(LogDensity& density,
                                                           const Eigen::MatrixXd& starts,
                                                           const EnsembleSettings& settings,
                                                           RandomStream random,
                                                           const GoOn& go_on = {});

}  // namespace hearth::estimation

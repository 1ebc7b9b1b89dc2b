// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/markov_chain.hpp"
#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::estimation {

/// Settings of `sample_by_nuts`.
struct NutsSettings {
  int warmup = 1000;
  int draws = 1000;
  /// Desired mean probability of acceptance, which determines the step size.
  double acceptance = 0.8;
  int deepest = 10;   ///< a path has at most 2^deepest - 1 steps
  bool dense = true;  ///< mass matrix; false: diagonal
};

/// Draws a chain with the no-U-turn sampler (Hoffman and Gelman, Journal of Machine Learning
/// Research 15, 2014), in the variant of Betancourt (arXiv:1701.02434, 2017). Hamiltonian paths of
///     H(z, p) = -ln π(z) + pᵀ M⁻¹ p / 2
///
/// are doubled forwards or backwards until they turn back. The next draw is one of their points,
/// chosen with the weight exp(-H); points of later halves are preferred. Whether a path turns back
/// is judged by the sum of its momenta, over the whole path and across the boundary between its
/// halves.
///
/// The warm-up sets the step size of the leapfrog integrator by dual averaging. The inverse mass
/// matrix M⁻¹ is `metric` at first, ideally an estimate of the covariance of π. Afterwards it is
/// estimated from draws in windows of doubling length, between an initial phase (75 iterations) and
/// a final phase (50) that adapt the step size only (Stan Reference Manual, section "HMC algorithm
/// parameters"). An estimate S from n draws becomes n/(n + 5) S + 0.005/(n + 5) `metric`.
///
/// A path diverges if H grows by more than 1000. The density at `start` must be positive. If
/// `go_on` ends the sampler, returns the draws until then, or nothing during the warm-up.
std::optional<MarkovChain> sample_by_nuts(LogDensity& density, const Eigen::VectorXd& start,
                                          const Eigen::MatrixXd& metric,
                                          const NutsSettings& settings, RandomStream random,
                                          const GoOn& go_on = {});

}  // namespace hearth::estimation

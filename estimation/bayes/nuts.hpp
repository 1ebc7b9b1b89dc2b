// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/markov_chain.hpp"
#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::estimation {

struct NutsSettings {
  int warmup = 1000;
  int draws = 1000;
  double acceptance = 0.8;  ///< wanted mean probability of acceptance, which sets the step size
  int deepest = 10;         ///< a path has at most 2^deepest - 1 steps
  bool dense = true;        ///< mass matrix; false: diagonal
};

/// Draws a chain by the no-U-turn sampler (Hoffman and Gelman, Journal of Machine Learning Research
/// 15, 2014), in the variant of Betancourt (arXiv:1701.02434, 2017): Hamiltonian paths of
///
///     H(z, p) = -ln π(z) + pᵀ M⁻¹ p / 2
///
/// are doubled forwards or backwards until they turn back; the next draw is one of their points,
/// chosen by its weight exp(-H), later halves preferred. Turning back is judged by the sum of the
/// momenta, of a path and across the seam of its halves.
///
/// The step size of the leapfrog integrator is set in the warm-up by dual averaging. The inverse
/// mass matrix M⁻¹ begins as `metric`, best the covariance of π as far as it is known, and is
/// estimated from draws in windows whose length doubles, between an initial (75 iterations) and a
/// final phase (50) that adapt the step size alone (Stan Reference Manual, section "HMC algorithm
/// parameters"); estimates from n draws S become n/(n + 5) S + 0.005/(n + 5) `metric`.
///
/// A path diverges where H grows by more than 1000. The density at `start` is positive. If
/// `go_on` ends the sampler, the draws until then are returned; nothing in the warm-up.
std::optional<MarkovChain> sample_by_nuts(LogDensity& density, const Eigen::VectorXd& start,
                                          const Eigen::MatrixXd& metric,
                                          const NutsSettings& settings, RandomStream random,
                                          const GoOn& go_on = {});

}  // namespace hearth::estimation

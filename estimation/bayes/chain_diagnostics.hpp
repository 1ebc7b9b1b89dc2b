// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace hearth::estimation {

/// The draws of one quantity, by chain. Chains have equal lengths. The diagnostics below are NaN
/// for chains of fewer than four draws and if all draws are equal.
using Draws = std::vector<std::vector<double>>;

/// Returns a measure of how well chains have mixed: the larger of two split R-hats, that of the
/// rank-normalised draws and that of their rank-normalised distances from the median (Vehtari,
/// Gelman, Simpson, Carpenter and Bürkner, Bayesian Analysis 16, 2021). It is 1 if all chains have
/// one distribution.
///
/// Chains are split in halves. The rank r of S draws (ties share their mean rank) becomes
/// Φ⁻¹((r - 3/8) / (S + 1/4)). With the mean within-chain variance W and the between-chain variance
/// B of chains of N draws, R-hat is √(((N - 1)/N W + B/N) / W).
double r_hat(const Draws& draws);

/// Returns the number of independent draws that would determine the mean of a quantity equally well
/// (effective sample size). Chains are halved; with the autocorrelations ρ of all chains together,
/// the result is
///
///     S / (1 + 2 Σ ρ_t),
///
/// Autocorrelations are added in pairs of consecutive lags as long as the sum of a pair is
/// positive, and these sums are made monotone (Geyer, Statistical Science 7, 1992). The result is
/// at most S log10 S.
///
/// If the chains are walkers of ensembles (`walkers` chains for each ensemble, one ensemble after
/// the other), they depend on each other. In this case, the result is the effective sample size of
/// the ensemble means, multiplied by the ratio of the variance of the draws to the variance of
/// these means.
double effective_sample_size(const Draws& draws, std::size_t walkers = 1);
/// Returns the effective sample size of rank-normalised draws, which shows how well the bulk of a
/// distribution is explored.
double bulk_effective_sample_size(const Draws& draws, std::size_t walkers = 1);
/// Returns the smaller of the effective sample sizes of the 5 % and the 95 % quantile.
double tail_effective_sample_size(const Draws& draws, std::size_t walkers = 1);

/// Merges the draws of each `group` of consecutive chains into one chain, in the order of the
/// draws. The R-hat of walkers uses the merged chains: it compares whole ensembles, because a
/// single walker has too few effective draws.
Draws merged(const Draws& draws, std::size_t group);

/// Returns a quantile of the draws of all chains, interpolated between neighbours.
double quantile(const Draws& draws, double probability);
/// Returns a quantile of values in ascending order, interpolated between neighbours.
double quantile_of_sorted(const std::vector<double>& values, double probability);

/// Returns the value below which a standard normal variable lies with the given probability.
double normal_quantile(double probability);

}  // namespace hearth::estimation

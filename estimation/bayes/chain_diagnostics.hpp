// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace hearth::estimation {

/// The draws of one quantity, by chain. Chains have equal lengths; chains of fewer than four draws
/// give NaN, and so do draws that are all equal.
using Draws = std::vector<std::vector<double>>;

/// Returns how far chains are from having mixed: the larger of the split R-hat of rank-normalised
/// draws and that of their rank-normalised distances from the median (Vehtari, Gelman, Simpson,
/// Carpenter and Bürkner, Bayesian Analysis 16, 2021); 1 for chains of one distribution.
///
/// Chains are split in halves. The rank r of S draws (ties share their mean rank) becomes
/// Φ⁻¹((r - 3/8) / (S + 1/4)). With the mean within-chain variance W and the between-chain variance
/// B of chains of N draws, R-hat is √(((N - 1)/N W + B/N) / W).
double r_hat(const Draws& draws);

/// Returns how many independent draws would give the mean of a quantity as exactly (effective
/// sample size), of halved chains: with the autocorrelations ρ of all chains together,
///
///     S / (1 + 2 Σ ρ_t),
///
/// summed in pairs of lags as long as pairs are positive, and made monotone (Geyer, Statistical
/// Science 7, 1992). At most S log10 S.
///
/// Where chains are `walkers` of ensembles, one ensemble after the other, they depend on each
/// other: the number is that of the means of each ensemble, times the variance of the draws over
/// the variance of these means.
double effective_sample_size(const Draws& draws, std::size_t walkers = 1);
/// The same of rank-normalised draws: how well the bulk of a distribution is explored.
double bulk_effective_sample_size(const Draws& draws, std::size_t walkers = 1);
/// The smaller of those of the 5 % and the 95 % quantile.
double tail_effective_sample_size(const Draws& draws, std::size_t walkers = 1);

/// Returns chains that each hold the draws of a group of chains that follow each other, in the
/// order of draws. R-hat of walkers is that of whole ensembles: one walker alone makes too few
/// effective draws.
Draws merged(const Draws& draws, std::size_t group);

/// Returns a quantile of the draws of all chains, interpolated between neighbours.
double quantile(const Draws& draws, double probability);
/// The same of values that rise.
double quantile_of_sorted(const std::vector<double>& values, double probability);

/// Returns the number below which a standard normal variable lies with a probability.
double normal_quantile(double probability);

}  // namespace hearth::estimation

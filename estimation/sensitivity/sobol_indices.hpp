// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"

/// Shares of the variance of a function of parameters that are uniform in the unit cube. Nothing
/// here knows a simulation: a design holds points, and values of any function of them are judged.
namespace hearth::estimation {

/// Rows of points A, B and, for each parameter i, A with its number i from B: `parameters` + 2
/// points of a row (Saltelli et al., Computer Physics Communications 181, 2010, pages 259 to 270).
struct SobolDesign {
  int parameters = 0;
  int rows = 0;
  std::vector<std::vector<double>> points;  ///< of one row after the other
};

/// Returns rows whose A and B are the two halves of points of the Sobol sequence in twice as many
/// dimensions, shifted by the seed unless it is 0. They are even if `rows` is a power of 2.
/// InputError `scenarios.dimensions` above 1833 parameters.
SobolDesign sobol_design(int parameters, int rows, std::uint64_t seed);

/// Shares of the variance V of a value, with estimates over N rows:
///
///     first = 1/N Σ f(B) (f(A_i) - f(A)) / V         (Saltelli et al. 2010, table 2b)
///     total = 1/(2 N) Σ (f(A) - f(A_i))² / V         (Jansen, Computer Physics Communications
///                                                     117, 1999, pages 35 to 43)
///
/// f(B) counts from the mean, which makes the estimate of `first` more exact. Estimates may be
/// a little below 0 or above 1.
struct SobolIndices {
  double first = 0.0;  ///< by the parameter alone: how much less V would be if it were known
  double total = 0.0;  ///< with all its interactions; 0 of a parameter without effect
  Interval first_ci95, total_ci95;  ///< by 1000 bootstrap samples of the rows
};

/// Returns the indices of each parameter. `values` has one for each point; a row with one that is
/// not finite does not count. Returns nothing if fewer than two count; a value that does not vary
/// but by rounding, 1e-12 of its size, has indices of 0.
std::vector<SobolIndices> sobol_indices(const SobolDesign& design,
                                        const std::vector<double>& values, std::uint64_t seed);

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"

/// Shares of the variance of a function of parameters that are uniform in the unit cube. The
/// functions here do not depend on a simulation: a design contains points, and the values of any
/// function at these points are analysed.
namespace hearth::estimation {

/// Rows of points A, B and, for each parameter i, A with its coordinate i from B: `parameters` + 2
/// points per row (Saltelli et al., Computer Physics Communications 181, 2010, pages 259 to 270).
struct SobolDesign {
  int parameters = 0;
  int rows = 0;
  std::vector<std::vector<double>> points;  ///< points of one row after the other
};

/// Returns rows whose A and B are the two halves of points of the Sobol sequence in twice as many
/// dimensions, shifted by the seed unless it is 0. The points are evenly distributed if `rows` is a
/// power of 2. Throws InputError `scenarios.dimensions` above 1833 parameters.
SobolDesign sobol_design(int parameters, int rows, std::uint64_t seed);

/// Shares of the variance V of a value, with estimates over N rows:
///
///     first = 1/N Σ f(B) (f(A_i) - f(A)) / V         (Saltelli et al. 2010, table 2b)
///     total = 1/(2 N) Σ (f(A) - f(A_i))² / V         (Jansen, Computer Physics Communications
///                                                     117, 1999, pages 35 to 43)
///
/// The mean is subtracted from f(B), which makes the estimate of `first` more accurate. Estimates
/// may be a little below 0 or above 1.
struct SobolIndices {
  /// Share of the parameter alone: the relative reduction of V if the parameter were known.
  double first = 0.0;
  /// Share of the parameter with all its interactions; 0 for a parameter without effect.
  double total = 0.0;
  Interval first_ci95, total_ci95;  ///< 95 % intervals from 1000 bootstrap samples of the rows
};

/// Returns the indices of each parameter. `values` contains one value for each point; a row with a
/// value that is not finite is left out. The result is empty if fewer than two rows remain. The
/// indices are 0 if values vary only by rounding, 1e-12 of their size.
std::vector<SobolIndices> sobol_indices(const SobolDesign& design,
                                        const std::vector<double>& values, std::uint64_t seed);

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hearth::estimation {

/// Whether a series is white noise: numbers of the same mean 0 that have nothing to do with each
/// other.
struct Whiteness {
  /// Of the series at lags from 1 on, as far as tested.
  std::vector<double> autocorrelation{};
  /// The test of Ljung and Box (Biometrika 65, 1978) that all of these are zero: the statistic, and
  /// the probability of one as large in white noise.
  double ljung_box = 0.0;
  double p = 1.0;
  /// The test of Bartlett on the cumulative periodogram (Brockwell and Davis, Time Series: Theory
  /// and Methods, 2nd ed., section 10.2): its largest distance from the diagonal, and the distance
  /// that white noise exceeds once in twenty series.
  double periodogram_distance = 0.0;
  double periodogram_limit = 0.0;

  /// Whether the test of Ljung and Box accepts white noise at 5 %.
  bool uncorrelated() const { return p >= 0.05; }
  /// Whether both tests do.
  bool white() const { return uncorrelated() && periodogram_distance <= periodogram_limit; }
};

/// Tests a series whose values follow each other at equal distances; NaN where one is missing.
/// Fewer than ten values are not tested.
Whiteness whiteness(const std::vector<double>& series);

/// Returns the cumulative periodogram at the Fourier frequencies, from 0 to 1; NaN count as 0.
std::vector<double> cumulative_periodogram(const std::vector<double>& series);

}  // namespace hearth::estimation

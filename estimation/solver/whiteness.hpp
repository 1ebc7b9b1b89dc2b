// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hearth::estimation {

/// Results of tests of whether a series is white noise: uncorrelated numbers with the mean 0.
struct Whiteness {
  /// Autocorrelation of the series from lag 1 to the largest tested lag.
  std::vector<double> autocorrelation{};
  /// The test of Ljung and Box (Biometrika 65, 1978) that all autocorrelations are zero: the
  /// statistic, and the probability of a statistic at least as large in white noise.
  double ljung_box = 0.0;
  double p = 1.0;
  /// The test of Bartlett on the cumulative periodogram (Brockwell and Davis, Time Series: Theory
  /// and Methods, 2nd ed., section 10.2): its largest distance from the diagonal, and the distance
  /// that 5 % of all white-noise series exceed.
  double periodogram_distance = 0.0;
  double periodogram_limit = 0.0;

  /// Returns whether the test of Ljung and Box accepts white noise at 5 %.
  bool uncorrelated() const { return p >= 0.05; }
  /// Returns whether both tests accept white noise.
  bool white() const { return uncorrelated() && periodogram_distance <= periodogram_limit; }
};

/// Tests a series of values at equal distances; NaN marks missing values. Fewer than ten values are
/// not tested.
Whiteness whiteness(const std::vector<double>& series);

/// Returns the cumulative periodogram at the Fourier frequencies, from 0 to 1; NaN counts as 0.
std::vector<double> cumulative_periodogram(const std::vector<double>& series);

}  // namespace hearth::estimation

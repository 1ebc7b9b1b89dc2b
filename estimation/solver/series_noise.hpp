// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hearth::estimation {

/// The noise of one series of residuals, over all its stretches.
///
/// It is modelled as the sum of white noise and noise with an exponential autocovariance (a
/// first-order autoregression, sampled at any distance):
///
///     Ω(t, t') = v (δ(t, t') + q exp(-|t - t'| / τ))
///
/// v, q and τ have no single estimate. The restricted likelihood is computed on a grid of q and τ:
/// the likelihood of the part of the residuals that the parameters cannot fit (Patterson and
/// Thompson, Biometrika 58, 1971). It accounts for the slow part of the noise, which a fit absorbs.
/// White noise (q = 0) has a prior probability of one half, and ln q and ln τ have a uniform prior,
/// so that each point of the grid gets a probability. Uncertainties are computed from all points
/// together.
struct SeriesNoise {
  int rows = 0;
  double sd = 1.0;          ///< √Ω(t, t), the mean over the grid
  double correlated = 0.0;  ///< probability that the noise is not white
  double share = 0.0;  ///< share of the variance that is correlated, at the most likely q and τ
  double time = 0.0;   ///< most likely τ, in the unit of the places; 0 if `share` is 0
  double lag1 = 0.0;   ///< autocorrelation of neighbours
  /// The test of Ljung and Box (Biometrika 65, 1978) that autocorrelations up to some lag are zero;
  /// 0 lags if there are too few rows.
  int lags = 0;
  double ljung_box = 0.0;  ///< statistic: χ² with `lags` degrees of freedom under white noise
  double p = 1.0;          ///< probability of a statistic at least as large under white noise
  std::vector<double> autocorrelation{};  ///< autocorrelation from lag 1 to the largest tested lag

  /// Returns whether the residuals are consistent with white noise: correlated noise is not more
  /// likely than white noise, and the test does not reject at 1 %.
  bool white() const { return correlated <= 0.5 && p >= 0.01; }
};

}  // namespace hearth::estimation

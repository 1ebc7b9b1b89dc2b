// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace hearth::estimation {

/// The noise of one series of residuals, over all its stretches.
///
/// It is taken for the sum of white noise and noise with an exponential autocovariance (a
/// first-order autoregression, sampled at any distance):
///
///     Ω(t, t') = v (δ(t, t') + q exp(-|t - t'| / τ))
///
/// v, q and τ have no single estimate. The restricted likelihood, that of the part of the residuals
/// the parameters cannot fit (Patterson and Thompson, Biometrika 58, 1971), is found on a grid of q
/// and τ; it takes into account that a fit swallows the slow part of noise. With even odds
/// beforehand for white noise (q = 0) and a uniform prior of ln q and ln τ, each point of the grid
/// gets a probability; uncertainties are those of all of them together.
struct SeriesNoise {
  int rows = 0;
  double sd = 1.0;          ///< √Ω(t, t), the mean over the grid
  double correlated = 0.0;  ///< probability that the noise is not white
  double share = 0.0;       ///< of the variance that is correlated, at the likeliest q and τ
  double time = 0.0;        ///< the likeliest τ, in the unit of the places; 0 where share is
  double lag1 = 0.0;        ///< autocorrelation of neighbours
  /// The test of Ljung and Box (Biometrika 65, 1978) that autocorrelations up to some lag are zero;
  /// no lags where rows are too few.
  int lags = 0;
  double ljung_box = 0.0;  ///< statistic: χ² with `lags` degrees of freedom under white noise
  double p = 1.0;          ///< probability of one as large under white noise
  std::vector<double> autocorrelation{};  ///< from lag 1 on, as far as tested

  /// Whether the residuals contradict white noise: what is correlated is likelier than not, or the
  /// test rejects at 1 %.
  bool white() const { return correlated <= 0.5 && p >= 0.01; }
};

}  // namespace hearth::estimation

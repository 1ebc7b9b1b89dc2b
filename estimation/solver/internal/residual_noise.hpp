// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/estimation/solver/series_noise.hpp"

namespace hearth::estimation {

/// The residuals of a fit and how they depend on what was fitted.
struct FittedResiduals {
  Eigen::VectorXd psi;     ///< the residuals, or ψ of them under a loss
  Eigen::MatrixXd basis;   ///< residuals x directions: what the fit can change
  Eigen::MatrixXd effect;  ///< parameters x directions: what basisᵀ ψ changes in the parameters
  std::vector<ResidualPlace> places;
  double variance = 1.0;  ///< of all together: for a series too short to have its own
  bool stated = false;    ///< residuals are over their stated sd, which are not improved
};

/// The covariance of effect basisᵀ ψ under the noise found, and the noise of each series.
///
/// Over the noises that are possible a parameter has a mixture of normal distributions; its
/// variance here is that of the normal distribution with the same 95 % interval. (The variance of
/// the mixture would follow the least likely noises.)
struct NoiseFound {
  Eigen::MatrixXd covariance;
  std::vector<SeriesNoise> series;
};

/// Finds the noise of each series on its own. Where sd are stated and the residuals are smaller,
/// the rest of the stated variance counts as white noise.
NoiseFound find_noise(const FittedResiduals& residuals);

/// Returns the probability of a value above `x` of χ².
double chi_squared_above(double x, int degrees);

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/estimation/solver/series_noise.hpp"

namespace hearth::estimation {

/// The residuals of a fit and their dependence on the fitted parameters.
struct FittedResiduals {
  Eigen::VectorXd psi;     ///< residuals, or ψ of them with a loss
  Eigen::MatrixXd basis;   ///< residuals x directions: the changes that the fit can make
  Eigen::MatrixXd effect;  ///< parameters x directions: effect of basisᵀ ψ on the parameters
  std::vector<ResidualPlace> places;
  /// Variance of all residuals together, for a series too short to have its own.
  double variance = 1.0;
  bool stated = false;  ///< whether residuals are divided by stated sd, which are not reduced
};

/// The covariance of effect basisᵀ ψ with the noise that was found, and the noise of each series.
///
/// Because several noises are possible, the distribution of a parameter is a mixture of normal
/// distributions. Its variance here is that of the normal distribution with the same 95 % interval.
/// (The variance of the mixture would be dominated by the least likely noises.)
struct NoiseFound {
  Eigen::MatrixXd covariance;
  std::vector<SeriesNoise> series;
};

/// Finds the noise of each series separately. If sd are stated and the residuals are smaller, the
/// rest of the stated variance counts as white noise.
NoiseFound find_noise(const FittedResiduals& residuals);

/// Returns the probability that χ² exceeds `x`.
double chi_squared_above(double x, int degrees);

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/estimation/solver/series_noise.hpp"

namespace hearth::estimation {

/// An interval of values.
struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Uncertainty of one parameter according to the data.
struct ParameterUncertainty {
  enum class Kind {
    Estimated,  ///< the parameter has sd and interval
    AtBound,    ///< the parameter is held at a bound; it has neither
    /// Part of a direction that changes no residual, or its standard deviation exceeds the distance
    /// between its bounds or three orders of magnitude; has neither.
    Undetermined,
  };
  Kind kind = Kind::Undetermined;
  std::optional<double> sd;      ///< physical
  std::optional<Interval> ci95;  ///< physical, within the bounds
  /// Ratio C / A⁻¹ of the variance to the variance from the curvature of F alone; if there is no
  /// sd, the ratio for white residuals.
  double inflation = 1.0;
};

/// Linearised uncertainty of a solution with respect to the parameters that are not at a bound.
/// Priors are rows of J, as residuals are.
///
/// Residuals should be divided by the sd of their measurement. With a loss ρ, ψ = ρ'/2 (the
/// residual itself without a loss) and the precision P of the priors, the covariance is
///
///     C = A⁻¹ (Jᵀ Ω J + P) A⁻¹,    A = Jᵀ diag(ψ') J + P
///
/// (Huber and Ronchetti, Robust Statistics, 2nd ed., chapter 7), where Ω is the covariance of ψ:
/// large residuals indicate that measurements are worse than stated, not that priors are.
///
/// - residuals with places: Ω is that of `find_noise`, series by series, which accounts for noise
///   that is correlated from row to row, in the measurement or in the driving series. White
///   residuals yield the same result as residuals without places.
/// - without places: Ω = s² 1 with s² = Σ ψ² / (n - rank J), of the n residuals without priors, at
///   least 1 without a loss. All rows have the same variance. A row that alone determines a
///   parameter has a small residual, but counts like the others.
///
/// - rows of a likelihood (`RowKind`): Ω = 1, which makes C the inverse of Fisher's information. If
///   the Jacobian contains the observed information, C is its inverse (Efron and Hinkley,
///   Biometrika 65, 1978), unless that is not positive definite.
///
/// If residuals are smaller than stated, the sd are not reduced, because one good fit does not make
/// the measurements more accurate. With a loss, the sd follow from the residuals alone. If A is not
/// positive definite (too many residuals in the concave range of the loss), there is no sd, and
/// `message` reports it.
///
/// Intervals are symmetric in the coordinate of the parameter (so that those of a Log parameter
/// remain positive), use Student's t, and are limited by the bounds.
struct Uncertainty {
  std::vector<ParameterUncertainty> parameters;
  /// Correlation matrix, n x n, row-major; 0 for parameters that are not estimated.
  std::vector<double> correlation;
  /// s without its lower limit of 1; with a loss, from ψ instead of r; 1 if n <= rank J.
  double residual_sd = 1.0;
  int degrees_of_freedom = 0;  ///< n - rank J, both without priors
  int rank = 0;  ///< rank of J and priors with respect to the parameters that are not at a bound
  bool rank_deficient = false;  ///< whether some of them are undetermined
  std::string message;  ///< reason why there is no sd although the rank suffices; otherwise ""
  std::vector<SeriesNoise> noise;  ///< noise of each series of residuals with places
  /// Covariance matrix of the physical parameters, n x n, row-major; 0 for parameters that are not
  /// estimated.
  std::vector<double> covariance;
};

/// Returns the uncertainty of a solution. `jacobian` contains the derivatives of the residuals at
/// the solution and, for a loss other than Squared, the residuals.
Uncertainty uncertainty(const std::vector<Parameter>& parameters, const Summary& summary,
                        const Jacobian& jacobian, const Loss& loss = {});

/// Returns the probability that Student's t is further from zero than `t`.
double student_t_beyond(double t, int degrees_of_freedom);

/// Returns the 97.5 % quantile of Student's t, to 0.2 %.
double student_t_975(int degrees_of_freedom);

}  // namespace hearth::estimation

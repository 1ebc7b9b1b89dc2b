// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// What the data say about one parameter.
struct ParameterUncertainty {
  enum class Kind {
    Estimated,     ///< has sd and interval
    AtBound,       ///< held there by its bound; has neither
    Undetermined,  ///< part of a direction that changes no residual; has neither
  };
  Kind kind = Kind::Undetermined;
  std::optional<double> sd;      ///< physical
  std::optional<Interval> ci95;  ///< physical, within the bounds
};

/// Linearised uncertainty of a solution, from C = s² (JᵀJ)⁻¹ over the parameters that are not at a
/// bound; priors are rows of J like residuals.
///
/// Residuals are meant to be divided by the sd of their measurement, which makes C = (JᵀJ)⁻¹. Where
/// they turn out larger than that, sd are multiplied by s = √(Σ r² / (n - rank J)), of the n
/// residuals without priors; where they turn out smaller they are not reduced, because stated
/// measurement sd are not improved by one good fit.
///
/// Under a loss ρ other than r² the estimate is an M-estimate with ψ = ρ'/2, and with P the
/// precision of the priors
///
///     C = A⁻¹ (n / (n - rank J) Jᵀ diag(ψ²) J + P) A⁻¹,    A = Jᵀ diag(ψ') J + P
///
/// (Huber and Ronchetti, Robust Statistics, 2nd ed., chapter 7; White, Econometrica 48, 1980). It
/// follows from the residuals alone, not from their stated sd. Where A is not positive definite
/// (too many residuals where the loss is concave) there is no sd, and `message` says so.
///
/// Intervals are symmetric in the coordinate of the parameter (so those of a Log parameter stay
/// positive), use Student's t, and end at the bounds.
struct Uncertainty {
  std::vector<ParameterUncertainty> parameters;
  /// n x n, row-major; 0 beside parameters that are not estimated.
  std::vector<double> correlation;
  /// s before it is limited to >= 1, of ψ in place of r under a loss; 1 where n <= rank J.
  double residual_sd = 1.0;
  int degrees_of_freedom = 0;   ///< n - rank J, both without priors
  int rank = 0;                 ///< of J and priors over the parameters that are not at a bound
  bool rank_deficient = false;  ///< some of them are undetermined
  std::string message;          ///< why there is no sd although the rank suffices; else ""
};

/// Returns the uncertainty of a solution; `jacobian` holds the residuals' derivatives there and,
/// for a loss other than Squared, the residuals.
Uncertainty uncertainty(const std::vector<Parameter>& parameters, const Summary& summary,
                        const Jacobian& jacobian, const Loss& loss = {});

/// Returns the 97.5 % quantile of Student's t, to 0.2 %.
double student_t_975(int degrees_of_freedom);

}  // namespace hearth::estimation

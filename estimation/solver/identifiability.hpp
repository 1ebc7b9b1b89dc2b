// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// Relative singular values below this number indicate a flat direction.
inline constexpr double kFlatRatio = 5e-4;
/// Parameters with at least this share of the largest weight lead a flat direction. The flatter a
/// direction is, the smaller are the weights of unrelated parameters in it, so that a smaller share
/// suffices: 1e-2 if its ratio is below 1e-5, and 1e-4 if it is below 1e-7, at the limit of the
/// rank.
inline constexpr double kLeadingShare = 0.3;
/// Pairs with a stronger correlation are reported.
inline constexpr double kStrongCorrelation = 0.95;

/// A combination of parameters that hardly changes any residual.
struct FlatDirection {
  double ratio = 0.0;                   ///< ratio of its singular value to the largest one
  std::vector<std::string> parameters;  ///< leading parameters, by decreasing weight
  std::vector<double> weights;  ///< signed, of columns of unit length; the first is positive
};

/// Two strongly correlated parameters, by name.
struct CorrelatedPair {
  std::string first, second;
  double correlation = 0.0;
};

/// A parameter, by name, and the bound at which it is.
struct ParameterAtBound {
  std::string parameter;
  Bound bound = Bound::None;
};

/// Parameters that the measurements cannot determine. Columns of the Jacobian of all parameters, at
/// bounds or not, are scaled to unit length, so that units have no effect. Dead parameters occur
/// only in `dead`.
struct Identifiability {
  std::vector<std::string> dead;  ///< parameters that change no residual within their range
  /// Singular values divided by the largest one, descending; one for each parameter that is not
  /// dead.
  std::vector<double> singular_values;
  std::vector<FlatDirection> flat;         ///< the flattest first
  std::vector<CorrelatedPair> correlated;  ///< strongest first; estimated parameters only
  std::vector<ParameterAtBound> at_bound;
};

/// Returns the parameters that the measurements cannot determine at a solution, to which `jacobian`
/// and `uncertainty` belong.
Identifiability identifiability(const std::vector<Parameter>& parameters, const Summary& summary,
                                const Jacobian& jacobian, const Uncertainty& uncertainty);

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// Relative singular values below this mark a flat direction.
inline constexpr double kFlatRatio = 5e-4;
/// Parameters with at least this share of the largest weight lead a flat direction. The flatter it
/// is, the less others that do not belong to it take part: below 1e-5 a share of 1e-2 leads, below
/// 1e-7, where the rank ends, 1e-4.
inline constexpr double kLeadingShare = 0.3;
/// Pairs correlated more strongly than this are reported.
inline constexpr double kStrongCorrelation = 0.95;

/// A combination of parameters that hardly changes any residual.
struct FlatDirection {
  double ratio = 0.0;                   ///< its singular value over the largest
  std::vector<std::string> parameters;  ///< the leading ones, by falling weight
  std::vector<double> weights;  ///< signed, of columns of unit length; the first is positive
};

struct CorrelatedPair {
  std::string first, second;
  double correlation = 0.0;
};

struct ParameterAtBound {
  std::string parameter;
  Bound bound = Bound::None;
};

/// What the measurements cannot tell. Columns of the Jacobian of all parameters, at bounds or not,
/// are scaled to unit length, so that units do not matter; dead parameters are left out of the
/// rest.
struct Identifiability {
  std::vector<std::string> dead;           ///< change no residual anywhere within their range
  std::vector<double> singular_values;     ///< over the largest, falling; one per live parameter
  std::vector<FlatDirection> flat;         ///< the flattest first
  std::vector<CorrelatedPair> correlated;  ///< strongest first; estimated parameters only
  std::vector<ParameterAtBound> at_bound;
};

/// Returns what the measurements cannot tell at a solution; `jacobian` and `uncertainty` belong to
/// it.
Identifiability identifiability(const std::vector<Parameter>& parameters, const Summary& summary,
                                const Jacobian& jacobian, const Uncertainty& uncertainty);

}  // namespace hearth::estimation

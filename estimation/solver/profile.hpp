// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

/// Profiles of the objective: how much F rises if one parameter is held away from its best value
/// and the others are fitted again,
///
///     ratio(θ) = (min F with the parameter at θ - F) / scale
///
/// The 95 % interval holds all values whose ratio is below the limit: the square of the 97.5 %
/// quantile of Student's t with the degrees of freedom of the residuals, of a likelihood that of
/// the normal distribution, 3.84 (χ² with one degree of freedom).
///
/// `scale` is the variance of the parameter over the one that the curvature of F alone gives it
/// (`ParameterUncertainty::inflation`): s² of white residuals that are larger than stated, which
/// makes the interval that of Bates and Watts (Nonlinear regression analysis and its applications,
/// 1988, section 6.1); of noise that lasts, and under a loss, the factor by which the ratio is too
/// large (Kent, Biometrika 69, 1982); 1 of a likelihood. If the model is linear, the interval is
/// therefore that of `uncertainty` exactly, and what makes them differ is how the model bends.
namespace hearth::estimation {

/// A value of the parameter with the others at their best.
struct ProfilePoint {
  double value = 0.0;  ///< physical
  double ratio = 0.0;
  std::vector<double> parameters;  ///< all, physical
};

/// Where an interval ends.
struct ProfileEnd {
  enum class Kind {
    Crossed,  ///< the ratio reaches the limit
    AtBound,  ///< it stays below it up to the bound of the parameter
    Open,     ///< it stays below it as far as was looked
  };
  Kind kind = Kind::Open;
  double value = 0.0;   ///< physical; of Open the last value that was looked at
  std::string message;  ///< why Open; otherwise ""
};

/// One side of a profile.
struct ProfileSide {
  ProfileEnd end;
  std::vector<ProfilePoint> points;  ///< without the optimum, by distance from it
  int evaluations = 0;
  int jacobians = 0;
  int stopped = 0;           ///< fits of the others that did not converge
  bool interrupted = false;  ///< by `SolveOptions::progress`; the end is Open then
};

/// Follows profiles of a solution. May be used by several threads, each with its own function.
class Profiler {
 public:
  /// `summary` is the solution, `jacobian` holds the derivatives there, as for `uncertainty`, and
  /// `options` are those with which it was found. `profiled` are the parameters to be followed.
  Profiler(std::vector<Parameter> parameters, Summary summary, const Jacobian& jacobian,
           const std::vector<std::size_t>& profiled, SolveOptions options);

  /// Follows a parameter from its best value towards one of its bounds, until the ratio crosses the
  /// limit. The others are fitted from where the nearest points lead, by `function`, which must be
  /// that of the solution.
  ProfileSide side(std::size_t parameter, Bound towards, ResidualFunction& function) const;

  /// Returns the ratio at which intervals end.
  double limit() const { return limit_; }
  /// Returns by what the rise of F is divided for a profiled parameter.
  double scale(std::size_t parameter) const;

 private:
  class Search;

  std::vector<Parameter> parameters_;
  Summary summary_;
  SolveOptions options_;
  double limit_ = 0.0;
  /// By parameter, with it free if it is at a bound.
  std::map<std::size_t, Uncertainty> uncertainties_;
};

}  // namespace hearth::estimation

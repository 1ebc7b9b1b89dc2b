// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

/// Profiles of the objective: the increase of F if one parameter is held away from its best value
/// and the others are fitted again,
///
///     ratio(θ) = (min F with the parameter at θ - F) / scale
///
/// The 95 % interval contains all values whose ratio is below the limit. The limit is the square of
/// the 97.5 % quantile of Student's t with the degrees of freedom of the residuals; for a
/// likelihood, the limit of the normal distribution, 3.84 (χ² with one degree of freedom).
///
/// `scale` is the ratio of the variance of the parameter to the variance from the curvature of F
/// alone (`ParameterUncertainty::inflation`). For white residuals that are larger than stated it is
/// s², which makes the interval that of Bates and Watts (Nonlinear regression analysis and its
/// applications, 1988, section 6.1). For correlated noise, and with a loss, it is the factor by
/// which the ratio is too large (Kent, Biometrika 69, 1982). For a likelihood it is 1. If the model
/// is linear, the interval therefore equals the interval of `uncertainty`; any difference is due to
/// the nonlinearity of the model.
namespace hearth::estimation {

/// A value of the parameter with the best values of the others.
struct ProfilePoint {
  double value = 0.0;  ///< physical
  double ratio = 0.0;
  std::vector<double> parameters;  ///< all parameters, physical
};

/// The end of an interval.
struct ProfileEnd {
  enum class Kind {
    Crossed,  ///< the ratio reaches the limit
    AtBound,  ///< the ratio remains below the limit up to the bound of the parameter
    Open,     ///< the ratio remains below the limit up to the last value that was tried
  };
  Kind kind = Kind::Open;
  double value = 0.0;   ///< physical; with Open the last value that was tried
  std::string message;  ///< reason with Open; otherwise ""
};

/// One side of a profile.
struct ProfileSide {
  ProfileEnd end;
  std::vector<ProfilePoint> points;  ///< points without the optimum, by distance from it
  int evaluations = 0;
  int jacobians = 0;
  int stopped = 0;  ///< number of fits of the others that did not converge
  /// whether `SolveOptions::progress` ended the computation, which makes the end Open
  bool interrupted = false;
};

/// Computes profiles of a solution. May be used by several threads, each with its own function.
class Profiler {
 public:
  /// `summary` is the solution, `jacobian` contains the derivatives there, as for `uncertainty`,
  /// and `options` are those with which the solution was found. `profiled` are the parameters to be
  /// profiled.
  Profiler(std::vector<Parameter> parameters, Summary summary, const Jacobian& jacobian,
           const std::vector<std::size_t>& profiled, SolveOptions options);

  /// Moves a parameter from its best value towards one of its bounds until the ratio crosses the
  /// limit. At each value, the other parameters are fitted, beginning at an extrapolation of the
  /// nearest points. `function` must be the function of the solution.
  ProfileSide side(std::size_t parameter, Bound towards, ResidualFunction& function) const;

  /// Returns the ratio at which intervals end.
  double limit() const { return limit_; }
  /// Returns the number by which the increase of F is divided for a profiled parameter.
  double scale(std::size_t parameter) const;

 private:
  class Search;

  std::vector<Parameter> parameters_;
  Summary summary_;
  SolveOptions options_;
  double limit_ = 0.0;
  /// Uncertainties by parameter, in which this parameter is free even if it is at a bound.
  std::map<std::size_t, Uncertainty> uncertainties_;
};

}  // namespace hearth::estimation

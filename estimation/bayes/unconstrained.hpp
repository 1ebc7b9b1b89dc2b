// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Dense>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// The map between a parameter p within its bounds and a coordinate z that is any real number:
///
///     two bounds    z = ln((p - min) / (max - p))
///     one bound     z = ln(p - min)  or  -ln(max - p)
///     none          z = (p - mean) / sd of the prior, otherwise p
///
/// The density of z is the density of p multiplied by dp/dz.
class Unconstrained {
 public:
  explicit Unconstrained(const Parameter& parameter);

  double to_physical(double z) const;
  /// Returns the coordinate of a value. A value at a bound is first moved inwards, by a thousandth
  /// of the range; if there is only one bound, by a thousandth of the distance between 0 and the
  /// value.
  double from_physical(double p) const;
  /// Returns dp/dz.
  double slope(double z) const;
  /// Returns ln dp/dz.
  double log_slope(double z) const;
  /// Returns the derivative of `log_slope`.
  double bend(double z) const;
  /// Returns minus the derivative of `bend`, which is 0 or more.
  double curvature(double z) const;

 private:
  bool lower() const { return min_ > -kInfinity; }
  bool upper() const { return max_ < kInfinity; }

  double min_, max_;
  double centre_ = 0.0, width_ = 1.0;  // for parameters without bounds
};

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/analysis/interpolant.hpp"

namespace hearth {

/// Values agree where |a - b| <= absolute + relative max(|a|, |b|).
struct ComparisonOptions {
  double absolute = 0.0;  ///< in the unit of each signal
  double relative = 0.0;
  /// s: two jumps of one direction this close are one jump; what lies between them is not compared.
  double time = 0.0;
  Interpolation between = Interpolation::Cubic;  ///< where only one of the two has a point
};

/// Two values of one signal at one instant.
struct Deviation {
  double time = 0.0;  ///< s since the origin
  Limit limit = Limit::Left;
  double a = 0.0, b = 0.0;
  double size() const { return a > b ? a - b : b - a; }
};

/// How one signal differs.
struct SignalComparison {
  std::string name;
  Deviation largest;                 ///< the first of the largest
  std::optional<Deviation> outside;  ///< the first beyond the tolerance
  bool within() const { return !outside; }
};

/// How two trajectories differ.
struct TrajectoryComparison {
  std::vector<SignalComparison> signals;  ///< those of both, in the order of the first
  std::vector<std::string> only_in_a, only_in_b;
  double from = 0.0, to = 0.0;  ///< s since the origin: what was compared
  bool same_range = true;       ///< both begin and end together, within the time tolerance

  /// Returns whether they have the same signals and range and agree everywhere.
  bool equal() const;
};

/// Compares two trajectories at all points of either, on both sides of each jump. InputError
/// `comparison.tolerance_invalid`, `comparison.no_overlap`, `comparison.unit_mismatch`, or as
/// Interpolant.
TrajectoryComparison compare(const Trajectory& a, const Trajectory& b,
                             const ComparisonOptions& options = {});

}  // namespace hearth

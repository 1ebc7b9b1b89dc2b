// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/analysis/interpolant.hpp"

namespace hearth {

/// Tolerances: values a and b agree if |a - b| <= absolute + relative max(|a|, |b|).
struct ComparisonOptions {
  double absolute = 0.0;  ///< in the unit of each signal
  double relative = 0.0;
  /// In s. Two jumps in the same direction count as one jump if they are at most this far apart;
  /// values between them are not compared.
  double time = 0.0;
  Interpolation between = Interpolation::Cubic;  ///< if only one trajectory has a point at a time
};

/// Two values of one signal at one instant.
struct Deviation {
  double time = 0.0;  ///< s since the origin
  Limit limit = Limit::Left;
  double a = 0.0, b = 0.0;
  double size() const { return a > b ? a - b : b - a; }
};

/// How one signal differs between two trajectories.
struct SignalComparison {
  std::string name;
  Deviation largest;                 ///< the first, if several are equal
  std::optional<Deviation> outside;  ///< the first that exceeds the tolerance
  bool within() const { return !outside; }
};

/// How two trajectories differ.
struct TrajectoryComparison {
  std::vector<SignalComparison> signals;  ///< signals of both, in the order of the first
  std::vector<std::string> only_in_a, only_in_b;
  double from = 0.0, to = 0.0;  ///< s since the origin: time range that was compared
  bool same_range = true;       ///< both begin and end at the same times, within `time`

  /// Returns whether both trajectories have the same signals and time range, and agree everywhere.
  bool equal() const;
};

/// Compares two trajectories at all points of both, on both sides of each jump. Throws InputError
/// `comparison.tolerance_invalid`, `comparison.no_overlap` or `comparison.unit_mismatch`, and the
/// errors of Interpolant.
TrajectoryComparison compare(const Trajectory& a, const Trajectory& b,
                             const ComparisonOptions& options = {});

}  // namespace hearth

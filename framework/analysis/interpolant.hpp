// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/analysis/trajectory.hpp"

namespace hearth {

/// What an interpolant is between two samples.
enum class Interpolation {
  Previous,  ///< the sample before: sample and hold
  Linear,
  Cubic,  ///< not-a-knot spline; through fewer than four samples their polynomial
};

/// What an interpolant is before its first and after its last sample.
enum class OutOfRange {
  Refuse,       ///< InputError `interpolant.out_of_range`
  Hold,         ///< the first or the last sample
  Extrapolate,  ///< the polynomial next to it continues; Previous holds
};

struct InterpolantOptions {
  Interpolation kind = Interpolation::Cubic;
  OutOfRange outside = OutOfRange::Refuse;
};

/// A function of time through samples.
///
/// Two samples of one time are the left and the right limit of a jump; no polynomial reaches across
/// it. At a sample the function is that sample exactly. Times within 16 spacings of doubles of a
/// sample are its time.
class Interpolant {
 public:
  /// Takes times in s, ascending, none more than twice, and as many values. InputError
  /// `interpolant.empty`, `interpolant.size_mismatch`, `interpolant.not_finite` or
  /// `interpolant.unsorted`.
  Interpolant(std::vector<double> times, std::vector<double> values,
              const InterpolantOptions& options = {});
  /// Takes a signal `id.port` of a trajectory, whose times it keeps: s since the origin. Throws
  /// also `trajectory.signal_unknown`.
  Interpolant(const Trajectory& trajectory, std::string_view signal,
              const InterpolantOptions& options = {});

  /// Returns the left or right limit at a time. The left limit of Previous at a single sample is
  /// the sample before it.
  double value(double time, Limit limit) const;
  /// Returns the right limit; at the end of the range the last sample.
  double operator()(double time) const { return value(time, Limit::Right); }

  /// Returns the times of the samples, jumps twice.
  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& values() const { return values_; }
  double first_time() const { return times_.front(); }
  double last_time() const { return times_.back(); }

 private:
  void check() const;
  void make_slopes();
  double snapped(double time) const;
  double beyond(double time, std::size_t sample) const;
  double between(double time, std::size_t interval) const;
  [[noreturn]] void refuse(double time) const;

  std::string name_;  // for messages
  std::vector<double> times_;
  std::vector<double> values_;
  std::vector<double> slopes_;  // of Cubic, at the samples
  InterpolantOptions options_;
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/analysis/trajectory.hpp"

namespace hearth {

/// How an interpolant behaves between two samples.
enum class Interpolation {
  Previous,  ///< value of the sample before: sample and hold
  Linear,
  Cubic,  ///< not-a-knot spline; for fewer than four samples their polynomial
};

/// How an interpolant behaves before its first and after its last sample.
enum class OutOfRange {
  Refuse,       ///< InputError `interpolant.out_of_range`
  Hold,         ///< value of the first or the last sample
  Extrapolate,  ///< the nearest polynomial continues; Previous holds its value
};

struct InterpolantOptions {
  Interpolation kind = Interpolation::Cubic;
  OutOfRange outside = OutOfRange::Refuse;
};

/// A function of time through samples.
///
/// Two samples at one time are the left and the right limit of a jump; no polynomial spans it. At
/// a sample the function equals that sample exactly. A time within 16 spacings of doubles of a
/// sample counts as the time of the sample.
class Interpolant {
 public:
  /// Takes times in s, ascending, each at most twice, and as many values. Throws InputError
  /// `interpolant.empty`, `interpolant.size_mismatch`, `interpolant.not_finite` or
  /// `interpolant.unsorted`.
  Interpolant(std::vector<double> times, std::vector<double> values,
              const InterpolantOptions& options = {});
  /// Takes a signal `id.port` of a trajectory and keeps its times, in s since the origin. Also
  /// throws `trajectory.signal_unknown`.
  Interpolant(const Trajectory& trajectory, std::string_view signal,
              const InterpolantOptions& options = {});

  /// Returns the left or right limit at a time. With `Previous`, the left limit at a sample is the
  /// value of the sample before it.
  double value(double time, Limit limit) const;
  /// Returns the right limit; at the end of the range, the last sample.
  double operator()(double time) const { return value(time, Limit::Right); }

  /// Returns the times of the samples; the time of a jump appears twice.
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
  std::vector<double> slopes_;  // for Cubic, at the samples
  InterpolantOptions options_;
};

}  // namespace hearth

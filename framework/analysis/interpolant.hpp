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
  Previous,  ///< value of the previous sample
  Linear,
  Cubic,  ///< not-a-knot spline; the polynomial through fewer than four samples
};

/// How an interpolant behaves before its first and after its last sample.
enum class OutOfRange {
  Refuse,       ///< throws InputError `interpolant.out_of_range`
  Hold,         ///< value of the first or the last sample
  Extrapolate,  ///< continues the nearest polynomial; `Previous` holds its value
};

/// Options of an interpolant.
struct InterpolantOptions {
  Interpolation kind = Interpolation::Cubic;
  OutOfRange outside = OutOfRange::Refuse;
};

/// A function of time through samples.
///
/// Two samples at the same time are the left and the right limit of a jump; no polynomial extends
/// across a jump. At a sample the function equals the sample exactly. A time that differs from the
/// time of a sample by at most 16 spacings of doubles counts as the time of that sample.
class Interpolant {
 public:
  /// Takes times in s and as many values. Times must be ascending, and each may occur at most
  /// twice. Throws InputError `interpolant.empty`, `interpolant.size_mismatch`,
  /// `interpolant.not_finite` or `interpolant.unsorted`.
  Interpolant(std::vector<double> times, std::vector<double> values,
              const InterpolantOptions& options = {});
  /// Takes a signal `id.port` of a trajectory with its times, in s since the origin. Also throws
  /// InputError `trajectory.signal_unknown`.
  Interpolant(const Trajectory& trajectory, std::string_view signal,
              const InterpolantOptions& options = {});

  /// Returns the left or right limit at a time. With `Previous`, the left limit at a sample is the
  /// value of the previous sample.
  double value(double time, Limit limit) const;
  /// Returns the right limit at a time; at the last sample, that sample.
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

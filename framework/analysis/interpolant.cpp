// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

/// A piece without a jump: `n` samples with strictly rising times.
struct Piece {
  const double* t;
  const double* y;
  std::size_t n;

  double step(std::size_t i) const { return t[i + 1] - t[i]; }
  double chord(std::size_t i) const { return (y[i + 1] - y[i]) / step(i); }
};

/// Computes the slopes of the parabola through three samples.
void parabola(const Piece& p, double* slopes) {
  const double bend = (p.chord(1) - p.chord(0)) / (p.t[2] - p.t[0]);
  slopes[0] = p.chord(0) - bend * p.step(0);
  slopes[1] = p.chord(0) + bend * p.step(0);
  slopes[2] = p.chord(1) + bend * p.step(1);
}

/// Computes the slopes of the not-a-knot cubic spline through four samples or more (de Boor, A
/// Practical Guide to Splines (1978), chapter IV): second derivatives are continuous at every
/// sample, third ones at the second and the last but one. Tridiagonal, with positive pivots.
void spline(const Piece& p, double* slopes) {
  const std::size_t last = p.n - 1;
  std::vector<double> upper(p.n);
  const double first_two = p.step(0) + p.step(1);
  double pivot = p.step(1);
  upper[0] = first_two / pivot;
  slopes[0] = ((p.step(0) + 2.0 * first_two) * p.step(1) * p.chord(0) +
               p.step(0) * p.step(0) * p.chord(1)) /
              first_two / pivot;
  for (std::size_t i = 1; i < last; ++i) {
    const double before = p.step(i - 1), after = p.step(i);
    pivot = 2.0 * (before + after) - after * upper[i - 1];
    upper[i] = before / pivot;
    const double wanted = 3.0 * (after * p.chord(i - 1) + before * p.chord(i));
    slopes[i] = (wanted - after * slopes[i - 1]) / pivot;
  }
  const double before = p.step(last - 2), after = p.step(last - 1);
  const double last_two = before + after;
  pivot = before - last_two * upper[last - 1];
  const double wanted =
      (after * after * p.chord(last - 2) + (2.0 * last_two + after) * before * p.chord(last - 1)) /
      last_two;
  slopes[last] = (wanted - last_two * slopes[last - 1]) / pivot;
  for (std::size_t i = last; i > 0; --i) slopes[i - 1] -= upper[i - 1] * slopes[i];
}

void slopes_of(const Piece& p, double* slopes) {
  if (p.n == 1) {
    slopes[0] = 0.0;
  } else if (p.n == 2) {
    slopes[0] = slopes[1] = p.chord(0);
  } else if (p.n == 3) {
    parabola(p, slopes);
  } else {
    spline(p, slopes);
  }
}

}  // namespace

Interpolant::Interpolant(std::vector<double> times, std::vector<double> values,
                         const InterpolantOptions& options)
    : times_(std::move(times)), values_(std::move(values)), options_(options) {
  check();
  make_slopes();
}

Interpolant::Interpolant(const Trajectory& trajectory, std::string_view signal,
                         const InterpolantOptions& options)
    : name_(signal), values_(trajectory.column(signal)), options_(options) {
  for (std::size_t row = 0; row < trajectory.rows(); ++row) times_.push_back(trajectory.time(row));
  check();
  make_slopes();
}

void Interpolant::check() const {
  const Where where = Where::of_signal(name_);
  if (times_.size() != values_.size()) {
    throw InputError("interpolant.size_mismatch", where,
                     std::to_string(times_.size()) + " times and " +
                         std::to_string(values_.size()) +
                         " values were passed; each sample needs both");
  }
  if (times_.empty()) {
    throw InputError("interpolant.empty", where, "there are no samples; expected at least one");
  }
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!std::isfinite(times_[i]) || !std::isfinite(values_[i])) {
      throw InputError("interpolant.not_finite", where,
                       "sample " + std::to_string(i) + " is (" + number_text(times_[i]) + ", " +
                           number_text(values_[i]) + "); leave out values that are not finite");
    }
    const bool behind = i > 0 && times_[i] < times_[i - 1];
    const bool thrice = i > 1 && times_[i] == times_[i - 2];
    if (!behind && !thrice) continue;
    throw InputError("interpolant.unsorted", where,
                     "sample " + std::to_string(i) + " at " + number_text(times_[i]) + " s " +
                         (behind ? "is earlier than the sample before it; sort the samples by time"
                                 : "is the third sample at this time; at most two samples, which "
                                   "describe a jump, may have the same time"));
  }
}

void Interpolant::make_slopes() {
  if (options_.kind != Interpolation::Cubic) return;
  slopes_.resize(times_.size());
  for (std::size_t begin = 0; begin < times_.size();) {
    std::size_t end = begin + 1;
    while (end < times_.size() && times_[end] > times_[end - 1]) ++end;
    slopes_of({&times_[begin], &values_[begin], end - begin}, &slopes_[begin]);
    begin = end;
  }
}

double Interpolant::snapped(double time) const {
  const auto next = std::lower_bound(times_.begin(), times_.end(), time);
  if (next != times_.end() && *next - time <= time_rounding(*next)) return *next;
  if (next == times_.begin()) return time;
  const double before = *(next - 1);
  return time - before <= time_rounding(before) ? before : time;
}

double Interpolant::value(double time, Limit limit) const {
  if (!std::isfinite(time)) refuse(time);
  const double t = snapped(time);
  const auto next = std::lower_bound(times_.begin(), times_.end(), t);
  if (next == times_.end()) return beyond(t, times_.size() - 1);
  const auto i = static_cast<std::size_t>(next - times_.begin());
  if (t < times_[i]) return i == 0 ? beyond(t, 0) : between(t, i - 1);
  const bool doubled = i + 1 < times_.size() && times_[i + 1] == t;
  if (limit == Limit::Right) return values_[doubled ? i + 1 : i];
  const bool held = options_.kind == Interpolation::Previous && !doubled && i > 0;
  return values_[held ? i - 1 : i];
}

/// Returns the value outside the range, next to the first or the last sample.
double Interpolant::beyond(double time, std::size_t sample) const {
  if (options_.outside == OutOfRange::Refuse) refuse(time);
  if (options_.outside == OutOfRange::Hold || options_.kind == Interpolation::Previous ||
      times_.size() == 1) {
    return values_[sample];
  }
  const std::size_t interval = sample == 0 ? 0 : sample - 1;
  const bool jump = times_[interval] == times_[interval + 1];  // no polynomial to continue with
  return jump ? values_[sample] : between(time, interval);
}

/// Returns the polynomial of the interval that begins at a sample.
double Interpolant::between(double time, std::size_t i) const {
  if (options_.kind == Interpolation::Previous) return values_[i];
  const double step = times_[i + 1] - times_[i], passed = time - times_[i];
  const double chord = (values_[i + 1] - values_[i]) / step;
  if (options_.kind == Interpolation::Linear) return values_[i] + chord * passed;
  const double second = (3.0 * chord - 2.0 * slopes_[i] - slopes_[i + 1]) / step;
  const double third = (slopes_[i] + slopes_[i + 1] - 2.0 * chord) / (step * step);
  return values_[i] + passed * (slopes_[i] + passed * (second + passed * third));
}

void Interpolant::refuse(double time) const {
  throw InputError(
      "interpolant.out_of_range", Where::of_signal(name_),
      number_text(time) + " s lies outside the samples, which reach from " +
          number_text(first_time()) + " s to " + number_text(last_time()) +
          " s; choose a time within the samples, or allow to hold or extrapolate values");
}

}  // namespace hearth

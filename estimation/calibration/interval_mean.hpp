// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "hearth/framework/base/clock.hpp"

namespace hearth {

/// Computes the mean of a simulated output over an interval that ends now, from its means over
/// steps.
template <class T>
class IntervalMean {
 public:
  /// Discards steps that are too old for an interval of `longest` steps; if `longest` is 0, only
  /// `over` discards steps.
  explicit IntervalMean(std::size_t longest = 0) : longest_(longest) {}

  void clear() { steps_.clear(); }
  /// Adds the mean over the next step.
  void push(const T& mean) {
    if (longest_ > 0 && steps_.size() >= 2 * longest_) {
      steps_.erase(steps_.begin(), steps_.end() - static_cast<std::ptrdiff_t>(longest_));
    }
    steps_.push_back(mean);
  }
  /// Returns the mean over the last `steps` steps, of which the first may be partial. Discards all
  /// steps, because the next interval begins at the end of this one. Returns nothing if the
  /// interval begins before the known steps.
  std::optional<T> over(double steps) {
    const auto whole = static_cast<std::size_t>(std::ceil(steps));
    if (whole == 0 || whole > steps_.size()) return std::nullopt;
    const std::size_t first = steps_.size() - whole;
    T sum = (steps - static_cast<double>(whole - 1)) * steps_[first];
    for (std::size_t i = first + 1; i < steps_.size(); ++i) sum = sum + steps_[i];
    steps_.clear();
    return T(sum / steps);
  }

 private:
  std::size_t longest_;
  std::vector<T> steps_;
};

/// Returns the length of an interval in steps.
inline double steps_of(Duration interval, Duration step) {
  return static_cast<double>(interval.count()) / static_cast<double>(step.count());
}

}  // namespace hearth

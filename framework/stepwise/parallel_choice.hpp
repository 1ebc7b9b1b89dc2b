// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace hearth {

/// Decides whether threads share work that is repeated in every step. It measures several
/// repetitions with and without sharing, and measures again after 4000 repetitions, because other
/// programs may begin to use the processors.
class ParallelChoice {
 public:
  /// Work that takes less than `worth` s is never shared; if `worth` is 0, all work is shared.
  explicit ParallelChoice(double worth) : worth_(worth) {}

  /// Returns whether threads share the next repetition.
  bool shares() const;
  /// Returns whether the time of the next repetition is needed.
  bool measures() const { return worth_ > 0.0 && repetition_ < kMeasured; }
  /// Ends a repetition that took `taken` s; the time is ignored unless `measures` returned true.
  void end(double taken);

 private:
  static constexpr int kSamples = 5;  // of either way
  static constexpr int kMeasured = 2 * kSamples;
  static constexpr int kPeriod = 4000;   // repetitions
  static constexpr double kGain = 0.95;  // share of the time that sharing must not exceed

  double worth_;
  int repetition_ = 0;
  bool shared_ = false;
  double alone_ = 0.0;  // s
  std::array<double, kSamples> samples_{};
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace hearth {

/// Chooses whether pieces of work that is repeated in every step run one after the other or at the
/// same time. It measures both, several times in a row, and again after some thousand steps: other
/// programs may begin to use the processors.
class ParallelChoice {
 public:
  /// Work that takes less than `worth` seconds is never shared; all work if `worth` is 0.
  explicit ParallelChoice(double worth) : worth_(worth) {}

  /// Whether the next repetition shall be shared.
  bool shares() const;
  /// Whether the time of the next repetition is needed.
  bool measures() const { return worth_ > 0.0 && repetition_ < kMeasured; }
  /// Ends a repetition that took a time [s], which is ignored unless it is needed.
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

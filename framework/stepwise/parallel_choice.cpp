// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/parallel_choice.hpp"

#include <algorithm>

namespace hearth {

bool ParallelChoice::shares() const {
  if (worth_ <= 0.0) return true;
  if (repetition_ < kMeasured) return repetition_ >= kSamples;
  return shared_;
}

void ParallelChoice::end(double taken) {
  if (repetition_ < kMeasured) {
    samples_[static_cast<std::size_t>(repetition_ % kSamples)] = taken;
    if (repetition_ % kSamples == kSamples - 1) {
      std::nth_element(samples_.begin(), samples_.begin() + kSamples / 2, samples_.end());
      const double median = samples_[kSamples / 2];
      if (repetition_ >= kSamples) {
        shared_ = median < kGain * alone_;
      } else if (median < worth_) {
        shared_ = false;
        repetition_ = kMeasured;  // sharing is not measured
        return;
      } else {
        alone_ = median;
      }
    }
  }
  if (++repetition_ == kPeriod) repetition_ = 0;
}

}  // namespace hearth

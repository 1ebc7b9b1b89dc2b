// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hearth/framework/component/ops.hpp"

namespace hearth {

/// Finds which instances take a sample at the start of a step. Equal clocks of consecutive
/// instances are evaluated once, because a division takes as long as the step of some components.
class DueSamples {
 public:
  /// `tick` is the number of the sample that is taken; if it is below 0, the number follows from
  /// the time.
  explicit DueSamples(std::int64_t start_ms, std::int64_t tick = -1)
      : start_ms_(start_ms), number_(tick), by_time_(tick < 0) {}

  /// Returns whether an instance takes a sample.
  bool due(const Slot& slot) {
    if (slot.period != period_ || slot.offset != offset_) {
      period_ = slot.period;
      offset_ = slot.offset;
      const std::int64_t since = start_ms_ - offset_;
      is_due_ = since >= 0 && since % period_ == 0;
      if (by_time_) number_ = since / period_;
    }
    return is_due_ && start_ms_ <= slot.end;
  }
  /// Returns the number of the sample of the instance that was last passed to `due`.
  std::int64_t number() const { return number_; }

 private:
  std::int64_t start_ms_;
  std::int64_t number_;
  bool by_time_;
  std::int64_t period_ = 0, offset_ = 0;  // of the last instance
  bool is_due_ = false;
};

}  // namespace hearth

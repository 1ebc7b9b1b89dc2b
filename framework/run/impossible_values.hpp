// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Finds outputs of a run whose values cannot exist: temperatures below absolute zero or above
/// 1500 degC, and concentrations below 0 or above 10^6 ppm.
class ImpossibleValues {
 public:
  ImpossibleValues() = default;
  explicit ImpossibleValues(const Plan& plan);

  /// Checks the outputs of a row; `value` returns the one of a cell. Of each output the first
  /// impossible value is kept.
  template <class Value>
  void check_row(long row, const Value& value) {
    for (std::size_t i = 0; i < watched_.size(); ++i) {
      const double present = value(watched_[i].cell);
      if (present < watched_[i].low || present > watched_[i].high) add(i, row, present);
    }
  }
  /// Discards the values of an earlier run.
  void clear();

  /// Returns the warning `simulation.value_impossible`, which names the output that was the first
  /// to have an impossible value, or nothing.
  Diagnostics warnings(const Period& period) const;

 private:
  struct Watched {
    int cell = 0;
    double low = 0.0, high = 0.0;
    std::string name, unit;
    long row = -1;  ///< of the first impossible value, -1: none
    double value = 0.0;
  };

  void add(std::size_t i, long row, double value);

  std::vector<Watched> watched_;
};

}  // namespace hearth

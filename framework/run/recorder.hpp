// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/run/record_columns.hpp"

namespace hearth {

/// A function that returns the end of the interval that begins at, or contains, an instant.
using RowEnds = std::function<Instant(Instant)>;

/// Makes the rows of results from the steps of a run: one row at the start of the run, then one at
/// the end of each interval. It keeps the sums of one interval only.
///
/// Means and sums take a rate as constant over each step, at its value at the end of the step, and
/// other values as linear between steps. The first row, which ends no interval, contains values at
/// its instant only; its means, extremes and sums are NaN. A recorder is a plain value; a copy
/// continues independently.
class Recorder {
 public:
  /// If `ends` is empty, every step is an interval.
  explicit Recorder(std::vector<RecordColumn> columns = {}, RowEnds ends = {});

  const std::vector<RecordColumn>& columns() const { return columns_; }

  /// Takes the next step; `value(cell)` returns the number in a cell. Returns whether a row is
  /// complete.
  template <class Value>
  bool take(Instant time, const Value& value) {
    const bool first = !begun_;
    begin_step(time);
    const bool complete = first || time >= end_;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!complete && columns_[i].signal.statistic == Statistic::End) continue;
      add(i, value(columns_[i].cell));
    }
    pending_ = !complete;
    if (complete) finish_row(first);
    return complete;
  }
  /// Returns whether steps were taken since the last row. `close(value)` then makes a row of these
  /// steps, which ends at the last one.
  bool pending() const { return pending_; }
  template <class Value>
  void close(const Value& value) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].signal.statistic == Statistic::End) sums_[i] = value(columns_[i].cell);
    }
    pending_ = false;
    finish_row(false);
  }

  /// Return the instant of the last step and the values of the last row.
  Instant time() const { return now_; }
  const std::vector<double>& row() const { return row_; }

 private:
  void begin_step(Instant time);
  void add(std::size_t column, double value);
  void finish_row(bool first);

  std::vector<RecordColumn> columns_;
  RowEnds ends_;
  bool begun_ = false, pending_ = false;
  Instant begin_{}, end_{}, now_{};  // of the interval, and the last step
  double step_ = 0.0;                // s, length of the step that ends now
  std::vector<double> sums_;         // integrals in s, or extremes, or values
  std::vector<double> last_;         // values at the last step
  std::vector<double> row_;
};

}  // namespace hearth

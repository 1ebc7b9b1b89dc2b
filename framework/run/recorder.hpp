// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/run/record_columns.hpp"

namespace hearth {

/// Returns the end of the interval that begins at an instant, or that contains the instant.
using RowEnds = std::function<Instant(Instant)>;

/// Makes the rows of results from the steps of a run: the first one at the start of the run, then
/// one at the end of each interval. Keeps sums of one interval only.
///
/// A mean or sum uses the value of a rate for the step that ends with it, and for other values
/// straight lines between steps. The first row, which ends no interval, contains only values at its
/// instant: means, extremes and sums are NaN. A plain value; a copy continues independently.
class Recorder {
 public:
  /// If `ends` is empty, every step is an interval.
  explicit Recorder(std::vector<RecordColumn> columns = {}, RowEnds ends = {});

  const std::vector<RecordColumn>& columns() const { return columns_; }

  /// Takes the next step: `value` returns the number in a cell. Returns whether a row is complete.
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
  /// Returns whether steps were taken since the last row; `close` then makes a row of them, which
  /// ends at the last step. `value` as above.
  bool pending() const { return pending_; }
  template <class Value>
  void close(const Value& value) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].signal.statistic == Statistic::End) sums_[i] = value(columns_[i].cell);
    }
    pending_ = false;
    finish_row(false);
  }

  /// Returns the instant and the values of the last row.
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

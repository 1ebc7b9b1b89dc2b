// SPDX-License-Identifier: MIT
#include "hearth/framework/run/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hearth {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Recorder::Recorder(std::vector<RecordColumn> columns, RowEnds ends)
    : columns_(std::move(columns)),
      ends_(std::move(ends)),
      sums_(columns_.size(), 0.0),
      last_(columns_.size(), 0.0),
      row_(columns_.size(), kNone) {}

void Recorder::begin_step(Instant time) {
  step_ = begun_ ? seconds(time - now_) : 0.0;
  now_ = time;
}

void Recorder::add(std::size_t column, double value) {
  const RecordColumn& recorded = columns_[column];
  double& sum = sums_[column];
  const bool fresh = begun_ && step_ > 0.0 && now_ - begin_ == Duration(std::llround(1e3 * step_));
  switch (recorded.signal.statistic) {
    case Statistic::End:
      sum = value;
      break;
    case Statistic::Mean:
    case Statistic::Sum:
      if (recorded.rate) {
        sum += step_ * value;
      } else {
        sum += 0.5 * step_ * (last_[column] + value);
      }
      break;
    case Statistic::Min:
      sum = fresh ? value : std::min(sum, value);
      break;
    case Statistic::Max:
      sum = fresh ? value : std::max(sum, value);
      break;
  }
  last_[column] = value;
}

void Recorder::finish_row(bool first) {
  const double length = seconds(now_ - begin_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const RecordColumn& column = columns_[i];
    const Statistic statistic = column.signal.statistic;
    double value = sums_[i];
    if (statistic == Statistic::Mean) value /= length;
    if (!column.conversion.identity()) {
      value = column.conversion.factor * value + column.conversion.shift;
    }
    row_[i] = first && statistic != Statistic::End ? kNone : value;
    sums_[i] = 0.0;
  }
  begun_ = true;
  begin_ = now_;
  end_ = ends_ ? ends_(now_) : now_;
}

}  // namespace hearth

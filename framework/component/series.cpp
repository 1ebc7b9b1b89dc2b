// SPDX-License-Identifier: MIT
#include "hearth/framework/component/series.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "hearth/framework/base/limits.hpp"

namespace hearth {

Series::Series(std::vector<Point> points, Shape shape, Sample sample)
    : points_(std::move(points)), shape_(shape), sample_(sample) {
  assert(!points_.empty());
  constant_ = points_.front().value;
  const double first = points_.front().time;
  const double span = points_.back().time - first;
  const auto count = points_.size();
  buckets_.resize(count + 1);
  buckets_per_second_ = span > 0.0 ? static_cast<double>(count) / span : 0.0;
  std::size_t point = 0;
  for (std::size_t bucket = 0; bucket <= count; ++bucket) {
    const double start = buckets_per_second_ > 0.0
                             ? first + static_cast<double>(bucket) / buckets_per_second_
                             : first;
    while (point + 1 < count && points_[point + 1].time <= start) ++point;
    buckets_[bucket] = static_cast<int>(point);
  }
}

namespace {

/// Rounds to the nearest whole number, half to even; without a call of the library where the
/// processor has no instruction for it.
double nearest_whole(double value) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: the sum has no binary places left
  if (!(std::abs(value) < 1e15)) return std::nearbyint(value);
  return (value + kShift) - kShift;
}

}  // namespace

int Series::segment(double time) const {
  const double first = points_.front().time;
  if (!(time >= first)) return -1;
  const int last = static_cast<int>(points_.size()) - 1;
  if (time >= points_.back().time) return last;
  const auto bucket = static_cast<std::size_t>((time - first) * buckets_per_second_);
  int index = buckets_[std::min(bucket, buckets_.size() - 1)];
  // Rounding may shift the time by one bucket; the search is short in both directions.
  while (index > 0 && points_[index].time > time) --index;
  while (index < last && points_[static_cast<std::size_t>(index) + 1].time <= time) ++index;
  return index;
}

double Series::at(double time) const {
  if (points_.empty()) return constant_;
  return value_in(segment(time), time);
}

double Series::value_in(int index, double time) const {
  if (index < 0) return points_.front().value;
  const Point& left = points_[static_cast<std::size_t>(index)];
  if (shape_ == Shape::Hold || static_cast<std::size_t>(index) + 1 == points_.size()) {
    return left.value;
  }
  const Point& right = points_[static_cast<std::size_t>(index) + 1];
  if (time >= right.time) return right.value;
  const double share = (time - left.time) / (right.time - left.time);
  return left.value + share * (right.value - left.value);
}

double Series::before(double time) const {
  if (points_.empty() || shape_ == Shape::Linear) return at(time);
  const int index = segment(time);
  if (index <= 0) return points_.front().value;
  const bool jump = points_[index].time == time;
  return points_[jump ? index - 1 : index].value;
}

double Series::mean(double from, double to) const {
  if (points_.empty()) return constant_;
  const auto next_point = [this](int index) {
    return static_cast<std::size_t>(index + 1) < points_.size() ? points_[index + 1].time
                                                                : INFINITY;
  };
  int index = segment(from);
  if (next_point(index) >= to) {  // no breakpoint inside: exact, without a division by the length
    if (shape_ == Shape::Hold || index < 0) return value_in(index, from);
    return 0.5 * (value_in(index, from) + value_in(index, to));
  }
  double area = 0.0;
  double left = from;
  while (left < to) {
    const double right = std::min(to, next_point(index));
    const double value = shape_ == Shape::Hold
                             ? value_in(index, left)
                             : 0.5 * (value_in(index, left) + value_in(index, right));
    area += value * (right - left);
    left = right;
    ++index;
  }
  return area / (to - from);
}

double Series::operator()(const Clock& now) const {
  if (points_.empty()) return constant_;
  if (sample_ == Sample::Before) return before(now.time);
  if (now.step == 0.0 || sample_ == Sample::End) return at(now.time);
  // Most boundaries of steps are whole milliseconds: rounding restores the exact number from which
  // the points were made. Boundaries at events are not.
  const double exact = now.time - now.step;
  const double whole = nearest_whole(exact * 1000.0) / 1000.0;
  const double rounding =
      std::max(1e-9, 4.0 * std::numeric_limits<double>::epsilon() * std::abs(now.time));
  const double from = std::abs(whole - exact) <= rounding ? whole : exact;
  return sample_ == Sample::Start ? at(from) : mean(from, now.time);
}

void SeriesCount::add(const SeriesSpec& spec, const SeriesReport& report, const Where& where,
                      const Diagnostics& found) {
  if (!found.empty() && found.items().back().code == "limit.exceeded") throw InputError(found);
  const auto* column = std::get_if<FileColumn>(&spec.source);
  bool first = false;
  if (column != nullptr) {
    const std::string file = std::filesystem::path(report.file).lexically_normal().string();
    const auto [use, is_new] = columns_.emplace(std::pair(file, column->column), report.owner);
    first = is_new || (!report.owner.empty() && use->second == report.owner);
  }
  points_ += report.made > 0 ? report.made : first ? report.points / 4 : report.points;
  check_limit(WorkLimit::SeriesPoints, points_, where);
  if (!std::holds_alternative<SunAngle>(spec.source)) return;
  sun_ += report.points;
  check_limit(WorkLimit::SunIntervals, sun_, where);
}

Instant utc_year(Instant time) {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(time)};
  return std::chrono::sys_days(day.year() / 1 / 1);
}

Instant SeriesResolver::start_of_year(Instant time, const std::string&) const {
  return utc_year(time);
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/data/series/internal/resample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/limits.hpp"

namespace hearth {
namespace {

Duration limited(Duration interval, const FileColumn& column) {
  if (!column.max_gap) return interval;
  const double most = *column.max_gap * 1000.0;  // ms; may be more than a Duration holds
  if (most >= static_cast<double>(interval.count())) return interval;
  return Duration(std::llround(most));
}

// Returns sample i of the file with the interval that it represents.
Sampled sampled(const RawSeries& raw, Stamp stamp, std::size_t i) {
  const Instant time = raw.times[i];
  Sampled result{time, time, time, raw.values[i]};
  if (stamp == Stamp::MeanBefore) {
    result.from = time - raw.interval;
    if (i > 0) result.from = std::max(result.from, raw.times[i - 1]);
  }
  if (stamp == Stamp::MeanAfter) {
    result.to = time + raw.interval;
    if (i + 1 < raw.times.size()) result.to = std::min(result.to, raw.times[i + 1]);
  }
  return result;
}

bool valid(const RawSeries& raw, std::size_t i) { return !std::isnan(raw.values[i]); }

// Returns the index of the last value at or before `time`, otherwise of the first value; size() if
// there is none.
std::size_t value_before(const RawSeries& raw, Instant time) {
  const auto above = std::upper_bound(raw.times.begin(), raw.times.end(), time);
  const auto start = static_cast<std::size_t>(above - raw.times.begin());
  for (std::size_t i = start; i-- > 0;) {
    if (valid(raw, i)) return i;
  }
  std::size_t i = start;
  while (i < raw.times.size() && !valid(raw, i)) ++i;
  return i;
}

// Returns the index of the first value at or after `time`, otherwise of the last value.
std::size_t value_after(const RawSeries& raw, Instant time) {
  const auto above = std::lower_bound(raw.times.begin(), raw.times.end(), time);
  const auto start = static_cast<std::size_t>(above - raw.times.begin());
  for (std::size_t i = start; i < raw.times.size(); ++i) {
    if (valid(raw, i)) return i;
  }
  std::size_t i = std::min(start, raw.times.size() - 1);
  while (i > 0 && !valid(raw, i)) --i;
  return i;
}

void set_coverage(const RawSeries& raw, const FileColumn& column, Resample resample,
                  Samples& samples) {
  const Stamp stamp = column.stamp.value_or(Stamp::Instant);
  const Sampled first = sampled(raw, stamp, value_before(raw, Instant::min()));
  const Sampled last = sampled(raw, stamp, value_after(raw, Instant::max()));
  samples.covered = {first.from, last.to};
  if (stamp != Stamp::Instant) return;
  if (resample == Resample::Hold || resample == Resample::Mean) {
    samples.covered.to += limited(raw.interval, column);
  }
  samples.end_covered = samples.covered.to == last.stamp;
}

// Converts to seconds since the origin of the run, and to the unit of the component.
class Plotter {
 public:
  explicit Plotter(const ResampleTask& task) : task_(task) {}

  Series::Point point(Instant time, double value) const {
    return {seconds(time - task_.origin), converted(task_.conversion, value)};
  }

  std::vector<Series::Point> points(const Samples& samples) const {
    std::vector<Series::Point> result;
    result.reserve(samples.values.size());
    for (const Sampled& sample : samples.values) result.push_back(point(sample.from, sample.value));
    return result;
  }

 private:
  const ResampleTask& task_;
};

// Returns whether the data cover the value that the step (t, t + h] receives.
bool step_covered(const Samples& samples, const ResampleTask& task, Resample rule, Instant t) {
  const Instant next = t + task.period.step;
  const bool single = task.sample == Sample::Start || task.sample == Sample::End;
  const bool whole_step = !single || rule == Resample::Mean;
  if (whole_step) return samples.covers(t, next);
  return samples.covers(task.sample == Sample::Start ? t : next);
}

// Returns the number of steps that are not covered. The covered span is one interval, and so are
// the steps in it: this avoids a loop over all steps of a long run.
long uncovered_steps(const Samples& samples, const ResampleTask& task, Resample rule) {
  const Period& period = task.period;
  const long count = period.step_count();
  const auto covered = [&](long k) {
    return step_covered(samples, task, rule, period.start + k * period.step);
  };
  // Returns the first step of [low, high) for which `beyond` holds; it then holds for all later
  // ones.
  const auto first = [](long low, long high, const auto& beyond) {
    while (low < high) {
      const long middle = low + (high - low) / 2;
      if (beyond(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  };
  // Steps before the span begin too early; of the others, those that are not covered end too late.
  const long begin = first(0, count, [&](long k) {
    return covered(k) || period.start + k * period.step >= samples.covered.from;
  });
  const long end = first(begin, count, [&](long k) { return !covered(k); });
  return count - (end - begin);
}

void check_coverage(const Samples& samples, const ResampleTask& task, Resample rule,
                    SeriesReport& report, Diagnostics& diagnostics) {
  const Period& period = task.period;
  const long uncovered = uncovered_steps(samples, task, rule);
  const bool start_missing = !samples.covers(period.start);
  if (uncovered == 0 && !start_missing) return;
  if (task.column.outside == Outside::Hold) {
    report.held = std::max(uncovered, 1L);
    if (period.step_count() > 0 && uncovered == period.step_count()) {
      diagnostics.warning(
          "data.all_held", task.where,
          fmt::format("the data cover {} to {}, but the whole run, {} to {}, lies outside, so that "
                      "the first or last value is used at all times; choose a period within the "
                      "data, or a file that covers the run",
                      format_time(samples.covered.from, task.zone),
                      format_time(samples.covered.to, task.zone),
                      format_time(period.start, task.zone), format_time(period.end, task.zone)));
    }
    return;
  }
  const bool starts_only = task.sample == Sample::Start && rule != Resample::Mean;
  const Instant needed_end = starts_only ? period.end - period.step : period.end;
  diagnostics.error(
      "data.outside", task.where,
      fmt::format("the data cover {} to {}, the run needs {} to {}: shorten the run or set "
                  "\"outside\": \"hold\"",
                  format_time(samples.covered.from, task.zone),
                  format_time(samples.covered.to, task.zone), format_time(period.start, task.zone),
                  format_time(needed_end, task.zone)));
}

// Returns hold points with one value per step. If read at the step's start, they need no
// arithmetic.
Series step_means(const Series& held, const ResampleTask& task) {
  const Period& period = task.period;
  const Duration start = period.start - task.origin;
  check_limit(WorkLimit::SeriesPoints, period.step_count(), task.where);
  std::vector<Series::Point> points;
  points.reserve(static_cast<std::size_t>(period.step_count()));
  for (long k = 0; k < period.step_count(); ++k) {
    const double from = seconds(start + k * period.step);
    points.push_back({from, held.mean(from, seconds(start + (k + 1) * period.step))});
  }
  if (points.empty()) points.push_back({seconds(start), held.at(seconds(start))});
  return Series(std::move(points), Series::Shape::Hold, Sample::Start);
}

Series exact_values(const Samples& samples, const ResampleTask& task, Diagnostics& diagnostics) {
  const Period& period = task.period;
  const Plotter plotter(task);
  const long last = period.step_count() - (task.sample == Sample::End ? 0 : 1);
  const long instants = std::max(last, 0L) + 1;
  std::vector<Series::Point> points;
  long next_absent = 0;                           // the first instant that may have no value
  for (const Sampled& sample : samples.values) {  // also for a run that is longer than the data
    const Duration since = sample.from - period.start;
    const bool at_instant = period.step.count() > 0 ? since % period.step == Duration::zero()
                                                    : since == Duration::zero();
    if (since < Duration::zero() || !at_instant) continue;
    const long k = period.step.count() > 0 ? since / period.step : 0;
    if (k >= instants) break;
    points.push_back(plotter.point(sample.from, sample.value));
    if (k == next_absent) ++next_absent;
  }
  const long absent = instants - static_cast<long>(points.size());
  if (absent == 0) return Series(std::move(points), Series::Shape::Hold, task.sample);
  const Instant first_absent = period.start + next_absent * period.step;
  diagnostics.error("data.no_exact_value", task.where,
                    fmt::format("there is no value at {} ({} of {} instants of the run have none): "
                                "set \"resample\": \"hold\", \"linear\" or \"mean\"",
                                format_time(first_absent, task.zone), absent, instants));
  return Series(std::numeric_limits<double>::quiet_NaN());
}

void note_bridged(const Samples& samples, const ResampleTask& task, Resample rule,
                  Diagnostics& diagnostics) {
  // A file without a regular interval has no missing stamps; held values may last for any time.
  const bool lines = rule == Resample::Linear || rule == Resample::Mean;
  const bool unusual =
      lines && seconds(samples.longest_gap.length()) > kUsualGaps * usual_distance(samples);
  if (samples.missing == 0 && !unusual) return;
  const bool wide = warns_of_gap(samples.longest_gap, task.column);
  diagnostics.add(
      {wide ? Severity::Warning : Severity::Note, "data.bridged", task.where,
       fmt::format(
           "{} missing values were interpolated or held; the longest gap is {} from {}{}",
           samples.missing, describe(samples.longest_gap.length()),
           format_time(samples.longest_gap.from, task.zone),
           wide ? ": fill it, or set \"max_gap\" to the longest gap that is acceptable" : "")});
}

}  // namespace

Samples samples_near(const RawSeries& raw, const FileColumn& column, Resample resample,
                     Instant from, Instant to) {
  Samples samples;
  const std::size_t first = raw.times.empty() ? 0 : value_before(raw, from);
  if (first == raw.times.size()) return samples;  // no value at all
  const std::size_t last = value_after(raw, to);
  set_coverage(raw, column, resample, samples);
  for (std::size_t i = first; i <= last; ++i) {
    if (i > first && raw.regular) {
      samples.missing += stamps_left_out(raw.times[i] - raw.times[i - 1], raw.interval);
    }
    if (!valid(raw, i)) {
      ++samples.missing;
      continue;
    }
    const Sampled next = sampled(raw, column.stamp.value_or(Stamp::Instant), i);
    if (!samples.values.empty()) {
      const Gap gap{samples.values.back().stamp, next.stamp};
      if (gap.length() > samples.longest_gap.length()) samples.longest_gap = gap;
    }
    samples.values.push_back(next);
  }
  return samples;
}

bool warns_of_gap(const Gap& gap, const FileColumn& column) {
  return gap.length() > std::chrono::hours(6) && !column.max_gap;
}

double usual_distance(const Samples& samples) {
  constexpr double kUsualShare = 0.95;
  std::vector<double> distances;
  for (std::size_t i = 1; i < samples.values.size(); ++i) {
    distances.push_back(seconds(samples.values[i].stamp - samples.values[i - 1].stamp));
  }
  if (distances.empty()) return 0.0;
  const auto rank =
      static_cast<std::ptrdiff_t>(kUsualShare * static_cast<double>(distances.size() - 1));
  std::nth_element(distances.begin(), distances.begin() + rank, distances.end());
  return distances[static_cast<std::size_t>(rank)];
}

void check_gaps(const Samples& samples, const FileColumn& column, Instant from, Instant to,
                const Zone& zone, const Where& where, Diagnostics& diagnostics) {
  if (!column.max_gap) return;
  long count = 0;
  Gap first;
  for (std::size_t i = 1; i < samples.values.size(); ++i) {
    const Gap gap{samples.values[i - 1].stamp, samples.values[i].stamp};
    const bool inside = gap.from < to && gap.to > from;
    if (!inside || seconds(gap.length()) <= *column.max_gap) continue;
    if (count++ == 0) first = gap;
  }
  if (count == 0) return;
  diagnostics.error("data.gap", where,
                    fmt::format("there is no value from {} to {} ({}), longer than max_gap = {} "
                                "s{}: shorten the run or raise max_gap",
                                format_time(first.from, zone), format_time(first.to, zone),
                                describe(first.length()), *column.max_gap,
                                count > 1 ? fmt::format("; and {} more gaps", count - 1) : ""));
}

Series resample(const RawSeries& raw, const ResampleTask& task, SeriesReport& report,
                Diagnostics& diagnostics) {
  const Period& period = task.period;
  const Resample rule = task.column.resample.value_or(Resample::Hold);
  const Samples samples = samples_near(raw, task.column, rule, period.start, period.end);
  if (samples.values.empty()) {
    diagnostics.error("data.no_values", task.where,
                      "the column has no value: name another column, or correct the file");
    return Series(std::numeric_limits<double>::quiet_NaN());
  }
  if (rule == Resample::None) {
    Series series = exact_values(samples, task, diagnostics);
    report.points = static_cast<long>(series.points().size());
    return series;
  }
  check_gaps(samples, task.column, period.start, period.end, task.zone, task.where, diagnostics);
  check_coverage(samples, task, rule, report, diagnostics);
  note_bridged(samples, task, rule, diagnostics);
  report.points = static_cast<long>(samples.values.size());
  report.missing = samples.missing;

  const bool instants = task.column.stamp.value_or(Stamp::Instant) == Stamp::Instant;
  const bool lines = rule == Resample::Linear && instants;
  if (rule == Resample::Linear && !instants) {
    diagnostics.warning("data.mean_not_linear", task.where,
                        "the values are means over intervals; they are held over their intervals "
                        "instead of interpolated linearly");
  }
  Series series(Plotter(task).points(samples), lines ? Series::Shape::Linear : Series::Shape::Hold,
                task.sample);
  if (rule != Resample::Mean) return series;
  Series means = step_means(series, task);
  report.made = static_cast<long>(means.points().size());
  return means;
}

}  // namespace hearth

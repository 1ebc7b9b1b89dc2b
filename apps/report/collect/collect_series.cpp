// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// Rows of a run that a page shows: all, or two of each stretch.
class Thinning {
 public:
  /// `stretch` rows become two; 1 keeps all.
  explicit Thinning(long stretch) : stretch_(stretch) {}

  long rows(long all) const { return stretch_ == 1 ? all : 2 * ((all + stretch_ - 1) / stretch_); }
  /// Returns the distance of shown rows, s.
  double step(double step) const {
    return stretch_ == 1 ? step : 0.5 * step * static_cast<double>(stretch_);
  }
  /// Returns which rows are shown of a column: in each stretch where it is smallest and largest, in
  /// the order in which they come.
  std::vector<long> chosen(const std::vector<float>& column) const {
    const auto all = static_cast<long>(column.size());
    std::vector<long> chosen;
    chosen.reserve(static_cast<std::size_t>(rows(all)));
    for (long begin = 0; begin < all; begin += stretch_) {
      if (stretch_ == 1) {
        chosen.push_back(begin);
        continue;
      }
      const auto [low, high] = extremes(column, begin, std::min(begin + stretch_, all));
      chosen.push_back(std::min(low, high));
      chosen.push_back(std::max(low, high));
    }
    return chosen;
  }

 private:
  static std::pair<long, long> extremes(const std::vector<float>& column, long begin, long end) {
    long low = begin, high = begin;
    for (long k = begin + 1; k < end; ++k) {
      const float value = column[k];
      const float least = column[low];
      const float most = column[high];
      if (value < least || std::isnan(least)) low = k;
      if (value > most || std::isnan(most)) high = k;
    }
    return {low, high};
  }

  long stretch_;
};

long count_values(const std::vector<RunSeries>& runs) {
  long count = 0;
  for (const RunSeries& run : runs) {
    const auto columns = run.results.signals.size() + run.measured.size();
    count += run.results.rows() * static_cast<long>(columns);
  }
  return count;
}

std::vector<float> column_of(const Results& results, std::size_t column) {
  std::vector<float> values;
  for (long k = 0; k < results.rows(); ++k) {
    values.push_back(static_cast<float>(results.row(k)[column]));
  }
  return values;
}

std::vector<float> picked(const std::vector<float>& values, const std::vector<long>& rows) {
  std::vector<float> chosen;
  for (const long row : rows) chosen.push_back(values[row]);
  return chosen;
}

std::vector<float> picked(const std::vector<double>& values, const std::vector<long>& rows) {
  std::vector<float> chosen;
  for (const long row : rows) {
    const double value = values[row];
    chosen.push_back(std::isnan(value) ? kNone : static_cast<float>(value));
  }
  return chosen;
}

/// Returns the position of these times, added where no run has had them.
int times_of(const RunSeries& run, const Thinning& thinning, ReportSeries& series) {
  const Results& results = run.results;
  const ReportTimes times{seconds(results.start.time_since_epoch()),
                          thinning.step(seconds(results.step)), thinning.rows(results.rows()),
                          run.zone};
  for (std::size_t t = 0; t < series.times.size(); ++t) {
    const ReportTimes& known = series.times[t];
    if (known.start == times.start && known.step == times.step && known.rows == times.rows &&
        known.zone == times.zone) {
      return static_cast<int>(t);
    }
  }
  series.times.push_back(times);
  return static_cast<int>(series.times.size()) - 1;
}

void add_run(const RunSeries& run, const Thinning& thinning, ReportSeries& series) {
  if (run.results.rows() == 0) return;
  const int times = times_of(run, thinning, series);
  for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
    const Signal& signal = run.results.signals[i];
    ReportSignal shown{signal.name, signal.unit.symbol, run.run, times, {}, {}};
    const std::vector<float> column = column_of(run.results, i);
    const std::vector<long> rows = thinning.chosen(column);
    shown.values = picked(column, rows);
    const auto measured = run.measured.find(signal.name);
    if (measured != run.measured.end()) shown.measured = picked(measured->second, rows);
    series.signals.push_back(std::move(shown));
  }
}

}  // namespace

ReportSeries collect_series(const std::vector<RunSeries>& runs, long most) {
  ReportSeries series;
  const long count = count_values(runs);
  const long stretch = count <= most ? 1 : (2 * count + most - 1) / most;
  const Thinning thinning(stretch);
  for (const RunSeries& run : runs) add_run(run, thinning, series);
  series.plots = plot_groups(series.signals);
  if (stretch == 1) return series;
  series.note = fmt::format(
      "{} values are too many for one page: every {} rows are drawn as two, the smallest and the "
      "largest value of the signal, at times that are off by less than {}. What was measured is "
      "shown at those rows.",
      count, stretch, describe(stretch * runs.front().results.step));
  return series;
}

}  // namespace hearth::apps

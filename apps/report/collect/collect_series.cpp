// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/content/plain_names.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {
namespace {

constexpr long kMostGridRows = 50'000;
constexpr long kMostGridCells = 20'000'000;
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// The rows of a run that a page shows: all, or two of each stretch of rows.
class Thinning {
 public:
  /// Of each `stretch` rows two are shown; 1 shows all.
  explicit Thinning(long stretch) : stretch_(stretch) {}

  long rows(long all) const { return stretch_ == 1 ? all : 2 * ((all + stretch_ - 1) / stretch_); }
  /// Returns the distance of shown rows, s. The last shown row is at the end of the run.
  double step(double step, long all) const {
    if (stretch_ == 1 || all < 2) return step;
    return step * static_cast<double>(all - 1) / static_cast<double>(rows(all) - 1);
  }
  /// Returns the rows of a column that are shown: in each stretch that of the smallest and that of
  /// the largest value, in their order.
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

/// Returns the position of the times of a run in the series; new times are added.
int times_of(const RunSeries& run, const Thinning& thinning, ReportSeries& series) {
  const Results& results = run.results;
  const ReportTimes times{seconds(results.start.time_since_epoch()),
                          thinning.step(seconds(results.step), results.rows()),
                          thinning.rows(results.rows()), run.zone};
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

/// Puts a run with rows at irregular times on a regular grid that has a point at each row, or near
/// it. Means and similar values hold over their interval; lines join values at its end.
RunSeries on_grid(const RunSeries& run) {
  const Results& from = run.results;
  const Instant first = from.time(0), last = from.time(from.rows() - 1);
  Duration::rep step = 0;
  for (long k = 1; k < from.rows(); ++k) {
    step = std::gcd(step, (from.time(k) - from.time(k - 1)).count());
  }
  const auto columns = static_cast<long>(from.signals.size() + run.measured.size());
  const long most = std::clamp(kMostGridCells / std::max(1L, columns), 1L, kMostGridRows);
  const long rows = std::max(most, std::min(from.rows(), kMostGridRows));
  step = std::max<Duration::rep>({step, (last - first).count() / rows, 1});
  RunSeries grid{.run = run.run, .results = from, .zone = run.zone, .incomplete = run.incomplete};
  Results& to = grid.results;
  to.step = Duration(step);
  to.times.clear();
  to.values.clear();
  for (const auto& [name, values] : run.measured) grid.measured[name];
  long next = 0;
  for (Instant at = first; at <= last; at += to.step) {
    while (from.time(next) < at) ++next;
    const bool exact = from.time(next) == at;
    const long before = exact ? next : next - 1;
    const double share =
        exact ? 1.0
              : seconds(at - from.time(before)) / seconds(from.time(next) - from.time(before));
    for (std::size_t i = 0; i < from.signals.size(); ++i) {
      const double a = from.row(before)[i], b = from.row(next)[i];
      const bool held = exact || from.signals[i].statistic != Statistic::End;
      to.values.push_back(held ? b : a + share * (b - a));
    }
    for (const auto& [name, values] : run.measured) {
      grid.measured[name].push_back(exact ? values[static_cast<std::size_t>(next)] : kNone);
    }
  }
  return grid;
}

void add_run(const RunSeries& run, const Thinning& thinning, ReportSeries& series) {
  if (run.results.rows() == 0) return;
  if (!run.results.times.empty()) return add_run(on_grid(run), thinning, series);
  const int times = times_of(run, thinning, series);
  for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
    const Signal& signal = run.results.signals[i];
    ReportSignal shown{column_name(signal), signal.unit.symbol, run.run, times, {}, {}};
    const std::vector<float> column = column_of(run.results, i);
    const std::vector<long> rows = thinning.chosen(column);
    shown.values = picked(column, rows);
    const auto measured = run.measured.find(signal.name);
    const bool compared = signal.statistic == Statistic::End && measured != run.measured.end();
    if (compared) shown.measured = picked(measured->second, rows);
    series.signals.push_back(std::move(shown));
  }
}

}  // namespace

namespace {

Duration distance(const Results& results) {
  if (results.times.empty() || results.rows() < 2) return results.step;
  return (results.times.back() - results.times.front()) / (results.rows() - 1);
}

/// Whether a signal never changes and has no measurement.
bool is_constant(const ReportSignal& signal) {
  if (!signal.measured.empty() || signal.values.empty()) return false;
  const float first = signal.values.front();
  return std::all_of(signal.values.begin(), signal.values.end(),
                     [first](float value) { return value == first; });
}

/// Removes the signals that are constant in all runs, unless all signals are.
/// Returns a sentence that lists them.
std::string without_constants(std::vector<ReportSignal>& signals) {
  constexpr std::size_t kMostNames = 20;
  std::set<std::string> varying, constant;
  for (const ReportSignal& signal : signals) {
    (is_constant(signal) ? constant : varying).insert(signal.name);
  }
  for (const std::string& name : varying) constant.erase(name);
  if (varying.empty() || constant.empty()) return "";
  std::string words;
  std::size_t count = 0;
  std::set<std::pair<std::string, float>> known;  // runs of one model have the same constants
  for (const ReportSignal& signal : signals) {
    if (!constant.contains(signal.name)) continue;
    if (!known.emplace(signal.name, signal.values.front()).second || ++count > kMostNames) continue;
    words += fmt::format("{}{} {:.6g}{}", words.empty() ? "" : "; ", signal.label,
                         signal.values.front(), signal.unit == "1" ? "" : " " + signal.unit);
  }
  std::erase_if(signals,
                [&](const ReportSignal& signal) { return constant.contains(signal.name); });
  if (count > kMostNames) words += fmt::format(" and {} more", count - kMostNames);
  return "Not drawn because they do not change: " + words + ".";
}

/// Sets the labels of signals in words; the runs of one signal get the same label.
void name_in_words(std::vector<ReportSignal>& signals) {
  std::vector<std::string> names;
  for (const ReportSignal& signal : signals) names.push_back(signal.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::vector<std::string> words = plain_signals(names);
  for (ReportSignal& signal : signals) {
    const auto at = std::lower_bound(names.begin(), names.end(), signal.name) - names.begin();
    signal.label = words[static_cast<std::size_t>(at)];
  }
}

}  // namespace

ReportSeries collect_series(const std::vector<RunSeries>& runs, long most) {
  ReportSeries series;
  const long count = count_values(runs);
  const long stretch = count <= most ? 1 : (2 * count + most - 1) / most;
  const Thinning thinning(stretch);
  for (const RunSeries& run : runs) add_run(run, thinning, series);
  name_in_words(series.signals);
  series.note = without_constants(series.signals);
  series.plots = plot_groups(series.signals);
  if (stretch == 1) return series;
  if (!series.note.empty()) series.note += " ";
  series.note += fmt::format(
      "{} values are too many for one page: of every {} rows, the plots show two, with the "
      "smallest "
      "and the largest value of the signal; their times differ by less than {}. Measured values "
      "are "
      "shown at those rows.",
      count, stretch, hearth::describe(stretch * distance(runs.front().results)));
  return series;
}

}  // namespace hearth::apps

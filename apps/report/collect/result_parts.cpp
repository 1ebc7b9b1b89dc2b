// SPDX-License-Identifier: MIT
#include "hearth/apps/report/collect/result_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"

namespace hearth::apps {

void add_series(ReportSeries from, ReportSeries& to) {
  const int times = static_cast<int>(to.times.size());
  const int signals = static_cast<int>(to.signals.size());
  for (ReportTimes& own : from.times) to.times.push_back(std::move(own));
  for (ReportSignal& own : from.signals) {
    own.times += times;
    to.signals.push_back(std::move(own));
  }
  for (ReportPlot& own : from.plots) {
    for (int& signal : own.signals) signal += signals;
    to.plots.push_back(std::move(own));
  }
}

std::vector<double> numbers_of(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(value.is_number() ? value.get<double>() : NAN);
  return values;
}

std::optional<ReportRange> range_of(const Json& list) {
  if (!list.is_array() || list.size() != 2) return std::nullopt;
  if (!list[0].is_number() || !list[1].is_number()) return std::nullopt;
  return ReportRange{list[0].get<double>(), list[1].get<double>()};
}

std::optional<ReportEstimate> estimate_of(const std::string& name, const Json& parameter,
                                          const char* value, const char* initial) {
  const auto number = number_member(parameter, value);
  if (!number) return std::nullopt;
  ReportEstimate row;
  row.name = name;
  row.unit = text_member(parameter, "unit");
  row.value = *number;
  row.interval = range_of(member(parameter, "ci95"));
  row.min = number_member(parameter, "min");
  row.max = number_member(parameter, "max");
  row.initial = number_member(parameter, initial);
  return row;
}

namespace {
constexpr std::size_t kManyNames = 30;
constexpr double kNotable = 0.5;  // correlation that is shown in a large matrix
}  // namespace

std::optional<ReportFigure> correlation_figure(const std::vector<std::string>& names,
                                               const Json& matrix) {
  if (!matrix.is_array() || matrix.size() < 2 || matrix.size() != names.size()) return std::nullopt;
  std::vector<std::vector<double>> all;
  for (const Json& row : matrix) {
    all.push_back(numbers_of(row));
    all.back().resize(names.size(), NAN);
  }
  std::vector<std::pair<double, std::size_t>> chosen;  // largest correlation, parameter
  for (std::size_t i = 0; i < all.size(); ++i) {
    double largest = 0.0;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (j != i && std::abs(all[i][j]) > largest) largest = std::abs(all[i][j]);
    }
    if (names.size() <= kManyNames || largest >= kNotable) chosen.emplace_back(largest, i);
  }
  if (chosen.size() > kManyNames) {
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    chosen.resize(kManyNames);
    std::sort(chosen.begin(), chosen.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  if (chosen.empty()) return std::nullopt;
  ReportMatrix shown;
  for (const auto& [largest, i] : chosen) {
    shown.names.push_back(names[i]);
    shown.values.emplace_back();
    for (const auto& [other, j] : chosen) shown.values.back().push_back(all[i][j]);
  }
  ReportFigure figure;
  figure.note =
      "If a correlation is near 1 or -1, the data hardly distinguish the two parameters: a change "
      "of one can compensate a change of the other.";
  if (chosen.size() < names.size()) {
    figure.note += fmt::format(
        " Shown are the {} of {} parameters with the largest correlations, of {} and "
        "more.",
        chosen.size(), names.size(), kNotable);
  }
  figure.body = std::move(shown);
  return figure;
}

std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::optional<ReportTimes> times_from(const std::string& start, std::optional<double> step,
                                      std::size_t rows, const std::string& zone) {
  const auto stamp = parse_time(start);
  if (!stamp || !stamp->offset || !step || !(*step > 0.0) || rows == 0) return std::nullopt;
  ReportTimes times;
  times.start = std::chrono::duration<double>(stamp->instant().time_since_epoch()).count();
  times.step = *step;
  times.rows = static_cast<long>(rows);
  constexpr double kLastTime = 253402300799.0;  // the year 9999
  if (!(times.start + times.step * static_cast<double>(rows) < kLastTime)) return std::nullopt;
  times.zone = zone.empty() ? format_offset(*stamp->offset) : zone;
  return times;
}

void leave_out_warmup(ReportSignal& signal, ReportTimes& times) {
  signal.measured.resize(signal.values.size(), NAN);
  const auto first = std::find_if(signal.measured.begin(), signal.measured.end(),
                                  [](float value) { return std::isfinite(value); });
  if (first == signal.measured.end()) return;
  const auto rows = first - signal.measured.begin();
  const auto cut = [rows](std::vector<float>& values) {
    values.erase(values.begin(), values.begin() + std::min(rows, std::ssize(values)));
  };
  for (ReportBand& band : signal.bands) {
    cut(band.low);
    cut(band.high);
  }
  cut(signal.values);
  cut(signal.measured);
  times.start += times.step * static_cast<double>(rows);
  times.rows -= static_cast<long>(rows);
}

int add_signal(ReportSignal signal, ReportSeries& series) {
  series.signals.push_back(std::move(signal));
  return static_cast<int>(series.signals.size()) - 1;
}

}  // namespace hearth::apps

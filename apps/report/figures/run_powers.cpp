// SPDX-License-Identifier: MIT
#include "hearth/apps/report/figures/run_powers.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "hearth/data/sources/resolver.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kOutdoor = "outdoorTemperature";

std::vector<Instant> row_times(const Results& results) {
  std::vector<Instant> times;
  for (long k = 0; k < results.rows(); ++k) times.push_back(results.time(k));
  return times;
}

/// Calls `add(span, interval, seconds)` for the time that each interval of rows shares with a span.
template <class Add>
void share_out(const std::vector<Instant>& ends, const std::vector<Instant>& edges,
               const Add& add) {
  std::size_t span = 0;
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    Instant from = ends[k];
    while (from < ends[k + 1]) {
      while (span + 1 < edges.size() && edges[span + 1] <= from) ++span;
      if (span + 1 >= edges.size()) return;
      if (from < edges[span]) from = std::min(edges[span], ends[k + 1]);
      const Instant to = std::min(ends[k + 1], edges[span + 1]);
      if (to > from) add(span, k, seconds(to - from));
      from = to;
    }
  }
}

/// The first day of the month `later` months after that of a local time.
std::chrono::local_days month_of(LocalTime local, int later) {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(local)};
  return std::chrono::local_days{(day.year() / day.month() + std::chrono::months(later)) / 1};
}

LocalTime edge_of(LocalTime local, Span span, bool next) {
  switch (span) {
    case Span::Hour:
      return std::chrono::floor<std::chrono::hours>(local) + std::chrono::hours(next ? 1 : 0);
    case Span::Day:
      return std::chrono::floor<std::chrono::days>(local) + std::chrono::days(next ? 1 : 0);
    default:
      return month_of(local, next ? 1 : 0);
  }
}

/// The weather of a model as a series over the intervals of a run.
std::optional<RowMeans> resolved_outdoor(const ReportedModel& model, const RunSeries& run) {
  const Results& results = run.results;
  for (const auto& [id, component] : model.viewed.plan->model.components()) {
    const auto setting = component.config.find(kOutdoor);
    if (setting == component.config.end()) continue;
    const auto* spec = std::get_if<SeriesSpec>(&setting->second);
    if (spec == nullptr) continue;
    RowMeans rows{row_times(results), {}};
    DataResolver resolver(model.data);
    SeriesReport report;
    Diagnostics problems;
    const Duration step = results.step > Duration{} ? results.step : std::chrono::hours(1);
    const Series series =
        resolver.resolve({.spec = *spec,
                          .period = Period{rows.ends.front(), rows.ends.back(), step},
                          .origin = rows.ends.front(),
                          .timezone = run.zone,
                          .target_unit = Unit(unit::degC),
                          .where = {}},
                         report, problems);
    if (problems.has_errors()) return std::nullopt;
    for (std::size_t k = 0; k + 1 < rows.ends.size(); ++k) {
      const double from = seconds(rows.ends[k] - rows.ends.front());
      const double to = seconds(rows.ends[k + 1] - rows.ends.front());
      rows.values.push_back(to > from ? series.mean(from, to) : NAN);
    }
    return rows;
  }
  return std::nullopt;
}

}  // namespace

RunPowers run_powers(const Kpis& kpis, const std::vector<KpiColumn>& columns,
                     const RunSeries& run) {
  RunPowers powers;
  const Results& results = run.results;
  powers.ends = row_times(results);
  std::vector<double> times;
  for (const Instant time : powers.ends) times.push_back(seconds(time - results.start));
  const KpiRow number(columns, times, [&results](std::size_t k, std::size_t column) {
    return results.row(static_cast<long>(k))[column];
  });
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const KpiPowerSignal& power : kpis.powers()) {
    const auto [place, added] =
        places.emplace(std::pair(power.end_use, power.carrier), powers.uses.size());
    if (added) powers.uses.push_back({power.carrier, power.end_use, {}});
    std::vector<double>& watts = powers.uses[place->second].watts;
    watts.resize(powers.ends.size() - 1);
    for (std::size_t k = 0; k < watts.size(); ++k) {
      const double value = number(k + 1, power.signal);
      watts[k] += power.factor * (power.to_watts.factor * value + power.to_watts.shift);
    }
  }
  return powers;
}

RowMeans row_means(const RunSeries& run, std::size_t column) {
  const Results& results = run.results;
  RowMeans rows{row_times(results), {}};
  const bool at_ends = results.signals[column].statistic == Statistic::End;
  for (long k = 1; k < results.rows(); ++k) {
    const double right = results.row(k)[column];
    rows.values.push_back(at_ends ? 0.5 * (results.row(k - 1)[column] + right) : right);
  }
  return rows;
}

std::vector<Instant> span_edges(Instant begin, Instant end, const Zone& zone, Span span) {
  const Duration shortest = span == Span::Hour ? std::chrono::hours(1) : std::chrono::hours(24);
  if ((end - begin) / shortest > kMostSpans) return {};
  std::vector<Instant> edges{zone.instant(edge_of(zone.local(begin), span, false))};
  while (edges.back() < end) {
    Instant next = zone.instant(edge_of(zone.local(edges.back()), span, true));
    // If clocks repeat an hour, the next civil hour may begin at an instant that has passed.
    if (next <= edges.back()) next = edges.back() + std::chrono::hours(1);
    edges.push_back(next);
  }
  return edges;
}

std::vector<double> span_sums(const RowMeans& rows, const std::vector<Instant>& edges) {
  std::vector<double> sums(edges.empty() ? 0 : edges.size() - 1);
  share_out(rows.ends, edges, [&](std::size_t span, std::size_t k, double length) {
    if (std::isfinite(rows.values[k])) sums[span] += rows.values[k] * length;
  });
  return sums;
}

std::vector<double> span_means(const RowMeans& rows, const std::vector<Instant>& edges) {
  std::vector<double> means = span_sums(rows, edges);
  std::vector<double> known(means.size());
  share_out(rows.ends, edges, [&](std::size_t span, std::size_t k, double length) {
    if (std::isfinite(rows.values[k])) known[span] += length;
  });
  for (std::size_t i = 0; i < means.size(); ++i) {
    means[i] = known[i] > 0.0 ? means[i] / known[i] : NAN;
  }
  return means;
}

std::optional<RowMeans> outdoor_temperature(const ReportedModel* model, const RunSeries& run) {
  if (run.results.rows() < 2) return std::nullopt;
  const auto& signals = run.results.signals;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const bool mean =
        signals[i].statistic == Statistic::End || signals[i].statistic == Statistic::Mean;
    if (mean && signals[i].unit == unit::degC &&
        signals[i].name.ends_with(std::string(".") + kOutdoor)) {
      return row_means(run, i);
    }
  }
  return model == nullptr ? std::nullopt : resolved_outdoor(*model, run);
}

}  // namespace hearth::apps

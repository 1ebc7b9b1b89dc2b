// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/kpis/kpi_trajectory.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/clock.hpp"

namespace hearth::apps {

/// Means over the intervals between the rows of a run.
struct RowMeans {
  std::vector<Instant> ends{};   ///< ends of the intervals, after the first start
  std::vector<double> values{};  ///< NaN: no value
};

/// The power of an end use.
struct UsePower {
  std::string carrier, end_use;  ///< end use "": not specified
  std::vector<double> watts{};   ///< mean of each interval
};

/// The powers of a building's end uses over the intervals between the rows of a run.
struct RunPowers {
  std::vector<Instant> ends{};  ///< ends of the intervals, as in `RowMeans`
  std::vector<UsePower> uses{};
};

/// Returns the powers from which the KPIs of a run are computed. A power that two entries name
/// counts in both, as in the energy of their carriers.
RunPowers run_powers(const Kpis& kpis, const std::vector<KpiColumn>& columns, const RunSeries& run);

/// Returns the means of one column of a run over its intervals. Values at the ends of rows are
/// joined by straight lines.
RowMeans row_means(const RunSeries& run, std::size_t column);

inline constexpr double kJoulesPerKilowattHour = 3.6e6;
inline constexpr long kMostSpans = 30'000;  ///< the hours of three years

/// Spans of local time.
enum class Span { Hour, Day, Month };

/// Returns the beginnings of the spans that contain the time from `begin` to `end`, and the end of
/// the last span; nothing if there are more than `kMostSpans` of them.
std::vector<Instant> span_edges(Instant begin, Instant end, const Zone& zone, Span span);

/// Returns the mean of row means in each span, weighted by time; NaN for a span without intervals.
std::vector<double> span_means(const RowMeans& rows, const std::vector<Instant>& edges);

/// Returns the integral of row means over each span, in their unit times seconds.
std::vector<double> span_sums(const RowMeans& rows, const std::vector<Instant>& edges);

/// Returns the outdoor temperature of a run, degC, as recorded or from the model's weather; nothing
/// if neither is available.
std::optional<RowMeans> outdoor_temperature(const ReportedModel* model, const RunSeries& run);

}  // namespace hearth::apps

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

/// Numbers over the intervals between the rows of a run: the mean of each.
struct RowMeans {
  std::vector<Instant> ends{};   ///< one more than intervals
  std::vector<double> values{};  ///< NaN: none
};

/// The power of an end use.
struct UsePower {
  std::string carrier, end_use;  ///< end use "": none is said
  std::vector<double> watts{};   ///< mean of each interval
};

/// The powers of a building's end uses over the intervals between the rows of a run.
struct RunPowers {
  std::vector<Instant> ends{};  ///< one more than intervals
  std::vector<UsePower> uses{};
};

/// Returns the powers that the KPIs of a run are computed from; one that two entries name counts in
/// both, as in the energy of their carriers.
RunPowers run_powers(const Kpis& kpis, const std::vector<KpiColumn>& columns, const RunSeries& run);

/// Returns the means of one column of a run over its intervals: of values at the ends of rows, by
/// straight lines.
RowMeans row_means(const RunSeries& run, std::size_t column);

inline constexpr double kJoulesPerKilowattHour = 3.6e6;
inline constexpr long kMostSpans = 30'000;  ///< three years of hours

/// Civil spans of time.
enum class Span { Hour, Day, Month };

/// Returns the beginnings of the spans that hold the time from `begin` to `end`, and the end of the
/// last one; nothing if there are more than `kMostSpans` of them.
std::vector<Instant> span_edges(Instant begin, Instant end, const Zone& zone, Span span);

/// Returns the mean of row means in each span, weighted by time; NaN if no interval lies in it.
std::vector<double> span_means(const RowMeans& rows, const std::vector<Instant>& edges);

/// Returns the integral of row means in each span, in their unit and s.
std::vector<double> span_sums(const RowMeans& rows, const std::vector<Instant>& edges);

/// Returns the outdoor temperature of a run, degC: recorded, or of the model's weather; nothing if
/// neither is known.
std::optional<RowMeans> outdoor_temperature(const ReportedModel* model, const RunSeries& run);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/apps/report/inputs/run_series.hpp"

namespace hearth::apps {

/// How many values a page holds: at four bytes each, base64, they stay below 5 MB.
inline constexpr long kMostValues = 850'000;

/// Returns the signals of runs in plots by quantity, measured ones first; at most about eight lines
/// in a plot. Where there are more than `most` values, each stretch of rows keeps its smallest and
/// its largest value, with what was measured at those rows, and the note says so.
ReportSeries collect_series(const std::vector<RunSeries>& runs, long most = kMostValues);

}  // namespace hearth::apps

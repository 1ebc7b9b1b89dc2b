// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/report/inputs/run_series.hpp"

namespace hearth::apps {

/// What is computed from one run.
struct RunKpis {
  std::string run;
  /// In the order of the catalogue: name, unit, meaning, value as text ("" where there is none).
  std::vector<std::vector<std::string>> values{};
  std::vector<std::pair<std::string, std::vector<std::string>>> months{};  ///< in the same order
};

/// Computes the KPIs that a model's zones and energy uses give from what a run has recorded. Energy
/// is left out, with a note, where not all signals of it were recorded. Nothing is thrown: what
/// cannot be computed is a warning.
RunKpis run_kpis(const ReportedModel& model, const RunSeries& run, Diagnostics& diagnostics);

/// Returns a table with a row for each KPI and a column for each run, and one of the months of each
/// run that spans several.
std::vector<ReportTable> kpi_tables(const std::vector<RunKpis>& runs);

}  // namespace hearth::apps

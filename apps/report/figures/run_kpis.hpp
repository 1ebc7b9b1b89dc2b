// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/figures/run_powers.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"
#include "hearth/estimation/kpis/kpis.hpp"

namespace hearth::apps {

/// What is computed from one run.
struct RunKpis {
  std::string run;
  std::string zone{};       ///< IANA name or offset
  Instant start{};          ///< of evaluation: times of `found` count from it
  std::vector<Kpi> list{};  ///< in the order of `found.values`
  KpiValues found{};
  std::optional<double> floor_area{};  ///< m2
  std::string limits{};                ///< of comfort, in words; "": they vary
  bool presence = false;               ///< whether the settings say when rooms are occupied
  RunPowers powers{};
  /// In the order of the catalogue: name, unit, meaning, value as text ("" where there is none).
  std::vector<std::vector<std::string>> values{};
  std::vector<std::pair<std::string, std::vector<std::string>>> months{};  ///< in the same order
  std::vector<ReportTable> tables{};  ///< peaks, zones, energy by end use and carrier
};

/// Computes the KPIs of settings, completed by a model's zones and energy uses, from what a run has
/// recorded. What needs a signal that was not recorded is left out, with a warning. Nothing is
/// thrown: what cannot be computed is a warning.
RunKpis run_kpis(const ReportedModel& model, const RunSeries& run, const KpiSettings& settings,
                 Diagnostics& diagnostics);

/// Returns a table with a row for each KPI and a column for each run, and one of the months of each
/// run that spans several.
std::vector<ReportTable> kpi_tables(const std::vector<RunKpis>& runs);

}  // namespace hearth::apps

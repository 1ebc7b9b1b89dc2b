// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/content/plain_names.hpp"
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
  std::vector<ReportTable> tables{};  ///< peaks, zones, energy by end use and carrier
};

/// Computes the KPIs of settings, completed by a model's zones and energy uses, from what a run has
/// recorded. What needs a signal that was not recorded is left out, with a warning. Nothing is
/// thrown: what cannot be computed is a warning.
RunKpis run_kpis(const ReportedModel& model, const RunSeries& run, const KpiSettings& settings,
                 Diagnostics& diagnostics);

/// Returns an end use as figures name it.
inline std::string end_use_words(const std::string& end_use) {
  return end_use.empty() ? "other uses" : plain_words(end_use);
}

/// Returns the same of one of several uses, with its carrier if the end use has several.
template <class Use>
std::string use_words(const std::vector<Use>& uses, const Use& use) {
  const auto same = std::count_if(
      uses.begin(), uses.end(), [&use](const Use& other) { return other.end_use == use.end_use; });
  const std::string name = end_use_words(use.end_use);
  return same > 1 ? name + " (" + plain_words(use.carrier) + ")" : name;
}

/// Returns a table with a row for each KPI and a column for each run, and one of the months of each
/// run that spans several.
std::vector<ReportTable> kpi_tables(const std::vector<RunKpis>& runs);

}  // namespace hearth::apps

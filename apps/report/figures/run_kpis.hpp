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

/// The KPIs of one run and the data from which they are computed.
struct RunKpis {
  std::string run;
  std::string zone{};       ///< IANA name or offset
  Instant start{};          ///< start of evaluation: times of `found` count from here
  std::vector<Kpi> list{};  ///< in the order of `found.values`
  KpiValues found{};
  std::optional<double> floor_area{};  ///< m2
  std::string limits{};                ///< comfort limits in words; "": they vary
  bool presence = false;               ///< whether the settings define when rooms are occupied
  RunPowers powers{};
  std::vector<ReportTable> tables{};  ///< peaks, zones, energy by end use and carrier
};

/// Computes the KPIs of the settings, completed by the zones and energy uses of the model, from the
/// recorded signals of a run. A KPI whose signal was not recorded, or that cannot be computed for
/// another reason, is left out with a warning. Does not throw.
RunKpis run_kpis(const ReportedModel& model, const RunSeries& run, const KpiSettings& settings,
                 Diagnostics& diagnostics);

/// Returns the words for an end use in figures.
inline std::string end_use_words(const std::string& end_use) {
  return end_use.empty() ? "other uses" : plain_words(end_use);
}

/// Returns the words for one of several uses, with its carrier if the end use has several carriers.
template <class Use>
std::string use_words(const std::vector<Use>& uses, const Use& use) {
  const auto same = std::count_if(
      uses.begin(), uses.end(), [&use](const Use& other) { return other.end_use == use.end_use; });
  const std::string name = end_use_words(use.end_use);
  return same > 1 ? name + " (" + plain_words(use.carrier) + ")" : name;
}

/// Returns a table with a row for each KPI and a column for each run, and a table of months for
/// each run that spans several months.
std::vector<ReportTable> kpi_tables(const std::vector<RunKpis>& runs);

}  // namespace hearth::apps

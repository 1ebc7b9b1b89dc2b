// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"

namespace hearth::apps {

/// What a folder of `hearth scenarios` holds.
struct ScenarioResults {
  ReportTable runs;    ///< the results table
  ReportTable months;  ///< without cells where there are none
  std::vector<std::pair<std::string, std::string>> failed{};  ///< id and reason
  long count = 0;                                             ///< of runs
};

/// Reads the tables of a set; throws what reading a CSV file throws.
ScenarioResults read_scenario_results(const std::filesystem::path& folder, const std::string& name);

/// Returns the time series that the first runs of a set have recorded; a series without a constant
/// step is a warning and left out.
std::vector<RunSeries> scenario_series(const std::filesystem::path& folder,
                                       Diagnostics& diagnostics);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/report_content.hpp"

namespace hearth::apps {

/// From what a report is made and where it goes.
struct ReportRequest {
  /// Of any mix: CSV of `simulate`, JSON of `calibrate`, folder of `scenarios`, import report.
  std::vector<std::filesystem::path> results;
  std::filesystem::path output;
  std::optional<std::filesystem::path> model{};     ///< instead of the one in `run.json`
  std::optional<std::filesystem::path> data_dir{};  ///< where data files are found
  std::optional<std::filesystem::path> import_report{};
  std::string title{};  ///< "": the model's name
};

/// Collects all that a report shows. What is missing is left out and, where a reader would expect
/// it, a warning; InputError for results that cannot be read or are none.
ReportContent collect_report(const ReportRequest& request, Diagnostics& diagnostics);

}  // namespace hearth::apps

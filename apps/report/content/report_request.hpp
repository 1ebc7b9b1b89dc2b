// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace hearth::apps

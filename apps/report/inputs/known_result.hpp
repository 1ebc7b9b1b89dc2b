// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"

namespace hearth::apps {

/// A result and what the command that made it still has in memory; the rest is read from files.
struct KnownResult {
  ResultFile file;  ///< without a name
  std::optional<ReportedModel> model{};
  std::optional<RunSeries> run{};  ///< of a simulation
  std::string text{};              ///< of a calibration; "": in the file
};

}  // namespace hearth::apps

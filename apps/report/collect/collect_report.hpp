// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// A result and what the command that made it still has in memory; the rest is read from files.
struct KnownResult {
  ResultFile file;  ///< without a name
  std::optional<ReportedModel> model{};
  std::optional<RunSeries> run{};     ///< of a simulation
  std::string text{};                 ///< of a calibration; "": in the file
  std::vector<ReportTable> tables{};  ///< of what its result does not hold
};

/// Collects all that a report shows. What is missing is left out and, where a reader would expect
/// it, a warning; InputError for results that cannot be read or are none.
ReportContent collect_report(const ReportRequest& request, Diagnostics& diagnostics);
/// The same of one result that is in memory, in place of `request.results`.
ReportContent collect_report(const ReportRequest& request, KnownResult known,
                             Diagnostics& diagnostics);

}  // namespace hearth::apps

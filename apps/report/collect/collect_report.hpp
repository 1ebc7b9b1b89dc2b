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

/// A result with the parts that its command still has in memory; all other parts are read from
/// files.
struct KnownResult {
  ResultFile file;  ///< its name is empty
  std::optional<ReportedModel> model{};
  std::optional<RunSeries> run{};     ///< the run, of a simulation
  std::string text{};                 ///< JSON of a calibration; "": it is read from the file
  std::vector<ReportTable> tables{};  ///< tables that the result file does not contain
};

/// Collects the whole content of a report. Missing parts are left out, with a warning if a reader
/// would expect them. Throws InputError if a file is not a result or cannot be read.
ReportContent collect_report(const ReportRequest& request, Diagnostics& diagnostics);
/// Collects the report of one result that is in memory instead of `request.results`.
ReportContent collect_report(const ReportRequest& request, KnownResult known,
                             Diagnostics& diagnostics);

}  // namespace hearth::apps

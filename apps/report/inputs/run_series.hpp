// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/report/inputs/report_model.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/framework/base/results.hpp"

namespace hearth::apps {

/// The rows of one run, with the measured values of these rows.
struct RunSeries {
  std::string run;  ///< name of the run, "" if there is only one
  Results results{};
  std::string zone{};        ///< IANA name or offset
  std::string incomplete{};  ///< why the run stopped early, "" if it did not
  std::map<std::string, std::vector<double>> measured{};  ///< by signal; NaN: no value
  MeanRows means{};  ///< lengths of the intervals of measured means
};

/// Reads the CSV of a run. Throws the errors of reading such a file, also if it was cut off.
RunSeries read_run(const ResultFile& result);

/// Adds the model's measurements at the rows of a run, as `simulate` compares them. A missing
/// measurement is a warning.
void add_measurements(const ReportedModel& model, RunSeries& run, Diagnostics& diagnostics);

/// Returns the errors of the signals of a run; the table has no rows if nothing was measured.
ReportTable agreement_table(const RunSeries& run);

}  // namespace hearth::apps

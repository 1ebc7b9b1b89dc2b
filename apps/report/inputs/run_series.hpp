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

/// The rows of one run and what was measured meanwhile.
struct RunSeries {
  std::string run;  ///< name of the run, "" where there is one
  Results results{};
  std::string zone{};        ///< IANA name or offset
  std::string incomplete{};  ///< why the run stopped early, "" if it did not
  std::map<std::string, std::vector<double>> measured{};  ///< by signal; NaN: none
  MeanRows means{};                                       ///< of measured values that are means
  bool keeps_constants = false;  ///< draws what does not change, too: residuals may be zero
};

/// Reads the CSV of a run; throws what reading one throws, also where it was cut off.
RunSeries read_run(const ResultFile& result);

/// Adds the model's measurements at the rows of a run, as `simulate` compares them. One that is
/// not there is a warning.
void add_measurements(const ReportedModel& model, RunSeries& run, Diagnostics& diagnostics);

/// Returns how well the signals of a run agree with what was measured; no rows where nothing was.
ReportTable agreement_table(const RunSeries& run);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/apps/options/option_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth::apps {

/// By port `id.port`.
using Agreements = std::map<std::string, Agreement>;

/// Compares results, which hold the measured ports, with the measurements of a model. A measurement
/// whose file is missing is a warning.
Agreements compare(const Results& results, const SimulationModel& model,
                   const std::string& timezone, DataFiles& files, Diagnostics& diagnostics);

/// Reads the measurements of a model before a run is spent on them; throws InputError if one
/// exists but cannot be read.
void check_measurements(const Plan& plan, const RunRequest& request, DataFiles& files,
                        Diagnostics& diagnostics);

/// Returns a table for people; the title heads the column of ports.
std::string agreement_text(const Agreements& agreements, const std::string& title = "measured");

/// Checks before a run that each limit is of a port with a measurement whose file is there; throws
/// InputError.
void check_limits(const std::vector<Limit>& limits, const SimulationModel& model,
                  const DataFiles& files);

/// Returns an error `limit.missed` for each limit that is exceeded, or has no rows to compare.
Diagnostics missed_limits(const std::vector<Limit>& limits, const Agreements& agreements,
                          const Balance& balance);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/apps/options/option_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth::apps {

/// How far a simulated port is from its measurement, over the rows that have one. The error of a
/// row is simulated minus measured.
struct Comparison {
  std::string port;
  Unit unit;          ///< of the port
  long n = 0;         ///< rows compared
  double rmse = 0.0;  ///< root of the mean squared error
  double bias = 0.0;  ///< mean error
  double mae = 0.0;   ///< mean size of the error
};

/// Compares results, which hold the measured ports, with the measurements of a model. A measurement
/// that is not there is a warning.
std::vector<Comparison> compare(const Results& results, const SimulationModel& model,
                                const std::string& timezone, DataFiles& files,
                                Diagnostics& diagnostics);

/// Reads the measurements of a model before a run is spent on them; throws InputError where one is
/// there, but cannot be read.
void check_measurements(const Plan& plan, const RunRequest& request, DataFiles& files,
                        Diagnostics& diagnostics);

/// Returns a table for people; the title heads the column of ports.
std::string comparison_table(const std::vector<Comparison>& comparisons,
                             const std::string& title = "measured");

/// Checks before a run that each limit is of a port with a measurement whose file is there; throws
/// InputError.
void check_limits(const std::vector<Limit>& limits, const SimulationModel& model,
                  const DataFiles& files);

/// Returns an error `limit.missed` for each limit that is not kept, or has no rows to compare.
Diagnostics missed_limits(const std::vector<Limit>& limits,
                          const std::vector<Comparison>& comparisons);

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Measures of how well a simulated signal agrees with a measured one; errors are simulated minus
/// measured.
struct Agreement {
  long n = 0;
  long missing = 0;  ///< number of rows without a measurement
  double rmse = 0.0;
  double bias = 0.0;      ///< mean error
  double mae = 0.0;       ///< mean absolute error
  double measured = 0.0;  ///< mean of the measurements
  Unit unit;              ///< unit of the port
  bool hourly = false;    ///< whether compared rows are at most an hour apart, except for gaps
  /// Measures of ASHRAE Guideline 14, for energy, power and flow only: NMBE = Σ(m - s) / ((n - 1)
  /// mean m) and CV(RMSE) = √(Σ(m - s)² / (n - 1)) / mean m.
  std::optional<double> nmbe, cv_rmse;
};

/// Sums over the compared rows of one signal.
struct ErrorSums {
  long n = 0;
  double error = 0.0, absolute = 0.0, squared = 0.0, measured = 0.0;

  void add(double measured_value, double simulated);
  void add(const ErrorSums& others);
};

/// Returns whether the limits of ASHRAE Guideline 14 for NMBE and CV(RMSE) apply to a quantity in
/// this unit: they apply to energy, power and flow.
bool judged_by_guideline_14(const Unit& unit);

/// Returns the agreement that follows from the sums of a signal in that unit. The caller sets
/// `missing` and `hourly`.
Agreement agreement_of(const ErrorSums& sums, const Unit& unit);

/// Returns the agreement of a column of results with the measured values of its rows (NaN: not
/// measured). `means` contains, for each row, the length of the interval over which the measured
/// value is a mean; it is empty if values are instantaneous. Means are compared with means of the
/// results. Results of rates are already means over steps; all other results are integrated along
/// straight lines.
Agreement agreement_of(const Results& results, std::size_t column,
                       const std::vector<double>& measured,
                       const std::vector<Duration>& means = {});

/// Measured values at the rows of a run, by port `id.port`; NaN if a row has no measurement.
using MeasuredRows = std::map<std::string, std::vector<double>>;

/// By port, the lengths of the intervals over which the measured values of the rows are means.
/// Ports with instantaneous values are not included.
using MeanRows = std::map<std::string, std::vector<Duration>>;

/// Reads the measurements of a model at the rows of results, in the units of their signals. Leaves
/// out ports that are not in the results. If a file is missing, leaves out its ports with the
/// warning `data.measurement_missing`; other problems are also added to `diagnostics`.
MeasuredRows read_measured_rows(const Results& results, const SimulationModel& model,
                                const std::string& timezone, DataFiles& files,
                                Diagnostics& diagnostics, MeanRows* means = nullptr);

}  // namespace hearth

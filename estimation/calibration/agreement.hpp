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

/// How well a simulated signal agrees with a measured one, simulated minus measured.
struct Agreement {
  long n = 0;
  long missing = 0;  ///< rows without a measurement
  double rmse = 0.0;
  double bias = 0.0;    ///< mean error
  double mae = 0.0;     ///< mean absolute error
  Unit unit;            ///< of the port
  bool hourly = false;  ///< compared rows follow each other within an hour, except for gaps
  /// ASHRAE Guideline 14, for energy, power and flow only: NMBE = Σ(m - s) / ((n - 1) mean m) and
  /// CV(RMSE) = √(Σ(m - s)² / (n - 1)) / mean m.
  std::optional<double> nmbe, cv_rmse;
};

/// Sums over the compared rows of one signal.
struct ErrorSums {
  long n = 0;
  double error = 0.0, absolute = 0.0, squared = 0.0, measured = 0.0;

  void add(double measured_value, double simulated);
  void add(const ErrorSums& others);
};

/// Returns whether ASHRAE Guideline 14 judges a quantity by NMBE and CV(RMSE): energy, power, flow.
bool judged_by_guideline_14(const Unit& unit);

/// Returns the agreement that the sums of a signal in that unit make; `missing` and `hourly` are
/// the caller's to know.
Agreement agreement_of(const ErrorSums& sums, const Unit& unit);

/// Returns how a column of results agrees with the measured values of its rows; NaN: not measured.
/// `means` has, by row, the length of the interval whose mean the value is, and is empty for values
/// of an instant. They are compared with means of the results: of rates, whose rows are means over
/// steps, otherwise along straight lines.
Agreement agreement_of(const Results& results, std::size_t column,
                       const std::vector<double>& measured,
                       const std::vector<Duration>& means = {});

/// Measured values at the rows of a run, by port `id.port`; NaN if there is none.
using MeasuredRows = std::map<std::string, std::vector<double>>;

/// By port, how long the intervals are whose means the measured values of the rows are; ports with
/// values of an instant are not in it.
using MeanRows = std::map<std::string, std::vector<Duration>>;

/// Reads the measurements of a model at the rows of results, in the units of their signals; leaves
/// out ports that are not in the results. If a file is missing, its ports are left out with the
/// warning `data.measurement_missing`; other problems go to `diagnostics` as well.
MeasuredRows read_measured_rows(const Results& results, const SimulationModel& model,
                                const std::string& timezone, DataFiles& files,
                                Diagnostics& diagnostics, MeanRows* means = nullptr);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/results/run_record.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// The method of a sensitivity analysis.
enum class SensitivityMethod {
  Morris,  ///< elementary effects (estimation/sensitivity/morris.hpp)
  Sobol,   ///< shares of the variance (estimation/sensitivity/sobol_indices.hpp)
};

/// The options of `analyse_sensitivity`.
struct SensitivityOptions {
  SensitivityMethod method = SensitivityMethod::Morris;
  /// Number of trajectories for Morris, at least 2. Each takes one run more than there are
  /// parameters.
  int trajectories = 20;
  /// Number of points for Sobol, a power of 2. Each takes two runs more than there are parameters.
  int points = 256;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Called after each run, from one thread at a time; false ends the analysis.
  std::function<bool(const RunProgress&)> progress{};
};

/// A parameter and the range from which its values are drawn: uniformly, or uniformly in the
/// logarithm if `scale` is Log. Range and scale are those of the calibration file.
struct SampledParameter {
  std::string unit;
  double min = 0.0;
  double max = 0.0;
  estimation::Scale scale = estimation::Scale::Linear;  ///< Linear or Log
  std::vector<std::string> targets;
  std::optional<int> period{};  ///< number of the period, from 1, if each period has its own number
  Where where{};

  /// Returns the value at a share of the range, 0 to 1.
  double at(double share) const;
};

/// The effect of a parameter on a quantity; the members of the chosen method are set.
struct ParameterEffect {
  std::optional<double> mu, mu_star, sigma;
  std::vector<double> mu_star_ci95;  ///< lower and upper end, as in the other intervals
  std::optional<double> s1;
  std::vector<double> s1_ci95;
  std::optional<double> st;
  std::vector<double> st_ci95;

  /// Returns the number by which parameters are ranked: `mu_star` or `st`.
  double strength() const { return mu_star ? *mu_star : st.value_or(0.0); }
};

/// The quantities whose sensitivity is analysed.
enum class SensitiveQuantity {
  Objective,  ///< Σ ((simulated - measured) / sd)² over all compared rows
  Rmse,       ///< root mean square difference of simulated and measured values of a port
  Mean,       ///< mean of the simulated values of a port over its compared rows
};

/// One result of the runs, and its dependence on the parameters.
struct QuantitySensitivity {
  SensitiveQuantity quantity = SensitiveQuantity::Objective;
  std::string port;  ///< "" for the objective
  std::string unit;
  /// Statistics over the runs of complete samples.
  double mean = 0.0, sd = 0.0, min = 0.0, max = 0.0;
  std::map<std::string, ParameterEffect> parameters;
  std::vector<std::string> ranking;  ///< names of parameters, the strongest first
};

/// The first run of a trajectory or point that failed.
struct FailedSample {
  int number = 0;  ///< number of the trajectory or point, from 1
  std::string reason;
  std::map<std::string, double> parameters;  ///< values of the parameters, by name, in their units
};

/// The result of `analyse_sensitivity`.
struct SensitivityResult {
  SensitivityMethod method = SensitivityMethod::Morris;
  std::optional<int> trajectories, points;  ///< requested number for the method
  std::uint64_t seed = 1;
  long runs = 0;
  long failed_runs = 0;
  int samples_left_out = 0;            ///< number of trajectories or points with a failed run
  std::vector<FailedSample> failures;  ///< the first 100 of them
  std::map<std::string, SampledParameter> parameters;
  std::map<std::string, std::string> left_out;  ///< reason, by name of the parameter
  std::vector<QuantitySensitivity> quantities;  ///< the objective first
  std::vector<std::string> dead;  ///< parameters that change no quantity beyond rounding
  /// Whether `progress` ended the analysis; there are then no quantities.
  bool interrupted = false;
  std::vector<SeriesReport> reports;  ///< reports of the series of sources
  double seconds = 0.0;
  Diagnostics diagnostics;
};

/// Finds which parameters of a calibration affect its fit, before they are estimated. It runs the
/// calibration periods with values between the bounds of all parameters. For a parameter without
/// two finite bounds, the range is the mean of its prior ± 2 sd, limited by its bounds and targets.
///
/// If a run cannot continue, leaves out its trajectory or point, with a warning. Throws ModelError
/// and InputError if the problem is wrong, and SimulationError `sensitivity.failed` if too few runs
/// remain. The result is bit-identical for any number of threads.
SensitivityResult analyse_sensitivity(const CalibrationProblem& problem, const Registry& registry,
                                      const SensitivityOptions& options = {});

/// Returns the text of the result file (JSON).
std::string write_sensitivity_result(const SensitivityResult& result);

/// Returns the JSON Schema (2020-12) of result files.
std::string sensitivity_result_schema();

}  // namespace hearth

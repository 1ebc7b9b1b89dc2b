// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/bayes/chain_diagnostics.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {

/// The method that draws from a posterior.
enum class Sampler {
  Nuts,      ///< the no-U-turn sampler, which uses derivatives
  Ensemble,  ///< an ensemble of walkers with affine invariance, without derivatives
};

inline constexpr Choices<Sampler, 2> kSamplerWords{
    {{"nuts", Sampler::Nuts}, {"ensemble", Sampler::Ensemble}}};

/// The form of the mass matrix of Nuts.
enum class MassMatrix { Dense, Diagonal };

inline constexpr Choices<MassMatrix, 2> kMassMatrixWords{
    {{"dense", MassMatrix::Dense}, {"diagonal", MassMatrix::Diagonal}}};

/// The settings with which draws are made.
struct SampleSettings {
  Sampler sampler = Sampler::Nuts;
  int chains = 0;
  int walkers = 1;  ///< number of walkers of each chain; 1 for Nuts
  int draws = 0;    ///< number of draws of each chain or walker
  int warmup = 0;
  std::uint64_t seed = 0;
  MassMatrix mass_matrix = MassMatrix::Dense;
  double acceptance = 0.0;
  int deepest = 0;
  ErrorModel error_model = ErrorModel::Output;
  Duration step{};
  std::string timezone;
};

/// The options of `sample`.
struct SampleOptions {
  /// Sampler; if not set, Nuts if the problem has exact derivatives and its posterior is smooth
  /// (`roughness`), otherwise Ensemble.
  std::optional<Sampler> sampler{};
  int chains = 4;  ///< number of chains; with Ensemble, of ensembles
  /// Number of draws of each chain or walker; if not set, 500 with Nuts, otherwise 1000.
  std::optional<int> draws{};
  /// Iterations before the draws, which are discarded; if not set, 300 with Nuts, otherwise 1000.
  std::optional<int> warmup{};
  std::uint64_t seed = 1;
  MassMatrix mass_matrix = MassMatrix::Dense;  ///< form of the mass matrix of Nuts
  double acceptance = 0.8;                     ///< desired probability of acceptance of Nuts
  int deepest = 8;                             ///< a path of Nuts has at most 2^deepest - 1 steps
  /// Number of walkers of each ensemble, which must be even; if not set, 2 (p + 1) for p
  /// parameters.
  std::optional<int> walkers{};
  int threads = 1;
  /// Time limit for the search of the optimum and the chains; at the limit, chains end with the
  /// draws that they have. The result then depends on the speed of the machine.
  std::optional<Duration> time_limit{};
  /// Called before the first draw with the settings of the chosen sampler and the expected time of
  /// the chains, in s.
  std::function<void(const SampleSettings& settings, double expected)> begin{};
  /// Called during the search for the optimum, as in `CalibrateOptions`; false ends the run.
  std::function<bool(int start, int iteration, double objective)> search{};
  /// Called after iterations of any chain with the number of finished iterations, from one thread
  /// at a time; false ends the run.
  std::function<bool(long done, long total)> progress{};
};

/// Statistics of the draws of one quantity.
struct PosteriorSummary {
  double mean = 0.0;
  double sd = 0.0;
  double median = 0.0;
  estimation::Interval ci95;  ///< interval from the 2.5 % to the 97.5 % quantile
  double r_hat = 0.0;         ///< NaN if there are too few draws
  double ess_bulk = 0.0, ess_tail = 0.0;
};

/// The posterior of a parameter, in the unit of the parameter.
struct PosteriorParameter {
  CalibrationParameter parameter;  ///< the parameter, with its unit and the bounds of its density
  double optimum = 0.0;            ///< value that the optimiser found
  PosteriorSummary posterior;
};

/// The posterior of an expression, in the unit of the expression.
struct PosteriorExpression {
  CalibrationExpression expression;  ///< the expression, with its unit
  PosteriorSummary posterior;
};

/// Statistics of one chain.
struct SampledChain {
  double acceptance = 0.0;
  double step_size = 0.0;  ///< step size of Nuts
  long divergences = 0;    ///< number of diverged paths of Nuts
  long saturated = 0;      ///< number of paths of Nuts that reached the largest depth
};

/// The posterior prediction of a measured output for each row.
struct PredictedSignal {
  std::string port;
  Unit unit;
  std::vector<double> measured;         ///< NaN: not measured or not compared
  std::vector<double> mean, low, high;  ///< output: mean, 2.5 % and 97.5 % quantile
  /// Quantiles 2.5 % and 97.5 % of a measured value.
  std::vector<double> measured_low, measured_high;
  long compared = 0;
  double coverage = 0.0;  ///< share of the compared values within the band of measured values
};

/// Predictions of the measured outputs in a period, from some of the draws.
struct PredictedRun {
  std::string name;  ///< `period 1`
  Instant start{};
  Duration step{};
  std::vector<PredictedSignal> signals;
};

/// The result of `sample`.
struct SampleResult {
  bool interrupted = false;  ///< if true, the other members are not valid
  SampleSettings settings;
  std::vector<PosteriorParameter> parameters;
  std::vector<PosteriorExpression> expressions;
  std::vector<FixedValue> fixed;                 ///< fixed values, as in the problem
  RunDefaults simulation;                        ///< `stated_simulation`
  std::vector<std::vector<double>> correlation;  ///< correlation matrix of the parameters
  std::vector<estimation::Draws> draws;  ///< draws of each parameter, in the unit of the parameter
  estimation::Draws log_posterior;   ///< log-density with respect to the parameters in their units
  std::vector<SampledChain> chains;  ///< statistics of each chain; with Ensemble, of each walker
  std::vector<PredictedRun> predictive;
  int predictive_draws = 0;
  double roughness = NAN;  ///< largest value over several lines (`roughness`); NaN: unknown
  /// Number of evaluations of the posterior, including evaluations by the optimiser.
  long evaluations = 0;
  std::vector<SeriesReport> reports;  ///< reports of the series of sources
  double seconds = 0.0;
  Diagnostics diagnostics;
};

/// Draws from the posterior of the parameters of a calibration: the likelihood of the measurements
/// in its periods, with the stated standard deviations, times the priors. Parameters without a
/// prior are uniform between their bounds.
///
/// First finds the optimum (`calibrate`). Chains start from widely scattered points around the
/// optimum, and the information at the optimum determines the first mass matrix. Throws ModelError
/// and InputError if the problem is wrong, and SimulationError if the model cannot be evaluated.
/// The result is bit-identical for any number of threads.
SampleResult sample(const CalibrationProblem& problem, const Registry& registry,
                    const SampleOptions& options = {});

/// Returns the JSON Schema (2020-12) of result files.
std::string sample_result_schema();

/// Returns the text of the result file (JSON).
std::string write_sample_result(const SampleResult& result);

/// Returns all draws as CSV with the columns chain, draw, log_posterior and one for each parameter.
std::string write_chains(const SampleResult& result);

}  // namespace hearth

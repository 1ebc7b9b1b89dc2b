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

enum class Sampler {
  Nuts,      ///< the no-U-turn sampler, which uses derivatives
  Ensemble,  ///< an ensemble of walkers with affine invariance, without derivatives
};

inline constexpr Choices<Sampler, 2> kSamplerWords{
    {{"nuts", Sampler::Nuts}, {"ensemble", Sampler::Ensemble}}};

enum class MassMatrix { Dense, Diagonal };

inline constexpr Choices<MassMatrix, 2> kMassMatrixWords{
    {{"dense", MassMatrix::Dense}, {"diagonal", MassMatrix::Diagonal}}};

/// How draws are made.
struct SampleSettings {
  Sampler sampler = Sampler::Nuts;
  int chains = 0;
  int walkers = 1;  ///< of each; 1 of Nuts
  int draws = 0;    ///< that each has
  int warmup = 0;
  std::uint64_t seed = 0;
  MassMatrix mass_matrix = MassMatrix::Dense;
  double acceptance = 0.0;
  int deepest = 0;
  ErrorModel error_model = ErrorModel::Output;
  Duration step{};
  std::string timezone;
};

struct SampleOptions {
  /// None: Nuts if the problem has exact derivatives and its posterior is smooth (`roughness`).
  std::optional<Sampler> sampler{};
  int chains = 4;              ///< of Ensemble: ensembles
  std::optional<int> draws{};  ///< of each chain, or walker; none: 500 of Nuts, otherwise 1000
  /// Iterations before the draws, which are dropped; none: 300 of Nuts, otherwise 1000.
  std::optional<int> warmup{};
  std::uint64_t seed = 1;
  MassMatrix mass_matrix = MassMatrix::Dense;  ///< of Nuts
  double acceptance = 0.8;                     ///< of Nuts: wanted probability of acceptance
  int deepest = 8;                             ///< of Nuts: a path has at most 2^deepest - 1 steps
  std::optional<int> walkers{};  ///< of each ensemble, even; none: twice the parameters plus one
  int threads = 1;
  /// Chains end when this is over, the search of the optimum included, with the draws until then.
  /// These depend on the speed of the machine.
  std::optional<Duration> time_limit{};
  /// Called before the first draw with the sampler that was chosen and the time that chains are
  /// likely to take, in s.
  std::function<void(const SampleSettings& settings, double expected)> begin{};
  /// Called while the optimum is searched, as in `CalibrateOptions`; false ends the run.
  std::function<bool(int start, int iteration, double objective)> search{};
  /// Called after iterations of any chain with their number; false ends the run. From one thread at
  /// a time.
  std::function<bool(long done, long total)> progress{};
};

/// What the draws say of one quantity.
struct PosteriorSummary {
  double mean = 0.0;
  double sd = 0.0;
  double median = 0.0;
  estimation::Interval ci95;  ///< from the 2.5 % to the 97.5 % quantile
  double r_hat = 0.0;         ///< NaN if there are too few draws
  double ess_bulk = 0.0, ess_tail = 0.0;
};

struct PosteriorParameter {
  CalibrationParameter parameter;  ///< with its unit, and the bounds of its density
  double optimum = 0.0;            ///< where the optimiser ended
  PosteriorSummary posterior;
};

struct PosteriorExpression {
  CalibrationExpression expression;  ///< with its unit
  PosteriorSummary posterior;
};

/// How one chain went.
struct SampledChain {
  double acceptance = 0.0;
  double step_size = 0.0;  ///< of Nuts
  long divergences = 0;    ///< of Nuts
  long saturated = 0;      ///< of Nuts: paths of the largest depth
};

/// The posterior prediction of a measured output, by row.
struct PredictedSignal {
  std::string port;
  Unit unit;
  std::vector<double> measured;                     ///< NaN: none, or not compared
  std::vector<double> mean, low, high;              ///< of the output; 2.5 % and 97.5 %
  std::vector<double> measured_low, measured_high;  ///< of a measured value
  long compared = 0;
  double coverage = 0.0;  ///< share of the compared values that lie in the band of measured values
};

/// The measured outputs in a period, over some of the draws.
struct PredictedRun {
  std::string name;  ///< `period 1`
  Instant start{};
  Duration step{};
  std::vector<PredictedSignal> signals;
};

struct SampleResult {
  bool interrupted = false;  ///< nothing else counts then
  SampleSettings settings;
  std::vector<PosteriorParameter> parameters;
  std::vector<PosteriorExpression> expressions;
  std::vector<FixedValue> fixed;                 ///< as in the problem
  RunDefaults simulation;                        ///< `stated_simulation`
  std::vector<std::vector<double>> correlation;  ///< of the parameters
  std::vector<estimation::Draws> draws;          ///< by parameter, in its unit
  estimation::Draws log_posterior;               ///< by the parameters in their units
  std::vector<SampledChain> chains;              ///< of Ensemble: one for each walker
  std::vector<PredictedRun> predictive;
  int predictive_draws = 0;
  double roughness = NAN;             ///< the largest of some lines (`roughness`); NaN: not known
  long evaluations = 0;               ///< of the posterior, the optimiser's included
  std::vector<SeriesReport> reports;  ///< of the sources' series
  double seconds = 0.0;
  Diagnostics diagnostics;
};

/// Draws from the posterior of the parameters of a calibration: the likelihood of the measurements
/// in its periods, with the stated standard deviations, times the priors. Parameters without a
/// prior are uniform between their bounds.
///
/// The optimum is found first (`calibrate`); chains start overdispersed around it, with its
/// information as the first mass matrix. ModelError and InputError where the problem is wrong;
/// SimulationError where the model cannot be evaluated. Bit-identical for any number of threads.
SampleResult sample(const CalibrationProblem& problem, const Registry& registry,
                    const SampleOptions& options = {});

/// Returns the JSON Schema (2020-12) of result files.
std::string sample_result_schema();

/// Returns the result file's text (JSON).
std::string write_sample_result(const SampleResult& result);

/// Returns all draws as CSV: chain, draw, log_posterior, parameters.
std::string write_chains(const SampleResult& result);

}  // namespace hearth

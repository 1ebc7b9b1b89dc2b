// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/sample.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

#include "hearth/estimation/bayes/chain_warnings.hpp"
#include "hearth/estimation/bayes/ensemble.hpp"
#include "hearth/estimation/bayes/nuts.hpp"
#include "hearth/estimation/bayes/posterior.hpp"
#include "hearth/estimation/bayes/predictive.hpp"
#include "hearth/estimation/bayes/roughness.hpp"
#include "hearth/estimation/calibration/likelihood.hpp"
#include "hearth/estimation/calibration/prepared_problem.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/workers.hpp"

namespace hearth {
namespace {

using estimation::Draws;
using estimation::MarkovChain;
using estimation::Posterior;
using estimation::RandomStream;

// stream of random numbers for the start of a chain: this plus the number of the chain
constexpr std::uint64_t kStartStream = std::uint64_t{1} << 32;
constexpr double kOverdispersion = 2.0;  // spread of starts, in standard deviations
constexpr int kMostPredictive = 200;     // largest number of draws for predictions
constexpr int kLines = 6;  // number of lines along which the posterior is checked for jumps
constexpr double kUsualPath = 8.0;  // evaluations of a path of Nuts, to predict the time

using Clock = std::chrono::steady_clock;

/// Returns the problem without its validation, which sampling does not use.
CalibrationProblem without_validation(CalibrationProblem problem) {
  problem.validation.clear();
  return problem;
}

/// Returns the parameters with the support of their density: their bounds, and the range in which
/// the equations of their targets are valid.
std::vector<estimation::Parameter> with_support(const PreparedProblem& prepared) {
  std::vector<estimation::Parameter> parameters = prepared.estimated();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    parameters[i] = within_ranges(std::move(parameters[i]), prepared.targets()[i]);
  }
  return parameters;
}

/// Throws if a parameter has no proper density.
void require_density(const PreparedProblem& prepared) {
  Diagnostics wrong;
  for (const CalibrationParameter& parameter : prepared.parameters()) {
    const estimation::Parameter& own = parameter.parameter;
    if (own.prior || (std::isfinite(own.min) && std::isfinite(own.max))) continue;
    if (parameter.period > 0) continue;  // the same as in the first period
    wrong.error("sample.prior_missing", parameter.where,
                "'" + own.name +
                    "' has neither a prior nor two bounds, so that nothing determines which values "
                    "are likely; set 'prior', or set 'min' and 'max', between which all values are "
                    "then equally likely");
  }
  if (prepared.problem().solve.loss.kind != estimation::Loss::Kind::Squared) {
    wrong.error("sample.loss", prepared.problem().where,
                "sampling needs the likelihood of normal errors, which corresponds to the loss "
                "'squared'; remove 'loss'");
  }
  if (wrong.has_errors()) throw InputError(wrong);
}

void require_settings(const SampleOptions& options, const PreparedProblem& prepared) {
  if (!options.walkers) return;
  const int least = 2 * static_cast<int>(prepared.parameters().size());
  if (*options.walkers >= least && *options.walkers % 2 == 0) return;
  throw InputError("sample.walkers", prepared.problem().where,
                   "found " + std::to_string(*options.walkers) +
                       " walkers; set an even number of at least " + std::to_string(least) +
                       ", twice the number of parameters");
}

/// Returns the part of the log-likelihood that is not in the residuals: that of their standard
/// deviations.
double likelihood_constant(const PreparedProblem& prepared) {
  if (prepared.problem().error_model == ErrorModel::Kalman) return 0.0;  // the rows contain it
  double constant = 0.0;
  for (const PeriodData& data : prepared.periods()) {
    for (std::size_t m = 0; m < data.measured.size(); ++m) {
      const long rows =
          static_cast<long>(data.measured[m].size()) - data.first_row - data.missing[m];
      constant -= static_cast<double>(rows) *
                  (std::log(prepared.deviations()[m]) + 0.5 * std::log(2.0 * std::numbers::pi));
    }
  }
  return constant;
}

/// The posterior of a problem with the function of its residuals; may be used by one thread at a
/// time.
struct ProblemDensity {
  ProblemDensity(const PreparedProblem& prepared, int threads)
      : residuals(residuals_of(prepared, threads)),
        posterior(with_support(prepared), *residuals, likelihood_constant(prepared)) {}

  static std::unique_ptr<estimation::ResidualFunction> residuals_of(const PreparedProblem& prepared,
                                                                    int threads) {
    if (prepared.problem().error_model == ErrorModel::Kalman) {
      return std::make_unique<FilterLikelihood>(prepared, threads);
    }
    return std::make_unique<SimulationResiduals>(prepared, threads);
  }

  std::unique_ptr<estimation::ResidualFunction> residuals;
  Posterior posterior;
};

/// `walkers` consecutive chains are those of one ensemble.
PosteriorSummary summary_of(const Draws& draws, int walkers) {
  std::vector<double> values;
  for (const std::vector<double>& chain : draws) {
    values.insert(values.end(), chain.begin(), chain.end());
  }
  const auto count = static_cast<double>(values.size());
  PosteriorSummary summary;
  for (const double value : values) summary.mean += value / count;
  for (const double value : values) {
    summary.sd += (value - summary.mean) * (value - summary.mean) / std::max(1.0, count - 1.0);
  }
  summary.sd = std::sqrt(summary.sd);
  std::sort(values.begin(), values.end());
  summary.median = estimation::quantile_of_sorted(values, 0.5);
  summary.ci95 = {estimation::quantile_of_sorted(values, 0.025),
                  estimation::quantile_of_sorted(values, 0.975)};
  const auto group = static_cast<std::size_t>(walkers);
  summary.r_hat = estimation::r_hat(estimation::merged(draws, group));
  summary.ess_bulk = estimation::bulk_effective_sample_size(draws, group);
  summary.ess_tail = estimation::tail_effective_sample_size(draws, group);
  return summary;
}

/// Draws all parameters of a problem.
class ProblemSampler {
 public:
  ProblemSampler(const CalibrationProblem& problem, const Registry& registry,
                 const SampleOptions& options)
      : problem_(without_validation(problem)), options_(options), prepared_(problem_, registry) {}

  SampleResult run() {
    require_density(prepared_);
    require_settings(options_, prepared_);
    const CalibrationResult optimum = find_optimum();
    if (result_.interrupted) return std::move(result_);
    const std::optional<estimation::Laplace> near = approximate(optimum);
    note_settings(choose_sampler(*near));
    foretell(*near);
    run_chains(*near);
    if (stopped_) {
      result_.interrupted = true;
      return std::move(result_);
    }
    summarise(optimum);
    predict_measurements();
    result_.interrupted = stopped_;
    return std::move(result_);
  }

 private:
  /// Chooses Nuts for smooth posteriors with exact derivatives. Warns if the posterior is rough.
  Sampler choose_sampler(const estimation::Laplace& near) {
    const bool wanted = options_.sampler == Sampler::Nuts;
    if (options_.sampler == Sampler::Ensemble) return Sampler::Ensemble;
    const bool exact = problem_.error_model == ErrorModel::Output && prepared_.exact_derivatives();
    if (!exact) return wanted ? Sampler::Nuts : Sampler::Ensemble;
    result_.roughness = find_roughness(near);
    if (result_.roughness < estimation::kRough) return Sampler::Nuts;
    const std::string jump = number_text(std::round(result_.roughness * 100.0) / 100.0);
    const std::string found =
        "the logarithm of the posterior jumps by " + jump +
        " near its mode, and its gradient does not show this jump: a component switches with the "
        "parameters, such as an on/off controller; ";
    result_.diagnostics.warning(
        "sample.rough", problem_.where,
        found + (wanted ? "nuts then needs many and long paths; use --sampler ensemble, or replace "
                          "the component that switches"
                        : "the sampler 'ensemble' is used, which needs no gradient but many draws; "
                          "replace the component that switches to use nuts"));
    return wanted ? Sampler::Nuts : Sampler::Ensemble;
  }

  double find_roughness(const estimation::Laplace& near) {
    std::vector<estimation::Roughness> found(kLines);
    Workers workers(std::min(options_.threads, kLines));
    workers.for_pieces(kLines, 1, [&](int, int first, int last) {
      ProblemDensity density(prepared_, 1);
      for (int line = first; line < last; ++line) {
        found[static_cast<std::size_t>(line)] =
            estimation::roughness(density.posterior, near, static_cast<std::uint64_t>(line));
      }
    });
    double height = 0.0;
    for (const estimation::Roughness& line : found) {
      result_.evaluations += line.evaluations;
      height = std::max(height, line.height);
    }
    return height;
  }

  /// Reports the expected time of the chains.
  void foretell(const estimation::Laplace& near) {
    if (!options_.begin) return;
    const SampleSettings& settings = result_.settings;
    const bool paths = settings.sampler == Sampler::Nuts;
    ProblemDensity density(prepared_, 1);
    Eigen::VectorXd gradient(near.mode.size());
    const auto evaluate = [&] {
      paths ? density.posterior.value(near.mode, gradient) : density.posterior.value(near.mode);
    };
    evaluate();  // the first evaluation also allocates
    const auto begin = Clock::now();
    evaluate();
    const double once = std::chrono::duration<double>(Clock::now() - begin).count();
    const double iterations =
        static_cast<double>(settings.chains) * (settings.warmup + settings.draws);
    const double each = paths ? kUsualPath : settings.walkers;
    options_.begin(settings,
                   iterations * each * once / std::min(options_.threads, settings.chains));
  }

  void note_settings(Sampler sampler) {
    const auto parameters = static_cast<int>(prepared_.parameters().size());
    const bool paths = sampler == Sampler::Nuts;
    SampleSettings& settings = result_.settings;
    settings.sampler = sampler;
    settings.chains = options_.chains;
    if (!paths) settings.walkers = options_.walkers.value_or(2 * (parameters + 1));
    settings.draws = options_.draws.value_or(paths ? 500 : 1000);
    settings.warmup = options_.warmup.value_or(paths ? 300 : 1000);
    settings.seed = options_.seed;
    settings.mass_matrix = options_.mass_matrix;
    settings.acceptance = options_.acceptance;
    settings.deepest = options_.deepest;
    settings.error_model = problem_.error_model;
    settings.step = problem_.step;
    settings.timezone = problem_.timezone;
    result_.fixed = problem_.fixed;
    result_.simulation = stated_simulation(problem_);
  }

  CalibrationResult find_optimum() {
    CalibrateOptions search;
    search.threads = options_.threads;
    search.progress = options_.search;
    CalibrationResult optimum = calibrate(prepared_, search);
    if (optimum.summary.status == estimation::Status::Failed) {
      throw SimulationError("calibration.failed", problem_.where, optimum.summary.message);
    }
    result_.interrupted = optimum.summary.status == estimation::Status::Interrupted;
    result_.reports = optimum.reports;
    result_.evaluations = optimum.evaluations + optimum.jacobians;
    return optimum;
  }

  std::optional<estimation::Laplace> approximate(const CalibrationResult& optimum) {
    ProblemDensity density(prepared_, options_.threads);
    Posterior& posterior = density.posterior;
    auto near = laplace(posterior, posterior.unconstrained(optimum.summary.parameters));
    if (!near) {
      throw SimulationError("sample.no_start", problem_.where,
                            "the posterior cannot be evaluated near the optimum; run 'hearth "
                            "calibrate' first, and exclude impossible values by bounds");
    }
    return near;
  }

  /// Returns a point near the mode with a positive density.
  Eigen::VectorXd start(Posterior& posterior, const estimation::Laplace& near,
                        RandomStream& random) const {
    constexpr int kMost = 40;
    const Eigen::LLT<Eigen::MatrixXd> factor(near.covariance);
    double reach = kOverdispersion;
    for (int i = 0; i < kMost; ++i, reach *= 0.8) {
      Eigen::VectorXd noise(near.mode.size());
      for (double& value : noise) value = random.normal();
      Eigen::VectorXd point = near.mode + factor.matrixL() * (reach * noise);
      if (std::isfinite(posterior.value(point))) return point;
    }
    return near.mode;
  }

  void run_chains(const estimation::Laplace& near) {
    const auto count = static_cast<std::size_t>(options_.chains);
    std::vector<std::vector<MarkovChain>> found(count);
    sampling_ = Clock::now();
    const int inner = count == 1 ? options_.threads : 1;
    Workers workers(count == 1 ? 1 : std::min(options_.threads, options_.chains));
    workers.for_pieces(options_.chains, 1, [&](int, int first, int last) {
      for (int c = first; c < last; ++c) {
        if (!stopped_) found[static_cast<std::size_t>(c)] = run_chain(near, c, inner);
      }
    });
    if (stopped_) return;
    cut(found);
    ProblemDensity density(prepared_, 1);
    result_.draws.resize(prepared_.parameters().size());
    for (const std::vector<MarkovChain>& chains : found) {
      for (const MarkovChain& chain : chains) take(density.posterior, chain);
    }
  }

  /// Keeps only the number of draws that all chains have, if the time limit ended them early.
  void cut(std::vector<std::vector<MarkovChain>>& found) {
    SampleSettings& settings = result_.settings;
    Eigen::Index least = settings.draws;
    for (const std::vector<MarkovChain>& chains : found) {
      least = chains.empty() ? 0 : std::min(least, chains.front().draws.rows());
      if (least == 0) break;
    }
    if (least == settings.draws) return;
    if (least == 0) {
      throw SimulationError(
          "sample.time_limit", problem_.where,
          "the time limit was reached before the end of the warm-up, so that there are no draws; "
          "raise --time-limit, or lower --warmup and --draws");
    }
    result_.diagnostics.warning(
        "sample.time_limit", problem_.where,
        "the time limit was reached: the chains have " + std::to_string(least) + " of " +
            std::to_string(settings.draws) + " draws; raise --time-limit to obtain all of them");
    settings.draws = static_cast<int>(least);
    for (std::vector<MarkovChain>& chains : found) {
      for (MarkovChain& chain : chains) {
        chain.draws.conservativeResize(least, Eigen::NoChange);
        chain.log_density.resize(static_cast<std::size_t>(least));
        if (!chain.divergent.empty()) chain.divergent.resize(static_cast<std::size_t>(least));
      }
    }
  }

  /// Returns the time at which a chain that begins now has to end: chains that run one after the
  /// other share the remaining time.
  Clock::time_point deadline() const {
    if (!options_.time_limit) return Clock::time_point::max();
    const int at_once = std::min(options_.threads, options_.chains);
    const int rounds = (options_.chains + at_once - 1) / at_once;
    const auto left = begin_ + *options_.time_limit - sampling_;
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(left) / rounds;
  }

  std::vector<MarkovChain> run_chain(const estimation::Laplace& near, int number, int threads) {
    ProblemDensity density(prepared_, threads);
    const auto stream = static_cast<std::uint64_t>(number);
    RandomStream starts(options_.seed, kStartStream + stream);
    const RandomStream random(options_.seed, stream);
    const auto end = deadline();
    const auto go_on = [this, end] { return note_iteration() && Clock::now() < end; };
    const SampleSettings& settings = result_.settings;
    if (settings.sampler == Sampler::Nuts) {
      auto chain =
          sample_by_nuts(density.posterior, start(density.posterior, near, starts), near.covariance,
                         {.warmup = settings.warmup,
                          .draws = settings.draws,
                          .acceptance = settings.acceptance,
                          .deepest = settings.deepest,
                          .dense = settings.mass_matrix == MassMatrix::Dense},
                         random, go_on);
      return chain ? std::vector<MarkovChain>{*std::move(chain)} : std::vector<MarkovChain>{};
    }
    Eigen::MatrixXd walkers(settings.walkers, near.mode.size());
    for (Eigen::Index i = 0; i < walkers.rows(); ++i) {
      walkers.row(i) = start(density.posterior, near, starts).transpose();
    }
    return sample_by_ensemble(density.posterior, walkers,
                              {.warmup = settings.warmup, .draws = settings.draws}, random, go_on)
        .value_or(std::vector<MarkovChain>{});
  }

  /// Counts an iteration of a chain; returns whether to continue.
  bool note_iteration() {
    const std::lock_guard lock(mutex_);
    ++iterations_;
    const SampleSettings& settings = result_.settings;
    const long total =
        static_cast<long>(settings.chains) * (static_cast<long>(settings.warmup) + settings.draws);
    if (options_.progress && !options_.progress(iterations_, total)) stopped_ = true;
    return !stopped_;
  }

  /// Keeps the draws of a chain as parameters in their units.
  void take(const Posterior& posterior, const MarkovChain& chain) {
    result_.chains.push_back({chain.acceptance, chain.step_size,
                              std::count(chain.divergent.begin(), chain.divergent.end(), 1),
                              chain.saturated});
    divergent_.push_back(chain.divergent);
    result_.evaluations += chain.evaluations;
    result_.log_posterior.emplace_back();
    for (Draws& draws : result_.draws) draws.emplace_back();
    for (Eigen::Index k = 0; k < chain.draws.rows(); ++k) {
      const Eigen::VectorXd z = chain.draws.row(k).transpose();
      const std::vector<double> p = posterior.physical(z);
      for (std::size_t i = 0; i < p.size(); ++i) result_.draws[i].back().push_back(p[i]);
      result_.log_posterior.back().push_back(chain.log_density[static_cast<std::size_t>(k)] -
                                             posterior.log_slopes(z));
    }
  }

  std::vector<double> draw(std::size_t chain, std::size_t number) const {
    std::vector<double> p;
    for (const Draws& draws : result_.draws) p.push_back(draws[chain][number]);
    return p;
  }

  void summarise(const CalibrationResult& optimum) {
    const auto supports = with_support(prepared_);
    for (std::size_t i = 0; i < supports.size(); ++i) {
      CalibrationParameter parameter = prepared_.parameters()[i];
      parameter.parameter = supports[i];
      result_.parameters.push_back({std::move(parameter), optimum.summary.parameters[i],
                                    summary_of(result_.draws[i], result_.settings.walkers)});
    }
    for (const DerivedTargets& derived : prepared_.derived()) {
      Draws values(result_.chains.size());
      for (std::size_t c = 0; c < values.size(); ++c) {
        for (std::size_t k = 0; k < result_.log_posterior[c].size(); ++k) {
          values[c].push_back(derived.value.value(draw(c, k)));
        }
      }
      result_.expressions.push_back(
          {derived.expression, summary_of(values, result_.settings.walkers)});
    }
    correlate();
    note_diagnostics(optimum);
  }

  void correlate() {
    const std::size_t count = result_.parameters.size();
    result_.correlation.assign(count, std::vector<double>(count, 1.0));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        result_.correlation[i][j] = result_.correlation[j][i] = correlation(i, j);
      }
    }
  }

  double correlation(std::size_t i, std::size_t j) const {
    const PosteriorSummary& a = result_.parameters[i].posterior;
    const PosteriorSummary& b = result_.parameters[j].posterior;
    double sum = 0.0, count = 0.0;
    for (std::size_t c = 0; c < result_.draws[i].size(); ++c) {
      for (std::size_t k = 0; k < result_.draws[i][c].size(); ++k) {
        sum += (result_.draws[i][c][k] - a.mean) * (result_.draws[j][c][k] - b.mean);
        count += 1.0;
      }
    }
    const double scale = (count - 1.0) * a.sd * b.sd;
    return scale > 0.0 ? sum / scale : 0.0;
  }

  void note_diagnostics(const CalibrationResult& optimum) {
    for (const Diagnostic& item : optimum.diagnostics.items()) {
      // reported with the terms of sampling
      const bool own =
          item.code == "calibration.residuals_correlated" || item.code == "calibration.sd_small";
      if (!own) result_.diagnostics.add(item);
    }
    if (optimum.summary.status == estimation::Status::Stopped) {
      result_.diagnostics.warning("calibration.stopped", problem_.where, optimum.summary.message);
    }
    const auto& noise = optimum.uncertainty.noise;
    for (std::size_t m = 0; m < noise.size(); ++m) {
      if (noise[m].white()) continue;
      const CalibrationMeasurement& measurement = problem_.measurements[m];
      result_.diagnostics.warning("sample.residuals_correlated", measurement.where,
                                  "the residuals of " + measurement.port +
                                      " at the optimum are not white noise (autocorrelation " +
                                      number_text(std::round(noise[m].lag1 * 100.0) / 100.0) +
                                      " from one to the next), although the likelihood assumes "
                                      "this: the intervals are too narrow; set \"error_model\": "
                                      "\"kalman\", or add the missing influences to the model");
    }
    warn_of_sds(optimum);
    warn_of_chains(result_, divergent_, result_.diagnostics);
  }

  /// The likelihood uses the stated sd unchanged, whereas the intervals of a calibration adapt
  /// them.
  void warn_of_sds(const CalibrationResult& optimum) {
    constexpr double kTooLarge = 2.0;
    if (problem_.error_model != ErrorModel::Output) return;
    for (std::size_t m = 0; m < problem_.measurements.size(); ++m) {
      const CalibrationMeasurement& measurement = problem_.measurements[m];
      const auto found = optimum.measurements.find(measurement.port);
      if (found == optimum.measurements.end() || found->second.n == 0) continue;
      const double ratio = found->second.rmse / prepared_.deviations()[m];
      if (!(ratio > kTooLarge)) continue;
      result_.diagnostics.warning("sample.sd_small", measurement.where,
                                  "the residuals of " + measurement.port + " at the optimum are " +
                                      number_text(std::round(10.0 * ratio) / 10.0) +
                                      " times the stated 'sd': intervals and bands are too narrow "
                                      "by about this factor; set an 'sd' of that size, or estimate "
                                      "it with \"error_model\": \"kalman\" and 'sd_of'");
    }
  }

  void predict_measurements() {
    const std::size_t length = result_.log_posterior.front().size();
    const std::size_t total = length * result_.chains.size();
    const std::size_t count = std::min<std::size_t>(kMostPredictive, total);
    std::vector<std::vector<double>> draws;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t number = (2 * i + 1) * total / (2 * count);
      draws.push_back(draw(number / length, number % length));
    }
    result_.predictive = predict(prepared_, draws, options_.threads, [this] {
      const std::lock_guard lock(mutex_);
      if (options_.progress && !options_.progress(iterations_, iterations_)) stopped_ = true;
      return !stopped_;
    });
    result_.predictive_draws = static_cast<int>(count);
  }

  CalibrationProblem problem_;
  const SampleOptions& options_;
  PreparedProblem prepared_;
  SampleResult result_;
  std::vector<std::vector<char>> divergent_;  // by chain and draw
  Clock::time_point begin_ = Clock::now();
  Clock::time_point sampling_{};  // start of the chains
  std::mutex mutex_;
  long iterations_ = 0;
  std::atomic<bool> stopped_{false};
};

}  // namespace

SampleResult sample(const CalibrationProblem& problem, const Registry& registry,
                    const SampleOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  SampleResult result = ProblemSampler(problem, registry, options).run();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  return result;
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
// The command lines of the verbs that run models.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <thread>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/verbs.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/estimation/calibration/calibration_words.hpp"

namespace hearth::apps {
namespace {

constexpr Choices<ProgressStyle, 3> kProgressStyles{
    {{"auto", ProgressStyle::Auto}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}}};

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// `value` does not change if the option is not given.
template <class Value>
void add_threads(VerbLine& line, Value& value) {
  line.option("-j,--threads", value, read_threads, "N",
              "Use N threads; results do not depend on N (default: one per processor)");
}

constexpr Choices<int, 2> kFmiVersions{{{"2", 2}, {"3", 3}}};
constexpr Choices<bool, 2> kFmuTimes{{{"start", false}, {"year", true}}};

constexpr Choices<SensitivityMethod, 2> kSensitivityMethods{
    {{"morris", SensitivityMethod::Morris}, {"sobol", SensitivityMethod::Sobol}}};
constexpr int kMostTrajectories = 10000;
constexpr int kMostPoints = 65536;

int read_trajectories(const std::string& option, const std::string& text) {
  const std::optional<std::int64_t> count = whole_number(text);
  if (count && *count >= 2 && *count <= kMostTrajectories) return static_cast<int>(*count);
  refuse_value(option, text,
               fmt::format("expected a whole number from 2 to {}", kMostTrajectories));
}

int read_points(const std::string& option, const std::string& text) {
  const std::optional<std::int64_t> count = whole_number(text);
  const bool allowed = count && *count >= 2 && *count <= kMostPoints;
  if (allowed && (*count & (*count - 1)) == 0) return static_cast<int>(*count);
  refuse_value(option, text, fmt::format("expected a power of 2 from 2 to {}", kMostPoints));
}

std::uint64_t read_seed(const std::string& option, const std::string& text) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 53;  // that JSON represents exactly
  const std::optional<std::int64_t> seed = whole_number(text);
  if (seed && *seed >= 0 && *seed <= kLargest) return static_cast<std::uint64_t>(*seed);
  refuse_value(option, text, fmt::format("expected a whole number from 0 to {}", kLargest));
}

/// Refuses options of one method with another one.
void check_method(const VerbLine& line, const hearth::SensitivityOptions& options) {
  const bool morris = options.method == SensitivityMethod::Morris;
  const char* const other = morris ? "--points" : "--trajectories";
  if (!line.given(other)) return;
  throw UsageError("usage.option", {.pointer = other},
                   fmt::format("works only with --method {}", morris ? "sobol" : "morris"));
}

template <class Value>
void add_coupling(VerbLine& line, Value& coupling, const std::string& standard) {
  line.choice("--coupling", coupling, kCouplingWords, "SCHEME",
              "Select the coupling scheme: {} (default: " + standard + ")");
}

void add_substeps(VerbLine& line, std::optional<int>& substeps, const std::string& standard) {
  line.option("--substeps", substeps, read_substep_count, "N",
              "Divide each step into N parts; auto lets the engine choose N; without --coupling, 1 "
              "also selects the coupling gauss-seidel (default: " +
                  standard + ")");
}

void add_every(VerbLine& line, std::optional<Interval>& every, const std::string& standard) {
  line.option("--every", every, read_interval, "INTERVAL",
              "Write one row per INTERVAL, such as PT1H, P1D or P1M: rates as means over it, other "
              "signals as values at its end (default: " +
                  standard + ")");
}

void add_progress(VerbLine& line, ProgressStyle& progress) {
  line.choice("--progress", progress, kProgressStyles, "STYLE",
              "Show the progress on stderr: {} (default: auto)");
}

void add_report_and_progress(VerbLine& line, std::optional<std::filesystem::path>& report,
                             ProgressStyle& progress) {
  line.option("--report", report, read_output, "FILE", "Also write an HTML report to this file");
  add_progress(line, progress);
}

/// Options for one engine.
constexpr std::array kContinuousOptions{"--tolerance",     "--absolute-tolerance", "--method",
                                        "--longest-step",  "--fixed-step",         "--most-steps",
                                        "--check-interval"};
constexpr std::array kStepwiseOptions{"--locate-events", "--coupling", "--substeps", "--input-hold",
                                      "--cycle-removal"};

void note_engine_options(const VerbLine& line, SimulateOptions& options) {
  for (const char* option : kContinuousOptions) {
    if (line.given(option)) options.engine_options.emplace_back(option, Engine::Continuous);
  }
  for (const char* option : kStepwiseOptions) {
    if (line.given(option)) options.engine_options.emplace_back(option, Engine::Stepwise);
  }
  if (options.model.compile.engine) require_engine(options, *options.model.compile.engine);
}

void add_integration(VerbLine& line, ContinuousOptions& options) {
  IntegratorOptions& integrator = options.integrator;
  const std::string engine = " (continuous engine, default: set by the model, or ";
  line.choice("--method", integrator.method, kMethodWords, "METHOD",
              "Select the method of integration: {}" + engine + "bdf)");
  line.option("--tolerance", integrator.relative_tolerance, read_positive, "NUMBER",
              "Set the relative tolerance of the integration" + engine + "1e-6)");
  line.option("--absolute-tolerance", integrator.absolute_tolerance, read_positive, "NUMBER",
              "Set the absolute tolerance, in the unit of each state" + engine +
                  "a hundredth of the relative tolerance)");
  line.option(
      "--longest-step", integrator.longest_step, read_positive, "SECONDS",
      "Limit the step of the integrator" + engine +
          "the step of the run, or 1/128 of the shortest 'period' of a component if that is "
          "shorter; no limit if the rates neither depend on time nor switch)");
  line.option(
      "--fixed-step", integrator.fixed_step, read_positive, "SECONDS",
      "Set the step of the methods euler and runge-kutta-4" + engine + "the step of the run)");
  line.option(
      "--most-steps", integrator.most_steps, read_count, "N",
      "Limit the number of steps of the integrator between two restarts (at events, samples, and "
      "jumps and kinks of series)" +
          engine + "10 million)");
  line.option("--check-interval", options.check_interval, read_positive, "SECONDS",
              "Limit the time between two checks for events" + engine +
                  "the step of the run, or 1/128 of the shortest 'period' of a component if that "
                  "is shorter)");
}

/// Options for one sampler.
constexpr std::array kNutsOptions{"--mass-matrix", "--acceptance", "--deepest"};
constexpr std::array kEnsembleOptions{"--walkers"};

/// Options for a sampler select it; options for the other one are refused.
template <std::size_t N>
void choose_sampler(const VerbLine& line, const std::array<const char*, N>& own, Sampler wanted,
                    std::optional<Sampler>& sampler) {
  for (const char* option : own) {
    if (!line.given(option)) continue;
    if (sampler && *sampler != wanted) {
      throw UsageError(
          "usage.option", {.pointer = option},
          fmt::format("works only with --sampler {}", word_for(wanted, kSamplerWords)));
    }
    sampler = wanted;
  }
}

void check_sampler(const VerbLine& line, SampleOptions& options) {
  choose_sampler(line, kNutsOptions, Sampler::Nuts, options.sampling.sampler);
  choose_sampler(line, kEnsembleOptions, Sampler::Ensemble, options.sampling.sampler);
}

double read_tolerance(const std::string& option, const std::string& text) {
  const double tolerance = read_positive(option, text);
  if (tolerance >= kTolerances.min && tolerance <= kTolerances.max) return tolerance;
  refuse_value(option, text,
               fmt::format("expected a number of {} to {}", kTolerances.min, kTolerances.max));
}

int read_evaluations(const std::string& option, const std::string& text) {
  const std::optional<std::int64_t> count = whole_number(text);
  constexpr auto kMost = static_cast<std::int64_t>(kEvaluations.max);
  if (count && *count >= 1 && *count <= kMost) return static_cast<int>(*count);
  refuse_value(option, text, fmt::format("expected a whole number from 1 to {}", kMost));
}

int read_folds(const std::string& option, const std::string& text) {
  const std::optional<std::int64_t> count = whole_number(text);
  if (count && *count >= 2 && *count <= kMostFolds) return static_cast<int>(*count);
  refuse_value(option, text, fmt::format("expected a whole number from 2 to {}", kMostFolds));
}

RollingRequest read_rolling(const std::string& option, const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) {
    refuse_value(option, text,
                 "expected two durations, the first fit and each prediction, such as P14D/P7D");
  }
  return {read_step(option, text.substr(0, slash)),
          read_step(option, text.substr(slash + 1)),
          {.pointer = option}};
}

double read_share(const std::string& option, const std::string& text) {
  const double share = read_positive(option, text);
  if (share < 1.0) return share;
  refuse_value(option, text, "expected a number between 0 and 1");
}

void add_search(VerbLine& line, SearchOptions& search) {
  const std::string standard = " (default: set by the file, or ";
  line.choice(
      "--solver", search.solver, kSolverWords, "SOLVER",
      "Select the solver: {}; trf is a trust-region reflective method, auto uses trf and, if "
      "trf does not converge, ceres" +
          standard + "auto)");
  line.option("--tolerance", search.tolerance, read_tolerance, "NUMBER",
              "End each search when objective and parameters change by less than this share; a "
              "calibration has one search for each start of 'multistart'" +
                  standard + "1e-10)");
  line.option("--max-evaluations", search.max_evaluations, read_evaluations, "N",
              "Limit the evaluations of each search, not counting those for derivatives" +
                  standard + "1000)");
  line.option(
      "--time-limit", search.time_limit, read_step, "TIME",
      "End all searches after this time, in seconds or as an ISO 8601 duration such as PT10M, and "
      "keep the best point of each" +
          standard + "none)");
  line.choice(
      "--derivatives", search.derivatives, kDerivativesWords, "KIND",
      "Select the derivatives: {}; exact is automatic differentiation, differences needs two "
      "runs per parameter" +
          standard + "exact)");
}

void add_sampling(VerbLine& line, hearth::SampleOptions& sampling) {
  line.choice("--sampler", sampling.sampler, kSamplerWords, "SAMPLER",
              "Select the sampler: {} (default: nuts if the problem has exact derivatives and its "
              "posterior is smooth, ensemble otherwise)");
  line.option("--chains", sampling.chains, read_chain_count, "N",
              "Run N chains of nuts, or N ensembles of walkers (default: 4)");
  line.option(
      "--draws", sampling.draws, read_draw_count, "N",
      "Draw N samples with each chain, or with each walker of an ensemble (default: 500 for "
      "nuts, 1000 for ensemble)");
  line.option(
      "--warmup", sampling.warmup, read_draw_count, "N",
      "Run N warm-up iterations of each chain, which are discarded and in which nuts adapts its "
      "steps (default: 300 for nuts, 1000 for ensemble)");
  line.option("--seed", sampling.seed, read_seed, "N",
              "Set the seed of the random numbers (default: 1)");
  line.choice("--mass-matrix", sampling.mass_matrix, kMassMatrixWords, "FORM",
              "Select the mass matrix of nuts: {} (default: dense)");
  line.option("--acceptance", sampling.acceptance, read_acceptance, "NUMBER",
              "Set the target acceptance probability of nuts, above 0 and below 1; larger values "
              "shorten the steps (default: 0.8)");
  line.option("--deepest", sampling.deepest, read_tree_depth, "N",
              "Limit the tree depth of nuts, 1 to 20; a trajectory doubles at most this many times "
              "(default: 8)");
  line.option(
      "--walkers", sampling.walkers, read_chain_count, "N",
      "Use N walkers in each ensemble; N is even and at least 2 p for p parameters (default: "
      "2 (p + 1))");
  line.option("--time-limit", sampling.time_limit, read_step, "TIME",
              "End all chains after this time, in seconds or as an ISO 8601 duration such as PT5M, "
              "and keep their draws (default: none)");
}

void check_share(const VerbLine& line, const ScenariosOptions& options) {
  if (line.given("--report") && options.shard && options.shard->count > 1) {
    throw UsageError("usage.option", {.pointer = "--report"},
                     "cannot be combined with --shard; run 'hearth merge', then 'hearth report' "
                     "for the whole set");
  }
  if (!options.list && !line.given("--output")) line.refuse_missing("--output");
}

}  // namespace

void require_engine(const SimulateOptions& options, Engine engine) {
  for (const auto& [option, required] : options.engine_options) {
    if (required == engine) continue;
    throw UsageError("usage.engine", {.pointer = option},
                     fmt::format("works only with --engine {}", word_for(required, kEngineWords)));
  }
}

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void describe(VerbLine& line, ExportOptions& options) {
  line.about(
      "Write a model with its data as a functional mock-up unit (FMU) for co-simulation, "
      "for\nprograms that import FMI 2.0 or 3.0.",
      {"hearth export model.hearth.json -o model.fmu",
       "hearth export model.hearth.json --fmi 3 --inputs 'heater.in.*' --outputs 'room.*' "
       "-o room.fmu"});
  add_model(line, options.model);
  line.option("-o,--output", options.output, read_output, "FILE",
              "Write the FMU to this file (*.fmu)")
      .required();
  line.choice("--fmi", options.fmi, kFmiVersions, "VERSION",
              "Select the version of the standard: {} (default: 2)");
  line.option("--start", options.start, read_time, "TIME",
              "Set the start of the default experiment, ISO 8601 (default: start of the model)");
  line.option("--end", options.end, read_time, "TIME",
              "Set the end of the default experiment, ISO 8601 (default: end of the model)");
  line.option(
      "--step", options.step, read_step, "STEP",
      "Set the step of the model in seconds or as an ISO 8601 duration; communication steps are "
      "multiples of it (default: set by the model)");
  line.list("--inputs", options.inputs, read_patterns, "PATTERN",
            "Select the inputs of the FMU: PATTERN[,PATTERN] for id.in.port, or none; connections "
            "to them in the model are removed (default: inputs without a connection)");
  line.list("--outputs", options.outputs, read_patterns, "PATTERN",
            "Select the outputs of the FMU: PATTERN[,PATTERN] for id.port, or none (default: all)");
  line.list(
      "--parameters", options.parameters, read_patterns, "PATTERN",
      "Select the parameters of the FMU: PATTERN[,PATTERN] for id.name, or none (default: all)");
  line.list("--set", options.settings, read_setting, "ASSIGNMENT",
            "Set a parameter, such as 'id.name=40 W/K'; repeatable");
  line.choice(
      "--time", options.year, kFmuTimes, "ORIGIN",
      "Select the time of the FMU: {}; start runs the model from its own start, year counts "
      "seconds since 1 January 00:00 (default: start)");
  add_engine(line, options.model.compile.engine, "set by the model, or stepwise");
  add_coupling(line, options.model.compile.coupling, "set by the model, or balanced");
  add_substeps(line, options.model.compile.substeps, "set by the model, or auto");
}

void describe(VerbLine& line, SimulateOptions& options) {
  line.about("Simulate a model and write the results (CSV, SQLite or NetCDF).",
             {"hearth simulate model.hearth.json -o results.csv",
              "hearth simulate model.hearth.json --start 2024-01-15 --end 2024-01-17 --set "
              "room.C_air=2e6"});
  add_model(line, options.model);
  options.output = "results.csv";
  line.option(
      "-o,--output", options.output, read_output_or_stdout, "FILE",
      "Write the results to this file (.csv, .csv.gz, .sqlite, .db, .nc; - writes CSV to stdout), "
      "and the record of the run next to it, as NAME.run.json (default: results.csv)");
  line.option("--start", options.start, read_time, "TIME",
              "Set the start of the run, ISO 8601 (default: set by the model)");
  line.option("--end", options.end, read_time, "TIME",
              "Set the end of the run, ISO 8601 (default: set by the model)");
  line.option("--step", options.step, read_step, "STEP",
              "Set the step in seconds or as an ISO 8601 duration (default: set by the model)");
  add_every(line, options.every, "set by the model, or one row per step");
  line.option(
          "--parameters", options.parameters, read_path, "FILE",
          "Set parameters from the result of a calibration, or from a JSON file of values by name")
      .files({".json"});
  line.list("--set", options.settings, read_setting, "ASSIGNMENT",
            "Set a parameter, such as 'id.name=40 W/K'; repeatable");
  line.list("--record", options.record, read_patterns, "PATTERN",
            "Select the signals to write: measurements, all or PATTERN[:STATISTIC][:UNIT][,...] of "
            "id.port, id.in.port or id@state; STATISTIC is end, mean, min, max or sum (default: "
            "measured outputs and outputs from which KPIs are computed, or all outputs of a model "
            "without measurements)");
  line.list("--fail-on", options.limits, read_limit, "LIMIT",
            "Exit with code 4 if a limit such as 'id.port.rmse>0.5' or 'balance>0.01' is exceeded; "
            "repeatable");
  add_engine(line, options.model.compile.engine, "set by the model, or stepwise");
  add_coupling(line, options.model.compile.coupling, "set by the model, or balanced");
  add_substeps(line, options.model.compile.substeps, "set by the model, or auto");
  line.choice("--input-hold", options.input_hold, kInputHoldWords, "HOLD",
              "Select how sources vary within a step: {}; sample follows the key 'sample' of each "
              "series, zero holds the value at the start of the step, first interpolates linearly "
              "(default: set by the model, or sample)");
  line.flag("--locate-events", options.locate_events, true,
            "Divide steps at the instants of events (stepwise engine)");
  add_integration(line, options.continuous);
  options.threads = all_threads();
  add_threads(line, options.threads);
  line.option("--save-state", options.save_state, read_output, "FILE",
              "Save the state at the end of the run to this file");
  line.option("--load-state", options.load_state, read_path, "FILE",
              "Continue from the saved state in this file");
  add_report_and_progress(line, options.report, options.progress);
  line.check([&options](const VerbLine& words) { note_engine_options(words, options); });
}

void describe(VerbLine& line, SensitivityOptions& options) {
  line.about(
      "Rank the parameters of a calibration by their effect on the fit, before they are "
      "estimated.\n"
      "Each run simulates the periods of the calibration with other values of the parameters.",
      {"hearth sensitivity calibration.json -o sensitivity.json",
       "hearth sensitivity calibration.json --method sobol --points 512"});
  line.argument("PROBLEM", options.model.file, read_path, "Calibration file")
      .required()
      .files({".json"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  options.output = "sensitivity.json";
  line.option(
      "-o,--output", options.output, read_output, "FILE",
      "Write the result to this file, and the record of the run next to it, as NAME.run.json "
      "(default: sensitivity.json)");
  hearth::SensitivityOptions& analysis = options.analysis;
  line.choice(
      "--method", analysis.method, kSensitivityMethods, "METHOD",
      "Select the method: {}; morris computes elementary effects, sobol shares of the variance "
      "(default: morris)");
  line.option("--trajectories", analysis.trajectories, read_trajectories, "N",
              "Use N trajectories for morris; each trajectory takes k + 1 runs for k parameters "
              "(default: 20)");
  line.option("--points", analysis.points, read_points, "N",
              "Use N points for sobol, a power of 2; each point takes k + 2 runs for k parameters "
              "(default: 256)");
  line.option("--seed", analysis.seed, read_seed, "N",
              "Set the seed of the random numbers (default: 1)");
  analysis.threads = all_threads();
  add_threads(line, analysis.threads);
  add_report_and_progress(line, options.report, options.progress);
  line.check([&analysis](const VerbLine& words) { check_method(words, analysis); });
}

void describe(VerbLine& line, CalibrateOptions& options) {
  line.about("Estimate parameters of a model from measurements.",
             {"hearth calibrate calibration.json --apply calibrated.hearth.json"});
  line.argument("PROBLEM", options.model.file, read_path, "Calibration file")
      .required()
      .files({".json"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  options.output = "result.json";
  line.option(
      "-o,--output", options.output, read_output, "FILE",
      "Write the result to this file, and the record of the run next to it, as NAME.run.json "
      "(default: result.json)");
  line.option("--apply", options.apply, read_output, "FILE",
              "Write the model with the estimated parameters to this file");
  add_search(line, options.search);
  line.list(
      "--profile", options.judgement.profile, read_patterns, "NAME[,NAME]",
      "Compute the likelihood profiles of these parameters, or of all parameters ('all'), for "
      "confidence intervals of nonlinear models (default: set by the file, or none)");
  line.option(
      "--folds", options.judgement.folds, read_folds, "N",
      "Divide the measured time into N blocks, and predict each block from a calibration on the "
      "others (default: set by the file, or none)");
  line.option(
      "--rolling", options.judgement.rolling, read_rolling, "TRAIN/NEXT",
      "Calibrate on the first TRAIN, predict the following NEXT, add it to the calibration period "
      "and repeat; example: P14D/P7D (default: set by the file, or none)");
  options.threads = all_threads();
  add_threads(line, options.threads);
  add_report_and_progress(line, options.report, options.progress);
}

void describe(VerbLine& line, TwinOptions& options) {
  line.about(
      "Make the twin of a building: translate its graph, calibrate the zones with "
      "their\nmeasurements, and validate the result with later measurements.",
      {"hearth twin building.ttl --data trends --weather weather.epw -o twin"});
  line.option("-o,--output", options.graph.output, read_path, "DIR",
              "Write the models, the calibration and the reports to this folder")
      .required();
  add_graph(line, options.graph, "--data,--data-dir");
  line.option("--timezone", options.timezone, read_timezone, "ZONE",
              "Set the time zone of the building, such as Europe/Rome (default: time zone of its "
              "site, its weather file, or the time stamps of the data)");
  line.option(
      "--learn", options.learned, read_share, "SHARE",
      "Use this share of the measured period for calibration and the rest for validation (default: "
      "0.67)");
  line.option("--step", options.step, read_step, "STEP",
              "Set the step of the simulations, in seconds or as an ISO 8601 duration (default: "
              "step of the measurements, at most 15 minutes)");
  options.threads = all_threads();
  add_threads(line, options.threads);
  add_progress(line, options.progress);
}

void describe(VerbLine& line, SampleOptions& options) {
  line.about(
      "Draw the parameters of a calibration from their posterior distribution: the likelihood "
      "of\nthe measurements times the priors.",
      {"hearth sample calibration.json -o posterior.json --chains-csv chains.csv"});
  line.argument("PROBLEM", options.model.file, read_path, "Calibration file")
      .required()
      .files({".json"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  options.output = "posterior.json";
  line.option(
      "-o,--output", options.output, read_output, "FILE",
      "Write the result to this file, and the record of the run next to it, as NAME.run.json "
      "(default: posterior.json)");
  line.option(
      "--chains-csv", options.chains_csv, read_output, "FILE",
      "Also write all draws to this file (CSV), with the columns chain, draw, log_posterior and "
      "one column per parameter");
  add_sampling(line, options.sampling);
  options.threads = all_threads();
  add_threads(line, options.threads);
  add_report_and_progress(line, options.report, options.progress);
  line.check([&options](const VerbLine& words) { check_sampler(words, options); });
}

void describe(VerbLine& line, ApplyOptions& options) {
  line.about(
      "Write the estimated parameters of a calibration, or the means of a posterior, into a "
      "model,\n"
      "which need not be the calibrated model.",
      {"hearth apply result.json model.hearth.json -o calibrated.hearth.json"});
  line.argument("RESULT", options.result, read_path,
                "Result of a calibration, or posterior of 'sample'")
      .required()
      .files({".json"});
  add_model(line, options.model);
  line.option("-o,--output", options.output, read_output, "FILE",
              "Write the model to this file (*.hearth.json or *.ttl)")
      .required();
}

void describe(VerbLine& line, OptimizeOptions& options) {
  line.about(
      "Find inputs, setpoints or schedules with the lowest cost within limits, for the whole "
      "period\nor with a receding horizon (model predictive control).",
      {"hearth optimize control.json --apply controlled.hearth.json"});
  line.argument("PROBLEM", options.model.file, read_path, "Control problem")
      .required()
      .files({".json"});
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  options.output = "control_result.json";
  line.option(
      "-o,--output", options.output, read_output, "FILE",
      "Write the result to this file, and the record of the run next to it, as NAME.run.json "
      "(default: control_result.json)");
  line.option("--apply", options.apply, read_output, "FILE",
              "Write the model with the decisions as schedules to this file");
  add_report_and_progress(line, options.report, options.progress);
}

void describe(VerbLine& line, ScenariosOptions& options) {
  line.about(
      "Run a set of scenarios in parallel and write their KPIs to one table. Finished runs "
      "are\nkept in the output folder, so that you can repeat the command after an interruption.",
      {"hearth scenarios scenarios.json -o out",
       "hearth scenarios scenarios.json -o out --shard 0/2"});
  line.argument("SET", options.model.file, read_path, "Scenario set").required().files({".json"});
  line.option("--base", options.base, read_path, "MODEL",
              "Use this model instead of the model named in the set")
      .files(model_endings());
  add_data_options(line, options.model);
  add_weather(line, options.model.weather);
  add_cycle_removal(line, options.model);
  line.option(
      "-o,--output", options.folder, read_folder, "DIR",
      "Write the results to this folder (required unless --list is set); finished runs in it "
      "are kept");
  const auto set_where_unset = [](const std::string& what, const std::string& how) {
    return "Set the " + what + " of runs whose scenario, axis or model entry does not set one, " +
           how + " (default: set by the file, or by the model)";
  };
  const std::string time = "ISO 8601; a time without an offset is local time of the set";
  line.option("--start", options.start, read_time, "TIME", set_where_unset("start", time));
  line.option("--end", options.end, read_time, "TIME", set_where_unset("end", time));
  line.option("--step", options.step, read_step, "STEP",
              set_where_unset("step", "in seconds or as an ISO 8601 duration"));
  add_engine(line, options.engine, "set by the file, or by each model");
  add_coupling(line, options.coupling, "set by the file, or by each model");
  add_substeps(line, options.substeps, "set by the file, or by each model");
  add_every(line, options.every, "set by the file or the model, or one row per step");
  add_threads(line, options.threads);
  line.option("--shard", options.shard, read_shard, "I/N",
              "Run only shard I of N, counted from 0; 'hearth merge' joins the shards");
  line.flag("--retry-failed", options.retry_failed, true, "Run failed runs again");
  line.flag("--list", options.list, true, "List the runs without running them")
      .not_with("--retry-failed");
  add_report_and_progress(line, options.report, options.progress);
  line.check([&options](const VerbLine& words) { check_share(words, options); });
}

void describe(VerbLine& line, MergeOptions& options) {
  line.about("Join the shards of a scenario set into one table.",
             {"hearth merge out", "hearth merge part0 part1 -o whole"});
  line.list("DIR", options.folders, read_path, "DIR", "Folders with shards of one set").required();
  line.option("-o,--output", options.output, read_folder, "DIR",
              "Write the tables to this folder (default: the input folder, if there is only one)");
  line.flag("--partial", options.partial, true, "Write the tables even if runs are missing");
  line.check([&options](const VerbLine& words) {
    if (words.given("--output")) return;
    if (options.folders.size() > 1) words.refuse("--output is required to merge several folders");
    options.output = read_folder("--output", options.folders.front().string());
  });
}

}  // namespace hearth::apps

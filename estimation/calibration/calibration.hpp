// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/folds.hpp"
#include "hearth/estimation/calibration/profiles.hpp"
#include "hearth/estimation/solver/identifiability.hpp"
#include "hearth/estimation/solver/least_squares.hpp"
#include "hearth/estimation/solver/whiteness.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth {

/// A stretch of time that is simulated; rows before start + warmup are not compared.
struct CalibrationPeriod {
  Instant start{};
  Instant end{};
  Duration warmup{};
  Where where;
};

/// A stretch of time, both ends included.
struct Stretch {
  Instant start{};
  Instant end{};
};

/// One estimated number and the parameters or initial states it sets.
struct CalibrationParameter {
  estimation::Parameter parameter;  ///< in `unit`, otherwise in the unit of the first target
  /// `id.name`, `id.name[key]` or `id@state`; also constants of series, `id.config` or
  /// `id.config[key]`.
  std::vector<std::string> targets;
  std::optional<Unit> unit;
  Where where;
  /// A number for each period, those of the validation too; none: if all targets are initial
  /// states, which differ from period to period.
  std::optional<bool> per_period{};
  /// In a result: the period whose number it is; -1 where one number holds for all.
  int period = -1;
  /// States that process noise of this size drives, `id@state`: the standard deviation that it
  /// alone gives each of them in the time `noise_time`.
  std::vector<std::string> process_noise_of{};
  Duration noise_time = std::chrono::hours(1);
  /// Measured outputs, `id.port`, of whose measurements this is the standard deviation.
  std::vector<std::string> sd_of{};
  /// Outputs of sources, `id.port`, whose series is multiplied by the number.
  std::vector<std::string> scale_of{};
  /// Outputs of sources, to whose series the number is added, and measured outputs, whose sensor
  /// shows that much more than there is.
  std::vector<std::string> bias_of{};

  /// Returns whether the number is a noise of a Kalman filter.
  bool is_noise() const { return !process_noise_of.empty() || !sd_of.empty(); }
};

/// Parameters or initial states that follow from estimated numbers.
struct CalibrationExpression {
  std::vector<std::string> targets;  ///< `id.name`, `id.name[key]` or `id@state`
  /// Arithmetic of names of parameters (`Expression`), each in the unit of its parameter.
  std::string value;
  std::optional<Unit> unit{};  ///< of the value; none: that of the first target
  Where where{};
};

/// What the difference between model and measurement consists of.
enum class ErrorModel {
  /// Noise of the measurements alone: the model is simulated from its initial state.
  Output,
  /// Noise of the measurements, and disturbances that drive states: each measured value is compared
  /// with what is expected from all earlier ones (`KalmanFilter`), and the likelihood of these
  /// differences is maximised.
  Kalman,
};

/// How derivatives of residuals are found.
enum class Derivatives {
  Exact,        ///< by the tangent of each step; differences if a component only steps
  Differences,  ///< by two runs for each parameter
};

/// Random disturbances of a state: white noise, whose integral grows with the root of the time.
struct ProcessNoise {
  std::string state;  ///< `id@state`
  Quantity sd;        ///< what it alone gives the state in the time `noise_time`
  Duration noise_time = std::chrono::hours(1);
  Where where;
};

/// How well an initial value is known.
struct InitialSd {
  std::string state;  ///< `id@state`
  Quantity sd;
  Where where;
};

/// One output that is compared with a measured series.
struct CalibrationMeasurement {
  std::string port;  ///< `id.port`
  FileColumn column;
  double sd = 1.0;  ///< standard deviation, in `sd_unit`
  Where where;
  std::optional<Unit> sd_unit{};    ///< none: the unit of the file
  std::vector<Stretch> excluded{};  ///< rows in these, or means over times that reach into them,
                                    ///< are not compared

  /// Whether a value of an instant, or a mean over the time since `from`, is excluded.
  bool excludes(Instant from, Instant instant) const;
};

/// A number of the model that the calibration file states instead of the model file's.
struct FixedValue {
  std::string path;  ///< `id.name` or, an initial value, `id@name`
  Quantity value;
  Where where{};
};

/// A calibration: a model, what may vary, what was measured, when.
struct CalibrationProblem {
  std::string name;
  SimulationModel model;            ///< with `fixed` applied
  std::vector<FixedValue> fixed{};  ///< in the order of the file
  Duration step{};
  std::vector<CalibrationPeriod> periods;
  std::vector<CalibrationPeriod> validation;
  std::vector<CalibrationParameter> parameters;
  std::vector<CalibrationExpression> expressions{};
  std::vector<CalibrationMeasurement> measurements;
  ErrorModel error_model = ErrorModel::Output;
  std::vector<ProcessNoise> process_noise{};  ///< that is known; of ErrorModel::Kalman
  std::vector<InitialSd> initial_sds{};       ///< 0 if none is given; of ErrorModel::Kalman
  /// Standard deviations from which on measured values count less; of ErrorModel::Kalman.
  std::optional<double> outlier_limit{};
  std::vector<FileColumn> files{};        ///< how data files are read, by name or pattern in `file`
  DataOptions data;                       ///< where files are found
  std::string timezone;                   ///< of the site, or its replacement
  std::optional<InputHold> input_hold{};  ///< none: that of the model, otherwise by sample
  CompileOptions compile{.engine = Engine::Stepwise};  ///< the engine that calibrations have
  estimation::SolveOptions solve;
  Derivatives derivatives = Derivatives::Exact;  ///< of ErrorModel::Output
  std::optional<Duration> time_limit{};          ///< after which no start takes a further step
  int starts = 1;
  std::uint64_t seed = 1;
  ProfileRequest profile{};
  FoldRequest folds{};
  std::optional<RollingRequest> rolling{};
  Where where{};  ///< its file
};

/// What users may ask for besides the file.
struct CalibrationFileOptions {
  std::optional<std::filesystem::path> data_dir;
  std::string timezone;
  std::optional<std::filesystem::path> weather{};  ///< instead of the model's
};

/// Reads a calibration file and the model it names; InputError with everything that is wrong.
CalibrationProblem read_calibration(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics);

/// Returns how the problem states that its model is simulated: input hold, coupling, substeps and
/// cycle removal, each none if that is left to the model.
RunDefaults stated_simulation(const CalibrationProblem& problem);

/// Takes what is stated into the defaults of a model.
void take_simulation(const RunDefaults& stated, RunDefaults& defaults);

/// Returns messages about the model of a problem, those about a value of `fixed` with its place in
/// the calibration file.
Diagnostics at_fixed(const CalibrationProblem& problem, const Diagnostics& found);

/// Returns the JSON Schema (2020-12) of calibration files. It accepts every file that
/// `read_calibration` accepts.
std::string calibration_schema();

/// The value of an expression at the estimated numbers.
struct ExpressionResult {
  CalibrationExpression expression;  ///< with its unit filled in
  double value = 0.0;                ///< in its unit
  /// Standard deviation to first order, with the covariance of the numbers it uses; none where one
  /// of them has none.
  std::optional<double> sd{};
  std::optional<estimation::Interval> ci95{};  ///< symmetric, by Student's t
};

/// One start of several and where it ended.
struct StartResult {
  std::vector<double> initial_parameters;
  std::vector<double> parameters;
  double initial = 0.0;  ///< objective at the start
  double final = 0.0;
  estimation::Status status = estimation::Status::Failed;
  std::string message;
  bool ends_elsewhere = false;  ///< in another minimum than the best start
};

/// A period, how the measurements agree in it, and the numbers that are its own.
struct PeriodAgreement {
  CalibrationPeriod period;
  std::map<std::string, Agreement> measurements;
  std::map<std::string, double> own;  ///< by name of the parameter, in its unit
};

/// The values of one measurement against what was expected from those before, each divided by the
/// standard deviation of the difference: white noise of sd 1 if the model and its noise are right.
struct InnovationReport {
  int n = 0;
  double sd = 0.0;    ///< root of the mean square
  double rmse = 0.0;  ///< of the differences themselves, in the unit of the output
  int outliers = 0;   ///< that count less, with `CalibrationProblem::outlier_limit`
  estimation::Whiteness whiteness;
};

/// A measurement as a filter sees it: what was expected of each row from measurements before it,
/// and the standard deviation of a measured value around that.
struct FilteredSignal {
  std::vector<double> expected;  ///< by row
  std::vector<double> sd;        ///< of the output, without the sensor
};

/// The measured outputs in a period with the values found, warm-up included.
struct CalibratedRun {
  std::string name;  ///< `period 1`, `validation 1`
  Results results;
  std::map<std::string, std::vector<double>> measured;  ///< by port; NaN: none, or not compared
  std::map<std::string, FilteredSignal> filtered{};     ///< by port; of ErrorModel::Kalman
};

/// What is wrong with a measured series: y = scale * x + bias.
enum class Correction { Scale, Bias };

/// A source that replaces an output of another one: its receivers get `value` or
/// `scheduleValue` of `component` instead.
struct SeriesReplacement {
  std::string output;  ///< `id.port`
  Component component;
  std::vector<Connection> removed, added;
};

/// How a calibration was asked for.
struct CalibrationSettings {
  Duration step{};
  InputHold input_hold = InputHold::BySample;
  estimation::Loss loss;
  estimation::Solver solver = estimation::Solver::Auto;
  ErrorModel error_model = ErrorModel::Output;
  std::optional<double> outlier_limit{};
  CompileOptions compile;             ///< as chosen by file or model
  std::map<std::string, double> sds;  ///< of measurements, in the unit of the output
  std::string timezone;
  double tolerance = 0.0;
  int max_evaluations = 0;
  std::optional<Duration> time_limit{};
  Derivatives derivatives = Derivatives::Exact;  ///< as they were found
};

struct CalibrationResult {
  std::shared_ptr<const Plan> plan;  ///< of the problem's model, before the calibration
  estimation::Summary summary;       ///< of the best start
  int best_start = 0;
  std::vector<StartResult> starts;               ///< the given one first
  std::vector<CalibrationParameter> parameters;  ///< as in the problem, with units filled in
  std::vector<ExpressionResult> expressions;     ///< as in the problem
  std::vector<FixedValue> fixed;                 ///< as in the problem
  RunDefaults simulation;                        ///< `stated_simulation`
  estimation::Uncertainty uncertainty;
  estimation::Identifiability identifiability;
  std::vector<std::string> ports;  ///< compared, in the order of the problem
  std::string data;                ///< fingerprint of the measured rows that are compared
  std::string weighted_data{};     ///< of them with the stated sd; "" of a filter
  CalibrationSettings settings;
  std::map<std::string, Agreement> measurements;
  std::map<std::string, Agreement> validation;
  std::map<std::string, InnovationReport> innovations{};             ///< of ErrorModel::Kalman
  std::map<std::string, InnovationReport> validation_innovations{};  ///< of ErrorModel::Kalman
  std::string validation_failed;                    ///< why there is none; otherwise ""
  std::vector<CalibratedRun> runs;                  ///< of the periods, then of the validation
  std::vector<PeriodAgreement> periods;             ///< one by one
  std::vector<PeriodAgreement> validation_periods;  ///< one by one; none where one failed
  /// Row 0 of outputs that the model gives, but an estimated state decides: `id.port`, in its unit.
  std::map<std::string, double> initial_outputs;
  std::vector<ParameterProfile> profiles{};    ///< that were asked for
  CrossValidation folds{};                     ///< if they were asked for
  CrossValidation rolling{};                   ///< if it was asked for
  std::vector<SeriesReplacement> corrections;  ///< of outputs whose scale or bias is estimated
  std::vector<SeriesReport> reports;           ///< of the sources' series
  int evaluations = 0;                         ///< of all starts
  int jacobians = 0;
  double seconds = 0.0;
  Diagnostics diagnostics;
};

struct CalibrateOptions {
  int threads = 1;
  /// Called after accepted steps with start, iteration and objective; false ends the run. From one
  /// thread at a time.
  std::function<bool(int start, int iteration, double objective)> progress{};
  /// Called while profiles, folds or windows are computed, with the number of tasks that are done;
  /// false ends them. From one thread at a time.
  std::function<bool(int done, int total)> judging{};
};

class PreparedProblem;

/// Estimates the parameters. ModelError and InputError where the problem is wrong; non-convergence
/// is in the result. Bit-identical for any number of threads.
CalibrationResult calibrate(const CalibrationProblem& problem, const Registry& registry,
                            const CalibrateOptions& options = {});
/// The same of a problem that is prepared already.
CalibrationResult calibrate(const PreparedProblem& prepared, const CalibrateOptions& options);

/// Returns `converged`, `stopped`, `interrupted` or `failed`.
const char* status_word(estimation::Status status);

/// Returns the JSON Schema (2020-12) of result files.
std::string calibration_result_schema();

/// Returns the result file's text (JSON).
std::string write_calibration_result(const CalibrationResult& result);

/// Returns the problem's model with the estimated values, their bounds as limits and their source.
SimulationModel calibrated_model(const CalibrationProblem& problem,
                                 const CalibrationResult& result);

}  // namespace hearth

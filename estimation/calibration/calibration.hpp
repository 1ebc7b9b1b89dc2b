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

/// A simulated period; rows before start + warmup are not compared.
struct CalibrationPeriod {
  Instant start{};
  Instant end{};
  Duration warmup{};
  Where where;
};

/// A time interval, both ends included.
struct Stretch {
  Instant start{};
  Instant end{};
};

/// One estimated number and the parameters or initial states it sets.
struct CalibrationParameter {
  /// The numbers are in `unit`, otherwise in the unit of the first target.
  estimation::Parameter parameter;
  /// Targets `id.name`, `id.name[key]` or `id@state`; also constants of series, `id.config` or
  /// `id.config[key]`.
  std::vector<std::string> targets;
  std::optional<Unit> unit;
  Where where;
  /// Whether each period, including validation periods, has its own value; if not set, only if all
  /// targets are initial states, which differ from period to period.
  std::optional<bool> per_period{};
  /// In a result: the period to which the number belongs; -1 if one number applies to all periods.
  int period = -1;
  /// States `id@state` that process noise drives. The number is the standard deviation that the
  /// noise alone adds to each of them in the time `noise_time`.
  std::vector<std::string> process_noise_of{};
  Duration noise_time = std::chrono::hours(1);
  /// Measured outputs `id.port`. The number is the standard deviation of their measurements.
  std::vector<std::string> sd_of{};
  /// Outputs `id.port` of sources. Their series are multiplied by the number.
  std::vector<std::string> scale_of{};
  /// Outputs of sources, and measured outputs. The number is added to the series of the sources;
  /// the sensors of the measured outputs read too high by the number.
  std::vector<std::string> bias_of{};

  /// Returns whether the number is the size of a noise of a Kalman filter.
  bool is_noise() const { return !process_noise_of.empty() || !sd_of.empty(); }
};

/// Parameters or initial states that are computed from estimated numbers.
struct CalibrationExpression {
  std::vector<std::string> targets;  ///< `id.name`, `id.name[key]` or `id@state`
  /// Arithmetic expression (`Expression`) in which names represent parameters, each in its own
  /// unit.
  std::string value;
  std::optional<Unit> unit{};  ///< unit of the value; if not set, unit of the first target
  Where where{};
};

/// The causes to which differences between model and measurement are attributed.
enum class ErrorModel {
  /// Noise of the measurements alone: the model is simulated from its initial state.
  Output,
  /// Noise of the measurements and disturbances that drive states: each measured value is compared
  /// with the value expected from all earlier ones (`KalmanFilter`), and the likelihood of these
  /// differences is maximised.
  Kalman,
};

/// The method by which derivatives of residuals are computed.
enum class Derivatives {
  Exact,        ///< tangent of each step; differences if a component has no derivatives
  Differences,  ///< two runs for each parameter
};

/// Random disturbances of a state: white noise, whose integral grows with the square root of time.
struct ProcessNoise {
  std::string state;  ///< `id@state`
  /// Standard deviation that the noise alone adds to the state in the time `noise_time`.
  Quantity sd;
  Duration noise_time = std::chrono::hours(1);
  Where where;
};

/// Uncertainty of an initial value.
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
  std::vector<Stretch> excluded{};  ///< rows in these intervals, and means over intervals that
                                    ///< overlap them, are not compared

  /// Returns whether an instantaneous value, or a mean over the time since `from`, is excluded.
  bool excludes(Instant from, Instant instant) const;
};

/// A number of the model that the calibration file sets instead of the model file.
struct FixedValue {
  std::string path;  ///< `id.name` or, for an initial value, `id@name`
  Quantity value;
  Where where{};
};

/// A calibration: a model, its free parameters, measurements and periods.
struct CalibrationProblem {
  std::string name;
  SimulationModel model;            ///< the model, to which `fixed` has been applied
  std::vector<FixedValue> fixed{};  ///< fixed values, in the order of the file
  Duration step{};
  std::vector<CalibrationPeriod> periods;
  std::vector<CalibrationPeriod> validation;
  std::vector<CalibrationParameter> parameters;
  std::vector<CalibrationExpression> expressions{};
  std::vector<CalibrationMeasurement> measurements;
  ErrorModel error_model = ErrorModel::Output;
  std::vector<ProcessNoise> process_noise{};  ///< known process noise; for ErrorModel::Kalman
  /// Uncertain initial states, for ErrorModel::Kalman; the uncertainty of all other states is 0.
  std::vector<InitialSd> initial_sds{};
  /// Number of standard deviations beyond which a measured value has less weight; for
  /// ErrorModel::Kalman.
  std::optional<double> outlier_limit{};
  std::vector<FileColumn> files{};  ///< rules for reading data files, by name or pattern in `file`
  DataOptions data;                 ///< folders of the data files
  std::string timezone;             ///< time zone of the site, or its replacement
  std::optional<InputHold> input_hold{};  ///< if not set, the setting of the model, or Sample
  CompileOptions compile{.engine = Engine::Stepwise};  ///< engine of calibrations
  estimation::SolveOptions solve;
  /// Method of the derivatives, for ErrorModel::Output.
  Derivatives derivatives = Derivatives::Exact;
  std::optional<Duration> time_limit{};  ///< time after which all searches end
  int starts = 1;
  std::uint64_t seed = 1;
  ProfileRequest profile{};
  FoldRequest folds{};
  std::optional<RollingRequest> rolling{};
  Where where{};  ///< location of the calibration file
};

/// Settings of users in addition to the file.
struct CalibrationFileOptions {
  std::optional<std::filesystem::path> data_dir;
  std::string timezone;
  std::optional<std::filesystem::path> weather{};  ///< replaces the weather file of the model
};

/// Reads a calibration file and the model that it names. Throws InputError with all problems.
CalibrationProblem read_calibration(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics);

/// Returns the settings of the problem for the simulation of its model: input hold, coupling,
/// substeps and cycle removal. A setting that the problem leaves to the model is empty.
RunDefaults stated_simulation(const CalibrationProblem& problem);

/// Copies the settings that are present into the defaults of a model.
void take_simulation(const RunDefaults& stated, RunDefaults& defaults);

/// Returns the messages `found` about the model of a problem. A message about a value of `fixed`
/// gets the place of this value in the calibration file.
Diagnostics at_fixed(const CalibrationProblem& problem, const Diagnostics& found);

/// Returns the JSON Schema (2020-12) of calibration files. It accepts every file that
/// `read_calibration` accepts.
std::string calibration_schema();

/// The value of an expression at the estimated numbers.
struct ExpressionResult {
  CalibrationExpression expression;  ///< the expression, with its unit filled in
  double value = 0.0;                ///< value in the unit of the expression
  /// Standard deviation to first order, from the covariance of the numbers that it uses; none if
  /// one of them has no standard deviation.
  std::optional<double> sd{};
  std::optional<estimation::Interval> ci95{};  ///< symmetric, by Student's t
};

/// One of several starts and its result.
struct StartResult {
  std::vector<double> initial_parameters;
  std::vector<double> parameters;
  double initial = 0.0;  ///< objective at the start
  double final = 0.0;
  estimation::Status status = estimation::Status::Failed;
  std::string message;
  bool ends_elsewhere = false;  ///< whether it ends in another minimum than the best start
};

/// A period, the agreement of the measurements in it, and the numbers that apply to it only.
struct PeriodAgreement {
  CalibrationPeriod period;
  std::map<std::string, Agreement> measurements;
  /// Numbers of this period by name of the parameter, in its unit.
  std::map<std::string, double> own;
};

/// Statistics of the differences between the values of one measurement and the values expected from
/// earlier ones, each divided by its standard deviation. If the model and its noise are right,
/// these numbers are white noise with the standard deviation 1.
struct InnovationReport {
  int n = 0;
  double sd = 0.0;    ///< root mean square
  double rmse = 0.0;  ///< root mean square of the undivided differences, in the unit of the output
  /// Number of values that have less weight because of `CalibrationProblem::outlier_limit`.
  int outliers = 0;
  estimation::Whiteness whiteness;
};

/// A measurement in a filter: the value that is expected for each row from earlier measurements,
/// and the standard deviation of a measured value around it.
struct FilteredSignal {
  std::vector<double> expected;  ///< expected value for each row
  std::vector<double>
      sd;  ///< standard deviation of the output, without the standard deviation of the sensor
};

/// The measured outputs in a period, simulated with the estimated values, warm-up included.
struct CalibratedRun {
  std::string name;  ///< `period 1`, `validation 1`
  Results results;
  /// Measured values by port and row; NaN: not measured or not compared.
  std::map<std::string, std::vector<double>> measured;
  std::map<std::string, FilteredSignal> filtered{};  ///< by port; for ErrorModel::Kalman
};

/// The kind of error of a series, as in y = scale * x + bias.
enum class Correction { Scale, Bias };

/// A source that replaces an output of another source. The receivers of the output get `value` or
/// `scheduleValue` of `component` instead.
struct SeriesReplacement {
  std::string output;  ///< `id.port`
  Component component;
  std::vector<Connection> removed, added;
};

/// The settings of a calibration.
struct CalibrationSettings {
  Duration step{};
  InputHold input_hold = InputHold::BySample;
  estimation::Loss loss;
  estimation::Solver solver = estimation::Solver::Auto;
  ErrorModel error_model = ErrorModel::Output;
  std::optional<double> outlier_limit{};
  CompileOptions compile;             ///< options that the file or the model selects
  std::map<std::string, double> sds;  ///< sds of measurements, in the unit of the output
  std::string timezone;
  double tolerance = 0.0;
  int max_evaluations = 0;
  std::optional<Duration> time_limit{};
  Derivatives derivatives = Derivatives::Exact;  ///< the method that was used
};

/// The result of `calibrate`.
struct CalibrationResult {
  std::shared_ptr<const Plan> plan;  ///< plan of the problem's model before the calibration
  estimation::Summary summary;       ///< result of the best start
  int best_start = 0;
  std::vector<StartResult> starts;  ///< the start from the initial values is first
  /// Parameters of the problem, with units filled in.
  std::vector<CalibrationParameter> parameters;
  std::vector<ExpressionResult> expressions;  ///< results of the expressions of the problem
  std::vector<FixedValue> fixed;              ///< fixed values of the problem
  RunDefaults simulation;                     ///< `stated_simulation`
  estimation::Uncertainty uncertainty;
  estimation::Identifiability identifiability;
  std::vector<std::string> ports;  ///< compared ports, in the order of the problem
  std::string data;                ///< fingerprint of the compared measured rows
  std::string weighted_data{};  ///< fingerprint of these rows with the stated sd; "" for a filter
  CalibrationSettings settings;
  std::map<std::string, Agreement> measurements;
  std::map<std::string, Agreement> validation;
  std::map<std::string, InnovationReport> innovations{};             ///< for ErrorModel::Kalman
  std::map<std::string, InnovationReport> validation_innovations{};  ///< for ErrorModel::Kalman
  std::string validation_failed;         ///< reason why the validation failed; "" if it did not
  std::vector<CalibratedRun> runs;       ///< calibration periods, then validation periods
  std::vector<PeriodAgreement> periods;  ///< agreement in each calibration period
  /// Agreement in each validation period; empty if one failed.
  std::vector<PeriodAgreement> validation_periods;
  /// Values in row 0 of outputs whose initial value is set in the model, but is determined by an
  /// estimated state; by `id.port`, in the unit of the port.
  std::map<std::string, double> initial_outputs;
  std::vector<ParameterProfile> profiles{};  ///< the requested profiles
  CrossValidation folds{};                   ///< results of the folds, if they were requested
  CrossValidation rolling{};  ///< results of the rolling validation, if it was requested
  /// Replacements of outputs whose scale or bias is estimated.
  std::vector<SeriesReplacement> corrections;
  std::vector<SeriesReport> reports;  ///< reports of the series of sources
  int evaluations = 0;                ///< total of all starts
  int jacobians = 0;
  double seconds = 0.0;
  Diagnostics diagnostics;
};

/// The options of `calibrate`.
struct CalibrateOptions {
  int threads = 1;
  /// Called after each accepted step with the number of the start, the iteration and the objective,
  /// from one thread at a time; false ends the run.
  std::function<bool(int start, int iteration, double objective)> progress{};
  /// Called between steps of simulations with derivatives, from several threads at the same time;
  /// true ends the search at the best point so far. It is not called before the first evaluation of
  /// a search with derivatives has succeeded.
  std::function<bool()> stop{};
  /// Called during the computation of profiles, folds or windows with the number of finished tasks,
  /// from one thread at a time; false ends the computation.
  std::function<bool(int done, int total)> judging{};
};

class PreparedProblem;

/// Estimates the parameters. Throws ModelError and InputError if the problem is wrong; missing
/// convergence is reported in the result. The result is bit-identical for any number of threads.
CalibrationResult calibrate(const CalibrationProblem& problem, const Registry& registry,
                            const CalibrateOptions& options = {});
/// Estimates the parameters of a problem that is already prepared.
CalibrationResult calibrate(const PreparedProblem& prepared, const CalibrateOptions& options);

/// Returns `converged`, `stopped`, `interrupted` or `failed`.
const char* status_word(estimation::Status status);

/// Returns the JSON Schema (2020-12) of result files.
std::string calibration_result_schema();

/// Returns the text of the result file (JSON).
std::string write_calibration_result(const CalibrationResult& result);

/// Returns the problem's model with the estimated values, their bounds as limits, and the
/// calibration as their source.
SimulationModel calibrated_model(const CalibrationProblem& problem,
                                 const CalibrationResult& result);

}  // namespace hearth

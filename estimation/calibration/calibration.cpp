// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/calibration.hpp"

#include <chrono>
#include <cmath>
#include <mutex>
#include <set>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/internal/estimated_series.hpp"
#include "hearth/estimation/calibration/internal/find_folds.hpp"
#include "hearth/estimation/calibration/internal/find_profiles.hpp"
#include "hearth/estimation/calibration/internal/fingerprint.hpp"
#include "hearth/estimation/calibration/internal/objective_jump.hpp"
#include "hearth/estimation/calibration/internal/period_fit.hpp"
#include "hearth/estimation/calibration/likelihood.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/estimation/solver/internal/multistart.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth {
namespace {

/// The agreement over some periods and in each of them, or the reason why one cannot be simulated
/// to its end.
struct Compared {
  std::map<std::string, Agreement> agreements;
  std::vector<std::map<std::string, Agreement>> of_periods;
  std::optional<Diagnostic> fault;
  std::size_t period = 0;  // period of the fault
};

/// A period with its parameters.
struct PeriodPoint {
  const PeriodData& data;
  int number;
  std::vector<double> parameters;
};

Compared compare_all(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                     const std::vector<PeriodPoint>& points) {
  const auto& measurements = prepared.problem().measurements;
  std::vector<ErrorSums> sums(measurements.size());
  std::vector<long> missing(measurements.size(), 0);
  Compared result;
  for (; result.period < points.size(); ++result.period) {
    const PeriodPoint& point = points[result.period];
    std::vector<ErrorSums> own(measurements.size());
    result.fault = compare(prepared, point.data, point.number, point.parameters,
                           [&](std::size_t m, double measured, double simulated) {
                             sums[m].add(measured, simulated);
                             own[m].add(measured, simulated);
                           });
    if (result.fault) return result;
    for (std::size_t m = 0; m < missing.size(); ++m) missing[m] += point.data.missing[m];
    result.of_periods.push_back(agreements_of(prepared, own, point.data.missing, {point.data}));
  }
  if (!points.empty()) result.agreements = agreements_of(prepared, sums, missing, periods);
  return result;
}

/// Searches from every start. Either the starts run in parallel, or the derivatives of one start.
class StartRuns {
 public:
  StartRuns(const PreparedProblem& prepared, const CalibrateOptions& options)
      : prepared_(prepared), options_(options) {}

  /// Returns what the searches found. Removes starts that had not begun when the calibration was
  /// stopped; the first start always begins.
  std::vector<estimation::Summary> run(std::vector<std::vector<double>>& starts) {
    const int count = static_cast<int>(starts.size());
    std::vector<std::optional<estimation::Summary>> found(starts.size());
    const int inner = count == 1 ? options_.threads : 1;
    Workers workers(count == 1 ? 1 : std::min(options_.threads, count));
    workers.for_pieces(count, 1, [&](int, int first, int last) {
      for (int s = first; s < last; ++s) {
        if (s > 0 && options_.stop && options_.stop()) continue;
        found[s] = solve(s, starts[s], inner);
      }
    });
    std::vector<std::vector<double>> begun;
    std::vector<estimation::Summary> summaries;
    for (std::size_t s = 0; s < found.size(); ++s) {
      if (!found[s]) continue;
      begun.push_back(std::move(starts[s]));
      summaries.push_back(*std::move(found[s]));
    }
    starts = std::move(begun);
    return summaries;
  }

 private:
  estimation::Summary solve(int start, const std::vector<double>& point, int threads) {
    if (prepared_.problem().error_model == ErrorModel::Kalman) {
      FilterLikelihood likelihood(prepared_, threads);
      return solve(start, point, likelihood);
    }
    SimulationResiduals residuals(prepared_, threads);
    return solve(start, point, residuals);
  }

  /// `Function` is a ResidualFunction with the reason of its last failure.
  template <class Function>
  estimation::Summary solve(int start, const std::vector<double>& point, Function& residuals) {
    estimation::SolveOptions solve_options = prepared_.problem().solve;
    bool late = false;
    solve_options.progress = [&, start](int iteration, double cost) {
      late = past_limit();
      if (!options_.progress) return !late;
      const std::lock_guard lock(mutex_);
      return options_.progress(start, iteration, cost) && !late;
    };
    residuals.stop_when(options_.stop);
    solve_options.stop = options_.stop;
    estimation::Summary summary = estimation::solve(
        estimation::with_start(prepared_.estimated(), point), residuals, solve_options);
    if (late && summary.status == estimation::Status::Interrupted) {
      summary.status = estimation::Status::Stopped;
      summary.message = "time_limit reached";
    }
    const std::string why = residuals.failure();
    if (summary.status == estimation::Status::Failed && !why.empty()) {
      summary.message += ": " + why;
    }
    return summary;
  }

  bool past_limit() const {
    const auto& limit = prepared_.problem().time_limit;
    return limit && std::chrono::steady_clock::now() - begin_ >= *limit;
  }

  const PreparedProblem& prepared_;
  const CalibrateOptions& options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

/// Returns the start with the lowest objective; the given one if it is equal except for rounding.
int best_of(const std::vector<estimation::Summary>& summaries) {
  constexpr double kRounding = 1e-9;  // relative to the cost
  int best = 0;
  for (std::size_t s = 1; s < summaries.size(); ++s) {
    const auto& candidate = summaries[s];
    const auto& leader = summaries[best];
    if (candidate.status == estimation::Status::Failed) continue;
    if (leader.status == estimation::Status::Failed || candidate.cost_final < leader.cost_final) {
      best = static_cast<int>(s);
    }
  }
  const auto& given = summaries.front();
  const double lowest = summaries[best].cost_final;
  const bool given_as_low = given.status != estimation::Status::Failed &&
                            given.cost_final <= lowest + kRounding * std::abs(lowest);
  return given_as_low ? 0 : best;
}

/// Results whose costs differ by more than a thousandth are different minima; all costs below 1e-12
/// of the cost at the start count as perfect. For likelihoods, the difference is 0.01.
bool ends_elsewhere(const estimation::Summary& start, const estimation::Summary& best,
                    ErrorModel error_model) {
  constexpr double kOtherLikelihood = 0.02;  // difference of minus twice the log-likelihood
  if (start.status == estimation::Status::Failed) return true;
  const double above = start.cost_final - best.cost_final;
  if (error_model == ErrorModel::Kalman) return above > kOtherLikelihood;
  return above > 1e-3 * std::abs(best.cost_final) + 1e-12 * std::abs(best.cost_initial);
}

void warn_of_other_ends(const CalibrationProblem& problem, const CalibrationResult& result,
                        Diagnostics& diagnostics) {
  std::string others;
  int count = 0;
  for (std::size_t s = 0; s < result.starts.size(); ++s) {
    const StartResult& start = result.starts[s];
    if (!start.ends_elsewhere || start.status == estimation::Status::Interrupted) continue;
    others += (others.empty() ? "" : ", ") + std::to_string(s + 1);
    ++count;
  }
  if (count == 0 || result.summary.status == estimation::Status::Failed) return;
  diagnostics.warning("calibration.ends_elsewhere", problem.where,
                      std::to_string(count) + " of " + std::to_string(result.starts.size()) +
                          " starts end at other values than the best start: " + others +
                          "; there are several minima, or the search stopped early: use more "
                          "starts, narrow the bounds, or raise 'max_evaluations'");
}

std::string duration_text(double seconds) {
  if (seconds < 90.0) return number_text(std::round(seconds)) + " s";
  if (seconds < 5400.0) return number_text(std::round(seconds / 60.0)) + " min";
  return number_text(std::round(seconds / 360.0) / 10.0) + " h";
}

/// Warns of measurements whose residuals are not white noise.
void warn_of_noise(const PreparedProblem& prepared, const CalibrationResult& result,
                   Diagnostics& diagnostics) {
  const auto& noise = result.uncertainty.noise;
  for (std::size_t m = 0; m < noise.size(); ++m) {
    if (noise[m].white()) continue;
    const CalibrationMeasurement& measurement = prepared.problem().measurements[m];
    std::string lasting;
    if (noise[m].time > 0.0) {
      const double step = std::chrono::duration<double>(prepared.problem().step).count();
      lasting = ", lasting about " + duration_text(noise[m].time * step);
    }
    diagnostics.warning("calibration.residuals_correlated", measurement.where,
                        "the residuals of " + measurement.port +
                            " are not white noise (autocorrelation " +
                            number_text(std::round(noise[m].lag1 * 100.0) / 100.0) +
                            " from one to the next" + lasting +
                            "): the model lacks an influence on this output; the intervals include "
                            "this as noise, but not as a bias");
  }
}

/// Warns of measurements whose differences from the expectations of a filter are not as they should
/// be.
void warn_of_innovations(const PreparedProblem& prepared, const CalibrationResult& result,
                         Diagnostics& diagnostics) {
  for (const CalibrationMeasurement& measurement : prepared.problem().measurements) {
    const auto found = result.innovations.find(measurement.port);
    if (found == result.innovations.end() || found->second.whiteness.white()) continue;
    const estimation::Whiteness& tests = found->second.whiteness;
    diagnostics.warning(
        "calibration.innovations_correlated", measurement.where,
        "the differences of " + measurement.port +
            " from the predictions of the filter are not white noise (" +
            (tests.uncorrelated()
                 ? std::string("their cumulative periodogram leaves its 95 % band")
                 : "test of Ljung and Box: p = " + number_text(std::round(tests.p * 1e4) / 1e4)) +
            "): the model or its noise is incomplete, and the intervals are too narrow; try noise "
            "on other states, or add a state");
  }
}

/// Adds a note with the number of values of each measurement that a filter treated as outliers.
void note_outliers(const PreparedProblem& prepared, const CalibrationResult& result,
                   Diagnostics& diagnostics) {
  for (const CalibrationMeasurement& measurement : prepared.problem().measurements) {
    const auto found = result.innovations.find(measurement.port);
    if (found == result.innovations.end() || found->second.outliers == 0) continue;
    diagnostics.note(
        "calibration.outliers", measurement.where,
        std::to_string(found->second.outliers) + " of " + std::to_string(found->second.n) +
            " values of " + measurement.port + " lie more than " +
            number_text(prepared.problem().outlier_limit.value_or(INFINITY)) +
            " standard deviations from the prediction of the filter and have less weight");
  }
}

/// Returns the parameters of a validation period: the estimated ones, and for parameters that each
/// period has separately, the values that fit the measurements of the period best.
std::vector<double> fitted_to(const PreparedProblem& prepared, const PeriodData& data,
                              const std::vector<double>& best) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < best.size(); ++i) {
    if (prepared.parameters()[i].period == 0) own.push_back(i);
  }
  if (own.empty()) return best;
  return fitted_own(prepared, {data}, own, best, prepared.problem().solve);
}

/// Returns the name of a parameter without the number of its period.
std::string own_name(const CalibrationParameter& parameter, std::size_t periods) {
  const std::string& name = parameter.parameter.name;
  return parameter.period < 0 || periods < 2 ? name : name.substr(0, name.rfind('['));
}

PeriodAgreement period_agreement(const PreparedProblem& prepared, const CalibrationPeriod& period,
                                 const PeriodPoint& point,
                                 std::map<std::string, Agreement> measurements) {
  PeriodAgreement result{period, std::move(measurements), {}};
  for (std::size_t i = 0; i < prepared.parameters().size(); ++i) {
    const CalibrationParameter& parameter = prepared.parameters()[i];
    if (parameter.period != point.number) continue;
    result.own[own_name(parameter, prepared.periods().size())] = point.parameters[i];
  }
  return result;
}

/// Warns of a validation period whose own parameters, such as initial states, end at a bound.
void warn_of_bounds(const PreparedProblem& prepared, std::size_t number,
                    const std::vector<double>& parameters, Diagnostics& diagnostics) {
  constexpr double kNear = 1e-3;  // of the distance between the bounds
  std::string ends;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const CalibrationParameter& parameter = prepared.parameters()[i];
    const estimation::Parameter& own = prepared.estimated()[i];
    if (parameter.period != 0 || !std::isfinite(own.max - own.min)) continue;
    const double near = kNear * (own.max - own.min);
    const bool upper = parameters[i] > own.max - near;
    if (!upper && parameters[i] > own.min + near) continue;
    ends += (ends.empty() ? "'" : ", '") + own_name(parameter, prepared.periods().size()) +
            "' at its " + (upper ? "upper" : "lower") + " bound " +
            number_text(upper ? own.max : own.min);
  }
  if (ends.empty()) return;
  diagnostics.warning("calibration.validation_at_bound",
                      prepared.problem().validation[number].where,
                      "in validation period " + std::to_string(number + 1) +
                          ", the best values end at bounds: " + ends +
                          "; the errors of this period are too large if it begins beyond these "
                          "bounds: widen them");
}

/// Warns if there are too few rows, or if the residuals are larger than those of any plausible
/// building model.
void warn_of_fit(const PreparedProblem& prepared, const CalibrationResult& result,
                 Diagnostics& diagnostics) {
  constexpr double kImplausible = 10.0, kTooLarge = 2.0;  // multiples of the stated sd
  const auto& fitted = prepared.parameters();
  const bool priors = std::any_of(
      fitted.begin(), fitted.end(),
      [](const CalibrationParameter& parameter) { return parameter.parameter.prior.has_value(); });
  if (result.summary.status == estimation::Status::Failed) return;
  long rows = 0;
  for (std::size_t m = 0; m < result.ports.size(); ++m) {
    const auto found = result.measurements.find(result.ports[m]);
    if (found == result.measurements.end()) continue;
    rows += found->second.n;
    const auto filtered = result.innovations.find(result.ports[m]);
    const double share = filtered != result.innovations.end()
                             ? filtered->second.sd
                             : found->second.rmse / prepared.deviations()[m];
    if (priors && share > kTooLarge && filtered == result.innovations.end()) {
      diagnostics.warning(
          "calibration.sd_small", prepared.problem().measurements[m].where,
          "the residuals of " + result.ports[m] + " are " +
              number_text(std::round(10.0 * share) / 10.0) +
              " times the stated 'sd', which determines the weight of a measured value against a "
              "prior: the priors count too little; set an 'sd' of that size, or estimate it with "
              "\"error_model\": \"kalman\" and 'sd_of'");
    }
    if (!(share > kImplausible)) continue;
    diagnostics.warning("calibration.residuals_large", prepared.problem().measurements[m].where,
                        "the residuals of " + result.ports[m] + " are " +
                            number_text(std::round(share)) +
                            " times the stated 'sd': check the unit, codes for missing values, "
                            "'sd', and whether the bounds allow the model to fit the data");
  }
  const auto count = static_cast<long>(result.parameters.size());
  if (rows > count) return;
  diagnostics.warning("calibration.rows_few", prepared.problem().periods.front().where,
                      std::to_string(rows) + " measured rows are compared for " +
                          std::to_string(count) +
                          " parameters: they do not determine the parameters; shorten 'warmup', "
                          "lengthen the period, or estimate fewer parameters");
}

/// Adds the reason why a search stopped, if it is a jump of the objective.
void warn_of_jumps(const PreparedProblem& prepared, const CalibrationResult& result,
                   Diagnostics& diagnostics) {
  constexpr std::size_t kMost = 3;
  const bool stopped = result.summary.status == estimation::Status::Stopped;
  if (!stopped || prepared.problem().error_model != ErrorModel::Output) return;
  std::set<std::string> named;
  for (const estimation::RejectedStep& step : result.summary.rejected_steps) {
    if (named.size() == kMost) return;
    const std::optional<Diagnostic> found = find_jump(prepared, step);
    if (found && named.insert(found->where.component).second) diagnostics.add(*found);
  }
}

CalibratedRun calibrated_run(const PreparedProblem& prepared, const PeriodPoint& point,
                             std::string name) {
  CalibratedRun run;
  run.name = std::move(name);
  run.results = measured_outputs(prepared, point.data, point.number, point.parameters);
  const auto rows = static_cast<std::size_t>(run.results.rows());
  for (std::size_t m = 0; m < point.data.measured.size(); ++m) {
    std::vector<double> measured = point.data.measured[m];
    measured.resize(rows, NAN);
    const auto first = std::min(rows, static_cast<std::size_t>(point.data.first_row));
    std::fill_n(measured.begin(), first, NAN);
    run.measured[prepared.problem().measurements[m].port] = std::move(measured);
  }
  return run;
}

/// Runs the filter over periods, whose simulations begin at index `first_run` of `result.runs`.
std::map<std::string, InnovationReport> filter_periods(const PreparedProblem& prepared,
                                                       const std::vector<PeriodPoint>& points,
                                                       std::size_t first_run,
                                                       CalibrationResult& result) {
  std::vector<FilteredRun> found;
  if (prepared.problem().error_model != ErrorModel::Kalman) return {};
  for (std::size_t d = 0; d < points.size(); ++d) {
    auto run = filter_period(prepared, points[d].data, points[d].number, points[d].parameters);
    if (!std::holds_alternative<FilteredRun>(run)) return {};
    found.push_back(std::get<FilteredRun>(std::move(run)));
    result.runs[first_run + d].filtered = std::move(found.back().signals);
  }
  return innovation_reports(prepared, found);
}

void validate_result(const PreparedProblem& prepared, CalibrationResult& result,
                     Diagnostics& diagnostics) {
  std::vector<PeriodPoint> points;
  for (const PeriodData& data : prepared.validation()) {
    points.push_back({data, 0, fitted_to(prepared, data, result.summary.parameters)});
  }
  Compared validation = compare_all(prepared, prepared.validation(), points);
  result.validation = std::move(validation.agreements);
  if (!validation.fault) {
    for (std::size_t v = 0; v < points.size(); ++v) {
      result.runs.push_back(
          calibrated_run(prepared, points[v], "validation " + std::to_string(v + 1)));
      result.validation_periods.push_back(
          period_agreement(prepared, prepared.problem().validation[v], points[v],
                           std::move(validation.of_periods[v])));
      warn_of_bounds(prepared, v, points[v].parameters, diagnostics);
    }
    result.validation_innovations =
        filter_periods(prepared, points, result.runs.size() - points.size(), result);
    return;
  }
  const Where where = prepared.problem().validation[validation.period].where.at(
      validation.fault->where.component, validation.fault->where.port);
  result.validation_failed = to_string(*validation.fault);
  diagnostics.warning("calibration.validation_failed", where,
                      "the run of this validation period cannot continue: " +
                          validation.fault->message + "; the validation has no results");
}

void compare_periods(const PreparedProblem& prepared, CalibrationResult& result) {
  std::vector<PeriodPoint> points;
  for (const PeriodData& data : prepared.periods()) {
    points.push_back({data, static_cast<int>(points.size()), result.summary.parameters});
  }
  Compared compared = compare_all(prepared, prepared.periods(), points);
  result.measurements = std::move(compared.agreements);
  for (std::size_t d = 0; d < compared.of_periods.size(); ++d) {
    result.runs.push_back(calibrated_run(prepared, points[d], "period " + std::to_string(d + 1)));
    result.periods.push_back(period_agreement(prepared, prepared.problem().periods[d], points[d],
                                              std::move(compared.of_periods[d])));
  }
  if (compared.fault) return;
  result.innovations = filter_periods(prepared, points, 0, result);
}

/// Computes the value of an expression at the solution, and its sd to first order.
ExpressionResult expression_result(const DerivedTargets& derived, const CalibrationResult& result) {
  ExpressionResult found{derived.expression};
  const std::vector<double>& best = result.summary.parameters;
  found.value = derived.value.value(best);
  const estimation::Uncertainty& uncertainty = result.uncertainty;
  std::vector<double> slopes;
  for (const std::size_t i : derived.value.used()) {
    if (i >= uncertainty.parameters.size() || !uncertainty.parameters[i].sd) return found;
    std::vector<Jet8> numbers(best.begin(), best.end());
    numbers[i].v[0] = 1.0;
    slopes.push_back(derived.value.value(numbers).v[0]);
  }
  double variance = 0.0;
  for (std::size_t a = 0; a < slopes.size(); ++a) {
    for (std::size_t b = 0; b < slopes.size(); ++b) {
      const std::size_t row = derived.value.used()[a] * best.size();
      variance += slopes[a] * slopes[b] * uncertainty.covariance[row + derived.value.used()[b]];
    }
  }
  if (!(variance >= 0.0) || !std::isfinite(variance)) return found;
  found.sd = std::sqrt(variance);
  const double reach = estimation::student_t_975(uncertainty.degrees_of_freedom) * *found.sd;
  found.ci95 = estimation::Interval{found.value - reach, found.value + reach};
  return found;
}

std::optional<estimation::Jacobian> jacobian_at(const PreparedProblem& prepared,
                                                const estimation::Summary& summary) {
  const std::vector<double>& best = summary.parameters;
  if (prepared.problem().error_model == ErrorModel::Output) {
    SimulationResiduals residuals(prepared, 1);
    return estimation::evaluate_jacobian(residuals, best);
  }
  FilterLikelihood likelihood(prepared, 1);
  auto jacobian = estimation::evaluate_jacobian(likelihood, best);
  if (!jacobian) return jacobian;
  const auto first = estimation::uncertainty(prepared.estimated(), summary, *jacobian);
  std::vector<double> sds;
  for (const auto& parameter : first.parameters) sds.push_back(parameter.sd.value_or(0.0));
  jacobian->information = likelihood.information(best, sds);
  const auto second = estimation::uncertainty(prepared.estimated(), summary, *jacobian);
  jacobian->shapes = likelihood.interval_shapes(summary, second);
  return jacobian;
}

void judge(const PreparedProblem& prepared, const std::optional<estimation::Jacobian>& jacobian,
           CalibrationResult& result) {
  const std::vector<double>& best = result.summary.parameters;
  const auto estimated = prepared.estimated();
  if (jacobian) {
    result.uncertainty = estimation::uncertainty(estimated, result.summary, *jacobian,
                                                 prepared.problem().solve.loss);
    result.identifiability =
        estimation::identifiability(estimated, result.summary, *jacobian, result.uncertainty);
  }
  for (const DerivedTargets& derived : prepared.derived()) {
    result.expressions.push_back(expression_result(derived, result));
  }
  compare_periods(prepared, result);
  const std::vector<double> row = freed_row(prepared, best);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto cell = static_cast<std::size_t>(prepared.freed_outputs()[i]);
    result.initial_outputs[prepared.plan().signals[cell].name] = row[i];
  }
}

/// Returns whether exact derivatives of the objective were used.
bool found_exactly(const PreparedProblem& prepared) {
  return prepared.problem().error_model == ErrorModel::Output && prepared.exact_derivatives();
}

/// Returns whether a search ended with a result that can be assessed.
bool found(const estimation::Summary& summary) {
  return summary.status == estimation::Status::Converged ||
         summary.status == estimation::Status::Stopped;
}

}  // namespace

CalibrationResult calibrate(const CalibrationProblem& problem, const Registry& registry,
                            const CalibrateOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const PreparedProblem prepared(problem, registry);
  CalibrationResult result = calibrate(prepared, options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  return result;
}

CalibrationResult calibrate(const PreparedProblem& prepared, const CalibrateOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const CalibrationProblem& problem = prepared.problem();
  Diagnostics wrong = estimation::validate(prepared.estimated());
  if (wrong.has_errors()) throw InputError(wrong);
  const std::vector<std::size_t> profiled = profiled_parameters(prepared);
  const std::vector<PlannedFold> folds = planned_folds(prepared);
  Diagnostics planned;
  const std::vector<PlannedFold> windows = planned_windows(prepared, planned);
  auto starts = estimation::start_points(prepared.estimated(), problem.starts, problem.seed);
  const auto summaries = StartRuns(prepared, options).run(starts);

  CalibrationResult result;
  result.plan = prepared.shared_plan();
  result.best_start = best_of(summaries);
  result.summary = summaries[result.best_start];
  for (std::size_t s = 0; s < summaries.size(); ++s) {
    const estimation::Summary& summary = summaries[s];
    result.starts.push_back({starts[s], summary.parameters, summary.objective_initial,
                             summary.objective_final, summary.status, summary.message,
                             ends_elsewhere(summary, result.summary, problem.error_model)});
    result.evaluations += summary.evaluations;
    result.jacobians += summary.jacobians;
  }
  result.parameters = prepared.parameters();
  result.fixed = problem.fixed;
  result.simulation = stated_simulation(problem);
  for (const CalibrationMeasurement& measurement : problem.measurements) {
    result.ports.push_back(measurement.port);
  }
  result.data = fingerprint_of(prepared);
  if (problem.error_model == ErrorModel::Output) {
    result.weighted_data = weighted_fingerprint_of(prepared, prepared.deviations());
  }
  const InputHold standard = problem.model.defaults.input_hold.value_or(InputHold::BySample);
  result.settings = {problem.step,
                     problem.input_hold.value_or(standard),
                     problem.solve.loss,
                     problem.solve.solver,
                     problem.error_model,
                     problem.outlier_limit,
                     prepared.plan().options,
                     {},
                     problem.timezone,
                     problem.solve.ftol,
                     problem.solve.max_evaluations,
                     problem.time_limit,
                     found_exactly(prepared) ? Derivatives::Exact : Derivatives::Differences};
  for (std::size_t m = 0; m < problem.measurements.size(); ++m) {
    result.settings.sds[problem.measurements[m].port] =
        prepared.filter().sds[m].at(result.summary.parameters);
  }
  const auto jacobian = jacobian_at(prepared, result.summary);
  result.corrections = prepared.corrections();
  judge(prepared, jacobian, result);
  for (const PeriodData& data : prepared.periods()) {
    result.reports.insert(result.reports.end(), data.inputs.reports.begin(),
                          data.inputs.reports.end());
  }
  result.diagnostics = prepared.diagnostics();
  result.diagnostics.append(planned);
  result.diagnostics.append(held_values(result.reports));
  warn_of_other_ends(problem, result, result.diagnostics);
  warn_of_noise(prepared, result, result.diagnostics);
  warn_of_innovations(prepared, result, result.diagnostics);
  note_outliers(prepared, result, result.diagnostics);
  warn_of_fit(prepared, result, result.diagnostics);
  warn_of_jumps(prepared, result, result.diagnostics);
  validate_result(prepared, result, result.diagnostics);
  if (found(result.summary)) {
    if (jacobian) {
      result.profiles =
          find_profiles(prepared, profiled, result.summary, *jacobian, options, result.diagnostics);
    }
    const std::vector<double>& best = result.summary.parameters;
    result.folds =
        find_folds(prepared, folds, problem.folds.where, best, options, result.diagnostics);
    const Where rolling = problem.rolling ? problem.rolling->where : Where{};
    result.rolling = find_folds(prepared, windows, rolling, best, options, result.diagnostics);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  return result;
}

namespace {

/// Returns the unit of a parameter in a file; none if the unit has no name, such as 1/ppm of a
/// gain; a bare number is then in it.
std::optional<Unit> written_unit(const std::optional<Unit>& unit) {
  const bool named = unit && parse_unit(unit->symbol);
  return named ? unit : std::nullopt;
}

/// Sets the bounds of the estimation in a setting with a single value; entries have individual
/// bounds.
void set_limits(ParameterSetting& setting, const CalibrationParameter& parameter) {
  if (!std::holds_alternative<Quantity>(setting.value)) return;
  const auto limit = [&](double bound) {
    return std::isfinite(bound) ? std::optional(Quantity{bound, written_unit(parameter.unit)})
                                : std::nullopt;
  };
  setting.min = limit(parameter.parameter.min);
  setting.max = limit(parameter.parameter.max);
}

/// Sets the value of a target. Returns the setting of a parameter, or null for an initial state or
/// a constant of a series.
ParameterSetting* set_target(const std::string& target, const Quantity& value,
                             SimulationModel& model) {
  if (target.find('@') != std::string::npos) {
    model.set_initial(target, value);
    return nullptr;
  }
  if (set_constant(target, value, model)) return nullptr;
  model.set_parameter(target, value);
  const std::optional<Endpoint> end = parse_endpoint(target);
  ParameterSetting& setting = model.component(end->component).parameters[end->port];
  setting.source = "calibrated";
  return &setting;
}

/// Sets scale or bias of the source that corrects an output. The bias of a sensor is not part of a
/// model.
void set_correction(Correction correction, const std::string& output, double number,
                    CalibrationParameter parameter, SimulationModel& model) {
  const std::string path = correction_parameter(correction, *parse_endpoint(output));
  const std::optional<Endpoint> end = parse_endpoint(path);
  const Component* const source = model.find(end->component);
  if (source == nullptr) return;
  // A bare number of a series remains bare.
  const auto& series = *series_of(*source, "series");
  if (correction == Correction::Bias && !names_unit(series)) parameter.unit.reset();
  set_limits(*set_target(path, {number, written_unit(parameter.unit)}, model), parameter);
}

}  // namespace

RunDefaults stated_simulation(const CalibrationProblem& problem) {
  RunDefaults stated;
  stated.input_hold = problem.input_hold;
  stated.coupling = problem.compile.coupling;
  stated.substeps = problem.compile.substeps;
  stated.cycle_removal = problem.compile.cycle_removal;
  return stated;
}

void take_simulation(const RunDefaults& stated, RunDefaults& defaults) {
  if (stated.input_hold) defaults.input_hold = stated.input_hold;
  if (stated.coupling) defaults.coupling = stated.coupling;
  if (stated.substeps) defaults.substeps = stated.substeps;
  if (stated.cycle_removal) defaults.cycle_removal = stated.cycle_removal;
}

SimulationModel calibrated_model(const CalibrationProblem& problem,
                                 const CalibrationResult& result) {
  SimulationModel model = problem.model;
  for (const SeriesReplacement& correction : result.corrections) replace_series(correction, model);
  for (const CalibrationMeasurement& measurement : problem.measurements) {
    model.measurements[measurement.port] = {measurement.column, measurement.sd, measurement.where,
                                            measurement.sd_unit};
  }
  // Runs of the model use the same step and local time as the calibration.
  if (!problem.timezone.empty()) model.site.timezone = problem.timezone;
  take_simulation(stated_simulation(problem), model.defaults);
  for (const auto& [output, value] : result.initial_outputs) {
    model.set_initial(output, {value, std::nullopt});
  }
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    const CalibrationParameter& parameter = result.parameters[i];
    if (parameter.period > 0) continue;  // a model starts with the values of the first period
    const Quantity value{result.summary.parameters[i], written_unit(parameter.unit)};
    for (const std::string& target : parameter.targets) {
      ParameterSetting* const setting = set_target(target, value, model);
      if (setting != nullptr) set_limits(*setting, parameter);
    }
    for (const std::string& output : parameter.scale_of) {
      set_correction(Correction::Scale, output, result.summary.parameters[i], parameter, model);
    }
    for (const std::string& output : parameter.bias_of) {
      set_correction(Correction::Bias, output, result.summary.parameters[i], parameter, model);
    }
  }
  for (const ExpressionResult& derived : result.expressions) {
    const Quantity value{derived.value, written_unit(derived.expression.unit)};
    for (const std::string& target : derived.expression.targets) set_target(target, value, model);
  }
  return model;
}

}  // namespace hearth

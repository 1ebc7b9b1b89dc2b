// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/calibration.hpp"

#include <chrono>
#include <cmath>
#include <mutex>

#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/estimation/solver/internal/multistart.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

/// Returns whether most compared rows of a measurement follow each other within an hour.
bool hourly(const std::vector<PeriodData>& periods, std::size_t measurement) {
  long near = 0, far = 0;
  for (const PeriodData& data : periods) {
    const std::vector<double>& rows = data.measured[measurement];
    const Duration step = data.inputs.period.step;
    long last = -1;
    for (long k = data.first_row; k < static_cast<long>(rows.size()); ++k) {
      if (std::isnan(rows[k])) continue;
      if (last >= 0) ++((k - last) * step <= std::chrono::hours(1) ? near : far);
      last = k;
    }
  }
  return near > far;
}

/// The agreement over some periods, or why one of them cannot be simulated to its end.
struct Compared {
  std::map<std::string, Agreement> agreements;
  std::optional<Diagnostic> fault;
  std::size_t period = 0;  // of the fault
};

Compared compare_all(const PreparedProblem& prepared, const std::vector<PeriodData>& periods,
                     const std::vector<double>& parameters) {
  const auto& measurements = prepared.problem().measurements;
  std::vector<ErrorSums> sums(measurements.size());
  std::vector<long> missing(measurements.size(), 0);
  Compared result;
  for (; result.period < periods.size(); ++result.period) {
    const PeriodData& data = periods[result.period];
    result.fault =
        compare(prepared, data, parameters, [&](std::size_t m, double measured, double simulated) {
          sums[m].add(measured, simulated);
        });
    if (result.fault) return result;
    for (std::size_t m = 0; m < missing.size(); ++m) missing[m] += data.missing[m];
  }
  if (periods.empty()) return result;
  for (std::size_t m = 0; m < measurements.size(); ++m) {
    const auto cell = static_cast<std::size_t>(prepared.cells()[m]);
    Agreement agreement = agreement_of(sums[m], prepared.plan().signals[cell].unit);
    agreement.missing = missing[m];
    agreement.hourly = hourly(periods, m);
    result.agreements[measurements[m].port] = agreement;
  }
  return result;
}

/// Solves from every start; starts run in parallel, or one start's derivative chunks do.
class StartRuns {
 public:
  StartRuns(const PreparedProblem& prepared, const CalibrateOptions& options)
      : prepared_(prepared), options_(options) {}

  std::vector<estimation::Summary> run(const std::vector<std::vector<double>>& starts) {
    const int count = static_cast<int>(starts.size());
    std::vector<estimation::Summary> summaries(starts.size());
    const int inner = count == 1 ? options_.threads : 1;
    Workers workers(count == 1 ? 1 : std::min(options_.threads, count));
    workers.for_pieces(count, 1, [&](int, int first, int last) {
      for (int s = first; s < last; ++s) {
        summaries[s] = solve(s, starts[s], inner);
      }
    });
    return summaries;
  }

 private:
  estimation::Summary solve(int start, const std::vector<double>& point, int threads) {
    SimulationResiduals residuals(prepared_, threads);
    estimation::SolveOptions solve_options = prepared_.problem().solve;
    if (options_.progress) {
      solve_options.progress = [&, start](int iteration, double cost) {
        const std::lock_guard lock(mutex_);
        return options_.progress(start, iteration, cost);
      };
    }
    return estimation::solve(estimation::with_start(prepared_.estimated(), point), residuals,
                             solve_options);
  }

  const PreparedProblem& prepared_;
  const CalibrateOptions& options_;
  std::mutex mutex_;
};

/// Returns the start that ended lowest; the given one where it ended as low but for rounding.
int best_of(const std::vector<estimation::Summary>& summaries) {
  constexpr double kRounding = 1e-9;  // of the cost
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

/// Ends that differ by more than a thousandth of the cost are other minima; below 1e-12 of the
/// start's cost all are perfect.
bool ends_elsewhere(const estimation::Summary& start, const estimation::Summary& best) {
  if (start.status == estimation::Status::Failed) return true;
  const double above = start.cost_final - best.cost_final;
  return above > 1e-3 * std::abs(best.cost_final) + 1e-12 * std::abs(best.cost_initial);
}

void warn_of_other_ends(const CalibrationResult& result, Diagnostics& diagnostics) {
  std::string others;
  int count = 0;
  for (std::size_t s = 0; s < result.starts.size(); ++s) {
    const StartResult& start = result.starts[s];
    if (!start.ends_elsewhere || start.status == estimation::Status::Interrupted) continue;
    others += (others.empty() ? "" : ", ") + std::to_string(s + 1);
    ++count;
  }
  if (count == 0 || result.summary.status == estimation::Status::Failed) return;
  diagnostics.warning("calibration.ends_elsewhere", {},
                      std::to_string(count) + " of " + std::to_string(result.starts.size()) +
                          " starts end elsewhere than the best one: " + others +
                          "; there are several minima, or the search stopped early");
}

std::string duration_text(double seconds) {
  if (seconds < 90.0) return number_text(std::round(seconds)) + " s";
  if (seconds < 5400.0) return number_text(std::round(seconds / 60.0)) + " min";
  return number_text(std::round(seconds / 360.0) / 10.0) + " h";
}

/// Warns of measurements whose residuals are no white noise.
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
    diagnostics.warning(
        "calibration.residuals_correlated", measurement.where,
        "the residuals of " + measurement.port + " are not white noise (autocorrelation " +
            number_text(std::round(noise[m].lag1 * 100.0) / 100.0) + " from one to the next" +
            lasting +
            "): something acts on it that the model does not have; the intervals allow for it as "
            "noise, a bias they cannot");
  }
}

void validate_result(const PreparedProblem& prepared, CalibrationResult& result,
                     Diagnostics& diagnostics) {
  Compared validation = compare_all(prepared, prepared.validation(), result.summary.parameters);
  result.validation = std::move(validation.agreements);
  if (!validation.fault) return;
  const Where where = prepared.problem().validation[validation.period].where.at(
      validation.fault->where.component, validation.fault->where.port);
  result.validation_failed = to_string(*validation.fault);
  diagnostics.warning("calibration.validation_failed", where,
                      "the run of this validation period cannot go on: " +
                          validation.fault->message + "; there are no figures of validation");
}

void judge(const PreparedProblem& prepared, CalibrationResult& result) {
  const std::vector<double>& best = result.summary.parameters;
  SimulationResiduals residuals(prepared, 1);
  const auto jacobian = estimation::evaluate_jacobian(residuals, best);
  const auto estimated = prepared.estimated();
  if (jacobian) {
    result.uncertainty = estimation::uncertainty(estimated, result.summary, *jacobian,
                                                 prepared.problem().solve.loss);
    result.identifiability =
        estimation::identifiability(estimated, result.summary, *jacobian, result.uncertainty);
  }
  result.measurements = compare_all(prepared, prepared.periods(), best).agreements;
  const std::vector<double> row = freed_row(prepared, prepared.periods().front(), best);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto cell = static_cast<std::size_t>(prepared.freed_outputs()[i]);
    result.initial_outputs[prepared.plan().signals[cell].name] = row[i];
  }
}

}  // namespace

CalibrationResult calibrate(const CalibrationProblem& problem, const Registry& registry,
                            const CalibrateOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  PreparedProblem prepared(problem, registry);
  Diagnostics wrong = estimation::validate(prepared.estimated());
  if (wrong.has_errors()) throw InputError(wrong);
  const auto starts = estimation::start_points(prepared.estimated(), problem.starts, problem.seed);
  const auto summaries = StartRuns(prepared, options).run(starts);

  CalibrationResult result;
  result.plan = prepared.shared_plan();
  result.best_start = best_of(summaries);
  result.summary = summaries[result.best_start];
  for (std::size_t s = 0; s < summaries.size(); ++s) {
    const estimation::Summary& summary = summaries[s];
    result.starts.push_back({starts[s], summary.parameters, summary.objective_initial,
                             summary.objective_final, summary.status, summary.message,
                             ends_elsewhere(summary, result.summary)});
    result.evaluations += summary.evaluations;
    result.jacobians += summary.jacobians;
  }
  result.parameters = prepared.parameters();
  for (const CalibrationMeasurement& measurement : problem.measurements) {
    result.ports.push_back(measurement.port);
  }
  result.step = std::chrono::duration<double>(problem.step).count();
  judge(prepared, result);
  for (const PeriodData& data : prepared.periods()) {
    result.reports.insert(result.reports.end(), data.inputs.reports.begin(),
                          data.inputs.reports.end());
  }
  result.diagnostics = prepared.diagnostics();
  warn_of_other_ends(result, result.diagnostics);
  warn_of_noise(prepared, result, result.diagnostics);
  validate_result(prepared, result, result.diagnostics);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  return result;
}

namespace {

/// The unit of a parameter in a file: none where it has no name, as 1/ppm of a gain; a bare number
/// is in it.
std::optional<Unit> written_unit(const CalibrationParameter& parameter) {
  const bool named = parameter.unit && parse_unit(parameter.unit->symbol);
  return named ? parameter.unit : std::nullopt;
}

/// Gives a single value the bounds within which it was estimated; entries have them each.
void set_limits(ParameterSetting& setting, const CalibrationParameter& parameter) {
  if (!std::holds_alternative<Quantity>(setting.value)) return;
  const auto limit = [&](double bound) {
    return std::isfinite(bound) ? std::optional(Quantity{bound, written_unit(parameter)})
                                : std::nullopt;
  };
  setting.min = limit(parameter.parameter.min);
  setting.max = limit(parameter.parameter.max);
}

}  // namespace

SimulationModel calibrated_model(const CalibrationProblem& problem,
                                 const CalibrationResult& result) {
  SimulationModel model = problem.model;
  for (const auto& [output, value] : result.initial_outputs) {
    model.set_initial(output, {value, std::nullopt});
  }
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    const CalibrationParameter& parameter = result.parameters[i];
    const Quantity value{result.summary.parameters[i], written_unit(parameter)};
    for (const std::string& target : parameter.targets) {
      if (target.find('@') != std::string::npos) {
        model.set_initial(target, value);
      } else {
        model.set_parameter(target, value);
        const std::optional<Endpoint> end = parse_endpoint(target);
        ParameterSetting& setting = model.component(end->component).parameters[end->port];
        setting.source = "calibrated";
        set_limits(setting, parameter);
      }
    }
  }
  return model;
}

}  // namespace hearth

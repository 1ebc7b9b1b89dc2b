// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration_words.hpp"
#include "hearth/estimation/calibration/internal/judgement_forms.hpp"
#include "hearth/estimation/calibration/internal/stated_forms.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

Json bound_word(estimation::Bound bound) {
  if (bound == estimation::Bound::None) return nullptr;
  return bound == estimation::Bound::Lower ? "lower" : "upper";
}

Json scale_word(const estimation::Parameter& parameter) {
  using estimation::Scale;
  const Scale scale = parameter.scale.value_or(parameter.min > 0.0 ? Scale::Log : Scale::Linear);
  if (scale == Scale::Linear) return "linear";
  return scale == Scale::Log ? "log" : "logit";
}

Json bound_json(double bound) { return std::isfinite(bound) ? Json(bound) : Json(nullptr); }

Json parameter_json(const CalibrationResult& result, std::size_t i) {
  const CalibrationParameter& parameter = result.parameters[i];
  Json json;
  json["value"] = result.summary.parameters[i];
  json["unit"] = parameter.unit ? parameter.unit->symbol : "1";
  json["sd"] = nullptr;
  json["ci95"] = nullptr;
  if (i < result.uncertainty.parameters.size()) {
    const auto& uncertain = result.uncertainty.parameters[i];
    if (uncertain.sd) json["sd"] = *uncertain.sd;
    if (uncertain.ci95) json["ci95"] = {uncertain.ci95->low, uncertain.ci95->high};
  }
  json["t"] = nullptr;
  json["p"] = nullptr;
  if (json["sd"].is_number() && result.uncertainty.degrees_of_freedom > 0) {
    const double t = result.summary.parameters[i] / json["sd"].get<double>();
    json["t"] = t;
    json["p"] = estimation::student_t_beyond(t, result.uncertainty.degrees_of_freedom);
  }
  json["at_bound"] = bound_word(result.summary.at_bound[i]);
  json["scale"] = scale_word(parameter.parameter);
  json["min"] = bound_json(parameter.parameter.min);
  json["max"] = bound_json(parameter.parameter.max);
  if (parameter.parameter.prior) {
    json["prior"] = {{"mean", parameter.parameter.prior->mean},
                     {"sd", parameter.parameter.prior->sd}};
  }
  if (parameter.period >= 0) json["period"] = parameter.period + 1;
  json["initial"] = parameter.parameter.initial;
  json["targets"] = parameter.targets;
  if (!parameter.process_noise_of.empty()) {
    json["process_noise_of"] = parameter.process_noise_of;
    json["noise_time"] = std::chrono::duration<double>(parameter.noise_time).count();
  }
  if (!parameter.sd_of.empty()) json["sd_of"] = parameter.sd_of;
  if (!parameter.scale_of.empty()) json["scale_of"] = parameter.scale_of;
  if (!parameter.bias_of.empty()) json["bias_of"] = parameter.bias_of;
  return json;
}

Json expression_json(const ExpressionResult& found) {
  Json json;
  json["value"] = found.value;
  json["unit"] = found.expression.unit ? found.expression.unit->symbol : "1";
  json["sd"] = found.sd ? Json(*found.sd) : Json(nullptr);
  json["ci95"] = found.ci95 ? Json{found.ci95->low, found.ci95->high} : Json(nullptr);
  json["expression"] = found.expression.value;
  json["targets"] = found.expression.targets;
  return json;
}

/// Adds the properties of the noise in the residuals of each measurement.
void add_residuals(const CalibrationResult& result, Json& measurements) {
  const auto& noise = result.uncertainty.noise;
  for (std::size_t m = 0; m < noise.size() && m < result.ports.size(); ++m) {
    const estimation::SeriesNoise& own = noise[m];
    if (!measurements.contains(result.ports[m])) continue;
    Json& json = measurements[result.ports[m]]["residuals"];
    json["white"] = own.white();
    json["sd"] = own.sd;
    json["autocorrelation"] = own.autocorrelation;
    json["ljung_box"] = {{"lags", own.lags}, {"statistic", own.ljung_box}, {"p", own.p}};
    json["correlated"] = {
        {"probability", own.correlated},
        {"share", own.share},
        {"time", own.time * std::chrono::duration<double>(result.settings.step).count()}};
  }
}

/// For a filter: adds the differences between each value and its expectation from earlier ones.
void add_innovations(const std::map<std::string, InnovationReport>& reports, Json& measurements) {
  for (const auto& [port, report] : reports) {
    if (!measurements.contains(port)) continue;
    const estimation::Whiteness& tests = report.whiteness;
    measurements[port]["innovations"] = {
        {"n", report.n},
        {"outliers", report.outliers},
        {"sd", report.sd},
        {"rmse", report.rmse},
        {"white", tests.white()},
        {"autocorrelation", tests.autocorrelation},
        {"ljung_box",
         {{"lags", tests.autocorrelation.size()}, {"statistic", tests.ljung_box}, {"p", tests.p}}},
        {"periodogram",
         {{"distance", tests.periodogram_distance}, {"limit", tests.periodogram_limit}}}};
  }
}

Json periods_json(const std::vector<PeriodAgreement>& periods) {
  Json json = Json::array();
  for (const PeriodAgreement& own : periods) {
    Json entry;
    entry["start"] = format_time(own.period.start, Zone::fixed(Duration(0)));
    entry["end"] = format_time(own.period.end, Zone::fixed(Duration(0)));
    entry["warmup"] = std::chrono::duration<double>(own.period.warmup).count();
    if (!own.own.empty()) entry["parameters"] = own.own;
    entry["measurements"] = agreement_json(own.measurements);
    json.push_back(std::move(entry));
  }
  return json;
}

/// Returns a row for each parameter with an sd, and their names.
Json matrix_json(const CalibrationResult& result, const std::vector<double>& matrix) {
  Json json = Json::array();
  const std::size_t n = result.uncertainty.parameters.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!result.uncertainty.parameters[i].sd) continue;
    Json row = Json::array();
    for (std::size_t j = 0; j < n; ++j) {
      if (result.uncertainty.parameters[j].sd) row.push_back(matrix[i * n + j]);
    }
    json.push_back(std::move(row));
  }
  return json;
}

Json uncertainty_json(const CalibrationResult& result) {
  const estimation::Uncertainty& uncertainty = result.uncertainty;
  Json json = {{"residual_sd", uncertainty.residual_sd},
               {"rank", uncertainty.rank},
               {"degrees_of_freedom", uncertainty.degrees_of_freedom}};
  if (!uncertainty.message.empty()) json["message"] = uncertainty.message;
  json["parameters"] = Json::array();
  for (std::size_t i = 0; i < uncertainty.parameters.size(); ++i) {
    if (uncertainty.parameters[i].sd) {
      json["parameters"].push_back(result.parameters[i].parameter.name);
    }
  }
  json["covariance"] = matrix_json(result, uncertainty.covariance);
  json["correlation"] = matrix_json(result, uncertainty.correlation);
  return json;
}

/// Returns the likelihood of the measurements, and the criteria based on it: that of the filter, or
/// of independent normal residuals with the stated sd. They compare models of the same data;
/// correlated noise makes those of residuals too certain. Parameters at a bound do not count: a
/// likelihood-ratio test with the number of free parameters as degrees of freedom keeps its level
/// (Susko, Biometrika 100, 2013), and a noise that vanishes leaves a model without it.
Json likelihood_json(const CalibrationResult& result) {
  constexpr double kTwoPi = 6.283185307179586;
  const bool of_residuals = result.settings.error_model == ErrorModel::Output;
  double log_likelihood = -0.5 * result.summary.objective_final;
  long rows = 0;
  for (const auto& [port, agreement] : result.measurements) {
    rows += agreement.n;
    if (!of_residuals) continue;
    const double sd = result.settings.sds.at(port);
    log_likelihood -= static_cast<double>(agreement.n) * (std::log(sd) + 0.5 * std::log(kTwoPi));
  }
  long free = 0;
  for (const estimation::Bound bound : result.summary.at_bound) {
    free += bound == estimation::Bound::None ? 1 : 0;
  }
  return {{"log_likelihood", log_likelihood},
          {"aic", 2.0 * static_cast<double>(free) - 2.0 * log_likelihood},
          {"bic",
           static_cast<double>(free) * std::log(static_cast<double>(rows)) - 2.0 * log_likelihood},
          {"rows", rows},
          {"parameters", free}};
}

Json settings_json(const CalibrationResult& result) {
  const CalibrationSettings& settings = result.settings;
  Json json;
  json["step"] = std::chrono::duration<double>(settings.step).count();
  json["error_model"] = word_for(settings.error_model, kErrorModelWords);
  if (settings.outlier_limit) json["outlier_limit"] = *settings.outlier_limit;
  json["input_hold"] = word_for(settings.input_hold, kInputHoldWords);
  json["coupling"] = settings.compile.coupling
                         ? Json(word_for(*settings.compile.coupling, kCouplingWords))
                         : Json(nullptr);
  json["cycle_removal"] = settings.compile.cycle_removal
                              ? Json(word_for(*settings.compile.cycle_removal, kCycleRemovalWords))
                              : Json(nullptr);
  json["loss"] = {{"kind", word_for(settings.loss.kind, kLossWords)},
                  {"scale", settings.loss.scale}};
  json["solver"] = word_for(settings.solver, kSolverWords);
  json["tolerance"] = settings.tolerance;
  json["max_evaluations"] = settings.max_evaluations;
  json["time_limit"] = settings.time_limit
                           ? Json(std::chrono::duration<double>(*settings.time_limit).count())
                           : Json(nullptr);
  json["derivatives"] = word_for(settings.derivatives, kDerivativesWords);
  json["sd"] = settings.sds;
  json["timezone"] = settings.timezone;
  return json;
}

/// Returns seven digits, which is more than any sensor provides; null for NaN.
Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.7g", value);
  return std::strtod(digits, nullptr);
}

/// Returns the simulated and measured outputs of each period.
Json runs_json(const CalibrationResult& result) {
  Json json = Json::array();
  for (const CalibratedRun& run : result.runs) {
    Json entry;
    entry["name"] = run.name;
    entry["start"] = format_time(run.results.start, Zone::fixed(Duration(0)));
    entry["step"] = std::chrono::duration<double>(run.results.step).count();
    for (std::size_t i = 0; i < run.results.signals.size(); ++i) {
      const Signal& signal = run.results.signals[i];
      Json& own = entry["signals"][signal.name];
      own["unit"] = signal.unit.symbol;
      own["simulated"] = own["measured"] = Json::array();
      const std::vector<double>& measured = run.measured.at(signal.name);
      for (long k = 0; k < run.results.rows(); ++k) {
        own["simulated"].push_back(rounded(run.results.row(k)[i]));
        own["measured"].push_back(rounded(measured[static_cast<std::size_t>(k)]));
      }
      const auto filtered = run.filtered.find(signal.name);
      if (filtered == run.filtered.end()) continue;
      for (const double value : filtered->second.expected) {
        own["expected"].push_back(rounded(value));
      }
      for (const double value : filtered->second.sd) own["sd"].push_back(rounded(value));
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json starts_json(const CalibrationResult& result) {
  Json json = Json::array();
  for (std::size_t s = 0; s < result.starts.size(); ++s) {
    const StartResult& start = result.starts[s];
    Json entry;
    entry["initial"] = start.initial;
    entry["final"] = start.final;
    entry["status"] = status_word(start.status);
    entry["message"] = start.message;
    entry["best"] = static_cast<int>(s) == result.best_start;
    entry["ends_elsewhere"] = start.ends_elsewhere;
    entry["parameters"] = start.parameters;
    json.push_back(entry);
  }
  return json;
}

Json identifiability_json(const estimation::Identifiability& identifiability) {
  Json json;
  json["singular_values"] = identifiability.singular_values;
  json["flat"] = Json::array();
  for (const auto& direction : identifiability.flat) {
    json["flat"].push_back({{"ratio", direction.ratio},
                            {"parameters", direction.parameters},
                            {"weights", direction.weights}});
  }
  json["correlated"] = Json::array();
  for (const auto& pair : identifiability.correlated) {
    json["correlated"].push_back(
        {{"parameters", {pair.first, pair.second}}, {"correlation", pair.correlation}});
  }
  json["dead"] = identifiability.dead;
  json["at_bound"] = Json::array();
  for (const auto& bound : identifiability.at_bound) {
    json["at_bound"].push_back(
        {{"parameter", bound.parameter}, {"bound", bound_word(bound.bound)}});
  }
  return json;
}

}  // namespace

const char* status_word(estimation::Status status) {
  switch (status) {
    case estimation::Status::Converged:
      return "converged";
    case estimation::Status::Stopped:
      return "stopped";
    case estimation::Status::Interrupted:
      return "interrupted";
    case estimation::Status::Failed:
      break;
  }
  return "failed";
}

std::string write_calibration_result(const CalibrationResult& result) {
  Json json;
  json["status"] = status_word(result.summary.status);
  json["message"] = result.summary.message;
  json["solver"] = result.summary.method;
  json["objective"] = {{"initial", result.starts.front().initial},  // objective of the given start
                       {"final", result.summary.objective_final}};
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    json["parameters"][result.parameters[i].parameter.name] = parameter_json(result, i);
  }
  for (const ExpressionResult& found : result.expressions) {
    json["expressions"][found.expression.targets.front()] = expression_json(found);
  }
  if (!result.fixed.empty()) json["fixed"] = fixed_json(result.fixed);
  const Json simulation = stated_simulation_record().write(result.simulation);
  if (!simulation.empty()) json["simulation"] = simulation;
  if (result.summary.status != estimation::Status::Failed) {
    json["likelihood"] = likelihood_json(result);
    json["data"] = result.data;
    if (!result.weighted_data.empty()) json["weighted_data"] = result.weighted_data;
  }
  json["settings"] = settings_json(result);
  json["measurements"] = agreement_json(result.measurements);
  add_residuals(result, json["measurements"]);
  add_innovations(result.innovations, json["measurements"]);
  json["validation"] = {{"measurements", agreement_json(result.validation)}};
  add_innovations(result.validation_innovations, json["validation"]["measurements"]);
  json["validation"]["periods"] = periods_json(result.validation_periods);
  json["periods"] = periods_json(result.periods);
  if (!result.validation_failed.empty()) json["validation"]["failed"] = result.validation_failed;
  json["starts"] = starts_json(result);
  json["identifiability"] = identifiability_json(result.identifiability);
  json["uncertainty"] = uncertainty_json(result);
  if (!result.profiles.empty()) json["profiles"] = profiles_json(result);
  Json cross_validation = cross_validation_json(result);
  if (!cross_validation.empty()) json["cross_validation"] = std::move(cross_validation);
  json["evaluations"] = result.evaluations;
  json["jacobians"] = result.jacobians;
  json["seconds"] = result.seconds;
  // Long lists of numbers are written on one line.
  std::string text = json.dump(2);
  text.erase(text.rfind('}'));
  while (text.back() == '\n') text.pop_back();
  return text + ",\n  \"runs\": " + runs_json(result).dump() + "\n}\n";
}

std::string calibration_result_schema() {
  const Json number = {{"type", "number"}}, text = {{"type", "string"}},
             whole = {{"type", "integer"}}, flag = {{"type", "boolean"}};
  const Json maybe = {{"type", {"number", "null"}}};
  const auto list = [](Json items) { return Json{{"type", "array"}, {"items", std::move(items)}}; };
  const auto map = [](Json values) {
    return Json{{"type", "object"}, {"additionalProperties", std::move(values)}};
  };
  const auto record = [](Json members, Json required) {
    return Json{
        {"type", "object"}, {"properties", std::move(members)}, {"required", std::move(required)}};
  };
  const Json residuals = record({{"white", flag},
                                 {"sd", number},
                                 {"autocorrelation", list(number)},
                                 {"ljung_box", map(number)},
                                 {"correlated", map(number)}},
                                {"white", "sd"});
  const Json innovations = record({{"n", whole},
                                   {"outliers", whole},
                                   {"sd", number},
                                   {"rmse", number},
                                   {"white", flag},
                                   {"autocorrelation", list(number)},
                                   {"ljung_box", map(number)},
                                   {"periodogram", map(number)}},
                                  {"n", "sd", "rmse", "white"});
  const Json agreement = record({{"n", whole},
                                 {"missing", whole},
                                 {"rmse", number},
                                 {"bias", number},
                                 {"mae", number},
                                 {"unit", text},
                                 {"nmbe", number},
                                 {"cv_rmse", number},
                                 {"guideline14_hourly", flag},
                                 {"residuals", residuals},
                                 {"innovations", innovations}},
                                {"n", "missing", "rmse", "bias", "mae", "unit"});
  const Json period = record({{"start", text},
                              {"end", text},
                              {"warmup", number},
                              {"parameters", map(number)},
                              {"measurements", map(agreement)}},
                             {"start", "end", "measurements"});
  const Json parameter = record({{"value", number},
                                 {"unit", text},
                                 {"sd", maybe},
                                 {"ci95", {{"type", {"array", "null"}}, {"items", number}}},
                                 {"t", maybe},
                                 {"p", maybe},
                                 {"at_bound", {{"enum", {"lower", "upper", nullptr}}}},
                                 {"scale", {{"enum", {"linear", "log", "logit"}}}},
                                 {"min", maybe},
                                 {"max", maybe},
                                 {"prior", map(number)},
                                 {"period", whole},
                                 {"initial", number},
                                 {"targets", list(text)},
                                 {"process_noise_of", list(text)},
                                 {"noise_time", number},
                                 {"sd_of", list(text)},
                                 {"scale_of", list(text)},
                                 {"bias_of", list(text)}},
                                {"value", "unit", "sd", "ci95", "at_bound", "initial", "targets"});
  const Json expression = record({{"value", maybe},
                                  {"unit", text},
                                  {"sd", maybe},
                                  {"ci95", {{"type", {"array", "null"}}, {"items", number}}},
                                  {"expression", text},
                                  {"targets", list(text)}},
                                 {"value", "unit", "sd", "ci95", "expression", "targets"});
  const Json validation =
      record({{"measurements", map(agreement)}, {"periods", list(period)}, {"failed", text}},
             {"measurements"});
  Json schema =
      record({{"status", {{"enum", {"converged", "stopped", "interrupted", "failed"}}}},
              {"message", text},
              {"solver", text},
              {"objective", map(maybe)},
              {"parameters", map(parameter)},
              {"expressions", map(expression)},
              {"fixed", fixed_schema()},
              {"simulation", stated_simulation_record().schema()},
              {"likelihood", map(number)},
              {"data", text},
              {"weighted_data", text},
              {"settings", {{"type", "object"}}},
              {"measurements", map(agreement)},
              {"validation", validation},
              {"periods", list(period)},
              {"starts", list({{"type", "object"}})},
              {"identifiability", {{"type", "object"}}},
              {"uncertainty", record({{"residual_sd", number},
                                      {"rank", whole},
                                      {"degrees_of_freedom", whole},
                                      {"message", text},
                                      {"parameters", list(text)},
                                      {"covariance", list(list(number))},
                                      {"correlation", list(list(number))}},
                                     {"residual_sd", "rank", "degrees_of_freedom"})},
              {"profiles", profiles_schema()},
              {"cross_validation", cross_validation_schema(agreement)},
              {"runs", list(record({{"name", text},
                                    {"start", text},
                                    {"step", number},
                                    {"signals", map(record({{"unit", text},
                                                            {"simulated", list(maybe)},
                                                            {"measured", list(maybe)},
                                                            {"expected", list(maybe)},
                                                            {"sd", list(maybe)}},
                                                           {"unit", "simulated", "measured"}))}},
                                   {"name", "start", "step", "signals"}))},
              {"evaluations", whole},
              {"jacobians", whole},
              {"seconds", number}},
             {"status", "objective", "parameters", "measurements"});
  Json whole_schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", "Hearth calibration result"}};
  whole_schema.update(schema);
  return whole_schema.dump(2) + "\n";
}

}  // namespace hearth

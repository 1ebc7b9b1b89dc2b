// SPDX-License-Identifier: MIT
#include <cmath>

#include <nlohmann/json.hpp>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

Json bound_word(estimation::Bound bound) {
  if (bound == estimation::Bound::None) return nullptr;
  return bound == estimation::Bound::Lower ? "lower" : "upper";
}

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
  json["at_bound"] = bound_word(result.summary.at_bound[i]);
  if (parameter.period >= 0) json["period"] = parameter.period + 1;
  json["initial"] = parameter.parameter.initial;
  json["targets"] = parameter.targets;
  return json;
}

Json agreement_json(const std::map<std::string, Agreement>& agreements) {
  Json json = Json::object();
  for (const auto& [port, agreement] : agreements) {
    Json& entry = json[port];
    entry["n"] = agreement.n;
    entry["missing"] = agreement.missing;
    entry["rmse"] = agreement.rmse;
    entry["bias"] = agreement.bias;
    entry["mae"] = agreement.mae;
    entry["unit"] = difference_unit(agreement.unit);
    if (!agreement.nmbe) continue;
    entry["nmbe"] = *agreement.nmbe;
    entry["cv_rmse"] = *agreement.cv_rmse;
    if (!agreement.hourly) continue;
    // Hourly limits of ASHRAE Guideline 14 for calibrated simulation.
    entry["guideline14_hourly"] = std::abs(*agreement.nmbe) <= 0.10 && *agreement.cv_rmse <= 0.30;
  }
  return json;
}

/// What the residuals of each measurement say of their noise.
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
        {"probability", own.correlated}, {"share", own.share}, {"time", own.time * result.step}};
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
  json["objective"] = {{"initial", result.starts.front().initial},  // of the given start
                       {"final", result.summary.objective_final}};
  json["parameters"] = Json::object();
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    json["parameters"][result.parameters[i].parameter.name] = parameter_json(result, i);
  }
  json["measurements"] = agreement_json(result.measurements);
  add_residuals(result, json["measurements"]);
  json["validation"] = {{"measurements", agreement_json(result.validation)}};
  json["validation"]["periods"] = periods_json(result.validation_periods);
  json["periods"] = periods_json(result.periods);
  if (!result.validation_failed.empty()) json["validation"]["failed"] = result.validation_failed;
  json["starts"] = starts_json(result);
  json["identifiability"] = identifiability_json(result.identifiability);
  json["uncertainty"] = {{"residual_sd", result.uncertainty.residual_sd},
                         {"rank", result.uncertainty.rank},
                         {"degrees_of_freedom", result.uncertainty.degrees_of_freedom}};
  if (!result.uncertainty.message.empty()) {
    json["uncertainty"]["message"] = result.uncertainty.message;
  }
  json["evaluations"] = result.evaluations;
  json["jacobians"] = result.jacobians;
  json["seconds"] = result.seconds;
  return json.dump(2) + "\n";
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/judgement_forms.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/schema_parts.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

using JudgementJson = nlohmann::ordered_json;

constexpr Choices<estimation::ProfileEnd::Kind, 3> kEndWords{
    {{"crossed", estimation::ProfileEnd::Kind::Crossed},
     {"at_bound", estimation::ProfileEnd::Kind::AtBound},
     {"open", estimation::ProfileEnd::Kind::Open}}};

JudgementJson end_json(const estimation::ProfileEnd& end) {
  JudgementJson json = {{"value", end.value}, {"end", word_for(end.kind, kEndWords)}};
  if (!end.message.empty()) json["message"] = end.message;
  return json;
}

JudgementJson points_json(const CalibrationResult& result, const ParameterProfile& profile) {
  JudgementJson json = {{"value", JudgementJson::array()}, {"ratio", JudgementJson::array()}};
  for (const estimation::ProfilePoint& point : profile.points) {
    json["value"].push_back(point.value);
    json["ratio"].push_back(point.ratio);
  }
  json["parameters"] = JudgementJson::object();
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    if (i == profile.parameter) continue;
    JudgementJson& column = json["parameters"][result.parameters[i].parameter.name];
    column = JudgementJson::array();
    for (const estimation::ProfilePoint& point : profile.points) {
      column.push_back(point.parameters[i]);
    }
  }
  return json;
}

JudgementJson fold_json(const CalibrationResult& result, const Fold& fold) {
  const Zone utc = Zone::fixed(Duration(0));
  JudgementJson json = {{"start", format_time(fold.start, utc)},
                        {"end", format_time(fold.end, utc)},
                        {"fitted", fold.fitted},
                        {"status", status_word(fold.status)},
                        {"message", fold.message},
                        {"residual_sd", fold.residual_sd}};
  json["parameters"] = JudgementJson::object();
  for (std::size_t i = 0; i < fold.parameters.size(); ++i) {
    json["parameters"][result.parameters[i].parameter.name] = fold.parameters[i];
  }
  json["measurements"] = agreement_json(fold.measurements);
  return json;
}

JudgementJson cross_validation_json(const CalibrationResult& result,
                                    const CrossValidation& validation) {
  JudgementJson json = {{"residual_sd", validation.residual_sd},
                        {"measurements", agreement_json(validation.pooled)}};
  json["folds"] = JudgementJson::array();
  for (const Fold& fold : validation.folds) json["folds"].push_back(fold_json(result, fold));
  return json;
}

}  // namespace

JsonForm<FoldRequest> folds_form() {
  const JsonForm<int> count = forms::integer({.min = 2, .max = kMostFolds});
  return {[count](const JsonNode& node, JsonReading& reading) {
            std::optional<FoldRequest> request;
            if (const auto number = count.read(node, reading)) {
              request = FoldRequest{*number, node.where()};
            }
            return request;
          },
          count.schema};
}

JsonForm<RollingRequest> rolling_form() {
  static const auto record =
      JsonRecord<RollingRequest>()
          .required("train", &RollingRequest::train, forms::duration(),
                    "Time, from the first compared row, that is fitted in the first window")
          .required("next", &RollingRequest::next, forms::duration(),
                    "Time that is predicted in each window, and fitted in the following windows")
          .then([](RollingRequest& request, const JsonNode& node, JsonReading& reading) {
            request.where = node.where();
            if (request.train > Duration::zero() && request.next > Duration::zero()) return;
            reading.diagnostics.error(
                "calibration.rolling_invalid", node.where(),
                "'train' and 'next' must be longer than 0 s; set durations such as \"P7D\"");
          });
  return record.form();
}

JudgementJson cross_validation_json(const CalibrationResult& result) {
  JudgementJson json = JudgementJson::object();
  if (!result.folds.folds.empty()) json["folds"] = cross_validation_json(result, result.folds);
  if (!result.rolling.folds.empty()) {
    json["rolling"] = cross_validation_json(result, result.rolling);
  }
  return json;
}

JudgementJson cross_validation_schema(const JudgementJson& agreement) {
  const JudgementJson number = {{"type", "number"}}, text = {{"type", "string"}};
  const JudgementJson measurements = schema_parts::map_of(agreement);
  const JudgementJson fold = {{"type", "object"},
                              {"properties",
                               {{"start", text},
                                {"end", text},
                                {"fitted", {{"type", "integer"}}},
                                {"status", text},
                                {"message", text},
                                {"residual_sd", number},
                                {"parameters", schema_parts::map_of(number)},
                                {"measurements", measurements}}},
                              {"required", {"start", "end", "status", "measurements"}}};
  const JudgementJson validation = {{"type", "object"},
                                    {"properties",
                                     {{"residual_sd", number},
                                      {"measurements", measurements},
                                      {"folds", schema_parts::list_of(fold)}}},
                                    {"required", {"residual_sd", "measurements", "folds"}}};
  return {{"type", "object"}, {"properties", {{"folds", validation}, {"rolling", validation}}}};
}

JudgementJson agreement_json(const std::map<std::string, Agreement>& agreements) {
  JudgementJson json = JudgementJson::object();
  for (const auto& [port, agreement] : agreements) {
    JudgementJson& entry = json[port];
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

JsonForm<ProfileRequest> profile_form() {
  const JsonForm<std::vector<std::string>> names = forms::one_or_list(forms::name());
  return {[names](const JsonNode& node, JsonReading& reading) {
            std::optional<ProfileRequest> request;
            if (auto list = names.read(node, reading)) {
              request = ProfileRequest{*std::move(list), node.where()};
            }
            return request;
          },
          names.schema};
}

JudgementJson profiles_json(const CalibrationResult& result) {
  JudgementJson json = JudgementJson::object();
  for (const ParameterProfile& profile : result.profiles) {
    const CalibrationParameter& own = result.parameters[profile.parameter];
    json[own.parameter.name] = {{"unit", own.unit ? own.unit->symbol : "1"},
                                {"lower", end_json(profile.lower)},
                                {"upper", end_json(profile.upper)},
                                {"limit", profile.limit},
                                {"scale", profile.scale},
                                {"stopped", profile.stopped},
                                {"at_minimum", profile.at_minimum},
                                {"points", points_json(result, profile)}};
  }
  return json;
}

JudgementJson profiles_schema() {
  const JudgementJson number = {{"type", "number"}}, text = {{"type", "string"}};
  const JudgementJson numbers = schema_parts::list_of(number);
  const JudgementJson end = {
      {"type", "object"},
      {"properties",
       {{"value", number},
        {"end", schema_parts::one_of_words(schema_parts::words_of(kEndWords))},
        {"message", text}}},
      {"required", {"value", "end"}}};
  const JudgementJson points = {
      {"type", "object"},
      {"properties",
       {{"value", numbers}, {"ratio", numbers}, {"parameters", schema_parts::map_of(numbers)}}},
      {"required", {"value", "ratio", "parameters"}}};
  return schema_parts::map_of({{"type", "object"},
                               {"properties",
                                {{"unit", text},
                                 {"lower", end},
                                 {"upper", end},
                                 {"limit", number},
                                 {"scale", number},
                                 {"stopped", {{"type", "integer"}}},
                                 {"at_minimum", {{"type", "boolean"}}},
                                 {"points", points}}},
                               {"required", {"lower", "upper", "limit", "scale", "points"}}});
}

}  // namespace hearth

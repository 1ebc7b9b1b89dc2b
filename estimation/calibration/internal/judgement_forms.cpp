// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/judgement_forms.hpp"

#include <string>
#include <utility>
#include <vector>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/schema_parts.hpp"

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

}  // namespace

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
                                 {"points", points}}},
                               {"required", {"lower", "upper", "limit", "scale", "points"}}});
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include <cmath>

#include <nlohmann/json.hpp>

#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/control/optimal_control.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

class ControlResultWriter {
 public:
  ControlResultWriter(const ControlProblem& problem, const ControlResult& result)
      : problem_(problem), result_(result), zone_(problem.zone()) {}

  Json write() const {
    Json json;
    json["status"] = status_word(result_.status);
    if (!result_.message.empty()) json["message"] = result_.message;
    json["objective"] = {{"decided", number(result_.outcome.objective)},
                         {"baseline", number(result_.baseline.objective)}};
    json["terms"] = terms();
    json["constraints"] = constraints();
    json["decisions"] = decisions();
    json["start"] = format_time(problem_.start, zone_);
    json["step"] = seconds(problem_.step);
    json["outputs"] = outputs();
    json["searches"] = searches();
    json["seconds"] = result_.seconds;
    return json;
  }

 private:
  Json terms() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
      Json json = {{"output", problem_.costs[i].output},
                   {"decided", number(result_.outcome.costs[i])},
                   {"baseline", number(result_.baseline.costs[i])}};
      if (!problem_.costs[i].kpi.empty()) json["kpi"] = problem_.costs[i].kpi;
      list.push_back(std::move(json));
    }
    return list;
  }

  Json violation(const LimitOutcome& own) const {
    Json json = {{"largest", number(own.largest)}, {"unit_hours", number(own.unit_hours)}};
    if (own.largest > 0.0) json["at"] = format_time(own.at, zone_);
    return json;
  }

  Json constraints() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
      Json json = {{"output", problem_.limits[i].output},
                   {"unit", difference_unit(result_.limit_units[i])},
                   {"hard", !problem_.limits[i].penalty.has_value()},
                   {"decided", violation(result_.outcome.limits[i])},
                   {"baseline", violation(result_.baseline.limits[i])}};
      if (!problem_.limits[i].kpi.empty()) json["kpi"] = problem_.limits[i].kpi;
      if (problem_.limits[i].penalty) {
        json["penalty"] = {{"decided", number(result_.outcome.penalties[i])},
                           {"baseline", number(result_.baseline.penalties[i])}};
      }
      list.push_back(std::move(json));
    }
    return list;
  }

  Json decisions() const {
    Json list = Json::array();
    for (std::size_t d = 0; d < problem_.decisions.size(); ++d) {
      const ControlDecision& decision = problem_.decisions[d];
      Json json = {{"target", decision.target},
                   {"unit", result_.decision_units[d].symbol},
                   {"min", number(in_unit(decision.min, result_.decision_units[d]))},
                   {"max", number(in_unit(decision.max, result_.decision_units[d]))},
                   {"values", steps_of(result_.decided[d])}};
      if (!result_.baseline_decided[d].empty()) {
        json["baseline"] = steps_of(result_.baseline_decided[d]);
      }
      list.push_back(std::move(json));
    }
    return list;
  }
  /// Returns a bound in the unit of its decision; a number without a unit is already in it.
  static double in_unit(const Quantity& given, const Unit& own) {
    const Unit& target = own.bare ? unit::one : own;
    return given.unit ? convert(given.value, *given.unit, target) : given.value;
  }
  /// Returns the numbers by step, without row 0.
  static Json steps_of(const std::vector<double>& rows) {
    return rows.empty() ? Json::array() : numbers({rows.begin() + 1, rows.end()});
  }

  Json outputs() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < problem_.costs.size(); ++i) {
      list.push_back({{"output", problem_.costs[i].output},
                      {"unit", result_.cost_units[i].symbol},
                      {"means", true},
                      {"decided", steps_of(result_.outcome.cost_outputs[i])},
                      {"baseline", steps_of(result_.baseline.cost_outputs[i])},
                      {"price", steps_of(result_.prices[i])}});
    }
    for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
      list.push_back({{"output", problem_.limits[i].output},
                      {"unit", result_.limit_units[i].symbol},
                      {"means", false},
                      {"decided", steps_of(result_.outcome.limit_outputs[i])},
                      {"baseline", steps_of(result_.baseline.limit_outputs[i])},
                      {"min", steps_of(result_.lower[i])},
                      {"max", steps_of(result_.upper[i])}});
    }
    return list;
  }

  Json searches() const {
    Json list = Json::array();
    for (const ControlSearch& search : result_.searches) {
      Json json = {{"time", format_time(search.time, zone_)},
                   {"status", status_word(search.status)},
                   {"iterations", search.iterations},
                   {"objective", number(search.objective)},
                   {"seconds", search.seconds}};
      if (!search.message.empty()) json["message"] = search.message;
      list.push_back(std::move(json));
    }
    return list;
  }

  const ControlProblem& problem_;
  const ControlResult& result_;
  Zone zone_;
};

}  // namespace

std::string write_control_result(const ControlProblem& problem, const ControlResult& result) {
  return ControlResultWriter(problem, result).write().dump(1) + "\n";
}

std::string control_result_schema() {
  const Json text = {{"type", "string"}}, value = {{"type", "number"}};
  const Json maybe = {{"type", {"number", "null"}}}, flag = {{"type", "boolean"}};
  const Json whole = {{"type", "integer"}};
  const Json rows = {{"type", "array"}, {"items", maybe}};
  const auto list = [](const Json& item) { return Json{{"type", "array"}, {"items", item}}; };
  const auto record = [](Json members, std::vector<std::string> required) {
    return Json{
        {"type", "object"}, {"properties", std::move(members)}, {"required", std::move(required)}};
  };
  const Json both = record({{"decided", maybe}, {"baseline", maybe}}, {"decided", "baseline"});
  const Json violation =
      record({{"largest", maybe}, {"unit_hours", maybe}, {"at", text}}, {"largest", "unit_hours"});
  const Json status = {{"enum", {"solved", "stopped", "interrupted", "infeasible", "failed"}}};
  Json schema = record(
      {{"status", status},
       {"message", text},
       {"objective", both},
       {"terms",
        list(record({{"output", text}, {"kpi", text}, {"decided", maybe}, {"baseline", maybe}},
                    {"output", "decided", "baseline"}))},
       {"constraints", list(record({{"output", text},
                                    {"kpi", text},
                                    {"unit", text},
                                    {"hard", flag},
                                    {"decided", violation},
                                    {"baseline", violation},
                                    {"penalty", both}},
                                   {"output", "unit", "hard", "decided", "baseline"}))},
       {"decisions", list(record({{"target", text},
                                  {"unit", text},
                                  {"min", maybe},
                                  {"max", maybe},
                                  {"values", rows},
                                  {"baseline", rows}},
                                 {"target", "unit", "min", "max", "values"}))},
       {"start", text},
       {"step", value},
       {"outputs", list(record({{"output", text},
                                {"unit", text},
                                {"means", flag},
                                {"decided", rows},
                                {"baseline", rows},
                                {"price", rows},
                                {"min", rows},
                                {"max", rows}},
                               {"output", "unit", "means", "decided", "baseline"}))},
       {"searches", list(record({{"time", text},
                                 {"status", status},
                                 {"iterations", whole},
                                 {"objective", maybe},
                                 {"seconds", value},
                                 {"message", text}},
                                {"time", "status", "iterations", "objective", "seconds"}))},
       {"seconds", value}},
      {"status", "objective", "terms", "constraints", "decisions", "start", "step", "outputs",
       "searches"});
  Json all = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "Hearth control result"}};
  all.update(schema);
  return all.dump(2) + "\n";
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "hearth/data/json/schema_parts.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_words.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

using namespace schema_parts;

constexpr const char* kId = R"(^[^/!-$&'*:-<>-@\\^`{-~]+$)";
constexpr const char* kPointer = R"(^(/([^~]|~[01])*)?$)";

Json at_least_one(const Json& item) {
  Json list = list_of(item);
  list["minItems"] = 1;
  return list;
}

Json period() {
  return described(
      object({{"start", refer_to("instant")},
              {"end", described(refer_to("instant"),
                                "End of the run, a whole number of steps after the start")},
              {"step", described(refer_to("duration"),
                                 "Step of the run, in seconds or as an ISO 8601 duration")},
              {"warmup", described(refer_to("duration"),
                                   "Time after the start that is simulated, but not evaluated")}}),
      "Simulated time; omitted members are taken from the set, then from the model");
}

/// The operations of RFC 6902, distinguished by `op`.
Json operation() {
  const auto form = [](std::vector<std::string_view> ops, const char* more, const Json& schema) {
    Json members = {{"op", one_of_words(ops)}, {"path", refer_to("pointer")}};
    if (more == nullptr) return object(members, {"op", "path"});
    members[more] = schema;
    return object(members, {"op", "path", more});
  };
  return described(
      either({form({"add", "replace", "test"}, "value", Json::object()),
              form({"move", "copy"}, "from", refer_to("pointer")), form({"remove"}, nullptr, {})}),
      "Operation of a JSON Patch (RFC 6902)");
}

Json change_members() {
  return {{"patch",
           described(list_of(refer_to("operation")), "Operations on the text of the model file")},
          {"set", described(map_of(either({refer_to("quantity"), flag()})),
                            "Numbers by id.name, or id@state for an initial value")},
          {"scale",
           described(map_of(number()), "Factors of parameters, by patterns that match id.name")},
          {"files", described(map_of(text()), "Files that replace files of the model")},
          {"weather", described(text(), "File that replaces the model's weather file")},
          {"period", refer_to("period")}};
}

Json named_change() { return object(joined({{"id", refer_to("id")}}, change_members()), {"id"}); }

Json model() {
  const Json members = {
      {"file", described(text(), "Path from the folder of this file")},
      {"data_dir", described(text(), "Folder in which the files of the model are found")}};
  return either({text(), object(joined(members, change_members()), {"file"})});
}

Json swept_parameter() {
  const Json range = object(
      {{"targets",
        described(at_least_one(text()), "Targets that are varied; default: the parameter's name")},
       {"min", number()},
       {"max", number()},
       {"n", described(integer(2), "Number of levels of a grid")},
       {"scale", one_of_words(words_of(kSweepScaleWords))},
       {"unit", refer_to("unit")}},
      {"min", "max"});
  const Json choice = object({{"targets", at_least_one(text())},
                              {"values", at_least_one(number())},
                              {"unit", refer_to("unit")}},
                             {"values"});
  return described(either({at_least_one(number()), range, choice}),
                   "Bounds [min, max], or the values of a grid without n");
}

Json sweep() {
  Json parameters = map_of(refer_to("sweptParameter"));
  parameters["minProperties"] = 1;
  return object(
      {{"method", one_of_words(words_of(kSweepMethodWords))},
       {"n", described({{"type", "integer"}, {"minimum", 1}, {"maximum", kMostRuns}},
                       "Number of points, or of levels of each range of a grid")},
       {"seed", integer(0)},
       {"parameters", described(parameters,
                                "Varied parameters by id.name, id@state, JSON pointer, or a "
                                "name if targets are set")}},
      {"method", "parameters"});
}

Json kpi_names() {
  std::vector<std::string_view> names;
  for (const Kpi& kpi : known_kpis()) {
    if (may_be_kpi(kpi.name)) names.push_back(kpi.name);
  }
  const Json of_family = {{"type", "string"}, {"pattern", "^(ener|peak)_[^<]+$"}};
  return list_of({{"anyOf", {one_of_words(names), of_family}}});
}

Json root() {
  Json models = map_of(refer_to("model"));
  models["minProperties"] = 1;
  models["propertyNames"] = refer_to("id");
  Json schema = object(
      {{"hearth", described({{"const", 1}}, "Version of the format")},
       {"$schema", {{"type", "string"}}},
       {"name", text()},
       {"base", described(text(), "Path of the model from the folder of this file")},
       {"models", described(models, "Models by their ids, instead of base")},
       {"period", refer_to("period")},
       {"axes", described(map_of(at_least_one(refer_to("change"))),
                          "Named alternatives; the set has a run for each combination")},
       {"scenarios", list_of(refer_to("change"))},
       {"sweep", sweep()},
       {"combine", described(one_of_words(words_of(kCombineWords)),
                             "Combination of scenarios and points: scenarios, then points, or each "
                             "scenario with each point")},
       {"record",
        described(list_of(text()),
                  "Signals that are recorded: PATTERN[:STATISTIC][:UNIT], matched with id.port")},
       {"every", every_schema()},
       {"kpis", described(kpi_names(), "Columns of the table; default: all available")},
       {"kpi", described(kpi_settings_schema(), "Meaning of the signals")},
       {"files",
        described(file_rules_form().schema, "How data files are read, by name or pattern (*, ?)")},
       {"engine", one_of_words(words_of(kEngineWords))},
       {"coupling", one_of_words(words_of(kCouplingWords))},
       {"substeps", substeps_schema()},
       {"cycle_removal", one_of_words(words_of(kCycleRemovalWords))},
       {"locate_events", flag()},
       {"data_dir", described(text(), "Folder in which files are found by their name")},
       {"timezone", refer_to("zone")}},
      {"hearth"});
  const auto with = [](const char* key) { return Json{{"required", Json::array({key})}}; };
  schema["oneOf"] = Json::array({with("base"), with("models")});
  return schema;
}

}  // namespace

std::string scenario_schema() {
  Json definitions = common_definitions();
  definitions.erase("endpoint");
  definitions["series"] = series_schema();
  Json id = text_like(kId);
  id["maxLength"] = kLongestId;
  definitions["id"] = described(id, "Letters, digits and _ - space ( ) [ ] + . , = %");
  definitions["pointer"] = described(text_like(kPointer), "JSON pointer (RFC 6901)");
  definitions["operation"] = operation();
  definitions["period"] = period();
  definitions["change"] = named_change();
  definitions["model"] = model();
  definitions["sweptParameter"] = swept_parameter();
  return schema_text("Hearth scenario set", root(), definitions);
}

}  // namespace hearth

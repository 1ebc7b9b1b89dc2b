// SPDX-License-Identifier: MIT
#include "hearth/apps/fmu/fmu_interface.hpp"

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/json/parse_json.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::fmu {
namespace {

using Json = nlohmann::ordered_json;

Json variables_json(const std::vector<SettableVariable>& variables) {
  Json list = Json::array();
  for (const SettableVariable& variable : variables) {
    list.push_back({{"name", variable.name}, {"start", number_json(variable.start)}});
  }
  return list;
}

std::vector<SettableVariable> read_variables(const Json& list) {
  std::vector<SettableVariable> variables;
  for (const Json& one : list) {
    variables.push_back({one.at("name").get<std::string>(), one.at("start").get<double>()});
  }
  return variables;
}

std::int64_t milliseconds(Instant instant) { return instant.time_since_epoch().count(); }

Instant read_instant(const Json& value) { return Instant(Duration(value.get<std::int64_t>())); }

InputError damaged(const std::string& problem) {
  return {"fmi.interface_invalid",
          {.file = kInterfaceFile},
          "the resources of the FMU are damaged; export it again: " + problem};
}

}  // namespace

std::string write_interface(const FmuInterface& interface) {
  Json json;
  json["token"] = interface.token;
  json["start"] = milliseconds(interface.period.start);
  json["end"] = milliseconds(interface.period.end);
  json["step"] = interface.period.step.count();
  json["timezone"] = interface.timezone;
  json["stampsZone"] = interface.stamps_zone;
  if (interface.year) json["yearStart"] = milliseconds(interface.year_start);
  json["inputs"] = variables_json(interface.inputs);
  json["outputs"] = interface.outputs;
  json["parameters"] = variables_json(interface.parameters);
  return to_pretty_text(json);
}

FmuInterface read_interface(std::string_view text) {
  const auto json = parse_json<Json>(text);
  if (json.is_discarded()) throw damaged("this is not JSON");
  try {
    FmuInterface interface;
    interface.token = json.at("token").get<std::string>();
    interface.period = {read_instant(json.at("start")), read_instant(json.at("end")),
                        Duration(json.at("step").get<std::int64_t>())};
    interface.timezone = json.at("timezone").get<std::string>();
    interface.stamps_zone = json.at("stampsZone").get<std::string>();
    interface.year = json.contains("yearStart");
    if (interface.year) interface.year_start = read_instant(json.at("yearStart"));
    interface.inputs = read_variables(json.at("inputs"));
    interface.outputs = json.at("outputs").get<std::vector<std::string>>();
    interface.parameters = read_variables(json.at("parameters"));
    return interface;
  } catch (const Json::exception& error) {
    throw damaged(error.what());
  }
}

}  // namespace hearth::fmu

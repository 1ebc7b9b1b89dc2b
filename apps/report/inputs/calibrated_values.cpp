// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/calibrated_values.hpp"

#include "hearth/components/plugins/plugins.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth::apps {

namespace {

void add_values(const Json& parameter, std::map<std::string, CalibratedValue>& values) {
  const std::optional<double> number = number_member(parameter, "value");
  if (!number) return;
  CalibratedValue value{
      *number, text_member(parameter, "unit"),       digits(member(parameter, "sd")),   "",
      "",      digits(member(parameter, "initial")), text_member(parameter, "at_bound")};
  const Json& interval = list_member(parameter, "ci95");
  if (interval.size() == 2) {
    value.low = digits(interval[0]);
    value.high = digits(interval[1]);
  }
  for (const std::string& target : text_list(member(parameter, "targets"))) {
    values[target] = value;
  }
}

}  // namespace

std::map<std::string, CalibratedValue> calibrated_values(const Json& result) {
  std::map<std::string, CalibratedValue> values;
  for (const char* const list : {"parameters", "expressions"}) {
    for (const Json& parameter : member(result, list)) add_values(parameter, values);
  }
  return values;
}

SimulationModel with_calibrated_values(SimulationModel model,
                                       const std::map<std::string, CalibratedValue>& values) {
  for (const auto& [target, value] : values) {
    const std::optional<Unit> unit = parse_unit(value.unit);
    try {
      apply_setting({target, {value.value, unit}}, known_components(), model);
    } catch (const ModelError&) {  // a model other than the calibrated one
    }
  }
  return model;
}

}  // namespace hearth::apps

// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/stated_forms.hpp"

#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {

const JsonRecord<RunDefaults>& stated_simulation_record() {
  static const auto record =
      JsonRecord<RunDefaults>()
          .optional("input_hold", &RunDefaults::input_hold, forms::choice(kInputHoldWords))
          .optional("coupling", &RunDefaults::coupling, forms::choice(kCouplingWords))
          .optional("substeps", &RunDefaults::substeps, forms::integer({.min = 0}))
          .optional("cycle_removal", &RunDefaults::cycle_removal,
                    forms::choice(kCycleRemovalWords));
  return record;
}

nlohmann::ordered_json fixed_json(const std::vector<FixedValue>& fixed) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const FixedValue& own : fixed) {
    json[own.path] = {{"value", own.value.value}};
    if (own.value.unit) json[own.path]["unit"] = own.value.unit->symbol;
  }
  return json;
}

nlohmann::ordered_json fixed_schema() {
  return {{"type", "object"},
          {"additionalProperties",
           {{"type", "object"},
            {"properties", {{"value", {{"type", "number"}}}, {"unit", {{"type", "string"}}}}},
            {"required", {"value"}}}}};
}

}  // namespace hearth

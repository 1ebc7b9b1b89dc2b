// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/noise_records.hpp"

#include "hearth/data/json/json_forms.hpp"

namespace hearth {
namespace {

JsonForm<std::string> state_name() {
  return forms::with_schema(forms::name(), schema_parts::refer_to("endpoint"));
}

JsonForm<Quantity> deviation() {
  return forms::read_by(read_quantity, schema_parts::refer_to("quantity"));
}

/// Record of objects with a standard deviation `sd`.
template <class Record>
void check_sd(Record& record, const JsonNode& node, JsonReading& reading) {
  if (record.sd.value >= 0.0) return;
  reading.diagnostics.error("calibration.sd_negative", node.where(),
                            "'sd' is negative; expected 0 or more");
}

}  // namespace

const JsonRecord<ProcessNoise>& process_noise_record() {
  static const auto record =
      JsonRecord<ProcessNoise>()
          .required("state", &ProcessNoise::state, state_name(),
                    "State id@state to which noise is added")
          .required("sd", &ProcessNoise::sd, deviation(),
                    "Standard deviation that noise alone causes in the state in 'noise_time'")
          .optional("noise_time", &ProcessNoise::noise_time, forms::duration(),
                    "Time in which noise reaches the standard deviation; default: PT1H")
          .then(check_sd<ProcessNoise>);
  return record;
}

const JsonRecord<InitialSd>& initial_sd_record() {
  static const auto record =
      JsonRecord<InitialSd>()
          .required("state", &InitialSd::state, state_name(), "State id@state")
          .required("sd", &InitialSd::sd, deviation(),
                    "Standard deviation of the initial value of the state")
          .then(check_sd<InitialSd>);
  return record;
}

}  // namespace hearth

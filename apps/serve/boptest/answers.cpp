// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/answers.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {

Answer refusal(std::string message) { return {400, std::move(message)}; }

Answer not_a_number(const char* name, const nlohmann::json& value) {
  return refusal(
      fmt::format("Invalid value {} for parameter {}. Value must be a float, integer, or string "
                  "able to be converted to a float, but is {}.",
                  python_text(value), name, python_type(value)));
}

Answer not_finite(const char* name, double value) {
  return refusal(fmt::format("Invalid value {} for parameter {}. Value must be finite.",
                             python_number(value), name));
}

Answer negative(const char* name, double value) {
  return refusal(fmt::format("Invalid value {} for parameter {}. Value must not be negative.",
                             python_number(value), name));
}

double converted(const Conversion& conversion, double value) {
  return conversion.factor * value + conversion.shift;
}

void append_member(std::string& object, std::string_view name, bool& first) {
  object += first ? "\"" : ",\"";
  first = false;
  object += name;
  object += "\":";
}

void append_data(std::string& object, const std::string& name, const PointData& data, bool bounded,
                 bool& first) {
  object += first ? "" : ",";
  first = false;
  object += json_text(name) + ":{\"Unit\":";
  object += data.unit.empty() ? "null" : json_text(data.unit);
  object += ",\"Description\":" + json_text(data.description);
  if (bounded) {
    object += ",\"Minimum\":";
    append_json_number(object, data.min.value_or(NAN));
    object += ",\"Maximum\":";
    append_json_number(object, data.max.value_or(NAN));
  }
  object += '}';
}

std::string text_of(const Error& error) {
  for (const Diagnostic& item : error.diagnostics().items()) {
    if (item.severity == Severity::Error) return to_string(item);
  }
  return error.what();
}

}  // namespace hearth::apps

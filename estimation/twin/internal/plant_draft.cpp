// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/plant_draft.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <variant>

namespace hearth {

Reading PlantDraft::read(const Trend& trend, const Rows& rows, double share) const {
  const Rows with_value =
      where(rows.size(), [&](std::size_t k) { return rows[k] && std::isfinite(trend[k]); });
  return {quantile(trend, with_value, share),
          blocks.standard_error(with_value,
                                [&](const Rows& left) { return quantile(trend, left, share); })};
}

std::optional<double> PlantDraft::parameter(const std::string& id, const char* name) const {
  const Component& component = model.component(id);
  const Field* field = registry.find(component.type)->schema.find(Role::Parameter, name);
  if (field == nullptr) return std::nullopt;
  const auto found = component.parameters.find(name);
  if (found == component.parameters.end()) return field->range.value;
  const auto* quantity = std::get_if<Quantity>(&found->second.value);
  if (quantity == nullptr) return std::nullopt;
  return quantity->unit ? convert(quantity->value, *quantity->unit, field->unit) : quantity->value;
}

bool PlantDraft::is_guess(const std::string& id, const char* name) const {
  const auto& parameters = source.component(id).parameters;
  const auto found = parameters.find(name);
  if (found == parameters.end()) return true;
  // The source of a stated number is "graph NODE", "NAME (graph NODE)" or a place in a side file.
  const std::string& origin = found->second.source;
  const auto has = [&origin](const char* text) { return origin.find(text) != std::string::npos; };
  return !origin.starts_with("graph ") && !has("(graph ") && !has(".json") && !has(".csv");
}

void PlantDraft::set(const std::string& id, const char* name, const Reading& reading,
                     const Unit& unit) {
  if (!std::isfinite(reading.value)) return;
  const double guess = parameter(id, name).value_or(reading.value);
  const auto& type = *registry.find(model.component(id).type);
  const Range& range = type.schema.find(Role::Parameter, name)->range;
  const double value = std::clamp(reading.value, range.min, range.max);  // sensors drift
  model.component(id).parameters[name] = {Quantity{value, unit}, {}, {}, "trends"};
  const std::string path = id + "." + name;
  const auto noted = std::find_if(result.values.begin(), result.values.end(),
                                  [&path](const PlantValue& own) { return own.path == path; });
  if (noted == result.values.end()) {
    result.values.push_back(
        {path, value, guess, std::string(unit.symbol), reading.sd, reading.at_least});
  } else {
    noted->value = value;
    noted->sd = reading.sd;
    noted->at_least = reading.at_least;
  }
}

bool has_air_after(const PlantDraft& draft, const std::string& controller,
                   const std::string& coil) {
  static const std::map<std::string, const char*> kPassed{
      {"Sensor", "measuredValue"}, {"PassThrough", "value"}, {"Fan", "inletAirTemperature"}};
  std::optional<Endpoint> source = draft.trends.source_of(controller, "actualValue");
  std::set<std::string> seen;
  while (source && seen.insert(source->component).second) {
    if (*source == Endpoint{coil, "outletAirTemperature", ""}) return true;
    const auto passed = kPassed.find(draft.source.component(source->component).type);
    if (passed == kPassed.end()) return false;
    source = draft.trends.source_of(source->component, passed->second);
  }
  return false;
}

}  // namespace hearth

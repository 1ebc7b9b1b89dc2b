// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// Returns another unit of the same quantity, if there is one.
inline std::optional<Unit> other_unit(const Unit& unit) {
  if (unit.any != 0 || unit.bare) return std::nullopt;
  for (const Unit& other : {unit::kg_per_h, unit::kW, unit::kPa, unit::kJ, unit::kJ_per_K,
                            unit::degF, unit::h, unit::kW_per_m2, unit::percent, unit::mm}) {
    if (other.compatible(unit)) return other;
  }
  return std::nullopt;
}

/// Runs a component with its inputs and parameters in the units of the schema and in other units of
/// the same quantities, and checks that the outputs are the same. `inputs` are values by port, in
/// the units of the schema.
inline void check_scaled_units(const std::string& type,
                               const std::vector<std::pair<std::string, double>>& inputs) {
  const ComponentType* found = standard_components().find(type);
  REQUIRE(found != nullptr);
  const auto outputs = [&](bool scaled) {
    SimulationModel model;
    Component component = instance("x", type);
    for (const Field& field : found->schema) {
      const std::optional<Unit> other = other_unit(field.unit);
      if (!scaled || field.role != Role::Parameter || field.computed.plain || !other) continue;
      component.parameters[std::string(field.name)].value =
          Quantity{convert(field.range.value, field.unit, *other), *other};
    }
    model.add_component(component);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto& [port, value] = inputs[i];
      const std::string name = port.substr(0, port.find('['));
      const Field* field = found->schema.find(Role::Input, name);
      REQUIRE(field != nullptr);
      const std::optional<Unit> other = other_unit(field->unit);
      const std::string source = "s" + std::to_string(i);
      model.add_component(scaled && other
                              ? constant(source, convert(value, field->unit, *other), *other)
                              : constant(source, value));
      model.add_connection(source + ".scheduleValue -> x." + port);
    }
    Bench<double> bench(model, standard_components());
    bench.simulation.initialize();
    bench.steps(3);
    std::vector<std::pair<std::string, double>> values;
    for (const Field& field : found->schema) {
      if (field.role != Role::Output || field.many) continue;
      values.emplace_back(field.name, bench.value("x." + std::string(field.name)));
    }
    return values;
  };
  const auto plain = outputs(false);
  const auto scaled = outputs(true);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    INFO(type << "." << plain[i].first);
    CHECK(std::abs(scaled[i].second - plain[i].second) <= 1e-9 * (1.0 + std::abs(plain[i].second)));
  }
}

}  // namespace hearth::test

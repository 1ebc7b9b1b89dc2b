// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// Runs a component with each of its parameters at either end of its range and checks that every
/// plain output is finite. Where a default cannot be computed at that end, the error has to say so.
/// `inputs` are values by port, in the units of the schema.
inline void check_range_ends(const std::string& type,
                             const std::vector<std::pair<std::string, double>>& inputs) {
  const ComponentType* found = standard_components().find(type);
  REQUIRE(found != nullptr);
  const auto run_with = [&](const std::string& parameter, double value) {
    SimulationModel model;
    model.add_component(instance("x", type, {{parameter, value}}));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::string source = "s" + std::to_string(i);
      model.add_component(constant(source, inputs[i].second));
      model.add_connection(source + ".scheduleValue -> x." + inputs[i].first);
    }
    Bench<double> bench(model, standard_components());
    bench.simulation.initialize();
    bench.steps(2);
    for (const Field& field : found->schema) {
      if (field.role != Role::Output || field.many) continue;
      INFO(field.name);
      CHECK(std::isfinite(bench.value("x." + std::string(field.name))));
    }
  };
  for (const Field& field : found->schema) {
    if (field.role != Role::Parameter) continue;
    for (const double end : {field.range.min, field.range.max}) {
      if (!std::isfinite(end)) continue;
      INFO(type << "." << field.name << " at " << end);
      try {
        run_with(std::string(field.name), end);
      } catch (const ModelError& error) {
        // What follows from the end is out of its range, or the end contradicts another parameter.
        const bool refused = error.code() == "model.computed_out_of_range" ||
                             error.code() == "model.parameters_contradict";
        CHECK(refused);
      }
    }
  }
}

}  // namespace hearth::test

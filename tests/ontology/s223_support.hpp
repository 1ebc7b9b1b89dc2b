// SPDX-License-Identifier: MIT
// Graphs of ASHRAE 223P as models, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/resolver.hpp"
#include "hearth/data/text_file.hpp"
#include "hearth/framework/plan.hpp"
#include "hearth/framework/setup.hpp"
#include "hearth/framework/simulation.hpp"
#include "hearth/ontology/mapping/mapping_reader.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/turtle.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test {

inline std::string own_graph(const std::string& name) {
  return read_text_file(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/ontology/graphs/s223" /
                        (name + ".ttl"));
}

inline Translation translate_s223(const std::string& turtle, const std::string& name) {
  static const std::vector<Mapping> mappings = [] {
    MappingReader reader(standard_components());
    reader.add_builtin("s223");
    return reader.read();
  }();
  return translate(read_turtle_text(turtle, name), mappings, standard_components(), {});
}

inline Translation own(const std::string& name) {
  return translate_s223(own_graph(name), name + ".ttl");
}

inline bool connected(const Translation& result, const std::string& text) {
  const auto& all = result.model.connections();
  return std::any_of(all.begin(), all.end(),
                     [&](const Connection& connection) { return to_string(connection) == text; });
}

inline std::string type_of(const Translation& result, const std::string& id) {
  const Component* component = result.model.find(id);
  return component == nullptr ? "" : component->type;
}

inline double parameter(const Translation& result, const std::string& id, const std::string& name) {
  return std::get<Quantity>(result.model.component(id).parameters.at(name).value).value;
}

/// Returns the short names of the nodes of the finding with this code and text in its message.
inline std::vector<std::string> nodes_of(const Translation& result, const std::string& code,
                                         const std::string& text = "") {
  std::vector<std::string> names;
  for (const ImportItem& item : result.report.items) {
    if (item.code != code || item.message.find(text) == std::string::npos) continue;
    for (const GraphNode& node : item.nodes) names.push_back(node.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Temperatures {
  double lowest = 1e9, highest = -1e9;  // degC
  int rooms = 0;
};

/// Runs a model for some days under a constant outdoor temperature; every room's at every step.
inline Temperatures run(SimulationModel model, double outdoors, int days) {
  SeriesSpec weather;
  weather.source = outdoors;
  weather.unit = unit::degC;
  model.component("weather").config.insert_or_assign("outdoorTemperature", weather);
  const Plan plan = compile(model, standard_components());
  DataResolver resolver;
  RunRequest request;
  request.timezone = "UTC";
  const Instant start = *model.defaults.start;
  request.period = {start, start + days * (*model.defaults.end - start), *model.defaults.step};
  const Setup<double> setup(plan, resolve_inputs(plan, request, &resolver));
  Simulation<double> simulation(setup);
  simulation.initialize();
  std::vector<int> cells;
  for (const auto& [id, component] : model.components()) {
    if (component.type == "BuildingSpace") cells.push_back(plan.signal(id + ".indoorTemperature"));
  }
  Temperatures found;
  found.rooms = static_cast<int>(cells.size());
  const long rows = (request.period.end - request.period.start) / request.period.step;
  for (long row = 0; row < rows; ++row) {
    simulation.step();
    for (const int cell : cells) {
      const double value = simulation.value(cell);
      if (!std::isfinite(value)) FAIL("a room's temperature is no number");
      found.lowest = std::min(found.lowest, value);
      found.highest = std::max(found.highest, value);
    }
  }
  return found;
}

/// Checks that all rooms stay where people could live, in mild, cold and hot weather.
inline void check_liveable(const Translation& result, int days = 3) {
  for (const double outdoors : {5.0, -10.0, 32.0}) {
    const Temperatures found = run(result.model, outdoors, days);
    INFO(result.report.graph << " at " << outdoors << " degC");
    CHECK(found.rooms > 0);
    CHECK(found.lowest > 10.0);
    CHECK(found.highest < 40.0);
  }
}

}  // namespace hearth::test

// SPDX-License-Identifier: MIT
// What tests of translated graphs ask of a translation.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/stepwise/simulation.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::test {

/// Returns a built-in mapping alone.
inline std::vector<Mapping> builtin_mapping(const std::string& name) {
  MappingReader reader(standard_components());
  reader.add_builtin(name);
  return reader.read();
}

/// Returns the path of a graph of a vocabulary's test folder.
inline std::filesystem::path own_graph_path(const std::string& vocabulary,
                                            const std::string& name) {
  return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/ontology/graphs" / vocabulary /
         (name + ".ttl");
}

inline bool connected(const Translation& result, const std::string& text) {
  const auto& all = result.model.connections();
  return std::any_of(all.begin(), all.end(),
                     [&](const Connection& connection) { return to_string(connection) == text; });
}

/// Returns the type of a component, "" if there is none of that id.
inline std::string type_of(const Translation& result, const std::string& id) {
  const Component* component = result.model.find(id);
  return component == nullptr ? "" : component->type;
}

inline double parameter(const Translation& result, const std::string& id, const std::string& name) {
  return std::get<Quantity>(result.model.component(id).parameters.at(name).value).value;
}

/// Returns the names of the nodes of findings with this code and with `text` in the message.
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

/// Returns the model under a constant outdoor temperature in degC.
inline SimulationModel under(SimulationModel model, double outdoors) {
  for (const auto& [id, component] : model.components()) {
    if (component.type != "OutdoorEnvironment") continue;
    SeriesSpec weather;
    weather.source = outdoors;
    weather.unit = unit::degC;
    model.component(id).config.insert_or_assign("outdoorTemperature", weather);
  }
  return model;
}

/// The range of one output of all components of a type.
struct Extremes {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  int signals = 0;
};

/// Runs a model over its period, `days` times as long; the output of all components of the type at
/// every step.
inline Extremes run(const SimulationModel& model, int days = 1,
                    const std::string& type = "BuildingSpace",
                    const std::string& output = "indoorTemperature") {
  const Plan plan = compile(model, standard_components());
  DataResolver resolver;
  RunRequest request;
  request.timezone = "UTC";
  const Instant start = *model.defaults.start;
  request.period = {start, start + days * (*model.defaults.end - start), *model.defaults.step};
  const RunInputs inputs = resolve_inputs(plan, request, &resolver);
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  simulation.initialize();
  std::vector<int> cells;
  for (const auto& [id, component] : model.components()) {
    if (component.type == type) cells.push_back(plan.signal(id + "." + output));
  }
  Extremes found;
  found.signals = static_cast<int>(cells.size());
  const long rows = (request.period.end - request.period.start) / request.period.step;
  for (long row = 0; row < rows; ++row) {
    simulation.step();
    for (const int cell : cells) {
      const double value = simulation.value(cell);
      if (!std::isfinite(value)) FAIL("a signal is no number");
      found.lowest = std::min(found.lowest, value);
      found.highest = std::max(found.highest, value);
    }
  }
  return found;
}

/// Runs a model over its period, `days` times as long; the means of these outputs over its steps.
inline std::vector<double> mean_signals(const SimulationModel& model, int days,
                                        const std::vector<std::string>& names) {
  const Plan plan = compile(model, standard_components());
  DataResolver resolver;
  RunRequest request;
  request.timezone = "UTC";
  const Instant start = *model.defaults.start;
  request.period = {start, start + days * (*model.defaults.end - start), *model.defaults.step};
  const RunInputs inputs = resolve_inputs(plan, request, &resolver);
  const ConfigObjects<double> setup(plan, inputs);
  Simulation<double> simulation(setup);
  simulation.initialize();
  std::vector<double> means(names.size(), 0.0);
  const long rows = (request.period.end - request.period.start) / request.period.step;
  for (long row = 0; row < rows; ++row) {
    simulation.step();
    for (std::size_t i = 0; i < names.size(); ++i) {
      means[i] += simulation.value(plan.signal(names[i])) / static_cast<double>(rows);
    }
  }
  return means;
}

}  // namespace hearth::test

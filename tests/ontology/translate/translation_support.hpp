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
#include "hearth/framework/run/run.hpp"
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

/// Returns a word of the configuration of a component, "" if it has none of that name.
inline std::string word(const Translation& result, const std::string& id, const std::string& name) {
  const auto& config = result.model.component(id).config;
  return config.contains(name) ? std::get<Word>(config.at(name)).text : "";
}

/// Returns the number that the report gives for `component.parameter`, 0 if it gives none.
inline double reported_value(const Translation& result, const std::string& path) {
  for (const ImportedValue& one : result.report.values) {
    if (one.path == path) return one.value;
  }
  return 0.0;
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

/// The balance of a run under a constant outdoor temperature in degC.
inline Balance balance_under(const SimulationModel& translated_model, double outdoors, int days) {
  const SimulationModel model = under(translated_model, outdoors);
  DataResolver resolver;
  RunSettings settings;
  const Instant start = *model.defaults.start;
  settings.period = {start, start + days * (*model.defaults.end - start), *model.defaults.step};
  settings.timezone = "UTC";
  settings.resolver = &resolver;
  Run run(model, standard_components(), settings);
  run.to_end();
  return run.balance();
}

/// The range of one output of all components of a type.
struct Extremes {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  int signals = 0;
};

/// Runs a model over its period, `days` times as long; these outputs after each of its steps.
inline std::vector<std::vector<double>> signal_rows(const SimulationModel& model, int days,
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
  std::vector<int> cells;
  for (const std::string& name : names) cells.push_back(plan.signal(name));
  std::vector<std::vector<double>> rows;
  for (long row = 0; row < request.period.step_count(); ++row) {
    simulation.step();
    std::vector<double>& values = rows.emplace_back();
    for (const int cell : cells) values.push_back(simulation.value(cell));
  }
  return rows;
}

/// Runs a model over its period, `days` times as long; the output of all components of the type at
/// every step.
inline Extremes run(const SimulationModel& model, int days = 1,
                    const std::string& type = "BuildingSpace",
                    const std::string& output = "indoorTemperature") {
  std::vector<std::string> names;
  for (const auto& [id, component] : model.components()) {
    if (component.type == type) names.push_back(id + "." + output);
  }
  Extremes found;
  found.signals = static_cast<int>(names.size());
  for (const std::vector<double>& row : signal_rows(model, days, names)) {
    for (const double value : row) {
      if (!std::isfinite(value)) FAIL("a signal is not a number");
      found.lowest = std::min(found.lowest, value);
      found.highest = std::max(found.highest, value);
    }
  }
  return found;
}

/// The means of these outputs over the steps of the same run.
inline std::vector<double> mean_signals(const SimulationModel& model, int days,
                                        const std::vector<std::string>& names) {
  const auto rows = signal_rows(model, days, names);
  std::vector<double> means(names.size(), 0.0);
  for (const std::vector<double>& row : rows) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      means[i] += row[i] / static_cast<double>(rows.size());
    }
  }
  return means;
}

/// The largest share of heat or air that is lost over three days.
inline double lost(const Translation& result, double outdoors) {
  const SimulationModel model = under(result.model, outdoors);
  DataResolver resolver;
  RunSettings settings;
  const Instant start = *model.defaults.start;
  settings.period = {start, start + 3 * (*model.defaults.end - start), *model.defaults.step};
  settings.timezone = "UTC";
  settings.resolver = &resolver;
  Run run(model, standard_components(), settings);
  run.to_end();
  double most = 0.0;
  for (const BalanceAccount& account : run.balance().model) most = std::max(most, account.share());
  return most;
}

}  // namespace hearth::test

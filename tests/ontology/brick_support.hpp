// SPDX-License-Identifier: MIT
// Brick graphs as models, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
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

namespace hearth::test::brick {

/// Translates a text with the built-in mapping alone.
inline Translation translate_text(const std::string& turtle, const std::string& name,
                                  const TranslateOptions& options = {}) {
  static const std::vector<Mapping> mappings = [] {
    MappingReader reader(standard_components());
    reader.add_builtin("brick");
    return reader.read();
  }();
  return translate(read_turtle_text(turtle, name), mappings, standard_components(), options);
}

/// Translates a graph of the test folder.
inline Translation own(const std::string& name) {
  const std::string file = name + ".ttl";
  return translate_text(read_text_file(std::filesystem::path(HEARTH_SOURCE_DIR) /
                                       "tests/ontology/graphs/brick" / file),
                        file);
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

/// A folder of a test's own that goes away with it.
struct TemporaryFolder {
  explicit TemporaryFolder(const char* name) : path(std::filesystem::temp_directory_path() / name) {
    std::filesystem::create_directories(path);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path path;
};

/// The range of a signal, or of one output of all components of a type.
struct Extremes {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  int signals = 0;
};

/// Runs a model over its period, `days` times as long, under a constant outdoor temperature in
/// degC. Watches the output of all components of the type.
inline Extremes run(SimulationModel model, double outdoors, int days, const std::string& type,
                    const std::string& output) {
  if (model.find("outdoor") != nullptr) {
    SeriesSpec weather;
    weather.source = outdoors;
    weather.unit = unit::degC;
    model.component("outdoor").config.insert_or_assign("outdoorTemperature", weather);
  }
  const Plan plan = compile(model, standard_components());
  DataResolver resolver;
  RunRequest request;
  request.timezone = "UTC";
  const Instant start = *model.defaults.start;
  request.period = {start, start + days * (*model.defaults.end - start), *model.defaults.step};
  const ResolvedInputs inputs = resolve_inputs(plan, request, &resolver);
  const Setup<double> setup(plan, inputs);
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

/// Checks that all rooms stay where people could live, in mild, cold and hot weather.
inline void check_rooms(const Translation& result, int rooms, int days = 3) {
  for (const double outdoors : {10.0, -10.0, 32.0}) {
    INFO(result.report.graph << " at " << outdoors << " degC");
    const Extremes found = run(result.model, outdoors, days, "BuildingSpace", "indoorTemperature");
    CHECK(found.signals == rooms);
    CHECK(found.lowest > 10.0);
    CHECK(found.highest < 40.0);
  }
}

}  // namespace hearth::test::brick

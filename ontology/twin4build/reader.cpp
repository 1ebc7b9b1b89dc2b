// SPDX-License-Identifier: MIT
#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "hearth/ontology/twin4build/internal/graph/component_reader.hpp"
#include "hearth/ontology/twin4build/internal/graph/definitions.hpp"
#include "hearth/ontology/twin4build/internal/graph/links.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth {
namespace {

using namespace twin4build;

/// Builds the model from the graph's systems and links.
class ModelReader {
 public:
  ModelReader(std::string file, const Registry& registry, Diagnostics& warnings)
      : file_(std::move(file)), registry_(registry), warnings_(warnings) {}

  SimulationModel read(const TripleStore& store);

 private:
  void add_components(const TripleStore& store);
  void add(const TripleStore& store, const SystemNode& node, Component component);
  void place_sensor_columns();

  std::string file_;
  const Registry& registry_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  SystemGraph graph_;
  std::map<std::string, FileColumn> columns_;  // columns of sensors
  std::vector<std::string> implied_;           // ids of components that start as in Twin4Build
  SimulationModel model_;
};

void ModelReader::add_components(const TripleStore& store) {
  for (const SystemNode& node : graph_.systems) {
    if (node.own_classes.empty()) {
      auto read = read_component(node, file_, registry_, errors_, warnings_);
      if (!read) continue;
      if (read->column) columns_[node.id] = std::move(*read->column);
      add(store, node, std::move(read->component));
      implied_.push_back(node.id);
    } else if (auto read = read_definition(store, node, file_, registry_, errors_)) {
      add(store, node, std::move(*read));
    }
  }
}

// Nodes in Twin4Build's own namespace belong to the model, others represent parts of a building.
void ModelReader::add(const TripleStore& store, const SystemNode& node, Component component) {
  component.iri = modelled_node(store, node.node);
  if (component.iri.empty() && !node.iri.starts_with(kSim)) component.iri = node.iri;
  model_.add_component(std::move(component));
}

// A connected sensor passes on its measured value, and its file contains the measurements.
void ModelReader::place_sensor_columns() {
  for (auto& [id, column] : columns_) {
    if (has_input(model_, id, "measuredValue")) {
      column.resample = Resample::None;
      model_.measurements[id + ".measuredValue"] = {
          .column = std::move(column), .sd = {}, .where = model_.component(id).where};
    } else {
      model_.component(id).config["value"] = source_series(std::move(column));
    }
  }
}

SimulationModel ModelReader::read(const TripleStore& store) {
  graph_ = read_system_graph(store, file_, errors_);
  model_.name = std::filesystem::path(file_).stem().string();
  add_components(store);
  add_links(graph_, file_, registry_, model_, errors_);
  add_events(store, graph_, file_, model_, errors_);
  place_sensor_columns();
  model_.defaults.coupling = Coupling::GaussSeidel;  // the coupling of Twin4Build's simulator
  read_settings(store, file_, registry_, model_, errors_);
  if (model_.components().empty()) {
    errors_.error("model.empty", {.file = file_},
                  "the graph contains nothing to simulate; check that it is the right file");
  }
  if (errors_.has_errors()) throw InputError(errors_);
  for (const std::string& id : implied_) {
    model_.component(id).initial = implied_initial(model_, model_.component(id));
  }
  return std::move(model_);
}

}  // namespace

SimulationModel read_twin4build(const TripleStore& store, const std::string& file,
                                const Registry& registry, Diagnostics& diagnostics) {
  return ModelReader(file, registry, diagnostics).read(store);
}

bool is_twin4build(const TripleStore& store) { return is_system_graph(store); }

}  // namespace hearth

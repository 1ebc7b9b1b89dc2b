// SPDX-License-Identifier: MIT
#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>

#include "hearth/ontology/twin4build/component_reader.hpp"
#include "hearth/ontology/twin4build/graph.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"
#include "hearth/ontology/twin4build/vocabulary.hpp"

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
  void add_components();
  void add_links();
  void place_sensor_columns();

  std::string file_;
  const Registry& registry_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  SystemGraph graph_;
  std::map<std::string, FileColumn> columns_;  // of sensors
  SimulationModel model_;
};

void ModelReader::add_components() {
  for (const SystemNode& node : graph_.systems) {
    auto read = read_component(node, file_, registry_, errors_, warnings_);
    if (!read) continue;
    if (read->column) columns_[node.id] = std::move(*read->column);
    model_.add_component(std::move(read->component));
  }
}

void ModelReader::add_links() {
  for (const SystemLink& link : graph_.links) {
    const std::string& source = graph_.systems[static_cast<std::size_t>(link.source)].id;
    const std::string& target = graph_.systems[static_cast<std::size_t>(link.target)].id;
    const Component* receiver = model_.find(target);
    if (receiver == nullptr || model_.find(source) == nullptr) continue;  // reported already
    const Field* input = registry_.find(receiver->type)->schema.find(Role::Input, link.input);
    const bool many = input != nullptr && input->many;
    model_.add_connection({.from = {source, link.output, ""},
                           .to = {target, link.input, many ? source : ""},
                           .cut = CutPin::Free,
                           .where = {.file = file_, .line = link.line}});
  }
}

// A connected sensor passes on what it measures, and its file is what that is compared with.
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
  add_components();
  add_links();
  place_sensor_columns();
  if (model_.components().empty()) {
    errors_.error("model.empty", {.file = file_}, "the graph holds nothing to simulate");
  }
  if (errors_.has_errors()) throw InputError(errors_);
  for (const auto& [id, component] : model_.components()) {
    model_.component(id).initial = implied_initial(model_, component);
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

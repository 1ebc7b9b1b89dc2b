// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/definitions.hpp"

#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/statements.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"

namespace hearth::twin4build {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRemedy =
    "; graphs of earlier versions use other statements: write the graph again with `hearth convert "
    "model.hearth.json -o model.ttl`";

/// Returns the text of the only literal with that property; reports an error if there is none.
std::optional<std::pair<Triple, std::string>> literal(const Statements& graph, TermId node,
                                                      const std::string& name, const Where& where,
                                                      const std::string& what) {
  const std::size_t before = graph.errors().items().size();
  const auto statement = graph.one(node, hearth_term(name));
  if (statement) {
    return std::pair(*statement, std::string(graph.store().term(statement->object).text));
  }
  if (graph.errors().items().size() == before) {
    graph.errors().error("t4b.definition_missing", where,
                         what + " has no hearth:" + name + kRemedy);
  }
  return std::nullopt;
}

/// Returns the type of a component in the graph; if there are several, reports an error and returns
/// "".
std::string class_of(const SystemNode& node, const Where& where, Diagnostics& errors) {
  const std::string& name = node.own_classes.begin()->first;
  if (node.own_classes.size() == 1) return name;
  errors.error("t4b.class_ambiguous", where,
               "the component has several classes: hearth:" + name +
                   ", hearth:" + std::next(node.own_classes.begin())->first + "; keep only one");
  return "";
}

}  // namespace

std::string component_definition(const Component& component) {
  SimulationModel alone;
  alone.add_component(component).iri.clear();
  const Json file = Json::parse(write_model_json(alone));
  return to_line(file["components"].front());
}

std::string model_settings_text(const SimulationModel& model,
                                const std::map<std::string, Measurement>& said) {
  SimulationModel rest;
  rest.name = model.name;
  rest.site = model.site;
  rest.defaults = model.defaults;
  rest.inputs = model.inputs;
  for (const auto& [port, measurement] : model.measurements) {
    const auto found = said.find(port);
    if (found == said.end() || !(found->second == measurement)) {
      rest.measurements.emplace(port, measurement);
    }
  }
  Json file = Json::parse(write_model_json(rest));
  file.erase("components");
  file.erase("connections");
  return to_line(file);
}

std::optional<Component> read_definition(const TripleStore& store, const SystemNode& node,
                                         const std::string& file, const Registry& registry,
                                         Diagnostics& errors) {
  const Where where{.file = file,
                    .line = node.own_classes.begin()->second,
                    .pointer = {},
                    .component = node.id,
                    .port = {}};
  const std::string type = class_of(node, where, errors);
  if (type.empty()) return std::nullopt;
  const Statements graph(store, file, node.id, errors);
  const auto found = literal(graph, node.node, "definition", where, "the component");
  if (!found) return std::nullopt;
  const std::size_t before = errors.items().size();
  std::optional<Component> component;
  graph.nested(found->first, [&](Diagnostics& inner) {
    JsonDocument::parse(found->second, file);  // one complete value
    const std::string id = Json(node.id).dump();
    const auto document = JsonDocument::parse("{" + id + ":" + found->second + "}", file);
    component = hearth::read_component(*document.root().find(node.id), registry, inner);
  });
  if (errors.items().size() > before) return std::nullopt;
  component->where = where;
  if (component->type != type) {
    errors.error("t4b.class_ambiguous", where,
                 "the class is hearth:" + type + ", but the definition has the type '" +
                     component->type + "'; write the same type in both");
  }
  return component;
}

std::string modelled_node(const TripleStore& store, TermId system) {
  const auto found =
      store.match({.subject = system, .predicate = store.find_iri(hearth_term("models"))});
  return found.empty() ? "" : std::string(store.term(found[0].object).text);
}

void read_settings(const TripleStore& store, const std::string& file, const Registry& registry,
                   SimulationModel& model, Diagnostics& errors) {
  const auto nodes = store.match(
      {.predicate = store.find_iri(rdf::kType), .object = store.find_iri(hearth_term("Model"))});
  if (nodes.empty()) return;
  const Where where{.file = file, .line = store.line(nodes.back()), .pointer = {}};
  if (nodes.size() > 1) {
    errors.error("t4b.model_ambiguous", where,
                 "the graph has several nodes of class hearth:Model; keep only one");
    return;
  }
  const Statements graph(store, file, "", errors);
  const auto found = literal(graph, nodes[0].subject, "settings", where, "the model");
  if (!found) return;
  graph.nested(found->first, [&](Diagnostics& inner) {
    SimulationModel settings = parse_model_json(found->second, file, registry, inner);
    if (!settings.components().empty()) {
      graph.value_error(found->first, "settings: components are nodes of the graph");
    }
    model.name = std::move(settings.name);
    model.site = std::move(settings.site);
    model.defaults = settings.defaults;
    model.inputs = std::move(settings.inputs);
    for (auto& [port, measurement] : settings.measurements) {
      measurement.where = graph.where(found->first);
      model.measurements[port] = std::move(measurement);
    }
  });
}

}  // namespace hearth::twin4build

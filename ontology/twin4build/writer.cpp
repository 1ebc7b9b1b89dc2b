// SPDX-License-Identifier: MIT
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/component_reader.hpp"
#include "hearth/ontology/twin4build/internal/graph/component_writer.hpp"
#include "hearth/ontology/twin4build/internal/graph/definitions.hpp"
#include "hearth/ontology/twin4build/internal/graph/links.hpp"
#include "hearth/ontology/twin4build/internal/graph/node_ids.hpp"
#include "hearth/ontology/twin4build/internal/graph/system_graph.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth {
namespace {

/// Statements about one component in Twin4Build's vocabulary.
struct SimPart {
  /// The statements; nothing if they would mean another component.
  std::optional<TripleStore> statements;
  /// Whether reading them restores the component completely.
  bool complete = false;
  /// The measurement of a connected sensor that follows from them.
  std::optional<Measurement> measurement;
  /// The reasons why there are no statements.
  Diagnostics reasons;
};

/// Completes a component that was read in the same way as the reader of whole models.
void complete(ReadComponent& read, const Component& original, const SimulationModel& model,
              SimPart& part) {
  read.component.id = original.id;
  read.component.iri = original.iri;
  read.component.initial = implied_initial(model, read.component);
  if (!read.column) return;
  if (has_input(model, original.id, "measuredValue")) {
    read.column->resample = Resample::None;
    part.measurement = Measurement{.column = *std::move(read.column), .sd = {}, .where = {}};
  } else {
    read.component.config["value"] = source_series(*std::move(read.column));
  }
}

/// Writes a component of the model as statements about the node `iri` and reads them back.
SimPart write_sim_part(const Component& component, const std::string& iri,
                       const SimulationModel& model, const Registry& registry) {
  SimPart part;
  TripleStoreBuilder builder;
  write_component(component, builder.iri(iri), {model, registry, builder, part.reasons});
  if (part.reasons.has_errors()) return part;
  part.statements = std::move(builder).build();
  Diagnostics ignored;
  const SystemGraph graph = read_system_graph(*part.statements, "", ignored);
  if (graph.systems.size() != 1) return part;
  auto read = read_component(graph.systems.front(), "", registry, ignored, ignored);
  if (!read || ignored.has_errors()) return part;
  complete(*read, component, model, part);
  part.complete = read->component == component;
  return part;
}

using namespace twin4build;

/// Components that Twin4Build cannot use for the same reason.
struct Group {
  Where where;  ///< place of the first
  std::vector<std::string> ids;
};

class GraphWriter {
 public:
  GraphWriter(const SimulationModel& model, const Registry& registry, Diagnostics& messages,
              const std::map<std::string, double>& deviations)
      : model_(model), registry_(registry), messages_(messages), deviations_(deviations) {}

  TripleStore write();

 private:
  void declare_prefixes();
  void name_node(const Component& component);
  void write_component(const Component& component);
  void write_definition(const Component& component, TermId subject);
  void write_values(const Component& component, TermId subject);
  void write_entries(const Component& component, TermId subject, const std::string& mark,
                     const std::string& name, const Entries& entries);
  void write_number(TermId value, const Quantity& number, const Field* field);
  const Field* parameter_field(const Component& component, const std::string& name) const;
  void write_settings();
  void write_json(TermId subject, const char* name, const Where& where,
                  const std::function<std::string()>& text);
  void note(const Component& component, const Diagnostics& reasons);
  void tell();
  void add(const TripleStore& statements);
  void write_connections();
  void write_connection(const Connection& connection);
  void write_events();
  void link_buildings();
  TermId building(const Component& component);
  TermId output_node(const Connection& connection);
  TermId input_node(const Connection& connection);
  std::pair<TermId, bool> joint(const char* kind, const Endpoint& end, const std::string& tag);
  TermId node(const std::string& id) { return graph_.iri(sim(encoded(id))); }

  void relate(TermId subject, std::string_view predicate, TermId object) {
    graph_.add({subject, graph_.iri(predicate), object});
  }
  void say(TermId subject, const std::string& predicate, std::string_view text) {
    relate(subject, predicate, graph_.literal(text));
  }

  /// A number that is not finite is reported as an error of the definition.
  void relate_number(TermId subject, std::string_view predicate, double number) {
    const std::optional<std::string> text = to_graph(Scale::Same, number);
    if (text) relate(subject, predicate, graph_.literal(*text, xsd::kDouble));
  }

  const SimulationModel& model_;
  const Registry& registry_;
  Diagnostics& messages_;
  const std::map<std::string, double>& deviations_;
  Diagnostics errors_;
  TripleStoreBuilder graph_;
  std::map<std::tuple<std::string, Endpoint, std::string>, TermId> joints_;
  std::set<std::string> taken_;  // IRIs of components and joints
  // measurements that follow from sensors, by port
  std::map<std::string, Measurement> measurements_;
  std::set<std::string> own_;            // ids of components that Twin4Build cannot use
  std::map<std::string, Group> groups_;  // by reason
};

void GraphWriter::declare_prefixes() {
  graph_.prefix("hearth", kHearth);
  graph_.prefix("value", kValues);
  graph_.prefix("qudt", "http://qudt.org/vocab/unit/");
  graph_.prefix("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  graph_.prefix("rdfs", "http://www.w3.org/2000/01/rdf-schema#");
  graph_.prefix("s4syst", kS4syst);
  graph_.prefix("saref", kSaref);
  graph_.prefix("sim", kSim);
  graph_.prefix("xsd", "http://www.w3.org/2001/XMLSchema#");
}

// Nodes are named so that reading restores the ids.
void GraphWriter::name_node(const Component& component) {
  const std::string iri = sim(encoded(component.id));
  taken_.insert(iri);
  if (is_iri(iri) && node_ids({iri}).front() == component.id) return;
  const Where where = component.where.at(component.id);
  errors_.error(
      "t4b.not_expressible", where,
      "a node of a graph cannot have this id; rename the component, or write *.hearth.json");
}

/// Returns the building's node as a term; kNoTerm if there is none.
TermId GraphWriter::building(const Component& component) {
  return is_iri(component.iri) ? graph_.iri(component.iri) : kNoTerm;
}

void GraphWriter::write_component(const Component& component) {
  const TermId subject = node(component.id);
  SimPart part = write_sim_part(component, sim(encoded(component.id)), model_, registry_);
  if (part.statements) add(*part.statements);
  if (part.complete && part.measurement) {
    const std::string port = component.id + ".measuredValue";
    const auto found = model_.measurements.find(port);
    part.complete = found != model_.measurements.end();
    if (part.complete) measurements_.emplace(port, *std::move(part.measurement));
  }
  if (!part.complete) {
    note(component, part.reasons);
    write_definition(component, subject);
    write_values(component, subject);
  }
  if (component.iri.empty()) return;
  const TermId models = building(component);
  relate(subject, hearth_term("models"),
         models == kNoTerm ? graph_.literal(component.iri) : models);
}

// Hearth reads the literal; the class is for queries.
void GraphWriter::write_definition(const Component& component, TermId subject) {
  const TermId type = graph_.iri(hearth_term(encoded(component.type)));
  relate(subject, rdf::kType, type);
  relate(type, kSubClassOf, graph_.iri(s4syst("System")));
  write_json(subject, "definition", component.where.at(component.id),
             [&] { return component_definition(component); });
}

void GraphWriter::write_settings() {
  const TermId subject = graph_.iri(hearth_term("model"));
  relate(subject, rdf::kType, graph_.iri(hearth_term("Model")));
  relate(subject, kLabel, graph_.literal(model_.name));
  write_json(subject, "settings", {}, [&] { return model_settings_text(model_, measurements_); });
}

void GraphWriter::write_json(TermId subject, const char* name, const Where& where,
                             const std::function<std::string()>& text) {
  try {
    relate(subject, hearth_term(name), graph_.literal(text(), kJson));
  } catch (const ModelError& error) {
    errors_.error("t4b.not_expressible", where, error.diagnostics().items().front().message);
  }
}

// Writes parameters and estimated initial values for other readers of the graph, as values of the
// system and of the building's node.
void GraphWriter::write_values(const Component& component, TermId subject) {
  for (const auto& [name, setting] : component.parameters) {
    write_entries(component, subject, ".", name, setting.value);
  }
  for (const auto& [name, entries] : component.initial) {
    write_entries(component, subject, "@", name, entries);
  }
}

/// `mark` is the name of the value in a calibration: `id.parameter` or `id@state`.
void GraphWriter::write_entries(const Component& component, TermId subject, const std::string& mark,
                                const std::string& name, const Entries& entries) {
  const bool initial = mark == "@";
  const std::string path = component.id + mark + name;
  const std::string iri = std::string(kValues) + (initial ? "initial:" : "") +
                          encoded(component.id) + "." + encoded(name);
  const auto write = [&](const std::string& key, const std::string& end, const Quantity& number) {
    const auto deviation = deviations_.find(path + key);
    if (initial && deviation == deviations_.end()) return;
    const TermId value = graph_.iri(iri + end);
    relate(subject, saref("hasPropertyValue"), value);
    if (const TermId node = building(component); node != kNoTerm) {
      relate(node, saref("hasPropertyValue"), value);
    }
    relate(value, saref("isValueOfProperty"), graph_.iri(hearth_term("property:" + encoded(name))));
    write_number(value, number, initial ? nullptr : parameter_field(component, name));
    if (deviation != deviations_.end()) {
      relate_number(value, hearth_term("standardDeviation"), deviation->second);
    }
  };
  if (const auto* one = std::get_if<Quantity>(&entries)) return write("", "", *one);
  for (const auto& [key, number] : std::get<std::map<std::string, Quantity>>(entries)) {
    write("[" + key + "]", "." + encoded(key), number);
  }
}

/// Writes the number and QUDT's term of its unit; a number without a unit has that of the schema.
void GraphWriter::write_number(TermId value, const Quantity& number, const Field* field) {
  relate(value, rdf::kType, graph_.iri(saref("PropertyValue")));
  relate_number(value, saref("hasValue"), number.value);
  std::string unit;
  if (number.unit) {
    unit = qudt_unit(*number.unit);
  } else if (field != nullptr && !field->unit.bare) {
    unit = qudt_unit(field->unit);
  }
  if (!unit.empty()) relate(value, saref("isMeasuredIn"), graph_.iri(unit));
}

const Field* GraphWriter::parameter_field(const Component& component,
                                          const std::string& name) const {
  const ComponentType* type = registry_.find(component.type);
  return type == nullptr ? nullptr : type->schema.find(Role::Parameter, name);
}

void GraphWriter::note(const Component& component, const Diagnostics& reasons) {
  // Twin4Build can read it, without the parts for which it has no terms
  if (!reasons.has_errors()) return;
  own_.insert(component.id);
  for (const Diagnostic& reason : reasons.items()) {
    const auto [group, first] = groups_.try_emplace(reason.message);
    if (first) group->second.where = reason.where;
    group->second.ids.push_back(component.id);
  }
}

// Reports one line for all components, and a note for each reason.
void GraphWriter::tell() {
  if (own_.empty()) return;
  messages_.warning("t4b.own_terms", {},
                    std::to_string(own_.size()) + " of " +
                        std::to_string(model_.components().size()) +
                        " components are written as JSON only, which Twin4Build does not read; "
                        "Hearth reads the file completely");
  for (const auto& [reason, group] : groups_) {
    messages_.note("t4b.not_expressible", group.where,
                   reason + (group.ids.size() < 2 ? "" : " (" + listed(group.ids) + ")"));
  }
}

void GraphWriter::add(const TripleStore& statements) {
  const auto copy = [&](TermId id) { return graph_.intern(statements.term(id)); };
  for (const Triple& triple : statements.triples()) {
    const TermId subject = copy(triple.subject);
    const TermId predicate = copy(triple.predicate);
    graph_.add({subject, predicate, copy(triple.object)});
  }
}

/// Returns the node of an end and whether it is new.
std::pair<TermId, bool> GraphWriter::joint(const char* kind, const Endpoint& end,
                                           const std::string& tag) {
  const auto [known, added] = joints_.try_emplace({kind, end, tag}, kNoTerm);
  if (!added) return {known->second, false};
  std::string iri;
  for (std::size_t number = joints_.size(); iri.empty() || taken_.contains(iri); ++number) {
    iri = sim((kind == std::string("Connection") ? "connection_" : "connection_point_") +
              std::to_string(number));
  }
  taken_.insert(iri);
  known->second = graph_.iri(iri);
  relate(known->second, rdf::kType, graph_.iri(s4syst(kind)));
  return {known->second, true};
}

// One node for each output; links through which loops are cut differently have separate nodes.
TermId GraphWriter::output_node(const Connection& connection) {
  const std::string cut(word_of(connection.cut)), loop(word_of(connection.loop));
  const auto [joint_node, added] = joint("Connection", connection.from, cut + "/" + loop);
  if (!added) return joint_node;
  const TermId system = node(connection.from.component);
  relate(system, s4syst("connectedThrough"), joint_node);
  relate(joint_node, s4syst("connectsSystem"), system);
  say(joint_node, sim("outputPort"), connection.from.port);
  if (!connection.from.key.empty()) say(joint_node, hearth_term("outputKey"), connection.from.key);
  if (!cut.empty()) say(joint_node, hearth_term("cut"), cut);
  if (!loop.empty()) say(joint_node, hearth_term("loop"), loop);
  return joint_node;
}

// One node for each input; entries whose keys a reader would not find have separate nodes.
TermId GraphWriter::input_node(const Connection& connection) {
  const Endpoint& to = connection.to;
  const auto implied = implied_key(registry_, model_.component(to.component).type, to.port,
                                   connection.from.component);
  const bool is_implied = implied && *implied == to.key;
  const Endpoint end{to.component, to.port, is_implied ? "" : to.key};
  const auto [joint_node, added] = joint("ConnectionPoint", end, is_implied ? "" : "key");
  if (!added) return joint_node;
  const TermId system = node(to.component);
  say(joint_node, sim("inputPort"), to.port);
  if (!is_implied) say(joint_node, hearth_term("inputKey"), to.key);
  relate(joint_node, s4syst("connectionPointOf"), system);
  relate(system, s4syst("connectsAt"), joint_node);
  return joint_node;
}

void GraphWriter::write_connection(const Connection& connection) {
  const TermId output = output_node(connection);
  const TermId input = input_node(connection);
  relate(output, s4syst("connectsSystemAt"), input);
  relate(input, s4syst("connectsSystemThrough"), output);
}

void GraphWriter::write_connections() {
  for (const Connection& connection : model_.connections()) write_connection(connection);
}

void GraphWriter::write_events() {
  for (const Connection& event : model_.events()) {
    const TermId subject = graph_.fresh_blank();
    relate(subject, rdf::kType, graph_.iri(hearth_term("EventConnection")));
    relate(subject, hearth_term("sender"), node(event.from.component));
    say(subject, hearth_term("senderPort"), event.from.port);
    if (!event.from.key.empty()) say(subject, hearth_term("senderKey"), event.from.key);
    relate(subject, hearth_term("receiver"), node(event.to.component));
    say(subject, hearth_term("receiverPort"), event.to.port);
    if (!event.to.key.empty()) say(subject, hearth_term("receiverKey"), event.to.key);
    const auto cut = word_of(event.cut), loop = word_of(event.loop);
    if (!cut.empty()) say(subject, hearth_term("cut"), cut);
    if (!loop.empty()) say(subject, hearth_term("loop"), loop);
  }
}

// The building's own nodes are connected if the components that represent them are.
void GraphWriter::link_buildings() {
  for (const Connection& connection : model_.connections()) {
    const TermId from = building(model_.component(connection.from.component));
    const TermId to = building(model_.component(connection.to.component));
    if (from == kNoTerm || to == kNoTerm || from == to) continue;
    relate(from, s4syst("connectedTo"), to);
  }
}

TripleStore GraphWriter::write() {
  declare_prefixes();
  for (const auto& [id, component] : model_.components()) name_node(component);
  for (const auto& [id, component] : model_.components()) write_component(component);
  write_connections();
  write_events();
  link_buildings();
  write_settings();
  tell();
  if (errors_.has_errors()) throw ModelError(errors_);
  return std::move(graph_).build();
}

}  // namespace

TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations) {
  return GraphWriter(model, registry, diagnostics, deviations).write();
}

std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics,
                             const std::map<std::string, double>& deviations) {
  return write_turtle(twin4build_graph(model, registry, diagnostics, deviations));
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hearth/ontology/turtle_characters.hpp"
#include "hearth/ontology/turtle_writer.hpp"
#include "hearth/ontology/twin4build/component_writer.hpp"
#include "hearth/ontology/twin4build/graph.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"
#include "hearth/ontology/twin4build/vocabulary.hpp"
#include "hearth/ontology/vocabulary.hpp"

namespace hearth {
namespace {

using namespace twin4build;

/// Returns the id as the local name of an IRI.
std::string encoded(std::string_view id) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-') {
      text += c;
    } else {
      text += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return text;
}

bool is_iri(std::string_view text) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    const turtle::Character character = turtle::decode_utf8(at, end);
    if (character.bytes == 0 || !turtle::is_iri_character(character.code)) return false;
    at += character.bytes;
  }
  return text.find(':') != std::string_view::npos;
}

class GraphWriter {
 public:
  GraphWriter(const SimulationModel& model, const Registry& registry, Diagnostics& warnings)
      : model_(model), registry_(registry), warnings_(warnings) {}

  TripleStore write();

 private:
  void declare_prefixes();
  void name_nodes();
  void check_model();
  void check_measurements();
  void write_connections();
  bool is_sayable(const Connection& connection);
  TermId node(const char* kind, const std::string& component, const std::string& port);

  void refuse(const std::string& id, const std::string& port, const std::string& message) {
    Where where = model_.component(id).where;
    where.component = id;
    where.port = port;
    errors_.error("t4b.not_expressible", where, message);
  }
  void leave_out(Where where, const std::string& message) {
    warnings_.warning("t4b.not_written", std::move(where), message);
  }
  void relate(TermId subject, std::string_view predicate, TermId object) {
    graph_.add({subject, graph_.iri(predicate), object});
  }

  const SimulationModel& model_;
  const Registry& registry_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  TripleStoreBuilder graph_;
  std::map<std::string, std::string> iris_;  // by id
  std::map<std::tuple<std::string, std::string, std::string>, TermId> joints_;
  std::set<std::string> taken_;
};

void GraphWriter::declare_prefixes() {
  graph_.prefix("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  graph_.prefix("rdfs", "http://www.w3.org/2000/01/rdf-schema#");
  graph_.prefix("s4syst", kS4syst);
  graph_.prefix("sim", kSim);
  graph_.prefix("xsd", "http://www.w3.org/2001/XMLSchema#");
}

// Nodes are named so that reading gives the ids back.
void GraphWriter::name_nodes() {
  std::vector<std::pair<std::string, std::string>> nodes;  // IRI, id
  for (const auto& [id, component] : model_.components()) {
    nodes.emplace_back(component.iri.empty() ? sim(encoded(id)) : component.iri, id);
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> iris;
  for (const auto& [iri, id] : nodes) iris.push_back(iri);
  const std::vector<std::string> ids = node_ids(iris);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [iri, id] = nodes[i];
    iris_[id] = iri;
    if (!is_iri(iri)) {
      refuse(id, "",
             "'" + iri + "' is no IRI: the id must be the last part of the component's IRI");
    } else if (!taken_.insert(iri).second) {
      refuse(id, "", "another component has the IRI '" + iri + "' too");
    } else if (ids[i] != id) {
      refuse(id, "",
             "reading '" + iri + "' gives the id '" + ids[i] +
                 "': the id must be the last part of the component's IRI");
    }
  }
}

void GraphWriter::check_model() {
  const Site nowhere;
  if (!(model_.site == nowhere)) {
    const std::string zone =
        model_.site.timezone.empty() ? "" : "; run with --timezone " + model_.site.timezone;
    leave_out({}, "the site is not part of the graph" + zone);
  }
  if (!(model_.defaults == RunDefaults{})) {
    leave_out({}, "start, end and step are not part of the graph: give them when you run it");
  }
  for (const std::string& input : model_.inputs) {
    errors_.error("t4b.not_expressible", {.pointer = input},
                  "inputs that are set from outside are not part of the graph");
  }
  check_measurements();
}

void GraphWriter::check_measurements() {
  for (const auto& [port, measurement] : model_.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(port);
    const Component* sensor = end ? model_.find(end->component) : nullptr;
    if (sensor == nullptr || sensor->type != "Sensor" || end->port != "measuredValue" ||
        !has_input(model_, sensor->id, "measuredValue")) {
      Where where = measurement.where;
      where.pointer = port;
      errors_.error("t4b.not_expressible", where,
                    "only a connected Sensor has a measurement, of its measuredValue");
    } else if (measurement.sd) {
      leave_out({.component = sensor->id}, "the standard deviation is not part of the graph");
    }
  }
}

TermId GraphWriter::node(const char* kind, const std::string& component, const std::string& port) {
  const auto [joint, added] = joints_.try_emplace({kind, component, port}, kNoTerm);
  if (!added) return joint->second;
  std::string iri;
  for (std::size_t number = joints_.size(); iri.empty() || taken_.contains(iri); ++number) {
    iri = sim((kind == std::string("Connection") ? "connection_" : "connection_point_") +
              std::to_string(number));
  }
  taken_.insert(iri);
  joint->second = graph_.iri(iri);
  relate(joint->second, rdf::kType, graph_.iri(s4syst(kind)));
  return joint->second;
}

bool GraphWriter::is_sayable(const Connection& connection) {
  const auto refuse_it = [&](const std::string& message) {
    refuse(connection.to.component, connection.to.port, to_string(connection) + ": " + message);
    return false;
  };
  if (connection.cut != CutPin::Free) return refuse_it("\"cut\" is not part of the graph");
  if (!connection.from.key.empty()) return refuse_it("outputs have no keys in the graph");
  return true;
}

void GraphWriter::write_connections() {
  // Of one component only one output reaches an input: the component's id is the key on reading.
  std::set<std::tuple<std::string, std::string, std::string>> joined;
  for (const Connection& connection : model_.connections()) {
    if (!is_sayable(connection)) continue;
    const Endpoint& from = connection.from;
    const Endpoint& to = connection.to;
    if (!joined.emplace(from.component, to.component, to.port).second) {
      refuse(to.component, to.port,
             to_string(connection) + ": this component feeds the same input already");
    }
    const TermId source = graph_.iri(iris_.at(from.component));
    const TermId target = graph_.iri(iris_.at(to.component));
    const TermId joint = node("Connection", from.component, from.port);
    const TermId point = node("ConnectionPoint", to.component, to.port);
    relate(source, s4syst("connectedThrough"), joint);
    relate(joint, s4syst("connectsSystem"), source);
    relate(joint, sim("outputPort"), graph_.literal(from.port));
    relate(joint, s4syst("connectsSystemAt"), point);
    relate(point, s4syst("connectsSystemThrough"), joint);
    relate(point, sim("inputPort"), graph_.literal(to.port));
    relate(point, s4syst("connectionPointOf"), target);
    relate(target, s4syst("connectsAt"), point);
  }
}

TripleStore GraphWriter::write() {
  declare_prefixes();
  check_model();
  name_nodes();
  const WriterContext to{model_, registry_, graph_, errors_, warnings_};
  for (const auto& [id, component] : model_.components()) {
    write_component(component, graph_.iri(iris_.at(id)), to);
  }
  write_connections();
  if (errors_.has_errors()) throw ModelError(errors_);
  return std::move(graph_).build();
}

}  // namespace

TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics) {
  return GraphWriter(model, registry, diagnostics).write();
}

std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics) {
  return write_turtle(twin4build_graph(model, registry, diagnostics));
}

}  // namespace hearth

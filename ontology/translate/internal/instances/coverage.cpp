// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/coverage.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/named_iris.hpp"

namespace hearth {
namespace {

/// Namespaces whose classes contain no information about a building.
constexpr std::string_view kOwn = "urn:hearth:";
constexpr std::array<std::string_view, 5> kGeneral = {"http://www.w3.org/", "http://qudt.org/",
                                                      kOwn, "http://data.ashrae.org/bacnet/",
                                                      "http://www.linkedmodel.org/"};

bool is_general(std::string_view iri) {
  return std::any_of(kGeneral.begin(), kGeneral.end(),
                     [iri](std::string_view start) { return iri.starts_with(start); });
}

/// Returns the nodes of each class that the file states.
std::map<TermId, std::vector<TermId>> stated_nodes(const GraphNames& names) {
  std::map<TermId, std::vector<TermId>> nodes;
  const TripleStore& graph = names.graph();
  const TermId type = graph.find_iri(rdf::kType);
  if (type == kNoTerm) return nodes;
  for (const Triple& triple : graph.match({.predicate = type})) {
    if (graph.line(triple) <= 0 || graph.term(triple.object).kind != TermKind::Iri) continue;
    if (!is_general(graph.term(triple.object).text)) nodes[triple.object].push_back(triple.subject);
  }
  return nodes;
}

/// Returns the namespaces of the classes that mappings count.
std::set<std::string> namespaces_read(const std::vector<Mapping>& mappings) {
  std::set<std::string> spaces;
  for (const Mapping& mapping : mappings) {
    for (const auto* classes : {&mapping.equipment, &mapping.points}) {
      for (const std::string& iri : *classes) spaces.emplace(namespace_of(iri));
    }
  }
  return spaces;
}

/// Reports relations between nodes with a class that are neither in an ontology nor in a mapping.
void report_unknown_properties(const std::set<std::string>& named, const GraphNames& names,
                               const Knowledge& knowledge, ImportReport& report) {
  const TripleStore& graph = names.graph();
  const TermId type = graph.find_iri(rdf::kType);
  const auto has_class = [&](TermId node) {
    return !graph.match({.subject = node, .predicate = type}).empty();
  };
  // values are reported as such if no rule reads them
  const auto is_value = [&](TermId node) {
    const auto types = graph.match({.subject = node, .predicate = type});
    return std::all_of(types.begin(), types.end(), [&graph](const Triple& stated) {
      return graph.term(stated.object).text.starts_with("http://qudt.org/");
    });
  };
  std::map<TermId, std::vector<TermId>> unread;  // subjects of unread properties, by property
  for (const Triple& triple : graph.triples()) {
    if (graph.line(triple) <= 0 || graph.term(triple.object).kind == TermKind::Literal) continue;
    if (triple.predicate == type) continue;
    const std::string_view iri = graph.term(triple.predicate).text;
    if (is_general(iri) || knowledge.has_property(iri) || named.contains(std::string(iri))) {
      continue;
    }
    if (has_class(triple.subject) && has_class(triple.object) && !is_value(triple.object)) {
      unread[triple.predicate].push_back(triple.subject);
    }
  }
  for (const auto& [property, nodes] : unread) {
    ImportItem item{
        .code = "import.property_unknown",
        .message = fmt::format("{} is not a property of a known ontology", names.name(property)),
        .consequence =
            "these relations are ignored: define their meaning under \"terms\" of a mapping file",
        .omits = true};
    for (const TermId node : nodes) item.nodes.push_back(names.node(node));
    report.add(std::move(item));
  }
}

bool declared_in_graph(TermId type, const GraphNames& names) {
  const TripleStore& graph = names.graph();
  const TermId parent = graph.find_iri("http://www.w3.org/2000/01/rdf-schema#subClassOf");
  return parent != kNoTerm && !graph.match({.subject = type, .predicate = parent}).empty();
}

void report_reading(TermId type, const ClassReading& reading, const std::vector<TermId>& nodes,
                    const GraphNames& names, ImportReport& report) {
  ImportItem item{.code = "import.class_read_as",
                  .message = fmt::format("{} is not a class of a known ontology; read as {}{}",
                                         names.name(type), reading.is_wider ? "a kind of " : "",
                                         names.short_iri(reading.iri)),
                  .consequence = "correct the class in the file"};
  for (const TermId node : nodes) item.nodes.push_back(names.node(node));
  report.add(std::move(item));
}

/// Names the rooms that are in no instance.
void report_rooms(const std::vector<Mapping>& mappings, const GraphNames& names,
                  const Instances& instances, ImportReport& report) {
  for (const Mapping& mapping : mappings) {
    for (const TermId room : names.instances_of(mapping.rooms)) {
      if (instances.holder_of(room) >= 0) continue;
      ++report.rooms.total;
      ++report.rooms.unconditioned;
      report.add({.code = "import.room_left_out",
                  .message = "rooms that nothing in the graph heats, cools or supplies with air",
                  .nodes = {names.node(room)},
                  .consequence = "not simulated: add the equipment that conditions them",
                  .omits = true});
    }
  }
}

}  // namespace

std::string class_names(TermId node, const GraphNames& names) {
  std::string text;
  for (const TermId type : names.stated_classes(node)) {
    const std::string_view iri = names.graph().term(type).text;
    const bool own = iri.starts_with(kOwn);  // another name of the class in the file
    if (is_general(iri) && !own) continue;
    text += (text.empty() ? "" : ", ") + (own ? std::string(local_name(iri)) : names.name(type));
  }
  return text;
}

namespace {

/// Returns the nodes of ducts, pipes and terminals without a component of their own.
std::set<TermId> conduits_of(const std::vector<Mapping>& mappings, const GraphNames& names,
                             const Instances& instances) {
  std::set<TermId> conduits;
  for (const Mapping& mapping : mappings) conduits.merge(names.instances_of(mapping.conduits));
  std::erase_if(conduits, [&](TermId node) { return instances.model_of(node) >= 0; });
  return conduits;
}

/// Returns the equipment without an instance that has no part in what is simulated.
std::set<TermId> unrelated_to(const std::vector<Mapping>& mappings, const GraphNames& names,
                              const std::set<TermId>& equipment, const Instances& instances) {
  std::set<TermId> unrelated;
  for (const Mapping& mapping : mappings) unrelated.merge(names.instances_of(mapping.unrelated));
  std::erase_if(unrelated, [&](TermId node) {
    return !equipment.contains(node) || instances.holder_of(node) >= 0;
  });
  return unrelated;
}

/// Returns the nodes that are not simulated according to a note of the mapping.
std::set<std::string> left_out_by_notes(const ImportReport& report) {
  std::set<std::string> nodes;
  for (const ImportItem& item : report.items) {
    if (item.code != kPartLeftOut || !item.omits) continue;
    for (const GraphNode& node : item.nodes) nodes.insert(node.iri);
  }
  return nodes;
}

}  // namespace

std::set<TermId> passages_of(const std::vector<Mapping>& mappings, const GraphNames& names,
                             const Instances& instances) {
  std::set<TermId> passages;
  for (const Mapping& mapping : mappings) passages.merge(names.instances_of(mapping.passages));
  std::erase_if(passages, [&instances](TermId node) {
    return instances.model_of(node) >= 0 || instances.holder_of(node) < 0;
  });
  passages.merge(conduits_of(mappings, names, instances));
  return passages;
}

std::string most_frequent_classes(const GraphNames& names, std::size_t most) {
  std::vector<std::pair<std::size_t, TermId>> counts;
  for (const auto& [type, nodes] : stated_nodes(names)) counts.emplace_back(nodes.size(), type);
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(most, counts.size()); ++i) {
    text +=
        fmt::format("{}{} ({})", i == 0 ? "" : ", ", names.name(counts[i].second), counts[i].first);
  }
  if (counts.size() > most) text += fmt::format(" and {} more", counts.size() - most);
  return text;
}

std::string general_classes(const std::vector<Mapping>& mappings, const GraphNames& names) {
  constexpr std::size_t kExamples = 3;
  std::set<std::string> general;
  for (const Mapping& mapping : mappings) {
    general.insert(mapping.equipment.begin(), mapping.equipment.end());
  }
  std::string text;
  for (const auto& [type, nodes] : stated_nodes(names)) {
    if (!general.contains(std::string(names.graph().term(type).text))) continue;
    std::set<std::string> vague;
    for (const TermId node : nodes) {
      if (names.stated_classes(node).size() == 1) vague.insert(names.name(node));
    }
    if (vague.empty()) continue;
    const std::size_t shown = std::min(kExamples, vague.size());
    const std::vector<std::string> first(vague.begin(), std::next(vague.begin(), shown));
    text +=
        fmt::format("{}{} ({}", text.empty() ? "" : ", ", names.name(type), fmt::join(first, ", "));
    text += vague.size() > shown ? fmt::format(" and {} more)", vague.size() - shown) : ")";
  }
  return text;
}

std::string unknown_classes(const std::vector<Mapping>& mappings, const GraphNames& names,
                            const Knowledge& knowledge) {
  const std::set<std::string> read = namespaces_read(mappings);
  std::set<std::string> unknown;
  for (const auto& [type, nodes] : stated_nodes(names)) {
    const std::string_view iri = names.graph().term(type).text;
    if (knowledge.has_class(iri)) continue;
    const std::string space(namespace_of(iri));
    unknown.insert(read.contains(space) ? names.name(type) : "classes of <" + space + ">");
  }
  return fmt::format("{}", fmt::join(unknown, ", "));
}

void report_coverage(const std::vector<Mapping>& mappings, const GraphNames& names,
                     const Knowledge& knowledge, const Instances& instances,
                     const std::set<int>& modelled, const std::set<TermId>& points,
                     const std::set<TermId>& room_kinds, ImportReport& report) {
  std::set<TermId> equipment, all_points;
  for (const Mapping& mapping : mappings) {
    equipment.merge(names.instances_of(mapping.equipment));
    all_points.merge(names.instances_of(mapping.points));
  }
  for (const TermId point : all_points) equipment.erase(point);
  std::set<TermId> conduits = conduits_of(mappings, names, instances);
  std::erase_if(conduits, [&equipment](TermId node) { return !equipment.contains(node); });
  const std::set<TermId> unrelated = unrelated_to(mappings, names, equipment, instances);
  conduits.insert(unrelated.begin(), unrelated.end());  // both, as some nodes may be either
  report.equipment = {0, equipment.size() - conduits.size()};
  const std::set<std::string> explained = left_out_by_notes(report);
  const std::set<TermId> passages = passages_of(mappings, names, instances);
  for (const TermId node : equipment) {
    const int holder = instances.holder_of(node);
    const bool passed = passages.contains(node);
    if (passed) {
      report.add({.code = "import.passed_through",
                  .message = fmt::format("flows pass through {}", class_names(node, names)),
                  .nodes = {names.node(node)},
                  .consequence = "not simulated",
                  .omits = true});
    } else if (modelled.contains(holder)) {
      ++report.equipment.mapped;
    }
    if (passed || holder >= 0) continue;  // `import.left_out` reports why it is not in the model
    if (explained.contains(names.node(node).iri)) continue;
    report.add({.code = "import.not_mapped",
                .message = fmt::format("no rule matches {}", class_names(node, names)),
                .nodes = {names.node(node)},
                .consequence = unrelated.contains(node)
                                   ? "not simulated: no part in heating, cooling and ventilation"
                                   : "not simulated",
                .omits = true});
  }
  report.points = {0, all_points.size()};
  for (const TermId point : all_points) {
    const bool known = points.contains(point) || modelled.contains(instances.holder_of(point));
    report.points.mapped += known ? 1 : 0;
  }
  report_rooms(mappings, names, instances, report);
  const std::set<std::string> named = named_terms(mappings);
  for (const auto& [type, nodes] : stated_nodes(names)) {
    const std::string iri(names.graph().term(type).text);
    if (knowledge.has_class(iri) || declared_in_graph(type, names)) continue;
    const auto reading = report.readings.find(iri);
    if (reading != report.readings.end()) {
      report_reading(type, reading->second, nodes, names, report);
      continue;
    }
    std::string nearest;
    for (const std::string& other : knowledge.nearest_classes(iri)) {
      nearest += (nearest.empty() ? "" : ", ") + names.short_iri(other);
    }
    const bool in_mapping = named.contains(iri);
    const bool of_rooms = room_kinds.contains(type);
    // Classes of the graph itself, whose nodes rules find by their names, parts or relations.
    const bool simulated =
        !in_mapping && nearest.empty() && std::all_of(nodes.begin(), nodes.end(), [&](TermId node) {
          return modelled.contains(instances.holder_of(node));
        });
    ImportItem item{
        .severity = in_mapping || simulated ? Severity::Note : Severity::Warning,
        .code = "import.class_unknown",
        .message = fmt::format("{} is not a class of a known ontology{}", names.name(type),
                               nearest.empty() ? "" : " (nearest: " + nearest + ")"),
        .consequence = in_mapping  ? "a rule uses it"
                       : simulated ? "its nodes are simulated by their names, parts or relations"
                       : of_rooms  ? "only its name is used, as the kind of the rooms"
                                   : "no rule uses it",
        .omits = !in_mapping && !simulated && !of_rooms};
    for (const TermId node : nodes) item.nodes.push_back(names.node(node));
    report.add(std::move(item));
  }
  report_unknown_properties(named, names, knowledge, report);
}

}  // namespace hearth

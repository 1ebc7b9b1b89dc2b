// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/name_twins.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

class TwinFinder {
 public:
  explicit TwinFinder(const TripleStore& graph)
      : graph_(graph), type_(graph.find_iri(rdf::kType)), by_name_(nodes_by_name()) {}

  /// Returns each node that is not the subject of a triple, with the node that has a class and the
  /// same IRI except for separators and upper and lower case, if there is exactly one.
  std::vector<std::pair<TermId, TermId>> find_misspelt() const {
    std::vector<std::pair<TermId, TermId>> found;
    std::map<std::string, std::vector<TermId>> by_letters;
    for (const auto& [name, nodes] : by_name_) {
      std::vector<TermId>& alike = by_letters[with_one_separator(name)];
      alike.insert(alike.end(), nodes.begin(), nodes.end());
    }
    for (const auto& [letters, nodes] : by_letters) {
      std::vector<TermId> known, unknown;
      for (const TermId node : nodes) (classes_of(node).empty() ? unknown : known).push_back(node);
      if (known.size() != 1) continue;
      for (const TermId node : unknown) {
        if (graph_.match({.subject = node}).empty()) found.emplace_back(node, known.front());
      }
    }
    return found;
  }

  /// Returns the nodes of each name that several nodes have.
  std::vector<std::vector<TermId>> find() const {
    std::vector<std::vector<TermId>> twins;
    for (const auto& [name, nodes] : by_name_) {
      if (nodes.size() > 1 && are_alike(nodes)) twins.push_back(nodes);
    }
    return twins;
  }

 private:
  /// Returns the nodes, which are neither classes nor properties, by their IRIs in lower case.
  std::map<std::string, std::vector<TermId>> nodes_by_name() const {
    std::set<TermId> nodes, words;
    for (const Triple& triple : graph_.triples()) {
      nodes.insert(triple.subject);
      words.insert(triple.predicate);
      (triple.predicate == type_ ? words : nodes).insert(triple.object);
    }
    std::map<std::string, std::vector<TermId>> found;
    for (const TermId node : nodes) {
      if (!graph_.is_iri(node) || words.contains(node)) continue;
      found[lower_case(graph_.term(node).text)].push_back(node);
    }
    return found;
  }

  static std::string with_one_separator(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '.' || c == ' '; }, '_');
    return name;
  }

  std::set<TermId> classes_of(TermId node) const {
    std::set<TermId> classes;
    for (const Triple& triple : graph_.match({.subject = node, .predicate = type_})) {
      classes.insert(triple.object);
    }
    return classes;
  }

  bool are_alike(const std::vector<TermId>& nodes) const {
    std::set<TermId> classes;  // of all nodes that have any
    for (const TermId node : nodes) {
      const std::set<TermId> own = classes_of(node);
      if (!own.empty() && !classes.empty() && own != classes) return false;
      if (!own.empty()) classes = own;
    }
    for (const TermId node : nodes) {
      for (const Triple& triple : graph_.match({.subject = node})) {
        if (std::find(nodes.begin(), nodes.end(), triple.object) != nodes.end()) return false;
      }
    }
    return !classes.empty();
  }

  const TripleStore& graph_;
  TermId type_;
  std::map<std::string, std::vector<TermId>> by_name_;
};

}  // namespace

TripleStore with_name_twins(TripleStore graph, ImportReport& report) {
  const TwinFinder finder(graph);
  const std::vector<std::vector<TermId>> twins = finder.find();
  const std::vector<std::pair<TermId, TermId>> misspelt = finder.find_misspelt();
  if (twins.empty() && misspelt.empty()) return graph;
  Prefixes prefixes;
  for (const NamespacePrefix& prefix : graph.prefixes()) prefixes.set(prefix.name, prefix.iri);
  ImportItem item{.code = "import.name_case",
                  .message = "names differ from others in upper and lower case only",
                  .consequence =
                      "read as different nodes, unless another finding states otherwise: if they "
                      "name the same thing, use one name in the file"};
  for (const std::vector<TermId>& nodes : twins) {
    for (const TermId id : nodes) {
      const std::string iri(graph.term(id).text);
      const auto triples = graph.match({.subject = id});
      const auto named = triples.empty() ? graph.match({.object = id}) : triples;
      item.nodes.push_back({prefixes.shorten(iri), iri, graph.line(named.front())});
    }
  }
  if (!twins.empty()) report.add(std::move(item));
  TripleStoreBuilder builder(std::move(graph));
  const TermId twin = builder.iri(kNameTwin);
  for (const std::vector<TermId>& nodes : twins) {
    for (const TermId a : nodes) {
      for (const TermId b : nodes) {
        if (a != b) builder.add({a, twin, b});
      }
    }
  }
  const TermId likely = builder.iri(kLikelyName);
  for (const auto& [node, known] : misspelt) builder.add({node, likely, known});
  return std::move(builder).build();
}

}  // namespace hearth

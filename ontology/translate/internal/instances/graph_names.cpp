// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {

GraphNames::GraphNames(const TripleStore& graph, const std::vector<const Prefixes*>& more)
    : graph_(&graph), type_(graph.find_iri(rdf::kType)) {
  for (const Prefixes* prefixes : more) {
    for (const auto& [name, iri] : prefixes->all()) prefixes_.set(name, iri);
  }
  const auto declares = [&graph](const std::string& name, const std::string& iri) {
    return std::any_of(
        graph.prefixes().begin(), graph.prefixes().end(),
        [&](const NamespacePrefix& prefix) { return prefix.name == name && prefix.iri == iri; });
  };
  // If the graph has two prefixes for one namespace, that of the mapping is used.
  std::map<std::string, std::string> usual;
  for (const auto& [name, iri] : prefixes_.all()) {
    if (declares(name, iri)) usual[iri] = name;
  }
  for (const NamespacePrefix& prefix : graph.prefixes()) {
    const auto other = usual.find(prefix.iri);
    if (other == usual.end() || other->second == prefix.name)
      prefixes_.set(prefix.name, prefix.iri);
  }
}

std::string GraphNames::name(TermId id) const {
  const Term term = graph_->term(id);
  if (term.kind == TermKind::Literal) return std::string(term.text);
  if (term.kind == TermKind::Blank) return "_:" + std::string(term.text);
  return prefixes_.shorten(term.text);
}

int GraphNames::line(TermId id) const {
  int first = 0;
  const auto look = [&](const TriplePattern& pattern) {
    for (const Triple& triple : graph_->match(pattern)) {
      const int line = graph_->line(triple);
      if (line > 0 && (first == 0 || line < first)) first = line;
    }
  };
  look({.subject = id});
  if (first == 0) look({.object = id});
  return first;
}

GraphNode GraphNames::node(TermId id) const {
  return {name(id), std::string(graph_->term(id).text), line(id)};
}

std::string GraphNames::id_for(TermId id) const {
  const Term term = graph_->term(id);
  std::string_view text = term.text;
  while (!text.empty() && (text.back() == '/' || text.back() == '#')) text.remove_suffix(1);
  std::string name(local_name(text));
  for (char& c : name) {
    const auto code = static_cast<unsigned char>(c);
    const bool allowed = code < 0x80 && (std::isalnum(code) != 0 || c == '_' || c == '-' ||
                                         c == '(' || c == ')' || c == '[' || c == ']');
    if (!allowed) c = '_';
  }
  return name.empty() ? "node" : name;
}

bool GraphNames::is_a(TermId node, TermId type) const {
  return graph_->contains({node, type_, type});
}

std::vector<TermId> GraphNames::stated_classes(TermId node) const {
  std::vector<TermId> stated, all;
  for (const Triple& triple : graph_->match({.subject = node, .predicate = type_})) {
    if (graph_->term(triple.object).kind != TermKind::Iri) continue;
    all.push_back(triple.object);
    if (graph_->line(triple) > 0) stated.push_back(triple.object);
  }
  return stated.empty() ? all : stated;
}

std::size_t GraphNames::degree(TermId node) const {
  return graph_->match({.subject = node}).size() + graph_->match({.object = node}).size();
}

std::vector<TermId> GraphNames::instances_of(std::string_view class_iri) const {
  std::vector<TermId> nodes;
  const TermId type = graph_->find_iri(class_iri);
  if (type == kNoTerm || type_ == kNoTerm) return nodes;
  for (const Triple& triple : graph_->match({.predicate = type_, .object = type})) {
    nodes.push_back(triple.subject);
  }
  return nodes;
}

std::set<TermId> GraphNames::instances_of(const std::vector<std::string>& classes) const {
  std::set<TermId> nodes;
  for (const std::string& iri : classes) {
    for (const TermId node : instances_of(iri)) nodes.insert(node);
  }
  return nodes;
}

void sort_by_name(std::vector<TermId>& nodes, const GraphNames& names) {
  std::sort(nodes.begin(), nodes.end(), [&names](TermId a, TermId b) {
    const std::string_view left = names.graph().term(a).text;
    const std::string_view right = names.graph().term(b).text;
    return left != right ? left < right : a < b;
  });
}

std::string with_words(
    const std::string& text,
    const std::function<std::optional<std::string>(std::string_view)>& value_of) {
  std::string filled;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find('{', at);
    const std::size_t close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) return filled + text.substr(at);
    const std::string place = text.substr(open, close - open + 1);
    const std::string_view word = std::string_view(place).substr(1, place.size() - 2);
    filled += text.substr(at, open - at) + value_of(word).value_or(place);
    at = close + 1;
  }
}

}  // namespace hearth

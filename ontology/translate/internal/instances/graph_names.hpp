// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Names of the nodes of a graph in messages, ids and reports. The graph must outlive it.
class GraphNames {
 public:
  /// Shortens IRIs by the prefixes of the graph's file, then by those of the mappings.
  GraphNames(const TripleStore& graph, const std::vector<const Prefixes*>& more);

  const TripleStore& graph() const { return *graph_; }
  const Prefixes& prefixes() const { return prefixes_; }

  GraphNode node(TermId id) const;
  /// Returns `bldg:VAV_1`, or the text of a literal.
  std::string name(TermId id) const;
  std::string short_iri(std::string_view iri) const { return prefixes_.shorten(iri); }
  /// Returns the first line with the node as subject, otherwise as object; 0 if there is none.
  int line(TermId id) const;
  /// Returns a component id without separators: the last part of the IRI, in which `_` replaces
  /// characters that are not permitted in an id.
  std::string id_for(TermId id) const;

  /// Returns whether the node has that rdf:type, inferred types included.
  bool is_a(TermId node, TermId type) const;
  /// Returns the classes of the node in the file, or all its classes if the file states none.
  std::vector<TermId> stated_classes(TermId node) const;
  /// Returns the number of triples with the node as subject or object.
  std::size_t degree(TermId node) const;
  /// Returns the distinct nodes of a class, in order of appearance.
  std::vector<TermId> instances_of(std::string_view class_iri) const;
  /// Returns the nodes of any of the classes.
  std::set<TermId> instances_of(const std::vector<std::string>& classes) const;

 private:
  const TripleStore* graph_;
  Prefixes prefixes_;
  TermId type_;
};

/// Sorts nodes by their IRIs, so that the order of lines in a file has no effect.
void sort_by_name(std::vector<TermId>& nodes, const GraphNames& names);

/// Returns a mapping's text in which every `{word}` is replaced by the result of `value_of`;
/// without a result, the place remains unchanged.
std::string with_words(const std::string& text,
                       const std::function<std::optional<std::string>(std::string_view)>& value_of);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// How messages, ids and reports name the nodes of a graph. The graph outlives it.
class GraphNames {
 public:
  /// Shortens by the prefixes of the graph's file, then by those of the mappings.
  GraphNames(const TripleStore& graph, const std::vector<const Prefixes*>& more);

  const TripleStore& graph() const { return *graph_; }
  const Prefixes& prefixes() const { return prefixes_; }

  GraphNode node(TermId id) const;
  /// Returns `bldg:VAV_1`, or the text of a literal.
  std::string name(TermId id) const;
  std::string short_iri(std::string_view iri) const { return prefixes_.shorten(iri); }
  /// Returns the first line on which the node is a subject, otherwise an object; 0 if none.
  int line(TermId id) const;
  /// Returns a component id without separators: the last part of the IRI, characters that an id may
  /// not hold replaced by `_`.
  std::string id_for(TermId id) const;

  /// Returns whether the node has that rdf:type (inferred ones count).
  bool is_a(TermId node, TermId type) const;
  /// Returns the classes the file gives the node, or all of them where it gives none.
  std::vector<TermId> stated_classes(TermId node) const;
  /// Returns the number of triples the node is subject or object of.
  std::size_t degree(TermId node) const;
  /// Returns the distinct nodes of a class, in order of appearance.
  std::vector<TermId> instances_of(std::string_view class_iri) const;

 private:
  const TripleStore* graph_;
  Prefixes prefixes_;
  TermId type_;
};

/// Sorts nodes by their IRIs: the order of a file's lines shall not matter.
void sort_by_name(std::vector<TermId>& nodes, const GraphNames& names);

/// Returns a mapping's text with every `{word}` replaced by what `value_of` gives for it; where it
/// gives nothing, the place stays as it is.
std::string with_words(const std::string& text,
                       const std::function<std::optional<std::string>(std::string_view)>& value_of);

}  // namespace hearth

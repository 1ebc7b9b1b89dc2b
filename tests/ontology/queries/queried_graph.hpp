// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hearth/ontology/queries/query.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth::test {

/// A graph of prefix `:` (and `ex:`, `xsd:`) with queries to it.
class QueriedGraph {
 public:
  using Rows = std::vector<std::string>;

  explicit QueriedGraph(const std::string& triples)
      : graph_(read_turtle_text("@prefix : <urn:ex:> .\n@prefix ex: <urn:ex:> .\n"
                                "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n" +
                                    triples,
                                "graph.ttl")) {
    prefixes_.set("", "urn:ex:");
    prefixes_.set("ex", "urn:ex:");
  }

  QueryResult result(const std::string& query) const {
    return run_query(graph_, parse_query(query, prefixes_, "q.rq"));
  }

  /// The answers as texts `v1 "two"@en 9.5 -`, in their order; numbers with their type if it is not
  /// that of their notation.
  Rows ask(const std::string& query) const {
    const QueryResult found = result(query);
    Rows rows;
    for (const std::vector<TermId>& row : found.rows) {
      std::string& out = rows.emplace_back();
      for (const TermId id : row) {
        if (!out.empty()) out += ' ';
        out += id == kNoTerm ? "-" : text(found.term(id));
      }
    }
    return rows;
  }

  Rows sorted(const std::string& query) const {
    Rows rows = ask(query);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  /// The value of an expression, `-` for an error.
  std::string value(const std::string& expression) const {
    return ask("SELECT (" + expression + " AS ?value) {}").at(0);
  }

  bool yes(const std::string& query) const { return result(query).yes; }

  const TripleStore& graph() const { return graph_; }
  const Prefixes& prefixes() const { return prefixes_; }

 private:
  static std::string text(const Term& term) {
    const std::string own(term.text);
    if (term.kind == TermKind::Iri) return own.starts_with("urn:ex:") ? own.substr(7) : own;
    if (term.kind == TermKind::Blank) return "_:b";
    if (!term.language.empty()) return '"' + own + "\"@" + std::string(term.language);
    if (term.datatype == xsd::kString) return '"' + own + '"';
    const bool plain = term.datatype == xsd::kInteger || term.datatype == xsd::kBoolean ||
                       (term.datatype == xsd::kDecimal && own.find('.') != std::string::npos) ||
                       (term.datatype == xsd::kDouble && own.find('E') != std::string::npos);
    return plain ? own : own + "^^" + std::string(local_name(term.datatype));
  }

  TripleStore graph_;
  Prefixes prefixes_;
};

}  // namespace hearth::test

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// A question to a graph: SPARQL 1.1 SELECT without aggregates, sub-queries and functions, or the
/// triples of a pattern.
struct Query {
  GraphPattern pattern;
  std::vector<int> columns;  ///< variables, in the order asked for
  bool distinct = false;
  struct Order {
    int variable;
    bool descending;
  };
  std::vector<Order> order;
  std::optional<std::size_t> limit, offset;
};

/// Reads a query: `SELECT [DISTINCT] ?a ?b|* WHERE { ... } [ORDER BY] [LIMIT] [OFFSET]` with
/// PREFIX, property paths, `;` and `,`, OPTIONAL, FILTER NOT EXISTS, MINUS and FILTER(?a != ?b), or
/// bare triples `?v a brick:VAV . ?v brick:feeds ?z`. Throws one InputError with what was not
/// understood: `pattern.syntax`, `pattern.prefix_unknown`, `query.unsupported` naming the part.
Query parse_query(std::string_view text, const Prefixes& prefixes, const std::string& source);

/// A table of terms; kNoTerm where an optional variable is not bound.
struct QueryResult {
  std::vector<std::string> columns;
  std::vector<std::vector<TermId>> rows;
};

/// Returns the answers, without repetition where `distinct`. Throws `limit.exceeded` at the query's
/// place if there are more than `WorkLimit::QueryRows` of them, or if the search looks at more
/// triples than `WorkLimit::GraphSteps`.
QueryResult run_query(const TripleStore& graph, const Query& query);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

struct QueryParts;
class QueryTerms;

/// A question to a graph, as `parse_query` read it: immutable, cheap to copy.
class Query {
 public:
  enum class Form { Select, Ask, Construct };

  explicit Query(std::shared_ptr<const QueryParts> parts);

  Form form() const;
  /// Returns the IRIs in the triples and paths of its patterns.
  std::set<std::string> names() const;
  const QueryParts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const QueryParts> parts_;
};

/// Reads a query: SPARQL 1.1 SELECT, ASK or CONSTRUCT on one graph, or bare triples
/// `?v a brick:VAV . ?v brick:feeds ?z`, which are a SELECT DISTINCT of all their variables.
/// docs/query.md lists what is understood. Throws one InputError with what was not:
/// `pattern.syntax`, `pattern.prefix_unknown`, `query.unsupported` naming the part and what to
/// write instead.
Query parse_query(std::string_view text, const Prefixes& prefixes, const std::string& source);

/// What a query found. The graph that was asked outlives it.
struct QueryResult {
  std::vector<std::string> columns;       ///< of SELECT
  std::vector<std::vector<TermId>> rows;  ///< of SELECT; kNoTerm if a variable is not bound
  bool yes = false;                       ///< of ASK
  TripleStore made;                       ///< of CONSTRUCT, with the prefixes of the query
  std::shared_ptr<const QueryTerms> terms;

  /// Returns the term of that number: of the graph, or made by the query (a count, a text).
  Term term(TermId id) const;
};

/// Returns the answers. Throws `limit.exceeded` at the query's place if there are more than
/// `WorkLimit::QueryRows` of them or of the rows, groups and values kept on the way, if the search
/// looks at more than `WorkLimit::GraphSteps` triples, rows and values, or if the texts that it
/// makes have more than `WorkLimit::QueryBytes`.
QueryResult run_query(const TripleStore& graph, const Query& query);

}  // namespace hearth

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

/// A parsed query: immutable, cheap to copy.
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

/// Reads a query: SPARQL 1.1 SELECT, ASK or CONSTRUCT on one graph, or bare triples such as `?v a
/// brick:VAV . ?v brick:feeds ?z`, which are read as a SELECT DISTINCT of all their variables.
/// docs/query.md lists the supported parts. Throws one InputError with all problems:
/// `pattern.syntax`, `pattern.prefix_unknown`, and `query.unsupported` with the unsupported part
/// and its replacement.
Query parse_query(std::string_view text, const Prefixes& prefixes, const std::string& source);

/// The result of a query. The queried graph must outlive it.
struct QueryResult {
  std::vector<std::string> columns;       ///< columns of SELECT
  std::vector<std::vector<TermId>> rows;  ///< rows of SELECT; kNoTerm if a variable is not bound
  bool yes = false;                       ///< answer of ASK
  TripleStore made;                       ///< triples of CONSTRUCT, with the prefixes of the query
  std::shared_ptr<const QueryTerms> terms;

  /// Returns the term with that number, which is in the graph or was made by the query (a count, a
  /// text).
  Term term(TermId id) const;
};

/// Runs a query. Throws `limit.exceeded` at the place of the query in each of these cases:
/// - there are more than `WorkLimit::QueryRows` results, or intermediate rows, groups and values;
/// - the search examines more than `WorkLimit::GraphSteps` triples, rows and values;
/// - the texts that the query makes have more than `WorkLimit::QueryBytes` bytes.
QueryResult run_query(const TripleStore& graph, const Query& query);

}  // namespace hearth

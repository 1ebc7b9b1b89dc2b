// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/ontology/patterns/query.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth::apps {

/// Returns the answers in columns; names are short where a prefix is known.
std::string query_table(const TripleStore& graph, const QueryResult& result,
                        const Prefixes& prefixes);

/// Returns the answers in the W3C's "SPARQL 1.1 Query Results JSON Format".
std::string query_json(const TripleStore& graph, const QueryResult& result);

/// Returns the answers as CSV: whole IRIs, texts of literals, nothing where nothing is bound.
std::string query_csv(const TripleStore& graph, const QueryResult& result);

}  // namespace hearth::apps

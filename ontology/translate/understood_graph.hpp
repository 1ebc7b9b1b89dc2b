// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns the axioms in the digests of the mappings.
Knowledge knowledge_of(const std::vector<Mapping>& mappings);

/// A graph prepared for the rules of mappings.
struct UnderstoodGraph {
  TripleStore graph;
  std::vector<Mapping> mappings;  ///< those whose classes the graph uses, or all
};

/// Prepares a graph: replaces names of other versions by current names and misspelt classes by
/// classes of their vocabulary, and adds triples that are inferred from the ontologies or derived
/// by the mappings in use. Adds the numbers of triples, the replacements and
/// `import.namespace_read_as` to the report.
UnderstoodGraph understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                                 const Knowledge& knowledge, ImportReport& report);

}  // namespace hearth

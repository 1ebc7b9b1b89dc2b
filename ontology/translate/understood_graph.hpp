// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns what the digests of the mappings say.
Knowledge knowledge_of(const std::vector<Mapping>& mappings);

/// A graph as rules see it.
struct UnderstoodGraph {
  TripleStore graph;
  std::vector<Mapping> mappings;  ///< those of whose vocabulary it uses classes, or all
};

/// Reads names of other versions as the current ones and adds what follows from the ontologies and
/// what the mappings in use derive. Counts go to the report, and `import.namespace_read_as`.
UnderstoodGraph understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                                 const Knowledge& knowledge, ImportReport& report);

}  // namespace hearth

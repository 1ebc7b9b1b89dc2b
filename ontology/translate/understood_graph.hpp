// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/import_report.hpp"
#include "hearth/ontology/triple_store.hpp"

namespace hearth {

/// Returns what the digests of the mappings say.
Knowledge knowledge_of(const std::vector<Mapping>& mappings);

/// Returns the graph as rules see it: names of other versions read as the current ones, what
/// follows from the ontologies, and what the mappings derive. Counts go to the report, and
/// `import.namespace_read_as`.
TripleStore understood_graph(const TripleStore& graph, const std::vector<Mapping>& mappings,
                             const Knowledge& knowledge, ImportReport& report);

}  // namespace hearth

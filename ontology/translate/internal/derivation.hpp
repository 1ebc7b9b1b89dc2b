// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns the graph with the triples that the mappings derive, in the order of their entries; each
/// entry also applies to the results of earlier entries. Counts them in the report, and adds
/// `import.medium_unknown` to it for triples that match no row of a table.
TripleStore with_derived(TripleStore graph, const std::vector<Mapping>& mappings,
                         ImportReport& report);

}  // namespace hearth

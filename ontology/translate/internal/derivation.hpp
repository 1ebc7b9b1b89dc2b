// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns the graph with the triples that the mappings derive, in the order of their entries; each
/// entry sees what the earlier ones derived. Counts them in the report, which also gets
/// `import.medium_unknown` for triples that no row of a table fits.
TripleStore with_derived(TripleStore graph, const std::vector<Mapping>& mappings,
                         ImportReport& report);

}  // namespace hearth

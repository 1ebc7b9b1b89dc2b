// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Returns the namespaces of the classes that the coverage counts, without that of the mapping
/// itself.
std::set<std::string> class_namespaces(const Mapping& mapping);

/// Finds replacements for classes that neither an ontology, nor a mapping, nor the graph itself
/// contains. A replacement is one of these:
/// - the class of the same name in another vocabulary of the same mapping (for `fso:Boiler`,
///   because FSO contains relations and FPO components);
/// - a class whose name differs by spelling only (for `brick:Air_Handeling_Unit`);
/// - the class of equipment whose name the last words form (`brick:Heating_Coil` for
///   `brick:Electric_Heating_Coil`).
ClassReadings class_readings(const TripleStore& graph, const std::vector<Mapping>& mappings,
                             const Knowledge& knowledge);

/// Returns the graph in which nodes of these classes also have the replacement as a class.
TripleStore with_readings(TripleStore graph, const ClassReadings& readings);

}  // namespace hearth

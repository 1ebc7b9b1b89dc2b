// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Counts how much of a graph's equipment and points the instances represent that are in the model,
/// and reports what no rule took: `import.not_mapped` by class, `import.passed_through` for
/// passages, `import.room_left_out`, `import.class_unknown` with the nearest known names,
/// `import.property_unknown` for relations between nodes that nothing reads.
void report_coverage(const std::vector<Mapping>& mappings, const GraphNames& names,
                     const Knowledge& knowledge, const Instances& instances,
                     const std::set<int>& modelled, const std::set<TermId>& points,
                     ImportReport& report);

/// Returns the nodes that instances absorbed without a component that represents them: those of the
/// classes that mappings call passages.
std::set<TermId> passages_of(const std::vector<Mapping>& mappings, const GraphNames& names,
                             const Instances& instances);

/// Returns what a graph holds, for a graph that has nothing to simulate: `s223:Luminaire (853),
/// ...`.
std::string most_frequent_classes(const GraphNames& names, std::size_t most = 6);

/// Returns what no ontology knows: classes of vocabularies that mappings read by their names, of
/// others the namespaces: `brick:Luminaire, classes of <urn:b#>`.
std::string unknown_classes(const std::vector<Mapping>& mappings, const GraphNames& names,
                            const Knowledge& knowledge);

}  // namespace hearth

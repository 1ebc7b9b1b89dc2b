// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Counts the equipment and points of a graph that are represented by instances in the model, and
/// reports nodes without a rule: `import.not_mapped` by class, `import.passed_through` for
/// passages, `import.room_left_out`, `import.class_read_as`, `import.class_unknown` with the
/// nearest known names, and `import.property_unknown` for relations between nodes that are not
/// used. `room_kinds` are the classes whose names determined the kinds of rooms.
void report_coverage(const std::vector<Mapping>& mappings, const GraphNames& names,
                     const Knowledge& knowledge, const Instances& instances,
                     const std::set<int>& modelled, const std::set<TermId>& points,
                     const std::set<TermId>& room_kinds, ImportReport& report);

/// Returns the nodes through which flows pass and that no component represents: nodes of the
/// classes that mappings call passages, if instances absorbed them, and all conduits.
std::set<TermId> passages_of(const std::vector<Mapping>& mappings, const GraphNames& names,
                             const Instances& instances);

/// Returns the classes of a node in the file: `brick:AHU, brick:RTU`.
std::string class_names(TermId node, const GraphNames& names);

/// Returns the content of a graph without anything to simulate: `s223:Luminaire (853), ...`.
std::string most_frequent_classes(const GraphNames& names, std::size_t most = 6);

/// Returns the classes that contain all equipment or points of a vocabulary, such as
/// `brick:Equipment`, with nodes of which the graph states nothing more specific; "" if there are
/// none: `brick:Equipment (b:AHU1, b:VAV2_3 and 6 more)`.
std::string general_classes(const std::vector<Mapping>& mappings, const GraphNames& names);

/// Returns the classes that no ontology contains: for vocabularies of the mappings by name, for
/// others by namespace: `brick:Luminaire, classes of <urn:b#>`.
std::string unknown_classes(const std::vector<Mapping>& mappings, const GraphNames& names,
                            const Knowledge& knowledge);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// The property that joins nodes whose names differ in upper and lower case only, for mappings.
inline constexpr const char* kNameTwin = "urn:hearth-graph:nameTwin";
/// The property from a node that is not the subject of a triple to the node that was probably
/// intended.
inline constexpr const char* kLikelyName = "urn:hearth-graph:likelyName";

/// Joins nodes whose IRIs differ in upper and lower case only by `kNameTwin`, and reports them
/// (`import.name_case`). The nodes must have the same classes, or some must have none, and no
/// relation may join them. Tools that merge several sources write `HVAC_Zone_1` and `hvac_zone_1`
/// for one zone.
TripleStore with_name_twins(TripleStore graph, ImportReport& report);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/ontology/rdf/triple_store.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// The property that joins nodes whose names differ in upper and lower case only, for mappings.
inline constexpr const char* kNameTwin = "urn:hearth-graph:nameTwin";
/// Leads from a node of which nothing is stated to the one that it probably means.
inline constexpr const char* kLikelyName = "urn:hearth-graph:likelyName";

/// Joins by `kNameTwin`, and reports, nodes whose IRIs differ in upper and lower case only, if they
/// have the same classes, or some have none, and no relation joins them (`import.name_case`): tools
/// that join several sources write `HVAC_Zone_1` and `hvac_zone_1` for one zone.
TripleStore with_name_twins(TripleStore graph, ImportReport& report);

}  // namespace hearth

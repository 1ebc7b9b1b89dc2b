// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Reports what the mappings' notes find in the graph, one warning for equal texts.
void report_notes(const std::vector<Mapping>& mappings, const GraphNames& names,
                  ImportReport& report);

}  // namespace hearth

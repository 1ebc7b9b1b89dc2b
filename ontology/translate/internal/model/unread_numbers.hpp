// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {

/// Reports numbers that the graph states for nodes in the model but that no rule has read:
/// `import.value_unread`, by property and class. Only these numbers are reported: numbers with a
/// unit, numbers of a property from which rules read numbers of other nodes, and numbers of a
/// property with the name of a size. Momentary readings of sensors are not reported. Sizes that
/// were read by the names of their properties are reported as `import.value_from_label`.
void report_unread_numbers(const BuildContext& context, const std::set<int>& modelled);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {

/// Reports numbers that the graph states for nodes in the model but that no rule has read:
/// `import.value_unread`, by property and class. Only numbers with a unit are reported, and numbers
/// of a property from which rules read numbers of other nodes. Momentary readings of sensors are
/// not reported.
void report_unread_numbers(const BuildContext& context, const std::set<int>& modelled);

}  // namespace hearth

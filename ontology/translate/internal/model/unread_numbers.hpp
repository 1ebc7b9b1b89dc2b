// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {

/// Reports numbers that the graph states of nodes in the model, and that no rule has read:
/// `import.value_unread`, by property and class. Such numbers have a unit, or a property from which
/// rules read numbers of other nodes. Momentary readings of sensors are not reported.
void report_unread_numbers(const BuildContext& context, const std::set<int>& modelled);

}  // namespace hearth

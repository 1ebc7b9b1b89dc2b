// SPDX-License-Identifier: MIT
// Quantities of a zone that are the sums over its rooms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Returns whether a rule's variable contains rooms of its instances.
bool has_rooms(const Instance& instance, std::string_view variable);

/// Returns the rooms in an instance, without the node that it represents.
std::vector<TermId> rooms_in(const Instance& instance);

/// Returns whether a quantity of an instance with rooms is the sum of those of its rooms.
bool is_sum_of_rooms(const Instance& instance, const std::string& name);

}  // namespace hearth

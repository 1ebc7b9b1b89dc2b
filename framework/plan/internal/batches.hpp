// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Adds a slot to batches: to the last batch if it is the next slot of the same type, otherwise as
/// a new batch.
inline void add_slot(std::vector<Batch>& batches, const ComponentType* type, int slot) {
  if (!batches.empty() && batches.back().type == type &&
      batches.back().first + batches.back().count == slot) {
    ++batches.back().count;
  } else {
    batches.push_back({type, slot, 1});
  }
}

}  // namespace hearth

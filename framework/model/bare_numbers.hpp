// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// Lists uses of numbers without a unit in a model. A source without a unit is the note
/// `model.unitless_source`. A block that takes numbers of any unit (`unit::bare`) passes a number
/// on without its unit: if a port reads it in another unit, `model.unit_lost` is a warning, or a
/// note if the block has a factor that may convert it.
void list_bare_numbers(const ResolvedModel& wiring, Diagnostics& diagnostics);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// Lists where a model uses numbers without a unit. A source without one is the note
/// `model.unitless_source`. A block that takes numbers of any unit (`unit::bare`) passes a number
/// on without its unit: if a port reads it in another, `model.unit_lost` is a warning, or a note
/// where the block has a factor that may convert it.
void list_bare_numbers(const ResolvedModel& wiring, Diagnostics& diagnostics);

}  // namespace hearth

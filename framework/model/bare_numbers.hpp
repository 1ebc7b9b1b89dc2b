// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// Reports numbers without a unit in a model: the note `model.unitless_source` for each source
/// without a unit. A block that takes numbers of any unit (`unit::bare`) passes a number on without
/// its unit. If a port then reads the number in another unit, the warning `model.unit_lost` is
/// added, or a note with this code if the block has a factor that may convert the number.
void list_bare_numbers(const ResolvedModel& wiring, Diagnostics& diagnostics);

}  // namespace hearth

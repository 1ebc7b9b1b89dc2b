// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::fmi {

/// Returns the unit of a variable: a bare number if it has none, nothing if Hearth does not know
/// the unit (it contains amperes, moles or candelas, or is neither defined nor known by its name).
///
/// Kelvin to the power of one is a temperature point, unless the variable is relative: then it is a
/// difference and the offset does not apply (FMI 3.0.1: 2.4.3). rad counts as 1.
std::optional<Unit> unit_of(const Variable& variable, const ModelDescription& description);

/// Returns the text of a warning if the FMU defines a unit differently from its name, such as
/// `degC` without an offset; otherwise "".
std::string contradiction(const Variable& variable, const ModelDescription& description);

}  // namespace hearth::fmi

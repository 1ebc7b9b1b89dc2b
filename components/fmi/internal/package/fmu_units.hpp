// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::fmi {

/// Returns the unit of a variable: `unit::one` if it has none, nothing if Hearth does not know the
/// unit (it contains amperes, moles or candelas, or is neither defined nor known by its name).
///
/// A unit whose only base unit is the kelvin, with the exponent 1, is that of a temperature. If the
/// variable is relative, it is that of a difference, and the offset does not apply (FMI 3.0.1:
/// 2.4.3). rad counts as 1.
std::optional<Unit> unit_of(const Variable& variable, const ModelDescription& description);

/// Returns the text of a warning if the FMU defines a unit differently from its name, such as
/// `degC` without an offset; otherwise "".
std::string contradiction(const Variable& variable, const ModelDescription& description);

}  // namespace hearth::fmi

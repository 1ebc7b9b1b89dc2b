// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::fmi {

/// Returns the unit of a variable: a bare number if it has none, nothing where Hearth has no
/// such unit (it holds amperes, moles or candelas, or is not defined and not known by its name).
///
/// A power of one of kelvin is a temperature, a point on a scale, unless the variable is relative:
/// then it is a difference and the offset does not apply (FMI 3.0.1: 2.4.3). rad counts as 1.
std::optional<Unit> unit_of(const Variable& variable, const ModelDescription& description);

}  // namespace hearth::fmi

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the only number of a text, such as a label, that a unit of the kind of `kind` follows:
/// 4 tons of refrigeration for `RTU-2 gas 4 ton`, 0.95 m3/s for `fan 0,95 m3/s`. Returns nothing if
/// there are none or several, or if the number is part of a range or product (`2 x 40 W`).
std::optional<Quantity> size_within(std::string_view text, const Unit& kind);

}  // namespace hearth

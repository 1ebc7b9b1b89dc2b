// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the unit of a price of energy (`EUR/MWh`, `ct/kWh`, `$/kWh`) or of an emission (`g/kWh`,
/// `kg CO2e/MWh`), or nothing for other texts. Currencies are ISO 4217 codes, signs and words,
/// which count as 1, and their hundredths (`ct`, `cent`, `p`), which count as 0.01. Currencies are
/// not converted.
std::optional<Unit> parse_energy_price(std::string_view text);

}  // namespace hearth

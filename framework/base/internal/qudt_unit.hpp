// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the unit of a name in the QUDT vocabulary of units (without its namespace). Names
/// consist of prefixes, units, powers and `-PER-`: `KiloW-HR`, `FT3-PER-MIN`, `BTU_IT-PER-HR-FT2`.
/// Volt-ampere counts as watt. Nothing for units of other kinds and for other names.
/// Definitions: QUDT 2.1 (CC BY 4.0, https://qudt.org), which are those of NIST SP 811.
std::optional<Unit> parse_qudt_unit(std::string_view name);

/// Returns a symbol that exists until the program ends.
const char* kept_symbol(std::string_view name);

}  // namespace hearth

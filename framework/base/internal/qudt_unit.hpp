// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the unit with a name of the QUDT vocabulary of units (without namespace), or nothing for
/// units of other kinds and for other names. Names consist of prefixes, units, powers and `-PER-`:
/// `KiloW-HR`, `FT3-PER-MIN`, `BTU_IT-PER-HR-FT2`. Volt-ampere counts as watt. Source of the
/// definitions: QUDT 2.1 (CC BY 4.0, https://qudt.org), which agree with NIST SP 811.
std::optional<Unit> parse_qudt_unit(std::string_view name);

/// Returns a copy of a symbol that exists until the program ends.
const char* kept_symbol(std::string_view name);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hearth {

/// Returns the QUDT name of a unit of the Ontology of units of Measure, version 2.0 or 1.8, whose
/// name is given without namespace: `KiloW-HR` for `kilowattHour`, `W-PER-M2-K` for
/// `wattPerSquareMetreKelvin`, `M3-PER-SEC` for `cubicMetrePerSecond-Time`. Returns "" for other
/// names. Source of the names: Rijgersberg, van Assem and Top, Semantic Web 4 (2013) 3.
std::string qudt_name_of_om_unit(std::string_view name);

}  // namespace hearth

// SPDX-License-Identifier: MIT
// Sizes whose property names the quantity and the unit: `x:designCFM "5000"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth {

/// Returns the last part of a property's IRI, and its labels.
std::vector<std::string> names_of_property(const TripleStore& graph, TermId property);

/// Returns the unit that the last words of a property's name state: `coolingCapacityTons`,
/// `power_kW`.
std::optional<Unit> unit_in_name(std::string_view name);

/// Returns the number of a property with these names with its unit, which the text or a name
/// states, if the names are those of the size that the derivation (`number`) looks for. Numbers
/// that are not positive, and texts such as `1.200`, whose separator is ambiguous, are not read. If
/// the derivation is `bare`, a number without a unit is returned without one, provided that the
/// names end with the size or with qualifiers such as `nominal`.
std::optional<std::string> named_size(const std::vector<std::string>& names, const Term& number,
                                      const Derivation& derivation);

/// Returns whether a property with this name states the size of equipment or rooms, such as a
/// capacity, a design flow or an area, rather than a reading, an identifier or a position.
bool is_size_name(std::string_view name);

}  // namespace hearth

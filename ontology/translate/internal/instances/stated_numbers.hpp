// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"

namespace hearth {

/// Returns the n-th number in a text (1 is the first), with the unit that follows the text's only
/// number; nothing if there is none: `45/30-21` holds 45, 30 and 21, `2.5 kW` holds 2.5 kW.
std::optional<Quantity> number_in(std::string_view text, int nth);

/// Returns a number with its unit, `3 m`, and `0.4` for one without.
std::string with_unit(double value, const std::optional<Unit>& unit);

/// A number of the graph, with the unit that its text or its owner states.
struct StatedNumber {
  Quantity quantity;
  std::string unknown_unit;  ///< stated, but none that is known: the number means nothing then
};

/// Returns the n-th number of a literal; `unit` leads from its owner to a unit.
std::optional<StatedNumber> stated_number(const GraphNames& names, TermId owner, TermId literal,
                                          int nth, const std::optional<PropertyPath>& unit);

/// Returns the n-th number at the end of a path from a node; the last step's owner states the unit.
std::optional<StatedNumber> number_at(const GraphNames& names, TermId node,
                                      const PropertyPath& path, const Mapping& mapping, int nth);

/// Returns the unit that a node states through a path: a QUDT IRI (`unit:DEG_C`) or a text.
std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path);

/// Returns how a node states a unit that is not known, "" where it states none or a known one.
std::string unknown_unit(const GraphNames& names, TermId node,
                         const std::optional<PropertyPath>& path);

}  // namespace hearth

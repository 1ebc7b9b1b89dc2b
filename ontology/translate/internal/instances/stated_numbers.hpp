// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"

namespace hearth {

/// Returns the n-th number in a text (1 is the first), or nothing if there are fewer. It has a unit
/// only if the text consists of one number and its unit, as in `2.5 kW`. `45/30-21` contains 45, 30
/// and 21.
std::optional<Quantity> number_in(std::string_view text, int nth);

/// Returns a number with its unit, such as `3 m`, or without one, such as `0.4`.
std::string with_unit(double value, const std::optional<Unit>& unit);

/// A number of the graph with the unit that its text or its node states.
struct StatedNumber {
  Quantity quantity;
  std::string unknown_unit;  ///< a stated unit that is unknown: the number then has no meaning
  std::string problem;       ///< why the text is not one number, which then has no meaning either
  TermId owner = kNoTerm;    ///< the node that states it
  TermId literal = kNoTerm;
};

/// The numbers of the graph that rules read.
class ReadNumbers {
 public:
  void add(const StatedNumber& number) { numbers_.emplace(number.owner, number.literal); }
  bool contains(TermId owner, TermId literal) const { return numbers_.contains({owner, literal}); }
  /// Notes whether the model uses a number that is read.
  void use(const StatedNumber& number) { used_.emplace(number.owner, number.literal); }
  void drop(const StatedNumber& number) { used_.erase({number.owner, number.literal}); }
  bool uses(TermId owner, TermId literal) const { return used_.contains({owner, literal}); }

 private:
  std::set<std::pair<TermId, TermId>> numbers_, used_;
};

/// Returns the n-th number of a literal; `unit` is the path from its node to a unit. The first is
/// the whole text with its unit (`written_number`) or the first of a list such as `45/30-21`.
std::optional<StatedNumber> stated_number(const GraphNames& names, TermId owner, TermId literal,
                                          int nth, const std::optional<PropertyPath>& unit);

/// Returns the n-th number at the end of a path from a node; the node of the last step states the
/// unit. Returns a number with a `problem` only if there is no other.
std::optional<StatedNumber> number_at(const GraphNames& names, TermId node,
                                      const PropertyPath& path, const Mapping& mapping, int nth);

/// Returns the unit at the end of a path from a node: a QUDT IRI (`unit:DEG_C`) or a text.
std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path);

/// Returns the text of an unknown unit that a node states; "" if it states none or a known one.
std::string unknown_unit(const GraphNames& names, TermId node,
                         const std::optional<PropertyPath>& path);

}  // namespace hearth

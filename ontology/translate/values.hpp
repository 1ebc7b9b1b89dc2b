// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/ontology/translate/instances.hpp"
#include "hearth/ontology/translate/side_file.hpp"

namespace hearth {

/// A number of an instance and where it is from.
struct FoundValue {
  Quantity quantity;
  std::string source;    ///< `graph`, `side file`, `mapping`, `default`, `2.7 floorArea`
  bool guessed = false;  ///< nothing but a default, here or in what it is made of
};

/// Returns the n-th number in a text (1 is the first), with the unit that follows the text's only
/// number; nothing if there is none: `45/30-21` holds 45, 30 and 21, `2.5 kW` holds 2.5 kW.
std::optional<Quantity> number_in(std::string_view text, int nth);

/// Finds the quantities and parameters of instances: in the graph, the side file, from other
/// quantities or as defaults, in this order (the side file first where it overwrites).
class ValueFinder {
 public:
  ValueFinder(const Instances& instances, const GraphNames& names, const SideFile& side,
              ImportReport& report)
      : instances_(instances), names_(names), side_(side), report_(report) {}

  /// Returns the value of a quantity, of a parameter (`part.name` in a group) of an instance, or
  /// nothing. Guesses are reported once.
  std::optional<FoundValue> find(int instance, const std::string& name);

 private:
  using Key = std::pair<int, std::string>;

  const ValueSource* source_of(const Instance& instance, const std::string& name) const;
  std::optional<FoundValue> evaluate(int number, const std::string& name,
                                     const ValueSource& source);
  std::optional<FoundValue> from_graph(const Instance& instance, const ValueSource& source) const;
  /// Returns the number that one node states, in the unit of the source; `unit` gets that unit.
  std::optional<double> stated(const Instance& instance, const ValueSource& source,
                               const ValueSource::Path& way, TermId node,
                               std::optional<Unit>& unit) const;
  std::optional<FoundValue> from_side(const Instance& instance, const std::string& name,
                                      const ValueSource* source) const;
  std::optional<FoundValue> from_others(int number, const ValueSource& source);
  std::optional<Quantity> number_at(TermId node, const PropertyPath& path, const Mapping& mapping,
                                    int nth) const;
  void report_guess(const Instance& instance, const std::string& name, const ValueSource& source);
  void report_unfit(const Instance& instance, const std::string& name, const Quantity& quantity,
                    const Unit& expected) const;

  const Instances& instances_;
  const GraphNames& names_;
  const SideFile& side_;
  ImportReport& report_;
  std::map<Key, std::optional<FoundValue>> known_;
};

/// Returns the unit that a node states through a path: a QUDT IRI (`unit:DEG_C`) or a text.
std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path);

}  // namespace hearth

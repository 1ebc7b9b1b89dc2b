// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/model/side_file.hpp"

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

/// A number of the graph, with the unit that its text or its owner states.
struct StatedNumber {
  Quantity quantity;
  std::string unknown_unit;  ///< stated, but none that is known: the number means nothing then
};

/// Returns the n-th number of a literal; `unit` leads from its owner to a unit.
std::optional<StatedNumber> stated_number(const GraphNames& names, TermId owner, TermId literal,
                                          int nth, const std::optional<PropertyPath>& unit);

/// Finds the quantities and parameters of instances: in the graph, the side file, from other
/// quantities or as defaults, in this order (the side file first where it overwrites).
class ValueFinder {
 public:
  ValueFinder(const Instances& instances, const GraphNames& names, const SideFile& side,
              ImportReport& report)
      : instances_(instances), names_(names), side_(side), report_(report) {}

  /// Returns the value of a quantity, of a parameter (`part.name` in a group) of an instance, or
  /// nothing. Guesses are reported once. Throws InputError `mapping.value_depth` for a value that
  /// is made of others over too many instances, one after the other.
  std::optional<FoundValue> find(int instance, const std::string& name);

 private:
  using Key = std::pair<int, std::string>;

  const ValueSource* source_of(const Instance& instance, const std::string& name) const;
  std::optional<FoundValue> evaluate(int number, const std::string& name,
                                     const ValueSource& source);
  std::optional<FoundValue> from_graph(const Instance& instance, const std::string& name,
                                       const ValueSource& source);
  /// Returns the number that a node states, in `unit` or, where that is not known yet, the unit
  /// of the source or its own, which `unit` becomes. What does not fit is reported.
  std::optional<double> stated(const Instance& instance, const std::string& name,
                               const ValueSource& source, const ValueSource::Path& way, TermId node,
                               std::optional<Unit>& unit);
  std::optional<FoundValue> from_side(const Instance& instance, const std::string& name,
                                      const ValueSource* source);
  std::optional<FoundValue> from_others(int number, const ValueSource& source);
  std::optional<StatedNumber> number_at(TermId node, const PropertyPath& path,
                                        const Mapping& mapping, int nth) const;
  void report_unfit(const Instance& instance, const std::string& name, const std::string& given,
                    const std::optional<Unit>& expected, const std::string& source);
  void report_not_positive(const Instance& instance, const std::string& name, double value,
                           const std::optional<Unit>& unit);
  void report_bare(const Instance& instance, const std::string& name,
                   const std::optional<Unit>& unit);
  void report_guess(const Instance& instance, const std::string& name, const ValueSource& source);

  const Instances& instances_;
  const GraphNames& names_;
  const SideFile& side_;
  ImportReport& report_;
  std::map<Key, std::optional<FoundValue>> known_;
  int depth_ = 0;  // values that are being found, each for the one before

  static constexpr int kMostDepth = 1000;  // a real chain has dozens, the stack room for thousands
};

/// Returns the unit that a node states through a path: a QUDT IRI (`unit:DEG_C`) or a text.
std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path);

/// Returns how a node states a unit that is not known, "" where it states none or a known one.
std::string unknown_unit(const GraphNames& names, TermId node,
                         const std::optional<PropertyPath>& path);

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"
#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"
#include "hearth/ontology/translate/internal/rooms/side_file.hpp"

namespace hearth {

/// A number of an instance and its origin.
struct FoundValue {
  Quantity quantity;
  std::string source;    ///< `graph`, `side file`, `mapping`, `default`, `2.7 floorArea`
  bool guessed = false;  ///< whether it is only a default, or computed from one
};

/// Finds the quantities and parameters of instances: in the graph, in the side file, from other
/// quantities or as defaults, in this order; an entry of the side file that overwrites comes first.
class ValueFinder {
 public:
  ValueFinder(const Instances& instances, const GraphNames& names, const SideFile& side,
              const RoomUses& uses, ReadNumbers& read, ImportReport& report)
      : instances_(instances),
        names_(names),
        side_(side),
        uses_(uses),
        read_(read),
        report_(report) {}

  /// Returns the value of a quantity or a parameter (`part.name` in a group) of an instance, or
  /// nothing. Guesses are reported once. Throws InputError `mapping.value_depth` if a value depends
  /// on a chain of more than 1000 instances.
  std::optional<FoundValue> find(int instance, const std::string& name);

  /// Reports the values from archetypes, by kind and source.
  void report_archetypes();

 private:
  using Key = std::pair<int, std::string>;

  const ValueSource* source_of(const Instance& instance, const std::string& name) const;
  std::optional<FoundValue> evaluate(int number, const std::string& name,
                                     const ValueSource& source);
  std::optional<FoundValue> from_graph(const Instance& instance, const std::string& name,
                                       const ValueSource& source);
  /// Returns the number that a node states, in `unit`. If `unit` is unknown, it becomes the unit of
  /// the source or of the number. Reports inconsistent units.
  std::optional<double> stated(const Instance& instance, const std::string& name,
                               const ValueSource& source, const ValueSource::Path& way, TermId node,
                               std::optional<Unit>& unit);
  std::optional<FoundValue> from_side(const Instance& instance, const std::string& name,
                                      const ValueSource* source);
  Unit bare_unit(const Unit& unit, std::optional<double> density) const;
  /// Returns an entry of the side file; one in another unit is reported, and nothing is returned.
  std::optional<FoundValue> from_entry(const Instance& instance, const std::string& name,
                                       const ValueSource* source, const SideValue* given);
  /// Returns the value that the graph or the side file states for an instance of rooms, or for its
  /// rooms; only for quantities that add up.
  std::optional<FoundValue> from_rooms_or_whole(const Instance& instance, const std::string& name,
                                                const ValueSource& source);
  /// The sum of the values of the rooms in an instance.
  struct RoomSum;
  std::optional<RoomSum> sum_of_rooms(const Instance& instance, const std::string& name,
                                      const ValueSource& source);
  /// Returns the number of instances that contain a room.
  int holders_of(TermId room);
  void report_rooms_left(const Instance& instance, const std::string& name, const RoomSum& sum,
                         const std::optional<Unit>& unit);
  void report_rooms_not_added(const Instance& instance, const std::string& name,
                              const RoomSum& sum);
  /// Returns the value by `of`, `sum`, `count` or `formula`.
  std::optional<FoundValue> from_model(int number, const ValueSource& source);
  std::optional<FoundValue> from_others(int number, const ValueSource& source);
  std::optional<FoundValue> from_formula(int number, const Formula& formula,
                                         const std::optional<Unit>& unit);
  bool is_likely(int number, const std::string& name, const ValueSource& source,
                 const Quantity& value);
  std::optional<FoundValue> from_archetype(int number, const std::string& name,
                                           const ValueSource& source);
  /// Returns an instance's share of the value of a place around it; only the first `ways` of the
  /// source are examined.
  std::optional<FoundValue> from_share(int number, const std::string& name,
                                       const ValueSource& source, std::size_t ways);
  using Shares = std::map<int, double>;  ///< by instance, in the unit of the source
  /// Returns the guesses of `of`, `sum` or `formula` of instances in SI units, or 1 for each of
  /// them if one of them has none.
  std::vector<double> weights(const std::vector<int>& numbers, const std::string& name);
  /// The division of the value of a place, in the unit of the source.
  struct Division {
    double total = 0.0;
    double known = 0.0;              ///< sum of the values of its parts that have one
    double least = 0.0, most = 0.0;  ///< of the other parts
    int with = 0, without = 0;       ///< number of parts with and without a value
  };
  void report_share(TermId place, const std::string& name, const Division& division,
                    const std::string& unit);
  const Shares& share_of(TermId place, const std::string& name, const ValueSource& source,
                         std::size_t way, double total);
  void report_unfit(const Instance& instance, const std::string& name, const std::string& given,
                    const std::optional<Unit>& expected, const std::string& source);
  void report_unreadable(const Instance& instance, const std::string& name,
                         const std::string& problem);
  void report_not_positive(const Instance& instance, const std::string& name, double value,
                           const std::optional<Unit>& unit);
  void report_small_power(const Instance& instance, const std::string& name, double value,
                          const Unit& unit);
  void report_bare(const Instance& instance, const std::string& name,
                   const std::optional<Unit>& unit);
  void report_ratio(const Instance& instance, const std::string& name, const std::string& given);
  void report_guess(const Instance& instance, const std::string& name, double value,
                    const std::optional<Unit>& unit);

  const Instances& instances_;
  const GraphNames& names_;
  const SideFile& side_;
  const RoomUses& uses_;
  ReadNumbers& read_;
  std::vector<StatedNumber> used_;  // the numbers of the value that is read
  ImportReport& report_;
  std::map<std::tuple<TermId, std::string, std::size_t>, Shares> shares_;
  /// Values from archetypes: by kind and source, the texts of the values and their nodes.
  std::map<std::pair<std::string, std::string>, std::pair<std::set<std::string>, std::set<TermId>>>
      usual_;
  std::map<Key, std::optional<FoundValue>> known_;
  std::map<TermId, int> holders_;  // of rooms: number of instances that contain them
  std::set<std::pair<TermId, std::string>> said_;  // sums of rooms that were reported
  int depth_ = 0;                                  // number of nested values that are being found

  // a real chain has dozens; the stack has room for thousands
  static constexpr int kMostDepth = 1000;
};

}  // namespace hearth

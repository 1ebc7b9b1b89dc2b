// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/room_sums.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"

namespace hearth {
namespace {

/// Quantities of zones that are sums over rooms, and whether a room without a value is estimated
/// from the others; otherwise it counts as 0: a room may have no facade.
constexpr std::array<std::pair<std::string_view, bool>, 9> kSums{{{"floorArea", true},
                                                                  {"volume", true},
                                                                  {"numberOfPeople", true},
                                                                  {"lightingPower", true},
                                                                  {"equipmentPower", true},
                                                                  {"windowArea", false},
                                                                  {"facadeArea", false},
                                                                  {"roofArea", false},
                                                                  {"heatLoss", false}}};

const std::pair<std::string_view, bool>* sum_of(const std::string& name) {
  for (const auto& sum : kSums) {
    if (sum.first == name) return &sum;
  }
  return nullptr;
}

/// Local names of properties from a whole to its parts, and of the inverse ones.
constexpr std::array<std::string_view, 6> kHasPart{"hasPart",  "contains", "encloses",
                                                   "hasSpace", "hasRoom",  "containsZone"};
constexpr std::array<std::string_view, 4> kIsPartOf{"isPartOf", "isContainedIn", "isSpaceOf",
                                                    "isRoomOf"};

template <class Range, class Value>
bool is_one_of(const Range& range, const Value& value) {
  return std::find(range.begin(), range.end(), value) != range.end();
}

/// Returns those of `rooms` of which a room is a part.
std::set<TermId> wholes_of(TermId room, const std::set<TermId>& rooms, const TripleStore& graph) {
  std::set<TermId> wholes;
  const auto add = [&](TermId whole, TermId property, const auto& names) {
    if (whole != room && rooms.contains(whole) &&
        is_one_of(names, local_name(graph.term(property).text))) {
      wholes.insert(whole);
    }
  };
  for (const Triple& triple : graph.match({.object = room})) {
    add(triple.subject, triple.predicate, kHasPart);
  }
  for (const Triple& triple : graph.match({.subject = room})) {
    add(triple.object, triple.predicate, kIsPartOf);
  }
  return wholes;
}

/// Rooms, and the rooms that they are parts of.
using Wholes = std::map<TermId, std::set<TermId>>;

/// Returns the rooms of a set that are parts of a room, at any depth.
std::vector<TermId> parts_of(TermId whole, const std::vector<TermId>& rooms, const Wholes& wholes) {
  std::set<TermId> found{whole};
  for (bool more = true; more;) {
    more = false;
    for (const TermId room : rooms) {
      const auto& around = wholes.at(room);
      const bool inside = std::any_of(around.begin(), around.end(),
                                      [&](TermId other) { return found.contains(other); });
      more = (inside && found.insert(room).second) || more;
    }
  }
  std::vector<TermId> parts;
  for (const TermId room : rooms) {
    if (room != whole && found.contains(room)) parts.push_back(room);
  }
  return parts;
}

}  // namespace

bool has_rooms(const Instance& instance, std::string_view variable) {
  return is_one_of(instance.rule->rooms, variable);
}

std::vector<TermId> rooms_in(const Instance& instance) {
  std::vector<TermId> rooms;
  for (const std::string& variable : instance.rule->rooms) {
    for (const TermId node : instance.of(variable)) {
      if (node != instance.root && !is_one_of(rooms, node)) rooms.push_back(node);
    }
  }
  return rooms;
}

bool is_sum_of_rooms(const Instance& instance, const std::string& name) {
  return !instance.rule->rooms.empty() && sum_of(name) != nullptr;
}

struct ValueFinder::RoomSum {
  FoundValue value;
  std::vector<TermId> left;    ///< rooms without a value
  std::vector<TermId> shared;  ///< rooms of which the instance has only a part
  double each = 0.0;           ///< value that is used for each room without one
  std::size_t rooms = 0;       ///< rooms that count
  bool from_side = false;      ///< whether the side file has a value of a room
};

namespace {

/// The rooms that count, with their values, and those that have none.
struct CountedRooms {
  std::vector<std::pair<TermId, double>> with;
  std::vector<TermId> left;
};

/// Counts each room once: a room with a value, otherwise its parts.
void count_rooms_once(const std::vector<TermId>& rooms, const Wholes& wholes,
                      const std::map<TermId, double>& values, std::set<TermId>& done,
                      CountedRooms& rooms_found) {
  for (const TermId room : rooms) {
    const std::set<TermId>& around = wholes.at(room);
    // If two rooms are parts of each other, both count.
    const bool inner = std::any_of(around.begin(), around.end(), [&](TermId whole) {
      return is_one_of(rooms, whole) && !wholes.at(whole).contains(room);
    });
    if (inner || !done.insert(room).second) continue;
    const std::vector<TermId> parts = parts_of(room, rooms, wholes);
    if (const auto value = values.find(room); value != values.end()) {
      rooms_found.with.emplace_back(room, value->second);
      done.insert(parts.begin(), parts.end());
    } else if (parts.empty()) {
      rooms_found.left.push_back(room);
    } else {
      count_rooms_once(parts, wholes, values, done, rooms_found);
    }
  }
}

}  // namespace

std::optional<ValueFinder::RoomSum> ValueFinder::sum_of_rooms(const Instance& instance,
                                                              const std::string& name,
                                                              const ValueSource& source) {
  const std::vector<TermId> rooms = rooms_in(instance);
  const std::set<TermId> all(rooms.begin(), rooms.end());
  RoomSum sum;
  std::optional<Unit> unit = source.unit;
  if (!unit && source.standard) unit = source.standard->unit;
  Wholes wholes;
  std::map<TermId, double> values;
  std::map<TermId, const SideValue*> entries;  // that are used
  for (const TermId room : rooms) {
    wholes[room] = wholes_of(room, all, names_.graph());
    const SideValue* const entry = side_.find_of(room, name);
    const std::optional<FoundValue> side = from_entry(instance, name, &source, entry);
    sum.from_side = sum.from_side || side.has_value();
    std::optional<double> value;
    for (const ValueSource::Path& way : source.from) {
      if (value || (side && side_.overwrites())) break;
      if (!way.sum || !has_rooms(instance, way.variable)) continue;
      value = stated(instance, name, source, way, room, unit);
    }
    if (!value && side) {
      if (!unit) unit = side->quantity.unit;
      const bool plain = !unit || !side->quantity.unit || *unit == *side->quantity.unit;
      value =
          plain ? side->quantity.value : convert(side->quantity.value, *side->quantity.unit, *unit);
      entries[room] = entry;
    }
    if (value) values[room] = *value;
  }
  if (values.empty()) return std::nullopt;
  CountedRooms found;
  std::set<TermId> done;
  count_rooms_once(rooms, wholes, values, done, found);
  if (found.with.empty()) return std::nullopt;
  double total = 0.0, whole = 0.0;
  std::string nodes;
  std::size_t from_side = 0;
  std::string place;
  const auto share = [&](TermId room) {
    const int holders = holders_of(room);
    if (holders > 1) sum.shared.push_back(room);
    return 1.0 / std::max(1, holders);
  };
  for (const auto& [room, value] : found.with) {
    whole += value;
    total += value * share(room);
    if (const auto entry = entries.find(room); entry != entries.end()) {
      ++from_side;
      place = entry->second->place;
    } else {
      nodes += (nodes.empty() ? "" : ", ") + names_.name(room);
    }
  }
  sum.rooms = found.with.size() + found.left.size();
  sum.left = std::move(found.left);
  if (sum_of(name)->second) sum.each = whole / static_cast<double>(found.with.size());
  for (const TermId room : sum.left) total += sum.each * share(room);
  if (!nodes.empty()) nodes = "graph " + nodes;
  if (from_side > 1) place = fmt::format("{}, sum of {} rooms", side_.file(), from_side);
  sum.value.source = nodes + (nodes.empty() || place.empty() ? "" : "; ") + place;
  if (!sum.left.empty()) {
    sum.value.source += fmt::format("; {} without a value", counted(sum.left.size(), "room"));
  }
  if (source.min) total = std::max(total, *source.min);
  if (source.max) total = std::min(total, *source.max);
  sum.value.quantity = {total, unit};
  return sum;
}

std::optional<FoundValue> ValueFinder::from_rooms_or_whole(const Instance& instance,
                                                           const std::string& name,
                                                           const ValueSource& source) {
  const auto entry = [&](const SideValue* given) {
    return from_entry(instance, name, &source, given);
  };
  const std::optional<FoundValue> side = entry(side_.find_of(instance.root, name));
  const std::optional<FoundValue> general = entry(side_.find_general(instance, name));
  const std::vector<StatedNumber> before = used_;
  const std::optional<FoundValue> graph = from_graph(instance, name, source);
  const std::vector<StatedNumber> of_graph = std::exchange(used_, before);
  const std::optional<RoomSum> rooms = sum_of_rooms(instance, name, source);
  const auto use_rooms = [&] {
    report_rooms_left(instance, name, *rooms, rooms->value.quantity.unit);
    return rooms->value;
  };
  const auto use_whole = [&](const std::optional<FoundValue>& whole) {
    for (const StatedNumber& number : used_) read_.drop(number);
    used_ = of_graph;
    if (rooms && rooms->from_side) report_rooms_not_added(instance, name, *rooms);
    return whole;
  };
  const bool complete = rooms && rooms->left.empty();
  if (side_.overwrites()) {
    if (side) return use_whole(side);
    if (rooms && rooms->from_side && (complete || !graph)) return use_rooms();
    if (general) return use_whole(general);
  }
  if (graph) return use_whole(graph);
  if (side && !(complete && !rooms->from_side)) return use_whole(side);
  if (rooms) return use_rooms();
  return use_whole(general);
}

int ValueFinder::holders_of(TermId room) {
  if (holders_.empty()) {
    for (const Instance& instance : instances_.all()) {
      for (const TermId node : rooms_in(instance)) ++holders_[node];
    }
  }
  const auto found = holders_.find(room);
  return found == holders_.end() ? 1 : found->second;
}

void ValueFinder::report_rooms_left(const Instance& instance, const std::string& name,
                                    const RoomSum& sum, const std::optional<Unit>& unit) {
  if (!said_.emplace(instance.root, name).second) return;
  if (!sum.shared.empty()) {
    ImportItem item{.severity = Severity::Note,
                    .code = "import.share",
                    .message = fmt::format("rooms belong to several zones, among which their {} "
                                           "was divided equally",
                                           name),
                    .nodes = {},
                    .consequence = "set the value of each zone in the graph or with --params"};
    for (const TermId room : sum.shared) {
      if (said_.emplace(room, name).second) item.nodes.push_back(names_.node(room));
    }
    if (!item.nodes.empty()) report_.add(std::move(item));
  }
  if (sum.left.empty()) return;
  const std::string text = with_unit(sum.each, unit);
  ImportItem item{
      .code = "import.value_guessed",
      .message =
          sum.each == 0.0
              ? fmt::format("{} of some rooms of zones is neither in the graph nor in the "
                            "side file; they count as 0",
                            name)
              : fmt::format("{} of {} of the {} rooms of {} is neither in the graph nor in "
                            "the side file; the mean of the others, {}, was used for each",
                            name, sum.left.size(), sum.rooms, names_.name(instance.root), text),
      .nodes = {},
      .consequence = "a guess: add it to the graph or to --params"};
  for (const TermId room : sum.left) {
    const GraphNode node = names_.node(room);
    item.add.push_back(fmt::format("\"{}\": {{\"{}\": \"{}\"}}", node.name, name, text));
    item.nodes.push_back(node);
  }
  report_.add(std::move(item));
}

void ValueFinder::report_rooms_not_added(const Instance& instance, const std::string& name,
                                         const RoomSum& sum) {
  if (!said_.emplace(instance.root, name).second) return;
  report_.add({.code = "import.value_unused",
               .message = fmt::format("{} of rooms in the side file is not added, because the zone "
                                      "of the rooms has a value of its own",
                                      name),
               .nodes = {names_.node(instance.root)},
               .consequence = fmt::format("ignored ({}): set the value of the zone, or remove the "
                                          "value of the zone",
                                          sum.value.source)});
}

}  // namespace hearth

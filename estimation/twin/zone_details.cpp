// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/zone_details.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "hearth/data/time/week_hours.hpp"
#include "hearth/estimation/twin/influence.hpp"
#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/model/component_ids.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

constexpr const char* kNeighbour = "adjacentZoneTemperature";
constexpr std::uint8_t kWorkingDays = 0x1f, kWeekend = 0x60;

/// A part of working days or weekends with one value of use; times are minutes of the day.
struct Block {
  std::uint8_t days;
  int from, to;
};
constexpr int kMinutesOfHour = 60;

/// Each hour of working days in which people come and go, and longer parts of all other time.
constexpr auto kBlocks = [] {
  constexpr int kFirst = 5, kLast = 20;  // o'clock
  std::array<Block, kLast - kFirst + 4> blocks{};
  std::size_t next = 0;
  for (int hour = kFirst; hour < kLast; ++hour) {
    blocks[next++] = {kWorkingDays, hour * kMinutesOfHour, (hour + 1) * kMinutesOfHour};
  }
  blocks[next++] = {kWorkingDays, 20 * kMinutesOfHour, 23 * kMinutesOfHour};
  blocks[next++] = {kWeekend, 7 * kMinutesOfHour, 12 * kMinutesOfHour};
  blocks[next++] = {kWeekend, 12 * kMinutesOfHour, 18 * kMinutesOfHour};
  blocks[next++] = {kWeekend, 18 * kMinutesOfHour, 23 * kMinutesOfHour};
  return blocks;
}();

/// The mean of a week's rules over the minutes that meet a condition.
template <class Condition>
double mean_where(const WeeklyRules& rules, const Condition& takes) {
  double sum = 0.0, least = INFINITY, most = -INFINITY;
  int count = 0;
  for (int day = 0; day < 7; ++day) {
    for (int minute = 0; minute < 24 * kMinutesOfHour; ++minute) {
      if (!takes(day, minute)) continue;
      const double value = value_at(rules, day, minute);
      least = std::min(least, value);
      most = std::max(most, value);
      sum += value;
      ++count;
    }
  }
  return least == most ? least : sum / count;  // equal values are not rounded by summing
}

bool is_in(const Block& block, int day, int minute) {
  return ((block.days >> day) & 1U) != 0 && minute >= block.from && minute < block.to;
}

/// Returns the use as one mean for each block.
WeeklyRules in_blocks(const WeeklyRules& rules) {
  WeeklyRules blocks;
  for (const Block& block : kBlocks) {
    const double mean =
        mean_where(rules, [&block](int day, int minute) { return is_in(block, day, minute); });
    blocks.rules.push_back({block.days, block.from, block.to, mean});
  }
  blocks.otherwise = mean_where(rules, [](int day, int minute) {
    return std::none_of(kBlocks.begin(), kBlocks.end(),
                        [day, minute](const Block& block) { return is_in(block, day, minute); });
  });
  return blocks;
}

class Detailing {
 public:
  Detailing(const SimulationModel& model, const Registry& registry) : registry_(registry) {
    result_.model = model;
    for (const AirHandler& unit : air_handlers(model, registry)) {
      for (const auto& takers : {unit.terminals, unit.others}) {
        for (const std::string& taker : takers) supplied_by_[taker].insert(unit.name);
      }
    }
  }

  void add_use(const std::string& zone) {
    std::map<std::string, std::vector<Connection>> shared;  // connections to a zone, by schedule
    for (const Connection& connection : result_.model.connections()) {
      if (drives_use(connection, zone)) shared[connection.from.component].push_back(connection);
    }
    if (shared.empty()) return;
    for (const auto& [schedule, connections] : shared) add_use(zone, schedule, connections);
  }

  /// Adds partitions between the zones of a storey, by unit if there are many.
  void add_partitions_of_storey(const std::string& storey, const std::vector<std::string>& zones) {
    if (zones.size() <= static_cast<std::size_t>(kMostNeighbours)) {
      return add_partitions({storey, "", false}, zones);
    }
    std::map<std::string, std::vector<std::string>> by_unit;
    for (const std::string& zone : zones) by_unit[unit_of(zone)].push_back(zone);
    if (by_unit.size() == 1) return add_partitions({storey, by_unit.begin()->first, false}, zones);
    result_.divided_storeys.push_back(storey);
    for (const auto& [unit, own] : by_unit) add_partitions({storey, unit, true}, own);
  }

  /// Adds partitions between the zones of a group, and reports zones that do not get any.
  void add_partitions(const ZoneGroup& group, const std::vector<std::string>& zones) {
    if (zones.size() < 2) return;
    if (zones.size() > static_cast<std::size_t>(kMostNeighbours)) {
      result_.large_groups.push_back(group);
      return;
    }
    std::vector<std::string> sized;
    for (const std::string& zone : zones) {
      (volume_of(zone) ? sized : result_.without_volume).push_back(zone);
    }
    add_partitions(sized);
  }

  void note_without_storey(const std::vector<std::string>& zones) {
    result_.without_storey = zones;
  }

  DetailedModel take() { return std::move(result_); }

  /// Whether a zone can have neighbours but has none.
  bool takes_neighbours(const std::string& zone) const {
    const ComponentType* type = type_of(zone);
    if (type == nullptr || type->schema.find(Role::Input, kNeighbour) == nullptr ||
        type->schema.find(Role::Parameter, "R_int") == nullptr) {
      return false;
    }
    return result_.model.connections_to(zone, kNeighbour).empty();
  }

 private:
  void add_use(const std::string& zone, const std::string& schedule,
               const std::vector<Connection>& connections) {
    Component own = result_.model.component(schedule);
    own.id = free_id(result_.model, folder_of(zone) + "/use");
    own.iri = result_.model.component(zone).iri;
    SeriesSpec& spec = *series_of(own, "value");
    const auto* rules = std::get_if<WeeklyRules>(&spec.source);
    WeeklyRules constant;
    if (rules == nullptr) constant.otherwise = std::get<double>(spec.source);
    spec.source = in_blocks(rules == nullptr ? constant : *rules);
    const std::string id = own.id;
    result_.uses[zone].push_back(id);
    result_.model.add_component(std::move(own));
    for (Connection connection : connections) {
      result_.model.remove_connection(connection);
      connection.from.component = id;
      result_.model.add_connection(std::move(connection));
    }
  }

  /// Returns the air handling units that supply a zone, directly or through a terminal, as a list;
  /// "" if there are none.
  std::string unit_of(const std::string& zone) const {
    std::set<std::string> units;
    const auto add = [&](const std::string& id) {
      const auto found = supplied_by_.find(id);
      if (found != supplied_by_.end()) units.insert(found->second.begin(), found->second.end());
    };
    add(zone);
    for (const Connection& connection : result_.model.connections_to(zone)) {
      add(connection.from.component);
    }
    std::string list;
    for (const std::string& unit : units) list += (list.empty() ? "" : ", ") + unit;
    return list;
  }

  void add_partitions(const std::vector<std::string>& zones) {
    for (std::size_t i = 0; i < zones.size(); ++i) {
      for (std::size_t j = i + 1; j < zones.size(); ++j) add_partition(zones[i], zones[j]);
    }
  }

  const ComponentType* type_of(const std::string& id) const {
    const Component* component = result_.model.find(id);
    return component == nullptr ? nullptr : registry_.find(component->type);
  }

  /// Whether a connection leads from a schedule to the gains or people of only this zone.
  bool drives_use(const Connection& connection, const std::string& zone) const {
    const Component& source = result_.model.component(connection.from.component);
    const SeriesSpec* spec = series_of(source, "value");
    if (source.type != "Schedule" || spec == nullptr ||
        (!std::holds_alternative<WeeklyRules>(spec->source) &&
         !std::holds_alternative<double>(spec->source))) {
      return false;
    }
    const ComponentType* type = type_of(connection.to.component);
    const Field* input =
        type == nullptr ? nullptr : type->schema.find(Role::Input, connection.to.port);
    if (input == nullptr || !input->unit.compatible(unit::one)) return false;
    if (connection.to.component == zone) return true;
    return feeds_alone(result_.model, registry_, connection.to.component, zone);
  }

  /// The volume of a zone in the model, m3.
  std::optional<double> volume_of(const std::string& zone) const {
    const Component& component = result_.model.component(zone);
    const auto found = component.parameters.find("V");
    if (found == component.parameters.end()) return std::nullopt;
    const auto* quantity = std::get_if<Quantity>(&found->second.value);
    if (quantity == nullptr) return std::nullopt;
    return quantity->unit ? convert(quantity->value, *quantity->unit, unit::m3) : quantity->value;
  }

  void add_partition(const std::string& first, const std::string& second) {
    constexpr double kConductance = 0.1;  // W/K for each m3 of the smaller zone
    constexpr double kCapacity = 3300.0;  // J/K for each m3 of it
    const double volume = std::min(volume_of(first).value(), volume_of(second).value());
    connect(first, second, volume * kConductance, volume * kCapacity);
    connect(second, first, volume * kConductance, volume * kCapacity);
    result_.neighbours.push_back({first, second});
  }

  void connect(const std::string& zone, const std::string& neighbour, double conductance,
               double capacity) {
    result_.model.add_connection(Connection{
        {neighbour, kZoneTemperature, ""}, {zone, kNeighbour, neighbour}, CutPin::Prefer});
    set(zone, "R_int", neighbour, {0.5 / conductance, unit::K_per_W});
    set(zone, "C_int", neighbour, {capacity, unit::J_per_K});
  }

  void set(const std::string& zone, const char* name, const std::string& key, Quantity value) {
    ParameterSetting& setting = result_.model.component(zone).parameters[name];
    if (!std::holds_alternative<std::map<std::string, Quantity>>(setting.value)) {
      setting.value = std::map<std::string, Quantity>();
    }
    std::get<std::map<std::string, Quantity>>(setting.value)[key] = value;
  }

  const Registry& registry_;
  DetailedModel result_;
  std::map<std::string, std::set<std::string>>
      supplied_by_;  // units, by the id of what they supply
};

}  // namespace

std::vector<std::string> ZonePair::resistances() const {
  return {first + ".R_int[" + second + "]", second + ".R_int[" + first + "]"};
}

DetailedModel with_zone_details(const SimulationModel& model, const Registry& registry,
                                const std::vector<std::string>& zones,
                                const std::map<std::string, std::string>& storeys) {
  Detailing detailing(model, registry);
  std::map<std::string, std::vector<std::string>> by_storey;
  for (const std::string& zone : zones) {
    detailing.add_use(zone);
    const auto storey = storeys.find(zone);
    if (detailing.takes_neighbours(zone)) {
      by_storey[storey == storeys.end() ? "" : storey->second].push_back(zone);
    }
  }
  for (const auto& [storey, own] : by_storey) detailing.add_partitions_of_storey(storey, own);
  const auto unnamed = by_storey.find("");
  if (unnamed != by_storey.end() && by_storey.size() > 1) {
    detailing.note_without_storey(unnamed->second);
  }
  return detailing.take();
}

}  // namespace hearth

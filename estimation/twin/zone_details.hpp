// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The output by which a component is recognised as a zone.
inline constexpr const char* kZoneTemperature = "indoorTemperature";

/// The largest number of measured zones of one group between which partitions are added.
inline constexpr int kMostNeighbours = 8;

/// Zones of one storey, or those of them that the same air handling units supply.
struct ZoneGroup {
  std::string storey;    ///< "" if the graph names no storey of them
  std::string unit;      ///< names of the units; "" if no unit supplies them
  bool is_part = false;  ///< whether other zones of the storey are in other groups
  friend bool operator==(const ZoneGroup&, const ZoneGroup&) = default;
};

/// Two zones with a partition between them, of which each zone models its side.
struct ZonePair {
  std::string first, second;

  /// Returns the resistance of the partition in each of the two zones, `id.R_int[other id]`.
  std::vector<std::string> resistances() const;
};

/// A model with details of zones that translation leaves to the measurements.
struct DetailedModel {
  SimulationModel model;
  std::map<std::string, std::vector<std::string>> uses;  ///< schedules for one zone only, by zone
  std::vector<ZonePair> neighbours;
  std::vector<std::string> divided_storeys;  ///< storeys whose zones are grouped by their unit
  std::vector<ZoneGroup> large_groups;       ///< groups with more zones than `kMostNeighbours`
  std::vector<std::string> without_storey;   ///< zones without a storey, if others have one
  std::vector<std::string> without_volume;   ///< zones whose partitions have no size
};

/// Adds to each measured zone
/// - its own schedule for its gains and people instead of each shared one: constant within each
///   hour of working days from 5 to 20 o'clock and within blocks of three to eight hours of the
///   other time, with the mean of the shared schedule in each block;
/// - a partition to each other measured zone of its storey, unless the zone already has neighbours
///   in the model: 0.1 W/K and 3.3 kJ/K for each m3 of the smaller zone, which is 0.3 W/(m2 K) and
///   10 kJ/(m2 K) of its floor with a height of 3 m.
///
/// `storeys` is the storey of a zone, by id; zones without one are assumed to be on a common
/// storey. If a storey has more than `kMostNeighbours` of these zones, partitions are added between
/// those that the same air handling units supply, because the zones of a unit are usually next to
/// each other, and between those without a unit.
DetailedModel with_zone_details(const SimulationModel& model, const Registry& registry,
                                const std::vector<std::string>& zones,
                                const std::map<std::string, std::string>& storeys);

}  // namespace hearth

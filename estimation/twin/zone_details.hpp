// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The output that makes a component a zone.
inline constexpr const char* kZoneTemperature = "indoorTemperature";

/// At most so many measured zones of one storey get walls to each other.
inline constexpr int kMostNeighbours = 8;

/// Two zones with a partition between them, which each models from its own side.
struct ZonePair {
  std::string first, second;

  /// Returns the resistance of the partition as either zone has it, `id.R_int[other id]`.
  std::vector<std::string> resistances() const;
};

/// A model in which zones have what their translation leaves to the measurements.
struct DetailedModel {
  SimulationModel model;
  std::map<std::string, std::vector<std::string>> uses;  ///< schedules of its own, by zone
  std::vector<ZonePair> neighbours;
  std::vector<std::string> large_storeys;   ///< with more zones than `kMostNeighbours`
  std::vector<std::string> without_storey;  ///< zones without a storey, if others have one
  std::vector<std::string> without_volume;  ///< zones whose partitions have no size
};

/// Gives each measured zone
/// - a schedule of its own for its gains and people, in the place of each that it shares: constant
///   within each hour of working days from 5 to 20 o'clock and within blocks of three to eight
///   hours of the other time, with the mean of the shared one in each;
/// - a partition to each other measured zone of its storey, unless the model has neighbours for it:
///   0.3 W/(m2 K) of the smaller zone's floor, 10 kJ/(m2 K), with 3 m of height.
///
/// `storeys` is the storey of a zone, by id; zones without one are taken to be on one storey
/// together.
DetailedModel with_zone_details(const SimulationModel& model, const Registry& registry,
                                const std::vector<std::string>& zones,
                                const std::map<std::string, std::string>& storeys);

}  // namespace hearth

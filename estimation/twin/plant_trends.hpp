// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A parameter of equipment that was read off its trends.
struct PlantValue {
  std::string path;  ///< `id.name`
  double value = 0.0, guess = 0.0;
  std::string unit;
  /// Standard error, by how the value changes without one or another of ten blocks of days
  /// (`DayBlocks`); nothing if the guess was kept, or less than two days are known.
  std::optional<double> sd{};
  /// The largest measured value, if nothing shows that there is no more to give.
  std::optional<double> at_least{};
};

/// The hours of a unit.
struct UnitHours {
  WeeklyRules rules;
  /// Standard deviation by which single days begin and end before or after, s: of what days differ
  /// and of what stamps leave open. Nothing if fewer than two days show it.
  std::optional<double> start_sd{}, stop_sd{};
};

/// A set point of supply air.
struct SupplyAirPoint {
  double outdoor = 0.0, setpoint = 0.0;  ///< degC
  std::optional<double> sd{};            ///< standard error of the set point, K
};

/// What the trends of air handling units and their terminals show.
struct PlantTrends {
  std::map<std::string, UnitHours> hours;  ///< in which a unit runs, by its name
  std::vector<PlantValue> values;
  /// Set points of supply air by unit and outdoor temperature; one point: constant.
  std::map<std::string, std::vector<SupplyAirPoint>> supply_air;
  /// How long before its stamp a value was true of which neither series nor file state it.
  Duration stamp_lag{};
  std::vector<std::string> stamped_after;  ///< setpoints whose stamps are ends of intervals
  Diagnostics notes;                       ///< units that rest and cannot do so in the model
};

/// Reads operation and sizes of air handling units off their measurements in a period, and puts
/// them into the model. A unit consists of the components that stand for one node of the graph, a
/// SupplyFlowJunction among them; those of a node with several are divided by their connections.
/// Units are taken to run all the time before:
///
/// - hours of use, in an AirHandlerOperation of its own: times of the week at which a unit runs
///   (more than a twentieth of its usual flow or fan power) in most weeks; times outside them are
///   night operation, whose demands at start and stop become `startDemand` and `stopDemand`. A unit
///   rests only with all that takes its air (`twin.unit_cannot_rest`, `twin.shared_terminal`);
/// - terminals: least, heating and nominal flow, reheat power and discharge temperature. The
/// largest
///   measured value is the nominal one if the zone still missed its setpoint then, else only a
///   lower limit of it;
/// - units: set point of the supply air (by outdoor temperature if it follows it), least outdoor
/// air
///   as a flow or a share, whichever varies less, and the power of the supply fan.
///
/// What nothing measures stays as it is. What `stamp` of a series or its file state of stamps
/// counts. Whether others are ends of intervals is seen by when setpoints change: those that people
/// enter change at full or half hours. Without such setpoints hours lie in the middle between those
/// of both readings.
PlantTrends learn_plant(SimulationModel& model, const Registry& registry, const DataOptions& data,
                        const Period& period);

}  // namespace hearth

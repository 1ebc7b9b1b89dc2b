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

/// A parameter of equipment that was derived from its trends.
struct PlantValue {
  std::string path;  ///< `id.name`
  double value = 0.0, guess = 0.0;
  std::string unit;
  /// Standard error, from the changes of the value without one of ten blocks of days (`DayBlocks`);
  /// nothing if the guess was kept, or if fewer than two days are known.
  std::optional<double> sd{};
  /// The largest measured value, if the trends do not show that it is the maximum.
  std::optional<double> at_least{};
};

/// The hours of a unit.
struct UnitHours {
  WeeklyRules rules;
  /// Standard deviation of the start and stop of a day, s, from differences between days and the
  /// uncertainty of stamps; nothing if fewer than two days show it.
  std::optional<double> start_sd{}, stop_sd{};
};

/// A setpoint of supply air.
struct SupplyAirPoint {
  double outdoor = 0.0, setpoint = 0.0;  ///< degC
  std::optional<double> sd{};            ///< standard error of the setpoint, K
};

/// The results from the trends of air handling units and their terminals.
struct PlantTrends {
  std::map<std::string, UnitHours> hours;  ///< hours of each unit, by the name of the unit
  std::vector<PlantValue> values;
  /// Setpoints of supply air, by unit and outdoor temperature; one point: constant.
  std::map<std::string, std::vector<SupplyAirPoint>> supply_air;
  /// Time before its stamp from which a value is valid, if neither the series nor its file states
  /// the meaning of stamps.
  Duration stamp_lag{};
  std::vector<std::string> stamped_after;  ///< setpoints whose stamps are ends of intervals
  /// air handling units that are sometimes off but run all the time in the model
  Diagnostics notes;
};

/// Derives operating hours and sizes of air handling units from their trends in a period, and sets
/// them in the model. In the model before this call, all units run all the time. A unit consists of
/// the components that represent one node of the graph, including a SupplyFlowJunction; if a node
/// represents several units, its components are divided by their connections. It sets:
///
/// - operating hours, in an AirHandlerOperation for each unit: the times of the week at which the
///   unit runs (with more than a twentieth of its usual flow or fan power) in most weeks. At all
///   other times, night operation starts and stops the unit at the demands `startDemand` and
///   `stopDemand`. A unit is switched off only together with everything that receives its air
///   (`twin.unit_cannot_rest`, `twin.shared_terminal`);
/// - terminals: minimum, heating and nominal flow, reheat power and discharge temperature. The
///   largest measured value is the nominal value if the zone did not reach its setpoint at that
///   time, and otherwise a lower limit of the nominal value. Assumed nominal flows are reduced if
///   all together exceed the nominal flow of the fan, and twice their measured maxima;
/// - units: the setpoint of the supply air temperature (a function of the outdoor temperature if
///   the trends show that), the minimum outdoor air as a flow or a share, whichever varies less,
///   nominal flow and power of the supply fan, and sizes of coils and valves for twice this flow if
///   the assumed sizes are larger;
/// - chillers: capacity and COP.
///
/// Parameters without measurements do not change. If a series or its file states the meaning of
/// stamps (`stamp`), that meaning is used. Otherwise the times at which setpoints change show
/// whether stamps are ends of intervals, because people enter schedules of setpoints in full or
/// half hours. Without such setpoints, hours are the mean of both interpretations.
PlantTrends learn_plant(SimulationModel& model, const Registry& registry, const DataOptions& data,
                        const Period& period);

}  // namespace hearth

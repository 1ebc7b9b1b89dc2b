// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Schedules an air handling unit: it runs during its operating hours and, outside them, while its
/// zones are too cold or too warm. Sampled.
///
/// The unit is in use (occupied mode) if any of the signals `occupied` is above 0.5. Outside these
/// hours, the setback mode begins if at least the minimum number of zones is more than d_on below
/// the heating setpoint, and lasts until all zones are at least d_off above the heating setpoint.
/// The setup mode is defined in the same way for zones above the cooling setpoint. Demands are
/// defined as in PidController: positive if a zone is on the wrong side of its setpoint.
///
///     operation = 1 in any of the three modes, otherwise 0
///
/// A mode that began outside the operating hours lasts at least t_min (EnergyPlus: cycling run
/// time).
///
/// The defaults of d_on = 0 and d_off = 1 K are those of ASHRAE Guideline 36-2018, 5.4.6 (modes of
/// zone groups). The guideline requires five zones, or all if there are fewer; the default here is
/// one zone, as in AvailabilityManager:NightCycle (CycleOnAny) of EnergyPlus.
template <class T>
struct AirHandlerOperation {
  struct In {
    Many<T> occupied, heating, cooling;
  };
  struct Params {
    T start, stop, zones, shortest;
  };
  struct Held {
    T in_use, setback, setup, ran;
  };
  struct Out {
    T operation, in_use;
  };

  static constexpr Schema schema() {
    return Schema("Operating hours and night operation of an air handling unit")
        .in(&In::occupied, "occupied", unit::one,
            "Occupancy of each zone; above 0.5 the zone is in use", over("zone"))
        .in(&In::heating, "heatingDemand", unit::K,
            "Difference by which each zone is below its heating setpoint", over("heated"))
        .in(&In::cooling, "coolingDemand", unit::K,
            "Difference by which each zone is above its cooling setpoint", over("cooled"))
        .par(&Params::start, "startDemand", unit::K, {0.0, -20.0, 20.0},
             "Demand of zones above which the air handling unit starts outside the operating hours")
        .par(&Params::stop, "stopDemand", unit::K, {-1.0, -20.0, 20.0},
             "Demand of all zones below which the air handling unit stops outside the operating "
             "hours")
        .par(&Params::zones, "zonesToStart", unit::one, {1.0, 1.0, 1e6},
             "Number of zones whose demand starts the air handling unit; all zones if there are "
             "fewer")
        .par(&Params::shortest, "minimumRunTime", unit::s, {0.0, 0.0, 86400.0},
             "Shortest time for which the air handling unit runs outside the operating hours")
        .rises("stopDemand", "startDemand")
        .held(&Held::in_use, "inUse", unit::one, {1.0, 0.0, 1.0},
              "1 in the operating hours, 0 outside")
        .held(&Held::setback, "setback", unit::one, {0.0, 0.0, 1.0},
              "1 while the air handling unit runs to heat outside the operating hours")
        .held(&Held::setup, "setup", unit::one, {0.0, 0.0, 1.0},
              "1 while the air handling unit runs to cool outside the operating hours")
        .held(&Held::ran, "runTime", unit::s, {},
              "Time for which the air handling unit has run outside the operating hours")
        .out(&Out::operation, "operationSignal", unit::one,
             "Operation of the air handling unit, 1 on, 0 off")
        .out(&Out::in_use, "occupiedSignal", unit::one, "1 in the operating hours, 0 outside");
  }

  static void outputs(const Held& h, Out& y) {
    y.in_use = h.in_use;
    y.operation = max(h.in_use, max(h.setback, h.setup));
  }

  static void update(const In& u, const Params& p, const Clock& now, Held& h) {
    h.in_use = T(u.occupied.size() == 0 ? 1.0 : 0.0);
    for (const T& occupied : u.occupied) h.in_use = select(occupied > T(0.5), T(1.0), h.in_use);
    const T ran = select(max(h.setback, h.setup) > T(0.5), T(h.ran + now.period), T(0.0));
    // Half of a period allows for the rounding of sums.
    const T early = select(ran + T(0.5 * now.period) < p.shortest, T(1.0), T(0.0));
    h.setback = runs(u.heating, p, h.in_use, h.setback, early);
    h.setup = runs(u.cooling, p, h.in_use, h.setup, early);
    h.ran = ran;
  }

  static T runs(const Many<T>& demands, const Params& p, const T& in_use, const T& runs,
                const T& early) {
    T starting(0.0), waiting(early);
    for (const T& demand : demands) {
      starting += select(demand > p.start, T(1.0), T(0.0));
      waiting += select(demand > p.stop, T(1.0), T(0.0));
    }
    const T enough = min(p.zones, T(std::max(demands.size(), 1)));
    const T on = select(starting + T(0.5) > enough, T(1.0), T(0.0));
    const T stays = select(waiting > T(0.5), runs, T(0.0));
    return select(in_use > T(0.5), T(0.0), max(on, stays));
  }
};

}  // namespace hearth

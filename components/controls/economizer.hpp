// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Economiser with a dry-bulb limit: opens the outdoor damper as far as the mixed air requires.
///
///     u = u_0 + f (u_free - u_0),   u_free = (θ_ret - θ_mix) / (θ_ret - θ_out) in u_0..1
///     θ_mix = θ_set - Δθ,   u_0 = o min(max(u_min, m_min / m), 1)
///     θ_fresh = θ_ret - (θ_ret - θ_mix) / max(u, 0.01), between θ_out and θ_ret
///
/// u is the outdoor air fraction, θ_ret the return air, θ_out the outdoor air, θ_set the setpoint
/// of the supply air, m_min a minimum flow of outdoor air, m the supply air flow. o is 1 in the
/// occupied hours and 0 outside, when no outdoor air is required (ASHRAE Guideline 36: minimum
/// outdoor air in occupied mode only). Δθ is the temperature rise in a fan downstream: the setpoint
/// of the mixed air is lower than the setpoint of the supply air by Δθ, so that no coil has to
/// remove the heat of the fan (EnergyPlus Engineering Reference, SetpointManager:MixedAir). u_free
/// is the outdoor air fraction at which the mixed air has θ_mix. f is 1 if the outdoor air is below
/// the high limit and below the return air by at least a band, and falls linearly to 0 over that
/// band. Above these limits, the air is not cooled with outdoor air (ASHRAE 90.1, 6.5.1: fixed and
/// differential dry bulb). A band of 0.5 K represents the differential of the switch. θ_fresh is
/// the temperature at which the outdoor air would bring the mixed air to θ_mix: heat recovery in
/// the outdoor air must not pass it, so that the mixture does not become too warm for the coils.
template <class T>
struct Economizer {
  struct In {
    T outdoor, returned, setpoint, rise, occupied, supply;
  };
  struct Params {
    T minimum, limit, band, minimum_flow;
  };
  struct Out {
    T position, mixture, fresh;
  };

  static constexpr Schema schema() {
    return Schema("Economiser with a dry-bulb limit")
        .in(&In::outdoor, "outdoorTemperature", unit::degC, "Temperature of the outdoor air")
        .in(&In::returned, "returnAirTemperature", unit::degC, "Temperature of the return air")
        .in(&In::setpoint, "mixedAirTemperatureSetpoint", unit::degC,
            "Setpoint of the mixed air, or of the supply air if fanTemperatureRise is connected",
            open(14.0))
        .in(&In::rise, "fanTemperatureRise", unit::K,
            "Temperature rise of the air by a fan after the mixing point", open(0.0))
        .in(&In::occupied, "occupiedSignal", unit::one, "1 in the occupied hours, 0 outside",
            open(1.0))
        .in(&In::supply, "supplyAirFlowRate", unit::kg_per_s,
            "Mass flow of the supply air, for the minimum flow of outdoor air", open(0.0))
        .par(&Params::minimum, "minimumOutdoorAirShare", unit::one, share(0.2),
             "Minimum outdoor air fraction in the occupied hours")
        .par(&Params::limit, "highLimitTemperature", unit::degC, air_temperature(24.0),
             "Outdoor temperature above which outdoor air is limited to the minimum")
        .par(&Params::band, "limitBand", unit::K, {0.5, 0.01, 20.0},
             "Temperature band below the limits within which outdoor air falls to the minimum")
        .par(&Params::minimum_flow, "minimumOutdoorAirFlowRate", unit::kg_per_s, flow(0.0),
             "Minimum outdoor air flow in the occupied hours, if supplyAirFlowRate is connected; "
             "the larger of flow and fraction applies")
        .out(&Out::position, "damperPosition", unit::one, "Outdoor air fraction of the supply air")
        .out(&Out::mixture, "mixedAirTemperatureTarget", unit::degC,
             "Target temperature of the mixed air: setpoint minus the temperature rise of the fan")
        .out(&Out::fresh, "outdoorAirTemperatureTarget", unit::degC,
             "Temperature of the outdoor air after heat recovery at which the mixed air has its "
             "target temperature");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.mixture = u.setpoint - u.rise;
    // Without supply air the opening does not matter.
    const T of_flow = select(u.supply > T(kLeastMixedFlow),
                             T(p.minimum_flow / max(u.supply, T(kLeastMixedFlow))), T(0.0));
    const T least = clamp(u.occupied, T(0.0), T(1.0)) * min(max(p.minimum, of_flow), T(1.0));
    const T cooler = u.returned - u.outdoor;
    // If the outdoor air is cooler by less than a band, f falls to 0 before the quotient can grow.
    const T free = clamp(T((u.returned - y.mixture) / max(cooler, p.band)), least, T(1.0));
    const T headroom = min(T(p.limit - u.outdoor), cooler);
    const T allowed = clamp(T(headroom / p.band), T(0.0), T(1.0));
    y.position = least + allowed * (free - least);
    const T fresh = u.returned - (u.returned - y.mixture) / max(y.position, T(0.01));
    y.fresh = clamp(fresh, min(u.outdoor, u.returned), max(u.outdoor, u.returned));
  }
};

}  // namespace hearth

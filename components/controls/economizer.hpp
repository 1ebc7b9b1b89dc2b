// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Economiser with a dry-bulb limit: opens the outdoor damper as far as mixed air needs it.
///
///     u = u_min + f (u_free - u_min),   u_free = (θ_ret - θ_set) / (θ_ret - θ_out) in u_min..1
///
/// u_free is the share of outdoor air that brings the mixture to its setpoint. f is 1 where the
/// outdoor air is below the high limit and below the return air by at least a band, and falls
/// linearly to 0 over that band: cooling with outdoor air ends there (ASHRAE 90.1, 6.5.1: fixed and
/// differential dry bulb). A band of 0.5 K stands for the differential of the switch.
template <class T>
struct Economizer {
  struct In {
    T outdoor, returned, setpoint;
  };
  struct Params {
    T minimum, limit, band;
  };
  struct Out {
    T position;
  };

  static constexpr Schema schema() {
    return Schema("Economiser with a dry-bulb limit")
        .in(&In::outdoor, "outdoorTemperature", unit::degC, "Outdoor air")
        .in(&In::returned, "returnAirTemperature", unit::degC, "Return air")
        .in(&In::setpoint, "mixedAirTemperatureSetpoint", unit::degC, "Wanted mixture", open(14.0))
        .par(&Params::minimum, "minimumOutdoorAirShare", unit::one, share(0.2),
             "Least opening, for fresh air")
        .par(&Params::limit, "highLimitTemperature", unit::degC, air_temperature(24.0),
             "Outdoor air from which on it only freshens")
        .par(&Params::band, "limitBand", unit::K, {0.5, 0.01, 20.0},
             "Over which it goes back to the least opening")
        .out(&Out::position, "damperPosition", unit::one, "Outdoor air as a share of supply air");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T cooler = u.returned - u.outdoor;
    // Where outdoor air is not cooler by a band, f fades before the quotient could grow.
    const T free = clamp(T((u.returned - u.setpoint) / max(cooler, p.band)), p.minimum, T(1.0));
    const T headroom = min(T(p.limit - u.outdoor), cooler);
    const T allowed = clamp(T(headroom / p.band), T(0.0), T(1.0));
    y.position = p.minimum + allowed * (free - p.minimum);
  }
};

}  // namespace hearth

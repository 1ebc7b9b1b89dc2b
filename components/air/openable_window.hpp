// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A window that people open if the room is warm and the outdoor air is colder.
///
///     s = sat((θ - θ_set)/Δ) sat((θ - θ_out)/Δ),   m = m_min + s (m_max - m_min)
///
/// θ is the room temperature, θ_out the outdoor temperature, m the air flow; sat limits to 0..1.
/// The two conditions are taken from DIN 4108-2:2013-02, 8.4, which raises the air change to 3 1/h
/// if the room is above 23 degC and warmer than outdoors; the range Δ replaces the switching of the
/// standard by a continuous transition.
///
/// The air enters at outdoor conditions and leaves at room conditions: connect `airFlowRate` to
/// the exhaust air of the room, which outdoor air replaces.
template <class T>
struct OpenableWindow {
  struct In {
    T indoor_temperature, outdoor_temperature, setpoint;
  };
  struct Params {
    T minimum, nominal, range;
  };
  struct Out {
    T flow;
  };

  static constexpr Schema schema() {
    return Schema("Window that is opened if the room is warm and the outdoor air is colder")
        .in(&In::indoor_temperature, "indoorTemperature", unit::degC, "Temperature of the room air")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::setpoint, "setpointValue", unit::degC,
            "Room temperature above which the window is opened", open(24.0))
        .par(&Params::minimum, "minimumAirFlowRate", unit::kg_per_s, {0.0, 0.0, 1e4},
             "Mass flow of the air through the closed window")
        .par(&Params::nominal, "nominalAirFlowRate", unit::kg_per_s, flow(0.1),
             "Mass flow of the air through the open window")
        .par(&Params::range, "openingRange", unit::K, {2.0, 0.01, 100.0},
             "Temperature difference from which the window is fully open: of the room to the "
             "setpoint, and of the room to the outdoor air")
        .rises("minimumAirFlowRate", "nominalAirFlowRate")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s,
             "Mass flow of outdoor air into the room, and of room air outdoors");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const auto share = [&p](const T& rise) { return clamp(rise / p.range, T(0.0), T(1.0)); };
    const T opened = share(u.indoor_temperature - u.setpoint) *
                     share(u.indoor_temperature - u.outdoor_temperature);
    y.flow = p.minimum + opened * (p.nominal - p.minimum);
  }
};

}  // namespace hearth

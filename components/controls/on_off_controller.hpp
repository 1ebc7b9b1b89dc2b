// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// On/off controller with hysteresis. Switching is an event.
///
///     on when d rises above b/2, off when d falls below -b/2
///
/// with d = measurement - setpoint, or setpoint - measurement if `isReverse` (heating), and b the
/// width of the band, 0 or more. It starts off if d is within the band. With a band of 0 the law
/// is Twin4Build's (v1.1.2, OnOffControllerSystem, which has no hysteresis); a measurement that
/// stays exactly at the setpoint then causes no switching.
template <class T>
struct OnOffController {
  struct In {
    T measurement, setpoint;
  };
  struct Params {
    T off_value, on_value, band;
  };
  struct Config {
    bool is_reverse;
  };
  struct Held {
    T on;
  };
  struct Guards {
    T switches_on, switches_off;
  };
  struct Out {
    T command;
  };

  static constexpr Schema schema() {
    return Schema("On/off controller with hysteresis")
        .in(&In::measurement, "actualValue", unit::any, "Measured value")
        .in(&In::setpoint, "setpointValue", unit::any, "Setpoint of the measured value")
        .par(&Params::off_value, "offValue", unit::one, {0.0}, "Output when off")
        .par(&Params::on_value, "onValue", unit::one, {1.0}, "Output when on")
        .par(&Params::band, "hysteresis", unit::any_difference, {0.0, 0.0},
             "Width of the band around the setpoint, half of it on either side")
        .config(&Config::is_reverse, "isReverse", false,
                "Switch on below the setpoint, as for heating")
        .held(&Held::on, "on", unit::one, {0.0, 0.0, 1.0}, "State of the controller, 1 on, 0 off")
        .guard(&Guards::switches_on, "switchesOn",
               "The measured value leaves the band, and the controller switches on")
        .guard(&Guards::switches_off, "switchesOff",
               "The measured value leaves the band, and the controller switches off")
        .out(&Out::command, "inputSignal", unit::one, "Output, onValue or offValue");
  }

  static void outputs(const Held& h, const Params& p, Out& y) {
    y.command = p.off_value + h.on * (p.on_value - p.off_value);
  }
  static void guards(const In& u, const Params& p, const Config& c, Guards& g) {
    const T above = u.measurement - u.setpoint;
    const T excess = c.is_reverse ? T(-above) : above;
    g.switches_on = excess - 0.5 * p.band;
    g.switches_off = -excess - 0.5 * p.band;
  }
  static void fire(const Guards& fired, Held& h) {
    h.on = select(fired.switches_on > T(0.5), T(1.0),
                  select(fired.switches_off > T(0.5), T(0.0), h.on));
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/controls/rulebased_controller.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// RulebasedController whose thresholds lie above a setpoint: threshold i = setpoint + offset i.
///
/// Offsets, values and interval are Twin4Build's (v1.1.2, RulebasedSetpointInputControllerSystem),
/// whose latches have the flaw that RulebasedController describes.
template <class T>
struct RulebasedSetpointInputController {
  using Rules = RulebasedController<T>;

  struct In {
    T measurement, setpoint;
  };
  struct Params {
    T high_offset, medium_offset, low_offset, high_value, medium_value, low_value, interval;
  };
  using Held = typename Rules::Held;
  using Guards = typename Rules::Guards;
  struct Out {
    T command;
  };

  static constexpr Schema schema() {
    return Schema(
               "Ventilation controller with three steps of CO2 concentration above a setpoint, "
               "each with a hysteresis")
        .in(&In::measurement, "actualValue", unit::ppm, "Measured CO2 concentration")
        .in(&In::setpoint, "setpointValue", unit::ppm, "Setpoint of the CO2 concentration")
        .par(&Params::high_offset, "highOffset", unit::ppm, {400.0, -1e6, 1e6},
             "Threshold of step 3 above the setpoint")
        .par(&Params::medium_offset, "mediumOffset", unit::ppm, {200.0, -1e6, 1e6},
             "Threshold of step 2 above the setpoint")
        .par(&Params::low_offset, "lowOffset", unit::ppm, {0.0, -1e6, 1e6},
             "Threshold of step 1 above the setpoint")
        .par(&Params::high_value, "highValue", unit::one, {1.0}, "Output of step 3")
        .par(&Params::medium_value, "mediumValue", unit::one, {0.7}, "Output of step 2")
        .par(&Params::low_value, "lowValue", unit::one, {0.45}, "Output of step 1")
        .par(&Params::interval, "interval", unit::ppm, concentration(99.0),
             "Distance below its threshold at which a step switches off")
        .rises("lowOffset", "mediumOffset", "highOffset")
        .held(&Held::high, "high", unit::one, {0.0, 0.0, 1.0}, "1 while step 3 is on")
        .held(&Held::medium, "medium", unit::one, {0.0, 0.0, 1.0}, "1 while step 2 is on")
        .held(&Held::low, "low", unit::one, {0.0, 0.0, 1.0}, "1 while step 1 is on")
        .guard(&Guards::high_on, "highOn", "The concentration rises above the threshold of step 3")
        .guard(&Guards::high_off, "highOff",
               "The concentration falls below the switch-off limit of step 3")
        .guard(&Guards::medium_on, "mediumOn",
               "The concentration rises above the threshold of step 2")
        .guard(&Guards::medium_off, "mediumOff",
               "The concentration falls below the switch-off limit of step 2")
        .guard(&Guards::low_on, "lowOn", "The concentration rises above the threshold of step 1")
        .guard(&Guards::low_off, "lowOff",
               "The concentration falls below the switch-off limit of step 1")
        .out(&Out::command, "inputSignal", unit::one,
             "Output of the highest step that is on; 0 if none is on");
  }

  static void outputs(const Held& h, const Params& p, Out& y) {
    typename Rules::Out command;
    Rules::outputs(h, rules(p, T(0.0)), command);
    y.command = command.command;
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    Rules::guards({u.measurement}, rules(p, u.setpoint), g);
  }
  static void fire(const Guards& fired, Held& h) { Rules::fire(fired, h); }

  static typename Rules::Params rules(const Params& p, const T& setpoint) {
    return {setpoint + p.high_offset,
            setpoint + p.medium_offset,
            setpoint + p.low_offset,
            p.high_value,
            p.medium_value,
            p.low_value,
            p.interval};
  }
};

}  // namespace hearth

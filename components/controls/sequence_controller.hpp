// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/controls/on_off_controller.hpp"
#include "hearth/components/controls/pid_controller.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A PI controller on one signal and an on/off controller on another that share an actuator:
///
///     u = max(u_PI, u_on/off)
///
/// The PI controller is PidController in velocity form with a smooth saturation, sampled; the other
/// is OnOffController, whose switching is an event. Ports are Twin4Build's (v1.1.2,
/// SequenceControllerSystem, which cannot be constructed there). The two signals have different
/// units: ports of the PI controller share a unit, ports of the on/off controller are plain
/// numbers.
template <class T>
struct SequenceController {
  using Pi = PidController<T>;
  using OnOff = OnOffController<T>;

  struct In {
    T pi_measurement, pi_setpoint, rule_measurement, rule_setpoint;
  };
  struct Params {
    T gain, integral_time, off_value, on_value, band;
  };
  struct Config {
    bool pi_is_reverse, rule_is_reverse;
  };
  struct Held {
    T command, error, previous_error, on;
  };
  using Guards = typename OnOff::Guards;
  struct Out {
    T command;
  };

  static constexpr Schema schema() {
    return Schema("The larger output of a PI and an on/off controller")
        .in(&In::pi_measurement, "actualValueSetpointController", unit::any,
            "Measured value of the PI controller")
        .in(&In::pi_setpoint, "setpointValueSetpointController", unit::any,
            "Setpoint of the PI controller")
        .in(&In::rule_measurement, "actualValueRulebasedController", unit::bare,
            "Measured value of the on/off controller")
        .in(&In::rule_setpoint, "setpointValueRulebasedController", unit::bare,
            "Setpoint of the on/off controller, in the unit of its measured value")
        .par(&Params::gain, "kp", unit::per_any, {0.001}, "Gain of the PI controller")
        .par(&Params::integral_time, "Ti", unit::s, {10.0, 1e-3, 1e9},
             "Integral time of the PI controller")
        .par(&Params::off_value, "offValue", unit::one, {0.0},
             "Output of the on/off controller when off")
        .par(&Params::on_value, "onValue", unit::one, {1.0},
             "Output of the on/off controller when on")
        .par(&Params::band, "hysteresis", unit::one, {0.0, 0.0},
             "Width of the band around the setpoint of the on/off controller")
        .config(&Config::pi_is_reverse, "isReverseSetpointController", false,
                "Raise the output of the PI controller if its measured value is below the "
                "setpoint, as for heating")
        .config(&Config::rule_is_reverse, "isReverseRulebasedController", false,
                "Switch the on/off controller on below its setpoint, as for heating")
        .held(&Held::command, "command", unit::one, {0.0, 0.0, 1.0}, "Output of the PI controller")
        .held(&Held::error, "error", unit::any_difference, {},
              "Error of the PI controller at the last sample")
        .held(&Held::previous_error, "previousError", unit::any_difference, {},
              "Error of the PI controller at the sample before the last")
        .held(&Held::on, "on", unit::one, {0.0, 0.0, 1.0},
              "State of the on/off controller, 1 on, 0 off")
        .guard(&Guards::switches_on, "switchesOn",
               "The measured value leaves the band, and the controller switches on")
        .guard(&Guards::switches_off, "switchesOff",
               "The measured value leaves the band, and the controller switches off")
        .out(&Out::command, "inputSignal", unit::one, "Command of the actuator");
  }

  static void outputs(const Held& h, const Params& p, Out& y) {
    typename OnOff::Out rule;
    OnOff::outputs({h.on}, {p.off_value, p.on_value, p.band}, rule);
    y.command = max(h.command, rule.command);
  }
  static void update(const In& u, const Params& p, const Config& c, const Clock& now, Held& h) {
    typename Pi::Held pi{h.command, h.error, h.previous_error, T(0.0)};
    Pi::update({u.pi_measurement, u.pi_setpoint, T(1.0)},
               {p.gain, p.integral_time, T(0.0), T(0.0), T(1.0)},
               {c.pi_is_reverse, Pi::Form::Velocity, Pi::Saturation::Smooth}, now, pi);
    h.command = pi.command;
    h.error = pi.error;
    h.previous_error = pi.previous_error;
  }
  static void guards(const In& u, const Params& p, const Config& c, Guards& g) {
    OnOff::guards({u.rule_measurement, u.rule_setpoint}, {p.off_value, p.on_value, p.band},
                  {c.rule_is_reverse}, g);
  }
  static void fire(const Guards& fired, Held& h) {
    typename OnOff::Held rule{h.on};
    OnOff::fire(fired, rule);
    h.on = rule.on;
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component.hpp"

namespace hearth {

/// Sampled PID controller in velocity form with a smooth saturation.
///
///     Δu = k ((1 + Δt/T_i + T_d/Δt) e_0 - (1 + 2 T_d/Δt) e_1 + (T_d/Δt) e_2),   u = S(u_1 + Δu)
///
/// with e = setpoint - measurement now (e_0) and at the last two samples, k = |k_p| when
/// `isReverse` (heating: a low measurement raises the output), else -|k_p|. S is the identity
/// between w and 1 - w and bends exponentially towards 0 and 1 outside, with derivatives that fade
/// as exp(-distance/w). Rounding ends both: the output is 1 from about 34 w above 1 - w on, and
/// where the exponential underflows, 745 w away, the derivatives and the output below w are 0. The
/// saturated output is what the next sample adds to, hence no windup. The form is Twin4Build's
/// (v1.1.2, PIDControllerSystem), whose output it reproduces.
template <class T>
struct PidController {
  struct In {
    T measurement, setpoint;
  };
  struct Params {
    T gain, integral_time, derivative_time;
  };
  struct Config {
    bool is_reverse;
  };
  struct Held {
    T command, error, previous_error;
  };
  struct Out {
    T command;
  };

  static constexpr double kBend = 0.05;  // w, share of the range that is bent at either end

  static constexpr Schema schema() {
    return Schema("Sampled PID controller in velocity form with a smooth saturation")
        .in(&In::measurement, "actualValue", unit::any, "Measured value")
        .in(&In::setpoint, "setpointValue", unit::any, "Wanted value")
        .par(&Params::gain, "kp", unit::per_any, {0.001}, "Gain; its sign is set by isReverse")
        .par(&Params::integral_time, "Ti", unit::s, {10.0, 1e-3, 1e9}, "Integral time")
        .par(&Params::derivative_time, "Td", unit::s, {0.0, 0.0, 1e9}, "Derivative time")
        .config(&Config::is_reverse, "isReverse", false,
                "Heating: a measurement below the setpoint raises the output")
        .held(&Held::command, "command", unit::one, {0.0, 0.0, 1.0}, "Output of the last sample")
        .held(&Held::error, "error", unit::any_difference, {}, "Error at the last sample")
        .held(&Held::previous_error, "previousError", unit::any_difference, {},
              "Error at the sample before")
        .out(&Out::command, "inputSignal", unit::one, "Actuator command, 0 to 1");
  }

  static void outputs(const Held& x, Out& y) { y.command = x.command; }

  static void update(const In& u, const Params& p, const Config& c, const Clock& now, Held& x) {
    const T error = u.setpoint - u.measurement;
    const T derivative = p.derivative_time / now.period;
    const T change = (1.0 + now.period / p.integral_time + derivative) * error -
                     (1.0 + 2.0 * derivative) * x.error + derivative * x.previous_error;
    const T gain = c.is_reverse ? abs(p.gain) : T(-abs(p.gain));
    x.command = saturate(x.command + gain * change);
    x.previous_error = x.error;
    x.error = error;
  }

  static T saturate(const T& v) {
    const T below = min(T((v - kBend) / kBend), T(0.0));
    const T above = min(T((1.0 - kBend - v) / kBend), T(0.0));
    const T low = kBend * exp(below);
    const T high = 1.0 - kBend * exp(above);
    return select(v < T(kBend), low, select(v > T(1.0 - kBend), high, v));
  }
};

}  // namespace hearth

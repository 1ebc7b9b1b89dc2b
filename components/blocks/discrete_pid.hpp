// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/blocks/anti_windup.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Sampled PID controller in position form: e = setpoint - measurement,
///     I := I + Ki Ts e,   D := (1 - α) D + α Kd (e - e_before)/Ts,   u := clamp(Kp e + I + D)
/// with α = Ts/(Ts + Tf); the integral stops changing when the output reaches its limit
/// (`continuous_integral`). A signal block with a separate gain for each part; for rooms and plants
/// use PidController.
template <class T>
struct DiscretePid {
  struct In {
    T setpoint, measurement;
  };
  struct Params {
    T kp, ki, kd, filter, lower, upper;
  };
  struct Held {
    T integral, slope, error, command;
  };
  struct Out {
    T command;
  };

  static constexpr Schema schema() {
    return Schema("Sampled PID controller in position form")
        .in(&In::setpoint, "setpoint", unit::bare, "Setpoint of the measured value")
        .in(&In::measurement, "measurement", unit::bare, "Measured value")
        .par(&Params::kp, "Kp", unit::one, {1.0}, "Proportional gain")
        .par(&Params::ki, "Ki", unit::one, {0.0}, "Integral gain, 1/s")
        .par(&Params::kd, "Kd", unit::one, {0.0}, "Derivative gain, s")
        .par(&Params::filter, "Tf", unit::s, {0.0, 0.0},
             "Time constant of the filter of the derivative")
        .par(&Params::lower, "lower", unit::one, {-1e9}, "Lower limit of the output")
        .par(&Params::upper, "upper", unit::one, {1e9}, "Upper limit of the output")
        .rises("lower", "upper")
        .held(&Held::integral, "integral", unit::one, {0.0}, "Integral part of the output")
        .held(&Held::slope, "slope", unit::one, {0.0}, "Derivative part of the output")
        .held(&Held::error, "error", unit::one, {0.0}, "Error at the last sample")
        .held(&Held::command, "command", unit::one, {0.0},
              "Output of the controller since the last sample")
        .out(&Out::command, "command", unit::bare,
             "Output of the controller since the last sample");
  }

  static void outputs(const Held& h, Out& y) { y.command = h.command; }
  static void update(const In& u, const Params& p, const Clock& now, Held& h) {
    const T error = u.setpoint - u.measurement;
    const T integral = h.integral + p.ki * now.period * error;
    const T share = now.period / (now.period + p.filter);
    h.slope = (1.0 - share) * h.slope + share * p.kd * (error - h.error) / now.period;
    h.error = error;
    const T wanted = p.kp * error + integral + h.slope;
    h.command = clamp(wanted, p.lower, p.upper);
    h.integral = continuous_integral(h.integral, integral, wanted, h.command);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/blocks/anti_windup.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Sampled PID controller, in positional form with hard limits by default.
///
///     positional  I = I_1 + k (Δt/T_i) e_0,   u = S(k e_0 + I + k T_d (e_0 - e_1)/Δt)
///     velocity    u = S(u_1 + k ((1 + Δt/T_i + T_d/Δt) e_0 - (1 + 2 T_d/Δt) e_1 + (T_d/Δt) e_2))
///
/// where e is setpoint - measurement at this sample (e_0) and at the last two samples (e_1, e_2). k
/// is |k_p| if `isReverse` is set (heating: a low measurement raises the output), otherwise -|k_p|.
///
/// S limits to [lower, upper]. Hard: a clip. Smooth: over the range from 0 to 1 it is the identity
/// between w and 1 - w and bends exponentially towards 0 and 1 outside, with derivatives that fade
/// as exp(-distance/w). Rounding limits both: the output is 1 from about 34 w above 1 - w on, and
/// where the exponential underflows, 745 w away, the derivatives and the output below w are 0.
///
/// The positional form is the usual one of heating and ventilation controllers: the output follows
/// from the error and its integral. The velocity form adds changes to the output; at a limit it
/// forgets the proportional part, so that a step of the setpoint moves the output by k times the
/// step even if the measurement is far beyond the new setpoint. Use it for actuators that integrate
/// (motors that run while a contact is closed) and to reproduce Twin4Build.
///
/// Neither form winds up: the velocity form adds to its saturated output; in the positional form
/// the integral stops when the output reaches its limit, and stays constant while the output would
/// be beyond the limit without it (`continuous_integral`). With `antiWindup` conditional it stays
/// constant for the whole sample that passes the limit, as in many controllers
/// (`conditional_integral`); the results of a run then jump as a parameter changes, and a
/// calibration can end at such a jump. The first sample of the positional form has no derivative
/// part. A smooth saturation keeps a positional output short of its ends by w/e.
///
/// While a controller is not enabled, its output is the lower limit; it restarts when it is
/// enabled. The controller computes its demand in both cases.
///
/// `demand` is the error of the last sample with the sign of the demand: the setpoint minus the
/// measurement if `isReverse` is set, otherwise the measurement minus the setpoint.
///
/// Velocity form with smooth saturation is Twin4Build's (v1.1.2, PIDControllerSystem), whose output
/// it reproduces.
template <class T>
struct PidController {
  enum class Form { Positional, Velocity };
  enum class Saturation { Hard, Smooth };
  enum class AntiWindup { Continuous, Conditional };

  struct In {
    T measurement, setpoint, enabled;
  };
  struct Params {
    T gain, integral_time, derivative_time, lower, upper;
  };
  struct Config {
    bool is_reverse;
    Form form;
    Saturation saturation;
    AntiWindup anti_windup = AntiWindup::Continuous;
  };
  struct Held {
    T command, error, previous_error, integral;
  };
  struct Out {
    T command, demand;
  };

  static constexpr std::array<std::string_view, 2> kForms{"positional", "velocity"};
  static constexpr std::array<std::string_view, 2> kSaturations{"hard", "smooth"};
  static constexpr std::array<std::string_view, 2> kAntiWindups{"continuous", "conditional"};
  static constexpr double kBend = 0.05;  // w, share of the range that is bent at either end

  static constexpr Schema schema() {
    return Schema("Sampled PID controller in positional or velocity form, with anti-windup")
        .in(&In::measurement, "actualValue", unit::any, "Measured value")
        .in(&In::setpoint, "setpointValue", unit::any, "Setpoint of the measured value")
        .in(&In::enabled, "enableSignal", unit::one,
            "Enable signal: below 0.5, the output is at its lower limit and the integral is 0",
            open(1.0))
        .par(&Params::gain, "kp", unit::per_any, {0.001},
             "Proportional gain; its sign is set by isReverse")
        .par(&Params::integral_time, "Ti", unit::s, {10.0, 1e-3, 1e9}, "Integral time")
        .par(&Params::derivative_time, "Td", unit::s, {0.0, 0.0, 1e9}, "Derivative time")
        .par(&Params::lower, "lower", unit::one, {0.0}, "Lower limit of the output")
        .par(&Params::upper, "upper", unit::one, {1.0}, "Upper limit of the output")
        .rises("lower", "upper")
        .config(&Config::is_reverse, "isReverse", false,
                "Raise the output if the measurement is below the setpoint, as for heating")
        .config(&Config::form, "form", kForms,
                "Form of the control law; the velocity form is for actuators that integrate")
        .config(&Config::saturation, "saturation", kSaturations,
                "Limitation of the output; the smooth one is differentiable everywhere")
        .config(&Config::anti_windup, "antiWindup", kAntiWindups,
                "Treatment of the integral of the positional form at a limit; continuous stops it "
                "at the limit, conditional skips whole samples")
        .held(&Held::command, "command", unit::one, {0.0}, "Output of the last sample")
        .held(&Held::error, "error", unit::any_difference, {}, "Error at the last sample")
        .held(&Held::previous_error, "previousError", unit::any_difference, {},
              "Error at the sample before the last")
        .held(&Held::integral, "integral", unit::one, {0.0},
              "Integral part of the output, positional form only")
        .out(&Out::command, "inputSignal", unit::one, "Command of the actuator")
        .out(&Out::demand, "demand", unit::any_difference,
             "Error at the last sample, positive if a higher output reduces it");
  }

  static void outputs(const Held& x, const Config& c, Out& y) {
    y.command = x.command;
    y.demand = c.is_reverse ? x.error : T(-x.error);
  }

  static void update(const In& u, const Params& p, const Config& c, const Clock& now, Held& x) {
    const T error = u.setpoint - u.measurement;
    const T gain = c.is_reverse ? abs(p.gain) : T(-abs(p.gain));
    x.command = c.form == Form::Positional ? positional(error, gain, p, c, now, x)
                                           : velocity(error, gain, p, c, now, x);
    x.command = select(u.enabled < T(0.5), p.lower, x.command);
    x.integral = select(u.enabled < T(0.5), T(0.0), x.integral);
    x.previous_error = x.error;
    x.error = error;
  }

  static T velocity(const T& error, const T& gain, const Params& p, const Config& c,
                    const Clock& now, const Held& x) {
    const T derivative = p.derivative_time / now.period;
    const T change = (1.0 + now.period / p.integral_time + derivative) * error -
                     (1.0 + 2.0 * derivative) * x.error + derivative * x.previous_error;
    return limited(T(x.command + gain * change), p, c);
  }

  static T positional(const T& error, const T& gain, const Params& p, const Config& c,
                      const Clock& now, Held& x) {
    const T integral = x.integral + gain * (now.period / p.integral_time) * error;
    const T change = now.tick == 0 ? T(0.0) : T(error - x.error);
    const T wanted = gain * error + integral + gain * p.derivative_time * change / now.period;
    const T clipped = clamp(wanted, p.lower, p.upper);
    x.integral = c.anti_windup == AntiWindup::Continuous
                     ? continuous_integral(x.integral, integral, wanted, clipped)
                     : conditional_integral(x.integral, integral, wanted, clipped);
    return limited(wanted, p, c);
  }

  static T limited(const T& v, const Params& p, const Config& c) {
    if (c.saturation == Saturation::Hard) return clamp(v, p.lower, p.upper);
    const T span = max(T(p.upper - p.lower), T(1e-9));
    return p.lower + span * saturate(T((v - p.lower) / span));
  }

  /// The smooth saturation to the range from 0 to 1.
  static T saturate(const T& v) {
    const T inside = select(v < T(0.5), T(v - kBend), T(1.0 - kBend - v));  // of the nearer bend
    const T curve = kBend * exp(min(T(inside / kBend), T(0.0)));
    return select(v < T(kBend), curve, select(v > T(1.0 - kBend), T(1.0 - curve), v));
  }
};

}  // namespace hearth

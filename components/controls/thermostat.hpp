// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Room thermostat: on/off with a switching differential. Switching is an event.
///
///     heating  on when θ < θ_set - d/2, off when θ > θ_set + d/2
///     cooling  on when θ > θ_set + d/2, off when θ < θ_set - d/2
///
/// with the room temperature θ, the setpoint θ_set (20 degC if it is not connected) and the
/// switching differential d (the hysteresis of EN 60730-2-9; 0.5 to 1 K of electronic, 1 to 2 K of
/// bimetal thermostats). In mode auto the thermostat heats below and cools above a dead zone of the
/// width z around the setpoint: heating switches at θ_set - z/2, cooling at θ_set + z/2. If z >= d,
/// the thermostat never heats and cools at the same time; a smaller z is widened to d. Within the
/// differential the thermostat keeps its state; a run that begins there begins with the state off.
template <class T>
struct Thermostat {
  enum class Mode { Heating, Cooling, Auto };

  struct In {
    T temperature, setpoint;
  };
  struct Params {
    T differential, dead_zone;
  };
  struct Config {
    Mode mode;
  };
  struct Held {
    T heats, cools;
  };
  struct Guards {
    T heat_on, heat_off, cool_on, cool_off;
  };
  struct Out {
    T command;
  };

  static constexpr std::array<std::string_view, 3> kModes{"heating", "cooling", "auto"};

  static constexpr Schema schema() {
    return Schema("Room thermostat, on/off with a switching differential")
        .in(&In::temperature, "indoorTemperature", unit::degC, "Measured temperature of the room")
        .in(&In::setpoint, "setpoint", unit::degC, "Setpoint of the room temperature", open(20.0))
        .par(&Params::differential, "differential", unit::K, {0.5, 0.0, 20.0},
             "Switching differential, half of it on either side of the setpoint")
        .par(&Params::dead_zone, "deadZone", unit::K, {2.0, 0.0, 40.0},
             "Distance between the setpoints of heating and cooling in mode auto")
        .config(&Config::mode, "mode", kModes, "Mode of the thermostat")
        .held(&Held::heats, "heating", unit::one, {0.0, 0.0, 1.0}, "State of heating, 1 on, 0 off",
              shown())
        .held(&Held::cools, "cooling", unit::one, {0.0, 0.0, 1.0}, "State of cooling, 1 on, 0 off",
              shown())
        .guard(&Guards::heat_on, "heatingOn",
               "The room is below the temperature at which heating switches on")
        .guard(&Guards::heat_off, "heatingOff", "The room is warm enough for heating to switch off")
        .guard(&Guards::cool_on, "coolingOn", "The room is warm enough for cooling to switch on")
        .guard(&Guards::cool_off, "coolingOff",
               "The room is below the temperature at which cooling switches off")
        .out(&Out::command, "inputSignal", unit::one,
             "Command: 1 on, 0 off; in mode auto 1 heats and -1 cools");
  }

  static void outputs(const Held& h, const Config& c, Out& y) {
    y.command = c.mode == Mode::Auto ? T(h.heats - h.cools) : T(h.heats + h.cools);
  }

  static void guards(const In& u, const Params& p, const Config& c, Guards& g) {
    constexpr double kNever = -1.0;  // a guard that does not rise
    const T half = 0.5 * p.differential;
    const T apart = c.mode == Mode::Auto ? T(0.5 * max(p.dead_zone, p.differential)) : T(0.0);
    const T warm = u.temperature - (u.setpoint - apart);  // excess over where heating switches
    const T hot = u.temperature - (u.setpoint + apart);   // excess over where cooling switches
    const bool heats = c.mode != Mode::Cooling;
    const bool cools = c.mode != Mode::Heating;
    g.heat_on = heats ? T(-warm - half) : T(kNever);
    g.heat_off = heats ? T(warm - half) : T(kNever);
    g.cool_on = cools ? T(hot - half) : T(kNever);
    g.cool_off = cools ? T(-hot - half) : T(kNever);
  }

  static void fire(const Guards& fired, Held& h) {
    h.heats =
        select(fired.heat_on > T(0.5), T(1.0), select(fired.heat_off > T(0.5), T(0.0), h.heats));
    h.cools =
        select(fired.cool_on > T(0.5), T(1.0), select(fired.cool_off > T(0.5), T(0.0), h.cools));
  }
};

}  // namespace hearth

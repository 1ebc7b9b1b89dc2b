// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Controller with three steps of CO2 concentration, each with a latch that switches in an event.
///
///     latch i is set when c rises above threshold i, and reset when c falls below threshold i
///     less the interval;   u = value of the highest latch that is set, 0 if none is set
///
/// Thresholds, values and interval are Twin4Build's (v1.1.2, RulebasedControllerSystem); there a
/// latch is evaluated only while no higher one is set, so that it may keep an outdated state.
template <class T>
struct RulebasedController {
  struct In {
    T measurement;
  };
  struct Params {
    T high_threshold, medium_threshold, low_threshold, high_value, medium_value, low_value;
    T interval;
  };
  struct Held {
    T high, medium, low;
  };
  struct Guards {
    T high_on, high_off, medium_on, medium_off, low_on, low_off;
  };
  struct Out {
    T command;
  };

  static constexpr Schema schema() {
    return Schema(
               "Ventilation controller with three steps of CO2 concentration, each with a "
               "hysteresis")
        .in(&In::measurement, "actualValue", unit::ppm, "Measured CO2 concentration")
        .par(&Params::high_threshold, "highThreshold", unit::ppm, concentration(900.0),
             "Concentration above which step 3 switches on")
        .par(&Params::medium_threshold, "mediumThreshold", unit::ppm, concentration(750.0),
             "Concentration above which step 2 switches on")
        .par(&Params::low_threshold, "lowThreshold", unit::ppm, concentration(600.0),
             "Concentration above which step 1 switches on")
        .par(&Params::high_value, "highValue", unit::one, {1.0}, "Output of step 3")
        .par(&Params::medium_value, "mediumValue", unit::one, {0.7}, "Output of step 2")
        .par(&Params::low_value, "lowValue", unit::one, {0.45}, "Output of step 1")
        .par(&Params::interval, "interval", unit::ppm, concentration(99.0),
             "Distance below its threshold at which a step switches off")
        .rises("lowThreshold", "mediumThreshold", "highThreshold")
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
    const T low = select(h.low > T(0.5), p.low_value, T(0.0));
    const T medium = select(h.medium > T(0.5), p.medium_value, low);
    y.command = select(h.high > T(0.5), p.high_value, medium);
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.high_on = u.measurement - p.high_threshold;
    g.high_off = p.high_threshold - p.interval - u.measurement;
    g.medium_on = u.measurement - p.medium_threshold;
    g.medium_off = p.medium_threshold - p.interval - u.measurement;
    g.low_on = u.measurement - p.low_threshold;
    g.low_off = p.low_threshold - p.interval - u.measurement;
  }
  static void fire(const Guards& fired, Held& h) {
    h.high = latched(fired.high_on, fired.high_off, h.high);
    h.medium = latched(fired.medium_on, fired.medium_off, h.medium);
    h.low = latched(fired.low_on, fired.low_off, h.low);
  }

  static T latched(const T& on, const T& off, const T& before) {
    return select(on > T(0.5), T(1.0), select(off > T(0.5), T(0.0), before));
  }
};

}  // namespace hearth

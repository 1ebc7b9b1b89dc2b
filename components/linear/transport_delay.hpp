// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Puts out what its input was some time ago, such as the air at the end of a duct:
///
///     y(t) = u(t - d) for t >= d after the start, before that the initial value of the line
///
/// d is the parameter, or the input where one is connected (FixedDelay and VariableDelay of the
/// Modelica Standard Library 4.0, Blocks.Nonlinear). The input is sampled at the ticks of the
/// component's clock, and straight lines join the samples. The last sample is not used before the
/// next tick, so that a loop through the delay is none; a delay below two sample periods acts as
/// one between one and two. A delay that is longer than the samples that are kept ends at the
/// oldest.
template <class T>
struct TransportDelay {
  struct In {
    T u;
    Many<T> delay;
  };
  struct Params {
    T delay;
  };
  struct Held {
    Many<T> line, times;
    T last, last_time;
  };
  struct Out {
    T y;
  };

  static constexpr double kNever = -1e30;  ///< s, time of samples that are not there yet
  static constexpr double kJump =
      1e-6;  ///< s, in which the first sample replaces the initial value

  static constexpr Schema schema() {
    return Schema("Delay by a time, constant or variable")
        .count("sample", "samples", 100,
               "Number of stored samples; their number times the period is the longest delay")
        .in(&In::u, "u", unit::bare, "Input of the delay", passed_on())
        .in(&In::delay, "variableDelayTime", unit::s, "Delay time that replaces the parameter",
            at_most_one("source"))
        .par(&Params::delay, "delayTime", unit::s, {600.0, 0.0}, "Delay time")
        .held(&Held::line, "line", unit::one, {0.0},
              "Samples that are still delayed, the oldest last", over("sample"))
        .held(&Held::times, "times", unit::s, {kNever}, "Times of the delayed samples",
              over("sample"))
        .held(&Held::last, "last", unit::one, {0.0}, "Last sample, which is not yet delayed")
        .held(&Held::last_time, "lastTime", unit::s, {kNever}, "Time of the last sample")
        .out(&Out::y, "y", unit::bare, "Input, delayed by the delay time");
  }

  static void outputs(const In& u, const Params& p, const Held& h, const Clock& now, Out& y) {
    const T delay = u.delay.size() > 0 ? u.delay[0] : p.delay;
    const T wanted = T(now.time) - delay;
    const int n = h.line.size();
    // The sum of all changes up to the wanted time, each a share of the way from sample to sample.
    y.y = h.line[n - 1];
    for (int i = n - 2; i >= 0; --i) {
      const T apart = h.times[i] - h.times[i + 1];
      const T width = select(apart > T(1e20), T(kJump), max(apart, T(kJump)));
      const T share = clamp(T(1.0) + (wanted - h.times[i]) / width, T(0.0), T(1.0));
      y.y = y.y + share * (h.line[i] - h.line[i + 1]);
    }
  }

  static void update(const In& u, const Clock& now, Held& h) {
    const int n = h.line.size();
    const T first = h.line[0];
    for (int i = n - 1; i > 0; --i) {
      h.line[i] = h.line[i - 1];
      h.times[i] = h.times[i - 1];
    }
    h.line[0] = select(h.last_time < T(-1e29), first, h.last);
    h.times[0] = h.last_time;
    h.last = u.u;
    h.last_time = T(now.time - now.step);
  }
};

}  // namespace hearth

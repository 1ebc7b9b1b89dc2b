// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hearth/framework/base/random.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A schedule plus whole random numbers while it is positive, such as the people in a room:
///
///     y = max(s + n + b, 0) if s > 0, otherwise s
///
/// n is drawn anew each hour and b each day of the run, uniformly from their ranges, at the first
/// sample in that hour or day. A draw is a function of seed, component id and number of the hour or
/// day (splitmix64, Steele, Lea and Flood, OOPSLA 2014). There is no memory, so threads and
/// restarts do not change results. The default ranges are those of Twin4Build (v1.1.2,
/// ScheduleSystem with add_noise), which has one generator for the whole process, so that every
/// component changes the draws of others.
template <class T>
struct NoisySchedule {
  struct Config {
    Series value;
    int seed, lowest_noise, highest_noise, lowest_bias, highest_bias;
  };
  struct Held {
    T noise, bias;
  };
  struct Out {
    T value;
  };

  static constexpr double kHour = 3600.0;  // s
  static constexpr double kDay = 86400.0;  // s

  static constexpr Schema schema() {
    return Schema("Schedule with seeded noise while its value is positive")
        .config(&Config::value, "value", unit::any,
                "Schedule without noise: a number, weekly rules or a file")
        .config(&Config::seed, "seed", Range{0.0, 0.0, 2147483647.0}, "Seed of the random numbers")
        .config(&Config::lowest_noise, "lowestNoise", Range{-4.0, -1e6, 1e6},
                "Lower limit of the noise, a whole number that is drawn once an hour")
        .config(&Config::highest_noise, "highestNoise", Range{3.0, -1e6, 1e6},
                "Upper limit of the noise, a whole number that is drawn once an hour")
        .config(&Config::lowest_bias, "lowestBias", Range{-10.0, -1e6, 1e6},
                "Lower limit of the bias, a whole number that is drawn once a day")
        .config(&Config::highest_bias, "highestBias", Range{9.0, -1e6, 1e6},
                "Upper limit of the bias, a whole number that is drawn once a day")
        .held(&Held::noise, "noise", unit::any_difference, {}, "Noise of the present hour")
        .held(&Held::bias, "bias", unit::any_difference, {}, "Bias of the present day")
        .out(&Out::value, "scheduleValue", unit::any, "Value of the schedule with noise and bias");
  }

  static void outputs(const Config& c, const Clock& now, const Held& h, Out& y) {
    const double value = c.value(now);
    y.value = value > 0.0 ? max(T(value + h.noise + h.bias), T(0.0)) : T(value);
  }
  static void update(const Config& c, const Clock& now, Held& h) {
    h.noise = T(draw(c, now, kHour, 0, c.lowest_noise, c.highest_noise));
    h.bias = T(draw(c, now, kDay, 1, c.lowest_bias, c.highest_bias));
  }

  /// Returns a whole number from `lowest` to `highest` for the span of time that contains `now`.
  static double draw(const Config& c, const Clock& now, double span, std::uint64_t which,
                     int lowest, int highest) {
    // Times are whole milliseconds: a sample belongs to the span that begins with it.
    const auto number = static_cast<std::int64_t>(std::floor((now.time + 5e-4) / span));
    const std::uint64_t bits = random_bits(static_cast<std::uint64_t>(c.seed), now.stream,
                                           2 * static_cast<std::uint64_t>(number) + which);
    const double count = std::max(highest, lowest) - std::min(highest, lowest) + 1.0;
    return std::min(highest, lowest) + std::floor(uniform(bits) * count);
  }
};

}  // namespace hearth

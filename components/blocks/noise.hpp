// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "hearth/framework/base/random.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Normally distributed numbers, a new one at each sample.
///
/// A draw is a function of seed, component id and number of the sample (splitmix64, Steele, Lea and
/// Flood, OOPSLA 2014, and Box and Muller, Ann. Math. Statist. 29 (1958)). There is no memory, so
/// threads and restarts do not change results.
template <class T>
struct Noise {
  struct Params {
    T mean, sd;
  };
  struct Config {
    int seed;
  };
  struct Held {
    T y;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Normally distributed noise, held between samples")
        .config(&Config::seed, "seed", Range{0.0, 0.0, 2147483647.0}, "Seed of the random numbers")
        .par(&Params::mean, "mean", unit::one, {0.0}, "Mean of the noise")
        .par(&Params::sd, "sd", unit::one, {1.0, 0.0}, "Standard deviation of the noise")
        .held(&Held::y, "y", unit::one, {0.0}, "Random number that was drawn at the last sample")
        .out(&Out::y, "y", unit::bare, "Random number that was drawn at the last sample");
  }

  static double draw(std::uint64_t seed, std::uint64_t stream, std::uint64_t sample) {
    const std::uint64_t key = random_bits(seed, stream, sample);
    return std::sqrt(-2.0 * std::log(uniform(scrambled(key)))) *
           std::cos(2.0 * std::numbers::pi * uniform(scrambled(key + 1)));
  }

  static void outputs(const Held& h, Out& y) { y.y = h.y; }
  static void update(const Params& p, const Config& c, const Clock& now, Held& h) {
    const double z =
        draw(static_cast<std::uint64_t>(c.seed), now.stream, static_cast<std::uint64_t>(now.tick));
    h.y = p.mean + p.sd * z;
  }
};

}  // namespace hearth

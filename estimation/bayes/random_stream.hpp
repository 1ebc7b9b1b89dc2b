// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "hearth/framework/base/random.hpp"

namespace hearth::estimation {

/// A sequence of random numbers that depends only on the seed and the stream.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  /// Returns a number in (0, 1).
  double uniform() { return hearth::uniform(random_bits(seed_, stream_, number_++)); }
  /// Returns a number of the standard normal distribution (Box and Muller, Annals of Mathematical
  /// Statistics 29, 1958).
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }
  /// Returns a whole number from 0 to `count` - 1.
  int below(int count) { return static_cast<int>(uniform() * count); }

 private:
  std::uint64_t seed_, stream_;
  std::uint64_t number_ = 0;
};

}  // namespace hearth::estimation

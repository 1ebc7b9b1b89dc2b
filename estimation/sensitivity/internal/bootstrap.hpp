// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/framework/base/random.hpp"

namespace hearth::estimation {

/// The number of samples with replacement for an interval (Efron, Annals of Statistics 7, 1979).
inline constexpr int kResamples = 1000;

/// Returns the indexes of the items in the resample with that number: `count` indexes below
/// `count`, with repetitions.
inline std::vector<std::size_t> resampled(std::size_t count, int resample, std::uint64_t seed) {
  constexpr std::uint64_t kDraws = 0xd000000000000000U;  // a stream of random bits
  std::vector<std::size_t> items(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share =
        uniform(random_bits(seed, kDraws + static_cast<std::uint64_t>(resample), i));
    items[i] = std::min(count - 1, static_cast<std::size_t>(share * static_cast<double>(count)));
  }
  return items;
}

/// Returns the interval between the 2.5 and 97.5 percentiles of the values over all resamples.
inline Interval percentile_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&values](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double part = place - std::floor(place);
    return values[below] + part * (values[above] - values[below]);
  };
  return {at(0.025), at(0.975)};
}

}  // namespace hearth::estimation

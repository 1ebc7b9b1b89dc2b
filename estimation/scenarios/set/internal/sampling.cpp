// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/internal/sampling.hpp"

#include <boost/random/sobol.hpp>

#include <fmt/format.h>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/random.hpp"

namespace hearth {
namespace {

// Streams of random bits: positions within intervals, and shifts of Sobol points.
constexpr std::uint64_t kPlaces = 0x9000000000000000U;
constexpr std::uint64_t kShifts = 0xa000000000000000U;

/// A permutation of [0, n) that is computed separately for each index: a Feistel network over the
/// smallest square of a power of 2 that is at least n, applied until the result is below n (Black
/// and Rogaway 2002, "Ciphers with arbitrary finite domains").
class Permutation {
 public:
  Permutation(std::uint64_t n, std::uint64_t seed, std::uint64_t stream)
      : n_(n), seed_(scrambled(seed) ^ scrambled(stream)) {
    while ((std::uint64_t{1} << (2 * half_)) < n) ++half_;
  }

  std::uint64_t operator()(std::uint64_t index) const {
    do {
      index = mixed(index);
    } while (index >= n_);
    return index;
  }

 private:
  std::uint64_t mixed(std::uint64_t x) const {
    constexpr std::uint64_t kRounds = 8;
    const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
    std::uint64_t left = x >> half_;
    std::uint64_t right = x & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t next = left ^ (random_bits(seed_, round, right) & mask);
      left = right;
      right = next;
    }
    return (left << half_) | right;
  }

  std::uint64_t n_;
  std::uint64_t seed_;
  int half_ = 1;  // bits
};

double in_unit_interval(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

}  // namespace

std::vector<double> latin_hypercube_point(long index, long n, int dimensions, std::uint64_t seed) {
  std::vector<double> point;
  point.reserve(static_cast<std::size_t>(dimensions));
  for (int d = 0; d < dimensions; ++d) {
    const auto stream = static_cast<std::uint64_t>(d);
    const Permutation permutation(static_cast<std::uint64_t>(n), seed, stream);
    const std::uint64_t interval = permutation(static_cast<std::uint64_t>(index));
    const double place = uniform(random_bits(seed, kPlaces + stream, interval));
    point.push_back((static_cast<double>(interval) + place) / static_cast<double>(n));
  }
  return point;
}

std::vector<double> sobol_point(long index, int dimensions, std::uint64_t seed) {
  constexpr int kMostDimensions = boost::random::default_sobol_table::max_dimension;
  if (dimensions > kMostDimensions) {
    throw InputError("scenarios.dimensions", {},
                     fmt::format("a Sobol sequence of {} parameters is not possible; at most {} "
                                 "are supported: vary fewer "
                                 "parameters, or use latin_hypercube",
                                 dimensions, kMostDimensions));
  }
  std::vector<double> point(static_cast<std::size_t>(dimensions), 0.0);
  if (dimensions == 0) return point;
  boost::random::sobol engine(static_cast<std::size_t>(dimensions));
  // the engine begins with point 1
  if (index > 0) engine.seed(static_cast<std::uint64_t>(index - 1));
  for (std::size_t d = 0; d < point.size(); ++d) {
    const std::uint64_t bits = index > 0 ? engine() : 0;
    const std::uint64_t shift = seed > 0 ? random_bits(seed, kShifts, d) : 0;
    point[d] = in_unit_interval(bits ^ shift);
  }
  return point;
}

std::vector<int> grid_point(long index, const std::vector<int>& levels) {
  std::vector<int> point(levels.size());
  for (std::size_t d = levels.size(); d-- > 0;) {
    point[d] = static_cast<int>(index % levels[d]);
    index /= levels[d];
  }
  return point;
}

}  // namespace hearth

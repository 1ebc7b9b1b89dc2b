// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/multistart.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace hearth::estimation {
namespace {

/// One output of SplitMix64 (Steele, Lea, Flood 2014) for the state `x`.
std::uint64_t split_mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Returns a number in [0, 1) on the grid of 2^-53: equal on every platform.
double uniform(std::uint64_t seed, std::uint64_t start, std::uint64_t parameter) {
  const std::uint64_t bits = split_mix(split_mix(split_mix(seed) + start) + parameter);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

double draw(const Parameter& parameter, double share) {
  const double min = parameter.min;
  const double max = parameter.max;
  if (!std::isfinite(min) || !std::isfinite(max)) return parameter.initial;
  const double value =
      min > 0.0 ? min * std::exp(share * std::log(max / min)) : min + share * (max - min);
  return std::clamp(value, min, max);
}

}  // namespace

std::vector<std::vector<double>> start_points(const std::vector<Parameter>& parameters, int count,
                                              std::uint64_t seed) {
  std::vector<std::vector<double>> starts;
  for (int start = 0; start < count; ++start) {
    std::vector<double>& point = starts.emplace_back();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const double share = uniform(seed, static_cast<std::uint64_t>(start), i);
      point.push_back(start == 0 ? parameters[i].initial : draw(parameters[i], share));
    }
  }
  return starts;
}

std::vector<Parameter> with_start(std::vector<Parameter> parameters,
                                  const std::vector<double>& start) {
  assert(parameters.size() == start.size());
  for (std::size_t i = 0; i < start.size(); ++i) parameters[i].initial = start[i];
  return parameters;
}

}  // namespace hearth::estimation

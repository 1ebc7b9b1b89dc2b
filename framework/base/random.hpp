// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace hearth {

/// Scrambles 64 bits with one step of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Returns random bits as a function of seed, stream and number. The function keeps no state, so
/// that results depend neither on threads nor on restarts.
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream,
                                    std::uint64_t number) {
  return scrambled(scrambled(scrambled(seed) ^ stream) ^ number);
}

/// Converts random bits to a number in (0, 1).
constexpr double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

}  // namespace hearth

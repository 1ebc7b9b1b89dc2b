// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

namespace pack_detail {

inline constexpr int kLanes = 8;
#ifdef __AVX__
inline constexpr int kBytes = 32;  // of the largest vector of the processor that is used
#else
inline constexpr int kBytes = 16;
#endif
inline constexpr int kWidth = kBytes / 8;  // lanes of a part
inline constexpr int kParts = kLanes / kWidth;

// Cells have the alignment of a double.
using Part = double __attribute__((vector_size(kBytes), aligned(8)));
using MaskPart = std::int64_t __attribute__((vector_size(kBytes), aligned(8)));

/// Sets each part of a result to the value of a function of its number.
template <class Result, class Function>
[[gnu::always_inline]] inline Result by_parts(const Function& function) {
  Result result;
#pragma GCC unroll 4
  for (int i = 0; i < kParts; ++i) result.parts[i] = function(i);
  return result;
}

}  // namespace pack_detail

/// The lanes of a pack for which a condition is true. It is not a `bool`, so that an `if` on a
/// scalar does not compile.
class LaneMask {
 public:
  LaneMask() = default;
  /// Makes a mask of the lanes whose bits are set.
  explicit LaneMask(unsigned bits) {
    for (int lane = 0; lane < pack_detail::kLanes; ++lane) {
      parts[lane / pack_detail::kWidth][lane % pack_detail::kWidth] =
          ((bits >> lane) & 1U) != 0 ? -1 : 0;
    }
  }
  /// Returns a bit for each lane.
  unsigned bits() const {
    unsigned bits = 0;
    for (int lane = 0; lane < pack_detail::kLanes; ++lane) {
      const auto set = parts[lane / pack_detail::kWidth][lane % pack_detail::kWidth];
      bits |= static_cast<unsigned>(set & 1) << lane;
    }
    return bits;
  }

  [[gnu::always_inline]] friend LaneMask operator&&(const LaneMask& a, const LaneMask& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] & b.parts[i]; });
  }
  [[gnu::always_inline]] friend LaneMask operator||(const LaneMask& a, const LaneMask& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] | b.parts[i]; });
  }
  [[gnu::always_inline]] friend LaneMask operator!(const LaneMask& a) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return ~a.parts[i]; });
  }

  pack_detail::MaskPart parts[pack_detail::kParts];
};

/// The scalar type of eight runs that advance together; each run has one number, its lane.
/// Operations on a lane are rounded like those on a `double`, so that a run in a lane equals the
/// run alone bit for bit. Code that is compiled for AVX processes four lanes at a time, other code
/// two.
class Pack8 {
 public:
  static constexpr int kLanes = pack_detail::kLanes;

  Pack8() = default;
  Pack8(double value)  // NOLINT: all lanes have the value
      : Pack8(pack_detail::by_parts<Pack8>([value](int) { return value - pack_detail::Part{}; })) {}

  double operator[](int lane) const {
    return parts[lane / pack_detail::kWidth][lane % pack_detail::kWidth];
  }
  void set(int lane, double value) {
    parts[lane / pack_detail::kWidth][lane % pack_detail::kWidth] = value;
  }

  [[gnu::always_inline]] friend Pack8 operator+(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<Pack8>([&](int i) { return a.parts[i] + b.parts[i]; });
  }
  [[gnu::always_inline]] friend Pack8 operator-(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<Pack8>([&](int i) { return a.parts[i] - b.parts[i]; });
  }
  [[gnu::always_inline]] friend Pack8 operator*(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<Pack8>([&](int i) { return a.parts[i] * b.parts[i]; });
  }
  [[gnu::always_inline]] friend Pack8 operator/(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<Pack8>([&](int i) { return a.parts[i] / b.parts[i]; });
  }
  [[gnu::always_inline]] friend Pack8 operator-(const Pack8& a) {
    return pack_detail::by_parts<Pack8>([&](int i) { return -a.parts[i]; });
  }
  [[gnu::always_inline]] friend Pack8 operator+(const Pack8& a) { return a; }
  Pack8& operator+=(const Pack8& b) { return *this = *this + b; }
  Pack8& operator-=(const Pack8& b) { return *this = *this - b; }
  Pack8& operator*=(const Pack8& b) { return *this = *this * b; }

  [[gnu::always_inline]] friend LaneMask operator<(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] < b.parts[i]; });
  }
  [[gnu::always_inline]] friend LaneMask operator>(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] > b.parts[i]; });
  }
  [[gnu::always_inline]] friend LaneMask operator<=(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] <= b.parts[i]; });
  }
  [[gnu::always_inline]] friend LaneMask operator>=(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] >= b.parts[i]; });
  }
  /// Returns the lanes in which both numbers are equal.
  [[gnu::always_inline]] friend LaneMask same_lanes(const Pack8& a, const Pack8& b) {
    return pack_detail::by_parts<LaneMask>([&](int i) { return a.parts[i] == b.parts[i]; });
  }
  /// Returns whether both numbers are equal in all lanes.
  friend bool all_equal(const Pack8& a, const Pack8& b) {
    pack_detail::MaskPart all = a.parts[0] == b.parts[0];
    for (int i = 1; i < pack_detail::kParts; ++i) all &= a.parts[i] == b.parts[i];
    bool equal = true;
    for (int lane = 0; lane < pack_detail::kWidth; ++lane) equal = equal && all[lane] != 0;
    return equal;
  }

  [[gnu::always_inline]] friend Pack8 select(const LaneMask& condition, const Pack8& yes,
                                             const Pack8& no) {
    return pack_detail::by_parts<Pack8>(
        [&](int i) { return condition.parts[i] ? yes.parts[i] : no.parts[i]; });
  }
  // As the templates for other scalars, but always inlined: packs pass through memory otherwise.
  [[gnu::always_inline]] friend Pack8 min(const Pack8& a, const Pack8& b) {
    return select(b < a, b, a);
  }
  [[gnu::always_inline]] friend Pack8 max(const Pack8& a, const Pack8& b) {
    return select(a < b, b, a);
  }
  [[gnu::always_inline]] friend Pack8 clamp(const Pack8& x, const Pack8& low, const Pack8& high) {
    return select(x < low, low, select(high < x, high, x));
  }
  [[gnu::always_inline]] friend Pack8 abs(const Pack8& x) { return select(x < Pack8(0.0), -x, x); }
  friend Pack8 sqrt(const Pack8& x) {
    return each(x, [](double lane) { return std::sqrt(lane); });
  }
  friend Pack8 exp(const Pack8& x) {
    return each(x, [](double lane) { return std::exp(lane); });
  }
  friend Pack8 log(const Pack8& x) {
    return each(x, [](double lane) { return std::log(lane); });
  }
  friend Pack8 sin(const Pack8& x) {
    return each(x, [](double lane) { return std::sin(lane); });
  }
  friend Pack8 cos(const Pack8& x) {
    return each(x, [](double lane) { return std::cos(lane); });
  }
  friend Pack8 tanh(const Pack8& x) {
    return each(x, [](double lane) { return std::tanh(lane); });
  }
  friend Pack8 pow(const Pack8& x, const Pack8& y) {
    Pack8 result;
    for (int lane = 0; lane < kLanes; ++lane) result.set(lane, std::pow(x[lane], y[lane]));
    return result;
  }

  pack_detail::Part parts[pack_detail::kParts];

 private:
  template <class Function>
  static Pack8 each(const Pack8& x, const Function& function) {
    Pack8 result;
    for (int lane = 0; lane < kLanes; ++lane) result.set(lane, function(x[lane]));
    return result;
  }
};

}  // namespace hearth

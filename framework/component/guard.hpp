// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace hearth {

/// Zero crossings at which a guard fires.
enum class Crossing {
  Rising,   ///< from <= 0 to > 0
  Falling,  ///< from >= 0 to < 0
  Either,
};

/// Defines when a guard fires and when it may fire again.
struct GuardRule {
  Crossing crossing = Crossing::Rising;
  /// A rising or falling guard can fire again only after it returned beyond 0 by this amount, in
  /// the guard's unit; a guard for both directions fires when it is this far beyond 0.
  double hysteresis = 0.0;
  bool received = false;  ///< has no function; fires when an event connection fires
};

/// Side of 0 that is remembered between two evaluations of a guard. A rising guard is armed
/// `Below`, a falling one `Above`, one for both directions on either side.
enum class Side : std::int8_t { Below = -1, Unknown = 0, Above = 1 };

/// Returns the side on which a guard starts. A guard that is beyond 0 at the start counts as
/// crossed, unless it fires in both directions.
constexpr Side initial_side(const GuardRule& rule) {
  if (rule.crossing == Crossing::Rising) return Side::Below;
  return rule.crossing == Crossing::Falling ? Side::Above : Side::Unknown;
}

/// Returns the side of a guard after it was evaluated with this value.
constexpr Side seen(const GuardRule& rule, double value, Side side) {
  const double band = rule.hysteresis;
  switch (rule.crossing) {
    case Crossing::Rising:
      return value > 0.0 ? Side::Above : value <= -band ? Side::Below : side;
    case Crossing::Falling:
      return value < 0.0 ? Side::Below : value >= band ? Side::Above : side;
    case Crossing::Either:
      return value > band ? Side::Above : value < -band ? Side::Below : side;
  }
  return side;
}

/// Returns 1 if a guard with this value has risen since it was on that side, -1 if it has fallen,
/// 0 if it does not fire.
constexpr int crossed(const GuardRule& rule, double value, Side side) {
  const Side now = seen(rule, value, side);
  if (side == Side::Below && now == Side::Above && rule.crossing != Crossing::Falling) return 1;
  if (side == Side::Above && now == Side::Below && rule.crossing != Crossing::Rising) return -1;
  return 0;
}

/// Returns the side after the events of an instant: the side before the crossing if the guard can
/// fire again. A guard that crossed only just now keeps its side and fires when next evaluated.
constexpr Side rearmed(const GuardRule& rule, double value, Side side) {
  return crossed(rule, value, side) == 0 ? seen(rule, value, side) : side;
}

}  // namespace hearth

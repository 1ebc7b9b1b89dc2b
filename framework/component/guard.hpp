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
  /// In the unit of the guard. A rising or falling guard can fire again only after its value has
  /// returned beyond 0 by this amount. A guard for both directions fires only when it is beyond 0
  /// by this amount.
  double hysteresis = 0.0;
  bool received = false;  ///< the guard has no function; it fires when it receives an event
};

/// Side of 0 that is remembered between two evaluations of a guard. A rising guard can fire if its
/// side is `Below`, a falling one if it is `Above`, and one for both directions from either side.
enum class Side : std::int8_t { Below = -1, Unknown = 0, Above = 1 };

/// Returns the side of a guard at the start of a run. A rising guard above 0, or a falling guard
/// below 0, at the start counts as having crossed 0 and fires; a guard for both directions does
/// not.
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

/// Returns 1 if a guard has risen from the remembered side to this value, -1 if it has fallen, 0 if
/// it does not fire.
constexpr int crossed(const GuardRule& rule, double value, Side side) {
  const Side now = seen(rule, value, side);
  if (side == Side::Below && now == Side::Above && rule.crossing != Crossing::Falling) return 1;
  if (side == Side::Above && now == Side::Below && rule.crossing != Crossing::Rising) return -1;
  return 0;
}

/// Returns the side of a guard after the events of an instant. If the events themselves made the
/// guard cross again, its side is kept, so that it fires at the next evaluation.
constexpr Side rearmed(const GuardRule& rule, double value, Side side) {
  return crossed(rule, value, side) == 0 ? seen(rule, value, side) : side;
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

/// Parts that show when guards fire and what those that fire see.
namespace hearth::test {

/// Counts how often its input passes 0, once for each kind of guard.
template <class T>
struct Passes {
  struct In {
    T u;
  };
  struct Held {
    T rising, falling, either, banded;
  };
  struct Guards {
    T rises, falls, crosses, rises_far;
  };
  struct Out {
    T rising, falling, either, banded;
  };
  static constexpr Schema schema() {
    return Schema("Counts passes of 0")
        .in(&In::u, "u", unit::bare, "Input")
        .held(&Held::rising, "rising", unit::one, {0.0}, "Counted")
        .held(&Held::falling, "falling", unit::one, {0.0}, "Counted")
        .held(&Held::either, "either", unit::one, {0.0}, "Counted")
        .held(&Held::banded, "banded", unit::one, {0.0}, "Counted")
        .guard(&Guards::rises, "rises", "Upwards")
        .guard(&Guards::falls, "falls", "Downwards", Crossing::Falling)
        .guard(&Guards::crosses, "crosses", "Both ways", Crossing::Either)
        .guard(&Guards::rises_far, "risesFar", "Upwards, from below -0.5", hysteresis(0.5))
        .out(&Out::rising, "rising", unit::one, "Counted")
        .out(&Out::falling, "falling", unit::one, "Counted")
        .out(&Out::either, "either", unit::one, "Counted")
        .out(&Out::banded, "banded", unit::one, "Counted");
  }
  static void outputs(const Held& h, Out& y) {
    y.rising = h.rising;
    y.falling = h.falling;
    y.either = h.either;
    y.banded = h.banded;
  }
  static void guards(const In& u, Guards& g) {
    g.rises = u.u;
    g.falls = u.u;
    g.crosses = u.u;
    g.rises_far = u.u;
  }
  static void fire(const Guards& fired, Held& h) {
    h.rising += fired.rises * fired.rises;
    h.falling += fired.falls * fired.falls;
    h.either += fired.crosses * fired.crosses;
    h.banded += fired.rises_far * fired.rises_far;
  }
};

/// Takes over the value of another at an event.
template <class T>
struct Swapper {
  struct In {
    T other;
  };
  struct Held {
    T v;
  };
  struct Guards {
    T swap;
  };
  struct Out {
    T v;
  };
  static constexpr Schema schema() {
    return Schema("Takes over a value")
        .in(&In::other, "other", unit::bare, "The other's value")
        .held(&Held::v, "v", unit::one, {0.0}, "Value")
        .event(&Guards::swap, "swap", "Takes over")
        .out(&Out::v, "v", unit::bare, "Value");
  }
  static void outputs(const Held& h, Out& y) { y.v = h.v; }
  static void fire(const In& u, const Guards& fired, Held& h) {
    h.v = select(fired.swap > T(0.5), u.other, h.v);
  }
};

/// A guard that has no value for u < -1/2.
template <class T>
struct RootGuard {
  struct In {
    T u;
  };
  struct Held {
    T fired;
  };
  struct Guards {
    T positive;
  };
  static constexpr Schema schema() {
    return Schema("A guard that can lose its value")
        .in(&In::u, "u", unit::bare, "Input")
        .held(&Held::fired, "fired", unit::one, {0.0}, "Counted")
        .guard(&Guards::positive, "positive", "Root of the input");
  }
  static void guards(const In& u, Guards& g) { g.positive = sqrt(u.u + 0.5); }
  static void fire(Held& h) { h.fired += 1.0; }
};

}  // namespace hearth::test

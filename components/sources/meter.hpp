// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Energy meter for any number of consumers: dE/dt = Σ P_i
///
/// E is the energy, P_i are the powers of the consumers. A negative power reduces the energy, as in
/// a bidirectional meter.
template <class T>
struct Meter {
  struct In {
    Many<T> power;
  };
  struct State {
    T energy;
  };
  struct Out {
    T power;
  };

  static constexpr double kJoulesPerKilowattHour = 3.6e6;  // J/kWh

  static constexpr Schema schema() {
    return Schema("Energy meter of any number of consumers")
        .in(&In::power, "Power", unit::W, "Power of each consumer", over("consumer"), passed_on())
        .state(&State::energy, "energy", unit::kWh, {0.0}, "Reading of the meter", shown())
        .out(&Out::power, "Power", unit::W, "Power of all consumers");
  }

  static T total(const In& u) {
    T sum(0.0);
    for (const T& power : u.power) sum += power;
    return sum;
  }

  static void outputs(const In& u, Out& y) { y.power = total(u); }
  static void derivatives(const In& u, State& dx) { dx.energy = total(u) / kJoulesPerKilowattHour; }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A thermal capacity connected to temperatures.
///
///     C dθ/dt = Σ (θ_j - θ)/R_j + Σ Q
///
/// θ_j are the temperatures of the neighbours, R_j the resistances to them. With one neighbour this
/// is the model 1R1C of a room. Two connected nodes exchange heat one step late. If a step is long
/// relative to R C, solve them together (docs/validation.md).
template <class T>
struct ThermalNode {
  struct In {
    Many<T> heat_gain, neighbour_temperature;
  };
  struct Params {
    T capacity;
    Many<T> resistance;
  };
  struct State {
    T temperature;
  };

  static constexpr Schema schema() {
    return Schema("Thermal capacity between temperatures")
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow to the node", over("gain"))
        .in(&In::neighbour_temperature, "adjacentTemperature", unit::degC,
            "Temperature on the far side of each resistance", over("neighbour"))
        .par(&Params::capacity, "C", unit::J_per_K, capacity(1e6), "Heat capacity of the node")
        .par(&Params::resistance, "R", unit::K_per_W, {0.01, 1e-9, 1e9},
             "Resistance to each neighbour", over("neighbour"))
        .state(&State::temperature, "temperature", unit::degC, {20.0}, "Temperature of the node",
               shown());
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    T heat(0.0);
    for (const T& gain : u.heat_gain) heat += gain;
    for (int j = 0; j < u.neighbour_temperature.size(); ++j) {
      heat += (u.neighbour_temperature[j] - x.temperature) / p.resistance[j];
    }
    dx.temperature = heat / p.capacity;
  }

  static void balance(const In& u, const State& x, const Params& p, Ledger& ledger) {
    for (int i = 0; i < u.heat_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatGain", i}, u.heat_gain[i]);
    }
    for (int j = 0; j < u.neighbour_temperature.size(); ++j) {
      ledger.conducted({"adjacentTemperature", j},
                       (u.neighbour_temperature[j] - x.temperature) / p.resistance[j]);
    }
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "node", p.capacity * x.temperature);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

/// Thermal networks node by node: every node, resistance and gain is a component of its own.
///
/// A resistance shows each end the conductance and the temperature of the other end. A node is
/// given these by its branches, so that it knows its own part of the exchange:
///
///     C dθ/dt = Σ G_i (θ_i - θ) + Σ Q        with a capacity
///           θ = (Σ G_i θ_i + Σ Q) / Σ G_i    without one
namespace hearth::test {

template <class T>
struct ThermalResistance {
  struct In {
    T a, b;
  };
  struct Params {
    T resistance;
  };
  struct Out {
    T conductance, a, b;
  };
  static constexpr Schema schema() {
    return Schema("Thermal resistance between two nodes")
        .in(&In::a, "a", unit::degC, "One end")
        .in(&In::b, "b", unit::degC, "The other end")
        .par(&Params::resistance, "R", unit::K_per_W, {1.0, 1e-9, 1e9}, "Resistance")
        .out(&Out::conductance, "conductance", unit::W_per_K, "1/R, for both ends")
        .out(&Out::a, "a", unit::degC, "One end, for the other")
        .out(&Out::b, "b", unit::degC, "The other end, for the one");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    y.conductance = 1.0 / p.resistance;
    y.a = u.a;
    y.b = u.b;
  }
};

template <class T>
struct SurfaceNode {
  struct In {
    Many<T> conductance, temperature, heat;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("Thermal node without capacity")
        .in(&In::conductance, "conductance", unit::W_per_K, "To a neighbour", over("branch"))
        .in(&In::temperature, "temperature", unit::degC, "Of a neighbour", over("branch"))
        .in(&In::heat, "heat", unit::W, "Heat to the node", over("gain"))
        .out(&Out::temperature, "temperature", unit::degC, "Node");
  }
  static void outputs(const In& u, Out& y) {
    T conductance(0.0), heat(0.0);
    for (int i = 0; i < u.conductance.size(); ++i) {
      conductance += u.conductance[i];
      heat += u.conductance[i] * u.temperature[i];
    }
    for (const T& gain : u.heat) heat += gain;
    y.temperature = heat / conductance;
  }
};

template <class T>
struct CapacityNode {
  struct In {
    Many<T> conductance, temperature, heat;
  };
  struct Params {
    T capacity;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("Thermal node with a capacity")
        .in(&In::conductance, "conductance", unit::W_per_K, "To a neighbour", over("branch"))
        .in(&In::temperature, "temperature", unit::degC, "Of a neighbour", over("branch"))
        .in(&In::heat, "heat", unit::W, "Heat to the node", over("gain"))
        .par(&Params::capacity, "C", unit::J_per_K, {1e6, 1e-6, 1e15}, "Capacity")
        .state(&State::temperature, "temperature", unit::degC, {20.0}, "Node")
        .out(&Out::temperature, "temperature", unit::degC, "Node");
  }
  static void outputs(const State& x, Out& y) { y.temperature = x.temperature; }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    T heat(0.0);
    for (int i = 0; i < u.conductance.size(); ++i) {
      heat += u.conductance[i] * (u.temperature[i] - x.temperature);
    }
    for (const T& gain : u.heat) heat += gain;
    dx.temperature = heat / p.capacity;
  }
};

}  // namespace hearth::test

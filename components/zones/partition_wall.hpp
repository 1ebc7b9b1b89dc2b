// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/step_mean.hpp"
#include "hearth/framework/component.hpp"

namespace hearth {

/// Wall of n layers between side A and side B, of which there is one for both zones.
///
///     C_i dθ_i/dt = q_(i-1) - q_i (+ Q_A for i = 1, + Q_B for i = n)
///     q_0 = (θ_A - θ_1) / (R_A + R_1/2),   q_i = (θ_i - θ_(i+1)) / (R_i/2 + R_(i+1)/2),
///     q_n = (θ_n - θ_B) / (R_n/2 + R_B)
///
/// C_i, R_i: heat capacity and resistance of layer i, its node in the middle; R_A, R_B: from the
/// surface to the air; θ_A, θ_B: air on either side, where given; Q_A, Q_B: heat brought to the
/// layers beside A and B. One layer is the R-C-R of a lumped wall. Layers from A to B; a thick one
/// is divided by giving it as several. One-dimensional conduction, EN ISO 13786.
///
/// A side is coupled in one of two ways; what is not coupled is adiabatic:
/// - by air (`zoneTemperatureA`): the wall finds the heat and hands it to the zone
///   (`heatGainA`, as to a BuildingSpace's `heatGain`), the mean over the step. The zone has to be
///   slow against the step: R C of the zone well above it.
/// - by heat (`heatFlowA`): the zone finds the heat from `temperatureA` and `conductanceA`, as
///   MixedAirZone does at its `surfaceTemperature` and `surfaceConductance`, and hands it to the
///   wall. A zone may be as light as it likes; C_1 has to be slow against the step.
///
/// Either way heat is found by one of both and booked by both (docs/concepts.md, Balances). The
/// means follow from what the layers stored, G_i = Σ_(j<=i) (Q - C_j Δθ_j / h), since q_i = q_0 +
/// G_i and, between two airs, θ_A - θ_B = Σ R q.
template <class T>
struct PartitionWall {
  struct In {
    Many<T> air_a, air_b;
    Many<T> heat_a, heat_b;
  };
  struct Params {
    Many<T> capacity, resistance;
    T film_a, film_b;
  };
  struct State {
    Many<T> temperature;
  };
  /// The start of the step.
  struct Held {
    T start;
    Many<T> temperature;
  };
  struct Out {
    T gain_a, gain_b;
    T temperature_a, temperature_b;
    T conductance_a, conductance_b;
  };

  static constexpr Schema schema() {
    return Schema("Wall between two zones that hands the same heat to both")
        .count("layer", "nlayers", 3, "Layers from A to B")
        .in(&In::air_a, "zoneTemperatureA", unit::degC, "Air on side A", at_most_one("airA"))
        .in(&In::air_b, "zoneTemperatureB", unit::degC, "Air on side B", at_most_one("airB"))
        .in(&In::heat_a, "heatFlowA", unit::W, "Heat into the wall on side A", over("heatA"))
        .in(&In::heat_b, "heatFlowB", unit::W, "Heat into the wall on side B", over("heatB"))
        .par(&Params::capacity, "C_layer", unit::J_per_K, {1e6, 1.0, 1e15}, "Of a layer",
             over("layer"))
        .par(&Params::resistance, "R_layer", unit::K_per_W, {0.005, 1e-9, 1e9}, "Of a layer",
             over("layer"))
        .par(&Params::film_a, "R_A", unit::K_per_W, {0.01, 0.0, 1e9}, "From the surface to air A")
        .par(&Params::film_b, "R_B", unit::K_per_W, {0.01, 0.0, 1e9}, "From the surface to air B")
        .state(&State::temperature, "layerTemperature", unit::degC, {20.0}, "Middle of a layer",
               over("layer"))
        .held(&Held::start, "stepStart", unit::s, {}, "Start of the step")
        .held(&Held::temperature, "startTemperature", unit::degC, {20.0}, "Layer at the start",
              over("layer"))
        .out(&Out::gain_a, "heatGainA", unit::W, "Heat to the air on side A")
        .out(&Out::gain_b, "heatGainB", unit::W, "Heat to the air on side B")
        .out(&Out::temperature_a, "temperatureA", unit::degC, "Middle of the layer beside A")
        .out(&Out::temperature_b, "temperatureB", unit::degC, "Middle of the layer beside B")
        .out(&Out::conductance_a, "conductanceA", unit::W_per_K, "From there to air A")
        .out(&Out::conductance_b, "conductanceB", unit::W_per_K, "From there to air B");
  }

  /// Resistance between node i and the one before it; 0 is air A, n + 1 air B.
  static T resistance(const Params& p, int i) {
    const int n = p.resistance.size();
    if (i == 0) return p.film_a + 0.5 * p.resistance[0];
    if (i == n) return 0.5 * p.resistance[n - 1] + p.film_b;
    return 0.5 * (p.resistance[i - 1] + p.resistance[i]);
  }
  /// Heat brought to layer i.
  static T brought(const In& u, int i, int n) {
    T heat(0.0);
    if (i == 0) {
      for (const T& flow : u.heat_a) heat += flow;
    }
    if (i == n - 1) {
      for (const T& flow : u.heat_b) heat += flow;
    }
    return heat;
  }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const int n = x.temperature.size();
    T entering(0.0);
    if (u.air_a.size() > 0) entering = (u.air_a[0] - x.temperature[0]) / resistance(p, 0);
    for (int i = 0; i < n; ++i) {
      T leaving(0.0);
      if (i + 1 < n) {
        leaving = (x.temperature[i] - x.temperature[i + 1]) / resistance(p, i + 1);
      } else if (u.air_b.size() > 0) {
        leaving = (x.temperature[i] - u.air_b[0]) / resistance(p, n);
      }
      dx.temperature[i] = (entering + brought(u, i, n) - leaving) / p.capacity[i];
      entering = leaving;
    }
  }

  static void update(const State& x, const Clock& now, Held& h) {
    h.start = T(now.time);
    for (int i = 0; i < x.temperature.size(); ++i) h.temperature[i] = x.temperature[i];
  }

  /// Heat from air A into the wall and from the wall into air B.
  struct Flows {
    T from_a, to_b;
  };
  static Flows flows_now(const In& u, const State& x, const Params& p) {
    const int n = x.temperature.size();
    Flows q{T(0.0), T(0.0)};
    if (u.air_a.size() > 0) q.from_a = (u.air_a[0] - x.temperature[0]) / resistance(p, 0);
    if (u.air_b.size() > 0) q.to_b = (x.temperature[n - 1] - u.air_b[0]) / resistance(p, n);
    return q;
  }
  static Flows flows_of_step(const In& u, const State& x, const Held& h, const Params& p,
                             double step) {
    const int n = x.temperature.size();
    T passed(0.0), drop(0.0), total = resistance(p, 0);  // G_i, Σ R_i G_i, Σ R_i
    for (int i = 0; i < n; ++i) {
      const T stored = p.capacity[i] * (x.temperature[i] - h.temperature[i]) / step;
      const T next = resistance(p, i + 1);
      passed += brought(u, i, n) - stored;
      drop += next * passed;
      total += next;
    }
    T from_a(0.0);
    if (u.air_a.size() > 0 && u.air_b.size() > 0) {
      from_a = (u.air_a[0] - u.air_b[0] - drop) / total;
    } else if (u.air_a.size() > 0) {
      from_a = -passed;
    }
    T to_b(0.0);
    if (u.air_b.size() > 0) to_b = from_a + passed;
    return {from_a, to_b};
  }

  static void outputs(const In& u, const State& x, const Held& h, const Params& p, const Clock& now,
                      Out& y) {
    const int n = x.temperature.size();
    Flows q = flows_now(u, x, p);
    if (now.step > 0.0) {
      const Flows mean = flows_of_step(u, x, h, p, now.step);
      q = {over_step(now, h.start, mean.from_a, q.from_a),
           over_step(now, h.start, mean.to_b, q.to_b)};
    }
    y.gain_a = -q.from_a;
    y.gain_b = q.to_b;
    y.temperature_a = x.temperature[0];
    y.temperature_b = x.temperature[n - 1];
    y.conductance_a = 1.0 / resistance(p, 0);
    y.conductance_b = 1.0 / resistance(p, n);
  }
};

}  // namespace hearth

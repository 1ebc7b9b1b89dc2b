// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/step_mean.hpp"
#include "hearth/components/physics/sum_of.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Wall of n layers between side A and side B; one component serves both zones.
///
///     C_i dθ_i/dt = q_(i-1) - q_i (+ Q_A + S_A for i = 1, + Q_B + S_B for i = n)
///     q_0 = (θ_A - θ_1) / (R_A + R_1/2),   q_i = (θ_i - θ_(i+1)) / (R_i/2 + R_(i+1)/2),
///     q_n = (θ_n - θ_B) / (R_n/2 + R_B)
///
/// C_i and R_i are the heat capacity and the resistance of layer i, whose node is in its middle.
/// R_A and R_B are the resistances from the surface to the air, θ_A and θ_B the temperatures of the
/// air on either side, if connected. Q_A and Q_B are the heat from zones, S_A and S_B the absorbed
/// radiation, to the layers next to A and B. One layer is the R-C-R of a lumped wall. Layers are
/// listed from A to B; to divide a thick layer, list it as several layers. Conduction is
/// one-dimensional (EN ISO 13786).
///
/// A side is coupled in one of two ways; a side that is not coupled is adiabatic:
/// - by air (`zoneTemperatureA`): the wall computes the heat and delivers it to the zone
///   (`heatGainA`, for example to a BuildingSpace's `heatGain`), as the mean over the step. The
///   zone must be slow relative to the step: its R C must be well above the step.
/// - by heat (`heatFlowA`): the zone computes the heat from `temperatureA` and `conductanceA`, as
///   MixedAirZone does at its `surfaceTemperature` and `surfaceConductance`, and delivers it to the
///   wall. Zone and wall may have any heat capacity.
///
/// In both cases either the wall or the zone computes the heat, and both book it (docs/concepts.md,
/// Balances). The means follow from the heat stored in the layers, G_i = Σ_(j<=i) (Q + S - C_j Δθ_j
/// / h), since q_i = q_0 + G_i and, with air on both sides, θ_A - θ_B = Σ R q.
///
/// `temperatureA` and `conductanceA` describe the wall as seen from side A over a step h, with all
/// layers implicit and the far side as in the step before: from the far side inwards
///
///     Y_i = C_i / h + 1 / (R + 1 / Y_(i+1)),   J_i = C_i θ_i / h + S + J_(i+1) / (1 + R Y_(i+1))
///
/// and the wall is J_1 / Y_1 behind R_A + R_1/2 + 1 / Y_1. Thus zones and walls stay stable at any
/// step. At an instant, `temperatureA` is θ_1 and `conductanceA` is 1 / (R_A + R_1/2).
template <class T>
struct PartitionWall {
  struct In {
    Many<T> air_a, air_b;
    Many<T> heat_a, heat_b;
    Many<T> radiation_a, radiation_b;
  };
  struct Params {
    Many<T> capacity, resistance;
    T film_a, film_b;
  };
  struct State {
    Many<T> temperature;
  };
  /// The start of the step, and the temperatures and conductances behind the films during it.
  struct Held {
    T start;
    Many<T> temperature;
    T beyond_a, beyond_b, absorbed_a, absorbed_b;
  };
  struct Out {
    T gain_a, gain_b;
    T temperature_a, temperature_b;
    T conductance_a, conductance_b;
  };

  static constexpr Schema schema() {
    return Schema("Wall between two zones that exchanges the same heat with both")
        .count("layer", "nlayers", 3, "Number of layers from A to B")
        .in(&In::air_a, "zoneTemperatureA", unit::degC, "Temperature of the air on side A",
            at_most_one("airA"))
        .in(&In::air_b, "zoneTemperatureB", unit::degC, "Temperature of the air on side B",
            at_most_one("airB"))
        .in(&In::heat_a, "heatFlowA", unit::W, "Heat flow from a zone to side A",
            at_most_one("heatA"))
        .in(&In::heat_b, "heatFlowB", unit::W, "Heat flow from a zone to side B",
            at_most_one("heatB"))
        .in(&In::radiation_a, "radiantHeatGainA", unit::W, "Radiation that is absorbed on side A",
            over("radiationA"))
        .in(&In::radiation_b, "radiantHeatGainB", unit::W, "Radiation that is absorbed on side B",
            over("radiationB"))
        .par(&Params::capacity, "C_layer", unit::J_per_K, capacity(1e6),
             "Heat capacity of each layer", over("layer"))
        .par(&Params::resistance, "R_layer", unit::K_per_W, {0.005, 1e-9, 1e9},
             "Resistance of each layer", over("layer"))
        .par(&Params::film_a, "R_A", unit::K_per_W, {0.01, 0.0, 1e9},
             "Resistance from the surface to the air on side A")
        .par(&Params::film_b, "R_B", unit::K_per_W, {0.01, 0.0, 1e9},
             "Resistance from the surface to the air on side B")
        .state(&State::temperature, "layerTemperature", unit::degC, {20.0},
               "Temperature in the middle of each layer", over("layer"))
        .held(&Held::start, "stepStart", unit::s, {}, "Time at which the step started")
        .held(&Held::temperature, "startTemperature", unit::degC, {20.0},
              "Temperature of each layer at the start of the step", over("layer"))
        .held(&Held::beyond_a, "beyondA", unit::degC, {20.0},
              "Temperature on the air side of the surface resistance of side A")
        .held(&Held::beyond_b, "beyondB", unit::degC, {20.0},
              "Temperature on the air side of the surface resistance of side B")
        .held(&Held::absorbed_a, "absorbedA", unit::W, {}, "Radiation that is absorbed on side A")
        .held(&Held::absorbed_b, "absorbedB", unit::W, {}, "Radiation that is absorbed on side B")
        .out(&Out::gain_a, "heatGainA", unit::W, "Heat flow to the air on side A")
        .out(&Out::gain_b, "heatGainB", unit::W, "Heat flow to the air on side B")
        .out(&Out::temperature_a, "temperatureA", unit::degC,
             "Temperature of the wall that acts on side A over a step")
        .out(&Out::temperature_b, "temperatureB", unit::degC,
             "Temperature of the wall that acts on side B over a step")
        .out(&Out::conductance_a, "conductanceA", unit::W_per_K,
             "Conductance from temperatureA to the air on side A over a step")
        .out(&Out::conductance_b, "conductanceB", unit::W_per_K,
             "Conductance from temperatureB to the air on side B over a step");
  }

  /// Returns the resistance between node i and the one before it; 0 is air A, n + 1 air B.
  static T resistance(const Params& p, int i) {
    const int n = p.resistance.size();
    if (i == 0) return p.film_a + 0.5 * p.resistance[0];
    if (i == n) return 0.5 * p.resistance[n - 1] + p.film_b;
    return 0.5 * (p.resistance[i - 1] + p.resistance[i]);
  }
  /// Returns the heat delivered to layer i.
  static T brought(const In& u, int i, int n) {
    T heat(0.0);
    if (i == 0) heat += sum_of(u.heat_a) + sum_of(u.radiation_a);
    if (i == n - 1) heat += sum_of(u.heat_b) + sum_of(u.radiation_b);
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

  /// The wall as it acts on one side: a temperature behind a conductance.
  struct Face {
    T temperature, conductance;
  };
  enum class Side { A, B };
  static Face face_now(const State& x, const Params& p, Side side) {
    const int n = x.temperature.size();
    if (side == Side::A) return {x.temperature[0], 1.0 / resistance(p, 0)};
    return {x.temperature[n - 1], 1.0 / resistance(p, n)};
  }
  static Face face_of_step(const In& u, const State& x, const Held& h, const Params& p, Side side,
                           double step) {
    const int n = x.temperature.size();
    const bool from_a = side == Side::A;
    const bool open =
        from_a ? u.air_b.size() + u.heat_b.size() > 0 : u.air_a.size() + u.heat_a.size() > 0;
    T link(0.0), source(0.0);  // of the part further from this side
    if (open) {
      link = 1.0 / resistance(p, from_a ? n : 0);
      source = link * (from_a ? h.beyond_b : h.beyond_a);
    }
    for (int k = n - 1; true; --k) {
      const int i = from_a ? k : n - 1 - k;
      const T storage = p.capacity[i] / step;
      link += storage;
      source += storage * x.temperature[i];
      if (i == 0) source += h.absorbed_a;
      if (i == n - 1) source += h.absorbed_b;
      const T passage = 1.0 + resistance(p, from_a ? i : i + 1) * link;
      if (k == 0) return {source / link, link / passage};
      link = link / passage;
      source = source / passage;
    }
  }

  static void update(const In& u, const State& x, const Params& p, const Clock& now, Held& h) {
    // Values that the zones received in this step and used to compute the heat that they deliver.
    const bool first = now.tick == 0;
    const Face a = first ? face_now(x, p, Side::A) : face_of_step(u, x, h, p, Side::A, now.period);
    const Face b = first ? face_now(x, p, Side::B) : face_of_step(u, x, h, p, Side::B, now.period);
    if (u.heat_a.size() > 0) h.beyond_a = a.temperature + u.heat_a[0] / a.conductance;
    if (u.heat_b.size() > 0) h.beyond_b = b.temperature + u.heat_b[0] / b.conductance;
    if (u.air_a.size() > 0) h.beyond_a = u.air_a[0];
    if (u.air_b.size() > 0) h.beyond_b = u.air_b[0];
    h.absorbed_a = sum_of(u.radiation_a);
    h.absorbed_b = sum_of(u.radiation_b);
    h.start = T(now.time);
    for (int i = 0; i < x.temperature.size(); ++i) h.temperature[i] = x.temperature[i];
  }

  /// Heat flows from air A into the wall and from the wall into air B.
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
    Flows q = flows_now(u, x, p);
    Face a = face_now(x, p, Side::A), b = face_now(x, p, Side::B);
    if (now.step > 0.0 && !now.means) {
      const Flows mean = flows_of_step(u, x, h, p, now.step);
      q = {over_step(now, h.start, mean.from_a, q.from_a),
           over_step(now, h.start, mean.to_b, q.to_b)};
      a = face_of_step(u, x, h, p, Side::A, now.step);
      b = face_of_step(u, x, h, p, Side::B, now.step);
    }
    y.gain_a = -q.from_a;
    y.gain_b = q.to_b;
    y.temperature_a = a.temperature;
    y.temperature_b = b.temperature;
    y.conductance_a = a.conductance;
    y.conductance_b = b.conductance;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    for (int i = 0; i < u.heat_a.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatFlowA", i}, u.heat_a[i]);
    }
    for (int i = 0; i < u.heat_b.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatFlowB", i}, u.heat_b[i]);
    }
    for (int i = 0; i < u.radiation_a.size(); ++i) {
      ledger.in(Conserved::Heat, {"radiantHeatGainA", i}, u.radiation_a[i]);
    }
    for (int i = 0; i < u.radiation_b.size(); ++i) {
      ledger.in(Conserved::Heat, {"radiantHeatGainB", i}, u.radiation_b[i]);
    }
    ledger.out(Conserved::Heat, "heatGainA", y.gain_a);
    ledger.out(Conserved::Heat, "heatGainB", y.gain_b);
  }
  static void content(const State& x, const Params& p, Ledger& ledger) {
    double heat = 0.0;
    for (int i = 0; i < x.temperature.size(); ++i) heat += p.capacity[i] * x.temperature[i];
    ledger.content(Conserved::Heat, "layers", heat);
  }
};

}  // namespace hearth

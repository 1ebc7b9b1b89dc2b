// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

/// An air handling unit shared by rooms, in its simplest form.
namespace hearth::test {

inline constexpr double kAirHeatCapacity = 1005.0;  // J/(kg K)

/// Supply junction: m = Σ m_i; all streams have the temperature of the duct
template <class T>
struct SupplyJunction {
  struct In {
    Many<T> flow;
    T temperature;
  };
  struct Out {
    T flow;
    Many<T> temperature;
  };
  static constexpr Schema schema() {
    return Schema("Junction of supply air streams")
        .in(&In::flow, "airFlowRateOut", unit::kg_per_s, "What each stream takes", over("stream"))
        .in(&In::temperature, "airTemperatureIn", unit::degC, "Duct")
        .out(&Out::flow, "airFlowRateIn", unit::kg_per_s, "Duct")
        .out(&Out::temperature, "airTemperatureOut", unit::degC, "Each stream", over("stream"));
  }
  static void outputs(const In& u, Out& y) {
    y.flow = T(0.0);
    for (int i = 0; i < u.flow.size(); ++i) {
      y.flow += u.flow[i];
      y.temperature[i] = u.temperature;
    }
  }
};

/// Return junction: m = Σ m_i, θ = Σ m_i θ_i / m; at rest the plain mean of the streams
template <class T>
struct ReturnJunction {
  struct In {
    Many<T> flow, temperature;
  };
  struct Out {
    T flow, temperature;
  };
  static constexpr double kTrickle = 1e-6;  // kg/s, keeps the mean defined at rest
  static constexpr Schema schema() {
    return Schema("Junction of return air streams")
        .in(&In::flow, "airFlowRateIn", unit::kg_per_s, "Each stream", over("stream"))
        .in(&In::temperature, "airTemperatureIn", unit::degC, "Each stream", over("stream"))
        .out(&Out::flow, "airFlowRateOut", unit::kg_per_s, "Mixed air")
        .out(&Out::temperature, "airTemperatureOut", unit::degC, "Mixed air");
  }
  static void outputs(const In& u, Out& y) {
    T flow(0.0), weight(0.0), carried(0.0);
    for (int i = 0; i < u.flow.size(); ++i) {
      flow += u.flow[i];
      weight += u.flow[i] + kTrickle;
      carried += (u.flow[i] + kTrickle) * u.temperature[i];
    }
    y.flow = flow;
    y.temperature = carried / weight;
  }
};

/// Heat recovery: θ = θ_out + η (θ_return - θ_out)
template <class T>
struct HeatRecovery {
  struct In {
    T outdoors, returned;
  };
  struct Params {
    T efficiency;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("Air to air heat recovery of equal streams")
        .in(&In::outdoors, "outdoorTemperature", unit::degC, "Outdoor air")
        .in(&In::returned, "returnTemperature", unit::degC, "Return air")
        .par(&Params::efficiency, "efficiency", unit::one, {0.7, 0.0, 1.0}, "η")
        .out(&Out::temperature, "airTemperatureOut", unit::degC, "Preheated air");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    y.temperature = u.outdoors + p.efficiency * (u.returned - u.outdoors);
  }
};

/// Fan: P = P_nom (m/m_nom)^3, all of it heats the air: θ = θ_in + P/(m c)
template <class T>
struct SimpleFan {
  struct In {
    T flow, temperature;
  };
  struct Params {
    T nominal_flow, nominal_power;
  };
  struct Out {
    T power, temperature;
  };
  static constexpr Schema schema() {
    return Schema("Fan by the law of similarity")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Air")
        .in(&In::temperature, "inletAirTemperature", unit::degC, "Before the fan")
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, {1.0, 1e-6, 1e3}, "m_nom")
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, {1000.0, 0.0, 1e6}, "P_nom")
        .out(&Out::power, "Power", unit::W, "Electricity")
        .out(&Out::temperature, "outletAirTemperature", unit::degC, "After the fan");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    const T speed = u.flow / p.nominal_flow;
    const T rise = p.nominal_power * speed * speed / (p.nominal_flow * kAirHeatCapacity);
    y.power = p.nominal_power * speed * speed * speed;
    y.temperature = u.temperature + rise;
  }
};

/// Heating coil: θ = θ_in + ε (θ_water - θ_in), Q = m c (θ - θ_in)
template <class T>
struct SimpleCoil {
  struct In {
    T flow, temperature, water;
  };
  struct Params {
    T effectiveness;
  };
  struct Out {
    T power, temperature;
  };
  static constexpr Schema schema() {
    return Schema("Heating coil of constant effectiveness")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Air")
        .in(&In::temperature, "inletAirTemperature", unit::degC, "Before the coil")
        .in(&In::water, "supplyWaterTemperature", unit::degC, "Water")
        .par(&Params::effectiveness, "effectiveness", unit::one, {0.2, 0.0, 1.0}, "ε")
        .out(&Out::power, "Power", unit::W, "Heat to the air")
        .out(&Out::temperature, "outletAirTemperature", unit::degC, "After the coil");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    y.temperature = u.temperature + p.effectiveness * (u.water - u.temperature);
    y.power = u.flow * kAirHeatCapacity * (y.temperature - u.temperature);
  }
};

}  // namespace hearth::test

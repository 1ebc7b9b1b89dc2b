// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Heat recovery between supply air (primary) and exhaust air (secondary).
///
///     f = (m_p + m_s) / (2 max(m_p,max, m_s,max)),   ε = ε_75 + (ε_100 - ε_75) (f - 0.75) / 0.25
///     θ_p,out = θ_p + Δ,   Δ = ε C_min / C_p (θ_s - θ_p),   θ_s,out = θ_s - Δ C_p / C_s
///
/// m are mass flows, θ temperatures, w humidity ratios, C = m c_a heat capacity rates, C_min the
/// smaller of C_p and C_s. ε, in 0..1, is the effectiveness of heating if the secondary air is
/// warmer, otherwise the effectiveness of cooling. With `bypass`, a part of the primary air
/// bypasses the exchanger so that the outlet temperature does not pass the setpoint. All of the air
/// bypasses it if the exchange would move the temperature away from the setpoint. Moisture is
/// exchanged by ε_latent, less the bypassed share: w_p,out = w_p + ε_latent m_min / m_p (w_s -
/// w_p); the secondary air loses this moisture. If one of the flows is zero or reversed, nothing is
/// exchanged.
///
/// Equations of Twin4Build (v1.1.2, AirToAirHeatRecovery, which does not run) and EnergyPlus
/// (HeatExchanger:AirToAir:SensibleAndLatent, Engineering Reference); the defaults of ε are the
/// sensible effectivenesses of the EnergyPlus example. Both extrapolate ε from 75 and 100 % flow.
template <class T>
struct AirToAirHeatRecovery {
  struct In {
    T primary_flow, secondary_flow, primary_inlet, secondary_inlet, setpoint;
    T primary_humidity, secondary_humidity;
  };
  struct Params {
    T heating_75, heating_100, cooling_75, cooling_100, primary_max, secondary_max, latent;
  };
  struct Config {
    bool bypass;
  };
  struct Out {
    T primary_outlet, secondary_outlet, primary_humidity, secondary_humidity, power;
  };

  static constexpr Schema schema() {
    return Schema("Heat recovery between supply and exhaust air")
        .in(&In::primary_flow, "primaryAirFlowRate", unit::kg_per_s, "Mass flow of the supply air")
        .in(&In::secondary_flow, "secondaryAirFlowRate", unit::kg_per_s,
            "Mass flow of the exhaust air")
        .in(&In::primary_inlet, "primaryTemperatureIn", unit::degC,
            "Temperature of the outdoor air that enters the supply side")
        .in(&In::secondary_inlet, "secondaryTemperatureIn", unit::degC,
            "Temperature of the extract air that enters the exhaust side")
        .in(&In::setpoint, "primaryTemperatureOutSetpoint", unit::degC,
            "Setpoint of the supply air temperature, beyond which the bypass opens", open(20.0))
        .in(&In::primary_humidity, "primaryHumidityRatioIn", unit::one,
            "Humidity ratio of the outdoor air that enters the supply side, kg/kg", open(0.0))
        .in(&In::secondary_humidity, "secondaryHumidityRatioIn", unit::one,
            "Humidity ratio of the extract air that enters the exhaust side, kg/kg", open(0.0))
        .par(&Params::heating_75, "eps_75_h", unit::one, share(0.81),
             "Sensible effectiveness for heating at 75 % flow")
        .par(&Params::heating_100, "eps_100_h", unit::one, share(0.76),
             "Sensible effectiveness for heating at full flow")
        .par(&Params::cooling_75, "eps_75_c", unit::one, share(0.81),
             "Sensible effectiveness for cooling at 75 % flow")
        .par(&Params::cooling_100, "eps_100_c", unit::one, share(0.76),
             "Sensible effectiveness for cooling at full flow")
        .par(&Params::primary_max, "primaryAirFlowRateMax", unit::kg_per_s, {1.0, 1e-6, 1e4},
             "Full flow of the supply air")
        .par(&Params::secondary_max, "secondaryAirFlowRateMax", unit::kg_per_s, {1.0, 1e-6, 1e4},
             "Full flow of the exhaust air")
        .par(&Params::latent, "eps_latent", unit::one, share(0.0),
             "Effectiveness of the exchange of moisture")
        .config(&Config::bypass, "bypass", true,
                "Let supply air bypass the exchanger so that its temperature does not pass the "
                "setpoint")
        .out(&Out::primary_outlet, "primaryTemperatureOut", unit::degC,
             "Temperature of the supply air that leaves")
        .out(&Out::secondary_outlet, "secondaryTemperatureOut", unit::degC,
             "Temperature of the exhaust air that leaves")
        .out(&Out::primary_humidity, "primaryHumidityRatioOut", unit::one,
             "Humidity ratio of the supply air that leaves, kg/kg")
        .out(&Out::secondary_humidity, "secondaryHumidityRatioOut", unit::one,
             "Humidity ratio of the exhaust air that leaves, kg/kg")
        .out(&Out::power, "recoveredPower", unit::W, "Sensible heat flow to the supply air");
  }

  /// Returns the effectiveness at a share of full flow.
  static T at_flow(const T& at_75, const T& at_100, const T& share) {
    return clamp(T(at_75 + (at_100 - at_75) * (share - 0.75) / 0.25), T(0.0), T(1.0));
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T primary = max(u.primary_flow, T(0.0));
    const T secondary = max(u.secondary_flow, T(0.0));
    const T larger = max(T(select(primary < secondary, secondary, primary)), T(kLeastMixedFlow));
    const T primary_rate = secondary / larger;  // m_min / m_p
    const T secondary_rate = primary / larger;  // m_min / m_s
    const T share = 0.5 * (primary + secondary) / max(p.primary_max, p.secondary_max);
    const T excess = u.secondary_inlet - u.primary_inlet;
    const T sensible = select(excess < T(0.0), at_flow(p.cooling_75, p.cooling_100, share),
                              at_flow(p.heating_75, p.heating_100, share));

    const T primary_full = sensible * primary_rate * excess;
    const T secondary_full = sensible * secondary_rate * excess;
    T primary_change = primary_full;
    T secondary_change = secondary_full;
    T through(1.0);  // share of the exchange that remains with the bypass
    if (c.bypass) {
      const T wanted = u.setpoint - u.primary_inlet;
      const T given = wanted * primary / max(secondary, T(kLeastMixedFlow));
      primary_change = no_further(primary_full, wanted);
      secondary_change = no_further(secondary_full, given);
      // wanted / full in 0..1, without a division by 0 if the streams are equally warm.
      through =
          clamp(T(wanted * primary_full / (primary_full * primary_full + 1e-6)), T(0.0), T(1.0));
    }
    y.primary_outlet = u.primary_inlet + primary_change;
    y.secondary_outlet = u.secondary_inlet - secondary_change;
    y.power = primary * kAirHeatCapacity * primary_change;

    const T moved = p.latent * through * (u.secondary_humidity - u.primary_humidity);
    y.primary_humidity = u.primary_humidity + primary_rate * moved;
    y.secondary_humidity = u.secondary_humidity - secondary_rate * moved;
  }

  /// Returns the change, limited to the wanted change; 0 if both have opposite signs.
  static T no_further(const T& change, const T& wanted) {
    const T up = max(T(min(change, wanted)), T(0.0));
    const T down = min(T(max(change, wanted)), T(0.0));
    return up + down;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    const T primary = max(u.primary_flow, T(0.0));
    air_in(ledger, "primaryTemperatureIn", primary, u.primary_inlet);
    air_out(ledger, "primaryTemperatureOut", primary, y.primary_outlet);
    ledger.stream_in(Conserved::Vapour, "primaryHumidityRatioIn", primary * u.primary_humidity);
    ledger.stream_out(Conserved::Vapour, "primaryHumidityRatioOut", primary * y.primary_humidity);
    const T secondary = max(u.secondary_flow, T(0.0));
    air_in(ledger, "secondaryTemperatureIn", secondary, u.secondary_inlet);
    air_out(ledger, "secondaryTemperatureOut", secondary, y.secondary_outlet);
    ledger.stream_in(Conserved::Vapour, "secondaryHumidityRatioIn",
                     secondary * u.secondary_humidity);
    ledger.stream_out(Conserved::Vapour, "secondaryHumidityRatioOut",
                      secondary * y.secondary_humidity);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/reheat.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Whether a coil heats or cools its air.
enum class CoilDuty { Heating, Cooling };
inline constexpr std::array<std::string_view, 2> kCoilDutyWords{"heating", "cooling"};

/// Air coil that keeps a setpoint, within the limits of its water temperature, and draws water.
///
///     heating:  θ_out = max(θ_in, min(θ_set, θ_w)),   Q = m c_a (θ_out - θ_in),   θ_r = θ_w - Δθ
///     cooling:  θ_out = min(θ_in, max(θ_set, θ_w)),   Q = m c_a (θ_in - θ_out),   θ_r = θ_w + Δθ
///     m_w = Q / (c Δθ),   Δθ = min(Δθ_n, max(|θ_w - θ_in|, 0.1 K))
///
/// A coil with ideal valve and controller: θ_w is the supply and θ_r the return temperature of the
/// water, m_w its mass flow. The temperature of the water changes by Δθ_n, or by less if the water
/// would otherwise return beyond the temperature of the entering air. Q is at most the nominal
/// power. Condensation is not included. Without air flow or with reversed flow, Q is 0. HeatingCoil
/// and CoolingCoil have a UA and need a valve; Coil has no water side.
template <class T>
struct WaterCoil {
  static constexpr double kUnlimited = 1e12;  // W

  struct In {
    T inlet, setpoint, flow, water_supply;
  };
  struct Params {
    T water_change, nominal_power;
  };
  struct Config {
    CoilDuty duty;
  };
  struct Out {
    T outlet, heating, cooling, water_flow, water_outlet;
  };

  static constexpr Schema schema() {
    return Schema("Air coil with water that keeps a setpoint")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::setpoint, "outletAirTemperatureSetpoint", unit::degC,
            "Setpoint of the air temperature after the coil")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .in(&In::water_supply, "supplyWaterTemperature", unit::degC,
            "Temperature of the water that enters the coil")
        .par(&Params::water_change, "waterTemperatureChange", unit::K, {20.0, 0.1, 200.0},
             "Temperature change of the water from supply to return")
        .par(&Params::nominal_power, "nominalPower", unit::W, {kUnlimited, 0.0, kUnlimited},
             "Largest heat flow between water and air; no limit by default")
        .config(&Config::duty, "duty", kCoilDutyWords, "Duty of the coil")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil")
        .out(&Out::heating, "heatingPower", unit::W, "Heat flow from the water to the air")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow from the air to the water")
        .out(&Out::water_flow, "waterFlowRate", unit::kg_per_s,
             "Mass flow of the water through the coil")
        .out(&Out::water_outlet, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves the coil");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    // Cooling is heating with the signs of all temperatures reversed.
    const double sign = c.duty == CoilDuty::Heating ? 1.0 : -1.0;
    const T excess = sign * (u.water_supply - u.inlet);
    const T rate = max(u.flow, T(0.0)) * kAirHeatCapacity;
    const T most = p.nominal_power / (rate + T(1e-9));  // W/K, so that air at rest takes none
    const T wanted = min(T(sign * (u.setpoint - u.inlet)), min(excess, most));
    const T change = max(wanted, T(0.0));
    const T drop = reheat_drop(p.water_change, excess);
    const T power = rate * change;
    y.outlet = u.inlet + sign * change;
    y.heating = c.duty == CoilDuty::Heating ? power : T(0.0);
    y.cooling = c.duty == CoilDuty::Heating ? T(0.0) : power;
    y.water_flow = reheat_water(power, drop);
    y.water_outlet = u.water_supply - sign * drop;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    water_in(ledger, "supplyWaterTemperature", y.water_flow, u.water_supply);
    water_out(ledger, "outletWaterTemperature", y.water_flow, y.water_outlet);
  }
};

}  // namespace hearth

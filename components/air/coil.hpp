// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Ideal coil: heats or cools the air to a setpoint, with the power that is needed, up to the
/// capacity.
///
///     Q_heat = min(m c_a max(θ_set - θ_in, 0), Q_heat,n),
///     Q_cool = min(m c_a max(θ_in - θ_set, 0), Q_cool,n),
///     θ_out = θ_in + (Q_heat - Q_cool)/(m c_a)
///
/// m is the mass flow of the air, c_a its specific heat capacity, θ its temperature, Q_n the
/// capacity. Condensation is not included, as in Twin4Build (v1.1.2, CoilTorchSystem), whose coil
/// has no limit of capacity. Without flow or with reversed flow, the power is 0 and the outlet
/// temperature is the setpoint. HeatingCoil and CoolingCoil are coils with a water side;
/// DirectExpansionSystem, Furnace and ElectricAirHeater compute the energy use of a coil without
/// water.
template <class T>
struct Coil {
  struct In {
    T inlet, setpoint, flow;
  };
  struct Params {
    T heating_capacity, cooling_capacity;
  };
  struct Out {
    T heating, cooling, outlet;
  };

  static constexpr double kUnlimited = 1e12;  // W
  static constexpr double kLeastRate = 1e-9;  // W/K, keeps the outlet defined for air at rest

  static constexpr Schema schema() {
    return Schema("Ideal air coil that keeps a setpoint")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::setpoint, "outletAirTemperatureSetpoint", unit::degC,
            "Setpoint of the air temperature after the coil")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .par(&Params::heating_capacity, "nominalHeatingPower", unit::W,
             {kUnlimited, 0.0, kUnlimited}, "Largest heat flow to the air; no limit by default")
        .par(&Params::cooling_capacity, "nominalCoolingPower", unit::W,
             {kUnlimited, 0.0, kUnlimited}, "Largest heat flow from the air; no limit by default")
        .out(&Out::heating, "heatingPower", unit::W, "Heat flow to the air")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow from the air")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T rate = max(u.flow, T(0.0)) * kAirHeatCapacity;
    const T heat = rate * max(T(u.setpoint - u.inlet), T(0.0));
    const T cold = rate * max(T(u.inlet - u.setpoint), T(0.0));
    y.heating = min(heat, p.heating_capacity);
    y.cooling = min(cold, p.cooling_capacity);
    // Computed from the missing heat, so that the outlet is exactly the setpoint if no heat is
    // missing.
    y.outlet = u.setpoint - ((heat - y.heating) - (cold - y.cooling)) / max(rate, T(kLeastRate));
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    ledger.outside(Conserved::Heat, "heating", y.heating);
    ledger.outside(Conserved::Heat, "cooling", -y.cooling);
  }
};

}  // namespace hearth

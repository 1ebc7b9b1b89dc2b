// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Ideal coil: heats or cools the air to its setpoint with whatever power this takes.
///
///     Q_heat = m c_a max(θ_set - θ_in, 0),   Q_cool = m c_a max(θ_in - θ_set, 0),   θ_out = θ_set
///
/// Without condensation or limit of power, as in Twin4Build (v1.1.2, CoilTorchSystem); air at rest
/// or reversed takes no power. HeatingCoil and CoolingCoil are coils with a water side.
template <class T>
struct Coil {
  struct In {
    T inlet, setpoint, flow;
  };
  struct Out {
    T heating, cooling, outlet;
  };

  static constexpr Schema schema() {
    return Schema("Ideal air coil that keeps a setpoint")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::setpoint, "outletAirTemperatureSetpoint", unit::degC,
            "Setpoint of the air temperature after the coil")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .out(&Out::heating, "heatingPower", unit::W, "Heat flow to the air")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow from the air")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil");
  }

  static void outputs(const In& u, Out& y) {
    const T rate = max(u.flow, T(0.0)) * kAirHeatCapacity;
    y.heating = rate * max(T(u.setpoint - u.inlet), T(0.0));
    y.cooling = rate * max(T(u.inlet - u.setpoint), T(0.0));
    y.outlet = u.setpoint;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    ledger.outside(Conserved::Heat, "heating", y.heating);
    ledger.outside(Conserved::Heat, "cooling", -y.cooling);
  }
};

}  // namespace hearth

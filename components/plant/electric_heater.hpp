// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Electric flow heater of water.
///
///     Q = m c min(θ_set - θ_in, s η P_n / (m c)),   P = Q/η = Q + heatLoss
///
/// Q is the heat to the water, P the electric power, P_n its maximum, η the share that reaches
/// the water, s the input signal as a limit.
template <class T>
struct ElectricHeater {
  struct In {
    T flow, inlet_temperature, setpoint, signal;
  };
  struct Params {
    T nominal_power, efficiency;
  };
  struct Out {
    T outlet_temperature, heat, power, heat_loss;
  };

  static constexpr Schema schema() {
    return Schema("Electric flow heater of water")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that enters")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the temperature of the water that leaves")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the power as a share of the nominal power, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, nominal_power(6000.0),
             "Largest electric power")
        .par(&Params::efficiency, "efficiency", unit::one, efficiency(0.98),
             "Heat to the water as a share of the electric power")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow to the water")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to the surroundings");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * p.efficiency * p.nominal_power;
    const WaterStream<T> water = heated(u.flow, u.inlet_temperature, u.setpoint, limit);
    y.outlet_temperature = water.outlet;
    y.heat = water.power;
    y.power = y.heat / p.efficiency;
    y.heat_loss = y.power - y.heat;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
    ledger.rejected("heatLoss", y.heat_loss);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Absorption chiller, which hot water or steam drives instead of a compressor.
///
///     Q = m c_w min(θ_in - θ_set, s Q_max / (m c_w)),   Q_h = Q / COP
///     m_h = Q_h / (c_w Δθ),   θ_h,out = θ_h - Δθ,   Q_c = Q + Q_h
///
/// Q is the heat flow from the chilled water m, which enters at θ_in, θ_set its setpoint, s the
/// input signal as a limit, Q_max the capacity. Q_h is the heat flow of the generator from the hot
/// water, which enters at θ_h and is cooled by Δθ, so that its flow m_h follows from Q_h. Q_c is
/// the heat flow to the cooling water. The capacity and the COP do not depend on temperatures. The
/// default COP is the requirement for single-effect chillers (ASHRAE 90.1-2019, table 6.8.1-3).
template <class T>
struct AbsorptionChiller {
  struct In {
    T flow, inlet_temperature, setpoint, hot_temperature, signal;
  };
  struct Params {
    T nominal_power, cop, drop;
  };
  struct Out {
    T outlet_temperature, cooling, hot_flow, hot_outlet, heat, condenser;
  };

  static constexpr Schema schema() {
    return Schema("Absorption chiller driven by hot water")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the chilled water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the chilled water that returns")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the chilled water temperature")
        .in(&In::hot_temperature, "supplyHotWaterTemperature", unit::degC,
            "Temperature of the hot water that drives the chiller")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the cooling power as a share of the capacity, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalCoolingPower", unit::W, nominal_power(100000.0),
             "Cooling capacity")
        .par(&Params::cop, "nominalCOP", unit::one, {0.7, 0.1, 3.0},
             "Cooling power divided by the heat flow from the hot water")
        .par(&Params::drop, "hotWaterTemperatureDrop", unit::K, {10.0, 0.5, 100.0},
             "Temperature difference of the hot water between inlet and outlet")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the chilled water that leaves")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow from the chilled water")
        .out(&Out::hot_flow, "hotWaterFlowRate", unit::kg_per_s, "Mass flow of the hot water")
        .out(&Out::hot_outlet, "outletHotWaterTemperature", unit::degC,
             "Temperature of the hot water that leaves")
        .out(&Out::heat, "drivingPower", unit::W, "Heat flow from the hot water")
        .out(&Out::condenser, "condenserPower", unit::W, "Heat flow to the cooling water");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * p.nominal_power;
    const WaterStream<T> water = cooled(u.flow, u.inlet_temperature, u.setpoint, limit);
    y.outlet_temperature = water.outlet;
    y.cooling = water.power;
    y.heat = y.cooling / p.cop;
    y.hot_flow = y.heat / (kWaterHeatCapacity * p.drop);
    y.hot_outlet = u.hot_temperature - p.drop;
    y.condenser = y.cooling + y.heat;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    water_in(ledger, "supplyHotWaterTemperature", y.hot_flow, u.hot_temperature);
    water_out(ledger, "outletHotWaterTemperature", y.hot_flow, y.hot_outlet);
    ledger.rejected("condenserPower", y.condenser);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Substation of a district heating network, without the flow of the network.
///
///     Q = m c min(θ_set - θ_in, s Q_n / (m c))
///
/// Q is the heat from the network to the water of the building, Q_n its maximum, s the input
/// signal as a limit. The network is assumed to be warm enough; WaterHeatExchanger with a valve
/// simulates its flow and temperatures too.
template <class T>
struct DistrictHeatingSubstation {
  struct In {
    T flow, inlet_temperature, setpoint, signal;
  };
  struct Params {
    T nominal_power;
  };
  struct Out {
    T outlet_temperature, heat;
  };

  static constexpr Schema schema() {
    return Schema("Substation of a district heating network")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water of the building")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that enters")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the temperature of the water that leaves")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the heat flow as a share of the nominal heat flow, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalHeatingPower", unit::W, nominal_power(100000.0),
             "Largest heat flow")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow from the network to the water");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * p.nominal_power;
    const WaterStream<T> water = heated(u.flow, u.inlet_temperature, u.setpoint, limit);
    y.outlet_temperature = water.outlet;
    y.heat = water.power;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "network", y.heat);
  }
};

}  // namespace hearth

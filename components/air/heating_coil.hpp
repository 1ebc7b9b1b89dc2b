// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/heat_exchanger.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Dry coil between air and water by effectiveness and number of transfer units.
///
///     Q = ε(UA / C_min, C_min / C_max) C_min (θ_w - θ_a),   C_a = m_a c_a,   C_w = m_w c_w
///     θ_a,out = θ_a + Q / C_a,   θ_w,out = θ_w - Q / C_w
///
/// Q is the heat to the air, m are mass flows, θ temperatures, C heat capacity rates of air (a) and
/// water (w). UA is constant; ε is computed in physics/heat_exchanger.hpp. Water that is colder
/// than the air cools it (Q < 0). Valid if no water condenses; CoolingCoil includes condensation.
/// If one of the flows is zero or reversed, no heat is exchanged. With the regime phaseChange the
/// water keeps its temperature at any flow, like condensing steam or refrigerant.
template <class T>
struct HeatingCoil {
  struct In {
    T inlet, flow, water_supply, water_flow;
  };
  struct Params {
    T conductance;
  };
  struct Config {
    FlowRegime regime;
  };
  struct Out {
    T outlet, water_outlet, power;
  };

  static constexpr Schema schema() {
    return Schema("Dry coil between air and water")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .in(&In::water_supply, "supplyWaterTemperature", unit::degC,
            "Temperature of the water that enters the coil")
        .in(&In::water_flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .par(&Params::conductance, "UA", unit::W_per_K, exchange(500.0),
             "Conductance from water to air")
        .config(&Config::regime, "flowRegime", kFlowRegimeWords,
                "Arrangement of the air and water flows")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil")
        .out(&Out::water_outlet, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves the coil")
        .out(&Out::power, "heatingPower", unit::W, "Heat flow from the water to the air");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const HeatExchange<T> exchange =
        exchange_heat(c.regime, p.conductance, T(u.flow * kAirHeatCapacity),
                      T(u.water_flow * kWaterHeatCapacity), u.inlet, u.water_supply);
    y.outlet = exchange.outlet1;
    y.water_outlet = exchange.outlet2;
    y.power = exchange.heat;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    water_in(ledger, "supplyWaterTemperature", u.water_flow, u.water_supply);
    water_out(ledger, "outletWaterTemperature", u.water_flow, y.water_outlet);
  }
};

}  // namespace hearth

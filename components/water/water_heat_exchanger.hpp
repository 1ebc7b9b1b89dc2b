// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/heat_exchanger.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Heat exchanger between two streams of water or brine (district heating substation, solar loop),
/// by effectiveness and number of transfer units.
///
///     Q = ε C_min (θ_p - θ_s),   ε = ε(UA/C_min, C_min/C_max),   C = m c
///
/// p is the primary stream, s the secondary stream, C their heat capacity rates; ε is the
/// effectiveness of the flow regime (physics/heat_exchanger.hpp). The secondary stream gains the
/// heat that the primary stream loses. If one of the flows is zero or reversed, no heat is
/// exchanged.
template <class T>
struct WaterHeatExchanger {
  struct In {
    T primary_flow, secondary_flow, primary_inlet, secondary_inlet;
  };
  struct Params {
    T conductance, primary_capacity, secondary_capacity;
  };
  struct Config {
    FlowRegime regime;
  };
  struct Out {
    T primary_outlet, secondary_outlet, heat, effectiveness;
  };

  static constexpr Schema schema() {
    return Schema("Heat exchanger between two streams of water")
        .in(&In::primary_flow, "primaryWaterFlowRate", unit::kg_per_s,
            "Mass flow of the primary stream")
        .in(&In::secondary_flow, "secondaryWaterFlowRate", unit::kg_per_s,
            "Mass flow of the secondary stream")
        .in(&In::primary_inlet, "primaryTemperatureIn", unit::degC,
            "Temperature of the primary stream at its inlet")
        .in(&In::secondary_inlet, "secondaryTemperatureIn", unit::degC,
            "Temperature of the secondary stream at its inlet")
        .par(&Params::conductance, "UA", unit::W_per_K, {2000.0, 0.0, 1e9},
             "Conductance between the streams")
        .par(&Params::primary_capacity, "primaryHeatCapacity", unit::J_per_kgK,
             {kWaterHeatCapacity, 1000.0, 6000.0},
             "Specific heat capacity of the primary stream, with any glycol")
        .par(&Params::secondary_capacity, "secondaryHeatCapacity", unit::J_per_kgK,
             {kWaterHeatCapacity, 1000.0, 6000.0},
             "Specific heat capacity of the secondary stream, with any glycol")
        .config(&Config::regime, "flowRegime", kFlowRegimeWords, "Arrangement of the two streams")
        .out(&Out::primary_outlet, "primaryTemperatureOut", unit::degC,
             "Temperature of the primary stream at its outlet")
        .out(&Out::secondary_outlet, "secondaryTemperatureOut", unit::degC,
             "Temperature of the secondary stream at its outlet")
        .out(&Out::heat, "heatingPower", unit::W,
             "Heat flow from the primary to the secondary stream")
        .out(&Out::effectiveness, "effectiveness", unit::one,
             "Heat flow as a share of the largest possible heat flow");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const HeatExchange<T> exchange =
        exchange_heat(c.regime, p.conductance, T(u.secondary_flow * p.secondary_capacity),
                      T(u.primary_flow * p.primary_capacity), u.secondary_inlet, u.primary_inlet);
    y.primary_outlet = exchange.outlet2;
    y.secondary_outlet = exchange.outlet1;
    y.heat = exchange.heat;
    y.effectiveness = exchange.effectiveness;
  }

  static void balance(const In& u, const Params& p, const Out& y, Ledger& ledger) {
    water_in(ledger, {"primaryTemperatureIn", 0, 0}, u.primary_flow, u.primary_inlet,
             p.primary_capacity);
    water_out(ledger, {"primaryTemperatureOut", 0, 0}, u.primary_flow, y.primary_outlet,
              p.primary_capacity);
    water_in(ledger, {"secondaryTemperatureIn", 0, 1}, u.secondary_flow, u.secondary_inlet,
             p.secondary_capacity);
    water_out(ledger, {"secondaryTemperatureOut", 0, 1}, u.secondary_flow, y.secondary_outlet,
              p.secondary_capacity);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/components/physics/wet_coil.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Cooling coil between air and water, with condensation.
///
///     Q = m_a (h_in - h_out) = m_w c_w (θ_w,out - θ_w),   Q_sensible = m_a c_a (θ_in - θ_out)
///     condensate = m_a (w_in - w_out),   Q = Q_sensible + r condensate
///
/// by enthalpy effectiveness and bypass factor (physics/wet_coil.hpp). m are mass flows, h
/// enthalpies, w humidity ratios, θ temperatures, r is the heat of vaporisation; the indices are a
/// for air and w for water. If the coil is dry, it behaves like HeatingCoil, and heats the air if
/// the water is warmer (all powers are then negative). UA and the share of its resistance on the
/// air side are constant. The default of the share is that of EnergyPlus for sizing (a conductance
/// inside that is 3.3 times the conductance outside). Valid for water of 0 to 50 degC; if one of
/// the flows is zero or reversed, nothing is exchanged.
template <class T>
struct CoolingCoil {
  struct In {
    T inlet, humidity, flow, water_supply, water_flow;
  };
  struct Params {
    T conductance, air_share, pressure;
  };
  struct Config {
    FlowRegime regime;
  };
  struct Out {
    T outlet, humidity, water_outlet, total, sensible, condensate;
  };

  static constexpr Schema schema() {
    return Schema("Cooling coil between air and water, with condensation")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::humidity, "inletAirHumidityRatio", unit::one,
            "Humidity ratio of the air before the coil, kg/kg; by default, the air is dry and no "
            "water condenses",
            open(0.0))
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .in(&In::water_supply, "supplyWaterTemperature", unit::degC,
            "Temperature of the water that enters the coil")
        .in(&In::water_flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .par(&Params::conductance, "UA", unit::W_per_K, exchange(500.0),
             "Conductance from air to water of the dry coil")
        .par(&Params::air_share, "airResistanceShare", unit::one, {3.3 / 4.3, 0.01, 0.99},
             "Share of the resistance 1/UA that is on the air side")
        .par(&Params::pressure, "atmosphericPressure", unit::Pa, {101325.0, 5e4, 1.2e5},
             "Atmospheric pressure at the site")
        .config(&Config::regime, "flowRegime", kFlowRegimeWords,
                "Arrangement of the air and water flows")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil")
        .out(&Out::humidity, "outletAirHumidityRatio", unit::one,
             "Humidity ratio of the air after the coil, kg/kg")
        .out(&Out::water_outlet, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves the coil")
        .out(&Out::total, "coolingPower", unit::W, "Total heat flow from the air to the water")
        .out(&Out::sensible, "sensibleCoolingPower", unit::W,
             "Sensible part of the heat flow, which cools the air")
        .out(&Out::condensate, "condensateFlowRate", unit::kg_per_s,
             "Mass flow of the water that condenses");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const WetCoilState<T> now =
        wet_coil(c.regime, WetCoil<T>{p.conductance, p.air_share, p.pressure},
                 CoilInlets<T>{u.inlet, u.humidity, u.flow, u.water_supply, u.water_flow});
    y.outlet = now.outlet;
    y.humidity = now.humidity;
    y.water_outlet = now.water_outlet;
    y.total = now.total;
    y.sensible = now.sensible;
    y.condensate = now.condensate;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    const T flow = max(u.flow, T(0.0));
    ledger.stream_in(Conserved::Vapour, "inletAirHumidityRatio", flow * u.humidity);
    ledger.stream_out(Conserved::Vapour, "outletAirHumidityRatio", flow * y.humidity);
    ledger.outside(Conserved::Vapour, "condensate", -y.condensate);
    ledger.outside(Conserved::Heat, "condensation", y.total - y.sensible);
    water_in(ledger, "supplyWaterTemperature", u.water_flow, u.water_supply);
    water_out(ledger, "outletWaterTemperature", u.water_flow, y.water_outlet);
  }
};

}  // namespace hearth

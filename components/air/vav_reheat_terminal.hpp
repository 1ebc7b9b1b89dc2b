// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/reheat.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Variable air volume terminal with reheat and dual maximum control.
///
///     m = s (m_min + max(u_c (m_nom - m_min), max(2 u_h - 1, 0) (m_heat - m_min)))
///     θ_set = θ_sup + min(2 u_h, 1) max(min(θ_max, θ_w) - θ_sup, 0)
///     Q = min(m c_a (θ_set - θ_sup), Q_max),   θ_out = θ_sup + Q / (m c_a)
///
/// Over the first half of the heating command u_h the discharge temperature rises to its limit at
/// minimum flow, over the second half the flow rises to the heating maximum (ASHRAE Guideline 36,
/// 5.6; Taylor, ASHRAE Journal, December 2012). Q_max is the nominal power; with hot water it falls
/// in proportion if the water exceeds the air by less than the nominal excess temperature, and the
/// air gets no warmer than the water θ_w (electric: limited by θ_max only). The water flow follows
/// from a fixed temperature drop, or a smaller drop if the water would return colder than the air.
/// s is 0 while the air handling unit that supplies the air is off: the flow and the heat are then
/// 0.
template <class T>
struct VavReheatTerminal {
  struct In {
    T cooling, heating, supply_temperature, water_supply, operation;
  };
  struct Params {
    T minimum, nominal, heating_maximum, discharge_limit, power, water_excess, water_drop;
  };
  struct Config {
    Reheat reheat;
  };
  struct Out {
    T flow, outlet, heat, water_flow, water_outlet, power;
  };

  static constexpr Schema schema() {
    return Schema("Variable air volume terminal with reheat")
        .in(&In::cooling, "coolingSignal", unit::one, "Cooling command, 0 to 1", open(0.0))
        .in(&In::heating, "heatingSignal", unit::one, "Heating command, 0 to 1", open(0.0))
        .in(&In::operation, "operationSignal", unit::one, kOperationDoc, open(1.0))
        .in(&In::supply_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of the air from the duct")
        .in(&In::water_supply, "supplyWaterTemperature", unit::degC,
            "Temperature of the hot water that enters", open(60.0))
        .par(&Params::minimum, "minimumAirFlowRate", unit::kg_per_s, flow(0.05),
             "Minimum air flow, for ventilation", computed<&VavReheatTerminal::least_flow>())
        .par(&Params::nominal, "nominalAirFlowRate", unit::kg_per_s, flow(0.25),
             "Maximum mass flow of the air for cooling")
        .par(&Params::heating_maximum, "heatingAirFlowRate", unit::kg_per_s, flow(0.125),
             "Maximum mass flow of the air for heating")
        .par(&Params::discharge_limit, "maximumOutletAirTemperature", unit::degC,
             {32.0, -50.0, 100.0}, "Maximum temperature of the air to the room")
        .par(&Params::power, "nominalReheatPower", unit::W, {3000.0, 0.0, 1e7},
             "Maximum heat flow of the coil")
        .par(&Params::water_excess, "nominalWaterExcess", unit::K, {40.0, 0.1, 200.0},
             "Excess temperature of the hot water over the air at which the coil reaches its "
             "nominal power")
        .par(&Params::water_drop, "waterTemperatureDrop", unit::K, {20.0, 0.1, 200.0},
             "Temperature drop of the hot water in the coil")
        .rises("minimumAirFlowRate", "nominalAirFlowRate")
        .config(&Config::reheat, "reheat", kReheatWords, "Energy source of the reheat")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air to the room")
        .out(&Out::outlet, "outletAirTemperature", unit::degC, "Temperature of the air to the room")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow from the coil to the air")
        .out(&Out::water_flow, "waterFlowRate", unit::kg_per_s,
             "Mass flow of the hot water, 0 with electric reheat")
        .out(&Out::water_outlet, "outletWaterTemperature", unit::degC,
             "Temperature of the hot water that leaves")
        .out(&Out::power, "Power", unit::W, "Electric power of the reheat, 0 with hot water");
  }

  /// Returns a usual minimum flow, at most the nominal flow of the terminal.
  static T least_flow(const Params& p) { return min(T(0.05), p.nominal); }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T cooling = clamp(u.cooling, T(0.0), T(1.0));
    const T first = clamp(T(2.0 * u.heating), T(0.0), T(1.0));
    const T second = clamp(T(2.0 * u.heating - 1.0), T(0.0), T(1.0));
    const T above =
        max(T(cooling * (p.nominal - p.minimum)), T(second * (p.heating_maximum - p.minimum)));
    y.flow = running_share(u.operation) * (p.minimum + above);
    const bool electric = c.reheat == Reheat::Electric;
    const T warmest = electric ? p.discharge_limit : T(min(p.discharge_limit, u.water_supply));
    const T setpoint =
        u.supply_temperature + first * max(T(warmest - u.supply_temperature), T(0.0));
    const T excess = u.water_supply - u.supply_temperature;
    const T limit = electric ? p.power : reheat_limit(p.power, p.water_excess, excess);
    const T drop = reheat_drop(p.water_drop, excess);
    const AirStream<T> heated = heated_air(y.flow, u.supply_temperature, setpoint, limit);
    y.outlet = heated.outlet;
    y.heat = heated.power;
    y.power = electric ? heated.power : T(0.0);
    y.water_flow = electric ? T(0.0) : reheat_water(heated.power, drop);
    y.water_outlet = electric ? u.water_supply : T(u.water_supply - drop);
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "supplyAirTemperature", y.flow, u.supply_temperature);
    air_out(ledger, "outletAirTemperature", y.flow, y.outlet);
    water_in(ledger, "supplyWaterTemperature", y.water_flow, u.water_supply);
    water_out(ledger, "outletWaterTemperature", y.water_flow, y.water_outlet);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

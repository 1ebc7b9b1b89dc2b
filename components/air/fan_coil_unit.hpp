// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/fan_law.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/components/physics/wet_coil.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Fan coil unit: room air through a fan, a cooling coil and a heating coil, back into the room.
///
///     m = u m_nom,   P = P_nom u^3,   θ_1 = θ_room + P / (m c_a)
///     (θ_2, w_2, condensate) = cooling coil(θ_1, w_room),   θ_3 = heating coil(θ_2)
///     heat gain = m c_a (θ_3 - θ_room)
///
/// u is the speed of the fan, whose power (affinity laws, physics/fan_law.hpp) all heats the air.
/// Coils by effectiveness, physics/wet_coil.hpp and physics/heat_exchanger.hpp: a two-pipe unit
/// leaves the other water open. Connect either `heatGain` to the room, or the air stream to its
/// supply and exhaust. A unit at rest gives nothing.
template <class T>
struct FanCoilUnit {
  struct In {
    T speed, room_temperature, room_humidity, hot_supply, hot_flow, chilled_supply, chilled_flow;
  };
  struct Params {
    T nominal_flow, nominal_power, heating_conductance, cooling_conductance, air_share, pressure;
  };
  struct Config {
    FlowRegime regime;
  };
  struct Out {
    T flow, outlet, humidity, gain, heating, cooling, condensate, power, hot_outlet, chilled_outlet;
  };

  static constexpr Schema schema() {
    return Schema("Fan coil unit with heating and cooling coil")
        .in(&In::speed, "inputSignal", unit::one, "Speed of the fan, 0 to 1", open(1.0))
        .in(&In::room_temperature, "indoorTemperature", unit::degC, "Room air")
        .in(&In::room_humidity, "indoorHumidityRatio", unit::one, "Room air, kg/kg", open(0.0))
        .in(&In::hot_supply, "supplyHotWaterTemperature", unit::degC, "Hot water", open(50.0))
        .in(&In::hot_flow, "hotWaterFlowRate", unit::kg_per_s, "Hot water", open(0.0))
        .in(&In::chilled_supply, "supplyChilledWaterTemperature", unit::degC, "Chilled water",
            open(7.0))
        .in(&In::chilled_flow, "chilledWaterFlowRate", unit::kg_per_s, "Chilled water", open(0.0))
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, nominal_flow(0.2),
             "Air at full speed")
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, {60.0, 0.0, 1e6},
             "Fan at full speed")
        .par(&Params::heating_conductance, "UA_heating", unit::W_per_K, exchange(150.0),
             "Heating coil")
        .par(&Params::cooling_conductance, "UA_cooling", unit::W_per_K, exchange(250.0),
             "Cooling coil, when dry")
        .par(&Params::air_share, "airResistanceShare", unit::one, {3.3 / 4.3, 0.01, 0.99},
             "Share of 1/UA_cooling on the air side")
        .par(&Params::pressure, "atmosphericPressure", unit::Pa, {101325.0, 5e4, 1.2e5},
             "Of the site")
        .config(&Config::regime, "flowRegime", kFlowRegimeWords,
                "How air and water pass each other")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Air through the unit")
        .out(&Out::outlet, "outletAirTemperature", unit::degC, "Air to the room")
        .out(&Out::humidity, "outletAirHumidityRatio", unit::one, "Air to the room, kg/kg")
        .out(&Out::gain, "heatGain", unit::W, "Sensible heat to the room, negative when cooling")
        .out(&Out::heating, "heatingPower", unit::W, "From the hot water")
        .out(&Out::cooling, "coolingPower", unit::W, "To the chilled water")
        .out(&Out::condensate, "condensateFlowRate", unit::kg_per_s, "Water that condenses")
        .out(&Out::power, "Power", unit::W, "Electricity of the fan")
        .out(&Out::hot_outlet, "outletHotWaterTemperature", unit::degC, "Hot water, return")
        .out(&Out::chilled_outlet, "outletChilledWaterTemperature", unit::degC,
             "Chilled water, return");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T speed = clamp(u.speed, T(0.0), T(1.0));
    y.flow = speed * p.nominal_flow;
    const FanState<T> fan =
        fan_state(part_load_curve(FanCurve::Affinity, PartLoad<T>{}), speed, p.nominal_power,
                  T(1.0), T(p.nominal_flow * kAirHeatCapacity));
    y.power = fan.power;
    const WetCoilState<T> cooled =
        wet_coil(c.regime, WetCoil<T>{p.cooling_conductance, p.air_share, p.pressure},
                 CoilInlets<T>{u.room_temperature + fan.rise, u.room_humidity, y.flow,
                               u.chilled_supply, u.chilled_flow});
    const HeatExchange<T> heated =
        exchange_heat(c.regime, p.heating_conductance, T(y.flow * kAirHeatCapacity),
                      T(u.hot_flow * kWaterHeatCapacity), cooled.outlet, u.hot_supply);
    y.outlet = heated.outlet1;
    y.humidity = cooled.humidity;
    y.gain = y.flow * kAirHeatCapacity * (y.outlet - u.room_temperature);
    y.heating = heated.heat;
    y.cooling = cooled.total;
    y.condensate = cooled.condensate;
    y.hot_outlet = heated.outlet2;
    y.chilled_outlet = cooled.water_outlet;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, {"supplyHotWaterTemperature", 0, 0}, u.hot_flow, u.hot_supply);
    water_out(ledger, {"outletHotWaterTemperature", 0, 0}, u.hot_flow, y.hot_outlet);
    water_in(ledger, {"supplyChilledWaterTemperature", 0, 1}, u.chilled_flow, u.chilled_supply);
    water_out(ledger, {"outletChilledWaterTemperature", 0, 1}, u.chilled_flow, y.chilled_outlet);
    const double sensible = y.heating + y.power - y.gain;  // of the cooling
    ledger.outside(Conserved::Heat, "condensation", y.cooling - sensible);
    ledger.out(Conserved::Heat, "heatGain", y.gain);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

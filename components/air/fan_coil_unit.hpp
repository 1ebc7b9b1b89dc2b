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
/// u is the relative speed of the fan, m the air flow, P the power of the fan (affinity laws,
/// physics/fan_law.hpp), all of which heats the air; θ are temperatures, w humidity ratios. The
/// coils are computed by effectiveness (physics/wet_coil.hpp, physics/heat_exchanger.hpp). In a
/// two-pipe unit, leave the ports of the other coil unconnected. Connect either `heatGain` to the
/// room, or the air stream to the supply and exhaust of the room. If the fan is off, the unit
/// delivers no heat.
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
        .in(&In::room_temperature, "indoorTemperature", unit::degC, "Temperature of the room air")
        .in(&In::room_humidity, "indoorHumidityRatio", unit::one,
            "Humidity ratio of the room air, kg/kg; by default, the air is dry and no water "
            "condenses",
            open(0.0))
        .in(&In::hot_supply, "supplyHotWaterTemperature", unit::degC,
            "Temperature of the hot water that enters", open(50.0))
        .in(&In::hot_flow, "hotWaterFlowRate", unit::kg_per_s, "Mass flow of the hot water",
            open(0.0))
        .in(&In::chilled_supply, "supplyChilledWaterTemperature", unit::degC,
            "Temperature of the chilled water that enters", open(7.0))
        .in(&In::chilled_flow, "chilledWaterFlowRate", unit::kg_per_s,
            "Mass flow of the chilled water", open(0.0))
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, nominal_flow(0.2),
             "Mass flow of the air at full speed")
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, {60.0, 0.0, 1e6},
             "Electric power of the fan at full speed")
        .par(&Params::heating_conductance, "UA_heating", unit::W_per_K, exchange(150.0),
             "Conductance from water to air of the heating coil")
        .par(&Params::cooling_conductance, "UA_cooling", unit::W_per_K, exchange(250.0),
             "Conductance from air to water of the dry cooling coil")
        .par(&Params::air_share, "airResistanceShare", unit::one, {3.3 / 4.3, 0.01, 0.99},
             "Share of the resistance 1/UA_cooling that is on the air side")
        .par(&Params::pressure, "atmosphericPressure", unit::Pa, {101325.0, 5e4, 1.2e5},
             "Atmospheric pressure at the site")
        .config(&Config::regime, "flowRegime", kFlowRegimeWords,
                "Arrangement of the air and water flows")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air through the unit")
        .out(&Out::outlet, "outletAirTemperature", unit::degC, "Temperature of the air to the room")
        .out(&Out::humidity, "outletAirHumidityRatio", unit::one,
             "Humidity ratio of the air to the room, kg/kg")
        .out(&Out::gain, "heatGain", unit::W,
             "Sensible heat flow to the room, negative when cooling")
        .out(&Out::heating, "heatingPower", unit::W, "Heat flow from the hot water")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow to the chilled water")
        .out(&Out::condensate, "condensateFlowRate", unit::kg_per_s,
             "Mass flow of the water that condenses")
        .out(&Out::power, "Power", unit::W, "Electric power of the fan")
        .out(&Out::hot_outlet, "outletHotWaterTemperature", unit::degC,
             "Temperature of the hot water that leaves")
        .out(&Out::chilled_outlet, "outletChilledWaterTemperature", unit::degC,
             "Temperature of the chilled water that returns");
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
    const T sensible = y.heating + y.power - y.gain;  // of the cooling
    ledger.outside(Conserved::Heat, "condensation", y.cooling - sensible);
    ledger.out(Conserved::Heat, "heatGain", y.gain);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

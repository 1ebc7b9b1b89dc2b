// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/reheat.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Position of the fan of a terminal relative to the primary air.
enum class FanArrangement { Parallel, Series };
inline constexpr std::array<std::string_view, 2> kFanArrangementWords{"parallel", "series"};

/// Fan-powered air terminal: primary air from the duct, air induced from the room, and reheat.
///
///     m_p = s (m_min + u_c (m_nom - m_min)),   P_fan = e m_f
///     parallel:  m_i = m_f = min(2 u_h, 1) m_fan
///     series:    m_f = max(m_fan, m_p),   m_i = m_f - m_p
///     (m_p + m_i) c_a θ_mix = c_a (m_p θ_sup + m_i θ_room) + P_fan,   w and c mixed likewise
///     θ_set = θ_mix + r max(min(θ_max, θ_w) - θ_mix, 0)
///     Q = min((m_p + m_i) c_a (θ_set - θ_mix), Q_max)
///
/// m_p is the flow of primary air, m_i of induced air, m_f of the fan; u_c and u_h are the cooling
/// and heating commands, r is the reheat signal, Q the reheat power. The fan of a parallel box
/// moves room air only and follows the first half of the heating command, reheat r follows the
/// second half. The fan of a series box moves all air and always runs, and r = u_h. s is 0 while
/// the air handling unit that supplies the primary air is off. e is the specific fan power, all of
/// which heats the air (ASHRAE Handbook, HVAC Systems and Equipment, room air terminals; sequences
/// according to ASHRAE Guideline 36, 5.7 and 5.9). With hot water θ_w, Q_max and the water flow are
/// computed as in VavReheatTerminal; electric reheat is limited by θ_max only. The room supplies
/// the induced air and receives all air: connect `airFlowRate` to its supply and to its exhaust,
/// and `primaryAirFlowRate` to the junctions of the air handling unit.
template <class T>
struct FanPoweredTerminal {
  struct In {
    T cooling, heating;
    AirState<T> supply, room;
    T water_supply, operation;
  };
  struct Params {
    T minimum, nominal, fan_flow, specific_power, discharge_limit, reheat_power, water_excess,
        water_drop;
  };
  struct Config {
    FanArrangement arrangement;
    Reheat reheat;
  };
  struct Out {
    T flow, primary_flow, induced_flow;
    AirState<T> outlet;
    T heat, water_flow, water_outlet, power;
  };

  static constexpr Schema schema() {
    return Schema("Fan-powered air terminal with reheat")
        .in(&In::cooling, "coolingSignal", unit::one, "Cooling command, 0 to 1", open(0.0))
        .in(&In::heating, "heatingSignal", unit::one, "Heating command, 0 to 1", open(0.0))
        .in(&In::operation, "operationSignal", unit::one, kOperationDoc, open(1.0))
        .in(&In::supply, air_state<"supplyAir", "air from the duct">())
        .in(&In::room, air_state<"indoor", "room air">())
        .in(&In::water_supply, "supplyWaterTemperature", unit::degC,
            "Temperature of the hot water that enters", open(60.0))
        .par(&Params::minimum, "minimumAirFlowRate", unit::kg_per_s, flow(0.05),
             "Minimum mass flow of the air from the duct",
             computed<&FanPoweredTerminal::least_flow>())
        .par(&Params::nominal, "nominalAirFlowRate", unit::kg_per_s, flow(0.25),
             "Maximum mass flow of the air from the duct")
        .par(&Params::fan_flow, "fanAirFlowRate", unit::kg_per_s, flow(0.15),
             "Mass flow of the fan; in a series box the minimum flow to the room")
        .par(&Params::specific_power, "specificFanPower", unit::J_per_kg, {600.0, 0.0, 1e5},
             "Electric energy of the fan per kg of air")
        .par(&Params::discharge_limit, "maximumOutletAirTemperature", unit::degC,
             {32.0, -50.0, 100.0}, "Maximum temperature of the air to the room")
        .par(&Params::reheat_power, "nominalReheatPower", unit::W, {3000.0, 0.0, 1e7},
             "Maximum heat flow of the coil")
        .par(&Params::water_excess, "nominalWaterExcess", unit::K, {40.0, 0.1, 200.0},
             "Excess temperature of the hot water over the air at which the coil reaches its "
             "nominal power")
        .par(&Params::water_drop, "waterTemperatureDrop", unit::K, {20.0, 0.1, 200.0},
             "Temperature drop of the hot water in the coil")
        .rises("minimumAirFlowRate", "nominalAirFlowRate")
        .config(&Config::arrangement, "arrangement", kFanArrangementWords,
                "Position of the fan relative to the air from the duct")
        .config(&Config::reheat, "reheat", kReheatWords, "Energy source of the reheat")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air to the room")
        .out(&Out::primary_flow, "primaryAirFlowRate", unit::kg_per_s,
             "Mass flow of the air from the duct")
        .out(&Out::induced_flow, "inducedAirFlowRate", unit::kg_per_s,
             "Mass flow of the air induced from the room")
        .out(&Out::outlet, air_state<"outletAir", "air to the room">())
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow from the coil to the air")
        .out(&Out::water_flow, "waterFlowRate", unit::kg_per_s,
             "Mass flow of the hot water, 0 with electric reheat")
        .out(&Out::water_outlet, "outletWaterTemperature", unit::degC,
             "Temperature of the hot water that leaves")
        .out(&Out::power, "Power", unit::W, "Electric power of the fan and of electric reheat");
  }

  /// Returns a usual minimum flow, at most the nominal flow of the terminal.
  static T least_flow(const Params& p) { return min(T(0.05), p.nominal); }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T cooling = clamp(u.cooling, T(0.0), T(1.0));
    const T heating = clamp(u.heating, T(0.0), T(1.0));
    y.primary_flow = running_share(u.operation) * (p.minimum + cooling * (p.nominal - p.minimum));
    const bool series = c.arrangement == FanArrangement::Series;
    const T fan_flow =
        series ? max(p.fan_flow, y.primary_flow) : T(min(T(2.0 * heating), T(1.0)) * p.fan_flow);
    const T reheat = series ? heating : max(T(2.0 * heating - 1.0), T(0.0));
    y.induced_flow = series ? T(fan_flow - y.primary_flow) : fan_flow;
    y.flow = y.primary_flow + y.induced_flow;

    // A box at rest has the state of the duct air.
    const T primary = y.primary_flow + rest_weight(y.flow);
    const T total = primary + y.induced_flow;
    const T fan_power = p.specific_power * fan_flow;
    AirState<T> sum = primary * u.supply + y.induced_flow * u.room;
    sum.temperature += fan_power / kAirHeatCapacity;
    y.outlet = sum / total;

    const T mixed = y.outlet.temperature;
    const bool electric = c.reheat == Reheat::Electric;
    const T warmest = electric ? p.discharge_limit : T(min(p.discharge_limit, u.water_supply));
    const T setpoint = mixed + reheat * max(T(warmest - mixed), T(0.0));
    const T excess = u.water_supply - mixed;
    const T limit =
        electric ? p.reheat_power : reheat_limit(p.reheat_power, p.water_excess, excess);
    const T drop = reheat_drop(p.water_drop, excess);
    const AirStream<T> heated = heated_air(y.flow, mixed, setpoint, limit);
    y.outlet.temperature = heated.outlet;
    y.heat = heated.power;
    y.power = electric ? T(fan_power + heated.power) : fan_power;
    y.water_flow = electric ? T(0.0) : reheat_water(heated.power, drop);
    y.water_outlet = electric ? u.water_supply : T(u.water_supply - drop);
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, AirPorts{"supplyAir"}, y.primary_flow, u.supply);
    air_in(ledger, AirPorts{"indoor"}, y.induced_flow, u.room);
    air_out(ledger, AirPorts{"outletAir"}, y.flow, y.outlet);
    water_in(ledger, "supplyWaterTemperature", y.water_flow, u.water_supply);
    water_out(ledger, "outletWaterTemperature", y.water_flow, y.water_outlet);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

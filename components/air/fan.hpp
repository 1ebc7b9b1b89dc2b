// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/fan_law.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Fan with polynomial part-load power.
///
///     P = P_nom (c_1 + c_2 x + c_3 x^2 + c_4 x^3),   x = m / m_nom,   θ_out = θ_in + f P / (m c_a)
///
/// P is the electric power, m the mass flow, θ_out the outlet temperature, f the share of the power
/// that heats the air, by default η_m + (1 - η_m) f_air with the motor efficiency η_m and the share
/// f_air of the motor losses. If P_nom is not set, it is V Δp / η with V = m_nom / ρ. Below one
/// hundredth of nominal flow the fan is switched off smoothly (physics/fan_law.hpp); beyond m_nom
/// the power rises with x³.
///
/// Up to m_nom, the equations are those of Twin4Build (v1.1.2, FanTorchSystem) with mass flows
/// instead of flows in m3/s: with m_nom = 1.2 kg/m3 V_nom, the ratio x and the heat are the same.
/// Twin4Build's fan uses 1005 J/(kg K); here the heat capacity is the same as in all air
/// components, so that the heat of the fan is conserved.
/// Coefficients: DOE-2.1E and EnergyPlus (Fan:VariableVolume), ASHRAE 90.1 appendix G.
template <class T>
struct Fan {
  struct In {
    T flow, inlet;
  };
  struct Params {
    T nominal_power, nominal_flow, c1, c2, c3, c4, heat_share;
    T pressure_rise, total_efficiency, motor_efficiency, motor_in_air;
  };
  struct Config {
    FanCurve curve;
  };
  struct Out {
    T outlet, rise, power;
  };

  static constexpr Schema schema() {
    return Schema("Fan with polynomial part-load power")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the fan",
            open(20.0))
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, {0.0, 0.0, 1e7},
             "Electric power at nominal flow", computed<&Fan::power_of_pressure>())
        .par(&Params::nominal_flow, "nominalAirFlowRate", unit::kg_per_s, {1.0, 1e-6, 1e4},
             "Nominal mass flow of the air")
        .par(&Params::c1, "c1", unit::one, {kVariableSpeed[0], -10.0, 10.0},
             "Constant coefficient of the power curve")
        .par(&Params::c2, "c2", unit::one, {kVariableSpeed[1], -10.0, 10.0},
             "Linear coefficient of the power curve")
        .par(&Params::c3, "c3", unit::one, {kVariableSpeed[2], -10.0, 10.0},
             "Quadratic coefficient of the power curve")
        .par(&Params::c4, "c4", unit::one, {kVariableSpeed[3], -10.0, 10.0},
             "Cubic coefficient of the power curve")
        .par(&Params::heat_share, "f_total", unit::one, share(1.0),
             "Share of the power that heats the air", computed<&Fan::heat_of_motor>())
        .par(&Params::pressure_rise, "nominalPressureRise", unit::Pa, {500.0, 0.0, 1e4},
             "Pressure rise at nominal flow, from which the nominal power is computed")
        .par(&Params::total_efficiency, "totalEfficiency", unit::one, efficiency(0.65),
             "Efficiency of wheel, drive and motor, from which the nominal power is computed")
        .par(&Params::motor_efficiency, "motorEfficiency", unit::one, efficiency(0.9),
             "Efficiency of motor and drive, from which f_total is computed")
        .par(&Params::motor_in_air, "motorInAirFraction", unit::one, share(1.0),
             "Share of the motor's losses that heats the air, from which f_total is computed")
        .config(&Config::curve, "partLoadCurve", kFanCurveWords,
                "Curve of the power over the flow: coefficients c1 to c4, or a published curve")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the fan")
        .out(&Out::rise, "temperatureRise", unit::K,
             "Temperature rise of the air by the heat of the fan; depends on the flow only")
        .out(&Out::power, "Power", unit::W, "Electric power");
  }

  static T power_of_pressure(const Params& p) {
    return fan_power(T(p.nominal_flow / kAirDensity), p.pressure_rise, p.total_efficiency);
  }
  static T heat_of_motor(const Params& p) {
    return fan_heat_share(p.motor_efficiency, p.motor_in_air);
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const PartLoad<T> curve = part_load_curve(c.curve, PartLoad<T>{p.c1, p.c2, p.c3, p.c4});
    const FanState<T> now = fan_state(curve, T(u.flow / p.nominal_flow), p.nominal_power,
                                      p.heat_share, T(p.nominal_flow * kAirHeatCapacity));
    y.rise = now.rise;
    y.outlet = u.inlet + now.rise;
    y.power = now.power;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    const T flow = max(u.flow, T(0.0));
    ledger.outside(Conserved::Heat, "electricity", flow * kAirHeatCapacity * (y.outlet - u.inlet));
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

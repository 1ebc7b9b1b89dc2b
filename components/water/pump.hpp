// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Pump with polynomials for head and power, affinity laws and the heat of its motor.
///
///     Δp = Δp_n (h_1 n^2 + h_2 n v + h_3 v^2)
///     P  = P_n (c_1 n^3 + c_2 n^2 v + c_3 n v^2 + c_4 v^3)
///     Q  = P (η + (1 - η) f),   θ_out = θ_in + Q m / (c (m^2 + m_0^2))
///
/// v = m/m_n is the flow and n the speed, as shares of the nominal values; at another speed
/// flow scales with n, head with n^2 and power with n^3 (affinity laws: the polynomials in v/n,
/// times n^2 and n^3). η is the efficiency of the motor and f the share of its loss that heats the
/// water (EnergyPlus, Engineering Reference, Pumps: all shaft power ends as heat in the water).
/// Below m_0, a thousandth of the nominal flow, the heat goes to the surroundings instead:
/// P = m c (θ_out - θ_in) + heatLoss always. Valid for 0 <= v <= 1.7 n.
///
/// The default is a Wilo Stratos 25/1-6 at 2540 rpm (its data sheet as digitised in the Modelica
/// Buildings library): the polynomials fit it within 0.7 W and 0.4 kPa.
template <class T>
struct Pump {
  struct In {
    T flow, inlet_temperature, speed;
  };
  struct Params {
    T nominal_flow, nominal_head, nominal_power;
    T h1, h2, h3, c1, c2, c3, c4;
    T motor_efficiency, loss_share;
  };
  struct Out {
    T outlet_temperature, power, head, heat_loss;
  };

  static constexpr double kRest = 1e-3;  // m_0 / m_n

  static constexpr Schema schema() {
    return Schema("Pump with polynomials, affinity laws and motor heat")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water through the pump")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that enters")
        .in(&In::speed, "pumpSpeed", unit::one, "Speed as a share of the nominal speed, 0 off",
            open(1.0))
        .par(&Params::nominal_flow, "nominalWaterFlowRate", unit::kg_per_s, {1.1, 1e-6, 1e5},
             "Mass flow of the water at the nominal point")
        .par(&Params::nominal_head, "nominalPressureRise", unit::Pa, {29100.0, 0.0, 1e7},
             "Pressure rise at the nominal point")
        .par(&Params::nominal_power, "nominalPowerRate", unit::W, {62.3, 0.0, 1e8},
             "Electric power at the nominal point")
        .par(&Params::h1, "h1", unit::one, {1.19, -100.0, 100.0},
             "Pressure rise curve: constant coefficient")
        .par(&Params::h2, "h2", unit::one, {0.16, -100.0, 100.0},
             "Pressure rise curve: linear coefficient")
        .par(&Params::h3, "h3", unit::one, {-0.35, -100.0, 100.0},
             "Pressure rise curve: quadratic coefficient")
        .par(&Params::c1, "c1", unit::one, {0.437, -100.0, 100.0},
             "Power curve: constant coefficient")
        .par(&Params::c2, "c2", unit::one, {0.595, -100.0, 100.0},
             "Power curve: linear coefficient")
        .par(&Params::c3, "c3", unit::one, {0.046, -100.0, 100.0},
             "Power curve: quadratic coefficient")
        .par(&Params::c4, "c4", unit::one, {-0.078, -100.0, 100.0},
             "Power curve: cubic coefficient")
        .par(&Params::motor_efficiency, "motorEfficiency", unit::one, share(0.8),
             "Shaft power as a share of the electric power")
        .par(&Params::loss_share, "f_total", unit::one, share(1.0),
             "Share of the motor loss that heats the water; 1 for a wet rotor")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::head, "pressureRise", unit::Pa, "Pressure rise of the pump")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to the surroundings");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T n = max(u.speed, T(0.0));
    const T m = max(u.flow, T(0.0));
    const T v = m / p.nominal_flow;
    y.head = p.nominal_head * (p.h1 * n * n + p.h2 * n * v + p.h3 * v * v);
    const T share = n * n * (p.c1 * n + p.c2 * v) + v * v * (p.c3 * n + p.c4 * v);
    y.power = p.nominal_power * max(share, T(0.0));
    const T heat = y.power * (p.motor_efficiency + (1.0 - p.motor_efficiency) * p.loss_share);
    const T rest = kRest * p.nominal_flow;
    const T rise = heat * m / (kWaterHeatCapacity * (m * m + rest * rest));
    y.outlet_temperature = u.inlet_temperature + rise;
    y.heat_loss = y.power - kWaterHeatCapacity * m * rise;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
    ledger.rejected("heatLoss", y.heat_loss);
  }
};

}  // namespace hearth

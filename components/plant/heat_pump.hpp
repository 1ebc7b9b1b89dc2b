// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/curve.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Heat pump that heats water, by curves of capacity and COP over the temperatures of its source
/// (outdoor air, brine, water) and of the water that it delivers.
///
///     Q_max = Q_n max(a_1 + a_2 θ_s + a_3 θ_s^2 + a_4 θ_s^3 + a_5 (θ_w - θ_w,n), 0) L,
///     Q = m c min(θ_w - θ_in, s Q_max / (m c)),   θ_w = min(θ_set, θ_w,max)
///     P = Q / max(COP (1 - C_d (1 - PLR)), 1),   PLR = Q/Q_max
///     COP = k (e_1 + e_2 θ_s + e_3 θ_s^2 + e_4 θ_o + e_5 θ_o^2 + e_6 θ_s θ_o)
///
/// θ_s is the source temperature, θ_w the wanted temperature of the water, θ_o <= θ_w the one that
/// it leaves with, which is lower while the capacity does not suffice, s the input signal as a
/// limit, C_d the degradation by cycling (ANSI/AHRI 210/240, default 0.25; 0 for modulating
/// equipment). L falls from 1 to 0 in the last kelvin above the minimum source temperature. COP
/// stays between 1 and its limit. The source supplies Q_s = Q - P: P + Q_s = Q.
///
/// Default COP: 6.81 - 0.121 Δθ + 0.000630 Δθ^2, Δθ = θ_w - θ_s, for the air source heat pumps of
/// Staffell, Brett, Brandon and Hawkes, Energy Environ. Sci. 5 (2012) 9291, for 15 to 60 K (ground
/// source in that paper: 8.77, 0.150, 0.000734); it is 3.92 at 7 degC outdoors and 35 degC water,
/// where EN 14511 rates heat pumps: for a rated COP, the factor k is that COP divided by 3.92.
/// Default capacity: HPACHeatCapFT of EnergyPlus, -20 to 20 degC outdoors, 1 at 8.3 degC.
template <class T>
struct HeatPump {
  struct In {
    T flow, inlet_temperature, setpoint, source_temperature, signal;
  };
  struct Params {
    T nominal_power, a1, a2, a3, a4, a5, nominal_outlet;
    Biquadratic<T> cop;
    T cop_factor, cop_max, degradation;
    T source_min, curve_min, curve_max, outlet_max;
  };
  struct Out {
    T outlet_temperature, heat, power, source, cop, available;
  };

  static constexpr double kLeastPower = 1e-6;  // W, keeps the part load defined without capacity

  static constexpr Schema schema() {
    return Schema("Heat pump that heats water, with performance curves")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that returns")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the supply water temperature")
        .in(&In::source_temperature, "sourceTemperature", unit::degC,
            "Temperature of the source: air, brine or water")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the heat flow as a share of the capacity, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalHeatingPower", unit::W, nominal_power(8000.0),
             "Heating capacity at a curve value of 1")
        .par(&Params::a1, "capacityC1", unit::one, {0.758746, -100.0, 100.0},
             "Capacity curve: constant coefficient")
        .par(&Params::a2, "capacityC2", unit::one, {0.027626, -10.0, 10.0},
             "Capacity curve: coefficient of the source temperature θ_s, per degC")
        .par(&Params::a3, "capacityC3", unit::one, {0.000148716, -1.0, 1.0},
             "Capacity curve: coefficient of θ_s^2, per degC^2")
        .par(&Params::a4, "capacityC4", unit::one, {3.4992e-6, -1.0, 1.0},
             "Capacity curve: coefficient of θ_s^3, per degC^3")
        .par(&Params::a5, "capacityC5", unit::per_K, {0.0, -10.0, 10.0},
             "Capacity curve: coefficient of the water temperature setpoint minus "
             "nominalOutletWaterTemperature")
        .par(&Params::nominal_outlet, "nominalOutletWaterTemperature", unit::degC,
             {35.0, -50.0, 120.0}, "Water temperature at which capacityC5 has no effect")
        .par(&Params::cop,
             biquadratic<"cop",
                         "COP curve over the source temperature θ_s and the temperature θ_o of the "
                         "water that leaves",
                         "θ_s", "θ_o">({6.81, 0.121, 0.00063, -0.121, 0.00063, -0.00126}))
        .par(&Params::cop_factor, "copFactor", unit::one, {1.0, 0.1, 5.0},
             "Factor of the COP curve: a stated COP divided by the COP of the curve")
        .par(&Params::cop_max, "copMax", unit::one, {7.0, 1.0, 30.0}, "Upper limit of the COP")
        .par(&Params::degradation, "degradation", unit::one, {0.25, 0.0, 0.9},
             "Degradation coefficient of cycling, C_d")
        .par(&Params::source_min, "sourceTemperatureMin", unit::degC, {-20.0, -60.0, 60.0},
             "Lowest source temperature, at which the heat pump switches off")
        .par(&Params::curve_min, "curveTemperatureMin", unit::degC, {-20.0, -60.0, 60.0},
             "Lowest source temperature for which the curves are valid")
        .par(&Params::curve_max, "curveTemperatureMax", unit::degC, {20.0, -60.0, 100.0},
             "Highest source temperature for which the curves are valid")
        .par(&Params::outlet_max, "outletWaterTemperatureMax", unit::degC, {60.0, 0.0, 150.0},
             "Highest water temperature that the heat pump delivers")
        .rises_strictly("curveTemperatureMin", "curveTemperatureMax")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves (supply)")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow to the water")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::source, "sourcePower", unit::W, "Heat flow from the source")
        .out(&Out::cop, "COP", unit::one, "Coefficient of performance at full load")
        .out(&Out::available, "availableHeatingPower", unit::W,
             "Heating capacity at the present temperatures");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T wanted = min(u.setpoint, p.outlet_max);
    const T source = clamp(u.source_temperature, p.curve_min, p.curve_max);
    const T capacity = cubic(source, p.a1, p.a2, p.a3, p.a4) + p.a5 * (wanted - p.nominal_outlet);
    const T running = clamp(T(u.source_temperature - p.source_min), T(0.0), T(1.0));  // per 1 K
    y.available = p.nominal_power * max(capacity, T(0.0)) * running;
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * y.available;
    const WaterStream<T> water = heated(u.flow, u.inlet_temperature, wanted, limit);
    const T load = min(T(water.power / max(y.available, T(kLeastPower))), T(1.0));
    y.outlet_temperature = water.outlet;
    y.heat = water.power;
    y.cop = clamp(T(p.cop_factor * p.cop(source, min(y.outlet_temperature, wanted))), T(1.0),
                  p.cop_max);
    y.power = y.heat / max(T(y.cop * (1.0 - p.degradation * (1.0 - load))), T(1.0));
    y.source = y.heat - y.power;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "source", y.source);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/curve.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Compressor and outdoor coil of equipment that heats and cools air without water, such as
/// packaged rooftop units: the electricity for the heating and cooling by its coil.
///
///     P_c = Q_c (a_1 + a_2 θ + a_3 θ^2) / COP_n,   θ = clamp(θ_o, θ_min, θ_max)
///     P_h = Q_h / COP_h,   COP_h = k (e_1 + e_2 Δθ + e_3 Δθ^2)
///     Δθ = clamp(θ_d - θ_o, Δ_min, Δ_max)
///
/// P_c and P_h are the electric powers for cooling and heating, Q_c and Q_h the heat flows from and
/// to the air, θ_o is the outdoor temperature, θ_d the temperature of the heated air. The powers do
/// not contain that of the indoor fan, which is a Fan; a rated EER contains it. The efficiency does
/// not depend on the load. COP_h is at least 1 (electric resistance heating) and no COP exceeds 30.
///
/// Default curve of cooling: HPACEIRFT of the EnergyPlus data set (18 to 46 degC outdoors, 1 near
/// 35 degC) at a wet-bulb temperature of 19.44 degC, and a COP of 3.87, that of
/// ANSI/ASHRAE/IES 90.1-2013 without the fan (G3.1.2.1: 7.84e-8 EER Q + 0.338 EER, Q in Btu/h) for
/// the least efficiency (table 6.8.1-1: air cooled, 19 to 40 kW, EER 11.2; Q = 29 kW). Default
/// curve of heating: air source heat pumps of Staffell, Brett, Brandon and Hawkes, Energy Environ.
/// Sci. 5 (2012) 9291, for 15 to 60 K; at 8.3 degC outdoors it is 3.6, at -8.3 degC 2.4
/// (table 6.8.1-2 of that standard requires 3.3 and 2.25).
template <class T>
struct DirectExpansionSystem {
  struct In {
    T cooling, heating, outdoor_temperature;
  };
  struct Params {
    T nominal_cop, a1, a2, a3, coldest, warmest;
    T cop_factor, e1, e2, e3, delivery, least_lift, largest_lift;
  };
  struct Out {
    T power, cooling_power, heating_power;
  };

  static constexpr double kMostCop = 30.0;  // keeps curves beyond their data from free energy

  static constexpr Schema schema() {
    return Schema("Compressor of equipment that heats and cools air without water")
        .in(&In::cooling, "coolingPower", unit::W, "Heat flow from the air", open(0.0))
        .in(&In::heating, "heatingPower", unit::W, "Heat flow to the air", open(0.0))
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air at the outdoor coil")
        .par(
            &Params::nominal_cop, "nominalCOP", unit::one, {3.87, 0.1, 30.0},
            "Cooling power divided by electric power without the indoor fan, at a curve value of 1")
        .par(&Params::a1, "inputRatioC1", unit::one, {0.784876, -100.0, 100.0},
             "Energy input ratio curve of cooling: constant coefficient")
        .par(&Params::a2, "inputRatioC2", unit::one, {-0.00917565, -10.0, 10.0},
             "Energy input ratio curve of cooling: coefficient of the outdoor temperature θ, per "
             "degC")
        .par(&Params::a3, "inputRatioC3", unit::one, {0.000437951, -1.0, 1.0},
             "Energy input ratio curve of cooling: coefficient of θ^2, per degC^2")
        .par(&Params::coldest, "curveTemperatureMin", unit::degC, {18.0, -60.0, 60.0},
             "Lowest outdoor temperature for which the curve of cooling is valid")
        .par(&Params::warmest, "curveTemperatureMax", unit::degC, {46.0, -60.0, 100.0},
             "Highest outdoor temperature for which the curve of cooling is valid")
        .rises_strictly("curveTemperatureMin", "curveTemperatureMax")
        .par(&Params::cop_factor, "heatingCOPFactor", unit::one, {1.0, 0.1, 5.0},
             "Factor of the COP curve of heating: a stated COP divided by the COP of the curve")
        .par(&Params::e1, "heatingCOPC1", unit::one, {6.81, 0.0, 100.0},
             "COP of heating: constant coefficient")
        .par(&Params::e2, "heatingCOPC2", unit::per_K, {-0.121, -10.0, 10.0},
             "COP of heating: coefficient of the temperature lift Δθ")
        .par(&Params::e3, "heatingCOPC3", unit::one, {0.00063, -1.0, 1.0},
             "COP of heating: coefficient of Δθ^2, per K^2")
        .par(&Params::delivery, "heatedAirTemperature", unit::degC, {40.0, 0.0, 100.0},
             "Temperature of the heated air, to which the heat is lifted")
        .par(&Params::least_lift, "temperatureLiftMin", unit::K, {15.0, 0.0, 100.0},
             "Smallest temperature lift for which the COP of heating is valid")
        .par(&Params::largest_lift, "temperatureLiftMax", unit::K, {60.0, 0.0, 200.0},
             "Largest temperature lift for which the COP of heating is valid")
        .rises_strictly("temperatureLiftMin", "temperatureLiftMax")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::cooling_power, "coolingElectricPower", unit::W, "Electric power for cooling")
        .out(&Out::heating_power, "heatingElectricPower", unit::W, "Electric power for heating");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T outdoors = clamp(u.outdoor_temperature, p.coldest, p.warmest);
    const T ratio = quadratic(outdoors, p.a1, p.a2, p.a3) / p.nominal_cop;
    const T lift = clamp(T(p.delivery - u.outdoor_temperature), p.least_lift, p.largest_lift);
    const T heating_cop =
        clamp(T(p.cop_factor * quadratic(lift, p.e1, p.e2, p.e3)), T(1.0), T(kMostCop));
    y.cooling_power = max(u.cooling, T(0.0)) * max(ratio, T(1.0 / kMostCop));
    y.heating_power = max(u.heating, T(0.0)) / heating_cop;
    y.power = y.cooling_power + y.heating_power;
  }

  static void balance(const In&, const Out& y, Ledger& ledger) {
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

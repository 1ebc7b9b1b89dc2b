// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/curve.hpp"
#include "hearth/components/physics/fuel.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// The source of the efficiency of a boiler.
enum class BoilerEfficiency { Curve, Constant };
inline constexpr std::array<std::string_view, 2> kBoilerEfficiencyWords{"curve", "constant"};

/// Boiler with an efficiency curve over part load and water temperature.
///
///     Q = m c min(θ_set - θ_in, s Q_n / (m c)),   B = Q / η,   η = η_n f(PLR, θ_in),
///     P = P_aux PLR,   PLR = Q/Q_n
///
/// Q is the heat to the water, B the fuel (for the heating value on which η_n is based), s the
/// input signal as a limit, f a biquadratic curve (EnergyPlus, Engineering Reference, Boilers)
/// whose arguments stay in the range of its data; below its minimum part load the boiler cycles,
/// with the efficiency at that load. B + P = Q + heatLoss. The colder the return water, the more
/// vapour of the flue gas condenses. The default curve represents a condensing boiler over its
/// return temperature (EnergyPlus data set, CondensingBoilerEff, for part loads of 0.1 to 1 and 30
/// to 85 degC). It is 1 at full load and 70 degC, and η_n is based on the higher heating value.
/// With `efficiencyCurve: constant` f is 1.
template <class T>
struct Boiler {
  struct In {
    T flow, inlet_temperature, setpoint, signal;
  };
  struct Config {
    Fuel fuel;
    BoilerEfficiency efficiency_curve;
  };
  struct Params {
    T nominal_power, nominal_efficiency, auxiliary_power;
    T c1, c2, c3, c4, c5, c6;
    T least_load, coldest, warmest;
  };
  struct Out {
    T outlet_temperature, heat, fuel, power, efficiency, heat_loss;
  };

  static constexpr double kLeastEfficiency = 0.05;  // lower bound if a user's curve falls to 0

  static constexpr Schema schema() {
    return Schema("Boiler with an efficiency curve")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the water that returns")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the supply water temperature")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the heat flow as a share of the nominal heat flow, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalHeatingPower", unit::W, nominal_power(20000.0),
             "Largest heat flow to the water")
        .par(&Params::nominal_efficiency, "nominalEfficiency", unit::one, {0.89, 0.05, 1.2},
             "Heat to the water as a share of the fuel energy (higher heating value) at a curve "
             "value of 1, by default at full load and 70 degC of return water")
        .par(&Params::auxiliary_power, "nominalPowerRate", unit::W, {40.0, 0.0, 1e6},
             "Electric power of fan and controls at full load")
        .par(&Params::c1, "efficiencyC1", unit::one, {1.124970374, -100.0, 100.0},
             "Efficiency curve: constant coefficient")
        .par(&Params::c2, "efficiencyC2", unit::one, {0.014963852, -100.0, 100.0},
             "Efficiency curve: coefficient of the part load ratio PLR")
        .par(&Params::c3, "efficiencyC3", unit::one, {-0.02599835, -100.0, 100.0},
             "Efficiency curve: coefficient of PLR^2")
        .par(&Params::c4, "efficiencyC4", unit::one, {0.0, -10.0, 10.0},
             "Efficiency curve: coefficient of the return water temperature θ, per degC")
        .par(&Params::c5, "efficiencyC5", unit::one, {-1.40464e-6, -1.0, 1.0},
             "Efficiency curve: coefficient of θ^2, per degC^2")
        .par(&Params::c6, "efficiencyC6", unit::one, {-0.00153624, -10.0, 10.0},
             "Efficiency curve: coefficient of PLR θ, per degC")
        .par(&Params::least_load, "partLoadRatioMin", unit::one, {0.1, 0.01, 1.0},
             "Part load ratio below which the boiler cycles")
        .par(&Params::coldest, "curveTemperatureMin", unit::degC, water_temperature(30.0),
             "Lowest water temperature for which the curve is valid")
        .par(&Params::warmest, "curveTemperatureMax", unit::degC, {85.0, -50.0, 300.0},
             "Highest water temperature for which the curve is valid")
        .rises_strictly("curveTemperatureMin", "curveTemperatureMax")
        .config(&Config::fuel, "fuel", kFuelWords, "Fuel")
        .config(&Config::efficiency_curve, "efficiencyCurve", kBoilerEfficiencyWords,
                "Efficiency according to the curve, or constant at its nominal value")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the water that leaves (supply)")
        .out(&Out::heat, "heatingPower", unit::W, "Heat flow to the water")
        .out(&Out::fuel, "fuelPower", unit::W,
             "Energy flow of the burnt fuel, for the heating value on which nominalEfficiency is "
             "based")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::efficiency, "efficiency", unit::one,
             "Heat to the water as a share of the fuel energy")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to flue gas and surroundings");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * p.nominal_power;
    const WaterStream<T> water = heated(u.flow, u.inlet_temperature, u.setpoint, limit);
    const T load = water.power / p.nominal_power;
    const Biquadratic<T> curve{p.c1, p.c2, p.c3, p.c4, p.c5, p.c6};
    const T relative = c.efficiency_curve == BoilerEfficiency::Constant
                           ? T(1.0)
                           : curve(clamp(load, p.least_load, T(1.0)),
                                   clamp(u.inlet_temperature, p.coldest, p.warmest));
    y.outlet_temperature = water.outlet;
    y.heat = water.power;
    y.efficiency = max(T(p.nominal_efficiency * relative), T(kLeastEfficiency));
    y.fuel = y.heat / y.efficiency;
    y.power = p.auxiliary_power * load;
    y.heat_loss = y.fuel + y.power - y.heat;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "fuel", y.fuel);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
    ledger.rejected("heatLoss", y.heat_loss);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/curve.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Electric chiller by the DOE-2 curves of capacity, energy input ratio and part load.
///
///     Q_max = Q_n CAPFT(θ_set, θ_c),   Q = m c min(θ_in - θ_set, s Q_max / (m c))
///     P = Q_max / COP_n EIRFT(θ_set, θ_c) EIRFPLR(max(PLR, PLR_u)) min(PLR/PLR_min, 1)
///     Q_c = Q + f P,   PLR = Q/Q_max
///
/// If the component is one of N equal chillers that share their load and start one after the other
/// (`parallelMachines`), its power is the mean power of all chillers: n/N P(min(PLR N/n, 1)) with
///
///     n = min(max(PLR N / 0.9, 1), N)
///
/// chillers in operation, on average over the starts and stops near the limit of one chiller. A
/// further chiller starts when the others reach 90 % of their capacity.
///
/// θ_c is the temperature of water or air that enters the condenser, s the input signal as a limit,
/// PLR_u the minimum unloading ratio (below it, hot gas bypass keeps the power of PLR_u), PLR_min
/// the ratio below which it cycles, f the share of P released in the condenser: Q + P = Q_c +
/// heatLoss. The law is Chiller:Electric:EIR of EnergyPlus (Engineering Reference, Chillers), whose
/// curves stay in the range of their data. Default: DOE-2 Reciprocating/3.67COP of the EnergyPlus
/// data set Chillers.idf, at 6.67 degC chilled and 29.4 degC condenser water.
template <class T>
struct Chiller {
  struct In {
    T flow, inlet_temperature, setpoint, condenser_temperature, signal;
  };
  struct Params {
    T nominal_power, nominal_cop;
    Biquadratic<T> capacity, input_ratio;
    T d1, d2, d3, machines;
    T least_load, least_unloaded, condenser_share;
    T chilled_min, chilled_max, condenser_min, condenser_max;
  };
  struct Out {
    T outlet_temperature, cooling, power, condenser, heat_loss, available;
  };

  static constexpr double kNextStarts = 0.9;   // part load ratio at which a further chiller starts
  static constexpr double kLeastPower = 1e-6;  // W, keeps the part load defined without capacity

  static constexpr Schema schema() {
    return Schema("Electric chiller with performance curves (DOE-2)")
        .in(&In::flow, "waterFlowRate", unit::kg_per_s, "Mass flow of the chilled water")
        .in(&In::inlet_temperature, "inletWaterTemperature", unit::degC,
            "Temperature of the chilled water that returns")
        .in(&In::setpoint, "outletWaterTemperatureSetpoint", unit::degC,
            "Setpoint of the chilled water temperature")
        .in(&In::condenser_temperature, "condenserInletTemperature", unit::degC,
            "Temperature of the water or air that cools the condenser")
        .in(&In::signal, "inputSignal", unit::one,
            "Limit of the cooling power as a share of the capacity, 0 off", open(1.0))
        .par(&Params::nominal_power, "nominalCoolingPower", unit::W, nominal_power(100000.0),
             "Cooling capacity at a curve value of 1")
        .par(&Params::nominal_cop, "nominalCOP", unit::one, {3.67, 0.1, 30.0},
             "Cooling power divided by electric power, at curve values of 1")
        .par(&Params::capacity, biquadratic<"capacity",
                                            "Capacity curve (CAPFT) over the water setpoint θ_set "
                                            "and the condenser temperature θ_c",
                                            "θ_set", "θ_c">({0.507883, 0.145228, -0.00625644,
                                                             -0.0011178, -0.0001296, -0.00028188}))
        .par(&Params::input_ratio,
             biquadratic<"inputRatio",
                         "Energy input ratio curve (EIRFT) over the water setpoint θ_set and the "
                         "condenser temperature θ_c",
                         "θ_set", "θ_c">(
                 {1.03076, -0.103536, 0.00710208, 0.0093186, 0.00031752, -0.00104328}))
        .par(&Params::d1, "partLoadC1", unit::one, {0.088065, -10.0, 10.0},
             "Part load curve (EIRFPLR): constant coefficient")
        .par(&Params::d2, "partLoadC2", unit::one, {1.137742, -10.0, 10.0},
             "Part load curve (EIRFPLR): coefficient of the part load ratio PLR")
        .par(&Params::d3, "partLoadC3", unit::one, {-0.225806, -10.0, 10.0},
             "Part load curve (EIRFPLR): coefficient of PLR^2")
        .par(&Params::least_load, "partLoadRatioMin", unit::one, {0.1, 1e-3, 1.0},
             "Part load ratio below which the chiller cycles")
        .par(&Params::least_unloaded, "unloadingRatioMin", unit::one, {0.2, 1e-3, 1.0},
             "Lowest part load ratio to which the chiller unloads")
        .par(&Params::machines, "parallelMachines", unit::one, {1.0, 1.0, 1000.0},
             "Number of equal chillers that share the load of a plant and start one after the "
             "other; the component represents one of them and takes an equal share of the load")
        .par(&Params::condenser_share, "condenserShare", unit::one, share(1.0),
             "Share of the electric power that is released in the condenser")
        .par(&Params::chilled_min, "chilledTemperatureMin", unit::degC, {5.0, -60.0, 60.0},
             "Lowest chilled water temperature for which the curves are valid")
        .par(&Params::chilled_max, "chilledTemperatureMax", unit::degC, {10.0, -60.0, 60.0},
             "Highest chilled water temperature for which the curves are valid")
        .par(&Params::condenser_min, "condenserTemperatureMin", unit::degC, {24.0, -60.0, 100.0},
             "Lowest condenser temperature for which the curves are valid")
        .par(&Params::condenser_max, "condenserTemperatureMax", unit::degC, {35.0, -60.0, 100.0},
             "Highest condenser temperature for which the curves are valid")
        .rises_strictly("chilledTemperatureMin", "chilledTemperatureMax")
        .rises_strictly("condenserTemperatureMin", "condenserTemperatureMax")
        .out(&Out::outlet_temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the chilled water that leaves")
        .out(&Out::cooling, "coolingPower", unit::W, "Heat flow from the water")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::condenser, "condenserPower", unit::W,
             "Heat flow to the medium that cools the condenser")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to the surroundings")
        .out(&Out::available, "availableCoolingPower", unit::W,
             "Cooling capacity at the present temperatures");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T chilled = clamp(u.setpoint, p.chilled_min, p.chilled_max);
    const T condenser = clamp(u.condenser_temperature, p.condenser_min, p.condenser_max);
    y.available = p.nominal_power * max(p.capacity(chilled, condenser), T(0.0));
    const T limit = clamp(u.signal, T(0.0), T(1.0)) * y.available;
    const WaterStream<T> water = cooled(u.flow, u.inlet_temperature, u.setpoint, limit);
    const T load = min(T(water.power / max(y.available, T(kLeastPower))), T(1.0));
    const T running = clamp(T(load * p.machines / kNextStarts), T(1.0), p.machines);
    const T own_load = min(T(load * p.machines / running), T(1.0));
    const T unloaded = quadratic(max(own_load, p.least_unloaded), p.d1, p.d2, p.d3);
    const T cycling = min(T(own_load / p.least_load), T(1.0)) * running / p.machines;
    y.outlet_temperature = water.outlet;
    y.cooling = water.power;
    y.power = y.available / p.nominal_cop * max(p.input_ratio(chilled, condenser), T(0.0)) *
              max(unloaded, T(0.0)) * cycling;
    y.condenser = y.cooling + p.condenser_share * y.power;
    y.heat_loss = (1.0 - p.condenser_share) * y.power;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "inletWaterTemperature", u.flow, u.inlet_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.outlet_temperature);
    ledger.outside(Conserved::Heat, "electricity", y.power);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
    ledger.rejected("condenserPower", y.condenser);
    ledger.rejected("heatLoss", y.heat_loss);
  }
};

}  // namespace hearth

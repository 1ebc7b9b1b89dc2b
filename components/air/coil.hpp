// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/psychrometrics.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Ideal coil: heats or cools the air to a setpoint, with the power that is needed, up to the
/// capacity, and dehumidifies the air that it cools.
///
///     Q_heat = min(m c_a max(θ_set - θ_in, 0), Q_heat,n)
///     Q_cool = min(m (c_a Δθ + r Δw), Q_cool,n),   Δθ = max(θ_in - θ_set, 0)
///     Δw = max((1 - b)(w - w_s(θ_a)), w - w_s(θ_in - Δθ), 0)
///     θ_a = θ_in - Δθ / (1 - b),   w = min(w_in, w_s(θ_in))
///
/// m is the mass flow of the air, c_a its specific heat capacity, θ its temperature, w its humidity
/// ratio, r the heat of vaporisation, Q_n the capacity. The share b of the air passes the coil
/// unchanged (bypass factor), the rest leaves with the temperature θ_a of the surface (apparatus
/// dew point), saturated if water condenses: w_s. The mixture is at most saturated, except for
/// water that already enters as fog (ASHRAE Handbook, Fundamentals 2021, chapter 1; EnergyPlus
/// Engineering Reference, DX coils). At its capacity, the coil cools and dehumidifies in the same
/// proportion. Water that evaporates from the coil while a compressor is off is neglected. If the
/// humidity is not connected, the air is dry, as in Twin4Build (v1.1.2, CoilTorchSystem), whose
/// coil has no limit of capacity.
///
/// The default of b follows from the rating point of air conditioners (26.7 degC, wet bulb 19.4
/// degC, 0.0537 m3/s for each kW: AHRI Standard 210/240) with a sensible heat ratio of 0.75.
///
/// Without flow or with reversed flow, the power is 0 and the outlet temperature is the setpoint.
/// HeatingCoil and CoolingCoil are coils with a water side; DirectExpansionSystem, Furnace and
/// ElectricAirHeater compute the energy use of a coil without water.
template <class T>
struct Coil {
  struct In {
    T inlet, setpoint, flow, humidity;
  };
  struct Params {
    T heating_capacity, cooling_capacity, bypass, pressure;
  };
  struct Out {
    T heating, cooling, outlet, humidity, sensible, condensate;
  };

  static constexpr double kUnlimited = 1e12;  // W
  static constexpr double kLeastRate = 1e-9;  // W/K, keeps the outlet defined for air at rest

  static constexpr Schema schema() {
    return Schema("Ideal air coil that keeps a setpoint")
        .in(&In::inlet, "inletAirTemperature", unit::degC, "Temperature of the air before the coil")
        .in(&In::setpoint, "outletAirTemperatureSetpoint", unit::degC,
            "Setpoint of the air temperature after the coil")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air")
        .in(&In::humidity, "inletAirHumidityRatio", unit::one,
            "Humidity ratio of the air before the coil, kg/kg; by default, the air is dry and no "
            "water condenses",
            open(0.0))
        .par(&Params::heating_capacity, "nominalHeatingPower", unit::W,
             {kUnlimited, 0.0, kUnlimited}, "Largest heat flow to the air; no limit by default")
        .par(&Params::cooling_capacity, "nominalCoolingPower", unit::W,
             {kUnlimited, 0.0, kUnlimited}, "Largest heat flow from the air; no limit by default")
        .par(&Params::bypass, "bypassFactor", unit::one, {0.15, 0.0, 0.5},
             "Share of the air that passes the coil unchanged")
        .par(&Params::pressure, "atmosphericPressure", unit::Pa, {101325.0, 5e4, 1.2e5},
             "Atmospheric pressure at the site")
        .out(&Out::heating, "heatingPower", unit::W, "Heat flow to the air")
        .out(&Out::cooling, "coolingPower", unit::W,
             "Total heat flow from the air, with that of condensation")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air after the coil")
        .out(&Out::humidity, "outletAirHumidityRatio", unit::one,
             "Humidity ratio of the air after the coil, kg/kg")
        .out(&Out::sensible, "sensibleCoolingPower", unit::W,
             "Sensible part of the heat flow from the air, which cools the air")
        .out(&Out::condensate, "condensateFlowRate", unit::kg_per_s,
             "Mass flow of the water that condenses");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T flow = max(u.flow, T(0.0));
    const T rate = flow * kAirHeatCapacity;
    const T drop = max(T(u.inlet - u.setpoint), T(0.0));
    const T surface = u.inlet - drop / (1.0 - p.bypass);
    const auto saturated = [&p](const T& temperature) {
      return physics::saturation_humidity_ratio(temperature, p.pressure);
    };
    const T vapour = min(u.humidity, saturated(u.inlet));
    const T at_surface = (1.0 - p.bypass) * (vapour - saturated(surface));
    const T as_mixture = vapour - saturated(T(u.inlet - drop));
    const T removed = max(T(max(at_surface, as_mixture)), T(0.0));
    const T heat = rate * max(T(u.setpoint - u.inlet), T(0.0));
    const T cold = rate * drop;
    const T total = cold + kVaporisationHeat * flow * removed;
    y.heating = min(heat, p.heating_capacity);
    y.cooling = min(total, p.cooling_capacity);
    const T share = select(total > p.cooling_capacity,
                           T(p.cooling_capacity / max(total, T(kLeastRate))), T(1.0));
    y.humidity = u.humidity - share * removed;
    y.condensate = flow * share * removed;
    y.sensible = y.cooling - kVaporisationHeat * y.condensate;
    // What is missing, so that the outlet is exactly the setpoint if nothing is.
    y.outlet = u.setpoint - ((heat - y.heating) - (cold - y.sensible)) / max(rate, T(kLeastRate));
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    const T flow = max(u.flow, T(0.0));
    air_in(ledger, "inletAirTemperature", u.flow, u.inlet);
    air_out(ledger, "outletAirTemperature", u.flow, y.outlet);
    ledger.stream_in(Conserved::Vapour, "inletAirHumidityRatio", flow * u.humidity);
    ledger.stream_out(Conserved::Vapour, "outletAirHumidityRatio", flow * y.humidity);
    ledger.outside(Conserved::Vapour, "condensate", -y.condensate);
    ledger.outside(Conserved::Heat, "heating", y.heating);
    ledger.outside(Conserved::Heat, "cooling", -y.cooling);
    ledger.outside(Conserved::Heat, "condensation", y.cooling - y.sensible);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/fuel.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Furnace of equipment that heats air by burning fuel: the fuel power B = Q/η for the heat Q that
/// its coil delivers to the air, with the efficiency η.
///
/// Default efficiency: the thermal efficiency that ANSI/ASHRAE/IES 90.1 requires of gas furnaces
/// (table 6.8.1-5: 80 %, for the higher heating value).
template <class T>
struct Furnace {
  struct In {
    T heating;
  };
  struct Config {
    Fuel fuel;
  };
  struct Params {
    T efficiency;
  };
  struct Out {
    T fuel, heat_loss;
  };

  static constexpr Schema schema() {
    return Schema("Furnace of equipment that heats air by burning fuel")
        .in(&In::heating, "heatingPower", unit::W, "Heat flow to the air")
        .par(&Params::efficiency, "efficiency", unit::one, {0.8, 0.05, 1.2},
             "Heat to the air as a share of the fuel energy")
        .config(&Config::fuel, "fuel", kFuelWords, "Fuel")
        .out(&Out::fuel, "fuelPower", unit::W, "Energy flow of the burnt fuel")
        .out(&Out::heat_loss, "heatLoss", unit::W, "Heat flow to flue gas and surroundings");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T heat = max(u.heating, T(0.0));
    y.fuel = heat / p.efficiency;
    y.heat_loss = y.fuel - heat;
  }
};

}  // namespace hearth

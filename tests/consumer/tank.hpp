// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/registry.hpp"

namespace plant {

using namespace hearth;

/// Returns Hearth's component types and those of this project; its definition is generated.
const Registry& components();

/// Hot water tank in a room:  C dθ/dt = P - (θ - θ_room)/R
template <class T>
struct Tank {
  struct In {
    T power, room_temperature;
  };
  struct Params {
    T capacity, resistance;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature;
  };

  static constexpr Schema schema() {
    return Schema("Hot water tank in a room")
        .in(&In::power, "power", unit::W, "Heat flow from the heater")
        .in(&In::room_temperature, "roomTemperature", unit::degC, "Temperature around the tank",
            open(20.0))
        .par(&Params::capacity, "C", unit::J_per_K, {8e5, 1.0, 1e9},
             "Heat capacity of water and shell")
        .par(&Params::resistance, "R", unit::K_per_W, {0.5, 1e-6, 1e6},
             "Resistance of the insulation")
        .state(&State::temperature, "temperature", unit::degC, {20.0}, "Temperature of the water")
        .out(&Out::temperature, "waterTemperature", unit::degC, "Temperature of the water");
  }

  static void outputs(const State& x, Out& y) { y.temperature = x.temperature; }

  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T loss = (x.temperature - u.room_temperature) / p.resistance;
    dx.temperature = (u.power - loss) / p.capacity;
  }
};

}  // namespace plant

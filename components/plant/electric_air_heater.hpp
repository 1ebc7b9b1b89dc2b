// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Electric resistance heater of equipment that heats air: its electric power P equals the heat Q
/// that its coil delivers to the air.
template <class T>
struct ElectricAirHeater {
  struct In {
    T heating;
  };
  struct Out {
    T power;
  };

  static constexpr Schema schema() {
    return Schema("Electric resistance of equipment that heats air")
        .in(&In::heating, "heatingPower", unit::W, "Heat flow to the air")
        .out(&Out::power, "Power", unit::W, "Electric power");
  }

  static void outputs(const In& u, Out& y) { y.power = max(u.heating, T(0.0)); }

  static void balance(const In&, const Out& y, Ledger& ledger) {
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth

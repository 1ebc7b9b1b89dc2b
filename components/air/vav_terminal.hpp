// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Variable air volume terminal without reheat.
///
///     m = s (m_min + u (m_nom - m_min))
///
/// m is the mass flow; u, in 0..1, is the cooling command of the zone; s is 0 while the air
/// handling unit that supplies the air is off, otherwise 1. The flow controller of the box is
/// assumed to be ideal and the duct pressure sufficient. Temperature, humidity and CO2 of the air
/// do not change.
template <class T>
struct VavTerminal {
  struct In {
    T position, supply_temperature, operation;
  };
  struct Params {
    T minimum, nominal;
  };
  struct Out {
    T flow, outlet;
  };

  static constexpr Schema schema() {
    return Schema("Variable air volume terminal without reheat")
        .in(&In::position, "damperPosition", unit::one,
            "Command of the damper, 0 minimum flow, 1 nominal flow")
        .in(&In::operation, "operationSignal", unit::one, kOperationDoc, open(1.0))
        .in(&In::supply_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of the air from the duct", open(20.0))
        .par(&Params::minimum, "minimumAirFlowRate", unit::kg_per_s, flow(0.05),
             "Minimum air flow, for ventilation", computed<&VavTerminal::least_flow>())
        .par(&Params::nominal, "nominalAirFlowRate", unit::kg_per_s, flow(0.25),
             "Mass flow of the air at full command")
        .rises("minimumAirFlowRate", "nominalAirFlowRate")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the air to the room")
        .out(&Out::outlet, "outletAirTemperature", unit::degC,
             "Temperature of the air to the room");
  }

  /// Returns a usual minimum flow, at most the nominal flow of the terminal.
  static T least_flow(const Params& p) { return min(T(0.05), p.nominal); }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T command = clamp(u.position, T(0.0), T(1.0));
    y.flow = running_share(u.operation) * (p.minimum + command * (p.nominal - p.minimum));
    y.outlet = u.supply_temperature;
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    air_in(ledger, "supplyAirTemperature", y.flow, u.supply_temperature);
    air_out(ledger, "outletAirTemperature", y.flow, y.outlet);
  }
};

}  // namespace hearth

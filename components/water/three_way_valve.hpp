// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/flow_characteristic.hpp"
#include "hearth/components/physics/water.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Three-way valve that mixes supply water with return water, for a circuit whose pump sets the
/// mass flow m.
///
///     s = f_A(u) / (f_A(u) + 1 - u),   m_supply = s m,   m_bypass = (1 - s) m,
///     θ = s θ_supply + (1 - s) θ_return
///
/// f_A is the characteristic of the supply port at the opening u (physics/flow_characteristic.hpp),
/// the bypass is linear and closes as the supply port opens. Both ports have the same pressure
/// difference. With a linear supply port s = u. The plain equal percentage port passes 1/R when
/// closed.
template <class T>
struct ThreeWayValve {
  struct In {
    T position, flow, supply_temperature, return_temperature;
  };
  struct Params {
    T rangeability, leakage, blend;
  };
  struct Config {
    FlowCharacteristic characteristic;
  };
  struct Out {
    T supply_flow, bypass_flow, temperature;
  };

  static constexpr Schema schema() {
    return Schema("Three-way valve that mixes supply with return")
        .in(&In::position, "valvePosition", unit::one, "Opening of the supply port, 0 to 1",
            shown())
        .in(&In::flow, "waterFlowRate", unit::kg_per_s,
            "Mass flow of the water in the mixed circuit")
        .in(&In::supply_temperature, "supplyWaterTemperature", unit::degC,
            "Temperature of the water from the plant")
        .in(&In::return_temperature, "returnWaterTemperature", unit::degC,
            "Temperature of the water that returns from the circuit")
        .par(&Params::rangeability, "rangeability", unit::one, {50.0, 1.1, 1e4},
             "Rangeability R of the equal percentage characteristics")
        .par(&Params::leakage, "leakage", unit::one, {1e-4, 0.0, 0.5},
             "Flow coefficient of the blended characteristic when closed")
        .par(&Params::blend, "delta", unit::one, {0.01, 1e-4, 0.6},
             "Opening around which the blended characteristic leaves equal percentage")
        .config(&Config::characteristic, "characteristic", kFlowCharacteristics,
                "Characteristic of the supply port")
        .out(&Out::supply_flow, "supplyWaterFlowRate", unit::kg_per_s,
             "Mass flow that is taken from the plant")
        .out(&Out::bypass_flow, "bypassWaterFlowRate", unit::kg_per_s,
             "Mass flow that is taken from the return")
        .out(&Out::temperature, "outletWaterTemperature", unit::degC,
             "Temperature of the mixed water");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T opening = clamp(u.position, T(0.0), T(1.0));
    const ValveShape<T> shape{p.rangeability, p.leakage, p.blend};
    const T supply = flow_coefficient(c.characteristic, opening, shape);
    const T share = supply / (supply + 1.0 - opening);
    y.supply_flow = share * u.flow;
    y.bypass_flow = u.flow - y.supply_flow;
    y.temperature = u.return_temperature + share * (u.supply_temperature - u.return_temperature);
  }

  static void balance(const In& u, const Out& y, Ledger& ledger) {
    water_in(ledger, "supplyWaterTemperature", y.supply_flow, u.supply_temperature);
    water_in(ledger, "returnWaterTemperature", y.bypass_flow, u.return_temperature);
    water_out(ledger, "outletWaterTemperature", u.flow, y.temperature);
  }
};

}  // namespace hearth

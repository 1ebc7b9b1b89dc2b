// SPDX-License-Identifier: MIT
#include "hearth/tests/dynamics/systems.hpp"

#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/tests/dynamics/air_handling.hpp"
#include "hearth/tests/dynamics/rc_nodes.hpp"
#include "hearth/tests/framework/continuous/connection_parts.hpp"
#include "hearth/tests/framework/continuous/event_parts.hpp"

namespace hearth::test {

const Registry& dynamics_components() {
  static const Registry registry = [] {
    std::vector<ComponentType> types;
    types.push_back(bind<Lag>("Lag"));
    types.push_back(bind<Oscillator>("Oscillator"));
    types.push_back(bind<Spring>("Spring"));
    types.push_back(bind<VanDerPol>("VanDerPol"));
    types.push_back(bind<Pendulum>("Pendulum"));
    types.push_back(bind<Orbit>("Orbit"));
    types.push_back(bind<Ball>("Ball"));
    types.push_back(bind<HeatedRoom>("HeatedRoom"));
    types.push_back(bind<TwoPoint>("TwoPoint"));
    types.push_back(bind<Corners>("Corners"));
    types.push_back(bind<Cubic>("Cubic"));
    types.push_back(bind<Ramp>("Ramp"));
    types.push_back(bind<Mover>("Mover"));
    types.push_back(bind<WallNode>("WallNode"));
    types.push_back(bind<PumpCurve>("PumpCurve"));
    types.push_back(bind<PipeCurve>("PipeCurve"));
    types.push_back(bind<Cosine>("Cosine"));
    types.push_back(bind<Chirp>("Chirp"));
    types.push_back(bind<PartlyDirect>("PartlyDirect"));
    types.push_back(bind<Collector>("Collector"));
    types.push_back(bind<Counter>("Counter"));
    types.push_back(bind<Riccati>("Riccati"));
    types.push_back(bind<Tank>("Tank"));
    types.push_back(bind<RadiatingNode>("RadiatingNode"));
    types.push_back(bind<FlowHeater>("FlowHeater"));
    types.push_back(bind<MixedOutputs>("MixedOutputs"));
    types.push_back(bind<Square>("Square"));
    types.push_back(bind<PairProduct>("PairProduct"));
    types.push_back(bind<ThermalResistance>("ThermalResistance"));
    types.push_back(bind<SurfaceNode>("SurfaceNode"));
    types.push_back(bind<CapacityNode>("CapacityNode"));
    types.push_back(bind<SupplyJunction>("SupplyJunction"));
    types.push_back(bind<ReturnJunction>("ReturnJunction"));
    types.push_back(bind<HeatRecovery>("HeatRecovery"));
    types.push_back(bind<SimpleFan>("SimpleFan"));
    types.push_back(bind<SimpleCoil>("SimpleCoil"));
    types.push_back(bind<Giver>("Giver"));
    types.push_back(bind<Taker>("Taker"));
    types.push_back(bind<VectorTaker>("VectorTaker"));
    types.push_back(bind<Passes>("Passes"));
    types.push_back(bind<Swapper>("Swapper"));
    types.push_back(bind<RootGuard>("RootGuard"));
    return with_standard_components(std::move(types));
  }();
  return registry;
}

}  // namespace hearth::test

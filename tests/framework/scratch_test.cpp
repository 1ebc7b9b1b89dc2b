#include <catch2/catch.hpp>
#include <iostream>
#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"
using namespace hearth; using namespace hearth::test;
TEST_CASE("flags") {
  SimulationModel m;
  m.add_component(constant("out", 5.0));
  m.add_component(constant("flow", 0.01));
  m.add_component(instance("room", "BuildingSpace"));
  m.add_component(instance("rad", "SpaceHeater"));
  m.add_component(instance("cur", "CurvedRadiator"));
  m.add_component(instance("node", "Node"));
  m.add_connection("out.scheduleValue -> room.outdoorTemperature");
  m.add_connection("flow.scheduleValue -> rad.waterFlowRate");
  m.add_connection("out.scheduleValue -> rad.supplyWaterTemperature");
  m.add_connection("room.indoorTemperature -> rad.indoorTemperature");
  m.add_connection("rad.Power -> room.heatGain");
  RunOptions ro; ro.compile.cycle_removal = CycleRemoval::StateEdges; Bench<double> b(m, test_components(), ro);
  for (size_t i=0;i<b.plan.slots.size();++i) std::cout << b.plan.instances[i].id << " affine " << b.plan.slots[i].affine << " level " << b.plan.instances[i].level << "\n";
  for (auto& l : b.plan.lags) std::cout << to_string(*l.connection) << " carrier " << (int)l.carrier << "\n";
  b.simulation.initialize(); b.steps(10); std::cout << b.value("room.indoorTemperature") << "\n";
}

// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/support/range_ends.hpp"

namespace hearth::test::range_test {
namespace {

TEST_CASE("water components work at both ends of the range of every parameter") {
  for (const double position : {0.0, 0.5, 1.0}) {
    check_range_ends("Valve", {{"valvePosition", position}});
    check_range_ends("ThreeWayValve", {{"valvePosition", position},
                                       {"waterFlowRate", 0.1},
                                       {"supplyWaterTemperature", 60.0},
                                       {"returnWaterTemperature", 40.0}});
  }
  for (const double flow : {0.0, 0.3}) {
    check_range_ends("Pump", {{"waterFlowRate", flow}, {"inletWaterTemperature", 40.0}});
    check_range_ends(
        "Radiator",
        {{"supplyWaterTemperature", 60.0}, {"waterFlowRate", flow}, {"indoorTemperature", 20.0}});
    check_range_ends(
        "StorageTank",
        {{"chargeWaterFlowRate", flow}, {"dischargeWaterFlowRate", 0.1}, {"heatGain", 500.0}});
    check_range_ends("WaterHeatExchanger", {{"primaryWaterFlowRate", 0.2},
                                            {"secondaryWaterFlowRate", flow},
                                            {"primaryTemperatureIn", 70.0},
                                            {"secondaryTemperatureIn", 30.0}});
    check_range_ends("ReturnWaterJunction",
                     {{"waterFlowRateIn[a]", flow}, {"waterTemperatureIn[a]", 40.0}});
    check_range_ends("SupplyWaterJunction", {{"waterFlowRateOut[a]", flow}});
  }
}

}  // namespace
}  // namespace hearth::test::range_test

// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/support/range_ends.hpp"

namespace hearth::test::range_test {
namespace {

TEST_CASE("plant works at both ends of the range of every parameter") {
  for (const double flow : {0.0, 0.3}) {
    check_range_ends("Boiler", {{"waterFlowRate", flow},
                                {"inletWaterTemperature", 40.0},
                                {"outletWaterTemperatureSetpoint", 60.0}});
    check_range_ends("AbsorptionChiller", {{"waterFlowRate", flow},
                                           {"inletWaterTemperature", 12.0},
                                           {"outletWaterTemperatureSetpoint", 7.0},
                                           {"supplyHotWaterTemperature", 85.0}});
    check_range_ends("DistrictHeatingSubstation", {{"waterFlowRate", flow},
                                                   {"inletWaterTemperature", 40.0},
                                                   {"outletWaterTemperatureSetpoint", 60.0}});
    check_range_ends("ElectricHeater", {{"waterFlowRate", flow},
                                        {"inletWaterTemperature", 40.0},
                                        {"outletWaterTemperatureSetpoint", 60.0}});
    check_range_ends("HeatPump", {{"waterFlowRate", flow},
                                  {"inletWaterTemperature", 30.0},
                                  {"outletWaterTemperatureSetpoint", 45.0},
                                  {"sourceTemperature", 5.0}});
    check_range_ends("Chiller", {{"waterFlowRate", flow},
                                 {"inletWaterTemperature", 12.0},
                                 {"outletWaterTemperatureSetpoint", 7.0},
                                 {"condenserInletTemperature", 30.0}});
    check_range_ends("SolarThermalCollector", {{"globalIrradiation", 700.0},
                                               {"outdoorTemperature", 10.0},
                                               {"waterFlowRate", flow},
                                               {"inletWaterTemperature", 30.0}});
  }
  for (const double outdoors : {-30.0, 8.0, 50.0}) {
    check_range_ends(
        "DirectExpansionSystem",
        {{"coolingPower", 3000.0}, {"heatingPower", 2000.0}, {"outdoorTemperature", outdoors}});
  }
  check_range_ends("Furnace", {{"heatingPower", 2000.0}});
  for (const double sun : {0.0, 700.0}) {
    check_range_ends("Photovoltaic", {{"globalIrradiation", sun}, {"outdoorTemperature", 10.0}});
  }
}

}  // namespace
}  // namespace hearth::test::range_test

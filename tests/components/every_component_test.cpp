// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/support/own_balance.hpp"
#include "hearth/tests/support/range_ends.hpp"
#include "hearth/tests/support/scaled_units.hpp"

namespace hearth::test::every_component_test {
namespace {

/// A component and inputs at which it works; by port, in the units of the schema.
struct Case {
  std::string type;
  std::vector<std::pair<std::string, double>> inputs;
};

std::vector<Case> air() {
  return {
      {"AirToAirHeatRecovery",
       {{"primaryAirFlowRate", 0.8},
        {"secondaryAirFlowRate", 0.7},
        {"primaryTemperatureIn", -5.0},
        {"secondaryTemperatureIn", 22.0},
        {"primaryTemperatureOutSetpoint", 15.0},
        {"primaryHumidityRatioIn", 0.002},
        {"secondaryHumidityRatioIn", 0.007}}},
      {"AuthorityDamper", {{"damperPosition", 0.4}}},
      {"Coil",
       {{"inletAirTemperature", 12.0},
        {"outletAirTemperatureSetpoint", 18.0},
        {"airFlowRate", 0.3}}},
      {"CoolingCoil",
       {{"inletAirTemperature", 28.0},
        {"inletAirHumidityRatio", 0.014},
        {"airFlowRate", 0.3},
        {"supplyWaterTemperature", 7.0},
        {"waterFlowRate", 0.2}}},
      {"Damper", {{"damperPosition", 0.4}}},
      {"Fan", {{"airFlowRate", 0.6}, {"inletAirTemperature", 16.0}}},
      {"FanCoilUnit",
       {{"inputSignal", 0.7},
        {"indoorTemperature", 25.0},
        {"indoorHumidityRatio", 0.01},
        {"supplyHotWaterTemperature", 45.0},
        {"hotWaterFlowRate", 0.02},
        {"supplyChilledWaterTemperature", 8.0},
        {"chilledWaterFlowRate", 0.1}}},
      {"FanPoweredTerminal",
       {{"coolingSignal", 0.2},
        {"heatingSignal", 0.8},
        {"supplyAirTemperature", 15.0},
        {"indoorTemperature", 20.0},
        {"supplyAirHumidityRatio", 0.006},
        {"indoorHumidityRatio", 0.008},
        {"supplyAirCO2", 450.0},
        {"indoorCO2", 800.0}}},
      {"HeatingCoil",
       {{"inletAirTemperature", 5.0},
        {"airFlowRate", 0.4},
        {"supplyWaterTemperature", 60.0},
        {"waterFlowRate", 0.15}}},
      {"MixingBox",
       {{"damperPosition", 0.4},
        {"minimumOutdoorAirFlowRate", 0.05},
        {"supplyAirFlowRate", 0.5},
        {"returnAirFlowRate", 0.45},
        {"outdoorTemperature", 2.0},
        {"returnAirTemperature", 22.0},
        {"outdoorHumidityRatio", 0.003},
        {"returnAirHumidityRatio", 0.008},
        {"outdoorCO2", 420.0},
        {"returnAirCO2", 900.0}}},
      {"OpenableWindow", {{"indoorTemperature", 25.0}, {"outdoorTemperature", 24.0}}},
      {"ReturnFlowJunction",
       {{"airFlowRateIn[a]", 0.2},
        {"airTemperatureIn[a]", 21.0},
        {"airCO2In[a]", 700.0},
        {"airFlowRateIn[b]", 0.3},
        {"airTemperatureIn[b]", 24.0}}},
      {"SupplyFlowJunction", {{"airFlowRateOut[a]", 0.2}, {"airFlowRateOut[b]", 0.3}}},
      {"VavReheatTerminal", {{"heatingSignal", 0.7}, {"supplyAirTemperature", 15.0}}},
      {"VavTerminal", {{"damperPosition", 0.6}, {"supplyAirTemperature", 15.0}}},
      {"WaterCoil",
       {{"inletAirTemperature", 5.0},
        {"outletAirTemperatureSetpoint", 18.0},
        {"airFlowRate", 0.4},
        {"supplyWaterTemperature", 60.0}}},
  };
}

std::vector<Case> water_and_plant() {
  return {
      {"Pump", {{"waterFlowRate", 0.7}, {"inletWaterTemperature", 40.0}, {"pumpSpeed", 0.8}}},
      {"Radiator",
       {{"supplyWaterTemperature", 60.0}, {"waterFlowRate", 0.02}, {"indoorTemperature", 20.0}}},
      {"ReturnWaterJunction",
       {{"waterFlowRateIn[a]", 0.2},
        {"waterTemperatureIn[a]", 40.0},
        {"waterFlowRateIn[b]", 0.1},
        {"waterTemperatureIn[b]", 30.0}}},
      {"SpaceHeater",
       {{"supplyWaterTemperature", 60.0}, {"waterFlowRate", 0.02}, {"indoorTemperature", 20.0}}},
      {"StorageTank",
       {{"chargeWaterFlowRate", 0.1},
        {"chargeWaterTemperature", 55.0},
        {"dischargeWaterFlowRate", 0.03},
        {"dischargeWaterTemperature", 12.0},
        {"heatGain", 500.0},
        {"indoorTemperature", 18.0}}},
      {"SupplyWaterJunction", {{"waterFlowRateOut[a]", 0.2}, {"waterFlowRateOut[b]", 0.1}}},
      {"ThreeWayValve",
       {{"valvePosition", 0.3},
        {"waterFlowRate", 0.1},
        {"supplyWaterTemperature", 60.0},
        {"returnWaterTemperature", 40.0}}},
      {"Valve", {{"valvePosition", 0.4}}},
      {"WaterHeatExchanger",
       {{"primaryWaterFlowRate", 0.2},
        {"secondaryWaterFlowRate", 0.3},
        {"primaryTemperatureIn", 70.0},
        {"secondaryTemperatureIn", 30.0}}},
      {"Boiler",
       {{"waterFlowRate", 0.2},
        {"inletWaterTemperature", 45.0},
        {"outletWaterTemperatureSetpoint", 60.0},
        {"inputSignal", 0.9}}},
      {"Chiller",
       {{"waterFlowRate", 2.0},
        {"inletWaterTemperature", 12.0},
        {"outletWaterTemperatureSetpoint", 7.0},
        {"condenserInletTemperature", 30.0}}},
      {"DirectExpansionSystem",
       {{"coolingPower", 5000.0}, {"heatingPower", 2000.0}, {"outdoorTemperature", 28.0}}},
      {"AbsorptionChiller",
       {{"waterFlowRate", 0.5},
        {"inletWaterTemperature", 12.0},
        {"outletWaterTemperatureSetpoint", 7.0},
        {"supplyHotWaterTemperature", 85.0}}},
      {"DistrictHeatingSubstation",
       {{"waterFlowRate", 0.5},
        {"inletWaterTemperature", 45.0},
        {"outletWaterTemperatureSetpoint", 60.0}}},
      {"ElectricAirHeater", {{"heatingPower", 2000.0}}},
      {"Furnace", {{"heatingPower", 2000.0}}},
      {"ElectricHeater",
       {{"waterFlowRate", 0.05},
        {"inletWaterTemperature", 45.0},
        {"outletWaterTemperatureSetpoint", 60.0}}},
      {"HeatPump",
       {{"waterFlowRate", 0.2},
        {"inletWaterTemperature", 35.0},
        {"outletWaterTemperatureSetpoint", 42.0},
        {"sourceTemperature", 5.0}}},
      {"Photovoltaic",
       {{"globalIrradiation", 700.0}, {"outdoorTemperature", 10.0}, {"windSpeed", 3.0}}},
      {"SolarThermalCollector",
       {{"globalIrradiation", 700.0},
        {"outdoorTemperature", 10.0},
        {"waterFlowRate", 0.03},
        {"inletWaterTemperature", 30.0}}},
  };
}

std::vector<Case> controls_and_sources() {
  return {
      {"Economizer",
       {{"outdoorTemperature", 8.0},
        {"returnAirTemperature", 23.0},
        {"mixedAirTemperatureSetpoint", 16.0}}},
      {"OnOffController", {{"actualValue", 23.0}, {"setpointValue", 21.0}}},
      {"PidController", {{"actualValue", 23.0}, {"setpointValue", 21.0}}},
      {"RulebasedController", {{"actualValue", 820.0}}},
      {"RulebasedSetpointInputController", {{"actualValue", 950.0}, {"setpointValue", 600.0}}},
      {"SequenceController",
       {{"actualValueSetpointController", 23.0},
        {"setpointValueSetpointController", 21.0},
        {"actualValueRulebasedController", 820.0},
        {"setpointValueRulebasedController", 600.0}}},
      {"Meter", {{"Power[a]", 1500.0}, {"Power[b]", -300.0}}},
      {"Occupancy",
       {{"indoorCO2", 900.0},
        {"supplyAirFlowRate", 0.05},
        {"exhaustAirFlowRate", 0.06},
        {"outdoorCO2", 420.0}}},
      {"OnOff", {{"criteriaValue", 0.7}}},
      {"DeadBand", {{"u", 2.5}}},
      {"Gain", {{"u", 2.5}}},
      {"Integrator", {{"u", 2.5}}},
      {"Power", {{"u", 2.5}}},
      {"Relay", {{"u", 2.5}}},
      {"ResettingIntegrator", {{"u", 2.5}}},
      {"Saturation", {{"u", 2.5}}},
      {"Share", {{"value", 2.5}}},
      {"Sine", {{"u", 2.5}}},
      {"TransferFunction", {{"u", 2.5}}},
  };
}

std::vector<Case> zones_and_weather() {
  return {
      {"ThermalNode", {{"heatGain[a]", 200.0}, {"adjacentTemperature[b]", 12.0}}},
      {"PartitionWall", {{"zoneTemperatureA[a]", 23.0}, {"zoneTemperatureB[b]", 18.0}}},
      {"Infiltration",
       {{"outdoorTemperature", -4.0}, {"indoorTemperature", 21.0}, {"windSpeed", 3.0}}},
      {"InterzoneAir", {{"opening", 0.5}, {"transferAirFlowRate", 0.02}}},
      {"InternalGain", {{"inputSignal", 0.6}}},
      {"Occupants", {{"numberOfPeople", 3.0}}},
      {"MixedAirZone",
       {{"outdoorTemperature", 2.0},
        {"outdoorHumidityRatio", 0.004},
        {"outdoorCO2", 420.0},
        {"airFlowRateIn[a]", 0.05},
        {"airTemperatureIn[a]", 17.0},
        {"airHumidityRatioIn[a]", 0.006},
        {"airCO2In[a]", 500.0},
        {"exhaustAirFlowRate[b]", 0.03},
        {"heatGain[c]", 300.0},
        {"moistureGain[d]", 2e-5},
        {"co2Gain[e]", 3e-6}}},
      {"TwoElementZone",
       {{"outdoorTemperature", 2.0},
        {"heatGain[a]", 200.0},
        {"radiantHeatGain[b]", 100.0},
        {"windowIrradiation[c]", 250.0},
        {"supplyAirFlowRate[d]", 0.02},
        {"supplyAirTemperature[d]", 16.0},
        {"heatingSetpoint[e]", 21.0}}},
      {"SimpleHourlyZone",
       {{"outdoorTemperature", 2.0},
        {"heatGain[a]", 200.0},
        {"solarHeatGain[b]", 400.0},
        {"supplyAirFlowRate[e]", 0.02},
        {"supplyAirTemperature[e]", 16.0},
        {"heatingSetpoint[c]", 21.0},
        {"coolingSetpoint[d]", 26.0}}},
      {"HeatBalanceZone",
       {{"conductance[wall]", 12.0},
        {"equivalentTemperature[wall]", 8.0},
        {"conductance[window]", 20.0},
        {"equivalentTemperature[window]", 3.0},
        {"solarGain[window]", 400.0},
        {"heatGain[a]", 200.0},
        {"radiantHeatGain[a]", 100.0},
        {"outdoorTemperature", 2.0},
        {"infiltrationAirFlowRate", 0.01},
        {"supplyAirFlowRate", 0.02},
        {"supplyAirTemperature", 16.0},
        {"heatingSetpoint", 21.0}}},
      {"TiltedSurface",
       {{"directNormalIrradiance", 600.0},
        {"diffuseHorizontalIrradiance", 110.0},
        {"solarZenith", 50.0},
        {"solarAzimuth", 160.0}}},
      {"FixedShade",
       {{"beamIrradiance", 400.0},
        {"skyDiffuseIrradiance", 60.0},
        {"solarZenith", 50.0},
        {"solarAzimuth", 160.0}}},
      {"ShadingDevice", {{"shadePosition", 0.3}, {"globalIrradiation", 300.0}}},
      {"EquivalentOutdoorTemperature",
       {{"outdoorTemperature", 2.0},
        {"facadeIrradiation[a]", 250.0},
        {"sunblindPosition[a]", 0.2}}},
  };
}

TEST_CASE("air components work at both ends of the range of every parameter") {
  for (const Case& c : air()) check_range_ends(c.type, c.inputs);
}
TEST_CASE("water components and plant work at both ends of the range of every parameter") {
  for (const Case& c : water_and_plant()) check_range_ends(c.type, c.inputs);
}
TEST_CASE("controllers, meters and blocks work at both ends of the range of every parameter") {
  for (const Case& c : controls_and_sources()) check_range_ends(c.type, c.inputs);
}

TEST_CASE("zones and weather work at both ends of the range of every parameter") {
  for (const Case& c : zones_and_weather()) check_range_ends(c.type, c.inputs);
}

TEST_CASE("at rest and with equal temperatures air components give finite values at every range") {
  for (Case c : air()) {
    for (auto& [port, value] : c.inputs) {
      if (port.find("Flow") != std::string::npos) value = 0.0;
      if (port.find("Temperature") != std::string::npos) value = 20.0;
    }
    check_range_ends(c.type, c.inputs);
  }
}
TEST_CASE("with reversed flows water components, plant and air components stay finite") {
  for (const auto& cases : {air(), water_and_plant()}) {
    for (Case c : cases) {
      for (auto& [port, value] : c.inputs) {
        if (port.find("Flow") != std::string::npos) value = -value;
      }
      check_range_ends(c.type, c.inputs);
    }
  }
}

TEST_CASE("what a component books for the balance of a run is conserved") {
  for (const auto& cases :
       {air(), water_and_plant(), controls_and_sources(), zones_and_weather()}) {
    for (const Case& c : cases) check_own_balance(c.type, c.inputs);
  }
}
TEST_CASE("with reversed flows what a component books is conserved") {
  for (const auto& cases : {air(), water_and_plant(), zones_and_weather()}) {
    for (Case c : cases) {
      for (auto& [port, value] : c.inputs) {
        if (port.find("Flow") != std::string::npos) value = -value;
      }
      check_own_balance(c.type, c.inputs);
    }
  }
}

TEST_CASE("inputs and parameters in other units give the same air components") {
  for (const Case& c : air()) check_scaled_units(c.type, c.inputs);
}
TEST_CASE("inputs and parameters in other units give the same zones and weather") {
  for (const Case& c : zones_and_weather()) check_scaled_units(c.type, c.inputs);
}
TEST_CASE("inputs and parameters in other units give the same water components and plant") {
  for (const Case& c : water_and_plant()) check_scaled_units(c.type, c.inputs);
}
TEST_CASE("inputs and parameters in other units give the same controllers, meters and blocks") {
  for (const Case& c : controls_and_sources()) check_scaled_units(c.type, c.inputs);
}

}  // namespace
}  // namespace hearth::test::every_component_test

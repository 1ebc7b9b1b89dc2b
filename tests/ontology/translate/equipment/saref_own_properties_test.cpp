// SPDX-License-Identifier: MIT
// Sizes of SAREF graphs under properties of their own, and the water of floor heating.
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/saref_support.hpp"

namespace hearth::test::saref_own_properties_test {
namespace {

Translation graph(const std::string& turtle) { return saref_house(turtle); }

TEST_CASE("heat pumps make water of 35 degC if it flows through floors only") {
  const std::string to_heat_pump = " -> hp/heatPump.outletWaterTemperatureSetpoint";
  const Translation floors = graph(floor_heating("fso:Fitting"));
  CHECK(connected(floors, "floor_heating_setpoint.scheduleValue" + to_heat_pump));
  const Translation radiators = graph(floor_heating(
      "fso:Fitting",
      "h:m fso:suppliesFluidTo h:rad . h:rad a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:r .\n"));
  CHECK(connected(radiators, "heat_pump_setpoint.scheduleValue" + to_heat_pump));
}

/// A value of a property, as in SAREF, in the graph's own namespace.
std::string value(const std::string& of, const std::string& property, const std::string& number,
                  const std::string& unit) {
  return "h:" + of + " saref:hasPropertyValue [ saref:isValueOfProperty h:" + property +
         " ; saref:hasValue " + number + " ; saref:isMeasuredIn om:" + unit + " ] . h:" + property +
         " a saref:Property .\n";
}

TEST_CASE("properties of the graph's own are read if they are called like those of SAREF4BLDG") {
  const Translation result =
      graph(floor_heating("fso:Fitting", value("hp", "NominalHeatingCapacity", "14.5", "kilowatt") +
                                             value("c", "OutputCapacity", "4200", "watt")) +
            "h:a a s4bldg:BuildingSpace .\n"
            "h:hr a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:d .\n"
            "h:d a s4bldg:Damper ; fso:suppliesFluidTo h:a . h:a fso:returnsFluidTo h:hr .\n" +
            value("d", "NominalAirFlowRate", "450", "cubicMetrePerHour") +
            value("hr", "PrimaryAirFlowRateMax", "1500", "cubicMetrePerHour"));
  CHECK(parameter(result, "hp/heatPump", "nominalHeatingPower") == Approx(14500.0));
  CHECK(parameter(result, "c", "Q_flow_nominal_sh") == Approx(4200.0));
  CHECK(parameter(result, "d", "nominalAirFlowRate") == Approx(0.15));
  CHECK(parameter(result, "hr", "primaryAirFlowRateMax") == Approx(0.5));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("properties of the graph's own may also have other names of powers and flows") {
  const std::string room =
      "h:r a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:h .\n"
      "h:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:r .\n"
      "h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r .\n";
  const Translation result = graph(room + value("b", "ThermalPower", "24", "kilowatt") +
                                   value("h", "Heizleistung", "1800", "watt") +
                                   value("d", "Volumenstrom", "360", "cubicMetrePerHour"));
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == Approx(24000.0));
  CHECK(parameter(result, "h", "Q_flow_nominal_sh") == Approx(1800.0));
  CHECK(parameter(result, "d", "nominalAirFlowRate") == Approx(0.12));
  // Momentary values are not sizes.
  const Translation measured = graph(room + value("h", "Heizleistung", "1800", "watt") +
                                     "h:k a saref:Sensor ; saref:observes h:Heizleistung .\n");
  CHECK(parameter(measured, "h", "Q_flow_nominal_sh") == Approx(1000.0));
}

TEST_CASE("powers of auxiliaries, momentary values and air flows do not size equipment and rooms") {
  const std::string room =
      "h:r a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:h .\n"
      "h:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:r .\n";
  const double usual = parameter(graph(room), "b/boiler", "nominalHeatingPower");
  for (const std::string& property :
       {value("b", "ElectricOutputCapacity", "5", "kilowatt"),
        value("b", "NominalPowerRateCirculator", "60", "watt"),
        value("b", "MeasuredOutputCapacity", "5", "kilowatt"),
        value("b", "OutputCapacity", "5", "kilowatt") +
            "h:k a saref:Sensor ; saref:observes h:OutputCapacity .\n"}) {
    INFO(property);
    CHECK(parameter(graph(room + property), "b/boiler", "nominalHeatingPower") == Approx(usual));
  }
  const Translation flow =
      graph(room + value("r", "SupplyAirVolumeFlow", "900", "cubicMetrePerHour"));
  CHECK(nodes_of(flow, "import.value_guessed", "volume") ==
        nodes_of(graph(room), "import.value_guessed", "volume"));
}

TEST_CASE("a cooling capacity under a property of its own is that of a chiller, other powers not") {
  const std::string room =
      "h:k a s4bldg:Chiller ; fso:feedsFluidTo h:b . h:b a s4bldg:CooledBeam ; "
      "s4bldg:isContainedIn h:r . h:r a s4bldg:BuildingSpace .\n";
  const auto power = [&](const std::string& property) {
    return parameter(graph(room + property), "k/chiller", "nominalCoolingPower");
  };
  const double usual = power("");
  CHECK(power(value("k", "coolingCapacity", "30", "kilowatt")) == Approx(30000.0));
  CHECK(power(value("k", "Kälteleistung", "30", "kilowatt")) == Approx(30000.0));
  for (const char* other : {"ratedPowerInput", "electricPower", "HeatOutput", "heatingPower"}) {
    INFO(other);
    CHECK(power(value("k", other, "30", "kilowatt")) == Approx(usual));
  }
}

}  // namespace
}  // namespace hearth::test::saref_own_properties_test

// SPDX-License-Identifier: MIT
// Heat pumps of dwellings: what they take heat from, buffers and radiant floors.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_heat_pumps_test {
namespace {

const std::string kHouse =
    "b:g a brick:Equipment ; brick:feeds b:sp . b:sp a brick:Water_Pump ; brick:feeds b:w .\n"
    "b:w a brick:Heat_Pump_Ground_Source_Condensing_Unit ; brick:feeds b:t .\n"
    "b:t a brick:Hot_Water_Thermal_Energy_Storage_Tank ; brick:hasLocation b:z ; brick:volume [ "
    "brick:value 100 ; brick:hasUnit unit:L ] ; brick:feeds b:p .\n"
    "b:p a brick:Hot_Water_Pump ; brick:feeds b:f1, b:f2 .\n"
    "b:f1 a brick:Radiant_Panel ; rdfs:label \"Vloerverwarming 1\" ; brick:feeds b:z .\n"
    "b:f2 a brick:Radiant_Panel ; rdfs:label \"Vloerverwarming 2\" ; brick:feeds b:z .\n"
    "b:z a brick:HVAC_Zone ; brick:area [ brick:value 40 ; brick:hasUnit unit:M2 ] .\n";

TEST_CASE("a pump before a ground-source heat pump, which gets none of its water, moves brine") {
  const Translation result = graph(kHouse);
  CHECK(nodes_of(result, "import.part_left_out", "source side") == Names{"b:sp"});
  CHECK(connected(result, "w/return.waterFlowRateOut -> p/pump.waterFlowRate"));
  CHECK(type_of(result, "sp/pump").empty());
  // A pump that gets the water of the heat pump back is one of its circuit.
  const Translation back = graph(
      "b:w a brick:Heat_Pump_Ground_Source_Condensing_Unit ; brick:feeds b:r . b:r a "
      "brick:Radiator ; brick:feeds b:z, b:p . b:p a brick:Pump ; brick:feeds b:w . b:z a "
      "brick:HVAC_Zone .\n");
  CHECK(type_of(back, "p/pump") == "Pump");
}

TEST_CASE("radiant floors give 60 W/m2 at 35 degC, which their heat pump makes") {
  const Translation result = graph(kHouse);
  CHECK(parameter(result, "f1/radiator", "nominalPower") == Approx(1200.0));
  CHECK(parameter(result, "f1/radiator", "nominalSupplyWaterTemperature") == Approx(35.0));
  CHECK(parameter(result, "f1/radiator", "nominalReturnWaterTemperature") == Approx(28.0));
  CHECK(connected(result,
                  "floorHeatingSetpoint.scheduleValue -> "
                  "w/heatPump.outletWaterTemperatureSetpoint"));
  const Translation mixed =
      graph(kHouse + "b:p brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z .\n");
  CHECK(connected(mixed,
                  "heatPumpSetpoint.scheduleValue -> "
                  "w/heatPump.outletWaterTemperatureSetpoint"));
}

TEST_CASE("the tank through which all water of a heat pump flows stores it, and warms its room") {
  const Translation result = graph(kHouse);
  CHECK(type_of(result, "w/tank") == "StorageTank");
  CHECK(parameter(result, "w/tank", "V") == Approx(0.1));
  CHECK(connected(result,
                  "w/tank.dischargeSupplyWaterTemperature -> "
                  "f1/radiator.supplyWaterTemperature"));
  CHECK(connected(result, "p/pump.outletWaterTemperature -> w/tank.dischargeWaterTemperature"));
  CHECK(connected(result, "w/tank.heatLoss -> z/space.heatGain[w]"));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  check_rooms(result, 1);
  // A tank that some of the water does not pass stores nothing.
  const Translation bypassed =
      graph(kHouse + "b:w brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z .\n");
  CHECK(type_of(bypassed, "w/tank").empty());
  CHECK(nodes_of(bypassed, "import.part_left_out", "tanks between plants") == Names{"b:t"});
}

TEST_CASE("rooms of unknown classes whose air a unit extracts are rooms, which is announced") {
  const Translation result = graph(
      "b:l a rec:Level ; rec:hasPart b:live, b:kitchen, b:wc . b:live a rec:LivingRoom .\n"
      "b:kitchen a rec:Kitchen . b:wc a rec:RestRoom . b:r a brick:Radiator ; brick:feeds "
      "b:kitchen "
      ".\nb:a a brick:AHU ; brick:hasPart b:x ; brick:feeds b:live ; brick:isFedBy b:kitchen, b:wc "
      ".\n"
      "b:x a brick:Heat_Exchanger .\n");
  CHECK(connected(result, "r/radiator.Power -> kitchen/space.heatGain[r]"));
  CHECK(nodes_of(result, "import.function_assumed", "no known class") ==
        Names{"b:kitchen", "b:wc"});
  CHECK(nodes_of(result, "import.room_left_out").empty());
  CHECK(nodes_of(result, "import.medium_unknown").empty());
}

TEST_CASE("a roof is not taken as a room") {
  const Translation result = graph(
      "b:h a brick:Building ; brick:hasPart b:top, b:z . b:top a brick:Roof . b:z a brick:Room .\n"
      "b:r a brick:Radiator ; brick:feeds b:z .\n");
  CHECK(nodes_of(result, "import.room_left_out").empty());
}

const std::string kBothSides =
    "b:w a brick:Heat_Pump_Air_Source_Condensing_Unit ; brick:feeds b:hot, b:cold .\n"
    "b:hot a brick:Hot_Water_Thermal_Energy_Storage_Tank ; brick:feeds b:ph .\n"
    "b:cold a brick:Chilled_Water_Thermal_Energy_Storage_Tank ; brick:feeds b:pc .\n"
    "b:ph a brick:Hot_Water_Pump ; brick:feeds b:p1, b:p2 .\n"
    "b:pc a brick:Chilled_Water_Pump ; brick:feeds b:p1, b:p2 .\n"
    "b:p1 a brick:Radiant_Ceiling_Panel ; brick:feeds b:r1 . b:r1 a brick:Room .\n"
    "b:p2 a brick:Radiant_Ceiling_Panel ; brick:feeds b:r2 . b:r2 a brick:Room .\n";

TEST_CASE("a radiant panel on hot and chilled water heats and cools") {
  const Translation result = graph(kBothSides);
  CHECK(type_of(result, "p1/radiator") == "Radiator");
  CHECK(type_of(result, "p1/panel") == "SpaceHeater");
  CHECK(connected(result, "w/chiller.outletWaterTemperature -> p1/panel.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.function_assumed", "radiant panels") == Names{"b:p1", "b:p2"});
  CHECK(nodes_of(result, "import.function_assumed", "nothing in the graph cools").empty());
  const Extremes hot = run(result.model, 32.0, 3, "BuildingSpace", "indoorTemperature");
  CHECK(hot.highest < 29.0);
  check_rooms(result, 2);
}

TEST_CASE("a pump of chilled water lies on the cold side of a heat pump") {
  const Translation result = graph(kBothSides);
  CHECK(connected(result, "w/coldReturn.waterTemperatureOut -> pc/pump.inletWaterTemperature"));
  CHECK(connected(result, "w/return.waterTemperatureOut -> ph/pump.inletWaterTemperature"));
  CHECK(connected(result, "w/return.waterFlowRateOut -> ph/pump.waterFlowRate"));
  CHECK(type_of(result, "w/pumpShare").empty());
  CHECK(lost(result, 32.0) < 1e-6);
}

TEST_CASE("a heat pump heats before a boiler with the same consumers") {
  const std::string plant = "b:k a brick:Natural_Gas_Boiler ; brick:feeds b:hot .\n";
  const Translation result = graph(kBothSides + plant);
  CHECK(connected(result, "w/heatPump.outletWaterTemperature -> k/boiler.inletWaterTemperature"));
  CHECK(nodes_of(result, "import.function_assumed", "supply the same consumers") == Names{"b:w"});
  CHECK(type_of(result, "p1/hotMean").empty());
  const auto mean =
      mean_signals(under(result.model, 5.0), 3, {"w/heatPump.heatingPower", "k/boiler.fuelPower"});
  CHECK(mean[0] > 100.0);
  CHECK(mean[1] < 0.05 * mean[0]);
  CHECK(lost(result, -10.0) < 1e-6);
  // A boiler with a consumer of its own shares the load.
  const Translation apart = graph(
      kBothSides + plant +
      "b:k brick:feeds b:h3 . b:h3 a brick:Radiator ; brick:feeds b:r3 . b:r3 a brick:Room .\n");
  CHECK(type_of(apart, "p1/hotMean") == "Sum");
}

TEST_CASE("the setpoint of a tank is that of the plants whose water all flows through it") {
  const std::string points =
      "b:hot brick:hasPoint b:s . b:s a brick:Leaving_Hot_Water_Temperature_Setpoint ; brick:value "
      "38 ; brick:hasUnit unit:DEG_C .\n"
      "b:cold brick:hasPoint b:t . b:t a brick:Leaving_Chilled_Water_Temperature_Setpoint ; "
      "brick:value 16 ; brick:hasUnit unit:DEG_C .\n";
  const Translation result = graph(kBothSides + points);
  CHECK(nodes_of(result, "import.value_unread").empty());
  const auto mean =
      mean_signals(under(result.model, 5.0), 3, {"w/heatPump.outletWaterTemperature"});
  CHECK(mean[0] < 38.5);
  // Part of the water flows past the tank.
  const Translation past = graph(
      kBothSides + points +
      "b:w brick:feeds b:h3 . b:h3 a brick:Radiator ; brick:feeds b:r3 . b:r3 a brick:Room .\n");
  CHECK(nodes_of(past, "import.value_unread").size() == 1);
}

}  // namespace
}  // namespace hearth::test::brick::brick_heat_pumps_test

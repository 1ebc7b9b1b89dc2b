// SPDX-License-Identifier: MIT
// Water between equipment of Brick: relations of FSO, pumps without a plant, stated capacities.
#include <algorithm>
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_fluid_flows_test {
namespace {

bool receives(const Translation& result, const std::string& input) {
  const auto& all = result.model.connections();
  return std::any_of(all.begin(), all.end(), [&input](const Connection& connection) {
    return to_string(connection).ends_with(" -> " + input);
  });
}

const std::string kCircuits =
    "b:k a brick:Boiler ; fso:suppliesFluidTo b:header . b:header a fso:Fitting ; "
    "fso:suppliesFluidTo b:p1, b:p2 .\n"
    "b:p1 a brick:Hot_Water_Pump ; fso:suppliesFluidTo b:fc . "
    "b:p2 a brick:Hot_Water_Pump ; fso:suppliesFluidTo b:v .\n"
    "b:f a brick:Fan_Coil_Unit ; brick:hasPart b:fc ; brick:feeds b:z . "
    "b:fc a brick:Hot_Water_Coil ; fso:returnsFluidTo b:collector .\n"
    "b:v a brick:Valve ; fso:suppliesFluidTo b:r . b:r a brick:Hot_Water_Radiator ; "
    "brick:hasLocation b:y ; fso:returnsFluidTo b:collector .\n"
    "b:collector a fso:Fitting ; fso:returnsFluidTo b:k . b:z a brick:HVAC_Zone . "
    "b:y a brick:Room .\n";

TEST_CASE("fluid flows of FSO between pumps, parts of units and valves keep their circuits") {
  const Translation result = graph(kCircuits);
  CHECK(result.report.rules.at("brick.circuit_pump") == 2);
  CHECK(receives(result, "p1/flows.u[f]"));
  CHECK(receives(result, "p2/flows.u[r]"));
  CHECK_FALSE(receives(result, "p1/flows.u[r]"));
  CHECK(nodes_of(result, "import.source_assumed").empty());
  check_rooms(result, 2);
  CHECK(lost(result, 0.0) < 1e-6);
}

TEST_CASE("a pump in the return of FSO moves the water of its plant") {
  const Translation result = graph(
      "b:k a brick:Boiler ; fso:suppliesFluidTo b:r . b:r a brick:Radiator ; brick:hasLocation b:y "
      "; fso:returnsFluidTo b:c . b:c a fso:Segment ; fso:returnsFluidTo b:p .\n"
      "b:p a brick:Hot_Water_Pump ; fso:returnsFluidTo b:k . b:y a brick:Room .\n");
  CHECK(connected(result, "p/pump.outletWaterTemperature -> k/boiler.inletWaterTemperature"));
  CHECK(nodes_of(result, "import.source_assumed").empty());
}

TEST_CASE("capacities under properties of the graph's own are read by their names") {
  const auto stated = [](const std::string& property) {
    return graph("b:k a brick:Boiler ; brick:feeds b:r ; b:" + property +
                 " [ a qudt:QuantityValue ; qudt:numericValue 45.0 ; qudt:hasUnit unit:KiloW ] .\n"
                 "b:r a brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  };
  for (const std::string name : {"nominalPower", "jmenovityVykon", "Nennleistung", "capacity"}) {
    CAPTURE(name);
    const Translation result = stated(name);
    CHECK(parameter(result, "k/boiler", "nominalHeatingPower") == 45e3);
    CHECK(nodes_of(result, "import.value_unread").empty());
    CHECK(nodes_of(result, "import.property_unknown").empty());
  }
  for (const std::string name :
       {"burnerCapacity", "electricInput", "rating", "minimumOutput", "heatOutputMeasured"}) {
    CAPTURE(name);
    CHECK(nodes_of(stated(name), "import.value_unread") == Names{"b:k"});
  }
  const Translation cold = graph(
      "b:k a brick:Chiller ; brick:feeds b:f ; b:nominalPower [ qudt:numericValue 42 ; "
      "qudt:hasUnit unit:KiloW ] . b:f a brick:Fan_Coil_Unit ; brick:feeds b:z ; brick:hasPart b:c "
      ". b:c a brick:Chilled_Water_Coil . b:z a brick:HVAC_Zone .\n");
  CHECK(parameter(cold, "k/chiller", "nominalCoolingPower") == 42e3);
}

const std::string kRooms =
    "b:a a brick:AHU ; brick:hasPart b:ac ; brick:feeds b:v . b:ac a brick:Cooling_Valve .\n"
    "b:f a brick:Fan_Coil_Unit ; brick:hasPart b:fc ; brick:feeds b:y . b:fc a "
    "brick:Cooling_Valve .\n"
    "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:rv . b:rv a brick:Reheat_Valve .\n"
    "b:z a brick:HVAC_Zone . b:y a brick:HVAC_Zone .\n";

TEST_CASE("equipment draws water from outside the graph through the pumps of its circuit") {
  const Translation result = graph(
      kRooms +
      "b:p1 a brick:Chilled_Water_Pump ; brick:feeds b:a, b:f . b:p2 a brick:Chilled_Water_Pump ; "
      "brick:feeds b:a, b:f . b:h a brick:Hot_Water_Pump ; brick:feeds b:v .\n");
  CHECK(result.report.rules.at("brick.chilled_boundary_pump") == 2);
  CHECK(result.report.rules.at("brick.hot_boundary_pump") == 1);
  CHECK(nodes_of(result, "import.not_mapped").empty());
  for (const std::string pump : {"p1", "p2"}) {
    CHECK(
        connected(result, "chilledWater.scheduleValue -> " + pump + "/pump.inletWaterTemperature"));
  }
  CHECK(connected(result, "hotWater.scheduleValue -> h/pump.inletWaterTemperature"));
  CHECK(connected(result, "h/pump.outletWaterTemperature -> v/hotMean.u[h]") !=
        connected(result, "h/pump.outletWaterTemperature -> v/box.supplyWaterTemperature"));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  // The two pumps share the flow.
  const auto hot =
      mean_signals(under(result.model, 32.0), 2,
                   {"p1/total.waterFlowRateOut", "p2/total.waterFlowRateOut", "p1/pump.Power"});
  CHECK(hot[0] > 0.0);
  CHECK(hot[0] == Approx(hot[1]));
  CHECK(hot[2] > 0.0);
}

TEST_CASE("a pump behind a chiller moves the water of the chiller") {
  const Translation result =
      graph(kRooms +
            "b:k a brick:Chiller ; brick:feeds b:p1 . b:p1 a brick:Chilled_Water_Pump ; "
            "brick:feeds b:a, b:f .\n");
  CHECK(result.report.rules.at("brick.pump") == 1);
  CHECK(connected(result, "p1/pump.outletWaterTemperature -> k/chiller.inletWaterTemperature"));
}

}  // namespace
}  // namespace hearth::test::brick::brick_fluid_flows_test

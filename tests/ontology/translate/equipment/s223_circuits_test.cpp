// SPDX-License-Identifier: MIT
// Circuits of ASHRAE 223P with several pumps and mixing valves.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_circuits_test {
namespace {

using Names = std::vector<std::string>;

/// A plant whose pump feeds a coil of a unit, and whose valve feeds panels by a pump that keeps a
/// temperature.
std::string mixed_circuit(const std::string& plant, const std::string& medium,
                          const std::string& valve_class, const std::string& coil) {
  return "@prefix qudt: <http://qudt.org/schema/qudt/> . @prefix unit: "
         "<http://qudt.org/vocab/unit/> .\n"
         "@prefix qk: <http://qudt.org/vocab/quantitykind/> .\n"
         "b:p a s223:" +
         plant + " . b:main a s223:Pump . b:v a s223:" + valve_class +
         " . b:pump a s223:Pump ; s223:hasConnectionPoint b:out .\n"
         "b:out a s223:OutletConnectionPoint ; s223:hasMedium s223:" +
         medium +
         " ; s223:hasProperty [ a s223:QuantifiableActuatableProperty ; qudt:hasQuantityKind "
         "qk:Temperature ; qudt:hasUnit unit:DEG_C ; s223:hasAspect s223:Aspect-Setpoint ; "
         "s223:hasValue 33.0 ] ; s223:cnx [ a s223:Connection ; s223:hasMedium s223:" +
         medium + " ; s223:cnx [ a s223:InletConnectionPoint ; s223:hasMedium s223:" + medium +
         " ; s223:isConnectionPointOf b:panel ] ] .\n"
         "b:panel a s223:RadiantHeater ; s223:connectedTo b:room .\n" +
         kRoom + link("b:p", "b:main", medium) + link("b:main", "b:v", medium) +
         link("b:v", "b:pump", medium) + coil;
}

TEST_CASE("a setpoint behind a mixing valve is not that of the plant and its other consumers") {
  const std::string other =
      "b:h a s223:Radiator ; s223:connectedTo b:r2 . b:r2 a s223:DomainSpace ; s223:hasDomain "
      "s223:Domain-HVAC .\n" +
      link("b:main", "b:h", "Water-HotWater");
  const Translation mixed =
      graph(mixed_circuit("Boiler", "Water-HotWater", "ThreeWayValve", other));
  CHECK(nodes_of(mixed, "import.part_left_out", "behind mixing valves") == Names{"b:pump"});
  CHECK(connected(mixed,
                  "hotWaterSetpoint.scheduleValue -> "
                  "p/boiler.outletWaterTemperatureSetpoint"));
  CHECK(nodes_of(mixed, "import.part_left_out", "behind other pumps") == Names{"b:pump"});
  // If everything that the plant supplies lies behind the valve, or nothing is mixed, it is.
  for (const Translation& result :
       {graph(mixed_circuit("Boiler", "Water-HotWater", "ThreeWayValve", "")),
        graph(mixed_circuit("Boiler", "Water-HotWater", "TwoWayValve", other))}) {
    CHECK(nodes_of(result, "import.part_left_out", "behind mixing valves").empty());
    CHECK(result.model.find("hotWaterSetpoint") == nullptr);
  }
}

TEST_CASE("pumps between a chiller and its cooling tower are announced") {
  const Translation result =
      graph(kRoom +
            "b:chiller a s223:Chiller . b:tower a s223:CoolingTower . b:cond a s223:Pump .\n"
            "b:t a s223:FanCoilUnit .\n" +
            link("b:chiller", "b:t", "Water-ChilledWater") + link("b:t", "b:room", "Fluid-Air") +
            link("b:chiller", "b:cond", "Fluid-Water") + link("b:cond", "b:tower", "Fluid-Water") +
            link("b:tower", "b:chiller", "Fluid-Water"));
  CHECK(nodes_of(result, "import.part_left_out", "cooling towers") == Names{"b:cond"});
}

}  // namespace
}  // namespace hearth::test::s223_circuits_test

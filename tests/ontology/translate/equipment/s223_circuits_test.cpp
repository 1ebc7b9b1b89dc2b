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

/// Two radiators between headers, and boilers.
std::string radiators(const std::string& boilers) {
  return "b:s a s223:Junction . b:r a s223:Junction . b:h a s223:Radiator ; s223:connectedTo "
         "b:room . b:k a s223:Radiator ; s223:connectedTo b:room .\n" +
         kRoom + link("b:s", "b:h", "Water-HotWater") + link("b:s", "b:k", "Water-HotWater") +
         link("b:h", "b:r", "Water-HotWater") + link("b:k", "b:r", "Water-HotWater") + boilers;
}

TEST_CASE("a pump in the common return of all consumers is that of the plants") {
  const std::string pump = "b:p a s223:Pump .\n" + link("b:r", "b:p", "Water-HotWater");
  const Translation one =
      graph(radiators("b:b a s223:Boiler .\n" + pump + link("b:p", "b:b", "Water-HotWater") +
                      link("b:b", "b:s", "Water-HotWater")));
  CHECK(type_of(one, "b/circulator") == "Pump");
  CHECK(nodes_of(one, "import.not_mapped").empty());
  std::string two = pump;
  for (const std::string boiler : {"b:b", "b:c"}) {
    two += boiler + " a s223:Boiler .\n" + link("b:p", boiler, "Water-HotWater") +
           link(boiler, "b:s", "Water-HotWater");
  }
  const Translation both = graph(radiators(two));
  CHECK(type_of(both, "b/circulator") == "Pump");
  CHECK(type_of(both, "c/circulator") == "Pump");
  CHECK(nodes_of(both, "import.not_mapped").empty());
  CHECK(lost(both, -10.0) < 1e-6);
  // A pump in the return of one consumer moves the water of this consumer alone.
  const Translation part =
      graph("b:q a s223:Pump . b:l a s223:Radiator ; s223:connectedTo b:room .\n" +
            link("b:s", "b:l", "Water-HotWater") + link("b:l", "b:q", "Water-HotWater") +
            link("b:q", "b:r", "Water-HotWater") +
            radiators("b:b a s223:Boiler .\n" + link("b:r", "b:b", "Water-HotWater") +
                      link("b:b", "b:s", "Water-HotWater")));
  CHECK(type_of(part, "b/circulator").empty());
}

TEST_CASE("the setpoint of a header before all consumers is that of the plant") {
  const std::string setpoint =
      " s223:hasProperty [ a s223:QuantifiableProperty ; "
      "<http://qudt.org/schema/qudt/hasQuantityKind> "
      "<http://qudt.org/vocab/quantitykind/Temperature> ; "
      "<http://qudt.org/schema/qudt/hasUnit> <http://qudt.org/vocab/unit/DEG_C> ; "
      "s223:hasAspect s223:Aspect-Setpoint ; s223:hasValue 65.0 ] .\n";
  for (const std::string plant : {"Boiler", "HydronicHeatExchanger"}) {
    INFO(plant);
    const std::string source = "b:b a s223:" + plant + " . b:p a s223:Pump .\n" +
                               link("b:b", "b:p", "Water-HotWater") +
                               link("b:p", "b:s", "Water-HotWater");
    const Translation result = graph(radiators(source + "b:s" + setpoint));
    CHECK(result.model.find("hotWaterSetpoint") == nullptr);
    CHECK(result.model.find("exchangerSetpoint") == nullptr);
    CHECK(result.model.find("b/setpoint") != nullptr);
    CHECK(nodes_of(result, "import.value_unread").empty());
    // Not that of the return, nor that of a part of the consumers.
    const Translation back =
        graph(radiators(source + link("b:r", "b:b", "Water-HotWater") + "b:r" + setpoint));
    CHECK(back.model.find("b/setpoint") == nullptr);
    const Translation part = graph(radiators(
        source + "b:j a s223:Junction . b:l a s223:Radiator ; s223:connectedTo b:room .\n" +
        link("b:s", "b:j", "Water-HotWater") + link("b:j", "b:l", "Water-HotWater") + "b:j" +
        setpoint));
    CHECK(part.model.find("b/setpoint") == nullptr);
  }
}

}  // namespace
}  // namespace hearth::test::s223_circuits_test

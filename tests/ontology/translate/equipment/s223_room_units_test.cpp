// SPDX-License-Identifier: MIT
// Units of rooms in ASHRAE 223P: fresh air through them, beams, and the sizes that graphs state.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_room_units_test {
namespace {

using Names = std::vector<std::string>;

/// An air handling unit of a stated flow in m3/h that feeds a room through a unit of the room.
std::string primary_air(const std::string& unit_of_room, int flow) {
  return "@prefix qudt: <http://qudt.org/schema/qudt/> . @prefix unit: "
         "<http://qudt.org/vocab/unit/> .\n"
         "@prefix qk: <http://qudt.org/vocab/quantitykind/> .\n"
         "b:ahu a s223:AirHandlingUnit ; s223:contains b:fan ; s223:hasProperty [ a "
         "s223:QuantifiableProperty ; qudt:hasQuantityKind qk:VolumeFlowRate ; qudt:hasUnit "
         "unit:M3-PER-HR ; s223:hasValue " +
         std::to_string(flow) + " ] . b:fan a s223:Fan .\nb:t a s223:" + unit_of_room + " .\n" +
         kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air") +
         "b:chiller a s223:Chiller .\n" + link("b:chiller", "b:t", "Water-ChilledWater");
}

TEST_CASE("fresh air through a unit of a room flows exactly as the air handling unit states") {
  for (const char* unit : {"ChilledBeam", "FanCoilUnit"}) {
    for (int flow = 100; flow < 1100; flow += 130) {
      INFO(unit << " with " << flow << " m3/h");
      const Translation result = graph(primary_air(unit, flow));
      const double nominal = parameter(result, "t/fresh", "nominalAirFlowRate");
      CHECK(nominal == Approx(flow * 1.2 / 3600.0));
      CHECK(nominal == parameter(result, "t/fresh", "minimumAirFlowRate"));
    }
  }
}

TEST_CASE("chilled beams have no fan, unless they contain one") {
  const Translation beam = graph(primary_air("ChilledBeam", 300));
  CHECK(parameter(beam, "t/unit", "nominalPowerRate") == 0.0);
  const Translation blowing = graph(primary_air("ChilledBeam", 300) +
                                    "b:t s223:contains b:blower . b:blower a s223:Fan .\n");
  CHECK(parameter(blowing, "t/unit", "nominalPowerRate") > 0.0);
  const Translation coil = graph(primary_air("FanCoilUnit", 300));
  CHECK(parameter(coil, "t/unit", "nominalPowerRate") > 0.0);
}

TEST_CASE("rooms that equipment cools, but that nothing heats, are announced") {
  const Translation result = graph(primary_air("ChilledBeam", 300));
  CHECK(nodes_of(result, "import.not_heated") == Names{"b:room"});
  const Translation heated =
      graph(primary_air("ChilledBeam", 300) + "b:h a s223:Radiator ; s223:connectedTo b:room .\n");
  CHECK(nodes_of(heated, "import.not_heated").empty());
}

/// The same unit of a stated cooling power, on a chiller that keeps a temperature.
std::string stated_water(double temperature) {
  return primary_air("FanCoilUnit", 300) +
         "b:t s223:hasProperty [ a s223:QuantifiableProperty ; qudt:hasQuantityKind qk:Power ; "
         "qudt:hasUnit unit:W ; s223:hasValue 900 ; s223:hasAspect s223:Role-Cooling ] .\n"
         "b:chiller s223:hasProperty [ a s223:QuantifiableActuatableProperty ; "
         "qudt:hasQuantityKind qk:Temperature ; qudt:hasUnit unit:DEG_C ; s223:hasAspect "
         "s223:Aspect-Setpoint ; s223:hasValue " +
         std::to_string(temperature) + " ] .\n";
}

TEST_CASE("a stated cooling power holds with chilled water of the stated temperature") {
  const Translation cold = graph(stated_water(7.0));
  CHECK(parameter(cold, "t/unit", "UA_cooling") == Approx(0.167 * 900.0));
  const Translation warm = graph(stated_water(15.5));
  CHECK(parameter(warm, "t/unit", "UA_cooling") == Approx(2.0 * 0.167 * 900.0));
  CHECK(parameter(warm, "t/unit", "nominalAirFlowRate") ==
        Approx(2.0 * parameter(cold, "t/unit", "nominalAirFlowRate")));
  const Translation rejected = graph(stated_water(44.0));
  CHECK(parameter(rejected, "t/unit", "UA_cooling") == Approx(0.167 * 900.0));
}

}  // namespace
}  // namespace hearth::test::s223_room_units_test

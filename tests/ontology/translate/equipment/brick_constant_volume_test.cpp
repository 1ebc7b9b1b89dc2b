// SPDX-License-Identifier: MIT
// Units of constant air volume: their rooms get the design flow in the hours of use.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_constant_volume_test {
namespace {

const std::string kZone = "b:z a brick:HVAC_Zone .\n";
const std::string kCoils =
    "b:h a brick:Heating_Coil . b:c a brick:Cooling_Coil . b:f a brick:Supply_Fan .\n";

bool is_steady(const Translation& result) { return !type_of(result, "z/runs").empty(); }

/// A working day from midnight; the values at 3 and at 12 o'clock.
std::pair<double, double> night_and_day(const Translation& result, double outdoors,
                                        const std::string& signal) {
  SimulationModel model = under(result.model, outdoors);
  const auto rows = signal_rows(model, 2, {signal});
  const std::size_t day = rows.size() / 2;
  return {rows[day + day * 3 / 24][0], rows[day + day / 2][0]};
}

TEST_CASE("a unit with a fan that nothing varies runs at its design flow in the hours of use") {
  const Translation result =
      graph("b:a a brick:RTU ; brick:hasPart b:f, b:h, b:c ; brick:feeds b:z .\n" + kZone + kCoils);
  REQUIRE(is_steady(result));
  CHECK(nodes_of(result, "import.function_assumed", "varies the speed") == Names{"b:a"});
  const double design = parameter(result, "z/diffuser", "nominalAirFlowRate");
  CHECK(parameter(result, "z/diffuser", "minimumAirFlowRate") == design);
  for (const double outdoors : {15.0, 28.0}) {
    CAPTURE(outdoors);
    const auto [night, day] = night_and_day(result, outdoors, "z/diffuser.airFlowRate");
    CHECK(day == Approx(design));
    CHECK(night < 0.3 * design);  // cycles as far as the room asks for it
  }
  check_rooms(result, 1);
}

TEST_CASE("a drive, a speed or a static pressure is evidence of a fan that varies") {
  const std::string unit =
      "b:a a brick:RTU ; brick:hasPart b:f, b:h, b:c ; brick:feeds b:z .\n" + kZone + kCoils;
  for (const char* evidence :
       {"b:a brick:hasPart b:d . b:d a brick:Variable_Frequency_Drive .\n",
        "b:d a brick:VFD ; brick:feeds b:f .\n", "b:f brick:hasPart b:d . b:d a brick:Fan_VFD .\n",
        "b:f brick:hasPoint b:p . b:p a brick:Fan_Speed_Command .\n",
        "b:a brick:hasPoint b:p . b:p a brick:Supply_Air_Static_Pressure_Sensor .\n",
        "b:a brick:hasPoint b:p . b:p a brick:Frequency_Command .\n"}) {
    CAPTURE(evidence);
    CHECK_FALSE(is_steady(graph(unit + evidence)));
  }
  // The pressure of the building is that of its exhaust fans, and a command may switch only.
  for (const char* other :
       {"b:a brick:hasPoint b:p . b:p a brick:Building_Air_Static_Pressure_Sensor .\n",
        "b:f brick:hasPoint b:p . b:p a brick:On_Off_Command .\n"}) {
    CAPTURE(other);
    CHECK(is_steady(graph(unit + other)));
  }
}

TEST_CASE("a unit without a fan in the graph has a constant flow only if its name or text has") {
  const std::string unit =
      "b:a a brick:AHU ; brick:hasPart b:h, b:c ; brick:feeds b:z .\n"
      "b:h a brick:Heating_Coil . b:c a brick:Cooling_Coil .\n" +
      kZone;
  CHECK_FALSE(is_steady(graph(unit)));
  for (const char* text : {"b:a rdfs:label \"Gym AHU (constant volume)\" .\n",
                           "b:a rdfs:comment \"Constant-volume unit for the hall\" .\n",
                           "b:a a b:Constant_Volume_AHU .\n", "b:a rdfs:label \"CAV AHU 3\" .\n"}) {
    CAPTURE(text);
    const Translation result = graph(unit + text);
    CHECK(is_steady(result));
    CHECK(nodes_of(result, "import.function_assumed", "varies the speed").empty());
  }
}

TEST_CASE("a unit of constant flow cools on demand only, if radiators heat its room") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:f, b:h, b:c ; brick:feeds b:z . b:r a brick:Radiator ; "
      "brick:feeds b:z .\n" +
      kZone + kCoils);
  REQUIRE(is_steady(result));
  CHECK(connected(result, "a/gentle.value -> a/heatTo.x"));
  CHECK(connected(result, "z/cooling.inputSignal -> a/meanCooling.u[z]"));
  check_rooms(result, 1);
  const auto [night, day] = night_and_day(result, -5.0, "z/space.indoorTemperature");
  CHECK(day > 20.0);
  const auto [cold, supply] = night_and_day(result, -5.0, "a/coil.outletAirTemperature");
  CHECK(supply > 19.0);
  CHECK(night_and_day(result, 32.0, "z/space.indoorTemperature").second < 26.0);
}

TEST_CASE("all rooms of a unit of constant flow get air while one of them is in use") {
  const Translation result = graph(
      "b:a a brick:AHU ; rdfs:label \"constant volume\" ; brick:hasPart b:h, b:c ; brick:feeds "
      "b:z, b:y . b:y a brick:HVAC_Zone ; brick:hasPart b:lecture . b:lecture a "
      "brick:Lecture_Hall .\n"
      "b:h a brick:Heating_Coil . b:c a brick:Cooling_Coil .\n" +
      kZone);
  REQUIRE(is_steady(result));
  CHECK(connected(result, "z/wanted.value -> a/running.inputs[z]"));
  CHECK(connected(result, "y/wanted.value -> a/running.inputs[y]"));
  CHECK(connected(result, "a/running.value -> z/runs.inputs[a]"));
  CHECK(connected(result, "a/running.value -> y/runs.inputs[a]"));
  check_rooms(result, 2);
}

TEST_CASE("a marker makes a unit of Haystack 4 one of constant or of variable flow") {
  const auto unit = [](const std::string& tags) {
    return graph(
        "b:z a phIoT:hvac-zone-space .\n"
        "b:f a phIoT:fan-motor ; ph:hasTag phIoT:discharge, phIoT:fan, phIoT:equip ; "
        "phIoT:equipRef b:a .\n"
        "b:a a phIoT:ahu ; phIoT:equipRef b:z ; phIoT:spaceRef b:z ; ph:hasTag "
        "phIoT:equip, phIoT:gasHeating, phIoT:dxCooling" +
        tags + " .\n");
  };
  CHECK(is_steady(unit(", phIoT:constantAirVolume")));
  CHECK(nodes_of(unit(", phIoT:constantAirVolume"), "import.function_assumed", "varies").empty());
  CHECK_FALSE(is_steady(unit(", phIoT:variableAirVolume")));
  CHECK(is_steady(unit("")));
  CHECK_FALSE(
      is_steady(unit(" . b:p a phIoT:point ; ph:hasTag phIoT:point, phIoT:fan, "
                     "phIoT:speed, phIoT:cmd ; phIoT:equipRef b:f")));
  CHECK_FALSE(is_steady(unit(" . b:d ph:hasTag phIoT:vfd, phIoT:equip ; phIoT:equipRef b:f")));
}

TEST_CASE("boxes without dampers have a constant flow") {
  const auto least = [](const std::string& turtle) {
    const Translation result =
        graph("b:a a brick:AHU ; brick:feeds b:t . b:t brick:feeds b:z .\n" + kZone + turtle);
    return parameter(result, "t/box", "minimumAirFlowRate") /
           parameter(result, "t/box", "nominalAirFlowRate");
  };
  const std::string coil =
      "b:t a brick:Terminal_Unit ; brick:hasPart b:c . b:c a "
      "brick:Hot_Water_Coil .\n";
  CHECK(least(coil) == Approx(1.0));
  CHECK(least("b:t a brick:CAV .\n") == Approx(1.0));
  CHECK(least("b:t a brick:Terminal_Unit .\n") < 0.5);
  CHECK(least(coil + "b:t brick:hasPart b:d . b:d a brick:Damper .\n") < 0.5);
  CHECK(least(coil + "b:t brick:hasPoint b:p . b:p a brick:Damper_Position_Command .\n") < 0.5);
  CHECK(least(coil + "b:t a brick:VAV .\n") < 0.5);
}

}  // namespace
}  // namespace hearth::test::brick::brick_constant_volume_test

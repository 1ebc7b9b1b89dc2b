// SPDX-License-Identifier: MIT
// Systems of Brick that contain air handling units.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_systems_test {
namespace {

/// Returns whether a unit supplies the zone `b:z`.
bool supplies(const Translation& result, const std::string& unit) {
  const std::string from = unit + "/supply.airTemperatureOut[z] -> z/";
  for (const Connection& connection : result.model.connections()) {
    if (to_string(connection).rfind(from, 0) == 0) return true;
  }
  return false;
}

TEST_CASE("the air handling unit of a system supplies what the system feeds") {
  for (const char* kind : {"HVAC_System", "Ventilation_Air_System", "Air_System",
                           "Heating_Ventilation_Air_Conditioning_System"}) {
    for (const char* part : {"b:s brick:hasPart b:a .", "b:a brick:isPartOf b:s .",
                             "b:s brick:hasPart b:t . b:t a brick:Air_System ; brick:hasPart b:a .",
                             "b:s rec:includes b:a ."}) {
      INFO(kind << ", " << part);
      const Translation result =
          graph("b:s a brick:" + std::string(kind) + " ; brick:feeds b:z . " + part +
                " b:a a brick:AHU . b:z a brick:HVAC_Zone .\n");
      CHECK(supplies(result, "a"));
      CHECK(nodes_of(result, "import.required_missing").empty());
      CHECK(nodes_of(result, "import.medium_unknown").empty());
      CHECK(result.report.rooms.as_drawn == 1);
    }
  }
}

TEST_CASE("a system that feeds terminals or a storey does so by its air handling unit") {
  const Translation box = graph(
      "b:s a brick:HVAC_System ; brick:hasPart b:a ; brick:feeds b:v . b:a a brick:AHU .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(box, "a/supply.airTemperatureOut[v] -> v/box.supplyAirTemperature"));
  const Translation storey = graph(
      "b:s a brick:HVAC_System ; brick:hasPart b:a ; brick:feeds b:f . b:a a brick:AHU .\n"
      "b:f a brick:Floor ; brick:hasPart b:z . b:z a brick:Room .\n");
  CHECK(supplies(storey, "a"));
}

TEST_CASE("the units of a system share what it feeds unless they are drawn to feed it") {
  const std::string two =
      "b:s a brick:HVAC_System ; brick:hasPart b:a, b:c ; brick:feeds b:z . b:a a brick:AHU . "
      "b:c a brick:AHU . b:z a brick:HVAC_Zone .\n";
  const Translation shared = graph(two);
  CHECK(supplies(shared, "a"));
  CHECK(supplies(shared, "c"));
  CHECK(nodes_of(shared, "import.function_assumed", "several air handling units") == Names{"b:s"});
  const Translation drawn = graph(two + "b:a brick:feeds b:z .\n");
  CHECK(supplies(drawn, "a"));
  CHECK_FALSE(supplies(drawn, "c"));
  CHECK(nodes_of(drawn, "import.function_assumed", "several air handling units").empty());
  const Translation in_row = graph(two + "b:a brick:feeds b:c .\n");
  CHECK_FALSE(supplies(in_row, "a"));
  CHECK(supplies(in_row, "c"));
}

TEST_CASE("air that rooms return to a system does not pass through it") {
  const Translation result = graph(
      "b:s a brick:HVAC_System ; brick:hasPart b:a, b:c ; brick:feeds b:f . b:a a brick:AHU ; "
      "brick:feeds b:z . b:c a brick:AHU . b:z a brick:HVAC_Zone ; brick:feeds b:s .\n"
      "b:f a brick:Floor ; brick:hasPart b:r . b:r a brick:Room .\n");
  CHECK(result.report.rooms.as_drawn == 2);
  CHECK(supplies(result, "a"));
  CHECK_FALSE(supplies(result, "c"));
  CHECK(connected(result, "c/supply.airTemperatureOut[r] -> r/airMean.u[c]"));
}

TEST_CASE("what feeds a system feeds its air handling unit, water according to the coils") {
  const std::string system =
      "b:s a brick:HVAC_System ; brick:hasPart b:a ; brick:feeds b:v . b:a a brick:AHU .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:b a brick:Boiler ; brick:feeds b:s . b:k a brick:Chiller ; brick:feeds b:s .\n";
  const Translation plain = graph(system);
  CHECK(
      connected(plain, "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
  CHECK(nodes_of(plain, "import.required_missing", "feeds no equipment").empty());
  const Translation reheat =
      graph(system +
            "b:a brick:hasPart b:c . b:c a brick:Chilled_Water_Coil . b:s brick:hasPart b:v . "
            "b:v brick:hasPart b:h . b:h a brick:Hot_Water_Coil .\n");
  CHECK(type_of(reheat, "a/heatingCoil").empty());
  CHECK_FALSE(type_of(reheat, "a/coolingCoil").empty());
  CHECK(word(reheat, "v/box", "reheat") == "hotWater");
}

TEST_CASE("air systems without any unit are reported") {
  const std::string zone =
      "b:s a brick:Ventilation_Air_System ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  CHECK(nodes_of(graph(zone), "import.part_left_out", "air systems") == Names{"b:s"});
  const Translation fed = graph(zone + "b:a a brick:AHU ; brick:feeds b:s .\n");
  CHECK(nodes_of(fed, "import.part_left_out", "air systems").empty());
  CHECK(supplies(fed, "a"));
}

}  // namespace
}  // namespace hearth::test::brick::brick_systems_test

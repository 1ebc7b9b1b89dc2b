// SPDX-License-Identifier: MIT
// Units of outdoor air alone, rooms that get nothing else, and dampers before rooms.
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_ventilation_test {
namespace {

using Names = std::vector<std::string>;

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";

Translation graph(const std::string& turtle) {
  return translate_text(kPrefixes + turtle, "ventilation.ttl");
}

TEST_CASE("a room with outdoor air alone, next to rooms with heating, is only ventilated") {
  const Translation result = graph(
      "b:d a brick:DOAS ; brick:hasPart b:w ; brick:feeds b:r1, b:r2 . b:w a brick:Heat_Wheel .\n"
      "b:r1 a brick:Room . b:r2 a brick:Room . b:f a brick:FCU ; brick:feeds b:r1 .\n");
  CHECK(type_of(result, "r2/box").empty());
  CHECK(parameter(result, "r2/diffuser", "nominalAirFlowRate") ==
        Approx(parameter(result, "r1/diffuser", "nominalAirFlowRate")));
  CHECK(nodes_of(result, "import.not_heated", "outdoor air alone") == Names{"b:r2"});
  check_rooms(result, 2);
  // If nothing in the graph heats, heat is assumed.
  const Translation cold = graph(
      "b:d a brick:DOAS ; brick:hasPart b:w ; brick:feeds b:r1, b:r2 . b:w a brick:Heat_Wheel .\n"
      "b:r1 a brick:Room . b:r2 a brick:Room .\n");
  CHECK(type_of(cold, "r2/box") == "VavReheatTerminal");
}

TEST_CASE("a unit takes outdoor air alone if its name states it") {
  const std::string unit =
      "b:a a brick:AHU ; brick:feeds b:v ; brick:hasPart b:c, b:h . b:c a brick:Cooling_Coil .\n"
      "b:h a brick:Heating_Coil . b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  for (const char* label : {"AHU-1 100% OA lab supply", "100 % outside air unit", "MAU, makeup air",
                            "Unit 3 (100 % outdoor air)"}) {
    CAPTURE(label);
    const Translation result = graph(unit + "b:a rdfs:label \"" + label + "\" .\n");
    CHECK(parameter(result, "a/economizer", "minimumOutdoorAirShare") == 1.0);
    CHECK(nodes_of(result, "import.function_assumed", "cool with outdoor air").empty());
  }
  // A damper of return air contradicts it.
  const Translation mixing = graph(
      unit + "b:a rdfs:label \"100% OA\" ; brick:hasPart b:r . b:r a brick:Return_Damper .\n");
  CHECK(parameter(mixing, "a/economizer", "minimumOutdoorAirShare") == Approx(0.2));
}

TEST_CASE("several dampers that lead to one room are announced as one") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:d1, b:d . b:d a brick:Damper ; brick:feeds b:d2, b:d3 .\n"
      "b:d1 a brick:Damper ; brick:feeds b:r1 . b:d2 a brick:Damper ; brick:feeds b:r2 .\n"
      "b:d3 a brick:Damper ; brick:feeds b:r2 . b:r1 a brick:Room . b:r2 a brick:Room .\n");
  CHECK(nodes_of(result, "import.passed_through", "several dampers") == Names{"b:d2", "b:d3"});
  check_rooms(result, 2);
}

TEST_CASE("boxes of outdoor air in rooms with fan coil units bring the air of people only") {
  const std::string rooms =
      "b:d a brick:DOAS ; brick:hasPart b:c ; brick:feeds b:v . b:c a brick:Cooling_Coil .\n"
      "b:v a brick:CAV ; brick:feeds b:r . b:r a brick:Room .\n";
  const Translation result = graph(rooms + "b:f a brick:FCU ; brick:feeds b:r .\n");
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.0006 * 30.0));
  CHECK(parameter(result, "v/box", "minimumAirFlowRate") == Approx(0.0006 * 30.0));
  const auto mean = mean_signals(under(result.model, 32.0), 3, {"f/unit.heatingPower"});
  CHECK(mean[0] == Approx(0.0).margin(1.0));
  check_rooms(result, 1);
}

}  // namespace
}  // namespace hearth::test::brick::brick_ventilation_test

// SPDX-License-Identifier: MIT
// Brick graphs in which several units serve one zone, or one box.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_sharing_test {
namespace {

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n";

TEST_CASE("several units of one zone share its floor, so that together they are of its size") {
  for (const char* type : {"FCU", "VAV", "Radiator"}) {
    std::string text = kPrefixes + "b:z a brick:HVAC_Zone . b:ahu a brick:AHU .\n";
    for (int i = 1; i <= 8; ++i) {
      text += fmt::format("b:u{} a brick:{} ; brick:feeds b:z .\n", i, type);
    }
    CAPTURE(type);
    const Translation result = translate_text(text, "units.ttl");
    check_rooms(result, 1);
    if (type == std::string("FCU")) {
      CHECK(parameter(result, "u3/unit", "nominalAirFlowRate") == Approx(0.0075 * 30 / 8));
    }
  }
}

TEST_CASE("the order of lines does not choose among equal units") {
  const std::vector<std::string> units = {"b:a1 a brick:AHU ; brick:feeds b:v .\n",
                                          "b:a2 a brick:AHU ; brick:feeds b:v .\n"};
  const std::string box = "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation one = translate_text(kPrefixes + units[0] + units[1] + box, "one.ttl");
  const Translation other = translate_text(kPrefixes + box + units[1] + units[0], "one.ttl");
  CHECK(connected(one, "a1/mixing.mixedAirCO2 -> z/space.outdoorCO2"));
  CHECK(one.model == other.model);
}

}  // namespace
}  // namespace hearth::test::brick::brick_sharing_test

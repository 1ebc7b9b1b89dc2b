// SPDX-License-Identifier: MIT
// Sizes of SAREF and BOT graphs in properties of a writer's own vocabulary.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/saref_support.hpp"

namespace hearth::test::saref_named_sizes_test {
namespace {

using Names = std::vector<std::string>;

Translation graph(const std::string& turtle) { return saref_house(turtle); }

TEST_CASE("the power of a heater and the area of its room may be in properties of their own") {
  for (const char* power :
       {"x:nominalPower \"2000\"^^xsd:double", "x:nominalPower 2000", "x:heizleistung_kW 2",
        "x:p17 \"2 kW\" . x:p17 rdfs:label \"nominal power\"@en"}) {
    INFO(power);
    const Translation result = graph(
        "h:r a bot:Space ; bot:containsElement h:h ; x:nutzflaeche 20 . h:h a "
        "s4bldg:SpaceHeater ; " +
        std::string(power) + " .\n");
    CHECK(parameter(result, "h", "Q_flow_nominal_sh") == Approx(2000.0));
    CHECK(parameter(result, "r", "V") == Approx(20.0 * 2.8));
    CHECK(nodes_of(result, "import.value_from_label") == Names{"h:h", "h:r"});
    CHECK(nodes_of(result, "import.value_guessed", "outputCapacity").empty());
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
}

TEST_CASE("powers of boilers and flows of fans are read with the units in their names") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:h ; x:nennleistungKW \"24\" .\n"
      "h:f a s4bldg:Fan ; fso:suppliesFluidTo h:d ; x:luftmenge_m3_h 120 .\n"
      "h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r .\n");
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == Approx(24e3));
  CHECK(parameter(result, "f", "nominalAirFlowRate") == Approx(1.2 * 120.0 / 3600.0));
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("numbers that may be something else are not read as sizes") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h ; x:windowArea 4 . h:h a s4bldg:SpaceHeater ;\n"
      "  x:electricalPower 2000 ; x:standbyPower 2 ; x:measuredPower 150 ; x:serialNumber 7 .\n");
  CHECK(nodes_of(result, "import.value_from_label").empty());
  CHECK(nodes_of(result, "import.value_guessed", "outputCapacity") == Names{"h:h"});
  CHECK(nodes_of(result, "import.value_unread", "x:electricalPower") == Names{"h:h"});
  CHECK(nodes_of(result, "import.value_unread", "x:windowArea") == Names{"h:r"});
  CHECK(nodes_of(result, "import.value_unread", "x:measuredPower").empty());
  CHECK(nodes_of(result, "import.value_unread", "x:serialNumber").empty());
}

TEST_CASE("words behind or before a size make it another number") {
  const auto room = [](const std::string& properties) {
    return graph("h:r a bot:Space ; bot:containsElement h:h ; " + properties +
                 " . h:h a s4bldg:SpaceHeater .\n");
  };
  const double unread = parameter(room("rdfs:label \"Room\""), "r", "V");
  for (const char* other :
       {"x:volumeKnobPosition 7", "x:areaLastAudited 2021", "x:lightingPowerPerArea 8",
        "x:occupantVolume 30", "x:areaIndex 7", "x:volume_barrels 300"}) {
    INFO(other);
    const Translation result = room(other);
    CHECK(parameter(result, "r", "V") == Approx(unread));
    CHECK(nodes_of(result, "import.value_from_label").empty());
  }
  CHECK(nodes_of(room("x:volume_barrels 300"), "import.value_unread") == Names{"h:r"});
  CHECK(parameter(room("x:volumeNet 70"), "r", "V") == Approx(70.0));
  CHECK(parameter(room("x:areaSF 400"), "r", "V") == Approx(400.0 * 0.09290304 * 2.8));
}

}  // namespace
}  // namespace hearth::test::saref_named_sizes_test

// SPDX-License-Identifier: MIT
// Whether heaters of SAREF and BOT graphs are electric.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/saref_support.hpp"

namespace hearth::test::saref_heaters_test {
namespace {

using Names = std::vector<std::string>;

/// Translates a room `h:r` with a heater `h:h`.
Translation graph(const std::string& turtle) {
  return saref_house("h:r a bot:Space ; bot:containsElement h:h .\n" + turtle);
}

bool is_electric(const Translation& result, const std::string& id = "h") {
  return type_of(result, id + "/element") == "ElectricHeater";
}

const std::string kHeater = "h:h a s4bldg:SpaceHeater .\n";

TEST_CASE("heaters in a graph without hot water are electric, which the report states") {
  for (const char* heater :
       {"h:h a s4bldg:SpaceHeater .\n", "h:h a mep:SpaceHeater, mep:SpaceHeater-CONVECTOR .\n"}) {
    INFO(heater);
    const Translation result = graph(heater);
    CHECK(is_electric(result));
    CHECK(nodes_of(result, "import.function_assumed", "contains no hot water") == Names{"h:h"});
    CHECK(nodes_of(result, "import.boundary", "hot water").empty());
    CHECK(lost(result, -10.0) < 1e-6);
  }
  // Pipes and storage of domestic hot water do not reach them.
  CHECK(is_electric(graph(kHeater +
                          "h:s a fso:DistributionSystem ; rdfs:label \"Tap water\" ; "
                          "fso:hasComponent h:p . h:p a fso:Segment, mep:PipeSegment .\n")));
}

TEST_CASE("heaters in a graph with any sign of hot water are radiators") {
  for (const char* sign :
       {"h:b a s4bldg:Boiler .\n", "h:p a s4bldg:Pump .\n", "h:v a s4bldg:Valve .\n",
        "h:x a s4bldg:HeatExchanger .\n", "h:h rdfs:label \"Heizkörper Bad\" .\n",
        "h:h a fpo:Radiator .\n", "h:h a mep:SpaceHeater-RADIATOR .\n",
        "h:t a dog:ThermostaticRadiatorValve .\n",
        "h:t a h:Device ; rdfs:label \"Heizkörperthermostat Bad\"@de .\n",
        "h:d a h:Station ; rdfs:label \"Fernwärme-Übergabestation\"@de .\n",
        "h:p a fso:Segment ; fso:suppliesFluidTo h:h .\n",
        "h:h s4bldg:temperatureClassification \"70/55-20\" .\n",
        "h:s a fso:SupplySystem ; fso:hasComponent h:h .\n"}) {
    INFO(sign);
    const Translation result = graph(kHeater + sign);
    CHECK_FALSE(is_electric(result));
    CHECK(nodes_of(result, "import.function_assumed", "contains no hot water").empty());
  }
}

TEST_CASE("panel heaters are electric in a graph with a boiler unless water flows to them") {
  const std::string both =
      "h:b a s4bldg:Boiler . h:r bot:containsElement h:w . h:w a s4bldg:SpaceHeater .\n";
  for (const char* name : {"h:h rdfs:label \"Panel heater, living\" .\n",
                           "h:h bpo:realisesObject h:t . h:t a bpo:Product ; rdfs:label \"Panel "
                           "heater 2000 W\" .\n"}) {
    INFO(name);
    const Translation result = graph(kHeater + both + name);
    CHECK(is_electric(result));
    CHECK_FALSE(is_electric(result, "w"));
    CHECK(nodes_of(result, "import.function_assumed", "panel heaters") == Names{"h:h"});
    CHECK_FALSE(is_electric(graph(kHeater + both + name + "h:b fso:suppliesFluidTo h:h .\n")));
  }
}

TEST_CASE("heaters burn the fuel that they state or that their names say") {
  struct Case {
    std::string heater, fuel;
  };
  for (const Case& is :
       {Case{"s4bldg:energySource \"NATURALGAS\"", "gas"},
        {"s4bldg:energySource \"OIL\"", "oil"},
        {"s4bldg:energySource \"WOOD_PELLET\"", "wood"},
        {"s4bldg:energySource \"OIL\" ; rdfs:label \"Electric heater\"", "oil"},
        {"rdfs:label \"Gas heater\"", "gas"},
        {"rdfs:label \"Gasheizung Halle\"@de", "gas"},
        {"rdfs:label \"Oil stove\"", "oil"},
        {"rdfs:label \"Wood stove\"", "wood"},
        {"rdfs:label \"Kamin\"@de", "wood"},
        {"bpo:realisesObject h:t . h:t rdfs:label \"Pellet stove 6 kW\"", "wood"}}) {
    INFO(is.heater);
    const Translation result = graph("h:h a s4bldg:SpaceHeater ; " + is.heater + " .\n");
    CHECK(type_of(result, "h/burner") == "Boiler");
    CHECK(word(result, "h/burner", "fuel") == is.fuel);
    CHECK_FALSE(is_electric(result));
    CHECK(nodes_of(result, "import.function_assumed", "contains no hot water").empty());
    CHECK(nodes_of(result, "import.boundary", "hot water").empty());
    CHECK(lost(result, -10.0) < 1e-6);
  }
}

TEST_CASE("heaters with another source of energy have hot water") {
  for (const char* heater :
       {"s4bldg:energySource \"DISTRICTHEATING\"", "s4bldg:energySource \"SOLAR\"",
        "rdfs:label \"Convector, supply 70/50\"", "rdfs:label \"HK-04 70/55\""}) {
    INFO(heater);
    // It is a sign of hot water for the other heaters too.
    const Translation result = graph("h:h a s4bldg:SpaceHeater ; " + std::string(heater) +
                                     " . h:r bot:containsElement h:w . h:w a s4bldg:SpaceHeater "
                                     ".\n");
    for (const char* id : {"h", "w"}) {
      CHECK_FALSE(is_electric(result, id));
      CHECK(type_of(result, id + std::string("/burner")).empty());
    }
    CHECK(nodes_of(result, "import.function_assumed", "contains no hot water").empty());
    CHECK_FALSE(nodes_of(result, "import.boundary", "hot water").empty());
  }
}

TEST_CASE("neither unknown sources nor other words make a heater burn fuel") {
  for (const char* heater :
       {"s4bldg:energySource \"NOTKNOWN\"", "s4bldg:energySource \"ELECTRICITY\"",
        "rdfs:label \"Electric stove\"", "rdfs:label \"Nachtspeicherofen\"@de",
        "rdfs:label \"Oil filled radiator\""}) {
    INFO(heater);
    CHECK(is_electric(graph("h:h a s4bldg:SpaceHeater ; " + std::string(heater) + " .\n")));
  }
  const Translation water = graph(
      "h:h a s4bldg:SpaceHeater ; rdfs:label \"Gas heater\" . h:b a s4bldg:Boiler ; "
      "fso:suppliesFluidTo h:h .\n");
  CHECK(type_of(water, "h/burner").empty());
}

}  // namespace
}  // namespace hearth::test::saref_heaters_test

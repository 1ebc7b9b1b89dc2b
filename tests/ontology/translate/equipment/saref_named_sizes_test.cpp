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

TEST_CASE("the only number of a room in m2 or m3 is its size, in any language") {
  const auto room = [](const std::string& properties) {
    return graph("h:r a bot:Space ; bot:containsElement h:h ; " + properties +
                 " . h:h a s4bldg:SpaceHeater .\n");
  };
  CHECK(parameter(room("x:golvarea_m2 240.0"), "r", "floorArea") == Approx(240.0));
  CHECK(parameter(room("x:powierzchnia_m2 18 ; x:kubatura_m3 50"), "r", "V") == Approx(50.0));
  CHECK(parameter(room("x:volym_m3 2200 ; x:golvarea_m2 240"), "r", "V") == Approx(2200.0));
  CHECK(nodes_of(room("x:golvarea_m2 240"), "import.value_from_label") == Names{"h:r"});
  // Of two numbers, neither is read; both are reported.
  const Translation two = room("x:aaa_m2 20 ; x:bbb_m2 25");
  CHECK(nodes_of(two, "import.value_guessed", "volume") == Names{"h:r"});
  CHECK(nodes_of(two, "import.value_unread", "x:aaa_m2") == Names{"h:r"});
  CHECK(nodes_of(two, "import.value_unread", "x:bbb_m2") == Names{"h:r"});
  for (const char* other : {"x:belysning_W_m2 8", "x:fönsterarea_m2 4", "x:finestre_m2 3",
                            "x:tilluftsflöde_m3 90", "x:energi_kWh_m2 120"}) {
    INFO(other);
    const Translation result = room(other);
    CHECK(nodes_of(result, "import.value_guessed", "volume") == Names{"h:r"});
    CHECK(nodes_of(result, "import.value_unread") == Names{"h:r"});
  }
}

TEST_CASE("labels of heaters and plants state their powers") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h, h:g ; x:m_m2 20 .\n"
      "h:h a s4bldg:SpaceHeater ; rdfs:label \"Radiator sakristia, 1200 W\"@sv .\n"
      "h:g a s4bldg:SpaceHeater ; rdfs:label \"Scaldasalviette elettrico 101, 0,5 kW\"@it .\n"
      "h:b a s4bldg:Boiler ; rdfs:label \"Caldaia 90 kW\" ; fso:suppliesFluidTo h:h .\n");
  CHECK(parameter(result, "h", "Q_flow_nominal_sh") == Approx(1200.0));
  CHECK(parameter(result, "g/element", "nominalPowerRate") == Approx(500.0));
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == Approx(90e3));
  CHECK(nodes_of(result, "import.value_from_label", "labels state") == Names{"h:b", "h:g", "h:h"});
  const Translation burner = graph(
      "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:b a s4bldg:Boiler ; rdfs:label \"Boiler, burner 90 kW\" ; fso:suppliesFluidTo h:h .\n");
  CHECK(nodes_of(burner, "import.value_from_label", "labels state").empty());
}

/// A room with a fan coil unit between a boiler and a chiller, with numbers of these three.
Translation four_pipes(const std::string& unit, const std::string& chiller = "x:n 1",
                       const std::string& boiler = "x:n 1") {
  return graph("h:r a bot:Space ; bot:containsElement h:u . h:u a h:FanCoil ; " + unit +
               " .\nh:b a s4bldg:Boiler ; fso:suppliesFluidTo h:u ; " + boiler +
               " .\nh:k a s4bldg:Chiller ; fso:suppliesFluidTo h:u ; " + chiller + " .\n");
}

TEST_CASE("flows and capacities of room units are read in several languages") {
  for (const char* unit :
       {"x:portataAria_m3h 380 ; x:potenzaTermica_kW 2.4 ; x:potenzaFrigorifera_kW 1.9",
        "x:luftmenge_m3_h 380 ; x:heizleistung_kW 2.4 ; x:kälteleistung_kW 1.9",
        "x:luftflöde_m3h 380 ; x:värmeeffekt_kW 2.4 ; x:kyleffekt_kW 1.9",
        "x:airflow_m3h 380 ; x:heatingCapacity_W 2400 ; x:coolingCapacity_W 1900"}) {
    INFO(unit);
    const Translation result = four_pipes(unit);
    CHECK(parameter(result, "u", "nominalAirFlowRate") == Approx(1.2 * 380.0 / 3600.0));
    CHECK(parameter(result, "u/hotValve", "waterFlowRateMax") == Approx(2.08e-5 * 2400.0));
    CHECK(parameter(result, "u/chilledValve", "waterFlowRateMax") == Approx(4.17e-5 * 1900.0));
    CHECK(nodes_of(result, "import.value_unread").empty());
    CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == Approx(2400.0));
  }
}

TEST_CASE("coefficients of performance and efficiencies are read by their names") {
  for (const char* ratio : {"x:COP 5.5", "x:EER 5.5", "x:SEER 5.5", "x:cop \"5.5\""}) {
    INFO(ratio);
    const Translation result = four_pipes("x:n 1", ratio);
    CHECK(parameter(result, "k/chiller", "nominalCOP") == Approx(5.5));
    CHECK(nodes_of(result, "import.value_from_label", "coefficients") == Names{"h:k"});
  }
  // In Btu/Wh, of two numbers, and of a class.
  for (const char* other : {"x:EER 12", "x:COP 3 ; x:cop 4", "x:EERclass 3"}) {
    INFO(other);
    const Translation result = four_pipes("x:n 1", other);
    CHECK(nodes_of(result, "import.value_from_label", "coefficients").empty());
  }
  CHECK(nodes_of(four_pipes("x:n 1", "x:EER 12"), "import.value_unread") == Names{"h:k"});
  for (const char* efficiency :
       {"x:rendimento 0.97", "x:wirkungsgrad 0.97", "x:verkningsgrad 0.97", "x:sprawność 0.97"}) {
    INFO(efficiency);
    const Translation result = four_pipes("x:n 1", "x:n 1", efficiency);
    CHECK(parameter(result, "b/boiler", "nominalEfficiency") == Approx(0.97));
  }
}

TEST_CASE("a capacity without a unit that is too small for a plant is in kW, which is reported") {
  const Translation result =
      four_pipes("x:n 1", "x:coolingCapacity 2000", "x:nominalHeatingPower 300");
  CHECK(parameter(result, "k/chiller", "nominalCoolingPower") == Approx(2e6));
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == Approx(3e5));
  CHECK(nodes_of(result, "import.unit_assumed", "small appliance") == Names{"h:b", "h:k"});
  const Translation large =
      four_pipes("x:n 1", "x:coolingCapacity 20000", "x:nominalHeatingPower 9000");
  CHECK(parameter(large, "k/chiller", "nominalCoolingPower") == Approx(2e4));
  CHECK(nodes_of(large, "import.unit_assumed", "small appliance").empty());
  const Translation stated = four_pipes("x:n 1", "x:coolingCapacity_W 2000");
  CHECK(parameter(stated, "k/chiller", "nominalCoolingPower") == Approx(2e3));
}

}  // namespace
}  // namespace hearth::test::saref_named_sizes_test

// SPDX-License-Identifier: MIT
// Exhaust fans of rooms, and domestic hot water, which does not belong to heating circuits.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_exhaust_test {
namespace {

TEST_CASE("an exhaust fan draws outdoor air through a room without supplied air") {
  const std::string room =
      "b:b a brick:Boiler ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone ; brick:hasPart b:wc . b:wc a brick:Restroom .\n"
      "b:e a brick:Exhaust_Fan .\n";
  for (const char* place : {"b:z brick:feeds b:e .\n", "b:wc brick:feeds b:e .\n",
                            "b:e brick:feeds b:z .\n", "b:e brick:hasLocation b:wc .\n"}) {
    CAPTURE(place);
    const Translation result = graph(room + place);
    CHECK(type_of(result, "e/fan") == "Fan");
    CHECK(connected(result, "e/makeup.value -> z/space.supplyAirTemperature"));
    CHECK(connected(result, "z/space.indoorTemperature -> e/fan.inletAirTemperature"));
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(nodes_of(result, "import.function_assumed", "exhaust fans take air") == Names{"b:e"});
    check_rooms(result, 1);
    CHECK(connected(result, "e/damper.airFlowRate -> z/space.supplyAirFlowRate"));
    const double mean = mean_signals(under(result.model, 0.0), 1, {"e/damper.airFlowRate"})[0];
    CHECK(mean > 0.0);
    CHECK(mean < parameter(result, "e/fan", "nominalAirFlowRate"));  // off at night
    CHECK(lost(result, 0.0) < 1e-6);
  }
}

TEST_CASE("an exhaust fan shares its stated flow among its rooms") {
  const Translation result = graph(
      "b:r a brick:Radiator ; brick:feeds b:z . b:q a brick:Radiator ; brick:feeds b:y . b:z a "
      "brick:HVAC_Zone ; brick:feeds b:e . b:y a brick:HVAC_Zone ; brick:feeds b:e .\n"
      "b:e a brick:Exhaust_Fan ; brick:ratedPowerInput [ brick:value 60 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/W> ] ; brick:hasPoint b:p . b:p a "
      "brick:Exhaust_Air_Flow_Setpoint ; brick:value 180 ; brick:hasUnit "
      "<http://qudt.org/vocab/unit/M3-PER-HR> .\n");
  CHECK(parameter(result, "e/fan", "nominalAirFlowRate") == Approx(0.06));
  CHECK(parameter(result, "e/fan", "nominalPowerRate") == 60.0);
  CHECK(parameter(result, "e/share", "share") == 0.5);
  CHECK(nodes_of(result, "import.value_unread").empty());
  check_rooms(result, 2);
}

TEST_CASE("an exhaust fan of a room that a unit supplies is reported") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z, b:y . b:z a "
      "brick:HVAC_Zone ; brick:feeds b:e . b:y a brick:HVAC_Zone . b:e a brick:Exhaust_Fan .\n");
  CHECK(type_of(result, "e/fan").empty());
  CHECK(nodes_of(result, "import.part_left_out", "exhaust fans") == Names{"b:e"});
}

TEST_CASE("equipment of domestic hot water is reported and not part of the heating circuit") {
  const std::string heating =
      "b:b a brick:Boiler ; brick:feeds b:p, b:t . b:p a brick:Pump ; brick:feeds b:r . b:r a "
      "brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  for (const char* tank :
       {"b:t a brick:Hot_Water_Storage_Tank ; rdfs:label \"DHW tank\" ; brick:feeds b:q . b:q a "
        "brick:Pump ; rdfs:label \"Domestic hot water pump\" ; brick:feeds b:r .\n",
        "b:t a brick:Water_Heater ; brick:feeds b:q . b:q a brick:Domestic_Hot_Water_System .\n"}) {
    CAPTURE(tank);
    const Translation result = graph(heating + tank);
    CHECK(nodes_of(result, "import.part_left_out", "domestic hot water") == Names{"b:q", "b:t"});
    CHECK(
        connected(result, "b/boiler.outletWaterTemperature -> r/radiator.supplyWaterTemperature"));
    CHECK(connected(result, "p/pump.outletWaterTemperature -> b/boiler.inletWaterTemperature"));
    CHECK(result.report.rules.at("brick.pump") == 1);
    CHECK(type_of(result, "t/boiler").empty());
    check_rooms(result, 1);
  }
  // A boiler for domestic hot water alone heats no rooms that have no drawn plant.
  const Translation own = graph(
      "b:b a brick:Boiler ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\nb:d a brick:Boiler ; rdfs:label \"Boiler (DHW)\" . b:q a "
      "brick:Radiator ; brick:feeds b:z .\n");
  CHECK(connected(own, "b/boiler.outletWaterTemperature -> q/radiator.supplyWaterTemperature"));
  CHECK(type_of(own, "d/boiler").empty());
  const Translation system = graph(
      "b:d a brick:Boiler ; brick:isPartOf b:s . b:s a brick:Domestic_Hot_Water_System . b:q a "
      "brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(type_of(system, "d/boiler").empty());
  CHECK(connected(system, "hotWater.scheduleValue -> q/radiator.supplyWaterTemperature"));
  // But one that also feeds heaters is a plant.
  const Translation both = graph(
      "b:d a brick:Boiler ; rdfs:label \"Heating and DHW boiler\" ; brick:feeds b:q . b:q a "
      "brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(type_of(both, "d/boiler") == "Boiler");
}

TEST_CASE("buildings and rooms with German and Dutch names are of their kind") {
  const auto light = [](const std::string& building, const std::string& zone) {
    const Translation result = graph("b:h a brick:Building ; rdfs:label \"" + building +
                                     "\" ; brick:hasPart b:z . b:z a "
                                     "brick:HVAC_Zone ; rdfs:label \"" +
                                     zone + "\" . b:f a brick:FCU ; brick:feeds b:z .\n");
    return parameter(result, "z/gains", "nominalPower") / parameter(result, "z/space", "floorArea");
  };
  CHECK(light("Rechenzentrum Nord", "Zone 3") > 60.0);
  CHECK(light("Kantoorgebouw West", "Zone 3") == Approx(light("Office building", "Zone 3")));
  CHECK(light("Grundschule am See", "Zone 3") == Approx(light("Elementary school", "Zone 3")));
  CHECK(light("Ziekenhuis", "Zone 3") == Approx(light("Hospital", "Zone 3")));
  CHECK(light("Office building", "Vergaderzaal 2") ==
        Approx(light("Office building", "Meeting room 2")));
}

TEST_CASE("buildings and rooms with Swedish and Norwegian names are of their kind") {
  const auto light = [](const std::string& building, const std::string& zone) {
    const Translation result = graph("b:h a brick:Building ; rdfs:label \"" + building +
                                     "\" ; brick:hasPart b:z . b:z a brick:HVAC_Zone ; "
                                     "rdfs:label \"" +
                                     zone + "\" . b:f a brick:FCU ; brick:feeds b:z .\n");
    return parameter(result, "z/gains", "nominalPower") / parameter(result, "z/space", "floorArea");
  };
  CHECK(light("Solbakken barnehage", "Zone 3") == Approx(light("Kindergarten", "Zone 3")));
  CHECK(light("Sjukhuset, sjukhus", "Zone 3") == Approx(light("Hospital", "Zone 3")));
  CHECK(light("Office", "Konferens Björken") == Approx(light("Office", "Meeting room 2")));
  CHECK(light("Office", "Kontorslandskap") == Approx(light("Office", "Open office")));
  CHECK(light("Office", "Pentry") == Approx(light("Office", "Break room")));
  // A closet with servers is not a storage room.
  CHECK(light("Office", "Server closet 105") == Approx(light("Office", "Server room")));
}

TEST_CASE("an exhaust fan that is not connected with a room is reported so") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:z ; brick:hasPart b:g . b:z a brick:HVAC_Zone .\n"
      "b:g a brick:Exhaust_Fan . b:e a brick:Exhaust_Fan .\n");
  CHECK(nodes_of(result, "import.part_left_out", "not connected with a room") == Names{"b:e"});
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("an exhaust fan of a room that nothing supplies is reported with its room") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:r a brick:Restroom ; brick:feeds b:e . b:e a brick:Exhaust_Fan .\n");
  CHECK(nodes_of(result, "import.part_left_out", "rooms that nothing supplies") == Names{"b:e"});
  CHECK(nodes_of(result, "import.room_left_out") == Names{"b:r"});
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_exhaust_test

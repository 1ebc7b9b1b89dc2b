// SPDX-License-Identifier: MIT
// Rooms and zones of Brick graphs in the terms of RealEstateCore and BOT, and what became of them.
#include <map>
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_places_test {
namespace {

using Counts = std::map<std::string, std::size_t>;
using Names = std::vector<std::string>;

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
    "@prefix rec: <https://w3id.org/rec#> . @prefix bot: <https://w3id.org/bot#> .\n";

const std::string kBox =
    "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z .\n";

Translation graph(const std::string& turtle) {
  return translate_text(kPrefixes + turtle, "places.ttl");
}

TEST_CASE("a zone of RealEstateCore includes its rooms, whose areas are nodes of their own") {
  const Translation result =
      graph(kBox +
            "b:z a rec:HVACZone ; rec:includes b:r, b:s .\n"
            "b:r a rec:Office ; rec:area [ a rec:ArchitectureArea ; rec:netArea 20 ] .\n"
            "b:s a rec:Office ; rec:area [ a rec:ArchitectureArea ; rec:netArea 24 ; rec:grossArea "
            "30 ] .\n"
            "b:t a brick:Zone_Air_Temperature_Sensor ; brick:isPointOf b:r .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.vav", 1}, {"brick.zone", 1}});
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(parameter(result, "z/space", "V") == Approx(2.74 * 44.0));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
  CHECK(nodes_of(result, "import.room_left_out").empty());
}

TEST_CASE("the area of a building of RealEstateCore is shared among its zones") {
  const Translation result = graph(
      kBox +
      "b:g a rec:Building ; rec:hasPart b:l ; rec:area [ rec:grossArea 120 ] ;\n"
      "    rec:georeference [ a rec:Georeference ; rec:latitude 57.7 ; rec:longitude 12.0 ] .\n"
      "b:l a rec:Level ; rec:hasPart b:z . b:z a rec:HVACZone .\n");
  CHECK(parameter(result, "z/space", "V") == Approx(2.74 * 120.0));
  CHECK(result.model.site.latitude == 57.7);
}

TEST_CASE("rooms that nothing conditions are named") {
  const Translation result =
      graph(kBox +
            "b:z a brick:HVAC_Zone ; brick:hasPart b:r . b:r a brick:Room .\n"
            "b:level a brick:Floor ; brick:hasPart b:z, b:hall, b:wc .\n"
            "b:hall a brick:Hallway . b:wc a rec:Toilet .\n"
            "b:fan a brick:Exhaust_Fan ; brick:isFedBy b:wc .\n"
            "b:suite a brick:Space ; brick:hasPart b:hall .\n");
  CHECK(nodes_of(result, "import.room_left_out") == Names{"b:hall", "b:wc"});
  CHECK(result.report.rooms.total == 3);
  CHECK(result.report.rooms.unconditioned == 2);
}

TEST_CASE("nothing is assumed to condition a room whose temperature is measured") {
  const std::string rooms =
      "b:r1 a brick:Room . b:t a brick:Air_Temperature_Sensor ; brick:hasLocation b:r1 .\n"
      "b:r2 a brick:Room . b:c a brick:CO2_Sensor ; brick:hasLocation b:r2 .\n";
  const std::string served =
      rooms + "b:a a brick:AHU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation result = graph(served);
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(result.report.rooms.unconditioned == 2);
  CHECK(nodes_of(result, "import.not_heated", "whose temperature is measured") == Names{"b:r1"});
  CHECK(nodes_of(result, "import.room_left_out") == Names{"b:r2"});
  CHECK(nodes_of(result, "import.required_missing", "is not fed").empty());
  CHECK(nodes_of(result, "import.boundary", "supply air of terminals").empty());
  CHECK(type_of(result, "r1/space") == "BuildingSpace");
  CHECK(type_of(result, "r1/box").empty());
  check_rooms(result, 2);
  // A box's own sensor is that of its room, and without equipment a sensor makes a room a zone.
  const Translation box = graph(
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:hasPoint b:t . b:r1 a "
      "brick:Room . b:t a brick:Zone_Air_Temperature_Sensor ; brick:hasLocation b:r1 .\n");
  CHECK(box.report.rooms.as_drawn == 1);
  CHECK(graph(rooms).report.rooms.by_invented_air == 1);
  const Translation extracted = graph(served + "b:f a brick:Exhaust_Fan ; brick:isFedBy b:r1 .\n");
  CHECK(extracted.report.rules.at("brick.exhaust_fan") == 1);
}

TEST_CASE("equipment that flows only pass through does not count as simulated") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:p . b:p a brick:Pump ; brick:feeds b:q .\n"
      "b:q a brick:Pump ; brick:feeds b:x . b:x a brick:Heat_Exchanger ; brick:feeds b:f .\n"
      "b:t a brick:Dry_Cooler ; brick:feeds b:x .\n"
      "b:f a brick:FCU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(result,
                  "k/chiller.outletWaterTemperature -> f/unit.supplyChilledWaterTemperature"));
  CHECK(type_of(result, "p/pump") == "Pump");
  CHECK(nodes_of(result, "import.passed_through") == Names{"b:x"});
  CHECK(result.report.equipment.mapped == 5);
  CHECK(result.report.equipment.total == 7);
}

TEST_CASE("thermostats are points, which they share with their room and their unit") {
  const Translation result = graph(
      "b:u a brick:RTU ; brick:feeds b:z ; brick:hasPart b:s . b:z a brick:HVAC_Zone .\n"
      "b:s a brick:Thermostat ; brick:hasLocation b:z ; brick:hasPoint b:t .\n"
      "b:t a brick:Air_Temperature_Sensor .\n");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(result.report.equipment.mapped == result.report.equipment.total);
  CHECK(result.report.points.mapped == 2);
}

TEST_CASE("terminals and rooftop units without a space have a zone of their own") {
  const std::string box =
      "b:f a brick:Floor . b:a a brick:AHU ; brick:hasLocation b:f .\n"
      "b:v a brick:VAV ; brick:hasLocation b:f . b:t a brick:Zone_Air_Temperature_Sensor ; "
      "brick:isPointOf b:v .\n";
  const Translation assumed = graph(box);
  CHECK(nodes_of(assumed, "import.zone_assumed") == Names{"b:v"});
  CHECK(assumed.report.rules.at("brick.zone") == 1);
  CHECK(type_of(assumed, "t/space") == "BuildingSpace");
  const Translation known = graph(box + "b:v brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(known, "import.zone_assumed").empty());
  CHECK(known.report.rules.at("brick.zone") == 1);
  const Translation room =
      graph(box + "b:r a rec:Room ; brick:isPartOf b:f . b:t brick:hasLocation b:r .\n");
  CHECK(nodes_of(room, "import.zone_assumed").empty());
  const Translation unit = graph(
      "b:u a brick:Rooftop_Unit . b:t a brick:Zone_Air_Temperature_Sensor ; brick:isPointOf b:u "
      ".\n");
  CHECK(nodes_of(unit, "import.zone_assumed") == Names{"b:u"});
  CHECK(unit.report.rules.at("brick.zone") == 1);
}

TEST_CASE("a share of the area that is much larger than stated areas is a warning") {
  const auto severity = [](const std::string& area) {
    const Translation result =
        graph("b:b a brick:Building ; brick:hasPart b:r, b:s ; brick:area [ brick:value " + area +
              " ; brick:hasUnit <http://qudt.org/vocab/unit/M2> ] .\n"
              "b:r a brick:Room ; brick:area [ brick:value 20.0 ; brick:hasUnit "
              "<http://qudt.org/vocab/unit/M2> ] . b:s a brick:Room .\n"
              "b:u a brick:FCU ; brick:feeds b:r . b:w a brick:FCU ; brick:feeds b:s .\n");
    for (const ImportItem& item : result.report.items) {
      if (item.code == "import.share") return item.severity;
    }
    return Severity::Error;
  };
  CHECK(severity("100.0") == Severity::Note);
  CHECK(severity("500.0") == Severity::Warning);
}

TEST_CASE("zones outdoors that nothing feeds are not conditioned") {
  const Translation result =
      graph(kBox +
            "b:z a brick:HVAC_Zone . b:HVAC_Zone_outside a brick:HVAC_Zone ; brick:hasPart b:e .\n"
            "b:e a brick:Room . b:camera a brick:Equipment ; brick:hasLocation b:e .\n");
  CHECK(result.report.rooms.total == 1);
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(nodes_of(result, "import.function_assumed", "outdoors according to their names") ==
        Names{"b:HVAC_Zone_outside"});
  CHECK(nodes_of(result, "import.room_left_out").empty());
  // A zone of such a name that equipment feeds is a room.
  const Translation fed = graph(kBox +
                                "b:z a brick:HVAC_Zone . b:Outside_Office a "
                                "brick:HVAC_Zone . b:v2 a brick:FCU ; brick:feeds "
                                "b:Outside_Office .\n");
  CHECK(fed.report.rooms.as_drawn == 2);
}

TEST_CASE("areas of BOT spaces as properties of Linked Building Data are read") {
  const Translation result =
      graph("@prefix props: <https://w3id.org/props#> . @prefix schema: <https://schema.org/> .\n" +
            kBox +
            "b:z a bot:Space ; props:area 18.5 . b:f a brick:FCU ; brick:feeds b:y .\n"
            "b:y a bot:Space ; props:netFloorArea [ schema:value 21.0 ] ; props:grossFloorArea 25 "
            ".\n");
  CHECK(parameter(result, "z/space", "floorArea") == Approx(18.5));
  CHECK(parameter(result, "y/space", "floorArea") == Approx(21.0));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
}

TEST_CASE("a zone that nothing feeds is a fed one of the same name in other case") {
  const std::string rooms =
      "b:zone_a a brick:HVAC_Zone . b:Zone_A a brick:HVAC_Zone ; brick:hasPart b:r, b:s . b:r a "
      "brick:Room . b:s a brick:Room . b:f a brick:FCU ; brick:feeds b:zone_a .\n";
  const Translation result = graph(rooms);
  CHECK(result.report.rooms.total == 1);
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(nodes_of(result, "import.function_assumed", "the name of b:zone_a") == Names{"b:Zone_A"});
  CHECK(nodes_of(result, "import.room_left_out").empty());
  // Two zones that are both fed are two.
  const Translation both = graph(rooms + "b:g a brick:FCU ; brick:feeds b:Zone_A .\n");
  CHECK(both.report.rooms.as_drawn == 2);
}

TEST_CASE("parts of a zone with an unknown class are rooms, if they are rooms by class or place") {
  const auto area = [](const std::string& part, const std::string& more = "") {
    const Translation result =
        graph(kBox +
              "b:z a brick:HVAC_Zone ; brick:hasPart b:r, b:x . b:r a brick:Office ; brick:area [ "
              "brick:value 20 ; brick:hasUnit \"m2\" ] .\nb:x a " +
              part + " ; brick:area [ brick:value 30 ; brick:hasUnit \"m2\" ] .\n" + more);
    return parameter(result, "z/space", "floorArea");
  };
  const std::string storey = "b:o a brick:Floor ; brick:hasPart b:r, b:x .\n";
  CHECK(area("brick:Fitting_Room") == Approx(50.0));
  CHECK(area("<urn:words#Atelier>", storey) == Approx(50.0));
  CHECK(area("<urn:words#Atelier>") == Approx(20.0));
  for (const char* surface : {"brick:Window", "<urn:words#Outer_Wall>", "<urn:words#RoomDoor>",
                              "<urn:words#RoomController>"}) {
    CAPTURE(surface);
    CHECK(area(surface, storey) == Approx(20.0));
  }
}

TEST_CASE("a site of the first versions of Brick has its area in square feet, and its zones") {
  const Translation result = translate_text(
      "@prefix brick: <https://brickschema.org/schema/1.0.3/Brick#> . @prefix b: <urn:building#> "
      ".\n"
      "@prefix bf: <https://brickschema.org/schema/1.0.3/BrickFrame#> .\n"
      "b:s a brick:Site ; bf:AreaSquareFeet \"5000\" ; bf:NumFloors \"2\" .\n"
      "b:u a brick:RTU ; bf:feeds b:z, b:y ; bf:hasSite b:s . b:z a brick:HVAC_Zone ; bf:hasSite "
      "b:s . b:y a brick:HVAC_Zone ; bf:hasSite b:s .\n",
      "site.ttl");
  CHECK(parameter(result, "z/space", "floorArea") == Approx(0.5 * 5000.0 * 0.09290304));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
  CHECK(nodes_of(result, "import.property_unknown", "hasSite").empty());
  CHECK(nodes_of(result, "import.value_unread").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_places_test

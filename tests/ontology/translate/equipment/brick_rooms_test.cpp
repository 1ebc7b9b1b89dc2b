// SPDX-License-Identifier: MIT
// Rooms of Brick graphs: places without a class, heaters in a part of a zone, and spaces that
// contain the rooms of boxes.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick_rooms_test {
namespace {

using brick::graph;
using brick::Names;

TEST_CASE("a place of equipment without a class is a room if its name calls it so") {
  const std::string panel =
      "b:boiler a brick:Boiler ; brick:feeds b:p . b:p a brick:Radiant_Panel ; brick:hasLocation ";
  for (const char* place : {"b:Room_1", "b:Raum-12", "b:office3"}) {
    INFO(place);
    const Translation result = graph(panel + place + " .\n");
    CHECK(result.report.rules.at("brick.zone") == 1);
    CHECK(nodes_of(result, "import.class_missing", "name of a room") == Names{place});
  }
  for (const char* place : {"b:X17", "b:Floor_2"}) {
    INFO(place);
    const Translation result = graph(panel + place + " .\n");
    CHECK_FALSE(result.report.rules.contains("brick.zone"));
    CHECK(nodes_of(result, "import.class_missing", "places of equipment") == Names{place});
  }
  // A class that the graph states decides.
  const Translation storey = graph(panel + "b:Room_1 . b:Room_1 a brick:Floor .\n");
  CHECK(nodes_of(storey, "import.class_missing").empty());
}

TEST_CASE("what boxes feed is a zone without a class, too, if its name calls it so") {
  const Translation result = graph(
      "b:a a brick:AHU ; brick:feeds b:v1 , b:v2 , b:v3 . b:v1 a brick:VAV ; brick:feeds "
      "b:Room_101 .\nb:v2 a brick:VAV ; brick:feeds b:Zone_2 . b:v3 a brick:VAV ; brick:feeds "
      "b:X .\n");
  CHECK(result.report.rules.at("brick.zone") == 2);
  CHECK(nodes_of(result, "import.class_missing", "name of a room") ==
        Names{"b:Room_101", "b:Zone_2"});
  CHECK(nodes_of(result, "import.class_missing", "are fed") == Names{"b:X"});
}

/// A zone of three rooms that a rooftop unit heats, with heaters in some of them.
std::string zone(const std::string& heaters) {
  return "b:z a brick:HVAC_Zone ; brick:hasPart b:kitchen , b:bed , b:living .\n"
         "b:kitchen a brick:Room ; brick:area [ brick:value 14 ] . b:bed a brick:Room ; "
         "brick:area [ brick:value 16 ] . b:living a brick:Room ; brick:area [ brick:value 120 ] "
         ".\n"
         "b:rtu a brick:Rooftop_Unit ; brick:feeds b:z .\n" +
         heaters;
}

TEST_CASE("a heater in one room of a zone is sized for it and leaves the rest to the unit") {
  const Translation result =
      graph(zone("b:h a brick:Space_Heater ; rdfs:label \"gas wall furnace\" ; brick:feeds "
                 "b:kitchen .\n"));
  CHECK(parameter(result, "h/radiator", "nominalPower") == Approx(80.0 * 14.0));
  CHECK(nodes_of(result, "import.function_assumed", "part of the rooms") == Names{"b:h"});
  CHECK(result.model.find("rtu/reset") != nullptr);  // the unit heats on demand
  // A heater of the zone, and heaters in all rooms, heat the zone instead of the unit.
  for (const char* heaters :
       {"b:h a brick:Space_Heater ; brick:feeds b:z .\n",
        "b:h a brick:Space_Heater ; brick:feeds b:kitchen , b:bed , b:living .\n"}) {
    INFO(heaters);
    const Translation whole = graph(zone(heaters));
    CHECK(parameter(whole, "h/radiator", "nominalPower") == Approx(80.0 * 150.0));
    CHECK(nodes_of(whole, "import.function_assumed", "part of the rooms").empty());
  }
}

/// Two boxes that no unit feeds, and a unit that feeds something else.
std::string boxes(const std::string& unit) {
  return "b:b a brick:Building .\n" + unit +
         "b:v1 a brick:VAV ; brick:feeds b:z1 . b:v2 a brick:VAV ; brick:feeds b:z2 .\n"
         "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n";
}

TEST_CASE("the only unit supplies the boxes if it feeds a space of which nothing else is stated") {
  const Translation block =
      graph(boxes("b:ahu a brick:AHU ; brick:feeds b:block . b:block a brick:Space .\n"));
  CHECK(block.report.rules.at("brick.zone") == 2);
  CHECK(nodes_of(block, "import.source_assumed", "path of air") == Names{"b:v1", "b:v2"});
  CHECK(nodes_of(block, "import.function_assumed", "space of which nothing else") ==
        Names{"b:block"});
  // A room, or a space with a size, is a room of its own.
  for (const char* unit :
       {"b:ahu a brick:AHU ; brick:feeds b:hall . b:hall a brick:Room .\n",
        "b:ahu a brick:AHU ; brick:feeds b:hall . b:hall a brick:Space ; brick:area [ brick:value "
        "90 ] .\n"}) {
    INFO(unit);
    CHECK(graph(boxes(unit)).report.rules.at("brick.zone") == 3);
  }
}

TEST_CASE("nodes with names of equipment or plant rooms are not rooms, despite words for rooms") {
  for (const char* name : {"b:Zone_Valve_3", "b:Lab_Exhaust", "b:Kitchen_Hood", "b:RM101_Grille",
                           "b:Main_Duct_Zone_2", "b:Lab_Exhaust_Valve", "b:Room_Radiator_1"}) {
    INFO(name);
    const Translation result =
        graph("b:ahu a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z , " +
              std::string(name) + " . b:z a brick:HVAC_Zone .\n");
    CHECK(nodes_of(result, "import.class_missing", "name of a room").empty());
    CHECK(result.report.rules.at("brick.zone") == 1);
  }
  const Translation plant = graph(
      "b:ahu a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; brick:hasLocation "
      "b:Mech_Room_2 . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(plant, "import.class_missing", "name of a room").empty());
}

TEST_CASE("a stated minimum of far more air than the area needs does not size a box") {
  const auto box = [](const std::string& least) {
    return graph(
        "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; brick:hasPoint "
        "b:m . b:m a brick:Min_Air_Flow_Setpoint_Limit ; brick:value " +
        least +
        " ; brick:hasUnit unit:L-PER-SEC .\n"
        "b:z a brick:HVAC_Zone ; brick:area [ brick:value 30 ; brick:hasUnit unit:M2 ] .\n");
  };
  const Translation wrong = box("5000");
  CHECK(parameter(wrong, "v/box", "nominalAirFlowRate") == Approx(0.183));
  CHECK_FALSE(nodes_of(wrong, "import.value_unlikely").empty());
  CHECK(parameter(box("300"), "v/box", "nominalAirFlowRate") == Approx(0.36));
}

}  // namespace
}  // namespace hearth::test::brick_rooms_test

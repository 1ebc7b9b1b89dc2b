// SPDX-License-Identifier: MIT
// Classes that Brick does not contain but whose words name equipment, and parts without a class.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_unknown_classes_test {
namespace {

// One of two boxes reheats with hot water; the other has a coil of the class.
Translation with_coil(const std::string& type, const std::string& more = "") {
  return graph(
      "b:boiler a brick:Boiler ; brick:feeds b:h . b:a a brick:AHU ; brick:feeds b:u, b:v .\n"
      "b:u a brick:VAV ; brick:feeds b:y ; brick:hasPart b:h . b:h a brick:Hot_Water_Coil .\n"
      "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:c . b:y a brick:HVAC_Zone .\n"
      "b:z a brick:HVAC_Zone . b:c a brick:" +
      type + more + " .\n");
}

TEST_CASE("the last words of an unknown class name the class of equipment of which it is a kind") {
  for (const std::string type : {"Electric_Heating_Coil", "Electric_Coil", "ElectricReheatCoil",
                                 "Electrical_Resistance_Heating_Coil"}) {
    CAPTURE(type);
    const Translation result =
        with_coil(type, " ; brick:ratedPowerInput [ brick:value 2.5 ; brick:hasUnit unit:KiloW ]");
    CHECK(result.report.rules.at("brick.vav") == 1);
    CHECK(word(result, "v/box", "reheat") != "hotWater");
    CHECK(parameter(result, "v/box", "nominalReheatPower") == 2500.0);
    CHECK(nodes_of(result, "import.required_missing", "type of reheat").empty());
    CHECK(nodes_of(result, "import.class_read_as", "read as a kind of brick:") == Names{"b:c"});
    CHECK(nodes_of(result, "import.class_unknown").empty());
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
  const Translation water = with_coil("Hot_Water_Heating_Coil");
  CHECK(word(water, "v/box", "reheat") == "hotWater");
  CHECK(nodes_of(water, "import.required_missing", "type of reheat").empty());
}

TEST_CASE("the words of a coil's class state whether refrigerant, water or gas serves it") {
  const auto unit = [](const std::string& type) {
    return graph(
        "b:a a brick:AHU ; brick:feeds b:z ; brick:hasPart b:c . b:z a brick:HVAC_Zone .\n"
        "b:c a brick:" +
        type + " .\n");
  };
  for (const std::string type : {"DX_Coil", "DX_Cooling_Coil", "Direct_Expansion_Coil"}) {
    CAPTURE(type);
    const Translation result = unit(type);
    CHECK(type_of(result, "a/compressor") == "DirectExpansionSystem");
    CHECK(nodes_of(result, "import.boundary", "chilled water").empty());
  }
  CHECK(type_of(unit("Gas_Heating_Coil"), "a/furnace") == "Furnace");
  CHECK(type_of(unit("Electric_Preheat_Coil"), "a/electricHeater") == "ElectricAirHeater");
  const Translation plain = unit("Coil");
  CHECK(nodes_of(plain, "import.class_read_as").empty());
}

TEST_CASE("names that end in no class of equipment, or deny it, are not read as one") {
  for (const std::string type :
       {"Hot_Water_Plan", "Non_Heating_Coil", "Virtual_Pump", "Exhaust_AHU", "Removed_VAV",
        "Spare_Chiller", "Pool_Boiler", "Domestic_Hot_Water_Boiler", "Hot_Gas_Reheat_Coil",
        "Cooling_Only_AHU", "Pool_Water_Temperature_Sensor", "Conference_Server_Room"}) {
    CAPTURE(type);
    const Translation result = graph(
        "b:a a brick:AHU ; brick:feeds b:z ; brick:hasPart b:c . b:z a brick:HVAC_Zone .\n"
        "b:c a brick:" +
        type + " .\n");
    CHECK(nodes_of(result, "import.class_read_as").empty());
    CHECK(nodes_of(result, "import.class_unknown") == Names{"b:c"});
  }
}

TEST_CASE("parts of equipment without a class are reported") {
  const Translation result = graph(
      "b:f a brick:Fan_Coil_Unit ; brick:feeds b:z ; brick:hasPart b:cc, b:hw_coil . "
      "b:z a brick:HVAC_Zone . b:cc a brick:Cooling_Coil .\n");
  CHECK(nodes_of(result, "import.class_missing", "parts of equipment") == Names{"b:hw_coil"});
  const Translation typed = graph(
      "b:f a brick:Fan_Coil_Unit ; brick:feeds b:z ; brick:hasPart b:cc . "
      "b:z a brick:HVAC_Zone . b:cc a brick:Cooling_Coil .\n");
  CHECK(nodes_of(typed, "import.class_missing").empty());
}

TEST_CASE("a node without a class between equipment and a room is what its name calls it") {
  const std::string around =
      "b:z a brick:Room . b:a a brick:AHU ; brick:feeds b:x . b:x brick:feeds b:z .\n"
      "b:k a brick:Chiller ; brick:feeds b:x .\n";
  const std::string label = "b:x <http://www.w3.org/2000/01/rdf-schema#label> ";
  const Translation beam = graph(around + label + "\"Active beams 204\" .\n");
  CHECK(beam.report.rules.at("brick.fan_coil") == 1);
  CHECK(nodes_of(beam, "import.class_missing", "nodes between equipment") == Names{"b:x"});
  CHECK(nodes_of(beam, "import.class_missing", "nodes without a class").empty());
  const Translation box = graph(around + label + "\"VAV 204\" .\n");
  CHECK(type_of(box, "x/box") == "VavReheatTerminal");
  CHECK(nodes_of(box, "import.class_missing", "nodes between equipment") == Names{"b:x"});
}

TEST_CASE("air passes through other nodes without a class, which is announced") {
  const Translation result = graph(
      "b:z a brick:Room . b:v a brick:VAV ; brick:feeds b:z .\n"
      "b:a a brick:AHU ; brick:feeds b:x . b:x brick:feeds b:v, b:y . b:y a brick:Room .\n");
  CHECK(nodes_of(result, "import.class_missing", "nodes between air handling units") ==
        Names{"b:x"});
  CHECK(nodes_of(result, "import.class_missing", "nodes without a class").empty());
  CHECK(nodes_of(result, "import.medium_unknown").empty());
  CHECK(nodes_of(result, "import.room_left_out").empty());
  CHECK(connected(result, "v/box.airFlowRate -> z/space.supplyAirFlowRate"));
}

TEST_CASE("a class that Brick does not contain is reported as the kind of its rooms if it is one") {
  const Translation result = graph(
      "b:l a rec:Level ; rec:hasPart b:h . b:h a rec:ServerRoom .\n"
      "b:c a brick:CRAH ; brick:feeds b:h . b:x a brick:Toaster_Thing .\n");
  const auto consequence = [&result](const std::string& node) {
    for (const ImportItem& item : result.report.items) {
      if (item.code != "import.class_unknown") continue;
      if (!item.nodes.empty() && item.nodes.front().name == node) return item.consequence;
    }
    return std::string();
  };
  CHECK(consequence("b:h") == "only its name is used, as the kind of the rooms");
  CHECK(consequence("b:x") == "no rule uses it");
}

TEST_CASE("a graph of general classes alone is refused with its nodes and a remedy") {
  try {
    graph(
        "b:AHU1 a brick:Equipment ; brick:feeds b:VAV2 . b:VAV2 a brick:Equipment .\n"
        "b:Room a brick:Location .\n");
    FAIL("the graph was translated");
  } catch (const InputError& error) {
    CHECK(error.code() == "model.empty");
    CHECK(std::string(error.what()).find("brick:Equipment (b:AHU1, b:VAV2)") != std::string::npos);
  }
}

TEST_CASE("parts of systems without a class are reported, too") {
  const Translation result = graph(
      "b:s a brick:Hot_Water_System ; brick:hasPart b:b, b:p . b:b a brick:Boiler ; brick:feeds "
      "b:r .\nb:r a brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.class_missing", "parts of") == Names{"b:p"});
}

TEST_CASE("boxes on a unit with hot water are reported apart from equipment without any") {
  const std::string boxes =
      "b:a a brick:AHU ; brick:feeds b:v ; brick:hasPart b:c . b:c a brick:Hot_Water_Coil .\n"
      "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:h . b:h a brick:Hot_Water_Coil .\n"
      "b:z a brick:HVAC_Zone . b:b a brick:Boiler .\n";
  const Translation fed = graph(boxes + "b:b brick:feeds b:a .\n");
  CHECK(nodes_of(fed, "import.source_assumed", "no path of hot water").empty());
  CHECK(nodes_of(fed, "import.source_assumed", "air handling unit of boxes") == Names{"b:v"});
  const Translation loose = graph(boxes);
  CHECK(nodes_of(loose, "import.source_assumed", "no path of hot water") == Names{"b:a", "b:v"});
}

TEST_CASE("equipment of networks and safety is reported, but not counted") {
  const Translation result = graph(
      "b:b a brick:Boiler ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone . b:g a brick:Gateway . b:f a brick:Smoke_Detector .\n"
      "b:h a brick:Exhaust_Fan .\n");
  CHECK(result.report.equipment.total - result.report.equipment.mapped == 1);
  CHECK(nodes_of(result, "import.not_mapped", "no rule matches brick:Gateway") == Names{"b:g"});
}

TEST_CASE("equipment of no known kind passes on what flows through it") {
  const Translation box = graph(
      "b:Box rdfs:subClassOf brick:HVAC_Equipment . b:x a b:Box ; brick:feeds b:f1, b:f2 .\n"
      "b:o a brick:Heat_Recovery_Condensing_Unit ; brick:feeds b:x . b:r1 a brick:Room .\n"
      "b:f1 a brick:FCU ; brick:feeds b:r1 . b:f2 a brick:FCU ; brick:feeds b:r2 . b:r2 a "
      "brick:Room .\n");
  CHECK(type_of(box, "o/heatPump") == "HeatPump");
  CHECK(nodes_of(box, "import.passed_through", "no known kind") == Names{"b:x"});
  CHECK(nodes_of(box, "import.boundary", "chilled water").empty());
  const Translation water = graph(
      "b:Manifold rdfs:subClassOf brick:HVAC_Equipment . b:x a b:Manifold ; brick:feeds b:h .\n"
      "b:k a brick:Boiler ; brick:feeds b:x . b:h a brick:Radiator ; brick:feeds b:r . b:r a "
      "brick:Room .\n");
  CHECK(connected(water, "h/valve.waterFlowRate -> k/return.waterFlowRateIn[h]"));
  const Translation air = graph(
      "b:Box rdfs:subClassOf brick:HVAC_Equipment . b:x a b:Box ; brick:feeds b:v . b:a a "
      "brick:AHU ; brick:feeds b:x .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(connected(air, "v/box.airFlowRate -> a/return.airFlowRateIn[v]"));
}

TEST_CASE(
    "a building of an unknown class is known by its class or year, and its rooms by heaters") {
  const Translation result = graph(
      "b:s a rec:SupermarketBuilding ; brick:yearBuilt [ brick:value 1996 ] .\n"
      "b:k a b:Storage ; brick:isPartOf b:s . b:o a brick:Room ; brick:isPartOf b:s .\n"
      "b:h a brick:Electric_Radiator ; brick:hasLocation b:k . b:e a brick:Electric_Radiator ; "
      "brick:feeds b:o .\n");
  CHECK(nodes_of(result, "import.function_assumed", "the name, the year") == Names{"b:s"});
  CHECK(nodes_of(result, "import.function_assumed", "have no known class").size() == 1);
  CHECK(connected(result, "h/radiator.Power -> k/space.heatGain[h]"));
  check_rooms(result, 2);
}

}  // namespace
}  // namespace hearth::test::brick::brick_unknown_classes_test

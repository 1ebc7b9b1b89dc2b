// SPDX-License-Identifier: MIT
// Boilers that heat air, and coils that are the load of a plant by themselves.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_heat_sources_test {
namespace {

const std::string kFurnace =
    "b:a a brick:AHU ; brick:feeds b:z ; brick:hasPart b:b, b:x, b:f . b:z a brick:HVAC_Zone .\n"
    "b:b a brick:Boiler ; brick:feeds b:x . b:x a brick:Heat_Exchanger ; brick:feeds b:f .\n"
    "b:f a brick:Fan . b:u1 a brick:FCU ; brick:feeds b:z . b:u2 a brick:FCU ; brick:feeds b:z .\n";

TEST_CASE("the boiler of a furnace gives no water to other equipment") {
  const Translation result = graph(kFurnace);
  CHECK(type_of(result, "a/furnace") == "Furnace");
  CHECK(type_of(result, "b/boiler").empty());
  CHECK(connected(result, "hotWater.scheduleValue -> u1/unit.supplyHotWaterTemperature"));
  CHECK(nodes_of(result, "import.source_assumed", "no path of hot water").empty());
  check_rooms(result, 1);
}

TEST_CASE("a boiler that heats the air of a lone fan is left out, with a warning") {
  const Translation result = graph(
      kFurnace +
      "b:b2 a brick:Boiler ; brick:feeds b:x2 . b:x2 a brick:Heat_Exchanger ; brick:feeds b:f2 .\n"
      "b:f2 a brick:Fan .\n");
  CHECK(type_of(result, "b2/boiler").empty());
  CHECK(connected(result, "hotWater.scheduleValue -> u1/unit.supplyHotWaterTemperature"));
  CHECK(nodes_of(result, "import.part_left_out", "boilers heat the air") == Names{"b:b2"});
  // A boiler that no fan follows is the only source of hot water.
  const Translation other = graph(kFurnace + "b:b2 a brick:Boiler .\n");
  CHECK(connected(other, "b2/boiler.outletWaterTemperature -> u1/unit.supplyHotWaterTemperature"));
  check_rooms(other, 1);
}

TEST_CASE("a hot water coil without a unit is the load of its boiler or exchanger") {
  for (const char* source : {"brick:Boiler", "brick:Heat_Exchanger"}) {
    CAPTURE(source);
    const Translation result =
        graph("b:s a " + std::string(source) +
              " ; brick:feeds b:p . b:p a brick:Hot_Water_Pump ; brick:feeds b:c . b:c a "
              "brick:Hot_Water_Coil ; brick:feeds b:s .\n");
    CHECK(type_of(result, "c/coil") == "HeatingCoil");
    CHECK(connected(result, "c/valve.waterFlowRate -> s/return.waterFlowRateIn[c]"));
    CHECK(connected(result, "s/return.waterFlowRateOut -> p/pump.waterFlowRate"));
    CHECK(nodes_of(result, "import.required_missing", "feeds no equipment").empty());
    CHECK(nodes_of(result, "import.required_missing", "not part of an air handling unit") ==
          Names{"b:c"});
    const auto mean = mean_signals(result.model, 2, {"c/coil.heatingPower", "p/pump.Power"});
    CHECK(mean[0] > 5000.0);
    CHECK(mean[1] > 1.0);
  }
}

TEST_CASE("the name of a coil states what heats it") {
  const std::string unit =
      "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n"
      "b:c a brick:Heating_Coil ; <http://www.w3.org/2000/01/rdf-schema#label> ";
  CHECK(type_of(graph(unit + "\"Gas furnace section\" .\n"), "a/furnace") == "Furnace");
  CHECK(type_of(graph(unit + "\"Hot gas reheat\" .\n"), "a/furnace").empty());
  CHECK(type_of(graph(unit + "\"Electric heater\" .\n"), "a/electricHeater") ==
        "ElectricAirHeater");
  const std::string box =
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:c "
      ". b:z a brick:HVAC_Zone . b:b a brick:Boiler . b:c a brick:Heating_Coil ; "
      "<http://www.w3.org/2000/01/rdf-schema#label> ";
  CHECK(word(graph(box + "\"Electric reheat\" .\n"), "v/box", "reheat") != "hotWater");
  CHECK(word(graph(box + "\"Reheat\" .\n"), "v/box", "reheat") == "hotWater");
}

TEST_CASE("a packaged unit whose name states that it only cools is not assumed to burn gas") {
  const auto unit = [](const std::string& label, const std::string& more = "") {
    return graph("b:u a brick:RTU ; <http://www.w3.org/2000/01/rdf-schema#label> \"" + label +
                 "\" ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z . b:z a "
                 "brick:HVAC_Zone .\n" +
                 more);
  };
  CHECK(type_of(unit("Unit 1"), "u/furnace") == "Furnace");
  const Translation result = unit("Unit 1, cooling only");
  CHECK(type_of(result, "u/furnace").empty());
  CHECK(type_of(result, "u/compressor") == "DirectExpansionSystem");
  CHECK(nodes_of(result, "import.source_assumed", "packaged units").empty());
  check_rooms(result, 1);
  // What is drawn holds.
  CHECK(type_of(unit("Cooling only", "b:u brick:hasPart b:g . b:g a brick:Gas_Valve .\n"),
                "u/furnace") == "Furnace");
}

TEST_CASE("a boiler is electric by its name, unless its class states its fuel") {
  const auto boiler = [](const std::string& kind, const std::string& label) {
    return graph("b:b a brick:" + kind + " ; <http://www.w3.org/2000/01/rdf-schema#label> \"" +
                 label +
                 "\" ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z . b:z a "
                 "brick:HVAC_Zone .\n");
  };
  for (const char* label : {"Electric boiler 2", "Elkedel", "Elektrokessel", "Elpanna 1"}) {
    CAPTURE(label);
    CHECK(type_of(boiler("Boiler", label), "b/element") == "ElectricHeater");
  }
  CHECK(type_of(boiler("Boiler", "Boiler by the electric room"), "b/boiler") == "Boiler");
  CHECK(type_of(boiler("Natural_Gas_Boiler", "Electric boiler 2"), "b/boiler") == "Boiler");
}

TEST_CASE("an electric coil of a fan coil unit takes no water of the only boiler") {
  const std::string unit =
      "b:k a brick:Boiler ; brick:feeds b:q . b:q a brick:Radiator ; brick:feeds b:y . b:y a "
      "brick:HVAC_Zone . b:f a brick:FCU ; brick:feeds b:z ; brick:hasPart b:c . b:z a "
      "brick:HVAC_Zone . b:c a brick:Heating_Coil";
  const std::string joined = "k/boiler.outletWaterTemperature -> f/unit.supplyHotWaterTemperature";
  CHECK(connected(graph(unit + " .\n"), joined));
  for (const char* electric : {"<http://www.w3.org/2000/01/rdf-schema#label> \"Electric coil\"",
                               "brick:ratedPowerInput 2000.0"}) {
    CAPTURE(electric);
    const Translation result = graph(unit + " ; " + electric + " .\n");
    CHECK_FALSE(connected(result, joined));
    CHECK(type_of(result, "f/electricHeater") == "ElectricAirHeater");
    CHECK(nodes_of(result, "import.source_assumed", "no path of hot water").empty());
  }
}

TEST_CASE("the name of a heater, its class or a gas system states what it burns") {
  const auto heater = [](const std::string& kind, const std::string& label,
                         const std::string& more = "") {
    return graph("b:h a brick:" + kind + " ; rdfs:label \"" + label +
                 "\" ; brick:feeds b:r . b:r a brick:Room .\n" + more);
  };
  for (const char* label : {"GUH-1 gas-fired unit heater", "Gasstrahler Halle", "Erdgas-Heizer"}) {
    CAPTURE(label);
    const Translation result = heater("Space_Heater", label);
    CHECK(type_of(result, "h/burner") == "Boiler");
    CHECK(nodes_of(result, "import.function_assumed", "energy source").empty());
  }
  const Translation oil = heater("Radiant_Panel", "Oil-fired heater");
  CHECK(word(oil, "h/burner", "fuel") == "oil");
  const Translation edge =
      heater("Space_Heater", "H 1", "b:g a brick:Gas_System ; brick:feeds b:h .\n");
  CHECK(type_of(edge, "h/burner") == "Boiler");
  CHECK(nodes_of(edge, "import.medium_unknown").empty());
  // Electric heaters are electric in graphs with hot water, too.
  for (const char* label :
       {"Electric unit heater", "Elektrisches Heizgerät", "Oil filled heater"}) {
    CAPTURE(label);
    const Translation result = heater("Space_Heater", label);
    CHECK(type_of(result, "h/element") == "ElectricHeater");
    CHECK(nodes_of(result, "import.function_assumed", "energy source").size() ==
          (std::string(label) == "Oil filled heater" ? 1 : 0));
  }
  const std::string boiler = "b:b a brick:Boiler . ";
  CHECK(type_of(heater("Space_Heater", "Electric unit heater", boiler), "h/element") ==
        "ElectricHeater");
  CHECK(type_of(heater("Radiator", "Electric", boiler + "b:b brick:feeds b:h .\n"), "h/element")
            .empty());
}

TEST_CASE("the name of a unit states what heats and cools it") {
  const auto unit = [](const std::string& label, const std::string& more = "") {
    return graph("b:u a brick:AHU ; rdfs:label \"" + label +
                 "\" ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n" + more);
  };
  const Translation gas = unit("AC-1 (gas heat / DX)");
  CHECK(type_of(gas, "u/furnace") == "Furnace");
  CHECK(type_of(gas, "u/compressor") == "DirectExpansionSystem");
  CHECK(nodes_of(gas, "import.function_assumed", "heat or cool").empty());
  CHECK(type_of(unit("AC-1, electric heat"), "u/electricHeater") == "ElectricAirHeater");
  CHECK(type_of(unit("AC-1",
                     "b:u brick:hasPart b:c . b:c a brick:Cooling_Coil ; rdfs:label \"DX "
                     "coil\" .\n"),
                "u/compressor") == "DirectExpansionSystem");
  CHECK(type_of(unit("AC-1 (gas heat)", "b:b a brick:Boiler ; brick:feeds b:u .\n"), "u/furnace")
            .empty());
}

TEST_CASE("a rooftop unit whose parts are drawn without heating gets none if its boxes heat") {
  const std::string unit =
      "b:u a brick:RTU ; brick:feeds b:v ; brick:hasPart b:f, b:d . b:f a brick:Supply_Fan .\n"
      "b:d a brick:Direct_Expansion_Cooling_Coil . b:v a brick:VAV ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\n";
  const std::string reheat =
      "b:v brick:hasPart b:e . b:e a brick:Heating_Coil ; rdfs:label \"electric coil\" .\n";
  const Translation result = graph(unit + reheat);
  CHECK(type_of(result, "u/furnace").empty());
  CHECK(type_of(result, "u/compressor") == "DirectExpansionSystem");
  CHECK(nodes_of(result, "import.not_heated", "rooftop units") == Names{"b:u"});
  CHECK(nodes_of(result, "import.source_assumed", "packaged units").empty());
  check_rooms(result, 1);
  // Nothing else heats the rooms, or heating is drawn.
  CHECK(type_of(graph(unit), "u/furnace") == "Furnace");
  const Translation gas =
      graph(unit + reheat + "b:u brick:hasPart b:g . b:g a brick:Gas_Valve .\n");
  CHECK(type_of(gas, "u/furnace") == "Furnace");
  CHECK(nodes_of(gas, "import.not_heated", "rooftop units").empty());
}

TEST_CASE("a plant whose only consumer is a unit without rooms is reported as such") {
  const std::string plant =
      "b:p a brick:Hot_Water_System ; brick:hasPart b:b . b:b a brick:Boiler .\n"
      "b:a a brick:AHU ; brick:hasPart b:h . b:h a brick:Hot_Water_Coil .\n";
  const Translation result = graph(plant);
  CHECK(nodes_of(result, "import.required_missing", "feeds no equipment").empty());
  CHECK(nodes_of(result, "import.source_assumed", "feed nothing") == Names{"b:b"});
  const Translation alone = graph("b:b a brick:Boiler . b:a a brick:AHU .\n");
  CHECK(nodes_of(alone, "import.required_missing", "feeds no equipment") == Names{"b:b"});
  const Translation zone = graph(plant + "b:a brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(zone, "import.source_assumed", "feed nothing").empty());
}

TEST_CASE("boxes without reheat below a unit that heats are reported") {
  const std::string unit =
      "b:a a brick:AHU ; brick:hasPart b:h ; brick:feeds b:v . b:h a brick:Hot_Water_Coil .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";
  const Translation result = graph(unit);
  CHECK(result.report.rules.at("brick.vav_without_reheat") == 1);
  CHECK(nodes_of(result, "import.without_reheat") == Names{"b:v"});
  CHECK(nodes_of(graph(unit + "b:v brick:hasPart b:c . b:c a brick:Heating_Coil .\n"),
                 "import.without_reheat")
            .empty());
}

TEST_CASE("a chiller with points of condenser water is cooled by water") {
  const auto chiller = [](const std::string& kind, const std::string& point) {
    return graph("b:k a brick:" + kind + " ; brick:feeds b:f ; brick:hasPoint b:p . b:p a brick:" +
                 point + " . b:f a brick:FCU ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  };
  const Translation water = chiller("Chiller", "Entering_Condenser_Water_Temperature_Sensor");
  CHECK(connected(water, "condenserWater.scheduleValue -> k/chiller.condenserInletTemperature"));
  CHECK(nodes_of(water, "import.source_assumed", "condenser water") == Names{"b:k"});
  for (const auto& [kind, point] : std::vector<std::pair<std::string, std::string>>{
           {"Chiller", "Leaving_Chilled_Water_Temperature_Sensor"},
           {"Air_Cooled_Chiller", "Entering_Condenser_Water_Temperature_Sensor"}}) {
    const Translation air = chiller(kind, point);
    CHECK(connected(air, "outdoor.outdoorTemperature -> k/chiller.condenserInletTemperature"));
    CHECK(nodes_of(air, "import.source_assumed", "condenser water").empty());
  }
}

TEST_CASE("a radiator is a sign of hot water unless it is electric or burns gas") {
  const auto building = [](const std::string& radiator) {
    return graph(
        "b:h a brick:Space_Heater ; brick:feeds b:r1 . b:r1 a brick:HVAC_Zone .\n"
        "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:r2 ; "
        "brick:hasPart b:c . b:c a brick:Heating_Coil . b:r2 a brick:HVAC_Zone .\n" +
        radiator);
  };
  const std::string feeds = " ; brick:feeds b:r3 . b:r3 a brick:HVAC_Zone .\n";
  const Translation water = building("b:w a brick:Radiator" + feeds);
  CHECK(type_of(water, "h/element").empty());
  CHECK(nodes_of(water, "import.function_assumed", "contains no hot water").empty());
  CHECK_FALSE(nodes_of(water, "import.boundary", "hot water").empty());
  for (const std::string& other :
       {std::string(), "b:w a brick:Electric_Radiator" + feeds,
        "b:w a brick:Radiator ; rdfs:label \"Elektroheizkörper\"" + feeds,
        "b:w a brick:Radiator ; rdfs:label \"Gas radiator\"" + feeds}) {
    INFO(other);
    const Translation result = building(other);
    CHECK(type_of(result, "h/element") == "ElectricHeater");
    CHECK(nodes_of(result, "import.function_assumed", "contains no hot water") == Names{"b:h"});
  }
}

TEST_CASE("a heating coil of a unit is electric by its name in several languages") {
  for (const char* label : {"Eleftervärmare 9 kW", "Elektrisk eftervärmare", "Batteria elettrica",
                            "Elektroheizregister", "Batterie électrique"}) {
    CAPTURE(label);
    const Translation result =
        graph(std::string("b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:v . b:c a "
                          "brick:Heating_Coil ;\n") +
              "rdfs:label \"" + label +
              "\" . b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
    CHECK(type_of(result, "a/electricHeater") == "ElectricAirHeater");
  }
}

}  // namespace
}  // namespace hearth::test::brick::brick_heat_sources_test

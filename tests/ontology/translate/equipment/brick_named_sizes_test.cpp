// SPDX-License-Identifier: MIT
// Sizes in properties of a writer's own vocabulary, by the names of the properties.
#include <string>

#include "hearth/ontology/translate/internal/instances/named_sizes.hpp"
#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_named_sizes_test {
namespace {

constexpr double kTon = 12000.0 * 1055.05585262 / 3600.0;
constexpr double kMbh = 1055.05585262 / 3.6;
constexpr double kCfm = 0.028316846592 / 60.0;

const std::string kUnit =
    "@prefix x: <urn:own#> . b:a a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z "
    ". b:z a brick:HVAC_Zone .\n";

TEST_CASE("the last words of a property's name are its unit") {
  const auto symbol = [](const char* name) {
    const auto unit = unit_in_name(name);
    return unit ? std::string(unit->symbol) : "";
  };
  CHECK(symbol("designCFM") == "cfm");
  CHECK(symbol("coolingCapacityTons") == "tonR");
  CHECK(symbol("power_kW") == "kW");
  CHECK(symbol("heating-power-w") == "W");
  CHECK(symbol("airflow_m3_h") == "m3/h");
  CHECK(symbol("flowM3PerHour") == "m3/h");
  CHECK(symbol("airFlowLps") == "l/s");
  CHECK(symbol("floorAreaM2") == "m2");
  CHECK(symbol("heatingCapacityKBTU") == "kBTU/h");
  CHECK(symbol("heatOutputBTU") == "BTU/h");
  CHECK(symbol("coolingCapacityTR") == "tonR");
  CHECK(symbol("heatOutputMW") == "MW");
  CHECK(symbol("areaSF") == "ft2");
  for (const char* name :
       {"capacity", "airFlowControls", "view", "kilowattage", "power_mW", "outputHP"}) {
    CAPTURE(name);
    CHECK(symbol(name).empty());
  }
}

TEST_CASE("names of sizes are not those of readings, identifiers and positions") {
  for (const char* name :
       {"designCFM", "coolingCapacityTons", "nominalPower", "max_airflow", "Nennleistung",
        "heatOutput", "floorArea", "volumenstrom", "ratedPowerKW", "efficiency"}) {
    CAPTURE(name);
    CHECK(is_size_name(name));
  }
  for (const char* name :
       {"currentPower", "powerMeterId", "measuredAirflow", "areaCode", "capacityRevision",
        "energyConsumption", "powerFactor", "floorNumber", "latitude", "tonality", "designYear",
        "seriesCount", "efficiencyClass", "lastPowerReading", "supplyVoltage", "revision"}) {
    CAPTURE(name);
    CHECK_FALSE(is_size_name(name));
  }
}

TEST_CASE("sizes of air handling units are read by the names and units of their properties") {
  for (const char* sizes :
       {"x:designCFM \"5000\" ; x:coolingCapacityTons \"25\" ; x:heatingCapacityMBH \"400\"",
        "x:designCFM 5000.0 ; x:coolingCapacityTons 25.0 ; x:heatingCapacityMBH 400.0",
        "x:design_airflow \"5000 cfm\" ; x:coolingCapacity \"25 tons\" ; x:heatingCapacity \"400 "
        "MBH\""}) {
    INFO(sizes);
    const Translation result = graph(kUnit + "b:a " + sizes + " .\n");
    CHECK(parameter(result, "a/supplyFan", "nominalAirFlowRate") == Approx(1.2 * 5000.0 * kCfm));
    CHECK(parameter(result, "a/coil", "nominalCoolingPower") == Approx(25.0 * kTon));
    CHECK(parameter(result, "a/coil", "nominalHeatingPower") == Approx(400.0 * kMbh));
    CHECK(nodes_of(result, "import.value_from_label", "other vocabularies") ==
          Names{"b:a", "b:a", "b:a"});
    CHECK(nodes_of(result, "import.value_unread").empty());
    // What heats and cools is evidence.
    CHECK(nodes_of(result, "import.function_assumed", "heat or cool").empty());
  }
}

TEST_CASE("the capacity of a unit that water cools is not used, and reported") {
  const Translation result = graph(
      kUnit +
      "b:a x:coolingCapacityTons 25 ; brick:hasPart b:c . b:c a brick:Chilled_Water_Coil .\n");
  CHECK(nodes_of(result, "import.value_unread", "x:coolingCapacityTons") == Names{"b:a"});
  CHECK(nodes_of(result, "import.value_from_label").empty());
}

TEST_CASE("flows of boxes and their fans are read by the names of their properties") {
  const Translation box = graph(kUnit + "b:v x:maxCFM 600 ; x:minCFM 120 ; x:heatingCFM 300 .\n");
  CHECK(parameter(box, "v/box", "nominalAirFlowRate") == Approx(1.2 * 600.0 * kCfm));
  CHECK(parameter(box, "v/box", "minimumAirFlowRate") == Approx(1.2 * 120.0 * kCfm));
  CHECK(nodes_of(box, "import.value_unread", "x:heatingCFM") == Names{"b:v"});
  const Translation fan =
      graph(kUnit + "b:a brick:hasPart b:f . b:f a brick:Supply_Fan ; x:nominalFlow_m3_h 3600 .\n");
  CHECK(parameter(fan, "a/supplyFan", "nominalAirFlowRate") == Approx(1.2));
}

TEST_CASE("a power without a unit is in W, and the only one of a heater") {
  const auto heater = [](const std::string& properties) {
    return graph("@prefix x: <urn:own#> . b:h a brick:Space_Heater ; brick:feeds b:r ; " +
                 properties + " . b:r a brick:Room ; x:floorArea 25 .\n");
  };
  const Translation result = heater("x:nominalPower \"2000\"");
  CHECK(parameter(result, "h/radiator", "nominalPower") == Approx(2000.0));
  CHECK(nodes_of(result, "import.unit_assumed").size() == 2);
  CHECK(parameter(result, "r/space", "V") == Approx(2.74 * 25.0));
  CHECK(parameter(heater("x:power_kW 3"), "h/radiator", "nominalPower") != Approx(3000.0));
  CHECK(parameter(heater("x:nominalPower_kW 3"), "h/radiator", "nominalPower") == Approx(3000.0));
  // Neither of two powers is the only one, and numbers of a known property hold.
  const Translation two = heater("x:nominalPower 2000 ; x:heatOutput 1800");
  CHECK(parameter(two, "h/radiator", "nominalPower") == Approx(80.0 * 25.0));
  CHECK(nodes_of(two, "import.value_unread").size() == 2);
  const Translation stated = heater(
      "x:nominalPower 2000 ; brick:ratedPowerOutput [ brick:value 1500 ; brick:hasUnit unit:W ]");
  CHECK(parameter(stated, "h/radiator", "nominalPower") == Approx(1500.0));
  CHECK(nodes_of(stated, "import.value_unread", "x:nominalPower") == Names{"b:h"});
}

/// Translates a radiator `b:h` that a boiler supplies, with properties.
Translation radiator(const std::string& properties, const std::string& of_room = "") {
  return graph(
      "@prefix x: <urn:own#> . b:b a brick:Boiler ; brick:feeds b:h . b:h a "
      "brick:Radiator ; brick:feeds b:r ; " +
      properties + " . b:r a brick:Room " + (of_room.empty() ? "" : "; " + of_room) + " .\n");
}

TEST_CASE("units at the end of names that are not those of Hearth are converted") {
  const auto power = [](const std::string& property) {
    return parameter(radiator(property), "h/radiator", "nominalPower");
  };
  CHECK(power("x:heatOutputBTU 6000") == Approx(6000.0 * kMbh / 1000.0));
  CHECK(power("x:heatOutputKBTU 6") == Approx(6.0 * kMbh));
  CHECK(power("x:heatOutputMW 0.002") == Approx(2000.0));
  CHECK(power("x:heatOutput_kcal_h 2000") == Approx(2326.0));
  CHECK(power("x:heatCapacityKW 2") == Approx(2000.0));
  CHECK(power("x:thermalCapacity \"2 kW\"") == Approx(2000.0));
  CHECK(power("x:heatOutputAtDT50_W 1500") == Approx(1500.0));
  CHECK(power("x:heizleistungKW \"1,2\"") == Approx(1200.0));
  CHECK(power("x:heizleistungKW 1.250") == Approx(1250.0));
  const auto area = [](const std::string& property) {
    return parameter(radiator("x:heatOutput 900", property), "r/space", "floorArea");
  };
  CHECK(area("x:areaSF 400") == Approx(400.0 * 0.09290304));
  CHECK(area("x:areaSqYd 100") == Approx(83.612736));
  CHECK(area("x:area_acres 0.1") == Approx(404.68564224));
  CHECK(area("x:floorAreaNet 40") == Approx(40.0));
  CHECK(area("x:areaM2 \"85,5\"") == Approx(85.5));
}

TEST_CASE("numbers of names that say something else are not sizes") {
  const double unread = parameter(radiator("rdfs:label \"R\""), "h/radiator", "nominalPower");
  for (const char* property :
       {"x:capacityGallons 500", "x:specificHeatCapacity 4186", "x:heatCapacity 25000",
        "x:thermalCapacity 25000", "x:heatCapacityJK 25000", "x:outputVoltage 230",
        "x:nennleistungBaujahr 1998", "x:heatOutputHP 2", "x:heatOutputDeltaT 50",
        "x:nominalHeatingPowerPerArea 60", "x:outputKWPerSection 0.15", "x:waterCapacity 6",
        "x:heatOutput \"1500 furlongs\"", "x:heizleistungKW \"1.200\"", "x:heatOutput \"1,200 W\"",
        "x:capacityRef 77"}) {
    INFO(property);
    const Translation result = radiator(property);
    CHECK(parameter(result, "h/radiator", "nominalPower") == Approx(unread));
    CHECK(nodes_of(result, "import.value_from_label").empty());
  }
  for (const char* property : {"x:capacityGallons 500", "x:heatCapacity 25000", "x:heatOutputHP 2",
                               "x:heizleistungKW \"1.200\""}) {
    INFO(property);
    CHECK(nodes_of(radiator(property), "import.value_unread") == Names{"b:h"});
  }
  const double area = parameter(radiator("rdfs:label \"R\""), "r/space", "floorArea");
  for (const char* property :
       {"x:areaSurveyYear 2015", "x:areaLastAudited 2021", "x:areaPrice 900", "x:fireArea 3",
        "x:areaManagerPhone 5551234", "x:areaIndex 7", "x:netAreaPerPerson 10",
        "x:areaFraction 0.3", "x:lightingPowerPerArea 8", "x:areaM2 \"1.250,5\"",
        "x:collectionArea 4", "x:areaTatami 6"}) {
    INFO(property);
    CHECK(parameter(radiator("rdfs:label \"R\"", property), "r/space", "floorArea") ==
          Approx(area));
  }
  CHECK(nodes_of(radiator("rdfs:label \"R\"", "x:areaTatami 6"), "import.value_unread") ==
        Names{"b:r"});
}

TEST_CASE("a label of a property also names its size and its unit") {
  const auto labelled = [](const std::string& name, const std::string& label) {
    return parameter(radiator(name + " 2 . " + name + " rdfs:label \"" + label + "\""),
                     "h/radiator", "nominalPower");
  };
  CHECK(labelled("x:p17", "Heat output [kW]") == Approx(2000.0));
  CHECK(labelled("x:p17", "Heat output, year") != Approx(2000.0));
  CHECK(labelled("x:heatOutputYear", "Heat output kW") != Approx(2000.0));
}

TEST_CASE("the report names the sizes that are used, with their values") {
  const auto used = [](const Translation& result) {
    std::vector<std::string> found;
    for (const ImportItem& item : result.report.items) {
      if (item.code == "import.value_from_label") {
        found.push_back(item.message + " | " + item.consequence);
      }
    }
    return found;
  };
  const auto one = used(radiator("x:heatOutputBTU 6000"));
  REQUIRE(one.size() == 1);
  CHECK(one[0].find("x:heatOutputBTU of brick:Radiator | used, such as 6000 BTU/h") !=
        std::string::npos);
  const auto bare = used(radiator("x:heatOutput 900"));
  REQUIRE(bare.size() == 1);
  CHECK(bare[0].find("| used, such as 900 without a unit") != std::string::npos);
  // A number that the rules reject is not used.
  const Translation small = radiator("x:heatOutput 2");
  CHECK(used(small).empty());
  CHECK(nodes_of(small, "import.value_unlikely") == Names{"b:h"});
  CHECK(nodes_of(small, "import.value_unread").empty());
}

TEST_CASE("a unit in a text that is not read is not repeated") {
  const Translation result = radiator("x:heatOutput \"1500 Btu\"");
  for (const ImportItem& item : result.report.items) {
    CHECK(item.consequence.find("Btu Btu") == std::string::npos);
  }
}

TEST_CASE("what looks like a size and is not read is reported, readings and identifiers are not") {
  const Translation result = graph(
      kUnit +
      "b:a x:maximumOutdoorAirflow \"1,000 CFM\" ; x:ratedPower 7.5 ; x:exhaustCFM 300 ;\n"
      "  x:currentPower 3.2 ; x:revision 4 ; x:assetNumber 1234 ; x:latitude 55.1 ;\n"
      "  x:seriesCount 12 ; x:note \"Serves area 12\" ; x:servedArea \"north of axis 4\" .\n");
  std::vector<std::string> unread;
  for (const ImportItem& item : result.report.items) {
    if (item.code == "import.value_unread") unread.push_back(item.message);
  }
  const std::string of = " of brick:AHU";
  CHECK(unread == std::vector<std::string>{"no rule reads x:exhaustCFM" + of,
                                           "no rule reads x:maximumOutdoorAirflow" + of,
                                           "no rule reads x:ratedPower" + of});
}

}  // namespace
}  // namespace hearth::test::brick::brick_named_sizes_test

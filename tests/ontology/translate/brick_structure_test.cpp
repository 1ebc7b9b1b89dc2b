// SPDX-License-Identifier: MIT
// Brick graphs whose structure was once read otherwise than drawn.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_structure_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

const std::string kPrefixes =
    "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
    "@prefix ref: <https://brickschema.org/schema/Brick/ref#> .\n"
    "@prefix rec: <https://w3id.org/rec#> . @prefix bot: <https://w3id.org/bot#> .\n"
    "@prefix s223: <http://data.ashrae.org/standard223#> .\n"
    "@prefix unit: <http://qudt.org/vocab/unit/> .\n";

Translation graph(const std::string& turtle) {
  return translate_text(kPrefixes + turtle, "drawn.ttl");
}

const std::string kOffice =
    "b:ahu a brick:AHU ; brick:feeds b:v1, b:v2 ; brick:hasPart b:sf, b:rf, b:cc .\n"
    "b:sf a brick:Supply_Fan . b:rf a brick:Return_Fan . b:cc a brick:Cooling_Coil .\n"
    "b:v1 a brick:VAV ; brick:feeds b:z1 . b:v2 a brick:VAV ; brick:feeds b:z2 .\n"
    "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n";

TEST_CASE("outdoor air that is cold enough removes the heat of the fan") {
  for (const double outdoors : {2.0, 5.0, 10.0}) {
    CAPTURE(outdoors);
    const Translation result = graph(kOffice);
    const auto means = mean_signals(under(result.model, outdoors), 1,
                                    {"ahu/coil.coolingPower", "ahu/supplyFan.Power"});
    CHECK(means[1] > 10.0);
    // What is left comes from the first steps, before flows and temperatures agree.
    CHECK(means[0] < 0.02 * means[1]);
  }
}

TEST_CASE("the supply junction of a unit gives the temperature of its air") {
  const Translation result = graph(kOffice);
  const auto means =
      mean_signals(result.model, 1, {"ahu/supply.airTemperatureOut[v1]", "v1/box.airFlowRate"});
  CHECK(means[0] == Approx(16.0).margin(0.1));  // the setpoint; the first step begins at 20 degC
}

TEST_CASE("a power of a pump or coil is not compared with the fan's") {
  const std::string series =
      " a brick:Electric_Power_Sensor ; ref:hasExternalReference [ ref:hasTimeseriesId ";
  const Translation result =
      graph(kOffice + "b:cc brick:hasPoint b:a-pump . b:a-pump" + series + "\"pump\" ] .\n" +
            "b:sf brick:hasPoint b:p-fan . b:p-fan" + series + "\"fan\" ] .\n" +
            "b:rf brick:hasPoint b:p-return . b:p-return" + series + "\"return\" ] .\n");
  const auto& measured = result.model.measurements;
  REQUIRE(measured.contains("ahu/supplyFan.Power"));
  CHECK(measured.at("ahu/supplyFan.Power").column.file == "fan.csv");
  REQUIRE(measured.contains("ahu/returnFan.Power"));
  CHECK(measured.at("ahu/returnFan.Power").column.file == "return.csv");
  CHECK(measured.size() == 2);
}

TEST_CASE("a unit that is a rooftop unit and a heat pump is one unit, which heats its zone") {
  const Translation result = graph(
      "b:u a brick:RTU, brick:Packaged_Heat_Pump ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.zone", 1}});
  CHECK(type_of(result, "z/diffuser") == "VavTerminal");
  CHECK(type_of(result, "z/box").empty());
  CHECK(connected(result, "z/heating.inputSignal -> u/meanDemand.u[z]"));
  CHECK(connected(result, "u/reset.scheduleValue -> u/heatTo.x"));
  CHECK(result.report.rooms.as_drawn == 1);
  check_rooms(result, 1);
}

TEST_CASE("boxes without a coil on a unit that heats take their heat from the unit") {
  const Translation result =
      graph(kOffice + "b:ahu brick:hasPart b:hc . b:hc a brick:Heating_Coil .\n");
  CHECK(result.report.rules ==
        Counts{{"brick.ahu", 1}, {"brick.vav_without_reheat", 2}, {"brick.zone", 2}});
  CHECK(connected(result, "v1/heating.inputSignal -> ahu/meanDemand.u[v1]"));
  check_rooms(result, 2);
}

TEST_CASE("a box and the block of it that the file calls a box as well are one box") {
  const Translation result = graph(
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . b:Block rdfs:subClassOf brick:VAV "
      ".\n"
      "b:ahu a brick:AHU ; brick:feeds b:inner .\n"
      "b:outer a b:Block ; brick:hasPart b:inner . b:inner a brick:VAV ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone .\n");
  CHECK(result.report.rules == Counts{{"brick.ahu", 1}, {"brick.vav", 1}, {"brick.zone", 1}});
  CHECK(connected(result, "outer/box.airFlowRate -> ahu/supply.airFlowRateOut[outer]"));
  CHECK(connected(result, "outer/box.airFlowRate -> z/space.supplyAirFlowRate"));
}

TEST_CASE("an exhaust fan makes no fan-powered box") {
  const std::string box =
      "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:f . b:z a brick:HVAC_Zone .\n";
  CHECK(type_of(graph(box + "b:f a brick:Exhaust_Fan .\n"), "v/box") == "VavReheatTerminal");
  CHECK(type_of(graph(box + "b:f a brick:Fan .\n"), "v/box") == "FanPoweredTerminal");
}

std::string reheat_of(const Translation& result, const std::string& id) {
  const auto& config = result.model.component(id).config;
  const auto found = config.find("reheat");
  return found == config.end() ? "electric" : std::get<Word>(found->second).text;
}

TEST_CASE("reheat follows any evidence, and is electric only if that is reported") {
  const std::string box =
      "b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:c . b:z a brick:HVAC_Zone .\n"
      "b:c a brick:Heating_Coil .\n";
  for (const char* evidence : {"b:v brick:hasPoint b:p . b:p a brick:Valve_Position_Sensor .",
                               "b:c brick:hasPoint b:p . b:p a brick:Valve_Command .",
                               "b:c brick:isFedBy b:l . b:l a brick:Hot_Water_Loop .",
                               "b:s a brick:Hot_Water_System ; brick:hasPart b:c .",
                               "b:v brick:hasPart b:x . b:x a brick:Reheat_Valve ."}) {
    CAPTURE(evidence);
    const Translation result = graph(box + evidence + "\n");
    CHECK(reheat_of(result, "v/box") == "hotWater");
    CHECK(nodes_of(result, "import.required_missing", "has no stated type of reheat").empty());
  }
  const Translation boiler = graph(box + "b:boiler a brick:Boiler .\n");
  CHECK(reheat_of(boiler, "v/box") == "hotWater");
  CHECK(nodes_of(boiler, "import.required_missing", "hot water is assumed").size() == 1);
  const Translation nothing = graph(box);
  CHECK(reheat_of(nothing, "v/box") == "electric");
  CHECK(nodes_of(nothing, "import.required_missing", "an electric coil is assumed").size() == 1);
  const Translation electric = graph(
      box +
      "b:c brick:hasPoint b:p . b:p a brick:Electric_Power_Sensor . b:boiler a brick:Boiler .\n");
  CHECK(reheat_of(electric, "v/box") == "electric");
  CHECK(nodes_of(electric, "import.required_missing", "has no stated type of reheat").empty());
  const Translation fan =
      graph(box + "b:v brick:hasPart b:f, b:x . b:f a brick:Fan . b:x a brick:Reheat_Valve .\n");
  CHECK(type_of(fan, "v/box") == "FanPoweredTerminal");
  CHECK(reheat_of(fan, "v/box") == "hotWater");
}

TEST_CASE("radiant panels that depend on a chiller cool") {
  const Translation result = graph(
      "b:k a brick:Chiller ; brick:feeds b:p . b:p a brick:Radiant_Panel ; brick:feeds b:z .\n"
      "b:z a brick:HVAC_Zone .\n");
  CHECK(result.report.rules ==
        Counts{{"brick.chiller", 1}, {"brick.cooling_panel", 1}, {"brick.zone", 1}});
  const Extremes power = run(result.model, 32.0, 3, "SpaceHeater", "Power");
  // A panel that warmed with the room while it was off gives that back as the room is cooled.
  CHECK(power.highest < 5.0);
  CHECK(power.lowest < -20.0);
}

TEST_CASE("units in parallel share what their boxes take") {
  const Translation result = graph(
      "b:a1 a brick:AHU ; brick:feeds b:v . b:a2 a brick:AHU ; brick:feeds b:v .\n"
      "b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.several_candidates").empty());
  const auto means = mean_signals(
      result.model, 1, {"a1/supply.airFlowRateIn", "a2/supply.airFlowRateIn", "v/box.airFlowRate"});
  CHECK(means[2] > 0.01);
  CHECK(means[0] == Approx(means[2] / 2).epsilon(1e-9));
  CHECK(means[1] == Approx(means[2] / 2).epsilon(1e-9));
}

TEST_CASE("units that feed fan coil units alone bring outdoor air") {
  const std::string fcu =
      "b:a a brick:AHU ; brick:feeds b:f . b:f a brick:FCU ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\n";
  CHECK(graph(fcu).report.rules.contains("brick.doas"));
  // One that measures mixed air recirculates.
  CHECK(graph(fcu + "b:a brick:hasPoint b:p . b:p a brick:Mixed_Air_Temperature_Sensor .\n")
            .report.rules.contains("brick.ahu"));
}

TEST_CASE("untyped feeders and relations that nothing reads are reported") {
  const Translation result = graph(
      "b:x brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; b:inTheCareOf b:z . b:z a "
      "brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.class_missing", "feed others") == std::vector<std::string>{"b:x"});
  CHECK(nodes_of(result, "import.property_unknown") == std::vector<std::string>{"b:v"});
}

TEST_CASE("nodes whose names differ in upper and lower case only are reported") {
  const Translation result = graph(
      "b:RTU_1 a brick:RTU ; brick:feeds b:hvac_zone_1 . b:hvac_zone_1 a brick:HVAC_Zone .\n"
      "b:HVAC_Zone_1 a brick:HVAC_Zone ; brick:hasPart b:r1 . b:r1 a brick:Room .\n"
      // An untyped name, and one of another class.
      "b:RTU_2 a brick:RTU ; brick:feeds b:Zone_2 . b:zone_2 a brick:HVAC_Zone .\n"
      "b:zone_3 a brick:HVAC_Zone ; brick:isFedBy b:ZONE_3 . b:ZONE_3 a brick:VAV .\n");
  CHECK(nodes_of(result, "import.name_case") ==
        std::vector<std::string>{"b:HVAC_Zone_1", "b:Zone_2", "b:hvac_zone_1", "b:zone_2"});
}

TEST_CASE("numbers that the graph states and no rule reads are reported") {
  const Translation result = graph(
      "b:v a brick:VAV ; brick:feeds b:z ; brick:area [ brick:value 4.5 ; brick:hasUnit unit:M2 ] "
      "; brick:hasPoint b:deadband, b:t ; b:assetNumber 4711 .\n"
      "b:z a brick:HVAC_Zone ; brick:area [ brick:value 20 ; brick:hasUnit unit:M2 ] .\n"
      "b:deadband a brick:Air_Flow_Deadband_Setpoint ; brick:value 25 ; brick:hasUnit "
      "unit:L-PER-SEC "
      ".\n"
      "b:t a brick:Supply_Air_Temperature_Sensor ; brick:value 17 ; brick:hasUnit unit:DEG_C .\n");
  const auto unread = [&](const std::string& words) {
    return nodes_of(result, "import.value_unread", words);
  };
  // The area of the zone is read; readings and numbers without a meaning are not reported.
  CHECK(unread("") == std::vector<std::string>{"b:deadband", "b:v"});
  CHECK(unread("no rule reads brick:area of brick:VAV") == std::vector<std::string>{"b:v"});
  CHECK(unread("brick:Air_Flow_Deadband_Setpoint of brick:VAV") ==
        std::vector<std::string>{"b:deadband"});
}

TEST_CASE("rooms are brick zones with a sensor and spaces with equipment in them") {
  const Translation zone = graph(
      "b:z a brick:Zone ; brick:hasPoint b:t ; brick:hasPart b:r . b:r a brick:Space .\n"
      "b:t a brick:Air_Temperature_Sensor .\n");
  CHECK(zone.report.rules == Counts{{"brick.zone", 1}});
  const Translation room = graph(
      "b:r a rec:Room . b:c a brick:Cooling_Coil ; brick:hasLocation b:r .\n"
      "b:s a brick:Ventilation_Air_System ; brick:hasLocation b:r .\n");
  CHECK(room.report.rules == Counts{{"brick.fan_coil", 1}, {"brick.zone", 1}});
  CHECK(connected(room, "c/unit.heatGain -> r/space.heatGain[c]"));
  CHECK(room.report.rooms.as_drawn == 1);
}

TEST_CASE("parts and connections in words of ASHRAE 223P count between nodes of Brick") {
  const Translation result = graph(
      "b:v a brick:VAV ; s223:contains b:c . b:c a brick:Hot_Water_Coil ; s223:hasConnectionPoint "
      "b:in .\n"
      "b:in a s223:InletConnectionPoint . b:out a s223:OutletConnectionPoint .\n"
      "b:boiler a brick:Boiler ; s223:hasConnectionPoint b:out . b:pipe s223:cnx b:out, b:in .\n");
  CHECK(connected(result, "boiler/boiler.outletWaterTemperature -> v/box.supplyWaterTemperature"));
}

TEST_CASE("a model in which nothing flows is reported") {
  const Translation result = graph("b:a a brick:AHU . b:k a brick:Chiller ; brick:feeds b:a .\n");
  CHECK_FALSE(result.report.flows);
  CHECK(std::count_if(result.report.items.begin(), result.report.items.end(),
                      [](const auto& item) { return item.code == "import.nothing_flows"; }) == 1);
  CHECK(to_text(result.report).starts_with("nothing flows in this model"));
  CHECK(graph(kOffice).report.flows);
}

TEST_CASE("tags of Haystack say what equipment is and what it belongs to") {
  const auto entity = [](const std::string& name, const std::string& tags, const std::string& key,
                         const std::string& other) {
    std::string text = "b:" + name + " a ph:Entity ; ph:hasMarkerTag " + tags;
    if (!key.empty())
      text += " ; ph:hasRefTag [ ph:key \"" + key + "\"^^xsd:string ; ph:value b:" + other + " ]";
    return text + " .\n";
  };
  const Translation result = graph(
      "@prefix ph: <urn:project_haystack/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n" +
      entity("a", "\"equip\", \"ahu\"", "", "") + entity("v", "\"equip\", \"vav\"", "ahuRef", "a") +
      entity("z", "\"equip\", \"zone\"", "equipRef", "a") +
      entity("f", "\"point\", \"vav\", \"air\", \"flow\", \"sensor\"", "equipRef", "z") +
      entity("y", "\"equip\", \"zone\"", "equipRef", "a") +
      entity("boiler", "\"equip\", \"boiler\"", "", ""));
  CHECK(
      result.report.rules ==
      Counts{{"brick.ahu", 1}, {"brick.boiler", 1}, {"brick.vav_hot_water", 2}, {"brick.zone", 2}});
  CHECK(connected(result, "v/box.airFlowRate -> a/supply.airFlowRateOut[v]"));
  // A zone with points of a box has one.
  CHECK(connected(result, "f/box.airFlowRate -> z/space.supplyAirFlowRate"));
  CHECK(result.report.rooms.as_drawn == 2);
}

TEST_CASE("equipment without rooms is named at the head of the report") {
  CHECK(headline(graph("b:v a brick:VAV .\n").report) ==
        "no rooms: 1 brick.vav; they serve boundaries");
  CHECK(headline(graph("b:b a brick:Boiler ; brick:feeds b:p . b:p a brick:Pump .\n").report) ==
        "nothing flows in this model: 1 brick.boiler, 1 brick.pump; no room or load receives their "
        "air or water");
}

TEST_CASE("areas that are not above 0 are not used, and those without a unit are announced") {
  const auto zone = [](const std::string& area) {
    return graph("b:v a brick:VAV ; brick:feeds b:z . b:z a brick:HVAC_Zone ; brick:area [ " +
                 area + " ] .\n");
  };
  const Translation bare = zone("brick:value 42.0");
  CHECK(parameter(bare, "z/space", "V") == Approx(2.74 * 42.0));
  CHECK(nodes_of(bare, "import.unit_assumed", "floorArea") == std::vector<std::string>{"b:z"});
  const Translation stated = zone("brick:value 42.0 ; brick:hasUnit unit:M2");
  CHECK(parameter(stated, "z/space", "V") == Approx(2.74 * 42.0));
  CHECK(nodes_of(stated, "import.unit_assumed", "floorArea").empty());
  const Translation below = zone("brick:value -42.0 ; brick:hasUnit unit:M2");
  CHECK(parameter(below, "z/space", "V") == Approx(2.74 * 30.0));
  CHECK(nodes_of(below, "import.value_unfit", "above 0") == std::vector<std::string>{"b:z"});
}

TEST_CASE("a boundary that reads a file is not reported to hold constants") {
  const TemporaryFolder folder("hearth_brick_boundary");
  const std::filesystem::path file = folder.path / "mine.json";
  std::ofstream(file) << R"({"hearthMapping": 1, "id": "brick", "boundaries": {"outdoor": {
    "type": "OutdoorEnvironment", "means": "measured weather", "config": {
      "outdoorTemperature": {"file": "w.csv", "column": "t", "unit": "degC"},
      "globalIrradiation": "0 W/m2"}}}})";
  MappingReader reader(standard_components());
  reader.add_builtin("brick");
  reader.add_file(file);
  const Translation result = translate(read_turtle_text(kPrefixes + kOffice, "drawn.ttl"),
                                       reader.read(), standard_components(), {});
  const auto item = std::find_if(
      result.report.items.begin(), result.report.items.end(), [](const ImportItem& candidate) {
        return candidate.message.find("measured weather") != std::string::npos;
      });
  REQUIRE(item != result.report.items.end());
  CHECK(item->severity == Severity::Note);
  CHECK(item->consequence == "reads 'w.csv'");
}

TEST_CASE("the report begins with how rooms are served") {
  const Translation result = graph(kOffice + "b:z3 a brick:HVAC_Zone .\n");
  CHECK(to_text(result.report)
            .starts_with("3 rooms: 2 conditioned by equipment in the graph, 1 with assumed supply "
                         "air, 0 unconditioned\n"));
  const Translation one = graph("b:z3 a brick:HVAC_Zone .\n");
  CHECK_THAT(headline(one.report), Catch::StartsWith("1 room: 0 conditioned"));
  const Translation lost = graph(kOffice + "b:e a brick:Exhaust_Fan .\n");
  CHECK_THAT(headline(lost.report), Catch::EndsWith("devices not simulated"));
}

TEST_CASE("a unit that feeds nothing takes no water of its plant") {
  const Translation result = graph(
      "b:k a brick:Boiler ; brick:feeds b:p . b:p a brick:Hot_Water_Pump ; brick:feeds b:c, b:r .\n"
      "b:a a brick:AHU ; brick:hasPart b:c . b:c a brick:Hot_Water_Coil .\n"
      "b:r a brick:Hot_Water_Radiator ; brick:hasLocation b:x . b:x a brick:Room .\n");
  CHECK(nodes_of(result, "import.required_missing", "does not feed anything") ==
        std::vector<std::string>{"b:a"});
  CHECK(parameter(result, "a/heatingValve", "waterFlowRateMax") == 0.0);
  // Pump and boiler would heat water that nothing cools, without end.
  const Extremes water = run(result.model, -10.0, 3, "Boiler", "outletWaterTemperature");
  CHECK(water.highest < 61.0);
}

TEST_CASE("units keep the temperature of their supply air by chilled water, at any step") {
  Translation result = graph(
      "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:v . b:c a brick:Chilled_Water_Coil .\n"
      "b:k a brick:Chiller ; brick:feeds b:c . b:v a brick:VAV ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\n");
  for (const int minutes : {1, 10, 60}) {
    CAPTURE(minutes);
    SimulationModel model = under(result.model, 32.0);
    model.defaults.step = std::chrono::minutes(minutes);
    const auto rows =
        signal_rows(model, 3, {"a/coolingCoil.outletAirTemperature", "a/coolTo.scheduleValue"});
    long off = 0;
    for (std::size_t k = rows.size() / 3; k < rows.size(); ++k) {
      off += std::abs(rows[k][0] - rows[k][1]) > 2.0;
    }
    CHECK(off < static_cast<long>(rows.size()) / 50);
  }
}

TEST_CASE(
    "primary and secondary pumps each move the water of their plant, parallel pumps share it") {
  const std::string plant =
      "b:k a brick:Chiller ; brick:coolingCapacity [ brick:value 60 ; brick:hasUnit unit:KiloW ] ; "
      "brick:feeds b:p . b:p a brick:Chilled_Water_Pump ; brick:feeds b:s1, b:s2 .\n"
      "b:s1 a brick:Chilled_Water_Pump ; brick:feeds b:c . b:s2 a brick:Chilled_Water_Pump ; "
      "brick:feeds b:c . b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:r . b:c a "
      "brick:Chilled_Water_Coil . b:r a brick:Room .\n";
  const Translation result = graph(plant);
  constexpr double kFlow = 60e3 * 4e-5;  // kg/s
  CHECK(parameter(result, "p/pump", "nominalWaterFlowRate") == Approx(kFlow));
  CHECK(parameter(result, "s1/pump", "nominalWaterFlowRate") == Approx(kFlow / 2.0));
  CHECK(connected(result, "k/return.waterTemperatureOut -> p/pump.inletWaterTemperature"));
  CHECK(connected(result, "p/pump.outletWaterTemperature -> k/entry.value"));
  CHECK(connected(result, "k/entry.value -> s1/pump.inletWaterTemperature"));
  CHECK(connected(result, "s1/pump.outletWaterTemperature -> k/pumped.u[s1]"));
  CHECK(connected(result, "k/pumped.y -> k/chiller.inletWaterTemperature"));
  const auto power = mean_signals(under(result.model, 32.0), 2,
                                  {"p/pump.Power", "s1/pump.Power", "s2/pump.Power"});
  CHECK(power[0] > 0.0);
  CHECK(power[1] + power[2] == Approx(power[0]));
}

TEST_CASE("pumps before and after their plant each move all of its water") {
  const Translation result = graph(
      "b:p a brick:Chilled_Water_Pump ; brick:feeds b:k . b:k a brick:Chiller ; brick:feeds b:q .\n"
      "b:q a brick:Chilled_Water_Pump ; brick:feeds b:c . b:a a brick:AHU ; brick:hasPart b:c ; "
      "brick:feeds b:r . b:c a brick:Chilled_Water_Coil . b:r a brick:Room .\n");
  CHECK(type_of(result, "k/pumpShare").empty());
  CHECK(connected(result, "p/pump.outletWaterTemperature -> k/entry.value"));
  CHECK(parameter(result, "p/pump", "nominalWaterFlowRate") ==
        parameter(result, "q/pump", "nominalWaterFlowRate"));
  // Two pumps before it are side by side.
  const Translation parallel = graph(
      "b:p a brick:Chilled_Water_Pump ; brick:feeds b:k . b:q a brick:Chilled_Water_Pump ; "
      "brick:feeds b:k . b:k a brick:Chiller ; brick:feeds "
      "b:c .\n");
  CHECK(nodes_of(parallel, "import.function_assumed", "in a row").empty());
}

TEST_CASE("a pump between a boiler and an exchanger moves the water of the boiler") {
  const Translation result = graph(
      "b:b a brick:Boiler ; brick:feeds b:p1 . b:p1 a brick:Hot_Water_Pump ; brick:feeds b:x .\n"
      "b:x a brick:Plate_Heat_Exchanger ; brick:feeds b:p2 . b:p2 a brick:Hot_Water_Pump ; "
      "brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n");
  CHECK(nodes_of(result, "import.left_out").empty());
  CHECK(connected(result, "b/return.waterFlowRateOut -> p1/pump.waterFlowRate"));
  CHECK(connected(result, "x/return.waterFlowRateOut -> p2/pump.waterFlowRate"));
  CHECK(connected(result,
                  "x/exchanger.secondaryTemperatureOut -> r/radiator.supplyWaterTemperature"));
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("compressors of room units are as efficient at part load as at full load") {
  const Translation result = graph(
      "b:o a brick:Heat_Recovery_Air_Source_Condensing_Unit ; brick:feeds b:f ; "
      "brick:coolingCapacity [ brick:value 28 ; brick:hasUnit unit:KiloW ] .\n"
      "b:f a brick:Wall_Fan_Coil_Unit ; brick:feeds b:r . b:r a brick:Room .\n");
  const auto mean =
      mean_signals(under(result.model, 32.0), 2, {"o/chiller.coolingPower", "o/chiller.Power"});
  CHECK(mean[0] > 100.0);
  CHECK(mean[0] / mean[1] > 3.0);
}

TEST_CASE("a graph of unknown classes names them, not their namespace") {
  try {
    graph("b:r a brick:Somewhere . b:x a b:Thing .\n");
    FAIL("not refused");
  } catch (const InputError& error) {
    const std::string message = error.what();
    CHECK(message.find("no ontology contains brick:Somewhere, classes of <urn:building#>") !=
          std::string::npos);
  }
}

TEST_CASE("a node of which nothing is stated is the one whose name differs only in separators") {
  const std::string units =
      "b:a1 a brick:AHU ; brick:feeds b:VAV_1 . b:a2 a brick:AHU ; brick:feeds b:vav.2 .\n"
      "b:VAV-1 a brick:VAV ; brick:feeds b:z1 . b:VAV-2 a brick:VAV ; brick:feeds b:z2 .\n"
      "b:z1 a brick:HVAC_Zone . b:z2 a brick:HVAC_Zone .\n";
  const Translation result = graph(units);
  CHECK(connected(result, "a1/supply.airTemperatureOut[VAV-1] -> VAV-1/box.supplyAirTemperature"));
  CHECK(connected(result, "a2/supply.airTemperatureOut[VAV-2] -> VAV-2/box.supplyAirTemperature"));
  CHECK(nodes_of(result, "import.function_assumed", "only in separators").size() == 2);
  CHECK(nodes_of(result, "import.class_missing").empty());
  const Translation stated = graph(units + "b:VAV_1 brick:hasPoint b:p . b:p a brick:Command .\n");
  CHECK_FALSE(
      connected(stated, "a1/supply.airTemperatureOut[VAV-1] -> VAV-1/box.supplyAirTemperature"));
  const Translation several = graph(units + "b:VAV.1 a brick:VAV .\n");
  CHECK_FALSE(
      connected(several, "a1/supply.airTemperatureOut[VAV-1] -> VAV-1/box.supplyAirTemperature"));
}

}  // namespace
}  // namespace hearth::test::brick::brick_structure_test

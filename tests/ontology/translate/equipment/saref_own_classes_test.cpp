// SPDX-License-Identifier: MIT
// Equipment of SAREF and FSO graphs whose classes the graph defines itself.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/saref_support.hpp"

namespace hearth::test::saref_own_classes_test {
namespace {

using Names = std::vector<std::string>;

Translation graph(const std::string& turtle) { return saref_house(turtle); }

const std::string kPlants =
    "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo h:u "
    ".\n"
    "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:q . h:q a s4bldg:Pump ; fso:suppliesFluidTo h:u "
    ".\n";

TEST_CASE("a fan coil unit is known by the label of its class, by its class and by its name") {
  for (const char* unit :
       {"h:u a h:Ventil . h:Ventil rdfs:subClassOf fso:Terminal ; rdfs:label \"fan coil unit\"@en "
        ".\n",
        "h:u a h:Ventilconvettore .\n",
        "h:u a fso:Terminal ; rdfs:label \"Gebläsekonvektor 12\"@de .\n"}) {
    INFO(unit);
    const Translation result =
        graph("h:r a bot:Space ; bot:containsElement h:u .\n" + kPlants + unit);
    CHECK(type_of(result, "u") == "FanCoilUnit");
    CHECK(connected(result, "b/boiler.outletWaterTemperature -> u.supplyHotWaterTemperature"));
    CHECK(connected(result, "k/chiller.outletWaterTemperature -> u.supplyChilledWaterTemperature"));
    CHECK(connected(result, "u.heatGain -> r.heatGain[u]"));
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(nodes_of(result, "import.passed_through").empty());
    for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  }
}

TEST_CASE("a fan and coils in a room are a fan coil unit, and share its water by their names") {
  const Translation result =
      graph("h:r a bot:Space ; bot:containsElement h:u .\n" + kPlants +
            "h:u a h:Truhe ; fso:hasComponent h:f, h:warm, h:cold . h:f a s4bldg:Fan .\n"
            "h:warm a s4bldg:Coil ; rdfs:label \"Heizregister\" .\n"
            "h:cold a s4bldg:Coil ; rdfs:label \"Kühlregister\" .\n");
  CHECK(result.report.rules.at("saref.room_coil") == 1);
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> warm.supplyHotWaterTemperature"));
  CHECK(
      connected(result, "k/chiller.outletWaterTemperature -> warm.supplyChilledWaterTemperature"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("units of one room share its air flow") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:u, h:v . h:u a h:FanCoil . h:v a h:FanCoil .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:u, h:v .\n");
  CHECK(parameter(result, "u", "nominalAirFlowRate") == Approx(0.5 * 0.0075 * 0.357 * 75.0));
}

TEST_CASE("the parts of an air handling unit are in its air in the usual order") {
  for (const char* unit : {"h:u a h:Uta .\n", "h:u a h:Any ; a fso:System .\n"}) {
    INFO(unit);
    const Translation result = graph(
        "h:r a bot:Space ; fso:returnsFluidTo h:u .\n"
        "h:u fso:hasComponent h:rec, h:sf, h:rf, h:hc, h:cc ; fso:suppliesFluidTo h:r .\n"
        "h:rec a s4bldg:AirToAirHeatRecovery . h:sf a s4bldg:Fan . h:rf a s4bldg:Fan ; "
        "rdfs:label \"Ventilatore di ripresa\" . h:hc a s4bldg:Coil . h:cc a s4bldg:Coil .\n"
        "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:hc .\n"
        "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:cc .\n" +
        std::string(unit));
    CHECK(connected(result, "outdoor.outdoorTemperature -> rec.primaryTemperatureIn"));
    CHECK(connected(result, "rec.primaryTemperatureOut -> cc.inletAirTemperature"));
    CHECK(connected(result, "cc.outletAirTemperature -> hc.inletAirTemperature"));
    CHECK(connected(result, "hc.outletAirTemperature -> sf.inletAirTemperature"));
    CHECK(connected(result, "sf.outletAirTemperature -> r.supplyAirTemperature"));
    CHECK(connected(result, "r.indoorTemperature -> rf/flow.airTemperatureIn[r]"));
    CHECK(connected(result, "rf.outletAirTemperature -> rec.secondaryTemperatureIn"));
    CHECK(connected(result, "b/boiler.outletWaterTemperature -> hc.supplyWaterTemperature"));
    CHECK(connected(result, "k/chiller.outletWaterTemperature -> cc.supplyWaterTemperature"));
    CHECK(nodes_of(result, "import.not_mapped").empty());
    CHECK(nodes_of(result, "import.several_candidates").empty());
    for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  }
}

TEST_CASE("an air handling unit without parts treats outdoor air, with heat recovery by its name") {
  const std::string rooms =
      "h:r a bot:Space ; fso:returnsFluidTo h:u . h:u fso:suppliesFluidTo h:r .\n"
      "h:RltGeraet rdfs:label \"RLT-Gerät\"@de . h:u a h:RltGeraet .\n";
  const Translation coil =
      graph(rooms +
            "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
            "fso:suppliesFluidTo h:u .\n");
  CHECK(type_of(coil, "u") == "WaterCoil");
  CHECK(connected(coil, "outdoor.outdoorTemperature -> u.inletAirTemperature"));
  CHECK(connected(coil, "u.outletAirTemperature -> r.supplyAirTemperature"));
  const Translation recovery = graph(rooms + "h:u rdfs:label \"RLT mit WRG\" .\n");
  CHECK(type_of(recovery, "u") == "AirToAirHeatRecovery");
  CHECK(connected(recovery, "r.indoorTemperature -> u.secondaryTemperatureIn"));
}

TEST_CASE("plants, pumps and radiators of own classes are known by their classes") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a h:Heizkörper .\n"
      "h:b a h:Caldaia ; fso:suppliesFluidTo h:p . h:p a h:Umwaelzpumpe ; "
      "fso:suppliesFluidTo h:rad .\n"
      "h:t a h:PumpSensor ; fso:hasFluidSuppliedBy h:p .\n");
  CHECK(type_of(result, "rad") == "SpaceHeater");
  CHECK(type_of(result, "b/boiler") == "Boiler");
  CHECK(type_of(result, "b/circulator") == "Pump");
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> rad.supplyWaterTemperature"));
  for (const ImportItem& item : result.report.items) {
    if (item.code != "import.class_unknown" || item.message.find("Caldaia") == std::string::npos) {
      continue;
    }
    CHECK(item.severity == Severity::Note);
    CHECK(item.consequence == "its nodes are simulated by their names, parts or relations");
  }
}

TEST_CASE("pumps and valves are not what their classes name them after") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a h:Radiateur .\n"
      "h:b a h:Gas_Boiler ; fso:suppliesFluidTo h:p . h:p a h:BoilerPump ; fso:suppliesFluidTo "
      "h:v .\nh:v a h:RadiatorValve ; fso:suppliesFluidTo h:rad .\n");
  CHECK(result.report.rules.at("saref.boiler") == 1);
  CHECK(result.report.rules.at("saref.valve") == 1);
  CHECK(result.report.rules.at("saref.heater") == 1);
  CHECK(type_of(result, "b/circulator") == "Pump");
}

TEST_CASE(
    "a unit without parts that a boiler and a chiller supply only heats, which the report states") {
  const Translation result = graph(
      "h:r a bot:Space . h:u a h:AHU ; fso:suppliesFluidTo h:r .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:u .\n"
      "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:u .\n");
  CHECK(nodes_of(result, "import.part_left_out", "whose coils are not in the graph") ==
        Names{"h:u"});
}

TEST_CASE("the losses of a tank do not condition its room") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:cellar a bot:Space ; bot:containsElement h:t . h:t a s4bldg:Tank ; fso:suppliesFluidTo "
      "h:h .\nh:b a s4bldg:Boiler ; fso:suppliesFluidTo h:t .\n");
  CHECK(type_of(result, "b/tank") == "StorageTank");
  CHECK(connected(result, "b/tank.heatLoss -> cellar.heatGain[b]"));
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(result.report.rooms.unconditioned == 1);
}

/// A heat pump, an electric boiler behind its tank and a pump, by classes and labels.
std::string plant(const std::string& pump, const std::string& tank, const std::string& heat_pump,
                  const std::string& boiler) {
  const auto device = [](const char* id, const std::string& type, const std::string& label,
                         const char* next) {
    return "h:" + std::string(id) + " a fso:" + type + " ; rdfs:label \"" + label +
           "\" ; fso:suppliesFluidTo h:" + next + " .\n";
  };
  return "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater ; "
         "fso:returnsFluidTo h:t .\nh:t fso:returnsFluidTo h:v .\n" +
         device("v", "EnergyConversionDevice", heat_pump, "t") +
         device("t", "StorageDevice", tank, "b") +
         device("b", "EnergyConversionDevice", boiler, "p") +
         device("p", "FlowMovingDevice", pump, "h");
}

TEST_CASE("devices are known by the last parts of compounds in Germanic languages") {
  for (const Names& names :
       {Names{"Cirkulationspump P1", "Ackumulatortank 750 l", "Bergvärmepump VP1",
              "Elpanna, spets"},
        Names{"Heizungsumwälzpumpe", "Pufferspeicher", "Erdwärmepumpe", "Elektroheizkessel"},
        Names{"Fordelingspumpe", "Akkumuleringstank", "Væskevarmepumpe", "Elkedel"}}) {
    INFO(names[0]);
    const Translation result = graph(plant(names[0], names[1], names[2], names[3]));
    CHECK(type_of(result, "v/heatPump") == "HeatPump");
    CHECK(type_of(result, "b/element") == "ElectricHeater");
    CHECK(type_of(result, "b/circulator") == "Pump");
    CHECK(connected(result,
                    "v/heatPump.outletWaterTemperature -> b/circulator.inletWaterTemperature"));
    CHECK(connected(result, "b/element.outletWaterTemperature -> h.supplyWaterTemperature"));
    CHECK(nodes_of(result, "import.part_left_out", "tanks") == Names{"h:t"});
    CHECK(lost(result, -10.0) < 1e-6);
  }
}

TEST_CASE("other words with the same last letters are other devices") {
  // Neither a boiler nor water for heating.
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:x a fso:EnergyConversionDevice ; rdfs:label \"Membrandruckkessel\" ; fso:suppliesFluidTo "
      "h:p .\nh:p a fso:FlowMovingDevice ; rdfs:label \"Tryckstegring\" ; fso:suppliesFluidTo h:h "
      ".\nh:o a fso:StorageDevice ; rdfs:label \"Heizöltank\" ; fso:suppliesFluidTo h:p .\n");
  CHECK_FALSE(result.report.rules.contains("saref.boiler"));
  CHECK(nodes_of(result, "import.part_left_out", "tanks").empty());
}

TEST_CASE("a borehole is the source of a heat pump, and devices called heaters heat their room") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h, h:e . h:h a s4bldg:SpaceHeater .\n"
      "h:g a fso:EnergyConversionDevice ; rdfs:label \"Borrhål 2 x 200 m\" ; fso:suppliesFluidTo "
      "h:q .\nh:q a fso:FlowMovingDevice ; rdfs:label \"Köldbärarpump\" ; fso:suppliesFluidTo h:v "
      ".\nh:v a fso:EnergyConversionDevice ; rdfs:label \"Bergvärmepump\" ; fso:returnsFluidTo "
      "h:g ; fso:suppliesFluidTo h:h .\n"
      "h:e a h:Bankvarmare . h:Bankvarmare rdfs:subClassOf fso:EnergyConversionDevice ; rdfs:label "
      "\"Elektrisk bänkvärmare\"@sv .\n");
  CHECK(connected(result, "ground_loop.scheduleValue -> v/heatPump.sourceTemperature"));
  CHECK(type_of(result, "e/element") == "ElectricHeater");
  CHECK(connected(result, "e.Power -> r.heatGain[e]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("a chiller that gives its heat to a cooling tower is cooled by its water") {
  for (const char* tower : {"h:CoolingTower-1", "h:t . h:t a s4bldg:CoolingTower",
                            "h:t . h:t a h:Any ; rdfs:label \"Hybridkühlturm\""}) {
    INFO(tower);
    const Translation result =
        graph("h:r a bot:Space ; bot:containsElement h:u . h:u a h:FanCoil .\n" + kPlants +
              "h:k fso:transfersHeatTo " + tower + " .\n");
    CHECK(connected(result, "k/towerWater.scheduleValue -> k/chiller.condenserInletTemperature"));
  }
  const Translation air =
      graph("h:r a bot:Space ; bot:containsElement h:u . h:u a h:FanCoil .\n" + kPlants);
  CHECK(type_of(air, "k/towerWater").empty());
}

}  // namespace
}  // namespace hearth::test::saref_own_classes_test

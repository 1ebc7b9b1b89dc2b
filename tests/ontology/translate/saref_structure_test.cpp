// SPDX-License-Identifier: MIT
// Graphs in SAREF, SAREF4BLDG and FSO whose structure was once read otherwise than drawn.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test::saref_structure_test {
namespace {

using Counts = std::map<std::string, std::size_t>;
using Names = std::vector<std::string>;

Translation graph(const std::string& turtle) {
  static const std::vector<Mapping> mappings = builtin_mapping("saref");
  static const std::string prefixes =
      "@prefix h: <urn:house#> . @prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix fpo: <https://w3id.org/fpo#> .\n"
      "@prefix bot: <https://w3id.org/bot#> . @prefix s4syst: <https://saref.etsi.org/saref4syst/> "
      ".\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix props: "
      "<https://w3id.org/props#> . @prefix saref: <https://saref.etsi.org/core/> "
      ".\n";
  return translate(read_turtle_text(prefixes + turtle, "house.ttl"), mappings,
                   standard_components(), {});
}

bool reports(const Translation& result, const std::string& text) {
  return !nodes_of(result, "import.required_missing", text).empty();
}

const std::string kHouse =
    "h:out a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:hrv .\n"
    "h:hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:sf . h:sf a s4bldg:Fan .\n"
    "h:living a s4bldg:BuildingSpace . h:bed a s4bldg:BuildingSpace .\n"
    "h:kitchen a s4bldg:BuildingSpace . h:bath a s4bldg:BuildingSpace .\n"
    "h:d1 a s4bldg:Damper ; fso:suppliesFluidTo h:living .\n"
    "h:d2 a s4bldg:Damper ; fso:suppliesFluidTo h:bed .\n"
    "h:e1 a s4bldg:Damper ; fso:hasFluidReturnedBy h:kitchen ; fso:returnsFluidTo h:ef .\n"
    "h:e2 a s4bldg:Damper ; fso:hasFluidReturnedBy h:bath ; fso:returnsFluidTo h:ef .\n"
    "h:ef a s4bldg:Fan ; fso:returnsFluidTo h:hrv .\n";
const std::string kNoCoil = "h:sf fso:suppliesFluidTo h:d1, h:d2 .\n";

TEST_CASE("a fan adds up the air of several exhaust dampers and passes it on to heat recovery") {
  const Translation result = graph(kHouse + kNoCoil);
  CHECK(result.report.rules.at("saref.return_fan") == 1);
  CHECK(nodes_of(result, "import.several_candidates").empty());
  CHECK(connected(result, "e1.airFlowRate -> ef/flow.airFlowRateIn[e1]"));
  CHECK(connected(result, "e2.airFlowRate -> ef/flow.airFlowRateIn[e2]"));
  CHECK(connected(result, "kitchen.indoorTemperature -> ef/flow.airTemperatureIn[e1]"));
  CHECK(connected(result, "ef/flow.airFlowRateOut -> ef.airFlowRate"));
  CHECK(connected(result, "ef/flow.airFlowRateOut -> hrv.secondaryAirFlowRate"));
  CHECK(connected(result, "ef.outletAirTemperature -> hrv.secondaryTemperatureIn"));
}

TEST_CASE("air overflows from rooms that are supplied to rooms from which it is extracted") {
  const Translation result = graph(kHouse + kNoCoil);
  for (const std::string room : {"kitchen", "bath"}) {
    CHECK(connected(result, "living.indoorTemperature -> " + room + "/overflow.u[living]"));
    CHECK(connected(result, "bed.indoorTemperature -> " + room + "/overflow.u[bed]"));
    CHECK(connected(result, room + "/arriving.scheduleValue -> " + room + ".supplyAirTemperature"));
  }
  CHECK(connected(result, "e1.airFlowRate -> kitchen.supplyAirFlowRate"));
  CHECK(connected(result, "e1.airFlowRate -> kitchen.exhaustAirFlowRate"));
  CHECK(reports(result, "without supply air"));
  CHECK_FALSE(reports(result, "has no supply air"));
  // What is supplied is extracted: two rooms of 75 m3, two air changes an hour.
  CHECK(parameter(result, "e1", "nominalAirFlowRate") == Approx(0.050025));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  const auto cold = mean_signals(under(result.model, -10.0), 7, {"bath.indoorTemperature"});
  CHECK(cold[0] > 0.0);
}

TEST_CASE("air overflows from neighbours, if the graph names them") {
  const Translation result = graph(kHouse + kNoCoil + "h:bath s4syst:connectedTo h:bed .\n");
  CHECK(connected(result, "bed.indoorTemperature -> bath/overflow.u[bed]"));
  CHECK_FALSE(connected(result, "living.indoorTemperature -> bath/overflow.u[living]"));
  CHECK(connected(result, "living.indoorTemperature -> kitchen/overflow.u[living]"));
}

TEST_CASE("a coil with water of a boiler heats, and takes its heat from there") {
  const Translation result = graph(
      kHouse +
      "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 .\n" +
      "h:boiler a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:c .\n");
  CHECK(result.report.rules.at("saref.coil_hot_water") == 1);
  CHECK(type_of(result, "c") == "WaterCoil");
  CHECK(connected(result, "boiler/boiler.outletWaterTemperature -> c.supplyWaterTemperature"));
  CHECK(connected(result, "c.outletWaterTemperature -> boiler/return.waterTemperatureIn[c]"));
  CHECK(connected(result, "c.waterFlowRate -> boiler/return.waterFlowRateIn[c]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  const auto powers =
      mean_signals(under(result.model, -10.0), 3, {"c.heatingPower", "boiler/boiler.heatingPower"});
  CHECK(powers[0] > 10.0);
  CHECK(powers[1] == Approx(powers[0]).epsilon(0.02));
  const auto hot = mean_signals(under(result.model, 32.0), 3, {"c.coolingPower"});
  CHECK(hot[0] == Approx(0.0).margin(1e-6));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("a coil behind heat recovery that has no water heats only, electrically by its name") {
  const auto with = [](const std::string& label, const std::string& more = "") {
    return graph(
        kHouse +
        "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 "
        "; rdfs:label \"" +
        label + "\" .\n" + more);
  };
  const std::string assumed = "coils behind heat recovery";
  const Translation bare = with("LB2");
  CHECK(nodes_of(bare, "import.function_assumed", assumed) == Names{"h:c"});
  CHECK_FALSE(reports(bare, "nor its water"));
  const auto powers = mean_signals(under(bare.model, 32.0), 2, {"c.coolingPower"});
  CHECK(powers[0] == Approx(0.0).margin(1e-6));
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(bare, outdoors) < 1e-6);
  CHECK_FALSE(reports(with("Heater battery"), "nor its water"));
  for (const std::string label : {"Electric heater", "Sähköinen jälkilämmitys"}) {
    CAPTURE(label);
    const Translation electric = with(label);
    CHECK(electric.report.rules.at("saref.electric_coil") == 1);
    CHECK(type_of(electric, "c/resistance") == "ElectricAirHeater");
    CHECK(nodes_of(electric, "import.function_assumed", assumed).empty());
  }
  const Translation cooled = with("LB2", "h:k a s4bldg:Chiller .\n");
  CHECK(nodes_of(cooled, "import.function_assumed", assumed).empty());
}

TEST_CASE("a heater without water is electric by its name") {
  const Translation result = graph(
      "h:b a s4bldg:BuildingSpace . h:r a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:b ; "
      "rdfs:label \"Sähköpatteri\" .\n");
  CHECK(nodes_of(result, "import.boundary", "hot water of a plant").empty());
}

TEST_CASE("the label of heat recovery states its efficiency") {
  const auto labelled = [](const std::string& label) {
    return graph(kHouse + kNoCoil + "h:hrv rdfs:label \"" + label + "\" .\n");
  };
  const Translation result = labelled("LTO-kenno, hyötysuhde 75 %");
  CHECK(parameter(result, "hrv", "eps_75_h") == Approx(0.75));
  CHECK(nodes_of(result, "import.value_from_label") == Names{"h:hrv"});
  for (const std::string other :
       {"Bypass 75 %", "Heat recovery, 100 % outdoor air", "Rotary wheel, speed 40 %"}) {
    CAPTURE(other);
    CHECK(nodes_of(labelled(other), "import.value_from_label").empty());
  }
}

TEST_CASE("a coil with water of a chiller cools only, and one without water is reported") {
  const std::string coil =
      kHouse +
      "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 .\n";
  const Translation chilled = graph(coil + "h:ch a s4bldg:Chiller ; fso:suppliesFluidTo h:c .\n");
  CHECK(chilled.report.rules.at("saref.coil_chilled_water") == 1);
  CHECK_FALSE(reports(chilled, "nor its water"));
  const Translation bare = graph(coil + "h:ch a s4bldg:Chiller .\n");
  CHECK(type_of(bare, "c") == "Coil");
  CHECK(reports(bare, "nor its water"));
}

TEST_CASE("pipes, tees, pumps and valves of FPO lead water to radiators") {
  const Translation result = graph(
      "h:s a bot:Storey ; bot:hasSpace h:a, h:b . h:a a bot:Space . h:b a bot:Space .\n"
      "h:a bot:containsElement h:ra . h:b bot:containsElement h:rb .\n"
      "h:ra a fpo:SpaceHeater . h:rb a fpo:SpaceHeater .\n"
      "h:boiler a fpo:Boiler ; fso:suppliesFluidTo h:p1 . h:p1 a fso:Segment, fpo:Pipe ; "
      "fso:suppliesFluidTo h:pump .\n"
      "h:pump a fso:FlowMovingDevice, fpo:Pump ; fso:suppliesFluidTo h:t . "
      "h:t a fso:Fitting, fpo:Tee ; fso:suppliesFluidTo h:va, h:vb .\n"
      "h:va a fso:FlowController, fpo:Valve ; fso:suppliesFluidTo h:p2 . h:p2 a fpo:Pipe ; "
      "fso:suppliesFluidTo h:ra .\n"
      "h:vb a fpo:Valve ; fso:suppliesFluidTo h:rb .\n"
      "h:ra fso:returnsFluidTo h:t2 . h:rb fso:returnsFluidTo h:t2 . h:t2 a fpo:Tee ; "
      "fso:returnsFluidTo h:boiler .\n");
  CHECK(result.report.rules ==
        Counts{{"saref.boiler", 1}, {"saref.heater", 2}, {"saref.space", 2}, {"saref.valve", 2}});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.class_unknown").empty());
  CHECK_FALSE(reports(result, "has no valve"));
  CHECK(connected(result, "va.waterFlowRate -> ra.waterFlowRate"));
  CHECK(connected(result, "vb.waterFlowRate -> rb.waterFlowRate"));
}

/// A flat with heat recovery, whose air terminals are in its rooms. `name` keeps flats apart.
std::string ventilated_flat(const std::string& name) {
  std::string text =
      "h:@_in a fso:Terminal ; fso:suppliesFluidTo h:@_hrv .\n"
      "h:@_hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:@_sf ; fso:returnsFluidTo "
      "h:@_out . h:@_out a fso:Terminal .\n"
      "h:@_sf a s4bldg:Fan ; fso:suppliesFluidTo h:@_z1, h:@_z2 ;\n"
      "  s4bldg:nominalAirFlowRate [ saref:hasValue 120.0 ; saref:isMeasuredIn unit:M3-PER-HR ] .\n"
      "h:@_z1 a fso:Terminal, s4bldg:FlowTerminal . h:@_z2 a fso:Terminal .\n"
      "h:@_a1 a fso:Terminal ; fso:returnsFluidTo h:@_ef .\n"
      "h:@_ef a s4bldg:Fan ; fso:returnsFluidTo h:@_filter .\n"
      "h:@_filter a s4bldg:Filter ; fso:returnsFluidTo h:@_hrv .\n"
      "h:@_living a bot:Space ; bot:containsElement h:@_z1 . h:@_bed a bot:Space ; "
      "bot:containsElement h:@_z2 . h:@_bath a bot:Space ; bot:containsElement h:@_a1 .\n";
  for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) {
    text.replace(at, 1, name);
  }
  return text;
}

const std::string kValues =
    "@prefix saref: <https://saref.etsi.org/core/> . @prefix unit: <http://qudt.org/vocab/unit/> "
    ".\n";

TEST_CASE("air terminals in rooms connect the ducts with them, in each flat apart") {
  const Translation result = graph(kValues + ventilated_flat("a") + ventilated_flat("b"));
  CHECK(result.report.rules == Counts{{"saref.damper", 4},
                                      {"saref.exhaust_damper_overflow", 2},
                                      {"saref.fan", 2},
                                      {"saref.heat_recovery", 2},
                                      {"saref.return_fan", 2},
                                      {"saref.space", 6}});
  CHECK(connected(result, "a_z1.airFlowRate -> a_living.supplyAirFlowRate"));
  CHECK(connected(result, "a_living.indoorTemperature -> a_bath/overflow.u[a_living]"));
  CHECK_FALSE(connected(result, "b_living.indoorTemperature -> a_bath/overflow.u[b_living]"));
  // 120 m3/h of 1.2 kg/m3, for two rooms.
  CHECK(parameter(result, "a_z1", "nominalAirFlowRate") == Approx(0.02));
  CHECK(parameter(result, "a_a1", "nominalAirFlowRate") == Approx(0.04));
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("a room with dampers of its own keeps them, and its extract terminal has none") {
  const Translation result = graph(
      "h:out a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:hrv .\n"
      "h:hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:sf . h:sf a s4bldg:Fan ; "
      "fso:suppliesFluidTo h:duct . h:duct a fso:Segment .\n"
      "h:d a s4bldg:Damper ; fso:hasFluidSuppliedBy h:duct ; fso:suppliesFluidTo h:t .\n"
      "h:t a fso:Terminal . h:e a fso:Terminal ; fso:returnsFluidTo h:back .\n"
      "h:back a fso:Segment ; fso:returnsFluidTo h:hrv .\n"
      "h:room a bot:Space ; bot:containsElement h:t, h:e .\n");
  CHECK(result.report.rules == Counts{{"saref.damper", 1},
                                      {"saref.fan", 1},
                                      {"saref.heat_recovery", 1},
                                      {"saref.outdoor", 1},
                                      {"saref.space", 1}});
  CHECK(connected(result, "d.airFlowRate -> room.supplyAirFlowRate"));
  CHECK(connected(result, "room.indoorTemperature -> hrv.secondaryTemperatureIn"));
}

TEST_CASE("heaters with electricity as their energy source draw it") {
  const Translation result = graph(
      "h:room a bot:Space ; bot:containsElement h:e . h:e a s4bldg:SpaceHeater ; "
      "s4bldg:energySource \"ELECTRICITY\" .\n"
      "h:b a s4bldg:Boiler . h:other a bot:Space ; bot:containsElement h:r . h:r a "
      "s4bldg:SpaceHeater .\n");
  CHECK(type_of(result, "e/element") == "ElectricHeater");
  CHECK(type_of(result, "r/element").empty());
  CHECK(connected(result, "e/element.outletWaterTemperature -> e.supplyWaterTemperature"));
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> r.supplyWaterTemperature"));
  const auto cold = mean_signals(under(result.model, -10.0), 2, {"e/element.Power"});
  CHECK(cold[0] > 100.0);
}

TEST_CASE("a chiller whose water flows through a coil gives its cold") {
  const Translation result = graph(
      "h:out a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:c .\n"
      "h:c a s4bldg:Coil ; fso:suppliesFluidTo h:sf . h:sf a s4bldg:Fan ; fso:suppliesFluidTo h:d "
      ". h:d a s4bldg:Damper ; fso:suppliesFluidTo h:room . h:room a bot:Space .\n"
      "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo "
      "h:c "
      ".\n");
  CHECK(result.report.rules.contains("saref.chiller"));
  CHECK(connected(result, "k/chiller.outletWaterTemperature -> c.supplyWaterTemperature"));
  const auto hot = mean_signals(under(result.model, 32.0), 2, {"k/chiller.Power"});
  CHECK(hot[0] > 20.0);
}

TEST_CASE("a boiler burns what its energy source states, and its pump draws electricity") {
  const auto heated = [](const std::string& source) {
    return graph("h:b a s4bldg:Boiler" + source +
                 " ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo h:r .\n"
                 "h:r a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:room . h:room a bot:Space .\n");
  };
  const Translation pellets = heated(" ; s4bldg:energySource \"WOOD_PELLET\"");
  CHECK(word(pellets, "b/boiler", "fuel") == "wood");
  CHECK(type_of(pellets, "b/circulator") == "Pump");
  CHECK_FALSE(nodes_of(heated(""), "import.value_guessed", "boiler.fuel").empty());
  const Translation electric = heated(" ; s4bldg:energySource \"ELECTRICITY\"");
  CHECK(type_of(electric, "b/element") == "ElectricHeater");
  CHECK(type_of(electric, "b/boiler").empty());
  CHECK(mean_signals(under(electric.model, -10.0), 2, {"b/element.Power"})[0] > 100.0);
}

TEST_CASE("the efficiency of heat recovery and the air of a room's dampers are as stated") {
  std::string text = ventilated_flat("a");
  text +=
      "h:a_hrv s4bldg:thermalEfficiency [ saref:hasValue 0.84 ] .\n"
      "h:hall a bot:Space ; bot:containsElement h:e . h:e a fso:Terminal ; fso:returnsFluidTo "
      "h:x . h:x a s4bldg:Damper ; fso:returnsFluidTo h:a_ef .\n"
      "h:s a s4bldg:Damper ; fso:hasFluidSuppliedBy h:a_sf ; fso:suppliesFluidTo h:hall ;\n"
      "  s4bldg:nominalAirFlowRate [ saref:hasValue 0.05 ] .\n";
  const Translation result = graph(kValues + text);
  CHECK(parameter(result, "a_hrv", "eps_75_h") == Approx(0.84));
  CHECK(parameter(result, "x", "nominalAirFlowRate") == Approx(0.05));
}

TEST_CASE("terminals that state their room are as those that the room contains") {
  const Translation result = graph(
      "h:hrv a s4bldg:AirToAirHeatRecovery . h:sf a s4bldg:Fan ; fso:hasFluidSuppliedBy h:hrv .\n"
      "h:ef a s4bldg:Fan ; fso:returnsFluidTo h:hrv . h:in a fso:Segment ; fso:suppliesFluidTo "
      "h:hrv .\n"
      "h:s a fso:Terminal ; fso:hasFluidSuppliedBy h:sf ; fso:suppliesFluidTo h:living .\n"
      "h:e a fso:Terminal ; fso:returnsFluidTo h:ef ; fso:hasFluidReturnedBy h:kitchen .\n"
      "h:living a bot:Space ; bot:containsElement h:s . h:kitchen a bot:Space ; "
      "bot:containsElement h:e .\n");
  CHECK(result.report.rules.contains("saref.heat_recovery"));
  CHECK(type_of(result, "s") == "Damper");
  CHECK(type_of(result, "e") == "Damper");
  CHECK(nodes_of(result, "import.left_out").empty());
}

TEST_CASE("a heat pump is a plant that draws electricity and the heat of outdoor air") {
  const Translation result = graph(
      kValues +
      "h:wp a s4bldg:HeatPump ; s4bldg:nominalHeatingCapacity [ saref:hasValue 12.0 ; "
      "saref:isMeasuredIn <http://qudt.org/vocab/unit/KiloW> ] ; fso:suppliesFluidTo h:tank .\n"
      "h:tank a s4bldg:Tank ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo "
      "h:r "
      ".\n"
      "h:r a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:room . h:room a bot:Space .\n");
  CHECK(type_of(result, "wp/heatPump") == "HeatPump");
  CHECK(parameter(result, "wp/heatPump", "nominalHeatingPower") == Approx(12'000.0));
  CHECK(type_of(result, "wp/boiler").empty());
  CHECK(type_of(result, "wp/element").empty());
  CHECK(nodes_of(result, "import.class_unknown").empty());
  const auto cold =
      mean_signals(under(result.model, -5.0), 2, {"wp/heatPump.heatingPower", "wp/heatPump.Power"});
  CHECK(cold[0] > 200.0);
  // A COP of 2.1 for a lift of 55 K, which cycling reduces by up to a quarter (C_d = 0.25).
  CHECK(cold[0] / cold[1] < 2.1);
  CHECK(cold[0] / cold[1] > 0.75 * 2.05);
}

TEST_CASE("coils of a room are one fan coil unit on their boiler and chiller") {
  const std::string room =
      "h:hc a s4bldg:Coil ; s4bldg:isContainedIn h:r . h:r a s4bldg:BuildingSpace .\n"
      "h:f a s4bldg:Fan ; s4bldg:isContainedIn h:r ; s4bldg:nominalPowerRate 30 .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:hc . h:hc fso:returnsFluidTo h:b .\n";
  const Translation both =
      graph(room +
            "h:cc a s4bldg:Coil ; s4bldg:isContainedIn h:r . h:k a s4bldg:Chiller ; "
            "fso:suppliesFluidTo h:cc . h:cc fso:returnsFluidTo h:k .\n");
  CHECK(both.report.rules.at("saref.room_coil") == 1);
  CHECK(both.report.rooms.as_drawn == 1);
  CHECK(connected(both, "b/boiler.outletWaterTemperature -> hc.supplyHotWaterTemperature"));
  CHECK(connected(both, "k/chiller.outletWaterTemperature -> hc.supplyChilledWaterTemperature"));
  CHECK(connected(both, "hc/hotValve.waterFlowRate -> b/return.waterFlowRateIn[hc]"));
  CHECK(connected(both, "hc/chilledValve.waterFlowRate -> k/return.waterFlowRateIn[hc]"));
  CHECK(parameter(both, "hc", "nominalPowerRate") == 30.0);
  CHECK(nodes_of(both, "import.not_mapped").empty());
  const Translation heats = graph(room);
  CHECK(heats.report.rules.at("saref.room_coil") == 1);
  CHECK(type_of(heats, "hc/chilledValve").empty());
}

TEST_CASE("coils behind an exchanger without a plant are on its district heating") {
  const Translation result = graph(
      "h:x a s4bldg:HeatExchanger ; fso:suppliesFluidTo h:c . h:c fso:returnsFluidTo h:x .\n"
      "h:c a s4bldg:Coil ; fso:suppliesFluidTo h:f . h:f a s4bldg:Fan ; fso:suppliesFluidTo "
      "h:d . h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r . h:r a s4bldg:BuildingSpace .\n");
  CHECK(type_of(result, "c") == "WaterCoil");
  CHECK(connected(result, "x/substation.outletWaterTemperature -> c.supplyWaterTemperature"));
}

TEST_CASE("a pump behind a heat exchanger moves its water") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a s4bldg:SpaceHeater .\n"
      "h:x a s4bldg:HeatExchanger ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
      "s4bldg:nominalPowerRate 45 ; fso:suppliesFluidTo h:rad . h:rad fso:returnsFluidTo h:x .\n");
  CHECK(connected(result, "x/return.waterFlowRateOut -> x/circulator.waterFlowRate"));
  CHECK(connected(result,
                  "x/circulator.outletWaterTemperature -> x/substation.inletWaterTemperature"));
  CHECK(parameter(result, "x/circulator", "nominalPowerRate") == 45.0);
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("tanks that are not simulated are reported") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:c . h:c a s4bldg:Coil .\n"
      "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:t . h:t a s4bldg:Tank ; fso:suppliesFluidTo "
      "h:p ; fso:returnsFluidTo h:k . h:p a s4bldg:Pump ; fso:suppliesFluidTo h:c .\n"
      "h:c fso:returnsFluidTo h:t .\n");
  CHECK(nodes_of(result, "import.part_left_out", "tanks") == std::vector<std::string>{"h:t"});
}

TEST_CASE("the tank between a boiler and all of its consumers is a buffer") {
  const std::string house =
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a s4bldg:SpaceHeater .\n"
      "h:cellar a bot:Space ; bot:containsElement h:t .\n"
      "h:b a s4bldg:Boiler ; s4bldg:outputCapacity 10000 ; fso:suppliesFluidTo h:t . h:t a "
      "s4bldg:Tank ; fso:suppliesFluidTo h:p ; fso:returnsFluidTo h:b . h:p a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:rad . h:rad fso:returnsFluidTo h:t .\n";
  const Translation result = graph(house + "h:t s4bldg:nominalCapacity 0.3 .\n");
  CHECK(type_of(result, "b/tank") == "StorageTank");
  CHECK(parameter(result, "b/tank", "V") == Approx(0.3));
  CHECK(connected(result, "b/tank.dischargeSupplyWaterTemperature -> rad.supplyWaterTemperature"));
  CHECK(connected(result, "b/tank.heatLoss -> cellar.heatGain[b]"));
  CHECK(nodes_of(result, "import.part_left_out", "tanks").empty());
  const Balance balance = balance_under(result.model, -10.0, 3);
  CHECK(balance.open_ends.empty());
  CHECK(parameter(graph(house), "b/tank", "V") == Approx(0.3));  // 30 l per kW
  // A radiator besides it takes water of the boiler itself.
  const Translation bypassed = graph(house +
                                     "h:b fso:suppliesFluidTo h:q . h:q a s4bldg:SpaceHeater ; "
                                     "s4bldg:isContainedIn h:cellar .\n");
  CHECK(type_of(bypassed, "b/tank").empty());
  CHECK(nodes_of(bypassed, "import.part_left_out", "tanks") == std::vector<std::string>{"h:t"});
}

TEST_CASE("a beam takes the water of its chiller, and heats only if nothing else is known to") {
  const std::string beam =
      "h:r a bot:Space ; bot:containsElement h:c . h:c a s4bldg:CooledBeam .\n";
  const Translation cools = graph(
      beam +
      "h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; fso:suppliesFluidTo "
      "h:c . h:c fso:returnsFluidTo h:k .\n");
  CHECK(connected(cools, "k/chiller.outletWaterTemperature -> c.supplyChilledWaterTemperature"));
  CHECK(connected(cools, "c/chilledValve.waterFlowRate -> k/return.waterFlowRateIn[c]"));
  CHECK(type_of(cools, "c/hotValve").empty());
  CHECK(type_of(graph(beam + "h:r bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"),
                "c/hotValve")
            .empty());
  CHECK(type_of(graph(beam), "c/hotValve") == "Valve");
  const Translation heats = graph(
      beam + "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:c . h:c fso:returnsFluidTo h:b .\n");
  CHECK(connected(heats, "b/boiler.outletWaterTemperature -> c.supplyHotWaterTemperature"));
}

TEST_CASE("heat exchangers of FSO in the air are coils") {
  const Translation result = graph(
      "h:u a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:f . h:f a fso:Fan ; "
      "fso:suppliesFluidTo h:c . h:c a fso:HeatExchanger ; fso:suppliesFluidTo h:d ; "
      "fso:returnsFluidTo h:x . h:d a fso:Damper ; fso:suppliesFluidTo h:r . h:r a bot:Space .\n"
      "h:x a fso:HeatExchanger ; fso:suppliesFluidTo h:p . h:p a fso:Pump ; fso:suppliesFluidTo "
      "h:c .\n");
  CHECK(type_of(result, "c") == "WaterCoil");
  CHECK(connected(result, "x/substation.outletWaterTemperature -> c.supplyWaterTemperature"));
  CHECK(connected(result, "f.outletAirTemperature -> c.inletAirTemperature"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("connections of SAREF4SYST have the direction in which they are written") {
  const Translation result = graph(
      "h:u a s4bldg:AirToAirHeatRecovery ; s4syst:connectedTo h:c . h:c a s4bldg:Coil ; "
      "s4syst:connectedTo h:f . h:f a s4bldg:Fan ; s4syst:connectedTo h:d . h:d a s4bldg:Damper ; "
      "s4syst:connectedTo h:r . h:r a s4bldg:BuildingSpace ; s4syst:connectedTo h:e, h:q ; "
      "s4bldg:contains h:rad . h:q a s4bldg:BuildingSpace . h:e a s4bldg:Damper ; "
      "s4syst:connectedTo h:ef . h:ef a s4bldg:Fan ; s4syst:connectedTo h:u .\n"
      "h:x a s4bldg:HeatExchanger ; s4syst:connectedTo h:p . h:p a s4bldg:Pump ; "
      "s4syst:connectedTo h:v, h:w . h:w a s4bldg:Valve ; s4syst:connectedTo h:c . h:v a "
      "s4bldg:Valve ; s4syst:connectedTo h:rad . h:rad a s4bldg:SpaceHeater ; s4syst:connectedTo "
      "h:x .\n");
  CHECK(connected(result, "u.primaryTemperatureOut -> c.inletAirTemperature"));
  CHECK(connected(result, "c.outletAirTemperature -> f.inletAirTemperature"));
  CHECK(connected(result, "e.airFlowRate -> ef/flow.airFlowRateIn[e]") !=
        connected(result, "e.airFlowRate -> u.secondaryAirFlowRate"));
  CHECK(connected(result, "x/substation.outletWaterTemperature -> rad.supplyWaterTemperature"));
  CHECK(connected(result, "v.waterFlowRate -> x/return.waterFlowRateIn[rad]"));
  CHECK(connected(result, "x/substation.outletWaterTemperature -> c.supplyWaterTemperature"));
  CHECK(connected(result, "q.indoorTemperature -> r.adjacentZoneTemperature[q]"));
  CHECK(lost(result, -10.0) < 1e-6);
  // In both directions, water flows from plants.
  const Translation both = graph(
      "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:rad . h:rad a s4bldg:SpaceHeater .\n"
      "h:x a s4bldg:HeatExchanger ; s4syst:connectedTo h:rad . h:rad s4syst:connectedTo h:x .\n");
  CHECK(connected(both, "x/substation.outletWaterTemperature -> rad.supplyWaterTemperature"));
}

TEST_CASE("connections that only join systems lead water from plants to consumers") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a s4bldg:SpaceHeater .\n"
      "h:tech a bot:Space ; bot:containsElement h:k, h:p, h:coil . h:k a s4bldg:Boiler . h:p a "
      "s4bldg:Pump . h:coil a s4bldg:Coil . h:f a s4bldg:Fan . h:t a s4bldg:FlowTerminal .\n"
      "h:c1 a s4syst:Connection ; s4syst:connectsSystem h:k, h:p . h:c2 a s4syst:Connection ; "
      "s4syst:connectsSystem h:p, h:rad . h:c3 a s4syst:Connection ; s4syst:connectsSystem "
      "h:coil, h:f . h:c4 a s4syst:Connection ; s4syst:connectsSystem h:f, h:t .\n");
  CHECK(connected(result, "k/boiler.outletWaterTemperature -> rad.supplyWaterTemperature"));
  CHECK(type_of(result, "k/circulator") == "Pump");
  CHECK(type_of(result, "coil").empty());  // it is not a unit of the plant room
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("the only area and volume of a room are its own") {
  const Translation result = graph(
      "@prefix saref: <https://saref.etsi.org/core/> . @prefix om: "
      "<http://www.ontology-of-units-of-measure.org/resource/om-2/> .\n"
      "h:r a s4bldg:BuildingSpace ; saref:hasPropertyValue h:v . h:v saref:isValueOfProperty "
      "h:FloorArea ; saref:hasValue 96.0 ; saref:isMeasuredIn om:squareMetre .\n");
  CHECK(parameter(result, "r", "floorArea") == 96.0);
  CHECK(nodes_of(result, "import.unit_assumed").empty());
}

TEST_CASE("units that take the air of a room and give it back take no outdoor air") {
  const std::string hall =
      "h:hall a bot:Space . h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:c1, h:c2 .\n";
  const auto unit = [](const std::string& n) {
    return "h:hall fso:returnsFluidTo h:c" + n + " . h:c" + n +
           " a s4bldg:Coil ; "
           "fso:suppliesFluidTo h:f" +
           n +
           " ; fso:returnsFluidTo h:k ; "
           "s4bldg:nominalSensibleCapacity 80000 . h:f" +
           n +
           " a s4bldg:Fan ; "
           "s4bldg:nominalAirFlowRate 6 ; s4bldg:nominalPowerRate 3000 ; fso:suppliesFluidTo "
           "h:hall .\n";
  };
  const Translation result = graph(hall + unit("1") + unit("2"));
  for (const std::string c : {"c1", "c2"}) {
    CAPTURE(c);
    CHECK(type_of(result, c) == "FanCoilUnit");
    CHECK(connected(result, "hall.indoorTemperature -> " + c + ".indoorTemperature"));
    CHECK(connected(result,
                    "k/chiller.outletWaterTemperature -> " + c + ".supplyChilledWaterTemperature"));
    CHECK(connected(result,
                    c + "/chilledValve.waterFlowRate -> k/return.waterFlowRateIn[" + c + "]"));
    CHECK(parameter(result, c, "nominalAirFlowRate") == Approx(6.0));
    CHECK(parameter(result, c, "nominalPowerRate") == 3000.0);    // of its own fan
    CHECK(parameter(result, c, "UA_cooling") == Approx(8336.0));  // 0.1042 1/K of 80 kW
  }
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(lost(result, 20.0) < 1e-6);
}

TEST_CASE("a system in a room contains the parts of a unit of the room") {
  const Translation result = graph(
      "h:hall a s4bldg:BuildingSpace ; s4bldg:contains h:u . h:u a s4syst:System ; "
      "s4syst:hasSubSystem h:c, h:f . h:c a s4bldg:Coil ; s4syst:connectedTo h:f . h:f a "
      "s4bldg:Fan ; s4bldg:nominalAirFlowRate 2 .\n"
      "h:k a s4bldg:Chiller ; s4syst:connectedTo h:c .\n");
  CHECK(type_of(result, "c") == "FanCoilUnit");
  CHECK(connected(result, "k/chiller.outletWaterTemperature -> c.supplyChilledWaterTemperature"));
  CHECK(parameter(result, "c", "nominalAirFlowRate") == Approx(2.0));
}

TEST_CASE("a fan extracts the air of rooms without supply") {
  const std::string rooms =
      "h:living a bot:Space ; bot:adjacentZone h:kitchen . h:kitchen a bot:Space . h:bath a "
      "bot:Space . h:f a s4bldg:Fan ; s4bldg:nominalAirFlowRate 0.05 ; s4bldg:nominalPowerRate 30 "
      ".\n";
  const Translation direct =
      graph(rooms + "h:kitchen fso:returnsFluidTo h:f . h:bath fso:returnsFluidTo h:f .\n");
  CHECK(type_of(direct, "f") == "Damper");
  CHECK(type_of(direct, "f/fan") == "Fan");
  CHECK(connected(direct, "f/flowShare.value -> kitchen.exhaustAirFlowRate"));
  CHECK(connected(direct, "f/flowShare.value -> bath.exhaustAirFlowRate"));
  CHECK(connected(direct, "f.airFlowRate -> f/fan.airFlowRate"));
  CHECK(parameter(direct, "f", "nominalAirFlowRate") == Approx(0.05));
  CHECK(parameter(direct, "f/fan", "nominalPowerRate") == 30.0);
  CHECK(lost(direct, -10.0) < 1e-6);
  const std::string grille =
      "h:kitchen fso:returnsFluidTo h:g . h:g a fso:Terminal ; fso:returnsFluidTo h:f .\n";
  const Translation behind = graph(rooms + grille);
  CHECK(connected(behind, "g.airFlowRate -> kitchen.exhaustAirFlowRate"));
  CHECK(type_of(behind, "f") == "Fan");
  CHECK(lost(behind, -10.0) < 1e-6);
}

TEST_CASE("a fan behind extract grilles returns the air of supplied rooms") {
  const Translation result = graph(
      "h:r a bot:Space . h:u a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:sf . h:sf a "
      "s4bldg:Fan ; fso:suppliesFluidTo h:t . h:t a fso:Terminal ; fso:suppliesFluidTo h:r .\n"
      "h:r fso:returnsFluidTo h:e . h:e a fso:Terminal ; fso:returnsFluidTo h:s . h:s a "
      "fso:Segment ; fso:returnsFluidTo h:ef . h:ef a s4bldg:Fan ; fso:returnsFluidTo h:u .\n");
  CHECK(connected(result, "ef/flow.airFlowRateOut -> ef.airFlowRate"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.passed_through").size() == 2);
  CHECK(result.report.equipment.mapped == result.report.equipment.total);
  CHECK(lost(result, -10.0) < 1e-6);
}

const std::string kTwoRadiators =
    "h:r a bot:Space ; bot:containsElement h:rad . h:rad a s4bldg:SpaceHeater ; "
    "s4bldg:outputCapacity 1500 .\n"
    "h:q a bot:Space ; bot:containsElement h:rad2 . h:rad2 a s4bldg:SpaceHeater ; "
    "s4bldg:outputCapacity 500 .\n"
    "h:p a s4bldg:Pump ; fso:suppliesFluidTo h:rad, h:rad2 .\n";

TEST_CASE("boilers side by side supply equal shares, each sized for its share") {
  const Translation result = graph(
      kTwoRadiators +
      "h:a a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:b a s4bldg:Boiler ; fso:suppliesFluidTo "
      "h:p .\n");
  for (const std::string plant : {"a", "b"}) {
    CHECK(connected(result,
                    plant + "/boiler.outletWaterTemperature -> rad/hotMean.u[" + plant + "]"));
    CHECK(connected(result, "rad/hotShare.value -> " + plant + "/return.waterFlowRateIn[rad]"));
    CHECK(connected(result,
                    "rad.outletWaterTemperature -> " + plant + "/return.waterTemperatureIn[rad]"));
    CHECK(parameter(result, plant + "/boiler", "nominalHeatingPower") == Approx(1000.0));
  }
  CHECK(parameter(result, "rad/hotShare", "share") == 0.5);
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("a heat pump carries the base load of a boiler next to it") {
  const Translation result =
      graph(kTwoRadiators +
            "h:hp a s4bldg:HeatPump ; fso:suppliesFluidTo h:p . h:b a s4bldg:Boiler ; "
            "fso:suppliesFluidTo h:p .\n");
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> rad.supplyWaterTemperature"));
  CHECK(connected(result,
                  "hp/heatPump.outletWaterTemperature -> b/circulator.inletWaterTemperature"));
  CHECK(connected(result, "b/return.waterFlowRateOut -> hp/return.waterFlowRateIn[b]"));
  CHECK(connected(result, "b/return.waterTemperatureOut -> hp/return.waterTemperatureIn[b]"));
  CHECK(connected(result,
                  "heat_pump_setpoint.scheduleValue -> b/boiler.outletWaterTemperatureSetpoint"));
  CHECK(lost(result, -10.0) < 1e-6);
  const Extremes pump = run(under(result.model, 0.0), 3, "HeatPump", "heatingPower");
  CHECK(pump.highest > 500.0);
}

TEST_CASE("a boiler whose water flows into another boiler heats it before") {
  const Translation result = graph(
      kTwoRadiators +
      "h:a a s4bldg:Boiler ; fso:suppliesFluidTo h:b . h:b a s4bldg:Boiler ; fso:suppliesFluidTo "
      "h:p .\n");
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> rad.supplyWaterTemperature"));
  CHECK(connected(result, "a/boiler.outletWaterTemperature -> b/circulator.inletWaterTemperature"));
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("chillers side by side share their load, and start one after the other") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:c . h:c a s4bldg:CooledBeam .\n"
      "h:a a s4bldg:Chiller ; fso:suppliesFluidTo h:c . h:b a s4bldg:Chiller ; "
      "fso:suppliesFluidTo h:c .\n");
  CHECK(connected(result, "a/chiller.outletWaterTemperature -> c/chilledMean.u[a]"));
  CHECK(connected(result, "c/chilledShare.value -> b/return.waterFlowRateIn[c]"));
  CHECK(parameter(result, "b/chiller", "parallelMachines") == 2.0);
  CHECK(lost(result, 32.0) < 1e-6);
}

TEST_CASE("an exchanger that supplies rooms and gets their air back recovers heat") {
  const Translation result = graph(
      "h:s1 a bot:Space . h:s2 a bot:Space .\n"
      "h:hr a fpo:HeatExchanger ; fso:suppliesFluidTo h:sf . h:sf a s4bldg:Fan ; "
      "fso:suppliesFluidTo h:t1 . h:t1 a fso:Terminal ; fso:suppliesFluidTo h:s1 ; "
      "s4bldg:nominalAirFlowRate 0.11 .\n"
      "h:s1 fso:returnsFluidTo h:e1 . h:e1 a fso:Terminal ; fso:returnsFluidTo h:duct ; "
      "s4bldg:nominalAirFlowRate 0.06 .\n"
      "h:s2 fso:returnsFluidTo h:e2 . h:e2 a fso:Terminal ; fso:returnsFluidTo h:duct ; "
      "s4bldg:nominalAirFlowRate 0.05 .\n"
      "h:duct a fso:Segment ; fso:returnsFluidTo h:hr . h:hr fso:returnsFluidTo h:ef . h:ef a "
      "s4bldg:Fan .\n"
      "h:s1 fso:feedsFluidTo h:grille . h:grille a fso:Terminal ; fso:feedsFluidTo h:s2 .\n");
  CHECK(type_of(result, "hr") == "AirToAirHeatRecovery");
  CHECK(connected(result, "hr.primaryTemperatureOut -> sf.inletAirTemperature"));
  CHECK(parameter(result, "e1", "nominalAirFlowRate") == Approx(0.06));
  CHECK(parameter(result, "e2", "nominalAirFlowRate") == Approx(0.05));
  CHECK(connected(result, "e2.airFlowRate -> s2.supplyAirFlowRate"));  // it comes from s1
  CHECK(connected(result, "s1.indoorTemperature -> s2/overflow.u[s1]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("boilers side by side at a tank share the load, whatever water the tank gives back") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace . h:rad a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:r ; "
      "s4syst:connectedTo h:r, h:tank .\n"
      "h:a a s4bldg:Boiler ; s4syst:connectedTo h:pa . h:pa a s4bldg:Pump ; s4syst:connectedTo "
      "h:tank . h:b a s4bldg:Boiler ; s4syst:connectedTo h:pb . h:pb a s4bldg:Pump ; "
      "s4syst:connectedTo h:tank .\n"
      "h:tank a s4bldg:Tank ; s4syst:connectedTo h:p, h:a, h:b . h:p a s4bldg:Pump ; "
      "s4syst:connectedTo h:v . h:v a s4bldg:Valve ; s4syst:connectedTo h:rad .\n");
  CHECK(result.report.rules.at("saref.boiler") == 2);
  CHECK(connected(result, "a/boiler.outletWaterTemperature -> rad/hotMean.u[a]"));
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> rad/hotMean.u[b]"));
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("primary air through a chilled beam gets into the room of the beam") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace ; s4syst:connectedTo h:ef . h:ef a s4bldg:Fan .\n"
      "h:sf a s4bldg:Fan ; s4syst:connectedTo h:d . h:d a s4bldg:Damper ; s4bldg:isContainedIn "
      "h:r ; s4syst:connectedTo h:beam .\n"
      "h:beam a s4bldg:CooledBeam ; s4bldg:isContainedIn h:r ; s4syst:connectedTo h:r .\n"
      "h:c a s4bldg:Chiller ; s4syst:connectedTo h:beam .\n");
  CHECK(connected(result, "d.airFlowRate -> r.supplyAirFlowRate"));
  CHECK(connected(result, "sf.outletAirTemperature -> r.supplyAirTemperature"));
  CHECK(
      connected(result, "c/chiller.outletWaterTemperature -> beam.supplyChilledWaterTemperature"));
  CHECK(lost(result, 32.0) < 1e-6);
}

TEST_CASE("an air heater drawn as an exchanger of water and a device in the air is one coil") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:rad . h:rad a fpo:SpaceHeater ; fso:returnsFluidTo "
      "h:ret .\n"
      "h:hx a fpo:HeatExchanger ; fso:suppliesFluidTo h:man . h:man a fso:Fitting ; "
      "fso:suppliesFluidTo h:rad, h:coil . h:ret a fso:Fitting ; fso:returnsFluidTo h:hx .\n"
      "h:coil a fpo:HeatExchanger ; fso:returnsFluidTo h:ret ; fso:transfersHeatTo h:air .\n"
      "h:air a fso:EnergyConversionDevice ; fso:suppliesFluidTo h:t . h:sf a fpo:Fan ; "
      "fso:suppliesFluidTo h:air . h:t a fso:Terminal ; fso:suppliesFluidTo h:r .\n");
  CHECK(type_of(result, "air") == "WaterCoil");
  CHECK(type_of(result, "hx/substation") == "DistrictHeatingSubstation");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("a unit that mixes return and outdoor air serves its rooms, and the mixing is reported") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace ; s4syst:connectedTo h:rf . h:rf a s4bldg:Fan ; "
      "s4syst:connectedTo h:rad, h:ead . h:ead a s4bldg:Damper .\n"
      "h:oad a s4bldg:Damper ; s4syst:connectedTo h:f . h:rad a s4bldg:Damper ; "
      "s4syst:connectedTo h:f . h:f a s4bldg:Filter ; s4syst:connectedTo h:hc .\n"
      "h:hc a s4bldg:Coil ; s4syst:connectedTo h:sf . h:sf a s4bldg:Fan ; s4syst:connectedTo "
      "h:vav . h:vav a s4bldg:Damper ; s4bldg:isContainedIn h:r ; s4syst:connectedTo h:r .\n");
  CHECK(type_of(result, "hc") == "Coil");
  CHECK(connected(result, "vav.airFlowRate -> r.supplyAirFlowRate"));
  CHECK(nodes_of(result, "import.part_left_out") == std::vector<std::string>{"h:rad"});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("a coil behind a damper reheats the air of its room, by the thermostat of the room") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace . h:f a s4bldg:Fan ; fso:suppliesFluidTo h:d .\n"
      "h:d a s4bldg:Damper ; fso:suppliesFluidTo h:c ; s4bldg:airFlowRateMax 0.15 .\n"
      "h:c a s4bldg:Coil ; fso:suppliesFluidTo h:t ; fso:returnsFluidTo h:b .\n"
      "h:t a fso:Terminal ; fso:suppliesFluidTo h:r . h:b a s4bldg:Boiler ; fso:suppliesFluidTo "
      "h:p "
      ". h:p a s4bldg:Pump ; fso:suppliesFluidTo h:c .\n");
  CHECK(parameter(result, "d", "nominalAirFlowRate") == Approx(0.15));
  CHECK(connected(result, "c.outletAirTemperature -> r.supplyAirTemperature"));
  CHECK(connected(result, "d.airFlowRate -> c.airFlowRate"));
  CHECK(connected(result, "r.indoorTemperature -> c/thermostat.actualValue"));
  CHECK(connected(result, "c/reheatTo.scheduleValue -> c.outletAirTemperatureSetpoint"));
  // In heavy frost the boiler is at its limit.
  CHECK(run(under(result.model, -20.0), 3).lowest > 10.0);
}

TEST_CASE("a coil before heat recovery protects it from frost") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace . h:c a s4bldg:Coil ; s4bldg:energySource \"ELECTRICITY\" ; "
      "fso:suppliesFluidTo h:x .\n"
      "h:x a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:f . h:f a s4bldg:Fan ; "
      "fso:suppliesFluidTo h:d . h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r .\n"
      "h:r fso:returnsFluidTo h:e . h:e a s4bldg:Damper ; fso:returnsFluidTo h:x .\n");
  CHECK(connected(result, "frost_setpoint.scheduleValue -> c.outletAirTemperatureSetpoint"));
}

TEST_CASE("coils in floors heat their room without a fan") {
  for (const char* floor : {"s4bldg:placementType \"FLOOR\"",
                            "<http://www.w3.org/2000/01/rdf-schema#label> \"floor heating\""}) {
    const Translation result = graph(
        "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:c . h:c a s4bldg:Coil ; "
        "s4bldg:nominalSensibleCapacity 2400 ; " +
        std::string(floor) +
        " .\nh:b a s4bldg:Boiler ; fso:suppliesFluidTo h:v . h:v a s4bldg:Valve ; "
        "fso:suppliesFluidTo h:c .\n");
    CAPTURE(floor);
    CHECK(type_of(result, "c") == "SpaceHeater");
    CHECK(parameter(result, "c", "Q_flow_nominal_sh") == Approx(2400.0));
  }
}

TEST_CASE("floor heating without a stated capacity is sized by its room") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace ; props:area 30.0 ; s4bldg:contains h:c, h:d .\n"
      "h:c a s4bldg:Coil ; <http://www.w3.org/2000/01/rdf-schema#label> \"Fußbodenheizkreis 1\" .\n"
      "h:d a s4bldg:Coil ; <http://www.w3.org/2000/01/rdf-schema#label> \"FBH 2\" .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:v, h:d . h:v a s4bldg:Valve ; "
      "fso:suppliesFluidTo h:c .\n");
  for (const char* circuit : {"c", "d"}) {
    CAPTURE(circuit);
    CHECK(type_of(result, circuit) == "SpaceHeater");
    CHECK(parameter(result, circuit, "Q_flow_nominal_sh") == Approx(60.0 * 15.0));
    CHECK(parameter(result, circuit, "T_a_nominal_sh") == Approx(35.0));
    CHECK(parameter(result, circuit, "T_b_nominal_sh") == Approx(28.0));
  }
  CHECK(parameter(result, "v", "waterFlowRateMax") == Approx(900.0 / (4190.0 * 7.0)).epsilon(0.01));
  CHECK(nodes_of(result, "import.value_guessed", "T_a_nominal").empty());
}

TEST_CASE("a sensor that controls a setpoint states that of its room") {
  const Translation result = graph(
      "@prefix om: <http://www.ontology-of-units-of-measure.org/resource/om-2/> .\n"
      "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:h, h:t . h:h a s4bldg:SpaceHeater .\n"
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:h .\n"
      "h:t a saref:Sensor ; saref:controlsProperty h:q . h:q a saref:Temperature ; "
      "<http://www.w3.org/2000/01/rdf-schema#label> \"Raumsollwert Wohnen\" ; "
      "saref:hasValue 22.5 ; saref:isMeasuredIn om:degreeCelsius .\n");
  const Component& setpoint = result.model.component("h/thermostat_setpointValue");
  CHECK(std::get<double>(std::get<SeriesSpec>(setpoint.config.at("value")).source) == 22.5);
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("pumps of separate circuits each move the water of their consumers") {
  const std::string rooms =
      "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:h1, h:h2, h:h3 . h:h1 a s4bldg:SpaceHeater ; "
      "s4bldg:outputCapacity 1000 . h:h2 a s4bldg:SpaceHeater ; s4bldg:outputCapacity 2000 .\n"
      "h:h3 a s4bldg:SpaceHeater ; s4bldg:outputCapacity 1000 . h:p1 a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:h1 . h:p2 a s4bldg:Pump ; fso:suppliesFluidTo h:h2, h:h3 .\n"
      "h:b a s4bldg:Boiler ; s4bldg:outputCapacity 5000 .\n";
  const std::string tank =
      "h:b fso:suppliesFluidTo h:t . h:t a s4bldg:Tank ; fso:suppliesFluidTo h:p1, h:p2 .\n";
  const std::string loop =
      "h:b fso:suppliesFluidTo h:p1, h:p2 . h:h1 fso:suppliesFluidTo h:b .\n"
      "h:h2 fso:suppliesFluidTo h:b . h:h3 fso:suppliesFluidTo h:b .\n";
  for (const std::string& pipes : {tank, loop}) {
    CAPTURE(pipes);
    const Translation result = graph(rooms + pipes);
    CHECK(type_of(result, "b/circulator").empty());
    CHECK(type_of(result, "p1/pump") == "Pump");
    CHECK(connected(result, "h1/valve.waterFlowRate -> p1/flows.u[h1]"));
    CHECK(connected(result, "h3/valve.waterFlowRate -> p2/flows.u[h3]"));
    CHECK_FALSE(connected(result, "h1/valve.waterFlowRate -> p2/flows.u[h1]"));
    CHECK(parameter(result, "p2/pump", "nominalWaterFlowRate") ==
          Approx(3.0 * parameter(result, "p1/pump", "nominalWaterFlowRate")));
    const auto mean = mean_signals(result.model, 2, {"p1/pump.Power", "p2/pump.Power"});
    CHECK(mean[0] > 0.0);
    CHECK(mean[1] > mean[0]);
    CHECK(balance_under(result.model, -10.0, 1).open_ends.empty());
  }
  // A pump before all circuits moves all of the water, and two pumps side by side are one.
  const Translation main =
      graph(rooms +
            "h:b fso:suppliesFluidTo h:m . h:m a s4bldg:Pump ; fso:suppliesFluidTo h:p1, h:p2 .\n");
  CHECK(type_of(main, "b/circulator") == "Pump");
  CHECK(type_of(main, "p1/pump") == "Pump");
  CHECK(balance_under(main.model, -10.0, 1).open_ends.empty());
  const Translation twin =
      graph(rooms +
            "h:b fso:suppliesFluidTo h:p1, h:p2 . h:p1 fso:suppliesFluidTo h:h2, h:h3 . "
            "h:p2 fso:suppliesFluidTo h:h1 .\n");
  CHECK(type_of(twin, "b/circulator") == "Pump");
  CHECK(type_of(twin, "p1/pump").empty());
}

TEST_CASE("heat that is transferred to or from a room puts its device into the room") {
  const Translation radiator = graph(
      "h:r a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:feedsFluidTo h:v . h:v a "
      "s4bldg:Valve "
      "; fso:feedsFluidTo h:h . h:h a s4bldg:SpaceHeater ; fso:transfersHeatTo h:r .\n");
  CHECK(connected(radiator, "h.Power -> r.heatGain[h]"));
  const Translation beam = graph(
      "h:r a s4bldg:BuildingSpace . h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:v . h:v a "
      "s4bldg:Valve ; fso:suppliesFluidTo h:c . h:c a s4bldg:CooledBeam ; fso:transfersHeatFrom "
      "h:r "
      ".\n");
  CHECK(beam.report.rules.contains("saref.room_beam"));
}

TEST_CASE("headers between devices pass their water on") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:b a s4bldg:Boiler ; s4syst:connectedTo h:x . h:x a s4syst:System ; s4syst:connectedTo h:p "
      ". "
      "h:p a s4bldg:Pump ; s4syst:connectedTo h:h .\n");
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> h.supplyWaterTemperature"));
}

TEST_CASE("plants of a general class are what their names call them") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace ; s4bldg:contains h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:p a fso:EnergyConversionDevice ; <http://www.w3.org/2000/01/rdf-schema#label> "
      "\"Air-to-water heat pump\" ; fso:suppliesFluidTo h:h .\n");
  CHECK(type_of(result, "p/heatPump") == "HeatPump");
}

TEST_CASE("a coil of unknown water that is called a heating coil does not cool") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace . h:heating_coil a s4bldg:Coil ; fso:suppliesFluidTo h:f .\n"
      "h:f a s4bldg:Fan ; fso:suppliesFluidTo h:d . h:d a s4bldg:Damper ; fso:suppliesFluidTo h:r "
      ".\n");
  CHECK(parameter(result, "heating_coil", "nominalCoolingPower") == 0.0);
  CHECK_FALSE(result.model.component("heating_coil").parameters.contains("nominalHeatingPower"));
}

TEST_CASE("rooms without dampers have shares of the flow of their fan") {
  const Translation result = graph(
      "h:r a s4bldg:BuildingSpace . h:q a s4bldg:BuildingSpace .\n"
      "h:f a s4bldg:Fan ; s4bldg:nominalAirFlowRate 1.2 ; fso:suppliesFluidTo h:r, h:q .\n");
  CHECK(parameter(result, "r/terminal", "nominalAirFlowRate") == Approx(0.6));
  CHECK(parameter(result, "q/terminal", "nominalAirFlowRate") == Approx(0.6));
}

TEST_CASE("heaters behind one valve share its water in proportion to their capacity") {
  const Translation result = graph(
      "h:s a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:v .\n"
      "h:v a s4bldg:Valve ; fso:suppliesFluidTo h:r1, h:r2 .\n"
      "h:r1 a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:s ; s4bldg:outputCapacity 1500 .\n"
      "h:r2 a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:s ; s4bldg:outputCapacity 500 .\n");
  CHECK(parameter(result, "r1/branch", "share") == Approx(0.75));
  CHECK(parameter(result, "r2/branch", "share") == Approx(0.25));
  CHECK(connected(result, "v.waterFlowRate -> r1/branch.value"));
  CHECK(connected(result, "r1/branch.value -> r1.waterFlowRate"));
  CHECK(connected(result, "r1/branch.value -> b/return.waterFlowRateIn[r1]"));
  const auto flows =
      mean_signals(under(result.model, -5.0), 1, {"v.waterFlowRate", "b/return.waterFlowRateOut"});
  CHECK(flows[0] > 0.0);
  CHECK(flows[1] == Approx(flows[0]));
  CHECK(run(under(result.model, 5.0), 3).lowest > 10.0);
}

TEST_CASE("stated capacities of coils with water size and limit them, and size their plants") {
  const Translation result = graph(
      "h:out a s4bldg:OutdoorEnvironment ; fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; "
      "s4bldg:nominalSensibleCapacity 3000 ; fso:suppliesFluidTo h:k .\n"
      "h:k a s4bldg:Coil ; s4bldg:nominalSensibleCapacity 2000 ; fso:suppliesFluidTo h:f . h:f a "
      "s4bldg:Fan ; fso:suppliesFluidTo h:d . h:d a s4bldg:Damper ; fso:suppliesFluidTo h:s .\n"
      "h:s a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:c . h:ch a "
      "s4bldg:Chiller ; fso:suppliesFluidTo h:k .\n");
  CHECK(parameter(result, "c", "nominalPower") == 3000.0);
  CHECK(parameter(result, "k", "nominalPower") == 2000.0);
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == 3000.0);
  CHECK(parameter(result, "ch/chiller", "nominalCoolingPower") == 2000.0);
  CHECK(nodes_of(result, "import.value_unread").empty());
}

TEST_CASE("the cooling coil of a fan coil unit has its own capacity") {
  const std::string unit =
      "h:s a s4bldg:BuildingSpace . h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:c . h:ch a "
      "s4bldg:Chiller ; fso:suppliesFluidTo h:k .\n"
      "h:c a s4bldg:Coil ; s4bldg:isContainedIn h:s ; s4bldg:nominalSensibleCapacity 4000 . h:k a "
      "s4bldg:Coil ; s4bldg:isContainedIn h:s";
  const Translation result = graph(unit + " ; s4bldg:nominalSensibleCapacity 2500 .\n");
  CHECK(parameter(result, "c", "UA_heating") == Approx(0.0625 * 4000.0));
  CHECK(parameter(result, "c", "UA_cooling") == Approx(0.1042 * 2500.0));
  CHECK(parameter(result, "b/boiler", "nominalHeatingPower") == 4000.0);
  CHECK(parameter(result, "ch/chiller", "nominalCoolingPower") == 2500.0);
  CHECK(nodes_of(result, "import.value_unread").empty());
  // The capacity of the heating coil is not that of the other one.
  CHECK(parameter(graph(unit + " .\n"), "c", "UA_cooling") < 0.1042 * 4000.0);
}

TEST_CASE("a cooling tower cools the condenser of its chiller") {
  const std::string plant =
      "h:s a s4bldg:BuildingSpace . h:c a s4bldg:Coil ; s4bldg:isContainedIn h:s . h:ch a "
      "s4bldg:Chiller ; fso:suppliesFluidTo h:c . h:t a s4bldg:CoolingTower .\n";
  for (const char* water : {"h:ch fso:suppliesFluidTo h:t .\n",
                            "h:t fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
                            "fso:suppliesFluidTo h:ch .\n",
                            ""}) {
    CAPTURE(water);
    const Translation result = graph(plant + water);
    CHECK(type_of(result, "ch/towerFan") == "Fan");
    CHECK(connected(result, "ch/towerWater.scheduleValue -> ch/chiller.condenserInletTemperature"));
    CHECK(nodes_of(result, "import.not_mapped").empty());
    const Extremes fan = run(under(result.model, 32.0), 1, "Fan", "Power");
    CHECK(fan.highest > 0.05);
  }
}

TEST_CASE("thermal requirements of spaces as properties of IFC are setpoints") {
  const auto setpoint = [](const Translation& result, const std::string& part) {
    for (const auto& [id, component] : result.model.components()) {
      if (component.type != "Schedule" || !connected(result, id + ".scheduleValue -> " + part)) {
        continue;
      }
      return std::get<double>(std::get<SeriesSpec>(component.config.at("value")).source);
    }
    return 0.0;
  };
  const std::string room =
      "@prefix props: <https://w3id.org/props#> . @prefix schema: <http://schema.org/> .\n"
      "h:r a bot:Space . h:c a s4bldg:Coil ; s4bldg:isContainedIn h:r . h:b a s4bldg:Boiler ; "
      "fso:suppliesFluidTo h:c . h:k a s4bldg:Chiller ; fso:suppliesFluidTo h:d . h:d a "
      "s4bldg:Coil ; s4bldg:isContainedIn h:r .\n";
  for (const char* limits :
       {"h:r props:spaceTemperatureWinterMin_simple 19.5 ; "
        "props:spaceTemperatureSummerMax_simple 25.5 .\n",
        "h:r props:spaceTemperatureWinterMin 19.5 ; props:spaceTemperatureSummerMax 25.5 .\n",
        "h:r props:spaceTemperatureWinterMin [ schema:value 19.5 ] ; "
        "props:spaceTemperatureSummerMax [ schema:value 25.5 ] .\n"}) {
    CAPTURE(limits);
    const Translation result = graph(room + limits);
    CHECK(setpoint(result, "c/heating.setpointValue") == 19.5);
    CHECK(setpoint(result, "c/cooling.setpointValue") == 25.5);
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
}

const std::string kPool =
    "h:b1 a s4bldg:Boiler ; s4bldg:energySource \"Erdgas H\" ; fso:suppliesFluidTo h:out .\n"
    "h:out a fso:Fitting ; fso:suppliesFluidTo h:p1, h:p2 . h:back a fso:Fitting ; "
    "fso:returnsFluidTo h:b1 .\n"
    "h:p1 a s4bldg:Pump ; fso:suppliesFluidTo h:h1 . h:p2 a s4bldg:Pump ; fso:suppliesFluidTo h:x "
    ".\n"
    "h:h1 a s4bldg:SpaceHeater ; fso:transfersHeatTo h:room ; fso:returnsFluidTo h:back .\n"
    "h:x a s4bldg:HeatExchanger ; fso:transfersHeatTo h:pool ; fso:returnsFluidTo h:back .\n"
    "h:pool a s4bldg:Tank . h:room a s4bldg:BuildingSpace .\n";

TEST_CASE("an exchanger that returns its water to the boiler is a consumer, not a source") {
  const Translation result = graph(kPool);
  CHECK_FALSE(result.report.rules.contains("saref.heat_exchanger"));
  CHECK(connected(result, "b1/boiler.outletWaterTemperature -> h1.supplyWaterTemperature"));
  CHECK(nodes_of(result, "import.part_left_out", "heat does not reach rooms") ==
        std::vector<std::string>{"h:p2", "h:x"});
  CHECK(nodes_of(result, "import.value_guessed", "boiler.fuel").empty());
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("an exchanger between two pumps rests with its heaters") {
  const Translation result = graph(
      "h:b a s4bldg:Boiler ; fso:suppliesFluidTo h:p1 . h:p1 a s4bldg:Pump ; fso:suppliesFluidTo "
      "h:x . h:x a s4bldg:HeatExchanger ; fso:suppliesFluidTo h:p2 ; fso:returnsFluidTo h:b .\n"
      "h:p2 a s4bldg:Pump ; fso:suppliesFluidTo h:r . h:r a s4bldg:SpaceHeater ; "
      "s4bldg:isContainedIn h:z ; fso:returnsFluidTo h:x . h:z a s4bldg:BuildingSpace .\n");
  CHECK(connected(result, "x/opening.value -> x/valve.valvePosition"));
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("what gives its heat to a space is a heater of the plant that feeds it") {
  const Translation result = graph(
      "h:x a fpo:HeatExchanger ; fso:feedsFluidTo h:p . h:p a fpo:Pump ; fso:feedsFluidTo h:v1, "
      "h:v2 ; fpo:hasNominalFlow [ fpo:hasValue 0.36 ; fpo:hasUnit \"m3/h\" ] .\n"
      "h:v1 a fpo:Valve ; fso:feedsFluidTo h:h1 . h:v2 a fpo:Valve ; fso:feedsFluidTo h:h2 .\n"
      "h:h1 a fpo:Radiator ; fso:feedsFluidTo h:x ; fso:transfersHeatTo h:room .\n"
      "h:h2 a fso:Terminal ; <http://www.w3.org/2000/01/rdf-schema#label> \"Gulvvarme bad\" ; "
      "fso:feedsFluidTo h:x ; fso:transfersHeatTo h:bath .\n"
      "h:room a bot:Space . h:bath a bot:Space ; fpo:hasArea [ fpo:hasValue 5 ; fpo:hasUnit \"m2\" "
      "] .\n");
  CHECK(connected(result, "x/substation.outletWaterTemperature -> h1.supplyWaterTemperature"));
  CHECK(connected(result, "x/substation.outletWaterTemperature -> h2.supplyWaterTemperature"));
  // A floor by its name: 60 W/m2 at 35/28 degC.
  CHECK(parameter(result, "h2", "Q_flow_nominal_sh") == Approx(300.0));
  CHECK(parameter(result, "h2", "T_a_nominal_sh") == Approx(35.0));
  CHECK(parameter(result, "x/circulator", "nominalWaterFlowRate") == Approx(0.1));
}

TEST_CASE("a recirculation damper within a unit is announced, and lets its air pass") {
  const Translation result = graph(
      "h:hr a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:d . h:d a s4bldg:Damper ; "
      "<http://www.w3.org/2000/01/rdf-schema#label> \"Umluftklappe 01\" ; fso:suppliesFluidTo h:f "
      ".\nh:f a s4bldg:Fan ; fso:suppliesFluidTo h:room . h:room a s4bldg:BuildingSpace ; "
      "fso:returnsFluidTo h:ef . h:ef a s4bldg:Fan ; fso:returnsFluidTo h:hr .\n");
  CHECK(nodes_of(result, "import.part_left_out", "mixed with outdoor air") ==
        std::vector<std::string>{"h:d"});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(connected(result, "hr.primaryTemperatureOut -> f.inletAirTemperature"));
}

TEST_CASE("sizes of devices in properties of other vocabularies are read by their names") {
  const auto heater = [](const std::string& property) {
    return graph(
        "@prefix unit: <http://qudt.org/vocab/unit/> . h:b a s4bldg:SpaceHeater ; h:" + property +
        " [ saref:hasValue 1.4 ; saref:isMeasuredIn unit:KiloW ] ; s4bldg:isContainedIn "
        "h:room . h:room a s4bldg:BuildingSpace .\n");
  };
  CHECK(parameter(heater("heizleistung"), "b", "Q_flow_nominal_sh") == Approx(1400.0));
  for (const char* other : {"elektrischeLeistung", "brennerLeistung", "standbyLeistung",
                            "pumpCapacity", "auxiliaryOutput", "pumpeEffekt"}) {
    CAPTURE(other);
    CHECK(parameter(heater(other), "b", "Q_flow_nominal_sh") == Approx(1000.0));
  }
  const Translation unit = graph(
      "@prefix unit: <http://qudt.org/vocab/unit/> . h:hr a s4bldg:AirToAirHeatRecovery ; "
      "h:rueckwaermzahl 0.72 ; fso:suppliesFluidTo h:f .\n"
      "h:f a s4bldg:Fan ; h:volumenstrom [ saref:hasValue 3600.0 ; saref:isMeasuredIn "
      "unit:M3-PER-HR ] ; fso:suppliesFluidTo h:room . h:room a s4bldg:BuildingSpace .\n");
  CHECK(parameter(unit, "f", "nominalAirFlowRate") == Approx(1.2));
  CHECK(parameter(unit, "hr", "eps_100_h") == Approx(0.72));
}

TEST_CASE("a class of efficiency is not read as an efficiency, and hides none") {
  const auto recovery = [](const std::string& more) {
    return graph("h:hr a s4bldg:AirToAirHeatRecovery" + more +
                 " ; fso:suppliesFluidTo h:f . h:f a s4bldg:Fan ; fso:suppliesFluidTo h:room . "
                 "h:room a s4bldg:BuildingSpace .\n");
  };
  for (const char* grade : {"h:efficiencyClass \"A\"", "h:efficiencyClass 2",
                            "h:efficiency \"high\"", "h:efficiencyLabel [ saref:hasValue 3 ]"}) {
    CAPTURE(grade);
    const std::string stated = std::string(" ; ") + grade;
    const Translation guessed = recovery(stated);
    CHECK(nodes_of(guessed, "import.value_guessed", "recoveryEfficiency") == Names{"h:hr"});
    CHECK(parameter(guessed, "hr", "eps_100_h") == Approx(0.76));
    CHECK(parameter(recovery(stated + " ; h:wirkungsgrad 0.72"), "hr", "eps_100_h") ==
          Approx(0.72));
  }
}

TEST_CASE(
    "areas and volumes of rooms in properties of other vocabularies are read by their names") {
  const std::string room =
      "@prefix unit: <http://qudt.org/vocab/unit/> . h:room a s4bldg:BuildingSpace ; h:";
  const std::string value = " [ saref:hasValue 40.0 ; saref:isMeasuredIn unit:M2 ] .\n";
  const Translation stated = graph(room + "flaeche" + value);
  CHECK(parameter(stated, "room", "floorArea") == Approx(40.0));
  const Translation window = graph(room + "windowArea" + value);
  CHECK(parameter(window, "room", "floorArea") != Approx(40.0));
}

const std::string kHeated =
    "h:r a s4bldg:BuildingSpace ; saref:hasProperty h:t, h:c ; fso:hasFluidSuppliedBy h:d .\n"
    "h:t a saref:Temperature . h:c a saref:Co2 . h:d a s4bldg:Damper .\n"
    "h:h a s4bldg:SpaceHeater ; s4bldg:isContainedIn h:r ; fso:hasFluidSuppliedBy h:v .\n"
    "h:v a s4bldg:Valve ; fso:hasFluidSuppliedBy h:p . h:p a s4bldg:Pump ; "
    "fso:hasFluidSuppliedBy h:b . h:b a s4bldg:Boiler";

TEST_CASE("controllers of what a room has move the valves and dampers that they are connected to") {
  const Translation result =
      graph(kHeated +
            " .\nh:kt a s4bldg:Controller ; saref:controlsProperty h:t ; s4syst:connectedTo h:v .\n"
            "h:kc a s4bldg:Controller ; saref:controlsProperty h:c ; s4syst:connectedTo h:d .\n");
  CHECK(connected(result, "kt.inputSignal -> v.valvePosition"));
  CHECK(connected(result, "r.indoorTemperature -> kt.actualValue"));
  CHECK(connected(result, "heating_setpoint.scheduleValue -> kt.setpointValue"));
  CHECK(connected(result, "kc.inputSignal -> d.damperPosition"));
  CHECK(connected(result, "r.indoorCO2 -> kc.actualValue"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK_FALSE(reports(result, "has no controller"));
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  // The valve opens in the cold.
  const auto cold = mean_signals(under(result.model, -10.0), 3, {"kt.inputSignal"});
  CHECK(cold[0] > 0.05);
}

TEST_CASE("a boiler is electric by its name, and has its nominal power rate") {
  const std::string power =
      " ; saref:hasPropertyValue [ saref:hasValue 24000 ; saref:isValueOfProperty "
      "s4bldg:NominalPowerRate ]";
  const std::string label = " ; <http://www.w3.org/2000/01/rdf-schema#label> ";
  const Translation electric = graph(kHeated + label + "\"Elkjel\"" + power + " .\n");
  CHECK(type_of(electric, "b/element") == "ElectricHeater");
  CHECK(parameter(electric, "b/element", "nominalPowerRate") == Approx(24000.0));
  const Translation gas = graph(kHeated + power + " .\n");
  CHECK(parameter(gas, "b/boiler", "nominalHeatingPower") == Approx(24000.0));
  // The power of a heat pump may be that of its compressor.
  std::string pump_house = kHeated;
  pump_house.replace(pump_house.rfind("s4bldg:Boiler"), 13, "s4bldg:EnergyConversionDevice");
  const Translation pump = graph(pump_house + label + "\"Heat pump\"" + power + " .\n");
  CHECK(parameter(pump, "b/heatPump", "nominalHeatingPower") != Approx(24000.0));
}

TEST_CASE("a number that SAREF states by its property and no rule reads is reported") {
  const Translation result =
      graph(kHeated +
            " ; saref:hasPropertyValue h:n . h:n saref:hasValue 24000 ; saref:isValueOfProperty "
            "s4bldg:ThermalMassHeatCapacity .\n");
  CHECK(nodes_of(result, "import.value_unread") == std::vector<std::string>{"h:b"});
}

TEST_CASE(
    "the valve of a coil without a controller is part of the coil, also without a water side") {
  const Translation result = graph(
      kHouse +
      "h:sf fso:suppliesFluidTo h:c . h:c a s4bldg:Coil ; fso:suppliesFluidTo h:d1, h:d2 .\n" +
      "h:boiler a s4bldg:Boiler ; fso:suppliesFluidTo h:p . h:p a s4bldg:Pump ; "
      "fso:suppliesFluidTo h:v . h:v a s4bldg:Valve ; fso:suppliesFluidTo h:c .\n");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.passed_through").empty());
}

TEST_CASE("a flow of air without a unit is announced as a mass flow") {
  const std::string flow = kHeated + " .\nh:d s4bldg:nominalAirFlowRate [ saref:hasValue 0.1";
  const Translation bare = graph(flow + " ] .\n");
  CHECK(parameter(bare, "d", "nominalAirFlowRate") == Approx(0.1));
  CHECK(nodes_of(bare, "import.unit_assumed", "nominalAirFlowRate") ==
        std::vector<std::string>{"h:d"});
  const Translation stated = graph("@prefix unit: <http://qudt.org/vocab/unit/> .\n" + flow +
                                   " ; saref:isMeasuredIn unit:M3-PER-SEC ] .\n");
  CHECK(parameter(stated, "d", "nominalAirFlowRate") == Approx(0.12));
  CHECK(nodes_of(stated, "import.unit_assumed").empty());
}

TEST_CASE("heat recovery extracts the air of rooms without dampers and supply") {
  const std::string house =
      "h:hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:living, h:bed .\n"
      "h:living a bot:Space . h:bed a bot:Space .\n"
      "h:kitchen a bot:Space ; fso:returnsFluidTo h:hrv . h:bath a bot:Space ; "
      "fso:returnsFluidTo h:hrv .\n";
  const Translation result = graph(house);
  for (const std::string room : {"kitchen", "bath"}) {
    CHECK(connected(result, room + "/extract.airFlowRate -> " + room + ".exhaustAirFlowRate"));
    CHECK(connected(result, room + "/extract.airFlowRate -> " + room + ".supplyAirFlowRate"));
    CHECK(connected(result, "living.indoorTemperature -> " + room + "/overflow.u[living]"));
    CHECK(
        connected(result, room + "/extract.airFlowRate -> hrv/return.airFlowRateIn[" + room + "]"));
    CHECK(connected(result,
                    room + ".indoorTemperature -> hrv/return.airTemperatureIn[" + room + "]"));
    // What is supplied is extracted: two rooms of 75 m3, two air changes an hour.
    CHECK(parameter(result, room + "/extract", "nominalAirFlowRate") == Approx(0.050025));
  }
  CHECK_FALSE(reports(result, "has no supply air"));
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  const auto cold = mean_signals(under(result.model, -10.0), 3, {"hrv.primaryTemperatureOut"});
  CHECK(cold[0] > 0.0);

  const Translation both = graph(house + "h:living fso:returnsFluidTo h:hrv .\n");
  CHECK(connected(both, "living/terminal.airFlowRate -> hrv/return.airFlowRateIn[living]"));
  CHECK(connected(both, "bath/extract.airFlowRate -> hrv/return.airFlowRateIn[bath]"));
}

TEST_CASE("the stated flow of heat recovery is that of its rooms, and its efficiency has a name") {
  const Translation result = graph(
      "h:hrv a s4bldg:AirToAirHeatRecovery ; fso:suppliesFluidTo h:living, h:bed ;\n"
      "  saref:hasPropertyValue h:v, h:e .\n"
      "h:v saref:isValueOfProperty s4bldg:PrimaryAirFlowRateMax ; saref:hasValue 0.06 .\n"
      "h:e saref:isValueOfProperty h:Grad ; saref:hasValue 0.9 . h:Grad rdfs:label "
      "\"Wärmerückgewinnungsgrad\"@de, \"heat recovery efficiency\"@en .\n"
      "h:living a bot:Space . h:bed a bot:Space .\n"
      "h:bath a bot:Space ; fso:returnsFluidTo h:hrv .\n");
  CHECK(parameter(result, "living/terminal", "nominalAirFlowRate") == Approx(0.03));
  CHECK(parameter(result, "bath/extract", "nominalAirFlowRate") == Approx(0.06));
  CHECK(parameter(result, "hrv", "eps_75_h") == 0.9);
  const Translation dampers = graph(
      "h:hrv a s4bldg:AirToAirHeatRecovery ; s4bldg:primaryAirFlowRateMax 0.06 ; "
      "fso:suppliesFluidTo h:d, h:e .\n"
      "h:d a s4bldg:Damper ; s4bldg:nominalAirFlowRate 0.02 ; fso:suppliesFluidTo h:living .\n"
      "h:e a s4bldg:Damper ; fso:suppliesFluidTo h:bed . h:living a bot:Space . h:bed a bot:Space "
      ".\n");
  CHECK(parameter(dampers, "e", "nominalAirFlowRate") == Approx(0.04));
}

TEST_CASE("heat pumps have the heating capacity that a property states") {
  const Translation result = graph(
      "h:r a bot:Space ; bot:containsElement h:h . h:h a s4bldg:SpaceHeater .\n"
      "h:p a fso:EnergyConversionDevice ; rdfs:label \"heat pump\" ; fso:suppliesFluidTo h:h ;\n"
      "  saref:hasPropertyValue [ saref:isValueOfProperty s4bldg:NominalHeatingCapacity ; "
      "saref:hasValue 8.0 ; saref:isMeasuredIn "
      "<http://www.ontology-of-units-of-measure.org/resource/om-2/kilowatt> ] .\n");
  CHECK(parameter(result, "p/heatPump", "nominalHeatingPower") == 8000.0);
}

}  // namespace
}  // namespace hearth::test::saref_structure_test

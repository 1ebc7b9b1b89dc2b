// SPDX-License-Identifier: MIT
// Where the air of a unit in ASHRAE 223P comes from and where that of its rooms goes.
#include <map>
#include <string>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_air_paths_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

/// A unit with both coils, a terminal without a coil, and a room.
std::string unit_and_room() {
  return "b:ahu a s223:AirHandlingUnit ; s223:contains b:hc, b:cc . b:hc a s223:HeatingCoil .\n"
         "b:cc a s223:CoolingCoil .\n"
         "b:t a s223:TerminalUnit ; s223:contains b:d . b:d a s223:Damper .\n" +
         kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air");
}

bool reports(const Translation& result, const std::string& text) {
  return !nodes_of(result, "import.required_missing", text).empty();
}

TEST_CASE("a unit takes outdoor air alone if fans extract the air of its rooms") {
  const Translation result = graph(
      unit_and_room() +
      "b:hood a s223:FumeHood . b:j a s223:Junction . b:ef-1 a s223:Fan . b:ef-2 a s223:Fan .\n" +
      link("b:room", "b:hood", "Fluid-Air") + link("b:hood", "b:j", "Fluid-Air") +
      link("b:j", "b:ef-1", "Fluid-Air") + link("b:j", "b:ef-2", "Fluid-Air"));
  CHECK(result.report.rules == Counts{{"s223.air_handler", 1},
                                      {"s223.cooling_terminal", 1},
                                      {"s223.exhaust_fan", 2},
                                      {"s223.room_unheated", 1}});
  CHECK(type_of(result, "ahu/mixing").empty());
  CHECK(type_of(result, "ahu/economizer").empty());
  CHECK(type_of(result, "ahu/return").empty());
  CHECK(connected(result, "weather.outdoorTemperature -> ahu/supplyFan.inletAirTemperature"));
  for (const std::string fan : {"ef-1", "ef-2"}) {
    CHECK(connected(result, "room/exhaustShare.value -> " + fan + "/air.airFlowRateIn[room]"));
    CHECK(connected(result,
                    "room/space.indoorTemperature -> " + fan + "/air.airTemperatureIn[room]"));
    CHECK(connected(result, fan + "/air.airFlowRateOut -> " + fan + "/fan.airFlowRate"));
    CHECK(parameter(result, fan + "/fan", "nominalAirFlowRate") == Approx(0.075));
  }
  CHECK(parameter(result, "room/exhaustShare", "share") == Approx(0.5));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK_FALSE(reports(result, "return path"));
  check_liveable(result);
}

TEST_CASE("a unit whose rooms lead their air out by a plain duct takes outdoor air alone") {
  const Translation result = graph(unit_and_room() + "b:damper a s223:Damper .\n" +
                                   link("b:room", "b:damper", "Fluid-Air"));
  CHECK(type_of(result, "ahu/mixing").empty());
  CHECK_FALSE(reports(result, "return path"));
}

TEST_CASE("a unit mixes the air that its rooms return, and a fan extracts a fifth of it") {
  const Translation result =
      graph(unit_and_room() + "b:ef a s223:Fan .\n" + link("b:room", "b:ahu", "Fluid-Air") +
            link("b:room", "b:ef", "Fluid-Air"));
  CHECK(type_of(result, "ahu/mixing") == "MixingBox");
  CHECK(type_of(result, "ahu/economizer") == "Economizer");
  CHECK(connected(result, "room/share.value -> ahu/return.airFlowRateIn[room]"));
  CHECK(connected(result, "room/exhaustShare.value -> ef/air.airFlowRateIn[room]"));
  CHECK(parameter(result, "room/share", "share") == Approx(0.8));
  CHECK(parameter(result, "room/exhaustShare", "share") == Approx(0.2));
  CHECK(reports(result, "in unknown shares"));
  check_liveable(result);
}

TEST_CASE("return air and an economizer without evidence are reported") {
  const Translation none = graph(unit_and_room());
  CHECK(type_of(none, "ahu/mixing") == "MixingBox");
  CHECK(reports(none, "without a return path"));
  const Translation returned = graph(unit_and_room() + link("b:room", "b:ahu", "Fluid-Air"));
  CHECK_FALSE(reports(returned, "without a return path"));
  CHECK(reports(returned, "without an inlet of outdoor air"));
  const Translation stated = graph(unit_and_room() + link("b:room", "b:ahu", "Fluid-Air") +
                                   "b:ahu s223:hasConnectionPoint [a s223:InletConnectionPoint ; "
                                   "s223:hasMedium s223:Fluid-Air] .\n");
  CHECK_FALSE(reports(stated, "without an inlet of outdoor air"));
}

TEST_CASE("a unit for room units only takes outdoor air alone, which is reported") {
  const Translation result =
      graph("b:ahu a s223:AirHandlingUnit . b:fcu a s223:FanCoilUnit .\n" + kRoom +
            link("b:ahu", "b:fcu", "Fluid-Air") + link("b:fcu", "b:room", "Fluid-Air"));
  CHECK(type_of(result, "ahu/mixing").empty());
  CHECK(reports(result, "that supply room units only"));
  CHECK(reports(result, "without a coil"));
}

/// A coil in the unit, one in the extracted air, and the circuit between them.
std::string ring(const std::string& medium) {
  return "b:ahu s223:contains b:c . b:c a s223:Coil . b:e a s223:Coil . b:p a s223:Pump .\n"
         "b:ef a s223:Fan .\n" +
         link("b:room", "b:e", "Fluid-Air") + link("b:e", "b:ef", "Fluid-Air") +
         link("b:c", "b:e", medium) + link("b:e", "b:p", medium) + link("b:p", "b:c", medium);
}

TEST_CASE("run-around coils recover the heat of the extracted air") {
  for (const std::string medium : {"Water-GlycolSolution", "Fluid-Water"}) {
    const Translation result = graph(unit_and_room() + ring(medium));
    INFO(medium);
    CHECK(type_of(result, "ahu/recovery") == "AirToAirHeatRecovery");
    CHECK(type_of(result, "ahu/mixing").empty());
    CHECK(parameter(result, "ahu/recovery", "eps_100_h") == Approx(0.5));
    CHECK(nodes_of(result, "import.value_guessed", "0.5 was used").size() == 1);
    CHECK(connected(result, "t/box.airFlowRate -> ahu/return.airFlowRateIn[room]"));
    CHECK(connected(result, "ahu/return.airFlowRateOut -> ahu/recovery.secondaryAirFlowRate"));
    CHECK(connected(result,
                    "ahu/recovery.primaryTemperatureOut -> ahu/supplyFan.inletAirTemperature"));
    CHECK(
        connected(result, "ahu/recovery.secondaryTemperatureOut -> ef/air.airTemperatureIn[ahu]"));
    CHECK(connected(result, "ahu/return.airFlowRateOut -> ef/air.airFlowRateIn[ahu]"));
    CHECK(nodes_of(result, "import.not_mapped").empty());
    const auto means = mean_signals(under(result.model, -10.0), 1, {"ahu/recovery.recoveredPower"});
    CHECK(means[0] > 100.0);
    check_liveable(result);
  }
}

TEST_CASE("the pipes of run-around coils may end at points of their unit") {
  const std::string glycol = "s223:hasMedium s223:Water-GlycolSolution";
  const std::string result_graph =
      unit_and_room() +
      "b:ahu s223:contains b:c ; s223:hasConnectionPoint b:ai, b:ao . b:c a s223:Coil ; "
      "s223:hasConnectionPoint b:ci, b:co . b:e a s223:Coil . b:p a s223:Pump . b:ef a s223:Fan .\n"
      "b:ai a s223:InletConnectionPoint ; " +
      glycol + " . b:ao a s223:OutletConnectionPoint ; " + glycol +
      " .\nb:ci a s223:InletConnectionPoint ; s223:mapsTo b:ai ; " + glycol +
      " . b:co a s223:OutletConnectionPoint ; s223:mapsTo b:ao ; " + glycol + " .\n" +
      link("b:room", "b:e", "Fluid-Air") + link("b:e", "b:ef", "Fluid-Air") +
      link("b:e", "b:p", "Water-GlycolSolution") +
      "b:p s223:hasConnectionPoint [a s223:OutletConnectionPoint ; " + glycol +
      " ; s223:cnx [a s223:Connection ; " + glycol + " ; s223:cnx b:ai]] .\n" +
      "b:e s223:hasConnectionPoint [a s223:InletConnectionPoint ; " + glycol +
      " ; s223:cnx [a s223:Connection ; " + glycol + " ; s223:cnx b:ao]] .\n";
  const Translation result = graph(result_graph);
  CHECK(type_of(result, "ahu/recovery") == "AirToAirHeatRecovery");
  CHECK(connected(result, "ahu/recovery.secondaryTemperatureOut -> ef/air.airTemperatureIn[ahu]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  // Not from a coil in the ground.
  std::string ground = result_graph;
  const std::string to_coil = link("b:room", "b:e", "Fluid-Air");
  const std::string from_coil = link("b:e", "b:ef", "Fluid-Air");
  ground.replace(ground.find(to_coil), to_coil.size(), link("b:room", "b:ef", "Fluid-Air"));
  ground.erase(ground.find(from_coil), from_coil.size());
  CHECK(type_of(graph(ground), "ahu/recovery").empty());
  // Not if a boiler heats the circuit.
  const Translation heated = graph(result_graph + "b:boiler a s223:Boiler .\n" +
                                   link("b:boiler", "b:p", "Water-GlycolSolution"));
  CHECK(type_of(heated, "ahu/recovery").empty());
}

TEST_CASE("a circuit that a boiler feeds does not recover heat") {
  const Translation result =
      graph(unit_and_room() + ring("Fluid-Water") + "b:boiler a s223:Boiler .\n" +
            link("b:boiler", "b:p", "Fluid-Water"));
  CHECK(type_of(result, "ahu/recovery").empty());
}

TEST_CASE("a unit that only takes air of rooms extracts it") {
  const std::string units = unit_and_room() +
                            "b:ahu s223:contains b:c . b:c a s223:Coil . b:p a s223:Pump .\n"
                            "b:ex a s223:AirHandlingUnit ; s223:contains b:e, b:xf . b:e a "
                            "s223:Coil . b:xf a s223:Fan .\n" +
                            link("b:room", "b:ex", "Fluid-Air");
  const Counts rules = {{"s223.air_handler", 1},
                        {"s223.cooling_terminal", 1},
                        {"s223.exhaust_fan", 1},
                        {"s223.room_unheated", 1}};
  const Translation plain = graph(units);
  CHECK(plain.report.rules == rules);
  CHECK(type_of(plain, "ahu/mixing").empty());
  CHECK(connected(plain, "t/box.airFlowRate -> ex/air.airFlowRateIn[room]"));
  const Translation ring = graph(units + link("b:c", "b:e", "Water-GlycolSolution") +
                                 link("b:e", "b:p", "Water-GlycolSolution") +
                                 link("b:p", "b:c", "Water-GlycolSolution"));
  CHECK(ring.report.rules == rules);
  CHECK(type_of(ring, "ahu/recovery") == "AirToAirHeatRecovery");
  CHECK(connected(ring, "ahu/recovery.secondaryTemperatureOut -> ex/air.airTemperatureIn[ahu]"));
}

TEST_CASE(
    "return air that gets past a heat exchanger is mixed, and the exchanger gets the exhaust "
    "only") {
  const std::string exchanger =
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:x, b:m, b:r, b:f, b:hc, b:cc .\n"
      "b:x a s223:AirHeatExchanger . b:m a s223:Junction . b:r a s223:Junction .\n"
      "b:f a s223:Fan . b:hc a s223:HeatingCoil . b:cc a s223:CoolingCoil .\n"
      "b:t a s223:TerminalUnit ; s223:contains b:d . b:d a s223:Damper .\n" +
      kRoom + link("b:room", "b:r", "Fluid-Air") + link("b:r", "b:x", "Fluid-Air") +
      link("b:x", "b:m", "Fluid-Air") + link("b:m", "b:hc", "Fluid-Air") +
      link("b:hc", "b:cc", "Fluid-Air") + link("b:cc", "b:f", "Fluid-Air") +
      link("b:f", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air");
  CHECK(type_of(graph(exchanger), "ahu/mixing").empty());
  const Translation result = graph(exchanger + link("b:r", "b:m", "Fluid-Air"));
  CHECK(type_of(result, "ahu/mixing") == "MixingBox");
  CHECK(connected(result, "ahu/recovery.primaryTemperatureOut -> ahu/mixing.outdoorTemperature"));
  CHECK(connected(result, "ahu/mixing.outdoorAirFlowRate -> ahu/recovery.primaryAirFlowRate"));
  CHECK(connected(result, "ahu/mixing.exhaustAirFlowRate -> ahu/recovery.secondaryAirFlowRate"));
  CHECK(
      connected(result, "ahu/mixing.exhaustAirTemperature -> ahu/recovery.secondaryTemperatureIn"));
  check_liveable(result);
  // In the cold, the coil heats less than without recovery of the fifth that is outdoor air.
  const auto means = mean_signals(under(result.model, -10.0), 1, {"ahu/recovery.recoveredPower"});
  CHECK(means[0] > 10.0);
}

TEST_CASE("a fan from outdoors ventilates its room with a constant flow") {
  const Translation result = graph(
      "b:fan a s223:Fan ; s223:hasConnectionPoint [a s223:InletConnectionPoint ; "
      "s223:hasMedium s223:Fluid-Air] .\n" +
      kRoom + link("b:fan", "b:room", "Fluid-Air"));
  CHECK(result.report.rules == Counts{{"s223.air_handler", 1}, {"s223.room_unheated", 1}});
  CHECK(type_of(result, "fan/heating").empty());
  CHECK(type_of(result, "fan/cooling").empty());
  CHECK(connected(result, "weather.outdoorTemperature -> fan/supplyFan.inletAirTemperature"));
  CHECK(parameter(result, "room/diffuser", "nominalAirFlowRate") == Approx(0.015));  // 25 m2
  CHECK(parameter(result, "room/diffuser", "minimumAirFlowRate") == Approx(0.015));
  CHECK_FALSE(reports(result, "is not served"));
  CHECK(reports(result, "of unknown flow"));
}

TEST_CASE("heat recovery ventilates rooms that radiators heat") {
  const Translation result =
      graph("b:hrv a s223:AirHeatExchanger . b:r a s223:Radiator ; s223:connectedTo b:room .\n" +
            kRoom + link("b:hrv", "b:room", "Fluid-Air") + link("b:room", "b:hrv", "Fluid-Air"));
  CHECK(type_of(result, "hrv/recovery") == "AirToAirHeatRecovery");
  CHECK(type_of(result, "hrv/heating").empty());
  CHECK(type_of(result, "recoveredAirSetpoint") == "Schedule");  // 20 degC
  CHECK(type_of(result, "supplyAirSetpoint").empty());
  CHECK(parameter(result, "room/diffuser", "nominalAirFlowRate") == Approx(0.015));
  check_liveable(result);
}

TEST_CASE("coils of no stated kind are known by their water") {
  const auto coil = [](const std::string& medium) {
    return graph(
        "b:fcu a s223:FanCoilUnit ; s223:contains b:c . b:c a s223:Coil ; s223:hasConnectionPoint "
        "[a s223:InletConnectionPoint ; s223:hasMedium s223:" +
        medium + "] .\n" + kRoom + link("b:fcu", "b:room", "Fluid-Air"));
  };
  CHECK(type_of(coil("Water-HotWater"), "fcu/chilledValve").empty());
  CHECK(type_of(coil("Water-HotWater"), "fcu/hotValve") == "Valve");
  CHECK(type_of(coil("Water-ChilledWater"), "fcu/hotValve").empty());
  CHECK(reports(coil("Fluid-Water"), "whether they heat or cool"));
}

TEST_CASE("a junction without connection points passes on the air it receives") {
  const Translation result = graph(
      "b:a a s223:AirHandlingUnit ; s223:connectedTo b:j . b:j a s223:Junction ; s223:connectedTo "
      "b:k . b:k a s223:Junction ; s223:connectedTo b:d, b:h .\n"
      "b:d a s223:Damper ; s223:connectedTo b:room . b:h a s223:ElectricResistanceElement ; "
      "s223:connectedTo b:other .\n" +
      kRoom +
      "b:other a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC ; s223:connectedTo b:m .\n"
      "b:m a s223:Junction ; s223:connectedTo b:a .\n");
  CHECK(result.report.rules.contains("s223.air_handler"));
  CHECK(type_of(result, "room/diffuser") == "VavTerminal");
  CHECK(result.report.rules.contains("s223.reheat_electric"));
  CHECK_FALSE(reports(result, "has no air handling unit"));
}

TEST_CASE("a heat exchanger of no stated kind between flows of air recovers heat") {
  const auto unit = [](const std::string& kind) {
    return graph("b:u a s223:AirHandlingUnit ; s223:contains b:x, b:sf, b:ef . b:x a s223:" + kind +
                 " .\nb:sf a s223:Fan . b:ef a s223:Fan . b:out a s223:OutdoorPhysicalSpace .\n" +
                 kRoom + link("b:out", "b:x", "Fluid-Air") + link("b:x", "b:sf", "Fluid-Air") +
                 link("b:sf", "b:room", "Fluid-Air") + link("b:room", "b:ef", "Fluid-Air") +
                 link("b:ef", "b:x", "Fluid-Air") + link("b:x", "b:out", "Fluid-Air"));
  };
  const Translation unstated = unit("HeatExchanger");
  CHECK(type_of(unstated, "u/heatRecovery") == type_of(unit("AirHeatExchanger"), "u/heatRecovery"));
  CHECK(unstated.model.components().size() == unit("AirHeatExchanger").model.components().size());
  CHECK(nodes_of(unstated, "import.not_mapped").empty());
}

TEST_CASE("air flows to rooms that a unit only extracts from, from rooms that it only supplies") {
  const std::string space = " a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  const std::string drawn =
      "b:u a s223:AirHandlingUnit ; s223:contains b:x, b:sf, b:ef . b:x a s223:AirHeatExchanger .\n"
      "b:sf a s223:Fan . b:ef a s223:Fan . b:out a s223:OutdoorPhysicalSpace .\n"
      "b:bed" +
      space + "b:bed2" + space + "b:bath" + space + link("b:out", "b:x", "Fluid-Air") +
      link("b:x", "b:sf", "Fluid-Air") + link("b:sf", "b:bed", "Fluid-Air") +
      link("b:sf", "b:bed2", "Fluid-Air") + link("b:bath", "b:ef", "Fluid-Air") +
      link("b:ef", "b:x", "Fluid-Air") + link("b:x", "b:out", "Fluid-Air");
  const Translation result = graph(drawn);
  CHECK(nodes_of(result, "import.source_assumed", "does not supply") ==
        std::vector<std::string>{"b:bath"});
  CHECK(connected(result, "bed/diffuser.airFlowRate -> u/return.airFlowRateIn[bed]") == false);
  CHECK(connected(result, "bath/space.indoorTemperature -> u/return.airTemperatureIn[bath]"));
  const auto flows =
      mean_signals(under(result.model, -5.0), 1,
                   {"u/return.airFlowRateOut", "u/supply.airFlowRateIn", "bath/space.indoorCO2"});
  CHECK(flows[0] > 0.01);
  CHECK(flows[0] == Approx(flows[1]).epsilon(1e-9));
  // Each room that the unit supplies and extracts from keeps its own path.
  const Translation both = graph(drawn + link("b:bed", "b:ef", "Fluid-Air"));
  CHECK(connected(both, "bed/diffuser.airFlowRate -> u/return.airFlowRateIn[bed]"));
  check_liveable(result);
}

TEST_CASE("air flows to extracted rooms within each dwelling of a building") {
  std::string drawn =
      "b:u a s223:AirHandlingUnit ; s223:contains b:x, b:sf, b:ef . b:x a s223:AirHeatExchanger .\n"
      "b:sf a s223:Fan . b:ef a s223:Fan . b:out a s223:OutdoorPhysicalSpace .\n" +
      link("b:out", "b:x", "Fluid-Air") + link("b:x", "b:sf", "Fluid-Air") +
      link("b:ef", "b:x", "Fluid-Air") + link("b:x", "b:out", "Fluid-Air");
  for (const std::string flat : {"1", "2"}) {
    const std::string bed = "b:bed" + flat, bath = "b:bath" + flat;
    drawn += "b:flat" + flat + " a s223:PhysicalSpace ; s223:contains b:ps" + flat + ", b:pb" +
             flat + " . b:ps" + flat + " a s223:PhysicalSpace ; s223:encloses " + bed + " . b:pb" +
             flat + " a s223:PhysicalSpace ; s223:encloses " + bath + " .\n";
    for (const std::string& space : {bed, bath}) {
      drawn += space + " a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
    }
    drawn += link("b:sf", bed, "Fluid-Air") + link(bath, "b:ef", "Fluid-Air");
  }
  const Translation result = graph(drawn);
  for (const std::string flat : {"1", "2"}) {
    CHECK(connected(result, "bed" + flat + "/space.indoorTemperature -> bath" + flat +
                                "/space.supplyAirTemperature"));
  }
}

TEST_CASE("a unit whose fan nothing varies has a constant flow in the hours of use of its rooms") {
  const std::string unit =
      "b:a a s223:AirHandlingUnit ; s223:contains b:f, b:c, b:h . b:f a s223:Fan . b:c a "
      "s223:CoolingCoil . b:h a s223:HeatingCoil .\n" +
      kRoom + link("b:a", "b:room", "Fluid-Air") + link("b:room", "b:a", "Fluid-Air");
  const Translation result = graph(unit);
  REQUIRE(type_of(result, "room/runs") == "Max");
  CHECK(nodes_of(result, "import.function_assumed", "varies the speed") ==
        std::vector<std::string>{"b:a"});
  const double design = parameter(result, "room/diffuser", "nominalAirFlowRate");
  for (const double outdoors : {15.0, 28.0}) {
    const auto rows = signal_rows(under(result.model, outdoors), 2, {"room/diffuser.airFlowRate"});
    const std::size_t day = rows.size() / 2;
    CHECK(rows[day + day / 2][0] == Approx(design));
    CHECK(rows[day + day / 8][0] < 0.3 * design);
  }
  check_liveable(result);
  for (const char* evidence :
       {"b:a s223:contains b:d . b:d a s223:VariableFrequencyDrive .\n",
        "b:f s223:hasProperty [a s223:QuantifiableActuatableProperty ; qudt:hasQuantityKind "
        "quantitykind:DimensionlessRatio] .\n",
        "b:f s223:hasProperty [a s223:QuantifiableObservableProperty ; qudt:hasQuantityKind "
        "quantitykind:Frequency] .\n"}) {
    CAPTURE(evidence);
    const Translation varies = graph(
        "@prefix qudt: <http://qudt.org/schema/qudt/> . @prefix quantitykind: "
        "<http://qudt.org/vocab/quantitykind/> .\n" +
        unit + evidence);
    CHECK(type_of(varies, "room/runs").empty());
    CHECK(parameter(varies, "room/diffuser", "minimumAirFlowRate") < 0.5 * design);
  }
  // A name is enough, also if the graph does not contain the fan.
  const std::string bare =
      "b:a a s223:AirHandlingUnit . " + kRoom + link("b:a", "b:room", "Fluid-Air");
  CHECK(type_of(graph(bare), "room/runs").empty());
  CHECK(type_of(graph(bare + "b:a <http://www.w3.org/2000/01/rdf-schema#label> \"AHU 2, constant "
                             "volume\" .\n"),
                "room/runs") == "Max");
}

TEST_CASE("boxes and coils in ducts without a damper have a constant flow") {
  const auto least = [](const std::string& box) {
    const Translation result =
        graph("b:ahu a s223:AirHandlingUnit ; s223:contains b:cc . b:cc a s223:CoolingCoil .\n" +
              box + kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air"));
    return parameter(result, "t/box", "minimumAirFlowRate") /
           parameter(result, "t/box", "nominalAirFlowRate");
  };
  CHECK(least("b:t a s223:HeatingCoil .\n") == Approx(1.0));
  const std::string box =
      "b:t a s223:TerminalUnit ; s223:contains b:c . b:c a s223:HeatingCoil .\n";
  CHECK(least(box) == Approx(1.0));
  CHECK(least(box + "b:t s223:contains b:d . b:d a s223:Damper .\n") == Approx(0.3));
  CHECK(least("b:t a s223:SingleDuctTerminal ; s223:contains b:c . b:c a s223:HeatingCoil .\n") ==
        Approx(0.3));
  CHECK(least("b:t a s223:SingleDuctTerminal ; <http://www.w3.org/2000/01/rdf-schema#label> \"CAV "
              "box 4\" .\n") == Approx(1.0));
}

TEST_CASE("a fan that takes the air of a room without supply draws outdoor air through it") {
  const std::string fan =
      "b:f a s223:Fan ; s223:hasRole s223:Role-Exhaust .\n" + link("b:room", "b:f", "Fluid-Air");
  const Translation result =
      graph(kRoom + fan +
            "b:f s223:hasProperty [ a s223:QuantifiableObservableProperty ; "
            "<http://qudt.org/schema/qudt/hasQuantityKind> "
            "<http://qudt.org/vocab/quantitykind/VolumeFlowRate> ; "
            "<http://qudt.org/schema/qudt/hasUnit> <http://qudt.org/vocab/unit/M3-PER-HR> ; "
            "s223:hasValue 900.0 ] .\n");
  CHECK(result.report.rules == Counts{{"s223.room_exhaust", 1}, {"s223.room_unheated", 1}});
  CHECK(connected(result, "f/damper.airFlowRate -> room/space.supplyAirFlowRate"));
  CHECK(connected(result, "weather.outdoorTemperature -> f/makeup.value"));
  CHECK(parameter(result, "f/fan", "nominalAirFlowRate") == Approx(0.3));
  CHECK(nodes_of(result, "import.value_unread").empty());
  CHECK(nodes_of(result, "import.function_assumed", "exhaust fans") ==
        std::vector<std::string>{"b:f"});
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  // The fan of a room that is supplied takes that air.
  const Translation supplied = graph(unit_and_room() + fan);
  CHECK(supplied.report.rules.at("s223.exhaust_fan") == 1);
  CHECK(nodes_of(supplied, "import.function_assumed", "exhaust fans").empty());
}

TEST_CASE("outdoor air for exhaust fans flows through the first rooms of a chain") {
  const auto room = [](const std::string& name) {
    return "b:" + name + " a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
  };
  const auto fan = [](const std::string& name) {
    return "b:" + name +
           " a s223:Fan ; s223:hasProperty [ a s223:QuantifiableProperty ; "
           "<http://qudt.org/schema/qudt/hasQuantityKind> "
           "<http://qudt.org/vocab/quantitykind/VolumeFlowRate> ; "
           "<http://qudt.org/schema/qudt/hasUnit> <http://qudt.org/vocab/unit/M3-PER-HR> ; "
           "s223:hasValue 60.0 ] .\n";
  };
  const std::string dwelling =
      room("living") + room("bedroom") + room("hall") + room("bath") + room("kitchen") + fan("f") +
      fan("g") + link("b:living", "b:hall", "Fluid-Air") +
      link("b:bedroom", "b:hall", "Fluid-Air") + link("b:hall", "b:bath", "Fluid-Air") +
      link("b:hall", "b:kitchen", "Fluid-Air") + link("b:bath", "b:f", "Fluid-Air") +
      link("b:kitchen", "b:g", "Fluid-Air");
  const Translation result = graph(dwelling);
  CHECK(result.report.rules == Counts{{"s223.room_exhaust", 2}, {"s223.room_unheated", 5}});
  CHECK(parameter(result, "f/fan", "nominalAirFlowRate") == Approx(0.02));
  CHECK(parameter(result, "f/share", "share") == Approx(0.5));
  CHECK(connected(result, "f/share.value -> living/mix.airFlowRateIn[f]"));
  CHECK(connected(result, "g/makeup.value -> bedroom/mix.airTemperatureIn[g]"));
  CHECK(connected(result, "living/space.indoorTemperature -> hall/mix.airTemperatureIn[living]"));
  CHECK(connected(result, "hall/share.value -> bath/space.supplyAirFlowRate"));
  CHECK(connected(result, "kitchen/space.indoorTemperature -> g/air.airTemperatureIn[kitchen]"));
  CHECK(nodes_of(result, "import.connection_incomplete").empty());
  CHECK(nodes_of(result, "import.value_unread").empty());
  CHECK(nodes_of(result, "import.function_assumed", "exhaust fans") ==
        std::vector<std::string>{"b:f", "b:g"});
  for (const double outdoors : {-10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
  // The fans of a chain that a unit supplies take that air.
  const Translation supplied =
      graph(dwelling + "b:ahu a s223:AirHandlingUnit .\n" + link("b:ahu", "b:living", "Fluid-Air"));
  CHECK_FALSE(supplied.report.rules.contains("s223.room_exhaust"));
}

TEST_CASE("exhaust fans have the flow that their unit distributes to their rooms") {
  const std::string stated =
      "b:ahu s223:hasProperty [ a s223:QuantifiableProperty ; "
      "<http://qudt.org/schema/qudt/hasQuantityKind> "
      "<http://qudt.org/vocab/quantitykind/VolumeFlowRate> ; "
      "<http://qudt.org/schema/qudt/hasUnit> <http://qudt.org/vocab/unit/M3-PER-HR> ; "
      "s223:hasValue 3600.0 ] .\n";
  const Translation result =
      graph(unit_and_room() + stated + "b:ef-1 a s223:Fan . b:ef-2 a s223:Fan .\n" +
            link("b:room", "b:ef-1", "Fluid-Air") + link("b:room", "b:ef-2", "Fluid-Air"));
  CHECK(parameter(result, "t/box", "nominalAirFlowRate") == Approx(1.2));
  CHECK(parameter(result, "ef-1/fan", "nominalAirFlowRate") == Approx(0.6));
  CHECK(parameter(result, "ef-2/fan", "nominalAirFlowRate") == Approx(0.6));
}

TEST_CASE("the names of coils and units state what heats and cools them") {
  const auto unit = [](const std::string& unit, const std::string& coils) {
    return graph(
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . b:ahu a s223:AirHandlingUnit ; "
        "rdfs:label \"" +
        unit + "\" ; s223:contains b:hc, b:cc .\n" + coils + kRoom +
        link("b:ahu", "b:room", "Fluid-Air"));
  };
  const Translation dx = unit("RTU-1",
                              "b:hc a s223:HeatingCoil ; rdfs:label \"Electric coil\" . b:cc a "
                              "s223:CoolingCoil ; rdfs:label \"DX cooling coil\" .\n");
  CHECK(type_of(dx, "ahu/compressor") == "DirectExpansionSystem");
  CHECK(type_of(dx, "ahu/electricHeater") == "ElectricAirHeater");
  CHECK(nodes_of(dx, "import.source_assumed").empty());
  const std::string plain = "b:hc a s223:HeatingCoil . b:cc a s223:CoolingCoil .\n";
  const Translation gas = unit("RTU-1 (gas heat / DX)", plain);
  CHECK(type_of(gas, "ahu/compressor") == "DirectExpansionSystem");
  CHECK(type_of(gas, "ahu/furnace") == "Furnace");
  CHECK(nodes_of(unit("RTU-1", plain), "import.source_assumed").size() == 2);
  // Water that is drawn holds.
  const Translation water =
      unit("RTU-1 (gas heat / DX)",
           plain + "b:b a s223:Boiler .\n" + link("b:b", "b:hc", "Water-HotWater"));
  CHECK(type_of(water, "ahu/furnace").empty());
}

}  // namespace
}  // namespace hearth::test::s223_air_paths_test

// SPDX-License-Identifier: MIT
// Small graphs in ASHRAE 223P with the built-in mapping: components, connections, findings.
#include "hearth/tests/ontology/translate/s223_support.hpp"
#include "hearth/tests/ontology/translate/stored_import.hpp"

namespace hearth::test::translate_s223_test {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("a terminal with hot-water reheat shares its air between two rooms") {
  const Translation result = own("terminal");
  CHECK(result.report.rules == std::map<std::string, std::size_t>{{"s223.air_handler", 1},
                                                                  {"s223.boiler", 1},
                                                                  {"s223.reheat_water", 1},
                                                                  {"s223.room", 2}});
  CHECK(type_of(result, "vav/box") == "VavReheatTerminal");
  CHECK(word(result, "vav/box", "reheat") == "hotWater");
  CHECK(parameter(result, "vav/share", "share") == 0.5);
  CHECK(connected(result, "vav/share.value -> north/space.supplyAirFlowRate"));
  CHECK(connected(result, "vav/share.value -> south/space.supplyAirFlowRate"));
  CHECK(connected(result, "vav/share.value -> ahu/return.airFlowRateIn[north]"));
  CHECK(connected(result, "vav/box.airFlowRate -> ahu/supply.airFlowRateOut[vav]"));
  CHECK(
      connected(result, "boiler/boiler.outletWaterTemperature -> vav/box.supplyWaterTemperature"));
  CHECK(connected(result, "vav/box.waterFlowRate -> boiler/return.waterFlowRateIn[vav]"));
  CHECK(
      connected(result, "vav/box.outletWaterTemperature -> boiler/return.waterTemperatureIn[vav]"));
  // The unit has no heating coil: its fan feeds the cooling coil.
  CHECK(result.model.find("ahu/heating") == nullptr);
  CHECK(connected(result, "ahu/supplyFan.outletAirTemperature -> ahu/cooling.inletAirTemperature"));
  check_liveable(result);
}

TEST_CASE("floor areas of a graph size rooms, terminals and units") {
  const Translation result = own("terminal");
  // 430.556 ft2 are 40 m2; the other room has the default 25 m2.
  CHECK(parameter(result, "north/space", "V") == Approx(2.74 * 40.0).epsilon(1e-4));
  CHECK(parameter(result, "vav/box", "nominalAirFlowRate") == Approx(0.006 * 65.0).epsilon(1e-5));
  CHECK(parameter(result, "ahu/supplyFan", "nominalAirFlowRate") ==
        Approx(0.006 * 65.0).epsilon(1e-5));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea") == Names{"b:south"});
}

TEST_CASE("properties with series at spaces and supply outlets become measurements") {
  const Translation result = own("terminal");
  const auto& measured = result.model.measurements;
  REQUIRE(measured.contains("north/space.indoorTemperature"));
  CHECK(measured.at("north/space.indoorTemperature").column.file == "zt-1.csv");
  REQUIRE(measured.contains("ahu/cooling.outletAirTemperature"));
  CHECK(std::string(measured.at("ahu/cooling.outletAirTemperature").column.unit->symbol) == "degF");
}

TEST_CASE("connection points that lead nowhere are reported by medium") {
  const Translation result = own("terminal");
  CHECK(nodes_of(result, "import.open_end", "s223:Fluid-Air") == Names{"b:ahu-oa"});
}

TEST_CASE("a unit alone with a room is controlled by it and takes its air back") {
  const Translation result = own("single_zone");
  CHECK_FALSE(nodes_of(result, "import.namespace_read_as", "proposal-to-standard223").empty());
  CHECK(type_of(result, "hall/diffuser") == "VavTerminal");
  CHECK(connected(result, "hall/heating.inputSignal -> unit/meanDemand.u[hall]"));
  CHECK(connected(result,
                  "unit/supply.airTemperatureOut[hall] -> hall/diffuser.supplyAirTemperature"));
  CHECK(connected(result, "hall/diffuser.airFlowRate -> unit/supply.airFlowRateOut[hall]"));
  CHECK(connected(result, "hall/space.indoorTemperature -> unit/return.airTemperatureIn[hall]"));
  CHECK(type_of(result, "unit/returnFan") == "Fan");
  check_liveable(result);
}

TEST_CASE("a sketch without connection points becomes rooms, heaters, units and a boiler") {
  const Translation result = own("sketch");
  CHECK(type_of(result, "radiator/heater") == "SpaceHeater");
  CHECK(connected(result, "radiator/heater.Power -> space-1/space.heatGain[radiator]"));
  CHECK(connected(result,
                  "radiator/heater.outletWaterTemperature -> "
                  "boiler/return.waterTemperatureIn[radiator]"));
  CHECK(type_of(result, "panel/heater") == "SpaceHeater");
  CHECK(type_of(result, "pump/unit") == "FanCoilUnit");
  // A zone without a domain space is a room, one for lighting is none.
  CHECK(type_of(result, "zone-3/space") == "BuildingSpace");
  CHECK(type_of(result, "dark/space").empty());
  CHECK(connected(result, "ahu/hotCoil.waterFlowRate -> boiler/supply.waterFlowRateOut[ahu]"));
  // Rooms without mechanical air open their windows.
  CHECK(type_of(result, "space-1/window") == "OpenableWindow");
  CHECK_FALSE(nodes_of(result, "import.function_assumed", "cools these rooms").empty());
  CHECK(type_of(result, "zone-4/window").empty());
  check_liveable(result);
}

TEST_CASE("a heat pump and radiators have the sizes that the graph states") {
  const Translation result = own("heat_pump");
  // A heat meter next to the size has no value and does not hide it.
  CHECK(parameter(result, "pump/pump", "nominalHeatingPower") == 6500.0);
  CHECK(parameter(result, "north-radiator/heater", "Q_flow_nominal_sh") == 800.0);
  CHECK(parameter(result, "south-radiator/heater", "Q_flow_nominal_sh") ==
        1500.0);  // 60 W/m2, 25 m2
  CHECK(std::get<double>(
            std::get<SeriesSpec>(result.model.component("pump/setpoint").config.at("value"))
                .source) == 41.0);
  check_liveable(result);
}

TEST_CASE("meters and temperatures of a heat pump and positions of valves are measurements") {
  const Translation result = own("heat_pump");
  const auto& measured = result.model.measurements;
  const auto file = [&](const char* output) {
    INFO(output);
    REQUIRE(measured.contains(output));
    return measured.at(output).column.file;
  };
  CHECK(file("pump/pump.Power") == "electricity.csv");
  CHECK(file("pump/pump.heatingPower") == "heat.csv");
  CHECK(file("pump/pump.outletWaterTemperature") == "flow.csv");
  CHECK(file("pump/return.waterTemperatureOut") == "return.csv");
  CHECK(file("north-radiator/control.inputSignal") == "north-valve.csv");
  CHECK(file("south-radiator/control.inputSignal") == "south-valve.csv");
}

TEST_CASE("rooms of a house without any ventilation lack no air") {
  const Translation result = own("heat_pump");
  CHECK(nodes_of(result, "import.required_missing", "no air").empty());
  CHECK(type_of(result, "north/window") == "OpenableWindow");
}

TEST_CASE("a dual-duct terminal takes air of both decks") {
  const Translation result = own("dual_duct");
  CHECK(result.report.rules.at("s223.hot_deck") == 1);
  CHECK(connected(result, "hot/supply.airTemperatureOut[box] -> box/hot.supplyAirTemperature"));
  CHECK(connected(result, "cold/supply.airTemperatureOut[box] -> box/cold.supplyAirTemperature"));
  CHECK(connected(result, "hotDeckSetpoint.scheduleValue -> hot/heatLimit.x"));
  CHECK(connected(result, "box/box.airFlowRateOut -> room/space.supplyAirFlowRate"));
  check_liveable(result);
}

TEST_CASE("fans of terminals are in series with the primary air or parallel to it") {
  const Translation result = own("fan_powered");
  const auto arrangement = [&](const char* id) { return word(result, id, "arrangement"); };
  CHECK(arrangement("parallel/box") == "parallel");
  CHECK(arrangement("series/box") == "series");
  // What a fan takes from the room does not go back to the unit.
  CHECK(connected(result, "series/taken.scheduleValue -> room-2/leaving.u[series]"));
  CHECK(connected(result, "room-2/leaving.y -> ahu/return.airFlowRateIn[room-2]"));
  CHECK(connected(result, "series/box.primaryAirFlowRate -> ahu/supply.airFlowRateOut[series]"));
  check_liveable(result);
}

TEST_CASE("orphans are simulated around and reported") {
  const Translation result = own("orphans");
  CHECK(nodes_of(result, "import.required_missing", "is not conditioned") == Names{"b:lonely"});
  CHECK(nodes_of(result, "import.required_missing", "leads to no room") == Names{"b:roomless"});
  CHECK(nodes_of(result, "import.required_missing", "has no air handling unit") == Names{"b:fed"});
  CHECK(nodes_of(result, "import.required_missing", "does not supply anything") == Names{"b:idle"});
  CHECK(nodes_of(result, "import.required_missing", "heats no room") == Names{"b:heater"});
  CHECK(nodes_of(result, "import.not_mapped") == Names{"b:tower"});
  CHECK(connected(result, "supplyAir.scheduleValue -> fed/box.supplyAirTemperature"));
  CHECK(connected(result, "roomAir.scheduleValue -> roomless/cooling.actualValue"));
  CHECK(connected(result,
                  "neighbours.scheduleValue -> lonely/space.boundaryTemperature[neighbours]"));
  check_liveable(result);
}

TEST_CASE("room units of a class of their own are known by their parts") {
  const Translation result = own("room_units");
  CHECK(result.report.rules.at("s223.room_unit_refrigerant") == 1);
  CHECK(result.report.rules.at("s223.room_unit") == 1);
  CHECK(nodes_of(result, "import.class_unknown") == Names{"b:fcu-1"});
  CHECK(type_of(result, "fresh-air/recovery") == "AirToAirHeatRecovery");
  CHECK(type_of(result, "fresh-air/mixing").empty());
  CHECK(connected(result, "fcu-1/fresh.airFlowRate -> fresh-air/supply.airFlowRateOut[fcu-1]"));
  CHECK(connected(result,
                  "condensing.scheduleValue -> fcu-1/heatPump.outletWaterTemperatureSetpoint"));
  // Cooling only: no heating part; cold water from the chiller and back.
  CHECK(type_of(result, "fcu-2/heating").empty());
  CHECK(connected(result,
                  "fcu-2/unit.outletChilledWaterTemperature -> "
                  "chiller/return.waterTemperatureIn[fcu-2]"));
  check_liveable(result);
}

TEST_CASE("air goes from room to room, but not round") {
  const Translation result = own("transfer");
  // Two terminals into a duct of two rooms: half of each into either.
  CHECK(parameter(result, "vav-1/share", "share") == 0.5);
  CHECK(connected(result, "vav-1/share.value -> office-1/mix.airFlowRateIn[vav-1]"));
  CHECK(connected(result, "vav-2/share.value -> office-1/mix.airFlowRateIn[vav-2]"));
  CHECK(connected(result, "office-1/mix.airFlowRateOut -> corridor/space.supplyAirFlowRate"));
  CHECK(
      connected(result, "office-1/space.indoorTemperature -> corridor/space.supplyAirTemperature"));
  CHECK(connected(result, "office-1/mix.airFlowRateOut -> ahu/return.airFlowRateIn[corridor]"));
  // Corridor and alcove exchange air: neither supplies the other.
  CHECK(nodes_of(result, "import.required_missing", "is not conditioned") == Names{"b:alcove"});
  check_liveable(result);
}

TEST_CASE("luminaires and the air outdoors are nothing to simulate") {
  const auto translate_lighting = [] { own("lighting"); };
  CHECK_THROWS_WITH(translate_lighting(), Catch::Contains("s223:Luminaire (2)"));
}

TEST_CASE("a heat exchanger without a plant takes the heat of a network") {
  const auto house = [](const std::string& more) {
    return graph(
        "b:x a s223:HydronicHeatExchanger ; s223:connectedTo b:p . b:p a s223:Pump ; "
        "s223:connectedTo b:v . b:v a s223:TwoWayValve ; s223:connectedTo b:h .\n"
        "b:h a s223:Radiator ; s223:connectedTo b:room, b:x .\n" +
        more + kRoom);
  };
  const Translation result = house("");
  CHECK(result.report.rules == std::map<std::string, std::size_t>{{"s223.heat_exchanger", 1},
                                                                  {"s223.heater", 1},
                                                                  {"s223.room", 1}});
  CHECK(type_of(result, "x/substation") == "DistrictHeatingSubstation");
  CHECK(
      connected(result, "x/substation.outletWaterTemperature -> h/heater.supplyWaterTemperature"));
  CHECK(type_of(result, "x/circulator") == "Pump");
  CHECK(nodes_of(result, "import.not_mapped").empty());
  check_liveable(result, 2);
  // Behind a boiler it only passes the water on.
  const Translation boiler =
      house("b:b a s223:Boiler ; s223:connectedTo b:x . b:x s223:connectedTo b:b .\n");
  CHECK(boiler.report.rules.contains("s223.boiler"));
  CHECK_FALSE(boiler.report.rules.contains("s223.heat_exchanger"));
}

TEST_CASE(
    "a coil with refrigerant of no stated kind heats and cools, though the unit has a strip") {
  const std::string refrigerant =
      " ; s223:hasConnectionPoint [ a s223:InletConnectionPoint ; s223:hasMedium "
      "s223:Constituent-Refrigerant ] ";
  const auto unit = [&](const std::string& heater) {
    return graph(kRoom +
                 "b:u a s223:AirHandlingUnit ; s223:contains b:f, b:c, b:k, b:x ; "
                 "s223:connectedTo b:room . b:room s223:connectedTo b:u . b:f a s223:Fan .\n"
                 "b:k a s223:Compressor . b:c a s223:Coil" +
                 refrigerant + ". b:x a s223:" + heater + " .\n");
  };
  const Translation strip = unit("ElectricResistanceElement");
  CHECK(strip.report.components.at("DirectExpansionSystem") == 1);
  CHECK(nodes_of(strip, "import.part_left_out") == Names{"b:x"});
  check_liveable(strip, 2);
  // A furnace heats instead of the compressor.
  const Translation furnace = unit("Furnace");
  CHECK(furnace.report.components.at("Furnace") == 1);
  CHECK(furnace.report.components.at("DirectExpansionSystem") == 1);
}

TEST_CASE("a unit heater of no class of its own heats its room") {
  for (const char* what : {"b:u a s223:Equipment ; s223:contains b:f, b:g . b:f a s223:Fan . b:g a "
                           "s223:Furnace .\n",
                           "b:u a s223:Furnace .\n"}) {
    const Translation result =
        graph(kRoom + what + "b:u s223:connectedTo b:room . b:room s223:connectedTo b:u .\n");
    CHECK(result.report.rules.contains("s223.room_unit"));
    CHECK(result.report.components.at("Furnace") == 1);
    CHECK(nodes_of(result, "import.not_mapped").empty());
  }
}

TEST_CASE("a chiller with a cooling tower condenses at the temperature of its water") {
  const std::string room =
      "b:k a s223:Chiller ; s223:connectedTo b:f . b:f a s223:FanCoilUnit ; s223:connectedTo "
      "b:room, b:k .\n" +
      kRoom;
  const Translation air = graph(room);
  CHECK(connected(air, "weather.outdoorTemperature -> k/chiller.condenserInletTemperature"));
  const Translation tower =
      graph(room +
            "b:k s223:connectedTo b:p . b:p a s223:Pump ; s223:connectedTo b:t . b:t a "
            "s223:CoolingTower ; s223:connectedTo b:k .\n");
  CHECK(connected(tower, "k/towerWater.scheduleValue -> k/chiller.condenserInletTemperature"));
  CHECK(connected(tower, "weather.outdoorTemperature -> k/towerWater.x"));
  CHECK(connected(tower, "k/towerAir.y -> k/towerFan.airFlowRate"));
  CHECK(nodes_of(tower, "import.not_mapped").empty());
  check_liveable(tower, 2);
}

TEST_CASE("coils on any voltage are electric") {
  const Translation result =
      graph(kRoom +
            "b:u a s223:AirHandlingUnit ; s223:contains b:f, b:c ; s223:connectedTo b:room . "
            "b:room s223:connectedTo b:u . b:f a s223:Fan .\nb:c a s223:HeatingCoil ; "
            "s223:hasConnectionPoint [ a s223:InletConnectionPoint ; s223:hasMedium "
            "s223:AC-208VLL-1Ph-60Hz ] .\n");
  CHECK(result.report.components.at("ElectricAirHeater") == 1);
  CHECK(nodes_of(result, "import.source_assumed").empty());
}

TEST_CASE("a setpoint with a number in the graph controls its zone") {
  const std::string graph = own_graph("terminal");
  const auto with = [&](const std::string& value) {
    return translate_s223(graph +
                              "b:north-temp s223:hasSetpoint b:sp .\n"
                              "b:sp a s223:QuantifiableProperty ; s223:hasValue " +
                              value +
                              " ; qudt:hasQuantityKind quantitykind:Temperature ; "
                              "qudt:hasUnit unit:DEG_F .\n",
                          "terminal.ttl");
  };
  const Translation result = with("73.4");
  const auto setpoint = [&](const char* id) {
    const auto& spec = std::get<SeriesSpec>(result.model.component(id).config.at("value"));
    return std::get<double>(spec.source);
  };
  // 73.4 degF are 23 degC, with 1 K to either side.
  CHECK(setpoint("vav/heatingSetpoint") == Approx(22.0));
  CHECK(setpoint("vav/coolingSetpoint") == Approx(24.0));
  CHECK(connected(result, "vav/heatingSetpoint.scheduleValue -> vav/heating.setpointValue"));
  CHECK_FALSE(connected(result, "heatingSetpoint.scheduleValue -> vav/heating.setpointValue"));
  // 23 degF cannot be meant.
  const Translation cold = with("23");
  CHECK(nodes_of(cold, "import.value_unfit") == Names{"b:sp", "b:sp"});
  CHECK(connected(cold, "heatingSetpoint.scheduleValue -> vav/heating.setpointValue"));
}

TEST_CASE("a unit within a unit is simulated once") {
  const std::string graph = own_graph("single_zone");
  const Translation result = translate_s223(
      graph +
          "b:unit a s223:Equipment . b:inner a s223:AirHandlingUnit ; s223:contains b:fan-3 . "
          "b:unit s223:contains b:inner . b:fan-3 a s223:Fan .\n",
      "single_zone.ttl");
  CHECK(result.report.rules.at("s223.air_handler") == 1);
  CHECK(type_of(result, "unit/supplyFan") == "Fan");
  CHECK(nodes_of(result, "import.not_mapped").empty());
}

TEST_CASE("a coil in the duct before a room is a terminal") {
  const Translation result = translate_s223(
      "@prefix b: <urn:building#> . @prefix s223: <http://data.ashrae.org/standard223#> .\n"
      "b:ahu a s223:AirHandlingUnit ; s223:cnx [a s223:OutletConnectionPoint ; s223:cnx b:d1] .\n"
      "b:d1 a s223:Duct ; s223:hasMedium s223:Fluid-Air .\n"
      "b:coil a s223:ElectricResistanceElement ; s223:cnx [a s223:InletConnectionPoint ; s223:cnx "
      "b:d1], [a s223:OutletConnectionPoint ; s223:cnx b:d2] .\n"
      "b:d2 a s223:Duct ; s223:hasMedium s223:Fluid-Air .\n"
      "b:room a s223:DomainSpace ; s223:cnx [a s223:InletConnectionPoint ; s223:cnx b:d2] .\n",
      "coil.ttl");
  CHECK(type_of(result, "coil/box") == "VavReheatTerminal");
  CHECK(connected(result, "coil/box.airFlowRate -> room/space.supplyAirFlowRate"));
  // No way back is drawn: the air goes back to the unit it came from.
  CHECK(connected(result, "coil/box.airFlowRate -> ahu/return.airFlowRateIn[room]"));
}

TEST_CASE("connections that say no medium are reported, as they carry nothing") {
  const std::string graph =
      "@prefix b: <urn:building#> . @prefix s223: <http://data.ashrae.org/standard223#> .\n"
      "b:room a s223:DomainSpace .\n"
      "b:box a s223:SingleDuctTerminal ; s223:cnx b:out . b:out a s223:OutletConnectionPoint ; "
      "s223:cnx b:duct . b:duct a s223:Connection .\n"
      "b:in a s223:InletConnectionPoint ; s223:cnx b:duct . b:room s223:cnx b:in .\n";
  CHECK(nodes_of(translate_s223(graph, "no_medium.ttl"), "import.medium_missing") ==
        std::vector<std::string>{"b:duct"});
  CHECK(nodes_of(translate_s223(graph + "b:in s223:hasMedium s223:Fluid-Air .", "medium.ttl"),
                 "import.medium_missing")
            .empty());
}

TEST_CASE("only cnx, or everything inferred, is the same model") {
  const std::string graph = own_graph("dual_duct");
  const Translation short_form = own("dual_duct");
  const Translation long_form = translate_s223(
      graph +
          "b:room s223:connectedFrom b:box ; s223:connected b:box . b:box s223:connectedTo b:room "
          "; s223:connectedThrough b:room-duct . b:cold a s223:Equipment, s223:Connectable .\n",
      "dual_duct.ttl");
  REQUIRE(short_form.model.connections().size() == long_form.model.connections().size());
  for (const Connection& connection : short_form.model.connections()) {
    CHECK(connected(long_form, to_string(connection)));
  }
}

TEST_CASE("import reports of small graphs are the stored ones") {
  for (const char* name : {"terminal", "single_zone", "sketch", "dual_duct", "fan_powered",
                           "orphans", "room_units", "transfer"}) {
    check_stored_import("s223/" + std::string(name), import_text(own(name).report));
  }
}

}  // namespace
}  // namespace hearth::test::translate_s223_test

// SPDX-License-Identifier: MIT
// Graphs of ASHRAE 223P whose structure was once read otherwise than drawn.
#include <algorithm>
#include <map>
#include <string>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_structure_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

/// A terminal with a fan and a coil between a unit and a room.
std::string terminal(const std::string& coil) {
  return "b:ahu a s223:AirHandlingUnit . b:t a s223:FanPoweredTerminal ; s223:contains b:fan" +
         std::string(coil.empty() ? "" : ", b:coil") + " . b:fan a s223:Fan .\n" + coil + kRoom +
         link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air");
}

TEST_CASE("panels whose water comes from a cooling tower cool") {
  const std::string panel =
      "b:tower a s223:CoolingTower . b:x a s223:HeatExchanger .\n"
      "b:panel a s223:RadiantPanel ; s223:connectedTo b:room .\n" +
      kRoom + link("b:tower", "b:x", "Fluid-Water") + link("b:x", "b:panel", "Fluid-Water");
  const Translation result = graph(panel);
  CHECK(result.report.rules == Counts{{"s223.cooling_panel", 1}, {"s223.room_unheated", 1}});
  const Extremes power = run(under(result.model, 32.0), 3, "SpaceHeater", "Power");
  CHECK(power.highest < 50.0);  // it begins a degree warmer than its room
  CHECK(power.lowest < -10.0);
  // One that a boiler feeds as well heats.
  const Translation heated =
      graph(panel + "b:boiler a s223:Boiler .\n" + link("b:boiler", "b:panel", "Fluid-Water"));
  CHECK(heated.report.rules.contains("s223.heater"));
}

TEST_CASE("a terminal with a refrigerant coil is a unit of its room, which it heats") {
  const Translation result =
      graph(terminal("b:coil a s223:Coil ; s223:hasConnectionPoint [a s223:InletConnectionPoint ; "
                     "s223:hasMedium s223:Constituent-Refrigerant] .\n"));
  CHECK(result.report.rules.contains("s223.room_unit_refrigerant"));
  CHECK(result.report.rules.contains("s223.room"));
  CHECK(type_of(result, "t/unit") == "FanCoilUnit");
}

TEST_CASE("a fan-powered terminal reheats only with a coil, and its room agrees") {
  const Translation plain = graph(terminal(""));
  CHECK(plain.report.rules.contains("s223.fan_series_plain"));
  CHECK(plain.report.rules.contains("s223.room_unheated"));
  CHECK(parameter(plain, "t/box", "nominalReheatPower") == 0.0);
  const Translation coil = graph(terminal("b:coil a s223:Coil .\n"));
  CHECK(coil.report.rules.contains("s223.fan_series_electric"));
  CHECK(coil.report.rules.contains("s223.room"));
  CHECK(nodes_of(coil, "import.required_missing", "an electric coil is assumed").size() == 1);
  const Translation water = graph(terminal("b:coil a s223:Coil .\nb:boiler a s223:Boiler .\n"));
  CHECK(water.report.rules.contains("s223.fan_series_water"));
  CHECK(nodes_of(water, "import.required_missing", "hot water is assumed").size() == 1);
}

TEST_CASE("zones that contain their domain space are one room, and words of drafts are read") {
  const Translation result = graph(
      "b:zone a s223:Zone ; s223:contains b:room . b:room a s223:DomainSpace .\n"
      "b:ahu a s223:AHU . b:v a s223:VAV ; s223:contains b:c . b:c a s223:HeatingCoil .\n" +
      link("b:ahu", "b:v", "Medium-Air") + link("b:v", "b:room", "Medium-Air"));
  CHECK(result.report.rules ==
        Counts{{"s223.air_handler", 1}, {"s223.reheat_electric", 1}, {"s223.room", 1}});
}

TEST_CASE("people open windows of a room whose fan coil unit only heats") {
  const auto windows = [](const std::string& coil) {
    const Translation result = graph(
        "b:f a s223:FanCoilUnit ; s223:contains b:c ; s223:connectedTo b:s . b:c a s223:" + coil +
        " .\nb:room a s223:PhysicalSpace ; s223:encloses b:s .\n"
        "b:s a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n");
    return result.report.components.contains("OpenableWindow");
  };
  CHECK(windows("HeatingCoil"));
  CHECK_FALSE(windows("CoolingCoil"));
}

TEST_CASE("domain spaces of no domain are rooms, unless their room has one for air conditioning") {
  CHECK(graph("b:d a s223:DomainSpace .\n").report.rules == Counts{{"s223.room_unheated", 1}});
  CHECK(graph("b:p a s223:PhysicalSpace ; s223:encloses b:d, b:room . b:d a s223:DomainSpace .\n" +
              kRoom)
            .report.rules == Counts{{"s223.room_unheated", 1}});
}

TEST_CASE("the name of the space that contains all others states the kind of building") {
  const auto building = [](const std::string& name) {
    return graph("b:" + name +
                 " a s223:PhysicalSpace ; s223:contains b:floor . b:floor a "
                 "s223:PhysicalSpace ; s223:contains b:p . b:p a s223:PhysicalSpace ; "
                 "s223:encloses b:room .\n" +
                 kRoom);
  };
  CHECK(nodes_of(building("house"), "import.room_kind", "treated as dwelling").size() == 1);
  CHECK(nodes_of(building("bldg-7"), "import.room_kind", "treated as office").size() == 1);
}

TEST_CASE("outdoor air that is cold enough removes the heat of the fan") {
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit . b:t a s223:TerminalUnit ; s223:contains b:c .\n"
      "b:c a s223:ElectricResistanceElement .\n" +
      kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air"));
  for (const double outdoors : {2.0, 5.0, 10.0}) {
    CAPTURE(outdoors);
    const auto means = mean_signals(
        under(result.model, outdoors), 1,
        {"ahu/cooling.coolingPower", "ahu/supplyFan.Power", "ahu/supply.airTemperatureOut[t]"});
    CHECK(means[1] > 10.0);
    // What is left comes from the first steps, before flows and temperatures agree.
    CHECK(means[0] < 0.02 * means[1]);
    CHECK(means[2] == Approx(16.0).margin(0.1));  // the setpoint
  }
}

TEST_CASE(
    "a terminal on two units takes half of its air from each, and its room gives it back so") {
  const Translation result = graph(
      "b:a1 a s223:AirHandlingUnit . b:a2 a s223:AirHandlingUnit .\n"
      "b:t a s223:TerminalUnit ; s223:contains b:c . b:c a s223:ElectricResistanceElement .\n" +
      kRoom + link("b:a1", "b:t", "Fluid-Air") + link("b:a2", "b:t", "Fluid-Air") +
      link("b:t", "b:room", "Fluid-Air"));
  for (const std::string unit : {"a1", "a2"}) {
    CAPTURE(unit);
    CHECK(connected(result, unit + "/supply.airTemperatureOut[t] -> t/airMean.u[" + unit + "]"));
    CHECK(connected(result, "t/ductShare.value -> " + unit + "/supply.airFlowRateOut[t]"));
    CHECK(connected(result, "room/upShare.value -> " + unit + "/return.airFlowRateIn[room]"));
    CHECK(connected(result, unit + "/mixing.mixedAirCO2 -> room/supplyCO2.u[" + unit + "]"));
    CHECK(parameter(result, unit + "/supplyFan", "nominalAirFlowRate") ==
          Approx(parameter(result, "t/box", "nominalAirFlowRate") / 2.0));
  }
  CHECK(nodes_of(result, "import.several_candidates").empty());
}

TEST_CASE("boilers in parallel share the water and the load of what they heat") {
  const auto radiator = [](int boilers) {
    std::string text = "b:r a s223:Radiator ; s223:connectedTo b:room .\n" + kRoom;
    for (int i = 1; i <= boilers; ++i) {
      const std::string boiler = "b:b" + std::to_string(i);
      text += boiler + " a s223:Boiler .\n" + link(boiler, "b:r", "Water-HotWater");
    }
    return graph(text);
  };
  const auto power = [](const Translation& result) {
    return parameter(result, "b1/boiler", "nominalHeatingPower");
  };
  const Translation two = radiator(2);
  CHECK(power(two) == Approx(power(radiator(1)) / 2.0));
  CHECK(connected(two, "b2/boiler.outletWaterTemperature -> r/hotMean.u[b2]"));
  CHECK(connected(two, "r/hotShare.value -> b1/return.waterFlowRateIn[r]"));
}

TEST_CASE("a unit of a room gives its heat, and no air besides that of an air handling unit") {
  const std::string unit =
      "b:f a s223:FanCoilUnit .\n" + kRoom + link("b:f", "b:room", "Fluid-Air");
  const Translation alone = graph(unit);
  CHECK(connected(alone, "f/unit.heatGain -> room/space.heatGain[f]"));
  CHECK(type_of(alone, "f/fresh").empty());
  const Translation fresh =
      graph(unit + "b:ahu a s223:AirHandlingUnit .\n" + link("b:ahu", "b:f", "Fluid-Air"));
  CHECK(connected(fresh, "f/unit.heatGain -> room/space.heatGain[f]"));
  CHECK(connected(fresh, "f/fresh.airFlowRate -> room/space.supplyAirFlowRate"));
}

TEST_CASE("coils of a unit take the water that their plant gives") {
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:hc, b:cc .\n"
      "b:hc a s223:HeatingCoil . b:cc a s223:CoolingCoil . b:boiler a s223:Boiler .\n"
      "b:t a s223:TerminalUnit ; s223:contains b:d . b:d a s223:Damper .\n" +
      kRoom + link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air") +
      link("b:boiler", "b:hc", "Water-HotWater"));
  CHECK(type_of(result, "ahu/hotCoil") == "WaterCoil");
  CHECK(type_of(result, "ahu/heating").empty());
  CHECK(type_of(result, "ahu/cooling") == "Coil");  // no chiller
  CHECK(connected(result,
                  "ahu/hotCoil.outletWaterTemperature -> boiler/return.waterTemperatureIn[ahu]"));
}

TEST_CASE("what makes the heat and cold of a unit without water is read from its parts") {
  const auto unit = [](const std::string& parts) {
    return graph("b:ahu a s223:AirHandlingUnit ; s223:contains b:hc, b:cc .\n" + parts + kRoom +
                 "b:t a s223:TerminalUnit ; s223:contains b:d . b:d a s223:Damper .\n" +
                 link("b:ahu", "b:t", "Fluid-Air") + link("b:t", "b:room", "Fluid-Air"));
  };
  const auto medium = [](const std::string& name) {
    return std::string(
               " ; s223:hasConnectionPoint [a s223:InletConnectionPoint ; s223:hasMedium s223:") +
           name + "] .\n";
  };
  const std::string expansion = "b:cc a s223:CoolingCoil" + medium("Fluid-Refrigerant");
  const Translation furnace = unit("b:hc a s223:Furnace .\n" + expansion);
  CHECK(connected(furnace, "ahu/heating.heatingPower -> ahu/furnace.heatingPower"));
  CHECK(connected(furnace, "ahu/cooling.coolingPower -> ahu/compressor.coolingPower"));
  CHECK(!connected(furnace, "ahu/heating.heatingPower -> ahu/compressor.heatingPower"));
  CHECK(nodes_of(furnace, "import.source_assumed").empty());
  const Translation resistance = unit("b:hc a s223:ElectricResistanceElement .\n" + expansion);
  CHECK(connected(resistance, "ahu/heating.heatingPower -> ahu/electricHeater.heatingPower"));
  const Translation pump = unit("b:hc a s223:HeatPump .\nb:cc a s223:Filter .\n");
  CHECK(connected(pump, "ahu/heating.heatingPower -> ahu/compressor.heatingPower"));
  CHECK(connected(pump, "ahu/cooling.coolingPower -> ahu/compressor.coolingPower"));
  const Translation unknown = unit("b:hc a s223:HeatingCoil . b:cc a s223:CoolingCoil .\n");
  CHECK(type_of(unknown, "ahu/compressor").empty());
  CHECK(nodes_of(unknown, "import.source_assumed").size() == 2);
  const auto cold = mean_signals(under(furnace.model, -10.0), 2, {"ahu/furnace.fuelPower"});
  CHECK(cold[0] > 50.0);
}

TEST_CASE("a furnace of a room burns fuel and does not cool") {
  const Translation result =
      graph("b:f a s223:Furnace .\n" + kRoom + link("b:f", "b:room", "Fluid-Air"));
  CHECK(connected(result, "f/unit.heatingPower -> f/furnace.heatingPower"));
  CHECK(type_of(result, "f/chilledValve").empty());
}

TEST_CASE("the fan of a condenser is not the return fan of its unit") {
  const std::string unit =
      "b:u a s223:AirHandlingUnit ; s223:contains b:sf, b:cf, b:dx . b:sf a s223:Fan .\n"
      "b:dx a s223:CoolingCoil ; s223:hasConnectionPoint [a s223:InletConnectionPoint ; "
      "s223:hasMedium s223:Fluid-Refrigerant] .\n" +
      kRoom + link("b:u", "b:room", "Fluid-Air") + link("b:room", "b:u", "Fluid-Air");
  CHECK(type_of(graph(unit + "b:cf a s223:Fan .\n"), "u/returnFan") == "Fan");
  CHECK(
      type_of(graph(unit + "b:cf a s223:Fan ; s223:hasRole s223:Role-Condenser .\n"), "u/returnFan")
          .empty());
}

TEST_CASE("pumps of a plant draw electricity") {
  const std::string plant =
      "b:boiler a s223:Boiler . b:r a s223:Radiator ; s223:connectedTo b:room .\n" + kRoom;
  const Translation result =
      graph(plant + "b:p a s223:Pump .\n" + link("b:boiler", "b:p", "Water-HotWater") +
            link("b:p", "b:r", "Water-HotWater"));
  CHECK(type_of(result, "boiler/circulator") == "Pump");
  CHECK(connected(result,
                  "boiler/circulator.outletWaterTemperature -> "
                  "boiler/boiler.inletWaterTemperature"));
  CHECK(mean_signals(under(result.model, -10.0), 2, {"boiler/circulator.Power"})[0] > 0.1);
  CHECK(type_of(graph(plant + link("b:boiler", "b:r", "Water-HotWater")), "boiler/circulator")
            .empty());
}

TEST_CASE("a graph of known classes without rooms, units and plants is refused in these words") {
  try {
    graph("b:c a s223:HeatingCoil . b:p a s223:Pump .\n" + link("b:p", "b:c", "Water-HotWater"));
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("needs rooms that equipment serves") != std::string::npos);
  }
}

TEST_CASE("pumps of separate circuits each move the water of their consumers") {
  const std::string water = "Water-HotWater";
  const std::string rooms =
      "b:one a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC . b:two a s223:DomainSpace ; "
      "s223:hasDomain s223:Domain-HVAC . b:h1 a s223:Radiator . b:h2 a s223:Radiator . "
      "b:b a s223:Boiler . b:p1 a s223:Pump . b:p2 a s223:Pump .\n" +
      link("b:p1", "b:h1", water) + link("b:p2", "b:h2", water) +
      "b:s1 a s223:PhysicalSpace ; s223:encloses b:one . b:s2 a s223:PhysicalSpace ; "
      "s223:encloses b:two . b:h1 s223:hasPhysicalLocation b:s1 . "
      "b:h2 s223:hasPhysicalLocation b:s2 .\n";
  const Translation result = graph(rooms + link("b:b", "b:p1", water) + link("b:b", "b:p2", water));
  CHECK(type_of(result, "b/circulator").empty());
  CHECK(connected(result, "h1/valve.waterFlowRate -> p1/flows.u[h1]"));
  CHECK(connected(result, "h2/valve.waterFlowRate -> p2/flows.u[h2]"));
  CHECK_FALSE(connected(result, "h2/valve.waterFlowRate -> p1/flows.u[h2]"));
  const double whole = parameter(result, "b/boiler", "nominalHeatingPower") * 1.2e-5;
  CHECK(parameter(result, "p1/pump", "nominalWaterFlowRate") == Approx(0.5 * whole));
  const auto mean = mean_signals(under(result.model, -10.0), 2, {"p1/pump.Power", "p2/pump.Power"});
  CHECK(mean[0] > 0.1);
  CHECK(mean[1] > 0.1);
  // A pump before them moves all of the water.
  const Translation main = graph(rooms + "b:m a s223:Pump .\n" + link("b:b", "b:m", water) +
                                 link("b:m", "b:p1", water) + link("b:m", "b:p2", water));
  CHECK(type_of(main, "b/circulator") == "Pump");
  CHECK(type_of(main, "p1/pump") == "Pump");
  for (const Translation* one : {&result, &main}) {
    CHECK(balance_under(one->model, -10.0, 1).open_ends.empty());
  }
}

TEST_CASE("a unit with heat recovery and without coils does not heat or cool") {
  const Translation result = graph(
      "b:erv a s223:AirHandlingUnit ; s223:contains b:x, b:sf . b:x a s223:AirHeatExchanger . "
      "b:sf a s223:Fan .\n" +
      kRoom + link("b:erv", "b:room", "Fluid-Air") + link("b:room", "b:erv", "Fluid-Air"));
  CHECK(type_of(result, "erv/heating").empty());
  CHECK(type_of(result, "erv/cooling").empty());
}

TEST_CASE("the largest flow of a box is used as stated") {
  const auto flow = [](const std::string& owner) {
    const Translation result = graph(
        "@prefix qudt: <http://qudt.org/schema/qudt/> . @prefix kind: "
        "<http://qudt.org/vocab/quantitykind/> . @prefix unit: <http://qudt.org/vocab/unit/> .\n" +
        terminal("b:coil a s223:Coil .\n") + owner +
        " s223:hasProperty b:flow . b:flow a s223:QuantifiableObservableProperty ; "
        "qudt:hasQuantityKind kind:VolumeFlowRate ; qudt:hasUnit unit:M3-PER-SEC ; s223:hasAspect "
        "s223:Aspect-Maximum ; s223:hasValue 0.42 .\n");
    return parameter(result, "t/box", "nominalAirFlowRate");
  };
  CHECK(flow("b:t") == Approx(0.42 * 1.2));
  const std::string point = "b:t s223:hasConnectionPoint b:o . b:o a s223:OutletConnectionPoint ; ";
  CHECK(flow(point + "s223:hasMedium s223:Fluid-Air . b:o") == Approx(0.42 * 1.2));
  CHECK(flow(point + "s223:hasMedium s223:Water-HotWater . b:o") != Approx(0.42 * 1.2));
}

/// A unit whose fan blows through a heating and a cooling coil side by side, each with its own duct
/// to a dual-duct terminal.
const std::string kTwoDecks =
    "b:ahu a s223:AirHandlingUnit ; s223:contains b:sf, b:hc, b:cc . b:sf a s223:Fan .\n"
    "b:hc a s223:HeatingCoil . b:cc a s223:CoolingCoil . b:dd a s223:DualDuctTerminal .\n"
    "b:boiler a s223:Boiler . b:chiller a s223:Chiller .\n" +
    kRoom + link("b:sf", "b:hc", "Fluid-Air") + link("b:sf", "b:cc", "Fluid-Air") +
    link("b:hc", "b:dd", "Fluid-Air") + link("b:cc", "b:dd", "Fluid-Air") +
    link("b:dd", "b:room", "Fluid-Air") + link("b:boiler", "b:hc", "Water-HotWater") +
    link("b:hc", "b:boiler", "Water-HotWater") + link("b:chiller", "b:cc", "Water-ChilledWater") +
    link("b:cc", "b:chiller", "Water-ChilledWater");

TEST_CASE("a unit with coils side by side has the hot and the cold deck of dual-duct terminals") {
  const Translation result = graph(kTwoDecks);
  CHECK(connected(result, "ahu/hotCoil.outletAirTemperature -> ahu/hotSupply.airTemperatureIn"));
  CHECK(connected(result, "ahu/supplyFan.outletAirTemperature -> ahu/hotCoil.inletAirTemperature"));
  CHECK(connected(result,
                  "ahu/supplyFan.outletAirTemperature -> ahu/chilledCoil.inletAirTemperature"));
  CHECK(connected(result, "ahu/hotSupply.airFlowRateIn -> ahu/hotCoil.airFlowRate"));
  CHECK(connected(result, "ahu/supply.airFlowRateIn -> ahu/chilledCoil.airFlowRate"));
  CHECK(connected(result, "ahu/fanFlow.y -> ahu/supplyFan.airFlowRate"));
  CHECK(type_of(result, "hotDeckAir").empty());
  CHECK(nodes_of(result, "import.required_missing", "hot deck").empty());
  CHECK(run(under(result.model, -10.0), 3, "Boiler", "heatingPower").highest > 100.0);
  CHECK(lost(result, -10.0) < 1e-6);
  check_liveable(result);
}

TEST_CASE("coils in series stay the coils of one duct") {
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:hc, b:cc . b:hc a s223:HeatingCoil .\n"
      "b:cc a s223:CoolingCoil . b:dd a s223:DualDuctTerminal .\n" +
      kRoom + link("b:hc", "b:cc", "Fluid-Air") + link("b:cc", "b:dd", "Fluid-Air") +
      link("b:dd", "b:room", "Fluid-Air"));
  CHECK(type_of(result, "ahu/hotSupply").empty());
  CHECK(type_of(result, "hotDeckAir") == "Schedule");
}

TEST_CASE("a radiant heater with an inlet of gas burns it") {
  const auto heater = [](const std::string& fuel) {
    return graph(
        "b:tube a s223:RadiantHeater ; s223:connectedTo b:room ; s223:hasConnectionPoint "
        "b:in . b:in a s223:InletConnectionPoint ; s223:hasMedium s223:" +
        fuel + " .\n" + kRoom);
  };
  const Translation gas = heater("Fluid-NaturalGas");
  CHECK(type_of(gas, "tube/burner") == "Boiler");
  CHECK(connected(gas, "tube/burner.outletWaterTemperature -> tube/heater.supplyWaterTemperature"));
  CHECK(type_of(gas, "hotWater").empty());
  CHECK(lost(gas, -10.0) < 1e-6);
  const Translation oil = heater("Fluid-Oil");
  CHECK(std::get<Word>(oil.model.component("tube/burner").config.at("fuel")).text == "oil");
  CHECK(type_of(heater("Water-HotWater"), "tube/burner").empty());
}

TEST_CASE("a heat pump that only warms radiant floors makes water of 35 degC") {
  const std::string floors =
      "b:pump a s223:HeatPump . b:floor a s223:RadiantHeater ; s223:connectedTo b:room .\n" +
      kRoom + link("b:pump", "b:floor", "Water-HotWater") +
      link("b:floor", "b:pump", "Water-HotWater");
  const Translation result = graph(floors);
  CHECK(type_of(result, "floorHeatingSetpoint") == "Schedule");
  CHECK(type_of(result, "heatPumpSetpoint").empty());
  CHECK(parameter(result, "floor/heater", "T_a_nominal_sh") == 35.0);
  CHECK(parameter(result, "floor/heater", "T_b_nominal_sh") == 28.0);
  const Translation radiators =
      graph(floors + "b:radiator a s223:Radiator ; s223:connectedTo b:room .\n" +
            link("b:pump", "b:radiator", "Water-HotWater") +
            link("b:radiator", "b:pump", "Water-HotWater"));
  CHECK(type_of(radiators, "heatPumpSetpoint") == "Schedule");
  CHECK(type_of(radiators, "floorHeatingSetpoint").empty());
  CHECK(parameter(radiators, "floor/heater", "T_a_nominal_sh") == 60.0);
}

TEST_CASE("chillers that supply the same coils start one after the other") {
  const std::string second = "b:two a s223:Chiller .\n" +
                             link("b:two", "b:cc", "Water-ChilledWater") +
                             link("b:cc", "b:two", "Water-ChilledWater");
  CHECK(parameter(graph(kTwoDecks), "chiller/chiller", "parallelMachines") == 1.0);
  const Translation result = graph(kTwoDecks + second);
  CHECK(parameter(result, "chiller/chiller", "parallelMachines") == 2.0);
  CHECK(parameter(result, "two/chiller", "parallelMachines") == 2.0);
}

TEST_CASE("a heat pump carries the base load of a boiler with the same consumers") {
  const std::string plants =
      "b:pump a s223:HeatPump . b:boiler a s223:Boiler . b:r a s223:Radiator ; s223:connectedTo "
      "b:room .\n" +
      kRoom + link("b:pump", "b:r", "Water-HotWater") + link("b:boiler", "b:r", "Water-HotWater");
  const Translation result = graph(plants);
  CHECK(
      connected(result, "boiler/boiler.outletWaterTemperature -> r/heater.supplyWaterTemperature"));
  CHECK(
      connected(result, "pump/pump.outletWaterTemperature -> boiler/boiler.inletWaterTemperature"));
  CHECK(connected(result, "boiler/supply.waterFlowRateIn -> pump/return.waterFlowRateIn[boiler]"));
  CHECK(connected(
      result, "heatPumpSetpoint.scheduleValue -> boiler/boiler.outletWaterTemperatureSetpoint"));
  CHECK(lost(result, -10.0) < 1e-6);
  check_liveable(result);
  // With other consumers of its own, each supplies its share.
  const Translation other = graph(plants + "b:q a s223:Radiator ; s223:connectedTo b:room .\n" +
                                  link("b:boiler", "b:q", "Water-HotWater"));
  CHECK(connected(other, "pump/pump.outletWaterTemperature -> r/hotMean.u[pump]"));
}

TEST_CASE("a heat pump whose water flows into a boiler carries its base load") {
  const Translation result = graph(
      "b:pump a s223:HeatPump . b:boiler a s223:Boiler . b:r a s223:Radiator ; s223:connectedTo "
      "b:room .\n" +
      kRoom + link("b:pump", "b:boiler", "Fluid-Water") + link("b:boiler", "b:r", "Fluid-Water") +
      link("b:r", "b:pump", "Fluid-Water"));
  CHECK(
      connected(result, "boiler/boiler.outletWaterTemperature -> r/heater.supplyWaterTemperature"));
  CHECK(
      connected(result, "pump/pump.outletWaterTemperature -> boiler/boiler.inletWaterTemperature"));
  CHECK(nodes_of(result, "import.required_missing", "does not serve anything").empty());
  CHECK(lost(result, -10.0) < 1e-6);
}

TEST_CASE("a room without supply whose air a unit takes does not drop the unit") {
  const std::string atrium =
      "b:atrium a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
      "b:r a s223:Radiator ; s223:connectedTo b:atrium .\n";
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:sf . b:sf a s223:Fan .\n"
      "b:wc a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n" +
      atrium + kRoom + link("b:ahu", "b:room", "Fluid-Air") + link("b:room", "b:ahu", "Fluid-Air") +
      link("b:atrium", "b:wc", "Fluid-Air") + link("b:wc", "b:ahu", "Fluid-Air"));
  CHECK(type_of(result, "ahu/supplyFan") == "Fan");
  CHECK(nodes_of(result, "import.left_out").empty());
  CHECK(nodes_of(result, "import.connection_incomplete").size() == 1);
  check_liveable(result);
}

TEST_CASE("a beam with one connection for both directions of air serves its room") {
  const Translation result = graph(
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:sf . b:sf a s223:Fan .\n"
      "b:chiller a s223:Chiller . b:cb a s223:ChilledBeam ; s223:hasRole s223:Role-Cooling ; "
      "s223:hasConnectionPoint b:air .\n"
      "b:air a s223:BidirectionalConnectionPoint ; s223:hasMedium s223:Fluid-Air . b:duct a "
      "s223:Duct ; s223:hasMedium s223:Fluid-Air ; s223:cnx b:air, [a "
      "s223:BidirectionalConnectionPoint ; s223:hasMedium s223:Fluid-Air ; "
      "s223:isConnectionPointOf b:room] .\n" +
      kRoom + link("b:ahu", "b:cb", "Fluid-Air") + link("b:chiller", "b:cb", "Fluid-Water") +
      link("b:cb", "b:chiller", "Fluid-Water") + link("b:room", "b:ahu", "Fluid-Air"));
  CHECK(connected(result, "room/space.indoorTemperature -> cb/unit.indoorTemperature"));
  CHECK(connected(result, "cb/unit.heatGain -> room/space.heatGain[cb]"));
  CHECK(type_of(result, "cb/hotValve").empty());
  CHECK(type_of(result, "roomAir").empty());
}

std::string property(const std::string& owner, const std::string& relation, const std::string& id,
                     const std::string& kind, const std::string& unit, const std::string& value,
                     const std::string& aspect) {
  return owner + " " + relation + " " + id + " . " + id +
         " a s223:QuantifiableProperty ; s223:hasAspect s223:" + aspect +
         " ; <http://qudt.org/schema/qudt/hasQuantityKind> "
         "<http://qudt.org/vocab/quantitykind/" +
         kind +
         "> ; <http://qudt.org/schema/qudt/hasUnit> "
         "<http://qudt.org/vocab/unit/" +
         unit + "> ; s223:hasValue " + value + " .\n";
}

TEST_CASE("setpoints of rooms and of supply air are used where the graph states them") {
  const auto setpoint = [](const std::string& id, const std::string& value) {
    return property("b:room", "s223:hasProperty", id, "Temperature", "DEG_C", value,
                    "Aspect-Setpoint");
  };
  const std::string unit =
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:sf, b:cc . b:sf a s223:Fan . b:cc a "
      "s223:CoolingCoil . b:v a s223:SingleDuctTerminal ; s223:contains b:rc . b:rc a "
      "s223:ElectricResistanceElement .\n"
      "b:ahu s223:cnx b:out . b:out a s223:OutletConnectionPoint ; s223:hasMedium s223:Fluid-Air ; "
      "s223:cnx [a s223:Duct ; s223:hasMedium s223:Fluid-Air ; s223:cnx [a "
      "s223:InletConnectionPoint ; s223:hasMedium s223:Fluid-Air ; s223:isConnectionPointOf b:v]] "
      ".\n" +
      kRoom + link("b:v", "b:room", "Fluid-Air");
  const auto value = [](const Translation& result, const std::string& id) {
    const Component* source = result.model.find(id);
    REQUIRE(source != nullptr);
    const auto& series = std::get<SeriesSpec>(source->config.at("value"));
    return std::get<double>(series.source);
  };
  const Translation pair = graph(unit + setpoint("b:c", "24.5") + setpoint("b:h", "21.0"));
  CHECK(value(pair, "v/heatingSetpoint") == Approx(21.0));
  CHECK(value(pair, "v/coolingSetpoint") == Approx(24.5));
  const Translation one = graph(unit + setpoint("b:t", "22.0"));
  CHECK(value(one, "v/heatingSetpoint") == Approx(21.0));
  CHECK(value(one, "v/coolingSetpoint") == Approx(23.0));
  const Translation heated =
      graph("b:boiler a s223:Boiler . b:r a s223:Radiator ; s223:connectedTo b:room .\n" + kRoom +
            link("b:boiler", "b:r", "Fluid-Water") + setpoint("b:t", "21.0"));
  CHECK(value(heated, "r/heatingSetpoint") == Approx(21.0));
  const Translation supply =
      graph(unit + property("b:out", "s223:hasProperty", "b:sat", "Temperature", "DEG_C", "13.0",
                            "Aspect-Setpoint"));
  CHECK(value(supply, "ahu/supplyAirTemperatureSetpoint") == Approx(13.0));
}

TEST_CASE("the fan of a box does not state its primary air flow") {
  const std::string box =
      "b:ahu a s223:AirHandlingUnit . b:v a s223:FanPoweredTerminal ; s223:contains b:f, b:e . b:f "
      "a "
      "s223:Fan . b:e a s223:ElectricResistanceElement .\n" +
      kRoom + link("b:ahu", "b:v", "Fluid-Air") + link("b:v", "b:room", "Fluid-Air") +
      property("b:f", "s223:hasProperty", "b:own", "VolumeFlowRate", "M3-PER-SEC", "0.2",
               "Aspect-Nominal");
  const Translation result =
      graph(box + property("b:v", "s223:hasProperty", "b:most", "VolumeFlowRate", "M3-PER-SEC",
                           "0.5", "Aspect-Maximum"));
  CHECK(parameter(result, "v/box", "nominalAirFlowRate") == Approx(0.6));
}

TEST_CASE("a furnace with an intake of outdoor air heats a constant flow of outdoor air alone") {
  const Translation result = graph(
      "b:f a s223:Furnace ; s223:hasConnectionPoint b:in ; s223:hasProperty b:flow . b:in a "
      "s223:InletConnectionPoint ; s223:hasMedium s223:Fluid-Air ; s223:hasRole "
      "s223:Role-OutdoorAirIntake .\n"
      "b:flow a s223:QuantifiableProperty ; "
      "<http://qudt.org/schema/qudt/hasQuantityKind> "
      "<http://qudt.org/vocab/quantitykind/VolumeFlowRate> ; <http://qudt.org/schema/qudt/hasUnit> "
      "<http://qudt.org/vocab/unit/M3-PER-SEC> ; s223:hasValue 0.5 .\n" +
      kRoom + link("b:f", "b:room", "Fluid-Air"));
  CHECK(type_of(result, "f/furnace") == "Furnace");
  CHECK(type_of(result, "f/mixing").empty());
  CHECK(parameter(result, "room/diffuser", "nominalAirFlowRate") == Approx(0.6).epsilon(1e-6));
  CHECK(parameter(result, "room/diffuser", "minimumAirFlowRate") == Approx(0.6).epsilon(1e-6));
}

TEST_CASE("steam heats coils as water of 110 degC, or makes hot water in an exchanger") {
  const auto setpoint = [](const Translation& result, const std::string& id) {
    return std::get<double>(
        std::get<SeriesSpec>(result.model.component(id).config.at("value")).source);
  };
  const std::string unit =
      "b:ahu a s223:AirHandlingUnit ; s223:contains b:coil . b:coil a s223:HeatingCoil .\n"
      "b:boiler a s223:Boiler .\n" +
      kRoom + link("b:ahu", "b:room", "Fluid-Air");
  const Translation coil = graph(unit + link("b:boiler", "b:coil", "Water-Steam"));
  CHECK(connected(coil,
                  "steamSetpoint.scheduleValue -> "
                  "boiler/boiler.outletWaterTemperatureSetpoint"));
  CHECK(setpoint(coil, "steamSetpoint") == 110.0);
  CHECK(connected(coil,
                  "boiler/boiler.outletWaterTemperature -> ahu/hotCoil.supplyWaterTemperature"));
  CHECK(parameter(coil, "boiler/boiler", "nominalEfficiency") == 0.79);
  CHECK(nodes_of(coil, "import.function_assumed", "make steam").size() == 1);
  check_liveable(coil);

  const Translation water =
      graph(unit + "b:x a s223:HydronicHeatExchanger . b:p a s223:Pump .\n" +
            link("b:boiler", "b:x", "Water-Steam") + link("b:x", "b:p", "Water-HotWater") +
            link("b:p", "b:coil", "Water-HotWater"));
  CHECK(connected(water,
                  "hotWaterSetpoint.scheduleValue -> "
                  "boiler/boiler.outletWaterTemperatureSetpoint"));
  CHECK(setpoint(water, "hotWaterSetpoint") == 60.0);
  CHECK(parameter(water, "boiler/boiler", "nominalEfficiency") == 0.79);
  CHECK(nodes_of(water, "import.function_assumed", "steam for heat exchangers").size() == 1);
  check_liveable(water);
}

TEST_CASE("a connection point that a connected one maps to is not an open end") {
  const Translation result = graph(
      terminal("") +
      "b:outer a s223:InletConnectionPoint ; s223:hasMedium s223:Fluid-Air ; s223:mapsTo b:inner "
      ";\n  s223:connectsThrough b:duct . b:inner a s223:InletConnectionPoint ; s223:hasMedium "
      "s223:Fluid-Air .\nb:duct a s223:Duct . b:loose a s223:InletConnectionPoint ; "
      "s223:hasMedium s223:Fluid-Air .\n");
  const auto open = nodes_of(result, "import.open_end");
  CHECK(std::find(open.begin(), open.end(), "b:inner") == open.end());
  CHECK(std::find(open.begin(), open.end(), "b:loose") != open.end());
}

}  // namespace
}  // namespace hearth::test::s223_structure_test

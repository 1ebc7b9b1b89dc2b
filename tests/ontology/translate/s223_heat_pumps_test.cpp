// SPDX-License-Identifier: MIT
// Heat pumps of rooms in ASHRAE 223P, and the loops that they draw heat from.
#include <map>
#include <string>
#include <vector>

#include "hearth/tests/ontology/translate/s223_support.hpp"

namespace hearth::test::s223_heat_pumps_test {
namespace {

using Counts = std::map<std::string, std::size_t>;

std::string space(const std::string& name) {
  return name + " a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";
}

/// Two heat pumps, each of a room, between the junctions of a loop.
std::string units() {
  std::string text = "b:js a s223:Junction . b:jr a s223:Junction .\n";
  for (const std::string n : {"1", "2"}) {
    text += "b:hp-" + n + " a s223:WaterToAirHeatPump .\n" + space("b:room-" + n) +
            link("b:hp-" + n, "b:room-" + n, "Fluid-Air") +
            link("b:room-" + n, "b:hp-" + n, "Fluid-Air") +
            link("b:js", "b:hp-" + n, "Fluid-Water") + link("b:hp-" + n, "b:jr", "Fluid-Water");
  }
  return text;
}

std::string loop() {
  return "b:boiler a s223:Boiler . b:x a s223:HydronicHeatExchanger . b:tower a s223:CoolingTower "
         ".\n"
         "b:p a s223:Pump . b:tp a s223:Pump .\n" +
         link("b:jr", "b:x", "Fluid-Water") + link("b:x", "b:boiler", "Fluid-Water") +
         link("b:boiler", "b:p", "Fluid-Water") + link("b:p", "b:js", "Fluid-Water") +
         link("b:tower", "b:tp", "Fluid-Water") + link("b:tp", "b:x", "Fluid-Water") +
         link("b:x", "b:tower", "Fluid-Water");
}

TEST_CASE("heat pumps of rooms share a water loop with a boiler and a cooling tower") {
  const Translation result = graph(units() + loop());
  CHECK(result.report.rules ==
        Counts{{"s223.room", 2}, {"s223.room_heat_pump", 2}, {"s223.water_loop", 1}});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(nodes_of(result, "import.required_missing").empty());
  CHECK(type_of(result, "boiler/water") == "StorageTank");
  CHECK(type_of(result, "boiler/boiler") == "Boiler");
  CHECK(type_of(result, "boiler/tower") == "HeatingCoil");
  for (const std::string unit : {"hp-1", "hp-2"}) {
    CHECK(type_of(result, unit + "/heatPump") == "HeatPump");
    CHECK(type_of(result, unit + "/chiller") == "Chiller");
    CHECK(connected(result,
                    "boiler/water.topWaterTemperature -> " + unit + "/heatPump.sourceTemperature"));
    CHECK(connected(result, "boiler/water.topWaterTemperature -> " + unit +
                                "/chiller.condenserInletTemperature"));
    CHECK(connected(result, unit + "/heatPump.sourcePower -> boiler/taken.u[" + unit + "]"));
    CHECK(connected(result, unit + "/chiller.condenserPower -> boiler/given.u[" + unit + "]"));
    CHECK(connected(result, unit + "/heatPump.outletWaterTemperature -> " + unit +
                                "/unit.supplyHotWaterTemperature"));
    CHECK(connected(result, unit + "/unit.heatGain -> room-" + unit.substr(3) + "/space.heatGain[" +
                                unit + "]"));
  }
  check_liveable(result);
  for (const double outdoors : {-10.0, 10.0, 32.0}) CHECK(lost(result, outdoors) < 1e-6);
}

TEST_CASE("the boiler of a loop gives what heat pumps draw, and the tower takes what they give") {
  const Translation result = graph(units() + loop());
  const std::vector<std::string> signals = {
      "boiler/boiler.heatingPower",  "hp-1/heatPump.sourcePower",  "hp-2/heatPump.sourcePower",
      "hp-1/heatPump.heatingPower",  "hp-1/heatPump.Power",        "boiler/tower.heatingPower",
      "hp-1/chiller.condenserPower", "hp-2/chiller.condenserPower"};
  const auto cold = mean_signals(under(result.model, -10.0), 7, signals);
  CHECK(cold[0] == Approx(cold[1] + cold[2]).epsilon(0.05));
  CHECK(cold[3] == Approx(cold[1] + cold[4]).epsilon(1e-3));
  CHECK(cold[4] > 0.2 * cold[3]);  // a COP of 3 to 5
  CHECK(cold[4] < 0.33 * cold[3]);
  CHECK(cold[5] == Approx(0.0).margin(1.0));
  const auto hot = mean_signals(under(result.model, 32.0), 7, signals);
  CHECK(hot[5] == Approx(hot[6] + hot[7]).epsilon(0.05));
  CHECK(hot[0] == Approx(0.0).margin(1.0));
  const Extremes water = run(under(result.model, 32.0), 3, "StorageTank", "topWaterTemperature");
  CHECK(water.highest < 36.0);
}

TEST_CASE("heat pumps on a loop of 20 degC have the capacity and the COP that the graph states") {
  const auto stated = [](const std::string& kind, const std::string& value) {
    return "b:hp-1 s223:hasProperty [ a s223:QuantifiableProperty ; s223:hasAspect "
           "s223:Aspect-Rated, s223:Role-Heating ; <http://qudt.org/schema/qudt/hasQuantityKind> "
           "<http://qudt.org/vocab/quantitykind/" +
           kind + "> ; s223:hasValue " + value + " ] .\n";
  };
  const Translation result = graph(
      units() + loop() +
      stated("HeatFlowRate",
             "5568.0 ; <http://qudt.org/schema/qudt/hasUnit> <http://qudt.org/vocab/unit/W>") +
      stated("CoefficientOfPerformance", "5.2"));
  const auto cold = mean_signals(under(result.model, -10.0), 7,
                                 {"hp-1/heatPump.availableHeatingPower", "hp-1/heatPump.COP",
                                  "boiler/water.topWaterTemperature"});
  CHECK(cold[2] == Approx(20.0).margin(0.5));  // the rating of ISO 13256-1
  CHECK(cold[0] == Approx(5568.0).epsilon(0.02));
  CHECK(cold[1] == Approx(5.2).epsilon(0.02));
}

TEST_CASE("what a loop of heat pumps lacks is assumed and reported") {
  const Translation result =
      graph(units() + "b:tower a s223:CoolingTower .\n" + link("b:jr", "b:tower", "Fluid-Water") +
            link("b:tower", "b:js", "Fluid-Water"));
  CHECK(result.report.rules.at("s223.water_loop") == 1);
  CHECK(nodes_of(result, "import.required_missing", "without a boiler") ==
        std::vector<std::string>{"b:tower"});
  CHECK(nodes_of(result, "import.required_missing", "without a cooling tower").empty());
}

TEST_CASE("the source of a heat pump is outdoor air, or water of the ground if it draws water") {
  const auto unit = [](const std::string& kind) {
    return graph("b:hp a s223:" + kind + " .\n" + kRoom + link("b:hp", "b:room", "Fluid-Air"));
  };
  const Translation air = unit("AirToAirHeatPump");
  CHECK(connected(air, "weather.outdoorTemperature -> hp/heatPump.sourceTemperature"));
  CHECK(connected(air, "weather.outdoorTemperature -> hp/chiller.condenserInletTemperature"));
  const Translation ground = unit("GroundToAirHeatPump");
  CHECK(connected(ground, "sourceWater.scheduleValue -> hp/heatPump.sourceTemperature"));
  CHECK_FALSE(nodes_of(ground, "import.boundary", "source water").empty());
  check_liveable(air);
  check_liveable(ground);
  const auto power =
      mean_signals(under(air.model, -10.0), 3, {"hp/heatPump.heatingPower", "hp/heatPump.Power"});
  CHECK(power[1] > 0.3 * power[0]);
}

TEST_CASE("a unit outdoors is part of the room units that its refrigerant gets to") {
  const std::string medium = "Constituent-Refrigerant";
  const Translation result = graph(
      "b:odu a s223:Equipment ; s223:contains b:c, b:oc, b:of . b:c a s223:Compressor .\n"
      "b:oc a s223:Coil . b:of a s223:Fan . b:j a s223:Junction .\n"
      "b:fcu-1 a s223:FanCoilUnit . b:fcu-2 a s223:FanCoilUnit .\n" +
      space("b:room-1") + space("b:room-2") + link("b:odu", "b:j", medium) +
      link("b:j", "b:fcu-1", medium) + link("b:j", "b:fcu-2", medium) +
      link("b:fcu-1", "b:odu", medium) + link("b:fcu-2", "b:odu", medium) +
      link("b:fcu-1", "b:room-1", "Fluid-Air") + link("b:fcu-2", "b:room-2", "Fluid-Air"));
  CHECK(result.report.rules == Counts{{"s223.room", 2}, {"s223.room_unit_refrigerant", 2}});
  CHECK(nodes_of(result, "import.not_mapped").empty());
  CHECK(connected(result, "weather.outdoorTemperature -> fcu-1/heatPump.sourceTemperature"));
  check_liveable(result);
}

TEST_CASE("a heat pump with brine or water as source does not feel the weather") {
  const auto source = [](const std::string& kind, const std::string& more) {
    return graph("b:hp a s223:" + kind + " . b:r a s223:Radiator ; s223:connectedTo b:room .\n" +
                 kRoom + link("b:hp", "b:r", "Water-HotWater") + more);
  };
  const std::string from = "sourceWater.scheduleValue -> hp/pump.sourceTemperature";
  CHECK(connected(source("WaterToWaterHeatPump", ""), from));
  CHECK(connected(
      source("HeatPump", "b:g a s223:Pump .\n" + link("b:g", "b:hp", "Water-GlycolSolution")),
      from));
  CHECK(
      connected(source("HeatPump", ""), "weather.outdoorTemperature -> hp/pump.sourceTemperature"));
  const std::string circuit = "b:x a s223:HydronicHeatExchanger . b:p a s223:Pump .\n" +
                              link("b:hp", "b:x", "Fluid-Water") +
                              link("b:x", "b:p", "Fluid-Water") +
                              link("b:p", "b:hp", "Fluid-Water");
  CHECK(connected(source("HeatPump", circuit), from));  // a borehole field
  CHECK(connected(source("HeatPump", circuit + link("b:x", "b:r", "Fluid-Water")),
                  "weather.outdoorTemperature -> hp/pump.sourceTemperature"));
}

TEST_CASE("a boiler that also heats radiators is a plant of its own") {
  const Translation result = graph(
      units() + "b:boiler a s223:Boiler . b:r a s223:Radiator ; s223:connectedTo b:room-1 .\n" +
      link("b:boiler", "b:js", "Fluid-Water") + link("b:boiler", "b:r", "Fluid-Water"));
  CHECK(result.report.rules.contains("s223.boiler"));
  CHECK_FALSE(result.report.rules.contains("s223.water_loop"));
}

const std::string kQudt =
    "@prefix qudt: <http://qudt.org/schema/qudt/> . @prefix quantitykind: "
    "<http://qudt.org/vocab/quantitykind/> . @prefix unit: <http://qudt.org/vocab/unit/> .\n";

TEST_CASE("the cooling tower of a loop has the stated power, unless it may be that of its fan") {
  const auto loop = [](const std::string& kind) {
    return graph(
        kQudt + units() +
        "b:tower a s223:CoolingTower ; s223:hasProperty b:p . b:p a s223:QuantifiableProperty "
        "; s223:hasValue 155.0 ; qudt:hasUnit unit:KiloW ; qudt:hasQuantityKind quantitykind:" +
        kind + " .\n" + link("b:jr", "b:tower", "Fluid-Water") +
        link("b:tower", "b:js", "Fluid-Water"));
  };
  for (const char* kind : {"HeatFlowRate", "Power ; s223:ofMedium s223:Fluid-Water"}) {
    CAPTURE(kind);
    const Translation result = loop(kind);
    CHECK(parameter(result, "tower/tower", "UA") == Approx(77500.0));
    CHECK(nodes_of(result, "import.value_unread").empty());
  }
  const Translation bare = loop("Power");
  CHECK(parameter(bare, "tower/tower", "UA") != Approx(77500.0));
  CHECK(nodes_of(bare, "import.value_unread").size() == 1);
}

double number_at(const Translation& result, const std::string& part) {
  for (const auto& [id, component] : result.model.components()) {
    if (component.type != "Schedule" || !connected(result, id + ".scheduleValue -> " + part)) {
      continue;
    }
    return std::get<double>(std::get<SeriesSpec>(component.config.at("value")).source);
  }
  return 0.0;
}

TEST_CASE("a ratio is the coefficient of performance of any kind of compressor") {
  const auto ratio = [](const std::string& name) {
    return " s223:hasProperty b:" + name + " . b:" + name +
           " a s223:QuantifiableProperty ; s223:hasValue 3.6 ; qudt:hasQuantityKind "
           "quantitykind:DimensionlessRatio";
  };
  const std::string water = kQudt + kRoom + "b:r a s223:Radiator ; s223:connectedTo b:room .\n";
  for (const char* type : {"HeatPump", "AirToAirHeatPump", "WaterToWaterHeatPump"}) {
    CAPTURE(type);
    const Translation result = graph(water + "b:h a s223:" + type + " ;" + ratio("x") + " .\n" +
                                     link("b:h", "b:r", "Water-HotWater"));
    CHECK(parameter(result, "h/pump", "copFactor") == Approx(3.6 * 0.25537));
  }
  const Translation roles = graph(water + "b:h a s223:HeatPump ;" + ratio("x") +
                                  " ; s223:hasAspect s223:Role-Heating . "
                                  "b:h" +
                                  ratio("y") + " ; s223:hasAspect s223:Role-Cooling .\n" +
                                  link("b:h", "b:r", "Water-HotWater"));
  CHECK(parameter(roles, "h/pump", "copFactor") == Approx(3.6 * 0.25537));
  // A unit with other ratios: the name of one is enough.
  const Translation named = graph(kQudt + kRoom +
                                  "b:a a s223:AirHandlingUnit ; s223:contains b:c, b:k . b:c a "
                                  "s223:CoolingCoil . b:k a s223:Compressor . b:a" +
                                  ratio("RatedCOP") + " .\n" + link("b:a", "b:room", "Fluid-Air"));
  CHECK(parameter(named, "a/compressor", "nominalCOP") == Approx(3.6));
}

TEST_CASE("setpoints of loops are those of their plants") {
  const std::string value =
      " a s223:QuantifiableActuatableProperty ; s223:hasAspect s223:Aspect-Setpoint ; "
      "s223:hasValue 55.0 ; qudt:hasQuantityKind quantitykind:Temperature ; qudt:hasUnit "
      "unit:DEG_C "
      ".\n";
  const std::string plant = kQudt + kRoom +
                            "b:r a s223:Radiator ; s223:connectedTo b:room . b:b a s223:Boiler . "
                            "b:p a s223:Pump .\n" +
                            link("b:b", "b:p", "Water-HotWater") +
                            link("b:p", "b:r", "Water-HotWater");
  for (const char* owner :
       {"b:p s223:hasConnectionPoint [ a s223:OutletConnectionPoint ; s223:hasMedium "
        "s223:Water-HotWater ; s223:hasProperty b:s ] . b:s",
        "b:y a s223:System ; s223:hasMember b:b, b:p ; s223:hasProperty b:s . b:s"}) {
    CAPTURE(owner);
    const Translation result = graph(plant + owner + value);
    CHECK(number_at(result, "b/boiler.outletWaterTemperatureSetpoint") == 55.0);
  }
}

TEST_CASE("the boiler and the tower of a water loop keep their setpoints") {
  const auto value = [](const std::string& name, const std::string& number) {
    return "b:" + name +
           " a s223:QuantifiableProperty ; s223:hasAspect s223:Aspect-Setpoint ; "
           "s223:hasValue " +
           number +
           " ; qudt:hasQuantityKind quantitykind:Temperature ; "
           "qudt:hasUnit unit:DEG_C .\n";
  };
  const Translation result =
      graph(kQudt + kRoom +
            "b:h a s223:WaterToAirHeatPump . b:b a s223:Boiler ; s223:hasProperty b:hot . b:t a "
            "s223:CoolingTower ; s223:hasProperty b:cold .\n" +
            value("hot", "18.0") + value("cold", "29.0") + link("b:h", "b:room", "Fluid-Air") +
            link("b:t", "b:b", "Fluid-Water") + link("b:b", "b:h", "Fluid-Water") +
            link("b:h", "b:t", "Fluid-Water"));
  CHECK(result.report.rules.contains("s223.water_loop"));
  std::vector<double> setpoints;
  for (const auto& [id, component] : result.model.components()) {
    if (component.type != "Schedule" || id.find("etpoint") == std::string::npos) continue;
    const auto& series = std::get<SeriesSpec>(component.config.at("value"));
    if (const double* number = std::get_if<double>(&series.source)) setpoints.push_back(*number);
  }
  CHECK(std::count(setpoints.begin(), setpoints.end(), 18.0) == 1);
  CHECK(std::count(setpoints.begin(), setpoints.end(), 29.0) == 1);
}

TEST_CASE("rooms that a unit serves directly, and beams, share its stated flow") {
  const Translation result = graph(
      kQudt + kRoom +
      "b:r2 a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n"
      "b:a a s223:AirHandlingUnit ; s223:contains b:c . b:c a s223:HeatingCoil . b:beam a "
      "s223:ChilledBeam .\n"
      "b:a s223:hasProperty b:f . b:f a s223:QuantifiableProperty ; s223:hasAspect "
      "s223:Aspect-Nominal ; s223:hasValue 0.5 ; qudt:hasQuantityKind quantitykind:VolumeFlowRate "
      "; qudt:hasUnit unit:M3-PER-SEC .\n" +
      link("b:a", "b:room", "Fluid-Air") + link("b:a", "b:beam", "Fluid-Air") +
      link("b:beam", "b:r2", "Fluid-Air"));
  const double room = parameter(result, "room/diffuser", "nominalAirFlowRate");
  const double beam = parameter(result, "beam/fresh", "nominalAirFlowRate");
  CHECK(room + beam == Approx(0.6));
  CHECK(room > beam);
  CHECK(beam > 0.01);
}

}  // namespace
}  // namespace hearth::test::s223_heat_pumps_test

// SPDX-License-Identifier: MIT
// Sizes of equipment that only its label states.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_label_sizes_test {
namespace {

/// Returns the power of a boiler with a label, in W; 100 kW or the sum of its heaters if unread.
double boiler_power(const std::string& label) {
  const Translation result =
      graph("b:b a brick:Boiler ; rdfs:label \"" + label +
            "\" ; brick:feeds b:r . b:r a brick:Radiator ; brick:feeds b:z . b:z a "
            "brick:HVAC_Zone .\n");
  return parameter(result, "b/boiler", "nominalHeatingPower");
}

TEST_CASE("the only number of a label in a unit of power is the size of the equipment") {
  const double unread = boiler_power("Boiler");
  CHECK(boiler_power("B-1, 120 kW") == Approx(120e3));
  CHECK(boiler_power("B-1 (120kW)") == Approx(120e3));
  CHECK(boiler_power("Kessel Nord - 22,5 kW") == Approx(22500.0));
  CHECK(boiler_power("Boiler 400 MBH") == Approx(400.0 * 1055.05585262 / 3.6));
  for (const char* label : {"Boiler 2 of 3", "Boiler 80 or 120 kW", "Boiler 80-120 kW",
                            "Boiler 2 - 12 kW", "Boiler 2 x 60 kW", "Boiler 1,200 kW",
                            "Boiler 120 kW input", "Boiler 20 hp", "Boiler 3 W", "Boiler 50 Hz"}) {
    CAPTURE(label);
    CHECK(boiler_power(label) == Approx(unread));
  }
}

TEST_CASE("a size in a label is announced, and not used besides a stated one") {
  const std::string box =
      "b:u a brick:AHU ; brick:feeds b:v . b:v a brick:VAV ; brick:feeds b:z ; brick:hasPart b:c . "
      "b:z a brick:HVAC_Zone . b:c a brick:Heating_Coil ; rdfs:label \"Electric coil 1.5 kW\"";
  const Translation result = graph(box + " .\n");
  CHECK(parameter(result, "v/box", "nominalReheatPower") == Approx(1500.0));
  CHECK(nodes_of(result, "import.value_from_label") == Names{"b:c"});
  const Translation stated =
      graph(box + " ; brick:ratedPowerOutput [ brick:value 2 ; brick:hasUnit unit:KiloW ] .\n");
  CHECK(parameter(stated, "v/box", "nominalReheatPower") == Approx(2000.0));
  CHECK(nodes_of(stated, "import.value_from_label").empty());
}

TEST_CASE("labels state tons of packaged units, flows of supply fans and heat recovery") {
  const auto unit = [](const std::string& kind, const std::string& label,
                       const std::string& parts) {
    return graph("b:u a brick:" + kind + " ; rdfs:label \"" + label +
                 "\" ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n" + parts);
  };
  const double ton = 12000.0 * 1055.05585262 / 3600.0;
  const Translation rooftop = unit("RTU", "RTU-2, 4 ton", "");
  CHECK(parameter(rooftop, "u/coil", "nominalCoolingPower") == Approx(4.0 * ton));
  // What is drawn holds, and the electric heater of a heat pump is not its size.
  const Translation pump = unit("RTU, brick:Packaged_Heat_Pump", "HP 3 ton",
                                "b:u brick:hasPart b:x, b:y . b:x a "
                                "brick:Direct_Expansion_Heating_Coil . b:y a brick:Heating_Coil ; "
                                "rdfs:label \"Auxiliary heat 5 kW\" .\n");
  CHECK(parameter(pump, "u/coil", "nominalCoolingPower") == Approx(3.0 * ton));
  CHECK_FALSE(pump.model.component("u/coil").parameters.contains("nominalHeatingPower"));
  const Translation handler =
      unit("AHU", "AHU-1",
           "b:u brick:hasPart b:f, b:w . b:f a brick:Supply_Fan ; rdfs:label "
           "\"Tilluftsfläkt 0,9 m3/s\"@sv . b:w a brick:Heat_Wheel ; rdfs:label "
           "\"Rotor, 80 %\" .\n");
  CHECK(parameter(handler, "u/supplyFan", "nominalAirFlowRate") == Approx(1.08));
  CHECK(parameter(handler, "u/recovery", "eps_100_h") == Approx(0.8));
}

TEST_CASE("the setpoint of supply air may be stated by its label") {
  const Translation result = graph(
      "b:u a brick:AHU ; brick:feeds b:v ; brick:hasPoint b:p . b:v a brick:VAV ; brick:feeds b:z "
      ". b:z a brick:HVAC_Zone . b:p a brick:Supply_Air_Temperature_Setpoint ; rdfs:label "
      "\"Börvärde 19 °C\" .\n");
  CHECK(nodes_of(result, "import.value_from_label") == Names{"b:p"});
  CHECK(nodes_of(result, "import.boundary", "setpoint of supply air").empty());
}

TEST_CASE("the share of glycol in a label is not an efficiency") {
  const auto unit = [](const std::string& label) {
    return graph(
        "b:u a brick:AHU ; brick:feeds b:z ; brick:hasPart b:w . b:z a brick:HVAC_Zone . b:w a "
        "brick:Heat_Wheel ; rdfs:label \"" +
        label + "\" .\n");
  };
  const Translation stated = unit("Recovery 64 %");
  CHECK(parameter(stated, "u/recovery", "eps_100_h") == Approx(0.64));
  CHECK(nodes_of(stated, "import.value_guessed", "recoveryEfficiency").empty());
  const Translation glycol = unit("Recovery, glycol 30 %");
  CHECK(nodes_of(glycol, "import.value_guessed", "recoveryEfficiency") == Names{"b:u"});
  CHECK(parameter(glycol, "u/recovery", "eps_100_h") == Approx(0.76));
}

TEST_CASE("the flow in the label of a box is its nominal flow") {
  const std::string box =
      "b:a a brick:AHU ; brick:feeds b:v . b:v a brick:CAV ; brick:feeds b:z . b:z a "
      "brick:HVAC_Zone .\n";
  const Translation result = graph(box + "b:v rdfs:label \"CAV office, 120 m3/h\" .\n");
  CHECK(reported_value(result, "v/box.nominalAirFlowRate") == Approx(0.04));
  CHECK(nodes_of(result, "import.value_from_label") == Names{"b:v"});
  const Translation least = graph(box + "b:v rdfs:label \"CAV office, min 120 m3/h\" .\n");
  CHECK(nodes_of(least, "import.value_from_label").empty());
}

}  // namespace
}  // namespace hearth::test::brick::brick_label_sizes_test

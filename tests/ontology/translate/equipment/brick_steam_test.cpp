// SPDX-License-Identifier: MIT
// Steam boilers, and the exchangers and coils that their steam heats.
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::brick::brick_steam_test {
namespace {

const std::string kUnit =
    "b:a a brick:AHU ; brick:hasPart b:c ; brick:feeds b:v . b:c a brick:Heating_Coil .\n"
    "b:v a brick:CAV ; brick:feeds b:z . b:z a brick:HVAC_Zone .\n";

double setpoint(const Translation& result, const std::string& part) {
  for (const auto& [id, component] : result.model.components()) {
    if (component.type != "Schedule") continue;
    if (!connected(result, id + ".scheduleValue -> " + part)) continue;
    const auto& series = std::get<SeriesSpec>(component.config.at("value"));
    return std::get<double>(series.source);
  }
  return 0.0;
}

TEST_CASE("a boiler makes steam by its name, its class or what it supplies") {
  const std::string user = kUnit + "b:b brick:feeds b:a .\n";
  for (const char* boiler :
       {"b:b a brick:Boiler ; <http://www.w3.org/2000/01/rdf-schema#label> \"Steam boiler 1\" .\n",
        "b:b a brick:Steam_Boiler .\n",
        "b:b a brick:Boiler ; brick:isPartOf b:s . b:s a brick:Steam_System .\n",
        "b:b a brick:Boiler ; brick:feeds b:s . b:s a brick:Steam_Distribution ; brick:feeds b:a "
        ".\n"}) {
    CAPTURE(boiler);
    const Translation result = graph(user + boiler);
    CHECK(setpoint(result, "b/boiler.outletWaterTemperatureSetpoint") == 110.0);
    CHECK(parameter(result, "b/boiler", "nominalEfficiency") == 0.79);
    CHECK(word(result, "b/boiler", "efficiencyCurve") == "constant");
    CHECK(connected(result,
                    "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
    CHECK(nodes_of(result, "import.function_assumed", "boilers make steam") == Names{"b:b"});
    CHECK(nodes_of(result, "import.not_mapped").empty());
    check_rooms(result, 1);
  }
  const Translation water = graph(user + "b:b a brick:Boiler .\n");
  CHECK(setpoint(water, "b/boiler.outletWaterTemperatureSetpoint") == 60.0);
  CHECK_FALSE(water.model.component("b/boiler").parameters.contains("nominalEfficiency"));
}

TEST_CASE("an exchanger makes hot water with the steam of its boiler") {
  const Translation result = graph(
      kUnit +
      "b:b a brick:Steam_Boiler ; brick:feeds b:s . b:s a brick:Steam_System ; brick:feeds b:x .\n"
      "b:x a brick:Heat_Exchanger ; brick:feeds b:l . b:l a brick:Hot_Water_Loop ; brick:feeds "
      "b:a .\n");
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> x/exchanger.primaryTemperatureIn"));
  CHECK(connected(result,
                  "x/exchanger.secondaryTemperatureOut -> a/heatingCoil.supplyWaterTemperature"));
  CHECK(setpoint(result, "b/boiler.outletWaterTemperatureSetpoint") == 110.0);
  CHECK(setpoint(result, "x/control.setpointValue") == 60.0);
  check_rooms(result, 1);
  const auto found = mean_signals(under(result.model, -10.0), 3,
                                  {"x/exchanger.secondaryTemperatureOut", "b/boiler.heatingPower"});
  CHECK(found[0] == Approx(60.0).margin(3.0));
  CHECK(found[1] > 100.0);
}

TEST_CASE("equipment without a drawn plant takes the hot water of the exchanger, not the steam") {
  const Translation result = graph(
      kUnit +
      "b:b a brick:Steam_Boiler ; brick:feeds b:x . b:x a brick:Heat_Exchanger ; brick:feeds b:p "
      ". b:p a brick:Hot_Water_Pump .\n");
  CHECK(connected(result,
                  "x/exchanger.secondaryTemperatureOut -> a/heatingCoil.supplyWaterTemperature"));
  check_rooms(result, 1);
}

TEST_CASE("a stated setpoint or efficiency of a steam boiler is used") {
  const Translation result =
      graph(kUnit +
            "b:b a brick:Steam_Boiler ; brick:feeds b:a ; brick:efficiency [ brick:value 0.82 ] "
            "; brick:hasPoint b:p . b:p a brick:Leaving_Hot_Water_Temperature_Setpoint ; "
            "brick:value 120 .\n");
  CHECK(parameter(result, "b/boiler", "nominalEfficiency") == 0.82);
  CHECK(setpoint(result, "b/boiler.outletWaterTemperatureSetpoint") == 120.0);
}

TEST_CASE("steam boilers, plants and references of Haystack 4 heat with steam") {
  const std::string unit =
      "b:z a phIoT:hvac-zone-space . b:a a phIoT:ahu ; ph:hasTag phIoT:equip, phIoT:steamHeating "
      "; phIoT:spaceRef b:z";
  for (const char* plant :
       {" ; phIoT:steamRef b:b . b:b a phIoT:boiler ; ph:hasTag phIoT:equip, phIoT:boiler .\n",
        " ; phIoT:hotWaterRef b:b . b:b ph:hasTag phIoT:steam, phIoT:boiler, phIoT:equip .\n",
        " ; phIoT:steamRef b:w . b:w a phIoT:steam-plant . b:b a phIoT:steam-boiler ; "
        "phIoT:equipRef b:w .\n",
        " ; phIoT:steamRef b:b . b:b a phIoT:steam-plant .\n"}) {
    CAPTURE(plant);
    const Translation result = graph(unit + plant);
    CHECK(setpoint(result, "b/boiler.outletWaterTemperatureSetpoint") == 110.0);
    CHECK(connected(result,
                    "b/boiler.outletWaterTemperature -> a/heatingCoil.supplyWaterTemperature"));
    check_rooms(result, 1);
  }
}

}  // namespace
}  // namespace hearth::test::brick::brick_steam_test

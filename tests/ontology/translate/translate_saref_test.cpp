// SPDX-License-Identifier: MIT
// Graphs in SAREF, SAREF4BLDG, SAREF4SYST and FSO as models, with the built-in mapping.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/tests/ontology/translate/stored_import.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test::translate_saref_test {
namespace {

namespace fs = std::filesystem;

Translation translated(const fs::path& path) {
  Diagnostics diagnostics;
  return translate_file(path, standard_components(), {}, diagnostics);
}

Translation own(const std::string& name) { return translated(own_graph_path("saref", name)); }

std::map<std::string, std::string> types(const SimulationModel& model) {
  std::map<std::string, std::string> found;
  for (const auto& [id, component] : model.components()) found[id] = component.type;
  return found;
}

std::vector<std::string> connections(const SimulationModel& model) {
  std::vector<std::string> texts;
  for (const Connection& connection : model.connections()) texts.push_back(to_string(connection));
  return texts;
}

bool reported(const Translation& result, const std::string& code, const std::string& text) {
  const auto& items = result.report.items;
  return std::any_of(items.begin(), items.end(), [&](const ImportItem& item) {
    return item.code == code && item.message.find(text) != std::string::npos;
  });
}

void check_temperatures(const Translation& result) {
  for (const double weather : {10.0, -10.0, 32.0}) {
    const Extremes span = run(under(result.model, weather), 7);
    INFO(result.report.graph << " at " << weather << " degC");
    CHECK(span.lowest > 10.0);
    CHECK(span.highest < 40.0);
  }
}

TEST_CASE("components of FPO and SAREF4BLDG are known under the namespace of FSO, with a warning") {
  const Translation result = translate(
      read_turtle_text(
          "@prefix fso: <https://w3id.org/fso#> . @prefix bot: <https://w3id.org/bot#> .\n"
          "@prefix fpo: <https://w3id.org/fpo#> . @prefix b: <urn:building#> .\n"
          "b:k a fso:Boiler ; fso:suppliesFluidTo b:p . b:p a fso:Pump ; fso:suppliesFluidTo b:t "
          ".\n"
          "b:t a fso:Tee ; fso:suppliesFluidTo b:r . b:r a fso:SpaceHeater ; fso:returnsFluidTo "
          "b:k ;\n"
          "  fso:transfersHeatTo b:s ; fpo:hasDesignHeatingPower [ fpo:hasValue 1600 ] .\n"
          "b:s a bot:Space ; fpo:hasArea [ fpo:hasValue 42 ] .\n",
          "fso.ttl"),
      builtin_mapping("saref"), standard_components(), {});
  CHECK(types(result.model).at("k/boiler") == "Boiler");
  CHECK(types(result.model).at("r") == "SpaceHeater");
  CHECK(reported(result, "import.class_read_as", "fso:Boiler"));
  CHECK(reported(result, "import.class_read_as", "fso:SpaceHeater"));
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(parameter(result, "r", "Q_flow_nominal_sh") == 1600.0);
  CHECK(parameter(result, "s", "V") == Approx(42 * 2.8));
}

TEST_CASE("the room of Twin4Build becomes the components of its own translator") {
  const auto graph = shared_data("data/rdf/models/saref_one_room.ttl");
  const auto reference = shared_data("data/rdf/models/t4b_estimator_simgraph.ttl");
  if (!graph || !reference) return;
  const Translation result = translated(*graph);
  Diagnostics diagnostics;
  const SimulationModel theirs = load_model(*reference, standard_components(), {}, diagnostics);
  // Two schedules were added by hand: here they are boundaries.
  const std::map<std::string, std::string> names{
      {"boundary_temp_schedule", "neighbour_temperature"}, {"supply_water_schedule", "hot_water"}};
  const auto renamed = [&names](std::string text) {
    for (const auto& [old, name] : names) {
      for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old)) {
        text.replace(at, old.size(), name);
      }
    }
    return text;
  };
  std::map<std::string, std::string> expected;
  for (const auto& [id, type] : types(theirs)) expected[renamed(id)] = type;
  CHECK(expected.size() == 18);
  CHECK(types(result.model) == expected);
  std::vector<std::string> wires;
  for (const std::string& text : connections(theirs)) wires.push_back(renamed(text));
  std::vector<std::string> ours = connections(result.model);
  std::sort(wires.begin(), wires.end());
  std::sort(ours.begin(), ours.end());
  CHECK(wires.size() == 23);
  CHECK(ours == wires);
  CHECK(reported(result, "import.boundary", "'neighbour_temperature'"));
  CHECK(reported(result, "import.boundary", "'hot_water'"));
  CHECK(reported(result, "import.not_mapped", "s4bldg:Fan"));
  CHECK(reported(result, "import.not_mapped", "s4bldg:Coil"));
  CHECK(reported(result, "import.value_guessed", "rule saref.sensor_duct"));
}

TEST_CASE("the numbers of Twin4Build's room arrive in the model") {
  const auto graph = shared_data("data/rdf/models/saref_one_room.ttl");
  if (!graph) return;
  const Translation result = translated(*graph);
  CHECK(parameter(result, "020B", "V") == Approx(52.11));
  CHECK(parameter(result, "020B_room_supply_damper", "nominalAirFlowRate") == Approx(0.1048056));
  CHECK(parameter(result, "020B_room_exhaust_damper", "nominalAirFlowRate") == Approx(0.1017431));
  CHECK(parameter(result, "020B_space_heater", "Q_flow_nominal_sh") == 2689.0);
  CHECK(parameter(result, "020B_space_heater", "T_a_nominal_sh") == 45.0);
  CHECK(parameter(result, "020B_space_heater", "T_b_nominal_sh") == 30.0);
  CHECK(parameter(result, "020B_space_heater", "TAir_nominal_sh") == 21.0);
  CHECK(parameter(result, "020B_space_heater", "thermalMassHeatCapacity") == 125000.0);
  const auto& heating = result.model.component("020B_temperature_heating_controller");
  CHECK(std::get<bool>(heating.config.at("isReverse")));
  CHECK_FALSE(std::get<bool>(result.model.component("020B_co2_controller").config.at("isReverse")));
  check_temperatures(result);
}

TEST_CASE("rooms on one air handling unit share its chain and its junctions") {
  const Translation result = own("two_rooms");
  CHECK(connected(result, "outdoors.outdoorTemperature -> recovery.primaryTemperatureIn"));
  CHECK(connected(result, "recovery.primaryTemperatureOut -> fan.inletAirTemperature"));
  CHECK(connected(result, "fan.outletAirTemperature -> coil.inletAirTemperature"));
  CHECK(connected(result, "coil.outletAirTemperature -> north.supplyAirTemperature"));
  CHECK(connected(result, "coil.outletAirTemperature -> south.supplyAirTemperature"));
  CHECK(connected(result,
                  "north_supply.airFlowRate -> supply_junction.airFlowRateOut[north_supply]"));
  CHECK(connected(result, "supply_junction.airFlowRateIn -> coil.airFlowRate"));
  CHECK(connected(result, "supply_junction.airFlowRateIn -> fan.airFlowRate"));
  CHECK(connected(result, "supply_junction.airFlowRateIn -> recovery.primaryAirFlowRate"));
  CHECK(connected(result,
                  "north_exhaust.airFlowRate -> return_junction.airFlowRateIn[north_exhaust]"));
  CHECK(connected(result,
                  "north.indoorTemperature -> return_junction.airTemperatureIn[north_exhaust]"));
  CHECK(connected(result, "return_junction.airFlowRateOut -> recovery.secondaryAirFlowRate"));
  CHECK(connected(result, "return_junction.airTemperatureOut -> recovery.secondaryTemperatureIn"));
  CHECK(
      connected(result, "supply_setpoint.scheduleValue -> recovery.primaryTemperatureOutSetpoint"));
  CHECK(connected(result, "return_junction.airFlowRateOut -> exhaust_fan.airFlowRate"));
  CHECK(connected(result, "recovery.secondaryTemperatureOut -> exhaust_fan.inletAirTemperature"));
  CHECK(connected(result, "fan.Power -> fan_meter.Power[fan]"));
  CHECK(connected(result, "coil.outletAirTemperature -> coil_sensor.measuredValue[coil]"));
  CHECK(connected(
      result, "return_junction.airTemperatureOut -> return_sensor.measuredValue[return_junction]"));
  CHECK(parameter(result, "recovery", "primaryAirFlowRateMax") == 0.3);
  check_temperatures(result);
}

TEST_CASE("rooms that are connected feel each other") {
  const Translation result = own("two_rooms");
  CHECK(connected(result, "north.indoorTemperature -> south.adjacentZoneTemperature[north]"));
  CHECK(connected(result, "south.indoorTemperature -> north.adjacentZoneTemperature[south]"));
}

TEST_CASE("a radiator without valve gets one, and a valve without controller a thermostat") {
  const Translation result = own("two_rooms");
  const auto found = types(result.model);
  CHECK(found.at("south_heater/valve") == "Valve");
  CHECK(found.at("south_heater/thermostat") == "PidController");
  CHECK(found.at("north_valve/thermostat") == "PidController");
  CHECK(connected(result, "north_valve/thermostat.inputSignal -> north_valve.valvePosition"));
  CHECK(reported(result, "import.required_missing", "has no valve"));
}

TEST_CASE("a room takes several radiators, dampers and neighbours") {
  const Translation result = own("hall");
  const auto found = types(result.model);
  CHECK(found.at("hall/supply") == "ReturnFlowJunction");
  CHECK(found.at("hall/exhaust") == "ReturnFlowJunction");
  CHECK(found.at("thermostat") == "OnOffController");
  CHECK(found.at("air_control") == "RulebasedController");
  CHECK(found.find("fan") ==
        found.end());  // the sensor in the duct measures the temperature of the air
  CHECK(connected(result, "supply_1.airFlowRate -> hall/supply.airFlowRateIn[supply_1]"));
  CHECK(connected(result, "duct_sensor.measuredValue -> hall/supply.airTemperatureIn[supply_1]"));
  CHECK(connected(result, "hall/supply.airFlowRateOut -> hall.supplyAirFlowRate"));
  CHECK(connected(result, "hall/exhaust.airFlowRateOut -> hall.exhaustAirFlowRate"));
  CHECK(connected(result, "heater_1.Power -> hall.heatGain[heater_1]"));
  CHECK(connected(result, "heater_3.Power -> hall.heatGain[heater_3]"));
  CHECK(connected(result, "left.indoorTemperature -> hall.adjacentZoneTemperature[left]"));
  CHECK(connected(result, "hall.indoorTemperature -> right.adjacentZoneTemperature[hall]"));
  CHECK(std::get<bool>(result.model.component("thermostat").config.at("isReverse")));
  CHECK(parameter(result, "heater_3", "TAir_nominal_sh") == 20.0);
  CHECK(reported(result, "import.not_mapped", "s4bldg:Fan"));
  check_temperatures(result);
}

TEST_CASE("a room with nothing is simulated and reported") {
  const Translation result = own("bare_room");
  CHECK(types(result.model).at("room") == "BuildingSpace");
  CHECK(connected(result, "occupancy.scheduleValue -> room/people.u"));
  CHECK(connected(result, "room/gains.heatGain -> room.heatGain[gains]"));
  CHECK(result.model.components().size() == 6);  // and weather, the temperature beyond the walls
  CHECK(reported(result, "import.required_missing", "has no supply air"));
  CHECK(reported(result, "import.value_guessed", "volume"));
  check_temperatures(result);
}

TEST_CASE("older namespaces and names are read as those of today") {
  const Translation result = own("old_names");
  CHECK(reported(result, "import.namespace_read_as", "https://w3id.org/def/saref4bldg#"));
  CHECK(parameter(result, "radiator", "Q_flow_nominal_sh") == 1500.0);
  CHECK(parameter(result, "damper", "nominalAirFlowRate") == Approx(90.0 / 3600.0 * 1.2));
  CHECK(connected(result, "damper.airFlowRate -> office.supplyAirFlowRate"));
  CHECK(connected(result, "outlet.airFlowRate -> office.exhaustAirFlowRate"));
  CHECK(connected(result, "heater.outletAirTemperature -> office.supplyAirTemperature"));
  CHECK(connected(result, "thermostat.inputSignal -> valve.valvePosition"));
  CHECK(connected(result, "thermometer.measuredValue -> thermostat.actualValue"));
  check_temperatures(result);
}

TEST_CASE("namespaces may be mixed in one file") {
  const Translation result = own("mixed_names");
  CHECK(connected(result, "a.indoorTemperature -> b.adjacentZoneTemperature[a]"));
  CHECK(connected(result, "radiator.Power -> a.heatGain[radiator]"));
  CHECK(connected(result, "supply_air_temperature.scheduleValue -> b.supplyAirTemperature"));
  check_temperatures(result);
}

TEST_CASE("a damper of two rooms is shared, and two controllers of it make a sequence") {
  const Translation result = own("shared_damper");
  const auto found = types(result.model);
  CHECK(found.at("main_damper/share") == "Share");
  CHECK(parameter(result, "main_damper/share", "share") == 0.5);
  CHECK(found.at("cooling") == "SequenceController");
  CHECK(found.find("fresh_air") == found.end());
  CHECK(connected(result, "main_damper/share.value -> one.supplyAirFlowRate"));
  CHECK(connected(result, "cooling.inputSignal -> main_damper.damperPosition"));
  CHECK(connected(result, "cooling.inputSignal -> position_sensor.measuredValue[cooling]"));
  check_temperatures(result);
}

TEST_CASE("a coil whose valve is controlled is a coil between air and water") {
  const Translation result = own("shared_damper");
  const auto found = types(result.model);
  CHECK(found.at("coil") == "HeatingCoil");
  CHECK(found.at("coil/flow") == "SupplyFlowJunction");
  CHECK(found.at("three/terminal") == "Damper");
  CHECK(connected(result, "main_damper.airFlowRate -> coil/flow.airFlowRateOut[main_damper]"));
  CHECK(connected(result, "three/terminal.airFlowRate -> coil/flow.airFlowRateOut[three]"));
  CHECK(connected(result, "coil_control.inputSignal -> coil_valve.valvePosition"));
  CHECK(connected(result, "coil_valve.waterFlowRate -> coil.waterFlowRate"));
  CHECK(connected(result, "supply_sensor.measuredValue -> coil_control.actualValue"));
  CHECK(connected(result, "coil.outletWaterTemperature -> water_sensor.measuredValue[coil]"));
}

TEST_CASE("heat recovery parts what is supplied from what comes back, where the graph does not") {
  const Translation result = own("plain_feeds");
  CHECK(connected(result, "recovery.primaryTemperatureOut -> fan.inletAirTemperature"));
  CHECK(connected(result, "fan.outletAirTemperature -> room.supplyAirTemperature"));
  CHECK(connected(result, "damper.airFlowRate -> recovery.primaryAirFlowRate"));
  CHECK(connected(result, "outlet.airFlowRate -> recovery.secondaryAirFlowRate"));
  CHECK(connected(result, "room.indoorTemperature -> recovery.secondaryTemperatureIn"));
  CHECK(connected(result, "recovery.secondaryTemperatureOut -> exhaust_fan.inletAirTemperature"));
  CHECK(run(result.model, 7).highest < 40.0);
}

TEST_CASE("devices that supply each other are simulated without the circle") {
  const Translation result = own("circle");
  CHECK_FALSE(validate(result.model, standard_components()).has_errors());
  CHECK(run(result.model).lowest > 10.0);
  CHECK(reported(result, "import.required_missing", "is not in a space"));
}

TEST_CASE("sensors measure what is at their place, wherever Twin4Build's translator knows one") {
  const Translation result = own("sensors");
  CHECK(connected(result, "outdoors.outdoorTemperature -> outdoor_sensor.measuredValue[outdoors]"));
  CHECK(connected(result, "outdoors.outdoorTemperature -> intake.measuredValue[outdoors]"));
  CHECK(connected(result,
                  "recovery.primaryTemperatureOut -> after_recovery.measuredValue[recovery]"));
  CHECK(connected(result, "room.indoorTemperature -> extract.measuredValue[room]"));
  CHECK(connected(result, "recovery.secondaryTemperatureOut -> exhaust.measuredValue[recovery]"));
  CHECK(connected(result, "coil.outletAirTemperature -> after_coil.measuredValue[coil]"));
  CHECK(connected(result, "chilled_water.scheduleValue -> water_in.measuredValue[chilled_water]"));
  CHECK(connected(result, "coil.outletWaterTemperature -> water_out.measuredValue[coil]"));
  CHECK(connected(result, "coil_control.inputSignal -> valve_sensor.measuredValue[coil_control]"));
  CHECK(connected(result, "air_control.inputSignal -> damper_sensor.measuredValue[air_control]"));
  CHECK(connected(result, "room.indoorCO2 -> room_co2_sensor.measuredValue[room]"));
  CHECK(connected(result, "room.indoorTemperature -> room_sensor.measuredValue[room]"));
  CHECK(connected(result, "coil.coolingPower -> power_meter.Power[coil]"));
  CHECK(types(result.model).at("coil") == "CoolingCoil");
  CHECK(types(result.model).at("air_control") == "OnOffController");
  check_temperatures(result);
}

TEST_CASE("series become the value of a sensor in the duct and are compared with other sensors") {
  const fs::path folder = fs::temp_directory_path() / "hearth_saref_series";
  fs::create_directories(folder);
  std::ofstream(folder / "site.csv") << "time,supply [degC],room [degC]\n"
                                        "2024-01-08T00:00:00Z,18,20\n2024-01-09T00:00:00Z,19,21\n";
  GraphFileOptions options;
  options.translate.data_dir = folder;
  Diagnostics diagnostics;
  const Translation result =
      translate_file(fs::path(HEARTH_SOURCE_DIR) / "tests/ontology/graphs/saref/series.ttl",
                     standard_components(), options, diagnostics);
  const auto& value = std::get<SeriesSpec>(result.model.component("duct").config.at("value"));
  CHECK(std::get<std::string>(std::get<FileColumn>(value.source).column) == "supply [degC]");
  CHECK(result.model.measurements.contains("thermometer.measuredValue"));
  CHECK_FALSE(reported(result, "import.value_guessed", "rule saref.sensor_duct"));
  fs::remove_all(folder);
}

TEST_CASE("the built-in mapping of SAREF has no faults") {
  MappingReader reader(standard_components());
  reader.add_builtin("saref");
  Diagnostics diagnostics;
  reader.read(diagnostics);
  for (const Diagnostic& item : diagnostics.items())
    UNSCOPED_INFO(item.code << " " << item.message);
  CHECK(diagnostics.items().empty());
}

Translation text(const std::string& turtle) {
  static const std::vector<Mapping> mappings = builtin_mapping("saref");
  const std::string prefixes =
      "@prefix s4bldg: <https://saref.etsi.org/saref4bldg/> . @prefix b: <urn:building#> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix bot: <https://w3id.org/bot#> .\n"
      "@prefix fpo: <https://w3id.org/fpo#> .\n"
      "@prefix dog: <http://elite.polito.it/ontologies/dogont.owl#> .\n";
  return translate(read_turtle_text(prefixes + turtle, "drawn.ttl"), mappings,
                   standard_components(), {});
}

TEST_CASE("radiators of FPO in spaces of BOT depend on their heat exchanger or boiler") {
  for (const char* plant : {"HeatExchanger", "Boiler"}) {
    CAPTURE(plant);
    const Translation result =
        text(std::string("b:p a fpo:") + plant +
             " ; fso:suppliesFluidTo b:pipe . b:pipe fso:suppliesFluidTo b:h .\n"
             "b:h a fpo:SpaceHeater ; fpo:designPower 500 .\n"
             "b:r a bot:Space ; bot:containsElement b:h . b:storey bot:hasSpace b:r .\n");
    CHECK(result.report.rules.at("saref.space") == 1);
    CHECK(parameter(result, "h", "Q_flow_nominal_sh") == 500.0);
    CHECK(connected(result, "h/valve.waterFlowRate -> p/return.waterFlowRateIn[h]"));
    CHECK(connected(result, "h.outletWaterTemperature -> p/return.waterTemperatureIn[h]"));
    CHECK(connected(result, "h.Power -> r.heatGain[h]"));
    CHECK(result.report.rooms.as_drawn == 1);
    const Extremes room = run(under(result.model, 0.0), 3);
    CHECK(room.lowest > 10.0);
    CHECK(room.highest < 30.0);
  }
}

/// Equipment of IFC in the terms of the Linked Building Data group, in spaces of BOT.
Translation linked_data(const std::string& turtle) {
  const std::string prefixes =
      "@prefix bot: <https://w3id.org/bot#> . @prefix b: <urn:building#> .\n"
      "@prefix props: <https://w3id.org/props#> .\n"
      "@prefix beo: <https://pi.pauwel.be/voc/buildingelement#> .\n"
      "@prefix mep: <https://pi.pauwel.be/voc/distributionelement#> .\n"
      "b:storey a bot:Storey ; bot:hasSpace b:r1, b:r2 .\n"
      "b:r1 a bot:Space ; props:grossVolume_simple 61.0 ; bot:adjacentElement b:w .\n"
      "b:r2 a bot:Space ; bot:adjacentZone b:r1 . b:w a beo:Window , beo:Wall .\n";
  return translate(read_turtle_text(prefixes + turtle, "drawn.ttl"),
                   *read_mappings({}, standard_components()), standard_components(), {});
}

TEST_CASE("radiators of IFC in spaces of BOT take the water of the only boiler, with a warning") {
  const Translation result = linked_data(
      "b:r1 bot:containsElement b:h . b:h a mep:SpaceHeater-RADIATOR .\n"
      "b:r2 bot:containsElement b:b . b:b a mep:Boiler .\n");
  using Counts = std::map<std::string, std::size_t>;
  CHECK(result.report.rules ==
        Counts{{"saref.boiler", 1}, {"saref.heater", 1}, {"saref.space", 2}});
  CHECK(parameter(result, "r1", "V") == 61.0);
  CHECK(connected(result, "h.Power -> r1.heatGain[h]"));
  CHECK(connected(result, "b/boiler.outletWaterTemperature -> h.supplyWaterTemperature"));
  CHECK(connected(result, "h/valve.waterFlowRate -> b/return.waterFlowRateIn[h]"));
  CHECK(connected(result, "r1.indoorTemperature -> r2.adjacentZoneTemperature[r1]"));
  CHECK(nodes_of(result, "import.source_assumed") == std::vector<std::string>{"b:h"});
  CHECK(nodes_of(result, "import.class_unknown", "mep:").empty());
  CHECK(result.report.rooms.as_drawn == 1);
  CHECK(result.report.rooms.unconditioned == 1);
}

TEST_CASE("radiators of IFC join no boiler if there are several, or if a supply is drawn") {
  const Translation two = linked_data(
      "b:r1 bot:containsElement b:h . b:h a mep:SpaceHeater .\n"
      "b:b a mep:Boiler . b:c a mep:Boiler .\n");
  CHECK(connected(two, "hot_water.scheduleValue -> h.supplyWaterTemperature"));
  CHECK(nodes_of(two, "import.source_assumed").empty());
}

TEST_CASE("a namespace that is guessed leaves the other vocabularies in use") {
  const Translation result = linked_data(
      "b:r1 bot:containsElement b:h . b:h a <urn:own#Boiler> . b:g a <urn:own#Chiller> .\n");
  CHECK(result.report.rooms.total == 2);
  CHECK(result.report.mappings.size() == 3);
}

TEST_CASE("a coil in a room is a unit of the room, with the fans next to it") {
  const Translation result = text(
      "b:r a s4bldg:BuildingSpace . b:c a s4bldg:Coil ; s4bldg:isContainedIn b:r .\n"
      "b:f a s4bldg:Fan ; s4bldg:isContainedIn b:r . b:s a s4bldg:Fan ; s4bldg:isContainedIn "
      "b:c .\n");
  CHECK(type_of(result, "c") == "FanCoilUnit");
  CHECK(connected(result, "c.heatGain -> r.heatGain[c]"));
  CHECK(nodes_of(result, "import.not_mapped").empty());
  const Extremes room = run(under(result.model, 32.0), 3);
  CHECK(room.highest < 30.0);
}

TEST_CASE("chilled beams of IFC and TSO share the spaces that they are in") {
  const Translation result = text(
      "@prefix tso: <https://w3id.org/tso#> . @prefix bot: <https://w3id.org/bot#> .\n"
      "@prefix ifc: <https://standards.buildingsmart.org/IFC/DEV/IFC4/FINAL/OWL#> .\n"
      "b:r1 a bot:Space . b:r2 a bot:Space .\n"
      "b:c a ifc:IfcCooledBeam ; tso:locatedIn b:r1, b:r2 .\n"
      "b:d a ifc:IfcCooledBeam ; tso:locatedIn b:r1, b:r2 .\n");
  CHECK(result.report.rules.at("saref.room_beam") == 2);
  CHECK(connected(result, "c.heatGain -> c/heatShare.value"));
  CHECK(connected(result, "c/heatShare.value -> r2.heatGain[c]"));
  CHECK(parameter(result, "c/heatShare", "share") == 0.5);
  CHECK(parameter(result, "c", "nominalPowerRate") == 0.0);
  CHECK(result.report.rooms.as_drawn == 2);
  const Extremes rooms = run(under(result.model, 32.0), 3);
  CHECK(rooms.highest < 30.0);
}

TEST_CASE("a thermostatic valve in a space of BOT represents its radiator") {
  const Translation result =
      text("b:r a bot:Space ; bot:containsElement b:v . b:v a dog:ThermostaticRadiatorValve .\n");
  CHECK(type_of(result, "v") == "SpaceHeater");
  CHECK(connected(result, "v.Power -> r.heatGain[v]"));
}

TEST_CASE("import reports of small SAREF graphs stay as they are") {
  for (const char* name : {"two_rooms", "hall", "bare_room", "old_names", "mixed_names",
                           "shared_damper", "plain_feeds", "circle", "sensors"}) {
    check_stored_import("saref/" + std::string(name), import_text(own(name).report));
  }
}

TEST_CASE("the import report of Twin4Build's room has its counts") {
  const auto graph = shared_data("data/rdf/models/saref_one_room.ttl");
  if (!graph) return;
  const ImportReport report = translated(*graph).report;
  CHECK(report.equipment.mapped == 7);
  CHECK(report.equipment.total == 16);
  CHECK(report.points.mapped == 5);
  CHECK(report.points.total == 20);
  CHECK(report.connections == 23);
  CHECK(report.rules.size() == 16);
}

}  // namespace
}  // namespace hearth::test::translate_saref_test

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/kpis/internal/energy_uses.hpp"
#include "hearth/estimation/kpis/kpi_terms.hpp"
#include "hearth/tests/estimation/kpis/kpi_bench.hpp"

namespace kpi_settings_test {

using namespace hearth;
using namespace hearth::test;

namespace {

Diagnostics problems(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "kpi.json");
  Diagnostics diagnostics;
  read_kpi_settings(document.root(), diagnostics);
  return diagnostics;
}

Component component(const std::string& id, const std::string& type, const std::string& word_of = "",
                    const std::string& word = "") {
  Component made = instance(id, type);
  if (!word_of.empty()) made.config[word_of] = Word{word};
  return made;
}

/// A plan of these components with only these connections.
Plan plan_of(const std::vector<Component>& components,
             const std::vector<std::string>& connections = {}) {
  SimulationModel model;
  for (const Component& one : components) model.add_component(one);
  for (const std::string& connection : connections) model.add_connection(connection);
  Plan plan;
  // Types, outputs and parameters of 0 are enough: inputs that lack a source do not matter here.
  for (const auto& [id, one] : model.components()) {
    const ComponentType* type = standard_components().find(one.type);
    REQUIRE(type != nullptr);
    PlannedInstance planned;
    planned.id = id;
    planned.type = type;
    plan.ids.push_back(id);
    plan.slot_of_id.push_back(static_cast<int>(plan.instances.size()));
    planned.sizes.assign(4, 0);
    plan.instances.push_back(planned);
    Slot slot;
    slot.parameter = static_cast<int>(plan.cells.size());
    plan.slots.push_back(slot);
    plan.cells.resize(plan.cells.size() + 100, 0.0);
    for (const Field& field : type->schema) {
      if (field.role == Role::Output) {
        plan.signals.push_back({id + "." + std::string(field.name), field.unit});
      }
    }
  }
  plan.model = model;
  return plan;
}

/// What settings become with a model of these components.
KpiSettings completed(const std::vector<Component>& components, const std::string& settings,
                      Diagnostics& diagnostics) {
  return complete_settings(kpi_settings(settings), plan_of(components), diagnostics);
}

std::set<std::string> energy_of(const KpiSettings& settings) {
  std::set<std::string> lines;
  for (const KpiEnergy& energy : settings.energy) {
    for (const std::string& signal : energy.signals) {
      const std::string sign = energy.factor < 0.0 ? "-" : "";
      lines.insert(sign + signal + " " + energy.carrier + " " + energy.end_use);
    }
  }
  return lines;
}

std::set<std::string> energy_of(const std::vector<Component>& components) {
  Diagnostics diagnostics;
  return energy_of(completed(components, "{}", diagnostics));
}

}  // namespace

TEST_CASE("the settings of KPIs are read with their units") {
  const KpiSettings settings = kpi_settings(R"({
    "floor_area": "48 m2",
    "comfort": {"lower": "294.15 kelvin", "upper": {"default": 26, "rules": [
                  {"days": "Mon-Fri", "from": "08:00", "to": "18:00", "value": 24}]},
                "co2_upper": 894, "occupied": {"signal": "occupancy.scheduleValue"},
                "tolerance": 0.5},
    "zones": {"room": {"temperature": {"signal": "TRooAir_y", "unit": "kelvin"},
                       "co2": "room.indoorCO2", "floor_area": 48, "relative_humidity": 45},
              "x-old": 1},
    "energy": [{"signals": ["*_fan.Power"], "carrier": "electricity", "end_use": "fans",
                "factor": 1.5}],
    "carriers": {"electricity": {"price": {"file": "prices.csv", "column": "dynamic"},
                                 "emission": 0.2}, "gas": {"price": 0.07}},
    "monthly": true})");
  CHECK(settings.floor_area == 48.0);
  CHECK(settings.tolerance == 0.5);
  CHECK(settings.monthly);
  const auto& lower = std::get<SeriesSpec>(settings.comfort.lower->source);
  CHECK(std::get<double>(lower.source) == 294.15);
  CHECK(lower.unit == unit::kelvin);
  CHECK(std::holds_alternative<WeeklyRules>(
      std::get<SeriesSpec>(settings.comfort.upper->source).source));
  CHECK(std::get<std::string>(settings.comfort.occupied->source) == "occupancy.scheduleValue");
  REQUIRE(settings.zones.size() == 1);
  CHECK(settings.zones[0].name == "room");
  CHECK(settings.zones[0].temperature == "TRooAir_y");
  CHECK(settings.zones[0].temperature_unit == unit::kelvin);
  CHECK(settings.zones[0].co2 == "room.indoorCO2");
  CHECK(settings.zones[0].relative_humidity.has_value());
  REQUIRE(settings.energy.size() == 1);
  CHECK(settings.energy[0].signals == std::vector<std::string>{"*_fan.Power"});
  CHECK(settings.energy[0].factor == 1.5);
  CHECK(settings.energy[0].where.line == 10);
  CHECK(settings.carriers.at("gas").price.has_value());
  CHECK_FALSE(settings.carriers.at("gas").emission.has_value());
}

TEST_CASE("all errors in the settings of KPIs are reported at once, with the nearest name") {
  const Diagnostics found = problems(R"({
    "flor_area": 48,
    "comfort": {"lowr": 21},
    "zones": {"room": {"temprature": "x"}},
    "energy": [{"signals": [], "end_use": "a b"}],
    "carriers": {"gas": {"price": "cheap"}},
    "monthly": 1, "floor_area": 0})");
  std::string text;
  for (const Diagnostic& item : found.items()) text += to_string(item) + "\n";
  for (const char* expected :
       {"'floor_area'", "'lower'", "'temperature'", "/zones/room", "json.missing_key",
        "kpi.part_of_name", "/carriers/gas/price", "/monthly", "json.range"}) {
    CAPTURE(text);
    CHECK(text.find(expected) != std::string::npos);
  }
}

TEST_CASE("settings stand alone in a file or as a part of one") {
  const auto folder = std::filesystem::temp_directory_path() / "hearth-kpi-settings-test";
  std::filesystem::create_directories(folder);
  const auto file = folder / "kpi.json";
  const auto with = [&](const std::string& text) {
    std::ofstream(file) << text;
    return read_kpi_file(file);
  };
  CHECK(with(R"({"floor_area": 10})").floor_area == 10.0);
  CHECK(with(R"({"hearth": 1, "kpi": {"floor_area": 11}})").floor_area == 11.0);
  CHECK_THROWS_WITH(with(R"({"hearth": 1, "kip": {}})"), Catch::Contains("json.unknown_key"));
  CHECK_THROWS_WITH(with(R"({"hearth": 2, "kpi": {}})"), Catch::Contains("json.version"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("the floor area of a room comes from the model, unless it is 0") {
  Plan plan = plan_of({component("room", "BuildingSpace")});
  const auto area = [&] {
    Diagnostics diagnostics;
    return complete_settings(kpi_settings("{}"), plan, diagnostics).zones.at(0).floor_area;
  };
  CHECK_FALSE(area().has_value());
  plan.cells[plan.parameter("room.floorArea").cells.front()] = 40.0;
  CHECK(area() == 40.0);
}

TEST_CASE("zones and limits come from the model where the settings are silent") {
  Diagnostics diagnostics;
  const KpiSettings settings = completed(
      {component("room", "BuildingSpace"), component("box", "HeatBalanceZone")}, "{}", diagnostics);
  REQUIRE(settings.zones.size() == 2);
  CHECK(settings.zones[0].name == "box");
  CHECK(settings.zones[0].co2.empty());
  CHECK(std::get<std::string>(settings.zones[0].radiant_temperature->source) ==
        "box.radiantTemperature");
  CHECK(settings.zones[1].temperature == "room.indoorTemperature");
  CHECK(settings.zones[1].co2 == "room.indoorCO2");
  CHECK(std::get<double>(std::get<SeriesSpec>(settings.comfort.lower->source).source) == 20.0);
  CHECK(std::get<double>(std::get<SeriesSpec>(settings.comfort.upper->source).source) == 26.0);
  CHECK(std::get<double>(std::get<SeriesSpec>(settings.comfort.co2_upper->source).source) ==
        1200.0);
  CHECK(said(diagnostics, "kpi.assumed"));
}

TEST_CASE("what the settings say stays as it is") {
  Diagnostics diagnostics;
  const KpiSettings settings =
      completed({component("room", "BuildingSpace"), component("fan", "Fan")},
                R"({"comfort": {"lower": 21, "upper": 25},
          "zones": {"a": {"temperature": "room.indoorTemperature"}},
          "energy": [{"signals": "fan.Power", "carrier": "steam"}]})",
                diagnostics);
  REQUIRE(settings.zones.size() == 1);
  CHECK(settings.zones[0].name == "a");
  CHECK(energy_of(settings) == std::set<std::string>{"fan.Power steam "});
  CHECK(std::get<double>(std::get<SeriesSpec>(settings.comfort.lower->source).source) == 21.0);
  CHECK(diagnostics.empty());
}

TEST_CASE("what components take from outside follows from their types") {
  CHECK(energy_of({component("f", "Fan"), component("p", "Pump"), component("pv", "Photovoltaic"),
                   component("b", "Boiler"), component("l", "InternalGain")}) ==
        std::set<std::string>{"f.Power electricity fans", "p.Power electricity pumps",
                              "-pv.Power electricity photovoltaic", "b.fuelPower gas heating",
                              "b.Power electricity heating", "l.Power electricity equipment"});
}

TEST_CASE("heat is bought only where no plant makes it") {
  const Component heater = component("h", "SpaceHeater");
  const Component coil = component("c", "CoolingCoil");
  CHECK(energy_of({heater, coil}) ==
        std::set<std::string>{"h.Power district_heating heating",
                              "c.coolingPower district_cooling cooling"});
  CHECK(energy_of({heater, coil, component("hp", "HeatPump")}) ==
        std::set<std::string>{"hp.Power electricity heating",
                              "c.coolingPower district_cooling cooling"});
  CHECK(energy_of({heater, coil, component("ch", "Chiller")}) ==
        std::set<std::string>{"h.Power district_heating heating", "ch.Power electricity cooling"});
}

TEST_CASE("heat on water from outside is bought, although another plant heats other water") {
  Diagnostics diagnostics;
  const std::vector<Component> components{component("r", "Radiator"),
                                          component("q", "Radiator"),
                                          component("b", "Boiler"),
                                          component("p", "Pump"),
                                          component("water", "Schedule"),
                                          component("s", "SpaceHeater"),
                                          component("j", "ReturnWaterJunction")};
  const Plan plan = plan_of(components, {"water.scheduleValue -> r.supplyWaterTemperature",
                                         "b.outletWaterTemperature -> p.inletWaterTemperature",
                                         "p.outletWaterTemperature -> q.supplyWaterTemperature",
                                         // its water returns to the boiler
                                         "water.scheduleValue -> s.supplyWaterTemperature",
                                         "s.outletWaterTemperature -> j.waterTemperatureIn[s]",
                                         "j.waterTemperatureOut -> b.inletWaterTemperature"});
  CHECK(energy_of(complete_settings(kpi_settings("{}"), plan, diagnostics)) ==
        std::set<std::string>{"r.Power district_heating heating", "b.fuelPower gas heating",
                              "b.Power electricity heating", "p.Power electricity pumps"});
}

TEST_CASE("an ideal coil is supplied from outside, whatever plants the building has") {
  CHECK(energy_of({component("c", "Coil"), component("b", "Boiler"), component("k", "Chiller")}) ==
        std::set<std::string>{"c.heatingPower district_heating heating",
                              "c.coolingPower district_cooling cooling", "b.fuelPower gas heating",
                              "b.Power electricity heating", "k.Power electricity cooling"});
}

TEST_CASE("heat and cold that a converter makes count as the energy that it takes") {
  Diagnostics diagnostics;
  const std::vector<Component> components{component("c", "Coil"), component("d", "Coil"),
                                          component("f", "Furnace"),
                                          component("x", "DirectExpansionSystem")};
  const Plan plan =
      plan_of(components, {"c.heatingPower -> f.heatingPower", "c.coolingPower -> x.coolingPower"});
  CHECK(energy_of(complete_settings(kpi_settings("{}"), plan, diagnostics)) ==
        std::set<std::string>{
            "f.fuelPower gas heating", "x.coolingElectricPower electricity cooling",
            "x.heatingElectricPower electricity heating", "d.heatingPower district_heating heating",
            "d.coolingPower district_cooling cooling"});
}

TEST_CASE("boilers and furnaces take the fuel for which they are configured") {
  CHECK(energy_of({component("b", "Boiler", "fuel", "wood"), component("f", "Furnace"),
                   component("g", "Furnace", "fuel", "oil")}) ==
        std::set<std::string>{"b.fuelPower wood heating", "b.Power electricity heating",
                              "f.fuelPower gas heating", "g.fuelPower oil heating"});
}

TEST_CASE("reheat is bought as heat or as electricity, as it is configured") {
  CHECK(energy_of({component("v", "VavReheatTerminal")}) ==
        std::set<std::string>{"v.Power electricity heating"});
  CHECK(energy_of({component("v", "VavReheatTerminal", "reheat", "hotWater")}) ==
        std::set<std::string>{"v.heatingPower district_heating heating"});
}

TEST_CASE("a meter counts only if nothing else is known") {
  CHECK(energy_of({component("m", "Meter")}) ==
        std::set<std::string>{"m.Power electricity metered"});
  CHECK(energy_of({component("m", "Meter"), component("f", "Fan")}) ==
        std::set<std::string>{"f.Power electricity fans"});
}

TEST_CASE("the table of energy uses names types, outputs and choices that exist, in watts") {
  const Registry& registry = standard_components();
  for (const EnergyUse& use : energy_uses().uses) {
    CAPTURE(use.type, use.output);
    const ComponentType* type = registry.find(use.type);
    REQUIRE(type != nullptr);
    const Field* output = type->schema.find(Role::Output, use.output);
    REQUIRE(output != nullptr);
    CHECK(output->unit == unit::W);
    if (!use.without.empty()) CHECK(energy_uses().plants.count(use.without) == 1);
    if (use.config_member.empty()) continue;
    const Field* config = type->schema.find(Role::Config, use.config_member);
    REQUIRE(config != nullptr);
    CHECK(std::find(config->words.begin(), config->words.end(), use.config_value) !=
          config->words.end());
  }
  for (const std::string& type : energy_uses().converters) CHECK(registry.find(type) != nullptr);
  for (const auto& [kind, types] : energy_uses().plants) {
    for (const std::string& type : types) CHECK(registry.find(type) != nullptr);
  }
}

TEST_CASE("every output called Power is in the table of energy uses") {
  // A type with a new Power has to be thought about there. A stepping FMU has no schema of its own.
  for (const auto& [name, type] : standard_components().types()) {
    if (type.schema.find(Role::Output, "Power") == nullptr) continue;
    CAPTURE(name);
    const auto& uses = energy_uses().uses;
    CHECK(std::any_of(uses.begin(), uses.end(),
                      [&n = name](const EnergyUse& use) { return use.type == n; }));
  }
}

TEST_CASE("a room has the heat and cold of its fan coil unit and radiator, not of its neighbour") {
  const Plan plan = plan_of(
      {component("room", "BuildingSpace"), component("next", "SimpleHourlyZone"),
       component("unit", "FanCoilUnit"), component("radiator", "SpaceHeater"),
       component("lights", "InternalGain")},
      {"unit.heatGain -> room.heatGain", "radiator.Power -> room.heatGain[radiator]",
       "lights.heatGain -> room.heatGain[lights]", "next.heatingPower -> room.heatGain[next]"});
  Diagnostics assumed;
  const KpiSettings settings = complete_settings({}, plan, assumed);
  const KpiZone& room = settings.zones.at(1);
  CHECK(room.name == "room");
  CHECK(room.heating == std::vector<std::string>{"unit.heatingPower", "radiator.Power"});
  CHECK(room.cooling == std::vector<std::string>{"unit.coolingPower"});
}

TEST_CASE("zones are occupied while the model has people in them") {
  const Plan plan =
      plan_of({component("office", "BuildingSpace"), component("corridor", "BuildingSpace"),
               component("hall", "MixedAirZone"), component("crowd", "Occupants"),
               component("staff", "Schedule"), component("visitors", "Schedule")},
              {"staff.scheduleValue -> office.numberOfPeople",
               "visitors.scheduleValue -> crowd.numberOfPeople", "crowd.heatGain -> hall.heatGain",
               "office.indoorTemperature -> corridor.adjacentTemperature"});
  Diagnostics assumed;
  const KpiSettings settings = complete_settings({}, plan, assumed);
  REQUIRE(settings.zones.size() == 3);
  const KpiZone &corridor = settings.zones[0], &hall = settings.zones[1],
                &office = settings.zones[2];
  using Names = std::vector<std::string>;
  CHECK(hall.people == Names{"visitors.scheduleValue"});
  CHECK(office.people == Names{"staff.scheduleValue"});
  // The corridor has no people: it is used while somebody is in the building.
  CHECK(corridor.people == Names{"visitors.scheduleValue", "staff.scheduleValue"});
  CHECK(Kpis(settings, {}, plan.signals).notes().items().empty());

  const KpiSettings stated =
      complete_settings(kpi_settings(R"({"comfort": {"occupied": 1}})"), plan, assumed);
  CHECK(stated.zones[2].people.empty());

  std::vector<Signal> recorded;
  for (const Signal& signal : plan.signals) {
    if (signal.name != "staff.scheduleValue") recorded.push_back(signal);
  }
  const Diagnostics notes = Kpis(settings, {"unmet_hours"}, recorded).notes();
  REQUIRE(notes.items().size() == 1);
  CHECK(notes.items()[0].code == "kpi.people_not_recorded");
  CHECK(notes.items()[0].message.find("'staff.scheduleValue'") != std::string::npos);
}

TEST_CASE("a zone is not occupied while a tenth of its people or fewer are present") {
  Plan plan =
      plan_of({component("office", "BuildingSpace"), component("corridor", "BuildingSpace"),
               component("presence", "Schedule"), component("staff", "Gain"),
               component("visitors", "Gain")},
              {"presence.scheduleValue -> staff.u", "presence.scheduleValue -> visitors.u",
               "staff.y -> office.numberOfPeople", "visitors.y -> corridor.numberOfPeople"});
  plan.cells[plan.parameter("staff.k").cells.front()] = 8.0;
  Diagnostics assumed;
  const KpiSettings settings = complete_settings({}, plan, assumed);
  // The corridor has no people: it is used while people are in the office.
  for (const KpiZone& zone : settings.zones) {
    INFO(zone.name);
    CHECK(zone.people == std::vector<std::string>{"staff.y"});
    CHECK(zone.few_people.at("staff.y") == Approx(0.8));
  }
  // Two people who stay all day are not left out.
  plan.cells[plan.parameter("visitors.c").cells.front()] = 2.0;
  const KpiSettings staying = complete_settings({}, plan, assumed);
  CHECK(staying.zones[0].people == std::vector<std::string>{"visitors.y"});
  CHECK(staying.zones[0].few_people.at("visitors.y") == Approx(0.2));
}

TEST_CASE("a model without people has its zones occupied at all hours") {
  Diagnostics assumed;
  const KpiSettings settings = completed({component("room", "BuildingSpace")}, "{}", assumed);
  CHECK(settings.zones.at(0).people.empty());
}

TEST_CASE("people reach a zone through several components and blocks") {
  const Plan plan = plan_of(
      {component("room", "BuildingSpace"), component("morning", "Occupants"),
       component("evening", "Occupants"), component("heat", "Sum"), component("a", "Schedule"),
       component("b", "Schedule"), component("c", "Schedule")},
      {"a.scheduleValue -> morning.numberOfPeople", "b.scheduleValue -> evening.numberOfPeople",
       "c.scheduleValue -> room.numberOfPeople", "morning.heatGain -> heat.u[morning]",
       "heat.y -> room.heatGain[heat]", "evening.heatGain -> room.heatGain[evening]"});
  Diagnostics assumed;
  std::vector<std::string> people = complete_settings({}, plan, assumed).zones.at(0).people;
  std::sort(people.begin(), people.end());
  CHECK(people ==
        std::vector<std::string>{"a.scheduleValue", "b.scheduleValue", "c.scheduleValue"});
}

TEST_CASE("degree hours of a model with people can be an objective") {
  const Plan plan = plan_of({component("room", "BuildingSpace"), component("staff", "Schedule")},
                            {"staff.scheduleValue -> room.numberOfPeople"});
  for (const char* settings : {"{}", R"({"comfort": {"occupied": 1}})"}) {
    Diagnostics notes;
    const KpiTerms terms = kpi_terms("degree_hours_low", kpi_settings(settings), plan, notes);
    CHECK(terms.excesses.size() == 1);
  }
  Diagnostics notes;
  CHECK_THROWS_WITH(
      kpi_terms("degree_hours_low",
                kpi_settings(R"({"comfort": {"occupied": {"signal": "staff.scheduleValue"}}})"),
                plan, notes),
      Catch::Contains("kpi.not_a_sum"));
}

TEST_CASE("a carrier that was recorded is computed where another one was not") {
  const Plan plan =
      plan_of({component("b", "Boiler"), component("f", "Fan"), component("room", "BuildingSpace"),
               component("other", "BuildingSpace")});
  Diagnostics assumed;
  const KpiSettings settings = complete_settings({}, plan, assumed);
  const auto names = [&](const std::vector<std::string>& recorded) {
    std::vector<Signal> signals;
    for (const Signal& signal : plan.signals) {
      if (std::find(recorded.begin(), recorded.end(), signal.name) != recorded.end()) {
        signals.push_back(signal);
      }
    }
    const Kpis kpis(settings, {}, signals);
    std::set<std::string> found;
    for (const Kpi& kpi : kpis.list()) found.insert(kpi.name);
    return found;
  };
  // The boiler takes electricity for heating too: that end use lacks a part.
  CHECK(names({"b.fuelPower"}) == std::set<std::string>{"ener_gas", "peak_gas", "pgas_tot"});
  CHECK(names({"b.fuelPower", "b.Power"}) ==
        std::set<std::string>{"ener_gas", "peak_gas", "pgas_tot", "ener_heating"});
  CHECK(names({"b.fuelPower", "b.Power", "f.Power"}).count("ener_tot") == 1);
  // The mean of the zones is that of all zones.
  CHECK(names({"room.indoorTemperature"}).empty());
  CHECK(names({"room.indoorTemperature", "other.indoorTemperature"}).count("tdis_tot") == 1);
}

}  // namespace kpi_settings_test

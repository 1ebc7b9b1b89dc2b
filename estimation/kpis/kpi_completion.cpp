// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hearth/estimation/kpis/internal/energy_uses.hpp"
#include "hearth/estimation/kpis/internal/water_paths.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace {

// EN 16798-1, category II: temperatures of offices and dwellings (table B.2), CO2 of 800 ppm above
// 400 ppm outdoors (table B.9).
constexpr double kLower = 20.0;     // degC
constexpr double kUpper = 26.0;     // degC
constexpr double kCo2Upper = 1200;  // ppm

// A choice: a zone counts as empty while a tenth of its people or fewer are present. The few who
// typical profiles leave in a building at night do not make it occupied.
constexpr double kFewPeople = 0.1;

class Completion {
 public:
  Completion(KpiSettings settings, const Plan& plan, Diagnostics& diagnostics)
      : settings_(std::move(settings)), plan_(plan), diagnostics_(diagnostics) {
    for (const PlannedInstance& instance : plan.instances) instances_.push_back(&instance);
    std::sort(instances_.begin(), instances_.end(),
              [](const auto* a, const auto* b) { return a->id < b->id; });
  }

  KpiSettings run() {
    if (settings_.zones.empty()) add_zones();
    if (settings_.energy.empty()) add_energy();
    add_limits();
    return std::move(settings_);
  }

 private:
  void assume(const std::string& what) { diagnostics_.note("kpi.assumed", {}, what); }

  bool has_output(const std::string& name) const {
    return std::any_of(plan_.signals.begin(), plan_.signals.end(),
                       [&](const Signal& signal) { return signal.name == name; });
  }
  bool has_output(const PlannedInstance& instance, std::string_view port) const {
    return instance.type->schema.find(Role::Output, port) != nullptr &&
           has_output(instance.id + "." + std::string(port));
  }

  const PlannedInstance* instance_of(const std::string& id) const {
    const auto found =
        std::lower_bound(instances_.begin(), instances_.end(), id,
                         [](const auto* a, const std::string& b) { return a->id < b; });
    return found != instances_.end() && (*found)->id == id ? *found : nullptr;
  }

  /// Adds the outputs with the number of people in a zone: those connected to its own input, and to
  /// the inputs of components whose heat it receives, directly or through blocks. Leaves out those
  /// that are always 0.
  void find_people(const PlannedInstance& instance, std::set<std::string>& visited,
                   KpiZone& zone) const {
    if (!visited.insert(instance.id).second) return;
    const std::string_view input = "numberOfPeople";
    for (const Connection& connection : plan_.model.connections_to(instance.id)) {
      const std::string name = connection.from.component + "." + connection.from.port;
      if (connection.to.port == input && has_output(name)) {
        add_people_of(connection.from.component, name, zone);
        continue;
      }
      const PlannedInstance* source = instance_of(connection.from.component);
      if (source == nullptr || has_output(*source, "indoorTemperature")) continue;  // another zone
      const SchemaView& schema = source->type->schema;
      const bool is_block = std::any_of(schema.begin(), schema.end(), [](const Field& field) {
        return field.role == Role::Output && (field.unit.bare || field.unit.any != 0);
      });
      if (is_block || schema.find(Role::Input, input) != nullptr) {
        find_people(*source, visited, zone);
      }
    }
  }

  double number(const std::string& parameter) const {
    return plan_.cells[plan_.parameter(parameter).cells.front()];
  }

  void add_people_of(const std::string& source, const std::string& output, KpiZone& zone) const {
    if (std::find(zone.people.begin(), zone.people.end(), output) != zone.people.end()) return;
    // A gain multiplies the share of people who are present by the number of people.
    const PlannedInstance* instance = instance_of(source);
    if (instance != nullptr && instance->type->name == "Gain") {
      const double all = number(source + ".k") + number(source + ".c");
      if (!(all > 0.0)) return;
      zone.few_people[output] = kFewPeople * all;
    }
    zone.people.push_back(output);
  }

  /// Sets when zones are occupied: while there are people in them. Zones without people, such as
  /// corridors, are occupied while there are people in any zone.
  void add_people() {
    std::vector<std::string> all, without;
    std::map<std::string, double> few;
    for (KpiZone& zone : settings_.zones) {
      std::set<std::string> visited;
      find_people(*instance_of(zone.name), visited, zone);
      if (zone.people.empty()) without.push_back(zone.name);
      few.insert(zone.few_people.begin(), zone.few_people.end());
      for (const std::string& name : zone.people) {
        if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
      }
    }
    if (all.empty()) return;
    for (KpiZone& zone : settings_.zones) {
      if (!zone.people.empty()) continue;
      zone.people = all;
      zone.few_people = few;
    }
    assume(
        "zones are occupied while the model has people in them" +
        (without.empty() ? std::string() : "; while people are in any zone: " + listed(without)));
  }

  /// Adds the zones: the components with an indoor temperature.
  void add_zones() {
    std::vector<std::string> names;
    for (const PlannedInstance* found : instances_) {
      const PlannedInstance& instance = *found;
      const std::string& id = instance.id;
      if (!has_output(instance, "indoorTemperature")) continue;
      KpiZone zone;
      zone.name = id;
      zone.assumed = true;
      zone.temperature = id + ".indoorTemperature";
      if (has_output(instance, "indoorCO2")) zone.co2 = id + ".indoorCO2";
      if (has_output(instance, "radiantTemperature")) {
        zone.radiant_temperature = KpiSeries{.source = id + ".radiantTemperature"};
      }
      zone.floor_area = floor_area(instance);
      add_loads(instance, zone);
      settings_.zones.push_back(std::move(zone));
      names.push_back(id);
    }
    if (!names.empty()) assume("zones: " + listed(names));
    if (!settings_.comfort.occupied) add_people();
  }

  /// Adds the heat and cold that a zone receives: its own powers, and those at its inputs.
  void add_loads(const PlannedInstance& instance, KpiZone& zone) const {
    add_load(instance, "", zone);
    for (const Connection& connection : plan_.model.connections_to(instance.id)) {
      const Field* input = instance.type->schema.find(Role::Input, connection.to.port);
      if (input == nullptr || !input->unit.compatible(unit::W)) continue;
      const PlannedInstance* source = instance_of(connection.from.component);
      if (source == nullptr || has_output(*source, "indoorTemperature")) continue;  // another zone
      // A unit that passes on heat and cold as one number has outputs for each of them.
      const std::string& port = connection.from.port;
      const auto& uses = energy_uses().uses;
      const bool listed = std::any_of(uses.begin(), uses.end(), [&](const EnergyUse& use) {
        return use.type == source->type->name && use.output == port;
      });
      add_load(*source, listed ? port : "", zone);
    }
  }

  /// Adds the outputs that are heat or cold according to the table of uses; `port` "": all of the
  /// component.
  void add_load(const PlannedInstance& source, const std::string& port, KpiZone& zone) const {
    for (const EnergyUse& use : energy_uses().uses) {
      const bool heat = use.carrier == "district_heating";
      if (!heat && use.carrier != "district_cooling") continue;
      if (use.type != source.type->name || (!port.empty() && use.output != port)) continue;
      if (!has_output(source, use.output)) continue;
      std::vector<std::string>& signals = heat ? zone.heating : zone.cooling;
      const std::string name = source.id + "." + use.output;
      if (std::find(signals.begin(), signals.end(), name) == signals.end()) {
        signals.push_back(name);
      }
    }
  }

  std::optional<double> floor_area(const PlannedInstance& instance) const {
    const auto& areas = energy_uses().floor_areas;
    const auto found = areas.find(instance.type->name);
    if (found == areas.end()) return std::nullopt;
    const CellRef cell = plan_.parameter(instance.id + "." + found->second);
    const double area = convert(plan_.cells[cell.cells.front()], cell.unit, unit::m2);
    return area > 0.0 ? std::optional(area) : std::nullopt;
  }

  /// Returns the types of the plants of a kind of which the model has at least one, or null.
  const std::vector<std::string>* plants_of(const std::string& kind) const {
    const auto found = energy_uses().plants.find(kind);
    if (found == energy_uses().plants.end()) return nullptr;
    const std::vector<std::string>& types = found->second;
    const bool any = std::any_of(instances_.begin(), instances_.end(), [&](const auto* instance) {
      return std::find(types.begin(), types.end(), instance->type->name) != types.end();
    });
    return any ? &types : nullptr;
  }

  /// Returns whether a component has the configuration that a use requires; the first word is the
  /// default.
  bool is_configured(const PlannedInstance& instance, const EnergyUse& use) const {
    if (use.config_member.empty()) return true;
    const Field* field = instance.type->schema.find(Role::Config, use.config_member);
    if (field == nullptr || field->words.empty()) return false;
    std::string word(field->words.front());
    const Component* component = plan_.model.find(instance.id);
    if (component != nullptr) {
      const auto given = component->config.find(use.config_member);
      const bool is_word =
          given != component->config.end() && std::holds_alternative<Word>(given->second);
      if (is_word) word = std::get<Word>(given->second).text;
    }
    return word == use.config_value;
  }

  /// Returns the outputs that components convert to the energy they take for them.
  std::set<std::string> converted_outputs() const {
    const std::vector<std::string>& converters = energy_uses().converters;
    std::set<std::string> ids, outputs;
    for (const PlannedInstance* instance : instances_) {
      const auto found = std::find(converters.begin(), converters.end(), instance->type->name);
      if (found != converters.end()) ids.insert(instance->id);
    }
    for (const Connection& connection : plan_.model.connections()) {
      if (ids.count(connection.to.component) == 0) continue;
      outputs.insert(connection.from.component + "." + connection.from.port);
    }
    return outputs;
  }

  void add_energy() {
    const std::set<std::string> converted = converted_outputs();
    const WaterPaths water(plan_);
    for (const EnergyUse& use : energy_uses().uses) {
      if (use.alone && !settings_.energy.empty()) continue;
      // If the water of a component is not connected, or if it has none, each plant of the kind is
      // taken for its own.
      const std::vector<std::string>* plants = plants_of(use.without);
      const char* other = use.without == "heat" ? "Chilled" : "Hot";
      const auto has_plant = [&](const PlannedInstance& instance) {
        return plants != nullptr &&
               water.source(instance.id, *plants, other) != WaterPaths::Source::Elsewhere;
      };
      KpiEnergy energy;
      energy.assumed = true;
      for (const PlannedInstance* instance : instances_) {
        if (instance->type->name != use.type || !is_configured(*instance, use)) continue;
        if (!has_output(*instance, use.output) || has_plant(*instance)) continue;
        std::string signal = instance->id + "." + use.output;
        if (converted.count(signal) == 0) energy.signals.push_back(std::move(signal));
      }
      if (energy.signals.empty()) continue;
      energy.carrier = use.carrier;
      energy.end_use = use.end_use;
      energy.factor = use.factor;
      assume(fmt::format("{} for {}: {}{}", use.carrier, use.end_use,
                         use.factor < 0.0 ? "less " : "", listed(energy.signals)));
      settings_.energy.push_back(std::move(energy));
    }
  }

  bool any_zone_lacks(std::optional<KpiSeries> KpiZone::*limit, std::string KpiZone::*signal) {
    return std::any_of(settings_.zones.begin(), settings_.zones.end(), [&](const KpiZone& zone) {
      return !(zone.*signal).empty() && !(zone.*limit);
    });
  }

  void add_limits() {
    const auto add = [&](std::optional<KpiSeries> KpiZone::*limit, std::string KpiZone::*signal,
                         double value, const Unit& unit, const char* name) {
      if (settings_.comfort.*limit || !any_zone_lacks(limit, signal)) return;
      settings_.comfort.*limit = KpiSeries{.source = SeriesSpec{.source = value, .unit = unit}};
      assume(fmt::format("{} limit {} {} (EN 16798-1, category II)", name, value, unit.symbol));
    };
    add(&KpiZone::lower, &KpiZone::temperature, kLower, unit::degC, "lower");
    add(&KpiZone::upper, &KpiZone::temperature, kUpper, unit::degC, "upper");
    add(&KpiZone::co2_upper, &KpiZone::co2, kCo2Upper, unit::ppm, "CO2");
  }

  KpiSettings settings_;
  const Plan& plan_;
  Diagnostics& diagnostics_;
  std::vector<const PlannedInstance*> instances_;  // by id
};

}  // namespace

KpiSettings complete_settings(KpiSettings settings, const Plan& plan, Diagnostics& diagnostics) {
  return Completion(std::move(settings), plan, diagnostics).run();
}

}  // namespace hearth

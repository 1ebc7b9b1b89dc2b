// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/components/physics/emission.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

std::string named(const json& entry) {
  std::string name = entry.at("supply_degC").dump();
  if (entry.contains("return_degC")) name += "/" + entry["return_degC"].dump();
  name += "/" + entry.at("room_degC").dump() + " degC n " + entry.at("n").dump();
  if (entry.contains("elements")) name += " elements " + entry["elements"].dump();
  return name;
}

void run_characteristic(const json& entry, RelativeChecks& checks) {
  const auto value = [&](const char* key) { return entry.at(key).get<double>(); };
  const auto power = [&](auto mean) {
    return emitted_power<double>(
        value("Q_nominal_W"), mean(value("supply_degC"), value("return_degC"), value("room_degC")),
        mean(value("supply_nom_degC"), value("return_nom_degC"), value("room_nom_degC")),
        value("n"));
  };
  checks.compare(named(entry), entry.at("expected"),
                 {{"Q_arithmetic_mean_W", power(arithmetic_excess<double>)},
                  {"Q_log_mean_W", power(logarithmic_excess<double>)}});
}

SimulationModel radiator_model(const json& entry) {
  const auto value = [&](const char* key) { return entry.at(key).get<double>(); };
  Component radiator = test::instance("radiator", "Radiator",
                                      {{"nominalPower", value("Q_nominal_W")},
                                       {"nominalSupplyWaterTemperature", value("supply_nom_degC")},
                                       {"nominalReturnWaterTemperature", value("return_nom_degC")},
                                       {"nominalIndoorTemperature", value("room_nom_degC")},
                                       {"exponent", value("n")},
                                       {"waterHeatCapacity", value("cp_J_kgK")}});
  radiator.config["nelements"] = entry.at("elements").get<int>();
  SimulationModel model;
  model.add_component(radiator);
  model.add_component(test::constant("supply", value("supply_degC")));
  model.add_component(test::constant("flow", value("mass_flow_kg_s")));
  model.add_component(test::constant("room", value("room_degC")));
  model.add_connection("supply.scheduleValue -> radiator.supplyWaterTemperature");
  model.add_connection("flow.scheduleValue -> radiator.waterFlowRate");
  model.add_connection("room.scheduleValue -> radiator.indoorTemperature");
  return model;
}

// The component after a hundred days of constant inputs.
void run_steady_state(const json& entry, RelativeChecks& checks) {
  test::RunOptions options;
  options.steps = 10;
  options.step = std::chrono::hours(240);
  test::Bench<double> bench(radiator_model(entry), standard_components(), options);
  bench.simulation.initialize();
  bench.steps(options.steps);
  const int conductance = bench.plan.parameter("radiator.UA").cells.front();
  checks.compare(named(entry), entry.at("expected"),
                 {{"UA_total_W_Kn", bench.simulation.value(conductance)},
                  {"Q_W", bench.value("radiator.Power")},
                  {"return_degC", bench.value("radiator.outletWaterTemperature")}});
}

}  // namespace

bool recognises_radiator_en442(const json& content) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content["groups"];
  if (!groups.is_object() || groups.empty()) return false;
  return std::all_of(groups.items().begin(), groups.items().end(), [](const auto& group) {
    return (group.key() == "characteristic" || group.key() == "steady_state_elements") &&
           group.value().is_array() &&
           std::all_of(group.value().begin(), group.value().end(),
                       [](const json& entry) { return entry.contains("supply_nom_degC"); });
  });
}

void run_radiator_en442(const CaseFile& file, CaseReport& report) {
  for (const auto& [group, entries] : file.content.at("groups").items()) {
    RelativeChecks checks(file.content.at("tolerance_rel"));
    for (const json& entry : entries) {
      if (group == "characteristic") {
        run_characteristic(entry, checks);
      } else {
        run_steady_state(entry, checks);
      }
    }
    report.compare("radiator_en442", group + " (" + std::to_string(entries.size()) + ")",
                   checks.list());
  }
}

}  // namespace hearth::cases

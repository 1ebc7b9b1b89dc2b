// SPDX-License-Identifier: MIT
// Single hours of the simple hourly method of ISO 13790.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

// The independent solver's values have six decimals.
constexpr double kHourTolerance = 1e-6;

/// What a file holds for all its cases.
struct Constants {
  double mass_area_factor;  // A_m / A_f
  double surface_film, mass_film;
  double air;            // J/(m3 K)
  bool opaque_as_it_is;  // H_em = U A of the walls, without 1/(1/H_op - 1/H_ms)
};

Constants constants_of(const json& file) {
  const json& given = file.at("meta").at("constants");
  const json& area = given.at("effective_mass_area");  // "2.5*floor_area"
  const std::string coupling = given.at("H_tr_em");
  return {area.is_number() ? area.get<double>() : std::stod(area.get<std::string>()),
          given.at("h_is_W_m2K"), given.at("h_ms_W_m2K"), given.at("rho_cp_air_J_m3K"),
          coupling.find("1/(") == std::string::npos || coupling.find("skips") != std::string::npos};
}

/// Ventilation with heat recovery, and infiltration [W/K].
double ventilation(const json& zone, const Constants& constants) {
  const double recovered = zone.at("ventilation_efficiency");
  const double changes =
      zone.at("ach_vent").get<double>() * (1.0 - recovered) + zone.at("ach_infl").get<double>();
  return constants.air * zone.at("room_vol").get<double>() * changes / kHour;
}

SimulationModel model_of(const json& test_case, const Constants& constants) {
  const json& zone = test_case.at("zone");
  const json& inputs = test_case.at("inputs");
  const double floor = zone.at("floor_area");
  const double walls = zone.at("u_walls").get<double>() * zone.at("walls_area").get<double>();
  std::vector<std::pair<std::string, double>> parameters{
      {"A_f", floor},
      {"A_m", constants.mass_area_factor * floor},
      {"A_tot", zone.at("total_internal_area")},
      {"C_m", zone.at("thermal_capacitance_per_floor_area").get<double>() * floor},
      {"h_is", constants.surface_film},
      {"h_ms", constants.mass_film},
      {"H_tr_w", zone.at("u_windows").get<double>() * zone.at("window_area").get<double>()},
      {"H_tr_op", walls},
      {"H_ve", ventilation(zone, constants)},
      {"Q_heating_max", floor * zone.at("max_heating_energy_per_floor_area").get<double>()},
      {"Q_cooling_max",
       floor * std::abs(zone.at("max_cooling_energy_per_floor_area").get<double>())}};
  if (constants.opaque_as_it_is) parameters.push_back({"H_tr_em", walls});
  SimulationModel model;
  model.add_component(test::instance("zone", "SimpleHourlyZone", parameters));
  model.set_initial("zone@massTemperature", {inputs.at("t_m_prev").get<double>(), {}});
  const std::vector<std::pair<std::string, json>> fed{
      {"outdoorTemperature", inputs.at("t_out")},
      {"heatGain", inputs.at("internal_gains")},
      {"solarHeatGain", inputs.at("solar_gains")},
      {"heatingSetpoint", zone.at("t_set_heating")},
      {"coolingSetpoint", zone.at("t_set_cooling")}};
  for (const auto& [port, value] : fed) {
    model.add_component(test::constant(port, value));
    model.add_connection(port + ".scheduleValue -> zone." + port);
  }
  return model;
}

}  // namespace

bool recognises_iso13790_5r1c_hour(const json& content) {
  if (!content.is_object() || !content.contains("cases") || !content["cases"].is_array() ||
      content["cases"].empty()) {
    return false;
  }
  const json& first = content["cases"][0];
  return first.is_object() && first.contains("zone") && first.contains("inputs") &&
         first["inputs"].is_object() && first["inputs"].contains("t_m_prev");
}

void run_iso13790_5r1c_hour(const CaseFile& file, CaseReport& report) {
  const Constants constants = constants_of(file.content);
  for (const json& test_case : file.content.at("cases")) {
    test::RunOptions hour;
    hour.steps = 1;
    hour.step = std::chrono::hours(1);
    test::Bench<double> bench(model_of(test_case, constants), standard_components(), hour);
    bench.simulation.initialize();
    bench.simulation.step();
    const std::vector<std::pair<std::string, std::string>> signals{
        {"t_m", "zone.meanMassTemperature"},
        {"energy_demand", "zone.conditioningPower"},
        {"t_air", "zone.indoorTemperature"},
        {"t_s", "zone.surfaceTemperature"},
        {"t_m_next", "zone.massTemperature"}};
    std::vector<Check> checks;
    const json extra = test_case.value("extra_from_independent_solver", json::object());
    for (const auto& [name, signal] : signals) {
      const double value = bench.value(signal);
      const std::string unit = name == "energy_demand" ? "W" : "K";
      if (test_case.at("expected").contains(name)) {
        checks.push_back({name, std::abs(value - test_case["expected"][name].get<double>()),
                          test_case.at("tolerance").at(name), unit});
      }
      if (extra.contains(name)) {
        const double expected = extra[name];
        checks.push_back({name + " (independent)",
                          std::abs(value - expected) / std::max(1.0, std::abs(expected)),
                          kHourTolerance, ""});
      }
    }
    report.compare("iso13790_5r1c_hour", test_case.at("name"), checks);
  }
}

}  // namespace hearth::cases

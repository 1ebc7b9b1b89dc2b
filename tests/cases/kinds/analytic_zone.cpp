// SPDX-License-Identifier: MIT
// Exact transients of rooms with one and two capacities, and of CO2.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr double kAirDensity = 1.2;  // kg/m3, of BuildingSpace; cancels out
constexpr double kTolerance = 1e-8;  // where the file gives none

/// A model, the signals to compare and what the file calls them.
struct Transient {
  SimulationModel model;
  std::vector<std::pair<std::string, std::string>> signals;

  void source(const std::string& id, double value, const std::string& to) {
    model.add_component(test::constant(id, value));
    model.add_connection(id + ".scheduleValue -> " + to);
  }
};

Transient one_capacity(const json& test_case) {
  Transient transient;
  transient.model.add_component(
      test::instance("room", "ThermalNode", {{"C", test_case.at("C_J_K")}}));
  transient.source("outdoors", test_case.at("T_out_degC"), "room.adjacentTemperature");
  transient.model.set_parameter("room.R[outdoors]", {test_case.at("R_K_W"), {}});
  transient.source("gain", test_case.at("Q_W"), "room.heatGain");
  transient.model.set_initial("room.temperature", {test_case.at("T0_degC"), {}});
  transient.signals = {{"T_degC", "room.temperature"}};
  return transient;
}

/// Outdoors - R_o - C_w - R_i - C_i: a room whose air is the indoor capacity.
Transient two_capacities(const json& test_case) {
  Transient transient;
  transient.model.add_component(test::instance("room", "BuildingSpace",
                                               {{"C_air", test_case.at("Ci_J_K")},
                                                {"C_wall", test_case.at("Cw_J_K")},
                                                {"R_out", test_case.at("Ro_K_W")},
                                                {"R_in", test_case.at("Ri_K_W")}}));
  transient.source("outdoors", test_case.at("T_out_degC"), "room.outdoorTemperature");
  transient.source("gain", test_case.at("Q_indoor_W"), "room.heatGain");
  transient.model.set_initial("room@indoorTemperature", {test_case.at("Ti0_degC"), {}});
  transient.model.set_initial("room@wallTemperature", {test_case.at("Tw0_degC"), {}});
  transient.signals = {{"Tw_degC", "room.wallTemperature"}, {"Ti_degC", "room.indoorTemperature"}};
  return transient;
}

Transient co2(const json& test_case) {
  Transient transient;
  transient.model.add_component(
      test::instance("room", "BuildingSpace",
                     {{"V", test_case.at("V_m3")},
                      {"m_inf", 0.0},
                      {"G_occ", kAirDensity * test_case.at("generation_m3_s").get<double>()}}));
  transient.source("outdoors", 20.0, "room.outdoorTemperature");
  transient.source("people", 1.0, "room.numberOfPeople");
  transient.source("air", kAirDensity * test_case.at("flow_m3_s").get<double>(),
                   "room.supplyAirFlowRate");
  transient.source("outdoor_co2", test_case.at("outdoor_ppm"), "room.outdoorCO2");
  transient.model.set_initial("room@indoorCO2", {test_case.at("C0_ppm"), {}});
  transient.signals = {{"ppm", "room.indoorCO2"}};
  return transient;
}

Transient transient_of(const json& test_case) {
  if (test_case.contains("V_m3")) return co2(test_case);
  const std::string model = test_case.at("model");
  if (model.starts_with("1R1C")) return one_capacity(test_case);
  if (model.starts_with("2R2C")) return two_capacities(test_case);
  throw std::invalid_argument("no model '" + model + "'");
}

/// The longest steps that meet all times and whole numbers of which make the step asked for.
Duration step_of(const json& expected, std::optional<double> asked) {
  long long common = std::llround(asked.value_or(0.0) * 1000.0);  // ms
  for (const json& row : expected) {
    common = std::gcd(common, std::llround(row.at("t_s").get<double>() * 1000.0));
  }
  return Duration(common);
}

/// The worst deviation of a case from its values, relative to those above 1.
Check worst_of(const json& test_case, const std::string& what, std::optional<double> step,
               double tolerance) {
  const Transient transient = transient_of(test_case);
  const json& expected = test_case.at("expected");
  test::RunOptions options;
  options.step = step_of(expected, step);
  double end = 0.0;
  for (const json& row : expected) end = std::max(end, row.at("t_s").get<double>());
  options.steps = std::lround(end * 1000.0 / static_cast<double>(options.step.count()));
  test::Bench<double> bench(transient.model, standard_components(), options);
  bench.simulation.initialize();
  long done = 0;
  Check worst{what, 0.0, tolerance, ""};
  for (const json& row : expected) {
    const long until = std::lround(row.at("t_s").get<double>() * 1000.0 /
                                   static_cast<double>(options.step.count()));
    bench.steps(until - done);
    done = until;
    for (const auto& [name, signal] : transient.signals) {
      const double value = row.at(name);
      const double deviation =
          std::abs(bench.value(signal) - value) / std::max(1.0, std::abs(value));
      if (!(deviation <= worst.deviation)) worst.deviation = deviation;
    }
  }
  return worst;
}

}  // namespace

bool recognises_analytic_zone(const json& content) {
  if (!content.is_object() || !content.contains("groups") || !content["groups"].is_object()) {
    return false;
  }
  return content["groups"].contains("co2_mixing") ||
         (content["groups"].contains("thermal") && content.contains("tolerance_exact_integrator"));
}

void run_analytic_zone(const CaseFile& file, CaseReport& report) {
  const double tolerance = file.content.value("tolerance_exact_integrator", kTolerance);
  for (const auto& [group, members] : file.content.at("groups").items()) {
    std::vector<Check> checks;
    int number = 0;
    for (const json& test_case : members) {
      const std::string what = test_case.value("model", "").substr(0, 4);
      checks.push_back(worst_of(
          test_case, "entry " + std::to_string(++number) + (what.empty() ? "" : " (" + what + ")"),
          file.step, tolerance));
    }
    report.compare("analytic_zone", group, checks);
  }
}

}  // namespace hearth::cases

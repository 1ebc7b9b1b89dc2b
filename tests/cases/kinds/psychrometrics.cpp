// SPDX-License-Identifier: MIT
#include "hearth/components/physics/psychrometrics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {
namespace {

namespace physics = hearth::physics;
using nlohmann::json;

constexpr const char* kPsychrometricsGroup = "psychrometrics";

/// A function of the files, and how many arguments it takes.
struct Function {
  std::size_t arguments;
  std::function<double(const std::vector<double>&)> call;
};

double relative_humidity_of(double temperature, double vapour_pressure) {
  return vapour_pressure / physics::saturation_pressure(temperature);
}
double dew_point_of_ratio(double temperature, double ratio, double pressure) {
  return physics::dew_point(temperature,
                            physics::vapour_pressure_of_humidity_ratio(ratio, pressure));
}

using Arguments = const std::vector<double>&;
using Functions = std::map<std::string, Function>;

Functions conversions() {
  return {{"GetTKelvinFromTCelsius", {1, [](Arguments a) { return a[0] + 273.15; }}},
          {"GetTCelsiusFromTKelvin", {1, [](Arguments a) { return a[0] - 273.15; }}},
          {"GetTRankineFromTFahrenheit", {1, [](Arguments a) { return a[0] + 459.67; }}},
          {"GetTFahrenheitFromTRankine", {1, [](Arguments a) { return a[0] - 459.67; }}},
          {"GetTFahrenheitFromTCelsius", {1, [](Arguments a) { return 1.8 * a[0] + 32.0; }}},
          {"GetTCelsiusFromTFahrenheit", {1, [](Arguments a) { return (a[0] - 32.0) / 1.8; }}}};
}

Functions wet_and_dew() {
  using namespace physics;
  return {{"GetTWetBulbFromTDewPoint",
           {3,
            [](Arguments a) {
              const double ratio = humidity_ratio_of_vapour(saturation_pressure(a[1]), a[2]);
              return wet_bulb(a[0], ratio, a[2]);
            }}},
          {"GetTWetBulbFromRelHum",
           {3, [](Arguments a) { return wet_bulb(a[0], humidity_ratio(a[0], a[1], a[2]), a[2]); }}},
          {"GetTWetBulbFromHumRatio", {3, [](Arguments a) { return wet_bulb(a[0], a[1], a[2]); }}},
          {"GetTDewPointFromVapPres", {2, [](Arguments a) { return dew_point(a[0], a[1]); }}},
          {"GetTDewPointFromRelHum",
           {2, [](Arguments a) { return dew_point(a[0], vapour_pressure(a[0], a[1])); }}},
          {"GetTDewPointFromHumRatio",
           {3, [](Arguments a) { return dew_point_of_ratio(a[0], a[1], a[2]); }}},
          {"GetTDewPointFromTWetBulb",
           {3, [](Arguments a) {
              return dew_point_of_ratio(a[0], humidity_ratio_of_wet_bulb(a[0], a[1], a[2]), a[2]);
            }}}};
}

Functions humidities() {
  using namespace physics;
  return {
      {"GetVapPresFromRelHum", {2, [](Arguments a) { return vapour_pressure(a[0], a[1]); }}},
      {"GetVapPresFromTDewPoint", {1, [](Arguments a) { return saturation_pressure(a[0]); }}},
      {"GetVapPresFromHumRatio",
       {2, [](Arguments a) { return vapour_pressure_of_humidity_ratio(a[0], a[1]); }}},
      {"GetRelHumFromVapPres", {2, [](Arguments a) { return relative_humidity_of(a[0], a[1]); }}},
      {"GetRelHumFromTDewPoint",
       {2, [](Arguments a) { return relative_humidity_of(a[0], saturation_pressure(a[1])); }}},
      {"GetRelHumFromHumRatio",
       {3, [](Arguments a) { return relative_humidity(a[0], a[1], a[2]); }}},
      {"GetRelHumFromTWetBulb",
       {3,
        [](Arguments a) {
          return relative_humidity(a[0], humidity_ratio_of_wet_bulb(a[0], a[1], a[2]), a[2]);
        }}},
      {"GetHumRatioFromVapPres",
       {2, [](Arguments a) { return humidity_ratio_of_vapour(a[0], a[1]); }}},
      {"GetHumRatioFromTDewPoint",
       {2, [](Arguments a) { return saturation_humidity_ratio(a[0], a[1]); }}},
      {"GetHumRatioFromRelHum", {3, [](Arguments a) { return humidity_ratio(a[0], a[1], a[2]); }}},
      {"GetHumRatioFromTWetBulb",
       {3, [](Arguments a) { return humidity_ratio_of_wet_bulb(a[0], a[1], a[2]); }}},
      {"GetHumRatioFromSpecificHum",
       {1, [](Arguments a) { return humidity_ratio_of_specific(a[0]); }}},
      {"GetSpecificHumFromHumRatio", {1, [](Arguments a) { return specific_humidity(a[0]); }}},
      {"GetHumRatioFromEnthalpyAndTDryBulb",
       {2, [](Arguments a) { return humidity_ratio_of_enthalpy(a[0], a[1]); }}},
      {"GetDegreeOfSaturation",
       {3, [](Arguments a) { return a[1] / saturation_humidity_ratio(a[0], a[2]); }}},
      {"GetVaporPressureDeficit", {3, [](Arguments a) {
                                     return saturation_pressure(a[0]) *
                                            (1.0 - relative_humidity(a[0], a[1], a[2]));
                                   }}}};
}

Functions properties() {
  using namespace physics;
  return {
      {"GetSatVapPres", {1, [](Arguments a) { return saturation_pressure(a[0]); }}},
      {"GetSatHumRatio", {2, [](Arguments a) { return saturation_humidity_ratio(a[0], a[1]); }}},
      {"GetSatAirEnthalpy",
       {2,
        [](Arguments a) {
          return moist_air_enthalpy(a[0], saturation_humidity_ratio(a[0], a[1]));
        }}},
      {"GetDryAirEnthalpy", {1, [](Arguments a) { return moist_air_enthalpy(a[0], 0.0); }}},
      {"GetDryAirVolume", {2, [](Arguments a) { return moist_air_volume(a[0], 0.0, a[1]); }}},
      {"GetDryAirDensity", {2, [](Arguments a) { return moist_air_density(a[0], 0.0, a[1]); }}},
      {"GetMoistAirEnthalpy", {2, [](Arguments a) { return moist_air_enthalpy(a[0], a[1]); }}},
      {"GetMoistAirVolume", {3, [](Arguments a) { return moist_air_volume(a[0], a[1], a[2]); }}},
      {"GetMoistAirDensity", {3, [](Arguments a) { return moist_air_density(a[0], a[1], a[2]); }}},
      {"GetTDryBulbFromEnthalpyAndHumRatio",
       {2, [](Arguments a) { return temperature_of_enthalpy(a[0], a[1]); }}},
      {"GetTDryBulbFromMoistAirVolumeAndHumRatio",
       {3, [](Arguments a) { return temperature_of_volume(a[0], a[1], a[2]); }}},
      {"GetStandardAtmPressure", {1, [](Arguments a) { return standard_pressure(a[0]); }}},
      {"GetStandardAtmTemperature", {1, [](Arguments a) { return standard_temperature(a[0]); }}},
      {"GetSeaLevelPressure",
       {3, [](Arguments a) { return sea_level_pressure(a[0], a[1], a[2]); }}},
      {"GetStationPressure",
       {3, [](Arguments a) { return a[0] / sea_level_pressure(1.0, a[1], a[2]); }}}};
}

const Functions& functions() {
  static const Functions all = [] {
    Functions merged = conversions();
    for (Functions more : {wet_and_dew(), humidities(), properties()}) merged.merge(more);
    return merged;
  }();
  return all;
}

void run_value(const json& entry, CaseReport& report) {
  const std::string name = entry.at("function");
  const auto arguments = entry.at("args").get<std::vector<double>>();
  const std::string label = fmt::format("{}({})", name, fmt::join(arguments, ", "));
  const auto fail = [&](const std::string& why) {
    report.add(
        {.verdict = Verdict::Fail, .group = kPsychrometricsGroup, .name = label, .detail = why});
  };
  const auto known = functions().find(name);
  if (known == functions().end()) return fail("there is no such function");
  if (known->second.arguments != arguments.size()) {
    return fail(
        fmt::format("{} arguments, expected {}", arguments.size(), known->second.arguments));
  }
  const double expected = entry.at("expected");
  const double found = known->second.call(arguments);
  const json& tolerance = entry.at("tolerance");
  const std::string kind = tolerance.at("kind");
  if (kind != "abs" && kind != "rel") return fail("tolerance of unknown kind '" + kind + "'");
  const double scale = kind == "rel" ? std::abs(expected) : 1.0;
  report.compare(kPsychrometricsGroup, label,
                 {{kind == "rel" ? "relative" : "", std::abs(found - expected) / scale,
                   tolerance.at("value"), ""}});
}

void run_states(const json& states, const json& tolerance, CaseReport& report) {
  std::vector<Check> checks;
  for (const json& state : states) {
    const double temperature = state.at("T_degC"), humidity = state.at("RH"),
                 pressure = state.at("p_Pa");
    const double ratio = physics::humidity_ratio(temperature, humidity, pressure);
    const double vapour = physics::vapour_pressure(temperature, humidity);
    const auto add = [&](const char* what, double deviation, double allowed, const char* unit) {
      checks.push_back(
          {fmt::format("{} at {} degC, {}, {} Pa", what, temperature, humidity, pressure),
           deviation, allowed, unit});
    };
    for (const auto& [key, value] : state.at("expected").items()) {
      const double expected = value;
      const auto relative = [&](double found) { return std::abs(found / expected - 1.0); };
      if (key == "humidity_ratio") {
        add("humidity ratio", relative(ratio), tolerance.at("humidity_ratio_rel"), "");
      } else if (key == "vapour_pressure_Pa") {
        add("vapour pressure", relative(vapour), tolerance.at("vapour_pressure_rel"), "");
      } else if (key == "dew_point_degC") {
        add("dew point", std::abs(physics::dew_point(temperature, vapour) - expected),
            tolerance.at("dew_point_K"), "K");
      } else if (key == "wet_bulb_degC") {
        add("wet bulb", std::abs(physics::wet_bulb(temperature, ratio, pressure) - expected),
            tolerance.at("wet_bulb_K"), "K");
      } else if (key == "enthalpy_J_kg") {
        const json& allowed = tolerance.at("enthalpy_rel_or_abs");
        const double bound =
            std::max(allowed.at(0).get<double>() * std::abs(expected), allowed.at(1).get<double>());
        add("enthalpy", std::abs(physics::moist_air_enthalpy(temperature, ratio) - expected), bound,
            "J/kg");
      } else if (key == "density_kg_m3") {
        add("density", relative(physics::moist_air_density(temperature, ratio, pressure)),
            tolerance.at("density_rel"), "");
      } else {
        throw std::runtime_error("'" + key + "' is not a known property of a state");
      }
    }
  }
  report.compare(kPsychrometricsGroup, fmt::format("{} states", states.size()), checks);
}

}  // namespace

bool recognises_psychrometrics(const json& content) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content["groups"];
  if (!groups.is_object()) return false;
  const auto holds = [&](const char* group, const char* key) {
    return groups.contains(group) && groups[group].is_array() && !groups[group].empty() &&
           groups[group][0].contains(key);
  };
  return holds("handbook_values", "function") || holds("state_grid", "T_degC");
}

void run_psychrometrics(const CaseFile& file, CaseReport& report) {
  const json& groups = file.content.at("groups");
  for (const json& entry : groups.value("handbook_values", json::array())) {
    run_value(entry, report);
  }
  const json states = groups.value("state_grid", json::array());
  if (!states.empty()) run_states(states, file.content.at("tolerance_state_grid"), report);
}

}  // namespace hearth::cases

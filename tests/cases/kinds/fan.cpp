// SPDX-License-Identifier: MIT
// Part-load power and heat of fans, affinity laws.
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/components/physics/fan_law.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

double relative(double value, double expected) {
  const double off = std::abs(value - expected);
  return expected == 0.0 ? off : off / std::abs(expected);
}

void compare(const json& expected, const std::map<std::string, double>& computed,
             const std::string& what, double tolerance, std::vector<Check>& checks) {
  for (const auto& [key, value] : expected.items()) {
    const auto found = computed.find(key);
    if (found == computed.end()) throw std::invalid_argument("expected '" + key + "' is not known");
    checks.push_back(
        {what + " " + key, relative(found->second, value.get<double>()), tolerance, ""});
  }
}

PartLoad<double> coefficients_of(const json& point) {
  const auto given = point.at("coefficients").get<std::vector<double>>();
  if (given.size() > 4) throw std::invalid_argument("a fan curve has at most four coefficients");
  PartLoad<double> curve{};
  for (std::size_t i = 0; i < given.size(); ++i) curve[i] = given[i];
  return curve;
}

void check_part_load(const json& point, double tolerance, std::vector<Check>& checks) {
  const auto value = [&](const char* key) { return point.at(key).get<double>(); };
  const PartLoad<double> curve = coefficients_of(point);
  const double nominal =
      fan_power(value("V_nominal_m3_s"), value("dp_nominal_Pa"), value("total_efficiency"));
  const double share = fan_heat_share(value("motor_efficiency"), value("motor_in_air_fraction"));
  const double rate = value("V_nominal_m3_s") * value("rho_kg_m3") * value("cp_J_kgK");
  const double x = value("flow_fraction");
  const FanState<double> fan = fan_state(curve, x, nominal, share, rate);
  compare(point.at("expected"),
          {{"power_fraction", part_load_power(curve, x)},
           {"power_W", fan.power},
           {"air_temperature_rise_K", fan.rise},
           {"heat_to_air_W", share * fan.power}},
          point.at("curve").get<std::string>() + " at " + point["flow_fraction"].dump(), tolerance,
          checks);
}

void check_affinity(const json& point, double tolerance, std::vector<Check>& checks) {
  const AffinityRatios<double> ratios = affinity_ratios(point.at("speed_ratio").get<double>());
  compare(point.at("expected"),
          {{"flow_ratio", ratios.flow},
           {"pressure_ratio", ratios.pressure},
           {"power_ratio", ratios.power}},
          "speed " + point["speed_ratio"].dump(), tolerance, checks);
}

// Whether a group holds points with these keys.
bool holds(const json& groups, const char* group, const char* key) {
  return groups.contains(group) && groups[group].is_array() && !groups[group].empty() &&
         groups[group].front().is_object() && groups[group].front().contains(key);
}

}  // namespace

bool recognises_fan(const json& content) {
  if (!content.is_object() || !content.contains("groups") || !content["groups"].is_object()) {
    return false;
  }
  const json& groups = content["groups"];
  return holds(groups, "part_load", "flow_fraction") || holds(groups, "affinity", "speed_ratio");
}

void run_fan(const CaseFile& file, CaseReport& report) {
  const double tolerance = file.content.at("tolerance_rel");
  for (const auto& [group, points] : file.content.at("groups").items()) {
    std::vector<Check> checks;
    for (const json& point : points) {
      if (group == "part_load") {
        check_part_load(point, tolerance, checks);
      } else if (group == "affinity") {
        check_affinity(point, tolerance, checks);
      } else {
        throw std::invalid_argument("group '" + group + "' is not known");
      }
    }
    report.compare("fan", group, checks);
  }
}

}  // namespace hearth::cases

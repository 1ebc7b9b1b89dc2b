// SPDX-License-Identifier: MIT
// Part-load power and heat of fans, affinity laws.
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/components/physics/fan_law.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

PartLoad<double> coefficients_of(const json& point) {
  const auto given = point.at("coefficients").get<std::vector<double>>();
  if (given.size() > 4) throw std::invalid_argument("a fan curve has at most four coefficients");
  PartLoad<double> curve{};
  for (std::size_t i = 0; i < given.size(); ++i) curve[i] = given[i];
  return curve;
}

void check_part_load(const json& point, RelativeChecks& checks) {
  const auto value = [&](const char* key) { return point.at(key).get<double>(); };
  const PartLoad<double> curve = coefficients_of(point);
  const double nominal =
      fan_power(value("V_nominal_m3_s"), value("dp_nominal_Pa"), value("total_efficiency"));
  const double share = fan_heat_share(value("motor_efficiency"), value("motor_in_air_fraction"));
  const double rate = value("V_nominal_m3_s") * value("rho_kg_m3") * value("cp_J_kgK");
  const double x = value("flow_fraction");
  const FanState<double> fan = fan_state(curve, x, nominal, share, rate);
  checks.compare(point.at("curve").get<std::string>() + " at " + point["flow_fraction"].dump(),
                 point.at("expected"),
                 {{"power_fraction", part_load_power(curve, x)},
                  {"power_W", fan.power},
                  {"air_temperature_rise_K", fan.rise},
                  {"heat_to_air_W", share * fan.power}});
}

void check_affinity(const json& point, RelativeChecks& checks) {
  const AffinityRatios<double> ratios = affinity_ratios(point.at("speed_ratio").get<double>());
  checks.compare("speed " + point["speed_ratio"].dump(), point.at("expected"),
                 {{"flow_ratio", ratios.flow},
                  {"pressure_ratio", ratios.pressure},
                  {"power_ratio", ratios.power}});
}

const GroupChecks kFanGroups{{"part_load", check_part_load}, {"affinity", check_affinity}};

// Whether a group holds points with these keys.
bool holds(const json& groups, const char* group, const char* key) {
  return groups.contains(group) && groups[group].is_array() && !groups[group].empty() &&
         groups[group].front().is_object() && groups[group].front().contains(key);
}

}  // namespace

bool recognises_fan(const json& content) {
  if (!has_known_group(content, kFanGroups)) return false;
  const json& groups = content["groups"];
  return holds(groups, "part_load", "flow_fraction") || holds(groups, "affinity", "speed_ratio");
}

void run_fan(const CaseFile& file, CaseReport& report) {
  run_groups("fan", kFanGroups, file, report);
}

}  // namespace hearth::cases

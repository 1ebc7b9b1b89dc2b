// SPDX-License-Identifier: MIT
// Effectiveness of heat exchangers, dry coils in steady state, heat recovery.
#include "hearth/components/physics/heat_exchanger.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/components/air/air_to_air_heat_recovery.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr std::array kGroups{"effectiveness", "dry_coil_steady_state", "heat_recovery"};

std::string plain(const std::string& name) {
  std::string letters;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return letters;
}

// The names of regimes in case files, in lower case without signs between the words.
FlowRegime regime_of(const std::string& name) {
  static const std::map<std::string, FlowRegime> names{
      {"counter", FlowRegime::Counter},
      {"counterflow", FlowRegime::Counter},
      {"parallel", FlowRegime::Parallel},
      {"parallelflow", FlowRegime::Parallel},
      {"cocurrent", FlowRegime::Parallel},
      {"cross", FlowRegime::CrossUnmixed},
      {"crossflow", FlowRegime::CrossUnmixed},
      {"crossunmixed", FlowRegime::CrossUnmixed},
      {"crossbothunmixed", FlowRegime::CrossUnmixed},
      {"crossflowunmixed", FlowRegime::CrossUnmixed},
      {"crossflowbothunmixed", FlowRegime::CrossUnmixed},
      {"crosscmaxmixed", FlowRegime::CrossMaxMixed},
      {"crosscmaxmixedcminunmixed", FlowRegime::CrossMaxMixed},
      {"crosscminunmixedcmaxmixed", FlowRegime::CrossMaxMixed},
      {"crossflowcmaxmixed", FlowRegime::CrossMaxMixed},
      {"crossflowcmaxmixedcminunmixed", FlowRegime::CrossMaxMixed},
      {"crossflowcminunmixedcmaxmixed", FlowRegime::CrossMaxMixed},
      {"crosscminunmixed", FlowRegime::CrossMaxMixed},
      {"crosscminmixed", FlowRegime::CrossMinMixed},
      {"crosscminmixedcmaxunmixed", FlowRegime::CrossMinMixed},
      {"crosscmaxunmixedcminmixed", FlowRegime::CrossMinMixed},
      {"crossflowcminmixed", FlowRegime::CrossMinMixed},
      {"crossflowcminmixedcmaxunmixed", FlowRegime::CrossMinMixed},
      {"crossflowcmaxunmixedcminmixed", FlowRegime::CrossMinMixed},
      {"crosscmaxunmixed", FlowRegime::CrossMinMixed},
      {"crossmixed", FlowRegime::CrossMixed},
      {"crossbothmixed", FlowRegime::CrossMixed},
      {"crossflowbothmixed", FlowRegime::CrossMixed},
      {"shellandtube", FlowRegime::ShellAndTube},
      {"shelltube", FlowRegime::ShellAndTube},
      {"phasechange", FlowRegime::PhaseChange},
      {"constanttemperaturephasechange", FlowRegime::PhaseChange},
      {"condenser", FlowRegime::PhaseChange},
      {"evaporator", FlowRegime::PhaseChange}};
  const auto found = names.find(plain(name));
  if (found == names.end()) throw std::invalid_argument("flow regime '" + name + "' is not known");
  return found->second;
}

double relative(double value, double expected) {
  const double off = std::abs(value - expected);
  return expected == 0.0 ? off : off / std::abs(expected);
}

// Compares every expected number, by its key, with what was computed for it.
void compare(const json& expected, const std::map<std::string, double>& computed,
             const std::string& what, double tolerance, std::vector<Check>& checks) {
  for (const auto& [key, value] : expected.items()) {
    const auto found = computed.find(key);
    if (found == computed.end()) throw std::invalid_argument("expected '" + key + "' is not known");
    checks.push_back(
        {what + " " + key, relative(found->second, value.get<double>()), tolerance, ""});
  }
}

std::string number(const json& value) { return value.dump(); }

void check_effectiveness(const json& point, double tolerance, std::vector<Check>& checks) {
  const std::string regime = point.at("regime");
  const double value = effectiveness(regime_of(regime), point.at("NTU").get<double>(),
                                     point.at("C_ratio").get<double>());
  checks.push_back({regime + " NTU " + number(point["NTU"]) + " Z " + number(point["C_ratio"]),
                    relative(value, point.at("expected_effectiveness").get<double>()), tolerance,
                    ""});
}

void check_coil(const json& point, double tolerance, std::vector<Check>& checks) {
  const auto value = [&](const char* key) { return point.at(key).get<double>(); };
  const std::string regime = point.at("regime");
  const HeatExchange<double> coil = exchange_heat(regime_of(regime), value("UA_W_K"),
                                                  value("air_mass_flow_kg_s") * value("cp_air"),
                                                  value("water_mass_flow_kg_s") * value("cp_water"),
                                                  value("air_in_degC"), value("water_in_degC"));
  compare(point.at("expected"),
          {{"NTU", coil.ntu},
           {"C_ratio", coil.ratio},
           {"effectiveness", coil.effectiveness},
           {"heat_to_air_W", coil.heat},
           {"air_out_degC", coil.outlet1},
           {"water_out_degC", coil.outlet2}},
          regime, tolerance, checks);
}

void check_recovery(const json& point, double tolerance, std::vector<Check>& checks) {
  const auto value = [&](const char* key) { return point.at(key).get<double>(); };
  using Recovery = AirToAirHeatRecovery<double>;
  const double e = value("effectiveness");
  const Recovery::In u{value("supply_flow_kg_s"),
                       value("exhaust_flow_kg_s"),
                       value("outdoor_degC"),
                       value("extract_degC"),
                       0.0,
                       0.0,
                       0.0};
  Recovery::Out y;
  Recovery::outputs(u, {e, e, e, e, 1.0, 1.0, 0.0}, {.bypass = false}, y);
  compare(point.at("expected"),
          {{"supply_out_degC", y.primary_outlet},
           {"exhaust_out_degC", y.secondary_outlet},
           {"heat_recovered_W", y.power}},
          "outdoors " + number(point["outdoor_degC"]) + " degC", tolerance, checks);
}

}  // namespace

bool recognises_heat_exchanger(const json& content) {
  if (!content.is_object() || !content.contains("groups") || !content["groups"].is_object()) {
    return false;
  }
  for (const char* group : kGroups) {
    if (content["groups"].contains(group)) return true;
  }
  return false;
}

void run_heat_exchanger(const CaseFile& file, CaseReport& report) {
  const double tolerance = file.content.at("tolerance_rel");
  for (const auto& [group, points] : file.content.at("groups").items()) {
    std::vector<Check> checks;
    for (const json& point : points) {
      if (group == "effectiveness") {
        check_effectiveness(point, tolerance, checks);
      } else if (group == "dry_coil_steady_state") {
        check_coil(point, tolerance, checks);
      } else if (group == "heat_recovery") {
        check_recovery(point, tolerance, checks);
      } else {
        throw std::invalid_argument("group '" + group + "' is not known");
      }
    }
    report.compare("heat_exchanger", group, checks);
  }
}

}  // namespace hearth::cases

// SPDX-License-Identifier: MIT
// Effectiveness of heat exchangers, dry coils in steady state, heat recovery.
#include "hearth/components/physics/heat_exchanger.hpp"

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/components/air/air_to_air_heat_recovery.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

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

std::string number(const json& value) { return value.dump(); }

void check_effectiveness(const json& point, RelativeChecks& checks) {
  const std::string regime = point.at("regime");
  const double value = effectiveness(regime_of(regime), point.at("NTU").get<double>(),
                                     point.at("C_ratio").get<double>());
  checks.compare(regime + " NTU " + number(point["NTU"]) + " Z " + number(point["C_ratio"]), value,
                 point.at("expected_effectiveness").get<double>());
}

void check_coil(const json& point, RelativeChecks& checks) {
  const auto value = [&](const char* key) { return point.at(key).get<double>(); };
  const std::string regime = point.at("regime");
  const HeatExchange<double> coil = exchange_heat(regime_of(regime), value("UA_W_K"),
                                                  value("air_mass_flow_kg_s") * value("cp_air"),
                                                  value("water_mass_flow_kg_s") * value("cp_water"),
                                                  value("air_in_degC"), value("water_in_degC"));
  checks.compare(regime, point.at("expected"),
                 {{"NTU", coil.ntu},
                  {"C_ratio", coil.ratio},
                  {"effectiveness", coil.effectiveness},
                  {"heat_to_air_W", coil.heat},
                  {"air_out_degC", coil.outlet1},
                  {"water_out_degC", coil.outlet2}});
}

void check_recovery(const json& point, RelativeChecks& checks) {
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
  checks.compare("outdoors " + number(point["outdoor_degC"]) + " degC", point.at("expected"),
                 {{"supply_out_degC", y.primary_outlet},
                  {"exhaust_out_degC", y.secondary_outlet},
                  {"heat_recovered_W", y.power}});
}

const GroupChecks kExchangerGroups{{"effectiveness", check_effectiveness},
                                   {"dry_coil_steady_state", check_coil},
                                   {"heat_recovery", check_recovery}};

}  // namespace

bool recognises_heat_exchanger(const json& content) {
  return has_known_group(content, kExchangerGroups);
}

void run_heat_exchanger(const CaseFile& file, CaseReport& report) {
  run_groups("heat_exchanger", kExchangerGroups, file, report);
}

}  // namespace hearth::cases

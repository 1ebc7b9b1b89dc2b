// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/components/air/authority_damper.hpp"
#include "hearth/components/air/damper.hpp"
#include "hearth/components/water/valve.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/tests/cases/kinds/kinds.hpp"
#include "hearth/tests/cases/kinds/relative_checks.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 4> kFlowGroups{"authority", "equal_percentage_blended",
                                                      "damper", "exponential_damper"};

// A valve characteristic and what shapes it.
struct Curve {
  FlowCharacteristic characteristic;
  ValveShape<double> shape{50.0, 1e-4, 0.01};
};

// The law of a curve's name, such as `linear`, `equal_percentage_R50` or `quick_opening_sqrt`; what
// the name does not say the entry may.
Curve curve_named(const std::string& name, const json& entry) {
  Curve curve{FlowCharacteristic::Linear};
  curve.shape = {entry.value("R", 50.0), entry.value("leakage", 1e-4), entry.value("delta", 0.01)};
  const auto begins = [&](const std::string& start) { return name.rfind(start, 0) == 0; };
  const std::size_t rangeability = name.rfind("_R");
  if (rangeability != std::string::npos) {
    curve.shape.rangeability = std::stod(name.substr(rangeability + 2));
  }
  if (begins("linear")) {
    curve.characteristic = FlowCharacteristic::Linear;
  } else if (begins("quick_opening")) {
    curve.characteristic = FlowCharacteristic::QuickOpening;
  } else if (begins("equal_percentage_blended") || begins("blended_equal_percentage")) {
    curve.characteristic = FlowCharacteristic::BlendedEqualPercentage;
  } else if (begins("equal_percentage")) {
    curve.characteristic = FlowCharacteristic::EqualPercentage;
  } else {
    throw std::runtime_error("valve characteristic '" + name + "' is not known");
  }
  return curve;
}

std::string at(const json& entry) { return "at " + entry.at("position").dump(); }

// Flow of a valve of full flow 1; at authority 1 that is its flow coefficient.
double flow_of(double position, double authority, const Curve& curve) {
  const ValveShape<double>& shape = curve.shape;
  Valve<double>::Out y;
  Valve<double>::outputs({position},
                         {1.0, authority, shape.rangeability, shape.leakage, shape.blend},
                         {curve.characteristic}, y);
  return y.flow;
}

void run_authority(const json& entry, RelativeChecks& checks) {
  const double position = entry.at("position");
  const double authority = entry.at("authority");
  for (const auto& [name, expected] : entry.at("expected").items()) {
    const Curve curve = curve_named(name, entry);
    checks.compare("A " + entry.at("authority").dump() + " " + at(entry) + " " + name, expected,
                   {{"Kv_fraction", flow_of(position, 1.0, curve)},
                    {"flow_fraction", flow_of(position, authority, curve)}});
  }
}

void run_blended(const json& entry, RelativeChecks& checks) {
  const Curve curve{FlowCharacteristic::BlendedEqualPercentage,
                    {entry.at("R"), entry.at("leakage"), entry.at("delta")}};
  const double position = entry.at("position");
  checks.compare(at(entry), flow_of(position, 1.0, curve),
                 entry.at("expected_Kv_fraction").get<double>());
  if (entry.contains("expected_flow_fraction")) {
    checks.compare(at(entry) + " flow", flow_of(position, entry.at("authority"), curve),
                   entry.at("expected_flow_fraction").get<double>());
  }
}

// Coefficients that an entry leaves out are those of ASHRAE 825-RP, the component's defaults.
double or_default(const json& entry, const char* key, const char* parameter) {
  if (entry.contains(key)) return entry.at(key).get<double>();
  const SchemaView& schema = StoredSchema<AuthorityDamper<double>>::view;
  return schema.find(Role::Parameter, parameter)->range.value;
}

void run_damper(const json& entry, RelativeChecks& checks) {
  const AuthorityDamper<double>::Params p{
      1.0,
      entry.value("authority", 1.0),
      or_default(entry, "a", "a"),
      or_default(entry, "b", "b"),
      or_default(entry, "yL", "yL"),
      or_default(entry, "yU", "yU"),
      or_default(entry, "k1", "k1"),
      or_default(entry, "leakage_flow_fraction", "leakage"),
  };
  AuthorityDamper<double>::Derived q;
  AuthorityDamper<double>::prepare(p, q);
  const auto flow_at = [&](double authority) {
    AuthorityDamper<double>::Params alone = p;
    alone.authority = authority;
    AuthorityDamper<double>::Out y;
    AuthorityDamper<double>::outputs({entry.at("position").get<double>()}, alone, q, y);
    return y;
  };
  const auto y = flow_at(1.0);
  checks.compare(at(entry), entry.at("expected"),
                 {{"loss_coefficient", y.loss},
                  {"ln_k", std::log(y.loss)},
                  {"flow_fraction_at_constant_dp", y.flow},
                  {"flow_fraction", flow_at(p.authority).flow}});
}

void run_exponential(const json& entry, RelativeChecks& checks) {
  const Damper<double>::Params p{entry.at("mass_flow_max"), entry.at("a")};
  Damper<double>::Derived q;
  Damper<double>::prepare(p, q);
  Damper<double>::Out y;
  Damper<double>::outputs({entry.at("position").get<double>()}, p, q, y);
  checks.compare(at(entry) + " flow", y.flow, entry.at("expected_mass_flow").get<double>());
  if (entry.contains("expected_b")) {
    checks.compare(at(entry) + " b", q.b, entry.at("expected_b").get<double>());
  }
}

void run_entry(const std::string& group, const json& entry, RelativeChecks& checks) {
  if (group == "authority") return run_authority(entry, checks);
  if (group == "equal_percentage_blended") return run_blended(entry, checks);
  if (group == "damper") return run_damper(entry, checks);
  return run_exponential(entry, checks);
}

}  // namespace

bool recognises_valve_damper(const json& content) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content["groups"];
  if (!groups.is_object() || groups.empty()) return false;
  return std::all_of(groups.items().begin(), groups.items().end(), [](const auto& group) {
    return std::find(kFlowGroups.begin(), kFlowGroups.end(), group.key()) != kFlowGroups.end();
  });
}

void run_valve_damper(const CaseFile& file, CaseReport& report) {
  for (const auto& [group, entries] : file.content.at("groups").items()) {
    RelativeChecks checks(file.content.at("tolerance_rel"));
    for (const json& entry : entries) run_entry(group, entry, checks);
    report.compare("valve_damper", group + " (" + std::to_string(entries.size()) + ")",
                   checks.list());
  }
}

}  // namespace hearth::cases

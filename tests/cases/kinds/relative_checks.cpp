// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/kinds/relative_checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace hearth::cases {

using nlohmann::json;

Check relative_check(const std::string& what, double found, double expected, double tolerance) {
  return {what, std::abs(found - expected) / std::abs(expected), tolerance, ""};
}

void RelativeChecks::compare(const std::string& what, double found, double expected) {
  const double scale = expected == 0.0 ? 1.0 : std::abs(expected);
  checks_.push_back({what, std::abs(found - expected) / scale, tolerance_, ""});
}

void RelativeChecks::compare(const std::string& where, const json& expected,
                             const std::map<std::string, double>& found) {
  for (const auto& [name, value] : expected.items()) {
    const auto known = found.find(name);
    if (known == found.end()) throw std::runtime_error("quantity '" + name + "' is not known");
    compare(where + " " + name, known->second, value.get<double>());
  }
}

bool has_known_group(const json& content, const GroupChecks& known) {
  if (!content.is_object() || !content.contains("groups")) return false;
  const json& groups = content["groups"];
  return groups.is_object() &&
         std::any_of(groups.items().begin(), groups.items().end(),
                     [&known](const auto& group) { return known.count(group.key()) != 0; });
}

void run_groups(const std::string& kind, const GroupChecks& known, const CaseFile& file,
                CaseReport& report) {
  for (const auto& [group, points] : file.content.at("groups").items()) {
    const auto check = known.find(group);
    if (check == known.end()) throw std::runtime_error("group '" + group + "' is not known");
    RelativeChecks checks(file.content.at("tolerance_rel"));
    for (const json& point : points) check->second(point, checks);
    report.compare(kind, group, checks.list());
  }
}

}  // namespace hearth::cases

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

/// Compares a number with one that is not 0.
Check relative_check(const std::string& what, double found, double expected, double tolerance);

/// Collects comparisons relative to what is expected; absolute where that is 0.
class RelativeChecks {
 public:
  explicit RelativeChecks(double tolerance) : tolerance_(tolerance) {}

  void compare(const std::string& what, double found, double expected);
  /// Compares every quantity that `expected` names; throws for one that was not found.
  void compare(const std::string& where, const nlohmann::json& expected,
               const std::map<std::string, double>& found);

  const std::vector<Check>& list() const { return checks_; }

 private:
  double tolerance_;
  std::vector<Check> checks_;
};

/// What checks a point of a group, by the name of the group.
using GroupChecks = std::map<std::string, void (*)(const nlohmann::json&, RelativeChecks&)>;

/// Returns whether a file has `groups` and some of them are known.
bool has_known_group(const nlohmann::json& content, const GroupChecks& known);

/// Runs the groups of a file at its `tolerance_rel`, one outcome each. Throws for an unknown group.
void run_groups(const std::string& kind, const GroupChecks& known, const CaseFile& file,
                CaseReport& report);

}  // namespace hearth::cases

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/framework/component/series.hpp"

namespace hearth::twin4build {

/// One rule of a Twin4Build schedule (v1.1.2, ScheduleSystem).
///
/// It holds in all minutes with
///
///     (hour = start hour and minute >= start minute) or (start hour < hour < end hour)
///     or (hour = end hour and minute <= end minute)
///
/// so that the end minute belongs to the rule. If both hours are equal, either the first or the
/// third condition suffices.
struct DayRule {
  int start_hour = 0;
  int start_minute = 0;
  int end_hour = 0;
  int end_minute = 0;
  double value = 0.0;
  friend bool operator==(const DayRule&, const DayRule&) = default;
};

/// The rules of one day; the first applicable one takes effect.
struct Ruleset {
  double otherwise = 0.0;  ///< value if no rule applies
  std::vector<DayRule> rules;
  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

/// Rule sets from Monday to Sunday.
using Week = std::array<Ruleset, 7>;

/// Reads a rule set from JSON; missing arrays count as zeros. Returns the problem if it is invalid.
std::variant<Ruleset, std::string> parse_ruleset(std::string_view json);
/// Returns the rule set as JSON.
std::string to_json(const Ruleset& ruleset);

/// Returns rules with the same effect in every minute of the week. Equal days share rules; parts of
/// rules that are covered completely by earlier rules of the day are dropped.
WeeklyRules to_weekly_rules(const Week& week);
/// Returns rule sets with the same effect in every minute of the week. If `rules` are a result of
/// `to_weekly_rules`, that function returns them again.
Week to_week(const WeeklyRules& rules);

}  // namespace hearth::twin4build

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
/// so the end minute belongs to it, and within one hour the two outer conditions add up.
struct DayRule {
  int start_hour = 0;
  int start_minute = 0;
  int end_hour = 0;
  int end_minute = 0;
  double value = 0.0;
  friend bool operator==(const DayRule&, const DayRule&) = default;
};

/// The rules of one day; the first that holds wins.
struct Ruleset {
  double otherwise = 0.0;  ///< value where no rule holds
  std::vector<DayRule> rules;
  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

/// Rule sets from Monday to Sunday.
using Week = std::array<Ruleset, 7>;

/// Reads a rule set from JSON; arrays that are missing count as zeros. Returns what is wrong
/// instead if it is none.
std::variant<Ruleset, std::string> parse_ruleset(std::string_view json);
/// Returns the rule set as JSON.
std::string to_json(const Ruleset& ruleset);

/// Returns rules that say the same in every minute of the week. Equal days share rules; parts of
/// rules that earlier rules of the day leave no minute are dropped.
WeeklyRules to_weekly_rules(const Week& week);
/// Returns rule sets that say the same in every minute of the week. Where `rules` came from
/// `to_weekly_rules`, that function gives them back.
Week to_week(const WeeklyRules& rules);

}  // namespace hearth::twin4build

// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/rulesets.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::twin4build {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kHour = 60;         // minutes
constexpr int kDay = 24 * kHour;  // minutes
using Minutes = std::bitset<kDay>;

constexpr const char* kDefaultValue = "ruleset_default_value";
constexpr std::array<const char*, 5> kArrays = {"ruleset_start_minute", "ruleset_end_minute",
                                                "ruleset_start_hour", "ruleset_end_hour",
                                                "ruleset_value"};

/// Minutes of the day, both ends included.
struct Span {
  int first;
  int last;
};

Minutes minutes_of(const DayRule& rule) {
  Minutes minutes;
  for (int at = 0; at < kDay; ++at) {
    const int hour = at / kHour;
    const int minute = at % kHour;
    const bool starts = hour == rule.start_hour && minute >= rule.start_minute;
    const bool inside = rule.start_hour < hour && hour < rule.end_hour;
    const bool ends = hour == rule.end_hour && minute <= rule.end_minute;
    minutes[at] = starts || inside || ends;
  }
  return minutes;
}

Minutes minutes_of(const Span& span) {
  Minutes minutes;
  for (int at = span.first; at <= span.last; ++at) minutes.set(static_cast<std::size_t>(at));
  return minutes;
}

std::vector<Span> spans_of(const Minutes& minutes) {
  std::vector<Span> spans;
  for (int at = 0; at < kDay; ++at) {
    if (!minutes[at]) continue;
    if (spans.empty() || spans.back().last != at - 1) spans.push_back({at, at});
    spans.back().last = at;
  }
  return spans;
}

/// Collects the rules of one day, without those that never take effect.
class DayCollector {
 public:
  void add(const Span& span, double value) {
    const Minutes minutes = minutes_of(span);
    if ((minutes & ~owned_).none()) return;
    owned_ |= minutes;
    const int to = span.last == kDay - 1 ? kDay : span.last;
    rules_.push_back({.days = 0, .from_minute = span.first, .to_minute = to, .value = value});
  }
  std::vector<WeeklyRule> take() { return std::move(rules_); }

 private:
  Minutes owned_;
  std::vector<WeeklyRule> rules_;
};

std::vector<WeeklyRule> day_rules(const Ruleset& ruleset, double otherwise) {
  DayCollector day;
  for (const DayRule& rule : ruleset.rules) {
    for (const Span& span : spans_of(minutes_of(rule))) day.add(span, rule.value);
  }
  if (ruleset.otherwise != otherwise) day.add({0, kDay - 1}, ruleset.otherwise);
  return day.take();
}

// Returns the default of most days; of equally frequent ones the first.
double common_default(const Week& week) {
  const auto days = [&week](double value) {
    return std::count_if(week.begin(), week.end(),
                         [value](const Ruleset& day) { return day.otherwise == value; });
  };
  double common = week[0].otherwise;
  for (const Ruleset& day : week) {
    if (days(day.otherwise) > days(common)) common = day.otherwise;
  }
  return common;
}

/// Returns the minutes in which a weekly rule holds; nothing if there are none.
std::optional<Span> span_of(const WeeklyRule& rule, bool end_inclusive) {
  const int last = end_inclusive ? rule.to_minute : rule.to_minute - 1;
  const Span span{std::max(rule.from_minute, 0), std::min(last, kDay - 1)};
  return span.first <= span.last ? std::optional(span) : std::nullopt;
}

/// Returns the rule that holds exactly in the span. A span within one hour that touches neither end
/// of it has no such rule.
std::optional<DayRule> exact_rule(const Span& span, double value) {
  const int hour = span.first / kHour;
  const int minute = span.first % kHour;
  const int end_hour = span.last / kHour;
  const int end_minute = span.last % kHour;
  if (span.last == kDay - 1) return DayRule{hour, minute, 24, 0, value};
  if (end_hour > hour) return DayRule{hour, minute, end_hour, end_minute, value};
  if (minute == 0 && end_minute == kHour - 1) return DayRule{hour, 0, hour, kHour - 1, value};
  // Within one hour, one of the two outer conditions must never hold.
  if (end_minute == kHour - 1) return DayRule{hour, minute, hour, -1, value};
  if (minute == 0) return DayRule{hour - 1, kHour, hour, end_minute, value};
  return std::nullopt;
}

// Returns rules for any day: the value of each minute in chronological order. Each rule begins at
// the full hour, and earlier rules take precedence in its beginning.
Ruleset minute_by_minute(const std::vector<std::pair<Span, double>>& rules, double otherwise) {
  std::array<double, kDay> values;
  values.fill(otherwise);
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    for (int at = rule->first.first; at <= rule->first.last; ++at) {
      values[at] = rule->second;
    }
  }
  Ruleset day{otherwise, {}};
  for (int first = 0; first < kDay;) {
    const double value = values[first];
    int last = first;
    while (last + 1 < kDay && values[last + 1] == value) ++last;
    day.rules.push_back(*exact_rule({first - first % kHour, last}, value));
    first = last + 1;
  }
  return day;
}

Ruleset ruleset_of(const WeeklyRules& weekly, int weekday) {
  Ruleset day{weekly.otherwise, {}};
  std::vector<std::pair<Span, double>> spans;
  bool exact = true;
  for (const WeeklyRule& rule : weekly.rules) {
    if (((rule.days >> weekday) & 1) == 0) continue;
    const std::optional<Span> span = span_of(rule, weekly.end_inclusive);
    if (!span) continue;
    spans.emplace_back(*span, rule.value);
    const std::optional<DayRule> written = exact_rule(*span, rule.value);
    if (written) day.rules.push_back(*written);
    exact = exact && written.has_value();
  }
  return exact ? day : minute_by_minute(spans, weekly.otherwise);
}

/// The arrays of a rule set, of equal length.
struct Arrays {
  std::array<std::vector<double>, kArrays.size()> values;
  std::string problem;
};

Arrays read_arrays(const JsonNode& ruleset) {
  Arrays arrays;
  std::optional<std::size_t> length;
  for (std::size_t i = 0; i < kArrays.size(); ++i) {
    const std::optional<JsonNode> found = ruleset.find(kArrays[i]);
    if (!found || found->is(JsonKind::Null)) continue;
    if (std::optional<std::vector<double>> values = numbers_of(*found)) {
      arrays.values[i] = *std::move(values);
    } else {
      arrays.problem = std::string(kArrays[i]) + " must be an array of numbers";
    }
    if (length.value_or(arrays.values[i].size()) != arrays.values[i].size()) {
      arrays.problem = std::string(kArrays[i]) + " has a different length than the other arrays";
    }
    length = arrays.values[i].size();
  }
  for (std::vector<double>& values : arrays.values) values.resize(length.value_or(0), 0.0);
  return arrays;
}

std::optional<int> whole(double value) {
  constexpr double kLargest = 1e6;
  if (value != std::floor(value) || std::abs(value) > kLargest) return std::nullopt;
  return static_cast<int>(value);
}

std::variant<Ruleset, std::string> make_ruleset(double otherwise, const Arrays& arrays) {
  Ruleset ruleset{otherwise, {}};
  for (std::size_t k = 0; k < arrays.values[0].size(); ++k) {
    const auto start_minute = whole(arrays.values[0][k]);
    const auto end_minute = whole(arrays.values[1][k]);
    const auto start_hour = whole(arrays.values[2][k]);
    const auto end_hour = whole(arrays.values[3][k]);
    if (!start_minute || !end_minute || !start_hour || !end_hour) {
      return "hours and minutes must be whole numbers (rule " + std::to_string(k + 1) + ")";
    }
    ruleset.rules.push_back(
        {*start_hour, *start_minute, *end_hour, *end_minute, arrays.values[4][k]});
  }
  return ruleset;
}

Json number(double value) {
  const std::optional<int> integer =
      std::signbit(value) && value == 0.0 ? std::nullopt : whole(value);
  return integer ? Json(*integer) : Json(value);
}

std::variant<Ruleset, std::string> read_ruleset(const JsonNode& root) {
  if (!root.is(JsonKind::Object)) return "a rule set must be a JSON object";
  for (const JsonNode& member : root.members()) {
    const std::string& key = member.key();
    const bool known =
        key == kDefaultValue || std::find(kArrays.begin(), kArrays.end(), key) != kArrays.end();
    if (!known) return "a rule set has no '" + key + "'";
  }
  const std::optional<JsonNode> otherwise = root.find(kDefaultValue);
  if (!otherwise || !otherwise->is(JsonKind::Number)) {
    return std::string(kDefaultValue) + " must be a number";
  }
  const Arrays arrays = read_arrays(root);
  if (!arrays.problem.empty()) return arrays.problem;
  return make_ruleset(otherwise->number(), arrays);
}

}  // namespace

std::variant<Ruleset, std::string> parse_ruleset(std::string_view json) {
  try {
    const JsonDocument document = JsonDocument::parse(json, "");
    return read_ruleset(document.root());
  } catch (const InputError& error) {
    return "the rule set cannot be read: " + error.diagnostics().items().front().message;
  }
}

std::string to_json(const Ruleset& ruleset) {
  Json json;
  json[kDefaultValue] = number(ruleset.otherwise);
  for (const char* name : kArrays) json[name] = Json::array();
  for (const DayRule& rule : ruleset.rules) {
    json[kArrays[0]].push_back(rule.start_minute);
    json[kArrays[1]].push_back(rule.end_minute);
    json[kArrays[2]].push_back(rule.start_hour);
    json[kArrays[3]].push_back(rule.end_hour);
    json[kArrays[4]].push_back(number(rule.value));
  }
  return json.dump();
}

WeeklyRules to_weekly_rules(const Week& week) {
  WeeklyRules weekly{.otherwise = common_default(week), .rules = {}, .end_inclusive = true};
  std::array<std::vector<WeeklyRule>, 7> days;
  for (std::size_t d = 0; d < 7; ++d) days[d] = day_rules(week[d], weekly.otherwise);
  for (std::size_t d = 0; d < 7; ++d) {
    if (std::find(days.begin(), days.begin() + static_cast<int>(d), days[d]) !=
        days.begin() + static_cast<int>(d)) {
      continue;  // an earlier day has the same rules
    }
    unsigned mask = 0;
    for (std::size_t other = d; other < 7; ++other) {
      if (days[other] == days[d]) mask |= 1U << other;
    }
    for (WeeklyRule rule : days[d]) {
      rule.days = static_cast<std::uint8_t>(mask);
      weekly.rules.push_back(rule);
    }
  }
  return weekly;
}

Week to_week(const WeeklyRules& rules) {
  Week week;
  for (int day = 0; day < 7; ++day) week[day] = ruleset_of(rules, day);
  return week;
}

}  // namespace hearth::twin4build

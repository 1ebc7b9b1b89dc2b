// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr int kMinutesPerDay = 1440;
constexpr std::uint8_t kAllDays = 0x7f;

constexpr std::array<std::string_view, 7> kDayWords{"Mon", "Tue", "Wed", "Thu",
                                                    "Fri", "Sat", "Sun"};
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 4> kDayGroups{
    {{"all", kAllDays}, {"weekdays", 0x1f}, {"weekend", 0x60}, {"none", 0}}};

/// Returns 0 for `mon` ... 6 for `sun`.
std::optional<int> day_number(std::string_view name) {
  const auto found = std::find_if(kDayWords.begin(), kDayWords.end(), [&](std::string_view word) {
    return lower_case(word) == trimmed(name);
  });
  if (found == kDayWords.end()) return std::nullopt;
  return static_cast<int>(found - kDayWords.begin());
}

/// Reads one part of a list: `mon` or `fri-mon`.
std::optional<std::uint8_t> parse_day_range(std::string_view text) {
  const auto dash = text.find('-');
  const std::optional<int> first = day_number(text.substr(0, dash));
  const std::optional<int> last =
      dash == std::string_view::npos ? first : day_number(text.substr(dash + 1));
  if (!first || !last) return std::nullopt;
  unsigned days = 1u << *first;
  for (int day = *first; day != *last; day = (day + 1) % 7) days |= 1u << ((day + 1) % 7);
  return static_cast<std::uint8_t>(days);
}

/// A value with the place it was read at, until all units are known.
struct RuleValue {
  JsonNode node;
  Quantity quantity;
};

/// Brings the values of rules to one unit.
class RuleUnits {
 public:
  RuleUnits(std::optional<Unit>& unit, Diagnostics& diagnostics)
      : unit_(unit), given_(unit.has_value()), diagnostics_(diagnostics) {}

  /// Reads the next value.
  void read(const JsonNode& node) {
    const std::optional<Quantity> quantity = read_quantity(node, diagnostics_);
    values_.push_back({node, quantity.value_or(Quantity{})});
    if (quantity && quantity->unit && !unit_) unit_ = quantity->unit;
  }

  /// Returns all values, in the order of reading.
  std::vector<double> values() {
    std::vector<double> numbers;
    for (const RuleValue& value : values_) numbers.push_back(number(value));
    return numbers;
  }

 private:
  double number(const RuleValue& value) {
    const std::optional<Unit>& unit = value.quantity.unit;
    if (!unit_ || (!unit && given_)) return value.quantity.value;
    if (!unit) {
      report(value, fmt::format("a bare number beside others in {}; name its unit too, or give "
                                "the rules a \"unit\"",
                                unit_->symbol));
    } else if (!unit->compatible(*unit_)) {
      report(value, fmt::format("found {}, expected a number in {} or a unit of its kind",
                                unit->symbol, unit_->symbol));
    } else {
      return convert(value.quantity.value, *unit, *unit_);
    }
    return value.quantity.value;
  }

  void report(const RuleValue& value, const std::string& message) {
    diagnostics_.error("json.unit_mixed", value.node.where(), message);
  }

  std::optional<Unit>& unit_;
  bool given_;
  Diagnostics& diagnostics_;
  std::vector<RuleValue> values_;
};

template <class Parse>
auto read_text(const JsonNode& node, const char* code, std::string_view expected, Parse parse,
               Diagnostics& diagnostics) -> decltype(parse(std::string_view())) {
  if (node.is(JsonKind::String)) {
    if (const auto value = parse(node.string())) return value;
  }
  diagnostics.error(code, node.where(),
                    fmt::format("found {}, expected {}", node.describe(), expected));
  return std::nullopt;
}

/// A rule that ends inclusively may end in the minute it starts in.
std::optional<WeeklyRule> read_rule(const JsonNode& node, RuleUnits& units,
                                    Diagnostics& diagnostics, bool end_inclusive) {
  if (!require_object(node, diagnostics)) return std::nullopt;
  check_keys(node, {"days", "from", "to", "value"}, diagnostics);
  const std::optional<JsonNode> value = require_member(node, "value", diagnostics);
  if (!value) return std::nullopt;
  WeeklyRule rule;
  read_member(node, "days", rule.days, [&](const JsonNode& n) {
    return read_text(n, "json.days",
                     "days such as \"Mon-Fri\", \"Sat,Sun\", \"all\", \"weekdays\" or \"weekend\"",
                     parse_days, diagnostics);
  });
  const auto time_of_day = [&](const JsonNode& n) {
    return read_text(n, "json.time_of_day", "a time of day from \"00:00\" to \"24:00\"",
                     parse_time_of_day, diagnostics);
  };
  read_member(node, "from", rule.from_minute, time_of_day);
  read_member(node, "to", rule.to_minute, time_of_day);
  const bool one_minute = end_inclusive && rule.from_minute == rule.to_minute;
  if (rule.from_minute >= rule.to_minute && !one_minute) {
    diagnostics.error(
        "json.rule_times", node.where(),
        fmt::format("'from' {} is not before 'to' {}; a rule over midnight is two "
                    "rules, one to \"24:00\" and one from \"00:00\"",
                    time_of_day_text(rule.from_minute), time_of_day_text(rule.to_minute)));
  }
  units.read(*value);
  return rule;
}

}  // namespace

std::optional<WeeklyRules> read_weekly_rules(const JsonNode& node, std::optional<Unit>& unit,
                                             Diagnostics& diagnostics) {
  const std::optional<JsonNode> standard = require_member(node, "default", diagnostics);
  const std::optional<JsonNode> list = require_member(node, "rules", diagnostics);
  if (!standard || !list || !require_array(*list, diagnostics)) return std::nullopt;
  WeeklyRules rules;
  read_member(node, "endInclusive", rules.end_inclusive,
              [&](const JsonNode& n) { return read_flag(n, diagnostics); });
  RuleUnits units(unit, diagnostics);
  units.read(*standard);
  for (const JsonNode element : list->elements()) {
    const auto rule = read_rule(element, units, diagnostics, rules.end_inclusive);
    if (rule) rules.rules.push_back(*rule);
  }
  const std::vector<double> values = units.values();
  rules.otherwise = values[0];
  for (std::size_t i = 0; i < rules.rules.size(); ++i) rules.rules[i].value = values[i + 1];
  return rules;
}

std::optional<std::uint8_t> parse_days(std::string_view text) {
  const std::string lower = lower_case(trimmed(text));
  for (const auto& [word, days] : kDayGroups) {
    if (lower == word) return days;
  }
  std::string_view rest = lower;
  unsigned days = 0;
  while (true) {
    const auto comma = rest.find(',');
    const std::optional<std::uint8_t> range = parse_day_range(rest.substr(0, comma));
    if (!range) return std::nullopt;
    days |= *range;
    if (comma == std::string_view::npos) return static_cast<std::uint8_t>(days);
    rest.remove_prefix(comma + 1);
  }
}

std::string days_text(std::uint8_t days) {
  if (days == kAllDays) return "all";
  if (days == 0) return "none";
  std::string text;
  for (std::size_t day = 0; day < 7; ++day) {
    if ((days >> day & 1) == 0) continue;
    std::size_t last = day;
    while (last < 6 && (days >> (last + 1) & 1) != 0) ++last;
    if (!text.empty()) text += ',';
    text += kDayWords[day];
    if (last > day) text += (last > day + 1 ? "-" : ",") + std::string(kDayWords[last]);
    day = last;
  }
  return text;
}

std::optional<int> parse_time_of_day(std::string_view text) {
  const auto digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
  if (text.size() != 5 || text[2] != ':' || !digit(0) || !digit(1) || !digit(3) || !digit(4)) {
    return std::nullopt;
  }
  const int hour = (text[0] - '0') * 10 + (text[1] - '0');
  const int minute = (text[3] - '0') * 10 + (text[4] - '0');
  if (minute > 59 || hour * 60 + minute > kMinutesPerDay) return std::nullopt;
  return hour * 60 + minute;
}

std::string time_of_day_text(int minutes) {
  return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

}  // namespace hearth

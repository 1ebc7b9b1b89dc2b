// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

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

/// A value of a rule or of the remaining time, before all units are known.
struct PlacedValue {
  Quantity quantity{};
  Where where{};
};

struct RuleDraft {
  WeeklyRule rule{};
  PlacedValue value{};
  Where where{};
};

struct RulesDraft {
  PlacedValue otherwise{};
  std::vector<RuleDraft> rules{};
  bool end_inclusive = false;
  std::optional<Unit> unit{};
  Sample sample = Sample::Mean;
};

JsonForm<PlacedValue> placed_value() {
  return {[](const JsonNode& node, JsonReading& reading) {
            return std::optional(PlacedValue{
                read_quantity(node, reading.diagnostics).value_or(Quantity{}), node.where()});
          },
          schema_parts::refer_to("quantity"),
          [](const PlacedValue& value) { return number_json(value.quantity.value); }};
}

/// Reads a text with `parse`; if that fails, reports an error with that code and the expected form.
template <class V>
JsonForm<V> parsed(std::optional<V> (*parse)(std::string_view), std::string (*text)(V),
                   const char* code, const char* expected, nlohmann::ordered_json schema) {
  return {[=](const JsonNode& node, JsonReading& reading) {
            std::optional<V> value;
            if (node.is(JsonKind::String)) value = parse(node.string());
            if (!value) {
              reading.diagnostics.error(
                  code, node.where(),
                  fmt::format("found {}, expected {}", node.describe(), expected));
            }
            return value;
          },
          std::move(schema), [text](const V& value) { return text(value); }};
}

const JsonRecord<RuleDraft>& rule_record() {
  const auto days =
      parsed(parse_days, days_text, "json.days",
             "days such as \"Mon-Fri\", \"Sat,Sun\", \"all\", \"weekdays\" or \"weekend\"",
             schema_parts::text());
  const auto time_of_day = parsed(parse_time_of_day, time_of_day_text, "json.time_of_day",
                                  "a time of day from \"00:00\" to \"24:00\"",
                                  schema_parts::text_like("^([01][0-9]|2[0-4]):[0-5][0-9]$"));
  const auto of_rule = [](auto WeeklyRule::*member) {
    return [member](auto& draft) -> auto& { return draft.rule.*member; };
  };
  static const auto record =
      JsonRecord<RuleDraft>()
          .written("days", of_rule(&WeeklyRule::days), days,
                   "Days of the rule: Mon-Fri, Sat,Sun, all, weekdays, weekend")
          .written("from", of_rule(&WeeklyRule::from_minute), time_of_day)
          .written("to", of_rule(&WeeklyRule::to_minute), time_of_day)
          .required("value", &RuleDraft::value, placed_value());
  return record;
}

const JsonRecord<RulesDraft>& rules_record() {
  static const auto record =
      JsonRecord<RulesDraft>()
          .required("default", &RulesDraft::otherwise, placed_value())
          .required("rules", &RulesDraft::rules, forms::list(rule_record().form()))
          .optional("endInclusive", &RulesDraft::end_inclusive, forms::flag())
          .optional("unit", &RulesDraft::unit, forms::unit())
          .optional("sample", &RulesDraft::sample, forms::choice(kSampleWords), kSampleDoc);
  return record;
}

/// A rule with inclusive end may end in the minute in which it starts.
void check_times(const RuleDraft& draft, bool end_inclusive, Diagnostics& diagnostics) {
  const auto& [days, from, to, value] = draft.rule;
  if (from < to || (end_inclusive && from == to)) return;
  diagnostics.error("json.rule_times", draft.where,
                    fmt::format("'from' {} is not before 'to' {}; write a rule over midnight as "
                                "two rules, one to \"24:00\" and one from \"00:00\"",
                                time_of_day_text(from), time_of_day_text(to)));
}

std::optional<Unit> first_unit(const RulesDraft& draft) {
  if (draft.otherwise.quantity.unit) return draft.otherwise.quantity.unit;
  for (const RuleDraft& rule : draft.rules) {
    if (rule.value.quantity.unit) return rule.value.quantity.unit;
  }
  return std::nullopt;
}

/// Returns the value in `unit`, which was set for all rules (`given`) or is the first unit in them.
double converted(const PlacedValue& value, const std::optional<Unit>& unit, bool given,
                 Diagnostics& diagnostics) {
  const double number = value.quantity.value;
  const std::optional<Unit>& own = value.quantity.unit;
  if (!unit || (!own && given)) return number;
  if (own && own->compatible(*unit)) return convert(number, *own, *unit);
  diagnostics.error("json.unit_mixed", value.where,
                    own ? fmt::format("found {}, expected a number in {} or a unit of its kind",
                                      own->symbol, unit->symbol)
                        : fmt::format("a number has no unit, but others are in {}; write its unit, "
                                      "or set \"unit\" of the rules",
                                      unit->symbol));
  return number;
}

}  // namespace

JsonForm<SeriesSpec> weekly_rules_form() {
  const auto read = [](const JsonNode& node, JsonReading& reading) -> std::optional<SeriesSpec> {
    RulesDraft draft;
    if (!rules_record().read(node, draft, reading)) return std::nullopt;
    const bool given = draft.unit.has_value();
    if (!given) draft.unit = first_unit(draft);
    const auto number = [&](const PlacedValue& value) {
      return converted(value, draft.unit, given, reading.diagnostics);
    };
    WeeklyRules rules{number(draft.otherwise), {}, draft.end_inclusive};
    for (const RuleDraft& rule : draft.rules) {
      check_times(rule, draft.end_inclusive, reading.diagnostics);
      rules.rules.push_back(rule.rule);
      rules.rules.back().value = number(rule.value);
    }
    return SeriesSpec{std::move(rules), draft.unit, draft.sample};
  };
  const auto write = [](const SeriesSpec& spec) {
    const auto& rules = std::get<WeeklyRules>(spec.source);
    RulesDraft draft{{{rules.otherwise, {}}}, {}, rules.end_inclusive, spec.unit, spec.sample};
    for (const WeeklyRule& rule : rules.rules) {
      draft.rules.push_back({rule, {{rule.value, {}}}});
    }
    return rules_record().write(draft);
  };
  return {read,
          schema_parts::described(rules_record().schema(),
                                  "Weekly rules: the first rule that applies, or the default"),
          write};
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

// SPDX-License-Identifier: MIT
#include <chrono>
#include <optional>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "hearth/data/time/internal/weekly_rules.hpp"
#include "hearth/ontology/twin4build/internal/graph/rulesets.hpp"

namespace twin4build_rulesets_test {

using namespace hearth;
using namespace hearth::twin4build;

namespace {

constexpr int kWeek = 7 * 1440;  // minutes

// What Twin4Build's schedule delivers, written down from its own test (v1.1.2).
double twin4build_value(const Week& week, int minute_of_week) {
  const Ruleset& day = week[minute_of_week / 1440];
  const int hour = minute_of_week % 1440 / 60;
  const int minute = minute_of_week % 60;
  for (const DayRule& rule : day.rules) {
    if ((hour == rule.start_hour && minute >= rule.start_minute) ||
        (rule.start_hour < hour && hour < rule.end_hour) ||
        (hour == rule.end_hour && minute <= rule.end_minute)) {
      return rule.value;
    }
  }
  return day.otherwise;
}

// What Hearth's rules say at that second of the minute.
double hearth_value(const WeeklyRules& rules, int minute_of_week, int second) {
  const LocalTime monday = midnight(LocalTime(std::chrono::days(19723)));  // 2024-01-01
  return value_at(rules,
                  monday + std::chrono::minutes(minute_of_week) + std::chrono::seconds(second));
}

// The first minute of the week in which the two differ.
std::optional<int> first_difference(const Week& week, const WeeklyRules& rules) {
  for (int minute = 0; minute < kWeek; ++minute) {
    const double expected = twin4build_value(week, minute);
    for (const int second : {0, 59}) {
      if (hearth_value(rules, minute, second) != expected) return minute;
    }
  }
  return std::nullopt;
}

Week every_day(const Ruleset& day) {
  Week week;
  week.fill(day);
  return week;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Ruleset day() {
    Ruleset day{double(whole(0, 2)), {}};
    for (int rules = whole(0, 5); rules > 0; --rules) {
      day.rules.push_back(
          {whole(-1, 24), whole(-5, 65), whole(-1, 25), whole(-5, 65), 0.5 * whole(0, 9)});
    }
    return day;
  }
  Week week() {
    const Ruleset usual = day();
    Week week = every_day(usual);
    for (Ruleset& other : week) {
      if (whole(0, 2) == 0) other = day();
    }
    return week;
  }

 private:
  std::mt19937 random_;
};

Ruleset parsed(const std::string& json) {
  const auto result = parse_ruleset(json);
  REQUIRE(std::holds_alternative<Ruleset>(result));
  return std::get<Ruleset>(result);
}

std::string problem(const std::string& json) {
  const auto result = parse_ruleset(json);
  return std::holds_alternative<std::string>(result) ? std::get<std::string>(result) : "";
}

}  // namespace

TEST_CASE("a rule holds from its start to the end of its end minute") {
  const WeeklyRules rules = to_weekly_rules(every_day({0.0, {{8, 15, 12, 0, 1.0}}}));
  REQUIRE(rules.rules.size() == 1);
  CHECK(rules.end_inclusive);
  CHECK(rules.rules[0] ==
        WeeklyRule{.days = 0x7f, .from_minute = 495, .to_minute = 720, .value = 1.0});
  CHECK(hearth_value(rules, 494, 59) == 0.0);
  CHECK(hearth_value(rules, 495, 0) == 1.0);
  CHECK(hearth_value(rules, 720, 59) == 1.0);
  CHECK(hearth_value(rules, 721, 0) == 0.0);
}

TEST_CASE("of rules back to back the earlier one owns the common minute") {
  const WeeklyRules rules =
      to_weekly_rules(every_day({0.0, {{6, 0, 7, 0, 1.0}, {7, 0, 8, 0, 2.0}}}));
  CHECK(hearth_value(rules, 420, 30) == 1.0);
  CHECK(hearth_value(rules, 421, 0) == 2.0);
}

TEST_CASE("hour 24 is the end of the day") {
  const WeeklyRules rules = to_weekly_rules(every_day({0.0, {{22, 30, 24, 0, 1.0}}}));
  CHECK(rules.rules[0].to_minute == 1440);
  CHECK(hearth_value(rules, 1439, 59) == 1.0);
  CHECK(hearth_value(rules, 1440, 0) == 0.0);
}

TEST_CASE("equal start and end hours hold in the whole hour unless the minutes cross") {
  const auto spans = [](const DayRule& rule) {
    std::vector<std::pair<int, int>> list;
    for (const WeeklyRule& r : to_weekly_rules(every_day({0.0, {rule}})).rules) {
      list.emplace_back(r.from_minute, r.to_minute);
    }
    return list;
  };
  using Spans = std::vector<std::pair<int, int>>;
  CHECK(spans({8, 15, 8, 30, 1.0}) == Spans{{480, 539}});
  CHECK(spans({8, 40, 8, 10, 1.0}) == Spans{{480, 490}, {520, 539}});
  CHECK(spans({0, 0, 0, 0, 1.0}) == Spans{{0, 59}});
}

TEST_CASE("rules over midnight hold in the hours of their ends only") {
  const WeeklyRules rules = to_weekly_rules(every_day({0.0, {{22, 0, 6, 0, 1.0}}}));
  REQUIRE(rules.rules.size() == 2);
  CHECK(hearth_value(rules, 23 * 60, 0) == 0.0);
  CHECK(hearth_value(rules, 22 * 60 + 59, 0) == 1.0);
  CHECK(hearth_value(rules, 6 * 60, 0) == 1.0);
}

TEST_CASE("rules that no minute is left for are dropped") {
  const WeeklyRules rules = to_weekly_rules(
      every_day({0.0, {{0, 0, 9, 0, 1.0}, {0, 0, 0, 0, 2.0}, {24, 0, 24, 0, 3.0}}}));
  CHECK(rules.rules.size() == 1);
}

TEST_CASE("equal days share their rules, days of another default get one more") {
  Week week = every_day({1.0, {{8, 0, 16, 0, 5.0}}});
  week[5] = week[6] = {0.0, {}};
  const WeeklyRules rules = to_weekly_rules(week);
  CHECK(rules.otherwise == 1.0);
  REQUIRE(rules.rules.size() == 2);
  CHECK(rules.rules[0].days == 0x1f);
  CHECK(rules.rules[1] ==
        WeeklyRule{.days = 0x60, .from_minute = 0, .to_minute = 1440, .value = 0.0});
}

TEST_CASE("random rule sets say the same in every minute of the week") {
  Generator generator(7);
  for (int i = 0; i < 300; ++i) {
    const Week week = generator.week();
    const auto difference = first_difference(week, to_weekly_rules(week));
    INFO("set " << i << ", minute of the week " << difference.value_or(-1));
    CHECK_FALSE(difference);
  }
}

TEST_CASE("rules from rule sets come back equal") {
  Generator generator(8);
  for (int i = 0; i < 300; ++i) {
    const WeeklyRules rules = to_weekly_rules(generator.week());
    CHECK(to_weekly_rules(to_week(rules)) == rules);
  }
}

TEST_CASE("any weekly rules can be written as rule sets") {
  Generator generator(9);
  for (int i = 0; i < 300; ++i) {
    WeeklyRules rules;
    rules.otherwise = generator.whole(0, 3);
    rules.end_inclusive = generator.whole(0, 1) == 1;
    for (int n = generator.whole(0, 6); n > 0; --n) {
      const int from = generator.whole(0, 1439);
      const int longest = generator.whole(0, 1) == 0 ? 20 : 1440;  // also inside one hour
      rules.rules.push_back({.days = static_cast<std::uint8_t>(generator.whole(0, 127)),
                             .from_minute = from,
                             .to_minute = std::min(from + generator.whole(1, longest), 1440),
                             .value = double(generator.whole(0, 5))});
    }
    const Week week = to_week(rules);
    const auto difference = first_difference(week, rules);
    INFO("rules " << i << ", minute of the week " << difference.value_or(-1));
    CHECK_FALSE(difference);
    CHECK_FALSE(first_difference(week, to_weekly_rules(week)));
  }
}

TEST_CASE("rule sets are read from JSON, missing arrays as zeros") {
  const Ruleset full = parsed(R"({"ruleset_default_value": 1.5, "ruleset_start_minute": [30],
      "ruleset_end_minute": [0.0], "ruleset_start_hour": [7], "ruleset_end_hour": [9],
      "ruleset_value": [2]})");
  CHECK(full == Ruleset{1.5, {{7, 30, 9, 0, 2.0}}});
  CHECK(parsed(R"({"ruleset_default_value": 1})") == Ruleset{1.0, {}});
  CHECK(parsed(R"({"ruleset_default_value": 1, "ruleset_value": [2, 3]})") ==
        Ruleset{1.0, {{0, 0, 0, 0, 2.0}, {0, 0, 0, 0, 3.0}}});
}

TEST_CASE("broken rule sets are refused") {
  CHECK_THAT(problem("{"), Catch::StartsWith("the rule set cannot be read: "));
  CHECK(problem("[1]") == "a rule set must be a JSON object");
  CHECK(problem("{}") == "ruleset_default_value must be a number");
  CHECK(problem(R"({"ruleset_default_value": "1"})") == "ruleset_default_value must be a number");
  CHECK_THAT(problem(R"({"ruleset_default_value": 1, "ruleset_default_value": 2})"),
             Catch::Contains("'ruleset_default_value'") && Catch::Contains("twice"));
  CHECK(problem(R"({"ruleset_default_value": 1, "rules": []})") == "a rule set has no 'rules'");
  CHECK(problem(R"({"ruleset_default_value": 1, "ruleset_value": 2})") ==
        "ruleset_value must be an array of numbers");
  CHECK(problem(
            R"({"ruleset_default_value": 1, "ruleset_value": [2], "ruleset_end_hour": [1, 2]})") !=
        "");
  CHECK(
      problem(R"({"ruleset_default_value": 1, "ruleset_value": [2], "ruleset_end_hour": [7.5]})") ==
      "hours and minutes must be whole numbers (rule 1)");
}

TEST_CASE("rule sets come back from their JSON, numbers bit for bit") {
  Generator generator(10);
  for (int i = 0; i < 100; ++i) {
    Ruleset day = generator.day();
    day.otherwise = 0.1 * generator.whole(-5, 5);
    if (i == 0) day.otherwise = -0.0;
    const Ruleset again = parsed(to_json(day));
    CHECK(again == day);
    CHECK(std::signbit(again.otherwise) == std::signbit(day.otherwise));
  }
}

}  // namespace twin4build_rulesets_test

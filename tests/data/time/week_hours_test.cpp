// SPDX-License-Identifier: MIT
#include "hearth/data/time/week_hours.hpp"

#include <catch2/catch.hpp>

namespace hearth::test::week_hours_test {
namespace {

constexpr std::uint8_t kWorkingDays = 0x1f, kSaturday = 0x20, kAllDays = 0x7f;

WeeklyRules rules(std::vector<WeeklyRule> all, double otherwise = 0.0) {
  return {otherwise, std::move(all)};
}

TEST_CASE("hours of several rules are the hours of any of them") {
  WeekHours week;
  week.add(rules({{kWorkingDays, 420, 1080, 1.0}}));
  week.add(rules({{kWorkingDays, 600, 1200, 1.0}, {kSaturday, 540, 780, 1.0}}));
  CHECK(week.rules() == rules({{kWorkingDays, 420, 1200, 1.0}, {kSaturday, 540, 780, 1.0}}));
}

TEST_CASE("the first rule that matches wins, and what no rule matches is outside") {
  WeekHours week;
  week.add(rules({{kAllDays, 720, 780, 0.0}, {kAllDays, 480, 960, 0.9}}, 0.05));
  CHECK(week.rules() == rules({{kAllDays, 480, 720, 1.0}, {kAllDays, 780, 960, 1.0}}));
}

TEST_CASE("hours around the clock make one rule, and no hours make none") {
  WeekHours week;
  CHECK(week.rules() == rules({}));
  week.add(rules({}, 1.0));
  CHECK(week.rules() == rules({{kAllDays, 0, 1440, 1.0}}));
}

TEST_CASE("an inclusive end covers its minute") {
  WeeklyRules inclusive = rules({{kAllDays, 60, 61, 1.0}});
  inclusive.end_inclusive = true;
  WeekHours week;
  week.add(inclusive);
  CHECK(week.rules() == rules({{kAllDays, 60, 62, 1.0}}));
}

}  // namespace
}  // namespace hearth::test::week_hours_test

// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/weekly_rules.hpp"

#include <chrono>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace weekly_rules_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

constexpr std::uint8_t kWorkdays = 0x1f;
constexpr std::uint8_t kSunday = 0x40;

Series series(const WeeklyRules& rules, const Period& period, const Zone& zone) {
  return Series(weekly_points(rules, period, period.start, zone), Series::Shape::Hold,
                Sample::Mean);
}

Period days(std::string_view start, int count) {
  return {at(start), at(start) + count * 24h, 600s};
}

double on_time(const Series& series, double total) { return series.mean(0, total) * total; }

}  // namespace

TEST_CASE("a rule holds from its start up to its end, on its days") {
  const WeeklyRules rules{0, {{kWorkdays, 480, 960, 4}}, false};
  // Sunday to Tuesday.
  const Series value = series(rules, days("2023-11-26T00:00+01:00", 3), Zone("Europe/Copenhagen"));
  const double monday = 86400;
  CHECK(value.at(12 * 3600) == 0);
  CHECK(value.at(monday + 8 * 3600 - 0.001) == 0);
  CHECK(value.at(monday + 8 * 3600) == 4);
  CHECK(value.at(monday + 16 * 3600 - 0.001) == 4);
  CHECK(value.at(monday + 16 * 3600) == 0);
  CHECK(value.points().size() == 5);
}

TEST_CASE("the first rule that matches wins") {
  const WeeklyRules rules{1, {{0x7f, 600, 660, 3}, {0x7f, 0, 1440, 2}}, false};
  const Series value = series(rules, days("2023-11-27T00:00Z", 1), Zone());
  CHECK(value.at(0) == 2);
  CHECK(value.at(10 * 3600) == 3);
  CHECK(value.at(11 * 3600) == 2);
}

TEST_CASE("with inclusive ends a rule still holds in the minute of its end") {
  const WeeklyRules rules{0, {{0x7f, 360, 420, 1}, {0x7f, 1380, 1440, 2}}, true};
  const Series value = series(rules, days("2023-11-27T00:00Z", 2), Zone());
  CHECK(value.at(7 * 3600) == 1);
  CHECK(value.at(7 * 3600 + 59.999) == 1);
  CHECK(value.at(7 * 3600 + 60) == 0);
  // 24:00 is the end of the day, not the first minute of the next.
  CHECK(value.at(86400 - 0.001) == 2);
  CHECK(value.at(86400) == 0);
}

TEST_CASE("rules follow the wall clock when it goes forward") {
  const Zone zone("Europe/Copenhagen");
  const WeeklyRules rules{0, {{kSunday, 60, 180, 1}, {kSunday, 480, 540, 2}}, false};
  const Series value = series(rules, days("2023-03-26T00:00+01:00", 1), zone);
  CHECK(on_time(value, 7 * 3600) == Approx(3600));  // 01:00-03:00 lasts one hour; rounding of sums
  CHECK(value.at(7 * 3600) == 2);                   // 08:00 civil time, seven hours after midnight
  CHECK(value.at(7 * 3600 - 0.001) == 0);
}

TEST_CASE("rules follow the wall clock when it goes back") {
  const Zone zone("Europe/Copenhagen");
  const WeeklyRules rules{0, {{kSunday, 120, 180, 1}, {kSunday, 480, 540, 2}}, false};
  const Series value = series(rules, days("2023-10-29T00:00+02:00", 1), zone);
  CHECK(on_time(value, 8 * 3600) == Approx(2 * 3600));  // 02:00-03:00 comes twice
  CHECK(value.at(9 * 3600) == 2);
  CHECK(value.at(9 * 3600 - 0.001) == 0);
  // 02:00-02:30 stops in between.
  const Series half =
      series({0, {{kSunday, 120, 150, 1}}, false}, days("2023-10-29T00:00+02:00", 1), zone);
  CHECK(half.at(2 * 3600 + 1800) == 0);
  CHECK(half.at(3 * 3600) == 1);
  CHECK(half.at(3 * 3600 + 1800) == 0);
}

TEST_CASE("over a year the points agree with the wall clock at every quarter of an hour") {
  const Zone zone("Europe/Copenhagen");
  const WeeklyRules rules{
      0, {{kWorkdays, 405, 1020, 21}, {kSunday, 135, 165, 5}, {0x60, 0, 1440, 17}}, true};
  const Period period{at("2023-01-01T00:00+01:00"), at("2024-01-01T00:00+01:00"), 900s};
  const Series value = series(rules, period, zone);
  long wrong = 0;
  for (Instant t = period.start; t <= period.end; t += 15min) {
    if (value.at(seconds(t - period.start)) != value_at(rules, zone.local(t))) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a run that starts inside a rule starts with its value") {
  const WeeklyRules rules{0, {{0x7f, 0, 1440, 3}}, false};
  const Period period = days("2023-11-27T09:17Z", 400);
  const auto points = weekly_points(rules, period, period.start, Zone());
  CHECK(points == std::vector<Series::Point>{{0, 3}});
}

TEST_CASE("rules hold up to the end of a period at the end of the calendar") {
  const WeeklyRules rules{0, {{0x7f, 480, 540, 1}}, false};
  for (const Zone& zone : {Zone(), Zone("UTC"), Zone("Asia/Tokyo")}) {
    const Period period{at("9999-12-28T15:00:00Z"), at("9999-12-31T15:00:00Z"), 3600s};
    const auto points = weekly_points(rules, period, period.start, zone);
    CHECK(points.size() == 7);  // off, then on and off on three days
    CHECK(weekly_points(rules, {period.end, period.end, 3600s}, period.end, zone).size() == 1);
  }
}

TEST_CASE("rules that make very many points are refused") {
  const WeeklyRules rules{0, {{0x7f, 480, 540, 1}}, false};
  const Period week = days("2023-11-27T00:00Z", 7);
  const GivenLimit limit(WorkLimit::SeriesPoints, 14);
  CHECK(error_of([&] { weekly_points(rules, week, week.start, Zone()); }).code() ==
        "limit.exceeded");
  CHECK(weekly_points(rules, days("2023-11-27T00:00Z", 6), week.start, Zone()).size() == 13);
}

}  // namespace weekly_rules_test

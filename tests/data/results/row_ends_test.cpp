// SPDX-License-Identifier: MIT
#include "hearth/data/results/row_ends.hpp"

#include <chrono>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"

namespace row_ends_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

RowEnds ends(const std::string& interval, const std::string& origin,
             const std::string& zone = "Europe/Copenhagen") {
  return row_ends(parse_interval(interval).value(), at(origin), Zone(zone));
}

Period period(const std::string& start, const std::string& end, Duration step) {
  return {at(start), at(end), step};
}

}  // namespace

TEST_CASE("an interval is a length of time, or days or months") {
  CHECK(parse_interval("900") == Interval{.time = 15min});
  CHECK(parse_interval("PT15M") == Interval{.time = 15min});
  CHECK(parse_interval("PT24H") == Interval{.time = 24h});
  CHECK(parse_interval("P1DT12H") == Interval{.time = 36h});
  CHECK(parse_interval("P1D") == Interval{.days = 1});
  CHECK(parse_interval("P2W") == Interval{.days = 14});
  CHECK(parse_interval("P3M") == Interval{.months = 3});
  CHECK(parse_interval("P1Y") == Interval{.months = 12});
  for (const char* wrong : {"", "0", "P0D", "-P1D", "P1H", "P1.5M", "hourly", "PT.", "P99999D"}) {
    CHECK_FALSE(parse_interval(wrong));
  }
  for (const char* text : {"PT15M", "PT1H30M", "PT90S", "PT0.5S", "P1D", "P3M"}) {
    const Interval interval = parse_interval(text).value();
    CHECK(parse_interval(interval_text(interval)) == interval);
  }
}

TEST_CASE("lengths of time count from the start of the run") {
  const RowEnds hours = ends("PT1H", "2024-01-15T00:10+01:00");
  CHECK(hours(at("2024-01-15T00:10+01:00")) == at("2024-01-15T01:10+01:00"));
  CHECK(hours(at("2024-01-15T01:00+01:00")) == at("2024-01-15T01:10+01:00"));
  CHECK(hours(at("2024-01-15T01:10+01:00")) == at("2024-01-15T02:10+01:00"));
}

TEST_CASE("days end at civil midnight on both sides of a change of the clocks") {
  const RowEnds days = ends("P1D", "2024-03-30T10:00+01:00");
  CHECK(days(at("2024-03-30T10:00+01:00")) == at("2024-03-31T00:00+01:00"));
  CHECK(days(at("2024-03-31T00:00+01:00")) == at("2024-04-01T00:00+02:00"));  // 23 h
  CHECK(days(at("2024-10-27T00:00+02:00")) == at("2024-10-28T00:00+01:00"));  // 25 h
  const RowEnds weeks = ends("P1W", "2024-03-25T00:00+01:00");
  CHECK(weeks(at("2024-03-25T00:00+01:00")) == at("2024-04-01T00:00+02:00"));
}

TEST_CASE("months end with civil months, and years with years") {
  const RowEnds months = ends("P1M", "2024-01-15T00:00+01:00");
  CHECK(months(at("2024-01-15T00:00+01:00")) == at("2024-02-01T00:00+01:00"));
  CHECK(months(at("2024-03-01T00:00+01:00")) == at("2024-04-01T00:00+02:00"));
  const RowEnds quarters = ends("P3M", "2024-02-15T00:00+01:00");
  CHECK(quarters(at("2024-02-15T00:00+01:00")) == at("2024-05-01T00:00+02:00"));
  CHECK(ends("P1Y", "2023-12-01T00:00+01:00")(at("2023-12-01T00:00+01:00")) ==
        at("2024-12-01T00:00+01:00"));
}

TEST_CASE("intervals that do not end with a step are refused") {
  const Zone zone("Europe/Copenhagen");
  const auto refused = [&](const std::string& interval, const Period& run) {
    return error_of([&] {
             check_row_ends(parse_interval(interval).value(), run, run.start, zone, {});
           }).code() == "simulation.every_off_grid";
  };
  const Period run = period("2024-03-30T00:00+01:00", "2024-04-02T00:00+02:00", 2h);
  CHECK(refused("PT1H", run));
  CHECK(refused("PT3H", run));
  CHECK(refused("P1D", run));  // a day of 23 h
  CHECK_FALSE(refused("PT4H", run));
  CHECK_FALSE(refused("P1D", period("2024-03-30T00:00+01:00", "2024-04-02T00:00+02:00", 10min)));
}

TEST_CASE("an instant is the end of an interval or inside one") {
  const Zone zone("Europe/Copenhagen");
  const Instant origin = at("2024-01-15T00:00+01:00");
  CHECK(ends_at({.time = 1h}, origin, origin, zone));
  CHECK(ends_at({.time = 1h}, at("2024-01-15T05:00+01:00"), origin, zone));
  CHECK_FALSE(ends_at({.time = 1h}, at("2024-01-15T05:10+01:00"), origin, zone));
  CHECK(ends_at({.days = 1}, at("2024-04-01T00:00+02:00"), origin, zone));
  CHECK_FALSE(ends_at({.days = 1}, at("2024-04-01T00:00+01:00"), origin, zone));
}

}  // namespace row_ends_test

// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/known_times.hpp"

#include <chrono>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::test::known_times_test {
namespace {

Instant hour(int number) { return Instant(std::chrono::hours(number)); }

RawSeries hourly(const std::vector<double>& values) {
  RawSeries raw;
  for (std::size_t i = 0; i < values.size(); ++i) raw.times.push_back(hour(static_cast<int>(i)));
  raw.values = values;
  raw.interval = std::chrono::hours(1);
  return raw;
}

FileColumn lines() {
  FileColumn column;
  column.resample = Resample::Linear;
  return column;
}

Stretch hours(int start, int end) { return {hour(start), hour(end)}; }

bool same(const Stretch& a, const Stretch& b) { return a.start == b.start && a.end == b.end; }

}  // namespace

TEST_CASE("a series is known from its first to its last value, except in holes without a line") {
  const auto known =
      known_times(hourly({NAN, 1, 1, NAN, NAN, 1, NAN, NAN, NAN, NAN, 1, 1, NAN}), lines());
  REQUIRE(known);
  CHECK(same(known->span, hours(1, 11)));
  REQUIRE(known->holes.size() == 1);  // 3 h are bridged, 5 h are not
  CHECK(same(known->holes[0], hours(5, 10)));
  CHECK(known->known_within(hours(0, 12)) == std::chrono::hours(5));
  CHECK(known->known_within(hours(7, 12)) == std::chrono::hours(1));
  CHECK(longest_bridge(std::chrono::hours(6)) == std::chrono::hours(18));
  CHECK(!known_times(hourly({NAN, 1, NAN}), lines()));
}

TEST_CASE("means and held values are known over their interval") {
  FileColumn column = lines();
  column.stamp = Stamp::MeanBefore;
  CHECK(same(known_times(hourly({1, 1, 1}), column)->span, hours(-1, 2)));
  column = {};
  column.resample = Resample::Hold;
  CHECK(same(known_times(hourly({1, 1, 1}), column)->span, hours(0, 3)));
}

TEST_CASE("the common time serves most series, even if one of them lacks values") {
  CHECK(same(common_time({hours(0, 100)}), hours(0, 100)));
  CHECK(same(common_time({hours(0, 100), hours(0, 20)}), hours(0, 100)));
  CHECK(same(common_time({hours(0, 100), hours(5, 100), hours(90, 100)}), hours(0, 100)));
  // Two of four have 95 of 100 hours, the others end in the middle.
  CHECK(
      same(common_time({hours(0, 95), hours(5, 100), hours(0, 50), hours(0, 40)}), hours(0, 100)));
  // Of three, the two that overlap are served by their common part.
  CHECK(same(common_time({hours(0, 100), hours(50, 150), hours(300, 320)}), hours(50, 100)));
}

}  // namespace hearth::test::known_times_test

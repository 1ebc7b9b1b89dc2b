// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/time_ticks.hpp"

#include <catch2/catch.hpp>

namespace time_ticks_test {

using namespace hearth::apps;

TEST_CASE("marks of a day are round civil times of the zone") {
  // from 2023-11-27T00:00+01:00, one day
  const auto ticks = time_ticks(1701039600.0, 1701126000.0, "Europe/Copenhagen", 8);
  REQUIRE(ticks.size() == 9);
  CHECK(ticks[0].label == "27 Nov");
  CHECK(ticks[1].label == "03:00");
  CHECK(ticks[1].time == 1701039600.0 + 3 * 3600.0);
}

TEST_CASE("marks stay round when clocks are put forward") {
  // 2023-03-25T00:00+01:00 to 2023-03-28T00:00+02:00: 71 h
  const auto ticks = time_ticks(1679698800.0, 1679954400.0, "Europe/Copenhagen", 8);
  for (const TimeTick& tick : ticks) CHECK((tick.label == "12:00" || tick.label.ends_with("Mar")));
  CHECK(ticks.back().label == "28 Mar");
}

TEST_CASE("marks of a year are months") {
  const auto ticks = time_ticks(1672527600.0, 1704063600.0, "Europe/Copenhagen", 8);
  REQUIRE(ticks.size() == 7);
  CHECK(ticks[0].label == "Jan 2023");
  CHECK(ticks[1].label == "Mar 2023");
}

TEST_CASE("an unknown zone is read as UTC, an offset as an offset") {
  CHECK(time_ticks(0.0, 86400.0, "Nowhere/Land", 8)[0].label == "1 Jan");
  CHECK(time_ticks(-3600.0, 82800.0, "+01:00", 8)[0].label == "1 Jan");
}

TEST_CASE("round values cover a span") {
  CHECK(round_values(0.0, 1.0, 5) ==
        std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0});
  CHECK(round_values(18.3, 24.9, 5) == std::vector<double>{20.0, 22.0, 24.0});
}

}  // namespace time_ticks_test

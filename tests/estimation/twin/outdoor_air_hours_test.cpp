// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/outdoor_air_hours.hpp"

#include <cstddef>
#include <utility>

#include <catch2/catch.hpp>

#include "hearth/data/time/week_hours.hpp"

namespace hearth::test::outdoor_air_hours_test {
namespace {

constexpr std::size_t kRowsOfDay = 96, kDays = 28;

std::pair<int, int> place(std::size_t row) {
  return {static_cast<int>(row / kRowsOfDay % 7), static_cast<int>(row % kRowsOfDay) * 15};
}

Trend outdoor_air(double early, double late, double saturday) {
  Trend flow(kRowsOfDay * kDays);
  for (std::size_t row = 0; row < flow.size(); ++row) {
    const auto [day, minute] = place(row);
    flow[row] = day == 5 ? saturday : minute < 7 * 60 ? early : late;
  }
  return flow;
}

Rows in_use(const Trend& flow) {
  return where(flow.size(), [](std::size_t row) {
    const auto [day, minute] = place(row);
    return day < 6 && minute >= 6 * 60 && minute < 20 * 60;
  });
}

TEST_CASE("a damper that stays closed before people arrive has a schedule") {
  const Trend flow = outdoor_air(0.0, 0.8, 0.4);
  const auto found = outdoor_air_hours(flow, in_use(flow), in_use(flow), place);
  REQUIRE(found);
  CHECK(value_at(found->shares, 0, 6 * 60 + 30) == 0.0);
  CHECK(value_at(found->shares, 4, 7 * 60) == 1.0);
  CHECK(value_at(found->shares, 2, 19 * 60 + 59) == 1.0);
  CHECK(value_at(found->shares, 5, 10 * 60) == 0.5);
  CHECK(value_at(found->shares, 6, 12 * 60) == 1.0);  // no rows: the median of all
  CHECK(quantile(flow, found->largest, 0.5) == 0.8);
}

TEST_CASE("less outdoor air than the minimum shows a lower minimum") {
  const Trend flow = outdoor_air(0.0, 0.8, 0.8);
  const Rows all = in_use(flow);
  const Rows heated = where(flow.size(), [&](std::size_t row) {
    return all[row] && flow[row] > 0.0;  // no heat is needed while the damper is closed
  });
  const auto found = outdoor_air_hours(flow, heated, in_use(flow), place);
  REQUIRE(found);
  CHECK(value_at(found->shares, 1, 6 * 60 + 15) == 0.0);
  CHECK(value_at(found->shares, 1, 12 * 60) == 1.0);
}

TEST_CASE("a minimum of outdoor air that hardly changes has no schedule") {
  const Trend flow = outdoor_air(0.72, 0.8, 0.75);
  CHECK_FALSE(outdoor_air_hours(flow, in_use(flow), in_use(flow), place));
}

TEST_CASE("single rows of an hour do not make a schedule") {
  const Trend flow = outdoor_air(0.0, 0.8, 0.8);
  int early = 0;
  const Rows rows = where(flow.size(), [&](std::size_t row) {
    const auto [day, minute] = place(row);
    if (day >= 5 || minute < 6 * 60 || minute >= 20 * 60) return false;
    return minute >= 7 * 60 || early++ < 7;
  });
  Rows used = rows;
  const Rows all = in_use(flow);
  for (std::size_t row = 0; row < used.size(); ++row) {
    used[row] = used[row] || (all[row] && flow[row] == 0.8);
  }
  CHECK_FALSE(outdoor_air_hours(flow, rows, used, place));
}

TEST_CASE("a unit without outdoor air has no schedule of it") {
  const Trend flow = outdoor_air(0.0, 0.0, 0.0);
  CHECK_FALSE(outdoor_air_hours(flow, in_use(flow), in_use(flow), place));
}

}  // namespace
}  // namespace hearth::test::outdoor_air_hours_test

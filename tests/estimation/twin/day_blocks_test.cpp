// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/day_blocks.hpp"

#include <array>
#include <chrono>
#include <cmath>

#include <catch2/catch.hpp>

namespace hearth::test::day_blocks_test {
namespace {

constexpr Duration kHour = std::chrono::hours(1);

double mean(const Trend& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("the standard error of a mean is that of the means of its blocks") {
  const DayBlocks blocks({Instant{}, Instant{} + 4 * 24 * kHour - kHour, kHour});
  const Rows all(4 * 24, true);
  Trend trend(all.size());
  for (std::size_t k = 0; k < trend.size(); ++k) {
    trend[k] = std::array{1.0, 2.0, 4.0, 7.0}[k / 24] + (k % 2 == 0 ? 0.5 : -0.5);
  }
  const auto error =
      blocks.standard_error(all, [&](const Rows& rows) { return mean(in_rows(trend, rows)); });
  // The blocks are equally large: the sd of 1, 2, 4, 7 is sqrt(21 / 3), divided by the root of 4.
  REQUIRE(error);
  CHECK(*error == Approx(std::sqrt(7.0) / 2.0));
}

TEST_CASE("one day has no standard error") {
  const DayBlocks blocks({Instant{}, Instant{} + 24 * kHour, kHour});
  CHECK_FALSE(blocks.standard_error(Rows(25, true), [](const Rows&) { return 1.0; }));
}

TEST_CASE("blocks without a row do not count") {
  const DayBlocks blocks({Instant{}, Instant{} + 4 * 24 * kHour, kHour});
  const Rows first = where(4 * 24 + 1, [](std::size_t k) { return k < 24; });
  CHECK_FALSE(blocks.standard_error(first, [](const Rows&) { return 1.0; }));
}

TEST_CASE("an estimate that needs all blocks has no standard error") {
  const DayBlocks blocks({Instant{}, Instant{} + 4 * 24 * kHour, kHour});
  CHECK_FALSE(blocks.standard_error(Rows(97, true), [](const Rows&) { return NAN; }));
}

}  // namespace hearth::test::day_blocks_test

// SPDX-License-Identifier: MIT
#include "hearth/framework/component/series.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "hearth/framework/base/limits.hpp"

namespace series_test {

using namespace hearth;

namespace {

Series held(Sample sample = Sample::Mean) {
  return Series({{0.0, 1.0}, {600.0, 5.0}, {900.0, 2.0}}, Series::Shape::Hold, sample);
}

}  // namespace

TEST_CASE("a held series jumps at its points") {
  CHECK(held().at(599.0) == 1.0);
  CHECK(held().at(600.0) == 5.0);
  CHECK(held().before(600.0) == 1.0);
  CHECK(held().at(-10.0) == 1.0);
  CHECK(held().at(1e9) == 2.0);
}

TEST_CASE("a linear series joins its points") {
  const Series line({{0.0, 0.0}, {10.0, 20.0}}, Series::Shape::Linear, Sample::Mean);
  CHECK(line.at(2.5) == 5.0);
  CHECK(line.mean(0.0, 10.0) == 10.0);
  CHECK(line.mean(5.0, 15.0) == 17.5);  // 5 s at 15 on average, 5 s at 20
}

TEST_CASE("a step receives the mean, the start or the end of its interval") {
  const Clock step{.time = 1200.0, .step = 600.0};
  CHECK(held(Sample::Mean)(step) == 3.5);  // 300 s at 5 and 300 s at 2
  CHECK(held(Sample::Start)(step) == 5.0);
  CHECK(held(Sample::End)(step) == 2.0);
}

TEST_CASE("a switch at the end of a step is not felt before it") {
  CHECK(held(Sample::Mean)({.time = 600.0, .step = 600.0}) == 1.0);
  CHECK(held(Sample::Start)({.time = 600.0, .step = 600.0}) == 1.0);
  CHECK(held(Sample::End)({.time = 600.0, .step = 600.0}) == 5.0);
}

TEST_CASE("steps of milliseconds start exactly at the points") {
  const Series series({{0.0, 1.0}, {0.2, 7.0}}, Series::Shape::Hold, Sample::Start);
  CHECK(series({.time = 0.3, .step = 0.1}) == 7.0);  // 0.3 - 0.1 < 0.2 in binary
}

TEST_CASE("a held mean without a point inside is the value itself") {
  const Series series({{0.0, 0.1}, {1e7, 0.3}}, Series::Shape::Hold, Sample::Mean);
  CHECK(series.mean(600.0, 1200.0) == 0.1);
}

TEST_CASE("bucket lookup equals binary search for badly spread points") {
  std::mt19937 random(7);
  std::vector<Series::Point> points;
  double time = 0.0;
  for (int i = 0; i < 2000; ++i) {
    time += std::exp(std::uniform_real_distribution<>(-8.0, 8.0)(random));
    points.push_back({time, static_cast<double>(i)});
  }
  const Series series(points, Series::Shape::Hold, Sample::Start);
  std::uniform_real_distribution<> anywhere(-10.0, time + 10.0);
  for (int i = 0; i < 100000; ++i) {
    const double at = i < 2000 ? points[i].time : anywhere(random);
    const auto next = std::upper_bound(points.begin(), points.end(), at,
                                       [](double t, const auto& p) { return t < p.time; });
    const double expected = next == points.begin() ? points.front().value : std::prev(next)->value;
    REQUIRE(series.at(at) == expected);
  }
}

TEST_CASE("the points of all series of a run are counted, and those of the sun") {
  SeriesSpec sun, rules;
  sun.source = SunAngle{};
  rules.source = WeeklyRules{};
  SeriesReport many, some;
  many.points = limit_of(WorkLimit::SeriesPoints) / 2;
  some.points = limit_of(WorkLimit::SunIntervals) * 2 / 3;
  SeriesCount count;
  count.add(rules, many, {}, {});
  count.add(sun, some, {}, {});
  CHECK_THROWS_AS(count.add(sun, some, {}, {}), InputError);
  CHECK_THROWS_AS(count.add(rules, many, {}, {}), InputError);
  Diagnostics found;
  found.error("limit.exceeded", {}, "of the series itself");
  CHECK_THROWS_AS(SeriesCount().add(rules, {}, {}, found), InputError);
}

TEST_CASE("a column of a file counts for a quarter at its first use") {
  SeriesSpec column;
  column.source = FileColumn{};
  SeriesReport used;
  used.file = "u.csv";
  used.points = limit_of(WorkLimit::SeriesPoints);
  const auto of = [&used](const char* owner, const char* file = "u.csv") {
    SeriesReport report = used;
    report.owner = owner;
    report.file = file;
    return report;
  };
  SeriesCount count;
  count.add(column, of("a.value"), {}, {});
  count.add(column, of("a.value"), {}, {});  // for the limits on the other side of its steps
  count.add(column, of("b.value", "v.csv"), {}, {});
  CHECK_THROWS_AS(count.add(column, of("b.value"), {}, {}), InputError);
  SeriesCount same_file;
  same_file.add(column, of("a.value"), {}, {});
  CHECK_THROWS_AS(same_file.add(column, of("b.value", "./u.csv"), {}, {}), InputError);
  SeriesReport means = of("a.value");
  means.points = 2;
  means.made = limit_of(WorkLimit::SeriesPoints);
  SeriesCount made;
  made.add(column, means, {}, {});
  CHECK_THROWS_AS(made.add(column, means, {}, {}), InputError);
}

}  // namespace series_test

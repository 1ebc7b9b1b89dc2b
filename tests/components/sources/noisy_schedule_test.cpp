// SPDX-License-Identifier: MIT
#include "hearth/components/sources/noisy_schedule.hpp"

#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::noisy_schedule_test {
namespace {

Component noisy(std::string id, double value, int seed = 0) {
  Component component = instance(std::move(id), "NoisySchedule");
  SeriesSpec spec;
  spec.source = value;
  component.config["value"] = spec;
  component.config["seed"] = seed;
  return component;
}

constexpr long kWeek = 7 * 144;  // steps of 600 s

std::vector<double> week(const Component& component, int threads = 1) {
  SimulationModel model;
  model.add_component(component);
  return run_signal(model, standard_components(), component.id + ".scheduleValue",
                    {.steps = kWeek, .threads = threads});
}

TEST_CASE("noise is a whole number, redrawn each hour, with a bias for each day") {
  const std::vector<double> rows = week(noisy("people", 100.0));
  std::set<double> noises;
  for (long day = 0; day < 7; ++day) {
    double low = 1e9, high = -1e9;
    for (long hour = 0; hour < 24; ++hour) {
      const auto first = static_cast<std::size_t>(144 * day + 6 * hour + 1);
      for (std::size_t k = first; k < first + 6; ++k) CHECK(rows[k] == rows[first]);
      CHECK(rows[first] == std::round(rows[first]));
      low = std::min(low, rows[first]);
      high = std::max(high, rows[first]);
      noises.insert(rows[first] - 100.0);
    }
    CHECK(high - low <= 7.0);  // the hours of a day differ by their noise alone, -4 to 3
  }
  CHECK(*noises.begin() >= -14.0);
  CHECK(*noises.rbegin() <= 12.0);
  CHECK(noises.size() > 7);  // so days differ too
}

TEST_CASE("all draws are from their ranges, and the ends are reached") {
  std::set<double> hourly, daily;
  NoisySchedule<double>::Config c{Series(1.0), 7, -4, 3, -10, 9};
  for (int hour = 0; hour < 2000; ++hour) {
    const Clock now{3600.0 * hour, 0.0, 600.0, 42, 0};
    hourly.insert(NoisySchedule<double>::draw(c, now, 3600.0, 0, -4, 3));
    daily.insert(NoisySchedule<double>::draw(c, now, 3600.0, 1, -10, 9));
  }
  CHECK(hourly == std::set<double>{-4, -3, -2, -1, 0, 1, 2, 3});
  CHECK(daily.size() == 20);
  CHECK(*daily.begin() == -10.0);
  CHECK(*daily.rbegin() == 9.0);
}

TEST_CASE("noise depends on seed and id, not on other components or threads") {
  const std::vector<double> alone = week(noisy("a", 50.0));
  CHECK(week(noisy("a", 50.0), 2) == alone);
  CHECK(week(noisy("a", 50.0, 1)) != alone);
  CHECK(week(noisy("b", 50.0)) != alone);
  SimulationModel model;
  model.add_component(noisy("0", 50.0));
  model.add_component(noisy("a", 50.0));
  CHECK(run_signal(model, standard_components(), "a.scheduleValue", {.steps = kWeek}) == alone);
}

TEST_CASE("noise adds to positive values only and never makes them negative") {
  for (const double value : week(noisy("nobody", 0.0))) CHECK(value == 0.0);
  for (const double value : week(noisy("cold", -5.0))) CHECK(value == -5.0);
  bool clipped = false;
  for (const double value : week(noisy("few", 1.0))) {
    CHECK(value >= 0.0);
    clipped |= value == 0.0;
  }
  CHECK(clipped);
}

TEST_CASE("the ends of a range of noise may be given in either order") {
  const NoisySchedule<double>::Config c{Series(1.0), 7, 3, -4, 0, 0};
  const Clock now{0.0, 0.0, 600.0, 42, 0};
  CHECK(NoisySchedule<double>::draw(c, now, 3600.0, 0, 3, -4) ==
        NoisySchedule<double>::draw(c, now, 3600.0, 0, -4, 3));
}

TEST_CASE("a negative seed is refused") {
  SimulationModel model;
  model.add_component(noisy("people", 1.0, -1));
  CHECK_THAT(message_of(validate(model, standard_components()), "model.out_of_range"),
             Catch::Contains("people.seed"));
}

}  // namespace
}  // namespace hearth::test::noisy_schedule_test

// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/morris.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::test::morris_test {

using namespace hearth::estimation;

namespace {

using Point = std::vector<double>;

template <class Function>
std::vector<ElementaryEffects> effects_of(int parameters, int trajectories, std::uint64_t seed,
                                          const Function& function) {
  const MorrisDesign design = morris_design(parameters, trajectories, seed);
  std::vector<double> values;
  for (const Point& point : design.points) values.push_back(function(point));
  return elementary_effects(design, values, seed);
}

}  // namespace

TEST_CASE("a trajectory changes every parameter once, by 2/3, on four levels") {
  const MorrisDesign design = morris_design(5, 30, 7);
  REQUIRE(design.points.size() == 30 * 6);
  REQUIRE(design.changed.size() == 30 * 5);
  for (std::size_t t = 0; t < 30; ++t) {
    std::set<int> changed;
    for (std::size_t step = 0; step < 5; ++step) {
      const int p = design.changed[t * 5 + step];
      changed.insert(p);
      const Point& before = design.points[t * 6 + step];
      const Point& after = design.points[t * 6 + step + 1];
      for (std::size_t i = 0; i < 5; ++i) {
        CHECK(std::set<double>{0.0, 1 / 3.0, 2 / 3.0, 1.0}.count(after[i]) == 1);
        const double expected = static_cast<int>(i) == p ? 2.0 / 3.0 : 0.0;
        CHECK(std::abs(after[i] - before[i]) == Approx(expected).margin(1e-15));  // rounding
      }
    }
    CHECK(changed.size() == 5);
  }
  CHECK(morris_design(5, 30, 7).points == design.points);
  CHECK(morris_design(5, 30, 8).points != design.points);
}

TEST_CASE("the effects of a linear function are its slopes, without spread") {
  const auto effects = effects_of(
      4, 10, 1, [](const Point& x) { return 5.0 + 3.0 * x[0] - 2.0 * x[1] + 0.5 * x[2]; });
  const double slopes[] = {3.0, -2.0, 0.5, 0.0};
  REQUIRE(effects.size() == 4);
  for (std::size_t p = 0; p < 4; ++p) {
    // Differences of values of about 5 over 2/3 round to some 1e-15 of 5.
    CHECK(effects[p].mu == Approx(slopes[p]).margin(1e-14));
    CHECK(effects[p].mu_star == Approx(std::abs(slopes[p])).margin(1e-14));
    CHECK(effects[p].sigma == Approx(0.0).margin(1e-14));
    CHECK(effects[p].mu_star_ci95.low == Approx(std::abs(slopes[p])).margin(1e-14));
    CHECK(effects[p].mu_star_ci95.high == Approx(std::abs(slopes[p])).margin(1e-14));
  }
  CHECK(effects[3].mu_star == 0.0);  // exactly: it changes no value
}

TEST_CASE("effects of both signs cancel in mu, not in mu*") {
  // Between the levels 0 and 2/3, 1/3 and 1, (x - 1/2)² changes by 2/9 down and up: the effects are
  // -1/3 and 1/3.
  const auto effects =
      effects_of(1, 4000, 3, [](const Point& x) { return (x[0] - 0.5) * (x[0] - 0.5); });
  CHECK(effects[0].mu_star == Approx(1.0 / 3.0).epsilon(1e-12));  // rounding
  // The mean of 4000 of ± 1/3 has a standard deviation of 1/3/sqrt(4000); 5 of them.
  CHECK(std::abs(effects[0].mu) < 5.0 / 3.0 / std::sqrt(4000.0));
  CHECK(effects[0].sigma == Approx(1.0 / 3.0).epsilon(1e-3));
}

TEST_CASE("the interval of mu* holds the mean over the whole grid") {
  // The effect of x0 on x0 x1² is x1², of mean (0 + 1 + 4 + 9) / 9 / 4 over the levels.
  constexpr double kMean = 14.0 / 36.0;
  constexpr int kSeeds = 300;
  int held = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto effects = effects_of(2, 20, static_cast<std::uint64_t>(seed),
                                    [](const Point& x) { return x[0] * x[1] * x[1]; });
    const estimation::Interval& interval = effects[0].mu_star_ci95;
    held += interval.low <= kMean && kMean <= interval.high ? 1 : 0;
  }
  // Percentiles of resamples of 20 hold it in 91 to 95 of 100; 4 sd of a binomial count are 0.06.
  CHECK(held > 0.86 * kSeeds);
  CHECK(held < 0.99 * kSeeds);
}

TEST_CASE("a trajectory with a value that is not finite does not count") {
  const MorrisDesign design = morris_design(3, 6, 1);
  std::vector<double> values;
  for (const Point& point : design.points) values.push_back(2.0 * point[0] + point[1]);
  values[5] = std::numeric_limits<double>::quiet_NaN();
  values[20] = std::numeric_limits<double>::infinity();
  const auto effects = elementary_effects(design, values, 1);
  REQUIRE(effects.size() == 3);
  CHECK(effects[0].mu == Approx(2.0));
  CHECK(effects[1].mu_star_ci95.high == Approx(1.0));
  for (std::size_t t = 1; t < 6; ++t) values[4 * t] = NAN;
  CHECK(elementary_effects(design, values, 1).empty());  // only one is left
}

}  // namespace hearth::test::morris_test

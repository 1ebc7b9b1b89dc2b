// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/whiteness.hpp"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::estimation::whiteness_test {
namespace {

constexpr int kRuns = 400;

/// A first-order autoregression of sd 1; white where `kept` is 0. The same on every platform.
std::vector<double> noise(std::size_t count, double kept, std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::vector<double> series;
  double last = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits() >> 11) * 0x1p-53;
    last = kept * last + std::sqrt(1.0 - kept * kept) * sum;
    series.push_back(last);
  }
  return series;
}

TEST_CASE("tests of whiteness reject white noise about as often as they say") {
  int ljung_box = 0, periodogram = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const Whiteness found = whiteness(noise(300, 0.0, run));
    ljung_box += found.p < 0.05 ? 1 : 0;
    periodogram += found.periodogram_distance > found.periodogram_limit ? 1 : 0;
  }
  CAPTURE(ljung_box, periodogram);
  // A binomial count of 400 at 5 % has sd 4.4: 20 ± 3 sd. The periodogram's limit is that of long
  // series, which short ones exceed less often.
  CHECK(ljung_box >= 7);
  CHECK(ljung_box <= 33);
  CHECK(periodogram >= 4);
  CHECK(periodogram <= 33);
}

TEST_CASE("noise that lasts is found by both tests") {
  int ljung_box = 0, periodogram = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const Whiteness found = whiteness(noise(300, 0.4, run));
    ljung_box += found.p < 0.05 ? 1 : 0;
    periodogram += found.periodogram_distance > found.periodogram_limit ? 1 : 0;
  }
  CHECK(ljung_box > 0.9 * kRuns);
  CHECK(periodogram > 0.9 * kRuns);
}

TEST_CASE("a sine rises in the cumulative periodogram at its frequency") {
  std::vector<double> sine;
  for (int k = 0; k < 240; ++k) sine.push_back(std::sin(2.0 * M_PI * k / 24.0));
  const std::vector<double> cumulative = cumulative_periodogram(sine);
  REQUIRE(cumulative.size() == 119);
  CHECK(cumulative[8] < 1e-20);         // up to 9 periods
  CHECK(cumulative[9] == Approx(1.0));  // 10 of them
  CHECK(cumulative.back() == Approx(1.0));
}

TEST_CASE("missing values take no part, and few values are not tested") {
  std::vector<double> series = noise(300, 0.0, 1);
  for (std::size_t k = 100; k < 150; ++k) series[k] = NAN;
  const Whiteness found = whiteness(series);
  CHECK(std::isfinite(found.ljung_box));
  CHECK(found.autocorrelation.size() == 24);
  CHECK(whiteness({1.0, -1.0, 2.0}).white());
  CHECK(whiteness({}).autocorrelation.empty());
  CHECK(whiteness(std::vector<double>(50, 0.0)).p == 1.0);
}

}  // namespace
}  // namespace hearth::estimation::whiteness_test

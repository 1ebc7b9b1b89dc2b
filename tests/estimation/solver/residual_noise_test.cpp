// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/internal/residual_noise.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/solver/covariance.hpp"
#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace residual_noise_test {

using namespace hearth::test;

namespace {

/// Normal noise, the same on every platform except for rounding: the sum of 12 uniform numbers,
/// less 6.
class Noise {
 public:
  explicit Noise(int seed) : bits_(static_cast<std::uint64_t>(seed)) {}
  double operator()() {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(bits_() >> 11) * 0x1p-53;
    return sum;
  }

 private:
  std::mt19937_64 bits_;
};

std::vector<double> autoregressive(Noise& noise, int rows, double kept) {
  std::vector<double> values{noise()};
  while (static_cast<int>(values.size()) < rows) {
    values.push_back(kept * values.back() + std::sqrt(1.0 - kept * kept) * noise());
  }
  return values;
}

std::vector<ResidualPlace> one_stretch(int rows) {
  std::vector<ResidualPlace> places;
  for (int i = 0; i < rows; ++i) places.push_back({0, 0, static_cast<double>(i)});
  return places;
}

/// A line through noise: y = a + b t, and a square wave c, that are estimated.
struct Fit {
  std::array<double, 3> z{};  ///< estimates over their sd; the truth is 0
  std::array<bool, 3> held{};
  Uncertainty uncertainty;
};

Fit fit(const std::vector<double>& noise, const std::vector<ResidualPlace>& places) {
  const auto rows = static_cast<int>(noise.size());
  auto function = exact<3>(rows, [&](const auto* p, auto* r) {
    for (int i = 0; i < rows; ++i) {
      const double t = static_cast<double>(i) / rows;
      r[i] = p[0] + p[1] * t + p[2] * static_cast<double>((i / 20) % 2) -
             noise[static_cast<std::size_t>(i)];
    }
  });
  const auto parameters = unbounded({0.0, 0.0, 0.0});
  const Summary summary = solve(parameters, function);
  Jacobian jacobian = *evaluate_jacobian(function, summary.parameters);
  jacobian.places = places;
  Fit result;
  result.uncertainty = uncertainty(parameters, summary, jacobian);
  for (std::size_t i = 0; i < 3; ++i) {
    const ParameterUncertainty& own = result.uncertainty.parameters[i];
    result.z[i] = summary.parameters[i] / *own.sd;
    result.held[i] = own.ci95->low <= 0.0 && 0.0 <= own.ci95->high;
  }
  return result;
}

}  // namespace

TEST_CASE("intervals hold the truth whatever the noise remembers") {
  constexpr int kRows = 300, kRuns = 200;
  const double kept = GENERATE(0.0, 0.5, 0.9, 0.97);
  int held = 0, found = 0;
  for (int run = 0; run < kRuns; ++run) {
    Noise noise(run);
    const Fit own = fit(autoregressive(noise, kRows, kept), one_stretch(kRows));
    for (const bool one : own.held) held += one ? 1 : 0;
    found += own.uncertainty.noise.at(0).white() ? 0 : 1;
  }
  CAPTURE(kept, held, found);
  // Of 600: 95 %, but 90 % where the noise remembers a tenth of the series. Three sd of a count of
  // 600, whose parameters depend on each other, are 3 % or more.
  CHECK(held >= (kept > 0.9 ? 516 : 546));
  CHECK(held <= 594);
  if (kept == 0.0) CHECK(found <= 0.07 * kRuns);
  if (kept > 0.0) CHECK(found == kRuns);
}

TEST_CASE("white noise costs hardly any width") {
  constexpr int kRows = 300, kRuns = 100;
  double with = 0.0, without = 0.0;
  for (int run = 0; run < kRuns; ++run) {
    Noise noise(run);
    const std::vector<double> values = autoregressive(noise, kRows, 0.0);
    with += *fit(values, one_stretch(kRows)).uncertainty.parameters[1].sd;
    without += *fit(values, {}).uncertainty.parameters[1].sd;
  }
  CHECK(with / without >= 0.99);
  CHECK(with / without <= 1.10);  // what the slow noises that remain possible cost
}

TEST_CASE("rows that are missing and stretches that have nothing in common are accounted for") {
  constexpr int kRows = 600, kRuns = 150;
  const bool stretches = GENERATE(false, true);
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    Noise noise(1000 + run);
    std::vector<double> values;
    std::vector<ResidualPlace> places;
    if (stretches) {
      for (int s = 0; s < 6; ++s) {
        const auto part = autoregressive(noise, kRows / 12, 0.9);
        for (int i = 0; i < kRows / 12; ++i) places.push_back({0, s, static_cast<double>(i)});
        values.insert(values.end(), part.begin(), part.end());
      }
    } else {
      const auto all = autoregressive(noise, kRows, 0.95);
      for (int i = 0; i < kRows; ++i) {
        if (noise() > 0.0) continue;  // half of them, at random
        values.push_back(all[static_cast<std::size_t>(i)]);
        places.push_back({0, 0, static_cast<double>(i)});
      }
    }
    for (const bool one : fit(values, places).held) held += one ? 1 : 0;
  }
  CAPTURE(stretches, held);
  CHECK(held >= 0.89 * 3 * kRuns);
}

TEST_CASE("the test of Ljung and Box is that of the book") {
  // r = 1, -1, 1, ... has autocorrelations ∓(n - k)/n, hence Q = n (n + 2) Σ (n - k) / n² with
  // n = 20 and four lags: 22 (19 + 18 + 17 + 16) / 20 = 77.
  Eigen::VectorXd psi(20);
  for (int i = 0; i < 20; ++i) psi[i] = i % 2 == 0 ? 1.0 : -1.0;
  const NoiseFound found = find_noise({.psi = psi,
                                       .basis = Eigen::MatrixXd::Zero(20, 1),
                                       .effect = Eigen::MatrixXd::Ones(1, 1),
                                       .places = one_stretch(20)});
  REQUIRE(found.series.size() == 1);
  CHECK(found.series[0].lags == 4);
  CHECK(found.series[0].ljung_box == Approx(77.0));
  CHECK(found.series[0].lag1 == Approx(-1.0));
  CHECK_FALSE(found.series[0].white());
}

TEST_CASE("probabilities of chi-squared agree with tables") {
  CHECK(chi_squared_above(5.991, 2) == Approx(0.05).epsilon(1e-3));
  CHECK(chi_squared_above(18.307, 10) == Approx(0.05).epsilon(1e-3));
  CHECK(chi_squared_above(42.980, 24) == Approx(0.01).epsilon(1e-3));
  CHECK(chi_squared_above(3.841, 1) == Approx(0.05).epsilon(1e-3));
  CHECK(chi_squared_above(7.815, 3) == Approx(0.05).epsilon(1e-3));
  CHECK(chi_squared_above(24.996, 15) == Approx(0.05).epsilon(1e-3));
  CHECK(chi_squared_above(1106.969, 1000) == Approx(0.01).epsilon(1e-3));
  CHECK(chi_squared_above(1108.0, 1001) == Approx(chi_squared_above(1106.969, 1000)).epsilon(0.01));
  CHECK(chi_squared_above(0.0, 3) == 1.0);
}

}  // namespace residual_noise_test

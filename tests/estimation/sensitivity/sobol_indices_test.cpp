// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/sobol_indices.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"

namespace hearth::test::sobol_indices_test {

using namespace hearth::estimation;

namespace {

using Point = std::vector<double>;

template <class Function>
std::vector<double> values_of(const SobolDesign& design, const Function& function) {
  std::vector<double> values;
  for (const Point& point : design.points) values.push_back(function(point));
  return values;
}

template <class Function>
std::vector<SobolIndices> indices_of(int parameters, int rows, std::uint64_t seed,
                                     const Function& function) {
  const SobolDesign design = sobol_design(parameters, rows, seed);
  return sobol_indices(design, values_of(design, function), seed);
}

/// The function of Ishigami and Homma (ISUMA 1990) with a = 7 and b = 0.1.
double ishigami(const Point& u) {
  const auto x = [&u](std::size_t i) { return std::numbers::pi * (2.0 * u[i] - 1.0); };
  const double s = std::sin(x(1));
  return std::sin(x(0)) + 7.0 * s * s + 0.1 * std::pow(x(2), 4) * std::sin(x(0));
}

/// The g-function of Sobol: the product of (|4 x - 2| + a) / (1 + a).
const std::vector<double> kA{0.0, 1.0, 4.5, 9.0, 99.0, 99.0};
double g_function(const Point& x) {
  double product = 1.0;
  for (std::size_t i = 0; i < kA.size(); ++i) {
    product *= (std::abs(4.0 * x[i] - 2.0) + kA[i]) / (1.0 + kA[i]);
  }
  return product;
}

bool holds(const estimation::Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

}  // namespace

TEST_CASE("a row of the design holds A, B, and A with each number from B") {
  const SobolDesign design = sobol_design(3, 8, 5);
  REQUIRE(design.points.size() == 8 * 5);
  for (std::size_t j = 0; j < 8; ++j) {
    const Point& a = design.points[5 * j];
    const Point& b = design.points[5 * j + 1];
    for (std::size_t p = 0; p < 3; ++p) {
      CHECK(a[p] != b[p]);
      Point mixed = a;
      mixed[p] = b[p];
      CHECK(design.points[5 * j + 2 + p] == mixed);
    }
  }
  CHECK(sobol_design(3, 8, 6).points != design.points);
  CHECK_THROWS_AS(sobol_design(2000, 2, 1), InputError);
}

TEST_CASE("the indices of the Ishigami function are the analytic ones") {
  const auto found = indices_of(3, 8192, 1, ishigami);
  const double first[] = {0.3139, 0.4424, 0.0};
  const double total[] = {0.5576, 0.4424, 0.2437};
  REQUIRE(found.size() == 3);
  for (std::size_t p = 0; p < 3; ++p) {
    INFO("parameter " << p);
    // Random points would give a standard deviation of at most 0.015, Sobol points less.
    CHECK(found[p].first == Approx(first[p]).margin(0.015));
    CHECK(found[p].total == Approx(total[p]).margin(0.015));
    CHECK(holds(found[p].first_ci95, first[p]));
    CHECK(holds(found[p].total_ci95, total[p]));
    CHECK(found[p].first_ci95.high - found[p].first_ci95.low < 0.08);
  }
}

TEST_CASE("the indices of the g-function are the analytic ones") {
  // Partial variances V_i = 1/3 / (1 + a_i)²; V = Π (1 + V_i) - 1, and the total index of i is
  // V_i Π_{j ≠ i} (1 + V_j) / V.
  const auto part = [](std::size_t i) { return 1.0 / (3.0 * (1.0 + kA[i]) * (1.0 + kA[i])); };
  double product = 1.0;
  for (std::size_t i = 0; i < kA.size(); ++i) product *= 1.0 + part(i);
  const double variance = product - 1.0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto found = indices_of(6, 4096, seed, g_function);
    for (std::size_t p = 0; p < kA.size(); ++p) {
      INFO("parameter " << p << ", seed " << seed);
      const double first = part(p) / variance;
      const double total = part(p) * product / (1.0 + part(p)) / variance;
      // As above: random points would give 0.02 for the largest.
      CHECK(found[p].first == Approx(first).margin(0.02));
      CHECK(found[p].total == Approx(total).margin(0.02));
    }
  }
}

TEST_CASE("a parameter that does nothing has indices of exactly 0") {
  const auto found = indices_of(2, 64, 1, [](const Point& x) { return x[0]; });
  CHECK(found[1].first == 0.0);
  CHECK(found[1].total == 0.0);
  CHECK(found[1].total_ci95.high == 0.0);
  CHECK(found[0].total == Approx(1.0).margin(0.05));  // of 64 rows
}

TEST_CASE("a value that does not vary has indices of 0") {
  for (const auto& index : indices_of(3, 16, 1, [](const Point&) { return 0.1; })) {
    CHECK(index.first == 0.0);
    CHECK(index.total == 0.0);
  }
}

TEST_CASE("indices do not depend on the size and the origin of a value") {
  const auto plain = indices_of(3, 256, 1, ishigami);
  const auto moved = indices_of(3, 256, 1, [](const Point& x) { return 1e6 - 40.0 * ishigami(x); });
  for (std::size_t p = 0; p < 3; ++p) {
    CHECK(moved[p].first == Approx(plain[p].first).margin(1e-6));  // of 1e6 are 1e-10 left
    CHECK(moved[p].total == Approx(plain[p].total).margin(1e-6));
  }
}

TEST_CASE("a row with a value that is not finite does not count") {
  const SobolDesign design = sobol_design(2, 64, 1);
  std::vector<double> values = values_of(design, [](const Point& x) { return x[0] + 2.0 * x[1]; });
  values[3] = NAN;
  values[4 * 40] = INFINITY;
  const auto found = sobol_indices(design, values, 1);
  REQUIRE(found.size() == 2);
  CHECK(found[0].total == Approx(0.2).margin(0.03));  // of 62 rows
  CHECK(found[1].total == Approx(0.8).margin(0.08));
  for (std::size_t row = 1; row < 64; ++row) values[4 * row + 2] = NAN;
  values[2] = NAN;
  CHECK(sobol_indices(design, values, 1).empty());
}

}  // namespace hearth::test::sobol_indices_test

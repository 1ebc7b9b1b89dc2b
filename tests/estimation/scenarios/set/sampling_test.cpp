// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/internal/sampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"

namespace hearth::test::sampling_test {
namespace {

using Point = std::vector<double>;

/// The Sobol sequence as Joe and Kuo define it (SIAM J. Sci. Comput. 30, 2008), in dimensions 2 to
/// 10 with their primitive polynomials (degree s, coefficients a) and first direction numbers m, of
/// the file new-joe-kuo-6.21201; points in the order of the Gray code.
class PublishedSobol {
 public:
  PublishedSobol() {
    for (int bit = 0; bit < kBits; ++bit) directions_[0][bit] = std::uint32_t{1} << (31 - bit);
    for (std::size_t d = 1; d < 10; ++d) fill(kTable[d - 1], directions_[d]);
  }

  Point point(std::uint32_t index) const {
    const std::uint32_t gray = index ^ (index >> 1);
    Point result;
    for (const auto& direction : directions_) {
      std::uint32_t x = 0;
      for (int bit = 0; bit < kBits; ++bit) x ^= ((gray >> bit) & 1U) != 0 ? direction[bit] : 0;
      result.push_back(x * 0x1p-32);
    }
    return result;
  }

 private:
  static constexpr int kBits = 32;
  struct Row {
    int s;
    std::uint32_t a;
    std::array<std::uint32_t, 5> m;
  };
  static constexpr std::array<Row, 9> kTable{{{1, 0, {1}},
                                              {2, 1, {1, 3}},
                                              {3, 1, {1, 3, 1}},
                                              {3, 2, {1, 1, 1}},
                                              {4, 1, {1, 1, 3, 3}},
                                              {4, 4, {1, 3, 5, 13}},
                                              {5, 2, {1, 1, 5, 5, 17}},
                                              {5, 4, {1, 1, 5, 5, 5}},
                                              {5, 7, {1, 1, 7, 11, 19}}}};
  using Directions = std::array<std::uint32_t, kBits>;

  static void fill(const Row& row, Directions& v) {
    for (int i = 0; i < row.s; ++i) v[i] = row.m[i] << (31 - i);
    for (int i = row.s; i < kBits; ++i) {
      v[i] = v[i - row.s] ^ (v[i - row.s] >> row.s);
      for (int k = 1; k < row.s; ++k) {
        v[i] ^= ((row.a >> (row.s - 1 - k)) & 1U) * v[i - k];
      }
    }
  }

  std::array<Directions, 10> directions_{};
};

/// Returns whether every interval [k/n, (k+1)/n) of every dimension holds one point.
bool is_stratified(const std::vector<Point>& points) {
  const std::size_t n = points.size();
  for (std::size_t d = 0; d < points.front().size(); ++d) {
    std::set<long> intervals;
    for (const Point& point : points) {
      if (point[d] < 0.0 || point[d] >= 1.0) return false;
      intervals.insert(static_cast<long>(std::floor(point[d] * static_cast<double>(n))));
    }
    if (intervals.size() != n) return false;
  }
  return true;
}

std::vector<Point> hypercube(long n, int dimensions, std::uint64_t seed) {
  std::vector<Point> points;
  for (long i = 0; i < n; ++i) points.push_back(latin_hypercube_point(i, n, dimensions, seed));
  return points;
}

}  // namespace

TEST_CASE("Sobol points are those that Joe and Kuo print") {
  // The example of their page: the first ten points in three dimensions; all are exact in binary.
  const std::vector<Point> printed{{0, 0, 0},
                                   {0.5, 0.5, 0.5},
                                   {0.75, 0.25, 0.25},
                                   {0.25, 0.75, 0.75},
                                   {0.375, 0.375, 0.625},
                                   {0.875, 0.875, 0.125},
                                   {0.625, 0.125, 0.875},
                                   {0.125, 0.625, 0.375},
                                   {0.1875, 0.3125, 0.9375},
                                   {0.6875, 0.8125, 0.4375}};
  for (std::size_t i = 0; i < printed.size(); ++i) {
    CHECK(sobol_point(static_cast<long>(i), 3, 0) == printed[i]);
  }
}

TEST_CASE("Sobol points in ten dimensions follow the published direction numbers") {
  const PublishedSobol published;
  for (const std::uint32_t index : {0U, 1U, 2U, 7U, 100U, 255U, 256U, 4095U, 1234567U}) {
    INFO("point " << index);
    CHECK(sobol_point(index, 10, 0) == published.point(index));
  }
}

TEST_CASE("a seed shifts Sobol points and keeps one in each interval") {
  std::vector<Point> points;
  for (long i = 0; i < 64; ++i) points.push_back(sobol_point(i, 12, 7));
  CHECK(is_stratified(points));
  CHECK(sobol_point(5, 12, 7) == points[5]);
  CHECK(sobol_point(5, 12, 8) != points[5]);
  CHECK(sobol_point(5, 12, 0) != points[5]);
  CHECK_THROWS_AS(sobol_point(0, 4000, 0), InputError);
}

TEST_CASE("a Latin hypercube holds one point in each interval of each dimension") {
  for (const long n : {1L, 2L, 3L, 10L, 97L, 1000L}) {
    INFO(n << " points");
    CHECK(is_stratified(hypercube(n, 5, 3)));
  }
  CHECK(hypercube(10, 2, 1) != hypercube(10, 2, 2));
}

TEST_CASE("a Latin hypercube's points do not depend on the order they are asked for") {
  const std::vector<Point> points = hypercube(50, 3, 11);
  for (long i = 49; i >= 0; --i) {
    CHECK(latin_hypercube_point(i, 50, 3, 11) == points[i]);
  }
}

TEST_CASE("Latin hypercubes of many seeds are spread evenly and without correlation") {
  // Over m seeds the interval of point 0 is uniform: its count is binomial, and 5 standard
  // deviations are left one time in 10^6. The mean of the product of two dimensions has a standard
  // deviation of 1/(12 sqrt(m n)).
  constexpr long n = 8;
  constexpr int seeds = 4000;
  std::array<int, n> counts{};
  double product = 0.0;
  for (int seed = 0; seed < seeds; ++seed) {
    const std::vector<Point> points = hypercube(n, 2, static_cast<std::uint64_t>(seed));
    ++counts[static_cast<std::size_t>(points[0][0] * n)];
    for (const Point& point : points) product += (point[0] - 0.5) * (point[1] - 0.5);
  }
  const double expected = seeds / static_cast<double>(n);
  for (const int count : counts) {
    CHECK(std::abs(count - expected) < 5.0 * std::sqrt(expected * (1.0 - 1.0 / n)));
  }
  const double mean = product / (seeds * static_cast<double>(n));
  CHECK(std::abs(mean) < 5.0 / (12.0 * std::sqrt(seeds * static_cast<double>(n))));
}

TEST_CASE("a grid's last dimension runs fastest") {
  const std::vector<int> levels{2, 3};
  std::vector<std::vector<int>> points;
  for (long i = 0; i < 6; ++i) points.push_back(grid_point(i, levels));
  CHECK(points == std::vector<std::vector<int>>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
}

}  // namespace hearth::test::sampling_test

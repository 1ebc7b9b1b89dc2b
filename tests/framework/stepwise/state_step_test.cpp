// SPDX-License-Identifier: MIT
#include "hearth/framework/integration/state_step.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::test::state_step_test {
namespace {

/// dx/dt = A x + b
struct Affine {
  int n = 0;
  std::vector<double> A, b;

  double norm(double h) const { return phi::norm(A.data(), n, n, h); }
  void operator()(const double* x, double, double* dx) const {
    for (int i = 0; i < n; ++i) {
      double sum = b[i];
      for (int j = 0; j < n; ++j) sum += A[i * n + j] * x[j];
      dx[i] = sum;
    }
  }
};

/// The exact step in long double: exp of h [A b; 0 0] by Taylor series and squaring.
std::vector<double> exact(const Affine& system, const std::vector<double>& x, double h) {
  const int m = system.n + 1;
  using Matrix = std::vector<long double>;
  const auto at = [m](int i, int j) { return static_cast<std::size_t>(i * m + j); };
  const auto product = [&](const Matrix& p, const Matrix& q) {
    Matrix r(static_cast<std::size_t>(m * m), 0.0L);
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < m; ++k)
        for (int j = 0; j < m; ++j) r[at(i, j)] += p[at(i, k)] * q[at(k, j)];
    return r;
  };
  int squarings = 8;  // the series then needs few terms
  for (double size = system.norm(h); size > 0.1; size *= 0.5) ++squarings;
  Matrix z(static_cast<std::size_t>(m * m), 0.0L);
  const long double scale = std::ldexp(static_cast<long double>(h), -squarings);
  for (int i = 0; i < system.n; ++i) {
    for (int j = 0; j < system.n; ++j)
      z[at(i, j)] = scale * static_cast<long double>(system.A[i * system.n + j]);
    z[at(i, system.n)] = scale * static_cast<long double>(system.b[i]);
  }
  Matrix power(static_cast<std::size_t>(m * m), 0.0L);
  for (int i = 0; i < m; ++i) power[at(i, i)] = 1.0L;
  Matrix result = power;
  for (int k = 1; k <= 12; ++k) {
    power = product(power, z);
    for (long double& p : power) p /= k;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += power[i];
  }
  for (int s = 0; s < squarings; ++s) result = product(result, result);
  std::vector<double> end;
  for (int i = 0; i < system.n; ++i) {
    long double sum = result[at(i, system.n)];
    for (int j = 0; j < system.n; ++j) sum += result[at(i, j)] * static_cast<long double>(x[j]);
    end.push_back(static_cast<double>(sum));
  }
  return end;
}

template <class Rhs>
std::vector<double> advance(Rhs& rhs, std::vector<double> x, double h, Scheme scheme,
                            int reach = 1000) {
  const int n = static_cast<int>(x.size());
  std::vector<double> memory(static_cast<std::size_t>(step_work_size(n, 4)));
  StateStep<double, Rhs> step(rhs, x.data(), n, reach, memory.data());
  switch (scheme) {
    case Scheme::Affine:
      step.affine(h);
      break;
    case Scheme::AffineWithSlope:
      step.affine_with_slope(h);
      break;
    case Scheme::Controlled:
      step.controlled(h);
      break;
    case Scheme::ImplicitEuler:
      step.implicit_euler(h, false);
      break;
  }
  return x;
}

/// Largest difference, relative to 1 + |exact| (largest component).
double error_of(const std::vector<double>& got, const std::vector<double>& expected) {
  double worst = 0.0, size = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(got[i] - expected[i]);
    if (std::isnan(error)) return INFINITY;
    worst = std::max(worst, error);
    size = std::max(size, std::abs(expected[i]));
  }
  return worst / (1.0 + size);
}

/// A stable system whose rates are all alike, with h |A| = norm for h = 600 s.
Affine alike(int n, double norm, std::mt19937& random) {
  std::uniform_real_distribution<double> between(-1.0, 1.0);
  Affine system{n, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      system.A.push_back(i == j ? -1.5 - between(random) / 4.0 : between(random) / (2 * n));
    }
    system.b.push_back(20.0 * between(random));
  }
  const double scale = norm / system.norm(600.0);
  for (double& a : system.A) a *= scale;
  for (double& b : system.b) b *= scale;
  return system;
}

TEST_CASE("a step of an affine system is exact") {
  std::mt19937 random(1);
  for (int n = 1; n <= 8; ++n) {
    for (const double norm : {0.1, 0.5, 1.0, 3.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6}) {
      const Affine system = alike(n, norm, random);
      std::vector<double> x;
      for (int i = 0; i < n; ++i) x.push_back(20.0 + i);
      INFO("n = " << n << ", norm " << norm);
      const std::vector<double> expected = exact(system, x, 600.0);
      // A by differences with a shift of 1/1024 keeps 13 digits; of |x| up to 30 that is 4e-12.
      for (const Scheme scheme : {Scheme::Affine, Scheme::AffineWithSlope, Scheme::Controlled}) {
        INFO("scheme " << static_cast<int>(scheme));
        CHECK(error_of(advance(system, x, 600.0, scheme), expected) <= 4e-12);
      }
    }
  }
}

/// A chain of rooms and walls, 1 MJ/K each and 0.05 K/W apart, with one node that is `stiffness`
/// times faster than the others: a stiff thermal network.
Affine chain(int n, double stiffness) {
  Affine system{n, std::vector<double>(static_cast<std::size_t>(n * n), 0.0),
                std::vector<double>(static_cast<std::size_t>(n), 0.0)};
  const auto rate = [&](int i) { return (i == n / 2 ? stiffness : 1.0) / (0.05 * 1e6); };
  for (int i = 0; i < n; ++i) {
    for (const int j : {i - 1, i + 1}) {
      system.A[i * n + i] -= rate(i);
      if (j < 0) system.b[i] += 5.0 * rate(i);
      if (j >= n) system.b[i] += 22.0 * rate(i);
      if (j >= 0 && j < n) system.A[i * n + j] += rate(i);
    }
  }
  return system;
}

TEST_CASE("a step is exact where slow and fast parts are coupled") {
  for (int n = 2; n <= 8; ++n) {
    for (const double stiffness : {1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}) {
      const Affine system = chain(n, stiffness);
      std::vector<double> x(static_cast<std::size_t>(n), 20.0);
      std::vector<double> expected = x;
      for (int k = 0; k < 10; ++k) {
        x = advance(system, x, 600.0, Scheme::Affine);
        expected = exact(system, expected, 600.0);
      }
      INFO("n = " << n << ", norm " << system.norm(600.0));
      // The fast rates, known to 13 digits, disturb the balance of the slow ones by 1e-13 of
      // themselves.
      CHECK(error_of(x, expected) <= 4e-12 + 1e-12 * system.norm(600.0));
    }
  }
}

/// Air and n - 1 walls, each of which acts on the air alone and the last also on outdoors.
Affine star(int n) {
  Affine system{n, std::vector<double>(static_cast<std::size_t>(n * n), 0.0),
                std::vector<double>(static_cast<std::size_t>(n), 0.0)};
  for (int i = 1; i < n; ++i) {
    const double rate = 1e-4 / i;
    system.A[i] += 10.0 * rate;
    system.A[0] -= 10.0 * rate;
    system.A[i * n] += rate;
    system.A[i * n + i] -= rate;
  }
  system.A[n * n - 1] -= 2e-5;
  system.b[n - 1] = 2e-5 * 5.0;
  return system;
}

TEST_CASE("the entries of a matrix are known at the sizes of rooms, and give the same product") {
  using Entries = phi::Entries<double>;
  for (const int n :
       {2, Entries::kLeast - 1, Entries::kLeast, Entries::kMost, Entries::kMost + 1, 40}) {
    CAPTURE(n);
    const Affine system = star(n);
    Entries entries;
    entries.find(system.A.data(), system.n);
    CHECK(entries.known() == (system.n >= Entries::kLeast && system.n <= Entries::kMost));
    if (!entries.known()) continue;
    CHECK(entries.values() == 3 * system.n - 2);  // a row, a column and the diagonal
    std::vector<double> x;
    for (int i = 0; i < system.n; ++i) x.push_back(20.0 + i);
    std::vector<double> all(x.size()), some(x.size());
    phi::apply(system.A.data(), system.n, 600.0, x.data(), all.data());
    entries.apply(system.A.data(), system.n, 600.0, x.data(), some.data());
    CHECK(some == all);  // zeros add nothing
    // A matrix of another size is not taken for the one before.
    entries.find(system.A.data(), 1);
    CHECK(!entries.known());
  }
}

TEST_CASE("a step of a room is exact below, at and above the sizes whose entries are known") {
  using Entries = phi::Entries<double>;
  for (const int n : {Entries::kLeast - 1, Entries::kLeast, Entries::kMost, Entries::kMost + 1}) {
    const Affine system = star(n);
    std::vector<double> x;
    for (int i = 0; i < n; ++i) x.push_back(20.0 + i);
    // From a vector through the series, which costs less at a small norm, to functions of the
    // matrix.
    for (const double h : {60.0, 600.0, 3600.0, 86400.0, 1e6}) {
      INFO("n = " << n << ", norm " << system.norm(h));
      const std::vector<double> expected = exact(system, x, h);
      for (const Scheme scheme : {Scheme::Affine, Scheme::AffineWithSlope}) {
        // The slopes are known to 13 digits, as above.
        CHECK(error_of(advance(system, x, h, scheme), expected) <= 4e-12 + 1e-12 * system.norm(h));
      }
    }
  }
}

TEST_CASE("a chain of states gives the same step by its band as by the whole matrix") {
  for (const int n : {6, 40, 100}) {
    for (const double stiffness : {1.0, 1e3}) {
      const Affine system = chain(n, stiffness);
      std::vector<double> x;
      for (int i = 0; i < n; ++i) x.push_back(20.0 + i % 7);
      const std::vector<double> expected = exact(system, x, 600.0);
      INFO("n = " << n << ", norm " << system.norm(600.0));
      for (const Scheme scheme : {Scheme::Affine, Scheme::AffineWithSlope, Scheme::Controlled}) {
        INFO("scheme " << static_cast<int>(scheme));
        const double most = 4e-12 + 1e-12 * system.norm(600.0);
        CHECK(error_of(advance(system, x, 600.0, scheme, 1), expected) <= most);
        CHECK(error_of(advance(system, x, 600.0, scheme), expected) <= most);
      }
    }
  }
}

TEST_CASE("the means of a chain that is not affine are those of the whole matrix, and conserved") {
  // Elements of a radiator, 600 J/K each, 125 W/K of water along them, heat to a room at 20 degC.
  constexpr int n = 30;
  const auto emitted = [](double x) { return 0.4 * std::pow(std::max(x - 20.0, 0.0), 1.3); };
  const auto rhs = [&](const double* x, double, double* dx) {
    for (int i = 0; i < n; ++i) {
      dx[i] = (125.0 * ((i == 0 ? 60.0 : x[i - 1]) - x[i]) - emitted(x[i])) / 600.0;
    }
  };
  const auto outputs = [&](const double* x, double, double* y) {
    y[0] = x[n - 1];
    y[1] = 0.0;
    for (int i = 0; i < n; ++i) y[1] += emitted(x[i]);
  };
  std::vector<double> ends[2];
  double means[2][2];
  for (const int reach : {1, n}) {
    const std::size_t k = reach == 1 ? 0 : 1;
    std::vector<double> x(n, 25.0);
    std::vector<double> memory(static_cast<std::size_t>(step_work_size(n, 2)));
    StateStep<double, const decltype(rhs)> step(rhs, x.data(), n, reach, memory.data());
    step.controlled(60.0, outputs, 2, means[k]);
    double stored = 0.0;
    for (const double end : x) stored += 600.0 * (end - 25.0);
    CHECK(stored + 60.0 * means[k][1] ==
          Approx(60.0 * 125.0 * (60.0 - means[k][0])).epsilon(1e-11));
    ends[k] = x;
  }
  for (int i = 0; i < n; ++i) CHECK(ends[0][i] == Approx(ends[1][i]).epsilon(1e-11));
  CHECK(means[0][0] == Approx(means[1][0]).epsilon(1e-11));
  CHECK(means[0][1] == Approx(means[1][1]).epsilon(1e-11));
}

TEST_CASE("a step of two tightly coupled nodes keeps their slow common course") {
  // Two nodes of 1 MJ/K joined by 1e-7 K/W, one of them 0.05 K/W from outdoors at 5 degC: together
  // they fall to it as one node of 2 MJ/K does, e^(-t / 1e5 s).
  const double tight = 1.0 / (1e-7 * 1e6), loose = 1.0 / (0.05 * 1e6);
  const Affine system{2, {-tight - loose, tight, tight, -tight}, {5.0 * loose, 0.0}};
  std::vector<double> x{20.0, 20.0};
  for (int k = 0; k < 100; ++k) x = advance(system, x, 600.0, Scheme::Affine);
  const double expected = 5.0 + 15.0 * std::exp(-0.6);
  CHECK(x[0] == Approx(expected).epsilon(1e-6));  // the coupling is finite: 1e-6 of the course
  CHECK(x[1] == Approx(expected).epsilon(1e-6));
}

TEST_CASE("inputs that move linearly within a step are followed exactly") {
  // dx/dt = (u - x)/τ, u = u0 + r t: x = u - r τ + (x0 - u0 + r τ) e^(-t/τ)
  for (const double tau : {1.0, 100.0, 600.0, 1e4, 1e7}) {
    const double h = 600.0, u0 = 10.0, r = 0.01, x0 = 20.0;
    auto rhs = [&](const double* x, double s, double* dx) {
      dx[0] = (u0 + r * s * h - x[0]) / tau;
    };
    const double expected = u0 + r * h - r * tau + (x0 - u0 + r * tau) * std::exp(-h / tau);
    // At τ = 1e7 s terms of r τ = 1e5 cancel in the closed form.
    CHECK(advance(rhs, {x0}, h, Scheme::AffineWithSlope)[0] ==
          Approx(expected).epsilon(4e-12).margin(1e-10));
  }
}

/// Radiator with exponent 1.3 and T^4 exchange, `stiffness` times faster than usual.
struct Radiator {
  double stiffness = 1.0;
  void operator()(const double* x, double, double* dx) const {
    const double excess = std::max(x[0] - 20.0, 0.0);
    const double kelvin = x[0] + 273.15, room = 293.15;
    const double radiated = 2e-8 * (std::pow(kelvin, 4.0) - std::pow(room, 4.0));
    dx[0] = stiffness * (41.8 * (60.0 - x[0]) - 10.0 * std::pow(excess, 1.3) - radiated) / 2e4;
  }
};

double reference_of(const Radiator& radiator, double x, double h) {
  // Classical Runge-Kutta, error below 1e-10 K with 0.02 time constants per part.
  const int parts = static_cast<int>(std::ceil(h * radiator.stiffness / 10.0)) * 4 + 100;
  const double k = h / parts;
  const auto f = [&](double at) {
    double slope = 0.0;
    radiator(&at, 0.0, &slope);
    return slope;
  };
  for (int i = 0; i < parts; ++i) {
    const double a = f(x), b = f(x + 0.5 * k * a), c = f(x + 0.5 * k * b), d = f(x + k * c);
    x += k / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return x;
}

TEST_CASE("a step that is not affine keeps to its tolerance at any stiffness") {
  for (const double stiffness : {1.0, 10.0, 100.0, 1e3, 1e4}) {
    const Radiator radiator{stiffness};
    const double got = advance(radiator, {25.0}, 600.0, Scheme::Controlled)[0];
    INFO("stiffness " << stiffness);
    // The tolerance is 1e-6 (1 + |x|) for each of some twenty sub-steps, later ones damp the errors
    // of earlier ones.
    CHECK(std::abs(got - reference_of(radiator, 25.0, 600.0)) <= 1e-4);
  }
}

TEST_CASE("a sudden change of the slope is found by the error estimate") {
  // dx/dt = -max(x, 0): from 1 to e^-1, and linear below 0.
  auto kink = [](const double* x, double, double* dx) { dx[0] = x[0] > 10.0 ? -0.1 : -0.01; };
  // 10 K at 0.1 K/s, then 5 K at 0.01 K/s.
  const double got = advance(kink, {20.0}, 600.0, Scheme::Controlled)[0];
  CHECK(std::abs(got - 5.0) <= 1e-4);
}

TEST_CASE("implicit Euler is exact in its formula for a linear scalar") {
  for (const double rate : {0.0, 1e-5, 1e-3, 1.0}) {
    auto rhs = [rate](const double* x, double, double* dx) { dx[0] = rate * (5.0 - x[0]); };
    const double expected = (20.0 + 600.0 * rate * 5.0) / (1.0 + 600.0 * rate);
    CHECK(advance(rhs, {20.0}, 600.0, Scheme::ImplicitEuler)[0] == Approx(expected).epsilon(1e-13));
  }
}

TEST_CASE("implicit Euler is of first order and takes the inputs at the end of the step") {
  // dx/dt = u - x with u = t: the end-of-step value counts.
  auto ramp = [](const double* x, double s, double* dx) { dx[0] = s - x[0]; };
  CHECK(advance(ramp, {0.0}, 1.0, Scheme::ImplicitEuler)[0] == Approx(0.5).epsilon(1e-13));

  const Radiator radiator;
  const double exact_end = reference_of(radiator, 25.0, 600.0);
  const auto error = [&](int steps) {
    std::vector<double> x{25.0};
    for (int k = 0; k < steps; ++k) x = advance(radiator, x, 600.0 / steps, Scheme::ImplicitEuler);
    return std::abs(x[0] - exact_end);
  };
  const double ratio = error(64) / error(128);
  CHECK(ratio > 1.9);
  CHECK(ratio < 2.1);
}

TEST_CASE("implicit Euler solves coupled states together") {
  // (I - hA) x = x0 + h b, by hand for two nodes: [1.6 -0.6; -0.6 1.6] x = [20 + 3, 10]
  const Affine system{2, {-1e-3, 1e-3, 1e-3, -1e-3}, {5e-3, 0.0}};
  auto rhs = [&](const double* x, double s, double* dx) { system(x, s, dx); };
  const auto x = advance(rhs, {20.0, 10.0}, 600.0, Scheme::ImplicitEuler);
  const double determinant = 1.6 * 1.6 - 0.36;
  CHECK(x[0] == Approx((23.0 * 1.6 + 10.0 * 0.6) / determinant).epsilon(1e-12));
  CHECK(x[1] == Approx((10.0 * 1.6 + 23.0 * 0.6) / determinant).epsilon(1e-12));
}

TEST_CASE("what cannot be stepped becomes not a number, not a number that looks right") {
  auto explodes = [](const double* x, double, double* dx) { dx[0] = x[0] * x[0]; };  // ∞ at t = 1
  CHECK_FALSE(std::isfinite(advance(explodes, {1.0}, 10.0, Scheme::Controlled)[0]));
  auto infinite = [](const double* x, double, double* dx) { dx[0] = INFINITY * x[0]; };
  CHECK_FALSE(std::isfinite(advance(infinite, {1.0}, 10.0, Scheme::Affine)[0]));
  CHECK_FALSE(std::isfinite(advance(infinite, {1.0}, 10.0, Scheme::Controlled)[0]));
}

TEST_CASE("a step of length 0 changes nothing") {
  const Affine system = chain(3, 1e3);
  const std::vector<double> x{20.0, 21.0, 22.0};
  CHECK(advance(system, x, 0.0, Scheme::Affine) == x);
  CHECK(advance(system, x, 0.0, Scheme::Controlled) == x);
}

}  // namespace
}  // namespace hearth::test::state_step_test

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <ceres/jet.h>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::test {

using namespace hearth::estimation;

/// A residual function of N parameters written once for all scalars; derivatives are exact.
template <int N, class F>
class Exact final : public ResidualFunction {
 public:
  Exact(int residuals, F function) : residuals_(residuals), function_(std::move(function)) {}

  int residuals() const override { return residuals_; }

  bool evaluate(const double* p, double* r, double* jacobian) override {
    function_(p, r);
    if (jacobian == nullptr) return true;
    using Jet = ceres::Jet<double, N>;
    std::array<Jet, N> x;
    for (int i = 0; i < N; ++i) x[i] = Jet(p[i], i);
    std::vector<Jet> rows(static_cast<std::size_t>(residuals_));
    function_(x.data(), rows.data());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (int i = 0; i < N; ++i) jacobian[row * N + static_cast<std::size_t>(i)] = rows[row].v[i];
    }
    return true;
  }

 private:
  int residuals_;
  F function_;
};

template <int N, class F>
Exact<N, F> exact(int residuals, F function) {
  return {residuals, std::move(function)};
}

/// A residual function that may fail; derivatives are given by hand.
class Partial final : public ResidualFunction {
 public:
  using Function = std::function<bool(const double* p, double* r, double* jacobian)>;
  Partial(int residuals, Function function)
      : residuals_(residuals), function_(std::move(function)) {}

  int residuals() const override { return residuals_; }
  bool evaluate(const double* p, double* r, double* jacobian) override {
    return function_(p, r, jacobian);
  }

 private:
  int residuals_;
  Function function_;
};

inline Parameter parameter(std::string name, double initial, double min, double max) {
  Parameter result;
  result.name = std::move(name);
  result.initial = initial;
  result.min = min;
  result.max = max;
  return result;
}

/// Parameters x1, x2, ... with linear coordinates.
inline std::vector<Parameter> linear(const std::vector<double>& start,
                                     const std::vector<double>& min,
                                     const std::vector<double>& max) {
  std::vector<Parameter> parameters;
  for (std::size_t i = 0; i < start.size(); ++i) {
    parameters.push_back(parameter("x" + std::to_string(i + 1), start[i], min[i], max[i]));
    parameters.back().scale = Scale::Linear;
  }
  return parameters;
}

inline std::vector<Parameter> unbounded(const std::vector<double>& start) {
  const double infinity = std::numeric_limits<double>::infinity();
  return linear(start, std::vector<double>(start.size(), -infinity),
                std::vector<double>(start.size(), infinity));
}

// Functions of More, Garbow, Hillstrom: Testing Unconstrained Optimization Software, ACM TOMS 7
// (1981), with its numbers. Bounded optima: Gay, A trust-region approach to linearly constrained
// optimization (1984), recomputed.

inline auto rosenbrock() {  // (1)
  return exact<2>(2, [](const auto* x, auto* r) {
    r[0] = 10.0 * (x[1] - x[0] * x[0]);
    r[1] = 1.0 - x[0];
  });
}

inline auto freudenstein_roth() {  // (2)
  return exact<2>(2, [](const auto* x, auto* r) {
    r[0] = -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1];
    r[1] = -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1];
  });
}

inline auto powell_badly_scaled() {  // (3)
  return exact<2>(2, [](const auto* x, auto* r) {
    using std::exp;
    r[0] = 1e4 * x[0] * x[1] - 1.0;
    r[1] = exp(-x[0]) + exp(-x[1]) - 1.0001;
  });
}

inline auto brown_badly_scaled() {  // (4)
  return exact<2>(3, [](const auto* x, auto* r) {
    r[0] = x[0] - 1e6;
    r[1] = x[1] - 2e-6;
    r[2] = x[0] * x[1] - 2.0;
  });
}

inline auto beale() {  // (5)
  return exact<2>(3, [](const auto* x, auto* r) {
    r[0] = 1.5 - x[0] * (1.0 - x[1]);
    r[1] = 2.25 - x[0] * (1.0 - x[1] * x[1]);
    r[2] = 2.625 - x[0] * (1.0 - x[1] * x[1] * x[1]);
  });
}

inline auto jennrich_sampson() {  // (6), m = 10
  return exact<2>(10, [](const auto* x, auto* r) {
    using std::exp;
    for (int i = 1; i <= 10; ++i) {
      r[i - 1] = 2.0 + 2.0 * i - (exp(double(i) * x[0]) + exp(double(i) * x[1]));
    }
  });
}

inline auto meyer() {  // (10)
  return exact<3>(16, [](const auto* x, auto* r) {
    using std::exp;
    static constexpr std::array<double, 16> y{34780, 28610, 23650, 19630, 16370, 13720,
                                              11540, 9744,  8261,  7030,  6005,  5147,
                                              4427,  3820,  3307,  2872};
    for (int i = 0; i < 16; ++i) {
      const double t = 45.0 + 5.0 * (i + 1);
      r[i] = x[0] * exp(x[1] / (t + x[2])) - y[i];
    }
  });
}

inline auto powell_singular() {  // (13)
  return exact<4>(4, [](const auto* x, auto* r) {
    r[0] = x[0] + 10.0 * x[1];
    r[1] = std::sqrt(5.0) * (x[2] - x[3]);
    r[2] = (x[1] - 2.0 * x[2]) * (x[1] - 2.0 * x[2]);
    r[3] = std::sqrt(10.0) * (x[0] - x[3]) * (x[0] - x[3]);
  });
}

inline auto wood() {  // (14)
  return exact<4>(6, [](const auto* x, auto* r) {
    r[0] = 10.0 * (x[1] - x[0] * x[0]);
    r[1] = 1.0 - x[0];
    r[2] = std::sqrt(90.0) * (x[3] - x[2] * x[2]);
    r[3] = 1.0 - x[2];
    r[4] = std::sqrt(10.0) * (x[1] + x[3] - 2.0);
    r[5] = (x[1] - x[3]) / std::sqrt(10.0);
  });
}

inline auto brown_dennis() {  // (16), m = 20
  return exact<4>(20, [](const auto* x, auto* r) {
    for (int i = 1; i <= 20; ++i) {
      const double t = i / 5.0;
      const auto first = x[0] + t * x[1] - std::exp(t);
      const auto second = x[2] + std::sin(t) * x[3] - std::cos(t);
      r[i - 1] = first * first + second * second;
    }
  });
}

}  // namespace hearth::test

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

#include "hearth/tests/estimation/solver/test_problems.hpp"

namespace hearth::test {

/// A room with a wall, a radiator and a PI controller, five days in steps of 10 min, implicit
/// Euler:
///
///     C_air  dT/dt  = (W - T)/R_in + UA (H - T) + f I
///     C_wall dW/dt  = (T - W)/R_in + (O - W)/R_out
///     C_heat dH/dt  = u P - UA (H - T)
///     u = S(u + kp (e - e_before + e h / Ti)), S a smooth step between 0 and 1
///
/// Residuals are temperature over 0.05 K and controller output over 0.025 against a room whose
/// C_air and R_out lie outside the bounds; UA follows them. Derivatives are central differences.
class RoomProblem final : public ResidualFunction {
 public:
  static constexpr int kSteps = 720;
  static constexpr std::size_t kParameters = 9;
  using Values = std::array<double, kParameters>;

  RoomProblem() {
    const Values truth{9e5, 3e6, 0.009, 0.004, 6e4, 40.0, 0.8, 0.15, 3000.0};
    measured_.resize(static_cast<std::size_t>(residuals()));
    simulate(truth.data(), measured_.data());
    for (std::size_t i = 0; i < measured_.size(); ++i) measured_[i] += noise(i);
  }

  int residuals() const override { return 2 * kSteps; }

  bool evaluate(const double* p, double* r, double* jacobian) override {
    difference(p, r);
    if (jacobian == nullptr) return true;
    Values q;
    std::copy_n(p, kParameters, q.begin());
    std::vector<double> above(measured_.size());
    std::vector<double> below(measured_.size());
    for (std::size_t i = 0; i < kParameters; ++i) {
      const double shift = 1e-5 * std::max(std::abs(p[i]), 1e-2);
      q[i] = p[i] + shift;
      difference(q.data(), above.data());
      q[i] = p[i] - shift;
      difference(q.data(), below.data());
      q[i] = p[i];
      for (std::size_t row = 0; row < above.size(); ++row) {
        jacobian[row * kParameters + i] = (above[row] - below[row]) / (2.0 * shift);
      }
    }
    return true;
  }

  static std::vector<Parameter> parameters() {
    return {parameter("C_air", 3e6, 1e6, 1e7),     parameter("C_wall", 1e7, 5e5, 5e7),
            parameter("R_out", 0.05, 0.01, 0.5),   parameter("R_in", 0.02, 1e-4, 0.5),
            parameter("C_heat", 1e4, 1e3, 1e6),    parameter("UA", 60.0, 1.0, 200.0),
            parameter("f", 1.0, 0.0, 5.0),         parameter("kp", 0.1, 1e-3, 5.0),
            parameter("Ti", 1800.0, 60.0, 36000.0)};
  }

 private:
  static double noise(std::size_t i) {  // about ± 1 sd, without a generator
    const auto x = static_cast<double>(i);
    return 0.7 * std::sin(12.9898 * x) + 0.7 * std::sin(78.233 * x + 1.0);
  }

  static double saturate(double u) {
    constexpr double w = 0.05;
    if (u < w) return w * std::exp((u - w) / w);
    if (u > 1.0 - w) return 1.0 - w * std::exp((1.0 - w - u) / w);
    return u;
  }

  void difference(const double* p, double* r) const {
    simulate(p, r);
    for (std::size_t i = 0; i < measured_.size(); ++i) r[i] -= measured_[i];
  }

  static void simulate(const double* p, double* out) {
    const auto [c_air, c_wall, r_out, r_in] = std::array{p[0], p[1], p[2], p[3]};
    const auto [c_heat, ua, f, kp, ti] = std::array{p[4], p[5], p[6], p[7], p[8]};
    constexpr double h = 600.0;        // s
    constexpr double kPower = 2000.0;  // W
    Eigen::Matrix3d a;
    a << c_air / h + 1.0 / r_in + ua, -1.0 / r_in, -ua,           //
        -1.0 / r_in, c_wall / h + 1.0 / r_in + 1.0 / r_out, 0.0,  //
        -ua, 0.0, c_heat / h + ua;
    const Eigen::Matrix3d inverse = a.inverse();
    Eigen::Vector3d x(20.0, 15.0, 20.0);
    double u = 0.0;
    double error_before = 0.0;
    for (int k = 0; k < kSteps; ++k) {
      const double hour = k / 6.0;
      const double clock = std::fmod(hour, 24.0);
      const double day = 2.0 * std::numbers::pi * hour / 24.0;
      const double outdoor = 2.0 - 4.0 * std::cos(day) + 2.0 * std::sin(0.37 * day);
      const double sun = std::max(0.0, -std::cos(day)) * (200.0 + 100.0 * std::sin(0.71 * day));
      const double error = (clock > 7.0 && clock < 18.0 ? 21.0 : 18.0) - x[0];
      u = saturate(u + kp * (error - error_before + error * h / ti));
      error_before = error;
      const Eigen::Vector3d load(c_air / h * x[0] + f * sun, c_wall / h * x[1] + outdoor / r_out,
                                 c_heat / h * x[2] + u * kPower);
      x = inverse * load;
      out[k] = x[0] / 0.05;
      out[kSteps + k] = u / 0.025;
    }
  }

  std::vector<double> measured_;
};

}  // namespace hearth::test

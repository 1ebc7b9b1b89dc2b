// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/continuous/ode_solver.hpp"

namespace hearth {

/// Integrates with steps of one length, by explicit Euler or the classical Runge-Kutta method
/// (Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 1993, section II.1), for
/// comparison. Within a step, states are interpolated by the cubic through both ends and their
/// slopes.
class FixedStep final : public OdeSolver {
 public:
  FixedStep(Ode& ode, const IntegratorOptions& options);

  void start(double time, const double* x) override;
  void limit_step(double) override {}
  double step(double stop) override;
  void interpolate(double time, double* x) const override;
  int worst_state() const override;
  IntegratorStatistics statistics() const override { return statistics_; }

 private:
  void slopes(double time, const std::vector<double>& x, std::vector<double>& result);
  void euler(double h);
  void runge_kutta(double h);
  void check_finite() const;
  void watch_stability(double h);
  double size_of(double h, const std::vector<double>& after,
                 const std::vector<double>& before) const;
  bool euler_swings(double h);
  bool runge_kutta_swings(double h) const;

  Ode& ode_;
  Method method_;
  double length_;
  double relative_, absolute_;     // tolerances, as sizes of the states
  double swing_ = 0.0;             // of the last step, relative to the tolerances
  int unstable_ = 0, stable_ = 0;  // recent steps; stable ones in a row
  double begin_ = 0.0, end_ = 0.0;
  std::vector<double> before_, now_, slope_before_, slope_now_, middle_, k2_, k3_, k4_, change_;
  IntegratorStatistics statistics_;
};

}  // namespace hearth

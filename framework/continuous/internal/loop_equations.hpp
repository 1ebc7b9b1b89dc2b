// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "hearth/framework/continuous/hybrid_system.hpp"
#include "hearth/framework/continuous/internal/loop_condition.hpp"
#include "hearth/framework/continuous/internal/sundials.hpp"

namespace hearth {

/// The equations z = g(z) of one algebraic loop; z are the values of its tears.
///
/// For `double`, KINSOL solves the equations by Newton's method with line search, from the values
/// that were kept last. For Jets the values must already be solved; their derivatives follow from
/// (1 - dg/dz) dz = dg.
template <class T>
class LoopEquations {
 public:
  /// Largest |g(z) - z| relative to the size of z.
  static constexpr double kTolerance = 1e-12;
  /// Largest residual or Newton step, relative to the size of z, that is accepted if rounding
  /// permits no further step. A gain in the loop magnifies residuals, but not steps.
  static constexpr double kRounding = 1e-9;

  LoopEquations(HybridSystem<T>& system, const AlgebraicLoop& loop);
  ~LoopEquations();
  LoopEquations(const LoopEquations&) = delete;
  LoopEquations& operator=(const LoopEquations&) = delete;

  /// Sets the tears and outputs of the loop to a solution. Throws SimulationError
  /// `simulation.loop_not_converged` for `double`, and `simulation.loop_singular` for Jets if the
  /// equations do not determine the derivatives.
  void solve();
  /// Keeps the values of the tears as the start of later solutions.
  void keep();
  const std::vector<double>& start() const { return start_; }
  /// Returns the reciprocal condition number of the last solution for Jets.
  double condition() const { return condition_; }
  /// Makes solutions for `double` as precise as equations with this reciprocal condition number
  /// require.
  void expect(double condition);

 private:
  /// Evaluates the loop with the values of its tears; g_i is then the computed value of tear i.
  void run();
  T given_back(std::size_t i) const;
  static int residual(N_Vector z, N_Vector r, void* self);
  int search(int strategy);
  void scale();
  double mismatch();
  void place();
  void put_out();
  double size(std::size_t i) const;
  LoopCondition differences();
  bool refine();
  bool singular_at(const std::vector<double>& z);
  Eigen::MatrixXd slopes(const Eigen::MatrixXd& direct);
  [[noreturn]] void fail();
  [[noreturn]] void fail_singular(const LoopCondition& condition) const;
  std::string through() const;

  HybridSystem<T>& system_;
  const AlgebraicLoop& loop_;
  std::vector<double> start_;  // where a solve begins
  double condition_ = 1.0;
  sundials::Context context_;
  void* kinsol_ = nullptr;
  sundials::Vector z_, z_scale_, r_scale_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
};

}  // namespace hearth

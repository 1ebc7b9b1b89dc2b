// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "hearth/framework/continuous/hybrid_system.hpp"
#include "hearth/framework/continuous/internal/loop_condition.hpp"
#include "hearth/framework/continuous/internal/sundials.hpp"

namespace hearth {

/// The equations z = g(z) of one algebraic loop, z the values of its tears.
///
/// For `double` KINSOL solves them by Newton's method with line search, from the values kept last.
/// For Jets the values are taken as solved; their derivatives follow from (1 - dg/dz) dz = dg.
template <class T>
class LoopEquations {
 public:
  /// |g(z) - z| relative to the size of z.
  static constexpr double kTolerance = 1e-12;
  /// What is accepted where rounding allows no further step: this residual, or a Newton step this
  /// short against the size of z. A gain magnifies residuals, but not steps.
  static constexpr double kRounding = 1e-9;

  LoopEquations(HybridSystem<T>& system, const AlgebraicLoop& loop);
  ~LoopEquations();
  LoopEquations(const LoopEquations&) = delete;
  LoopEquations& operator=(const LoopEquations&) = delete;

  /// Leaves tears and outputs of the loop at values that agree. SimulationError
  /// `simulation.loop_not_converged` for `double`; for Jets `simulation.loop_singular` where the
  /// equations do not determine the derivatives.
  void solve();
  /// Keeps the values of the tears, for the solves that follow.
  void keep();
  const std::vector<double>& start() const { return start_; }
  /// The reciprocal condition number of the last solve for Jets.
  double condition() const { return condition_; }
  /// Lets a solve for `double` go as far as equations of this condition need.
  void expect(double condition);

 private:
  /// Runs the loop on its tears; g_i is then what tear i would be.
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

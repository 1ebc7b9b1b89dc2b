// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "hearth/framework/continuous/hybrid_system.hpp"
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
  /// What is accepted where rounding allows no further step.
  static constexpr double kRounding = 1e-9;

  LoopEquations(HybridSystem<T>& system, const AlgebraicLoop& loop);
  ~LoopEquations();
  LoopEquations(const LoopEquations&) = delete;
  LoopEquations& operator=(const LoopEquations&) = delete;

  /// Leaves tears and outputs of the loop at values that agree.
  void solve();
  /// Keeps the values of the tears, for the solves that follow.
  void keep();
  const std::vector<double>& start() const { return start_; }

 private:
  /// Runs the loop on its tears; g_i is then what tear i would be.
  void run();
  T given_back(std::size_t i) const;
  static int residual(N_Vector z, N_Vector r, void* self);
  int search(int strategy);
  void scale();
  double mismatch();
  [[noreturn]] void fail() const;

  HybridSystem<T>& system_;
  const AlgebraicLoop& loop_;
  std::vector<double> start_;  // where a solve begins
  sundials::Context context_;
  void* kinsol_ = nullptr;
  sundials::Vector z_, z_scale_, r_scale_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
};

}  // namespace hearth

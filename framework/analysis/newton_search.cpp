// SPDX-License-Identifier: MIT
#include <algorithm>
#include <kinsol/kinsol.h>
#include <memory>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "hearth/framework/analysis/steady_state_equations.hpp"
#include "hearth/framework/continuous/internal/sundials.hpp"

namespace hearth {
namespace {

constexpr int kRecoverable = 1;  // KINSOL takes a shorter step

struct FreeKinsol {
  void operator()(void* memory) const { KINFree(&memory); }
};

int residuals(N_Vector z, N_Vector r, void* object) {
  auto& equations = *static_cast<SteadyStateEquations*>(object);
  Eigen::VectorXd values;
  if (!equations.evaluate(N_VGetArrayPointer(z), values)) return kRecoverable;
  std::copy(values.begin(), values.end(), N_VGetArrayPointer(r));
  return 0;
}

int derivatives(N_Vector z, N_Vector, SUNMatrix matrix, void* object, N_Vector, N_Vector) {
  auto& equations = *static_cast<SteadyStateEquations*>(object);
  SteadyStateEquations::Point point;
  const bool known = equations.differentiate(N_VGetArrayPointer(z), point);
  if (!known || !point.jacobian.allFinite()) return kRecoverable;
  std::copy_n(point.jacobian.data(), point.jacobian.size(), SUNDenseMatrix_Data(matrix));
  return 0;
}

}  // namespace

int newton_search(SteadyStateEquations& equations, const Eigen::VectorXd& sizes,
                  Eigen::VectorXd& z) {
  const int n = equations.unknowns();
  if (n == 0) return 0;
  const sundials::Context context;
  const sundials::Vector at = context.vector(n), z_scale = context.vector(n),
                         r_scale = context.vector(n);
  for (int j = 0; j < n; ++j) {
    sundials::data(at)[j] = z[j];
    sundials::data(z_scale)[j] = 1.0 / equations.size(z, j);
    sundials::data(r_scale)[j] = 1.0 / sizes[j];
  }
  const sundials::Matrix matrix(SUNDenseMatrix(n, n, context));
  const sundials::LinearSolver solver(SUNLinSol_Dense(at.get(), matrix.get(), context));
  const std::unique_ptr<void, FreeKinsol> kinsol(KINCreate(context));
  KINInit(kinsol.get(), residuals, at.get());
  KINSetUserData(kinsol.get(), &equations);
  KINSetLinearSolver(kinsol.get(), solver.get(), matrix.get());
  KINSetJacFn(kinsol.get(), derivatives);
  KINSetMaxSetupCalls(kinsol.get(), 1);  // exact Newton's method
  KINSetFuncNormTol(kinsol.get(), 1e-13);
  KINSetScaledStepTol(kinsol.get(), 1e-14);
  KINSetNumMaxIters(kinsol.get(), equations.problem().most_iterations);
  KINSetPrintLevel(kinsol.get(), 0);
  KINSetErrHandlerFn(
      kinsol.get(), [](int, const char*, const char*, char*, void*) {}, nullptr);
  // The caller evaluates the point that was reached, whatever the result.
  KINSol(kinsol.get(), at.get(), KIN_LINESEARCH, z_scale.get(), r_scale.get());
  const Eigen::Map<const Eigen::VectorXd> reached(sundials::data(at), n);
  if (reached.allFinite()) z = reached;
  long iterations = 0;
  KINGetNumNonlinSolvIters(kinsol.get(), &iterations);
  return static_cast<int>(iterations);
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/loop_equations.hpp"

#include <algorithm>
#include <cmath>
#include <kinsol/kinsol.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/component/jet.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"

namespace hearth {

template <class T>
LoopEquations<T>::LoopEquations(HybridSystem<T>& system, const AlgebraicLoop& loop)
    : system_(system), loop_(loop), start_(loop.tears.size(), 0.0) {
  if constexpr (!std::is_same_v<T, double>) return;
  const auto n = static_cast<int>(loop.tears.size());
  z_ = context_.vector(n);
  z_scale_ = context_.vector(n);
  r_scale_ = context_.vector(n);
  matrix_.reset(SUNDenseMatrix(n, n, context_));
  linear_solver_.reset(SUNLinSol_Dense(z_.get(), matrix_.get(), context_));
  kinsol_ = KINCreate(context_);
  KINInit(kinsol_, &LoopEquations::residual, z_.get());
  KINSetUserData(kinsol_, this);
  KINSetLinearSolver(kinsol_, linear_solver_.get(), matrix_.get());
  KINSetMaxSetupCalls(kinsol_, 1);  // Newton's method proper: few unknowns, costly steps
  KINSetFuncNormTol(kinsol_, kTolerance);
  KINSetScaledStepTol(kinsol_, 1e-15);
  KINSetNumMaxIters(kinsol_, 100);
  KINSetPrintLevel(kinsol_, 0);
  KINSetErrHandlerFn(
      kinsol_, [](int, const char*, const char*, char*, void*) {}, nullptr);
}

template <class T>
LoopEquations<T>::~LoopEquations() {
  if (kinsol_ != nullptr) KINFree(&kinsol_);
}

template <class T>
void LoopEquations<T>::run() {
  for (const Stage& stage : loop_.stages) system_.run(stage);
}

template <class T>
T LoopEquations<T>::given_back(std::size_t i) const {
  return transferred(loop_.tears[i], system_.state_.cells);
}

template <class T>
int LoopEquations<T>::residual(N_Vector z, N_Vector r, void* object) {
  auto& self = *static_cast<LoopEquations*>(object);
  const double* from = N_VGetArrayPointer(z);
  double* to = N_VGetArrayPointer(r);
  for (std::size_t i = 0; i < self.loop_.tears.size(); ++i) {
    self.system_.state_.cells[self.loop_.tears[i].to] = T(from[i]);
  }
  self.run();
  for (std::size_t i = 0; i < self.loop_.tears.size(); ++i) {
    to[i] = value_of(self.given_back(i)) - from[i];
    if (!std::isfinite(to[i])) return 1;  // recoverable: a shorter step
  }
  return 0;
}

/// Residuals count relative to the size of what they belong to; a start at 0 has the size of what
/// the loop makes of it.
template <class T>
void LoopEquations<T>::scale() {
  for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
    system_.state_.cells[loop_.tears[i].to] = T(sundials::data(z_)[i]);
  }
  run();
  for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
    const double back = std::abs(value_of(given_back(i)));
    double size = std::abs(sundials::data(z_)[i]);
    if (size <= 1e-12 && std::isfinite(back)) size = back;
    sundials::data(z_scale_)[i] = sundials::data(r_scale_)[i] = size > 1e-12 ? 1.0 / size : 1.0;
  }
}

template <class T>
double LoopEquations<T>::mismatch() {
  double largest = 0.0;
  for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
    const double z = sundials::data(z_)[i];
    const double r = std::abs(value_of(given_back(i)) - z) / std::max(std::abs(z), 1e-12);
    largest = r > largest || std::isnan(r) ? r : largest;
  }
  return largest;
}

template <class T>
int LoopEquations<T>::search(int strategy) {
  scale();
  int flag = KINSol(kinsol_, z_.get(), strategy, z_scale_.get(), r_scale_.get());
  // From a start at 0 the size of z is known only now.
  for (std::size_t i = 0; flag >= 0 && i < loop_.tears.size(); ++i) {
    const double ratio = std::abs(sundials::data(z_)[i]) * sundials::data(z_scale_)[i];
    if (ratio > 0.0 && ratio < 0.1) {
      scale();
      return KINSol(kinsol_, z_.get(), strategy, z_scale_.get(), r_scale_.get());
    }
  }
  return flag;
}

template <class T>
void LoopEquations<T>::keep() {
  for (std::size_t i = 0; i < start_.size(); ++i) {
    const double value = value_of(system_.state_.cells[loop_.tears[i].to]);
    start_[i] = std::isfinite(value) ? value : 0.0;
  }
}

template <>
void LoopEquations<double>::solve() {
  for (const int strategy : {KIN_LINESEARCH, KIN_NONE}) {
    std::copy(start_.begin(), start_.end(), sundials::data(z_));
    const int flag = search(strategy);
    for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
      system_.state_.cells[loop_.tears[i].to] = sundials::data(z_)[i];
    }
    run();
    if (flag >= 0 && (flag == KIN_SUCCESS || mismatch() <= kRounding)) return;
    if (mismatch() <= kTolerance) return;
  }
  fail();
}

template <>
void LoopEquations<Jet8>::solve() {
  constexpr int kLanes = 8;
  const std::size_t count = loop_.tears.size();
  const auto n = static_cast<Eigen::Index>(count);
  Eigen::Matrix<double, Eigen::Dynamic, kLanes> direct(n, kLanes);
  Eigen::MatrixXd equations = Eigen::MatrixXd::Identity(n, n);
  for (std::size_t i = 0; i < count; ++i) system_.state_.cells[loop_.tears[i].to].v.setZero();
  run();
  for (std::size_t i = 0; i < count; ++i) {
    direct.row(static_cast<Eigen::Index>(i)) = given_back(i).v.transpose();
  }
  for (std::size_t first = 0; first < count; first += kLanes) {
    const std::size_t last = std::min(count, first + kLanes);
    for (std::size_t i = 0; i < count; ++i) {
      auto& seeds = system_.state_.cells[loop_.tears[i].to].v;
      seeds.setZero();
      if (i >= first && i < last) seeds[static_cast<Eigen::Index>(i - first)] = 1.0;
    }
    run();
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      for (std::size_t j = first; j < last; ++j) {
        const auto lane = static_cast<Eigen::Index>(j - first);
        equations(row, static_cast<Eigen::Index>(j)) -= given_back(i).v[lane] - direct(row, lane);
      }
    }
  }
  const Eigen::MatrixXd slopes = equations.partialPivLu().solve(direct);
  for (std::size_t i = 0; i < count; ++i) {
    system_.state_.cells[loop_.tears[i].to].v =
        slopes.row(static_cast<Eigen::Index>(i)).transpose();
  }
  run();
}

template <class T>
void LoopEquations<T>::fail() const {
  std::vector<std::string> names;
  for (const int output : loop_.outputs) {
    names.push_back(system_.plan().signals[output].name);
  }
  throw SimulationError(
      "simulation.loop_not_converged", Where::of_signal(loop_.names.front()),
      "the algebraic loop through " + listed(names) + " has no solution at " +
          number_text(system_.time()) +
          " s that Newton's method finds; give an initial value near it, or delay "
          "one of its connections");
}

template class LoopEquations<double>;
template class LoopEquations<Jet8>;

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/loop_equations.hpp"

#include <algorithm>
#include <cmath>
#include <kinsol/kinsol.h>
#include <limits>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/plan/internal/transfer.hpp"
#include "hearth/framework/scalar/jet.hpp"

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
  KINSetMaxSetupCalls(kinsol_, 1);  // exact Newton's method: few unknowns, costly steps
  KINSetFuncNormTol(kinsol_, kTolerance);
  KINSetScaledStepTol(kinsol_, 1e-15);
  KINSetNumMaxIters(kinsol_, 100);
  // From a start at 0 KINSOL would take steps of length 1 over all unknowns, and at most five of
  // them.
  KINSetMaxNewtonStep(kinsol_, 1e3 * std::sqrt(static_cast<double>(n)));
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

/// Scales residuals relative to the size of their unknown; for a start at 0, the size of the value
/// that the loop computes from it.
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
  // For a start at 0 the size of z is known only now.
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

template <class T>
void LoopEquations<T>::expect(double condition) {
  constexpr double kSound = 1e-3;  // residuals are as good as steps
  const double share = condition < kSound ? condition / kSound : 1.0;
  KINSetFuncNormTol(kinsol_, kTolerance * std::max(share, 1e-5));
}

/// Writes z into the cells of the tears and runs the loop.
template <class T>
void LoopEquations<T>::place() {
  for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
    system_.state_.cells[loop_.tears[i].to] = T(sundials::data(z_)[i]);
  }
  run();
}

/// Writes z to the outputs: values computed by a loop with high gain would be magnified rounding.
template <class T>
void LoopEquations<T>::put_out() {
  for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
    const Transfer& tear = loop_.tears[i];
    system_.state_.cells[tear.from] = T((sundials::data(z_)[i] - tear.shift) / tear.factor);
  }
  for (const Stage& stage : loop_.stages) system_.copy(stage.transfers);
}

/// Returns the size of z_i, at least that of its start value, since z_i may pass through 0.
template <class T>
double LoopEquations<T>::size(std::size_t i) const {
  return std::max({std::abs(sundials::data(z_)[i]), std::abs(start_[i]), 1e-12});
}

/// Computes the derivatives dg/dz at z by differences.
template <class T>
LoopCondition LoopEquations<T>::differences() {
  const std::size_t count = loop_.tears.size();
  const auto n = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd slopes(n, n);
  place();
  Eigen::VectorXd before(n);
  for (std::size_t i = 0; i < count; ++i) {
    before(static_cast<Eigen::Index>(i)) = value_of(given_back(i));
  }
  const double share = std::sqrt(std::numeric_limits<double>::epsilon());
  for (std::size_t j = 0; j < count; ++j) {
    const double kept = sundials::data(z_)[j];
    // At 0 the size is that of the value that the loop computes.
    const double back = std::abs(before(static_cast<Eigen::Index>(j)));
    const double moved = kept + share * std::max(size(j), std::isfinite(back) ? back : 0.0);
    sundials::data(z_)[j] = moved;
    place();
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      slopes(row, static_cast<Eigen::Index>(j)) =
          (value_of(given_back(i)) - before(row)) / (moved - kept);
    }
    sundials::data(z_)[j] = kept;
  }
  place();
  return LoopCondition(slopes);
}

/// Takes Newton steps from the end of the search; returns whether they have become as short as
/// rounding allows.
template <class T>
bool LoopEquations<T>::refine() {
  constexpr double kNear = 1e-3;
  double last = kNear;
  for (int pass = 0; pass < 5; ++pass) {
    const LoopCondition equations = differences();
    if (!(equations.reciprocal() > LoopCondition::kSingularByDifferences)) return false;
    Eigen::VectorXd missing(static_cast<Eigen::Index>(loop_.tears.size()));
    for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
      missing(static_cast<Eigen::Index>(i)) = value_of(given_back(i)) - sundials::data(z_)[i];
    }
    const Eigen::VectorXd step = equations.solve(missing);
    double longest = 0.0;
    for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
      longest = std::max(longest, std::abs(step(static_cast<Eigen::Index>(i))) / size(i));
    }
    if (!step.allFinite() || !(longest < 0.5 * last)) break;
    last = longest;
    for (std::size_t i = 0; i < loop_.tears.size(); ++i) {
      sundials::data(z_)[i] += step(static_cast<Eigen::Index>(i));
    }
    place();
    if (last <= kTolerance) break;
  }
  return last <= kRounding;
}

template <>
void LoopEquations<double>::solve() {
  for (const int strategy : {KIN_LINESEARCH, KIN_NONE}) {
    std::copy(start_.begin(), start_.end(), sundials::data(z_));
    const int flag = search(strategy);
    place();
    if (flag >= 0 && (flag == KIN_SUCCESS || mismatch() <= kRounding)) return;
    if (mismatch() <= kTolerance) return;
    if (refine()) {
      put_out();
      return;
    }
  }
  fail();
}

/// Computes the derivatives dg/dz, eight columns at once; `direct` are those of g at constant z.
template <>
Eigen::MatrixXd LoopEquations<Jet8>::slopes(const Eigen::MatrixXd& direct) {
  constexpr std::size_t kLanes = 8;
  const std::size_t count = loop_.tears.size();
  const auto n = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd found(n, n);
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
        found(row, static_cast<Eigen::Index>(j)) = given_back(i).v[lane] - direct(row, lane);
      }
    }
  }
  return found;
}

template <>
void LoopEquations<Jet8>::solve() {
  constexpr int kLanes = 8;
  const std::size_t count = loop_.tears.size();
  Eigen::MatrixXd direct(static_cast<Eigen::Index>(count), kLanes);
  for (std::size_t i = 0; i < count; ++i) system_.state_.cells[loop_.tears[i].to].v.setZero();
  run();
  for (std::size_t i = 0; i < count; ++i) {
    direct.row(static_cast<Eigen::Index>(i)) = given_back(i).v.transpose();
  }
  const LoopCondition equations(slopes(direct));
  condition_ = equations.reciprocal();
  if (equations.below(LoopCondition::kSingular)) fail_singular(equations);
  const Eigen::MatrixXd derivatives = equations.solve(direct);
  for (std::size_t i = 0; i < count; ++i) {
    system_.state_.cells[loop_.tears[i].to].v =
        derivatives.row(static_cast<Eigen::Index>(i)).transpose();
  }
  run();
}

// ---- failures ----------------------------------------------------------------------------------

template <class T>
std::string LoopEquations<T>::through() const {
  std::vector<std::string> names;
  for (const int output : loop_.outputs) names.push_back(system_.plan().signals[output].name);
  return listed(names);
}

/// Returns whether the equations are singular at a point, as far as differences show.
template <class T>
bool LoopEquations<T>::singular_at(const std::vector<double>& z) {
  std::copy(z.begin(), z.end(), sundials::data(z_));
  return differences().below(LoopCondition::kSingularByDifferences);
}

template <class T>
void LoopEquations<T>::fail() {
  const std::vector<double> reached(sundials::data(z_), sundials::data(z_) + start_.size());
  const bool finite = std::all_of(reached.begin(), reached.end(),
                                  [](double value) { return std::abs(value) < 1e12; });
  const bool singular = singular_at(start_) && (!finite || singular_at(reached));
  throw SimulationError(
      "simulation.loop_not_converged", Where::of_signal(loop_.names.front()),
      "the algebraic loop through " + through() + " was not solved at " +
          number_text(system_.time()) + " s by Newton's method" +
          (singular ? ", for any initial value: its equations are singular, as they contradict "
                      "each other or one is missing; correct them, delay one of the loop's "
                      "connections, or make one of its values a state"
                    : "; set an initial value near the solution, or delay one of its connections"));
}

template <class T>
void LoopEquations<T>::fail_singular(const LoopCondition& condition) const {
  std::vector<std::string> open;
  for (const int tear : condition.undetermined()) open.push_back(loop_.names[tear]);
  throw SimulationError(
      "simulation.loop_singular", Where::of_signal(open.front()),
      "the algebraic loop through " + through() + " does not determine " + listed(open) + " at " +
          number_text(system_.time()) +
          " s: its equations are singular, so that they have many solutions or none. One equation "
          "is missing or appears twice, or a value depends only on the rate at which another one "
          "changes (index 2); correct the equations, delay one of the loop's connections, or make "
          "one of its values a state");
}

template class LoopEquations<double>;
template class LoopEquations<Jet8>;

}  // namespace hearth

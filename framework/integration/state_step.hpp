// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "hearth/framework/base/function_ref.hpp"
#include "hearth/framework/integration/phi.hpp"
#include "hearth/framework/integration/resting_step.hpp"
#include "hearth/framework/scalar/jet.hpp"

namespace hearth {

/// Returns the number of scratch cells of a step of n states with m outputs.
constexpr int step_work_size(int n, int m) { return 6 * n * n + 10 * n + m * (n + 4); }

/// One step of dx/dt = f(x, s), with s = 0 at the start of the step and s = 1 at its end.
///
/// Exponential steps use the second-order exponential Runge-Kutta method, which permits any linear
/// part A (Hochbruck and Ostermann, Exponential integrators, Acta Numerica 19 (2010), section 2):
///
///     x1 = x + h φ1(hA) f(x),   g = f(x1) - f(x) - A (x1 - x),   x+ = x1 + h φ2(hA) g
///
/// A is computed from n differences of f. If f is affine in x, the difference is exact and g is 0,
/// so that the step is exact. Otherwise h φ2 g estimates the error, from which sub-steps are
/// chosen.
///
/// `implicit_euler` solves x+ = x + h f(x+, 1) by Newton's method. Groups that are iterated use it,
/// because exact steps with the values of neighbours at the end of the step lose energy between
/// components.
///
/// Means over the step are computed with the quadrature of the method itself. For outputs y, with
/// slopes B in x, they are
///
///     x̄ = x + h φ2(hA) f(x) + h φ3(hA) g,   ȳ = y(x) + B (h φ2(hA) f(x) + h φ3(hA) g) + r/2
///
/// with r = y(x1) - y(x) - B (x1 - x). A linear sum of states and outputs that is conserved is
/// therefore conserved to rounding, whatever f is.
///
/// N is the number of states if it is known at compile time, otherwise 0.
template <class T, class Rhs, int N = 0>
class StateStep {
 public:
  /// Largest local error of a step that is not affine, relative to 1 + |x|.
  static constexpr double kTolerance = 1e-6;
  /// A sub-step that is shorter than this share of the step is accepted with any error.
  static constexpr double kSmallestShare = 1e-7;
  /// Largest number of sub-steps of one step, including rejected ones; the states then become NaN.
  /// Without this limit, a state that chatters about a threshold would take up to 1e7 sub-steps.
  static constexpr long kMostSubsteps = 100'000;

  /// `rhs(x, s, dx)` may read `x` only, and dx_i may depend on x_j only for |i - j| <= reach.
  /// `memory` has step_work_size(n, m) cells.
  StateStep(Rhs& rhs, T* x, int states, int reach, T* memory)
      : rhs_(rhs), x_(x), size_{states}, reach_(std::min(reach, states - 1)) {
    const int count = n();
    T* next = memory;
    for (T** vector : {&slope_, &other_slope_, &next_, &term_, &other_, &increment_, &kept_,
                       &passed_, &power_, &next_power_}) {
      *vector = next;
      next += count;
    }
    for (T** matrix : {&A_, &m_.phi1, &m_.phi2, &m_.growth, &m_.product, &m_.phi3}) {
      *matrix = next;
      next += count * count;
    }
    outputs_memory_ = next;
  }

  /// Requests the mean of x over the step, in n cells, from `affine` and `affine_with_slope`.
  void want_mean(T* mean) { mean_ = mean; }

  /// Makes `affine` and `affine_with_slope` use the matrices that an instance keeps. If `holds` is
  /// false, they are recomputed for this step with `factors(x, dx)`, which is `rhs` with 0 for the
  /// inputs on which A does not depend: otherwise the rounding errors of A would change with these
  /// inputs.
  template <class Factors>
  void rest_on(const RestingStep<T>& resting, bool holds, double h, phi::Wanted wanted,
               const Factors& factors) {
    A_ = resting.matrix();
    if (!holds) {
      resting.find_matrix(n(), next_, slope_, other_slope_, factors);
      resting.find_values(size(), h, wanted);
    } else if (resting.has_functions() && !resting.is_whole()) {
      resting.find_derivatives(size(), h, wanted);
    }
    rests_ = true;
    if (resting.has_functions()) {
      resting_ = &resting;
      suffices_ = resting.is_whole();
    } else {
      entries_.find(A_, n());
    }
  }

  /// Advances x by h if f is affine in x and does not depend on s.
  void affine(double h) {
    rhs_(x_, 0.0, slope_);
    linearise(0.0);
    if (!suffices_) {
      const double norm = phi::norm(A_, n(), reach_, h);
      if (by_vector(norm)) {
        respond(h, norm, slope_, nullptr, increment_, mean_);
      } else if (std::isfinite(norm)) {
        phi::fill(A_, size(), h, phi::path_for(norm),
                  mean_ == nullptr ? phi::Wanted::Phi1 : phi::Wanted::Both, m_);
        phi::apply(m_.phi1, size(), h, slope_, increment_);
        if (mean_ != nullptr) phi::apply(m_.phi2, size(), h, slope_, mean_);
      } else {
        return spoil();
      }
    }
    take_kept(1, h, slope_, increment_);
    if (mean_ != nullptr) {
      take_kept(2, h, slope_, mean_);
      for (int i = 0; i < n(); ++i) mean_[i] += x_[i];
    }
    for (int i = 0; i < n(); ++i) x_[i] = x_[i] + increment_[i];
  }

  /// Advances x by h if f is affine in x and its inputs change with s.
  void affine_with_slope(double h) {
    rhs_(x_, 0.0, slope_);
    linearise(0.0);
    predict_and_correct(1.0, h, mean_ == nullptr ? phi::Wanted::Both : phi::Wanted::All);
    if (mean_ != nullptr) {
      for (int i = 0; i < n(); ++i) mean_[i] = x_[i] + passed_[i];
    }
    for (int i = 0; i < n(); ++i) x_[i] = next_[i] + increment_[i];
  }

  /// Advances x by h with sub-steps chosen by the error estimate.
  void controlled(double h) {
    const auto none = [](const T*, double, T*) {};
    controlled(h, none, 0, nullptr);
  }

  /// Does the same, and computes the means of `count` outputs(x, s, y) over the step unless `mean`
  /// is null.
  template <class Outputs>
  void controlled(double h, const Outputs& outputs, int count, T* mean) {
    const bool averages = mean != nullptr;
    T* const y = outputs_memory_;
    T* const y_end = y + count;
    T* const sum = y_end + count;
    T* const slopes = sum + count;  // B, n columns of `count`
    if (averages) std::fill(sum, sum + count, T(0.0));
    double done = 0.0;
    double share = 1.0;
    for (long substeps = 0; done < 1.0; ++substeps) {
      if (substeps == kMostSubsteps) return spoil();
      share = std::min(share, 1.0 - done);
      rhs_(x_, done, slope_);
      linearise(done);
      const double error = predict_and_correct(done + share, h * share,
                                               averages ? phi::Wanted::All : phi::Wanted::Both);
      if (!std::isfinite(error)) {
        if (share > kSmallestShare) {
          share *= 0.25;
          continue;
        }
        return spoil();
      }
      const double growth =
          error > 0.0 ? std::clamp(0.9 * std::cbrt(kTolerance / error), 0.2, 4.0) : 4.0;
      if (error <= kTolerance || share <= kSmallestShare) {
        if (averages) {
          outputs(x_, done, y);
          find_slopes(outputs, done, y, y_end, count, slopes);
          outputs(next_, done + share, y_end);
          for (int k = 0; k < count; ++k) {
            T mean_here = 0.5 * (y[k] + y_end[k]);
            for (int i = 0; i < n(); ++i) {
              mean_here += slopes[i * count + k] * (passed_[i] - 0.5 * (next_[i] - x_[i]));
            }
            sum[k] += share * mean_here;
          }
        }
        for (int i = 0; i < n(); ++i) x_[i] = next_[i] + increment_[i];
        done = share >= 1.0 - done ? 1.0 : done + share;
      }
      share *= growth;
    }
    if (averages) std::copy(sum, sum + count, mean);
  }

  /// Advances x by h with implicit Euler; if f is affine (`is_affine`), one pass suffices.
  void implicit_euler(double h, bool is_affine) {
    std::copy(x_, x_ + n(), kept_);
    constexpr int kIterations = 50;
    bool converged = is_affine;
    for (int k = 0; k < kIterations; ++k) {
      rhs_(x_, 1.0, slope_);
      linearise(1.0);
      for (int i = 0; i < n(); ++i) {
        increment_[i] = kept_[i] + h * slope_[i] - x_[i];
        for (int j = 0; j < n(); ++j) {
          m_.phi1[i * n() + j] = T(i == j ? 1.0 : 0.0) - h * A_[i * n() + j];
        }
      }
      solve(m_.phi1, increment_);
      double change = 0.0;
      for (int i = 0; i < n(); ++i) {
        x_[i] = x_[i] + increment_[i];
        change =
            std::max(change, std::abs(value_of(increment_[i])) / (1.0 + std::abs(value_of(x_[i]))));
      }
      if (converged) return;  // one more pass than values need, for the derivatives
      converged = change < 1e-10;
    }
    spoil();
  }

 private:
  void spoil() {
    for (int i = 0; i < n(); ++i) x_[i] = T(NAN);
  }

  /// Computes y = h φ_k x with the kept functions; only the values if derivatives of the functions
  /// are not known.
  void take_kept(int k, double h, const T* x, T* y) const {
    if (resting_ == nullptr) return;
    const T* const matrix = resting_->phi(k);
    if (resting_->is_plain()) return phi::apply_values(matrix, size(), h, x, y);
    if (resting_->is_whole()) return phi::apply(matrix, size(), h, x, y);
    if constexpr (!std::is_same_v<T, double>) {
      for (int i = 0; i < n(); ++i) {
        double sum = value_of(matrix[i * n()]) * value_of(x[0]);
        for (int j = 1; j < n(); ++j) sum += value_of(matrix[i * n() + j]) * value_of(x[j]);
        y[i].a = h * sum;
      }
    }
  }

  /// Computes A from differences of f at (x, s), with the shift max(1, |x|)/1024. States too far
  /// apart to affect a common rate are shifted together.
  void linearise(double s) {
    if (rests_) return;
    find_matrix(s);
    if constexpr (N == 0) entries_.find(A_, n());
  }
  void find_matrix(double s) {
    const int apart = 2 * reach_ + 1;
    if (apart >= n()) return linearise_each(s);
    std::fill(A_, A_ + n() * n(), T(0.0));
    std::copy(x_, x_ + n(), next_);
    for (int first = 0; first < apart; ++first) {
      for (int j = first; j < n(); j += apart) {
        x_[j] = next_[j] + std::max(1.0, std::abs(value_of(next_[j]))) / 1024.0;
      }
      rhs_(x_, s, other_slope_);
      for (int j = first; j < n(); j += apart) {
        const double moved = value_of(x_[j]) - value_of(next_[j]);
        x_[j] = next_[j];
        const int last = std::min(n() - 1, j + reach_);
        for (int i = std::max(0, j - reach_); i <= last; ++i) {
          A_[i * n() + j] = (other_slope_[i] - slope_[i]) / moved;
        }
      }
    }
  }
  void linearise_each(double s) {
    for (int j = 0; j < n(); ++j) {
      const T held = x_[j];
      x_[j] = held + std::max(1.0, std::abs(value_of(held))) / 1024.0;
      const double moved = value_of(x_[j]) - value_of(held);  // the shift after rounding
      rhs_(x_, s, other_slope_);
      x_[j] = held;
      for (int i = 0; i < n(); ++i) A_[i * n() + j] = (other_slope_[i] - slope_[i]) / moved;
    }
  }

  /// Computes B from differences with the same shifts as in `linearise`.
  template <class Outputs>
  void find_slopes(const Outputs& outputs, double s, const T* y, T* moved_y, int count, T* slopes) {
    for (int j = 0; j < n(); ++j) {
      const T held = x_[j];
      x_[j] = held + std::max(1.0, std::abs(value_of(held))) / 1024.0;
      const double moved = value_of(x_[j]) - value_of(held);
      outputs(x_, s, moved_y);
      x_[j] = held;
      for (int k = 0; k < count; ++k) slopes[j * count + k] = (moved_y[k] - y[k]) / moved;
    }
  }

  /// Returns whether it is cheaper to apply the series to one vector than to compute functions of
  /// the matrix. A term of the series costs n (2 reach + 1), or the number of entries of A; a
  /// function costs n^3.
  bool by_vector(double norm) const {
    if (N == 0 && entries_.known() && std::isfinite(norm)) {
      constexpr double kSeries = 12.0, kDoubling = 3.0;
      const double count = static_cast<double>(n());
      const double doublings = std::max(0.0, std::ceil(std::log2(2.0 * norm)));
      const double parts = series_parts(norm);
      return parts * phi::taylor_terms(norm / parts) * entries_.values() <=
             count * count * count * (kSeries + kDoubling * doublings);
    }
    const double width = static_cast<double>(std::min(n(), 2 * reach_ + 1));
    const double count = static_cast<double>(n());
    return std::max(1.0, std::ceil(norm)) * width <= count * count;
  }

  /// Returns the number of parts into which a step is divided for Taylor series.
  static double series_parts(double norm) {
    return std::max(1.0, std::ceil(norm / phi::kLargestSeriesNorm));
  }

  /// Computes y = h A x.
  void multiply(double h, const T* x, T* y) {
    if constexpr (N > 0) {
      phi::apply(A_, size(), h, x, y);
    } else if (entries_.known()) {
      entries_.apply(A_, n(), h, x, y);
    } else {
      phi::apply_band(A_, n(), reach_, h, x, y);
    }
  }

  /// Solves y' = A y + c + l t/h with y(0) = 0 by Taylor series over equal parts and writes y(h).
  /// If `mean` is not null, also writes the mean of y over h:
  ///     y(h) = h φ1(hA) c + h φ2(hA) l,   mean = h φ2(hA) c + h φ3(hA) l
  /// with the functions φk of exponential integrators. `linear` (l) may be null; `norm` is a bound
  /// of the norm of hA.
  void respond(double h, double norm, const T* constant, const T* linear, T* y, T* mean) {
    const int parts = static_cast<int>(series_parts(norm));
    const double part = h / static_cast<double>(parts);
    const int terms = phi::taylor_terms(norm / static_cast<double>(parts)) + 1;
    const int count = n();
    std::fill(y, y + count, T(0.0));
    if (mean != nullptr) std::fill(mean, mean + count, T(0.0));
    for (int step = 0; step < parts; ++step) {
      if (step == 0) {
        std::fill(power_, power_ + count, T(0.0));
      } else {
        multiply(part, y, power_);
      }
      for (int i = 0; i < count; ++i) {
        if (constant != nullptr) power_[i] += part * constant[i];
        if (linear != nullptr && step > 0) power_[i] += part * step / parts * linear[i];
        if (mean != nullptr) mean[i] += y[i] + 0.5 * power_[i];
        y[i] = y[i] + power_[i];
      }
      for (int k = 2; k <= terms; ++k) {
        multiply(part / k, power_, next_power_);
        if (k == 2 && linear != nullptr) {
          for (int i = 0; i < count; ++i) next_power_[i] += 0.5 * part / parts * linear[i];
        }
        std::swap(power_, next_power_);
        const double weight = 1.0 / static_cast<double>(k + 1);
        for (int i = 0; i < count; ++i) {
          y[i] = y[i] + power_[i];
          if (mean != nullptr) mean[i] += weight * power_[i];
        }
      }
    }
    if (mean == nullptr) return;
    for (int i = 0; i < count; ++i) mean[i] = mean[i] / static_cast<double>(parts);
  }

  /// Writes x1 to next_, g to other_ and h φ2 g to increment_; if all functions are requested, also
  /// writes h φ2(hA) f + h φ3(hA) g to passed_. Returns the size of the increment.
  double predict_and_correct(double to, double h, phi::Wanted wanted) {
    const bool passed = wanted == phi::Wanted::All;
    const bool finds = !suffices_;
    const double norm = finds ? std::min(phi::norm(A_, n(), reach_, h), 1e300) : 0.0;
    const bool vectors = finds && by_vector(norm);
    if (vectors) {
      respond(h, norm, slope_, nullptr, term_, passed ? passed_ : nullptr);
    } else if (finds) {
      phi::fill(A_, size(), h, phi::path_for(norm), wanted, m_);
      phi::apply(m_.phi1, size(), h, slope_, term_);
      if (passed) phi::apply(m_.phi2, size(), h, slope_, passed_);
    }
    take_kept(1, h, slope_, term_);
    if (passed) take_kept(2, h, slope_, passed_);
    for (int i = 0; i < n(); ++i) next_[i] = x_[i] + term_[i];
    rhs_(next_, to, other_slope_);
    multiply(1.0, term_, other_);
    for (int i = 0; i < n(); ++i) other_[i] = other_slope_[i] - slope_[i] - other_[i];
    if (vectors) {
      respond(h, norm, nullptr, other_, increment_, passed ? kept_ : nullptr);
    } else if (finds) {
      phi::apply(m_.phi2, size(), h, other_, increment_);
      if (passed) phi::apply(m_.phi3, size(), h, other_, kept_);
    }
    take_kept(2, h, other_, increment_);
    if (passed) {
      take_kept(3, h, other_, kept_);
      for (int i = 0; i < n(); ++i) passed_[i] += kept_[i];
    }
    double error = 0.0;
    for (int i = 0; i < n(); ++i) {
      const double part = std::abs(value_of(increment_[i])) / (1.0 + std::abs(value_of(x_[i])));
      error = part > error || std::isnan(part) ? part : error;
      if (std::isnan(error)) break;
    }
    return error;
  }

  /// Solves M y = b in place by Gaussian elimination; row pivots are chosen by values without
  /// derivatives.
  void solve(T* M, T* b) {
    for (int k = 0; k < n(); ++k) {
      int pivot = k;
      for (int i = k + 1; i < n(); ++i) {
        if (std::abs(value_of(M[i * n() + k])) > std::abs(value_of(M[pivot * n() + k]))) pivot = i;
      }
      if (pivot != k) {
        std::swap_ranges(M + k * n(), M + (k + 1) * n(), M + pivot * n());
        std::swap(b[k], b[pivot]);
      }
      for (int i = k + 1; i < n(); ++i) {
        const T factor = M[i * n() + k] / M[k * n() + k];
        for (int j = k; j < n(); ++j) M[i * n() + j] = M[i * n() + j] - factor * M[k * n() + j];
        b[i] = b[i] - factor * b[k];
      }
    }
    for (int k = n() - 1; k >= 0; --k) {
      for (int j = k + 1; j < n(); ++j) b[k] = b[k] - M[k * n() + j] * b[j];
      b[k] = b[k] / M[k * n() + k];
    }
  }

  Rhs& rhs_;
  T* x_;
  struct Known {
    Known(int) {}
  };
  struct Runtime {
    int states;
  };
  /// The number of states.
  constexpr int n() const {
    if constexpr (N > 0) {
      return N;
    } else {
      return size_.states;
    }
  }

  /// Returns the number of states, as a constant if it is known at compile time.
  constexpr auto size() const {
    if constexpr (N > 0) {
      return std::integral_constant<int, N>{};
    } else {
      return size_.states;
    }
  }

  [[no_unique_address]] std::conditional_t<(N > 0), Known, Runtime> size_;
  int reach_;
  T *slope_, *other_slope_, *next_, *term_, *other_, *increment_, *kept_, *passed_;
  T *power_, *next_power_;  // of the series of a vector
  T* A_;
  phi::Entries<T> entries_;                  // of A
  bool rests_ = false;                       // A is known
  const RestingStep<T>* resting_ = nullptr;  // the functions, if an instance keeps them
  bool suffices_ = false;                    // nothing else has to be computed
  T* mean_ = nullptr;
  T* outputs_memory_;
  phi::Matrices<T> m_;
};

/// Method of a step; each is a function of `StateStep`.
enum class Scheme { Affine, AffineWithSlope, Controlled, ImplicitEuler };

/// A step of the states of an instance.
template <class T>
struct StepTask {
  T* x = nullptr;  ///< the states
  int states = 0;
  int reach = 0;
  T* memory = nullptr;  ///< step_work_size cells
  double length = 0.0;  ///< s
  Scheme scheme = Scheme::Affine;
  bool is_affine = false;  ///< whether one pass of implicit Euler is enough
  const RestingStep<T>* resting =
      nullptr;                ///< matrices that the instance keeps, for affine schemes
  bool holds = false;         ///< whether these matrices are valid for this step
  T* mean = nullptr;          ///< takes the mean of the states, for affine schemes
  T* output_means = nullptr;  ///< takes the means of outputs, for controlled steps
  int output_count = 0;
};

/// Functions of an instance: dx/dt at (x, s); the part of dx/dt on which the matrix of an affine
/// step depends, at x; outputs at (x, s).
template <class T>
using StepRates = FunctionRef<void(T*, double, T*)>;
template <class T>
using StepFactors = FunctionRef<void(T*, T*)>;
template <class T>
using StepOutputs = FunctionRef<void(const T*, double, T*)>;

/// Takes a step of N states; 0 means any number.
template <int N, class T, class Rates, class Factors, class Outputs>
void take_step(const StepTask<T>& task, const Rates& rates, const Factors& factors,
               const Outputs& outputs) {
  StateStep<T, const Rates, N> step(rates, task.x, task.states, task.reach, task.memory);
  const double h = task.length;
  if (task.resting != nullptr) {
    const bool sloped = task.scheme == Scheme::AffineWithSlope;
    step.rest_on(*task.resting, task.holds, h, sloped ? phi::Wanted::All : phi::Wanted::Both,
                 factors);
  }
  if (task.mean != nullptr) step.want_mean(task.mean);
  switch (task.scheme) {
    case Scheme::Affine:
      return step.affine(h);
    case Scheme::AffineWithSlope:
      return step.affine_with_slope(h);
    case Scheme::Controlled:
      return step.controlled(h, outputs, task.output_count, task.output_means);
    case Scheme::ImplicitEuler:
      return step.implicit_euler(h, task.is_affine);
  }
}

/// Takes a step of any number of states; for up to 4 states it uses code with a fixed N.
void take_step(const StepTask<double>& task, const StepRates<double>& rates,
               const StepFactors<double>& factors, const StepOutputs<double>& outputs);
void take_step(const StepTask<Jet8>& task, const StepRates<Jet8>& rates,
               const StepFactors<Jet8>& factors, const StepOutputs<Jet8>& outputs);

}  // namespace hearth

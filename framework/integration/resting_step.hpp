// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "hearth/framework/integration/phi.hpp"
#include "hearth/framework/scalar/pack.hpp"

namespace hearth {

/// Largest number of states of an instance that keeps the matrix A of its affine derivatives A x +
/// b between steps.
inline constexpr int kMostRestingStates = 16;

/// Returns whether the φ functions of the matrix are kept too. For up to 4 states they cost less
/// than the series of a vector if they are used in a few passes of a loop; for more states only if
/// the matrix depends on parameters alone (`keys` is 0).
constexpr bool resting_functions(int states, int keys) {
  constexpr int kSmall = 4;
  return states <= kSmall || keys == 0;
}

/// Returns the number of values that a `RestingStep` keeps for a matrix that depends on `keys`
/// numbers.
constexpr int resting_size(int states, int keys) {
  return 2 + keys + states * states * (resting_functions(states, keys) ? 4 : 1);
}

/// The data that an instance with affine derivatives keeps from step to step: A and, if worthwhile,
/// φ1(hA), φ2(hA) and φ3(hA). They are valid as long as the length h of the step and the numbers on
/// which A depends (its keys), including derivatives, do not change.
///
/// The matrices are a function of h, the keys and the parameters alone, bit for bit: a step is the
/// same whether they were kept or recomputed. Derivatives of the φ functions are computed when a
/// matrix is reused for the first time, so that a matrix that changes costs no more than one that
/// is not kept; they agree to rounding with those of a step that computes them itself.
///
/// The memory contains: h, which parts of the functions are known, the keys, A, φ1, φ2, φ3.
template <class T>
class RestingStep {
 public:
  RestingStep(T* memory, int states, int keys)
      : step_(memory),
        known_(memory + 1),
        keys_(memory + 2),
        matrix_(memory + 2 + keys),
        states_(states),
        count_(keys) {}

  /// Stores the length of the step and the keys, `key(i)`; returns whether all of them are
  /// unchanged.
  template <class Key>
  bool rests(double step, const Key& key) {
    const bool rested = holds(step, key);
    *step_ = T(step);
    for (int i = 0; i < count_; ++i) keys_[i] = key(i);
    return rested;
  }
  /// Does the same for packs; returns the lanes in which one of the numbers has changed, as bits.
  template <class Key>
  unsigned changed_lanes(double step, const Key& key) {
    LaneMask unchanged = same_lanes(*step_, Pack8(step));
    *step_ = T(step);
    for (int i = 0; i < count_; ++i) {
      unchanged = unchanged && same_lanes(keys_[i], key(i));
      keys_[i] = key(i);
    }
    return (!unchanged).bits();
  }
  /// Returns whether the length of the step and the keys are unchanged.
  template <class Key>
  bool holds(double step, const Key& key) const {
    if (!equal(*step_, T(step))) return false;
    for (int i = 0; i < count_; ++i) {
      if (!equal(keys_[i], key(i))) return false;
    }
    return true;
  }

  /// Computes the matrix from differences of `factors(x, dx)`, which must be affine, at x = 0 and
  /// at states that are 0 except one. `x`, `slope` and `other` have space for n numbers each.
  template <class Factors>
  void find_matrix(int n, T* x, T* slope, T* other, const Factors& factors) const {
    constexpr double kShift = 1024.0;
    std::fill(x, x + n, T(0.0));
    factors(x, slope);
    for (int j = 0; j < n; ++j) {
      x[j] = T(kShift);
      factors(x, other);
      x[j] = T(0.0);
      for (int i = 0; i < n; ++i) matrix_[i * n + j] = (other[i] - slope[i]) / kShift;
    }
  }

  /// Advances n states by h to x + h φ1(hA) f(x), with f(x) from `rates(x, dx)`. Returns the mean
  /// of the states over the step, x + h φ2(hA) f(x), which is in `memory`; `memory` has 2 n cells.
  template <class Size, class Rates>
  [[gnu::always_inline]] const T* advance(Size n, double h, T* x, T* memory,
                                          const Rates& rates) const {
    constexpr bool constant = !std::is_same_v<Size, int>;
    T* const slope = memory;
    T* const mean = memory + n;
    std::array<T, constant ? static_cast<std::size_t>(constant_of<Size>) : kMostRestingStates>
        increment;
    rates(x, slope);
    phi::apply(phi(1), n, h, slope, increment.data());
    phi::apply(phi(2), n, h, slope, mean);
    for (int i = 0; i < n; ++i) {
      mean[i] += x[i];
      x[i] = x[i] + increment[static_cast<std::size_t>(i)];
    }
    return mean;
  }

  T* matrix() const { return matrix_; }
  bool has_functions() const { return resting_functions(states_, count_); }
  /// Returns the position of φ_k.
  T* phi(int k) const { return matrix_ + k * states_ * states_; }
  /// Returns whether the functions are complete: their derivatives are known, or are 0.
  bool is_whole() const { return value_of(*known_) != kValues; }
  /// Returns whether the derivatives of the functions are 0, so that their values suffice.
  bool is_plain() const { return value_of(*known_) == kPlain; }

  /// Computes the values of the functions for a step of length h if functions are kept.
  template <class Size>
  void find_values(Size n, double h, phi::Wanted wanted) const {
    if (!has_functions()) return;
    *known_ = T(phi::is_constant(matrix_, n * n) ? kPlain : kValues);
    if constexpr (std::is_same_v<T, double>) {
      fill(matrix_, n, h, wanted, phi(1));
    } else {
      std::array<double, kMostNumbers> values;
      std::array<double, 3 * kMostNumbers> functions;
      for (int i = 0; i < n * n; ++i) values[static_cast<std::size_t>(i)] = value_of(matrix_[i]);
      fill(values.data(), n, h, wanted, functions.data());
      for (int i = 0; i < 3 * n * n; ++i) phi(1)[i] = T(functions[static_cast<std::size_t>(i)]);
    }
  }
  /// Adds the derivatives of the functions.
  template <class Size>
  void find_derivatives(Size n, double h, phi::Wanted wanted) const {
    std::array<T, 3 * kMostNumbers> functions;
    fill(matrix_, n, h, wanted, functions.data());
    for (int i = 0; i < 3 * n * n; ++i) {
      const double value = value_of(phi(1)[i]);
      phi(1)[i] = functions[static_cast<std::size_t>(i)];
      set_value(phi(1)[i], value);
    }
    *known_ = T(kDerivatives);
  }
  /// Marks the matrices in a memory as invalid.
  static void forget(T* memory) { *memory = T(NAN); }

 private:
  static constexpr double kPlain = 0.0, kValues = 1.0, kDerivatives = 2.0;
  static constexpr std::size_t kMostNumbers = kMostRestingStates * kMostRestingStates;

  template <class Size>
  static constexpr int constant_of = [] {
    if constexpr (std::is_same_v<Size, int>) {
      return 0;
    } else {
      return Size::value;
    }
  }();

  static bool equal(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, Jet8>) {
      return a.a == b.a && (a.v.array() == b.v.array()).all();
    } else if constexpr (std::is_same_v<T, Pack8>) {
      return all_equal(a, b);
    } else {
      return a == b;
    }
  }
  static void set_value(T& number, double value) {
    if constexpr (std::is_same_v<T, Jet8>) {
      number.a = value;
    } else {
      number = value;
    }
  }

  /// Writes φ1, φ2 and φ3 of hA to 3 n^2 numbers; functions that are not requested are undefined.
  template <class Number, class Size>
  static void fill(const Number* A, Size n, double h, phi::Wanted wanted, Number* functions) {
    const double norm = phi::norm(A, n, n, h);
    if (!std::isfinite(norm)) {
      std::fill(functions, functions + 3 * n * n, Number(NAN));
      return;
    }
    std::array<Number, 2 * kMostNumbers> scratch;
    phi::fill<Number>(A, n, h, phi::path_for(norm), wanted,
                      {functions, functions + n * n, scratch.data(), scratch.data() + n * n,
                       functions + 2 * n * n});
  }

  T *step_, *known_, *keys_, *matrix_;
  int states_, count_;
};

}  // namespace hearth

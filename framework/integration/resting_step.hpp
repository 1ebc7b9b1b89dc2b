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

/// Largest number of states of an instance that keeps the matrix of its affine derivatives A x + b
/// between steps.
inline constexpr int kMostRestingStates = 16;

/// Returns whether functions of the matrix are kept. For small matrices they cost less than the
/// series of a vector once they serve a few passes of a loop; for larger ones only if the matrix
/// depends on the parameters alone.
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
/// φ1(hA), φ2(hA) and φ3(hA). They are valid while the length of the step and the numbers on which
/// A depends do not change, derivatives included.
///
/// The matrices are a function of these numbers and of the parameters alone, bit by bit: a step is
/// the same whether they were kept or recomputed. Derivatives of the functions are computed when a
/// matrix is reused for the first time, so that a changing matrix costs no more than one that is
/// not kept; they agree with the values of the step itself to rounding.
///
/// Numbers: the length of the step, which parts of the functions are known, the numbers on which A
/// depends, A, φ1, φ2, φ3.
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

  /// Takes the length of the step and the numbers on which A depends, `key(i)`; returns whether all
  /// are unchanged.
  template <class Key>
  bool rests(double step, const Key& key) {
    const bool rested = holds(step, key);
    *step_ = T(step);
    for (int i = 0; i < count_; ++i) keys_[i] = key(i);
    return rested;
  }
  /// Takes the same for packs; returns the lanes in which one of them has changed, by bits.
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
  /// Returns whether the length of the step and these numbers are unchanged.
  template <class Key>
  bool holds(double step, const Key& key) const {
    if (!equal(*step_, T(step))) return false;
    for (int i = 0; i < count_; ++i) {
      if (!equal(keys_[i], key(i))) return false;
    }
    return true;
  }

  /// Computes the matrix from differences of factors(x, dx), which is affine, at states that are 0
  /// except one; `x`, `slope` and `other` take n numbers each.
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

  /// Advances n states by h with the functions: x + h φ1(hA) f(x), with f(x) from `rates(x, dx)`.
  /// `memory` has 2 n cells. Returns the mean of the states in it, x + h φ2(hA) f(x).
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
  /// Returns whether the functions are complete: they have no derivatives, or these are known.
  bool is_whole() const { return value_of(*known_) != kValues; }
  /// Returns whether only plain values are needed.
  bool is_plain() const { return value_of(*known_) == kPlain; }

  /// Computes the values of the functions for a step of length h if they are kept.
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
  /// Computes their derivatives too.
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

  /// Leaves φ1, φ2 and φ3 of hA in 3 n^2 numbers; those that are not requested are undetermined.
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

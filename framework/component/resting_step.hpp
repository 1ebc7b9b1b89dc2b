// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "hearth/framework/component/phi.hpp"

namespace hearth {

/// States of an instance at most that keeps the matrix of its affine derivatives A x + b between
/// steps.
inline constexpr int kMostRestingStates = 16;

/// What an instance with affine derivatives keeps from step to step: A and, if they pay, φ1(hA),
/// φ2(hA) and φ3(hA). They hold as long as the step and what A depends on have the numbers that
/// are kept with them.
///
/// The matrices are functions of these numbers and of the parameters alone, bit by bit: a step is
/// the same whether they were kept or found anew.
///
/// Numbers: the length of the step, what A depends on, A, φ1, φ2, φ3.
class RestingStep {
 public:
  /// Small matrices cost less than the series of a vector as soon as they serve a few passes of a
  /// loop; larger ones only if nothing but the parameters changes them.
  static constexpr int kSmall = 4;
  static constexpr bool has_functions(int states, int keys) {
    return states <= kSmall || keys == 0;
  }
  static constexpr int size(int states, int keys) {
    return 1 + keys + states * states * (has_functions(states, keys) ? 4 : 1);
  }

  RestingStep(double* memory, int states, int keys)
      : step_(memory),
        keys_(memory + 1),
        matrix_(memory + 1 + keys),
        states_(states),
        count_(keys) {}

  /// Takes the length of the step and what A depends on, `key(i)`; returns whether they rested.
  template <class Key>
  bool rests(double step, const Key& key) {
    bool rested = *step_ == step;
    *step_ = step;
    for (int i = 0; i < count_; ++i) {
      const double now = key(i);
      rested = rested && keys_[i] == now;
      keys_[i] = now;
    }
    return rested;
  }

  double* matrix() const { return matrix_; }
  bool has_functions() const { return has_functions(states_, count_); }
  /// Returns where φ_k stands.
  double* phi(int k) const { return matrix_ + k * states_ * states_; }
  /// Finds the functions of the matrix for a step of length h if they are kept.
  template <class Size>
  void find_functions(Size n, double h, phi::Wanted wanted) const {
    if (!has_functions()) return;
    const double norm = phi::norm(matrix_, n, n, h);
    if (std::isfinite(norm)) {
      std::array<double, 2 * kMostRestingStates * kMostRestingStates> scratch;
      phi::fill<double>(matrix_, n, h, norm, wanted,
                        {phi(1), phi(2), scratch.data(), scratch.data() + n * n, phi(3)});
    } else {
      std::fill(phi(1), phi(1) + 3 * n * n, NAN);
    }
  }
  /// Makes a memory one whose matrices do not hold.
  static void forget(double* memory) { *memory = NAN; }

 private:
  double* step_;
  double* keys_;
  double* matrix_;
  int states_, count_;
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hearth/framework/component/jet.hpp"

namespace hearth {

/// Small dense matrices (row-major, n x n) and the functions of exponential integrators:
///
///     φ1(z) = (e^z - 1)/z,   φ2(z) = (φ1(z) - 1)/z,   φ3(z) = (φ2(z) - 1/2)/z
///
/// Sizes of steps and numbers of terms are decided on values, so that Jets follow `double`.
namespace phi {

/// Returns the largest row sum of |h A|; entries further than `reach` from the diagonal are 0.
template <class T>
double norm(const T* A, int n, int reach, double h) {
  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    double row = 0.0;
    const int last = std::min(n - 1, i + reach);
    for (int j = std::max(0, i - reach); j <= last; ++j) row += std::abs(value_of(A[i * n + j]));
    largest = std::max(largest, row);
  }
  return h * largest;
}

/// Whether a number is 0, with all its derivatives.
template <class T>
bool is_zero(const T& number) {
  if constexpr (std::is_same_v<T, Jet8>) {
    return number.a == 0.0 && (number.v.array() == 0.0).all();
  } else {
    return number == 0.0;
  }
}

/// Adds a b to a sum. Products of Jets whose first factor is 0 with all its derivatives are left
/// out: a comparison costs less than they do, and states of a zone depend on few others.
template <class T>
void add_product(const T& a, const T& b, T& sum) {
  if constexpr (std::is_same_v<T, Jet8>) {
    if (is_zero(a)) return;
  }
  sum += a * b;
}

/// The entries of a matrix that are not 0, derivatives included. Matrices of the sizes below have
/// many zeros: in a room each wall acts on the air alone.
template <class T>
class Entries {
 public:
  static constexpr int kLeast = 5, kMost = 16;  ///< sizes of matrices

  void find(const T* A, int n) {
    values_ = 0;
    known_ = n >= kLeast && n <= kMost;
    if (!known_) return;
    int count = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const T& entry = A[i * n + j];
        if (value_of(entry) != 0.0) ++values_;
        if (!is_zero(entry)) columns_[static_cast<std::size_t>(count++)] = static_cast<Index>(j);
      }
      ends_[static_cast<std::size_t>(i)] = count;
    }
  }
  bool known() const { return known_; }
  /// Returns how many values are not 0.
  int values() const { return values_; }

  /// y = h A x
  void apply(const T* A, int n, double h, const T* x, T* y) const {
    int k = 0;
    for (int i = 0; i < n; ++i) {
      T sum(0.0);
      for (; k < ends_[static_cast<std::size_t>(i)]; ++k) {
        const int j = columns_[static_cast<std::size_t>(k)];
        sum += A[i * n + j] * x[j];
      }
      y[i] = h * sum;
    }
  }

 private:
  using Index = std::uint8_t;

  bool known_ = false;
  int values_ = 0;
  std::array<Index, static_cast<std::size_t>(kMost* kMost)> columns_;
  std::array<int, static_cast<std::size_t>(kMost)> ends_;
};

/// y = h A x
template <class T>
void apply(const T* A, int n, double h, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    T sum = A[i * n] * x[0];
    for (int j = 1; j < n; ++j) sum += A[i * n + j] * x[j];
    y[i] = h * sum;
  }
}

/// y = h A x for a matrix whose entries further than `reach` from the diagonal are 0.
template <class T>
void apply_band(const T* A, int n, int reach, double h, const T* x, T* y) {
  if (reach >= n - 1) return apply(A, n, h, x, y);
  if (reach == 1) {  // a chain; in the order of the loop below
    y[0] = h * T(A[0] * x[0] + A[1] * x[1]);
    for (int i = 1; i < n - 1; ++i) {
      const T* const row = A + i * n + i;
      y[i] = h * T(row[-1] * x[i - 1] + row[0] * x[i] + row[1] * x[i + 1]);
    }
    const T* const last = A + n * n - 1;
    y[n - 1] = h * T(last[-1] * x[n - 2] + last[0] * x[n - 1]);
    return;
  }
  for (int i = 0; i < n; ++i) {
    const int first = std::max(0, i - reach), last = std::min(n - 1, i + reach);
    T sum = A[i * n + first] * x[first];
    for (int j = first + 1; j <= last; ++j) sum += A[i * n + j] * x[j];
    y[i] = h * sum;
  }
}

/// C = A B
template <class T>
void multiply(const T* A, const T* B, T* C, int n) {
  if (n > 16) {  // the same sums, along the rows of B: columns of a large matrix miss the cache
    for (int i = 0; i < n; ++i) {
      T* const row = C + i * n;
      for (int j = 0; j < n; ++j) row[j] = A[i * n] * B[j];
      for (int k = 1; k < n; ++k) {
        const T factor = A[i * n + k];
        for (int j = 0; j < n; ++j) row[j] += factor * B[k * n + j];
      }
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      T sum = A[i * n] * B[j];
      for (int k = 1; k < n; ++k) add_product(A[i * n + k], B[k * n + j], sum);
      C[i * n + j] = sum;
    }
  }
}

/// The largest norm for one Taylor series. Its terms cancel, which costs e^norm roundings at most:
/// half as many terms as series of norm 1 take in all, for a digit or two.
inline constexpr double kLargestSeriesNorm = 3.0;

/// Returns the fewest Taylor terms of φ1 with a remainder below rounding, for a norm of at most
/// `kLargestSeriesNorm`.
inline int taylor_terms(double norm) {
  constexpr int kMost = 30;
  double remainder = 0.5 * norm;
  int terms = 1;
  while (remainder > 1e-16 && terms < kMost) {
    ++terms;
    remainder *= norm / static_cast<double>(terms + 1);
  }
  return terms;
}

/// The matrices of one computation of φ1(hA), φ2(hA) and φ3(hA); all n x n. `growth` is e^z - 1.
template <class T>
struct Matrices {
  T *phi1, *phi2, *growth, *product;
  T* phi3 = nullptr;
};

/// Which of the functions are wanted.
enum class Wanted { Phi1, Both, All };

/// Sets M to the sum of (k + 1)! φ_(k+1) over the powers of z = scale A by Horner's rule:
/// P_0 with P_j = 1 + z P_(j+1) / (j + k + 1).
template <class T>
void series(const T* A, int n, double scale, int k, int terms, T* M, T* product) {
  const int size = n * n;
  for (int i = 0; i < size; ++i) M[i] = T(i % (n + 1) == 0 ? 1.0 : 0.0);
  for (int j = terms; j >= 0; --j) {
    multiply(A, M, product, n);
    const double factor = scale / static_cast<double>(j + k + 1);
    for (int i = 0; i < size; ++i) M[i] = factor * product[i];
    for (int i = 0; i < n; ++i) M[i * (n + 1)] += T(1.0);
  }
}

/// Lowers φ_(k+1) to φ_k = 1/k! + z φ_(k+1).
template <class T>
void lower(const T* A, int n, double scale, double constant, const T* upper, T* M) {
  multiply(A, upper, M, n);
  for (int i = 0; i < n * n; ++i) M[i] = scale * M[i];
  for (int i = 0; i < n; ++i) M[i * (n + 1)] += T(constant);
}

/// Fills φ1(hA), and φ2(hA) and φ3(hA) if they are wanted: Taylor series at norm <= 1/2, then
/// doubling with d(z) = e^z - 1:
///     φ3(2z) = φ3(z)/4 + φ2(z)/8 + φ1(z)/16 + d φ3(z)/8
///     φ2(2z) = φ2(z)/2 + φ1(z)/4 + d φ2(z)/4,   φ1(2z) = φ1(z) + d φ1(z)/2,   d(2z) = 2 d + d^2
/// (Berland, Skaflestad and Wright, EXPINT, ACM Trans. Math. Softw. 33 (2007), section 4). A stands
/// in no doubling: it would amplify rounding by the norm where slow and fast parts are coupled.
template <class T>
void fill(const T* A, int n, double h, double norm, Wanted wanted, const Matrices<T>& m) {
  int doublings = 0;
  for (; norm > 0.5; norm *= 0.5) ++doublings;
  const double scale = std::ldexp(h, -doublings);
  const int size = n * n;
  const int terms = taylor_terms(norm);
  if (wanted == Wanted::All) {
    series(A, n, scale, 3, terms, m.phi3, m.product);
    for (int i = 0; i < size; ++i) m.phi3[i] = (1.0 / 6.0) * m.phi3[i];
    lower(A, n, scale, 0.5, m.phi3, m.phi2);
  } else {
    series(A, n, scale, 2, terms, m.phi2, m.product);
    for (int i = 0; i < size; ++i) m.phi2[i] = 0.5 * m.phi2[i];
  }
  lower(A, n, scale, 1.0, m.phi2, m.phi1);
  if (doublings == 0) return;
  multiply(A, m.phi1, m.growth, n);  // d = z φ1
  for (int i = 0; i < size; ++i) m.growth[i] = scale * m.growth[i];
  for (; doublings > 0; --doublings) {
    if (wanted == Wanted::All) {
      multiply(m.growth, m.phi3, m.product, n);
      for (int i = 0; i < size; ++i) {
        m.phi3[i] = 0.25 * m.phi3[i] + 0.125 * (m.phi2[i] + 0.5 * m.phi1[i] + m.product[i]);
      }
    }
    if (wanted != Wanted::Phi1) {
      multiply(m.growth, m.phi2, m.product, n);
      for (int i = 0; i < size; ++i) {
        m.phi2[i] = 0.5 * m.phi2[i] + 0.25 * (m.phi1[i] + m.product[i]);
      }
    }
    multiply(m.growth, m.phi1, m.product, n);
    for (int i = 0; i < size; ++i) m.phi1[i] = m.phi1[i] + 0.5 * m.product[i];
    if (doublings == 1) return;
    multiply(m.growth, m.growth, m.product, n);
    for (int i = 0; i < size; ++i) m.growth[i] = 2.0 * m.growth[i] + m.product[i];
  }
}

}  // namespace phi
}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hearth/framework/scalar/jet.hpp"

namespace hearth {

/// Small dense matrices (row-major, n x n) and the functions of exponential integrators:
///
///     φ1(z) = (e^z - 1)/z,   φ2(z) = (φ1(z) - 1)/z,   φ3(z) = (φ2(z) - 1/2)/z
///
/// Numbers of doublings and of terms are chosen from values without derivatives, so that Jets
/// follow the same path as `double`; each lane of a pack follows the path of its own values. The
/// type `Size` is int, or std::integral_constant if n is known at compile time.
namespace phi {

/// Returns the largest row sum of |h A| (the maximum norm). Entries further than `reach` from the
/// diagonal are 0; `entry(i, j)` returns a number of A.
template <class Entry>
double norm_of(int n, int reach, double h, const Entry& entry) {
  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    double row = 0.0;
    const int last = std::min(n - 1, i + reach);
    for (int j = std::max(0, i - reach); j <= last; ++j) row += std::abs(entry(i, j));
    largest = std::max(largest, row);
  }
  return h * largest;
}
template <class T>
double norm(const T* A, int n, int reach, double h) {
  return norm_of(n, reach, h, [A, n](int i, int j) { return value_of(A[i * n + j]); });
}

/// Returns whether a number and all its derivatives are 0.
template <class T>
bool is_zero(const T& number) {
  if constexpr (std::is_same_v<T, Jet8>) {
    return number.a == 0.0 && (number.v.array() == 0.0).all();
  } else {
    return number == 0.0;
  }
}

/// Returns whether the derivatives of all numbers are 0.
template <class T>
bool is_constant(const T* numbers, int count) {
  if constexpr (std::is_same_v<T, Jet8>) {
    return std::all_of(numbers, numbers + count,
                       [](const Jet8& number) { return (number.v.array() == 0.0).all(); });
  } else {
    return true;
  }
}

/// Adds a b to a sum. If `a` is a Jet that is 0 with all its derivatives, the product is skipped:
/// the test costs less than the product, and each state of a zone depends on few others.
template <class T>
void add_product(const T& a, const T& b, T& sum) {
  if constexpr (std::is_same_v<T, Jet8>) {
    if (is_zero(a)) return;
  }
  sum += a * b;
}

/// The positions of the entries of a matrix that are not 0 or have a derivative. Matrices of these
/// sizes have many zeros: in a room, each wall acts on the air only.
template <class T>
class Entries {
 public:
  static constexpr int kLeast = 5, kMost = 16;  ///< sizes of matrices

  void find(const T* A, int n) {
    values_ = 0;
    known_ = n >= kLeast && n <= kMost;
    if (!known_) return;
    is_constant_ = is_constant(A, n * n);
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
  /// Returns the number of entries that are not 0.
  int values() const { return values_; }

  /// Computes y = h A x.
  void apply(const T* A, int n, double h, const T* x, T* y) const {
    if (is_constant_) {
      apply_entries(A, n, h, x, y, [](const T& entry) { return value_of(entry); });
    } else {
      apply_entries(A, n, h, x, y, [](const T& entry) -> const T& { return entry; });
    }
  }

 private:
  using Index = std::uint8_t;

  template <class Factor>
  void apply_entries(const T* A, int n, double h, const T* x, T* y, const Factor& factor) const {
    int k = 0;
    for (int i = 0; i < n; ++i) {
      T sum(0.0);
      for (; k < ends_[static_cast<std::size_t>(i)]; ++k) {
        const int j = columns_[static_cast<std::size_t>(k)];
        sum += factor(A[i * n + j]) * x[j];
      }
      y[i] = h * sum;
    }
  }

  bool known_ = false;
  bool is_constant_ = false;  // the matrix has no derivatives
  int values_ = 0;
  std::array<Index, static_cast<std::size_t>(kMost* kMost)> columns_;
  std::array<int, static_cast<std::size_t>(kMost)> ends_;
};

/// Computes y = h A x.
template <class M, class Size, class T>
[[gnu::always_inline]] inline void apply(const M* A, Size n, double h, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    T sum = A[i * n] * x[0];
    for (int j = 1; j < n; ++j) sum += A[i * n + j] * x[j];
    y[i] = h * sum;
  }
}

/// Computes y = h A x with the plain values of a matrix.
template <class M, class Size, class T>
void apply_values(const M* A, Size n, double h, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    T sum = value_of(A[i * n]) * x[0];
    for (int j = 1; j < n; ++j) sum += value_of(A[i * n + j]) * x[j];
    y[i] = h * sum;
  }
}

/// Computes y = h A x for a matrix whose entries further than `reach` from the diagonal are 0.
template <class T>
void apply_band(const T* A, int n, int reach, double h, const T* x, T* y) {
  if (reach >= n - 1) return apply(A, n, h, x, y);
  if (reach == 1) {  // a chain; same order of sums as in the loop below
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

/// Computes C = A B.
template <class T, class Size>
void multiply(const T* A, const T* B, T* C, Size n) {
  if (n > 16) {  // the same sums along rows of B, since columns of large matrices miss the cache
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

/// The largest norm of a matrix for which one Taylor series is used. Terms of the series cancel,
/// which multiplies rounding errors by at most e^norm: at this norm, one or two digits are lost,
/// and half as many terms are needed as for several series of norm 1.
inline constexpr double kLargestSeriesNorm = 3.0;

/// The largest number of terms of a series.
inline constexpr int kMostTerms = 30;

/// By number of terms: the largest norm for which the remainder of φ1, norm^terms / (terms + 1)!,
/// is below rounding.
inline constexpr auto kLargestNorms = [] {
  std::array<double, kMostTerms + 1> norms{};
  for (int terms = 1; terms <= kMostTerms; ++terms) {
    double low = 0.0, high = kLargestSeriesNorm + kMostTerms;
    while (true) {  // bisection to the last bit
      const double middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      double remainder = 1.0;
      for (int k = 1; k <= terms; ++k) remainder *= middle / static_cast<double>(k + 1);
      (remainder > 1e-16 ? high : low) = middle;
    }
    norms[static_cast<std::size_t>(terms)] = low;
  }
  return norms;
}();

/// Returns the smallest number of Taylor terms of φ1 with a remainder below rounding, for a norm of
/// at most `kLargestSeriesNorm`.
inline int taylor_terms(double norm) {
  int terms = 1;
  while (terms < kMostTerms && norm > kLargestNorms[static_cast<std::size_t>(terms)]) ++terms;
  return terms;
}

/// How the φ functions are computed: the number of terms of the series, which is odd because terms
/// are added in pairs, and the number of doublings that follow.
struct Path {
  int doublings = 0;
  int terms = 0;
  friend bool operator==(const Path&, const Path&) = default;
};

/// Returns the path for a matrix with this norm.
inline Path path_for(double norm) {
  Path path;
  for (; norm > 0.5; norm *= 0.5) ++path.doublings;
  path.terms = taylor_terms(norm) | 1;
  return path;
}

/// The coefficients 1/(j + k)! of φ_k, k = 0 to 3.
inline constexpr auto kTaylorCoefficients = [] {
  std::array<std::array<double, kMostTerms + 2>, 4> all{};
  for (int k = 0; k < 4; ++k) {
    double coefficient = 1.0;
    for (int j = 2; j <= k; ++j) coefficient /= static_cast<double>(j);
    for (int j = 0; j < kMostTerms + 2; ++j) {
      all[static_cast<std::size_t>(k)][static_cast<std::size_t>(j)] = coefficient;
      coefficient /= static_cast<double>(j + 1 + k);
    }
  }
  return all;
}();

/// The matrices of one computation of φ1(hA), φ2(hA) and φ3(hA), all n x n. `growth` is e^z - 1.
template <class T>
struct Matrices {
  T *phi1, *phi2, *growth, *product;
  T* phi3 = nullptr;
};

/// The functions to compute: φ1; φ1 and φ2; or φ1, φ2 and φ3.
enum class Wanted { Phi1, Both, All };

/// Sets M to the first terms of φ_k(z) = Σ z^j / (j + k)!, z = scale A, by Horner's rule in z²: two
/// terms need one product (Paterson and Stockmeyer, SIAM J. Comput. 2 (1973)).
template <class T, class Size>
void series(const T* A, Size n, double scale, int k, int terms, T* M, T* square, T* product) {
  const int size = n * n;
  const auto& coefficients = kTaylorCoefficients[static_cast<std::size_t>(k)];
  const auto add_pair = [&](int j, T* sum) {
    const double even = coefficients[static_cast<std::size_t>(j)];
    const double odd = scale * coefficients[static_cast<std::size_t>(j + 1)];
    for (int i = 0; i < size; ++i) sum[i] += odd * A[i];
    for (int i = 0; i < n; ++i) sum[i * (n + 1)] += T(even);
  };
  multiply(A, A, square, n);
  for (int i = 0; i < size; ++i) square[i] = scale * (scale * square[i]);
  const int products = (terms - 1) / 2;  // two matrices alternate so that the sum ends in M
  T *sum = M, *next = product;
  if (products % 2 == 1) std::swap(sum, next);
  std::fill(sum, sum + size, T(0.0));
  add_pair(terms - 1, sum);
  for (int j = terms - 3; j >= 0; j -= 2) {
    multiply(square, sum, next, n);
    std::swap(sum, next);
    add_pair(j, sum);
  }
}

/// Computes φ_k = 1/k! + z φ_(k+1) from φ_(k+1).
template <class T, class Size>
void lower(const T* A, Size n, double scale, double constant, const T* upper, T* M) {
  multiply(A, upper, M, n);
  for (int i = 0; i < n * n; ++i) M[i] = scale * M[i];
  for (int i = 0; i < n; ++i) M[i * (n + 1)] += T(constant);
}

/// Computes φ1(hA) and, if requested, φ2(hA) and φ3(hA): from Taylor series at a norm of at most
/// 1/2, then by doubling with d(z) = e^z - 1:
///
///     φ3(2z) = φ3(z)/4 + φ2(z)/8 + φ1(z)/16 + d φ3(z)/8
///     φ2(2z) = φ2(z)/2 + φ1(z)/4 + d φ2(z)/4,   φ1(2z) = φ1(z) + d φ1(z)/2,   d(2z) = 2 d + d^2
///
/// (Berland, Skaflestad and Wright, EXPINT, ACM Trans. Math. Softw. 33 (2007), section 4). No
/// doubling multiplies by A: that would multiply rounding errors by the norm of A if slow and fast
/// states are coupled.
template <class T, class Size>
void fill(const T* A, Size n, double h, const Path& path, Wanted wanted, const Matrices<T>& m) {
  int doublings = path.doublings;
  double scale = std::ldexp(h, -doublings);
  const int size = n * n;
  const int terms = path.terms;
  if (wanted == Wanted::All) {
    series(A, n, scale, 3, terms, m.phi3, m.growth, m.product);
    lower(A, n, scale, 0.5, m.phi3, m.phi2);
  } else {
    series(A, n, scale, 2, terms, m.phi2, m.growth, m.product);
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

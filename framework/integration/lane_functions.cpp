// SPDX-License-Identifier: MIT
#include "hearth/framework/integration/lane_functions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>

#include "hearth/framework/integration/phi.hpp"
#include "hearth/framework/integration/resting_step.hpp"

namespace hearth {
namespace {

constexpr std::size_t kMostNumbers = kMostRestingStates * kMostRestingStates;

// Lanes that need the same number of doublings and terms are computed together, unless they are so
// few that each alone takes less time.
constexpr int kFewLanes = 2;

/// Computes φ1 and φ2 along a path.
template <class T, class Size>
void fill_along(const phi::Path& path, const T* A, Size n, double h, T* functions) {
  std::array<T, 2 * kMostNumbers> scratch;
  phi::fill<T>(A, n, h, path, phi::Wanted::Both,
               {functions, functions + n * n, scratch.data(), scratch.data() + n * n, nullptr});
}

template <class Size>
void fill_alone(int lane, const phi::Path& path, const Pack8* A, Size n, double h,
                Pack8* functions) {
  std::array<double, kMostNumbers> matrix;
  std::array<double, 2 * kMostNumbers> own;
  for (int i = 0; i < n * n; ++i) matrix[static_cast<std::size_t>(i)] = A[i][lane];
  fill_along(path, matrix.data(), n, h, own.data());
  for (int i = 0; i < 2 * n * n; ++i) functions[i].set(lane, own[static_cast<std::size_t>(i)]);
}

template <class Size>
void fill_lanes(const Pack8* A, Size n, double h, unsigned lanes, Pack8* functions) {
  std::array<phi::Path, Pack8::kLanes> paths;
  unsigned left = 0;
  for (int lane = 0; lane < Pack8::kLanes; ++lane) {
    if (((lanes >> lane) & 1U) == 0) continue;
    const auto entry = [A, n, lane](int i, int j) { return A[i * n + j][lane]; };
    const double norm = phi::norm_of(n, n, h, entry);
    if (std::isfinite(norm)) {
      paths[static_cast<std::size_t>(lane)] = phi::path_for(norm);
      left |= 1U << lane;
    } else {
      for (int i = 0; i < 2 * n * n; ++i) functions[i].set(lane, NAN);
    }
  }
  while (left != 0) {
    const phi::Path path = paths[static_cast<std::size_t>(std::countr_zero(left))];
    unsigned same = 0;
    for (int lane = 0; lane < Pack8::kLanes; ++lane) {
      const bool alike = paths[static_cast<std::size_t>(lane)] == path;
      if (alike && ((left >> lane) & 1U) != 0) same |= 1U << lane;
    }
    left &= ~same;
    if (same == (1U << Pack8::kLanes) - 1) return fill_along(path, A, n, h, functions);
    if (std::popcount(same) <= kFewLanes) {
      for (; same != 0; same &= same - 1) {
        fill_alone(std::countr_zero(same), path, A, n, h, functions);
      }
      continue;
    }
    std::array<Pack8, 2 * kMostNumbers> some;
    fill_along(path, A, n, h, some.data());
    const LaneMask chosen(same);
    for (int i = 0; i < 2 * n * n; ++i) {
      functions[i] = select(chosen, some[static_cast<std::size_t>(i)], functions[i]);
    }
  }
}

}  // namespace

void find_lane_functions(const Pack8* A, int n, double h, unsigned lanes, Pack8* functions) {
  switch (n) {
    case 1:
      return fill_lanes(A, std::integral_constant<int, 1>(), h, lanes, functions);
    case 2:
      return fill_lanes(A, std::integral_constant<int, 2>(), h, lanes, functions);
    case 3:
      return fill_lanes(A, std::integral_constant<int, 3>(), h, lanes, functions);
    case 4:
      return fill_lanes(A, std::integral_constant<int, 4>(), h, lanes, functions);
    default:
      return fill_lanes(A, n, h, lanes, functions);
  }
}

}  // namespace hearth

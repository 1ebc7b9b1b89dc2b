// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

namespace hearth::bench {

/// CPU seconds of this thread.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// CPU seconds of two things measured in turn, A B A B ..., so that drift of the machine cancels.
struct Pair {
  double first = 0.0;   ///< median
  double second = 0.0;  ///< median
  double ratio = 0.0;   ///< median of first / second, pair by pair
  double best_first = 0.0;
  double best_second = 0.0;
};

template <class First, class Second>
Pair measure(int repeats, const First& first, const Second& second) {
  std::vector<double> a, b, ratios;
  first();
  second();
  for (int i = 0; i < repeats; ++i) {
    const double start = cpu_seconds();
    first();
    const double middle = cpu_seconds();
    second();
    const double end = cpu_seconds();
    a.push_back(middle - start);
    b.push_back(end - middle);
    ratios.push_back(a.back() / b.back());
  }
  return {median(a), median(b), median(ratios), *std::min_element(a.begin(), a.end()),
          *std::min_element(b.begin(), b.end())};
}

}  // namespace hearth::bench

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"

namespace hearth::test {

/// Compares the derivatives of a function of several numbers, found with Jets, with differences.
///
/// `f` takes a `std::vector<T>` and returns one, for T = double and Jet8. Differences are central
/// and of fourth order with a shift of 2e-4 of the variable: their error is below 1e-6 of the
/// derivative for smooth functions, and rounding adds 1e-16 |f| / shift.
template <class F>
void check_derivatives(const F& f, const std::vector<double>& at) {
  const std::vector<double> value = f(at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::vector<Jet8> seeded(at.begin(), at.end());
    seeded[i].v[0] = 1.0;
    const std::vector<Jet8> jets = f(seeded);
    const double shift = 2e-4 * std::max(std::abs(at[i]), 1e-3);
    const auto moved = [&](double by) {
      std::vector<double> x = at;
      x[i] += by * shift;
      return f(x);
    };
    const auto far_up = moved(2.0), up = moved(1.0), down = moved(-1.0), far_down = moved(-2.0);
    for (std::size_t k = 0; k < value.size(); ++k) {
      INFO("output " << k << ", variable " << i);
      const double difference =
          (8.0 * (up[k] - down[k]) - (far_up[k] - far_down[k])) / (12.0 * shift);
      const double noise = 1e-13 * std::abs(value[k]) / shift;
      CHECK(jets[k].a == value[k]);
      CHECK(std::abs(jets[k].v[0] - difference) <= 1e-6 * std::abs(difference) + noise + 1e-15);
    }
  }
}

}  // namespace hearth::test

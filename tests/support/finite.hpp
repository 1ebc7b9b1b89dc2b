// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/jet.hpp"

namespace hearth::test {

/// Checks that a function of several numbers and its derivatives along each are finite. `f` takes a
/// `std::vector<T>` and returns one, for T = double and Jet8.
template <class F>
void check_finite(const F& f, const std::vector<double>& at) {
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::vector<Jet8> seeded(at.begin(), at.end());
    seeded[i].v[0] = 1.0;
    const std::vector<Jet8> found = f(seeded);
    for (std::size_t k = 0; k < found.size(); ++k) {
      INFO("output " << k << ", variable " << i);
      CHECK(std::isfinite(found[k].a));
      CHECK(std::isfinite(found[k].v[0]));
    }
  }
}

}  // namespace hearth::test

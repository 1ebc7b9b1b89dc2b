// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/scalar/jet.hpp"

namespace hearth::test {

/// Checks that a function of several numbers and its derivatives are finite, and that the value is
/// the same with and without derivatives. `f` as in `check_derivatives`.
template <class F>
void check_finite(const F& f, const std::vector<double>& at) {
  const std::vector<double> value = f(at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::vector<Jet8> seeded(at.begin(), at.end());
    seeded[i].v[0] = 1.0;
    const std::vector<Jet8> jets = f(seeded);
    for (std::size_t k = 0; k < value.size(); ++k) {
      INFO("output " << k << ", variable " << i);
      CHECK(std::isfinite(value[k]));
      CHECK(jets[k].a == value[k]);
      CHECK(std::isfinite(jets[k].v[0]));
    }
  }
}

}  // namespace hearth::test

// SPDX-License-Identifier: MIT
#include "hearth/components/zones/heat_share.hpp"

#include <catch2/catch.hpp>

namespace hearth::test {
namespace {

TEST_CASE("a share of a heat flow is that part of it, of cold too") {
  const auto share = [](double heat, double part) {
    HeatShare<double>::Out y{};
    HeatShare<double>::outputs({heat}, {part}, y);
    return y.heat;
  };
  CHECK(share(300.0, 0.25) == 75.0);
  CHECK(share(-300.0, 0.25) == -75.0);
  CHECK(share(300.0, 0.0) == 0.0);
  CHECK(share(300.0, 1.0) == 300.0);
}

}  // namespace
}  // namespace hearth::test

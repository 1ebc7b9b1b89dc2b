// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/chain_diagnostics.hpp"

#include <cmath>
#include <cstddef>

#include <catch2/catch.hpp>

#include "hearth/estimation/bayes/random_stream.hpp"

namespace hearth::test::chain_diagnostics_test {
namespace {

using namespace estimation;

/// Chains of a first-order autoregression of variance 1.
Draws autoregression(int chains, int length, double memory, std::uint64_t seed) {
  Draws draws;
  for (int c = 0; c < chains; ++c) {
    RandomStream random(seed, static_cast<std::uint64_t>(c));
    std::vector<double>& chain = draws.emplace_back();
    double x = random.normal();
    for (int i = 0; i < length; ++i) {
      chain.push_back(x);
      x = memory * x + std::sqrt(1.0 - memory * memory) * random.normal();
    }
  }
  return draws;
}

TEST_CASE("normal quantiles are exact") {
  CHECK(normal_quantile(0.5) == Approx(0.0).margin(1e-15));
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-13));
  CHECK(normal_quantile(0.8413447460685429) == Approx(1.0).epsilon(1e-13));
  CHECK(normal_quantile(1e-10) == Approx(-6.361340902404056).epsilon(1e-11));
  CHECK(normal_quantile(0.25) == -normal_quantile(0.75));
}

TEST_CASE("effective draws of an autoregression are those of theory") {
  for (const double memory : {0.0, 0.3, 0.6, 0.9}) {
    CAPTURE(memory);
    const Draws draws = autoregression(4, 10000, memory, 5);
    const double expected = 40000.0 * (1.0 - memory) / (1.0 + memory);
    // The estimate sums noisy autocorrelations over some correlation times: a few percent.
    CHECK(effective_sample_size(draws) == Approx(expected).epsilon(0.1));
    CHECK(bulk_effective_sample_size(draws) == Approx(expected).epsilon(0.1));
    CHECK(r_hat(draws) < 1.01);
    // Whether a value lies in a tail is forgotten faster than the value itself.
    CHECK(tail_effective_sample_size(draws) > 0.9 * expected);
    CHECK(tail_effective_sample_size(draws) < 1.1 * 40000.0);
  }
}

TEST_CASE("draws that alternate are worth more than independent ones") {
  // The theory gives 3 · 8000 for -0.5; more than S log10 S = 31 200 is never reported.
  const double found = effective_sample_size(autoregression(4, 2000, -0.5, 2));
  CHECK(found == Approx(24000.0).epsilon(0.1));
  CHECK(effective_sample_size(autoregression(4, 2000, -0.95, 2)) ==
        Approx(8000.0 * std::log10(8000.0)));
}

TEST_CASE("chains of different places, widths or trends have not mixed") {
  const Draws mixed = autoregression(4, 1000, 0.0, 9);
  CHECK(r_hat(mixed) < 1.01);
  CHECK(bulk_effective_sample_size(mixed) == Approx(4000.0).epsilon(0.15));

  Draws shifted = mixed;
  for (double& value : shifted[0]) value += 1.0;
  CHECK(r_hat(shifted) > 1.05);
  CHECK(bulk_effective_sample_size(shifted) < 100.0);

  Draws widened = mixed;
  for (double& value : widened[0]) value *= 3.0;
  CHECK(r_hat(widened) > 1.05);

  Draws drifting = mixed;  // all alike: only halves see it
  for (auto& chain : drifting) {
    for (std::size_t i = 0; i < chain.size(); ++i) chain[i] += static_cast<double>(i) / 500.0;
  }
  CHECK(r_hat(drifting) > 1.1);
}

TEST_CASE("rank normalisation makes sense of draws without a variance") {
  Draws heavy = autoregression(4, 1000, 0.0, 9);  // of Cauchy's distribution
  for (auto& chain : heavy) {
    for (double& value : chain) value = std::tan(3.14159265 * 0.5 * std::erf(value / 1.41421356));
  }
  CHECK(r_hat(heavy) < 1.01);
  CHECK(bulk_effective_sample_size(heavy) == Approx(4000.0).epsilon(0.15));
}

TEST_CASE("too few draws, or equal ones, have no diagnostics") {
  CHECK(std::isnan(r_hat({{1.0, 2.0, 3.0}})));
  CHECK(std::isnan(r_hat({{1.0, 1.0, 1.0, 1.0}, {1.0, 1.0, 1.0, 1.0}})));
  CHECK(std::isnan(bulk_effective_sample_size({{1.0, 2.0, 3.0, NAN}})));
  CHECK(std::isnan(tail_effective_sample_size({})));
  // Two chains that stand still at different places.
  CHECK(r_hat({{1.0, 1.0, 1.0, 1.0}, {2.0, 2.0, 2.0, 2.0}}) == INFINITY);
}

TEST_CASE("walkers that go the same way are worth one") {
  const Draws alone = autoregression(2, 5000, 0.5, 4);
  const Draws together{alone[0], alone[0], alone[0], alone[1], alone[1], alone[1]};
  CHECK(effective_sample_size(together, 3) == Approx(effective_sample_size(alone)).epsilon(1e-3));
  // Independent ones are worth as many as they are.
  const Draws apart = autoregression(6, 5000, 0.5, 4);
  CHECK(effective_sample_size(apart, 3) == Approx(effective_sample_size(apart)).epsilon(0.1));
}

TEST_CASE("walkers that stand still far apart are not worth more than their draws") {
  Draws stuck = autoregression(4, 100, 0.0, 4);
  for (std::size_t c = 0; c < stuck.size(); ++c) {
    for (double& value : stuck[c]) value = 1e-3 * value + static_cast<double>(c % 2);
  }
  CHECK(effective_sample_size(stuck, 2) <= 400.0);
}

TEST_CASE("the chains of an ensemble are merged in the order of draws") {
  CHECK(merged({{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}, {7.0, 8.0}}, 2) ==
        Draws{{1.0, 3.0, 2.0, 4.0}, {5.0, 7.0, 6.0, 8.0}});
  const Draws draws{{1.0, 2.0}, {3.0, 4.0}};
  CHECK(merged(draws, 1) == draws);
}

TEST_CASE("quantiles are interpolated") {
  CHECK(quantile({{4.0, 1.0}, {3.0, 2.0}}, 0.5) == 2.5);
  CHECK(quantile({{4.0, 1.0}, {3.0, 2.0}}, 0.0) == 1.0);
  CHECK(quantile({{4.0, 1.0}, {3.0, 2.0}}, 1.0) == 4.0);
}

}  // namespace
}  // namespace hearth::test::chain_diagnostics_test

// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/bayes/chain_diagnostics.hpp"
#include "hearth/estimation/bayes/ensemble.hpp"
#include "hearth/estimation/bayes/nuts.hpp"
#include "hearth/tests/estimation/bayes/targets.hpp"

namespace hearth::test::samplers_test {
namespace {

using namespace estimation;

/// Five variables of standard deviations from 0.01 to 100, neighbours correlated by 0.9.
Eigen::MatrixXd wide_covariance() {
  Eigen::MatrixXd covariance(5, 5);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      covariance(i, j) = std::pow(10.0, i + j - 4) * std::pow(0.9, std::abs(i - j));
    }
  }
  return covariance;
}

Draws column(const std::vector<MarkovChain>& chains, int parameter) {
  Draws draws;
  for (const MarkovChain& chain : chains) {
    const Eigen::VectorXd values = chain.draws.col(parameter);
    draws.emplace_back(values.begin(), values.end());
  }
  return draws;
}

/// Checks mean and sd within four of their Monte Carlo errors, sd/√S and, with the kurtosis κ of
/// the distribution, sd √((κ - 1)/(4 S)), of S effective draws.
void check_moments(const Draws& draws, double mean, double sd, double kurtosis,
                   std::size_t walkers = 1) {
  double sum = 0.0, squares = 0.0, count = 0.0;
  Draws deviations = draws;
  for (std::vector<double>& chain : deviations) {
    for (double& value : chain) {
      sum += value;
      value = std::pow(value - mean, 2);
      squares += value;
      count += 1.0;
    }
  }
  const double of_mean = effective_sample_size(draws, walkers);
  const double of_squares = effective_sample_size(deviations, walkers);
  CAPTURE(sum / count, std::sqrt(squares / count), of_mean, of_squares, mean, sd);
  CHECK(of_mean > 400.0);
  CHECK(r_hat(merged(draws, walkers)) < 1.01);
  CHECK(std::abs(sum / count - mean) < 4.0 * sd / std::sqrt(of_mean));
  CHECK(std::abs(std::sqrt(squares / count) - sd) <
        4.0 * sd * std::sqrt((kurtosis - 1.0) / (4.0 * of_squares)));
}

std::vector<MarkovChain> nuts_chains(LogDensity& density, const NutsSettings& settings,
                                     const Eigen::MatrixXd& metric) {
  std::vector<MarkovChain> chains;
  for (std::uint64_t c = 0; c < 4; ++c) {
    const Eigen::VectorXd start =
        Eigen::VectorXd::Constant(density.size(), c % 2 == 0 ? 0.5 : -0.5);
    chains.push_back(*sample_by_nuts(density, start, metric, settings, RandomStream(7, c)));
  }
  return chains;
}

std::vector<MarkovChain> ensemble_chains(LogDensity& density, int walkers, int draws) {
  std::vector<MarkovChain> all;
  for (std::uint64_t c = 0; c < 2; ++c) {
    RandomStream random(3, 100 + c);
    Eigen::MatrixXd starts(walkers, density.size());
    for (Eigen::Index i = 0; i < starts.size(); ++i) starts.data()[i] = random.normal();
    const auto chains =
        sample_by_ensemble(density, starts, {.warmup = 1000, .draws = draws}, RandomStream(3, c));
    all.insert(all.end(), chains->begin(), chains->end());
  }
  return all;
}

TEST_CASE("NUTS draws from a normal distribution of very different scales") {
  NormalTarget target(wide_covariance());
  // From a mass matrix that knows nothing, too.
  for (const bool dense : {true, false}) {
    const auto chains = nuts_chains(target, {.dense = dense}, Eigen::MatrixXd::Identity(5, 5));
    for (int i = 0; i < 5; ++i) {
      CAPTURE(dense, i);
      check_moments(column(chains, i), 0.0, std::pow(10.0, i - 2), 3.0);
    }
    for (const MarkovChain& chain : chains) {
      CHECK(chain.saturated == 0);
      // Dual averaging aims at 0.8 and, over the 50 iterations of the last phase, ends above.
      CHECK(chain.acceptance > 0.75);
      CHECK(chain.acceptance < 0.96);
    }
  }
}

TEST_CASE("draws of two normal variables have their correlation") {
  NormalTarget target(wide_covariance());
  const auto chains = nuts_chains(target, {}, wide_covariance());
  double sum = 0.0, count = 0.0;
  for (const MarkovChain& chain : chains) {
    sum += chain.draws.col(0).dot(chain.draws.col(1));
    count += static_cast<double>(chain.draws.rows());
  }
  // The product of two standard normal variables has the variance 1 + ρ²; about 4000 draws.
  CHECK(sum / count / (0.01 * 0.1) == Approx(0.9).margin(4.0 * std::sqrt(1.81 / 4000.0)));
}

TEST_CASE("NUTS draws from a curved distribution") {
  BananaTarget target;
  const auto chains =
      nuts_chains(target, {.draws = 2000, .acceptance = 0.95}, Eigen::MatrixXd::Identity(2, 2));
  check_moments(column(chains, 0), 0.0, 1.0, 3.0);
  // y = x² + e: fourth central moment 60 + 6 · 2 · 0.25 + 3 · 0.0625 of variance 2.25.
  check_moments(column(chains, 1), 1.0, 1.5, (60.0 + 3.0 + 0.1875) / (2.25 * 2.25));
}

TEST_CASE("an ensemble draws from both without derivatives") {
  NormalTarget normal(wide_covariance());
  const auto chains = ensemble_chains(normal, 20, 2000);
  REQUIRE(chains.size() == 40);
  for (int i = 0; i < 5; ++i) {
    check_moments(column(chains, i), 0.0, std::pow(10.0, i - 2), 3.0, 20);
  }
  BananaTarget banana;
  const auto curved = ensemble_chains(banana, 20, 2000);
  check_moments(column(curved, 0), 0.0, 1.0, 3.0, 20);
  check_moments(column(curved, 1), 1.0, 1.5, 12.48, 20);
}

/// A density that is 0 beyond a wall, at which every path diverges.
class Walled final : public LogDensity {
 public:
  int size() const override { return 1; }
  double value(const Eigen::VectorXd& z) override {
    return z[0] < 0.0 ? -std::numeric_limits<double>::infinity() : -0.5 * z[0] * z[0];
  }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) override {
    gradient = -z;
    return value(z);
  }
};

TEST_CASE("paths that meet an edge of the density are counted as diverged and stay inside") {
  Walled target;
  const auto chains = nuts_chains(target, {.draws = 500}, Eigen::MatrixXd::Identity(1, 1));
  // The chains that begin beyond the wall have no density there and never move.
  CHECK(std::count(chains[0].divergent.begin(), chains[0].divergent.end(), 1) > 0);
  CHECK(chains[0].draws.minCoeff() >= 0.0);
}

TEST_CASE("a sampler ends when it is asked to") {
  NormalTarget target(Eigen::MatrixXd::Identity(2, 2));
  int calls = 0;
  const auto few = [&calls] { return ++calls < 10; };
  CHECK(!sample_by_nuts(target, Eigen::VectorXd::Zero(2), Eigen::MatrixXd::Identity(2, 2), {},
                        RandomStream(1, 1), few));
  CHECK(calls == 10);
  calls = 0;
  CHECK(!sample_by_ensemble(target, Eigen::MatrixXd::Random(6, 2), {}, RandomStream(1, 1), few));
  CHECK(calls == 10);
}

TEST_CASE("a sampler that is ended after its warm-up keeps the draws until then") {
  NormalTarget target(Eigen::MatrixXd::Identity(2, 2));
  int calls = 0;
  const auto some = [&calls] { return ++calls < 37; };
  const auto chain =
      sample_by_nuts(target, Eigen::VectorXd::Zero(2), Eigen::MatrixXd::Identity(2, 2),
                     {.warmup = 30, .draws = 1000}, RandomStream(1, 1), some);
  REQUIRE(chain);
  CHECK(chain->draws.rows() == 7);
  CHECK(chain->log_density.size() == 7);
  CHECK(chain->acceptance > 0.5);
  calls = 0;
  const auto walkers = sample_by_ensemble(target, Eigen::MatrixXd::Random(6, 2),
                                          {.warmup = 30, .draws = 1000}, RandomStream(1, 1), some);
  REQUIRE(walkers);
  CHECK(walkers->size() == 6);
  CHECK(walkers->front().draws.rows() == 7);
  CHECK(walkers->front().acceptance > 0.1);
}

}  // namespace
}  // namespace hearth::test::samplers_test

// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/posterior.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/estimation/bayes/chain_diagnostics.hpp"
#include "hearth/estimation/bayes/nuts.hpp"

namespace hearth::test::posterior_test {
namespace {

using namespace estimation;

/// Residuals (A p - y) of one row for each measurement.
class LinearResiduals final : public ResidualFunction {
 public:
  LinearResiduals(Eigen::MatrixXd slopes, Eigen::VectorXd measured)
      : slopes_(std::move(slopes)), measured_(std::move(measured)) {}

  int residuals() const override { return static_cast<int>(measured_.size()); }
  bool evaluate(const double* p, double* residuals, double* jacobian) override {
    const Eigen::Map<const Eigen::VectorXd> parameters(p, slopes_.cols());
    Eigen::Map<Eigen::VectorXd>(residuals, measured_.size()) = slopes_ * parameters - measured_;
    for (Eigen::Index i = 0; jacobian != nullptr && i < slopes_.rows(); ++i) {
      for (Eigen::Index j = 0; j < slopes_.cols(); ++j) *jacobian++ = slopes_(i, j);
    }
    return true;
  }

 private:
  Eigen::MatrixXd slopes_;
  Eigen::VectorXd measured_;
};

Parameter parameter(double min, double max, std::optional<Prior> prior = {}) {
  return {.name = "p", .initial = 0.0, .min = min, .max = max, .scale = {}, .prior = prior};
}

struct Moments {
  double mean = 0.0, sd = 0.0, least = 0.0, most = 0.0;
};

/// Draws 20 000 values of the parameters; returns the moments of each.
std::vector<Moments> sampled(Posterior& posterior, const std::vector<double>& start) {
  const auto near = laplace(posterior, posterior.unconstrained(start));
  REQUIRE(near);
  const auto chain = sample_by_nuts(posterior, near->mode, near->covariance,
                                    {.draws = 20000, .acceptance = 0.9}, RandomStream(1, 0));
  REQUIRE(chain);
  std::vector<Moments> moments(start.size());
  for (std::size_t j = 0; j < moments.size(); ++j) {
    std::vector<double> values;
    for (Eigen::Index k = 0; k < chain->draws.rows(); ++k) {
      values.push_back(posterior.physical(chain->draws.row(k).transpose())[j]);
    }
    double squares = 0.0;
    for (const double value : values) moments[j].mean += value / 20000.0;
    for (const double value : values) squares += std::pow(value - moments[j].mean, 2) / 20000.0;
    moments[j].sd = std::sqrt(squares);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    moments[j].least = *least;
    moments[j].most = *most;
  }
  return moments;
}

TEST_CASE("coordinates map to parameters and back, with their slopes") {
  const std::vector<Parameter> kinds{
      parameter(2.0, 5.0), parameter(2.0, kInfinity), parameter(-kInfinity, 5.0),
      parameter(-kInfinity, kInfinity, Prior{3.0, 2.0}), parameter(-kInfinity, kInfinity)};
  for (const Parameter& kind : kinds) {
    const Unconstrained map(kind);
    for (const double p : {2.001, 3.0, 4.9}) {
      const double z = map.from_physical(p);
      CAPTURE(kind.min, kind.max, p, z);
      CHECK(map.to_physical(z) == Approx(p).epsilon(1e-13));
      const double h = 1e-5;  // differences of second order: 1e-10 of the third derivative
      CHECK(map.slope(z) ==
            Approx((map.to_physical(z + h) - map.to_physical(z - h)) / (2.0 * h)).epsilon(1e-7));
      CHECK(map.bend(z) ==
            Approx((map.log_slope(z + h) - map.log_slope(z - h)) / (2.0 * h)).margin(1e-7));
      CHECK(map.curvature(z) ==
            Approx((map.bend(z - h) - map.bend(z + h)) / (2.0 * h)).margin(1e-7));
    }
  }
  const Unconstrained bounded(kinds.front());
  CHECK(bounded.to_physical(-800.0) == 2.0);
  CHECK(bounded.to_physical(800.0) == 5.0);
  CHECK(std::isfinite(bounded.from_physical(2.0)));
  CHECK(std::isfinite(bounded.from_physical(5.0)));
}

TEST_CASE("the gradient of a posterior is that of its value") {
  LinearResiduals residuals((Eigen::MatrixXd(3, 3) << 1, 2, 0, 0, 1, -1, 2, 0, 1).finished(),
                            Eigen::Vector3d(1.0, 2.0, 3.0));
  Posterior posterior({parameter(0.0, 3.0), parameter(-1.0, kInfinity, Prior{1.0, 0.5}),
                       parameter(-kInfinity, kInfinity, Prior{0.0, 2.0})},
                      residuals);
  const Eigen::Vector3d z(0.3, -0.4, 0.8);
  Eigen::VectorXd gradient;
  const double value = posterior.value(z, gradient);
  CHECK(value == posterior.value(z));
  for (int j = 0; j < 3; ++j) {
    const double h = 1e-5;
    Eigen::VectorXd above = z, below = z;
    above[j] += h;
    below[j] -= h;
    CHECK(gradient[j] ==
          Approx((posterior.value(above) - posterior.value(below)) / (2.0 * h)).epsilon(1e-7));
  }
}

TEST_CASE("a linear problem with normal priors has the normal posterior of theory") {
  Eigen::MatrixXd slopes(6, 3);
  slopes << 1, 2, 0, 0, 1, -1, 2, 0, 1, 1, 1, 1, 0, 3, 1, 1, -1, 2;
  Eigen::VectorXd measured(6);
  measured << 1.0, 2.0, 3.0, 0.5, 4.0, -1.0;
  LinearResiduals residuals(slopes, measured);
  const std::vector<Prior> priors{{0.0, 1.0}, {2.0, 0.5}, {-1.0, 10.0}};
  std::vector<Parameter> parameters;
  Eigen::MatrixXd information = slopes.transpose() * slopes;
  Eigen::VectorXd weighted = slopes.transpose() * measured;
  for (int j = 0; j < 3; ++j) {
    const Prior& prior = priors[static_cast<std::size_t>(j)];
    parameters.push_back(parameter(-kInfinity, kInfinity, prior));
    information(j, j) += 1.0 / (prior.sd * prior.sd);
    weighted[j] += prior.mean / (prior.sd * prior.sd);
  }
  const Eigen::MatrixXd covariance = information.inverse();
  const Eigen::VectorXd mean = covariance * weighted;
  Posterior posterior(parameters, residuals);
  const auto near = laplace(posterior, posterior.unconstrained({0.0, 0.0, 0.0}));
  REQUIRE(near);
  const auto found = sampled(posterior, {0.0, 0.0, 0.0});
  for (int j = 0; j < 3; ++j) {
    const double sd = std::sqrt(covariance(j, j));
    CAPTURE(j, mean[j], sd);
    const auto own = static_cast<std::size_t>(j);
    CHECK(posterior.physical(near->mode)[own] == Approx(mean[j]).epsilon(1e-8));
    // About 20 000 effective draws: 0.7 % of an sd for the mean, 0.5 % for the sd; four of them.
    CHECK(std::abs(found[own].mean - mean[j]) < 0.028 * sd);
    CHECK(found[own].sd == Approx(sd).epsilon(0.02));
  }
}

TEST_CASE("a posterior at a bound is a truncated normal distribution") {
  // N(-1, 1) above 0: with λ = φ(1) / (1 - Φ(1)) the mean is λ - 1, the variance 1 + λ - λ².
  const double ratio = 1.5251352761609807;
  const double mean = ratio - 1.0, sd = std::sqrt(1.0 + ratio - ratio * ratio);
  LinearResiduals below(Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Constant(1, -1.0));
  LinearResiduals nothing(Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Zero(1));
  // Between bounds of which the upper one is far, and with a prior instead of the measurement.
  Posterior two({parameter(0.0, 20.0)}, below);
  Posterior one({parameter(0.0, kInfinity, Prior{-1.0, 1.0})}, nothing);
  for (Posterior* posterior : {&two, &one}) {
    const Moments found = sampled(*posterior, {0.0}).front();
    CAPTURE(found.mean, found.sd, mean, sd);
    CHECK(found.least >= 0.0);
    // 5000 effective draws or more of a skewed distribution: 1.4 % of an sd; three of them.
    CHECK(std::abs(found.mean - mean) < 0.042 * sd);
    CHECK(found.sd == Approx(sd).epsilon(0.04));
  }
  // Mirrored: N(1, 1) below 0.
  LinearResiduals above(Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Constant(1, 1.0));
  Posterior mirrored({parameter(-kInfinity, 0.0, Prior{1.0, 1.0})}, nothing);
  const Moments found = sampled(mirrored, {0.0}).front();
  CHECK(found.most <= 0.0);
  CHECK(std::abs(found.mean + mean) < 0.042 * sd);
}

TEST_CASE("a parameter without data is uniform between its bounds in its own unit") {
  LinearResiduals nothing(Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Zero(1));
  Posterior posterior({parameter(1e-3, 1e3)}, nothing);
  const Moments found = sampled(posterior, {1.0}).front();
  // sd of a uniform variable: range/√12; 1.4 % of it is the error of the mean of 5000 draws.
  CHECK(found.mean == Approx(500.0).margin(0.042 * 289.0));
  CHECK(found.sd == Approx(1000.0 / std::sqrt(12.0)).epsilon(0.03));
}

}  // namespace
}  // namespace hearth::test::posterior_test

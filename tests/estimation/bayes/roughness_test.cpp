// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/roughness.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <catch2/catch.hpp>

#include "hearth/tests/estimation/bayes/targets.hpp"

namespace hearth::test::roughness_test {
namespace {

using namespace estimation;

constexpr std::uint64_t kLines = 6;

/// A normal density whose logarithm has a step where the first variable is at `place`, which its
/// gradient does not show.
class StepTarget final : public LogDensity {
 public:
  explicit StepTarget(double height, double place = 0.3, double slope = 1.0)
      : height_(height), place_(place), slope_(slope) {}

  int size() const override { return 2; }
  double value(const Eigen::VectorXd& z) override {
    return -0.5 * z.squaredNorm() + (z[0] > place_ ? height_ : 0.0);
  }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) override {
    gradient = -slope_ * z;
    return value(z);
  }

 private:
  double height_, place_, slope_;
};

double largest(LogDensity& density, const Eigen::MatrixXd& covariance) {
  const Laplace near{Eigen::VectorXd::Zero(density.size()), covariance};
  double most = 0.0;
  for (std::uint64_t line = 0; line < kLines; ++line) {
    most = std::max(most, roughness(density, near, line).height);
  }
  return most;
}

TEST_CASE("smooth densities with exact gradients are not rough, curved ones neither") {
  Eigen::MatrixXd covariance(2, 2);
  covariance << 1.0, 0.9e-3, 0.9e-3, 1e-6;
  NormalTarget normal(covariance);
  // Simpson's rule is exact for polynomials of degree 3, of slopes here.
  CHECK(largest(normal, covariance) < 1e-10);
  BananaTarget banana;
  CHECK(largest(banana, Eigen::MatrixXd::Identity(2, 2)) < 1e-10);
}

TEST_CASE("a jump of a density shows with its height") {
  for (const double height : {0.7, -3.0}) {
    StepTarget target(height);
    CHECK(largest(target, Eigen::MatrixXd::Identity(2, 2)) ==
          Approx(std::abs(height)).epsilon(1e-9));
  }
}

TEST_CASE("a gradient that is not that of the density shows") {
  // Half the slope: along a line to 2 sd the logarithm falls by 2, by 1 of it unseen.
  StepTarget target(0.0, 0.3, 0.5);
  CHECK(largest(target, Eigen::MatrixXd::Identity(2, 2)) == Approx(1.0).epsilon(1e-9));
}

TEST_CASE("jumps where a density is as good as 0 do not count") {
  // Lines reach to 40, the logarithm is -12.5 at 5, and smooth nearer to the mode.
  StepTarget target(-20.0, 5.0);
  CHECK(largest(target, 400.0 * Eigen::MatrixXd::Identity(2, 2)) < 1e-10);
}

}  // namespace
}  // namespace hearth::test::roughness_test

// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"

namespace hearth::test {

/// A normal distribution of mean 0.
class NormalTarget final : public estimation::LogDensity {
 public:
  explicit NormalTarget(const Eigen::MatrixXd& covariance) : precision_(covariance.inverse()) {}

  int size() const override { return static_cast<int>(precision_.rows()); }
  double value(const Eigen::VectorXd& z) override { return -0.5 * z.dot(precision_ * z); }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) override {
    gradient = -(precision_ * z);
    return value(z);
  }

 private:
  Eigen::MatrixXd precision_;
};

/// x ~ N(0, 1), y ~ N(x², 1/2²): means 0 and 1, variances 1 and 2 + 1/4.
class BananaTarget final : public estimation::LogDensity {
 public:
  int size() const override { return 2; }
  double value(const Eigen::VectorXd& z) override {
    return -0.5 * (z[0] * z[0] + 4.0 * std::pow(z[1] - z[0] * z[0], 2));
  }
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) override {
    const double off = z[1] - z[0] * z[0];
    gradient.resize(2);
    gradient << -z[0] + 8.0 * off * z[0], -4.0 * off;
    return value(z);
  }
};

}  // namespace hearth::test

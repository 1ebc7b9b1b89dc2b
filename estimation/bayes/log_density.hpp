// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace hearth::estimation {

/// The logarithm of a probability density over all real vectors, up to a constant, from which
/// samplers draw. A sampler calls it from one thread.
class LogDensity {
 public:
  virtual ~LogDensity() = default;

  virtual int size() const = 0;
  /// Returns the logarithm at `z`; minus infinity if the density is 0 or cannot be evaluated.
  virtual double value(const Eigen::VectorXd& z) = 0;
  /// Returns the logarithm and writes its gradient, which may remain unset if the value is minus
  /// infinity.
  virtual double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) = 0;
};

}  // namespace hearth::estimation

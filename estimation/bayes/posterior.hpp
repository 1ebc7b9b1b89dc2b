// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Dense>

#include "hearth/estimation/bayes/log_density.hpp"
#include "hearth/estimation/bayes/unconstrained.hpp"
#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// The posterior density of parameters given a model and its measurements, over unconstrained
/// coordinates z (`Unconstrained`):
///
///     ln π(z) = -F(p)/2 - Σ ((p_j - mean_j) / sd_j)² / 2 + Σ ln dp_j/dz_j
///
/// F is minus twice the log-likelihood: the sum of squared residuals, or the sum over rows of other
/// kinds (`RowKind`). A parameter with a prior is normal within its bounds; a parameter without a
/// prior is uniform between its bounds.
class Posterior final : public LogDensity {
 public:
  /// Adds `constant` to the log-likelihood. Keeps a reference to `residuals`.
  Posterior(std::vector<Parameter> parameters, ResidualFunction& residuals, double constant = 0.0);

  int size() const override { return static_cast<int>(parameters_.size()); }
  double value(const Eigen::VectorXd& z) override;
  double value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) override;

  /// The quantities that `laplace` needs at a point: the gradient, and a positive semidefinite
  /// approximation of minus the second derivatives that neglects the second derivatives of the
  /// residuals.
  struct Shape {
    double value = 0.0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd information;
  };
  /// Returns the shape at `z`, or nothing if the density is 0 or cannot be evaluated.
  std::optional<Shape> shape(const Eigen::VectorXd& z);

  std::vector<double> physical(const Eigen::VectorXd& z) const;
  Eigen::VectorXd unconstrained(const std::vector<double>& p) const;
  /// Returns Σ ln dp_j/dz_j. `value` minus this sum is the log-density of p.
  double log_slopes(const Eigen::VectorXd& z) const;

 private:
  bool evaluate(const Eigen::VectorXd& z, bool derivatives);
  double value_here(const Eigen::VectorXd& z) const;
  Eigen::VectorXd gradient_here(const Eigen::VectorXd& z) const;

  std::vector<Parameter> parameters_;
  std::vector<Unconstrained> maps_;
  ResidualFunction& residuals_;
  std::vector<RowKind> kinds_;
  std::optional<RowPattern> pattern_;
  double constant_;
  std::vector<double> p_;  // the parameters at which rows and derivatives were evaluated
  Eigen::VectorXd rows_;
  // with respect to p
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian_;
};

/// A normal distribution that approximates a density.
struct Laplace {
  Eigen::VectorXd mode;
  Eigen::MatrixXd covariance;
};

/// Finds the mode of a posterior by damped Newton steps from a point (with `Posterior::Shape`), and
/// the inverse of the information at the mode. In directions that the density hardly constrains,
/// the standard deviation is limited to 5, which is wide in coordinates of parameters between
/// bounds. Returns nothing if the density is 0 at the point.
std::optional<Laplace> laplace(Posterior& posterior, const Eigen::VectorXd& start);

}  // namespace hearth::estimation

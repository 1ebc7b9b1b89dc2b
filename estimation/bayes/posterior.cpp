// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hearth::estimation {

Posterior::Posterior(std::vector<Parameter> parameters, ResidualFunction& residuals,
                     double constant)
    : parameters_(std::move(parameters)),
      maps_(parameters_.begin(), parameters_.end()),
      residuals_(residuals),
      kinds_(residuals.kinds()),
      pattern_(residuals.pattern()),
      constant_(constant),
      rows_(residuals.residuals()) {}

std::vector<double> Posterior::physical(const Eigen::VectorXd& z) const {
  std::vector<double> p;
  for (std::size_t j = 0; j < maps_.size(); ++j) {
    p.push_back(maps_[j].to_physical(z[static_cast<Eigen::Index>(j)]));
  }
  return p;
}

Eigen::VectorXd Posterior::unconstrained(const std::vector<double>& p) const {
  Eigen::VectorXd z(size());
  for (std::size_t j = 0; j < maps_.size(); ++j) {
    z[static_cast<Eigen::Index>(j)] = maps_[j].from_physical(p[j]);
  }
  return z;
}

double Posterior::log_slopes(const Eigen::VectorXd& z) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < maps_.size(); ++j) {
    sum += maps_[j].log_slope(z[static_cast<Eigen::Index>(j)]);
  }
  return sum;
}

bool Posterior::evaluate(const Eigen::VectorXd& z, bool derivatives) {
  if (!z.allFinite()) return false;
  p_ = physical(z);
  for (const double p : p_) {
    if (!std::isfinite(p)) return false;
  }
  if (derivatives) jacobian_.resize(rows_.size(), size());
  const bool evaluated =
      derivatives ? evaluate_dense(residuals_, pattern_, p_, rows_.data(), jacobian_.data())
                  : residuals_.evaluate(p_.data(), rows_.data(), nullptr);
  if (!evaluated) return false;
  return rows_.allFinite() && (!derivatives || jacobian_.allFinite());
}

double Posterior::value_here(const Eigen::VectorXd& z) const {
  double cost = 0.0;
  for (Eigen::Index i = 0; i < rows_.size(); ++i) {
    const RowKind kind = kinds_.empty() ? RowKind::Squared : kinds_[static_cast<std::size_t>(i)];
    if (kind == RowKind::Squared) cost += rows_[i] * rows_[i];
    if (kind == RowKind::Value) cost += rows_[i];
  }
  for (std::size_t j = 0; j < p_.size(); ++j) {
    const auto& prior = parameters_[j].prior;
    if (prior) cost += std::pow((p_[j] - prior->mean) / prior->sd, 2);
  }
  return constant_ - 0.5 * cost + log_slopes(z);
}

Eigen::VectorXd Posterior::gradient_here(const Eigen::VectorXd& z) const {
  Eigen::VectorXd gradient = -(jacobian_.transpose() * rows_);
  for (std::size_t j = 0; j < p_.size(); ++j) {
    const auto own = static_cast<Eigen::Index>(j);
    const auto& prior = parameters_[j].prior;
    if (prior) gradient[own] -= (p_[j] - prior->mean) / (prior->sd * prior->sd);
    gradient[own] = gradient[own] * maps_[j].slope(z[own]) + maps_[j].bend(z[own]);
  }
  return gradient;
}

double Posterior::value(const Eigen::VectorXd& z) {
  return evaluate(z, false) ? value_here(z) : -kInfinity;
}

double Posterior::value(const Eigen::VectorXd& z, Eigen::VectorXd& gradient) {
  if (!evaluate(z, true)) return -kInfinity;
  gradient = gradient_here(z);
  return value_here(z);
}

std::optional<Posterior::Shape> Posterior::shape(const Eigen::VectorXd& z) {
  if (!evaluate(z, true)) return std::nullopt;
  Shape shape{value_here(z), gradient_here(z), jacobian_.transpose() * jacobian_};
  Eigen::VectorXd slopes(size());
  for (std::size_t j = 0; j < p_.size(); ++j) {
    const auto own = static_cast<Eigen::Index>(j);
    slopes[own] = maps_[j].slope(z[own]);
    const auto& prior = parameters_[j].prior;
    if (prior) shape.information(own, own) += 1.0 / (prior->sd * prior->sd);
  }
  shape.information = slopes.asDiagonal() * shape.information * slopes.asDiagonal();
  for (std::size_t j = 0; j < p_.size(); ++j) {
    const auto own = static_cast<Eigen::Index>(j);
    shape.information(own, own) += maps_[j].curvature(z[own]);
  }
  if (!std::isfinite(shape.value) || !shape.gradient.allFinite()) return std::nullopt;
  return shape;
}

std::optional<Laplace> laplace(Posterior& posterior, const Eigen::VectorXd& start) {
  constexpr int kMost = 50;
  constexpr double kLeast = 0.04;   // least information: an sd of 5
  constexpr double kEnough = 1e-4;  // change of the logarithm of the density
  constexpr double kLongest = 2.0;  // longest step in a coordinate
  Eigen::VectorXd z = start;
  auto shape = posterior.shape(z);
  if (!shape) return std::nullopt;
  Eigen::MatrixXd covariance;
  for (int i = 0; i < kMost; ++i) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(shape->information);
    const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(kLeast).cwiseInverse();
    covariance = solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
    Eigen::VectorXd step = covariance * shape->gradient;
    if (shape->gradient.dot(step) < kEnough) break;
    step *= std::min(1.0, kLongest / step.cwiseAbs().maxCoeff());
    double length = 1.0;
    const double gain = shape->gradient.dot(step);
    while (length > 1e-6 &&
           !(posterior.value(z + length * step) > shape->value + 1e-4 * length * gain)) {
      length *= 0.5;
    }
    if (length <= 1e-6) break;
    auto next = posterior.shape(z + length * step);
    if (!next) break;
    z += length * step;
    shape = std::move(next);
  }
  return Laplace{z, covariance};
}

}  // namespace hearth::estimation

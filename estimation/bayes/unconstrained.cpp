// SPDX-License-Identifier: MIT
#include "hearth/estimation/bayes/unconstrained.hpp"

#include <algorithm>
#include <cmath>

namespace hearth::estimation {

Unconstrained::Unconstrained(const Parameter& parameter)
    : min_(parameter.min), max_(parameter.max) {
  if (lower() || upper() || !parameter.prior) return;
  centre_ = parameter.prior->mean;
  width_ = parameter.prior->sd;
}

double Unconstrained::to_physical(double z) const {
  if (lower() && upper()) {
    // Computed from the nearer bound, so that small distances keep their digits.
    const double share = 1.0 / (1.0 + std::exp(std::abs(z)));
    const double p = z < 0.0 ? min_ + (max_ - min_) * share : max_ - (max_ - min_) * share;
    return std::clamp(p, min_, max_);
  }
  if (lower()) return min_ + std::exp(z);
  if (upper()) return max_ - std::exp(-z);
  return centre_ + width_ * z;
}

double Unconstrained::from_physical(double p) const {
  constexpr double kMargin = 1e-3;
  if (lower() && upper()) {
    const double least = kMargin * (max_ - min_);
    const double above = p - min_, below = max_ - p;
    if (above <= 0.0) return std::log(least / (max_ - min_ - least));
    if (below <= 0.0) return std::log((max_ - min_ - least) / least);
    return std::log(above / below);
  }
  const double least = kMargin * std::max(std::abs(p), 1e-9);
  if (lower()) return std::log(p > min_ ? p - min_ : least);
  if (upper()) return -std::log(p < max_ ? max_ - p : least);
  return (p - centre_) / width_;
}

double Unconstrained::slope(double z) const { return std::exp(log_slope(z)); }

double Unconstrained::log_slope(double z) const {
  if (lower() && upper()) {
    return std::log(max_ - min_) - std::abs(z) - 2.0 * std::log1p(std::exp(-std::abs(z)));
  }
  if (lower()) return z;
  if (upper()) return -z;
  return std::log(width_);
}

double Unconstrained::bend(double z) const {
  if (lower() && upper()) return -std::tanh(0.5 * z);
  if (lower()) return 1.0;
  if (upper()) return -1.0;
  return 0.0;
}

double Unconstrained::curvature(double z) const {
  if (!lower() || !upper()) return 0.0;
  const double bend = std::tanh(0.5 * z);
  return 0.5 * (1.0 - bend * bend);
}

}  // namespace hearth::estimation

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// A residual function of some parameters of another one, which must outlive it; the others are
/// held.
class HeldFunction final : public ResidualFunction {
 public:
  /// `parameters` are all of them, physical; `free` are the places of those that vary.
  HeldFunction(ResidualFunction& function, std::vector<double> parameters,
               std::vector<std::size_t> free)
      : function_(function), parameters_(std::move(parameters)), free_(std::move(free)) {}

  int residuals() const override { return function_.residuals(); }

  bool evaluate(const double* p, double* residuals, double* jacobian) override {
    const std::vector<double> whole = with(p);
    if (jacobian == nullptr) return function_.evaluate(whole.data(), residuals, nullptr);
    const auto rows = static_cast<std::size_t>(function_.residuals());
    const std::size_t columns = parameters_.size();
    derivatives_.resize(rows * columns);
    if (!function_.evaluate(whole.data(), residuals, derivatives_.data())) return false;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < free_.size(); ++i) {
        jacobian[row * free_.size() + i] = derivatives_[row * columns + free_[i]];
      }
    }
    return true;
  }

  std::vector<ResidualPlace> places() const override { return function_.places(); }
  std::vector<RowKind> kinds() const override { return function_.kinds(); }

  /// Returns all parameters with the free ones at `p`.
  std::vector<double> with(const double* p) const {
    std::vector<double> whole = parameters_;
    for (std::size_t i = 0; i < free_.size(); ++i) whole[free_[i]] = p[i];
    return whole;
  }

 private:
  ResidualFunction& function_;
  std::vector<double> parameters_;
  std::vector<std::size_t> free_;
  std::vector<double> derivatives_;
};

}  // namespace hearth::estimation

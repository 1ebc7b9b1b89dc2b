// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/estimation/solver/least_squares.hpp"

namespace hearth::estimation {

/// A residual function of some parameters of another residual function, which must outlive it. All
/// other parameters are held constant.
class HeldFunction final : public ResidualFunction {
 public:
  /// `parameters` contains all parameters, physical; `free` contains the indexes of the free ones,
  /// ascending.
  HeldFunction(ResidualFunction& function, std::vector<double> parameters,
               std::vector<std::size_t> free)
      : function_(function),
        whole_pattern_(function.pattern()),
        layout_(whole_pattern_
                    ? *whole_pattern_
                    : RowPattern(function.residuals(), static_cast<int>(parameters.size()))),
        parameters_(std::move(parameters)),
        free_(std::move(free)),
        place_of_(parameters_.size(), -1) {
    for (std::size_t i = 0; i < free_.size(); ++i) place_of_[free_[i]] = static_cast<int>(i);
  }

  int residuals() const override { return function_.residuals(); }

  std::optional<RowPattern> pattern() const override {
    if (!whole_pattern_) return std::nullopt;
    std::vector<std::vector<int>> lists;
    std::vector<int> list_of;
    std::map<const std::vector<int>*, int> known;
    for (int row = 0; row < residuals(); ++row) {
      const std::vector<int>& whole = whole_pattern_->columns_of(row);
      const auto [list, is_new] = known.emplace(&whole, static_cast<int>(lists.size()));
      if (is_new) lists.push_back(free_of(whole));
      list_of.push_back(list->second);
    }
    return RowPattern(static_cast<int>(free_.size()), lists, list_of);
  }

  bool evaluate(const double* p, double* residuals, double* jacobian) override {
    const std::vector<double> whole = with(p);
    if (jacobian == nullptr) return function_.evaluate(whole.data(), residuals, nullptr);
    derivatives_.resize(layout_.size());
    if (!function_.evaluate(whole.data(), residuals, derivatives_.data())) return false;
    const double* from = derivatives_.data();
    for (int row = 0; row < function_.residuals(); ++row) {
      for (const int parameter : layout_.columns_of(row)) {
        const double value = *from++;
        if (place_of_[static_cast<std::size_t>(parameter)] >= 0) *jacobian++ = value;
      }
    }
    return true;
  }

  std::vector<ResidualPlace> places() const override { return function_.places(); }
  std::vector<RowKind> kinds() const override { return function_.kinds(); }

  /// Returns all parameters; the free ones have the values `p`.
  std::vector<double> with(const double* p) const {
    std::vector<double> whole = parameters_;
    for (std::size_t i = 0; i < free_.size(); ++i) whole[free_[i]] = p[i];
    return whole;
  }

 private:
  std::vector<int> free_of(const std::vector<int>& parameters) const {
    std::vector<int> free;
    for (const int parameter : parameters) {
      const int place = place_of_[static_cast<std::size_t>(parameter)];
      if (place >= 0) free.push_back(place);
    }
    return free;
  }

  ResidualFunction& function_;
  std::optional<RowPattern> whole_pattern_;
  RowPattern layout_;  // pattern of the derivatives by all parameters
  std::vector<double> parameters_;
  std::vector<std::size_t> free_;
  std::vector<int> place_of_;  // by parameter: index among the free ones, -1 if it is held
  std::vector<double> derivatives_;
};

}  // namespace hearth::estimation

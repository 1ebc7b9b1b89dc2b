// SPDX-License-Identifier: MIT
#include "hearth/estimation/sensitivity/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "hearth/estimation/scenarios/set/internal/sampling.hpp"
#include "hearth/estimation/sensitivity/internal/bootstrap.hpp"

namespace hearth::estimation {
namespace {

/// The contributions of the rows to the sums of the estimates: for each row f(A) + f(B), f(A)² +
/// f(B)², then for each parameter the terms of `first` and `total`. The mean is subtracted from
/// values.
class SobolTerms {
 public:
  SobolTerms(const SobolDesign& design, const std::vector<double>& values)
      : parameters_(static_cast<std::size_t>(design.parameters)), width_(2 + 2 * parameters_) {
    std::vector<const double*> whole;
    for (std::size_t j = 0; j < static_cast<std::size_t>(design.rows); ++j) {
      const double* row = values.data() + j * (parameters_ + 2);
      const bool finite = std::all_of(row, row + parameters_ + 2,
                                      [](double value) { return std::isfinite(value); });
      if (finite) whole.push_back(row);
    }
    double mean = 0.0;
    for (const double* row : whole) {
      mean += (row[0] + row[1]) / (2.0 * static_cast<double>(whole.size()));
      largest_ = std::max({largest_, std::abs(row[0]), std::abs(row[1])});
    }
    for (const double* row : whole) add(row, mean);
  }

  std::size_t rows() const { return terms_.size() / width_; }

  /// Returns the indices for these rows, without intervals.
  std::vector<SobolIndices> indices(const std::vector<std::size_t>& rows) const {
    std::vector<double> sums(width_, 0.0);
    for (const std::size_t j : rows) {
      const double* own = terms_.data() + j * width_;
      for (std::size_t i = 0; i < width_; ++i) sums[i] += own[i];
    }
    const auto count = static_cast<double>(rows.size());
    const double mean = sums[0] / (2.0 * count);
    const double variance = sums[1] / (2.0 * count) - mean * mean;
    constexpr double kRounding = 1e-12;
    std::vector<SobolIndices> found(parameters_);
    if (!(std::sqrt(std::max(0.0, variance)) > kRounding * largest_)) return found;
    for (std::size_t p = 0; p < parameters_; ++p) {
      found[p].first = sums[2 + p] / (count * variance);
      found[p].total = sums[2 + parameters_ + p] / (2.0 * count * variance);
    }
    return found;
  }

 private:
  void add(const double* row, double mean) {
    const double a = row[0] - mean, b = row[1] - mean;
    terms_.push_back(a + b);
    terms_.push_back(a * a + b * b);
    for (std::size_t p = 0; p < parameters_; ++p) terms_.push_back(b * (row[2 + p] - row[0]));
    for (std::size_t p = 0; p < parameters_; ++p) {
      const double change = row[0] - row[2 + p];
      terms_.push_back(change * change);
    }
  }

  std::size_t parameters_, width_;
  double largest_ = 0.0;  // largest |f(A)| or |f(B)|
  std::vector<double> terms_;
};

}  // namespace

SobolDesign sobol_design(int parameters, int rows, std::uint64_t seed) {
  SobolDesign design{parameters, rows, {}};
  for (int j = 0; j < rows; ++j) {
    const std::vector<double> both = sobol_point(j, 2 * parameters, seed);
    const std::vector<double> a(both.begin(), both.begin() + parameters);
    design.points.push_back(a);
    design.points.emplace_back(both.begin() + parameters, both.end());
    for (std::size_t p = 0; p < a.size(); ++p) {
      design.points.push_back(a);
      design.points.back()[p] = both[a.size() + p];
    }
  }
  return design;
}

std::vector<SobolIndices> sobol_indices(const SobolDesign& design,
                                        const std::vector<double>& values, std::uint64_t seed) {
  const SobolTerms terms(design, values);
  if (terms.rows() < 2) return {};
  std::vector<std::size_t> rows(terms.rows());
  for (std::size_t j = 0; j < rows.size(); ++j) rows[j] = j;
  std::vector<SobolIndices> found = terms.indices(rows);
  std::vector<std::vector<double>> first(found.size()), total(found.size());
  for (int r = 0; r < kResamples; ++r) {
    const auto again = terms.indices(resampled(terms.rows(), r, seed));
    for (std::size_t p = 0; p < found.size(); ++p) {
      first[p].push_back(again[p].first);
      total[p].push_back(again[p].total);
    }
  }
  for (std::size_t p = 0; p < found.size(); ++p) {
    found[p].first_ci95 = percentile_interval(std::move(first[p]));
    found[p].total_ci95 = percentile_interval(std::move(total[p]));
  }
  return found;
}

}  // namespace hearth::estimation

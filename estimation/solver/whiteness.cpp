// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/whiteness.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <unsupported/Eigen/FFT>

#include "hearth/estimation/solver/internal/residual_noise.hpp"

namespace hearth::estimation {
namespace {

constexpr int kMostLags = 24;
constexpr int kFewest = 10;

/// Tests an even number of lags, for which the distribution of the statistic is a closed sum.
void test_autocorrelation(const std::vector<double>& series, int count, Whiteness& result) {
  const int lags = std::min(kMostLags, count / 5) / 2 * 2;
  double square = 0.0;
  for (const double value : series) square += std::isnan(value) ? 0.0 : value * value;
  if (lags == 0 || !(square > 0.0)) return;
  for (int lag = 1; lag <= lags; ++lag) {
    double sum = 0.0, pairs = 0.0;
    for (std::size_t t = static_cast<std::size_t>(lag); t < series.size(); ++t) {
      const double product = series[t] * series[t - static_cast<std::size_t>(lag)];
      if (std::isnan(product)) continue;
      sum += product;
      pairs += 1.0;
    }
    const double rho = pairs > 0.0 ? sum / pairs / (square / count) : 0.0;
    result.autocorrelation.push_back(rho);
    result.ljung_box += (count + 2.0) / count * pairs * rho * rho;
  }
  result.p = chi_squared_above(result.ljung_box, lags);
}

}  // namespace

std::vector<double> cumulative_periodogram(const std::vector<double>& series) {
  std::vector<double> numbers = series;
  std::replace_if(
      numbers.begin(), numbers.end(), [](double v) { return std::isnan(v); }, 0.0);
  std::vector<double> cumulative;
  if (numbers.size() < 3) return cumulative;
  std::vector<std::complex<double>> spectrum;
  Eigen::FFT<double>().fwd(spectrum, numbers);
  double sum = 0.0;
  for (std::size_t k = 1; k <= (numbers.size() - 1) / 2; ++k) {
    sum += std::norm(spectrum[k]);
    cumulative.push_back(sum);
  }
  if (!(sum > 0.0)) return {};
  for (double& value : cumulative) value /= sum;
  return cumulative;
}

Whiteness whiteness(const std::vector<double>& series) {
  Whiteness result;
  const auto count = static_cast<int>(
      std::count_if(series.begin(), series.end(), [](double v) { return !std::isnan(v); }));
  if (count < kFewest) return result;
  test_autocorrelation(series, count, result);
  const std::vector<double> cumulative = cumulative_periodogram(series);
  if (cumulative.size() < 2) return result;
  constexpr double kKolmogorov95 = 1.358;  // quantile of the Kolmogorov distribution
  const auto steps = static_cast<double>(cumulative.size());
  for (std::size_t k = 0; k < cumulative.size(); ++k) {
    const double diagonal = (static_cast<double>(k) + 1.0) / steps;
    result.periodogram_distance =
        std::max(result.periodogram_distance, std::abs(cumulative[k] - diagonal));
  }
  result.periodogram_limit = kKolmogorov95 / std::sqrt(steps - 1.0);
  return result;
}

}  // namespace hearth::estimation

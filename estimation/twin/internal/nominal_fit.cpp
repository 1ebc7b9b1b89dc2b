// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/nominal_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hearth {
namespace {

constexpr int kTried = 20;
constexpr double kNearly = 1.2;  // ratio of sums of squares
constexpr double kExact = 1e-4;  // of the sum of squares of the values; 1 % of a value

}  // namespace

std::optional<double> NominalFit::size_error(const std::optional<double>& error) const {
  if (!error) return error;
  return std::hypot(*error, size * std::log(between) / std::sqrt(12.0));
}

NominalFit fit_nominal(double least, double most, const Rows& rows, const Trend& values,
                       FunctionRef<double(double size, std::size_t row)> shape) {
  double squares = 0.0;  // of the values
  const auto factor_of = [&](double size, double& rest) {
    double shape_value = 0.0, shape_shape = 0.0;
    squares = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (!rows[k] || !std::isfinite(values[k])) continue;
      const double own = shape(size, k);
      if (!std::isfinite(own)) continue;
      shape_value += own * values[k];
      shape_shape += own * own;
      squares += values[k] * values[k];
    }
    rest = squares - shape_value / shape_shape * shape_value;
    return shape_value / shape_shape;
  };
  const auto size_of = [&](double i) { return least * std::pow(most / least, i / kTried); };
  std::array<double, kTried + 1> rests{};
  for (int i = 0; i <= kTried; ++i) factor_of(size_of(i), rests[static_cast<std::size_t>(i)]);
  const double best = *std::min_element(rests.begin(), rests.end());
  const double limit = kNearly * std::max(best, 0.0) + kExact * squares;
  const auto fits = [&](double rest) { return rest <= limit; };
  const auto first = std::find_if(rests.begin(), rests.end(), fits);
  if (first == rests.end()) return {};
  const auto last = std::find_if(rests.rbegin(), rests.rend(), fits).base() - 1;
  NominalFit fit;
  fit.size = size_of(0.5 * static_cast<double>((first - rests.begin()) + (last - rests.begin())));
  fit.between = std::pow(most / least, (static_cast<double>(last - first) + 1.0) / kTried);
  double rest = 0.0;
  fit.factor = factor_of(fit.size, rest);
  return fit;
}

}  // namespace hearth

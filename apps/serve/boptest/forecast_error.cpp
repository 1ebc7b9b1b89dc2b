// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/forecast_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "hearth/framework/base/random.hpp"

namespace hearth::apps {
namespace {

struct TemperatureModel {
  double F0, K0, F, K, mu;
};
struct RadiationModel {
  double ag0, bg0, phi, ag, bg;
};

// The parameters are those of forecast/forecast_uncertainty_params.json of BOPTEST, by level.
constexpr std::array<TemperatureModel, 3> kTemperature{
    {{0.0, 0.6, 0.92, 0.4, 0.0}, {0.15, 1.2, 0.93, 0.6, 0.0}, {-0.58, 1.5, 0.95, 0.7, -0.015}}};
constexpr std::array<RadiationModel, 3> kRadiation{{{4.44, 57.42, 0.62, 1.86, 45.64},
                                                    {15.02, 122.6, 0.63, 4.44, 91.97},
                                                    {32.09, 119.94, 0.67, 10.63, 87.44}}};

constexpr std::uint64_t kTemperatureStream = 1, kRadiationStream = 2;

/// Returns a draw from the standard normal distribution (Box and Muller, 1958).
double normal(std::uint64_t seed, std::uint64_t number) {
  const double u = uniform(random_bits(seed, kTemperatureStream, 2 * number));
  const double v = uniform(random_bits(seed, kTemperatureStream, 2 * number + 1));
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

/// Returns a draw from the standard Laplace distribution, by inversion of the latter.
double laplace(std::uint64_t seed, std::uint64_t number) {
  const double u = uniform(random_bits(seed, kRadiationStream, number)) - 0.5;
  return (u < 0.0 ? 1.0 : -1.0) * std::log1p(-2.0 * std::abs(u));
}

}  // namespace

std::optional<Uncertainty> uncertainty_of(std::string_view word) {
  if (word == "low") return Uncertainty::Low;
  if (word == "medium") return Uncertainty::Medium;
  if (word == "high") return Uncertainty::High;
  return std::nullopt;
}

std::vector<double> uncertain_temperature(std::vector<double> exact, Uncertainty level,
                                          std::uint64_t seed) {
  const TemperatureModel& model = kTemperature[static_cast<std::size_t>(level)];
  double error = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    const double z = normal(seed, k);
    error = k == 0 ? model.F0 + model.K0 * z : model.F * error + model.mu + model.K * z;
    exact[k] -= error;
  }
  return exact;
}

std::vector<double> uncertain_radiation(std::vector<double> exact, Uncertainty level,
                                        std::uint64_t seed) {
  const RadiationModel& model = kRadiation[static_cast<std::size_t>(level)];
  std::vector<double> raw = exact;
  double error = 0.0;
  for (std::size_t k = 0; k < raw.size(); ++k) {
    const double z = laplace(seed, k);
    error = k == 0 ? model.ag0 + model.bg0 * z : model.phi * error + model.ag + model.bg * z;
    raw[k] -= error;
  }
  std::vector<double> forecast = raw;
  for (std::size_t k = 1; k + 1 < raw.size(); ++k) {
    if (exact[k] > 0.0) forecast[k] = (raw[k - 1] + raw[k] + raw[k + 1]) / 3.0;
  }
  for (std::size_t k = 0; k < raw.size(); ++k) {
    const double sun = std::max(exact[k], 0.0);
    forecast[k] = std::clamp(forecast[k], 0.2 * sun, 2.0 * sun);
  }
  return forecast;
}

}  // namespace hearth::apps

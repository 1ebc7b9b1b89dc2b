// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/thermal_comfort.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hearth {
namespace {

constexpr double kMet = 58.15;          // W/m2
constexpr double kClo = 0.155;          // m2 K/W
constexpr double kZero = 273.0;         // K, as in the standard
constexpr double kRadiation = 3.96e-8;  // W/(m2 K4), for a clothed body, per area factor
constexpr int kMostPasses = 150;        // as in the programme of ISO 7730, annex D

double fourth_power(double x) { return x * x * x * x; }

/// Thermal properties of clothing and air.
struct Clothing {
  double insulation;   // m2 K/W
  double area_factor;  // ratio of clothed to naked surface
  double forced;       // W/(m2 K), convection by moving air
};

Clothing clothing_of(const ComfortConditions& at) {
  const double insulation = kClo * at.clothing;
  const double factor = insulation <= 0.078 ? 1.0 + 1.29 * insulation : 1.05 + 0.645 * insulation;
  return {insulation, factor, 12.1 * std::sqrt(at.air_speed)};
}

/// Returns the convective coefficient at the surface of the clothing, W/(m2 K) (eq. 3).
double convection(double surface, const ComfortConditions& at, const Clothing& clothing) {
  const double natural = 2.38 * std::pow(std::abs(surface - at.air_temperature), 0.25);
  return natural > clothing.forced ? natural : clothing.forced;  // keeps NaN
}

/// Returns the surface temperature of the clothing, degC (eq. 2), by damped iteration; NaN if it
/// does not converge.
double surface_temperature(const ComfortConditions& at, const Clothing& clothing, double heat) {
  const double skin = 35.7 - 0.028 * heat;
  const double radiant = fourth_power(at.radiant_temperature + kZero);
  double surface =
      at.air_temperature + (35.5 - at.air_temperature) / (3.5 * (6.45 * clothing.insulation + 0.1));
  for (int pass = 0; pass < kMostPasses; ++pass) {
    const double h = convection(surface, at, clothing);
    // Radiation with its slope 4 T^3 at the last temperature: a Newton step of eq. 2.
    const double kelvins = surface + kZero;
    const double slope = 4.0 * kRadiation * kelvins * kelvins * kelvins;
    const double radiation = kRadiation * (fourth_power(kelvins) - radiant);
    const double outward = clothing.insulation * clothing.area_factor;
    const double balance =
        surface - skin + outward * (radiation + h * (surface - at.air_temperature));
    const double next = surface - balance / (1.0 + outward * (slope + 1.25 * h));
    if (!std::isfinite(next)) break;
    if (std::abs(next - surface) < 1e-9) return next;
    surface = next;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double predicted_mean_vote(const ComfortConditions& at) {
  const double metabolism = kMet * at.metabolic_rate;
  const double heat = metabolism - kMet * at.external_work;
  const double vapour = 10.0 * at.relative_humidity *
                        std::exp(16.6536 - 4030.183 / (at.air_temperature + 235.0));  // Pa
  const Clothing clothing = clothing_of(at);
  const double surface = surface_temperature(at, clothing, heat);
  const double skin_diffusion = 3.05e-3 * (5733.0 - 6.99 * heat - vapour);
  const double sweating = std::max(0.0, 0.42 * (heat - kMet));
  const double latent_breath = 1.7e-5 * metabolism * (5867.0 - vapour);
  const double dry_breath = 1.4e-3 * metabolism * (34.0 - at.air_temperature);
  const double radiation =
      kRadiation * clothing.area_factor *
      (fourth_power(surface + kZero) - fourth_power(at.radiant_temperature + kZero));
  const double convective =
      clothing.area_factor * convection(surface, at, clothing) * (surface - at.air_temperature);
  const double load =
      heat - skin_diffusion - sweating - latent_breath - dry_breath - radiation - convective;
  return (0.303 * std::exp(-0.036 * metabolism) + 0.028) * load;
}

double predicted_percentage_dissatisfied(double pmv) {
  const double square = pmv * pmv;
  return 100.0 - 95.0 * std::exp(-0.03353 * square * square - 0.2179 * square);
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/data/weather/internal/humid_air.hpp"

#include <cmath>

namespace hearth {
namespace {

constexpr double kIceMelts = 273.15;      // K
constexpr double kMolarRatio = 0.621945;  // of water and dry air

}  // namespace

double saturation_pressure(double temperature) {
  const double t = temperature + kIceMelts;
  if (temperature <= 0.01) {
    return std::exp(
        -5.6745359e3 / t + 6.3925247 +
        t * (-9.677843e-3 + t * (6.2215701e-7 + t * (2.0747825e-9 + t * -9.484024e-13))) +
        4.1635019 * std::log(t));
  }
  return std::exp(-5.8002206e3 / t + 1.3914993 +
                  t * (-4.8640239e-2 + t * (4.1764768e-5 + t * -1.4452093e-8)) +
                  6.5459673 * std::log(t));
}

double dew_point(double vapour_pressure) {
  double low = -100.0, high = 100.0;
  while (high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    (saturation_pressure(middle) < vapour_pressure ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double humidity_ratio(double vapour_pressure, double pressure) {
  return kMolarRatio * vapour_pressure / (pressure - vapour_pressure);
}

double vapour_pressure(double humidity_ratio, double pressure) {
  return pressure * humidity_ratio / (kMolarRatio + humidity_ratio);
}

double humidity_ratio_of_wet_bulb(double dry_bulb, double wet_bulb, double pressure) {
  const double saturated = humidity_ratio(saturation_pressure(wet_bulb), pressure);
  if (wet_bulb >= 0.0) {
    return ((2501.0 - 2.326 * wet_bulb) * saturated - 1.006 * (dry_bulb - wet_bulb)) /
           (2501.0 + 1.86 * dry_bulb - 4.186 * wet_bulb);
  }
  return ((2830.0 - 0.24 * wet_bulb) * saturated - 1.006 * (dry_bulb - wet_bulb)) /
         (2830.0 + 1.86 * dry_bulb - 2.1 * wet_bulb);
}

double standard_pressure(double elevation) {
  return 101325.0 * std::pow(1.0 - 2.25577e-5 * elevation, 5.2559);
}

}  // namespace hearth

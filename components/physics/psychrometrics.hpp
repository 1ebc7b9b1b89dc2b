// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/math.hpp"

namespace hearth {

/// Returns the pressure of saturated water vapour [Pa], over ice below 0 degC.
///
/// Hyland and Wexler, as in ASHRAE Handbook Fundamentals (2017), chapter 1, equations 5 and 6;
/// -100 to 200 degC.
template <class T>
T saturation_pressure(const T& temperature) {
  const T k = temperature + 273.15;
  const T ice = -5.6745359e3 / k + 6.3925247 +
                k * (-9.677843e-3 + k * (6.2215701e-7 + k * (2.0747825e-9 - k * 9.484024e-13))) +
                4.1635019 * log(k);
  const T water = -5.8002206e3 / k + 1.3914993 +
                  k * (-4.8640239e-2 + k * (4.1764768e-5 - k * 1.4452093e-8)) + 6.5459673 * log(k);
  return exp(select(temperature < T(0.01), ice, water));
}

/// Returns the humidity ratio of saturated air [kg/kg].
template <class T>
T saturation_humidity_ratio(const T& temperature, const T& pressure) {
  const T vapour = saturation_pressure(temperature);
  return 0.621945 * vapour / (pressure - vapour);
}

}  // namespace hearth

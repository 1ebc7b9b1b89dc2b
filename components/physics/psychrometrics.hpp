// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/scalar/math.hpp"

/// Moist air as a mixture of ideal gases: ASHRAE Handbook Fundamentals 2017 (SI), chapter 1; the
/// numbers of equations refer to that chapter. Temperatures in degC, pressures in Pa, humidity
/// ratios in kg of water per kg of dry air, relative humidity as a share, enthalpies in J and
/// volumes in m3 per kg of dry air. Valid from -100 to 200 degC, below the boiling point.
namespace hearth::physics {

inline constexpr double kKelvin = 273.15;
inline constexpr double kTriplePoint = 0.01;             // degC, ice below
inline constexpr double kVapourToAir = 0.621945;         // ratio of molar masses
inline constexpr double kDryAirGasConstant = 287.042;    // J/(kg K)
inline constexpr double kDryAirHeatCapacity = 1006.0;    // J/(kg K), of this chapter's equations
inline constexpr double kVapourHeatCapacity = 1860.0;    // J/(kg K)
inline constexpr double kHeatOfEvaporation = 2501000.0;  // J/kg at 0 degC
inline constexpr double kHeatOfSublimation = 2830000.0;  // J/kg at 0 degC
inline constexpr double kStandardPressure = 101325.0;    // Pa
inline constexpr double kDriest = 1e-7;                  // kg/kg, instead of no water at all

/// Returns ln p_ws over ice (equation 5) for the absolute temperature.
template <class T>
T log_saturation_over_ice(const T& kelvin) {
  return -5.6745359e3 / kelvin + 6.3925247 +
         kelvin * (-9.677843e-3 +
                   kelvin * (6.2215701e-7 + kelvin * (2.0747825e-9 - kelvin * 9.484024e-13))) +
         4.1635019 * log(kelvin);
}

/// Returns ln p_ws over water (equation 6) for the absolute temperature.
template <class T>
T log_saturation_over_water(const T& kelvin) {
  return -5.8002206e3 / kelvin + 1.3914993 +
         kelvin * (-4.8640239e-2 + kelvin * (4.1764768e-5 - kelvin * 1.4452093e-8)) +
         6.5459673 * log(kelvin);
}

/// Returns the derivative of equation 5 with respect to temperature, 1/K.
template <class T>
T log_saturation_slope_over_ice(const T& kelvin) {
  return -9.677843e-3 + (5.6745359e3 / kelvin + 4.1635019) / kelvin +
         kelvin *
             (2.0 * 6.2215701e-7 + kelvin * (3.0 * 2.0747825e-9 - kelvin * (4.0 * 9.484024e-13)));
}

/// Returns the derivative of equation 6 with respect to temperature, 1/K.
template <class T>
T log_saturation_slope_over_water(const T& kelvin) {
  return -4.8640239e-2 + (5.8002206e3 / kelvin + 6.5459673) / kelvin +
         kelvin * (2.0 * 4.1764768e-5 - kelvin * (3.0 * 1.4452093e-8));
}

/// Returns d ln p_ws / dθ, 1/K, over ice up to the triple point.
template <class T>
T log_saturation_slope(const T& temperature) {
  const T kelvin = max(T(temperature + kKelvin), T(100.0));
  return select(temperature <= T(kTriplePoint), log_saturation_slope_over_ice(kelvin),
                log_saturation_slope_over_water(kelvin));
}

/// Returns the pressure of saturated vapour, over ice up to the triple point: equations 5 and 6.
template <class T>
T saturation_pressure(const T& temperature) {
  const T kelvin = max(T(temperature + kKelvin), T(100.0));
  return exp(select(temperature <= T(kTriplePoint), log_saturation_over_ice(kelvin),
                    log_saturation_over_water(kelvin)));
}

/// Returns W = 0.621945 p_w/(p - p_w): equation 20. Vapour is limited to 98 % of the pressure.
template <class T>
T humidity_ratio_of_vapour(const T& vapour_pressure, const T& pressure) {
  return kVapourToAir * vapour_pressure / max(T(pressure - vapour_pressure), T(0.02 * pressure));
}

/// Returns the vapour pressure of a humidity ratio: p_w = p W/(0.621945 + W).
template <class T>
T vapour_pressure_of_humidity_ratio(const T& humidity_ratio, const T& pressure) {
  return pressure * humidity_ratio / (kVapourToAir + humidity_ratio);
}

/// Returns the humidity ratio of saturated air.
template <class T>
T saturation_humidity_ratio(const T& temperature, const T& pressure) {
  return humidity_ratio_of_vapour(saturation_pressure(temperature), pressure);
}

/// Returns the partial pressure of vapour from the relative humidity.
template <class T>
T vapour_pressure(const T& temperature, const T& relative_humidity) {
  return relative_humidity * saturation_pressure(temperature);
}

/// Returns the humidity ratio from the relative humidity.
template <class T>
T humidity_ratio(const T& temperature, const T& relative_humidity, const T& pressure) {
  return humidity_ratio_of_vapour(vapour_pressure(temperature, relative_humidity), pressure);
}

/// Returns the relative humidity from the humidity ratio.
template <class T>
T relative_humidity(const T& temperature, const T& humidity_ratio, const T& pressure) {
  return vapour_pressure_of_humidity_ratio(humidity_ratio, pressure) /
         saturation_pressure(temperature);
}

namespace psychrometrics_detail {
/// Solves ln p_ws(T) = `wanted` by Newton's method in 1/T, in which it is nearly linear: four
/// iterations are exact to rounding from -100 to 200 degC. `slope` is the derivative of
/// `log_saturation` with respect to temperature, 1/K.
template <class T>
T saturation_kelvin(const T& wanted, T (*log_saturation)(const T&), T (*slope)(const T&)) {
  T inverse(1.0 / 273.16);
  for (int step = 0; step < 5; ++step) {
    const T kelvin = 1.0 / inverse;
    inverse = inverse + (log_saturation(kelvin) - wanted) / (slope(kelvin) * kelvin * kelvin);
  }
  return 1.0 / inverse;
}
}  // namespace psychrometrics_detail

/// Returns the temperature at which vapour of that pressure is saturated; -100 degC below 0.0014
/// Pa.
template <class T>
T saturation_temperature(const T& vapour_pressure) {
  const T wanted = log(max(vapour_pressure, T(1.4e-3)));
  const T over_ice = psychrometrics_detail::saturation_kelvin<T>(
      wanted, &log_saturation_over_ice<T>, &log_saturation_slope_over_ice<T>);
  const T over_water = psychrometrics_detail::saturation_kelvin<T>(
      wanted, &log_saturation_over_water<T>, &log_saturation_slope_over_water<T>);
  const T triple = log_saturation_over_water(T(kKelvin + kTriplePoint));
  return select(wanted <= triple, over_ice, over_water) - kKelvin;
}

/// Returns the dew point, or frost point below the triple point; at most the air temperature.
template <class T>
T dew_point(const T& temperature, const T& vapour_pressure) {
  return min(saturation_temperature(vapour_pressure), temperature);
}

/// Returns h = 1006 θ + W (2 501 000 + 1860 θ): equation 30.
template <class T>
T moist_air_enthalpy(const T& temperature, const T& humidity_ratio) {
  return kDryAirHeatCapacity * temperature +
         humidity_ratio * (kHeatOfEvaporation + kVapourHeatCapacity * temperature);
}

/// Returns the temperature at which air with this humidity ratio has this enthalpy.
template <class T>
T temperature_of_enthalpy(const T& enthalpy, const T& humidity_ratio) {
  return (enthalpy - kHeatOfEvaporation * humidity_ratio) /
         (kDryAirHeatCapacity + kVapourHeatCapacity * humidity_ratio);
}

/// Returns the humidity ratio with which air of this temperature has this enthalpy.
template <class T>
T humidity_ratio_of_enthalpy(const T& enthalpy, const T& temperature) {
  return (enthalpy - kDryAirHeatCapacity * temperature) /
         (kHeatOfEvaporation + kVapourHeatCapacity * temperature);
}

/// Returns v = R T (1 + 1.607858 W)/p: equation 26.
template <class T>
T moist_air_volume(const T& temperature, const T& humidity_ratio, const T& pressure) {
  return kDryAirGasConstant * (temperature + kKelvin) * (1.0 + 1.607858 * humidity_ratio) /
         pressure;
}

/// Returns the temperature at which air with this humidity ratio has this specific volume.
template <class T>
T temperature_of_volume(const T& volume, const T& humidity_ratio, const T& pressure) {
  return volume * pressure / (kDryAirGasConstant * (1.0 + 1.607858 * humidity_ratio)) - kKelvin;
}

/// Returns the density in kg of moist air per m3.
template <class T>
T moist_air_density(const T& temperature, const T& humidity_ratio, const T& pressure) {
  return (1.0 + humidity_ratio) / moist_air_volume(temperature, humidity_ratio, pressure);
}

namespace psychrometrics_detail {
/// The balance of a wet bulb, equations 33 (water) and 35 (ice), in kJ/kg of dry air:
/// W_s (r - a t) - c (θ - t) - W (r + 1.86 θ - b t).
struct WetSurface {
  double heat, heat_slope, liquid;  // kJ/kg, kJ/(kg K), kJ/(kg K)
};
inline constexpr WetSurface kWater{2501.0, 2.326, 4.186};
inline constexpr WetSurface kIce{2830.0, 0.24, 2.1};

template <class T>
T saturated(const T& wet_bulb, const T& pressure, bool ice) {
  const T kelvin = max(T(wet_bulb + kKelvin), T(100.0));
  const T logarithm = ice ? log_saturation_over_ice(kelvin) : log_saturation_over_water(kelvin);
  return humidity_ratio_of_vapour(T(exp(logarithm)), pressure);
}

template <class T>
T humidity_ratio_at(const T& temperature, const T& wet_bulb, const T& saturated,
                    const WetSurface& surface) {
  return ((surface.heat - surface.heat_slope * wet_bulb) * saturated -
          1.006 * (temperature - wet_bulb)) /
         (surface.heat + 1.86 * temperature - surface.liquid * wet_bulb);
}

/// Solves the balance from `start` by eight iterations of Newton's method; started a third of the
/// way between temperature and dew point, five are exact to 1e-9 K.
template <class T>
T wet_bulb_over(const T& temperature, const T& humidity_ratio, const T& pressure, const T& start,
                bool ice) {
  constexpr double kShift = 1e-3;  // K
  const WetSurface& surface = ice ? kIce : kWater;
  const auto found = [&](const T& t) {
    return humidity_ratio_at(temperature, t, saturated(t, pressure, ice), surface);
  };
  T t = start;
  for (int step = 0; step < 8; ++step) {
    const T slope = (found(t + kShift) - found(t - kShift)) / (2.0 * kShift);
    t = t - (found(t) - humidity_ratio) / slope;
  }
  return t;
}
}  // namespace psychrometrics_detail

/// Returns the humidity ratio of air with that wet bulb temperature: equations 33 and 35.
template <class T>
T humidity_ratio_of_wet_bulb(const T& temperature, const T& wet_bulb, const T& pressure) {
  namespace detail = psychrometrics_detail;
  const T saturated = saturation_humidity_ratio(wet_bulb, pressure);
  return select(wet_bulb < T(0.0),
                detail::humidity_ratio_at(temperature, wet_bulb, saturated, detail::kIce),
                detail::humidity_ratio_at(temperature, wet_bulb, saturated, detail::kWater));
}

/// Returns the temperature of a wet bulb, which is iced below 0 degC. If both an iced and a wet
/// bulb are possible, the wet one is returned.
template <class T>
T wet_bulb(const T& temperature, const T& humidity_ratio, const T& pressure) {
  namespace detail = psychrometrics_detail;
  const T vapour = vapour_pressure_of_humidity_ratio(max(humidity_ratio, T(kDriest)), pressure);
  const T start = temperature - (temperature - dew_point(temperature, vapour)) / 3.0;
  const T water = detail::wet_bulb_over(temperature, humidity_ratio, pressure, start, false);
  const T ice = detail::wet_bulb_over(temperature, humidity_ratio, pressure, start, true);
  const T at_zero = detail::humidity_ratio_at(
      temperature, T(0.0), detail::saturated(T(0.0), pressure, false), detail::kWater);
  return select(humidity_ratio >= at_zero, water, min(ice, T(0.0)));
}

/// Returns q = W/(1 + W), kg per kg of moist air: equation 9.
template <class T>
T specific_humidity(const T& humidity_ratio) {
  return humidity_ratio / (1.0 + humidity_ratio);
}

/// Returns the humidity ratio from the specific humidity: W = q/(1 - q).
template <class T>
T humidity_ratio_of_specific(const T& specific_humidity) {
  return specific_humidity / (1.0 - specific_humidity);
}

/// Returns p = 101325 (1 - 2.25577e-5 z)^5.2559 at a height of z m: equation 3.
template <class T>
T standard_pressure(const T& altitude) {
  return kStandardPressure * pow(T(1.0 - 2.25577e-5 * altitude), T(5.2559));
}

/// Returns θ = 15 - 0.0065 z: equation 4.
template <class T>
T standard_temperature(const T& altitude) {
  return 15.0 - 0.0065 * altitude;
}

/// Returns the pressure at sea level from that at a height, as weather services reduce it: the air
/// column has the temperature at its middle (Hess, Introduction to theoretical meteorology, 1959).
template <class T>
T sea_level_pressure(const T& pressure, const T& altitude, const T& temperature) {
  const T column = temperature + 0.0065 * altitude / 2.0 + kKelvin;
  return pressure * exp(T(altitude * 9.807 / (287.055 * column)));
}

}  // namespace hearth::physics

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/degree.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

inline constexpr double kStefanBoltzmann = 5.670374e-8;  // W/(m2 K4), CODATA 2018

/// Returns the radiative conductance between black surfaces near a mean temperature [degC]:
/// 4 σ θ³, in W/(m2 K).
template <class T>
T radiation_conductance(const T& mean_temperature) {
  const T kelvin = mean_temperature + 273.15;
  return 4.0 * kStefanBoltzmann * kelvin * kelvin * kelvin;
}

/// Returns the coefficient of natural convection inside a room [W/(m2 K)] at a surface whose
/// outward normal is tilted by `tilt` degrees from the vertical (0 ceiling, 90 wall, 180 floor),
/// `excess` K warmer than the air.
///
/// Walton, Thermal Analysis Research Program reference manual, NBSIR 83-2655 (1983), as in the
/// EnergyPlus Engineering Reference, "TARP algorithm": 1.31 |Δθ|^(1/3) at walls, 9.482/(7.238 -
/// |cos|) if warm air rises from the surface, 1.810/(1.382 + |cos|) if it is layered. Below
/// 0.01 K the root is smoothed to keep the slope finite; the coefficient is at least 0.1.
template <class T>
T natural_convection(const T& tilt, const T& excess) {
  const T slope = cos(tilt * kDegree);
  const T steep = abs(slope);
  const T root = pow(excess * excess + 1e-4, T(1.0 / 6.0));
  const T rising = slope * excess;  // < 0: warm floor or cold ceiling
  const T factor = select(rising < T(0.0), T(9.482 / (7.238 - steep)), T(1.810 / (1.382 + steep)));
  return max(T(0.1), T(select(steep < T(1e-9), T(1.31), factor) * root));
}

/// Environment of an outer surface as one temperature behind one coefficient.
template <class T>
struct OuterFilm {
  T temperature;  ///< degC, of all surroundings together
  T coefficient;  ///< W/(m2 K)
};

/// Returns the film of an outer surface that is `tilt` degrees from horizontal:
///
///     h = h_c + h_r,   h θ_e = h θ_out + α I - β F_sky h_r (θ_out - θ_sky)
///
/// with F_sky = (1 + cos)/2 and β = sqrt(F_sky), the share of the radiation from above the horizon
/// that comes from the sky rather than from air (Walton 1983; EnergyPlus Engineering Reference,
/// "External longwave radiation"); ground and air have outdoor temperature. `absorbed` is α I in
/// W/m2.
template <class T>
OuterFilm<T> outer_film(const T& outdoor, const T& sky, const T& convection, const T& emissivity,
                        const T& tilt, const T& absorbed) {
  const T sky_view = max(T(1e-12), T((1.0 + cos(tilt * kDegree)) / 2.0));
  const T radiation = emissivity * radiation_conductance(T((outdoor + sky) / 2.0));
  const T coefficient = convection + radiation;
  const T to_sky = sky_view * sqrt(sky_view) * radiation * (outdoor - sky);
  return {outdoor + (absorbed - to_sky) / coefficient, coefficient};
}

/// Returns the film of an outer surface from the inputs and parameters of a wall or window:
/// convection is linear in the wind speed; without a sky temperature, the sky has outdoor
/// temperature.
template <class T, class In, class Params>
OuterFilm<T> outer_film(const In& u, const Params& p, const T& absorbed) {
  const T sky = u.sky_temperature.size() == 0 ? u.outdoor_temperature : u.sky_temperature[0];
  const T convection = p.still_convection + p.wind_convection * u.wind_speed;
  return outer_film(u.outdoor_temperature, sky, convection, p.emissivity, p.tilt, absorbed);
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/degree.hpp"
#include "hearth/framework/scalar/math.hpp"

/// The sun and the sky on a surface. Angles in deg, azimuths clockwise from north, irradiances in
/// W/m2. All functions are finite at night, with the sun behind the surface and at the zenith.
namespace hearth::physics {

inline constexpr double kSolarConstant = 1361.0;  // W/m2

/// Orientation of a surface: its slope from the horizontal and its azimuth.
template <class T>
struct Orientation {
  T cos_tilt, sin_tilt, azimuth;
  T half_tilt_cubed;  ///< sin^3(tilt/2)
};

/// Returns the orientation of a surface from its slope and azimuth, deg.
template <class T>
Orientation<T> orientation(const T& tilt, const T& azimuth) {
  const T half = sin(tilt * (0.5 * kDegree));
  return {cos(tilt * kDegree), sin(tilt * kDegree), azimuth, half * half * half};
}

/// Returns cos θ_i = cos θ_z cos β + sin θ_z sin β cos(γ_s - γ): Duffie, Beckman, Solar Engineering
/// of Thermal Processes, 4th ed., equation 1.6.3.
template <class T>
T cosine_of_incidence(const Orientation<T>& surface, const T& zenith, const T& azimuth) {
  return cos(zenith * kDegree) * surface.cos_tilt +
         sin(zenith * kDegree) * surface.sin_tilt * cos((azimuth - surface.azimuth) * kDegree);
}

/// Returns the angle of a cosine, in deg: Abramowitz, Stegun, 4.4.46, and one Newton iteration.
template <class T>
T angle_of_cosine(const T& cosine) {
  constexpr double kTerms[] = {1.5707963050, -0.2145988016, 0.0889789874, -0.0501743046,
                               0.0308918810, -0.0170881256, 0.0066700901, -0.0012624911};
  constexpr double kAlongNormal = 1e-14;  // 1 - cos of 1e-7 rad keeps the derivative finite
  const T x = min(abs(cosine), T(1.0));
  T sum(0.0);
  for (int i = 7; i >= 0; --i) sum = sum * x + kTerms[i];
  const T rough = sqrt(max(T(1.0 - x), T(kAlongNormal))) * sum;
  const T angle = rough + (cos(rough) - x) / sin(rough);
  return select(cosine < T(0.0), T(180.0 - angle / kDegree), T(angle / kDegree));
}

/// Returns the air mass 1 / (cos θ_z + 0.50572 (96.07995° - θ_z)^-1.6364), and below the horizon
/// the air mass at the horizon (Kasten, Young, Applied Optics 28 (1989), 4735).
template <class T>
T relative_air_mass(const T& zenith) {
  const T up = clamp(zenith, T(0.0), T(90.0));
  return 1.0 / (cos(up * kDegree) + 0.50572 * pow(T(96.07995 - up), T(-1.6364)));
}

/// Returns the air mass 1 / (cos θ_z + 0.15 (93.885° - θ_z)^-1.253) of Kasten (1966), with which
/// DISC was fitted.
template <class T>
T relative_air_mass_1966(const T& zenith) {
  const T up = clamp(zenith, T(0.0), T(90.0));
  return 1.0 / (cos(up * kDegree) + 0.15 * pow(T(93.885 - up), T(-1.253)));
}

/// Returns the beam on the front of a surface from a sun above the horizon.
template <class T>
T beam(const T& direct_normal, const T& incidence, const T& zenith) {
  return select(zenith < T(90.0), T(direct_normal * max(incidence, T(0.0))), T(0.0));
}

/// Returns G ρ (1 - cos β)/2, for a ground of uniform brightness.
template <class T>
T ground_reflected(const T& global_horizontal, const T& albedo, const Orientation<T>& surface) {
  return global_horizontal * albedo * (0.5 * (1.0 - surface.cos_tilt));
}

/// Radiation of the sky at one moment.
template <class T>
struct Sky {
  T direct_normal, diffuse, global;  ///< W/m2, on the horizontal, except the first
  T extraterrestrial;  ///< irradiance outside the atmosphere on a surface that faces the sun, W/m2
  T zenith;
  T air_mass;   ///< relative, for the model of Perez
  T incidence;  ///< cosine of the angle of incidence on the surface
};

/// Parts of the diffuse irradiance from the sky.
template <class T>
struct SkyDiffuse {
  T isotropic, circumsolar, horizon;
  T total() const { return isotropic + circumsolar + horizon; }
};

namespace sky_detail {
constexpr double kDark = 1e-6;  // W/m2, instead of 0 in denominators

template <class T>
T hemisphere(const Orientation<T>& surface) {
  return 0.5 * (1.0 + surface.cos_tilt);
}

/// Returns the share of the extraterrestrial beam that reaches the ground.
template <class T>
T anisotropy(const Sky<T>& sky) {
  return sky.direct_normal / max(sky.extraterrestrial, T(1.0));
}

/// Returns the beam on the surface divided by the beam on the horizontal. A sun that is lower than
/// 1 deg is taken as 1 deg high.
template <class T>
T beam_ratio(const Sky<T>& sky) {
  return max(sky.incidence, T(0.0)) / max(cos(sky.zenith * kDegree), T(0.01745));
}

/// Returns the square root of a share; below 1e-8 a line, which keeps the slope at 0 finite.
template <class T>
T root_of_share(const T& x) {
  constexpr double kSmall = 1e-8;
  return select(x > T(kSmall), sqrt(max(x, T(kSmall))), T(1e4 * x));
}
}  // namespace sky_detail

/// Returns D (1 + cos β)/2: the sky has uniform brightness.
template <class T>
SkyDiffuse<T> isotropic_sky(const Orientation<T>& surface, const Sky<T>& sky) {
  return {sky.diffuse * sky_detail::hemisphere(surface), T(0.0), T(0.0)};
}

/// Returns D (1 + cos β)/2 (1 + F sin³ β/2) (1 + F cos² θ_i sin³ θ_z), F = 1 - (D/G)² (Klucher,
/// Solar Energy 23 (1979), 111). The second factor is the brighter horizon, the third the
/// circumsolar part.
template <class T>
SkyDiffuse<T> klucher_sky(const Orientation<T>& surface, const Sky<T>& sky) {
  const T diffuse_share =
      clamp(T(sky.diffuse / max(sky.global, T(sky_detail::kDark))), T(0.0), T(1.0));
  const T clear = 1.0 - diffuse_share * diffuse_share;
  const T incidence = max(sky.incidence, T(0.0));
  const T sine = sin(sky.zenith * kDegree);
  const T isotropic = sky.diffuse * sky_detail::hemisphere(surface);
  const T horizon = isotropic * clear * surface.half_tilt_cubed;
  const T circumsolar = (isotropic + horizon) * clear * incidence * incidence * sine * sine * sine;
  return {isotropic, circumsolar, horizon};
}

/// Returns D (A R_b + (1 - A)(1 + cos β)/2), A = B_n/E_0, R_b = cos θ_i/cos θ_z (Hay, Davies
/// (1980), as in Duffie, Beckman, section 2.16).
template <class T>
SkyDiffuse<T> hay_davies_sky(const Orientation<T>& surface, const Sky<T>& sky) {
  const T share = sky_detail::anisotropy(sky);
  return {sky.diffuse * (1.0 - share) * sky_detail::hemisphere(surface),
          sky.diffuse * share * sky_detail::beam_ratio(sky), T(0.0)};
}

/// Returns the radiation of Hay and Davies with a horizon that is brighter by the factor 1 +
/// sqrt(B_h/G) sin³ β/2 (Reindl, Beckman, Duffie, Solar Energy 45 (1990), 9).
template <class T>
SkyDiffuse<T> reindl_sky(const Orientation<T>& surface, const Sky<T>& sky) {
  SkyDiffuse<T> parts = hay_davies_sky(surface, sky);
  const T beam_horizontal = max(T(sky.direct_normal * cos(sky.zenith * kDegree)), T(0.0));
  const T share = beam_horizontal / max(sky.global, T(sky_detail::kDark));
  parts.horizon = parts.isotropic * sky_detail::root_of_share(share) * surface.half_tilt_cubed;
  return parts;
}

/// Returns D ((1 - F1)(1 + cos β)/2 + F1 a/b + F2 sin β) (Perez, Ineichen, Seals, Michalsky,
/// Stewart, Solar Energy 44 (1990), 271), with the coefficients of table 6 (all sites) by the
/// clearness ε = ((D + B_n)/D + 1.041 θ_z³)/(1 + 1.041 θ_z³); Δ = D m/E_0, a = max(0, cos θ_i), b =
/// max(cos 85°, cos θ_z). The result jumps when ε passes from one bin to the next.
template <class T>
SkyDiffuse<T> perez_sky(const Orientation<T>& surface, const Sky<T>& sky) {
  constexpr int kBins = 8;
  constexpr double kUpTo[kBins - 1] = {1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2};
  constexpr double kCoefficients[kBins][6] = {{-0.008, 0.588, -0.062, -0.060, 0.072, -0.022},
                                              {0.130, 0.683, -0.151, -0.019, 0.066, -0.029},
                                              {0.330, 0.487, -0.221, 0.055, -0.064, -0.026},
                                              {0.568, 0.187, -0.295, 0.109, -0.152, -0.014},
                                              {0.873, -0.392, -0.362, 0.226, -0.462, 0.001},
                                              {1.132, -1.237, -0.412, 0.288, -0.823, 0.056},
                                              {1.060, -1.600, -0.359, 0.264, -1.127, 0.131},
                                              {0.678, -0.327, -0.250, 0.156, -1.377, 0.251}};
  const T zenith = clamp(sky.zenith, T(0.0), T(90.0)) * kDegree;
  const T bend = 1.041 * zenith * zenith * zenith;
  const T diffuse = max(sky.diffuse, T(sky_detail::kDark));
  const T clearness = ((diffuse + sky.direct_normal) / diffuse + bend) / (1.0 + bend);
  T c[6];
  for (int k = 0; k < 6; ++k) {
    c[k] = T(kCoefficients[kBins - 1][k]);
    for (int bin = kBins - 2; bin >= 0; --bin) {
      c[k] = select(clearness < T(kUpTo[bin]), T(kCoefficients[bin][k]), c[k]);
    }
  }
  const T brightness = sky.diffuse * sky.air_mass / max(sky.extraterrestrial, T(1.0));
  const T around_sun = max(T(c[0] + c[1] * brightness + c[2] * zenith), T(0.0));
  const T near_horizon = c[3] + c[4] * brightness + c[5] * zenith;
  const T height = max(cos(sky.zenith * kDegree), T(0.08715574274765817));  // cos 85°
  const SkyDiffuse<T> parts{sky.diffuse * (1.0 - around_sun) * sky_detail::hemisphere(surface),
                            sky.diffuse * around_sun * max(sky.incidence, T(0.0)) / height,
                            sky.diffuse * near_horizon * surface.sin_tilt};
  // A dark horizon cannot take away more than the other parts contribute.
  return {parts.isotropic, parts.circumsolar,
          max(parts.horizon, T(-(parts.isotropic + parts.circumsolar)))};
}

/// Returns G/(E_0 cos θ_z), limited to 0..1. A sun that is lower than 3.7 deg is taken as 3.7 deg
/// high.
template <class T>
T clearness_index(const T& global, const T& zenith, const T& extraterrestrial) {
  const T horizontal = max(extraterrestrial, T(1.0)) * max(cos(zenith * kDegree), T(0.065));
  return clamp(T(global / horizontal), T(0.0), T(1.0));
}

/// Parts of a global irradiance.
template <class T>
struct Split {
  T direct_normal, diffuse, clearness, air_mass;
};

/// Returns the share of the extraterrestrial radiation that passes the clearest sky, by the air
/// mass (Maxwell, SERI/TR-215-3087 (1987)).
template <class T>
T clearest_share(const T& air_mass) {
  return 0.866 +
         air_mass * (-0.122 + air_mass * (0.0121 + air_mass * (-0.000653 + air_mass * 1.4e-5)));
}

/// Splits a global irradiance by the diffuse share over the clearness (Erbs, Klein, Duffie, Solar
/// Energy 28 (1982), 293). All radiation is diffuse if the sun is lower than 3 deg. The beam is at
/// most 1.15 times that of the clearest sky (1.15 for sites up to 2000 m above the sea): a low sun
/// would otherwise turn errors of time and measurement into beams above the solar constant.
template <class T>
Split<T> erbs_split(const T& global, const T& zenith, const T& extraterrestrial) {
  const T k = clearness_index(global, zenith, extraterrestrial);
  const T middle = 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
  const T share = select(k <= T(0.22), T(1.0 - 0.09 * k), select(k <= T(0.8), middle, T(0.165)));
  const T light = max(global, T(0.0));
  const T diffuse = select(zenith > T(87.0), light, T(light * share));
  const T height = max(cos(zenith * kDegree), T(0.052));  // 87 deg
  const T air_mass = relative_air_mass(zenith);
  const T most = 1.15 * extraterrestrial * max(clearest_share(min(air_mass, T(12.0))), T(0.0));
  const T direct = min(T((light - diffuse) / height), most);
  return {direct, max(diffuse, T(light - direct * height)), k, air_mass};
}

/// Splits a global irradiance by the model DISC (Maxwell, SERI/TR-215-3087 (1987)). The absolute
/// air mass is computed from the pressure in Pa. The beam is 0 if the sun is lower than 3 deg.
template <class T>
Split<T> disc_split(const T& global, const T& zenith, const T& extraterrestrial,
                    const T& pressure) {
  const T k = clearness_index(global, zenith, extraterrestrial);
  const T m = min(T(relative_air_mass_1966(zenith) * pressure / 101325.0), T(12.0));
  const auto cloudy_or_clear = [&k](const T& cloudy, const T& clear) {
    return select(k <= T(0.6), cloudy, clear);
  };
  const T a = cloudy_or_clear(T(0.512 + k * (-1.56 + k * (2.286 - k * 2.222))),
                              T(-5.743 + k * (21.77 + k * (-27.49 + k * 11.56))));
  const T b = cloudy_or_clear(T(0.37 + k * 0.962), T(41.4 + k * (-118.5 + k * (66.05 + k * 31.9))));
  const T c = cloudy_or_clear(T(-0.28 + k * (0.932 - k * 2.048)),
                              T(-47.01 + k * (184.2 + k * (-222.0 + k * 73.81))));
  const T share = max(T(clearest_share(m) - a - b * exp(T(c * m))), T(0.0));
  const T lit = select(zenith > T(87.0), T(0.0), T(share * extraterrestrial));
  const T direct = select(global < T(0.0), T(0.0), lit);
  const T diffuse = max(T(global - direct * max(cos(zenith * kDegree), T(0.0))), T(0.0));
  return {direct, diffuse, k, m};
}

}  // namespace hearth::physics

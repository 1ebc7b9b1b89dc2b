// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/sky_irradiance.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Beam and diffuse parts of a measured global irradiance, for surfaces of any orientation.
///
///     k = G / (E_0 cos θ_z),   D = G f(k),   B_n = (G - D) / cos θ_z
///
/// G is the irradiance on the horizontal, E_0 that outside the atmosphere, θ_z the sun's zenith
/// angle, f the diffuse share by the clearness k of Erbs, Klein and Duffie (Solar Energy 28 (1982),
/// 293). All radiation is diffuse if the sun is lower than 3 deg; B_n is at most 1.15 times that of
/// the clearest sky (physics/sky_irradiance.hpp), and the rest is diffuse.
template <class T>
struct GlobalIrradianceSplit {
  struct In {
    T global, extraterrestrial;
  };
  struct Config {
    Series zenith, azimuth;
  };
  struct Out {
    T direct_normal, diffuse, zenith, azimuth;
  };

  static constexpr Schema schema() {
    return Schema("Beam and diffuse parts of the global irradiance on a horizontal surface")
        .in(&In::global, "globalIrradiation", unit::W_per_m2,
            "Global irradiance on a horizontal surface")
        .in(&In::extraterrestrial, "extraterrestrialNormalIrradiance", unit::W_per_m2,
            "Normal irradiance outside the atmosphere", open(physics::kSolarConstant))
        .config(&Config::zenith, "solarZenith", unit::deg, "Zenith angle of the sun")
        .config(&Config::azimuth, "solarAzimuth", unit::deg,
                "Azimuth of the sun, clockwise from north")
        .out(&Out::direct_normal, "directNormalIrradiance", unit::W_per_m2,
             "Beam irradiance on a surface that faces the sun")
        .out(&Out::diffuse, "diffuseHorizontalIrradiance", unit::W_per_m2,
             "Diffuse sky irradiance on a horizontal surface")
        .out(&Out::zenith, "solarZenith", unit::deg, "Zenith angle of the sun")
        .out(&Out::azimuth, "solarAzimuth", unit::deg, "Azimuth of the sun, clockwise from north");
  }

  static void outputs(const In& u, const Config& c, const Clock& now, Out& y) {
    y.zenith = T(c.zenith(now));
    y.azimuth = T(c.azimuth(now));
    const physics::Split<T> parts = physics::erbs_split(u.global, y.zenith, u.extraterrestrial);
    y.direct_normal = parts.direct_normal;
    y.diffuse = parts.diffuse;
  }
};

}  // namespace hearth

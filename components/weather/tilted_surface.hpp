// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/glazing.hpp"
#include "hearth/components/physics/sky_irradiance.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Solar radiation on a surface of slope β and azimuth γ:
///
///     I_beam   = B_n max(0, cos θ_i),   cos θ_i = cos θ_z cos β + sin θ_z sin β cos(γ_s - γ)
///     I_sky    = D f(sky model)
///     I_ground = ρ (B_n cos θ_z + D) (1 - cos β)/2
///     I        = I_beam + I_sky + I_ground
///     I_glass  = τ(θ_i)/τ(0) I_beam + τ_d/τ(0) (I_sky + I_ground)
///
/// B_n is the beam irradiance on a surface that faces the sun, D the diffuse irradiance on the
/// horizontal, θ_z and γ_s are the sun's zenith angle and azimuth, ρ is the albedo of the ground.
/// The sky model is that of Perez (1990, coefficients of all sites), isotropic, or that of Klucher,
/// of Hay and Davies, or of Reindl; components/physics/sky_irradiance.hpp contains the sources. If
/// irradiances are means over an hour, use the position of the sun in its middle. τ is the
/// transmittance of double glazing of clear glass, τ_d that for isotropic radiation
/// (components/physics/glazing.hpp): I_glass times the area of windows and their transmittance at
/// normal incidence is the solar gain of a room.
template <class T>
struct TiltedSurface {
  struct In {
    T direct_normal, diffuse, zenith, azimuth, extraterrestrial;
  };
  struct Params {
    T tilt, azimuth, albedo;
  };
  struct Derived {
    T cos_tilt, sin_tilt, half_tilt_cubed, glass_of_diffuse;
  };
  enum class SkyModel { Perez, Isotropic, Klucher, HayDavies, Reindl };
  struct Config {
    SkyModel sky_model;
  };
  struct Out {
    T beam, sky, circumsolar, ground, total, glass, incidence;
  };

  static constexpr std::array<std::string_view, 5> kSkyModels{"perez", "isotropic", "klucher",
                                                              "hayDavies", "reindl"};

  static constexpr Schema schema() {
    return Schema("Solar irradiance on a tilted surface")
        .in(&In::direct_normal, "directNormalIrradiance", unit::W_per_m2,
            "Beam irradiance on a surface that faces the sun")
        .in(&In::diffuse, "diffuseHorizontalIrradiance", unit::W_per_m2,
            "Diffuse sky irradiance on a horizontal surface")
        .in(&In::zenith, "solarZenith", unit::deg, "Zenith angle of the sun")
        .in(&In::azimuth, "solarAzimuth", unit::deg, "Azimuth of the sun, clockwise from north")
        .in(&In::extraterrestrial, "extraterrestrialNormalIrradiance", unit::W_per_m2,
            "Normal irradiance outside the atmosphere", open(physics::kSolarConstant))
        .config(&Config::sky_model, "skyModel", kSkyModels,
                "Model of the distribution of the diffuse sky radiation")
        .par(&Params::tilt, "tilt", unit::deg, tilt(90.0),
             "Tilt of the surface from the horizontal, 90 for a wall")
        .par(&Params::azimuth, "azimuth", unit::deg, {180.0, -360.0, 360.0},
             "Azimuth of the outward normal of the surface, clockwise from north")
        .par(&Params::albedo, "groundAlbedo", unit::one, share(0.2),
             "Reflectance of the ground in front of the surface")
        .out(&Out::beam, "beamIrradiance", unit::W_per_m2, "Beam irradiance")
        .out(&Out::sky, "skyDiffuseIrradiance", unit::W_per_m2,
             "Diffuse irradiance from the whole sky")
        .out(&Out::circumsolar, "circumsolarIrradiance", unit::W_per_m2,
             "Circumsolar part of skyDiffuseIrradiance")
        .out(&Out::ground, "groundDiffuseIrradiance", unit::W_per_m2,
             "Irradiance reflected by the ground")
        .out(&Out::total, "totalIrradiance", unit::W_per_m2,
             "Beam, sky diffuse and ground-reflected irradiance")
        .out(&Out::glass, "glassIrradiance", unit::W_per_m2,
             "Total irradiance minus the additional losses of double glazing at the angle of "
             "incidence compared with normal incidence")
        .out(&Out::incidence, "incidenceAngle", unit::deg,
             "Angle of incidence of the beam, 0 along the normal");
  }

  static void prepare(const Params& p, Derived& q) {
    const physics::Orientation<T> surface = physics::orientation(p.tilt, p.azimuth);
    q.cos_tilt = surface.cos_tilt;
    q.sin_tilt = surface.sin_tilt;
    q.half_tilt_cubed = surface.half_tilt_cubed;
    q.glass_of_diffuse = T(double_glazing_of_diffuse());
  }

  static physics::SkyDiffuse<T> sky_diffuse(SkyModel model, const physics::Orientation<T>& surface,
                                            const physics::Sky<T>& sky) {
    switch (model) {
      case SkyModel::Isotropic:
        return physics::isotropic_sky(surface, sky);
      case SkyModel::Klucher:
        return physics::klucher_sky(surface, sky);
      case SkyModel::HayDavies:
        return physics::hay_davies_sky(surface, sky);
      case SkyModel::Reindl:
        return physics::reindl_sky(surface, sky);
      default:
        return physics::perez_sky(surface, sky);
    }
  }

  static void outputs(const In& u, const Params& p, const Derived& q, const Config& c, Out& y) {
    const physics::Orientation<T> surface{q.cos_tilt, q.sin_tilt, p.azimuth, q.half_tilt_cubed};
    const T incidence = physics::cosine_of_incidence(surface, u.zenith, u.azimuth);
    const T height = max(cos(u.zenith * kDegree), T(0.0));
    const T global = u.direct_normal * height + u.diffuse;
    const physics::Sky<T> sky{u.direct_normal,    u.diffuse, global,
                              u.extraterrestrial, u.zenith,  physics::relative_air_mass(u.zenith),
                              incidence};
    const physics::SkyDiffuse<T> diffuse = sky_diffuse(c.sky_model, surface, sky);
    y.beam = physics::beam(u.direct_normal, incidence, u.zenith);
    y.sky = diffuse.total();
    y.circumsolar = diffuse.circumsolar;
    y.ground = physics::ground_reflected(global, p.albedo, surface);
    y.total = y.beam + y.sky + y.ground;
    y.glass = y.beam * double_glazing_by_angle(max(incidence, T(0.0))) +
              q.glass_of_diffuse * (y.sky + y.ground);
    y.incidence = physics::angle_of_cosine(incidence);
  }
};

}  // namespace hearth

// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/surface_heat_transfer.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Overhang above and fins next to a window, at right angles to the wall.
///
/// The sunlit share of the window receives beam radiation:
///
///     y = d_o tan Ω - g_o,  tan Ω = cot z / cos γ        height in the shadow of the overhang
///     x = d_f |tan γ| - g_f                               width in the shadow of one fin
///     share = (1 - y/H)(1 - x/W)                          y, x limited to the window
///
/// with z the sun's zenith angle and γ its azimuth relative to the azimuth of the wall, d the depth
/// and g the distance from the window's edge. Each shade removes the part of the diffuse sky
/// radiation on a vertical window that it hides from the window's mean point, by the view factors
/// of long strips; the circumsolar part, if it is connected, is shaded like the beam:
///
///     overhang: 1 - (sqrt((g + H)^2 + d^2) - sqrt(g^2 + d^2))/H
///     a fin:    (1 - (sqrt((g + W)^2 + d^2) - sqrt(g^2 + d^2))/W)/2
///
/// The overhang extends far to both sides, the fins far up and down.
template <class T>
struct FixedShade {
  struct In {
    T beam, sky_diffuse, circumsolar, zenith, azimuth;
  };
  struct Params {
    T width, height, azimuth, overhang_depth, overhang_gap, fin_depth, fin_gap;
  };
  struct Derived {
    T sky_share;
  };
  struct Out {
    T beam, sky_diffuse, sunlit;
  };

  static constexpr Schema schema() {
    return Schema("Overhang and fins of a window")
        .in(&In::beam, "beamIrradiance", unit::W_per_m2,
            "Beam irradiance on the window without shade")
        .in(&In::sky_diffuse, "skyDiffuseIrradiance", unit::W_per_m2,
            "Diffuse sky irradiance on the window without shade", open(0.0))
        .in(&In::circumsolar, "circumsolarIrradiance", unit::W_per_m2,
            "Circumsolar part of skyDiffuseIrradiance", open(0.0))
        .in(&In::zenith, "solarZenith", unit::deg, "Zenith angle of the sun")
        .in(&In::azimuth, "solarAzimuth", unit::deg, "Azimuth of the sun, clockwise from north")
        .par(&Params::width, "windowWidth", unit::m, {1.0, 1e-3, 1e3}, "Width of the window")
        .par(&Params::height, "windowHeight", unit::m, {1.0, 1e-3, 1e3}, "Height of the window")
        .par(&Params::azimuth, "azimuth", unit::deg, {180.0, -360.0, 360.0},
             "Azimuth of the outward normal of the window, clockwise from north")
        .par(&Params::overhang_depth, "overhangDepth", unit::m, {0.0, 0.0, 1e3},
             "Depth of the overhang")
        .par(&Params::overhang_gap, "overhangGap", unit::m, {0.0, 0.0, 1e3},
             "Distance of the overhang from the window's upper edge")
        .par(&Params::fin_depth, "finDepth", unit::m, {0.0, 0.0, 1e3},
             "Depth of the fins on both sides")
        .par(&Params::fin_gap, "finGap", unit::m, {0.0, 0.0, 1e3},
             "Distance of the fins from the window's edges")
        .out(&Out::beam, "beamIrradiance", unit::W_per_m2, "Mean beam irradiance over the window")
        .out(&Out::sky_diffuse, "skyDiffuseIrradiance", unit::W_per_m2,
             "Mean diffuse sky irradiance over the window")
        .out(&Out::sunlit, "sunlitShare", unit::one, "Sunlit share of the window");
  }

  static void prepare(const Params& p, Derived& q) {
    const T overhang = seen(p.height, p.overhang_gap, p.overhang_depth);
    const T fin = (1.0 - seen(p.width, p.fin_gap, p.fin_depth)) / 2.0;
    q.sky_share = overhang * (1.0 - 2.0 * fin);
  }

  static void outputs(const In& u, const Params& p, const Derived& q, Out& y) {
    const T around = (u.azimuth - p.azimuth) * kDegree;
    const T ahead = cos(around);
    // Behind the wall and near its plane the beam is 0; the lower bound keeps quotients finite.
    const T toward = max(ahead, T(1e-3));
    const T flat = max(T(sin(u.zenith * kDegree)), T(1e-3));
    const T profile = max(T(cos(u.zenith * kDegree)), T(0.0)) / (flat * toward);
    const T sideways = abs(T(sin(around))) / toward;
    const T down = p.overhang_depth * profile - p.overhang_gap;
    const T across = p.fin_depth * sideways - p.fin_gap;
    y.sunlit = lit(down, p.height) * lit(across, p.width);
    y.beam = y.sunlit * u.beam;
    y.sky_diffuse = q.sky_share * (u.sky_diffuse - u.circumsolar) + y.sunlit * u.circumsolar;
  }

 private:
  static T lit(const T& shadow, const T& length) {
    return 1.0 - clamp(T(shadow / length), T(0.0), T(1.0));
  }
  static T seen(const T& length, const T& gap, const T& depth) {
    // 1e-18 m2 keeps the slope of the root finite if gap and depth are 0.
    const T far = sqrt((gap + length) * (gap + length) + depth * depth);
    const T near = sqrt(gap * gap + depth * depth + 1e-18);
    return (far - near) / length;
  }
};

}  // namespace hearth

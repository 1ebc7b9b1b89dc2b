// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/degree.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Outdoor temperature that represents the outdoor air, solar and sky radiation on all facades, and
/// the ground (VDI 6007 Part 1, 2015, section 6.5).
///
///     θ_eq     = (Σ w_wall,k θ_wall,k + Σ w_win,k θ_win,k + w_ground θ_ground) / Σ w
///     θ_wall,k = θ_out + a I_k / (h_c + h_r) + Δ_k
///     θ_win,k  = θ_out + Δ_k (1 - s_k)
///     Δ_k      = φ_k (θ_sky - θ_out) h_r / (h_c + h_r),   φ_k = (1 + cos β_k)/2
///
/// I_k is the irradiance on facade k [W/m2], s_k the position of its sunblinds (1 closed), β_k its
/// tilt. Its weights are proportional to U A of its wall and windows; only their ratios matter. a
/// is the absorptance for solar radiation, h_c and h_r are the coefficients of convection and
/// radiation outdoors, φ_k is the view factor to the sky; the ground in front of the facade has the
/// temperature of the air. If the sky temperature is not connected, Δ_k = 0; if all weights are 0,
/// θ_eq = θ_out.
template <class T>
struct EquivalentOutdoorTemperature {
  struct In {
    T outdoor_temperature, ground_temperature;
    Many<T> sky_temperature, irradiation, sunblind;
  };
  struct Params {
    T absorption, convection, radiation, ground_weight;
    Many<T> wall_weight, window_weight, tilt;
  };
  struct Out {
    T temperature;
  };

  static constexpr Schema schema() {
    return Schema("Equivalent outdoor temperature of facades and ground (VDI 6007)")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::ground_temperature, "groundTemperature", unit::degC,
            "Temperature of the ground, or of a room below", open(12.0))
        .in(&In::sky_temperature, "skyTemperature", unit::degC,
            "Temperature of the sky as a black body", at_most_one("sky"))
        .in(&In::irradiation, "facadeIrradiation", unit::W_per_m2,
            "Solar irradiance on each facade", over("facade"))
        .in(&In::sunblind, "sunblindPosition", unit::one,
            "Position of the sunblinds of each facade, 0 open, 1 closed", over("facade"))
        .par(&Params::absorption, "a_ext", unit::one, share(0.7),
             "Absorptance of the facades for solar radiation")
        .par(&Params::convection, "h_conv_out", unit::W_per_m2K, film(20.0),
             "Convection coefficient outdoors")
        .par(&Params::radiation, "h_rad_out", unit::W_per_m2K, {5.0, 0.0, 1e3},
             "Coefficient of long-wave radiation outdoors")
        .par(&Params::ground_weight, "wf_ground", unit::one, share(0.0), "Weight of the ground")
        .par(&Params::wall_weight, "wf_wall", unit::one, share(1.0),
             "Weight of the wall of each facade", over("facade"))
        .par(&Params::window_weight, "wf_win", unit::one, share(0.0),
             "Weight of the windows of each facade", over("facade"))
        .par(&Params::tilt, "tilt", unit::deg, tilt(90.0),
             "Tilt of each facade from the horizontal, 0 roof, 90 wall", over("facade"))
        .out(&Out::temperature, "equivalentOutdoorTemperature", unit::degC,
             "Equivalent outdoor temperature of outdoor air, solar and sky radiation");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T film = p.convection + p.radiation;
    T sky(0.0);
    for (const T& temperature : u.sky_temperature) {
      sky += (temperature - u.outdoor_temperature) * p.radiation / film;
    }
    constexpr double kTrickle = 1e-30;  // keeps the mean defined without weights
    T sum = p.ground_weight * u.ground_temperature + kTrickle * u.outdoor_temperature;
    T weights = p.ground_weight + kTrickle;
    for (int k = 0; k < u.irradiation.size(); ++k) {
      const T seen = sky * (1.0 + cos(T(p.tilt[k] * kDegree))) / 2.0;
      const T wall = u.outdoor_temperature + p.absorption * u.irradiation[k] / film + seen;
      const T window = u.outdoor_temperature + seen * (1.0 - u.sunblind[k]);
      sum += p.wall_weight[k] * wall + p.window_weight[k] * window;
      weights += p.wall_weight[k] + p.window_weight[k];
    }
    y.temperature = sum / weights;
  }
};

}  // namespace hearth

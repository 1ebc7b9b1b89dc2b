// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Outdoor air that leaks into a zone, by air changes, by an effective leakage area, or both.
///
///     m = ρ (n V / 3600 (A + B |Δθ| + C v + D v^2) + A_L sqrt(C_s |Δθ| + C_w v^2)),
///     Δθ = θ_in - θ_out,   ρ = p / (287.042 (θ_out + 273.15))
///     p = 101325 (1 - 2.25577e-5 z)^5.2559
///
/// n is the number of design air changes per hour of the volume V; A to D are the weather
/// coefficients of the design flow of EnergyPlus (ZoneInfiltration:DesignFlowRate; BLAST: 0.606,
/// 0.03636 1/K, 0.1177 s/m, 0; DOE-2: 0, 0, 0.224 s/m, 0). A_L is the effective leakage area in cm2
/// at 4 Pa; C_s and C_w are the stack and wind coefficients of the basic model (Sherman and
/// Grimsrud 1980; ASHRAE Handbook Fundamentals (2017), chapter 16, equation 48, tables 4 and 6):
///
///     storeys                      1          2          3
///     C_s (L/s)^2/(cm4 K)          0.000145   0.000290   0.000435
///     C_w (L/s)^2/(cm4 (m/s)^2)
///       shelter class 1, none      0.000319   0.000420   0.000494
///       2, rural                   0.000246   0.000325   0.000382
///       3, across a street         0.000174   0.000231   0.000271
///       4, urban                   0.000104   0.000137   0.000161
///       5, close neighbours        0.000032   0.000042   0.000049
///
/// v is the wind speed at the weather station, z the elevation. The flow enters, and an equal flow
/// leaves; it is a stream of a MixedAirZone with the state of outdoor air. |Δθ| and the root are
/// smooth at 0: the relative change of the flow is below 1e-6 above 1 K and 1 m/s. For single zones
/// in buildings of up to three storeys.
template <class T>
struct Infiltration {
  struct In {
    T outdoor_temperature, indoor_temperature, wind;
  };
  struct Params {
    T air_changes, volume, a, b, c, d;
    T leakage_area, stack, shelter;
    T elevation;
  };
  struct Derived {
    T design_flow, pressure;
  };
  struct Out {
    T flow;
  };

  static constexpr double kGasConstant = 287.042;  // J/(kg K), dry air

  static constexpr Schema schema() {
    return Schema("Outdoor air that leaks into a zone")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::indoor_temperature, "indoorTemperature", unit::degC,
            "Temperature of the zone air; needed for B and the leakage area", open(20.0))
        .in(&In::wind, "windSpeed", unit::m_per_s,
            "Wind speed; needed for C, D and the leakage area", open(0.0))
        .par(&Params::air_changes, "airChangeRate", unit::per_h, {0.3, 0.0, 1e3},
             "Design air changes per hour; 0 by default if effectiveLeakageArea is given",
             computed<&Infiltration::usual_air_changes>())
        .par(&Params::volume, "V", unit::m3, volume(100.0), "Air volume of the zone")
        .par(&Params::a, "A", unit::one, {1.0, 0.0, 1e3}, "Constant factor of the design flow")
        .par(&Params::b, "B", unit::per_K, {0.0, 0.0, 1e3},
             "Rise of the factor with the temperature difference")
        .par(&Params::c, "C", kSecondsPerMetre, {0.0, 0.0, 1e3},
             "Rise of the factor with the wind speed")
        .par(&Params::d, "D", kSquareSecondsPerSquareMetre, {0.0, 0.0, 1e3},
             "Rise of the factor with the square of the wind speed")
        .par(&Params::leakage_area, "effectiveLeakageArea", kSquareCentimetre, {0.0, 0.0, 1e7},
             "Effective leakage area at 4 Pa")
        .par(&Params::stack, "stackCoefficient", unit::one, {0.000145, 0.0, 1.0},
             "Stack coefficient C_s, (L/s)^2/(cm4 K)")
        .par(&Params::shelter, "windCoefficient", unit::one, {0.000174, 0.0, 1.0},
             "Wind coefficient C_w, (L/s)^2/(cm4 (m/s)^2)")
        .par(&Params::elevation, "elevation", unit::m, {0.0, -500.0, 11000.0},
             "Elevation of the site above sea level")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "Mass flow of the outdoor air that enters");
  }

  static constexpr Unit kSecondsPerMetre{.m = -1, .s = 1, .symbol = "s/m"};
  static constexpr Unit kSquareSecondsPerSquareMetre{.m = -2, .s = 2, .symbol = "s2/m2"};
  static constexpr Unit kSquareCentimetre{.m = 2, .scale = 1e-4, .symbol = "cm2"};

  static T usual_air_changes(const Params& p) {
    return select(p.leakage_area > T(0.0), T(0.0), T(0.3));
  }

  static void prepare(const Params& p, Derived& q) {
    q.design_flow = p.air_changes * p.volume / 3600.0;
    q.pressure = 101325.0 * pow(T(1.0 - 2.25577e-5 * p.elevation), T(5.2559));
  }

  /// Returns |x|, with a parabola below some hundredths for a smooth minimum at 0.
  static T magnitude(const T& x) {
    constexpr double kRound = 1e-3;
    return x * x / sqrt(T(x * x + kRound * kRound));
  }
  /// Returns √x for x >= 0, with a finite slope at 0.
  static T root(const T& x) {
    constexpr double kRound = 1e-12;
    return x / sqrt(T(x + kRound));
  }

  static void outputs(const In& u, const Params& p, const Derived& q, Out& y) {
    const T difference = magnitude(T(u.indoor_temperature - u.outdoor_temperature));
    const T wind = magnitude(u.wind);
    const T weather = p.a + p.b * difference + p.c * wind + p.d * u.wind * u.wind;
    const T through_leaks =
        1e-3 * p.leakage_area * root(T(p.stack * difference + p.shelter * u.wind * u.wind));
    const T density = q.pressure / (kGasConstant * (u.outdoor_temperature + 273.15));
    y.flow = density * (q.design_flow * weather + through_leaks);
  }
};

}  // namespace hearth

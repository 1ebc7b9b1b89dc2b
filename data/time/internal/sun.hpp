// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hearth/framework/base/clock.hpp"

namespace hearth {

/// The place from which the sun is observed.
struct Observer {
  double latitude = 0.0;       ///< degrees north
  double longitude = 0.0;      ///< degrees east
  double elevation = 0.0;      ///< m above the sea
  double pressure = 101325.0;  ///< Pa, for refraction
  double temperature = 12.0;   ///< degC, for refraction
};

struct SunPosition {
  double zenith = 0.0;            ///< deg from the vertical, without refraction
  double apparent_zenith = 0.0;   ///< deg, as seen through the air
  double azimuth = 0.0;           ///< deg clockwise from north, 0 to 360
  double hour_angle = 0.0;        ///< deg, 0 at noon, afternoon positive, -180 to 180
  double declination = 0.0;       ///< deg
  double equation_of_time = 0.0;  ///< min, apparent minus mean solar time
  double distance = 1.0;          ///< astronomical units
};

/// Returns the position of the centre of the sun.
///
/// It is computed with the NREL Solar Position Algorithm (Reda, Andreas: Solar Position Algorithm
/// for Solar Radiation Applications, NREL/TP-560-34302, revised 2008), of whose periodic terms only
/// the largest are used. From 1950 to 2100, results differ from the complete algorithm by at most
/// 0.0006 deg and 5e-5 AU. The rotation of the earth is assumed to be 67 s behind terrestrial time;
/// if the rotation slows as expected, the error in 2100 is 0.0015 deg.
SunPosition sun_position(Instant instant, const Observer& observer);

/// One day of the sun. If the sun does not rise or does not set, both times are missing.
struct SunDay {
  std::optional<Instant> sunrise;  ///< upper limb at the horizon, with the usual 34' of refraction
  Instant transit;
  std::optional<Instant> sunset;
};

/// Returns the day whose solar noon is nearest to `around`; below 65 deg of latitude, times are
/// accurate to a few seconds.
SunDay sun_day(Instant around, const Observer& observer);

/// Returns an azimuth that is continuous except at midnight: from 0 to 360 deg if the sun is in the
/// south at noon, from -180 to 180 deg if it is in the north. Means over a step that contains noon
/// are then correct.
double unbroken_azimuth(const SunPosition& sun, double latitude);

/// Returns the irradiance, W/m2, of a surface that faces the sun outside the atmosphere on a day of
/// the year (1 is 1 January): Spencer, Fourier series representation of the position of the sun,
/// Search 2 (1971), 172.
double extraterrestrial_normal_irradiance(double day_of_year, double solar_constant = 1361.0);

}  // namespace hearth

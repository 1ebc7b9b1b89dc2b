// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/sun.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <span>

namespace hearth {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;           // rad
constexpr double kBehind = 67.0;                  // s, terrestrial time minus UT1
constexpr double kSunRadius = 0.26667;            // deg, half the disc
constexpr double kHorizontalRefraction = 0.5667;  // deg
constexpr double kSecondsPerDegree = 240.0;       // of the sun's mean motion

// The equations and numbers below are those of NREL/TP-560-34302, section 3 and tables A4.2, A4.3.

/// amplitude * cos(phase + frequency * millennia), in 1e-8 rad or 1e-8 AU.
struct Term {
  double amplitude, phase, frequency;
};

/// Multiples of the five angles of moon and sun; 1e-4 arc seconds and their change per century.
struct Nutation {
  double multiple[5];
  double longitude, longitude_change, obliquity, obliquity_change;
};

// Terms of at least 100e-8 rad, 3000e-8 AU and 0.1 arc seconds. The latitude of the earth, below
// 1.2 arc seconds, is left out.
constexpr Term kLongitude0[] = {{175347046.0, 0.0, 0.0},       {3341656.0, 4.6692568, 6283.07585},
                                {34894.0, 4.6261, 12566.1517}, {3497.0, 2.7441, 5753.3849},
                                {3418.0, 2.8289, 3.5231},      {3136.0, 3.6277, 77713.7715},
                                {2676.0, 4.4181, 7860.4194},   {2343.0, 6.1352, 3930.2097},
                                {1324.0, 0.7425, 11506.7698},  {1273.0, 2.0371, 529.691},
                                {1199.0, 1.1096, 1577.3435},   {990.0, 5.233, 5884.927},
                                {902.0, 2.045, 26.298},        {857.0, 3.508, 398.149},
                                {780.0, 1.179, 5223.694},      {753.0, 2.533, 5507.553},
                                {505.0, 4.583, 18849.228},     {492.0, 4.205, 775.523},
                                {357.0, 2.92, 0.067},          {317.0, 5.849, 11790.629},
                                {284.0, 1.899, 796.298},       {271.0, 0.315, 10977.079},
                                {243.0, 0.345, 5486.778},      {206.0, 4.806, 2544.314},
                                {205.0, 1.869, 5573.143},      {202.0, 2.458, 6069.777},
                                {156.0, 0.833, 213.299},       {132.0, 3.411, 2942.463},
                                {126.0, 1.083, 20.775},        {115.0, 0.645, 0.98},
                                {103.0, 0.636, 4694.003},      {102.0, 0.976, 15720.839},
                                {102.0, 4.267, 7.114}};
constexpr Term kLongitude1[] = {{628331966747.0, 0.0, 0.0},   {206059.0, 2.678235, 6283.07585},
                                {4303.0, 2.6351, 12566.1517}, {425.0, 1.59, 3.523},
                                {119.0, 5.796, 26.298},       {109.0, 2.966, 1577.344}};
constexpr Term kLongitude2[] = {
    {52919.0, 0.0, 0.0}, {8720.0, 1.0721, 6283.0758}, {309.0, 0.867, 12566.152}};
constexpr Term kLongitude3[] = {{289.0, 5.844, 6283.076}};
constexpr Term kLongitude4[] = {{114.0, 3.142, 0.0}};
constexpr Term kDistance0[] = {{100013989.0, 0.0, 0.0},
                               {1670700.0, 3.0984635, 6283.07585},
                               {13956.0, 3.05525, 12566.1517},
                               {3084.0, 5.1985, 77713.7715}};
constexpr Term kDistance1[] = {{103019.0, 1.10749, 6283.07585}};
constexpr Term kDistance2[] = {{4359.0, 5.7846, 6283.0758}};
constexpr Nutation kNutation[] = {{{0.0, 0.0, 0.0, 0.0, 1.0}, -171996.0, -174.2, 92025.0, 8.9},
                                  {{-2.0, 0.0, 0.0, 2.0, 2.0}, -13187.0, -1.6, 5736.0, -3.1},
                                  {{0.0, 0.0, 0.0, 2.0, 2.0}, -2274.0, -0.2, 977.0, -0.5},
                                  {{0.0, 0.0, 0.0, 0.0, 2.0}, 2062.0, 0.2, -895.0, 0.5},
                                  {{0.0, 1.0, 0.0, 0.0, 0.0}, 1426.0, -3.4, 54.0, -0.1}};

/// Returns a polynomial, the constant first.
double polynomial(double x, std::initializer_list<double> coefficients) {
  double sum = 0.0;
  for (auto c = coefficients.end(); c != coefficients.begin();) sum = sum * x + *--c;
  return sum;
}

double sum_of(std::span<const Term> terms, double millennia) {
  double sum = 0.0;
  for (const Term& term : terms) {
    sum += term.amplitude * std::cos(term.phase + term.frequency * millennia);
  }
  return 1e-8 * sum;
}

double earth_longitude(double t) {
  return polynomial(t, {sum_of(kLongitude0, t), sum_of(kLongitude1, t), sum_of(kLongitude2, t),
                        sum_of(kLongitude3, t), sum_of(kLongitude4, t)});
}

double earth_distance(double t) {
  return polynomial(t, {sum_of(kDistance0, t), sum_of(kDistance1, t), sum_of(kDistance2, t)});
}

/// Nutation of the earth's axis, in deg.
struct Nodding {
  double longitude = 0.0, obliquity = 0.0;
};

Nodding nodding(double century) {
  const double angles[5] = {
      polynomial(century, {297.85036, 445267.111480, -0.0019142, 1.0 / 189474.0}),
      polynomial(century, {357.52772, 35999.050340, -0.0001603, -1.0 / 300000.0}),
      polynomial(century, {134.96298, 477198.867398, 0.0086972, 1.0 / 56250.0}),
      polynomial(century, {93.27191, 483202.017538, -0.0036825, 1.0 / 327270.0}),
      polynomial(century, {125.04452, -1934.136261, 0.0020708, 1.0 / 450000.0})};
  Nodding sum;
  for (const Nutation& term : kNutation) {
    double angle = 0.0;
    for (int i = 0; i < 5; ++i) angle += term.multiple[i] * angles[i];
    sum.longitude += (term.longitude + term.longitude_change * century) * std::sin(angle * kDegree);
    sum.obliquity += (term.obliquity + term.obliquity_change * century) * std::cos(angle * kDegree);
  }
  return {sum.longitude / 36e6, sum.obliquity / 36e6};
}

double wrapped(double degrees) { return degrees - 360.0 * std::floor(degrees / 360.0 + 0.5); }

/// Position of the sun among the stars, and rotation of the earth.
struct Geocentric {
  double right_ascension, declination;  // rad
  double distance;                      // AU
  double sidereal_time;                 // deg at Greenwich
  double equation_of_time;              // min
};

Geocentric geocentric(double unix_time) {
  const double day = unix_time / 86400.0 + 2440587.5 - 2451545.0;  // since noon of 1 January 2000
  const double century = day / 36525.0;
  const double uniform_century = (day + kBehind / 86400.0) / 36525.0;
  const double t = uniform_century / 10.0;
  const double distance = earth_distance(t);
  const Nodding nod = nodding(uniform_century);
  const double obliquity =
      kDegree *
      (polynomial(t / 10.0, {84381.448, -4680.93, -1.55, 1999.25, -51.38, -249.67}) / 3600.0 +
       nod.obliquity);
  const double aberration = -20.4898 / (3600.0 * distance);
  const double longitude = earth_longitude(t) + kPi + kDegree * (nod.longitude + aberration);
  const double turn = nod.longitude * std::cos(obliquity);
  Geocentric sun{};
  sun.right_ascension = std::atan2(std::sin(longitude) * std::cos(obliquity), std::cos(longitude));
  sun.declination = std::asin(std::sin(obliquity) * std::sin(longitude));
  sun.distance = distance;
  sun.sidereal_time = 280.46061837 + 360.98564736629 * day +
                      century * century * (0.000387933 - century / 38710000.0) + turn;
  const double mean_longitude =
      polynomial(t, {280.4664567, 360007.6982779, 0.03032028, 1.0 / 49931.0, -1.0 / 15300.0});
  sun.equation_of_time =
      4.0 * wrapped(mean_longitude - 0.0057183 - sun.right_ascension / kDegree + turn);
  return sun;
}

// From the ground, the sun appears lower than from the centre of the earth, by 8.8 arc seconds at
// the horizon. `hour_angle` is in rad.
void see_from_ground(const Geocentric& sun, const Observer& observer, double& hour_angle,
                     double& declination) {
  constexpr double kFlattening = 0.99664719;
  constexpr double kEarthRadius = 6378140.0;  // m
  const double latitude = observer.latitude * kDegree;
  const double reduced = std::atan(kFlattening * std::tan(latitude));
  const double height = observer.elevation / kEarthRadius;
  const double x = std::cos(reduced) + height * std::cos(latitude);
  const double y = kFlattening * std::sin(reduced) + height * std::sin(latitude);
  const double parallax = std::sin(8.794 / (3600.0 * sun.distance) * kDegree);
  const double across = std::cos(sun.declination) - x * parallax * std::cos(hour_angle);
  const double shift = std::atan2(-x * parallax * std::sin(hour_angle), across);
  declination = std::atan2((std::sin(sun.declination) - y * parallax) * std::cos(shift), across);
  hour_angle -= shift;
}

/// Returns by how much refraction raises the sun, in deg; `elevation` in deg.
double refraction(double elevation, const Observer& observer) {
  if (elevation < -(kSunRadius + kHorizontalRefraction)) return 0.0;
  const double density = observer.pressure / 101000.0 * 283.0 / (273.0 + observer.temperature);
  return density * 1.02 / (60.0 * std::tan((elevation + 10.3 / (elevation + 5.11)) * kDegree));
}

double unix_time(Instant instant) { return seconds(instant.time_since_epoch()); }

Instant instant_of(double unix_time) { return Instant{Duration(std::llround(1000.0 * unix_time))}; }

SunPosition position_at(double time, const Observer& observer) {
  const Geocentric sun = geocentric(time);
  double turned =
      wrapped(sun.sidereal_time + observer.longitude - sun.right_ascension / kDegree) * kDegree;
  double declination = sun.declination;
  see_from_ground(sun, observer, turned, declination);
  const double latitude = observer.latitude * kDegree;
  const double east = -std::cos(declination) * std::sin(turned);
  const double north = std::sin(declination) * std::cos(latitude) -
                       std::cos(declination) * std::cos(turned) * std::sin(latitude);
  const double up = std::sin(latitude) * std::sin(declination) +
                    std::cos(latitude) * std::cos(declination) * std::cos(turned);
  const double elevation = std::asin(std::clamp(up, -1.0, 1.0)) / kDegree;
  SunPosition position;
  position.zenith = 90.0 - elevation;
  position.apparent_zenith = position.zenith - refraction(elevation, observer);
  position.azimuth = std::atan2(east, north) / kDegree;
  if (position.azimuth < 0.0) position.azimuth += 360.0;
  position.hour_angle = wrapped(turned / kDegree);
  position.declination = declination / kDegree;
  position.equation_of_time = sun.equation_of_time;
  position.distance = sun.distance;
  return position;
}

/// Returns the hour angle, in deg, at which a sun of that declination is at the horizon.
std::optional<double> horizon_angle(double declination, double latitude) {
  const double elevation = -(kSunRadius + kHorizontalRefraction) * kDegree;
  const double cosine =
      (std::sin(elevation) - std::sin(latitude * kDegree) * std::sin(declination * kDegree)) /
      (std::cos(latitude * kDegree) * std::cos(declination * kDegree));
  if (!(std::abs(cosine) <= 1.0)) return std::nullopt;
  return std::acos(cosine) / kDegree;
}

/// Returns the time at which the sun crosses the horizon: `side` -1 before noon, 1 after.
std::optional<Instant> crossing(double transit, double side, const Observer& observer) {
  double time = transit;
  SunPosition sun = position_at(transit, observer);
  for (int pass = 0; pass < 5; ++pass) {
    const std::optional<double> wanted = horizon_angle(sun.declination, observer.latitude);
    if (!wanted) return std::nullopt;
    const double found = pass == 0 ? 0.0 : sun.hour_angle;
    time += kSecondsPerDegree * (side * *wanted - found);
    sun = position_at(time, observer);
  }
  return instant_of(time);
}

}  // namespace

SunPosition sun_position(Instant instant, const Observer& observer) {
  return position_at(unix_time(instant), observer);
}

SunDay sun_day(Instant around, const Observer& observer) {
  double transit = unix_time(around);
  for (int pass = 0; pass < 4; ++pass) {
    transit -= kSecondsPerDegree * position_at(transit, observer).hour_angle;
  }
  return {crossing(transit, -1.0, observer), instant_of(transit), crossing(transit, 1.0, observer)};
}

double unbroken_azimuth(const SunPosition& sun, double latitude) {
  const bool through_north = latitude < sun.declination;
  return through_north && sun.azimuth > 180.0 ? sun.azimuth - 360.0 : sun.azimuth;
}

double extraterrestrial_normal_irradiance(double day_of_year, double solar_constant) {
  const double b = 2.0 * kPi * (day_of_year - 1.0) / 365.0;
  return solar_constant * (1.00011 + 0.034221 * std::cos(b) + 0.00128 * std::sin(b) +
                           0.000719 * std::cos(2.0 * b) + 0.000077 * std::sin(2.0 * b));
}

}  // namespace hearth

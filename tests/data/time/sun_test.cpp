// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/sun.hpp"

#include <cmath>

#include "hearth/tests/data/data_test.hpp"

namespace sun_test {

using namespace hearth;
using namespace hearth::test;

namespace {

double difference(double a, double b) { return std::remainder(a - b, 360.0); }

}  // namespace

TEST_CASE("the sun has the position of the example of NREL's algorithm") {
  // NREL/TP-560-34302, table A5.1.
  const Observer golden{.latitude = 39.742476,
                        .longitude = -105.1786,
                        .elevation = 1830.14,
                        .pressure = 82000.0,
                        .temperature = 11.0};
  const SunPosition sun = sun_position(at("2003-10-17T12:30:30-07:00"), golden);
  // 0.0006 deg is what the terms left out amount to.
  CHECK(sun.apparent_zenith == Approx(50.11162).margin(6e-4));
  CHECK(sun.azimuth == Approx(194.34024).margin(6e-4 / std::sin(0.8749)));
  CHECK(sun.declination == Approx(-9.316179).margin(6e-4));
  CHECK(sun.hour_angle == Approx(11.10629).margin(1e-3));
  CHECK(sun.equation_of_time == Approx(14.64150).margin(3e-3));
  CHECK(sun.distance == Approx(0.996542).margin(6e-5));
}

TEST_CASE("the sun is within 0.001 deg of the whole algorithm from 1950 to 2100") {
  struct Reference {
    const char* time;
    double latitude, longitude, zenith, azimuth, equation_of_time;
  };
  // Computed with all terms of NREL/TP-560-34302.
  const Reference references[] = {
      {"1950-01-01T00:00:00Z", 0, 180, 23.08513, 178.09831, -3.2374},
      {"1962-05-14T09:17:00Z", 51.5, -0.1, 45.44447, 121.37733, 3.7340},
      {"1985-08-03T17:40:00Z", -33.9, -70.6, 52.73566, 344.50623, -6.1089},
      {"2000-02-29T12:00:00Z", 64.1, -21.9, 74.27554, 154.19486, -12.4600},
      {"2024-06-20T04:30:00Z", 1.35, 103.8, 23.78847, 21.10861, -1.6346},
      {"2051-11-30T15:00:00Z", 40.7, -74, 66.96418, 153.57119, 11.3851},
      {"2077-03-09T06:45:00Z", 28.6, 77.2, 33.06153, 172.42670, -10.3340},
      {"2100-12-31T23:00:00Z", -45, 170.5, 30.10609, 51.54775, -3.0594}};
  for (const Reference& r : references) {
    INFO(r.time);
    const SunPosition sun =
        sun_position(at(r.time), {.latitude = r.latitude, .longitude = r.longitude});
    CHECK(std::abs(sun.zenith - r.zenith) < 1e-3);
    CHECK(std::abs(difference(sun.azimuth, r.azimuth)) * std::sin(r.zenith * 0.01745329) < 1e-3);
    CHECK(std::abs(sun.equation_of_time - r.equation_of_time) < 4e-3);  // 4 min a degree
  }
}

TEST_CASE("the air lifts the sun by half a degree at the horizon and not at the zenith") {
  const Observer equator{.latitude = 0.0, .longitude = 0.0};
  const SunPosition noon = sun_position(at("2024-03-20T12:07:00Z"), equator);
  CHECK(noon.zenith < 0.5);
  CHECK(noon.zenith - noon.apparent_zenith < 1e-3);
  const SunPosition low = sun_position(*sun_day(at("2024-03-20T12:00Z"), equator).sunrise, equator);
  CHECK(low.zenith == Approx(90.8333).margin(0.01));
  const Instant soon = *sun_day(at("2024-03-20T12:00Z"), equator).sunrise + std::chrono::minutes(1);
  const SunPosition rising = sun_position(soon, equator);
  // The almanac's 34' at the horizon.
  CHECK(rising.zenith - rising.apparent_zenith == Approx(34.0 / 60.0).margin(0.03));
  Observer vacuum = equator;
  vacuum.pressure = 0.0;
  CHECK(sun_position(at("2024-03-20T06:30Z"), vacuum).apparent_zenith ==
        sun_position(at("2024-03-20T06:30Z"), vacuum).zenith);
  const SunPosition night = sun_position(at("2024-03-20T00:00Z"), equator);
  CHECK(night.zenith == night.apparent_zenith);
}

TEST_CASE("sunrise, noon and sunset are those of the almanac") {
  // Golden, Colorado, from the pages of the U.S. Naval Observatory, to the minute.
  const Observer golden{.latitude = 39.742476, .longitude = -105.1786};
  const auto minute = std::chrono::seconds(60);
  const SunDay winter = sun_day(at("2015-01-02T12:00-07:00"), golden);
  REQUIRE(winter.sunrise);
  REQUIRE(winter.sunset);
  CHECK(abs(*winter.sunrise - at("2015-01-02T07:21:55-07:00")) < minute);
  CHECK(abs(winter.transit - at("2015-01-02T12:04:45-07:00")) < minute);
  CHECK(abs(*winter.sunset - at("2015-01-02T16:47:43-07:00")) < minute);
}

TEST_CASE("the sun neither rises nor sets beyond the polar circle in June and December") {
  const Observer north{.latitude = 75.0, .longitude = 20.0};
  for (const char* day : {"2024-06-21T12:00Z", "2024-12-21T12:00Z"}) {
    CHECK_FALSE(sun_day(at(day), north).sunrise);
    CHECK_FALSE(sun_day(at(day), north).sunset);
  }
  CHECK(sun_day(at("2024-03-20T12:00Z"), north).sunrise);
}

TEST_CASE("an unbroken azimuth goes through noon without a jump in either hemisphere") {
  for (const double latitude : {-34.0, -10.0, 10.0, 34.0}) {
    for (const char* day : {"2024-06-21T00:00Z", "2024-12-21T00:00Z"}) {
      const Observer place{.latitude = latitude, .longitude = 0.0};
      const SunDay sun = sun_day(at(day) + std::chrono::hours(12), place);
      double last = 1e9;
      for (Instant t = *sun.sunrise; t <= *sun.sunset; t += std::chrono::minutes(5)) {
        const SunPosition position = sun_position(t, place);
        const double azimuth = unbroken_azimuth(position, latitude);
        CHECK(std::abs(difference(azimuth, position.azimuth)) < 1e-9);
        if (last < 1e9) CHECK(std::abs(azimuth - last) < 15.0);
        last = azimuth;
      }
    }
  }
}

TEST_CASE("the sun outside the atmosphere is strongest in January") {
  CHECK(extraterrestrial_normal_irradiance(1, 1367.0) == Approx(1414.91).margin(0.1));  // Iqbal
  CHECK(extraterrestrial_normal_irradiance(185) < extraterrestrial_normal_irradiance(3));
  double sum = 0.0;
  for (int day = 1; day <= 365; ++day) sum += extraterrestrial_normal_irradiance(day, 1.0);
  CHECK(sum / 365.0 == Approx(1.00011).margin(1e-6));  // the mean of the series is its constant
}

}  // namespace sun_test

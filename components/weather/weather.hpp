// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Weather from one file (EPW, TMY, or CSV with columns of these names), with the position of the
/// sun, the sky temperature and the ground temperature derived from it.
///
/// Each member of the configuration is the column of its name, unless the model sets another
/// series for it. The place and time zone of the file are used as site, unless the model sets a
/// site.
template <class T>
struct Weather {
  struct Config {
    FileMember file;
    Series temperature, humidity_ratio, co2, relative_humidity, dew_point, pressure;
    Series global, direct, diffuse, zenith, azimuth;
    Series sky, ground, wind_speed, wind_direction;
  };
  struct Out {
    AirState<T> outdoor;
    T relative_humidity, dew_point, pressure;
    T global, direct, diffuse, zenith, azimuth;
    T sky, ground, wind_speed, wind_direction;
  };

  static constexpr Schema schema() {
    constexpr column_of from("file");
    return Schema("Weather from one file, with solar position, sky and ground temperature")
        .config(&Config::file, "file", "Weather file: EPW, TMY or CSV")
        .config(&Config::temperature, "dryBulbTemperature", unit::degC, open(20.0),
                "Temperature of the outdoor air", from)
        .config(&Config::humidity_ratio, "humidityRatio", unit::one, open(0.006),
                "Humidity ratio of the outdoor air, kg/kg", from)
        .config(&Config::co2, "outdoorCO2", unit::ppm, open(420.0),
                "CO2 concentration of the outdoor air")
        .config(&Config::relative_humidity, "relativeHumidity", unit::percent, open(50.0),
                "Relative humidity of the outdoor air", from)
        .config(&Config::dew_point, "dewPointTemperature", unit::degC, open(10.0),
                "Dew point of the outdoor air", from)
        .config(&Config::pressure, "atmosphericPressure", unit::Pa, open(101325.0),
                "Atmospheric pressure", from)
        .config(&Config::global, "globalHorizontalRadiation", unit::W_per_m2, open(0.0),
                "Global irradiance on a horizontal surface", from)
        .config(&Config::direct, "directNormalRadiation", unit::W_per_m2, open(0.0),
                "Beam irradiance on a surface that faces the sun", from)
        .config(&Config::diffuse, "diffuseHorizontalRadiation", unit::W_per_m2, open(0.0),
                "Diffuse sky irradiance on a horizontal surface", from)
        .config(&Config::zenith, "solarZenith", unit::deg, open(90.0), "Zenith angle of the sun",
                from)
        .config(&Config::azimuth, "solarAzimuth", unit::deg, open(180.0),
                "Azimuth of the sun, clockwise from north", from)
        .config(&Config::sky, "skyTemperature", unit::degC, open(0.0),
                "Temperature of the sky as a black body", from)
        .config(&Config::ground, "groundTemperature", unit::degC, open(10.0),
                "Temperature of undisturbed ground at a depth of 1 m", from)
        .config(&Config::wind_speed, "windSpeed", unit::m_per_s, open(0.0), "Wind speed at 10 m",
                from)
        .config(&Config::wind_direction, "windDirection", unit::deg, open(0.0),
                "Direction from which the wind comes, clockwise from north", from)
        .out(&Out::outdoor, air_state<"outdoor", "outdoor air">())
        .out(&Out::relative_humidity, "relativeHumidity", unit::percent,
             "Relative humidity of the outdoor air")
        .out(&Out::dew_point, "dewPointTemperature", unit::degC, "Dew point of the outdoor air")
        .out(&Out::pressure, "atmosphericPressure", unit::Pa, "Atmospheric pressure")
        .out(&Out::global, "globalIrradiation", unit::W_per_m2,
             "Global irradiance on a horizontal surface")
        .out(&Out::direct, "directNormalIrradiance", unit::W_per_m2,
             "Beam irradiance on a surface that faces the sun")
        .out(&Out::diffuse, "diffuseHorizontalIrradiance", unit::W_per_m2,
             "Diffuse sky irradiance on a horizontal surface")
        .out(&Out::zenith, "solarZenith", unit::deg, "Zenith angle of the sun")
        .out(&Out::azimuth, "solarAzimuth", unit::deg, "Azimuth of the sun, clockwise from north")
        .out(&Out::sky, "skyTemperature", unit::degC, "Temperature of the sky as a black body")
        .out(&Out::ground, "groundTemperature", unit::degC,
             "Temperature of undisturbed ground at a depth of 1 m")
        .out(&Out::wind_speed, "windSpeed", unit::m_per_s, "Wind speed at 10 m")
        .out(&Out::wind_direction, "windDirection", unit::deg,
             "Direction from which the wind comes, clockwise from north");
  }

  static void outputs(const Config& c, const Clock& now, Out& y) {
    y.outdoor = {T(c.temperature(now)), T(c.humidity_ratio(now)), T(c.co2(now))};
    y.relative_humidity = T(c.relative_humidity(now));
    y.dew_point = T(c.dew_point(now));
    y.pressure = T(c.pressure(now));
    y.global = T(c.global(now));
    y.direct = T(c.direct(now));
    y.diffuse = T(c.diffuse(now));
    y.zenith = T(c.zenith(now));
    y.azimuth = T(c.azimuth(now));
    y.sky = T(c.sky(now));
    y.ground = T(c.ground(now));
    y.wind_speed = T(c.wind_speed(now));
    y.wind_direction = T(c.wind_direction(now));
  }
};

}  // namespace hearth

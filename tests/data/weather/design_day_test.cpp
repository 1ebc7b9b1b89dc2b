// SPDX-License-Identifier: MIT
#include "hearth/data/weather/design_day.hpp"

#include <chrono>
#include <cmath>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/weather/weather_series.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::test::design_day_test {
namespace {

constexpr int kNoon = 11;  // row of a day whose stamp is 12:00

/// A year at 40 N whose temperature follows the month and the hour.
std::string epw(const std::string& design) {
  std::string text = "LOCATION,Town,-,-,-,0,40,-105,-7,1600\n" + design +
                     "DATA PERIODS,1,1,Data,Sunday,1/1,12/31\n";
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int month = 1; month <= 12; ++month) {
    const double mean = 10.0 - 15.0 * std::cos((month - 1) * 3.14159265 / 6.0);
    for (int day = 1; day <= kDays[month - 1]; ++day) {
      for (int hour = 1; hour <= 24; ++hour) {
        const double t = mean + (hour == 15 ? 5.0 : hour == 5 ? -5.0 : 0.0);
        text += fmt::format(
            "2001,{},{},{},60,x,{:.2f},{:.2f},50,83000,9999,9999,300,100,0,100,999900,999900,"
            "999900,9999,180,3.0,5,5\n",
            month, day, hour, t, t - 10.0);
      }
    }
  }
  return text;
}

const std::string kDesign =
    "DESIGN CONDITIONS,1,Statistics,,Heating,12,-17.4,-14,-21.5,0.7,-11.7,-18.9,0.9,-6.9,14.1,1.8,"
    "12,2.4,3.3,160,Cooling,7,15.2,34.6,15.7,33.2,15.6,31.8,15.4,18.3,27.3,17.6,27,17,26.5,4.2,80,"
    "16,14,19.9,15.2,13.2,19.7,14.1,12.3,19.6,58.3,27,55.9,26.9,53.8,26.3,722,Extremes,11.9,10.4\n";

double value(const WeatherFile& file, const char* column, int month, int row) {
  constexpr int kFirst[] = {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335};
  const auto& values = file.values[static_cast<std::size_t>(weather_column(column))];
  return values[static_cast<std::size_t>((kFirst[month - 1] + 20) * 24 + row)];  // on the 21st
}

}  // namespace

TEST_CASE("design conditions are those of the header") {
  const WeatherFile file = parse_weather(epw(kDesign), "town.epw");
  const DesignConditions heating = design_conditions(file, DesignDay::Heating);
  CHECK(heating.month == 12);
  CHECK(heating.dry_bulb == -17.4);
  CHECK(heating.wind_speed == 3.3);
  CHECK(heating.wind_direction == 160.0);
  CHECK(!heating.of_year);
  const DesignConditions cooling = design_conditions(file, DesignDay::Cooling);
  CHECK(cooling.month == 7);
  CHECK(cooling.dry_bulb == 34.6);
  CHECK(cooling.daily_range == 15.2);
  CHECK(cooling.wind_speed == 4.2);
  // ASHRAE Handbook Fundamentals 2017, chapter 1: 34.6 and 15.7 degC at 83 kPa.
  CHECK(cooling.humidity_ratio == Approx(0.00583).epsilon(0.01));
  CHECK(description(heating, DesignDay::Heating) == "-17.4 degC in December");
}

TEST_CASE("design conditions are estimated from the year where the header has none") {
  const WeatherFile file = parse_weather(epw("DESIGN CONDITIONS,0\n"), "town.epw");
  const DesignConditions heating = design_conditions(file, DesignDay::Heating);
  CHECK(heating.of_year);
  CHECK(heating.month == 1);
  CHECK(heating.dry_bulb == Approx(-5.0).margin(5.0));
  const DesignConditions cooling = design_conditions(file, DesignDay::Cooling);
  CHECK(cooling.month == 7);
  CHECK(cooling.daily_range == Approx(10.0));
  // 0.4 % of 8760 h are 35 h: the hottest hour of the 31 days of July, then of a month near it.
  CHECK(cooling.dry_bulb <= 30.0);
  CHECK(cooling.dry_bulb >= 27.9);
}

TEST_CASE("a heating day is cold, still and dark") {
  const WeatherFile file = parse_weather(epw(kDesign), "town.epw");
  const WeatherFile day = design_day_weather(file, DesignDay::Heating, {});
  for (const int row : {0, 6, kNoon, 23}) {
    CHECK(value(day, "dryBulbTemperature", 12, row) == -17.4);
    CHECK(value(day, "globalHorizontalRadiation", 12, row) == 0.0);
    CHECK(value(day, "relativeHumidity", 12, row) == Approx(100.0));
    CHECK(value(day, "windSpeed", 12, row) == 3.3);
  }
}

TEST_CASE("a cooling day has the daily range and a clear sky") {
  const WeatherFile file = parse_weather(epw(kDesign), "town.epw");
  const WeatherFile day = design_day_weather(file, DesignDay::Cooling, {});
  CHECK(value(day, "dryBulbTemperature", 7, 13) == Approx(34.6));        // 14:00
  CHECK(value(day, "dryBulbTemperature", 7, 4) == Approx(34.6 - 15.2));  // 5:00
  CHECK(value(day, "dewPointTemperature", 7, 13) ==
        Approx(value(day, "dewPointTemperature", 7, 0)));
  // By hand: the declination of 20.6 deg puts the sun 70.6 deg high at noon, and the hour before is
  // within 1 % of it.
  const double direct = value(day, "directNormalRadiation", 7, kNoon);
  CHECK(direct == Approx(1093.0 * std::exp(-0.186 / 0.943)).epsilon(0.01));
  CHECK(value(day, "diffuseHorizontalRadiation", 7, kNoon) == Approx(0.138 * direct));
  CHECK(value(day, "globalHorizontalRadiation", 7, kNoon) > 0.9 * direct);
  CHECK(value(day, "directNormalRadiation", 7, 1) == 0.0);
  // The same hour in winter has the sun of winter.
  CHECK(value(day, "globalHorizontalRadiation", 12, kNoon) <
        0.6 * value(day, "globalHorizontalRadiation", 7, kNoon));
}

TEST_CASE("a design day is written and read back as CSV") {
  const WeatherFile file = parse_weather(epw(kDesign), "town.epw");
  const std::string text = weather_csv(design_day_weather(file, DesignDay::Cooling, {}), {});
  CHECK(text.find("dryBulbTemperature [degC]") != std::string::npos);
  CHECK(text.find("skyTemperature [degC]") != std::string::npos);
}

}  // namespace hearth::test::design_day_test

// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include <fmt/format.h>

namespace hearth::test {

/// An hour of a year of weather as tests write it.
struct WeatherHour {
  int year = 1999, month = 1, day = 1, hour = 1;
};

/// Values of one row: dry bulb, dew point, pressure, infrared, global, direct, diffuse, cover.
struct WeatherValues {
  double dry_bulb = 0.0, dew_point = -5.0, humidity = 999.0;  // 999: missing
  double pressure = 100000.0, infrared = 9999.0;
  double global = 0.0, direct = 0.0, diffuse = 0.0;
  int cover = 5;
};

using WeatherRule = std::function<WeatherValues(const WeatherHour&)>;

inline int days_in(int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1];
}

/// A tenth of a degree a day of the month, a hundredth an hour; sun from 9 to 16 h.
inline WeatherValues plain_weather(const WeatherHour& when) {
  WeatherValues values;
  values.dry_bulb = when.month + 0.1 * when.day + 0.01 * when.hour;
  values.dew_point = values.dry_bulb - 5.0;
  const bool day = when.hour >= 9 && when.hour <= 16;
  values.direct = day ? 10.0 * when.hour : 0.0;
  values.diffuse = day ? 50.0 : 0.0;
  values.global = values.direct / 2.0 + values.diffuse;
  return values;
}

inline std::string epw_row(const WeatherHour& h, const WeatherValues& v) {
  return fmt::format(
      "{},{},{},{},60,?9?9,{},{},{},{},0,0,{},{},{},{},999999,999999,999999,9999,180,3.5,{},{},"
      "9999,99999,9,999999999,999,0.999,999,99,999,999,99\n",
      h.year, h.month, h.day, h.hour, v.dry_bulb, v.dew_point, v.humidity, v.pressure, v.infrared,
      v.global, v.direct, v.diffuse, v.cover, v.cover);
}

/// Every month is of another year, as in typical years.
inline std::string epw_rows(const WeatherRule& rule = plain_weather) {
  std::string text;
  for (int month = 1; month <= 12; ++month) {
    for (int day = 1; day <= days_in(month); ++day) {
      for (int hour = 1; hour <= 24; ++hour) {
        const WeatherHour when{1990 + month, month, day, hour};
        text += epw_row(when, rule(when));
      }
    }
  }
  return text;
}

inline const char* const kEpwLocation =
    "LOCATION,Testville,-,XXX,-,000000,40.0,-105.0,-7.0,1600.0\n";

inline std::string epw_text(const WeatherRule& rule = plain_weather) {
  return std::string(kEpwLocation) +
         "DESIGN CONDITIONS,0\nDATA PERIODS,1,1,Data,Sunday, 1/ 1,12/31\n" + epw_rows(rule);
}

}  // namespace hearth::test

// SPDX-License-Identifier: MIT
#include "hearth/data/weather/design_day.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/weather/internal/humid_air.hpp"
#include "hearth/data/weather/internal/weather_place.hpp"
#include "hearth/data/weather/internal/weather_rows.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

using std::chrono::hours;

constexpr std::array kMonthNames{"January",   "February", "March",    "April",
                                 "May",       "June",     "July",     "August",
                                 "September", "October",  "November", "December"};
constexpr std::array<int, 13> kFirstDays{0,   31,  60,  91,  121, 152, 182,
                                         213, 244, 274, 305, 335, 366};  // of a leap year

int month_of(std::size_t day) {
  const auto* const next =
      std::upper_bound(kFirstDays.begin(), kFirstDays.end(), static_cast<int>(day));
  return static_cast<int>(next - kFirstDays.begin());
}

/// The hourly values of a file, for statistics.
class HourlyValues {
 public:
  explicit HourlyValues(const WeatherFile& file)
      : file_(file), temperatures_(file.values[weather_column("dryBulbTemperature")]) {}

  DesignConditions conditions(DesignDay day) const {
    const bool heating = day == DesignDay::Heating;
    std::vector<double> sorted;
    for (const double value : temperatures_) {
      if (!std::isnan(value)) sorted.push_back(value);
    }
    if (sorted.empty()) {
      throw InputError(
          "data.weather_design", {.file = file_.file},
          "the file has neither DESIGN CONDITIONS nor dry-bulb temperatures; use another file");
    }
    std::sort(sorted.begin(), sorted.end());
    const double share = 0.004 * static_cast<double>(sorted.size());
    const std::size_t beyond = std::min(static_cast<std::size_t>(share), sorted.size() - 1);
    DesignConditions found;
    found.dry_bulb = heating ? sorted[beyond] : sorted[sorted.size() - 1 - beyond];
    found.month = extreme_month(heating);
    found.daily_range = heating ? 0.0 : mean_range(found.month);
    const auto counts = [&](double t) {
      return heating ? t <= found.dry_bulb : t >= found.dry_bulb;
    };
    found.wind_speed = mean_where("windSpeed", counts).value_or(0.0);
    found.wind_direction = 0.0;
    found.wet_bulb = weather_rows::kNone;
    found.humidity_ratio = mean_humidity(counts);
    found.of_year = true;
    return found;
  }

 private:
  int extreme_month(bool coldest) const {
    std::array<double, 12> sums{}, numbers{};
    for (std::size_t row = 0; row < temperatures_.size(); ++row) {
      if (std::isnan(temperatures_[row])) continue;
      const int month = month_of(row / static_cast<std::size_t>(file_.per_day())) - 1;
      sums[month] += temperatures_[row];
      numbers[month] += 1.0;
    }
    int best = -1;
    for (int month = 0; month < 12; ++month) {
      if (numbers[month] == 0.0) continue;
      const double mean = sums[month] / numbers[month];
      const bool better = best < 0 || (coldest ? mean < sums[best] / numbers[best]
                                               : mean > sums[best] / numbers[best]);
      if (better) best = month;
    }
    return best + 1;
  }

  double mean_range(int month) const {
    const auto per_day = static_cast<std::size_t>(file_.per_day());
    double sum = 0.0, days = 0.0;
    for (std::size_t day = 0; day < temperatures_.size() / per_day; ++day) {
      if (month_of(day) != month) continue;
      double low = INFINITY, high = -INFINITY;
      for (std::size_t i = day * per_day; i < (day + 1) * per_day; ++i) {
        if (std::isnan(temperatures_[i])) continue;
        low = std::min(low, temperatures_[i]);
        high = std::max(high, temperatures_[i]);
      }
      if (!(high >= low)) continue;
      sum += high - low;
      days += 1.0;
    }
    return days > 0.0 ? sum / days : 0.0;
  }

  template <class Counts>
  std::optional<double> mean_where(std::string_view name, const Counts& counts) const {
    const std::vector<double>& values = file_.values[weather_column(name)];
    double sum = 0.0, number = 0.0;
    for (std::size_t i = 0; i < values.size() && i < temperatures_.size(); ++i) {
      if (std::isnan(values[i]) || std::isnan(temperatures_[i]) || !counts(temperatures_[i]))
        continue;
      sum += values[i];
      number += 1.0;
    }
    return number > 0.0 ? std::optional(sum / number) : std::nullopt;
  }

  template <class Counts>
  double mean_humidity(const Counts& counts) const {
    const double pressure = mean_where("atmosphericPressure", counts)
                                .value_or(standard_pressure(file_.elevation.value_or(0.0)));
    if (const auto dew = mean_where("dewPointTemperature", counts)) {
      return humidity_ratio(saturation_pressure(*dew), pressure);
    }
    const auto relative = mean_where("relativeHumidity", counts);
    const auto temperature = mean_where("dryBulbTemperature", counts);
    if (!relative || !temperature) return weather_rows::kNone;
    return humidity_ratio(*relative / 100.0 * saturation_pressure(*temperature), pressure);
  }

  const WeatherFile& file_;
  const std::vector<double>& temperatures_;
};

double mean_of(const std::vector<double>& values) {
  double sum = 0.0, number = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    number += 1.0;
  }
  return number > 0.0 ? sum / number : weather_rows::kNone;
}

double pressure_of(const WeatherFile& file) {
  const double mean = mean_of(file.values[weather_column("atmosphericPressure")]);
  return std::isnan(mean) ? standard_pressure(file.elevation.value_or(0.0)) : mean;
}

/// Means over an hour on a clear day, in W/m2.
struct ClearSky {
  double direct_normal = 0.0, diffuse = 0.0, global = 0.0;
};

/// Returns the clear sky of ASHRAE over the hour that begins at an instant of a month.
ClearSky clear_sky(Instant begin, int month, const Observer& observer) {
  struct Coefficients {
    double a, b, c;
  };
  static constexpr std::array<Coefficients, 12> kMonths{{{1202, 0.141, 0.103},
                                                         {1187, 0.142, 0.104},
                                                         {1164, 0.149, 0.109},
                                                         {1130, 0.164, 0.120},
                                                         {1106, 0.177, 0.130},
                                                         {1092, 0.185, 0.137},
                                                         {1093, 0.186, 0.138},
                                                         {1107, 0.182, 0.134},
                                                         {1136, 0.165, 0.121},
                                                         {1166, 0.152, 0.111},
                                                         {1190, 0.144, 0.106},
                                                         {1204, 0.141, 0.103}}};
  constexpr int kParts = 12;
  const Coefficients& sky = kMonths[static_cast<std::size_t>(month - 1)];
  ClearSky mean;
  for (int part = 0; part < kParts; ++part) {
    const Instant middle = begin + (2 * part + 1) * Duration(hours(1)) / (2 * kParts);
    const double height =
        std::cos(sun_position(middle, observer).zenith * std::numbers::pi / 180.0);
    if (!(height > 0.0)) continue;
    const double direct = sky.a * std::exp(-sky.b / height) / kParts;
    mean.direct_normal += direct;
    mean.diffuse += sky.c * direct;
    mean.global += (height + sky.c) * direct;
  }
  return mean;
}

/// Fills a year with one day.
class DesignYear {
 public:
  DesignYear(const WeatherFile& file, DesignDay day, const Site& site)
      : heating_(day == DesignDay::Heating),
        conditions_(design_conditions(file, day)),
        observer_(observer_of(file, site)),
        offset_(offset_of(file, site, std::chrono::sys_days(std::chrono::year(file.year) / 1 / 1))),
        pressure_(pressure_of(file)) {
    year_.file = file.file;
    year_.place = file.place;
    year_.latitude = observer_.latitude;
    year_.longitude = observer_.longitude;
    year_.elevation = file.elevation;
    year_.offset = offset_;
    year_.year = file.year;
    year_.rows = WeatherFile::kDays * 24L;
    year_.mean = file.mean;
    year_.swing = file.swing;
    year_.warmest = file.warmest;
  }

  WeatherFile fill() {
    for (std::size_t row = 0; row < WeatherFile::kDays * 24; ++row) {
      fill_air(row);
      fill_sun(row);
    }
    return std::move(year_);
  }

 private:
  void set(std::string_view name, std::size_t row, double value) {
    std::vector<double>& values = year_.values[static_cast<std::size_t>(weather_column(name))];
    if (values.empty()) values.assign(WeatherFile::kDays * 24, weather_rows::kNone);
    values[row] = value;
  }

  double temperature(std::size_t row) const {
    static constexpr std::array kRangeShares{0.88, 0.92, 0.95, 0.98, 1.00, 0.98, 0.91, 0.74,
                                             0.55, 0.38, 0.23, 0.13, 0.05, 0.00, 0.00, 0.06,
                                             0.14, 0.24, 0.39, 0.50, 0.59, 0.68, 0.75, 0.82};
    if (heating_) return conditions_.dry_bulb;
    return conditions_.dry_bulb - kRangeShares[row % 24] * conditions_.daily_range;
  }

  double vapour_pressure(double temperature) const {
    const double saturated = saturation_pressure(temperature);
    if (heating_ || std::isnan(conditions_.humidity_ratio)) return saturated;
    const double ratio = std::max(conditions_.humidity_ratio, 0.0);
    return std::min(saturated, hearth::vapour_pressure(ratio, pressure_));
  }

  void fill_air(std::size_t row) {
    const double t = temperature(row), vapour = vapour_pressure(t);
    set("dryBulbTemperature", row, t);
    set("dewPointTemperature", row, std::min(t, dew_point(vapour)));
    set("relativeHumidity", row, 100.0 * vapour / saturation_pressure(t));
    set("atmosphericPressure", row, pressure_);
    set("windSpeed", row, conditions_.wind_speed);
    set("windDirection", row, conditions_.wind_direction);
    set("opaqueSkyCover", row, 0.0);
  }

  void fill_sun(std::size_t row) {
    const std::size_t day = row / 24;
    const int month = month_of(day);
    ClearSky sky;
    if (!heating_) {
      const bool leap = std::chrono::year(year_.year).is_leap();
      // A year without 29 February: 28 February is repeated.
      const bool after = !leap && day >= static_cast<std::size_t>(weather_rows::kLeapDay);
      const auto date = std::chrono::sys_days(std::chrono::year(year_.year) / 1 / 1) +
                        std::chrono::days(day - (after ? 1 : 0));
      sky = clear_sky(Instant(date) - offset_ + hours(row % 24), month, observer_);
    }
    set("directNormalRadiation", row, sky.direct_normal);
    set("diffuseHorizontalRadiation", row, sky.diffuse);
    set("globalHorizontalRadiation", row, sky.global);
  }

  bool heating_;
  DesignConditions conditions_;
  Observer observer_;
  Duration offset_;
  double pressure_;
  WeatherFile year_;
};

}  // namespace

DesignConditions design_conditions(const WeatherFile& file, DesignDay day) {
  const auto& given = day == DesignDay::Heating ? file.heating : file.cooling;
  DesignConditions conditions = given ? *given : HourlyValues(file).conditions(day);
  if (given && !std::isnan(given->wet_bulb)) {
    conditions.humidity_ratio =
        humidity_ratio_of_wet_bulb(given->dry_bulb, given->wet_bulb, pressure_of(file));
  }
  return conditions;
}

WeatherFile design_day_weather(const WeatherFile& file, DesignDay day, const Site& site) {
  return DesignYear(file, day, site).fill();
}

std::string description(const DesignConditions& conditions, DesignDay day) {
  std::string text = fmt::format("{:.4g} degC", conditions.dry_bulb);
  if (day == DesignDay::Cooling) {
    if (!std::isnan(conditions.humidity_ratio)) {
      text += fmt::format(", {:.3g} g/kg", 1e3 * conditions.humidity_ratio);
    }
    text += fmt::format(", daily range {:.3g} K", conditions.daily_range);
  }
  return text + " in " + kMonthNames[static_cast<std::size_t>(conditions.month - 1)];
}

}  // namespace hearth

// SPDX-License-Identifier: MIT
#include "hearth/data/weather/internal/weather_place.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

using std::chrono::days;

[[noreturn]] void fail_site(const WeatherFile& file, const char* what) {
  throw InputError(
      "data.site_missing", {.file = file.file},
      fmt::format("the file does not contain its {}: set it under \"site\" of the model", what));
}

// Returns the local standard time of a zone: without daylight saving, which puts clocks forward.
Duration standard_offset(const std::string& name, int year, const WeatherFile& file) {
  const Zone zone(name, {.file = file.file});
  const auto at = [&](unsigned month) {
    return zone.offset(
        Instant(std::chrono::sys_days(std::chrono::year(year) / std::chrono::month(month) / 1)));
  };
  return std::min(at(1), at(7));
}

int year_of(Instant instant) {
  return static_cast<int>(std::chrono::year_month_day(std::chrono::floor<days>(instant)).year());
}

}  // namespace

Duration offset_of(const WeatherFile& file, const Site& site, Instant when) {
  if (file.offset) return *file.offset;
  if (site.timezone.empty()) fail_site(file, "time zone");
  return standard_offset(site.timezone, year_of(when), file);
}

Observer observer_of(const WeatherFile& file, const Site& site) {
  const auto latitude = file.latitude ? file.latitude : site.latitude;
  const auto longitude = file.longitude ? file.longitude : site.longitude;
  if (!latitude || !longitude) fail_site(file, "latitude and longitude");
  return {
      .latitude = *latitude, .longitude = *longitude, .elevation = file.elevation.value_or(0.0)};
}

}  // namespace hearth

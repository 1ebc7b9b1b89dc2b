// SPDX-License-Identifier: MIT
#include "hearth/data/sources/doubtful_values.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/data/time/internal/sun.hpp"
#include "hearth/tests/data/data_test.hpp"

namespace doubtful_values_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

constexpr Location kRome{41.9, 12.5};

FileColumn radiation_column() {
  FileColumn column;
  column.column = "globalIrradiation";
  column.stamp = Stamp::MeanBefore;
  return column;
}

/// Hourly means of the year 2023 on a horizontal surface under a clear sky, by the sun alone.
RawSeries clear_year(const Location& place) {
  RawSeries raw;
  raw.interval = 1h;
  const Observer observer{.latitude = place.latitude, .longitude = place.longitude};
  for (Instant end = at("2023-01-01T01:00Z"); end <= at("2024-01-01T00:00Z"); end += 1h) {
    const double zenith = sun_position(end - 30min, observer).zenith;
    raw.times.push_back(end);
    raw.values.push_back(std::max(0.0, 900.0 * std::cos(zenith * 3.14159265358979 / 180.0)));
  }
  return raw;
}

std::string code_of(const Diagnostics& found) {
  return found.items().empty() ? "" : found.items().front().code;
}

}  // namespace

TEST_CASE("values that were hardly measured are warnings") {
  const auto judged = [](const std::vector<double>& values, std::optional<Unit> unit = {}) {
    std::vector<Instant> times;
    for (std::size_t i = 0; i < values.size(); ++i) {
      times.push_back(at("2023-01-01T00:00Z") + static_cast<long>(i) * 1h);
    }
    const Diagnostics found =
        unlikely_values({.name = "t", .times = times, .values = values, .unit = unit});
    std::vector<std::string> codes;
    for (const Diagnostic& item : found.items()) codes.push_back(item.code);
    return codes;
  };
  using Codes = std::vector<std::string>;
  CHECK(judged({20, 21, -999, 20.5, -999, 22}) == Codes{"data.value_sentinel"});
  CHECK(judged({20, 21, -999, 9999, 22}, unit::degC) ==
        Codes{"data.value_sentinel", "data.value_sentinel"});
  CHECK(judged({101200, 101300, 99999, 101250}).empty());  // a pressure among others
  CHECK(judged({-500, 200, -999, 800, 1500}).empty());     // a power among others
  CHECK(judged({-999, -999}).empty());                     // nothing to compare with
  CHECK(judged({20, 21, -150, 22}, unit::degC) == Codes{"data.value_range"});
  CHECK(judged({68, 70, -459, 70}, unit::degF) == Codes{"data.value_range"});
  CHECK(judged({290, 2, 291}, unit::kelvin) == Codes{"data.value_range"});
  CHECK(judged({40, 50, -5}, unit::percent) == Codes{"data.value_range"});
  CHECK(judged({400, 500, -20}, unit::ppm) == Codes{"data.value_range"});
  CHECK(judged({20, 21, 100.4}, unit::percent).empty());
  CHECK(judged({-5, 4, 80}, unit::K).empty());
  std::vector<double> stuck = {19, 20, 21, 22};
  stuck.insert(stuck.end(), 30, 20.5);
  stuck.insert(stuck.end(), {21, 19.5});
  CHECK(judged(stuck) == Codes{"data.value_stuck"});
  std::vector<double> closed = {0.2, 0.9};
  closed.insert(closed.end(), 60, 0.0);
  closed.insert(closed.end(), 60, 1.0);  // saturated
  CHECK(judged(closed).empty());
  CHECK(judged(std::vector<double>(100, 21.0)).empty());  // a constant
}

TEST_CASE("temperatures of outdoor air beyond those ever measured are a warning") {
  const auto code = [](const std::string& name, const Unit& unit, double offset,
                       const std::string& port = {}) {
    std::vector<Instant> times;
    std::vector<double> values;
    for (int hour = 0; hour < 48; ++hour) {
      times.push_back(at("2023-01-01T00:00Z") + hour * 1h);
      values.push_back(offset + 5.0 * std::cos(hour));
    }
    return code_of(unlikely_values(
        {.name = name, .times = times, .values = values, .unit = unit, .where = {.port = port}}));
  };
  CHECK(code("outdoorTemperature", unit::degC, 273.15) == "data.value_range");  // in kelvin
  CHECK(code("1", unit::degC, 273.15, "outdoorTemperature") == "data.value_range");
  CHECK(code("1", unit::W_per_m2, -400.0, "globalIrradiation") == "data.value_range");
  CHECK(code("outdoorTemperature", unit::degC, 10.0).empty());
  CHECK(code("Outside Air Temp", unit::degF, 50.0).empty());
  CHECK(code("boilerTemperature", unit::degC, 80.0).empty());
}

TEST_CASE("radiation that stays dark while the sun is high is a warning") {
  RawSeries rome = clear_year(kRome);
  const FileColumn column = radiation_column();
  CHECK(no_sun_by_day(rome, column, kRome, {}).items().empty());
  for (double& value : rome.values) value *= 1e-3;  // as in kW/m2 without a unit
  CHECK(code_of(no_sun_by_day(rome, column, kRome, {})) == "data.no_sun");
  FileColumn kilowatts = column;
  kilowatts.unit = parse_unit("kW/m2");
  CHECK(no_sun_by_day(rome, kilowatts, kRome, {}).items().empty());
  // The place is unknown.
  CHECK(code_of(no_sun_by_day(rome, column, std::nullopt, {})) == "data.no_sun");
  CHECK(no_sun_by_day(rome, kilowatts, std::nullopt, {}).items().empty());
  RawSeries dark = rome;
  for (double& value : dark.values) value = 0.0;
  CHECK(no_sun_by_day(dark, column, std::nullopt, {}).items().empty());
  // Polar night, or too few days.
  CHECK(no_sun_by_day(rome, column, Location{89.0, 0.0}, {}).items().empty());
  rome.times.resize(40);
  rome.values.resize(40);
  CHECK(no_sun_by_day(rome, column, kRome, {}).items().empty());
}

TEST_CASE("radiation at night by the sun of the site is a warning") {
  const RawSeries rome = clear_year(kRome);
  const FileColumn column = radiation_column();
  CHECK(sunlight_at_night(rome, column, kRome, {}).items().empty());
  CHECK(code_of(sunlight_at_night(rome, column, {39.8, -104.7}, {})) == "data.sun_disagrees");
  CHECK(code_of(sunlight_at_night(rome, column, {41.9, -12.5}, {})) == "data.sun_disagrees");
  // The other hemisphere has its nights at other times.
  CHECK(code_of(sunlight_at_night(rome, column, {-41.9, 12.5}, {})) == "data.sun_disagrees");
  // Stamps in local time that are read as UTC.
  RawSeries late = rome;
  for (Instant& time : late.times) time += 2h;
  CHECK(code_of(sunlight_at_night(late, column, kRome, {})) == "data.sun_disagrees");
  FileColumn kilowatts = column;
  kilowatts.unit = parse_unit("kW/m2");
  for (double& value : late.values) value *= 1e-3;
  CHECK(code_of(sunlight_at_night(late, kilowatts, kRome, {})) == "data.sun_disagrees");
  // A lamp in one night is not a wrong clock.
  RawSeries lamp = rome;
  lamp.values[2] = lamp.values[26] = 100.0;
  CHECK(sunlight_at_night(lamp, column, kRome, {}).items().empty());
}

TEST_CASE("columns of sunlight are known by their names") {
  for (const char* name :
       {"globalIrradiation", "directNormalRadiation", "GHI", "dni [W/m2]", "Solar irradiance"}) {
    CHECK(is_sunlight(name));
  }
  for (const char* name : {"horizontalInfraredRadiation", "longwave_radiation", "solarZenith",
                           "extraterrestrialRadiation", "netRadiation", "power"}) {
    CHECK_FALSE(is_sunlight(name));
  }
}

TEST_CASE("a longitude far from its time zone is refused") {
  const auto refused = [](double longitude, const std::string& zone) {
    try {
      check_longitude(longitude, Zone(zone, {}), at("2023-07-01T00:00Z"), {});
    } catch (const InputError& error) {
      return error.code() == "data.site_contradicts";
    }
    return false;
  };
  CHECK_FALSE(refused(-104.7, "America/Denver"));
  CHECK(refused(104.7, "America/Denver"));
  CHECK(refused(-104.7, "UTC"));
  CHECK_FALSE(refused(75.9, "Asia/Shanghai"));         // Kashgar, 2.9 h from the sun
  CHECK_FALSE(refused(-157.4, "Pacific/Kiritimati"));  // a day ahead
  CHECK_FALSE(refused(-21.9, "Atlantic/Reykjavik"));
  CHECK_FALSE(refused(-8.7, "Europe/Madrid"));
  CHECK_FALSE(refused(151.2, "Australia/Sydney"));
}

}  // namespace doubtful_values_test

// SPDX-License-Identifier: MIT
#include "hearth/data/weather/weather_file.hpp"

#include <cmath>
#include <functional>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/data/weather/weather_series.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/shared_data.hpp"
#include "hearth/tests/support/weather_texts.hpp"

namespace weather_file_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

Diagnostics errors_of(const std::string& text, const std::string& name = "x.epw") {
  return error_of([&] { parse_weather(text, name); }).diagnostics();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t found = text.find(from);
  REQUIRE(found != std::string::npos);
  return text.replace(found, from.size(), to);
}

double value_at(const RawSeries& raw, const char* stamp) {
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    if (raw.times[i] == at(stamp)) return raw.values[i];
  }
  FAIL("no stamp " << stamp);
  return 0.0;
}

RawSeries series_of(const WeatherFile& file, const std::string& name, const char* from,
                    const char* to, const Site& site = {}) {
  return weather_series(file, name, site, at(from), at(to));
}

/// Resolves columns of one file for a period.
struct Desk {
  TempFolder folder;
  DataResolver resolver{{.folders = {folder.path()}}};
  Period period{at("2023-07-01T00:00-07:00"), at("2023-07-02T00:00-07:00"), 30min};
  std::optional<double> latitude, longitude;
  std::string timezone;
  SeriesReport report;
  Diagnostics diagnostics;

  Series resolve(const FileColumn& column) {
    SeriesSpec spec;
    spec.source = column;
    report = {};
    Diagnostics all;
    const Series series = resolver.resolve({.spec = spec,
                                            .period = period,
                                            .origin = period.start,
                                            .timezone = timezone,
                                            .target_unit = {},
                                            .where = {.component = "c", .port = "p"},
                                            .latitude = latitude,
                                            .longitude = longitude},
                                           report, all);
    diagnostics =
        {};  // without the note of all files of typical years, which a case of its own has
    for (const Diagnostic& item : all.items()) {
      if (item.code != "data.weather_of_other_year") diagnostics.add(item);
    }
    return series;
  }
  Series resolve(const std::string& name, const std::string& file = "x.epw") {
    FileColumn column;
    column.file = file;
    column.column = name;
    return resolve(column);
  }
};

}  // namespace

TEST_CASE("an EPW file has its place and its columns by name") {
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  CHECK(file.place == "Testville");
  CHECK(*file.latitude == 40.0);
  CHECK(*file.longitude == -105.0);
  CHECK(*file.elevation == 1600.0);
  CHECK(*file.offset == -7h);
  CHECK(file.rows == 8760);
  CHECK(file.year == 1991);
  const RawSeries dry =
      series_of(file, "dryBulbTemperature", "2023-03-05T00:00Z", "2023-03-06T00:00Z");
  CHECK(value_at(dry, "2023-03-05T04:00-07:00") == Approx(3.54));  // hour 4 ends at 04:00
  CHECK(*dry.header_unit == unit::degC);
  CHECK(dry.interval == 1h);
  const RawSeries wind = series_of(file, "windSpeed", "2023-03-05T00:00Z", "2023-03-06T00:00Z");
  CHECK(value_at(wind, "2023-03-05T04:00-07:00") == 3.5);
  CHECK(parse_weather(epw_rows(), "x.epw").rows == 8760);  // without any header
  CHECK(has_weather_column(file, 6));                      // EPW's number of the dry bulb
  CHECK_FALSE(has_weather_column(file, 3));
}

TEST_CASE("weather is distinguished from other files by its name or its content") {
  CHECK(is_weather_file("a/b.EPW", "anything"));
  CHECK(is_weather_file("b.tmy.gz", ""));
  CHECK(is_weather_file("b.txt", kEpwLocation));
  CHECK_FALSE(is_weather_file("b.csv", "time,v\n2023-01-02T00:00Z,0\n"));
  CHECK(is_weather_file("b", std::string(130, '0') + "\n"));
}

TEST_CASE("a TMY3 file is recognised and refused with what to use") {
  const std::string text =
      "725650,\"DENVER INTL AP\",CO,-7.0,39.833,-104.650,1650\n"
      "Date (MM/DD/YYYY),Time (HH:MM),GHI (W/m^2)\n01/01/1995,01:00,0\n";
  for (const char* name : {"a.csv", "a.tmy", "a.tmy3"}) {
    CHECK(is_weather_file(name, text));
    CHECK_THROWS_WITH(parse_weather(text, name),
                      Catch::Contains("data.weather_format") && Catch::Contains("EPW"));
  }
}

TEST_CASE("the year of a weather file serves any year and repeats over its end") {
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  const RawSeries raw =
      series_of(file, "dryBulbTemperature", "2023-12-31T12:00-07:00", "2024-03-02T00:00-07:00");
  CHECK(value_at(raw, "2023-12-31T23:00-07:00") == Approx(12 + 3.1 + 0.23));
  CHECK(value_at(raw, "2024-01-01T00:00-07:00") == Approx(12 + 3.1 + 0.24));  // 31 Dec, hour 24
  CHECK(value_at(raw, "2024-01-01T01:00-07:00") == Approx(1 + 0.1 + 0.01));
  // 29 February takes 28 February.
  CHECK(value_at(raw, "2024-02-29T10:00-07:00") == Approx(2 + 2.8 + 0.10));
  CHECK(value_at(raw, "2024-03-01T10:00-07:00") == Approx(3 + 0.1 + 0.10));
  CHECK(raw.regular);
  for (std::size_t i = 1; i < raw.times.size(); ++i) CHECK(raw.times[i] - raw.times[i - 1] == 1h);
}

TEST_CASE("a file with 29 February uses it in leap years and skips it in others") {
  std::string text;
  for (int hour = 1; hour <= 24; ++hour) {
    WeatherValues values;
    values.dry_bulb = 77.0;
    text += epw_row({2000, 2, 29, hour}, values);
  }
  const WeatherFile file = parse_weather(epw_text() + text, "x.epw");
  CHECK(file.rows == 8784);
  const RawSeries leap =
      series_of(file, "dryBulbTemperature", "2024-02-28T00:00Z", "2024-03-02T00:00Z");
  CHECK(value_at(leap, "2024-02-29T10:00-07:00") == 77.0);
  const RawSeries other =
      series_of(file, "dryBulbTemperature", "2023-02-28T00:00Z", "2023-03-02T00:00Z");
  CHECK(value_at(other, "2023-03-01T00:00-07:00") == Approx(2 + 2.8 + 0.24));
  CHECK(value_at(other, "2023-03-01T01:00-07:00") == Approx(3 + 0.1 + 0.01));
}

TEST_CASE("temperatures lie on lines between stamps, radiation is held over the hour before") {
  Desk desk;
  desk.folder.write("x.epw", epw_text());
  const Series dry = desk.resolve("dryBulbTemperature");
  CHECK(dry.shape() == Series::Shape::Linear);
  CHECK(dry.at(9.5 * 3600) == Approx(7.1 + 0.095));
  const Series direct = desk.resolve("directNormalRadiation");
  CHECK(direct.shape() == Series::Shape::Hold);
  CHECK(direct.at(8 * 3600 - 1) == 0.0);
  CHECK(direct.at(8 * 3600) == 90.0);  // of hour 9, from 8 to 9
  CHECK(direct.mean(8 * 3600, 10 * 3600) == Approx(95.0));
  CHECK(desk.diagnostics.empty());
  CHECK(desk.report.missing == 0);
  FileColumn held;
  held.file = "x.epw";
  held.column = "dryBulbTemperature";
  held.resample = Resample::Hold;
  CHECK(desk.resolve(held).at(9.5 * 3600) == Approx(7.1 + 0.09));
}

TEST_CASE("the units of weather columns are converted") {
  Desk desk;
  desk.folder.write("x.epw", epw_text());
  FileColumn column;
  column.file = "x.epw";
  column.column = "dryBulbTemperature";
  SeriesSpec spec;
  spec.source = column;
  const Series kelvin = desk.resolver.resolve({.spec = spec,
                                               .period = desk.period,
                                               .origin = desk.period.start,
                                               .timezone = "",
                                               .target_unit = unit::kelvin,
                                               .where = {}},
                                              desk.report, desk.diagnostics);
  CHECK(kelvin.at(0) == Approx(6 + 3.0 + 0.24 + 273.15));
}

TEST_CASE("codes for missing values are not values and are bridged with a count") {
  Desk desk;
  const WeatherRule rule = [](const WeatherHour& h) {
    WeatherValues v = plain_weather(h);
    if (h.month == 7 && h.day == 1 && h.hour >= 3 && h.hour <= 5) v.dry_bulb = 99.9;
    return v;
  };
  desk.folder.write("x.epw", epw_text(rule));
  const Series dry = desk.resolve("dryBulbTemperature");
  CHECK(dry.at(4 * 3600) == Approx(7.1 + 0.04));  // the line from hour 2 to 6
  CHECK(desk.report.missing == 3);
  CHECK(message(desk.diagnostics, "data.bridged").severity == Severity::Note);
  CHECK(std::isnan(desk.resolve("visibility").at(0)));  // 9999 all the year
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.no_values"});
}

TEST_CASE("a column that is not there is an error that names the nearest") {
  Desk desk;
  desk.folder.write("x.epw", epw_text());
  desk.resolve("dryBulbTemprature");
  CHECK_THAT(message(desk.diagnostics, "data.column_missing").message,
             Catch::Contains("did you mean 'dryBulbTemperature'?"));
  FileColumn unnamed;
  unnamed.file = "x.epw";
  desk.resolve(unnamed);
  CHECK_THAT(message(desk.diagnostics, "data.column_missing").message,
             Catch::Contains("no column 1"));
}

TEST_CASE("the sun of a weather file is that of mid-hour") {
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  const Observer place{.latitude = 40.0, .longitude = -105.0, .elevation = 1600.0};
  const RawSeries zenith = series_of(file, "solarZenith", "2023-07-01T00:00Z", "2023-07-02T00:00Z");
  const SunPosition sun = sun_position(at("2023-07-01T11:30-07:00"), place);
  CHECK(value_at(zenith, "2023-07-01T12:00-07:00") == sun.zenith);
  CHECK(*zenith.stamp == Stamp::MeanBefore);
  const RawSeries azimuth =
      series_of(file, "solarAzimuth", "2023-07-01T00:00Z", "2023-07-02T00:00Z");
  CHECK(value_at(azimuth, "2023-07-01T12:00-07:00") == sun.azimuth);
  const RawSeries outside =
      series_of(file, "extraterrestrialNormalRadiation", "2023-07-01T00:00Z", "2023-07-02T00:00Z");
  CHECK(value_at(outside, "2023-07-01T12:00-07:00") == extraterrestrial_normal_irradiance(182));
}

TEST_CASE("in the hour of sunrise and sunset the sun is in the middle of its part of the hour") {
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  const Observer place{.latitude = 40.0, .longitude = -105.0, .elevation = 1600.0};
  const RawSeries zenith = series_of(file, "solarZenith", "2023-03-10T00:00Z", "2023-03-12T00:00Z");
  int risings = 0;
  for (std::size_t i = 0; i < zenith.times.size(); ++i) {
    const double before = sun_position(zenith.times[i] - 1h, place).zenith;
    const double after = sun_position(zenith.times[i], place).zenith;
    if ((before < 90.0) == (after < 90.0)) continue;
    ++risings;
    // The path of the sun bends by up to 0.1 deg in an hour.
    CHECK(zenith.values[i] == Approx((90.0 + std::min(before, after)) / 2.0).margin(0.12));
  }
  CHECK(risings > 2);
}

TEST_CASE("the sky's temperature follows from its infrared, otherwise from dew point and clouds") {
  const WeatherRule infrared = [](const WeatherHour& h) {
    WeatherValues v = plain_weather(h);
    v.infrared = 300.0;
    return v;
  };
  const WeatherFile given = parse_weather(epw_text(infrared), "x.epw");
  const RawSeries sky =
      series_of(given, "skyTemperature", "2023-01-01T00:00Z", "2023-01-02T00:00Z");
  CHECK(sky.values[0] == Approx(std::pow(300.0 / 5.670374419e-8, 0.25) - 273.15));
  const WeatherRule clear = [](const WeatherHour&) {
    return WeatherValues{.dry_bulb = 20.0, .dew_point = 10.0, .cover = 0};
  };
  const RawSeries clark = series_of(parse_weather(epw_text(clear), "x.epw"), "skyTemperature",
                                    "2023-01-01T00:00Z", "2023-01-02T00:00Z");
  // 293.15 (0.787 + 0.764 ln(283.15/273))^0.25
  CHECK(clark.values[0] == Approx(293.15 * std::pow(0.8148896, 0.25) - 273.15).margin(1e-4));
  const WeatherRule covered = [](const WeatherHour&) {
    return WeatherValues{.dry_bulb = 20.0, .dew_point = 10.0, .cover = 10};
  };
  const RawSeries cloud = series_of(parse_weather(epw_text(covered), "x.epw"), "skyTemperature",
                                    "2023-01-01T00:00Z", "2023-01-02T00:00Z");
  // 1 + 0.224 - 0.35 + 0.28 = 1.154
  CHECK(cloud.values[0] ==
        Approx(293.15 * std::pow(0.8148896 * 1.154, 0.25) - 273.15).margin(1e-4));
}

TEST_CASE("humidity follows from the dew point") {
  const WeatherRule rule = [](const WeatherHour&) {
    return WeatherValues{.dry_bulb = 25.0, .dew_point = 10.0, .pressure = 101325.0};
  };
  const WeatherFile file = parse_weather(epw_text(rule), "x.epw");
  // ASHRAE Fundamentals 2017, chapter 1, table 2: 0.007661 kg/kg in saturated air of 10 degC; the
  // table is of moist air that is not ideal.
  const RawSeries ratio =
      series_of(file, "humidityRatio", "2023-01-01T00:00Z", "2023-01-02T00:00Z");
  CHECK(ratio.values[0] == Approx(0.007661).epsilon(0.005));
  const RawSeries relative =
      series_of(file, "relativeHumidity", "2023-01-01T00:00Z", "2023-01-02T00:00Z");
  CHECK(relative.values[0] == Approx(100.0 * 1228.0 / 3169.7).epsilon(0.001));
}

TEST_CASE("without a place the site of the model is used, in its standard time") {
  Desk desk;
  desk.folder.write("x.epw", epw_rows());
  desk.resolve("dryBulbTemperature");
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.site_missing"});
  desk.timezone = "America/Denver";  // UTC-6 in July, the file stays in UTC-7
  CHECK(desk.resolve("dryBulbTemperature").at(9 * 3600) == Approx(7.1 + 0.09));
  desk.resolve("solarZenith");
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.site_missing"});
  desk.latitude = 40.0;
  desk.longitude = -105.0;
  const SunPosition sun =
      sun_position(at("2023-07-01T11:30-07:00"), {.latitude = 40.0, .longitude = -105.0});
  CHECK(desk.resolve("solarZenith").at(11.5 * 3600) == sun.zenith);
}

TEST_CASE("rows of a weather file that cannot be read are named by their lines") {
  const Diagnostic cut =
      errors_of(replaced(epw_text(), ",0.999,999,99,999,999,99\n1991,1,1,2", "\n1991,1,1,2"))
          .items()[0];
  CHECK(cut.code == "data.weather_row");
  CHECK(errors_of(replaced(epw_text(),
                           ",5,5,9999,99999,9,999999999,999,0.999,999,99,999,999,99\n1991,1,1,3",
                           "\n1991,1,1,3"))
            .items()[0]
            .where.line == 5);
  const Diagnostic word =
      errors_of(replaced(epw_text(), "1991,1,1,3,60,?9?9,", "1991,1,1,3,60,?9?9,cold")).items()[0];
  CHECK(word.code == "data.not_a_number");
  CHECK(word.where.line == 6);
  CHECK_THAT(word.message, Catch::Contains("dryBulbTemperature"));
  CHECK(errors_of(replaced(epw_text(), "1991,1,1,3,", "1991,1,1,25,")).items()[0].code ==
        "data.weather_row");
  CHECK(errors_of(replaced(epw_text(), "1991,1,1,3,", "1991,13,1,3,")).items()[0].where.line == 6);
  CHECK(errors_of(replaced(epw_text(), "40.0,-105.0", "north,-105.0")).items()[0].code ==
        "data.weather_header");
}

TEST_CASE("weather that is nowhere on earth is refused with its column and day") {
  const WeatherRule rule = [](const WeatherHour& h) {
    WeatherValues v = plain_weather(h);
    if (h.month == 7 && h.day == 3 && h.hour == 5) v.dry_bulb = -300.0;
    if (h.month == 8) v.pressure = -1000.0;
    return v;
  };
  const Diagnostics found = errors_of(epw_text(rule));
  CHECK(codes(found) == std::vector<std::string>{"data.weather_range", "data.weather_range"});
  CHECK_THAT(found.items()[0].message,
             Catch::Contains("'dryBulbTemperature': -300 in month 7, day 3 is not between"));
  CHECK_THAT(found.items()[1].message, Catch::Contains("(744 of "));
}

TEST_CASE("temperatures that contradict each other, and skies that do not exist, are refused") {
  const auto said = [](const std::function<void(WeatherValues&)>& change) {
    const std::string text = epw_text([&change](const WeatherHour& h) {
      WeatherValues v = plain_weather(h);
      change(v);
      return v;
    });
    return to_string(errors_of(text).items().front());
  };
  CHECK_THAT(said([](WeatherValues& v) { v.dew_point = v.dry_bulb + 20.0; }),
             Catch::Contains("100 % of the values are more than 3 K above"));
  CHECK_THAT(said([](WeatherValues& v) { v.dry_bulb += 273.15; }),
             Catch::Contains("write temperatures in degC"));
  CHECK_THAT(said([](WeatherValues& v) { v.infrared = 9998.0; }),
             Catch::Contains("'horizontalInfraredRadiation': 9998"));
  CHECK_THAT(said([](WeatherValues& v) { v.infrared = 1.0; }),
             Catch::Contains("is not between 40 and 800"));
  // Constants instead of dew points that are missing, and of clouds that nothing needs, do no
  // harm.
  CHECK_NOTHROW(parse_weather(epw_text([](const WeatherHour& h) {
                                WeatherValues v = plain_weather(h);
                                v.dew_point = 5.0;
                                v.infrared = 300.0;
                                v.cover = -1;
                                return v;
                              }),
                              "w.epw"));
  CHECK_THAT(said([](WeatherValues& v) { v.cover = 98; }), Catch::Contains("'opaqueSkyCover': 98"));
}

TEST_CASE("humidity as a share instead of per cent is refused") {
  const auto with = [](double humidity) {
    return epw_text([humidity](const WeatherHour& h) {
      WeatherValues v = plain_weather(h);
      v.humidity = humidity;
      return v;
    });
  };
  const Diagnostics found = errors_of(with(0.6));
  CHECK(codes(found) == std::vector<std::string>{"data.weather_range"});
  CHECK_THAT(found.items()[0].message, Catch::Contains("multiply them by 100"));
  CHECK_NOTHROW(parse_weather(with(60.0), "w.epw"));
}

TEST_CASE("a weather file has years that can be written") {
  std::string text = epw_text();
  for (const char* year : {"0", "99999999", "-1"}) {
    const Diagnostics found =
        errors_of(replaced(text, "\n1991,1,1,1,", std::string("\n") + year + ",1,1,1,"));
    CHECK(codes(found).front() == "data.weather_row");
    CHECK_THAT(found.items()[0].message, Catch::Contains("is outside 1 to 9999"));
  }
}

TEST_CASE("a weather file knows of which years its months are") {
  // Every month is of another year, as in typical years.
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  CHECK(file.year == 1991);
  CHECK(file.years[0] == 1991);
  CHECK(file.years[1] == 1992);
  const auto message = [&file](const char* from, const char* to) {
    return weather_of_other_years(file, at(from), at(to));
  };
  // The end of the period, midnight of the file's standard time, is not a part of February.
  CHECK(message("1991-01-03T00:00-07:00", "1991-02-01T00:00-07:00").empty());
  CHECK_THAT(message("1991-01-03T00:00-07:00", "1991-02-01T00:01-07:00"),
             Catch::Contains("for 02/1991 was recorded in 02/1992"));
  CHECK_THAT(message("2023-12-30T00:00-07:00", "2024-01-02T00:00-07:00"),
             Catch::Contains("for 12/2023 was recorded in 12/2002"));
}

TEST_CASE("a weather file holds each hour of a year once") {
  CHECK(errors_of(kEpwLocation).items()[0].code == "data.weather_hours");
  const std::string text = epw_text();
  const std::size_t row = text.find("1991,1,1,3,");
  const std::size_t next = text.find("1991,1,1,4,");
  const std::string line = text.substr(row, next - row);
  const Diagnostic lacking = errors_of(replaced(text, line, "")).items()[0];
  CHECK(lacking.code == "data.weather_hours");
  CHECK_THAT(lacking.message, Catch::Contains("8759 rows, expected 8760") &&
                                  Catch::Contains("month 1, day 1, hour 3"));
  const Diagnostic doubled = errors_of(replaced(text, line, line + line)).items()[0];
  CHECK(doubled.code == "data.weather_hours");
  CHECK(doubled.where.line == 7);
}

TEST_CASE("two rows an hour are half an hour each") {
  std::string text =
      replaced(std::string(kEpwLocation) + "DATA PERIODS,1,1,Data,Sunday,1/1,12/31\n",
               "DATA PERIODS,1,1", "DATA PERIODS,1,2");
  for (int month = 1; month <= 12; ++month) {
    for (int day = 1; day <= days_in(month); ++day) {
      for (int half = 0; half < 48; ++half) {
        WeatherValues values;
        values.dry_bulb = 0.1 * half;
        text += epw_row({1999, month, day, half / 2 + 1}, values);
      }
    }
  }
  const WeatherFile file = parse_weather(text, "x.epw");
  const RawSeries raw =
      series_of(file, "dryBulbTemperature", "2023-01-02T00:00Z", "2023-01-03T00:00Z");
  CHECK(raw.interval == 30min);
  CHECK(value_at(raw, "2023-01-02T04:30-07:00") == Approx(0.8));

  // The second row of the hour is stamped with an earlier minute than the first.
  const std::string stamp = "1999,1,1,3,60";
  const std::size_t second = text.find(stamp, text.find(stamp) + 1);
  text.replace(second, stamp.size(), "1999,1,1,3,30");
  const Diagnostic backwards = errors_of(text).items()[0];
  CHECK(backwards.code == "data.weather_row");
  CHECK_THAT(backwards.message, Catch::Contains("minute 30 follows minute 60"));
}

TEST_CASE("a weather file written as CSV reads back to the same series") {
  Desk desk;
  desk.folder.write("x.epw", epw_text());
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  desk.folder.write("x.csv", weather_csv(file, {}));
  desk.period = {at("1991-01-01T00:00-07:00"), at("1991-12-31T00:00-07:00"), 1h};
  for (const std::string& name : weather_names(file)) {
    INFO(name);
    const Series weather = desk.resolve(name);
    CHECK(desk.diagnostics.empty());
    const Series csv = desk.resolve(name, "x.csv");
    CHECK(desk.diagnostics.empty());
    CHECK(weather.shape() == csv.shape());
    for (double t = 0.0; t < 363 * 86400.0; t += 5000.0) {
      if (weather.at(t) != csv.at(t)) FAIL("differs at " << t);
    }
  }
}

TEST_CASE("TMY keeps radiation in hours of solar time and the rest in standard time") {
  const auto path = shared_data("data/weather/DRYCOLD.TMY.gz");
  if (!path) return;
  const WeatherFile file = parse_weather(read_text_file(*path), *path);
  CHECK(file.place == "WBAN 23062");
  CHECK(file.rows == 8760);
  CHECK_FALSE(file.latitude);
  const Site denver{.latitude = 39.76, .longitude = -104.86, .timezone = "America/Denver"};
  const auto series = [&](const char* name) {
    return series_of(file, name, "2023-01-01T00:00-07:00", "2023-01-02T00:00-07:00", denver);
  };
  // Row 12: dry bulb 8.9, dew point -8.9 degC, 82.00 kPa, 9.3 m/s from 293 deg, a tenth of clouds,
  // 3357 kJ/m2 of beam and 1676 on the horizontal in the hour around 11:33.
  CHECK(value_at(series("dryBulbTemperature"), "2023-01-01T12:00-07:00") == Approx(8.9));
  CHECK(value_at(series("dewPointTemperature"), "2023-01-01T12:00-07:00") == Approx(-8.9));
  CHECK(value_at(series("atmosphericPressure"), "2023-01-01T12:00-07:00") == Approx(82000.0));
  CHECK(value_at(series("windSpeed"), "2023-01-01T12:00-07:00") == Approx(9.3));
  CHECK(value_at(series("windDirection"), "2023-01-01T12:00-07:00") == 293.0);
  CHECK(value_at(series("opaqueSkyCover"), "2023-01-01T12:00-07:00") == 1.0);
  CHECK(value_at(series("directNormalRadiation"), "2023-01-01T12:03-07:00") ==
        Approx(3357.0 / 3.6));
  CHECK(value_at(series("globalHorizontalRadiation"), "2023-01-01T12:03-07:00") ==
        Approx(1676.0 / 3.6));
  CHECK(value_at(series("directNormalRadiation"), "2023-01-01T01:03-07:00") == 0.0);
  // Solar noon is between the hours around 11:33 and 12:33: the sun stands equally high.
  const double before = value_at(series("solarZenith"), "2023-01-01T12:03-07:00");
  CHECK(value_at(series("solarZenith"), "2023-01-01T13:03-07:00") == Approx(before).margin(0.1));
  const double diffuse = value_at(series("diffuseHorizontalRadiation"), "2023-01-01T12:03-07:00");
  CHECK(diffuse == Approx((1676.0 - 3357.0 * std::cos(before * 0.0174532925)) / 3.6).margin(1e-3));
  CHECK(error_of([&] { weather_csv(file, denver); }).code() == "data.weather_solar_time");
  CHECK(error_of([&] {
          series_of(file, "solarZenith", "2023-01-01T00:00Z", "2023-01-02T00:00Z");
        }).code() == "data.site_missing");
  const Diagnostics cut = errors_of("230625901010100003300\n", "x.tmy");
  CHECK(cut.items()[0].code == "data.weather_row");
}

TEST_CASE("public weather files are read whole") {
  for (const auto& [name, latitude] :
       {std::pair("data/weather/USA_CO_Denver.Intl.AP.725650_TMY3.epw.gz", 39.83),
        std::pair("data/weather/PVGIS_TMY_45.000N_8.000E_2005_2023.epw.gz", 45.0)}) {
    const auto path = shared_data(name);
    if (!path) continue;
    const WeatherFile file = parse_weather(read_text_file(*path), *path);
    CHECK(file.rows == 8760);
    CHECK(*file.latitude == latitude);
    for (const char* column : {"dryBulbTemperature", "directNormalRadiation", "skyTemperature",
                               "humidityRatio", "solarZenith", "solarAzimuth"}) {
      INFO(name << " " << column);
      const RawSeries raw = series_of(file, column, "2023-02-01T00:00Z", "2023-11-30T00:00Z");
      CHECK(raw.missing == 0);
    }
    // No beam while the sun is down, with the sun as the file's hours see it.
    const RawSeries direct =
        series_of(file, "directNormalRadiation", "2023-02-01T00:00Z", "2023-11-30T00:00Z");
    const RawSeries zenith =
        series_of(file, "solarZenith", "2023-02-01T00:00Z", "2023-11-30T00:00Z");
    double at_night = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < direct.values.size(); ++i) {
      sum += direct.values[i];
      if (zenith.values[i] >= 90.0) at_night += direct.values[i];
    }
    CHECK(at_night <= 1e-3 * sum);
  }
}

TEST_CASE("the year of a weather file is not laid along thousands of years") {
  const WeatherFile file = parse_weather(epw_text(), "x.epw");
  const InputError error = error_of(
      [&] { series_of(file, "dryBulbTemperature", "0001-01-03T00:00Z", "9998-01-01T00:00Z"); });
  CHECK(error.code() == "limit.exceeded");
  CHECK_THAT(error.what(), Catch::Contains("series-points"));
}

}  // namespace weather_file_test

// SPDX-License-Identifier: MIT
#include "hearth/data/sources/resolver.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <locale>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/measurement.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace resolver_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

/// A resolver on a folder of files, and its messages.
struct Desk {
  TempFolder folder;
  DataResolver resolver{{.folders = {folder.path()}}};
  Period period{at("2023-01-02T00:00Z"), at("2023-01-02T04:00Z"), 30min};
  std::string timezone;
  std::optional<Unit> target;
  SeriesReport report;
  Diagnostics diagnostics;

  Series resolve(const SeriesSpec& spec) {
    report = {};
    diagnostics = {};
    return resolver.resolve(
        {spec, period, period.start, timezone, target, {.component = "c", .port = "p"}}, report,
        diagnostics);
  }
  Series resolve(FileColumn column, Sample sample = Sample::Mean) {
    SeriesSpec spec;
    spec.source = std::move(column);
    spec.sample = sample;
    return resolve(spec);
  }
  std::string error() const {
    for (const Diagnostic& item : diagnostics.items()) {
      if (item.severity == Severity::Error) return item.code;
    }
    return "";
  }
};

/// What the step that ends at hour `h` receives.
double step(const Series& series, const Desk& desk, double h) {
  return series({.time = h * 3600, .step = seconds(desk.period.step), .period = 0});
}

// Hourly values 0, 10, 20 ... from 00:00 to 06:00.
const char* const kHourly =
    "time,v\n2023-01-02T00:00Z,0\n2023-01-02T01:00Z,10\n2023-01-02T02:00Z,20\n"
    "2023-01-02T03:00Z,30\n2023-01-02T04:00Z,40\n2023-01-02T05:00Z,50\n2023-01-02T06:00Z,60\n";

// The same without 02:00 and 03:00; 01:00 is not a number.
const char* const kGaps =
    "time,v\n2023-01-02T00:00Z,0\n2023-01-02T01:00Z,NaN\n2023-01-02T04:00Z,40\n"
    "2023-01-02T05:00Z,50\n2023-01-02T06:00Z,60\n2023-01-02T07:00Z,70\n";

FileColumn column(const std::string& file, const std::string& name = "v") {
  FileColumn result;
  result.file = file;
  result.column = name;
  return result;
}

SeriesSpec spec_of(decltype(SeriesSpec::source) source, std::optional<Unit> unit = {}) {
  SeriesSpec spec;
  spec.source = std::move(source);
  spec.unit = unit;
  return spec;
}

}  // namespace

TEST_CASE("a number is a constant, in the unit of the component") {
  Desk desk;
  desk.target = unit::degC;
  CHECK(desk.resolve(spec_of(21.5)).at(0) == 21.5);
  CHECK(desk.resolve(spec_of(70.0, unit::degF)).at(0) == Approx(21.1111111111));
  CHECK(desk.error() == "");
  CHECK(std::isnan(desk.resolve(spec_of(1.0, unit::W)).at(0)));
  CHECK(desk.error() == "data.unit_mismatch");
  CHECK(desk.report.owner == "c.p");
}

TEST_CASE("a file declares the format of its stamps and its words for missing values") {
  Desk desk;
  desk.folder.write("d.csv",
                    "# time_format: DD/MM/YYYY HH:mm\n# timezone: UTC\n# missing: Bad, -999\n"
                    "time,v\n02/01/2023 00:00,1\n02/01/2023 01:00,Bad\n02/01/2023 02:00,-999\n"
                    "02/01/2023 03:00,4\n02/01/2023 06:00,7\n");
  const Series series = desk.resolve(column("d.csv"));
  CHECK(desk.error() == "");
  CHECK(desk.report.missing == 2);
  CHECK(series.at(3 * 3600.0) == 4.0);
  desk.folder.write("e.csv", "# time_format: QQ\ntime,v\n02/01/2023 00:00,1\n");
  desk.resolve(column("e.csv"));
  CHECK(desk.error() == "data.time_format");
}

TEST_CASE("a series of a file in long form is read by its name, with its unit") {
  Desk desk;
  std::string text = "name,time,value,unit\n";
  for (int hour = 0; hour <= 6; ++hour) {  // the series alternate
    text += fmt::format("zone 7,2023-01-02T0{0}:00Z,{1},degF\nfan,2023-01-02T0{0}:00Z,{0},kW\n",
                        hour, 50 + 9 * hour);
  }
  desk.folder.write("long.csv", text);
  desk.target = unit::degC;
  const Series zone = desk.resolve(column("long.csv", "zone 7"));
  CHECK(desk.error() == "");
  CHECK(zone.at(2 * 3600.0) == Approx(20.0));
  desk.target = unit::W;
  CHECK(desk.resolve(column("long.csv", "fan")).at(3 * 3600.0) == Approx(3000.0));
  desk.resolve(column("long.csv", "zone 7"));
  CHECK(desk.error() == "data.unit_mismatch");
  desk.resolve(column("long.csv", "zone 8"));
  CHECK_THAT(message(desk.diagnostics, "data.column_missing").message,
             Catch::Contains("did you mean 'zone 7'?"));
}

TEST_CASE("a volume flow instead of a mass flow is refused with the density that converts it") {
  Desk desk;
  desk.target = unit::kg_per_s;
  desk.resolve(spec_of(0.3, parse_unit("l/s")));
  CHECK_THAT(message(desk.diagnostics, "data.unit_mismatch").message,
             Catch::Contains("in [l/s], expected [kg/s]") &&
                 Catch::Contains("1 l/s of water is 0.9982 kg/s and of air 0.001204 kg/s"));
  desk.resolve(spec_of(1.0, parse_unit("m3/h")));
  CHECK_THAT(message(desk.diagnostics, "data.unit_mismatch").message,
             Catch::Contains("1 m3/h of water is 0.2773 kg/s and of air 0.0003344 kg/s"));
  FileColumn kelvin = column("k.csv", "t");
  desk.folder.write("k.csv", "time,t [K]\n2023-01-02T00:00Z,293.15\n2023-01-02T06:00Z,293.15\n");
  desk.target = unit::degC;
  desk.resolve(kelvin);
  CHECK_THAT(message(desk.diagnostics, "data.unit_mismatch").message,
             Catch::Contains("write 'kelvin'"));
  kelvin.unit = parse_unit("kelvin");  // the remedy agrees with the header
  CHECK(desk.resolve(kelvin).at(3600.0) == Approx(20.0));
}

TEST_CASE("a temperature below absolute zero is refused, as number, rule and point") {
  Desk desk;
  desk.target = unit::degC;
  desk.timezone = "Europe/Copenhagen";
  const auto code_of = [&desk](const SeriesSpec& spec) {
    desk.resolve(spec);
    return desk.error();
  };
  CHECK(code_of(spec_of(-273.15)) == "");
  CHECK(code_of(spec_of(-300.0)) == "model.out_of_range");
  CHECK(code_of(spec_of(-1.0, unit::kelvin)) == "model.out_of_range");
  CHECK(code_of(spec_of(WeeklyRules{-300.0, {}, false})) == "model.out_of_range");
  CHECK(code_of(spec_of(WeeklyRules{20.0, {{0x01, 120, 180, -300.0}}, false})) ==
        "model.out_of_range");
  SeriesSpec points;
  points.source = TimeTable{{0.0, 1.0}, {20.0, -300.0}};
  CHECK(code_of(points) == "model.out_of_range");
  desk.target = unit::K;
  CHECK(code_of(spec_of(-300.0)) == "");  // a difference
}

TEST_CASE("weekly rules become points in the site's civil time") {
  Desk desk;
  const SeriesSpec spec = spec_of(WeeklyRules{0, {{0x01, 120, 180, 4}}, false});
  desk.timezone = "Europe/Copenhagen";
  const Series series = desk.resolve(spec);  // a Monday; 02:00 is 01:00Z
  CHECK(series.at(3599) == 0);
  CHECK(series.at(3600) == 4);
  CHECK(series.at(7200) == 0);
  CHECK(desk.report.points == 3);
  desk.timezone = "";
  desk.resolve(spec);
  CHECK(desk.error() == "data.zone_missing");
  desk.resolve(spec_of(WeeklyRules{0, {{0x01, 180, 120, 4}}, false}));
  CHECK(desk.error() == "data.rule_times");
}

TEST_CASE("over intervals the sun is held at its position in their middle") {
  Desk desk;
  desk.target = unit::deg;
  const Observer place{.latitude = 40.0, .longitude = -105.0};
  SunAngle angle{SunAngle::Angle::Zenith, 40.0, -105.0, 3600.0};
  const Series hourly = desk.resolve(spec_of(angle));
  CHECK(desk.error() == "");
  const double middle = sun_position(at("2023-01-02T01:30Z"), place).zenith;
  CHECK(hourly.at(3600) == middle);
  CHECK(step(hourly, desk, 1.5) == middle);
  CHECK(step(hourly, desk, 2.0) == middle);
  CHECK(desk.report.points == 4);
  angle.interval = 0.0;  // the run's step, 30 min
  CHECK(desk.resolve(spec_of(angle)).at(3600) ==
        sun_position(at("2023-01-02T01:15Z"), place).zenith);
  angle.angle = SunAngle::Angle::Azimuth;
  CHECK(desk.resolve(spec_of(angle)).at(3600) ==
        sun_position(at("2023-01-02T01:15Z"), place).azimuth);
  desk.target = unit::one;  // an angle is a number, in rad
  CHECK(desk.resolve(spec_of(angle)).at(3600) ==
        Approx(sun_position(at("2023-01-02T01:15Z"), place).azimuth * 0.0174532925199));
  desk.target = unit::W;
  desk.resolve(spec_of(angle));
  CHECK(desk.error() == "data.unit_mismatch");
}

TEST_CASE("intervals of the sun count from full hours, also where the run starts between") {
  Desk desk;
  desk.period.start = at("2023-01-02T00:50Z");
  desk.period.end = at("2023-01-02T03:20Z");
  const Observer place{.latitude = 40.0, .longitude = -105.0};
  const Series hourly =
      desk.resolve(spec_of(SunAngle{SunAngle::Angle::Zenith, 40.0, -105.0, 3600.0}));
  CHECK(hourly.at(0) == sun_position(at("2023-01-02T00:30Z"), place).zenith);
  CHECK(hourly.at(600) == sun_position(at("2023-01-02T01:30Z"), place).zenith);
  CHECK(hourly.points().size() == 4);
}

TEST_CASE("the sun needs a place: that of the series, otherwise that of the site") {
  Desk desk;
  const SeriesSpec spec = spec_of(SunAngle{});
  CHECK(std::isnan(desk.resolve(spec).at(0)));
  CHECK(desk.error() == "data.site_missing");
  const Series there = desk.resolver.resolve({.spec = spec,
                                              .period = desk.period,
                                              .origin = desk.period.start,
                                              .timezone = "",
                                              .target_unit = {},
                                              .where = {},
                                              .latitude = 40.0,
                                              .longitude = -105.0},
                                             desk.report, desk.diagnostics);
  CHECK(there.at(0) ==
        sun_position(at("2023-01-02T00:15Z"), {.latitude = 40.0, .longitude = -105.0}).zenith);
}

TEST_CASE("a southern sun passes through the north without a mean of south") {
  Desk desk;
  desk.period = {at("2023-01-02T00:00Z"), at("2023-01-03T00:00Z"), 2h};
  const Series azimuth =
      desk.resolve(spec_of(SunAngle{SunAngle::Angle::Azimuth, -34.0, -15.0, 600.0}));
  // Noon is at 13:04; the steps around have it near north, as the sun has.
  for (const double hour : {12.0, 14.0, 16.0}) {
    CHECK(std::cos(step(azimuth, desk, hour) * 0.0174532925) > 0.0);
  }
}

TEST_CASE("a file column is held by default: a switch is felt when it happens") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  const Series series = desk.resolve(column("h.csv"));
  CHECK(desk.diagnostics.empty());
  CHECK(step(series, desk, 1.0) == 0);
  CHECK(step(series, desk, 1.5) == 10);
  CHECK(step(series, desk, 4.0) == 30);
  CHECK(desk.report.points == 5);  // up to the end, not the whole file
  CHECK(desk.report.missing == 0);
  CHECK(desk.report.held == 0);
}

TEST_CASE("linear joins the values; mean, start and end differ") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn lines = column("h.csv");
  lines.resample = Resample::Linear;
  CHECK(step(desk.resolve(lines, Sample::Mean), desk, 0.5) == 2.5);
  CHECK(step(desk.resolve(lines, Sample::Start), desk, 0.5) == 0);
  CHECK(step(desk.resolve(lines, Sample::End), desk, 0.5) == 5);
  CHECK(desk.resolve(lines).at(0) == 0);
}

TEST_CASE("mean gives the time average of the held values over each step, whatever the sample") {
  Desk desk;
  desk.period.step = 2h;
  desk.folder.write("h.csv", kHourly);
  FileColumn means = column("h.csv");
  means.resample = Resample::Mean;
  for (const Sample sample : {Sample::Mean, Sample::Start, Sample::End}) {
    const Series series = desk.resolve(means, sample);
    CHECK(step(series, desk, 2) == 5);
    CHECK(step(series, desk, 4) == 25);
  }
}

TEST_CASE("none takes exact stamps only; a missing one is an error") {
  Desk desk;
  desk.period.step = 1h;
  desk.folder.write("h.csv", kHourly);
  desk.folder.write("g.csv", kGaps);
  FileColumn exact = column("h.csv");
  exact.resample = Resample::None;
  CHECK(step(desk.resolve(exact, Sample::End), desk, 4) == 40);
  CHECK(step(desk.resolve(exact, Sample::Mean), desk, 4) == 30);
  CHECK(desk.error() == "");
  desk.period.step = 30min;
  desk.resolve(exact);
  CHECK(desk.error() == "data.no_exact_value");
  exact.file = "g.csv";
  desk.period.step = 1h;
  desk.resolve(exact);
  CHECK_THAT(message(desk.diagnostics, "data.no_exact_value").message,
             Catch::Contains("no value at 2023-01-02T01:00:00+00:00 (3 of 4"));
}

TEST_CASE("steps outside the data are counted without going through them") {
  for (const Sample sample : {Sample::Mean, Sample::Start, Sample::End}) {
    for (const auto& [start, end] : {std::pair(-3h, 9h), std::pair(1h, 9h), std::pair(-3h, 2h),
                                     std::pair(7h, 9h), std::pair(-5h, -2h)}) {
      Desk desk;
      desk.folder.write("h.csv", kHourly);
      const Instant first = desk.period.start;
      desk.period = {first + start, first + end, 1h};
      FileColumn held = column("h.csv");
      held.outside = Outside::Hold;
      desk.resolve(held, sample);
      const long outside = desk.report.held;
      desk.period.step = 1ms;
      desk.resolve(held, sample);
      INFO(static_cast<int>(sample) << ": " << outside << ", " << desk.report.held);
      CHECK(std::abs(desk.report.held - 3'600'000 * outside) <= 3'600'000);
    }
  }
}

TEST_CASE("a mean before its stamp is held over the interval that ends there") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn before = column("h.csv");
  before.stamp = Stamp::MeanBefore;
  const Series series = desk.resolve(before);
  CHECK(step(series, desk, 0.5) == 10);
  CHECK(step(series, desk, 1.0) == 10);
  CHECK(step(series, desk, 1.5) == 20);
  before.resample = Resample::Linear;
  CHECK(step(desk.resolve(before), desk, 1.0) == 10);
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.mean_not_linear"});
}

TEST_CASE("a mean after its stamp is held over the interval that starts there") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn after = column("h.csv");
  after.stamp = Stamp::MeanAfter;
  CHECK(step(desk.resolve(after), desk, 1.0) == 0);
  CHECK(step(desk.resolve(after), desk, 1.5) == 10);
  desk.period.end = at("2023-01-02T07:00Z");  // the last hour is 06:00-07:00
  desk.resolve(after);
  CHECK(desk.error() == "");
  desk.period.end = at("2023-01-02T07:30Z");
  desk.resolve(after);
  CHECK(desk.error() == "data.outside");
}

TEST_CASE("missing values are bridged by the rule and counted") {
  Desk desk;
  desk.folder.write("g.csv", kGaps);
  CHECK(step(desk.resolve(column("g.csv")), desk, 3) == 0);
  CHECK(desk.report.missing == 1);  // too irregular to say which stamps are absent
  CHECK_THAT(
      message(desk.diagnostics, "data.bridged").message,
      Catch::Contains(
          "1 missing values were interpolated or held; the longest gap is 4 h from 2023-01-02T00"));
  FileColumn lines = column("g.csv");
  lines.resample = Resample::Linear;
  CHECK(desk.resolve(lines).at(3600) == 10);
}

TEST_CASE("points are held or joined, in the unit asked for") {
  Desk desk;
  SeriesSpec spec;
  spec.source = TimeTable{{0.0, 3600.0}, {0.0, 10.0}, Series::Shape::Linear};
  CHECK(desk.resolve(spec).at(1800.0) == 5.0);
  CHECK(desk.report.points == 2);
  spec.unit = unit::percent;
  desk.target = unit::one;
  spec.source = TimeTable{{0.0, 3600.0}, {50.0, 10.0}, Series::Shape::Hold};
  CHECK(desk.resolve(spec).at(1800.0) == 0.5);
  CHECK(desk.error() == "");
}

TEST_CASE("points that are not a function of time are refused") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const TimeTable& table :
       {TimeTable{{}, {}}, TimeTable{{0.0, 1.0}, {1.0}}, TimeTable{{1.0, 1.0}, {1.0, 2.0}},
        TimeTable{{0.0, kNone}, {1.0, 2.0}}, TimeTable{{0.0}, {kNone}}}) {
    Desk desk;
    SeriesSpec spec;
    spec.source = table;
    CHECK(std::isnan(desk.resolve(spec).at(0.0)));
    CHECK(desk.error() == "model.points_invalid");
  }
  Desk desk;
  SeriesSpec spec;
  spec.source = TimeTable{{0.0}, {1.0}};
  spec.unit = unit::kg_per_s;
  desk.target = unit::degC;
  desk.resolve(spec);
  CHECK(desk.error() == "data.unit_mismatch");
}

TEST_CASE("a gap longer than max_gap is an error with its ends and length") {
  Desk desk;
  desk.folder.write("g.csv", kGaps);
  FileColumn limited = column("g.csv");
  limited.max_gap = 3 * 3600;
  desk.resolve(limited);
  const Diagnostic gap = message(desk.diagnostics, "data.gap");
  CHECK_THAT(gap.message, Catch::Contains("from 2023-01-02T00:00:00+00:00 to "
                                          "2023-01-02T04:00:00+00:00 (4 h)"));
  CHECK(gap.where.component == "c");
  limited.max_gap = 4 * 3600;
  desk.resolve(limited);
  CHECK(desk.error() == "");
  // Gaps outside the run do not matter.
  limited.max_gap = 3600;
  desk.period = {at("2023-01-02T04:00Z"), at("2023-01-02T06:00Z"), 30min};
  desk.resolve(limited);
  CHECK(desk.error() == "");
}

TEST_CASE("a max_gap of any length does not shorten the interval of the last value") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  desk.period.end = at("2023-01-02T07:00Z");  // the last value represents its hour
  FileColumn limited = column("h.csv");
  limited.max_gap = GENERATE(3600.0, 1e9, 1e16, 1e300);
  desk.resolve(limited);
  CHECK(desk.error() == "");
  limited.max_gap = 1800;  // shorter than the steps of the file
  desk.resolve(limited);
  CHECK(desk.error() == "data.gap");
}

TEST_CASE("a run outside the data is an error, or holds and counts the steps") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  desk.period.end = at("2023-01-02T07:00Z");
  desk.resolve(column("h.csv"));  // the last value represents its hour
  CHECK(desk.error() == "");
  desk.period = {at("2023-01-01T23:00Z"), at("2023-01-02T08:00Z"), 30min};
  desk.resolve(column("h.csv"));
  CHECK_THAT(message(desk.diagnostics, "data.outside").message,
             Catch::Contains("the data cover 2023-01-02T00:00:00+00:00 to "
                             "2023-01-02T07:00:00+00:00, the run needs 2023-01-01T23:00:00+00:00"));
  FileColumn held = column("h.csv");
  held.outside = Outside::Hold;
  const Series series = desk.resolve(held);
  CHECK(desk.error() == "");
  CHECK(desk.report.held == 4);
  CHECK(step(series, desk, 0.5) == 0);
  CHECK(step(series, desk, 9) == 60);
  CHECK(desk.diagnostics.items().empty());
}

TEST_CASE("a run of which no step lies within the data is warned of although values are held") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn held = column("h.csv");
  held.outside = Outside::Hold;
  const auto [start, end] = GENERATE(std::pair{"2023-01-02T07:00Z", "2023-01-03T00:00Z"},
                                     std::pair{"2022-12-01T00:00Z", "2023-01-01T00:00Z"});
  desk.period = {at(start), at(end), 30min};
  desk.resolve(held);
  CHECK(desk.error() == "");
  CHECK(message(desk.diagnostics, "data.all_held").severity == Severity::Warning);
}

TEST_CASE("what a step needs depends on the sample rule") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn lines = column("h.csv");
  lines.resample = Resample::Linear;
  desk.period.end = at("2023-01-02T06:30Z");
  desk.resolve(lines, Sample::Start);
  CHECK(desk.error() == "");
  desk.resolve(lines, Sample::End);
  CHECK(desk.error() == "data.outside");
  desk.resolve(lines, Sample::Mean);
  CHECK(desk.error() == "data.outside");
}

TEST_CASE("a left limit at the end of the run needs no value after it") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  desk.period.end = at("2023-01-02T07:00Z");
  CHECK(step(desk.resolve(column("h.csv"), Sample::Before), desk, 1) == 0);
  CHECK(desk.error() == "");
  desk.resolve(column("h.csv"), Sample::End);
  CHECK(desk.error() == "data.outside");
}

TEST_CASE("values are converted; header, column and component must agree") {
  Desk desk;
  desk.target = unit::degC;
  desk.folder.write("f.csv", "time,v [degF],w\n2023-01-02T00:00Z,32,1\n2023-01-03T00:00Z,32,1\n");
  CHECK(desk.resolve(column("f.csv")).at(0) == Approx(0).margin(1e-12));
  FileColumn wrong = column("f.csv");
  wrong.unit = unit::degC;
  desk.resolve(wrong);
  CHECK(desk.error() == "data.unit_mismatch");
  FileColumn bare = column("f.csv");
  bare.column = 2;
  CHECK(desk.resolve(bare).at(0) == 1);
  bare.unit = unit::W;
  desk.resolve(bare);
  CHECK(desk.error() == "data.unit_mismatch");
}

TEST_CASE("an absent column is an error with the nearest name, or a declared constant") {
  Desk desk;
  desk.folder.write("h.csv", kHourly);
  FileColumn absent = column("h.csv", "w");
  absent.unit = unit::one;
  desk.target = unit::ppm;
  desk.resolve(absent);
  CHECK_THAT(message(desk.diagnostics, "data.column_missing").message,
             Catch::Contains("did you mean 'v'?"));
  absent.missing_column = 4e-4;
  CHECK(desk.resolve(absent).at(0) == Approx(400));
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.column_constant"});
  CHECK(desk.diagnostics.items()[0].severity == Severity::Warning);
  absent.missing_code = "t4b.no_co2_column";
  desk.resolve(absent);
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"t4b.no_co2_column"});
}

TEST_CASE("a missing file is an error that names the searched folders") {
  Desk desk;
  desk.resolve(column("no/such.csv"));
  const Diagnostic missing = message(desk.diagnostics, "data.file_missing");
  CHECK_THAT(missing.message, Catch::Contains((desk.folder.path() / "no/such.csv").string()));
  desk.folder.write("such.csv", kHourly);
  desk.resolve(column("C:\\data\\such.csv"));
  CHECK_THAT(message(desk.diagnostics, "data.file_missing").message,
             Catch::Contains("set --data-dir"));
}

TEST_CASE("files of the data folder replace those at the path in the model") {
  Desk desk;
  const auto model = desk.folder.path() / "model", data = desk.folder.path() / "new";
  for (const char* file :
       {"model/a/h.csv", "model/b/h.csv", "model/old.csv", "new/a/h.csv", "new/h.csv"}) {
    desk.folder.write(file, kHourly);
  }
  DataResolver resolver({.folders = {model}, .data_dir = data, .timezone = ""});
  const auto place = [&](const std::string& file) { return resolver.files().find(file).value(); };
  CHECK(place("a/h.csv") == data / "a/h.csv");
  CHECK(place("b/h.csv") == data / "h.csv");
  CHECK(place("old.csv") == model / "old.csv");
  // An absolute path is exact, also if it is that of a file found before.
  CHECK(place((model / "a/h.csv").string()) == model / "a/h.csv");
  CHECK(place(place("a/h.csv").string()) == data / "a/h.csv");
  CHECK(place("/no/such/folder/h.csv") == data / "h.csv");
}

TEST_CASE("a data folder finds files by base name, also from Windows paths") {
  Desk desk;
  desk.folder.write("series/h.csv", kHourly);
  DataResolver resolver({.folders = {desk.folder.path() / "model"},
                         .data_dir = desk.folder.path() / "series",
                         .timezone = ""});
  for (const char* file :
       {"h.csv", "elsewhere/h.csv", "C:\\Users\\x\\h.csv", "..\\h.csv", "/no/such/folder/h.csv"}) {
    INFO(file);
    const auto found = resolver.files().find(file);
    REQUIRE(found);
    CHECK(found->filename() == "h.csv");
  }
  CHECK(base_name("C:\\x\\y.csv") == "y.csv");
  CHECK(base_name("y.csv") == "y.csv");
}

TEST_CASE("a file is read once, each column keeps its own values and rules") {
  Desk desk;
  const auto file =
      desk.folder.write("t.csv", "time,a,b\n2023-01-02T00:00Z,1,2\n2023-01-02T04:00Z,1,2\n");
  CHECK(desk.resolve(column("t.csv", "a")).at(0) == 1);
  std::filesystem::remove(file);
  desk.folder.write("t.csv", "time,a\n");
  CHECK(desk.resolve(column("t.csv", "b")).at(0) == 2);
  CHECK(desk.resolver.files().inputs().size() == 1);
  CHECK(DataResolver({.folders = {desk.folder.path()}}).files().inputs().empty());
}

TEST_CASE("files of one name in two folders are two files") {
  Desk desk;
  desk.folder.write("x/t.csv", "time,v\n2023-01-02T00:00Z,1\n2023-01-02T04:00Z,1\n");
  desk.folder.write("y/t.csv", "time,v\n2023-01-02T00:00Z,2\n2023-01-02T04:00Z,2\n");
  CHECK(desk.resolve(column("x/t.csv")).at(0) == 1);
  CHECK(desk.resolve(column("y/t.csv")).at(0) == 2);
}

TEST_CASE("a semicolon file is read and reported once") {
  Desk desk;
  desk.timezone = "Europe/Copenhagen";
  desk.folder.write("s.csv",
                    "\xef\xbb\xbftid;v\r\n2023-01-02 00:00;1,5\r\n2023-01-03 00:00;2,5\r\n");
  const Series series = desk.resolve(column("s.csv"));
  CHECK(series.at(0) == 1.5);
  CHECK(message(desk.diagnostics, "data.csv_format").message ==
        "the cells are separated by semicolons, with decimal commas");
  desk.resolve(column("s.csv"));
  CHECK(desk.diagnostics.empty());
}

TEST_CASE("naive stamps take the site's zone, then the default") {
  Desk desk;
  desk.folder.write("n.csv", "time,v\n2023-01-02 00:00,1\n2023-01-02 01:00,2\n2023-01-03,3\n");
  desk.resolve(column("n.csv"));
  CHECK(desk.error() == "data.naive_time");
  CHECK(message(desk.diagnostics, "data.naive_time").where.line == 2);
  desk.timezone = "Europe/Copenhagen";
  CHECK(desk.resolve(column("n.csv")).at(0) == 2);  // 00:00Z is 01:00
  DataResolver other({.folders = {desk.folder.path()}, .data_dir = {}, .timezone = "UTC"});
  SeriesReport report;
  Diagnostics diagnostics;
  const SeriesSpec spec = spec_of(column("n.csv"));
  CHECK(other.resolve({spec, desk.period, desk.period.start, "", {}, {}}, report, diagnostics)
            .at(0) == 1);
}

TEST_CASE("a run over a daylight saving change reads every row of a civil file") {
  Desk desk;
  desk.timezone = "Europe/Copenhagen";
  const Zone zone(desk.timezone);
  for (const char* noon : {"2023-03-26T12:00Z", "2023-10-29T12:00Z"}) {
    const LocalTime day = midnight(zone.local(at(noon)));
    const Instant start = zone.instant(day);
    const Instant end = zone.instant(day + std::chrono::days(1));
    std::string text = "time,v\n";
    for (Instant t = start; t <= end; t += 1h) {
      text += format_time(t, zone).substr(0, 19) + "," + std::to_string((t - start) / 1h) + "\n";
    }
    const std::string file = std::string(noon, 10) + ".csv";
    desk.folder.write(file, text);
    desk.period = {start, end, 1h};
    const Series series = desk.resolve(column(file));
    CHECK(desk.error() == "");
    for (long hour = 0; hour < desk.period.step_count(); ++hour) {
      CHECK(series.at(3600.0 * static_cast<double>(hour)) == static_cast<double>(hour));
    }
  }
}

TEST_CASE("a column without values, and bad rows, are errors and give NaN") {
  Desk desk;
  desk.folder.write("e.csv", "time,v\n2023-01-02T00:00Z,\n2023-01-03T00:00Z,NaN\n");
  CHECK(std::isnan(desk.resolve(column("e.csv")).at(0)));
  CHECK(desk.error() == "data.no_values");
  desk.folder.write("header.csv", "time,v\n");
  desk.resolve(column("header.csv"));
  CHECK(desk.error() == "data.no_values");
  desk.folder.write("x.csv", "time,v\n2023-01-02T00:00Z,on\n");
  CHECK(std::isnan(desk.resolve(column("x.csv")).at(0)));
  CHECK(message(desk.diagnostics, "data.not_a_number").where.line == 2);
  CHECK(message(desk.diagnostics, "data.not_a_number").where.component == "c");
}

TEST_CASE("measured weather of an hourly file in UTC is read at local noon") {
  const auto folder = shared_data("data/twin4build/one_room");
  if (!folder) return;
  DataResolver resolver({.folders = {*folder}});
  FileColumn irradiation = column("outdoor_environment.csv", "globalIrradiation");
  irradiation.unit = unit::W_per_m2;
  irradiation.resample = Resample::Linear;
  SeriesSpec spec = spec_of(irradiation);
  spec.sample = Sample::End;
  const Period period{at("2023-11-27T00:00+01:00"), at("2023-12-01T00:00+01:00"), 20min};
  SeriesReport report;
  Diagnostics diagnostics;
  const Series series = resolver.resolve(
      {spec, period, period.start, "Europe/Copenhagen", unit::W_per_m2, {}}, report, diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  CHECK(series({.time = 12 * 3600, .step = 1200, .period = 0}) == 201);
  CHECK(report.points == 97);
}

TEST_CASE("linear weather agrees with a reference program at every row of four days") {
  const auto folder = shared_data("data/twin4build");
  if (!folder) return;
  DataResolver resolver({.folders = {*folder}});
  Diagnostics diagnostics;
  for (const char* name : {"outdoorTemperature", "globalIrradiation"}) {
    FileColumn weather = column("one_room/outdoor_environment.csv", name);
    weather.resample = Resample::Linear;
    SeriesSpec spec = spec_of(weather);
    spec.sample = Sample::End;
    // Row k of the reference is the end of step k + 1 of a run that starts one step earlier.
    const Period period{at("2023-11-26T23:40+01:00"), at("2023-11-30T23:40+01:00"), 20min};
    SeriesReport report;
    const Series series = resolver.resolve(
        {spec, period, period.start, "Europe/Copenhagen", {}, {}}, report, diagnostics);
    FileColumn reference =
        column("one_room_ttl_fixedweather.csv", std::string("outdoor_environment.") + name);
    reference.time_column = "datetime";
    std::vector<Instant> rows;
    for (long k = 1; k <= period.step_count(); ++k) rows.push_back(period.start + k * period.step);
    const Measured expected =
        read_measurement(resolver.files(), {reference, rows, {}, "", {}}, diagnostics);
    REQUIRE(expected.n == 288);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double value = series({seconds(rows[k] - period.start), 1200, 0});
      CHECK(value == Approx(expected.values[k]).epsilon(5.1e-6));  // six digits are given
    }
  }
  CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("files that configurations name are located, and listed once") {
  const TempFolder folder;
  folder.write("plant.fmu", "x");
  SimulationModel model;
  for (const char* id : {"a", "b", "c"}) {
    Component component;
    component.id = id;
    component.config["file"] = FileName{"C:\\export\\plant.fmu", ""};
    component.config["count"] = 2;
    model.add_component(component);
  }
  model.component("c").config["file"] = FileName{"other.fmu", "found before"};
  locate_files(model, DataFiles({.data_dir = folder.path()}));
  const std::string place = (folder.path() / "plant.fmu").string();
  CHECK(std::get<FileName>(model.component("a").config.at("file")).found == place);
  CHECK(std::get<FileName>(model.component("c").config.at("file")).found.empty());
  CHECK(located_files(model) == std::vector<std::string>{place});
}

}  // namespace resolver_test

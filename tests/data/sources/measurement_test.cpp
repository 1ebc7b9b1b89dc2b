// SPDX-License-Identifier: MIT
#include "hearth/data/sources/measurement.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace measurement_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

const Instant kStart = at("2023-01-02T00:00Z");

std::vector<Instant> rows(Duration step, int count) {
  std::vector<Instant> result;
  for (int k = 0; k < count; ++k) result.push_back(kStart + k * step);
  return result;
}

FileColumn column_of(const std::string& file, const std::string& name) {
  FileColumn column;
  column.file = file;
  column.column = name;
  return column;
}

/// A file of ten-minute values 0, 1, 2, (missing), 4, (no row), 6 and a reader on it.
struct Desk {
  TempFolder folder;
  DataFiles files{{.folders = {folder.path()}}};
  FileColumn column = column_of("m.csv", "v");
  Diagnostics diagnostics;

  Desk() {
    folder.write("m.csv",
                 "time,v\n2023-01-02T00:00Z,0\n2023-01-02T00:10Z,1\n2023-01-02T00:20Z,2\n"
                 "2023-01-02T00:30Z,\n2023-01-02T00:40Z,4\n2023-01-02T01:00Z,6\n");
  }
  Measured read(std::vector<Instant> instants, std::optional<Unit> target = {}) {
    diagnostics = {};
    return read_measurement(
        files, {column, std::move(instants), target, "", {.component = "c", .port = "p"}},
        diagnostics);
  }
};

// NaN compares as missing.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

}  // namespace

TEST_CASE("a measurement is the value that stands exactly at the row") {
  Desk desk;
  const Measured measured = desk.read(rows(10min, 8));
  CHECK(same(measured.values, {0, 1, 2, NAN, 4, NAN, 6, NAN}));
  CHECK(measured.n == 5);
  CHECK(measured.missing == 3);
  CHECK(same(desk.read(rows(15min, 3)).values, {0, NAN, NAN}));
  CHECK(desk.diagnostics.empty());
}

TEST_CASE("linear and hold are taken between stamps, within max_gap") {
  Desk desk;
  desk.column.resample = Resample::Linear;
  CHECK(same(desk.read(rows(15min, 6)).values, {0, 1.5, 3, 4.5, 6, NAN}));
  desk.column.resample = Resample::Hold;
  CHECK(same(desk.read(rows(15min, 6)).values, {0, 1, 2, 4, 6, NAN}));
  desk.column.max_gap = 900;
  CHECK(same(desk.read(rows(15min, 6)).values, {0, 1, NAN, NAN, 6, NAN}));
  desk.column.outside = Outside::Hold;
  CHECK(same(desk.read(rows(15min, 6)).values, {0, 1, NAN, NAN, 6, 6}));
}

TEST_CASE("mean is the average over the time since the row before") {
  Desk desk;
  desk.column.resample = Resample::Mean;
  const Measured measured = desk.read(rows(20min, 4));
  // Along the line through 0 1 2 4 6; before the first row there is nothing.
  CHECK(same(measured.values, {NAN, 1, 3, 5}));
  CHECK(measured.means == std::vector<Duration>(4, 20min));
}

TEST_CASE("rows in a gap that is long for the file are not compared") {
  Desk desk;
  std::string text = "time,v\n";
  for (int minute = 0; minute <= 12 * 60; minute += 10) {
    if (minute > 60 && minute < 9 * 60) continue;  // eight hours without values
    if (minute == 20) continue;
    text += fmt::format("2023-01-02T{:02}:{:02}Z,{}\n", minute / 60, minute % 60, minute);
  }
  desk.folder.write("m.csv", text);
  for (const auto rule : {Resample::Linear, Resample::Mean}) {
    desk.column.resample = rule;
    desk.column.max_gap.reset();
    const Measured measured = desk.read(rows(10min, 73));
    CHECK(std::isfinite(measured.values[2]));  // one value that is missing is bridged
    const long inside = rule == Resample::Linear ? 47 : 48;
    CHECK(std::count_if(measured.values.begin() + 1, measured.values.end(),
                        [](double value) { return std::isnan(value); }) == inside);
    REQUIRE(codes(desk.diagnostics) == std::vector<std::string>{"data.gap_not_compared"});
    CHECK_THAT(desk.diagnostics.items()[0].message,
               Catch::Contains(
                   "no value from 2023-01-02T01:00:00+00:00 to 2023-01-02T09:00:00+00:00 (8 h)") &&
                   Catch::Contains(fmt::format("{} rows in gaps longer than 30 min", inside)));

    desk.column.max_gap = 9.0 * 3600.0;
    CHECK(desk.read(rows(10min, 73)).missing == (rule == Resample::Linear ? 0 : 1));
    REQUIRE(codes(desk.diagnostics) == std::vector<std::string>{"data.bridged"});
    CHECK(desk.diagnostics.items()[0].severity == Severity::Note);
  }
}

TEST_CASE("a value that is held for more than six hours longer than usual is warned of") {
  Desk desk;
  desk.folder.write("m.csv",
                    "time,v\n2023-01-02T00:00Z,0\n2023-01-02T00:10Z,1\n2023-01-02T00:20Z,2\n"
                    "2023-01-02T00:30Z,3\n2023-01-02T08:00Z,4\n2023-01-02T08:10Z,5\n");
  desk.column.resample = Resample::Hold;
  CHECK(desk.read(rows(10min, 50)).missing == 0);
  REQUIRE(codes(desk.diagnostics) == std::vector<std::string>{"data.bridged"});
  CHECK(desk.diagnostics.items()[0].severity == Severity::Warning);
}

TEST_CASE("irregular values are joined over three times their usual distance") {
  Desk desk;
  std::string text = "time,v\n";
  int second = 0;
  for (int i = 0; second < 86400; ++i) {  // distances of 100 to 1500 s
    text += fmt::format("2023-01-02T{:02}:{:02}:{:02}Z,{}\n", second / 3600, second / 60 % 60,
                        second % 60, i);
    second += 100 + (i * 617) % 1401;
    if (i == 40) second += 4 * 3600;
  }
  desk.folder.write("m.csv", text);
  desk.column.resample = Resample::Linear;
  const Measured measured = desk.read(rows(10min, 140));
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.gap_not_compared"});
  CHECK(measured.missing >= 24);  // four hours
  CHECK(measured.missing <= 27);
}

TEST_CASE("means of a file are compared at the ends of their intervals, or averaged over rows") {
  Desk desk;
  desk.column.stamp = Stamp::MeanBefore;
  CHECK(desk.read(rows(10min, 3)).means == std::vector<Duration>(3, 10min));
  // Rows inside an interval have no value, with any rule.
  for (const auto rule : {Resample::None, Resample::Mean, Resample::Hold, Resample::Linear}) {
    desk.column.resample = rule;
    const Measured fine = desk.read(rows(5min, 5));
    CHECK(same(fine.values, {0, NAN, 1, NAN, 2}));
    CHECK(fine.means[2] == 10min);
  }
  // Means of 10 min between rows of 20 min; without a rule, all of them have to be there.
  desk.column.resample = Resample::None;
  const Measured coarse = desk.read(rows(20min, 3));
  CHECK(same(coarse.values, {NAN, 1.5, NAN}));
  CHECK(coarse.means[1] == 20min);
}

TEST_CASE("a mean over an interval belongs to its end") {
  Desk desk;
  desk.column.stamp = Stamp::MeanBefore;
  CHECK(same(desk.read(rows(10min, 3)).values, {0, 1, 2}));
  desk.column.stamp = Stamp::MeanAfter;
  CHECK(same(desk.read(rows(10min, 3)).values, {NAN, 0, 1}));
  desk.column.resample = Resample::Hold;
  CHECK(same(desk.read(rows(10min, 3)).values, {NAN, 0, 1}));
}

TEST_CASE("measurements are converted to the unit of the signal") {
  Desk desk;
  desk.column.unit = unit::kW;
  CHECK(desk.read(rows(10min, 2), unit::W).values == std::vector<double>{0, 1000});
  desk.read(rows(10min, 2), unit::degC);
  CHECK(codes(desk.diagnostics) == std::vector<std::string>{"data.unit_mismatch"});
}

TEST_CASE("a measurement without a file is a warning, or an error where one wants it") {
  Desk desk;
  desk.column.file = "none.csv";
  const Measured measured = desk.read(rows(10min, 2));
  CHECK(measured.n == 0);
  CHECK(measured.missing == 2);
  REQUIRE(codes(desk.diagnostics) == std::vector<std::string>{"data.measurement_missing"});
  CHECK_FALSE(desk.diagnostics.has_errors());
  MeasurementRequest request{desk.column, rows(10min, 2), {}, "", {}};
  request.missing_file = Severity::Error;
  read_measurement(desk.files, request, desk.diagnostics);
  CHECK(desk.diagnostics.has_errors());
}

TEST_CASE("a file that cannot be read leaves all rows missing and an error with its line") {
  Desk desk;
  desk.folder.write("bad.csv", "time,v\n2023-01-02T00:00Z,x\n");
  desk.column.file = "bad.csv";
  CHECK(desk.read(rows(10min, 3)).missing == 3);
  CHECK(message(desk.diagnostics, "data.not_a_number").where.line == 2);
  CHECK(desk.read({}).values.empty());
}

TEST_CASE("measured temperatures of ten days are found at every row of 20 min") {
  const auto folder = shared_data("data/twin4build/one_room");
  if (!folder) return;
  DataFiles files({.folders = {*folder}});
  const FileColumn column = column_of("temperature_sensor.csv", "value");
  std::vector<Instant> instants;
  for (Instant t = at("2023-11-27T00:00+01:00"); t <= at("2023-12-01T00:00+01:00"); t += 20min) {
    instants.push_back(t);
  }
  Diagnostics diagnostics;
  const Measured measured =
      read_measurement(files, {column, instants, {}, "Europe/Copenhagen", {}}, diagnostics);
  CHECK(measured.n == 289);
  CHECK(measured.missing == 0);
  CHECK(measured.values[0] == 20.36492009614699);
  CHECK(measured.values[1] == 20.66904924439234);
}

TEST_CASE("values that cannot be temperatures of room air are not compared, and reported") {
  TempFolder folder;
  folder.write("m.csv",
               "time,v\n2023-01-02T00:00Z,20\n2023-01-02T00:10Z,0\n2023-01-02T00:20Z,21\n"
               "2023-01-02T00:30Z,30\n2023-01-02T00:40Z,21.5\n2023-01-02T00:50Z,70\n");
  DataFiles files({.folders = {folder.path()}});
  const FileColumn column = column_of("m.csv", "v");
  const auto read = [&](const std::string& port, Diagnostics& diagnostics) {
    return read_measurement(
        files, {column, rows(10min, 6), unit::degC, "", {.component = "c", .port = port}},
        diagnostics);
  };
  Diagnostics room, duct;
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(same(read("indoorTemperature", room).values, {20.0, none, 21.0, none, 21.5, none}));
  REQUIRE(room.items().size() == 1);
  CHECK(room.items().front().code == "data.value_left_out");
  CHECK(read("outletAirTemperature", duct).n == 6);
  CHECK(duct.items().empty());
}

}  // namespace measurement_test

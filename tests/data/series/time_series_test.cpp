// SPDX-License-Identifier: MIT
#include "hearth/data/series/time_series.hpp"

#include <chrono>
#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"

namespace time_series_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

const Zone kCopenhagen("Europe/Copenhagen");

CsvTable table_of(const std::vector<std::string>& stamps) {
  std::string text = "time,value\n";
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    text += stamps[i] + "," + std::to_string(i) + "\n";
  }
  return CsvTable::parse(text, "t.csv");
}

RowTimes read(const std::vector<std::string>& stamps, const StampRules& rules = {kCopenhagen, {}}) {
  const CsvTable table = table_of(stamps);
  return read_row_times(table, 0, rules);
}

InputError refused(const std::vector<std::string>& stamps,
                   const StampRules& rules = {kCopenhagen, {}}) {
  return error_of([&] { read(stamps, rules); });
}

int line(const InputError& error) { return error.diagnostics().items()[0].where.line; }

}  // namespace

TEST_CASE("the civil time of stamps is their zone, or the offset that they carry") {
  const auto civil_time = [](const std::string& rows, const StampRules& rules) {
    return read_row_times(CsvTable::parse("time,value\n" + rows, "t.csv"), 0, rules).civil_time;
  };
  CHECK(civil_time("2024-01-01T00:00:00,1\n", {Zone("Europe/Rome"), {}}) == "Europe/Rome");
  CHECK(civil_time("2024-01-01T00:00:00-05:00,1\n", {Zone("Europe/Rome"), {}}) == "-05:00");
  CHECK(civil_time("2024-03-30T00:00:00+01:00,1\n2024-04-01T00:00:00+02:00,1\n", {}) == "+01:00");
  const auto summer_time = [](const std::string& rows) {
    return read_row_times(CsvTable::parse("time,value\n" + rows, "t.csv"), 0, {}).summer_time;
  };
  CHECK(summer_time("2024-03-30T00:00:00+01:00,1\n2024-04-01T00:00:00+02:00,1\n"));
  CHECK_FALSE(summer_time("2024-03-30T00:00:00+01:00,1\n2024-03-31T00:00:00+01:00,1\n"));
  CHECK(civil_time("2024-03-30T00:00:00+01:00,1\n2024-04-01T00:00:00-02:00,1\n", {}).empty());
  CHECK(
      civil_time("2024-03-30T00:00:00+01:00,1\n2024-04-01T00:00:00,1\n", {Zone("Europe/Rome"), {}})
          .empty());
}

TEST_CASE("naive stamps are civil time of the declared zone") {
  const RowTimes rows = read({"2023-07-01 12:00", "2023-12-01 12:00"});
  CHECK(rows.times[0] == at("2023-07-01T10:00Z"));
  CHECK(rows.times[1] == at("2023-12-01T11:00Z"));
}

TEST_CASE("a naive stamp without a zone is an error with line and remedy") {
  const InputError error = refused({"2023-07-01T12:00Z", "2023-07-01 13:00"}, {});
  CHECK(error.code() == "data.naive_time");
  CHECK(line(error) == 3);
  CHECK_THAT(error.what(), Catch::Contains("t.csv:3") && Catch::Contains("--timezone"));
}

TEST_CASE("the hours of a repeated hour are distinguished by the order of the rows") {
  const RowTimes rows = read({"2023-10-29 01:30", "2023-10-29 02:00", "2023-10-29 02:30",
                              "2023-10-29 02:00", "2023-10-29 02:30", "2023-10-29 03:00"});
  for (std::size_t i = 1; i < rows.times.size(); ++i) {
    CHECK(rows.times[i] - rows.times[i - 1] == 30min);
  }
  CHECK(rows.ambiguous == 4);
}

TEST_CASE("hourly rows with the same stamp twice are the two hours") {
  const RowTimes rows =
      read({"2023-10-29 01:00", "2023-10-29 02:00", "2023-10-29 02:00", "2023-10-29 03:00"});
  CHECK(rows.times[3] - rows.times[0] == 3h);
}

TEST_CASE("a repeated hour that stands once in the file is its first") {
  const RowTimes rows = read({"2023-10-29 02:30", "2023-10-29 03:00"});
  CHECK(rows.times[0] == at("2023-10-29T02:30+02:00"));
}

TEST_CASE("a stamp in the skipped hour is an error with its line") {
  const InputError error = refused({"2023-03-26 01:00", "2023-03-26 02:00", "2023-03-26 03:00"});
  CHECK(error.code() == "data.time_nonexistent");
  CHECK(line(error) == 3);
  // A logger that keeps standard time has no skipped hour.
  const RowTimes rows = read({"2023-03-26 02:00", "2023-03-26 03:00"}, {Zone("+01:00"), {}});
  CHECK(rows.times[0] == at("2023-03-26T01:00Z"));
}

TEST_CASE("a file that falls strictly is read in reverse, the repeated hour too") {
  const RowTimes rows = read({"2023-10-29 03:00", "2023-10-29 02:30", "2023-10-29 02:00",
                              "2023-10-29 02:30", "2023-10-29 02:00", "2023-10-29 01:30"});
  CHECK(rows.reversed);
  CHECK(rows.rows.front() == 5);
  CHECK(rows.times.back() - rows.times.front() == 2h + 30min);
}

TEST_CASE("rows in no order are an error with the line") {
  const InputError error = refused({"2023-01-01", "2023-01-03", "2023-01-02", "2023-01-04"});
  CHECK(error.code() == "data.time_order");
  CHECK(line(error) == 4);
  CHECK(refused({"2023-01-03", "2023-01-02", "2023-01-02", "2023-01-01"}).code() ==
        "data.time_order");
}

TEST_CASE("stamps without a year take the declared one and continue over new year") {
  CHECK(refused({"12/31  23:00:00"}).code() == "data.year_missing");
  const RowTimes rows =
      read({"12/31  23:00:00", "12/31  24:00:00", "01/01  01:00:00"}, {Zone("+01:00"), 2023});
  CHECK(rows.times[0] == at("2023-12-31T23:00+01:00"));
  CHECK(rows.times[1] == at("2024-01-01T00:00+01:00"));
  CHECK(rows.times[2] == at("2024-01-01T01:00+01:00"));
}

TEST_CASE("a cell that is not a time is an error with its line") {
  CHECK(line(refused({"2023-01-01", "n/a"})) == 3);
  CHECK(refused({"2023-01-01", ""}).code() == "data.time_invalid");
}

TEST_CASE("the zone comes from the column, then the file, then the site") {
  const CsvTable plain = table_of({"2023-01-01"});
  CHECK_FALSE(stamp_rules(plain, "", "").zone);
  CHECK(stamp_rules(plain, "", "Europe/Rome").zone->name() == "Europe/Rome");
  const CsvTable declared =
      CsvTable::parse("# timezone: +01:00\n# year: 2021\ntime,a\n01/01 00:00,1\n", "t.csv");
  CHECK(stamp_rules(declared, "", "Europe/Rome").zone->name() == "+01:00");
  CHECK(stamp_rules(declared, "UTC", "Europe/Rome").zone->name() == "UTC");
  CHECK(stamp_rules(declared, "", "").year == 2021);
  CHECK(error_of([&] { stamp_rules(plain, "Mars/Base", ""); }).code() == "data.zone_unknown");
}

TEST_CASE("duplicate stamps are an error, or the last, or the mean") {
  const CsvTable table = CsvTable::parse(
      "time,a\n2023-01-01,1\n2023-01-02,2\n2023-01-02,\n2023-01-02,6\n2023-01-03,3\n", "t.csv");
  const RowTimes times = read_row_times(table, 0, {Zone(), {}});
  const InputError error = error_of([&] { make_raw_series(table, 1, times, Duplicates::Error); });
  CHECK(error.code() == "data.time_duplicate");
  CHECK(line(error) == 4);
  const RawSeries last = make_raw_series(table, 1, times, Duplicates::Last);
  CHECK(last.values == std::vector<double>{1, 6, 3});
  CHECK(last.merged == 2);
  CHECK(make_raw_series(table, 1, times, Duplicates::Mean).values == std::vector<double>{1, 4, 3});
}

TEST_CASE("missing values, left-out stamps and the longest gap are counted") {
  std::string text = "time,a\n";
  for (int hour = 0; hour < 24; ++hour) {
    if (hour == 20) continue;
    text += "2023-01-01T" + std::string(hour < 10 ? "0" : "") + std::to_string(hour) + ":00Z," +
            (hour == 5 || hour == 6 ? "NaN" : "1") + "\n";
  }
  const CsvTable table = CsvTable::parse(text, "t.csv");
  const RawSeries series =
      make_raw_series(table, 1, read_row_times(table, 0, {}), Duplicates::Error);
  CHECK(series.interval == 1h);
  CHECK(series.regular);
  CHECK(series.missing == 2);
  CHECK(series.absent == 1);
  CHECK(series.longest_gap.from == at("2023-01-01T04:00Z"));
  CHECK(series.longest_gap.length() == 3h);
}

TEST_CASE("the histogram of steps starts with the most frequent, then the shortest") {
  const RowTimes rows = read({"2023-01-01 00:00", "2023-01-01 00:10", "2023-01-01 00:20",
                              "2023-01-01 01:00", "2023-01-01 01:05"});
  const std::vector<StepCount> steps = step_histogram(rows.times);
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].step == 10min);
  CHECK(steps[0].count == 2);
  CHECK(steps[1].step == 5min);
  CHECK(stamps_left_out(1h, 10min) == 5);
  CHECK(stamps_left_out(25min, 10min) == 2);
  CHECK(stamps_left_out(10min, 10min) == 0);
}

}  // namespace time_series_test

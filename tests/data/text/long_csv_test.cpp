// SPDX-License-Identifier: MIT
#include "hearth/data/text/long_csv.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace long_csv_test {

using namespace hearth;

namespace {

using Names = std::vector<std::string>;

LongCsv long_csv(const std::string& text) { return LongCsv(CsvTable::parse(text, "long.csv")); }

/// The cells of a column, `|` between them.
std::string cells(const CsvTable& table, int column) {
  std::string text;
  for (long row = 0; row < table.rows(); ++row) {
    text += (row == 0 ? "" : "|") + std::string(table.cell(row, column));
  }
  return text;
}

const std::string kTrends =
    "Export of trends\n"
    "Timestamp;Point Name;Value;Unit;Quality\n"
    "16.10.2023 00:00;AHU1.SAT;18,5;°C;good\n"
    "16.10.2023 00:00;Zone 7;21;°C;good\n"
    "16.10.2023 00:15;AHU1.SAT;18,75;°C;good\n"
    "16.10.2023 00:20;Zone 7;21,25;;bad\n";

}  // namespace

TEST_CASE("a file with a key, a time and a value in each row has the long form") {
  for (const Names& header : {Names{"time", "name", "value"},
                              {"series_id", "t_utc", "v"},
                              {"Tag", "Date Time", "Reading"},
                              {"timestamp", "point", "value [degC]", "unit"},
                              {"uuid", "ts", "val", "units", "status"}}) {
    CHECK(LongCsv::has_form(header));
  }
  for (const Names& header : {Names{"time", "value"},
                              {"time", "name"},
                              {"time", "room", "value"},
                              {"time", "name", "value", "power"},
                              {"time", "name", "id", "value"},
                              {}}) {
    CHECK_FALSE(LongCsv::has_form(header));
  }
}

TEST_CASE("each series of a long file is a table of its own with its unit and lines") {
  LongCsv file = long_csv(kTrends);
  CHECK(file.columns() == Names{"AHU1.SAT [°C]", "Zone 7 [°C]"});
  for (const char* name : {"Zone 7", "Zone 7 [°C]"}) {
    CAPTURE(name);
    const CsvTable& zone = *file.select(std::string(name)).table;
    CHECK(cells(zone, 0) == "16.10.2023 00:00|16.10.2023 00:20");
    CHECK(zone.numbers(1) == std::vector<double>{21.0, 21.25});
    CHECK(zone.header_unit(1) == unit::degC);
    CHECK(zone.line(1) == 6);
  }
  CHECK(file.select(std::string("AHU1.SAT")).table->numbers(1) == std::vector<double>{18.5, 18.75});
}

TEST_CASE("a missing series of a long file is named with the nearest one") {
  LongCsv file = long_csv(kTrends);
  const auto error = file.lacks(std::string("Zone 8"));
  REQUIRE(error.has_value());
  CHECK_THAT(error->what(), Catch::Contains("data.column_missing") &&
                                Catch::Contains("no series 'Zone 8' in column 'Point Name'") &&
                                Catch::Contains("did you mean 'Zone 7'?"));
  CHECK_THROWS_AS(file.select(std::string("Zone 8")), InputError);
  // The columns of the file itself can still be read.
  CHECK(file.select(std::string("Value")).table->rows() == 4);
  CHECK(file.select(2).key.empty());
}

TEST_CASE("the series of a long file are audited side by side, ordered by time") {
  // Sorted by series: the second begins before the first ends.
  LongCsv file = long_csv(
      "name,time,value\nb,16.10.2023 00:00,1\nb,16.10.2023 02:00,2\n"
      "a,15.10.2023 23:00,4\na,16.10.2023 01:00,5\na,16.10.2023 02:00,6\n");
  std::string description;
  const CsvTable table = file.overview({}, description);
  CHECK(description == "5 rows of 2 series");
  CHECK(table.columns() == Names{"time", "b", "a"});
  CHECK(cells(table, 0) == "15.10.2023 23:00|16.10.2023 00:00|16.10.2023 01:00|16.10.2023 02:00");
  CHECK(cells(table, 1) == "|1||2");
  CHECK(cells(table, 2) == "4||5|6");
}

TEST_CASE("an hour that clocks repeat stays in its order in an audit of a long file") {
  std::string text = "name,time,value\n";
  for (const char* stamp : {"01:30", "02:00", "02:30", "02:00", "02:30", "03:00"}) {
    text += std::string("a,2024-10-27 ") + stamp + ",1\nb,2024-10-27 " + stamp + ",2\n";
  }
  std::string description;
  const CsvTable table = long_csv(text).overview({}, description);
  CHECK(cells(table, 0) ==
        "2024-10-27 01:30|2024-10-27 02:00|2024-10-27 02:30|2024-10-27 02:00|2024-10-27 02:30|"
        "2024-10-27 03:00");
  CHECK(cells(table, 2) == "2|2|2|2|2|2");
}

TEST_CASE("a series out of order stays so in an audit of a long file") {
  std::string description;
  const CsvTable table = long_csv(
                             "name,time,value\na,2024-01-02T00:00Z,1\na,2024-01-03T00:00Z,2\n"
                             "a,2024-01-01T00:00Z,3\n")
                             .overview({}, description);
  CHECK(cells(table, 1) == "1|2|3");
}

TEST_CASE("numbers of rows and values are not names of series") {
  const auto is_long = [](const std::string& text) {
    return LongCsv::has_form(CsvTable::parse(text, "t.csv"));
  };
  CHECK_FALSE(is_long("id,timestamp,value\n1,a,5\n2,b,6\n3,c,7\n"));
  CHECK_FALSE(is_long("time,sensor,value\na,20.01,5\nb,20.02,6\n"));
  CHECK(is_long("id,timestamp,value\n17,a,5\n18,a,6\n17,b,7\n18,b,8\n17,c,1\n18,c,2\n"));
  CHECK(is_long("name,timestamp,value\nx,a,5\ny,a,6\n"));
}

TEST_CASE("units of a long file may be part of the names, and be written in several ways") {
  LongCsv file = long_csv("name,time,value,unit\na [°C],1,20,degC\na [°C],2,21,°C\nb [kW],1,3,\n");
  CHECK(file.columns() == Names{"a [°C]", "b [kW]"});
  CHECK(file.select(std::string("a")).table->rows() == 2);
}

TEST_CASE("a series whose rows state different units is refused with the line") {
  CHECK_THROWS_WITH(long_csv("time,name,value,unit\n1,a,20,degC\n2,b,1,kW\n3,a,68,degF\n"),
                    Catch::Contains("long.csv:4") && Catch::Contains("data.unit_differs") &&
                        Catch::Contains("in degF here and in degC before"));
}

}  // namespace long_csv_test

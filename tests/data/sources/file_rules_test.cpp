// SPDX-License-Identifier: MIT
#include "hearth/data/sources/file_rules.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace file_rules_test {

using namespace hearth;
using namespace hearth::test;

namespace {

FileColumn column_of(const std::string& file, const ColumnName& name) {
  FileColumn column;
  column.file = file;
  column.column = name;
  return column;
}

FileColumn rule(const std::string& pattern, const std::string& format) {
  FileColumn column;
  column.file = pattern;
  column.time_format = format;
  return column;
}

RawSeries read(const TempFolder& folder, const FileColumn& column) {
  DataFiles files({.folders = {folder.path()}, .timezone = "Europe/Rome"});
  Diagnostics notes;
  return *files.series(*files.find(column.file), column, {}, notes);
}

std::string refusal(const TempFolder& folder, const FileColumn& column) {
  return error_of([&] { read(folder, column); }).diagnostics().items().front().message;
}

constexpr const char* kGerman =
    "Zeit;T [degC];P;m [l/s]\n16.10.2023 00:00;20,5;1.234,5;0,1\n"
    "16.10.2023 00:10;Bad;-999;0,2\n";

}  // namespace

TEST_CASE("a column in the format of another country is read as the series describes") {
  const TempFolder folder;
  folder.write("bms.csv", kGerman);
  FileColumn power = column_of("bms.csv", "P");
  power.time_format = "DD.MM.YYYY HH:mm";
  power.decimal = Mark::Comma;
  power.thousands = Mark::Point;
  power.missing = {"-999"};
  power.scale = 2.0;
  power.offset = 1.0;
  const RawSeries series = read(folder, power);
  CHECK(series.times.front() == at("2023-10-15T22:00:00Z"));
  CHECK(series.values.front() == 2470.0);
  CHECK(std::isnan(series.values.back()));
  CHECK(series.missing == 1);
  FileColumn temperature = column_of("bms.csv", "T");
  CHECK_THAT(refusal(folder, temperature), Catch::Contains(R"("time_format": "DD.MM.YYYY HH:mm")"));
  temperature.time_format = power.time_format;
  CHECK_THAT(refusal(folder, temperature), Catch::Contains(R"("missing": ["Bad"])"));
  power.thousands = Mark::Comma;
  CHECK(error_of([&] { read(folder, power); }).code() == "data.marks_equal");
}

TEST_CASE("dates that may be read in two ways are refused") {
  const TempFolder folder;
  folder.write("d.csv", "time,v\n03/04/2023 00:00,1\n03/04/2023 01:00,2\n");
  FileColumn column = column_of("d.csv", "v");
  const InputError error = error_of([&] { read(folder, column); });
  CHECK(error.code() == "data.date_ambiguous");
  CHECK(error.diagnostics().items().front().where.line == 2);
  CHECK_THAT(error.what(), Catch::Contains(R"("DD/MM/YYYY HH:mm" or "MM/DD/YYYY HH:mm")"));
  column.time_format = "MM/DD/YYYY HH:mm";
  CHECK(read(folder, column).times.front() == at("2023-03-03T23:00:00Z"));
  column.time_format = "DD.MM.YYYY HH:mm";
  CHECK(error_of([&] { read(folder, column); }).code() == "data.time_invalid");
}

TEST_CASE("date and time may be in two columns") {
  const TempFolder folder;
  folder.write("two.csv",
               "Date,Time,v\n10/29/2023,1:30 AM,1\n10/29/2023,2:30 AM,2\n10/29/2023,2:30 AM,3\n");
  FileColumn column = column_of("two.csv", "v");
  column.time_column = "Date";
  column.clock_column = "Time";
  column.time_format = "MM/DD/YYYY hh:mm a";
  const RawSeries series = read(folder, column);  // an hour comes twice that night
  CHECK(series.times == std::vector<Instant>{at("2023-10-28T23:30:00Z"), at("2023-10-29T00:30:00Z"),
                                             at("2023-10-29T01:30:00Z")});
}

TEST_CASE("one file is read in several ways and listed once") {
  const TempFolder folder;
  folder.write("t.csv", "time;a,b\n2023-01-01;1,5\n2023-01-02;2,5\n");
  DataFiles files({.folders = {folder.path()}, .timezone = "UTC"});
  Diagnostics notes;
  FileColumn first = column_of("t.csv", 1);
  FileColumn second = first;
  second.scale = 10.0;
  CHECK(files.series(*files.find("t.csv"), first, {}, notes)->values[0] == 1.5);
  CHECK(files.series(*files.find("t.csv"), second, {}, notes)->values[0] == 15.0);
  CHECK(files.series(*files.find("t.csv"), first, {}, notes) ==
        files.series(*files.find("t.csv"), first, {}, notes));                    // kept
  CHECK(files.series(*files.find("t.csv"), second, {}, notes).use_count() == 1);  // not kept
  second.separator = Separator::Comma;
  CHECK(error_of([&] { files.series(*files.find("t.csv"), second, {}, notes); }).code() ==
        "data.time_invalid");
  CHECK(files.inputs().size() == 1);
}

TEST_CASE("numbers and words in SQLite are read by the same keys") {
  const TempFolder folder;
  {
    SqliteDatabase database(folder.path() / "s.sqlite", SqliteDatabase::Access::Write);
    database.run(
        "CREATE TABLE t(time, v); INSERT INTO t VALUES (1697414400, 10), "
        "(1697414460, 'Bad'), (1697414520, -999)");
    database.run("CREATE TABLE u(time, w); INSERT INTO u VALUES ('16.10.2023 00:00', '1,5')");
    database.run("CREATE TABLE x(time, y); INSERT INTO x VALUES (45215.5, 3)");
  }
  FileColumn column = column_of("s.sqlite", "v");
  column.missing = {"bad", "-999"};
  column.scale = 0.1;
  column.time_format = "unix_ms";
  CHECK(read(folder, column).times[1] - read(folder, column).times[0] == Duration(60));
  column.time_format = "unix";
  const RawSeries series = read(folder, column);
  CHECK(series.times.front() == at("2023-10-16T00:00:00Z"));
  CHECK(series.values.front() == 1.0);
  CHECK(series.missing == 2);
  FileColumn text = column_of("s.sqlite", "w");
  text.time_format = "DD.MM.YYYY HH:mm";
  text.decimal = Mark::Comma;
  CHECK(read(folder, text).values.front() == 1.5);
  FileColumn days = column_of("s.sqlite", "y");
  days.time_format = "excel";
  CHECK(read(folder, days).times.front() == at("2023-10-16T10:00:00Z"));
}

TEST_CASE("scale turns one unit into another, a header that contradicts is refused") {
  FileColumn column = column_of("t.csv", "m");
  column.unit = parse_unit("kg/s");
  const auto litres = parse_unit("W");
  const auto code = [&](const std::optional<Unit>& header) {
    return error_of([&] { file_conversion(column, header, parse_unit("kg/s"), {}); }).code();
  };
  CHECK(code(litres) == "data.unit_mismatch");
  column.scale = 0.998;  // of another dimension: taken at its word
  CHECK(code(litres) == "none");
  column.scale = 1.0 / 3600.0;
  CHECK(code(parse_unit("kg/h")) == "none");
  column.scale = 0.1;
  CHECK(code(parse_unit("kg/h")) == "data.unit_mismatch");
  CHECK(code(parse_unit("kg/s")) == "none");
  column.unit.reset();
  CHECK(code(parse_unit("W")) == "data.unit_mismatch");  // the header counts for scaled numbers
}

TEST_CASE("rules of files fill what columns leave open, names before patterns") {
  std::vector<FileColumn> rules{rule("*", "iso"), rule("b*.csv", "unix"), rule("bms.csv", "excel")};
  rules[0].duplicates = Duplicates::Last;
  rules[2].time_column = "Date";
  rules[2].clock_column = "Time";
  FileColumn column = column_of("data/bms.csv", "v");
  column = with_file_rules(column, rules);
  CHECK(column.time_format == "excel");
  CHECK(column.duplicates == Duplicates::Last);
  CHECK(column.clock_column == ColumnName("Time"));
  column.time_column = 0;
  column.clock_column.reset();
  column.time_format = "unix_ms";
  column.duplicates = Duplicates::Error;
  const FileColumn own = with_file_rules(column, rules);
  CHECK(own == column);
  CHECK(with_file_rules(column_of("b2.csv", 1), rules).time_format == "unix");
  CHECK(with_file_rules(column_of("c.csv", 1), rules).time_format == "iso");
  CHECK(under_file_rules(column, rules).time_format == "excel");
  CHECK(under_file_rules(column, rules).column == column.column);
  const Diagnostics unused = unused_file_rules({rule("bsm.csv", "unix")}, {"bms.csv"});
  CHECK(codes(unused) == std::vector<std::string>{"data.file_rule_unused"});
  CHECK_THAT(to_string(unused.items().front()), Catch::Contains("bms.csv"));
  CHECK(unused_file_rules(rules, {"bms.csv", "b.csv"}).items().empty());
}

TEST_CASE("very many patterns for very many files are refused, names are not") {
  SimulationModel model;
  std::vector<FileColumn> patterns, names;
  for (int i = 0; i < 20'000; ++i) {
    const std::string file = "file" + std::to_string(i) + ".csv";
    model.measurements["c.p" + std::to_string(i)].column = column_of(file, "v");
    patterns.push_back(rule(file + "*", "unix"));
    names.push_back(rule(file, "unix"));
  }
  CHECK(error_of([&] { apply_file_rules(model, patterns); }).code() == "limit.exceeded");
  apply_file_rules(model, names);
  CHECK(model.measurements.begin()->second.column.time_format == "unix");
  CHECK(unused_file_rules(names, column_files(model)).empty());
}

TEST_CASE("of rules that fit equally well the first one counts") {
  SimulationModel model;
  model.measurements["c.p"].column = column_of("d/a.csv", "v");
  const std::vector<FileColumn> rules{rule("*.csv", "unix"), rule("a.csv", "excel"),
                                      rule("a.csv", "iso"), rule("d/a.csv", "")};
  apply_file_rules(model, rules);
  CHECK(model.measurements["c.p"].column.time_format == "excel");
  CHECK(with_file_rules(column_of("d/a.csv", "v"), rules).time_format == "excel");
}

}  // namespace file_rules_test

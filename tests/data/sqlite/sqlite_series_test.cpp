// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite_series.hpp"

#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/sources/audit.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace sqlite_series_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

std::filesystem::path database(const TempFolder& folder, const std::string& sql) {
  const auto path = folder.path() / "store.sqlite";
  std::filesystem::remove(path);
  SqliteDatabase(path, SqliteDatabase::Access::Write).run(sql);
  return path;
}

/// What a model gets from a file.
struct Read {
  std::vector<double> steps;
  std::string report;
  std::vector<std::string> messages;
  friend bool operator==(const Read&, const Read&) = default;
};

Read read(const TempFolder& folder, FileColumn column, const std::string& timezone = "") {
  Read result;
  DataResolver resolver({.folders = {folder.path()}, .data_dir = {}, .timezone = timezone});
  const Period period{at("2023-01-02T00:00Z"), at("2023-01-02T04:00Z"), 30min};
  SeriesSpec spec;
  spec.source = column;
  SeriesReport report;
  Diagnostics diagnostics;
  try {
    const Series series = resolver.resolve(
        {spec, period, period.start, "", unit::degC, {.component = "c", .port = "p"}}, report,
        diagnostics);
    for (int k = 0; k <= 8; ++k) {
      result.steps.push_back(series({.time = 1800.0 * k, .step = k == 0 ? 0.0 : 1800.0}));
    }
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  }
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.code == "data.sqlite_time") continue;
    result.messages.push_back(item.code + " " + item.message);
  }
  result.report = fmt::format("{} {}", report.points, report.missing);
  return result;
}

// Half-hourly from 2023-01-02T00:00Z: one missing value, one stamp left out.
struct Reading {
  std::int64_t time;  // Unix, s
  double value;
};
std::vector<Reading> samples() {
  std::vector<Reading> list;
  for (int k = 0; k < 30; ++k) {
    if (k == 6) continue;
    list.push_back({1672617600 + 1800 * k, k == 3 ? std::nan("") : 20.0 + 0.1 * k});
  }
  return list;
}

std::string value_text(double value) { return std::isnan(value) ? "" : number_text(value); }
std::string sql_value(double value) { return std::isnan(value) ? "NULL" : number_text(value); }
std::string iso(std::int64_t time) {
  return format_time(Instant(std::chrono::seconds(time)), Zone());
}

FileColumn column_of(const std::string& file, const std::string& name) {
  FileColumn column;
  column.file = file;
  column.column = name;
  return column;
}

Read from_csv(const TempFolder& folder) {
  std::string text = "time,room.t [degC]\n";
  for (const Reading& s : samples()) text += iso(s.time) + "," + value_text(s.value) + "\n";
  folder.write("t.csv", text);
  return read(folder, column_of("t.csv", "room.t"));
}

// Rows `(prefix, time, value)` of a table.
std::string rows(const std::string& table, const std::string& prefix, double per_second) {
  std::string sql;
  for (const Reading& s : samples()) {
    sql += fmt::format("INSERT INTO {} VALUES ({}{}, {});", table, prefix,
                       static_cast<std::int64_t>(static_cast<double>(s.time) * per_second),
                       sql_value(s.value));
  }
  return sql;
}

const char* const kLong =
    "CREATE TABLE series(id INTEGER PRIMARY KEY, name TEXT, unit TEXT);"
    "CREATE TABLE samples(series_id, time, value);"
    "INSERT INTO series VALUES (1, 'room.t', 'degC'), (2, 'hall.t', 'degC');"
    "INSERT INTO samples VALUES (2, 1672617600, 5), (2, 1672637600, 7);";

}  // namespace

TEST_CASE("a series is the same from SQLite as from CSV, whatever form the tables have") {
  const TempFolder folder;
  const Read expected = from_csv(folder);
  INFO(Catch::StringMaker<std::vector<std::string>>::convert(expected.messages));
  REQUIRE(expected.steps.size() == 9);
  const FileColumn column = column_of("store.sqlite", "room.t");

  SECTION("by key, in seconds") {
    database(folder, kLong + rows("samples", "1, ", 1.0));
    CHECK(read(folder, column) == expected);
  }
  SECTION("by key, in milliseconds and not sorted") {
    database(folder,
             "CREATE TABLE data(id, timestamp, value);"
             "CREATE TABLE signals(id, signal, unit);"
             "INSERT INTO signals VALUES (7, 'room.t', 'degC');" +
                 rows("data", "7, ", 1000.0) +
                 "CREATE TABLE other AS SELECT * FROM data ORDER BY timestamp DESC;"
                 "DELETE FROM data; INSERT INTO data SELECT * FROM other; DROP TABLE other");
    CHECK(read(folder, column) == expected);
  }
  SECTION("by name, with text stamps of UTC") {
    std::string sql =
        "CREATE TABLE values_(name, t_utc, value); CREATE TABLE units(name, unit);"
        "INSERT INTO units VALUES ('room.t', 'degC');";
    for (const Reading& s : samples()) {
      std::string stamp = iso(s.time);
      stamp.resize(19);  // no offset: the name of the column contains it
      sql += fmt::format("INSERT INTO values_ VALUES ('room.t', '{}', {});", stamp,
                         sql_value(s.value));
    }
    database(folder, sql);
    CHECK(read(folder, column) == expected);
  }
  SECTION("a table with a column for each series") {
    database(folder, "CREATE TABLE t(time, \"room.t [degC]\")" + (";" + rows("t", "", 1.0)));
    CHECK(read(folder, column) == expected);
  }
  SECTION("a view, and stamps in another column than the first") {
    database(folder, "CREATE TABLE t(time, x);" + rows("t", "", 1.0) +
                         "CREATE VIEW v AS SELECT x AS \"room.t [degC]\", time AS stamp FROM t");
    FileColumn other = column_of("store.sqlite", "v/room.t");
    other.time_column = "stamp";
    CHECK(read(folder, other) == expected);
  }
  SECTION("the results of a scenario set") {
    database(folder,
             "PRAGMA application_id = 1213355080;"
             "CREATE TABLE runs(run INTEGER PRIMARY KEY, id TEXT, status TEXT);"
             "CREATE TABLE series(id INTEGER PRIMARY KEY, run, signal, unit);"
             "CREATE TABLE samples(series, time, value);"
             "INSERT INTO runs VALUES (0, 'a/1', 'done'), (1, 'a/2', 'done');"
             "INSERT INTO series VALUES (1, 0, 'room.t', 'degC'), (2, 0, 'b.p', 'W'),"
             "(3, 1, 'b.p', 'W');" +
                 rows("samples", "1, ", 1000.0));
    CHECK(read(folder, column) == expected);
    CHECK(read(folder, column_of("store.sqlite", "a/1:room.t")) == expected);
    const Read several = read(folder, column_of("store.sqlite", "b.p"));
    REQUIRE(several.messages.size() == 1);
    CHECK(several.messages[0].find("name one of them ('a/1:b.p', 'a/2:b.p')") != std::string::npos);
    const Read unknown = read(folder, column_of("store.sqlite", "a/1:room.T"));
    REQUIRE(unknown.messages.size() == 1);
    CHECK(unknown.messages[0].find("did you mean 'a/1:room.t'?") != std::string::npos);
  }
}

TEST_CASE("what is wrong with a series in SQLite has the codes it has in CSV") {
  const TempFolder folder;
  const FileColumn column = column_of("store.sqlite", "room.t");
  const auto code = [&](const std::string& sql, const FileColumn& asked) {
    database(folder, sql);
    const Read result = read(folder, asked);
    REQUIRE(result.messages.size() == 1);
    return result.messages[0].substr(0, result.messages[0].find(' '));
  };
  CHECK(code(kLong + rows("samples", "1, ", 1.0) + rows("samples", "1, ", 1.0), column) ==
        "data.time_duplicate");
  CHECK(code("CREATE TABLE t(time, \"room.t\");"
             "INSERT INTO t VALUES ('2023-01-02T00:00', 1), ('2023-01-03T00:00', 2)",
             column) == "data.naive_time");
  CHECK(code("CREATE TABLE t(time, \"room.t\"); INSERT INTO t VALUES ('soon', 1)", column) ==
        "data.time_invalid");
  CHECK(code("CREATE TABLE t(time, \"room.t\"); INSERT INTO t VALUES (NULL, 1)", column) ==
        "data.time_invalid");
  CHECK(code("CREATE TABLE t(time, \"room.t\");"
             "INSERT INTO t VALUES (1672617600, 'warm'), (1672637600, 1)",
             column) == "data.not_a_number");
  CHECK(code("CREATE TABLE t(time, \"room.t [W]\");"
             "INSERT INTO t VALUES (1672617600, 1), (1672637600, 1)",
             column) == "data.unit_mismatch");
  CHECK(code(kLong, column_of("store.sqlite", "room.u")) == "data.column_missing");
  CHECK(code("CREATE TABLE empty(a)", column) == "data.sqlite_invalid");
  const std::string two = "CREATE TABLE a(time, \"room.t\"); CREATE TABLE b(time, \"room.t\");";
  CHECK(code(two, column) == "data.column_ambiguous");
}

TEST_CASE("a virtual table is not read, however its entry is written") {
  const TempFolder folder;
  const auto path = database(folder,
                             "CREATE VIRTUAL TABLE zz USING fts5(time, v);"
                             "CREATE TABLE plain(time, x);");
  std::ifstream stream(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  const std::string begin = "CREATE VIRTUAL";
  const std::size_t at = bytes.find(begin);
  REQUIRE(at != std::string::npos);
  folder.write("store.sqlite", bytes.replace(at, begin.size(), "CREATE\tVIRTUAL"));
  bool plain = false;
  for (const std::string& column : SqliteSeries(path).columns()) {
    CHECK_FALSE(column.starts_with("zz/"));
    plain = plain || column == "plain/x";
  }
  CHECK(plain);
}

TEST_CASE("the unit of numeric stamps is found by their magnitude and reported") {
  const TempFolder folder;
  for (const auto& [scale, name] :
       std::vector<std::pair<double, std::string>>{{1.0, "s"}, {1e3, "ms"}, {1e6, "us"}}) {
    const auto path = database(
        folder, kLong + std::string("DELETE FROM samples;") + rows("samples", "1, ", scale));
    SqliteSeries series(path);
    Diagnostics notes;
    const auto selection = series.select("room.t", 0, notes);
    CHECK(selection.table->cell(0, 0) == "2023-01-02T00:00:00+00:00");
    REQUIRE(notes.items().size() == 1);
    CHECK(notes.items()[0].code == "data.sqlite_time");
    CHECK(notes.items()[0].message ==
          "numbers in 'time' of 'samples' are read as Unix time in " + name);
  }
}

TEST_CASE("columns of one name are distinguished by their tables") {
  const TempFolder folder;
  const auto path = database(folder,
                             "CREATE TABLE a(time, x); CREATE TABLE b(time, x);"
                             "INSERT INTO a VALUES (0, 1); INSERT INTO b VALUES (0, 2)");
  SqliteSeries series(path);
  Diagnostics notes;
  CHECK(series.columns() == std::vector<std::string>{"a/x", "b/x"});
  CHECK(series.select("b/x", 0, notes).table->cell(0, 1) == "2");
  const InputError error = error_of([&] { series.lacks("x"); });
  CHECK(error.code() == "data.column_ambiguous");
  CHECK(error.diagnostics().items()[0].message ==
        "2 columns match 'x': name one of them ('a/x', 'b/x')");
  CHECK(series.lacks("b/y")->code() == "data.column_missing");
}

TEST_CASE("a table of a database is audited like a CSV file") {
  const TempFolder folder;
  from_csv(folder);
  const auto path =
      database(folder, "CREATE TABLE t(time, \"room.t [degC]\");" + rows("t", "", 1.0));
  const DataAudit csv = audit_data(folder.path() / "t.csv");
  const DataAudit audit = audit_data(path);
  CHECK(audit.rows == csv.rows);
  CHECK(audit.first == csv.first);
  CHECK(audit.absent == 1);
  CHECK(audit.absent == csv.absent);
  REQUIRE(audit.columns.size() == 1);
  CHECK(audit.columns[0].name == csv.columns[0].name);
  CHECK(audit.columns[0].missing == 1);
  CHECK(audit.columns[0].max == csv.columns[0].max);
  database(folder, kLong + rows("samples", "1, ", 1.0));
  const DataAudit series = audit_data(path);
  REQUIRE(series.columns.size() == 2);
  CHECK(series.columns[1].name == "hall.t [degC]");
}

}  // namespace sqlite_series_test

// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace sqlite_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("numbers, texts, bytes and missing values come back from a database as they were") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  const std::string bytes("\0\x01\xff", 3);
  {
    SqliteDatabase database(path, SqliteDatabase::Access::Write);
    database.run("CREATE TABLE t(a, b, c, d, e)");
    SqliteStatement insert = database.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5)");
    insert.bind(1, std::int64_t{1} << 62).bind(2, 0.1).bind(3, std::string_view("21 °C"));
    insert.bind(4, std::numeric_limits<double>::quiet_NaN()).bind_blob(5, bytes.data(), 3);
    insert.run();
  }
  CHECK(is_sqlite_file(path));
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  CHECK(database.has_table("t"));
  CHECK_FALSE(database.has_table("u"));
  SqliteStatement row = database.prepare("SELECT * FROM t");
  CHECK(row.columns() == 5);
  CHECK(row.column_name(1) == "b");
  REQUIRE(row.next());
  CHECK(row.integer(0) == std::int64_t{1} << 62);
  CHECK(row.number(1) == 0.1);
  CHECK(row.is_text(2));
  CHECK(row.text(2) == "21 °C");
  CHECK(row.is_null(3));
  CHECK(std::isnan(row.number(3)));
  CHECK(row.blob(4) == bytes);
  CHECK_FALSE(row.next());
  CHECK(row.next());  // ready to be used again
}

TEST_CASE("a transaction that is not committed is taken back") {
  SqliteDatabase database("", SqliteDatabase::Access::Memory);
  database.run("CREATE TABLE t(a)");
  {
    const SqliteTransaction transaction(database);
    database.run("INSERT INTO t VALUES (1)");
  }
  {
    SqliteTransaction transaction(database);
    database.run("INSERT INTO t VALUES (2)");
    transaction.commit();
  }
  SqliteStatement count = database.prepare("SELECT count(*), max(a) FROM t");
  REQUIRE(count.next());
  CHECK(count.integer(0) == 1);
  CHECK(count.integer(1) == 2);
}

TEST_CASE("failures of databases have a code, the path and a reason") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase database(path, SqliteDatabase::Access::Write);
  database.run("CREATE TABLE t(a)");
  const InputError lacks = error_of([&] { database.prepare("SELECT b FROM t"); });
  CHECK(lacks.code() == "data.sqlite_invalid");
  CHECK(lacks.diagnostics().items()[0].where.file == path.string());
  CHECK(lacks.diagnostics().items()[0].message == "it cannot be used: no such column: b");

  const auto text = folder.write("b.sqlite", "time,value\n2023-01-01T00:00Z,1\n");
  CHECK_FALSE(is_sqlite_file(text));
  CHECK(error_of([&] {
          SqliteDatabase(text, SqliteDatabase::Access::Read).has_table("t");
        }).code() == "data.sqlite_invalid");
  CHECK(error_of([&] {
          SqliteDatabase(folder.path() / "no", SqliteDatabase::Access::Read);
        }).code() == "file.unreadable");
  CHECK(error_of([&] {
          SqliteDatabase(folder.path() / "no/a", SqliteDatabase::Access::Write);
        }).code() == "file.write");
  CHECK(error_of([&] {
          SqliteDatabase(path, SqliteDatabase::Access::Read).run("INSERT INTO t VALUES (1)");
        }).code() == "file.unreadable");

  database.run("BEGIN EXCLUSIVE");
  CHECK(error_of([&] {
          SqliteDatabase(path, SqliteDatabase::Access::Read).has_table("t");
        }).code() == "data.sqlite_locked");
}

TEST_CASE("names are quoted for SQL") { CHECK(sql_name("a \"b\"") == "\"a \"\"b\"\"\""); }

}  // namespace sqlite_test

// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite.hpp"

#include <cmath>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "hearth/framework/base/limits.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace sqlite_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Returns the CPU time of this process, s: other work of the machine does not count.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

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

TEST_CASE("a database that is to be changed is not made if it is missing") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  CHECK(error_of([&] { SqliteDatabase(path, SqliteDatabase::Access::Change); }).code() ==
        "file.write");
  CHECK_FALSE(std::filesystem::exists(path));
  SqliteDatabase(path, SqliteDatabase::Access::Write).run("CREATE TABLE t(a)");
  SqliteDatabase(path, SqliteDatabase::Access::Change).run("INSERT INTO t VALUES (1)");
  CHECK(SqliteDatabase(path, SqliteDatabase::Access::Read).has_table("t"));
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

/// Writes a journal that names another one, as SQLite leaves it for several databases.
void write_super_journal(const std::filesystem::path& database, const std::string& named) {
  const auto big_endian = [](std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes += static_cast<char>((number >> shift) & 255);
    return bytes;
  };
  std::uint32_t sum = 0;
  for (const char c : named) sum += static_cast<unsigned char>(c);
  const std::string magic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  std::string journal = magic;
  for (const std::uint32_t number : {0u, 0u, 1u, 512u, 4096u}) journal += big_endian(number);
  journal.resize(512, '\0');
  journal += big_endian(0x40000000u / 4096u + 1u) + named +
             big_endian(static_cast<std::uint32_t>(named.size())) + big_endian(sum) + magic;
  std::ofstream(database.string() + "-journal", std::ios::binary) << journal;
}

TEST_CASE("a journal that would remove another file is refused") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write).run("CREATE TABLE t(a)");
  const auto victim = folder.write("victim", "mine");
  write_super_journal(path, victim.string());
  std::filesystem::create_directory(folder.path() / "links");
  const auto link = folder.path() / "links/b.sqlite";
  std::filesystem::create_symlink("../a.sqlite", link);
  for (const auto& name : {path, link}) {  // SQLite looks for the journal where the link leads
    INFO(name);
    CHECK(error_of([&] {
            SqliteDatabase(name, SqliteDatabase::Access::Write).has_table("t");
          }).code() == "data.sqlite_invalid");
    CHECK(std::filesystem::exists(victim));
  }
  SqliteDatabase(path, SqliteDatabase::Access::Memory).run("CREATE TABLE t(a)");
  CHECK(std::filesystem::exists(victim));
}

TEST_CASE("views call no function that makes long texts out of short ones") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write)
      .run("CREATE TABLE t(a); INSERT INTO t VALUES (2.5)");
  const auto code_of = [&](const std::string& expression) {
    SqliteDatabase database(path, SqliteDatabase::Access::Read);
    return error_of([&] { database.prepare("SELECT " + expression + " FROM t").next(); }).code();
  };
  for (const char* expression :
       {"hex(zeroblob(400000000))", "printf('%.*c', 900000000, 'x')", "replace('aa', 'a', 'bbbb')",
        "group_concat(a)", "randomblob(100)", "instr('aab', 'ab')", "trim('aab', 'ab')",
        "ltrim('aab', 'ab')", "rtrim('aab', 'ab')"}) {
    INFO(expression);
    CHECK(code_of(expression) == "data.sqlite_invalid");
  }
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  SqliteStatement query = database.prepare(
      "SELECT round(avg(a) * 1.8 + 32, 1), upper('k'), strftime('%Y', '2024-01-01') FROM t");
  REQUIRE(query.next());
  CHECK(query.number(0) == 36.5);
  CHECK(query.text(2) == "2024");
}

TEST_CASE("long values do not make a short statement run for ever") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write).run("CREATE TABLE t(a)");
  set_limit(WorkLimit::SqliteSteps, 3'000'000);  // 0.1 s
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  const auto endless = error_of([&] {
    SqliteStatement query = database.prepare(
        "WITH RECURSIVE doubled(n, x) AS (SELECT 0, 'xxxxxxxx' UNION ALL "
        "SELECT n + 1, CASE WHEN n < 16 THEN x || x ELSE x END FROM doubled) "
        "SELECT count(*) FROM doubled WHERE x || n LIKE '%y'");
    query.next();
  });
  set_limit(WorkLimit::SqliteSteps, 0);
  CHECK(endless.code() == "limit.exceeded");
}

TEST_CASE("LIKE on long texts ends a query of a small file within seconds") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write).run("CREATE TABLE t(a)");
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  const double begun = cpu_seconds();
  const auto endless = error_of([&] {
    SqliteStatement query = database.prepare(
        "WITH RECURSIVE x(n, s) AS (SELECT 0, 'a' UNION ALL SELECT n + 1, s || s FROM x WHERE "
        "n < 25), y(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM y WHERE k < 1000) "
        "SELECT count(s LIKE '%" +
        std::string(90, 'a') + "b') FROM x, y WHERE n = 25");
    query.next();
  });
  CHECK(endless.code() == "data.sqlite_invalid");  // the text is too long
  CHECK(cpu_seconds() - begun < 5.0);
}

TEST_CASE("what a large file allows does not hold for a file of a megabyte") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write)
      .run(
          "CREATE TABLE t(a); WITH RECURSIVE y(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM y "
          "WHERE k < 50000) INSERT INTO t SELECT 'twenty letters of it' FROM y");
  const GivenLimit limit(WorkLimit::SqliteSteps, 3'000'000);
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  const double begun = cpu_seconds();
  const auto endless = error_of([&] {
    SqliteStatement query = database.prepare(
        "WITH RECURSIVE y(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM y) SELECT count(*) FROM y");
    query.next();
  });
  CHECK(endless.code() == "limit.exceeded");
  CHECK(cpu_seconds() - begun < 10.0);
}

TEST_CASE("a store holds no computed columns") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase database(path, SqliteDatabase::Access::Write);
  database.run("CREATE TABLE plain(a, b)");
  CHECK_NOTHROW(database.require_plain_tables());
  database.run("CREATE TABLE computed(a, b AS (a + 1))");
  const InputError error = error_of([&] { database.require_plain_tables(); });
  CHECK(error.code() == "data.sqlite_invalid");
  CHECK_THAT(error.what(), Catch::Contains("computed column 'b' of 'computed'"));
}

TEST_CASE("reading leaves no files next to a database whose writer kept a log") {
  const TempFolder folder;
  const auto path = folder.path() / "with space?.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write)
      .run("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (7)");
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  SqliteStatement query = database.prepare("SELECT a FROM t");
  REQUIRE(query.next());
  CHECK(query.integer(0) == 7);
  long files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  CHECK(files == 1);
}

TEST_CASE("a link to a database shows the content of the log next to the database") {
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  std::filesystem::create_directory(folder.path() / "links");
  const auto link = folder.path() / "links/b.sqlite";
  std::filesystem::create_symlink("../a.sqlite", link);
  SqliteDatabase writer(path, SqliteDatabase::Access::Write);
  writer.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t(a)");
  writer.run("INSERT INTO t VALUES (1); PRAGMA wal_checkpoint(TRUNCATE)");
  const std::uint64_t before = hash_of_database(link);
  writer.run("INSERT INTO t VALUES (2)");
  for (const auto& name : {path, link}) {
    INFO(name);
    SqliteDatabase database(name, SqliteDatabase::Access::Read);
    SqliteStatement query = database.prepare("SELECT count(*) FROM t");
    REQUIRE(query.next());
    CHECK(query.integer(0) == 2);
    CHECK(database.path() == name);
  }
  CHECK(hash_of_database(link) != before);
  CHECK(hash_of_database(link) == hash_of_database(path));
}

TEST_CASE("a name that begins as a URI does is the name of a file") {
  const TempFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  SqliteDatabase("file:a?mode=memory", SqliteDatabase::Access::Write).run("CREATE TABLE t(a)");
  const bool written = std::filesystem::exists("file:a?mode=memory");
  std::filesystem::current_path(before);
  CHECK(written);
}

TEST_CASE("a store holds no view, trigger or virtual table, however its entry is written") {
  struct Entry {
    const char *sql, *from, *to;
  };
  const Entry entry = GENERATE(
      Entry{"CREATE VIEW zz AS SELECT 1 AS x", "viewzz", "viewzz"},
      Entry{"CREATE VIEW zz AS SELECT 1 AS x", "viewzz", "VIEWzz"},
      Entry{"CREATE TRIGGER zz AFTER INSERT ON t BEGIN SELECT 1; END", "triggerzz", "Triggerzz"},
      Entry{"CREATE VIRTUAL TABLE zz USING fts5(a)", "tablezz", "tablezz"},
      Entry{"CREATE VIRTUAL TABLE zz USING fts5(a)", "CREATE VIRTUAL", "CREATE\tVIRTUAL"},
      Entry{"CREATE INDEX zz ON t(a)", "indexzz", "indexzz"});
  INFO(entry.sql << " as " << entry.to);
  const TempFolder folder;
  const auto path = folder.path() / "a.sqlite";
  SqliteDatabase(path, SqliteDatabase::Access::Write)
      .run("CREATE TABLE t(a UNIQUE); CREATE UNIQUE INDEX own ON t(a); " + std::string(entry.sql));
  std::ifstream stream(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  const std::size_t at = bytes.find(entry.from);
  REQUIRE(at != std::string::npos);
  folder.write("a.sqlite", bytes.replace(at, std::string_view(entry.to).size(), entry.to));
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  if (std::string_view(entry.from) == "indexzz") {
    CHECK_NOTHROW(database.require_plain_tables());
    return;
  }
  const InputError error = error_of([&] { database.require_plain_tables(); });
  CHECK(error.code() == "data.sqlite_invalid");
  CHECK_THAT(error.what(), Catch::Contains("'zz', which Hearth never writes"));
}

TEST_CASE("names are quoted for SQL") { CHECK(sql_name("a \"b\"") == "\"a \"\"b\"\"\""); }

}  // namespace sqlite_test

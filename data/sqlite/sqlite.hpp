// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace hearth {

class SqliteStatement;

/// A SQLite database file, open for this process.
///
/// Every failure throws with the path and SQLite's reason: `file.write` if the file cannot be
/// written (folder, disk full, read-only), `file.unreadable` if a file opened for reading cannot be
/// read, `data.sqlite_locked` if another process has locked it, `data.sqlite_invalid` if it is not
/// a database or lacks what is requested. A statement that does more work than a file of that size
/// can need ends with `limit.exceeded`. One thread at a time.
///
/// Files may come from any source: the schema is not trusted, triggers do not run, nothing in a
/// file can change the schema or call functions that take unlimited memory or time, and a journal
/// next to it that would remove other files is refused. A path may be a symbolic link: it is
/// resolved once, before anything is read.
class SqliteDatabase {
 public:
  enum class Access {
    Read,    ///< the file exists and is not changed
    Change,  ///< the file exists
    Write,   ///< the file is made if it is missing
    Memory,  ///< no file: exists as long as the object
  };

  SqliteDatabase(const std::filesystem::path& path, Access access);
  ~SqliteDatabase();
  SqliteDatabase(SqliteDatabase&&) noexcept;
  SqliteDatabase& operator=(SqliteDatabase&&) noexcept;

  const std::filesystem::path& path() const { return path_; }

  /// Runs statements that return no rows.
  void run(const std::string& sql);
  /// Prepares one statement; it must not outlive the database.
  SqliteStatement prepare(std::string_view sql);
  /// Returns whether a table or view of that name exists.
  bool has_table(std::string_view name);
  /// Throws `data.sqlite_invalid` if there are views other than `known_view`, triggers or virtual
  /// tables, which Hearth does not write: reading them would run SQL from an unknown source.
  void require_plain_tables(std::string_view known_view = "");

 private:
  friend class SqliteStatement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  /// Remaining work of a statement: a view can continue for ever.
  struct Work {
    std::int64_t done = 0, most = 0;  // operations, counted in groups
    double used = 0.0;                // s of processor time before it began
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    bool exceeded = false;
  };
  static int count_work(void* work);
  void begin_work();
  void defend();
  [[noreturn]] void fail(std::string_view what) const;

  std::filesystem::path path_;
  Access access_;
  std::unique_ptr<Work> work_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement. Parameters are numbered from 1, columns from 0.
class SqliteStatement {
 public:
  SqliteStatement& bind(int parameter, std::int64_t value);
  /// Binds a number; NaN becomes NULL.
  SqliteStatement& bind(int parameter, double value);
  SqliteStatement& bind(int parameter, std::string_view text);
  SqliteStatement& bind_blob(int parameter, const void* data, std::size_t size);

  /// Moves to the next row; after the last one returns false and is ready to be used again.
  bool next();
  /// Runs a statement that returns no rows; its parameters stay bound.
  void run();
  /// Ends a query before its last row.
  void reset();

  int columns() const;
  std::string column_name(int column) const;
  bool is_null(int column) const;
  bool is_text(int column) const;
  bool is_blob(int column) const;
  std::int64_t integer(int column) const;
  /// Returns a number; NaN for NULL.
  double number(int column) const;
  /// Returns a text; valid until the next call of `next`, `run` or `reset`.
  std::string_view text(int column) const;
  /// Returns the bytes of a blob; valid as long as a text.
  std::string_view blob(int column) const;

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(SqliteDatabase& database, sqlite3_stmt* statement);
  void check(int code);

  SqliteDatabase* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A transaction that is rolled back unless it is committed.
class SqliteTransaction {
 public:
  explicit SqliteTransaction(SqliteDatabase& database);
  ~SqliteTransaction();
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;
  void commit();

 private:
  SqliteDatabase& database_;
  bool open_ = true;
};

/// Returns the path of a database without links: its journal and its log are next to that file.
std::filesystem::path database_place(const std::filesystem::path& path);

/// Returns the hash of the content of a database: of its file and of the log of changes that are
/// not in the file yet. Equals the hash of the file if there is no log.
std::uint64_t hash_of_database(const std::filesystem::path& path);

/// Returns a name quoted for SQL: `"a ""b"""`.
std::string sql_name(std::string_view name);

/// Returns whether a file begins like a SQLite database.
bool is_sqlite_file(const std::filesystem::path& path);

}  // namespace hearth

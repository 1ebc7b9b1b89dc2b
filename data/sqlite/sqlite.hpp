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

/// An open SQLite database. Only one thread at a time may use it.
///
/// Every failure throws InputError with the path and the reason of SQLite: `file.write` if the file
/// cannot be written (folder, disk full, read-only), `file.unreadable` if a file opened for reading
/// cannot be read, `data.sqlite_locked` if another process has locked it, `data.sqlite_invalid` if
/// it is not a database or lacks what is requested. A statement that does more work than a file of
/// this size can need throws `limit.exceeded`.
///
/// Files may come from any source. Their schema is not trusted and triggers do not run; nothing in
/// a file can change the schema, or call functions that need unlimited memory or time; a journal
/// next to the file that would remove other files is refused. A path may be a symbolic link, which
/// is resolved once, before anything is read.
class SqliteDatabase {
 public:
  enum class Access {
    Read,    ///< reads an existing file without changing it
    Change,  ///< changes an existing file
    Write,   ///< changes a file, which is created if it does not exist
    Memory,  ///< no file; the data exist as long as the object
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
  /// Throws InputError `data.sqlite_invalid` if the database contains triggers, virtual tables, or
  /// views other than `known_view`. Hearth does not write these, and reading them would run SQL
  /// from an unknown source.
  void require_plain_tables(std::string_view known_view = "");

 private:
  friend class SqliteStatement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  /// Work that a statement has done and may do; without a limit, a view could run for ever.
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

  /// Moves to the next row. After the last row it returns false, and the statement can be used
  /// again.
  bool next();
  /// Runs a statement that returns no rows; its parameters keep their values.
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
  /// Returns a text, which is valid until the next call of `next`, `run` or `reset`.
  std::string_view text(int column) const;
  /// Returns the bytes of a blob, which are valid as long as a text.
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

/// Returns the path of a database after symbolic links are resolved; its journal and its log are
/// next to this file.
std::filesystem::path database_place(const std::filesystem::path& path);

/// Returns the hash of the content of a database: of its file, and of the changes in its log that
/// are not in the file yet. Without a log, this is the hash of the file.
std::uint64_t hash_of_database(const std::filesystem::path& path);

/// Returns a name quoted for SQL: `"a ""b"""`.
std::string sql_name(std::string_view name);

/// Returns whether a file begins like a SQLite database.
bool is_sqlite_file(const std::filesystem::path& path);

}  // namespace hearth

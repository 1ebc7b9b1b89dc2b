// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <sqlite3.h>
#include <system_error>

#include <fmt/format.h>

#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth {
namespace {

/// Returns whether the place, not the content, is what is wrong.
bool is_write_problem(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return true;
    default:
      return false;
  }
}

}  // namespace

void SqliteDatabase::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Access access)
    : path_(path), access_(access) {
  if (access == Access::Read) check_may_read(path);
  const int flags =
      SQLITE_OPEN_NOMUTEX |
      (access == Access::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  const std::string name = access == Access::Memory ? ":memory:" : path.string();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail("it cannot be opened");
  sqlite3_extended_result_codes(handle, 1);
  defend();
}

/// Guards against what a file of others may hold (https://www.sqlite.org/security.html).
void SqliteDatabase::defend() {
  sqlite3* const handle = handle_.get();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 4'000'000);
  if (access_ != Access::Read) return;
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(path_, ignored);
  work_ = std::make_unique<Work>();
  work_->most = limit_of(WorkLimit::SqliteSteps) / 1000;
  if (!ignored) work_->most = std::max(work_->most, static_cast<std::int64_t>(bytes));
  sqlite3_progress_handler(handle, 1000, &SqliteDatabase::count_work, work_.get());
}

int SqliteDatabase::count_work(void* work) {
  Work& own = *static_cast<Work*>(work);
  own.exceeded = ++own.done > own.most;
  return own.exceeded ? 1 : 0;
}

SqliteDatabase::~SqliteDatabase() = default;
SqliteDatabase::SqliteDatabase(SqliteDatabase&&) noexcept = default;
SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&&) noexcept = default;

void SqliteDatabase::fail(std::string_view what) const {
  const int code = handle_ ? sqlite3_extended_errcode(handle_.get()) : SQLITE_NOMEM;
  const std::string reason = handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory";
  const Where where{.file = path_.string()};
  const std::string message = fmt::format("{}: {}", what, reason);
  if (work_ && work_->exceeded) refuse_limit(WorkLimit::SqliteSteps, where);
  if ((code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED) {
    throw InputError("data.sqlite_locked", where, "another process is using it: " + reason);
  }
  if (is_write_problem(code)) {
    throw InputError(access_ == Access::Read ? "file.unreadable" : "file.write", where, message);
  }
  throw InputError("data.sqlite_invalid", where, message);
}

void SqliteDatabase::run(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail("it cannot be used");
  }
}

SqliteStatement SqliteDatabase::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (work_) *work_ = {.most = work_->most};
  if (sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &statement,
                         nullptr) != SQLITE_OK) {
    fail("it cannot be used");
  }
  return {*this, statement};
}

bool SqliteDatabase::has_table(std::string_view name) {
  SqliteStatement query =
      prepare("SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?1");
  query.bind(1, name);
  const bool found = query.next();
  query.reset();
  return found;
}

void SqliteDatabase::require_plain_tables(std::string_view known_view) {
  SqliteStatement query = prepare(
      "SELECT type, name FROM sqlite_master WHERE (type = 'view' AND name <> ?1) OR "
      "type = 'trigger' OR upper(sql) LIKE 'CREATE VIRTUAL%' LIMIT 1");
  query.bind(1, known_view);
  if (!query.next()) return;
  throw InputError("data.sqlite_invalid", Where{.file = path_.string()},
                   fmt::format("it holds the {} '{}', which Hearth never writes: the file was "
                               "changed by another program",
                               query.text(0), query.text(1)));
}

SqliteStatement::SqliteStatement(SqliteDatabase& database, sqlite3_stmt* statement)
    : database_(&database), statement_(statement) {}

void SqliteStatement::check(int code) {
  if (code != SQLITE_OK) database_->fail("a value cannot be given");
}

SqliteStatement& SqliteStatement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, double value) {
  check(std::isnan(value) ? sqlite3_bind_null(statement_.get(), parameter)
                          : sqlite3_bind_double(statement_.get(), parameter, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

SqliteStatement& SqliteStatement::bind_blob(int parameter, const void* data, std::size_t size) {
  check(sqlite3_bind_blob64(statement_.get(), parameter, data, size, SQLITE_TRANSIENT));
  return *this;
}

bool SqliteStatement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    try {
      database_->fail("it cannot be used");
    } catch (...) {
      sqlite3_reset(statement_.get());
      throw;
    }
  }
  sqlite3_reset(statement_.get());
  return false;
}

void SqliteStatement::run() {
  while (next()) {
  }
}

void SqliteStatement::reset() { sqlite3_reset(statement_.get()); }

int SqliteStatement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string SqliteStatement::column_name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::is_text(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT;
}

bool SqliteStatement::is_blob(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_BLOB;
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::number(int column) const {
  if (is_null(column)) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view SqliteStatement::blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

SqliteTransaction::SqliteTransaction(SqliteDatabase& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite may have rolled back by itself
  }
}

void SqliteTransaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

bool is_sqlite_file(const std::filesystem::path& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe may never end
  std::array<char, 16> head{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), head.size());
  return stream.gcount() == 16 && std::string_view(head.data(), head.size()) == kMagic;
}

}  // namespace hearth
